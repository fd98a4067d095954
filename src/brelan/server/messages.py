"""All messages, defined once. docs/protocol.md and web/src/protocol.ts are generated from this file.

HTTP has plain requests and answers; the socket has tagged unions: `Command` to the server, `Answer` to the
client. Unknown fields are refused, and every size is bounded.

over 400 lines: one short class per message, nothing else.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

# `$` would accept a trailing newline
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
    """The base of all messages."""


# over HTTP


class Past(Message):
    """A moment of a finished game: the table, which of its games (0: the last), after how many moves, whose seat."""

    table: Id
    game: Annotated[int, Meta(ge=0, le=1 << 20)] = 0
    moves: Annotated[int, Meta(ge=0, le=1 << 20)] = 0
    seat: Seat = 0


class MakeTable(Message):
    """Create a table. `people` says who sits where: a level is a bot, null is a free seat.

    The creator sits at seat 0, whatever `people` says. With `daily`, a day such as 2026-11-15, the first game is the
    deal of that day, which fixes seats and options. With `past`, it continues from a moment of a finished game, with
    its cards and options: the creator takes `past.seat`, and bots of these levels take all other seats.
    """

    game: Annotated[str, Meta(max_length=40)]
    name: Name
    people: Annotated[list[LevelName | None], Meta(min_length=1, max_length=16)]
    options: Annotated[Fields, Meta(max_length=24)] = {}
    take_back: bool = True
    daily: Annotated[str, Meta(max_length=10)] = ""
    past: Past | None = None


class TakeSeat(Message):
    """Sit down at a table with the invitation from its link; without `seat`, at the first free one.

    `key` is a secret of your own for that seat: repeating the request with it leads to the same seat, so a lost answer
    does not lose the seat. Without it, the server makes one.
    """

    invitation: Key
    name: Name
    seat: Seat | None = None
    key: Key | None = None


class Seated(Message):
    """Access to your seat: keep `key` to yourself. `invitation` goes into the link for others."""

    table: Id
    seat: Seat
    key: Key
    invitation: Key


class Ticket(Message):
    """A seat whose key this device has."""

    table: Id
    key: Key


class Mine(Message):
    """A request for the tables at which this device has seats."""

    tickets: Annotated[list[Ticket], Meta(max_length=60)]


class Place(Message):
    """One of your tables in brief. `your_turn` says that it is waiting for you; `levels` are those of bots."""

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
    """An option of a game; the game's texts explain it under options."""

    name: str
    kind: Literal["switch", "number", "choice", "several"]
    values: list[Any]
    default: Any


class FieldFacts(Message):
    """A field of a game's view: one for all, or a row per seat; and the field that counts a row's cards."""

    name: str
    word: Literal["public", "owner"]
    by_seat: bool
    counter: str | None


class GameFacts(Message):
    """A game that can be played here."""

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
    """Addresses by which other devices on the network reach a server."""

    addresses: list[str]


class Sight(Message):
    """What a seat may know: its view as a record of the game and, on its turn, the ids of the allowed actions."""

    turn: int
    record: bytes
    allowed: list[int]


class LessonStep(Message):
    """A step of a lesson: `say` is a key under lesson in the game's texts, `view` what the learner sees before it.

    `moves` are the right moves as single actions, all with the same result; a step without moves is only read.
    `refused` are plausible moves, with the clause each would break. `events` is what happens then.
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
    """A learner's place: the number of a step, and the right actions taken in it so far."""

    step: Annotated[int, Meta(ge=0, le=99)]
    played: Annotated[list[Notation], Meta(max_length=60)] = []


class Attempt(Message):
    """A learner's attempt at a place of a lesson; without a move, a request for the current state."""

    at: LessonPlace
    move: Move | None = None
    language: Literal["en", "fr", "de"] = "en"


class LessonTurn(Message):
    """The result of an attempt: where the learner is now, what they see there, and what happened.

    A move that is not `right` changes nothing: it breaks the `clause`, or is allowed but not part of the lesson.
    `wants` says in a sentence what is left to do in this step.
    """

    at: LessonPlace
    right: bool
    clause: str
    view: dict[str, Any]
    allowed: list[str]
    events: list[dict[str, Any]]
    wants: str


class DailyDeal(Message):
    """Today's deal: create a table with this `date` as `daily`, these seats and options, and bots of this level."""

    date: str
    game: str
    version: int
    seats: int
    options: dict[str, Any]
    level: str


class PastMove(Message):
    """A move of a finished game in notation (seat -1: the dealer), what happened, and what it changed.

    `changed` has the fields of the view that differ after it; `at` is the seat to act next.
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
    """Why an HTTP request was refused. `clause` is the clause a setup breaks."""

    error: str
    text: str = ""
    clause: str = ""


# a client's commands, over the socket


class Hello(Message, tag="hello", tag_field="kind"):
    """The first message: with `key`, you take your seat; without it, you watch. `number` is the last entry you have.

    `protocol` is the one a page was built for: the server refuses an outdated cached page at once.
    """

    key: Key | None = None
    number: Number = -1
    protocol: Fingerprint = ""


class Play(Message, tag="play", tag_field="kind"):
    """Play a move, all or nothing. `turn` is the turn you saw; if another move came first, yours is refused."""

    id: Id
    turn: Number
    move: Move


class Signal(Message, tag="signal", tag_field="kind"):
    """Give a signal, in or out of turn, if the game has signals."""

    id: Id
    signal: Notation | Annotated[Fields, Meta(max_length=12)]


class Say(Message, tag="say", tag_field="kind"):
    """Say something to the table."""

    id: Id
    text: Text


class TakeBack(Message, tag="take_back", tag_field="kind"):
    """Take back your last move, if the table allows it and it revealed nothing."""

    id: Id


class GoOn(Message, tag="go_on", tag_field="kind"):
    """Between rounds: deal the next one."""

    id: Id
    turn: Number


class Vote(Message, tag="vote", tag_field="kind"):
    """Vote. About `bot`: let a bot play for `seat`, whose owner is away and has a while to return.

    About `share`: let the tied seats share the win. About `mute`: mute `seat`, or unmute it.
    """

    id: Id
    about: Literal["bot", "share", "mute"]
    yes: bool
    seat: Seat | None = None


class Leave(Message, tag="leave", tag_field="kind"):
    """Leave: a bot plays on, and the seat stays yours."""

    id: Id


class Return(Message, tag="return", tag_field="kind"):
    """Take your seat back from the bot that played for you."""

    id: Id


class Fill(Message, tag="fill", tag_field="kind"):
    """Let a bot of a level take a free seat (only seat 0 may do this)."""

    id: Id
    seat: Seat
    level: LevelName


class Rematch(Message, tag="rematch", tag_field="kind"):
    """After the end: play again with the same seats, as soon as new cards are shuffled."""

    id: Id


class Rename(Message, tag="rename", tag_field="kind"):
    """Change your name."""

    id: Id
    name: Name


class Commit(Message, tag="commit", tag_field="kind"):
    """Commit to a number for the coming shuffle, once: the SHA-256 of 256 bits generated by your device."""

    id: Id
    commitment: Hex


class AddNumber(Message, tag="add_number", tag_field="kind"):
    """Reveal the number you committed to, once the coming shuffle is `closed`. Seats that withhold it are named."""

    id: Id
    number: Hex


Command = (
    Hello | Play | Signal | Say | TakeBack | GoOn | Vote | Leave | Return | Fill | Rematch | Rename | Commit | AddNumber
)


# the server's answers, over the socket


class Person(Message):
    """Who sits at a seat. `level` is the bot that currently plays for it; `own` says that it belongs to a person."""

    name: str | None
    own: bool
    level: str | None = None
    here: bool = False


class Poll(Message):
    """An open vote: which seats said yes, and which have not voted yet."""

    about: Literal["bot", "share", "mute"]
    seat: Seat | None
    yes: list[int]
    asked: list[int]


class End(Message):
    """How the game ended: results, winning seats (`shared` by vote), and the clause."""

    scores: list[int]
    winners: list[int]
    clause: str
    shared: bool = False


class Dealing(Message):
    """How the first cards are dealt, which depends only on the game, its seats and options, not on the shuffle.

    Each seat gets `hand` cards of the `pack`, which is ascending before it is shuffled. With `lot`, the first dealer is
    drawn first; then `before` other cards are shuffled, if the game has a second pack.
    """

    pack: list[int]
    hand: int
    lot: bool = False
    before: int = 0


class Shuffle(Message):
    """What the cards follow from: `commitment` is published before the deal, `secret` after the end.

    `commitments` are those of the seats, by seat; once `closed`, no others are accepted, and the `numbers` behind
    them are revealed. Seats that `withheld` theirs are named, and the deal starts over without them. A coming shuffle
    has `dealing`, too: record it with the commitment. docs/shuffles.md explains how to check it.
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
    """Everything a viewer may see of a table now.

    `shuffle` belongs to the current game, `coming` to the next one: commit to a number, then reveal it; `again`
    says that somebody asked for it. `daily` is the day whose deal is played, `past` the finished game whose cards are.
    `muted` lists the muted seats.

    `seat` is your own, -1 for a watcher. `at` is the seat to act: -1 between rounds, at the end, and before all seats
    are taken (then `view` is null). `allowed` lists what you may do, in notation, on your turn.
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
    """A finished game from start to end, as one seat saw it or with all cards open; `number` says which of the
    table's games it is, `view` is the table before the first move.
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
    """Something that happened at the table, as the viewer may know it, in the order of `number`.

    `what` is made, sat, named, committed, seat_committed, closed, added, withheld, again, dealt, moved, signalled,
    said, took_back, left, returned, filled, voted or here. The game's own `events` have their sentences in its
    texts under events.
    """

    number: int
    what: str
    seat: int | None
    time: float
    events: list[dict[str, Any]] = []
    text: str = ""


class Update(Message, tag="update", tag_field="kind"):
    """The current state of the table, and what happened since the last update. `number` is that of the last entry."""

    number: int
    entries: list[Entry]
    scene: Scene


class Presence(Message, tag="presence", tag_field="kind"):
    """Who is present; nothing else changed."""

    here: list[bool]
    watchers: int


class Done(Message, tag="done", tag_field="kind"):
    """A command took effect as this entry; sent again if the command is repeated."""

    id: Id
    number: int


class Refused(Message, tag="refused", tag_field="kind"):
    """A command changed nothing. `step` is the index of the action that broke `clause`."""

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
