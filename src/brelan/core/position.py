"""A fast state: one compiled call a decision, for loops written in Python."""

from typing import Any

import numpy as np
import numpy.typing as npt

from . import dice as dice_module
from .game import Game


class Position:
    """A dealt game. `actions[:count]` are the allowed actions; `play` trusts the caller."""

    __slots__ = ("_step", "actions", "count", "dice", "game", "options", "rows", "seats")

    def __init__(self, game: Game, seats: int, options: dict[str, Any], dice: dice_module.Dice) -> None:
        self.game, self.seats, self.options, self.dice = game, seats, options, dice
        self.rows = game.rules.State.rows(1)
        self.actions = np.zeros(game.rules.MOST, np.int16)
        self._step = game.loops.step
        self.count: int = game.loops.start(self.rows, 0, seats, game.codes(options), dice, self.actions)

    def play(self, action: int) -> int:
        """Play an allowed action, return how many are allowed next. One that is not allowed does damage."""
        self.count = self._step(self.rows, 0, action, self.dice, self.actions)
        return self.count

    def refresh(self) -> None:
        """List the allowed actions again, after the record was written to from outside."""
        self.count = self.game.loops.allowed(self.rows, 0, self.actions)

    @property
    def state(self) -> Any:
        """The record."""
        return self.rows[0]

    @property
    def seat(self) -> int:
        """Whose turn it is; -1 for the dealer."""
        return int(self.rows["seat"][0])

    @property
    def over(self) -> int:
        """The clause that ended the game, 0 while it runs."""
        return int(self.game.rules.why_over(self.rows[0]))

    def why_not(self, action: int) -> int:
        """0 if the action is allowed, else the clause it would break."""
        return int(self.game.loops.refusal(self.rows, 0, action))

    def scores(self) -> list[int]:
        """Results per seat, as they stand."""
        out = np.zeros(self.seats, np.int64)
        self.game.loops.ending(self.rows, 0, out)
        return [int(points) for points in out]

    def view(self, seat: int) -> npt.NDArray[Any]:
        """What a seat may know (-1: a watcher), as an array of one record; the rest of it is HIDDEN."""
        return view_of(self.game, self.rows, seat)

    def copy(self) -> "Position":
        """The same position again, dice included."""
        other = object.__new__(Position)
        other.game, other.seats, other.options, other._step = self.game, self.seats, self.options, self._step
        other.rows, other.dice, other.actions = self.rows.copy(), self.dice.copy(), self.actions.copy()
        other.count = self.count
        return other

    def guessed(self, seat: int, dice: dice_module.Dice) -> "Position":
        """A position that the seat could be facing: what it may not know is dealt again, with dice of one's own."""
        return seen(self.game, self.view(seat), seat, dice)

    def __deepcopy__(self, memo: Any) -> "Position":
        return self.copy()  # the game itself is shared

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.game, self.seats, self.options, self.dice, self.rows)


def restored(game: Game, seats: int, options: dict[str, Any], dice: dice_module.Dice, rows: Any) -> Position:
    """A position whose record is known already, as it comes out of a pickle."""
    made = object.__new__(Position)
    made.game, made.seats, made.options, made.dice, made.rows = game, seats, options, dice, rows
    made.actions, made._step = np.zeros(game.rules.MOST, np.int16), game.loops.step
    made.refresh()
    return made


def seen(game: Game, views: npt.NDArray[Any], seat: int, dice: dice_module.Dice) -> Position:
    """A position that the seat could be facing, made from its view and nothing else; its options are in the record."""
    return restored(game, int(views["seats"][0]), {}, dice, guess_from(game, views, seat, dice))


def view_of(game: Game, rows: npt.NDArray[Any], seat: int) -> npt.NDArray[Any]:
    """The view of a seat on the first of an array of records."""
    kind = game.rules.State
    views = kind.rows(1)
    size = kind.dtype.itemsize
    raw, raw_views = rows.view(np.int8).reshape(-1, size), views.view(np.int8).reshape(-1, size)
    game.loops.see(rows, 0, raw, seat, kind.masks(game.most), views, 0, raw_views)
    return np.asarray(views)


def guess_from(game: Game, views: npt.NDArray[Any], seat: int, dice: dice_module.Dice) -> npt.NDArray[Any]:
    """A whole record that the seat could be facing, drawn at random."""
    rows = game.rules.State.rows(1)
    game.loops.imagine(views, 0, seat, dice, rows, 0)
    return np.asarray(rows)
