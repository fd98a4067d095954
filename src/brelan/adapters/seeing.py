"""What a seat of an OpenSpiel game sees, has seen and has done, as text and as tensors."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.record import HIDDEN
from ..lab.observation import Observer

if TYPE_CHECKING:
    from .openspiel import SpielState


class Seen:
    """What all seats saw after an action, linked to what came before; immutable, so copies of a state share it.

    After a guess, `only` the seat that guessed remembers what came before (-1: nobody); it cannot know others' past.
    """

    __slots__ = ("action", "before", "changes", "mover", "only", "views")

    def __init__(
        self, before: "Seen | None", mover: int, action: int, views: tuple[Any, ...], only: int | None = None
    ) -> None:
        self.before, self.mover, self.action, self.views, self.only = before, mover, action, views, only
        self.changes: dict[int, str] = {}  # as text, for seats that asked

    def remembered(self, seat: int) -> bool:
        """Whether a seat knows what it did and saw before."""
        return self.only in (None, seat)

    def did(self, seat: int) -> int:
        """Return the action if it is the seat's own, else -1."""
        return self.action if self.mover == seat and self.remembered(seat) else -1

    def change(self, seat: int, observer: Observer) -> str:
        """Return how a seat's view changed."""
        if seat not in self.changes:
            new = observer.numbers(self.views[seat], seat)
            before = self.before if self.remembered(seat) else None
            old = 0 if before is None else observer.numbers(before.views[seat], seat)
            self.changes[seat] = " ".join(f"{k}={new[k]:.0f}" for k in np.flatnonzero(new != old))
        return self.changes[seat]

    def __deepcopy__(self, memo: Any) -> "Seen":
        return self


def back(seen: Seen | None, seat: int) -> Iterator[Seen]:
    """Yield what a seat remembers, from the latest to the first."""
    while seen is not None:
        yield seen
        seen = seen.before if seen.remembered(seat) else None


class SpielObserver:
    """The vector of observation.py, whole in `tensor` and by piece in `dict`."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer
        self.tensor = np.zeros(observer.size, np.float32)
        self.dict = {name: piece.of(self.tensor) for name, piece in observer.pieces.items()}

    def set_from(self, state: "SpielState", player: int) -> None:
        """Set what a seat sees; nothing before the first deal."""
        self.tensor[:] = 0 if state.position is None else self.observer.vector(state.position, player)

    def string_from(self, state: "SpielState", player: int) -> str:
        """Return the same as text: every piece that is not hidden."""
        if state.position is None:
            return "before the deal"
        vector = self.observer.vector(state.position, player).astype(int).tolist()
        parts = ((name, vector[piece.first : piece.first + piece.size]) for name, piece in self.observer.pieces.items())
        return "\n".join(f"{name} {' '.join(map(str, part))}" for name, part in parts if any(n != HIDDEN for n in part))


class SpielMemory:
    """The information state: observations and actions, latest first; -1 before the first."""

    def __init__(self, observer: Observer, recall: int) -> None:
        self.observer, self.recall = observer, recall
        self.tensor = np.zeros(recall * (observer.size + 1), np.float32)
        self.dict = {"information_state": self.tensor}

    def set_from(self, state: "SpielState", player: int) -> None:
        """Set what a seat has seen: its current view, then its view before each of its last actions."""
        self.tensor[:] = -1
        rows, action = iter(self.tensor.reshape(self.recall, self.observer.size + 1)), -1
        for one in back(state.past, player):
            if one is state.past or action >= 0:
                row = next(rows, None)
                if row is None:
                    break
                row[0], row[1:] = action, self.observer.numbers(one.views[player], player)
            action = one.did(player)

    def string_from(self, state: "SpielState", player: int) -> str:
        """Return the complete information state as text."""
        return state.information_state_string(player)
