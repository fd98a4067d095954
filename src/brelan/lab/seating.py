"""What every environment checks before it deals: the game, its seats and options, and who plays the other seats."""

import operator
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from ..core.errors import BadSetup
from ..core.game import Game, game

Bot = TypeVar("Bot")


def setup(name: str | Game, seats: int | None, options: dict[str, Any]) -> tuple[Game, int, dict[str, Any]]:
    """Return the game, its seats (the fewest if None) and all its options; raise BadSetup if the game refuses them."""
    found = name if isinstance(name, Game) else game(name)
    checked = found.check_seats(found.least if seats is None else seats)
    return found, checked, found.check_options(checked, options)


def check_seat(seat: int | str, seats: int) -> int:
    """Return a learner's seat; raise BadSetup if there is no such seat."""
    if not isinstance(seat, int) or not 0 <= seat < seats:
        raise BadSetup(f"there is no seat {seat} at a table of {seats}")
    return seat


def at_least_one(what: str, given: int) -> int:
    """Return a number of tables, games or the like; raise BadSetup if it is not a whole number above 0."""
    if not isinstance(given, (int, np.integer)) or given < 1:
        raise BadSetup(f"{what} must be 1 or more, not {given}")
    return int(given)


def whole(what: str, given: Any) -> int:
    """Return an action, a seed or the like as a number; raise BadSetup if it is not a whole one."""
    try:
        return operator.index(given)
    except TypeError:
        raise BadSetup(f"{what} must be a whole number, not {given!r}") from None


def others(opponents: str | Sequence[Bot], count: int) -> list[str | Bot]:
    """Return one opponent for each of the other seats; a single name is used for all of them."""
    if not isinstance(opponents, Sequence):
        raise BadSetup(f"opponents are a bot's name, or a list with a bot for each other seat, not {opponents!r}")
    chosen: list[str | Bot] = [opponents] * count if isinstance(opponents, str) else list(opponents)
    if len(chosen) != count:
        raise BadSetup(f"{count} other seats need as many opponents, but there are {len(chosen)}")
    return chosen
