"""The rest of a chosen move, so that a player thinks once about a move instead of once about each action."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..core import dice
from ..core.game import Game
from ..core.position import guess_from, view_of

LONGEST_MOVE = 24  # actions of a move that are stored; after them, its player chooses again


class Plan(dict[bytes, int]):
    """What to do in each view that the last chosen move passes through."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def next(self, view: Any, allowed: Any) -> int | None:
        """Return the planned action for a view, or None if nothing was planned for it."""
        action = self.get(view.tobytes())
        return action if action in allowed else None

    def keep(self, view: Any, seat: int, move: Iterable[int]) -> None:
        """Store a move by its views, instead of the last one: nothing hidden is revealed before its last action."""
        self.clear()
        throws, allowed = dice.new(0), np.zeros(self.game.rules.MOST, np.int16)
        rows = guess_from(self.game, view, seat, throws)
        for action in move:
            self[view_of(self.game, rows, seat).tobytes()] = int(action)
            self.game.engine.step(rows, 0, action, throws, allowed)
