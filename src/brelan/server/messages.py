"""Everything that crosses a wire, once. docs/protocol.md and web/src/protocol.ts are made from this file.

Over HTTP plain requests and answers; over the socket tagged unions: `Command` towards the server, `Answer` towards a
client. Unknown fields are refused, every size is bounded.

over 400 lines: one short class a message, nothing else.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

# `$` alone would let a newline pass at the end
WORD, DIGITS = r"^[A-Za-z0-9_-]+$(?!\n)", r"^[0-9a-f]+$(?!\n)"
Key = Annotated[str, Meta(min_length=22, max_length=64, pattern=WORD)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=WORD)]
Seat = Annotated[int, Meta(ge=0, le=15)]
Number = Annotated[int, Meta(ge=-1, le=1 << 40)]
Fingerprint = Annotated[str, Meta(max_length=64)]
Text = Annotated[str, Meta(min_length=1, max_length=200)]
Notation = Annotated[str, Meta(min_length=1, max_length=40)]
Hex = Annotated[str, Meta(min_length=64, max_length=64, pattern=DIGITS)]
LevelName = Annotated[str, Meta(min_length=1, max_length=24)]
Count = Annotated[int, Meta(ge=0, le=9999)]
Line = Annotated[str, Meta(max_length=80)]

Fields = dict[Annotated[str, Meta(max_length=24)], Any]
Step = Notation | Annotated[Fields, Meta(max_length=12)]
Said = Annotated[str, Meta(min_length=1, max_length=2000)] | Annotated[list[Step], Meta(min_length=1, max_length=120)]
Move = Said | Annotated[Fields, Meta(max_length=12)]


class Message(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What all of them have in common."""


# over HTTP


class Past(Message):
    """A moment of a finished game: the table, which of its games (0: the last one), after so many moves, whose seat."""

    table: Id
    game: Annotated[int, Meta(ge=0, le=1 << 20)] = 0
    moves: Annotated[int, Meta(ge=0, le=1 << 20)] = 0
    seat: Seat = 0


class MakeTable(Message):
    """Make a table. `people` says who sits where: a level's name is a bot, null a seat that waits for somebody.

    The maker sits at seat 0, whatever stands there. With `daily`, a day such as 2026-11-15, the first game is the deal
    of that day, with as many seats and the options it has. With `past` it goes on from a moment of a finished game,
    with its cards and its options: the maker takes `past.seat`, bots of these levels all other seats.
    """

    game: Annotated[str, Meta(max_length=40)]
    name: Name
    people: Annotated[list[LevelName | None], Meta(min_length=1, max_length=16)]
    options: Annotated[Fields, Meta(max_length=24)] = {}
    take_back: bool = True
    daily: Annotated[str, Meta(max_length=10)] = ""
    past: Past | None = None


class TakeSeat(Message):
    """Sit down at a table, with the invitation of its link; without `seat` at the first one free.

    `key` is a secret of one's own for that seat: said again with it, one sits where one sat, so that a lost answer does
    not lose the seat. Without it the server makes one.
    """

    invitation: Key
    name: Name
    seat: Seat | None = None
    key: Key | None = None


class Seated(Message):
    """The way back to one's seat: keep `key` to yourself. `invitation` goes into the link for others."""

    table: Id
    seat: Seat
    key: Key
    invitation: Key


class Ticket(Message):
    """A seat this device holds the key of."""

    table: Id
    key: Key


class Mine(Message):
    """Ask for the tables this device sits at."""

    tickets: Annotated[list[Ticket], Meta(max_length=60)]


class Place(Message):
    """One of one's own tables, in a line. `your_turn` says that it waits for you; `levels` are those of bots."""

    table: Id
    game: str
    seat: Seat
    names: list[str | None]
    levels: list[str | None]
    turn: int
    your_turn: bool
    over: bool
    touched: float


class OptionFacts(Message):
    """An option of a game: its name is explained in the game's texts under options."""

    name: str
    kind: Literal["switch", "number", "choice", "several"]
    values: list[Any]
    default: Any


class FieldFacts(Message):
    """A field of a game's view: everybody's, or a row for each seat; the field that counts a row's cards."""

    name: str
    word: Literal["public", "owner"]
    by_seat: bool
    counter: str | None


class GameFacts(Message):
    """A game one can make a table of."""

    name: str
    version: int
    least: int
    most: int
    team: bool
    usual: int
    minutes: int | None
    age: int | None
    difficulty: int | None
    gentle: dict[str, Any]
    lesson: bool
    options: list[OptionFacts]
    signals: list[str]
    levels: list[str]
    fields: list[FieldFacts]
    actions: dict[str, list[str]]


class Addresses(Message):
    """Addresses by which other devices in the house reach a server."""

    addresses: list[str]


class Sight(Message):
    """What a seat may know: its view as a record of the game, and, while it is its turn, the ids of what is allowed."""

    turn: int
    record: bytes
    allowed: list[int]


class LessonStep(Message):
    """A step of a lesson: `say` is a key under lesson in the game's texts, `view` what the learner sees before it.

    `moves` are the right ones, each in single actions, all to the same end; without any the step is only read.
    `refused` are moves one might think of, with the clause each would break. `events` is what happens then.
    """

    say: str
    view: dict[str, Any]
    allowed: list[str]
    moves: list[list[str]]
    refused: dict[str, str]
    events: list[dict[str, Any]]


class Lesson(Message):
    """The first lesson of a game, at seat 0; `view` is the table after its last step."""

    game: str
    version: int
    seats: int
    options: dict[str, Any]
    teaches: list[str]
    steps: list[LessonStep]
    view: dict[str, Any]


class LessonPlace(Message):
    """Where a learner is: the number of a step, and the single actions that were right in it so far."""

    step: Annotated[int, Meta(ge=0, le=99)]
    played: Annotated[list[Notation], Meta(max_length=60)] = []


class Attempt(Message):
    """What a learner tries at a place of a lesson; without a move one asks how it stands there."""

    at: LessonPlace
    move: Move | None = None
    language: Literal["en", "fr", "de"] = "en"


class LessonTurn(Message):
    """What comes of it: where the learner is now, what is seen there, and what happened.

    A move that is not `right` changes nothing: it breaks the `clause`, or is allowed but not the lesson's. `wants` says
    in a sentence what is left to do in this step.
    """

    at: LessonPlace
    right: bool
    clause: str
    view: dict[str, Any]
    allowed: list[str]
    events: list[dict[str, Any]]
    wants: str


class DailyDeal(Message):
    """The deal of today: make a table with this `date` as `daily`, so many seats, these options, bots of this level."""

    date: str
    game: str
    version: int
    seats: int
    options: dict[str, Any]
    level: str


class PastMove(Message):
    """A move of a finished game, in notation (seat -1: the dealer), what happened, and what it changed.

    `changed` holds the fields of the view that are others after it, `at` is the seat at turn then.
    """

    seat: int
    said: str
    at: int
    events: list[dict[str, Any]]
    changed: dict[str, Any]


class OpenClass(Message):
    """Open a class of a game that has exercises."""

    game: Annotated[str, Meta(max_length=40)]


class ClassOpened(Message):
    """A class: write `code` on the board; `key` is the teacher's own."""

    code: str
    key: Key


class ClassFound(Message):
    """There is a class of this code."""

    code: str
    game: str


class JoinClass(Message):
    """Join a class. `key` is a secret of one's own: said again with it, one is the same child."""

    name: Name
    key: Key | None = None


class ClassJoined(Message):
    """The way back into a class; the same key opens one's seat at its tables."""

    code: str
    game: str
    member: int
    key: Key


Address = Annotated[str, Meta(min_length=1, max_length=1000)]
Minute = Annotated[int, Meta(ge=0, le=1439)]


class AlertKey(Message):
    """The public key with which a browser subscribes to alerts; null where this server cannot send any."""

    key: str | None


class WantAlerts(Message):
    """Be alerted when it is one's turn and nobody looks: what a browser says of its subscription (`p256dh` is `key`,
    `auth` is `secret`), or (not `on`) no more. In quiet hours, minutes of the day in UTC, alerts make no noise.
    """

    endpoint: Address
    key: Annotated[str, Meta(max_length=100)]
    secret: Annotated[str, Meta(max_length=40)]
    language: Literal["en", "fr", "de"] = "en"
    on: bool = True
    quiet: Annotated[list[Minute], Meta(min_length=2, max_length=2)] | None = None


class MuteAlerts(Message):
    """No more alerts of a table for the browser with this address."""

    endpoint: Address


class HandOver(Message):
    """Keep a sealed profile until another device takes it, for ten minutes at the most."""

    body: Annotated[str, Meta(min_length=1, max_length=15_000, pattern=WORD)]


class HandedOver(Message):
    """By what name it is taken, once."""

    id: Id


class TakeOver(Message):
    """Take a sealed profile."""


class Forgotten(Message):
    """At how many tables somebody was forgotten."""

    tables: int


class Failure(Message):
    """Why an HTTP request was refused. `clause` names the clause a setup breaks."""

    error: str
    text: str = ""
    clause: str = ""


# a client's commands, over the socket


class Hello(Message, tag="hello", tag_field="kind"):
    """The first message: with `key` one comes to one's seat, without it one watches. `number` is one's last entry.

    `protocol` is the one a page was built for: a kept page that the server no longer understands is told at once.
    """

    key: Key | None = None
    number: Number = -1
    protocol: Fingerprint = ""


class Play(Message, tag="play", tag_field="kind"):
    """Play a move, all of it or nothing. `turn` is the turn one saw; if another came first, the move is refused."""

    id: Id
    turn: Number
    move: Move


class Signal(Message, tag="signal", tag_field="kind"):
    """Give a signal, in or out of turn, where the game has signals."""

    id: Id
    signal: Notation | Annotated[Fields, Meta(max_length=12)]


class Say(Message, tag="say", tag_field="kind"):
    """Say something to the table."""

    id: Id
    text: Text


class TakeBack(Message, tag="take_back", tag_field="kind"):
    """Take back one's own last move, where the table allows it and nothing came to light."""

    id: Id


class GoOn(Message, tag="go_on", tag_field="kind"):
    """Between rounds: let the next one be dealt."""

    id: Id
    turn: Number


class Vote(Message, tag="vote", tag_field="kind"):
    """Vote. About `bot`: a bot shall play for `seat`, whose owner is away and has a while to come back.

    About `share`: those tied share the win. About `mute`: `seat` shall not talk, or, if it is muted, talk again.
    """

    id: Id
    about: Literal["bot", "share", "mute"]
    yes: bool
    seat: Seat | None = None


class Leave(Message, tag="leave", tag_field="kind"):
    """Get up: a bot plays on, the seat stays one's own."""

    id: Id


class Return(Message, tag="return", tag_field="kind"):
    """Take one's seat again from the bot that played for it."""

    id: Id


class Fill(Message, tag="fill", tag_field="kind"):
    """Let a bot of a level sit at a seat that waits for somebody (seat 0's right)."""

    id: Id
    seat: Seat
    level: LevelName


class Rematch(Message, tag="rematch", tag_field="kind"):
    """After the end: play again, same seats, new cards, as soon as they are shuffled."""

    id: Id


class Rename(Message, tag="rename", tag_field="kind"):
    """Go by another name."""

    id: Id
    name: Name


class Commit(Message, tag="commit", tag_field="kind"):
    """Commit to a number for the coming shuffle, once: the SHA-256 of 256 bits made by one's own device."""

    id: Id
    commitment: Hex


class AddNumber(Message, tag="add_number", tag_field="kind"):
    """Tell the number one committed to, once the coming shuffle is `closed`. Who withholds it is named."""

    id: Id
    number: Hex


Command = (
    Hello | Play | Signal | Say | TakeBack | GoOn | Vote | Leave | Return | Fill | Rematch | Rename | Commit | AddNumber
)


# the server's answers, over the socket


class Person(Message):
    """Who sits at a seat. `level` names the bot that plays for it now; `own` tells that it belongs to a person."""

    name: str | None
    own: bool
    level: str | None = None
    here: bool = False


class Poll(Message):
    """A vote that is open: which seats said yes, and which are still asked."""

    about: Literal["bot", "share", "mute"]
    seat: Seat | None
    yes: list[int]
    asked: list[int]


class End(Message):
    """How the game ended: results, seats that won (`shared` by vote), and the clause."""

    scores: list[int]
    winners: list[int]
    clause: str
    shared: bool = False


class Dealing(Message):
    """How the first cards are dealt: by the game, its seats and its options alone, whatever the shuffle.

    Each seat gets `hand` cards of the `pack`, which is ascending before it is shuffled. With `lot` the first dealer is
    drawn before; then so many other cards are shuffled (`before`), where a game has a second pack.
    """

    pack: list[int]
    hand: int
    lot: bool = False
    before: int = 0


class Shuffle(Message):
    """What the cards follow from: published before the deal is `commitment`, after the end also `secret`.

    `commitments` are those of the seats, by seat; once they are `closed` no other is taken, and the `numbers` behind
    them are told. Seats that `withheld` theirs are named, and the deal starts anew without them. Of a coming one
    `dealing` is told, too: note it with the commitment. docs/shuffles.md tells how to check it.
    """

    rule: int
    commitment: Hex
    numbers: dict[str, Hex]
    secret: Hex | None = None
    commitments: dict[str, Hex] = {}
    closed: bool = False
    withheld: list[int] = []
    dealing: Dealing | None = None


class Scene(Message):
    """All that one may see of a table now.

    `shuffle` belongs to the game on the table, `coming` to the next one: commit to a number, then tell it; `again`
    says that it is wanted. `daily` is the day whose deal is on the table, `past` the finished game whose cards are.
    `muted` are seats the others do not hear.

    `seat` is one's own, -1 for a watcher. `at` is the seat at turn: -1 between rounds, at the end, and before all seats
    are taken (then `view` is null). `allowed` lists what one may do, in notation, when it is one's own turn.
    """

    table: Id
    game: str
    version: int
    options: dict[str, Any]
    seat: int
    people: list[Person]
    at: int
    turn: int
    games: int
    view: dict[str, Any] | None
    allowed: list[str]
    may_take_back: bool
    may_go_on: bool
    may_share: bool
    polls: list[Poll]
    watchers: int
    end: End | None
    shuffle: Shuffle | None
    coming: Shuffle | None
    again: bool = False
    daily: str = ""
    past: Past | None = None
    muted: list[int] = []


class Review(Message):
    """A finished game from its first card to its end, as one seat saw it or with all open; `number` is which of the
    table's games it is, `view` the table before the first move.
    """

    table: Id
    game: str
    version: int
    options: dict[str, Any]
    number: int
    team: bool
    people: list[Person]
    at: int
    view: dict[str, Any]
    moves: list[PastMove]
    end: End
    notation: str


class Entry(Message):
    """Something that happened at the table, as one may know it, in the order of its number.

    `what` is made, sat, named, committed, seat_committed, closed, added, withheld, again, dealt, moved, signalled,
    said, took_back, left, returned, filled, voted or here. A game's own happenings are in `events`; their sentences are
    in its texts under events.
    """

    number: int
    what: str
    seat: int | None
    time: float
    events: list[dict[str, Any]] = []
    text: str = ""


class Update(Message, tag="update", tag_field="kind"):
    """The table as it is now, and what happened since the last update. `number` is the last entry's."""

    number: int
    entries: list[Entry]
    scene: Scene


class Presence(Message, tag="presence", tag_field="kind"):
    """Who is here now; nothing else changed."""

    here: list[bool]
    watchers: int


class Done(Message, tag="done", tag_field="kind"):
    """A command took effect as this entry; said again when a command is repeated."""

    id: Id
    number: int


class Refused(Message, tag="refused", tag_field="kind"):
    """A command changed nothing. `step` is the part of the move that broke `clause`."""

    id: Id | None
    error: str
    clause: str = ""
    step: int = 0
    text: str = ""


Answer = Update | Presence | Done | Refused


# a class, over a socket of its own


class Work(Message, tag="work", tag_field="kind"):
    """How far a child is with an exercise: told when it is shown, at each help and slip, and when it is solved.

    `text` is the exercise and `answer` the solution, in the game's own short form. `seconds` are those on the device.
    """

    id: Id
    task: Count
    exercise: Count
    text: Line
    helps: Count = 0
    slips: Count = 0
    seconds: Annotated[float, Meta(ge=0, le=86_400)] = 0.0
    solved: bool = False
    answer: Line = ""


class Assign(Message, tag="assign", tag_field="kind"):
    """The teacher gives all a new task: exercises of a level, tables of so many, or to wait for what comes."""

    id: Id
    what: Literal["wait", "practice", "tables"]
    level: Annotated[str, Meta(max_length=24)] = ""
    seats: Annotated[int, Meta(ge=2, le=4)] = 2


class SeatRest(Message, tag="seat_rest", tag_field="kind"):
    """The teacher lets those sit down who came after the tables were made."""

    id: Id


class Pause(Message, tag="pause", tag_field="kind"):
    """The teacher lets all pause, or go on."""

    id: Id
    yes: bool


class Dismiss(Message, tag="dismiss", tag_field="kind"):
    """The teacher sends somebody out of the class."""

    id: Id
    member: Annotated[int, Meta(ge=0, le=999)]


class Finish(Message, tag="finish", tag_field="kind"):
    """The teacher ends the class: all that was noted is erased, its tables too."""

    id: Id


ClassCommand = Hello | Work | Assign | SeatRest | Pause | Dismiss | Finish


class Task(Message):
    """What a class is given. Exercise number n of a task is the same for all: it follows from `seed` and n."""

    number: int
    what: Literal["wait", "practice", "tables"]
    level: str
    seed: int
    seats: int


class Sum(Message):
    """An exercise as a child did it; `since` is when it was shown, by the server's clock."""

    exercise: int
    text: str
    helps: int
    slips: int
    seconds: float
    since: float
    solved: bool
    answer: str


class PupilFacts(Message):
    """A child as the teacher sees it: whether its device is here, where it sits, what it did of this task."""

    member: int
    name: str
    here: bool
    table: Id | None
    sums: list[Sum]


class ClassTable(Message):
    """A table of a class: who sits there, by seat, whose turn it is (-1: nobody's), since when, what happened last."""

    table: Id
    members: list[int]
    at: int
    since: float
    over: bool
    winners: list[int]
    events: list[dict[str, Any]]


class ClassRegister(Message, tag="register", tag_field="kind"):
    """A class as its teacher sees it; `now` is the server's clock."""

    code: str
    game: str
    now: float
    task: Task
    paused: bool
    pupils: list[PupilFacts]
    tables: list[ClassTable]


class ClassTask(Message, tag="task", tag_field="kind"):
    """A class as a child sees it: what is to be done, and how far it is (`done` exercises of this task)."""

    code: str
    game: str
    name: str
    task: Task
    paused: bool
    done: int
    table: Id | None


ClassAnswer = ClassRegister | ClassTask | Done | Refused

decode_command = msgspec.json.Decoder(Command).decode
decode_class_command = msgspec.json.Decoder(ClassCommand).decode
encode = msgspec.json.Encoder().encode
