"""The number of lines of play, on which two implementations must agree."""

from typing import Any

from ..core import dice
from ..core.game import Game
from ..core.loops.play import buffers
from ..core.position import Position


def lines(game: Game, seats: int, options: dict[str, Any], seed: int, depth: int) -> int:
    """Return the number of lines of exactly `depth` actions from the deal of a seed, which also fixes cards drawn."""
    position = Position(game, seats, options, dice.new(seed))
    rows = game.rules.State.rows(depth + 1)
    rows[0] = position.rows[0]
    return int(game.engine.count(rows, position.dice, depth, *buffers(depth, game.rules.MOST)))
