"""Tuning the weights of a policy with CMA-ES, an evolution strategy that learns which weights move together.

A tunable bots.py has `weighed(view, seat, allowed, count, weights)` and `TUNED`, one row per seat count.
If bots talk, it also has `weighed_say(view, seat, weights, out)`, and `TUNED` has such rows for each way to talk.
"""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core import dice
from ..core.game import Game
from ..core.loops.bots import nothing
from ..core.rule import jit, rule

Vector = npt.NDArray[np.float64]


def weighed_games(rules: Any, bots: Any) -> Any:
    """Return a JIT-compiled loop of games with given weights, for developing a policy."""
    deal, legal, apply, score, weighed = rules.deal, rules.legal, rules.apply, rules.score, bots.weighed
    say, signal = getattr(bots, "weighed_say", silent), getattr(rules, "signal", nothing)

    @rule
    def weighed_games(
        states: Any, seats: Any, options: Any, throws: Any, key: Any, out: Any, scores: Any,
        weights: Any, said: Any,
    ) -> None:  # fmt: skip
        """Play a game for each row of the scores with these weights at every seat; views are not needed here.

        If `said` has room for a signal, the others signal before each choice.
        """
        for game in range(scores.shape[0]):
            throws[0] = dice.mix(key, np.uint64(game))
            throws[1] = 0
            deal(states[0], seats, options, throws)
            n = legal(states[0], out)
            while n > 0:
                seat = states[0].seat
                for turn in range(1, seats if said.size and seat >= 0 else 0):
                    other = (seat + turn) % seats
                    for k in range(say(states[0], other, weights, said)):
                        signal(states[0], other, said[k])
                action = out[0] if n == 1 or seat < 0 else weighed(states[0], seat, out, n, weights)
                apply(states[0], action, throws)
                n = legal(states[0], out)
            score(states[0], scores[game])

    return jit(weighed_games)


@rule
def silent(view: Any, seat: Any, weights: Any, said: Any) -> Any:
    """Say nothing: for games without signals."""
    return 0


class Tuner:
    """Tunes the weights for a game, seat count and way to talk (0: silent) to minimise `loss` of the scores."""

    def __init__(
        self, game: Game, seats: int, loss: Callable[[Any], float], games: int = 300, talk: int = 0, **options: Any
    ) -> None:
        bots: Any = game.part("bots")
        self.game, self.seats, self.loss, self.games = game, seats, loss, games
        self.codes = game.codes(game.check_options(seats, options))
        talks = bots.TUNED if bots.TUNED.ndim == 3 else bots.TUNED[None]
        self.start: Vector = talks[talk, seats - 1].astype(float)
        self.said = np.zeros(len(game.rules.SIGNALS.rows) if talk else 0, np.int16)
        self.loop = weighed_games(game.rules, bots)

    def try_out(self, weights: Vector, seed: int, games: int | None = None) -> float:
        """Return the loss of some weights over the deals of a seed."""
        scores = np.zeros((games or self.games, self.seats), np.int16)
        states, out = self.game.rules.State.rows(1), np.zeros(self.game.rules.MOST, np.int16)
        self.loop(
            states, self.seats, self.codes, dice.new(0), dice.new(seed)[0], out, scores, weights, self.said.copy()
        )
        return self.loss(scores)

    def run(self, seconds: float, seed: int = 0, step: float = 0.3, report: Callable[[str], None] = print) -> Vector:
        """Search for so many seconds and return the mean."""
        search = Evolution(len(self.start), step, seed)
        scale = np.maximum(np.abs(self.start), 1.0)
        threads = os.cpu_count() or 1
        end, generation = time.monotonic() + seconds, 0
        with ThreadPoolExecutor(threads) as pool:
            while time.monotonic() < end:
                points = search.ask(max(14, threads))
                deals = seed + 1000 + generation  # the same deals for all candidates, new ones each time
                losses = list(pool.map(lambda x, deals=deals: self.try_out(self.start + scale * x, deals), points))
                search.tell(points, np.array(losses))
                generation += 1
                if generation % 10 == 0:
                    report(f"generation {generation}: mean loss {np.mean(losses):.3f}, step {search.step:.3f}")
        return self.start + scale * search.mean


class Evolution:
    """CMA-ES: samples around a mean, whose covariance follows the steps that paid."""

    def __init__(self, size: int, step: float, seed: int) -> None:
        self.size, self.step, self.mean = size, step, np.zeros(size)
        self.random = np.random.default_rng(seed)
        self.covariance, self.path, self.step_path = np.eye(size), np.zeros(size), np.zeros(size)

    def ask(self, count: int) -> list[Vector]:
        """Return points to try."""
        values, self.axes = np.linalg.eigh(self.covariance)
        self.lengths = np.sqrt(np.maximum(values, 1e-12))
        noise = self.random.standard_normal((count, self.size))
        return [self.mean + self.step * (self.axes @ (self.lengths * row)) for row in noise]

    def tell(self, points: list[Vector], losses: Vector) -> None:
        """Learn from their results: the better half counts, the best most."""
        n, half = self.size, len(points) // 2
        weights = np.log(half + 0.5) - np.log(np.arange(1, half + 1))
        weights /= weights.sum()
        mass = 1 / (weights**2).sum()
        steps = (np.array([points[i] for i in np.argsort(losses)[:half]]) - self.mean) / self.step
        shift = weights @ steps
        self.mean = self.mean + self.step * shift
        c_step, c_path = (mass + 2) / (n + mass + 5), (4 + mass / n) / (n + 4 + 2 * mass / n)
        whitened = self.axes @ ((self.axes.T @ shift) / self.lengths)
        self.step_path = (1 - c_step) * self.step_path + np.sqrt(c_step * (2 - c_step) * mass) * whitened
        expected = np.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))
        length = np.linalg.norm(self.step_path)
        calm = float(length < (1.4 + 2 / (n + 1)) * expected)
        self.path = (1 - c_path) * self.path + calm * np.sqrt(c_path * (2 - c_path) * mass) * shift
        c_one = 2 / ((n + 1.3) ** 2 + mass)
        c_many = min(1 - c_one, 2 * (mass - 2 + 1 / mass) / ((n + 2) ** 2 + mass))
        many = (steps.T * weights) @ steps
        self.covariance = (
            (1 - c_one - c_many) * self.covariance + c_one * np.outer(self.path, self.path) + c_many * many
        )
        self.step *= float(np.exp(c_step / (1 + c_step) * (length / expected - 1)))
