"""Joomo: two to six seats lay cards into the gap between two limits."""

from ...core.game import Game
from ...core.options import Switch

GAME = Game(
    __name__,
    version=1,
    seats=(2, 6),
    options=[Switch("second_may_pass")],
    shared_by=17,
    draws_dealer=True,
    usual=3,
    minutes=30,
    age=8,
    difficulty=3,
)
