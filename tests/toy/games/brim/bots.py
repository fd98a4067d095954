"""The policy of brim."""

from typing import Any

from brelan.core.rule import rule


@rule
def policy(v: Any, seat: Any, allowed: Any, count: Any, dice: Any) -> Any:
    """Lay the highest card that fits: it leaves the others little room."""
    return allowed[count - 1]
