"""Many tables of one game, stepped together by the engine (core/loops/vector.py) in plain NumPy arrays.

There are two alternating sets of `seen` and `masks`, so an observation stays valid until the step after the next,
and a learner has those before and after its actions without copying.
"""

import itertools
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bots import LEVELS
from ..core import dice
from ..core.errors import BadSetup
from ..core.game import Game
from ..core.loops.bots import SIDES
from ..core.loops.vector import LEARNER, NEXT_STEP, RANDOM
from .observation import Observer

LOT = 256  # the least number of tables worth a thread


def player_code(name: str) -> int:
    """Return the engine's code for a player; raise BadSetup for a bot the engine does not have."""
    if name in ("learner", "random"):
        return LEARNER if name == "learner" else RANDOM
    level = LEVELS.get(name)
    if level is None or level.trials:
        plain = [known for known, level in LEVELS.items() if not level.trials]
        raise BadSetup(f"players must be learner, random, {', '.join(plain)}, not {name!r}")
    return int(level.overlooks * SIDES)


class Tables:
    """Tables of a game. `players` has a "learner" or a level for every seat, for all tables or for each of them.

    `seen[i]` is what the seat `turns[i]` sees of table i (observation.py), `masks[i]` what it may do, `views[i]` its
    view as a record. After a step, `gains[i]` is what each seat earned by it, and `rewards[i]` what the seat
    that acted earned; `over` says which games ended, `refused` which ended by an action that was not allowed.
    """

    def __init__(
        self, game: Game, seats: int, options: dict[str, Any], players: Sequence[Sequence[str]], seed: int = 0,
        mode: int = NEXT_STEP, threads: int | None = None, ask: Callable[..., Any] | None = None,
    ) -> None:  # fmt: skip
        if not all("learner" in row for row in players):
            raise BadSetup("every table needs a learner")
        self.game, self.seats, self.options, self.mode, self.size = game, seats, options, mode, len(players)
        self.observer, kind, most = Observer(game), game.rules.State, game.rules.MOST
        self.codes = game.codes(options)
        codes = {name: player_code(name) for name in {name for row in players for name in row}}
        self.players = np.array([[codes[name] for name in row] for row in players], np.int16)
        size, numbers, actions = self.size, self.observer.size, self.observer.actions
        self.states, self.views = kind.rows(size), kind.rows(size)
        self.throws, self.luck = np.zeros((size, 4), np.uint64), np.zeros((size, 2), np.uint64)
        self.lists, self.kept = np.zeros((size, most), np.int16), np.zeros((size, most), np.int16)
        self.counts, self.numbers = np.zeros(size, np.int32), np.arange(size)
        self.turns, self.points = np.zeros(size, np.int16), np.zeros((size, seats), np.int16)
        self.earned, self.gains = np.zeros((size, seats), np.float32), np.zeros((size, seats), np.float32)
        self.rewards, self.over, self.refused = np.zeros(size, np.float32), np.zeros(size, bool), np.zeros(size, bool)
        self.last = np.zeros((size, numbers), np.float32)  # the final observations, if tables are dealt again at once
        self.shown = [(np.zeros((size, numbers), np.float32), np.zeros((size, actions), bool)) for _ in range(2)]
        self.now = 0
        lots = max(1, min(threads or os.cpu_count() or 1, size // LOT))
        edges = [size * lot // lots for lot in range(lots + 1)]
        self.lots = [slice(*edge) for edge in itertools.pairwise(edges)]
        self.pool = ThreadPoolExecutor(lots) if lots > 1 else None
        self.ask = ask or (lambda entry, *given: getattr(game.engine, entry)(*given))
        self.seed(seed)

    @property
    def seen(self) -> npt.NDArray[np.float32]:
        """What the seats to act see, one row per table."""
        return self.shown[self.now][0]

    @property
    def masks(self) -> npt.NDArray[np.bool_]:
        """What they may do."""
        return self.shown[self.now][1]

    def seed(self, seed: int) -> None:
        """Set the seed of future games; games in progress are not affected."""
        self.key = dice.new(seed)[0]
        self.numbers[:] = np.arange(self.size)
        self.luck[:, 0], self.luck[:, 1] = self.key, np.arange(self.size, dtype=np.uint64) << np.uint64(40)

    def _run(self, entry: str, calls: Iterator[tuple[Any, ...]]) -> None:
        if self.pool is None:
            for call in calls:
                self.ask(entry, *call)
        else:
            list(self.pool.map(lambda call: self.ask(entry, *call), calls))

    def _given(self, rows: slice, chosen: Any) -> tuple[Any, ...]:
        """Return the arguments shared by dealing and stepping, with `chosen` as the one that differs."""
        seen, masks = self.shown[self.now]
        here = (self.states, self.views, self.throws, self.lists, self.counts, self.kept, self.numbers)
        told = (self.turns, self.earned, self.over, seen, masks)
        setup = (self.size, self.seats, self.codes, self.key, self.players[rows], chosen[rows])
        return (*(array[rows] for array in here), *setup, *(array[rows] for array in told))

    def deal(self, chosen: npt.NDArray[np.bool_] | None = None) -> None:
        """Deal a new game at every table, or at those chosen."""
        which = np.ones(self.size, bool) if chosen is None else chosen
        self._run("deal_tables", (self._given(rows, which) for rows in self.lots))

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """Play an action at every table."""
        self.now = 1 - self.now
        team, out = int(self.game.team), (self.points, self.gains, self.rewards, self.refused, self.last)
        calls = ((*self._given(rows, actions), team, self.mode, *(array[rows] for array in out)) for rows in self.lots)
        self._run("step_tables", calls)

    def sample(self) -> npt.NDArray[np.int64]:
        """Return a random allowed action for every table."""
        actions = np.zeros(self.size, np.int64)
        given = (self.lists, self.counts, self.luck, actions)
        self._run("pick_tables", (tuple(array[rows] for array in given) for rows in self.lots))
        return actions
