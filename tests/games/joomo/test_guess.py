"""Hidden cards are guessed uniformly: small endings against all possible worlds."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from evenness import assert_even

from brelan.bots import player
from brelan.bots.search import room_for
from brelan.core import dice
from brelan.core.check import setups
from brelan.core.game import game
from brelan.core.position import Position, guess_from
from brelan.games.joomo import belief

from .test_rules import DEALER, TENS, table

GAME = game("joomo")


def ending() -> tuple[Position, list[int]]:
    """Seat 1 holds two cards, ten are aside, all others were seen; the cards seat 0 cannot see."""
    position = table([[5, 6, 7], [10, 12]])
    s = position.state
    return position, sorted([10, 12, *s.aside[:10].tolist()])


def guesses(position: Position) -> Iterator[tuple[int, ...]]:
    throws, views = dice.new(5), position.view(0)
    for _ in range(1500):
        s = guess_from(GAME, views, 0, throws)[0]
        yield tuple(s.hands[1, :2].tolist())


def test_every_hand_that_can_be_is_guessed_as_often_as_any_other() -> None:
    position, unseen = ending()
    assert_even(combinations(unseen, 2), guesses(position))


def test_r15_after_a_round_all_know_how_many_tens_a_seat_was_left_with() -> None:
    position, unseen = ending()
    s = position.state
    s.seat, s.tens[1] = DEALER, 1
    hands = [hand for hand in combinations(unseen, 2) if sum(card in TENS for card in hand) == 1]
    assert_even(hands, guesses(position))


@pytest.mark.parametrize("setup", setups(GAME), ids=str)
def test_a_round_is_recalled_action_by_action(setup: tuple[int, dict[str, Any]]) -> None:
    seats, options = setup
    position, choice = Position(GAME, seats, GAME.check_options(seats, options), dice.new(3)), dice.new(4)
    actions: list[int] = []
    for _ in range(400):
        if position.seat < 0 or not position.count:
            break
        rows = position.rows.copy()
        belief.rewind(rows[0])
        for action in actions:
            assert belief.recall(rows[0], position.state) == action
            GAME.engine.step(rows, 0, action, choice, np.zeros(GAME.rules.MOST, np.int16))
        assert belief.recall(rows[0], position.state) == -1
        assert rows.tobytes() == position.rows.tobytes()
        actions.append(int(position.actions[dice.below(choice, position.count)]))
        position.play(actions[-1])
    assert len(actions) > 10


def test_worlds_are_imagined_as_often_as_the_others_play_makes_them_likely() -> None:
    position = Position(GAME, 2, GAME.check_options(2, {}), dice.new(11))
    hard = player(GAME, "hard")
    while position.state.gone + position.state.lying < 12:
        seat, allowed = position.seat, position.actions[: position.count].copy()
        position.play(hard.choose(position.view(seat), seat, allowed, dice.new(0)))
    seat, rest = position.seat, (*room_for(GAME), np.zeros(512), np.zeros(256, np.uint64))
    assert GAME.engine.imagine(position.view(seat), seat, np.uint64(5), dice.new(1), *rest) == 256
    likely, luck = np.diff(rest[-2], prepend=0.0), rest[-1].tolist()
    expected = 256 * likely / likely.sum()
    found = np.array([luck.count(int(dice.mix(np.uint64(5), np.uint64(world)))) for world in range(512)])
    assert np.abs(found - expected).max() <= 1
    assert found.max() > 4  # some worlds explain the play much better than others
