"""Bounded loops: a game that never ends fails its test by an assertion, not by a timeout."""

from collections.abc import Callable, Iterator
from typing import Any

LONGEST = 20_000  # actions; random games of Jok-R-ummy have up to 12,000, the others far fewer


def steps(going: Callable[[], Any], most: int = LONGEST) -> Iterator[int]:
    """Numbers from 0, as long as something goes on, and no more of them than it could ever need."""
    for number in range(most):
        if not going():
            return
        yield number
    raise AssertionError(f"no end after {most} steps")
