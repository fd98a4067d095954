"""What a seat sees as one vector of numbers, for learners: its view and nothing else.

First comes `me`, the observing seat, one-hot; then every field of the game's State in order, as it is in
the view, with -1 for everything hidden. Secret fields that no view contains are left out. `docs/observations.md`,
written by adapters/page.py, explains each number.
"""

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..core.errors import BadSetup
from ..core.game import Game
from ..core.position import Position

Vector = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]


class Piece(NamedTuple):
    """A named part of the vector: its start, its shape, who may see it, and its bounds."""

    name: str
    first: int
    shape: tuple[int, ...]
    word: str
    least: int
    most: int

    @property
    def size(self) -> int:
        """The number of its values."""
        return math.prod(self.shape)

    def of(self, vector: Any) -> Any:
        """Return this piece of a vector, or of each row of a batch, in its shape."""
        return vector[..., self.first : self.first + self.size].reshape((*vector.shape[:-1], *self.shape))


def pieces(game: Game) -> dict[str, Piece]:
    """Return the pieces of a game's vector by name, in order."""
    found = {"me": Piece("me", 0, (game.most,), "public", 0, 1)}
    first = game.most
    for name, field in game.rules.State.fields.items():
        if field.shown:
            found[name] = Piece(name, first, field.shape, field.word, *field.limits)
            first += found[name].size
    return found


class Observer:
    """Makes the vectors and masks of a game; they have the same shape for every number of seats.

    With `talk`, the game's signals are numbered after its actions.
    """

    def __init__(self, game: Game, talk: bool = False) -> None:
        if talk and not hasattr(game.rules, "SIGNALS"):
            raise BadSetup(f"{game.name} has no signals")
        self.game, self.pieces, self.talk = game, pieces(game), talk
        self.size = sum(piece.size for piece in self.pieces.values())
        self.first_signal = len(game.rules.ACTIONS)
        self.signals = len(game.rules.SIGNALS) if talk else 0
        self.actions = self.first_signal + self.signals
        self.low, self.high = (
            np.concatenate([np.full(piece.size, limit, np.float32) for piece, limit in self._limits(end)])
            for end in ("least", "most")
        )
        self.layout = {dtype: self._places(dtype) for dtype in ("i1", "i2")}

    def _limits(self, end: str) -> list[tuple[Piece, int]]:
        return [(piece, getattr(piece, end)) for piece in self.pieces.values()]

    def _places(self, dtype: str) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return the places of numbers of a type in a record, in units of that type, and in the vector."""
        kind, wide = self.game.rules.State, np.dtype(dtype).itemsize
        names = [name for name, field in kind.fields.items() if field.dtype == dtype and field.shown]
        found = [(kind.dtype.fields[name][1] // wide, self.pieces[name]) for name in names]
        spans = [(np.arange(piece.size) + start, np.arange(piece.size) + piece.first) for start, piece in found]
        empty = np.zeros(0, np.int64)
        return np.concatenate([empty, *(a for a, _ in spans)]), np.concatenate([empty, *(b for _, b in spans)])

    def vector(self, position: Position, seat: int) -> Vector:
        """Return what a seat (-1: a watcher) sees."""
        return self.numbers(position.view(seat), seat)

    def numbers(self, view: npt.NDArray[Any], seat: int) -> Vector:
        """Return a seat's view, an array of one record, as a vector."""
        out = np.zeros(self.size, np.float32)
        if seat >= 0:
            out[seat] = 1
        for dtype, (there, here) in self.layout.items():
            out[here] = view.view(dtype)[there]
        return out

    def mask(self, position: Position, seat: int, said: int = -1) -> Mask:
        """Return 1 for every action the seat may play now; all 0 if it is not its turn.

        Signals must ascend from the last one `said` since the last action, so that talk ends.
        """
        out = np.zeros(self.actions, np.int8)
        if position.seat == seat and position.count:
            out[position.actions[: position.count]] = 1
            out[[self.first_signal + number for number in self.may_say(position, said)]] = 1
        return out

    def may_say(self, position: Position, said: int) -> list[int]:
        """Return the signals the seat to act may give now."""
        if not self.talk:
            return []
        why_not, rows, seat = self.game.engine.why_not_signal, position.rows, position.seat
        return [number for number in range(said + 1, self.signals) if not why_not(rows, 0, seat, number)]
