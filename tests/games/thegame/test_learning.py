"""The Game's net learns from what comes of its turns, the later the less, and not from what was tried on the way."""

from typing import Any

import numpy as np
import pytest

from brelan.core import dice
from brelan.core.game import game
from brelan.core.loops.learn import GAINS, SAMPLES
from brelan.core.net import LAST_ADDS
from brelan.games.thegame.learning import TRACE
from brelan.lab.train import nets

GAME = game("thegame")
SURE = 4.0  # the logarithm of the odds that the net gives every turn
CHANCE = 1 / (1 + np.exp(-SURE))


def learnt(number: int, explore: int, seats: int = 1) -> tuple[float, Any]:
    """How a net that is always sure to win is told off for a game, and the counts."""
    (net,) = nets(GAME)
    weights, gradient, tally = np.zeros(net.size, np.float32), np.zeros(net.size, np.float32), np.zeros(4)
    weights[LAST_ADDS] = SURE
    states, views = GAME.rules.State.rows(1), GAME.rules.State.rows(1)
    codes, out = GAME.codes(GAME.check_options(seats, {})), np.zeros(GAME.rules.MOST, np.int16)
    GAME.engine.practise(
        states, views, seats, codes, dice.new(0), dice.new(7)[0], number, 1, explore, 0, weights, out, gradient, tally
    )
    return float(gradient[LAST_ADDS]), tally


def games(explore: int) -> list[tuple[float, Any]]:
    return [learnt(number, explore) for number in range(12)]


def test_a_result_is_believed_the_less_the_earlier_the_turn() -> None:
    results = set()
    for blame, tally in games(0):
        won, turns = int(tally[GAINS]), int(tally[SAMPLES])
        results.add(won)
        assert turns > 5
        assert blame == pytest.approx((CHANCE - won) * (1 - TRACE**turns) / (1 - TRACE), rel=1e-3)
    assert results == {0, 1}


def test_what_was_tried_at_random_is_not_blamed_on_the_turns_before() -> None:
    for blame, tally in games(1000):
        if tally[GAINS] == 0:
            turns = int(tally[SAMPLES])
            assert blame + 1e-6 >= CHANCE
            assert blame < 0.8 * CHANCE * (1 - TRACE**turns) / (1 - TRACE)


def test_all_tables_are_learnt_from() -> None:
    for seats in range(1, 6):
        assert learnt(1, 120, seats)[1][SAMPLES] > 5
