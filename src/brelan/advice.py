"""Advice from our bots."""

from .bots import player
from .core.hint import Hint
from .core.table import Table


def hint(table: Table, seat: int | None = None, level: str = "champion", timed: bool = True) -> Hint:
    """Return what a bot of a level would do next, and why, knowing only the view of the seat to act.

    With `timed`, the bot takes about its usual time per action; without, the answer is reproducible.
    """
    return table.hint(player(table.game, level, timed), seat)
