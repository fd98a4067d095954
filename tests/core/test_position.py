"""Positions are fast, copied completely, and seen only through views."""

import numpy as np
import pytest
from steps import steps

from brelan.core import dice
from brelan.core.game import game, names
from brelan.core.position import Position, guess_from

GAME = game("thegame")


def dealt(seats: int = 3) -> Position:
    return Position(GAME, seats, GAME.check_options(seats, {"starter": 0}), dice.new(2))


def test_a_copy_goes_its_own_way() -> None:
    first = dealt()
    second = first.copy()
    second.play(int(second.actions[0]))
    assert first.rows.tobytes() != second.rows.tobytes()
    assert first.count == dealt().count
    first.play(int(first.actions[0]))
    assert first.rows.tobytes() == second.rows.tobytes()


@pytest.mark.parametrize("name", names())
def test_the_seat_at_turn_is_the_records(name: str) -> None:
    found, throws = game(name), dice.new(4)
    position = Position(found, 3, found.check_options(3, {}), throws)
    for _ in steps(lambda: position.count):
        assert position.seat == position.rows["seat"][0]
        assert position[0] == position.allowed()[0] == position.actions[0]
        position.pick(int(dice.below(throws, position.count)))
    assert position.seat == position.rows["seat"][0]


def test_a_view_is_all_minus_one_where_it_is_hidden() -> None:
    view = dealt().view(1)[0]
    assert (view.stock == -1).all()
    assert (view.hands[[0, 2]] == -1).all()
    assert (view.hands[1] >= 0).all()
    assert (dealt().view(-1)[0].hands == -1).all()


def test_guesses_differ_and_each_hidden_card_is_as_likely_anywhere() -> None:
    position = dealt()
    views = position.view(0)
    throws = dice.new(5)
    counts = np.zeros(100)
    tries = 3000
    for _ in range(tries):
        guessed = guess_from(GAME, views, 0, throws)[0]
        counts[guessed.hands[1, :6]] += 1
    own = position.state.hands[0, :6]
    assert (counts[own] == 0).all()
    others = np.delete(counts[2:], own - 2)
    expected = tries * 6 / 92
    assert ((others - expected) ** 2 / expected).sum() < 92 + 5 * (2 * 92) ** 0.5
