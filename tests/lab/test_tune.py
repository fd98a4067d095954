"""Tuning finds what is better."""

import numpy as np

from brelan.core.game import game
from brelan.lab.tune import Evolution, Tuner


def test_the_evolution_strategy_finds_the_bottom_of_a_valley() -> None:
    search = Evolution(5, 0.5, seed=1)
    goal = np.array([1.0, -2.0, 3.0, 0.5, -1.0])
    for _ in range(150):
        points = search.ask(12)
        search.tell(points, np.array([((point - goal) ** 2 * [1, 10, 100, 1, 10]).sum() for point in points]))
    assert np.abs(search.mean - goal).max() < 0.01


def test_a_tuner_plays_the_same_games_for_all_weights() -> None:
    tuner = Tuner(game("thegame"), 2, lambda scores: float(98 - scores[:, 0].mean()), games=20)
    assert tuner.try_out(tuner.start, 5) == tuner.try_out(tuner.start, 5)
    spoilt = -tuner.start
    assert tuner.try_out(spoilt, 5) > tuner.try_out(tuner.start, 5) + 10


def test_a_tuner_of_bots_that_talk_lets_them_talk() -> None:
    silent, talking = (
        Tuner(game("thegame"), 3, lambda scores: float(98 - scores[:, 0].mean()), 20, talk, free_talk=True)
        for talk in (0, 2)
    )
    assert talking.try_out(silent.start, 5) != silent.try_out(silent.start, 5)
    deaf = talking.start.copy()
    deaf[-14:-6] = 0  # what others ask for costs nothing
    assert talking.try_out(deaf, 5, games=200) > talking.try_out(talking.start, 5, games=200)
