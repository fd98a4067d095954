"""A fast state: one compiled call a decision, for loops written in Python."""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import dice as dice_module
from .game import Game
from .library import NoLibrary, extension
from .options import Chosen

try:
    Owner: Any = extension().Position  # owns a record, its dice and the list of allowed actions
except NoLibrary:
    Owner = type("Owner", (), {"__slots__": ()})


class Position:
    """A dealt game. `position[i]`, for i below `count`, are the allowed actions; `play` refuses any other,
    and `pick(i)` plays `position[i]` in one call."""

    if TYPE_CHECKING:  # what its owner of memory has: the extension, or PlainPosition
        game: Game
        seats: int
        options: dict[str, Any]
        count: int  # allowed actions
        seat: int  # whose turn it is; -1 for the dealer
        memory: bytearray  # the record, then the list of actions
        throws: Any  # the dice, as bytes

        def play(self, action: int) -> int:
            """Play an allowed action, return how many are allowed next; ValueError if it is not one of them."""

        def pick(self, place: int) -> int:
            """Play the allowed action at a place of the list, return how many are allowed next."""

        def allowed(self) -> list[int]:
            """The allowed actions as a list."""

        def __getitem__(self, i: int) -> int: ...

        def __len__(self) -> int: ...

        def twin(self) -> "Position":
            """The same record, dice and list again."""
    else:
        __slots__ = ()

    def __new__(cls, game: Game, seats: int, options: dict[str, Any], dice: dice_module.Dice) -> "Position":
        """Deal."""
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
        """A position before its record is written."""
        layout = game.engine.layout
        made: Any = PlainPosition.empty(game, dice) if layout is None else Owner.__new__(NativePosition, layout, dice)
        made.game, made.seats, made.options = game, seats, options
        return made  # type: ignore[no-any-return]

    @classmethod
    def of(
        cls, game: Game, seats: int, options: dict[str, Any], dice: dice_module.Dice, rows: npt.NDArray[Any]
    ) -> "Position":  # fmt: skip
        """A position whose record is known already."""
        made = cls._empty(game, seats, options, dice)
        made.rows = rows
        return made

    @property
    def rows(self) -> npt.NDArray[Any]:
        """The record, as an array of one. What is assigned to it is copied, and the actions are listed again."""
        return np.frombuffer(self.memory, self.game.rules.State.dtype, 1)

    @rows.setter
    def rows(self, rows: npt.NDArray[Any]) -> None:
        self.rows[:] = rows
        self.refresh()

    @property
    def actions(self) -> npt.NDArray[np.int16]:
        """Room for the allowed actions; the first `count` are in use."""
        return np.frombuffer(self.memory, np.int16)[-self.game.rules.MOST :]

    @property
    def dice(self) -> dice_module.Dice:
        """The dice it is played with; its own."""
        return np.frombuffer(self.throws, np.uint64)

    @dice.setter
    def dice(self, dice: dice_module.Dice) -> None:
        self.throws = dice.copy()

    # what follows

    def refresh(self) -> None:
        """List the allowed actions again, after the record was written to from outside."""
        self.count = self.game.engine.legal(self.rows, 0, self.actions)

    @property
    def state(self) -> Any:
        """The record."""
        return self.rows[0]

    @property
    def over(self) -> int:
        """The clause that ended the game, 0 while it runs."""
        return int(self.game.engine.over(self.rows, 0))

    def why_not(self, action: int) -> int:
        """0 if the action is allowed, else the clause it would break."""
        return int(self.game.engine.why_not(self.rows, 0, action))

    def scores(self) -> list[int]:
        """Results per seat, as they stand."""
        out = np.zeros(self.seats, np.int64)
        self.game.engine.score(self.rows, 0, out)
        return [int(points) for points in out]

    def view(self, seat: int) -> npt.NDArray[Any]:
        """What a seat may know (-1: a watcher), as an array of one record; the rest of it is HIDDEN."""
        return view_of(self.game, self.rows, seat)

    def copy(self) -> "Position":
        """The same position again, dice included."""
        other = self.twin()
        other.game, other.seats, other.options = self.game, self.seats, self.options
        return other

    def guessed(self, seat: int, dice: dice_module.Dice) -> "Position":
        """A position that the seat could be facing: what it may not know is dealt again, with dice of one's own."""
        return seen(self.game, self.view(seat), seat, dice)

    def __deepcopy__(self, memo: Any) -> "Position":
        return self.copy()  # the game itself is shared

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.of, (self.game, self.seats, self.options, self.dice, self.rows)


class NativePosition(Owner, Position):  # type: ignore[misc]
    """A position of a game with a library: the extension owns its memory, and plays."""

    __slots__ = ("game", "options", "seats")


class PlainPosition(Position):
    """A position of a game without one."""

    __slots__ = ("count", "game", "memory", "options", "seats", "throws")

    @classmethod
    def empty(cls, game: Game, dice: dice_module.Dice) -> "PlainPosition":
        """One before its record is written."""
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
    """A position that the seat could be facing, made from its view and nothing else; its options are in the record."""
    return Position.of(game, int(views["seats"][0]), {}, dice, guess_from(game, views, seat, dice))


def view_of(game: Game, rows: npt.NDArray[Any], seat: int) -> npt.NDArray[Any]:
    """The view of a seat on the first of an array of records."""
    views = game.rules.State.rows(1)
    game.engine.see(rows, 0, seat, views, 0)
    return np.asarray(views)


def guess_from(game: Game, views: npt.NDArray[Any], seat: int, dice: dice_module.Dice) -> npt.NDArray[Any]:
    """A whole record that the seat could be facing, drawn at random."""
    rows = game.rules.State.rows(1)
    game.engine.guess(views, 0, seat, dice, rows, 0)
    return np.asarray(rows)
