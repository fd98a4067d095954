"""What a bot is: a view and the allowed actions in, an action out."""

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ..core.dice import Dice, below
from ..core.game import Game

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

    def __init__(self, game: Game, policy: Any) -> None:
        self.game, self.policy = game, policy

    def choose(self, view: View, seat: int, allowed: Allowed, dice: Dice) -> int:
        """The action the policy prefers."""
        return int(self.policy(view[0], seat, allowed, len(allowed), dice))
