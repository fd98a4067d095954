"""Many games at once on all cores: the loops of core/loops/batch.py, distributed over threads."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core import dice
from ..core.game import Game

CHUNK = 4096  # the most games a thread takes at a time


@dataclass(frozen=True)
class Results:
    """The results, one row per game."""

    scores: npt.NDArray[np.int16]  # per seat
    clauses: npt.NDArray[np.int16]  # the clause that ended it
    steps: npt.NDArray[np.int32]  # actions played


class Batch:
    """Games of one setup, played by `level` at every seat: "random", or "hard", which is the game's own policy.

    With `talk`, the bots signal.
    """

    def __init__(
        self, game: Game, seats: int, options: dict[str, Any], level: str = "random", talk: bool = False
    ) -> None:
        self.game, self.seats, self.codes, self.level = game, seats, game.codes(options), level
        bots = game.part("bots") if level != "random" else None
        self.wise = bots is not None
        self.signals = len(game.rules.SIGNALS.rows) if talk and hasattr(bots, "say") else 0
        self.loop = game.engine.policy_games if self.wise else game.engine.random_games

    def play(
        self, games: int, seed: int, threads: int | None = None, first: int = 0,
        report: Callable[[int, int], None] = lambda done, all_: None,
    ) -> Results:  # fmt: skip
        """Play so many games from number `first` on; the number of threads does not change them."""
        results = Results(np.zeros((games, self.seats), np.int16), np.zeros(games, np.int16), np.zeros(games, np.int32))
        threads = threads or os.cpu_count() or 1
        size = max(1, min(CHUNK, -(-games // threads)))
        starts = range(0, games, size)
        key = dice.new(seed)[0]
        done = 0
        with ThreadPoolExecutor(threads) as pool:
            work = {pool.submit(self._some, results, start, min(size, games - start), first, key) for start in starts}
            for job in as_completed(work):
                done += job.result()
                report(done, games)
        return results

    def _some(self, results: Results, start: int, count: int, first: int, key: np.uint64) -> int:
        kind = self.game.rules.State
        rows = slice(start, start + count)
        given = [kind.rows(1), self.seats, self.codes, dice.new(0), key, first + start]
        given += [np.zeros(self.game.rules.MOST, np.int16)]
        given += [results.scores[rows], results.clauses[rows], results.steps[rows]]
        if self.wise:
            given += [kind.rows(1), np.zeros(self.signals, np.int16)]
        self.loop(*given)
        return count
