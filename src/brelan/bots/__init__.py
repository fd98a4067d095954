"""Players that know no game: they hold a view, never the record."""

from ..core.errors import BadSetup
from ..core.game import Game
from .player import Player, PolicyPlayer, RandomPlayer

__all__ = ["LEVELS", "Player", "PolicyPlayer", "RandomPlayer", "player"]

LEVELS = ("random", "simple")


def player(game: Game, level: str) -> Player:
    """A player of a level; a game without a policy of its own has the random one alone."""
    if level not in LEVELS:
        raise BadSetup(f"there is no bot {level!r}; there are: {', '.join(LEVELS)}")
    bots = game.part("bots") if level == "simple" else None
    return PolicyPlayer(game, bots.policy) if bots is not None else RandomPlayer()
