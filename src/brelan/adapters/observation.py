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
from ..core.rule import rule

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


@rule
def spread(raw: Any, seat: Any, seats: Any, places: Any, wide: Any, out: Any) -> None:
    """Write a view, given as its bytes, into a vector: `places` says where each number lies, `wide` if it has two."""
    for k in range(seats):
        out[k] = 1 if k == seat else 0
    for k in range(places.size):
        value = int(raw[0, places[k]])
        if wide[k]:
            value = value % 256 + 256 * int(raw[0, places[k] + 1])
        out[seats + k] = value


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
        self._places, self._wide = self._layout()

    def _limits(self, end: str) -> list[tuple[Piece, int]]:
        return [(piece, getattr(piece, end)) for piece in self.pieces.values()]

    def _layout(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """Where in a record each number starts, and whether it has two bytes."""
        kind = self.game.rules.State
        places, wide = [], []
        for name, field in kind.fields.items():
            width, start = np.dtype(field.dtype).itemsize, kind.dtype.fields[name][1]
            count = math.prod(field.shape)
            places += [start + width * k for k in range(count)]
            wide += [width == 2] * count
        return np.array(places, np.int64), np.array(wide, np.bool_)

    def vector(self, position: Position, seat: int) -> Vector:
        """What a seat sees (-1: a watcher)."""
        out = np.empty(self.size, np.float32)
        raw = position.view(seat).view(np.int8).reshape(1, -1)
        spread(raw, seat, self.game.most, self._places, self._wide, out)
        return out

    def mask(self, position: Position, seat: int) -> Mask:
        """1 for every action the seat may play now; all 0 if it is not its turn, whatever the others may play."""
        out = np.zeros(self.actions, np.int8)
        if position.seat == seat:
            out[position.actions[: position.count]] = 1
        return out
