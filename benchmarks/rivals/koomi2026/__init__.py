"""Koomi with the champion of November 2026, which draws no conclusions from what the others did last."""

from brelan.core.game import Game
from brelan.games.koomi import GAME as NOW

GAME = Game(__name__, version=NOW.version, seats=(NOW.least, NOW.most), options=list(NOW.options.values()))
