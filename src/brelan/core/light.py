"""Whether a move revealed something hidden, derived from the record and the rules of any game.

A seat may take a move back only if it could have predicted everything that followed. So a move is final if its
verb or an event declares that it reveals something, if it changed what the seat could not see, or if, in other worlds
the seat could have been facing, the same actions would have looked different to it, by view, score or event.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import dice
from .events import Event
from .game import Game
from .position import Position, seen
from .record import HIDDEN

Tell = Callable[[Position, int, Position], list[Event]]
Bytes = npt.NDArray[np.uint8]
HIDDEN_BYTE = np.uint8(HIDDEN & 0xFF)  # of a number of any size


def reveals_something(game: Game, action: int, events: Sequence[Event]) -> bool:
    """Whether an action declares it: by its verb, or because somebody learnt what others may not know."""
    return bool(game.rules.ACTIONS.reveals(action)) or any(event.owner for event in events)


@functools.lru_cache(1000)
def _not_for(game: Game, seat: int) -> Any:
    """Return which bytes of a record are hidden from a seat by the fields' declarations."""
    mask = game.rules.State.rows(1)
    for name, field in game.rules.State.fields.items():
        if field.word in ("owner", "secret"):
            mask[name] = HIDDEN
        if field.word == "owner":
            mask[name][0, seat] = 0
    return _bytes(mask) != 0


def _bytes(rows: npt.NDArray[Any]) -> Bytes:
    return rows.view(np.ndarray).view(np.uint8)


def touched(before: Position, after: Position) -> bool:
    """Whether anything the acting seat could not see has changed, or has become visible."""
    seat = before.seat
    hidden = _not_for(before.game, seat) & (_bytes(before.view(seat)) == HIDDEN_BYTE)
    changed = _bytes(before.rows) != _bytes(after.rows)
    return bool(np.any(hidden & (changed | (_bytes(after.view(seat)) != HIDDEN_BYTE))))


def foreseen(before: Position, actions: Sequence[int], worlds: int) -> bool:
    """Whether the same actions lead to the same view and scores in so many worlds the acting seat could be facing."""
    trial = Trial(before, actions)
    shown = trial.outcome(before.rows.copy())
    return shown is not None and all(trial.outcome(trial.guessed()) == shown for _ in range(worlds))


class Trial:
    """Buffers for trying out actions of the acting seat repeatedly."""

    def __init__(self, before: Position, actions: Sequence[int]) -> None:
        kind = before.game.rules.State
        self.engine, self.seat, self.actions = before.game.engine, before.seat, actions
        self.known, self.rows, self.view = before.view(before.seat), kind.rows(1), kind.rows(1)
        self.throws, self.scores = dice.new(0), np.zeros(before.seats, np.int64)
        self.room = np.zeros(before.game.rules.MOST, np.int16)

    def guessed(self) -> Any:
        """Return another world the seat could be facing."""
        self.engine.guess(self.known, 0, self.seat, self.throws, self.rows, 0)
        return self.rows

    def outcome(self, rows: Any) -> tuple[bytes, bytes] | None:
        """Return what the seat sees after its actions, and the scores; None if one of them is not allowed."""
        for action in self.actions:
            if self.engine.why_not(rows, 0, action):
                return None
            self.engine.step(rows, 0, action, self.throws, self.room)
        self.engine.see(rows, 0, self.seat, self.view, 0)
        self.engine.score(rows, 0, self.scores)
        return self.view.tobytes(), self.scores.tobytes()


def told_alike(before: Position, actions: Sequence[int], tell: Tell, worlds: int) -> bool:
    """Whether the acting seat sees the same events in so many worlds it could be facing."""
    view, throws = before.view(before.seat), dice.new(0)
    told = _told(before.copy(), actions, before.seat, tell)
    alike = (_told(seen(before.game, view, before.seat, throws), actions, before.seat, tell) for _ in range(worlds))
    return all(heard == told for heard in alike)


def _told(world: Position, actions: Sequence[int], seat: int, tell: Tell) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    for action in actions:
        before = world.copy()
        world.play(action)
        events += [event.seen_by(seat) for event in tell(before, action, world)]
    return events
