"""What one of our levels would do at a table, and why."""

from .bots import player
from .core.hint import Hint
from .core.table import Table


def hint(table: Table, seat: int | None = None, level: str = "champion", timed: bool = True) -> Hint:
    """What a bot of that level would do in the place of the seat at turn, knowing that seat's view and no more.

    Timed, it takes about its seconds an action; not timed, it says the same every time.
    """
    return table.hint(player(table.game, level, timed), seat)
