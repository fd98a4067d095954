"""A fast game state for Python loops: one compiled call per decision."""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import dice as dice_module
from .game import Game
from .library import NoLibrary, extension
from .options import Chosen

try:
    Owner: Any = extension().Position  # holds a record, its dice and the list of allowed actions
except NoLibrary:
    Owner = type("Owner", (), {"__slots__": ()})


class Position:
    """A dealt game. `position[i]`, for i below `count`, are the allowed actions; `play` refuses all others,
    and `pick(i)` plays `position[i]` in one call."""

    if TYPE_CHECKING:  # provided by the owner of its memory: the extension, or PlainPosition
        game: Game
        seats: int
        options: dict[str, Any]
        count: int  # allowed actions
        seat: int  # the seat to act; -1 for the dealer
        memory: bytearray  # the record, then the list of actions
        throws: Any  # the dice, as bytes

        def play(self, action: int) -> int:
            """Play an allowed action and return how many are allowed next; raise ValueError if it is not allowed."""

        def pick(self, place: int) -> int:
            """Play the allowed action at an index of the list and return how many are allowed next."""

        def allowed(self) -> list[int]:
            """Return the allowed actions as a list."""

        def __getitem__(self, i: int) -> int: ...

        def __len__(self) -> int: ...

        def twin(self) -> "Position":
            """Return a copy of the record, dice and list."""
    else:
        __slots__ = ()

    def __new__(cls, game: Game, seats: int, options: dict[str, Any], dice: dice_module.Dice) -> "Position":
        """Deal a game for so many seats, with checked options and dice."""
        layout = game.engine.layout
        if layout is None:
            made = cls._empty(game, seats, options, dice)
            made.count = game.engine.start(made.rows, 0, seats, game.codes(options), made.dice, made.actions)
            return made
        codes = options.codes if type(options) is Chosen else game.codes(options)
        dealt: Any = Owner.__new__(NativePosition, layout, dice, seats, codes)
        dealt.game, dealt.seats, dealt.options = game, seats, options
        return dealt  # type: ignore[no-any-return]

    @staticmethod
    def _empty(game: Game, seats: int, options: dict[str, Any], dice: dice_module.Dice) -> "Position":
        """Make a position without a record."""
        layout = game.engine.layout
        made: Any = PlainPosition.empty(game, dice) if layout is None else Owner.__new__(NativePosition, layout, dice)
        made.game, made.seats, made.options = game, seats, options
        return made  # type: ignore[no-any-return]

    @classmethod
    def of(
        cls, game: Game, seats: int, options: dict[str, Any], dice: dice_module.Dice, rows: npt.NDArray[Any]
    ) -> "Position":  # fmt: skip
        """Make a position from a record."""
        made = cls._empty(game, seats, options, dice)
        made.rows = rows
        return made

    @property
    def rows(self) -> npt.NDArray[Any]:
        """The record, as an array of one. Assigning copies the record and lists the actions again."""
        return np.frombuffer(self.memory, self.game.rules.State.dtype, 1)

    @rows.setter
    def rows(self, rows: npt.NDArray[Any]) -> None:
        self.rows[:] = rows
        self.refresh()

    @property
    def actions(self) -> npt.NDArray[np.int16]:
        """The array of allowed actions, of which the first `count` are valid."""
        return np.frombuffer(self.memory, np.int16)[-self.game.rules.MOST :]

    @property
    def dice(self) -> dice_module.Dice:
        """The position's own dice."""
        return np.frombuffer(self.throws, np.uint64)

    @dice.setter
    def dice(self, dice: dice_module.Dice) -> None:
        self.throws = dice.copy()

    # what follows

    def refresh(self) -> None:
        """List the allowed actions again after the record was changed directly."""
        self.count = self.game.engine.legal(self.rows, 0, self.actions)

    @property
    def state(self) -> Any:
        """The record."""
        return self.rows[0]

    @property
    def over(self) -> int:
        """The clause that ended the game, or 0 while it runs."""
        return int(self.game.engine.over(self.rows, 0))

    def why_not(self, action: int) -> int:
        """Return 0 if an action is allowed, otherwise the clause it would break."""
        return int(self.game.engine.why_not(self.rows, 0, action))

    def scores(self) -> list[int]:
        """Return the current result of every seat."""
        out = np.zeros(self.seats, np.int64)
        self.game.engine.score(self.rows, 0, out)
        return [int(points) for points in out]

    def view(self, seat: int) -> npt.NDArray[Any]:
        """Return what a seat (-1: a watcher) may know, as an array of one record; everything else is HIDDEN."""
        return view_of(self.game, self.rows, seat)

    def copy(self) -> "Position":
        """Return a copy of the position, including its dice."""
        other = self.twin()
        other.game, other.seats, other.options = self.game, self.seats, self.options
        return other

    def guessed(self, seat: int, dice: dice_module.Dice) -> "Position":
        """Return a position the seat could be facing: everything it may not know is dealt again with the given dice."""
        return seen(self.game, self.view(seat), seat, dice)

    def __deepcopy__(self, memo: Any) -> "Position":
        return self.copy()  # the game itself is shared

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.of, (self.game, self.seats, self.options, self.dice, self.rows)


class NativePosition(Owner, Position):  # type: ignore[misc]
    """A position of a game with a library: the extension owns its memory and plays."""

    __slots__ = ("game", "options", "seats")


class PlainPosition(Position):
    """A position of a game without a library."""

    __slots__ = ("count", "game", "memory", "options", "seats", "throws")

    @classmethod
    def empty(cls, game: Game, dice: dice_module.Dice) -> "PlainPosition":
        """Make one without a record."""
        made = object.__new__(cls)
        size = game.rules.State.dtype.itemsize
        made.memory, made.throws, made.count = bytearray(size + size % 2 + 2 * game.rules.MOST), dice.copy(), 0
        return made

    @property
    def seat(self) -> int:  # type: ignore[override]
        return int(self.rows["seat"][0])

    def play(self, action: int) -> int:
        if action not in self.allowed():
            raise ValueError(f"action {action} is not allowed here")
        self.count = int(self.game.engine.step(self.rows, 0, action, self.dice, self.actions))
        return self.count

    def pick(self, place: int) -> int:
        return self.play(self.allowed()[place])

    def allowed(self) -> list[int]:
        return [int(action) for action in self.actions[: self.count]]

    def __getitem__(self, i: int) -> int:
        return self.allowed()[i]

    def __len__(self) -> int:
        return self.count

    def twin(self) -> "PlainPosition":
        other = object.__new__(PlainPosition)
        other.memory, other.throws, other.count = bytearray(self.memory), self.throws.copy(), self.count
        return other


def seen(game: Game, views: npt.NDArray[Any], seat: int, dice: dice_module.Dice) -> Position:
    """Return a position the seat could be facing, made only from its view; its options are in the record."""
    return Position.of(game, int(views["seats"][0]), {}, dice, guess_from(game, views, seat, dice))


def view_of(game: Game, rows: npt.NDArray[Any], seat: int) -> npt.NDArray[Any]:
    """Return a seat's view of the first of an array of records."""
    views = game.rules.State.rows(1)
    game.engine.see(rows, 0, seat, views, 0)
    return np.asarray(views)


def guess_from(game: Game, views: npt.NDArray[Any], seat: int, dice: dice_module.Dice) -> npt.NDArray[Any]:
    """Return a record the seat could be facing, completed from its view at random."""
    rows = game.rules.State.rows(1)
    game.engine.guess(views, 0, seat, dice, rows, 0)
    return np.asarray(rows)
