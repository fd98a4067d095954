"""Koomi: two to six seats make ten, plus or minus, and get rid of their cards."""

from ...core.game import Game
from ...core.options import Choice, Number, Several, Switch

GAME = Game(
    __name__,
    version=2,
    replays=1,
    seats=(2, 6),
    options=[
        Choice("numbers", "all", "no_red", "small_red", "no_green"),
        Switch("open_hands"),
        Several("without", "one", "two", "switch", "new", "swap", "reset", "green", "red"),
        Switch("loose_aids"),
        Switch("more_seats"),
        Switch("unshuffled"),
        Number("dealt_by", range(6), 0),
    ],
    passes="dealt_by",
    usual=3,
    minutes=15,
    age=8,
    difficulty=2,
)
