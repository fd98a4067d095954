"""The Game: one to five seats lay ninety-eight cards together."""

from ...core.game import Game
from ...core.options import Number, Switch

GAME = Game(
    __name__,
    version=1,
    seats=(1, 5),
    options=[
        Switch("three_cards"),
        Switch("one_card_fewer"),
        Number("starter", range(-1, 5), -1),
        Switch("free_talk"),
    ],
    team_wins=15,
    usual=3,
    minutes=20,
    age=8,
    difficulty=1,
)
