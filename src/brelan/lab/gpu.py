"""The same rules in CUDA kernels, one thread per table: the only module that imports numba.cuda.

`pip install brelan[gpu]`. numba-cuda calls the compiled rules directly; nothing is written twice. A record in
thread-local memory is three times as fast as one in global memory, so random play keeps it there.
"""

import types
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from ..core import dice
from ..core.game import Game
from ..core.loops.play import sight
from ..core.loops.vector import SAME_STEP, table
from ..core.rule import LowestBit, Rule
from .observation import Observer
from .tables import player_code

for _old, _new in {"row_stack": "vstack", "in1d": "isin", "trapz": "trapezoid"}.items():
    if not hasattr(np, _old):  # numba-cuda still uses a few names that NumPy removed
        setattr(np, _old, getattr(np, _new))

from numba import boolean, config, cuda, float32, from_dtype, int16, int32, int64, uint64  # noqa: E402

THREADS = 128  # threads per block
PATIENCE = 64  # steps a thread may wait to deal together with others of its warp
CAPABILITY = (9, 0)  # the architecture to compile for without a GPU


def _typed_rules() -> None:
    """Let rules be typed for the processor they are called on: as device functions, whatever they say themselves."""
    from numba.cuda.target import CUDATypingContext

    known = CUDATypingContext.resolve_value_type
    CUDATypingContext.resolve_value_type = lambda context, value: known(
        context, value.typed if isinstance(value, (Rule, LowestBit)) else value
    )


if not config.ENABLE_CUDASIM:  # numba-cuda's simulator calls rules as plain Python
    _typed_rules()


def kernels(rules: Any, most_seats: int) -> list[Any]:
    """Return the kernels of a game's rules as plain functions."""
    deal, legal, apply, ends, score, see = (
        rules.deal, rules.legal, rules.apply, rules.why_over, rules.score, sight(rules)
    )  # fmt: skip
    record, most = from_dtype(rules.State.dtype), rules.MOST

    def playouts(games: Any, seats: Any, options: Any, key: Any, patience: Any, begun: Any, steps: Any) -> None:
        """Deal and play random games, each free thread taking the next one, and write the steps of each thread."""
        i = cuda.grid(1)
        if i >= steps.size:
            return
        state = cuda.local.array(1, record)
        out = cuda.local.array(most, int16)
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
            for turn in range(patience):  # call the rules in one place only: they are large and inlined
                n = legal(state[0], out)
                if n == 0 or (turn > 0 and state[0].seat < 0):
                    break  # here the threads of a warp wait for each other and deal together
                apply(state[0], out[dice.below(throws, n)], throws)
                taken += 1
        steps[i] = taken

    def finals(seats: Any, options: Any, key: Any, first: Any, states: Any, steps: Any) -> None:
        """Play one random game per thread and keep the final record, to compare with the CPU's."""
        i = cuda.grid(1)
        if i >= steps.size:
            return
        out = cuda.local.array(most, int16)
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

    def start(
        seats: Any, options: Any, key: Any, first: Any, states: Any, throws: Any, lists: Any, counts: Any
    ) -> None:
        """Deal one table per thread and list its actions."""
        i = cuda.grid(1)
        if i >= counts.size:
            return
        throws[i, 0] = dice.mix(key, uint64(first + i))
        throws[i, 1] = uint64(0)
        deal(states[i], seats, options, throws[i])
        counts[i] = legal(states[i], lists[i])

    def step(states: Any, throws: Any, actions: Any, lists: Any, counts: Any) -> None:
        """Play one allowed action per table whose game continues, and list the next ones."""
        i = cuda.grid(1)
        if i >= counts.size or counts[i] == 0:
            return
        apply(states[i], actions[i], throws[i])
        counts[i] = legal(states[i], lists[i])

    def observe(states: Any, views: Any, turns: Any, ended: Any, scores: Any) -> None:
        """Write for each table the view of the seat to act, whose turn it is, the clause that ended it, and results."""
        i = cuda.grid(1)
        if i >= turns.size:
            return
        seat = states[i].seat
        see(states[i], seat, views[i])
        turns[i] = seat
        ended[i] = ends(states[i])
        score(states[i], scores[i])

    return [playouts, finals, start, step, observe, *learning(rules, most_seats)]


def learning(rules: Any, most_seats: int) -> list[Any]:
    """Return the kernels of tables for learners: core/loops/vector.py with a thread per table and random bots."""
    begin, advance = table(rules, None, most_seats)

    def deal_tables(
        states: Any, views: Any, throws: Any, lists: Any, counts: Any, kept: Any, numbers: Any, every: Any, seats: Any,
        options: Any, key: Any, players: Any, turns: Any, earned: Any, over: Any, seen: Any, masks: Any,
    ) -> None:  # fmt: skip
        i = cuda.grid(1)
        if i < counts.size:
            begin(
                i, states, views, throws, lists, counts, kept, numbers, every, seats, options, key, players, turns,
                earned, seen, masks,
            )  # fmt: skip
            over[i] = False

    def step_tables(
        states: Any, views: Any, throws: Any, lists: Any, counts: Any, kept: Any, numbers: Any, every: Any, seats: Any,
        options: Any, key: Any, players: Any, actions: Any, turns: Any, earned: Any, over: Any, seen: Any, masks: Any,
        team: Any, mode: Any, points: Any, gains: Any, rewards: Any, refused: Any, last: Any,
    ) -> None:  # fmt: skip
        i = cuda.grid(1)
        if i < counts.size:
            advance(
                i, states, views, throws, lists, counts, kept, numbers, every, seats, options, key, players, actions,
                turns, earned, over, seen, masks, team, mode, points, gains, rewards, refused, last,
            )  # fmt: skip

    return [deal_tables, step_tables]


@contextmanager
def without_device() -> Iterator[None]:
    """Compile without a GPU: numba-cuda queries the current device whenever a function calls another."""
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
        self.record = from_dtype(game.rules.State.dtype)
        self.plain = {kernel.__name__: kernel for kernel in kernels(game.rules, game.most)}

    def signatures(self) -> dict[str, tuple[Any, ...]]:
        """Return every kernel with its argument types."""
        rows, lists, words = self.record[::1], int16[:, ::1], uint64[:, ::1]
        shorts, counts, floats, flags = int16[::1], int32[::1], float32[:, ::1], boolean[::1]
        setup = (int64, int64, shorts, uint64, lists)
        shown = (shorts, floats, flags, floats, boolean[:, ::1])
        shared = (rows, rows, words, lists, counts, lists, int64[::1], *setup, int64[::1], *shown)
        return {
            "playouts": (int64, int64, shorts, uint64, int64, int64[::1], int64[::1]),
            "finals": (int64, shorts, uint64, int64, rows, int64[::1]),
            "start": (int64, shorts, uint64, int64, rows, words, lists, counts),
            "step": (rows, words, shorts, lists, counts),
            "observe": (rows, rows, shorts, shorts, lists),
            "deal_tables": (*shared[:-6], *shared[-5:]),
            "step_tables": (*shared, int64, int64, lists, floats, float32[::1], flags, floats),
        }

    def compile(self, *names: str) -> dict[str, str]:
        """Compile kernels, all or those named, to PTX without a GPU."""
        with without_device():
            return {
                name: cuda.compile_ptx(self.plain[name], signature, cc=CAPABILITY)[0]
                for name, signature in self.signatures().items()
                if not names or name in names
            }

    def __getitem__(self, name: str) -> Any:
        """Return a kernel ready to launch."""
        return cuda.jit(self.plain[name])


def device_name() -> str:
    """Return the name of the GPU."""
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def _blocks(threads: int) -> int:
    return -(-threads // THREADS)


class RandomPlay:
    """Random games by the billion."""

    def __init__(self, game: Game, seats: int, options: dict[str, Any]) -> None:
        made = Kernels(game)
        self.game, self.seats, self.patience = game, seats, PATIENCE
        self.codes = cuda.to_device(game.codes(options))
        self.many, self.one = made["playouts"], made["finals"]

    def steps(self, threads: int, games: int, seed: int) -> int:
        """Play so many games and return the number of steps; wait for the end."""
        begun, taken = cuda.to_device(np.zeros(1, np.int64)), cuda.device_array(threads, np.int64)
        key = dice.new(seed)[0]
        self.many[_blocks(threads), THREADS](games, self.seats, self.codes, key, self.patience, begun, taken)
        cuda.synchronize()
        return int(taken.copy_to_host().sum())

    def records(self, games: int, seed: int) -> tuple[Any, Any]:
        """Return the final records of games 0, 1, .. and their numbers of steps, equal to the CPU's."""
        states = cuda.to_device(self.game.rules.State.rows(games))
        taken = cuda.device_array(games, np.int64)
        self.one[_blocks(games), THREADS](self.seats, self.codes, dice.new(seed)[0], 0, states, taken)
        return states.copy_to_host(), taken.copy_to_host()


class Tables:
    """A batch of tables on the device, advanced by given actions, for training.

    All attributes are device arrays with `__cuda_array_interface__`: `torch.as_tensor(tables.lists)` does not copy.
    `lists[i, :counts[i]]` are the allowed actions of table i, `views[i]` the bytes of the view of the seat to act.
    """

    def __init__(self, game: Game, seats: int, options: dict[str, Any], tables: int, seed: int = 0) -> None:
        made = Kernels(game)
        kind, size = game.rules.State, game.rules.State.dtype.itemsize
        self._start, self._step, self._observe = made["start"], made["step"], made["observe"]
        self.seats, self.size, self.seed, self.dealt = seats, tables, seed, 0
        self.codes = cuda.to_device(game.codes(options))
        self.raw, self.views = (cuda.device_array((tables, size), np.int8) for _ in range(2))
        self.states, self.records = (raw.view(np.uint8).reshape(-1).view(kind.dtype) for raw in (self.raw, self.views))
        self.throws = cuda.device_array((tables, dice.HEADER), np.uint64)
        self.lists = cuda.device_array((tables, game.rules.MOST), np.int16)
        self.counts = cuda.device_array(tables, np.int32)
        self.turns, self.ends = (cuda.device_array(tables, np.int16) for _ in range(2))
        self.scores = cuda.device_array((tables, seats), np.int16)
        self.deal()

    def deal(self) -> None:
        """Deal new games at all tables."""
        key = dice.new(self.seed)[0]
        where = (self.seats, self.codes, key, self.dealt, self.states, self.throws, self.lists, self.counts)
        self._start[_blocks(self.size), THREADS](*where)
        self.dealt += self.size
        self.look()

    def step(self, actions: Any) -> None:
        """Play one allowed action at every table whose game continues; `actions` is an int16 array on the device."""
        given = cuda.as_cuda_array(actions)
        self._step[_blocks(self.size), THREADS](self.states, self.throws, given, self.lists, self.counts)
        self.look()

    def look(self) -> None:
        """Update views, turns, ends and scores."""
        seen = (self.states, self.records, self.turns, self.ends, self.scores)
        self._observe[_blocks(self.size), THREADS](*seen)


class Learners:
    """Tables on the device for learners, like those of lab/tables.py in memory; a finished game is dealt again at once.

    `arrays()` are torch tensors, `arrays("jax")` JAX arrays, of the same memory: `seen`, `masks`, `turns`, `rewards`,
    `gains`, `over`, `refused`, `last`. Every seat is a learner, or `players` names learners and random players.
    """

    def __init__(
        self, game: Game, seats: int, options: dict[str, Any], tables: int, seed: int = 0,
        players: Sequence[str] | None = None,
    ) -> None:  # fmt: skip
        made, observer, state = Kernels(game), Observer(game), game.rules.State
        self._deal, self._step, self.size, self.team = made["deal_tables"], made["step_tables"], tables, int(game.team)
        codes = np.array([[player_code(name) for name in players or ["learner"] * seats]] * tables, np.int16)
        lists = (tables, game.rules.MOST)
        rows = [cuda.device_array(tables, state.dtype) for _ in range(2)]
        self.shown = {
            "turns": _room(tables, np.int16), "earned": _room((tables, seats), np.float32),
            "over": _room(tables, np.bool_),
            "seen": _room((tables, observer.size), np.float32), "masks": _room((tables, observer.actions), np.bool_),
        }  # fmt: skip
        self.told = {
            "points": _room((tables, seats), np.int16), "gains": _room((tables, seats), np.float32),
            "rewards": _room(tables, np.float32), "refused": _room(tables, np.bool_),
            "last": _room((tables, observer.size), np.float32),
        }  # fmt: skip
        self.given = (
            *rows, _room((tables, 4), np.uint64), _room(lists, np.int16), _room(tables, np.int32),
            _room(lists, np.int16), cuda.to_device(np.arange(tables)), tables, seats,
            cuda.to_device(game.codes(options)), dice.new(seed)[0], cuda.to_device(codes),
        )  # fmt: skip
        self._deal[_blocks(tables), THREADS](*self.given, *self.shown.values())

    def step(self, actions: Any) -> None:
        """Play an action at every table; `actions` is an int64 array on the device."""
        more = (cuda.as_cuda_array(actions), *self.shown.values(), self.team, SAME_STEP, *self.told.values())
        self._step[_blocks(self.size), THREADS](*self.given, *more)

    def arrays(self, library: str = "torch") -> dict[str, Any]:
        """Return the arrays without copying; later steps write to the same memory."""
        import torch

        found = {name: torch.as_tensor(array, device="cuda") for name, array in {**self.shown, **self.told}.items()}
        if library == "torch":
            return found
        from jax import dlpack

        return {name: dlpack.from_dlpack(tensor) for name, tensor in found.items()}


def _room(shape: Any, kind: Any) -> Any:
    return cuda.to_device(np.zeros(shape, kind))
