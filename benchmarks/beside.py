"""Our games and OpenSpiel's in one run, interleaved: steps a second from a Python loop and compiled, and the ratios.

python benchmarks/beside.py [--write benchmarks/RESULTS.md]

Every round plays a little of everything, one after the other, on one core; figures are medians over the rounds, so what
slows the machine for a while slows all. OpenSpiel's fastest way is a game among its C++ bots in one call.
"""

import argparse
import os
import random
import statistics
import time
from collections.abc import Callable
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from brelan.core import dice
from brelan.core.game import Game, game, names
from brelan.core.position import Position
from brelan.lab.bench import commit, machine

ROUNDS, SECONDS = 9, 0.4
THEIRS = ("spades", "hearts", "go_fish", "crazy_eights")
SEATS = {"thegame": 3}  # others: four
Run = Callable[[], int]


def theirs(name: str) -> dict[str, Run]:
    """OpenSpiel's game: a Python loop, and one call a game."""
    found = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(found.num_players())]

    def python() -> int:
        state, steps = found.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(random.random() * len(actions))])
            steps += 1
        return steps

    def compiled() -> int:
        state = found.new_initial_state()
        pyspiel.evaluate_bots(state, bots, int(random.random() * 1e9))
        return int(state.move_number())

    return {"python": python, "compiled": compiled}


def ours(found: Game, seats: int) -> dict[str, Run]:
    """The same of a game of ours."""
    options, throws = found.check_options(seats, {}), dice.new(1)
    codes, rows, out = found.codes(options), found.rules.State.rows(1), np.zeros(found.rules.MOST, np.int16)

    def python() -> int:
        throws[0] += np.uint64(1)
        position, steps = Position(found, seats, options, throws), 0
        pick, count, chance = position.pick, position.count, random.random
        while count:
            count = pick(int(chance() * count))
            steps += 1
        return steps

    def compiled() -> int:
        return int(found.engine.playouts(rows, seats, codes, throws, 20, out))

    return {"python": python, "compiled": compiled}


def rate(run: Run) -> float:
    """Steps a CPU second."""
    steps, start = 0, time.process_time()
    while time.process_time() - start < SECONDS:
        steps += run()
    return steps / (time.process_time() - start)


def measure() -> dict[tuple[str, str], float]:
    """The median rate of every game and way."""
    runs: dict[tuple[str, str], Run] = {}
    for name in THEIRS:
        runs |= {(name, way): run for way, run in theirs(name).items()}
    for name in names():
        runs |= {(name, way): run for way, run in ours(game(name), SEATS.get(name, 4)).items()}
    rates: dict[tuple[str, str], list[float]] = {key: [] for key in runs}
    for key, run in runs.items():
        rate(run)  # warm
        rates[key].clear()
    for _ in range(ROUNDS):
        for key, run in runs.items():
            rates[key].append(rate(run))
    return {key: statistics.median(found) for key, found in rates.items()}


def page(rates: dict[tuple[str, str], float]) -> str:
    """The table: a row a game of ours, with ratios to each of theirs."""
    head = f"\n## Beside OpenSpiel {version('open_spiel')}, {date.today().isoformat()}\n\n"
    head += f"`python benchmarks/beside.py`: one core, random play, medians of {ROUNDS} interleaved rounds, steps a "
    head += f"CPU second; {machine()}, commit {commit()}.\n"
    for way in ("python", "compiled"):
        head += f"\n| {way} | M steps/s | {' | '.join(f'times {name}' for name in THEIRS)} |\n"
        head += "|---" * (2 + len(THEIRS)) + "|\n"
        rows: list[Any] = [(name, [""] * len(THEIRS)) for name in THEIRS]
        rows += [(name, [f"{rates[name, way] / rates[other, way]:.2f}" for other in THEIRS]) for name in names()]
        head += "".join(f"| {name} | {rates[name, way] / 1e6:.2f} | {' | '.join(ratios)} |\n" for name, ratios in rows)
    return head


def main() -> None:
    """Measure, print, and append if asked to."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", type=Path, help="append the result to this file")
    given = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {0})
    found = page(measure())
    print(found)
    if given.write:
        with given.write.open("a", encoding="utf-8") as file:
            file.write(found)


if __name__ == "__main__":
    main()
