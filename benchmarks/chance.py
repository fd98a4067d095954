"""Fits the chance to win to the plan's prices: games of the plan, of which the first turns, up to a random one, are
varied. Writes chance.toml in The Game's folder. The same seed gives the same numbers."""

import argparse
import os
from datetime import date
from pathlib import Path
from typing import Any

os.environ["BRELAN_MODE"] = "compiled"

import numpy as np
import numpy.typing as npt

from brelan.core import dice
from brelan.core.game import game
from brelan.core.rule import jit, rule
from brelan.games.thegame import champion
from brelan.games.thegame.bots import TUNED
from brelan.games.thegame.champion import LOOKS, POWERS, take, turns_of
from brelan.games.thegame.ending import solve, stack
from brelan.games.thegame.plan import BEST, FULL, PRICES, WEIGHTS, paper
from brelan.games.thegame.rules import State, deal
from brelan.lab.bench import commit

LONGEST = 50  # turns of a game
VARIED = 30  # the turn from which the plan plays alone is below this
VARIATION = 4  # one of so many turns before is another one
PASSES = 40  # of Newton's method
HELD_OUT = 5  # one of so many games is not learnt from

Table = npt.NDArray[np.float64]


@rule
def play(states: Any, seats: Any, options: Any, key: Any, prices: Any, stocks: Any, games: Any, won: Any) -> Any:
    """Write the price, the stock, the number and the result of the game for every turn; return how many."""
    desk, buffers, throws, now = paper(), stack(), np.zeros(2, np.uint64), np.zeros(WEIGHTS)
    tries, marks, far, used, waits, tops = buffers
    s, w, n = states[0], TUNED[0, seats - 1], 0
    for number in range(won.size // LONGEST):
        throws[0] = dice.mix(key, np.uint64(number))
        throws[1] = 0
        deal(s, seats, options, throws)
        alone, turn, first = dice.below(throws, VARIED), 0, n
        while s.ended == 0 and s.left > 0:
            found = turns_of(s, w, now, desk)
            prices[n], stocks[n], games[n] = desk[PRICES][0], s.left, number
            n += 1 if turn >= alone else 0
            vary = turn < alone and dice.below(throws, VARIATION) == 0
            take(s, desk[BEST][dice.below(throws, found) if vary else 0])
            turn += 1
        way = s.ended == 0 and solve(
            s.tops, s.hands, s.held, seats, s.seat, 1, LOOKS, tries, marks, far, used, waits, tops
        ) >= 0  # fmt: skip
        for k in range(first, n):
            won[k] = 1.0 if way or s.ended == 15 else 0.0
    return n


def inputs(prices: Table, stocks: Table) -> Table:
    """Return the powers of the stock, and the same times the price."""
    powers = (stocks[:, None] / FULL) ** np.arange(POWERS)
    return np.concatenate([powers, powers * prices[:, None]], axis=1)


def fit(x: Table, won: Table) -> Table:
    """Return the weights of a logistic regression by Newton's method."""
    scale = x.std(axis=0) + (x.std(axis=0) == 0)
    z, weights = x / scale, np.zeros(x.shape[1])
    for _ in range(PASSES):
        told = 1 / (1 + np.exp(-z @ weights))
        curve = (z.T * (told * (1 - told))) @ z + 1e-3 * np.eye(len(weights))
        weights += np.linalg.solve(curve, z.T @ (won - told))
    return np.asarray(weights / scale)


def surprise(x: Table, won: Table, weights: Table) -> float:
    """Return the mean surprise at the results, in nats."""
    told = np.clip(1 / (1 + np.exp(-x @ weights)), 1e-9, 1 - 1e-9)
    return float(-np.mean(won * np.log(told) + (1 - won) * np.log(1 - told)))


def main() -> None:
    """Fit and write the weights of every number of seats."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--games", type=int, default=4000)
    ask.add_argument("--seed", type=int, default=1)
    given = ask.parse_args()
    found, loop, rows, told = game("thegame"), jit(play), [], []
    for seats in range(1, 6):
        room = [np.zeros(given.games * LONGEST) for _ in range(4)]
        options = found.codes(found.check_options(seats, {"starter": 0}))
        n = loop(State.rows(1), seats, options, dice.new(given.seed)[0], *room)
        prices, stocks, games, won = (column[:n] for column in room)
        x, learnt = inputs(prices, stocks), games % HELD_OUT > 0
        weights = fit(x[learnt], won[learnt])
        rows.append("  [" + ", ".join(f"{weight:.4g}" for weight in weights) + "],")
        told.append(f"{surprise(x[~learnt], won[~learnt], weights):.3f}")
        print(seats, told[-1], flush=True)
    page = Path(champion.__file__).parent / "chance.toml"
    page.write_text(
        "# How the chance to win follows from the stock and the price of the best turn, a row a number of seats;\n"
        f"# the places are in champion.py. Surprise at other games of the plan, in nats: {', '.join(told)}.\n"
        f'command = "python benchmarks/chance.py --games {given.games} --seed {given.seed}"\n'
        f'commit = "{commit()}"\ndate = {date.today().isoformat()}\nchance = [\n' + "\n".join(rows) + "\n]\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
