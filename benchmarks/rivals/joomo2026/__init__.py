"""Joomo with the bots of November 2026, by hand-tuned weights: what later players are measured against."""

from brelan.core.game import Game
from brelan.games.joomo import GAME as NOW

GAME = Game(__name__, version=NOW.version, seats=(NOW.least, NOW.most), options=list(NOW.options.values()))
