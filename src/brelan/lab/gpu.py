"""Tables on a GPU: random games by the billion, and batches of tables for training. `pip install 'brelan[gpu]'`."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core import dice
from ..core.game import Game
from ..core.loops.vector import SAME_STEP
from .kernels import cuda, kernels_of
from .observation import Observer
from .tables import player_code

THREADS = 128  # threads per block
PATIENCE = 64  # steps a thread may wait to deal together with others of its warp


def device_name() -> str:
    """Return the name of the GPU."""
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def _blocks(threads: int) -> int:
    return -(-threads // THREADS)


class RandomPlay:
    """Random games by the billion."""

    def __init__(self, game: Game, seats: int, options: dict[str, Any]) -> None:
        made = kernels_of(game)
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
        made = kernels_of(game)
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
        made, observer, state = kernels_of(game), Observer(game), game.rules.State
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
