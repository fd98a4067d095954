"""Brelan: the table for four card games. `game_names()`, `game(name)`, `Table`, `replay(text)`, `hint(table)`.

Notebooks display tables; `show`, `story`, `film` and `arena` show more.
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = [
    "BrelanError", "IllegalAction", "Table", "__version__", "arena", "film", "game", "game_names", "hint", "replay",
    "show", "story",
]  # fmt: skip

if TYPE_CHECKING:
    from .advice import hint
    from .core.errors import BrelanError, IllegalAction
    from .core.game import game
    from .core.game import names as game_names
    from .core.notation import read as replay
    from .core.table import Table
    from .lab.result import arena
    from .notebook import film, show, story

PLACES = {
    "BrelanError": "core.errors.BrelanError",
    "IllegalAction": "core.errors.IllegalAction",
    "game": "core.game.game",
    "game_names": "core.game.names",
    "hint": "advice.hint",
    "replay": "core.notation.read",
    "Table": "core.table.Table",
    "arena": "lab.result.arena",
    "film": "notebook.film",
    "show": "notebook.show",
    "story": "notebook.story",
}

if not TYPE_CHECKING:  # type checkers see only the names above

    def __getattr__(name: str) -> Any:
        """Load a name on first use, so that importing brelan is cheap."""
        from importlib import import_module

        if name not in PLACES:
            raise AttributeError(f"module 'brelan' has no attribute {name!r}")
        module, _, attribute = PLACES[name].rpartition(".")
        found = getattr(import_module(f"brelan.{module}"), attribute)
        if name == "Table":
            found.artist = _draw
        return found


def _draw(table: Any) -> str:
    """Return a table as a notebook displays it."""
    from .notebook import show

    return show(table).html
