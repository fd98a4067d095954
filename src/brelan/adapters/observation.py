"""What a seat sees as one vector of numbers, for learners: its view, piece by piece, and nothing else.

First comes `me`, the seat that looks, a 1 among zeros; then every field of the game's State in its order, as it is in
the view: what is hidden is -1. `docs/observations.md`, written by page.py, says what each number means.
"""

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..core.game import Game
from ..core.position import Position

Vector = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]


class Piece(NamedTuple):
    """A named stretch of the vector: where it starts, its shape, who may see it, and the least and most it can be."""

    name: str
    first: int
    shape: tuple[int, ...]
    word: str
    least: int
    most: int

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return math.prod(self.shape)

    def of(self, vector: Any) -> Any:
        """This piece of a vector, or of each row of a batch of vectors, in its shape."""
        return vector[..., self.first : self.first + self.size].reshape((*vector.shape[:-1], *self.shape))


def pieces(game: Game) -> dict[str, Piece]:
    """The pieces of a game's vector by their names, in their order."""
    found = {"me": Piece("me", 0, (game.most,), "public", 0, 1)}
    first = game.most
    for name, field in game.rules.State.fields.items():
        limits = np.iinfo(field.dtype)
        found[name] = Piece(name, first, field.shape, field.word, int(limits.min), int(limits.max))
        first += found[name].size
    return found


class Observer:
    """Makes the vectors and masks of one game; all tables of the game, whatever their seats, have the same shape."""

    def __init__(self, game: Game) -> None:
        self.game, self.pieces = game, pieces(game)
        self.size = sum(piece.size for piece in self.pieces.values())
        self.actions = len(game.rules.ACTIONS)
        self.low, self.high = (
            np.concatenate([np.full(piece.size, limit, np.float32) for piece, limit in self._limits(end)])
            for end in ("least", "most")
        )
        self.layout = {dtype: self._places(dtype) for dtype in ("i1", "i2")}

    def _limits(self, end: str) -> list[tuple[Piece, int]]:
        return [(piece, getattr(piece, end)) for piece in self.pieces.values()]

    def _places(self, dtype: str) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Where in a record the numbers of this type lie, counted in such numbers, and where in the vector."""
        kind, wide = self.game.rules.State, np.dtype(dtype).itemsize
        fields = [(name, field) for name, field in kind.fields.items() if field.dtype == dtype]
        found = [(kind.dtype.fields[name][1] // wide, self.pieces[name]) for name, _ in fields]
        spans = [(np.arange(piece.size) + start, np.arange(piece.size) + piece.first) for start, piece in found]
        empty = np.zeros(0, np.int64)
        return np.concatenate([empty, *(a for a, _ in spans)]), np.concatenate([empty, *(b for _, b in spans)])

    def vector(self, position: Position, seat: int) -> Vector:
        """What a seat sees (-1: a watcher)."""
        out, view = np.zeros(self.size, np.float32), position.view(seat)
        if seat >= 0:
            out[seat] = 1
        for dtype, (there, here) in self.layout.items():
            out[here] = view.view(dtype)[there]
        return out

    def mask(self, position: Position, seat: int) -> Mask:
        """1 for every action the seat may play now; all 0 if it is not its turn, whatever the others may play."""
        out = np.zeros(self.actions, np.int8)
        if position.seat == seat:
            out[position.actions[: position.count]] = 1
        return out
