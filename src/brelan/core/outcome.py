"""How a game ended: who won, alone, together or as a team."""

from typing import Any

from .rule import rule
from .sentences import add, begin


@rule
def list_best(points: Any, seats: Any, out: Any, at: Any) -> Any:
    """List the seats with the most points there, return where it goes on."""
    best = points[0]
    for seat in range(seats):
        best = max(best, points[seat])
    n = begin(out, at)
    for seat in range(seats):
        if points[seat] == best:
            n = add(out, at, n, seat)
    return n
