"""What a bot is: a view and the allowed actions in, an action out."""

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ..core.dice import Dice, below
from ..core.game import Game
from ..core.loops.bots import SIDES

View = npt.NDArray[Any]
Allowed = npt.NDArray[np.int16]


class Player(Protocol):
    """Anything that chooses. The view is an array of one record in which everything hidden is -1."""

    def choose(self, view: View, seat: int, allowed: Allowed, dice: Dice) -> int:
        """Return one of the `allowed` actions, knowing the view of `seat`; take chance from `dice`."""
        ...


class RandomPlayer:
    """A player that chooses among the allowed actions with equal probability."""

    def choose(self, view: View, seat: int, allowed: Allowed, dice: Dice) -> int:
        """Return one of the allowed actions at random."""
        return int(allowed[below(dice, len(allowed))])


class PolicyPlayer:
    """A player that follows the game's policy (bots.py) or, with `best`, its own champion."""

    def __init__(self, game: Game, best: bool = False) -> None:
        self.game, self.champion = game, best
        self.decide = game.engine.best if best else game.engine.policy
        self.measure = game.engine.certain if best and game.engine.has("certain") else None
        self.asked: tuple[View, int, Allowed, int] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, self.champion)  # compiled functions are found again, not copied

    def choose(self, view: View, seat: int, allowed: Allowed, dice: Dice) -> int:
        """Return the action the policy prefers."""
        self.asked = view, seat, allowed, len(allowed)
        return int(self.decide(*self.asked, dice))

    @property
    def certain(self) -> bool | None:
        """Whether the last choice beats every other by a margin; None if it cannot tell."""
        told = self.measure(*self.asked) if self.measure and self.asked else -1
        return None if told < 0 else told == 1


class CarelessPlayer:
    """A player that follows the game's policy but overlooks some actions, as people do."""

    def __init__(self, game: Game, overlooks: float) -> None:
        self.game, self.overlooks = game, overlooks
        self.decide = game.engine.careless
        self.overlooked, self.kept = int(overlooks * SIDES), np.zeros(game.rules.MOST, np.int16)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, self.overlooks)

    def choose(self, view: View, seat: int, allowed: Allowed, dice: Dice) -> int:
        """Return the action the policy prefers among those it does not overlook."""
        return int(self.decide(view, seat, allowed, self.overlooked, dice, self.kept))
