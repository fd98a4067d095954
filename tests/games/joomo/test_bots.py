"""The medium bot of Joomo knows something."""

import pytest

from brelan.bots import player
from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position

GAME = game("joomo")


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_medium_bot_beats_chance(seats: int) -> None:
    medium, random, throws = player(GAME, "medium"), player(GAME, "random"), dice.new(1)
    won = 0
    for seed in range(20):
        position = Position(GAME, seats, GAME.check_options(seats, {}), dice.new(seed))
        own = seed % seats
        while position.count:
            seat = position.seat
            choose = (medium if seat == own else random).choose
            position.play(choose(position.view(seat), seat, position.actions[: position.count].copy(), throws))
        won += max(position.scores()) == position.scores()[own]
    assert won >= 15


def test_it_closes_the_gap_when_that_takes_the_trick() -> None:
    position = Position(GAME, 2, GAME.check_options(2, {}), dice.new(1))
    s = position.state
    s.seat, s.held[:], s.hands[:] = 0, 0, 0
    s.held[:2], s.hands[0, :2], s.hands[1, :3] = (2, 3), (12, 27), (1, 13, 29)
    position.refresh()
    position.play(GAME.rules.ACTIONS.ids["lay 12"])
    bot = player(GAME, "medium")
    chosen = bot.choose(position.view(1), 1, position.actions[: position.count].copy(), dice.new(1))
    assert GAME.rules.ACTIONS.texts[chosen] == "lay 13"
