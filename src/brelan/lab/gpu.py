"""The same rules in CUDA kernels, one thread a table: the only module that imports numba.cuda.

`pip install brelan[gpu]`. numba-cuda calls the compiled rules as they are; nothing is written twice. A record in a
thread's own memory is three times as fast as one in global memory, so random play keeps it there.
"""

import types
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from ..core import dice
from ..core.game import Game
from ..core.record import HIDDEN

for _old, _new in {"row_stack": "vstack", "in1d": "isin", "trapz": "trapezoid"}.items():
    if not hasattr(np, _old):  # numba-cuda lags NumPy by a few removed names
        setattr(np, _old, getattr(np, _new))

from numba import cuda, from_dtype, int8, int16, int32, int64, uint64  # noqa: E402

THREADS = 128  # in a block
PATIENCE = 64  # steps for which a thread may wait to deal together with others of its warp
CAPABILITY = (9, 0)  # what is compiled for where no GPU can be asked
WORDS = ("deal", "legal", "apply", "why_over", "score", "view")

# the game's own words and sizes, put in place by `Kernels`
deal: Any = None
legal: Any = None
apply: Any = None
why_over: Any = None
score: Any = None
view: Any = None
RECORD: Any = None
MOST: Any = None


def playouts(games: Any, seats: Any, options: Any, key: Any, patience: Any, begun: Any, steps: Any) -> None:
    """Threads deal and play games at random, whoever is free the next one, and write how many steps each took."""
    i = cuda.grid(1)
    if i >= steps.size:
        return
    state = cuda.local.array(1, RECORD)
    out = cuda.local.array(MOST, int16)
    throws = cuda.local.array(2, uint64)
    taken = n = 0
    while True:
        if n == 0:
            game = cuda.atomic.add(begun, 0, 1)
            if game >= games:
                break
            throws[0] = dice.mix(key, uint64(game))
            throws[1] = uint64(0)
            deal(state[0], seats, options, throws)
        for turn in range(patience):  # the rules are called in one place only: they are large, and copied into it
            n = legal(state[0], out)
            if n == 0 or (turn > 0 and state[0].seat < 0):
                break  # here the threads of a warp wait for each other, and deal together
            apply(state[0], out[dice.below(throws, n)], throws)
            taken += 1
    steps[i] = taken


def finals(seats: Any, options: Any, key: Any, first: Any, states: Any, steps: Any) -> None:
    """Each thread plays one game at random and leaves its last record: to be compared with the CPU's."""
    i = cuda.grid(1)
    if i >= steps.size:
        return
    out = cuda.local.array(MOST, int16)
    throws = cuda.local.array(2, uint64)
    throws[0] = dice.mix(key, uint64(first + i))
    throws[1] = uint64(0)
    deal(states[i], seats, options, throws)
    taken = 0
    n = legal(states[i], out)
    while n > 0:
        apply(states[i], out[dice.below(throws, n)], throws)
        taken += 1
        n = legal(states[i], out)
    steps[i] = taken


def start(seats: Any, options: Any, key: Any, first: Any, states: Any, throws: Any, lists: Any, counts: Any) -> None:
    """Each thread deals one table and lists its actions."""
    i = cuda.grid(1)
    if i >= counts.size:
        return
    throws[i, 0] = dice.mix(key, uint64(first + i))
    throws[i, 1] = uint64(0)
    deal(states[i], seats, options, throws[i])
    counts[i] = legal(states[i], lists[i])


def step(states: Any, throws: Any, actions: Any, lists: Any, counts: Any) -> None:
    """Each thread plays one allowed action at its table, if the game goes on, and lists the next ones."""
    i = cuda.grid(1)
    if i >= counts.size or counts[i] == 0:
        return
    apply(states[i], actions[i], throws[i])
    counts[i] = legal(states[i], lists[i])


def observe(states: Any, raw: Any, masks: Any, views: Any, raw_views: Any, turns: Any, ends: Any, scores: Any) -> None:
    """Each thread writes the view of the seat at turn, whose turn it is, the clause that ended it and the results."""
    i = cuda.grid(1)
    if i >= turns.size:
        return
    seat = states[i].seat
    for k in range(raw.shape[1]):
        raw_views[i, k] = raw[i, k] if masks[seat, k] else HIDDEN
    view(states[i], seat, views[i])
    turns[i] = seat
    ends[i] = why_over(states[i])
    score(states[i], scores[i])


@contextmanager
def without_device() -> Iterator[None]:
    """Compile where there is no GPU: numba-cuda asks the present one for its kind whenever a function calls another."""
    from numba.cuda import dispatcher

    asked = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: types.SimpleNamespace(compute_capability=CAPABILITY)
    try:
        yield
    finally:
        dispatcher.get_current_device = asked


class Kernels:
    """The kernels of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        rules = game.rules
        self.record = from_dtype(rules.State.dtype)
        self.names = {word: getattr(rules, word) for word in WORDS} | {"RECORD": self.record, "MOST": rules.MOST}

    def bound(self, template: Any) -> Any:
        """A kernel's source with this game's words."""
        return types.FunctionType(template.__code__, {**globals(), **self.names}, template.__name__)

    def signatures(self) -> dict[Any, tuple[Any, ...]]:
        """Every kernel with the types it is called with."""
        rows, lists, words = self.record[::1], int16[:, ::1], uint64[:, ::1]
        options, counts, raw = int16[::1], int32[::1], int8[:, ::1]
        return {
            playouts: (int64, int64, options, uint64, int64, int64[::1], int64[::1]),
            finals: (int64, options, uint64, int64, rows, int64[::1]),
            start: (int64, options, uint64, int64, rows, words, lists, counts),
            step: (rows, words, options, lists, counts),
            observe: (rows, raw, raw, rows, raw, options, options, lists),
        }

    def compile(self, *names: str) -> dict[str, str]:
        """Kernels as PTX, all or those named, without a GPU."""
        with without_device():
            return {
                template.__name__: cuda.compile_ptx(self.bound(template), signature, cc=CAPABILITY)[0]
                for template, signature in self.signatures().items()
                if not names or template.__name__ in names
            }

    def kernel(self, template: Any) -> Any:
        """A kernel ready to be launched."""
        return cuda.jit(self.bound(template))


def device_name() -> str:
    """The GPU at hand."""
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def _blocks(threads: int) -> int:
    return -(-threads // THREADS)


class RandomPlay:
    """Random games by the billion."""

    def __init__(self, game: Game, seats: int, options: dict[str, Any]) -> None:
        kernels = Kernels(game)
        self.game, self.seats, self.patience = game, seats, PATIENCE
        self.codes = cuda.to_device(game.codes(options))
        self.many, self.one = kernels.kernel(playouts), kernels.kernel(finals)

    def steps(self, threads: int, games: int, seed: int) -> int:
        """How many steps so many games take; waits for the end."""
        begun, taken = cuda.to_device(np.zeros(1, np.int64)), cuda.device_array(threads, np.int64)
        key = dice.new(seed)[0]
        self.many[_blocks(threads), THREADS](games, self.seats, self.codes, key, self.patience, begun, taken)
        cuda.synchronize()
        return int(taken.copy_to_host().sum())

    def records(self, games: int, seed: int) -> tuple[Any, Any]:
        """The last records of games 0, 1, .. and their numbers of steps: equal to those of the CPU."""
        states = cuda.to_device(self.game.rules.State.rows(games))
        taken = cuda.device_array(games, np.int64)
        self.one[_blocks(games), THREADS](self.seats, self.codes, dice.new(seed)[0], 0, states, taken)
        return states.copy_to_host(), taken.copy_to_host()


class Tables:
    """A batch of tables on the device, advanced by given actions, for training.

    All attributes are device arrays with `__cuda_array_interface__`: `torch.as_tensor(tables.lists)` does not copy.
    `lists[i, :counts[i]]` are the allowed actions of table i, `views[i]` the bytes of the view of the seat at turn.
    """

    def __init__(self, game: Game, seats: int, options: dict[str, Any], tables: int, seed: int = 0) -> None:
        kernels = Kernels(game)
        kind, size = game.rules.State, game.rules.State.dtype.itemsize
        self._start, self._step, self._observe = (kernels.kernel(template) for template in (start, step, observe))
        self.seats, self.size, self.seed, self.dealt = seats, tables, seed, 0
        self.codes = cuda.to_device(game.codes(options))
        self.masks = cuda.to_device(kind.masks(game.most).astype(np.int8))
        self.raw, self.views = (cuda.device_array((tables, size), np.int8) for _ in range(2))
        self.states, self.records = (raw.view(np.uint8).reshape(-1).view(kind.dtype) for raw in (self.raw, self.views))
        self.throws = cuda.device_array((tables, dice.HEADER), np.uint64)
        self.lists = cuda.device_array((tables, game.rules.MOST), np.int16)
        self.counts = cuda.device_array(tables, np.int32)
        self.turns, self.ends = (cuda.device_array(tables, np.int16) for _ in range(2))
        self.scores = cuda.device_array((tables, seats), np.int16)
        self.deal()

    def deal(self) -> None:
        """New games at all tables."""
        key = dice.new(self.seed)[0]
        where = (self.seats, self.codes, key, self.dealt, self.states, self.throws, self.lists, self.counts)
        self._start[_blocks(self.size), THREADS](*where)
        self.dealt += self.size
        self.look()

    def step(self, actions: Any) -> None:
        """Play one allowed action at every table whose game goes on; `actions` is an int16 array on the device."""
        given = cuda.as_cuda_array(actions)
        self._step[_blocks(self.size), THREADS](self.states, self.throws, given, self.lists, self.counts)
        self.look()

    def look(self) -> None:
        """Write views, turns, ends and scores anew."""
        seen = (self.states, self.raw, self.masks, self.records, self.views, self.turns, self.ends, self.scores)
        self._observe[_blocks(self.size), THREADS](*seen)
