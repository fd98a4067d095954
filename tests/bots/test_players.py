"""Players are fair, legal and on time, and the levels are in order."""

import time

import numpy as np
import pytest

from brelan.bots import LEVELS, player
from brelan.core import dice
from brelan.core.game import Game, game, names
from brelan.core.position import Position, guess_from

GAMES = [game(name) for name in names()]


def some_way(found: Game, steps: int, seed: int) -> Position:
    """A position where somebody has a choice, some steps into a game of the policy."""
    seats = max(2, found.least)
    position = Position(found, seats, found.check_options(seats, {}), dice.new(seed))
    bot, throws = player(found, "hard"), dice.new(seed)
    while position.count and (steps > 0 or position.count < 3 or position.seat < 0):
        allowed = position.actions[: position.count].copy()
        seat = position.seat
        position.play(int(allowed[0]) if seat < 0 else bot.choose(position.view(seat), seat, allowed, throws))
        steps -= 1
    return position


@pytest.mark.parametrize("level", ["random", *LEVELS])
@pytest.mark.parametrize("found", GAMES, ids=lambda found: found.name)
def test_equal_views_give_equal_choices_whatever_lies_hidden(found: Game, level: str) -> None:
    for seed in range(3):
        position = some_way(found, 8, seed)
        if not position.count:
            continue
        seat = position.seat
        other = position.copy()
        other.rows = guess_from(found, position.view(seat), seat, dice.new(seed))
        assert other.view(seat).tobytes() == position.view(seat).tobytes()
        bot = player(found, level, timed=False)
        allowed = position.actions[: position.count]
        choices = {bot.choose(one.view(seat), seat, allowed.copy(), dice.new(1)) for one in (position, other)}
        assert len(choices) == 1
        assert choices.pop() in allowed


@pytest.mark.parametrize("found", GAMES, ids=lambda found: found.name)
def test_a_timed_player_keeps_near_its_time(found: Game) -> None:
    position = some_way(found, 4, 1)
    bot = player(found, "champion")
    allowed = position.actions[: position.count].copy()
    bot.choose(position.view(position.seat), position.seat, allowed, dice.new(1))  # compiled now
    bot = player(found, "champion")  # one that has planned nothing yet
    start = time.perf_counter()
    bot.choose(position.view(position.seat), position.seat, allowed, dice.new(1))
    assert time.perf_counter() - start < 20 * LEVELS["champion"].seconds  # no benchmark: it does stop


def test_a_search_leaves_the_view_as_it_was() -> None:
    position = some_way(game("joomo"), 5, 2)
    view = position.view(position.seat)
    before = view.tobytes()
    allowed = position.actions[: position.count].copy()
    player(game("joomo"), "hard", timed=False).choose(view, position.seat, allowed, dice.new(1))
    assert view.tobytes() == before
    assert np.array_equal(allowed, position.actions[: position.count])
