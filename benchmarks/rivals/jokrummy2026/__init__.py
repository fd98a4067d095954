"""Jok-R-ummy with the champion of November 2026, which lays its programme at once and has no plan for other cards."""

from brelan.games.jokrummy import GAME as NOW
from brelan.games.jokrummy import Rummy

GAME = Rummy(__name__, version=NOW.version, seats=(NOW.least, NOW.most), options=list(NOW.options.values()))
