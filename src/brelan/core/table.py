"""A game in progress: checked moves, history, events, take-back."""

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
    """What a seat did in one go: one or more actions, or a signal."""

    seat: int
    actions: tuple[int, ...] = ()
    signal: int | None = None
    reveals: bool = False  # something hidden was revealed


UNDONE = 32  # moves that can be taken back in succession
GLANCE, THOROUGH, TOLD = 4, 256, 16  # worlds in which to check whether a move revealed something
AHEAD = 1024  # words of a shuffle kept ready: more than any single action needs


@dataclass
class Deal:
    """What fixes a game before the first action: a seed; or the order of the pack, with the first dealer if one is
    drawn; or a shuffle that can be verified."""

    seed: int
    order: list[int] | None = None
    dealer: int | None = None
    shuffle: Shuffle | None = None
    tape: list[int] = field(default_factory=list)

    def feed(self, throws: dice.Dice) -> dice.Dice:
        """Make sure that the dice have enough words of the shuffle for one action."""
        written = throws.size - dice.HEADER
        if self.shuffle is None or written - int(throws[1]) >= AHEAD:
            return throws
        return np.append(throws, np.array(self.shuffle.words(written, 2 * AHEAD), np.uint64))


def tell(before: Position, action: int, after: Position) -> list[Event]:
    """Return the events of an action, from the game's own story."""
    story = before.game.part("story")
    if story is None:
        return []
    row = np.empty(ROOM, np.int16)
    size = before.game.engine.tell(before.rows, 0, action, after.rows, 0, row)
    return [Event.of(*said) for said in story.EVENTS.read(row[:size].tolist())]


class Snapshot(NamedTuple):
    """A table before a move that could be taken back: its record, how far its dice had got, and its events."""

    record: bytes
    thrown: int
    events: int


class Table:
    """A game in progress. Every move is checked, and a refused one changes nothing.

    `name` names a game, or is one; `seats` defaults to the fewest, and options are keyword arguments. Raises
    UnknownGame, or BadSetup for seats or options the game does not have. The cards follow from `seed` (default:
    random), from `order`, the pack written top card first (T5), or from a `shuffle` that players can verify.
    """

    artist: ClassVar[Callable[["Table"], str] | None] = None  # draws tables for notebooks

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
        self.before: deque[Snapshot] = deque(maxlen=UNDONE)  # the last moves, if they can be taken back
        self.foreseen: tuple[int, int, bool] | None = None  # of the last move, in so many worlds: whether it was
        self.position = self._dealt()

    def _tape(self) -> list[int]:
        if self.deal.shuffle is not None and self.deal.order is not None:
            raise BadSetup("cards are in a given order or shuffled, not both")
        if (self.deal.dealer is None) != (self.deal.order is None or not self.game.draws_dealer):
            raise BadSetup("give the first dealer with an order of cards if the game draws one by lot, and only then")
        if self.deal.order is None:
            return []
        if not self.game.one_pack:
            raise BadSetup(f"{self.game.name} can only be dealt from a seed: it shuffles more than one pack")
        pack = np.zeros(len(self.deal.order) + 512, np.int16)
        size = self.game.engine.pack(self.seats, self.game.codes(self.options), pack)
        if sorted(self.deal.order) != pack[:size].tolist():
            raise BadSetup(f"the order must contain each of the {size} cards of this game's pack once")
        lot = [] if self.deal.dealer is None else [dice.word_for(self.deal.dealer, self.seats)]
        return [*lot, *dice.tape_for(pack[:size].tolist(), self.deal.order)]

    def _dealt(self) -> Position:
        throws = self.deal.feed(dice.new(self.deal.seed, self.deal.tape))
        return Position(self.game, self.seats, self.options, throws)

    # what is so

    @property
    def seat(self) -> int:
        """The seat to act; -1 if the next step is the dealer's, or if the game is over."""
        return self.position.seat if self.position.count else DEALER

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.over != 0

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it runs."""
        over, scores = self.position.over, self.position.scores()
        return Outcome(scores, winners(scores, over, self.game.team_wins), clause_name(over)) if over else None

    @property
    def shared_outcome(self) -> Outcome:
        """Return how the game would end if the tied seats shared the win now."""
        scores = self.position.scores()
        return Outcome(scores, winners(scores, 0, 0), clause_name(self.game.shared_by), True)

    def again(self) -> "Table":
        """Return a new table with the same deal, before the first move."""
        deal = self.deal
        return Table(self.game, self.seats, deal.seed, deal.order, deal.dealer, deal.shuffle, **self.options)

    def allowed(self, after: str = "") -> list[str]:
        """Return the allowed actions in notation; `after` the start of a move, those that may continue it (T8)."""
        position, texts = self.position, self.game.rules.ACTIONS.texts
        if after:
            position, move, _ = self._tried(after, None)
            if move.reveals or position.seat != move.seat:
                return []
        return [texts[action] for action in position.actions[: position.count]]

    def view(self, seat: int = WATCHER) -> dict[str, Any]:
        """Return everything a seat (default: a watcher) may see, as plain data; raise BadSetup for an unknown seat."""
        record = self.position.view(self._seat(seat))[0]
        return look(self.game.rules.State, record, self.seats)

    def _seat(self, seat: int) -> int:
        if seat != WATCHER and not 0 <= seat < self.seats:
            raise BadSetup(f"there is no seat {seat}: this table has {self.seats} seats")
        return seat

    def read(self, said: Said) -> list[str]:
        """Return the actions of a move in notation, without playing it; raise IllegalAction if it is not allowed."""
        _, move, _ = self._tried(said, None)
        return [self._text(action) for action in move.actions]

    def why_not(self, said: Said, seat: int | None = None) -> str:
        """Return the clause a move would break, or an empty string."""
        try:
            self._tried(said, seat)
        except IllegalAction as refusal:
            return refusal.clause
        return ""

    # advice

    def hint(self, adviser: "Adviser", seat: int | None = None, throws: dice.Dice | None = None) -> "Hint":
        """Return what a player would do in place of the seat to act, and why, knowing only that seat's view.

        `brelan.hint(table)` asks the champion. With `seat`, raises IllegalAction (T1) if it is not that seat's turn.
        """
        from .hint import advise

        if self.over or (seat is not None and seat != self.position.seat):
            raise self._refused("T3" if self.over else "T1", "hint", 0)
        return advise(self.position, adviser, dice.new(0) if throws is None else throws)

    def warnings(self, said: Said) -> "list[Phrase]":
        """Return the game's warnings against a move; raise IllegalAction if it is not allowed."""
        from .hint import phrases

        _, move, _ = self._tried(said, None)
        return phrases(self.game, "warnings", self.position.view(move.seat), move.seat, move.actions)

    # what people do

    def play(self, said: Said, seat: int | None = None, told: bool = True) -> list[Event]:
        """Play an action, or a whole move of several, all or nothing, and return the events.

        A move is notation (`lay 5 0; end`), fields, an id, a list of those, or any form the game itself can read.
        Raises IllegalAction, with the clause, if it is not allowed; with `seat`, also if it is not that seat's turn.
        With `told=False`, playing is faster, but reports no events and cannot be taken back.
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
        """Return a move in notation."""
        if move.signal is not None:
            return str(self.game.rules.SIGNALS.texts[move.signal])
        return "; ".join(self._text(action) for action in move.actions)

    def _text(self, action: int) -> str:
        return str(self.game.rules.ACTIONS.texts[action])

    def _refused(self, clause: str, action: str, step: int) -> IllegalAction:
        return IllegalAction(f"{clause}: {self.game.words().clause(clause)}", clause, action, step)

    def signal(self, seat: int, said: str | int | Mapping[str, Any]) -> list[Event]:
        """Give a signal, in or out of turn, and return the events; raise IllegalAction if it is not allowed."""
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
        """Whether the last move can be undone: it revealed nothing hidden, and nothing followed it.

        This is checked in so many worlds: a few are enough to offer it, but not to do it.
        """
        if not self.before or self.history[-1].reveals:
            return False
        if self.foreseen is None or self.foreseen[:2] != (len(self.history), worlds):
            self.foreseen = (len(self.history), worlds, self._foreseen(worlds))
        return self.foreseen[2]

    def _foreseen(self, worlds: int) -> bool:
        """Whether the seat that played the last move could have predicted everything that followed."""
        before, actions = self._restored(self.before[-1]), self.history[-1].actions
        if touched(before, self.position) or not foreseen(before, actions, worlds):
            return False
        return worlds < THOROUGH or told_alike(before, actions, tell, TOLD)

    def take_back(self) -> None:
        """Undo the last move; raise IllegalAction (T9) if it revealed something, or if there is none."""
        if not self.can_take_back(THOROUGH):
            raise IllegalAction(f"T9: {self.game.words().clause('T9')}", "T9", "take back")
        self.undo()

    def undo(self) -> None:
        """Undo the last move, whatever it revealed: for logs, which record only take-backs that were allowed."""
        if self.before:
            snapshot = self.before.pop()
            self.position = self._restored(snapshot)
            self.history.pop()
            del self.events[snapshot.events :]
        else:  # an old log: there was no limit on taking back
            moves = self.history[:-1]
            self.history, self.events, self.position = [], [], self._dealt()
            self.replay(moves)
        self.foreseen = None

    def _snapshot(self) -> Snapshot:
        position = self.position
        return Snapshot(position.rows.tobytes(), int(position.dice[1]), len(self.events))

    def _restored(self, snapshot: Snapshot) -> Position:
        """Return the position of a snapshot. Of the dice, only the counter changes: a tape never loses words."""
        position = self.position.copy()
        position.rows = np.frombuffer(snapshot.record, self.game.rules.State.dtype)
        position.dice[1] = snapshot.thrown
        return position

    def replay(self, moves: Sequence[Move]) -> None:
        """Play the moves of an earlier history, checking each like any other."""
        for move in moves:
            if move.signal is None:
                self.play(list(move.actions), move.seat)
            else:
                self.signal(move.seat, move.signal)

    def _repr_html_(self) -> str | None:
        return None if Table.artist is None else Table.artist(self)

    def notation(self) -> str:
        """Return the game so far as text, which `brelan.replay` reads."""
        from .notation import write

        return write(self)
