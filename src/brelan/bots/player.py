"""What a bot is: a view and the allowed actions in, an action out."""

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ..core.dice import Dice, below
from ..core.game import Game
from ..core.loops.bots import SIDES
from .plan import LONGEST_MOVE, Plan

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
    """A player that follows the game's policy (bots.py)."""

    def __init__(self, game: Game) -> None:
        self.game, self.decide = game, game.engine.policy

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game,)  # compiled functions are found again, not copied

    def choose(self, view: View, seat: int, allowed: Allowed, dice: Dice) -> int:
        """Return the action the policy prefers."""
        return int(self.decide(view, seat, allowed, len(allowed), dice))


class ChampionPlayer:
    """A player that follows the game's own champion (champion.py)."""

    def __init__(self, game: Game) -> None:
        self.game, self.plan, self.move = game, Plan(game), np.zeros(LONGEST_MOVE, np.int16)
        self.decide = game.engine.best
        self.measure = game.engine.certain if game.engine.has("certain") else None
        self.asked: tuple[View, int, Allowed, int] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game,)

    def choose(self, view: View, seat: int, allowed: Allowed, dice: Dice) -> int:
        """Return the next action of the move it has planned, or of its best move."""
        self.asked = view, seat, allowed, len(allowed)
        if (planned := self.plan.next(view, allowed)) is not None:
            return planned
        length = self.decide(*self.asked, dice, self.move)
        if length > 1:
            self.plan.keep(view, seat, self.move[:length])
        return int(self.move[0])

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
