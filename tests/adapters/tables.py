"""The tables every adapter is tested on: every game at every seat count."""

from typing import Any

from brelan.core.check import setups
from brelan.core.game import game, names

Case = tuple[str, int, dict[str, Any]]


def cases() -> list[Case]:
    """Every game and seat count, each with the first options that the game accepts there."""
    found: dict[tuple[str, int], dict[str, Any]] = {}
    for name in names():
        for seats, options in setups(game(name)):
            found.setdefault((name, seats), options)
    return [(name, seats, options) for (name, seats), options in found.items()]


def label(case: Case) -> str:
    """A test's name."""
    return f"{case[0]}-{case[1]}"
