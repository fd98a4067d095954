"""Many games at once: threads do not change the results."""

import numpy as np
import pytest

from brelan.core import dice
from brelan.core.game import game, names
from brelan.core.position import Position
from brelan.lab.batch import Batch
from brelan.lab.bench import final_records


@pytest.mark.parametrize("level", ["random", "hard"])
@pytest.mark.parametrize("name", names())
def test_results_do_not_depend_on_threads_or_parts(name: str, level: str) -> None:
    found = game(name)
    seats = found.most
    batch = Batch(
        found, seats, found.check_options(seats, {"more_seats": True} if "more_seats" in found.options else {}), level
    )
    whole, again = batch.play(40, seed=3, threads=1), batch.play(40, seed=3, threads=5)
    late = batch.play(15, seed=3, threads=2, first=25)
    for field in ("scores", "clauses", "steps"):
        assert np.array_equal(getattr(whole, field), getattr(again, field))
        assert np.array_equal(getattr(whole, field)[25:], getattr(late, field))
    assert (whole.clauses > 0).all()
    assert not np.array_equal(whole.steps, batch.play(40, seed=4).steps)


@pytest.mark.parametrize("name", names())
def test_a_batch_plays_the_games_that_anybody_can_play(name: str) -> None:
    found = game(name)
    options = found.check_options(found.least, {})
    results = Batch(found, found.least, options).play(5, seed=3)
    records = final_records(found, found.least, options, 5, 3)
    for number in range(5):
        throws = np.array([dice.mix(dice.new(3)[0], np.uint64(number)), 0], np.uint64)
        position = Position(found, found.least, options, throws)
        steps = 0
        while position.count:
            position.play(position[dice.below(position.dice, position.count)])
            steps += 1
        assert (position.scores(), position.over) == (results.scores[number].tolist(), results.clauses[number])
        assert steps == results.steps[number]
        assert position.rows.tobytes() == records[number : number + 1].tobytes()
