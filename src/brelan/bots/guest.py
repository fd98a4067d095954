"""Third-party players: classes that are given the game. Their errors are reported in one line."""

import functools
import importlib
import importlib.util
import sys
import traceback
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from ..core.dice import Dice
from ..core.errors import BadSetup
from ..core.game import Game
from .player import Allowed, Player, View


@functools.cache
def installed() -> dict[str, EntryPoint]:
    """Return the bots of installed packages."""
    return {point.name: point for point in entry_points(group="brelan.bots")}


class Guest:
    """A third-party player, by the name of an installed one, or as `module:Class` or `file.py:Class`."""

    def __init__(self, game: Game, name: str) -> None:
        self.name = name
        kind = self._tried("cannot load the bot", _class, name)
        self.player: Player = self._tried("cannot make the bot", kind, game)
        if not hasattr(self.player, "choose"):
            raise BadSetup(f"the bot {name} needs a method choose(view, seat, allowed, dice)")

    def choose(self, view: View, seat: int, allowed: Allowed, dice: Dice) -> int:
        """Return its choice; raise BadSetup if it fails or chooses an action that is not allowed."""
        action = self._tried("in the bot", self.player.choose, view, seat, allowed.copy(), dice)
        if action not in allowed:
            raise BadSetup(f"{self.name} chose {action}, which is not among its allowed actions")
        return int(action)

    def _tried(self, what: str, work: Callable[..., Any], *given: Any) -> Any:
        try:
            return work(*given)
        except Exception as error:  # third-party code may raise anything
            advice = "; a bot is made with the game: __init__(game)" if given and isinstance(given[0], Game) else ""
            raise BadSetup(f"{what} {self.name}: {_told(error)}{advice}") from error


def _class(name: str) -> Any:
    """Return the class, or whatever else makes a player."""
    if name in installed():
        return installed()[name].load()
    place, _, kind = name.rpartition(":")
    if not place.endswith(".py"):
        return getattr(importlib.import_module(place), kind)
    spec = importlib.util.spec_from_file_location(Path(place).stem, place)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot load {place}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return getattr(module, kind)


def _told(error: Exception) -> str:
    """Return what went wrong, and at which line of the bot's code."""
    said = f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")
    frames = traceback.extract_tb(error.__traceback__)
    own = [
        frame for frame in frames if frame.filename not in (__file__, importlib.__file__) and frame.filename[0] != "<"
    ]
    return f"{said} ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else said
