"""Run by test_gpu.py in a process of its own, under numba-cuda's simulator: GPU tables beside those of the engine."""

import sys
from typing import Any

import numpy as np
from numba import cuda

from brelan.core.game import Game, game
from brelan.core.loops.vector import SAME_STEP
from brelan.core.position import Position
from brelan.lab import gpu
from brelan.lab.batch import Batch
from brelan.lab.tables import Tables

SEATS, SIZE, STEPS, SEED = 2, 3, 60, 5
cuda.as_cuda_array = lambda array: array  # the simulator has no such thing


def learners(found: Game, options: dict[str, Any], players: list[str]) -> tuple[int, int]:
    """Both are given the same actions, some of them not allowed, and must show and tell the same."""
    there = gpu.Learners(found, SEATS, options, SIZE, SEED, players)
    here = Tables(found, SEATS, options, [players] * SIZE, SEED, SAME_STEP, 1)
    here.deal()
    ended = refused = 0
    for step in range(STEPS):
        same(there.shown, here)
        actions = here.sample()
        if step % 17 == 16:
            actions[0] = np.flatnonzero(~here.masks[0])[step]
        here.step(actions)
        there.step(cuda.to_device(actions))
        same({name: array for name, array in there.told.items() if name != "points"}, here)
        ended, refused = ended + int(here.over.sum()), refused + int(here.refused.sum())
    return ended, refused


def same(there: dict[str, Any], here: Tables) -> None:
    for name, array in there.items():
        np.testing.assert_array_equal(array.copy_to_host(), getattr(here, name), name, strict=True)  # types, too


def given_actions(found: Game, options: dict[str, Any]) -> None:
    """Tables that a trainer advances: the allowed actions, views and turns of a position that is played alike."""
    tables = gpu.Tables(found, SEATS, options, 1, SEED)
    throws = tables.throws.copy_to_host()[0]
    here = Position(found, SEATS, options, np.array([throws[0], 0], np.uint64))
    for _ in range(STEPS):
        count = int(tables.counts.copy_to_host()[0])
        assert list(tables.lists.copy_to_host()[0, :count]) == list(here.actions[: here.count])
        assert tables.turns.copy_to_host()[0] == here.seat
        assert tables.records.copy_to_host()[0].tobytes() == here.view(here.seat)[0].tobytes()
        if not count:
            break
        action = here.actions[here.count // 2]
        here.play(int(action))
        tables.step(cuda.to_device(np.array([action], np.int16)))


def whole_games(found: Game, options: dict[str, Any]) -> None:
    """Random games take as many steps, and end as they do in the engine."""
    records, steps = gpu.RandomPlay(found, SEATS, options).records(2, SEED)
    here = Batch(found, SEATS, options).play(2, SEED, 1)
    assert list(steps) == list(here.steps)
    assert [found.engine.over(records, row) for row in range(2)] == list(here.clauses)


if __name__ == "__main__":
    found = game(sys.argv[1])
    options = found.check_options(SEATS, {})
    print(*learners(found, options, ["learner"] * SEATS), *learners(found, options, ["learner", "random"]))
    given_actions(found, options)
    if found.name != "jokrummy":  # a random game of it is long
        whole_games(found, options)
