"""A game's own browser tests, in tests/games/<g>/web: its screens, and how to tap through a turn."""

import functools
import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

TESTS = Path(__file__).parents[1]
PLACES = (TESTS / "games", TESTS / "toy" / "tests" / "games")
DEALER = -1
ALONG = 10_000  # moves: to the end


class Screen(NamedTuple):
    """A table after so many moves, and then on until a seat is asked (or the dealer), or the game is over."""

    seats: int
    seed: int
    moves: int
    stop_at: int = 0
    options: dict[str, Any] = {}


def folder_of(game: str) -> Path:
    """Where a game's browser tests are."""
    return next((place / game / "web" for place in PLACES if (place / game).is_dir()), PLACES[0] / game / "web")


@functools.cache
def part(game: str, name: str) -> ModuleType | None:
    """A module of that folder, or None."""
    file = folder_of(game) / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"{game}_{name}", file)
    if spec is None or spec.loader is None or not file.exists():
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
