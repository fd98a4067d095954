"""Players for any game: they receive a view, never the record. The levels range from careless to our best."""

from typing import NamedTuple

from ..core.errors import BadSetup
from ..core.game import Game
from .guest import Guest, installed
from .player import CarelessPlayer, ChampionPlayer, Player, PolicyPlayer, RandomPlayer
from .search import SearchPlayer
from .talk import signals, speak

__all__ = [
    "LEVELS", "CarelessPlayer", "ChampionPlayer", "Player", "PolicyPlayer", "RandomPlayer", "SearchPlayer", "player",
    "signals", "speak",
]  # fmt: skip


class Level(NamedTuple):
    """A level: how often it overlooks an option, how many trials of moves it makes, and in how many seconds.

    A game's bots.py may set fewer TRIALS if they are enough, or none if they do not help.
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
    """Return a player by level, by the name of an installed bot, or as `module:Class` or `file.py:Class`.

    With `timed`, it stops its trials when its time is up; without, the same dice always give the same play. Raises
    BadSetup if there is no such bot.
    """
    if ":" in name or name in installed():
        return Guest(game, name)
    if name != "random" and name not in LEVELS:
        raise BadSetup(f"there is no bot {name!r}; choose random, {', '.join(LEVELS)}, file.py:Class or module:Class")
    bots = game.part("bots")
    if name == "random" or bots is None:
        return RandomPlayer()
    level = LEVELS[name]
    if level.trials and game.part("champion") is not None:
        return ChampionPlayer(game)
    trials = min(level.trials, getattr(bots, "TRIALS", level.trials))
    if trials:
        return SearchPlayer(game, trials, level.seconds) if timed else SearchPlayer(game, trials)
    return CarelessPlayer(game, level.overlooks) if level.overlooks else PolicyPlayer(game)
