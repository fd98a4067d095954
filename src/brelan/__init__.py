"""Brelan: the table for four card games. `games()`, `game(name)`, `Table`, `replay(text)`."""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["BrelanError", "IllegalAction", "Table", "__version__", "game", "games", "replay"]

if TYPE_CHECKING:
    from .core.errors import BrelanError, IllegalAction
    from .core.game import game
    from .core.game import names as games
    from .core.notation import read as replay
    from .core.table import Table

PLACES = {
    "BrelanError": "errors.BrelanError",
    "IllegalAction": "errors.IllegalAction",
    "game": "game.game",
    "replay": "notation.read",
    "Table": "table.Table",
}


def __getattr__(name: str) -> Any:
    """Load a name when it is first used: importing brelan costs nothing."""
    from importlib import import_module

    if name == "games":  # the folder itself lists its games when called
        return import_module("brelan.games")
    if name not in PLACES:
        raise AttributeError(f"module 'brelan' has no attribute {name!r}")
    module, attribute = PLACES[name].split(".")
    return getattr(import_module(f"brelan.core.{module}"), attribute)
