"""The rules as CUDA kernels, one thread per table; gpu.py launches them.

numba-cuda calls the compiled rules directly; nothing is written twice. A record in thread-local memory is three times
as fast as one in global memory, so random play keeps it there.
"""

import types
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np

from ..core import dice
from ..core.game import Game
from ..core.loops.play import sight
from ..core.loops.vector import table
from ..core.rule import LowestBit, Rule

for _old, _new in {"row_stack": "vstack", "in1d": "isin", "trapz": "trapezoid"}.items():
    if not hasattr(np, _old):  # numba-cuda still uses a few names that NumPy removed
        setattr(np, _old, getattr(np, _new))

from numba import boolean, config, float32, from_dtype, int16, int32, int64, uint64  # noqa: E402
from numba import cuda as cuda  # noqa: E402 - for gpu.py

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
        self.ready: dict[str, Any] = {}

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
        """Return a kernel ready to launch; its first launch compiles it."""
        if name not in self.ready:
            self.ready[name] = cuda.jit(self.plain[name])
        return self.ready[name]


@cache
def kernels_of(game: Game) -> Kernels:
    """Return the kernels of a game, so that a process compiles them once."""
    return Kernels(game)
