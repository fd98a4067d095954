"""What a bot is: a view and the allowed actions in, an action out."""

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ..core.dice import Dice, below

View = npt.NDArray[Any]
Allowed = npt.NDArray[np.int16]


class Player(Protocol):
    """Anybody who chooses. The view is an array of one record in which all that is hidden is -1."""

    def choose(self, view: View, seat: int, allowed: Allowed, dice: Dice) -> int:
        """One of the allowed actions."""
        ...


class RandomPlayer:
    """Every allowed action is as likely."""

    def choose(self, view: View, seat: int, allowed: Allowed, dice: Dice) -> int:
        """One of the allowed actions, at random."""
        return int(allowed[below(dice, len(allowed))])


class PolicyPlayer:
    """What the game's own bots.py knows: `policy(view, seat, allowed, count, dice)`."""

    def __init__(self, policy: Any) -> None:
        self.policy = policy

    def choose(self, view: View, seat: int, allowed: Allowed, dice: Dice) -> int:
        """The action the policy prefers."""
        return int(self.policy(view[0], seat, allowed, len(allowed), dice))


class CarelessPlayer(PolicyPlayer):
    """The same policy, overlooking some of what it could do, as people do."""

    def __init__(self, policy: Any, overlooks: float) -> None:
        super().__init__(policy)
        self.sides = 1000
        self.overlooked = int(overlooks * self.sides)

    def choose(self, view: View, seat: int, allowed: Allowed, dice: Dice) -> int:
        """The action the policy prefers among those that come to mind."""
        seen = np.array([below(dice, self.sides) >= self.overlooked for _ in allowed])
        return super().choose(view, seat, allowed[seen] if seen.any() else allowed, dice)
