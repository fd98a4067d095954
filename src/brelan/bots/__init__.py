"""Players that know no game: they hold a view, never the record. Levels go from hesitant to the best we have."""

import functools
import importlib
import importlib.util
import sys
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import NamedTuple

from ..core.errors import BadSetup
from ..core.game import Game
from .player import CarelessPlayer, Player, PolicyPlayer, RandomPlayer
from .search import SearchPlayer
from .talk import signals, speak

__all__ = [
    "LEVELS", "CarelessPlayer", "Player", "PolicyPlayer", "RandomPlayer", "SearchPlayer", "player", "signals", "speak",
]  # fmt: skip


class Level(NamedTuple):
    """A level: how often it overlooks a possibility, how many trials of moves it makes, and in how many seconds.

    A game's bots.py may say that fewer TRIALS tell as much, or that none are of use.
    """

    overlooks: float = 0.0
    trials: int = 0
    seconds: float = 0.0


LEVELS = {
    "easy": Level(overlooks=0.5),
    "medium": Level(overlooks=0.15),
    "hard": Level(),
    "champion": Level(trials=4000, seconds=0.4),
}


def player(game: Game, name: str, timed: bool = True) -> Player:
    """A player by its level, by the name of an installed one, or as `module:Class` or `file.py:Class`.

    Timed, it makes fewer trials where its seconds are over; not timed, it always plays the same from the same dice.
    """
    if ":" in name:
        return _outside(game, name)
    if name in _installed():
        made: Player = _installed()[name].load()(game)
        return made
    if name != "random" and name not in LEVELS:
        raise BadSetup(f"there is no bot {name!r}; there are: random, {', '.join(LEVELS)}, or module:Class")
    bots = game.part("bots")
    if name == "random" or bots is None:
        return RandomPlayer()
    level = LEVELS[name]
    if level.trials and game.part("champion") is not None:
        return PolicyPlayer(game, best=True)
    trials = min(level.trials, getattr(bots, "TRIALS", level.trials))
    if trials:
        return SearchPlayer(game, trials, level.seconds) if timed else SearchPlayer(game, trials)
    return CarelessPlayer(game, level.overlooks) if level.overlooks else PolicyPlayer(game)


@functools.cache
def _installed() -> dict[str, EntryPoint]:
    """The bots of installed packages."""
    return {point.name: point for point in entry_points(group="brelan.bots")}


def _outside(game: Game, name: str) -> Player:
    """A player of somebody else's: a class that is given the game."""
    place, _, kind = name.rpartition(":")
    try:
        if place.endswith(".py"):
            spec = importlib.util.spec_from_file_location(Path(place).stem, place)
            if spec is None or spec.loader is None:
                raise ImportError(f"cannot load {place}")
            module = importlib.util.module_from_spec(spec)
            sys.modules[spec.name] = module
            spec.loader.exec_module(module)
        else:
            module = importlib.import_module(place)
        made: Player = getattr(module, kind)(game)
    except (ImportError, OSError, AttributeError, SyntaxError) as error:
        raise BadSetup(f"cannot load the bot {name}: {error}") from error
    except TypeError as error:
        raise BadSetup(f"cannot make the bot {name}: {error}; a bot is made with the game: __init__(game)") from error
    return made
