"""A game people are playing: the checked door, history, events, take-back."""

import secrets
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from . import dice
from .errors import BadSetup, IllegalAction
from .events import Event
from .game import Game, clause_name, game
from .light import foreseen, reveals_something, told_alike, touched
from .outcome import Outcome, winners
from .position import Position
from .record import look
from .sentences import ROOM
from .shuffle import Shuffle

if TYPE_CHECKING:
    from .hint import Adviser, Hint, Phrase

Said = str | int | Mapping[str, Any] | Sequence[Any]
DEALER = -1
WATCHER = -1


@dataclass(frozen=True)
class Move:
    """What a seat did at once: one action or several, or a signal."""

    seat: int
    actions: tuple[int, ...] = ()
    signal: int | None = None
    reveals: bool = False  # something hidden came to light


UNDONE = 32  # moves that can be taken back one after the other
GLANCE, THOROUGH, TOLD = 4, 256, 16  # worlds in which it is asked whether a move brought something to light
AHEAD = 1024  # words kept ready where chance follows from a shuffle: more than any one action needs


@dataclass
class Deal:
    """What fixes a game before the first action: a seed; or the order of the pack, with the first dealer where one is
    drawn; or a shuffle that can be verified."""

    seed: int
    order: list[int] | None = None
    dealer: int | None = None
    shuffle: Shuffle | None = None
    tape: list[int] = field(default_factory=list)

    def feed(self, throws: dice.Dice) -> dice.Dice:
        """Dice that do not run out of words of the shuffle within one action."""
        written = throws.size - dice.HEADER
        if self.shuffle is None or written - int(throws[1]) >= AHEAD:
            return throws
        return np.append(throws, np.array(self.shuffle.words(written, 2 * AHEAD), np.uint64))


def tell(before: Position, action: int, after: Position) -> list[Event]:
    """What happened, in the words of the game's own story."""
    story = before.game.part("story")
    if story is None:
        return []
    row = np.empty(ROOM, np.int16)
    size = before.game.engine.tell(before.rows, 0, action, after.rows, 0, row)
    return [Event.of(*said) for said in story.EVENTS.read(row[:size].tolist())]


class Snapshot(NamedTuple):
    """A table before a move that could be taken back: its record, the words its dice had thrown, and its events."""

    record: bytes
    thrown: int
    events: int


class Table:
    """A table of a game. Everything said to it is checked; what is refused changes nothing.

    Cards follow from `seed` alone, or from `order`, a whole pack written top first (T5), as far as it goes, or from a
    `shuffle` that players can verify.
    """

    artist: ClassVar[Callable[["Table"], str] | None] = None  # who draws tables for notebooks

    def __init__(
        self, name: str | Game, seats: int | None = None, seed: int | None = None,
        order: Sequence[int] | None = None, dealer: int | None = None, shuffle: Shuffle | None = None, **options: Any,
    ) -> None:  # fmt: skip
        self.game = name if isinstance(name, Game) else game(name)
        self.seats = self.game.check_seats(self.game.least if seats is None else seats)
        self.options = self.game.check_options(self.seats, options)
        cards = None if order is None else list(order)
        self.deal = Deal(secrets.randbits(64) if seed is None else seed, cards, dealer, shuffle)
        self.deal.tape = self._tape()
        self.history: list[Move] = []
        self.events: list[Event] = []
        self.before: deque[Snapshot] = deque(maxlen=UNDONE)  # the last moves, as far as they can be taken back
        self.foreseen: tuple[int, int, bool] | None = None  # of the last move, in so many worlds: whether it was
        self.position = self._dealt()

    def _tape(self) -> list[int]:
        if self.deal.shuffle is not None and self.deal.order is not None:
            raise BadSetup("cards lie in a given order, or are shuffled: not both")
        if (self.deal.dealer is None) != (self.deal.order is None or not self.game.draws_dealer):
            raise BadSetup("a fixed order of cards comes with the first dealer exactly where one is drawn by lot")
        if self.deal.order is None:
            return []
        if not self.game.one_pack:
            raise BadSetup(f"{self.game.name} is dealt from a seed only: more than one pack is shuffled")
        pack = np.zeros(len(self.deal.order) + 512, np.int16)
        size = self.game.engine.pack(self.seats, self.game.codes(self.options), pack)
        if sorted(self.deal.order) != pack[:size].tolist():
            raise BadSetup(f"the order must hold each of the {size} cards of this game's pack once")
        lot = [] if self.deal.dealer is None else [dice.word_for(self.deal.dealer, self.seats)]
        return [*lot, *dice.tape_for(pack[:size].tolist(), self.deal.order)]

    def _dealt(self) -> Position:
        throws = self.deal.feed(dice.new(self.deal.seed, self.deal.tape))
        return Position(self.game, self.seats, self.options, throws)

    # what is so

    @property
    def seat(self) -> int:
        """Whose turn it is; -1 where the next step is the dealer's, or where the game is over."""
        return self.position.seat if self.position.count else DEALER

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.over != 0

    @property
    def outcome(self) -> Outcome | None:
        """None while the game runs."""
        over, scores = self.position.over, self.position.scores()
        return Outcome(scores, winners(scores, over, self.game.team_wins), clause_name(over)) if over else None

    @property
    def shared_outcome(self) -> Outcome:
        """How the game ends if those tied share the win now."""
        scores = self.position.scores()
        return Outcome(scores, winners(scores, 0, 0), clause_name(self.game.shared_by), True)

    def again(self) -> "Table":
        """The same deal, before the first move."""
        deal = self.deal
        return Table(self.game, self.seats, deal.seed, deal.order, deal.dealer, deal.shuffle, **self.options)

    def allowed(self, after: str = "") -> list[str]:
        """What the seat at turn may do, in notation; `after` the beginning of a move, how that may go on (T8)."""
        position, texts = self.position, self.game.rules.ACTIONS.texts
        if after:
            position, move, _ = self._tried(after, None)
            if move.reveals or position.seat != move.seat:
                return []
        return [texts[action] for action in position.actions[: position.count]]

    def view(self, seat: int = WATCHER) -> dict[str, Any]:
        """All that a seat may see (without one: a watcher), as plain data."""
        record = self.position.view(self._seat(seat))[0]
        return look(self.game.rules.State, record, self.seats)

    def _seat(self, seat: int) -> int:
        if seat != WATCHER and not 0 <= seat < self.seats:
            raise BadSetup(f"there is no seat {seat} at this table of {self.seats}")
        return seat

    def read(self, said: Said) -> list[str]:
        """The actions of a move that may be played now, in notation; IllegalAction says why it may not."""
        _, move, _ = self._tried(said, None)
        return [self._text(action) for action in move.actions]

    def why_not(self, said: Said, seat: int | None = None) -> str:
        """The clause a move would break, or an empty string."""
        try:
            self._tried(said, seat)
        except IllegalAction as refusal:
            return refusal.clause
        return ""

    # advice

    def hint(self, adviser: "Adviser", seat: int | None = None, throws: dice.Dice | None = None) -> "Hint":
        """What a player would do in the place of the seat at turn, and why, knowing that seat's view and no more.

        `brelan.hint(table)` asks the champion. With `seat` it is also checked that it is that seat's turn.
        """
        from .hint import advise

        if self.over or (seat is not None and seat != self.position.seat):
            raise self._refused("T3" if self.over else "T1", "hint", 0)
        return advise(self.position, adviser, dice.new(0) if throws is None else throws)

    def warnings(self, said: Said) -> "list[Phrase]":
        """What the seat at turn should know before it plays this move; IllegalAction if it is not allowed."""
        from .hint import phrases

        _, move, _ = self._tried(said, None)
        return phrases(self.game, "warnings", self.position.view(move.seat), move.seat, move.actions)

    # what people do

    def play(self, said: Said, seat: int | None = None, told: bool = True) -> list[Event]:
        """Play an action, or a whole move of several, all or nothing; return what happened.

        A move is notation (`lay 5 0; end`), fields, an id, a list of those, or what the game itself can read.
        With `seat` it is also checked that it is that seat's turn. What is not `told` is quicker, and cannot be
        taken back.
        """
        after, move, events = self._tried(said, seat, told)
        if any(map(self.game.rules.ACTIONS.reveals, move.actions)):
            self.before.clear()
        else:
            self.before.append(self._snapshot())
        self.position = after
        self.history.append(move)
        self.events.extend(events)
        return events

    def _tried(self, said: Said, seat: int | None, told: bool = True) -> tuple[Position, Move, list[Event]]:
        if seat is not None and seat != self.position.seat and not self.over:
            raise self._refused("T1", str(said), 0)
        actions = self._read(said)
        after, mover = self.position.copy(), self.position.seat
        events: list[Event] = []
        reveals = False
        for step, action in enumerate(actions):
            if not after.over and (reveals or after.seat != mover):
                raise self._refused("T8" if reveals else "T1", self._text(action), step)
            broken = after.why_not(action)
            if broken:
                raise self._refused(clause_name(broken), self._text(action), step)
            before = after.copy() if told else None
            after.dice = self.deal.feed(after.dice)
            after.play(action)
            news = [] if before is None else tell(before, action, after)
            reveals = reveals_something(self.game, action, news)
            events.extend(news)
        return after, Move(mover, tuple(actions), reveals=reveals or not told), events

    def _read(self, said: Said) -> list[int]:
        actions = self.game.rules.ACTIONS
        moves = self.game.part("moves")
        if moves is not None:
            steps = moves.read(self, said)
            if steps:
                return [actions.parse(step) for step in steps]
            if steps is not None:
                raise self._refused("T4", str(said)[:80], 0)  # a move that does nothing
        if isinstance(said, str):
            parts: Sequence[Any] = [part for part in said.split(";") if part.strip()]
        elif isinstance(said, Sequence):
            parts = said
        else:
            parts = [said]
        if not parts:
            raise self._refused("T4", str(said), 0)
        return [actions.parse(part) for part in parts]

    def said(self, move: Move) -> str:
        """A move in notation."""
        if move.signal is not None:
            return str(self.game.rules.SIGNALS.texts[move.signal])
        return "; ".join(self._text(action) for action in move.actions)

    def _text(self, action: int) -> str:
        return str(self.game.rules.ACTIONS.texts[action])

    def _refused(self, clause: str, action: str, step: int) -> IllegalAction:
        return IllegalAction(f"{clause}: {self.game.words().clause(clause)}", clause, action, step)

    def signal(self, seat: int, said: str | int | Mapping[str, Any]) -> list[Event]:
        """Give a signal, in or out of turn; return what happened."""
        signals = getattr(self.game.rules, "SIGNALS", None)
        if signals is None:
            raise BadSetup(f"{self.game.name} has no signals")
        self._seat(seat)
        number = signals.parse(said)
        broken = int(self.game.engine.why_not_signal(self.position.rows, 0, seat, number))
        if broken:
            raise self._refused(clause_name(broken), signals.texts[number], 0)
        self.game.engine.signal(self.position.rows, 0, seat, number)
        self.before.clear()
        self.history.append(Move(seat, signal=number))
        event = Event("signalled", seat, {k: v for k, v in signals.describe(number).items() if k != "verb"})
        self.events.append(event)
        return [event]

    def can_take_back(self, worlds: int = GLANCE) -> bool:
        """Whether the last move can be undone: nothing hidden came to light by it, and nothing followed it.

        It is tried out in so many worlds: a few are enough to offer it, not to do it.
        """
        if not self.before or self.history[-1].reveals:
            return False
        if self.foreseen is None or self.foreseen[:2] != (len(self.history), worlds):
            self.foreseen = (len(self.history), worlds, self._foreseen(worlds))
        return self.foreseen[2]

    def _foreseen(self, worlds: int) -> bool:
        """Whether the seat that played the last move could have told beforehand all that came of it."""
        before, actions = self._restored(self.before[-1]), self.history[-1].actions
        if touched(before, self.position) or not foreseen(before, actions, worlds):
            return False
        return worlds < THOROUGH or told_alike(before, actions, tell, TOLD)

    def take_back(self) -> None:
        """Undo the last move."""
        if not self.can_take_back(THOROUGH):
            raise IllegalAction(f"T9: {self.game.words().clause('T9')}", "T9", "take back")
        self.undo()

    def undo(self) -> None:
        """Undo the last move, whatever it showed: for logs, where it was asked before it was written."""
        if self.before:
            snapshot = self.before.pop()
            self.position = self._restored(snapshot)
            self.history.pop()
            del self.events[snapshot.events :]
        else:  # written when moves could be taken back without end
            moves = self.history[:-1]
            self.history, self.events, self.position = [], [], self._dealt()
            self.replay(moves)
        self.foreseen = None

    def _snapshot(self) -> Snapshot:
        position = self.position
        return Snapshot(position.rows.tobytes(), int(position.dice[1]), len(self.events))

    def _restored(self, snapshot: Snapshot) -> Position:
        """The position of a snapshot. Of dice only the counter changes: words are never taken off a tape."""
        position = self.position.copy()
        position.rows = np.frombuffer(snapshot.record, self.game.rules.State.dtype)
        position.dice[1] = snapshot.thrown
        return position

    def replay(self, moves: Sequence[Move]) -> None:
        """Play moves of an earlier history, each checked like any other."""
        for move in moves:
            if move.signal is None:
                self.play(list(move.actions), move.seat)
            else:
                self.signal(move.seat, move.signal)

    def _repr_html_(self) -> str | None:
        return None if Table.artist is None else Table.artist(self)

    def notation(self) -> str:
        """The game so far as text that `brelan.replay` reads."""
        from .notation import write

        return write(self)
