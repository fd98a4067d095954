"""Bots signal only in games with signals, and in the same way in batches, in the arena and at tables."""

import numpy as np
import pytest

from brelan import Table
from brelan.bots import player, signals, speak
from brelan.core import dice
from brelan.core.game import game, names
from brelan.core.position import Position
from brelan.lab.arena import Match, run
from brelan.lab.batch import Batch

TALKING = [name for name in names() if hasattr(game(name).rules, "SIGNALS")]


def test_some_game_has_signals_and_some_game_has_none() -> None:
    assert TALKING
    assert set(names()) - set(TALKING)


@pytest.mark.parametrize("name", sorted(set(names()) - set(TALKING)))
def test_where_there_are_no_signals_nobody_talks(name: str) -> None:
    found = game(name)
    position = Position(found, found.least, found.check_options(found.least, {}), dice.new(1))
    before = position.rows.tobytes()
    speak(position, 0)
    assert position.rows.tobytes() == before
    assert signals(found, position.view(0), 0) == []


@pytest.mark.parametrize("name", TALKING)
def test_a_batch_that_talks_plays_the_games_that_anybody_can_play(name: str) -> None:
    found, seats = game(name), 3
    options = found.check_options(seats, {})
    results, silent = (Batch(found, seats, options, "hard", talk=talk).play(4, seed=3) for talk in (True, False))
    for number in range(4):
        throws = np.array([dice.mix(dice.new(3)[0], np.uint64(number)), 0], np.uint64)
        position, bot, steps = Position(found, seats, options, throws), player(found, "hard"), 0
        while position.count:
            allowed, seat = position.actions[: position.count].copy(), position.seat
            if len(allowed) > 1:
                speak(position, seat)
            position.play(bot.choose(position.view(seat), seat, allowed, throws))
            steps += 1
        assert (position.scores(), position.over) == (results.scores[number].tolist(), results.clauses[number])
        assert steps == results.steps[number]
    assert not np.array_equal(results.steps, silent.steps)


@pytest.mark.parametrize("name", TALKING)
def test_a_match_with_talk_is_another_match(name: str) -> None:
    found = game(name)
    silent, talking = (
        Match(name, found.version, 3, found.check_options(3, {}), ["hard"], 12, 5, talk=talk) for talk in (False, True)
    )
    assert run(talking) == run(talking)
    assert run(talking) != run(silent)


@pytest.mark.parametrize("name", TALKING)
def test_a_table_takes_what_bots_say(name: str) -> None:
    given = 0
    for seed in range(20):
        table = Table(name, seats=4, seed=seed)
        for seat in range(4):
            for signal in signals(table.game, table.position.view(seat), seat):
                table.signal(seat, signal)
                given += 1
            assert signals(table.game, table.position.view(seat), seat) == []
    assert given > 0
