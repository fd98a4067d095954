"""Training by self-play: `brelan train GAME`. A net plays against itself and learns from the results of its choices.

A step is SHARDS lots of games, dealt by the seed and the number of the step, each played and learnt from in the engine
(core/loops/learn.py); their gradients are added up in order. So the same seed gives the same weights on any number of
cores, and interrupted training resumes without a trace.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..core import dice
from ..core.errors import BadSetup
from ..core.game import Game
from ..core.loops.learn import ERRORS, GAINS, PLAYED, SAMPLES
from ..core.net import FIRST, ONE, SECOND, SECOND_ADDS, TWO, Net, Weights
from .bench import commit

SHARDS = 32  # lots of games per step
RATE, LAST_RATE = 2e-3, 2e-5  # the learning rate at the first and last step
EXPLORE, LAST_EXPLORE = 120, 20  # random choices per thousand
FADE, FADE_SQUARE, TINY = 0.9, 0.999, 1e-8  # Adam's parameters
MEMORY = 0.999  # the saved weights are a moving average with this decay
MEASURES = 20  # how often the net is measured during training


class Point(NamedTuple):
    """Training at a step: the mean square error, and the net's gain per game over the game's own policy; for a team,
    the share of games it wins."""

    step: int
    error: float
    gain: float


class Trainer:
    """Training of a game's net; every lot of a step plays `games`."""

    def __init__(
        self, game: Game, net: Net, seed: int = 0, games: int = 64, threads: int | None = None, against: bool = False
    ) -> None:  # fmt: skip
        self.game, self.net, self.seed, self.games, self.against = game, net, seed, games, against
        self.weights = first_weights(net, seed)
        self.mean, self.first, self.second = (self.weights * factor for factor in (1, 0, 0))
        self.step, self.curve = 0, list[Point]()
        self.error = 0.0
        self.tables = list(tables(game, net))
        self.pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
        kind = game.rules.State
        self.rooms = [
            (kind.rows(1), kind.rows(1), dice.new(0), np.zeros(game.rules.MOST, np.int16), np.zeros_like(self.weights))
            for _ in range(SHARDS)
        ]

    def lot(self, shard: int, key: int, games: int, explore: int, weights: Weights, rival: int = -1) -> Any:
        """Play a lot of games, learn from them and return the counts. The gradient is in the shard's buffer."""
        states, views, throws, out, gradient = self.rooms[shard]
        seats, codes = self.tables[(key + shard) % len(self.tables)]
        gradient[:], tally = 0, np.zeros(4)
        rivals = 0 if rival < 0 else sum(1 << seat for seat in range(seats) if (seat + rival) % 2)
        word = dice.new((self.seed << 40) + (key << 8) + shard)[0]
        self.game.engine.practise(
            states, views, seats, codes, throws, word, 0, games, explore, rivals, weights, out, gradient, tally
        )
        return tally

    def advance(self, steps: int) -> None:
        """Make one of `steps` steps."""
        left = 1 - self.step / steps
        explore = round(LAST_EXPLORE + (EXPLORE - LAST_EXPLORE) * max(0.0, 2 * left - 1))
        rivals = [k % 2 if self.against else -1 for k in range(SHARDS)]
        jobs = [
            self.pool.submit(self.lot, k, self.step, self.games, explore, self.weights, rivals[k])
            for k in range(SHARDS)
        ]
        tally = np.sum([job.result() for job in jobs], axis=0)
        gradient = np.sum([room[-1] for room in self.rooms], axis=0) / max(1.0, tally[SAMPLES])
        self.error = float(tally[ERRORS] / max(1.0, tally[SAMPLES]))
        self.step += 1
        self.first = FADE * self.first + (1 - FADE) * gradient
        self.second = FADE_SQUARE * self.second + (1 - FADE_SQUARE) * gradient**2
        shift = (self.first / (1 - FADE**self.step)) / (np.sqrt(self.second / (1 - FADE_SQUARE**self.step)) + TINY)
        rate = LAST_RATE + (RATE - LAST_RATE) * 0.5 * (1 - np.cos(np.pi * left))
        self.weights = (self.weights - rate * shift).astype(np.float32)
        memory = min(MEMORY, 1 - 1 / self.step)
        self.mean = (memory * self.mean + (1 - memory) * self.weights).astype(np.float32)

    def measure(self) -> Point:
        """Return the net's gain per game over the game's policy, half of the seats each, without learning; for a team,
        the share of games it wins."""
        jobs = [self.pool.submit(self.lot, k, 1 << 30, self.games, 0, self.mean, k % 2) for k in range(SHARDS)]
        tally = np.sum([job.result() for job in jobs], axis=0)
        return Point(self.step, self.error, float(tally[GAINS] / max(1.0, tally[PLAYED])))

    def run(self, steps: int, folder: Path, report: Callable[[int], None] = lambda step: None) -> Weights:
        """Train up to a number of steps, saving the state to a folder."""
        kept = folder / f"{self.game.name}-{self.net.name}.npz"
        self.resume(kept)
        while self.step < steps:
            self.advance(steps)
            report(self.step)
            if self.step % max(1, steps // MEASURES) == 0 or self.step == steps:
                self.curve.append(self.measure())
                self.keep(kept)
        return self.mean

    def keep(self, file: Path) -> None:
        """Save the state of the training atomically."""
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part.npz")
        states = {name: getattr(self, name) for name in ("weights", "mean", "first", "second", "step", "seed", "games")}
        np.savez(part, curve=np.array(self.curve, float), **states)
        part.replace(file)

    def resume(self, file: Path) -> None:
        """Resume from a file, if it exists."""
        if not file.exists():
            return
        with np.load(file) as kept:
            if (int(kept["seed"]), int(kept["games"]), kept["weights"].size) != (self.seed, self.games, self.net.size):
                raise BadSetup(f"{file} belongs to another training; choose another folder")
            self.weights, self.mean, self.first, self.second = (
                kept[name] for name in ("weights", "mean", "first", "second")
            )
            self.step = int(kept["step"])
            self.curve = [Point(int(step), error, gain) for step, error, gain in kept["curve"].tolist()]


def nets(game: Game, name: str | None = None) -> list[Net]:
    """Return a game's nets, or the one of a name; raise BadSetup if there is none."""
    every: Sequence[Net] = getattr(game.part("bots"), "NETS", ())
    found = [net for net in every if name in (None, net.name)]
    if not found:
        known = ", ".join(net.name for net in every) or "none"
        raise BadSetup(f"{game.name} has no net{f' {name}' if name else ''}; it has: {known}")
    return found


def write(trainer: Trainer, steps: int, folders: Sequence[Path]) -> list[Path]:
    """Write the weights, how they were made and, if matplotlib is installed, the learning curve."""
    game, net, last = trainer.game, trainer.net, trainer.curve[-1]
    how = f"brelan train {game.name} --net {net.name} --steps {steps} --games {trainer.games} --seed {trainer.seed}"
    gain = "the share of games won" if game.team else "a round on the bot the game had then, in fours of points"
    made = (
        f'command = "{how}{" --against" if trainer.against else ""}"\n'
        f'commit = "{commit()}"\ndate = {date.today().isoformat()}\n'
        f"error = {last.error:.4f}  # mean square, of the last step\n"
        f"gain = {last.gain:.4f}  # {gain}\n"
    )
    written = []
    for folder in folders:
        net.save(folder, trainer.mean)
        (folder / f"{net.name}.toml").write_text(made, encoding="utf-8")
        written += [net.file(folder), folder / f"{net.name}.toml"]
    return [*written, *draw(trainer.curve, folders[0] / f"{game.name}-{net.name}.png")]


def draw(curve: Sequence[Point], file: Path) -> list[Path]:
    """Draw the learning curve: errors fall, gains rise."""
    try:
        import matplotlib
    except ImportError:
        return []
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(2, 1, sharex=True, figsize=(7, 6), layout="constrained")
    for axis, name in zip(axes, ("error", "gain"), strict=True):
        axis.plot([point.step for point in curve], [getattr(point, name) for point in curve])
        axis.set_ylabel(name)
    axes[1].set_xlabel("step")
    figure.savefig(file, dpi=150)
    pyplot.close(figure)
    return [file]


def tables(game: Game, net: Net) -> Sequence[tuple[int, Any]]:
    """Return the setups a net is trained for: every seat count, with the default options or one changed."""
    made = []
    for seats in net.seats:
        usual = game.check_options(seats, {})
        made += [(seats, game.codes(usual))] * 3
        for name, option in game.options.items():
            for other in getattr(option, "values", (True,)) if name in getattr(game.part("bots"), "LEARNT", ()) else ():
                made.append((seats, game.codes(game.check_options(seats, {name: other}))))
    return made


def first_weights(net: Net, seed: int) -> Weights:
    """Return small random weights, larger for units with fewer inputs."""
    random = np.random.default_rng(seed)
    made = np.zeros(net.size)
    made[FIRST:] = random.standard_normal(net.inputs * ONE) * 0.12
    made[SECOND:SECOND_ADDS] = random.standard_normal(ONE * TWO) * (2 / ONE) ** 0.5
    made[SECOND_ADDS + TWO : SECOND_ADDS + 2 * TWO] = random.standard_normal(TWO) * 0.1
    return made.astype(np.float32)
