"""brim: players take turns laying a card into a cup; whoever lays the last card that fits wins."""

from brelan.core.game import Game
from brelan.core.options import Number

GAME = Game(__name__, version=1, seats=(2, 4), options=[Number("brim", (20, 30, 40), 30)])
