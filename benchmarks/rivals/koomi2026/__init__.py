"""Koomi with the bots of November 2026, by fitted weights: what later players are measured against."""

from brelan.core.game import Game
from brelan.games.koomi import GAME as NOW

GAME = Game(__name__, version=NOW.version, seats=(NOW.least, NOW.most), options=list(NOW.options.values()))
