"""Many games at once on all cores. Game number i has dice of its own, so the threads do not change the results."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core import dice
from ..core.game import Game
from ..core.record import HIDDEN
from ..core.rule import bind, rule

NAMES = ("deal", "legal", "apply", "why_over", "score", "view", "signal")
CHUNK = 4096  # games a thread takes at a time, at the most
RANDOM = -1  # a seat that plays at random

# the game's own words, put in place by `bind`
deal: Any = None
legal: Any = None
apply: Any = None
why_over: Any = None
score: Any = None
view: Any = None
signal: Any = None
policy: Any = None
say: Any = None


@dataclass(frozen=True)
class Results:
    """What came out, a row a game."""

    scores: npt.NDArray[np.int16]  # per seat
    clauses: npt.NDArray[np.int16]  # the clause that ended it
    steps: npt.NDArray[np.int32]  # actions played


def random_games(
    states: Any, seats: Any, options: Any, throws: Any, key: Any, first: Any, out: Any,
    scores: Any, clauses: Any, steps: Any,
) -> None:  # fmt: skip
    """Play games `first`, `first` + 1, .. at random, one for each row of the results."""
    for game in range(steps.size):
        throws[0] = dice.mix(key, np.uint64(first + game))
        throws[1] = 0
        s = states[game % states.size]  # as many records as games keep the last record of each
        deal(s, seats, options, throws)
        n = legal(s, out)
        taken = 0
        while n > 0:
            apply(s, out[dice.below(throws, n)], throws)
            n = legal(s, out)
            taken += 1
        steps[game] = taken
        clauses[game] = why_over(s)
        score(s, scores[game])


def policy_games(
    states: Any, seats: Any, options: Any, throws: Any, key: Any, first: Any, out: Any,
    scores: Any, clauses: Any, steps: Any, raw: Any, views: Any, raw_views: Any, masks: Any, said: Any,
) -> None:  # fmt: skip
    """The same with the game's own policy at every seat, which is given its view and nothing else.

    Where there is room in `said` for a signal, the others say what they have to say before each choice.
    """
    for game in range(steps.size):
        throws[0] = dice.mix(key, np.uint64(first + game))
        throws[1] = 0
        deal(states[0], seats, options, throws)
        n = legal(states[0], out)
        taken = 0
        while n > 0:
            seat = states[0].seat
            if n == 1 or seat < 0:
                action = out[0]
            else:
                for turn in range(1 if said.size else seats, seats + 1):  # the others, then the seat itself
                    viewer = (seat + turn) % seats
                    for k in range(raw.shape[1]):
                        raw_views[0, k] = raw[0, k] if masks[viewer, k] else HIDDEN
                    view(states[0], viewer, views[0])
                    if turn < seats:
                        for k in range(say(views[0], viewer, said)):
                            signal(states[0], viewer, said[k])
                action = policy(views[0], seat, out, n, throws)
            apply(states[0], action, throws)
            n = legal(states[0], out)
            taken += 1
        steps[game] = taken
        clauses[game] = why_over(states[0])
        score(states[0], scores[game])


@rule
def nothing(view: Any, seat: Any, said: Any) -> Any:
    """What bots say, and what a signal does, in a game without signals."""
    return 0


class Batch:
    """Games of one setup, played by `level` ("random" or "medium") at every seat; with `talk` the bots give signals."""

    def __init__(
        self, game: Game, seats: int, options: dict[str, Any], level: str = "random", talk: bool = False
    ) -> None:
        self.game, self.seats, self.codes, self.level = game, seats, game.codes(options), level
        bots = game.part("bots") if level != "random" else None
        self.wise = bots is not None
        self.signals = len(game.rules.SIGNALS.rows) if talk and hasattr(bots, "say") else 0
        template: Callable[..., None] = random_games
        more: dict[str, Any] = {}
        if bots is not None:
            template, more = policy_games, {"policy": bots.policy, "say": getattr(bots, "say", nothing)}
            more |= {} if hasattr(game.rules, "signal") else {"signal": nothing}
        self.loop = bind(template, game.rules, NAMES, game.name, **more)

    def play(
        self, games: int, seed: int, threads: int | None = None, first: int = 0,
        report: Callable[[int, int], None] = lambda done, all_: None,
    ) -> Results:  # fmt: skip
        """So many games, from number `first` on; the same whatever the number of threads."""
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
        kind, size = self.game.rules.State, self.game.rules.State.dtype.itemsize
        states, views = kind.rows(1), kind.rows(1)
        rows = slice(start, start + count)
        given = [states, self.seats, self.codes, dice.new(0), key, first + start]
        given += [np.zeros(self.game.rules.MOST, np.int16)]
        given += [results.scores[rows], results.clauses[rows], results.steps[rows]]
        if self.wise:
            given += [states.view(np.int8).reshape(1, size), views, views.view(np.int8).reshape(1, size)]
            given += [kind.masks(self.game.most), np.zeros(self.signals, np.int16)]
        self.loop(*given)
        return count
