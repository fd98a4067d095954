"""Thousands of tables as one Gymnasium vector environment, stepped in one call to the engine.

    import gymnasium, brelan.adapters.gymnasium
    envs = gymnasium.make_vec("brelan/Joomo-v0", num_envs=4096, seats=3, opponents="medium")
    seen, info = envs.reset(seed=7)
    seen, rewards, terminations, truncations, info = envs.step(envs.unwrapped.sample())

`brelan.lab.VectorEnv("joomo", 4096)` makes the same. With `seat=None`, every seat is a learner: `info["seat"]` is
the seat to act, and `info["gains"]` what the last step gave each seat. Observations and masks
are the engine's own arrays, valid until the step after the next; copy what you want to keep longer.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ..core.errors import BadSetup
from ..core.game import Game
from ..core.loops.vector import NEVER, NEXT_STEP, SAME_STEP
from .observation import Vector
from .seating import at_least_one, check_seat, others, setup, whole
from .tables import Tables

try:
    from gymnasium.error import ResetNeeded
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as Base
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise ImportError("brelan.lab.VectorEnv needs Gymnasium: pip install 'brelan[adapters]'") from None

MODES = {AutoresetMode.NEXT_STEP: NEXT_STEP, AutoresetMode.SAME_STEP: SAME_STEP, AutoresetMode.DISABLED: NEVER}
Kind = TypeVar("Kind", bound=np.generic)
EACH = "each"  # a learner at a different seat from table to table


def lineups(seats: int, seat: int | str | None, opponents: str | Sequence[str], tables: int) -> list[list[str]]:
    """Return the players of each table: a learner at `seat`, at every seat (None), or at varying seats (EACH)."""
    if seat is None:
        return [["learner"] * seats] * tables
    if isinstance(seat, str) and seat != EACH:
        raise BadSetup(f"seat must be 0 to {seats - 1}, None or {EACH!r}, not {seat!r}")
    fixed = None if seat == EACH else check_seat(seat, seats)
    chosen = others(opponents, seats - 1)
    places = [table % seats if fixed is None else fixed for table in range(tables)]
    return [[*chosen[:place], "learner", *chosen[place:]] for place in places]


class VectorEnv(Base):  # type: ignore[misc, unused-ignore]
    """`num_envs` tables of a game as a Gymnasium vector environment.

    The learner plays `seat`, every seat in turn (None), or a different seat from table to table (`"each"`). `opponents`
    are random, easy, medium, hard or learner, one for all other seats or a list. Options of the game are keyword
    arguments; raises BadSetup if the game refuses them.
    """

    def __init__(
        self, name: str | Game, num_envs: int = 1, seats: int | None = None, seat: int | str | None = 0,
        opponents: str | Sequence[str] = "medium", autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None, render_mode: str | None = None, **options: Any,
    ) -> None:  # fmt: skip
        if options.pop("talk", False):
            raise BadSetup("nobody signals in VectorEnv: leave out talk, or take gymnasium.make for a table with it")
        self.game, self.seats, self.options = setup(name, seats, options)
        threads = None if threads is None else at_least_one("threads", threads)
        self.num_envs, self.autoreset_mode = at_least_one("num_envs", num_envs), _mode(autoreset_mode)
        if render_mode is not None:
            raise BadSetup("VectorEnv draws nothing: leave out render_mode, or take gymnasium.make for a table with it")
        self.render_mode, self.dealt = None, False
        players = lineups(self.seats, seat, opponents, num_envs)
        seed = int(np.random.default_rng().integers(1 << 62))
        mode = MODES[self.autoreset_mode]
        self.tables = Tables(self.game, self.seats, self.options, players, seed, mode, threads)
        observer = self.tables.observer
        self.single_observation_space = Box(observer.low, observer.high, dtype=np.float32)
        self.single_action_space = Discrete(observer.actions)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self._all = np.ones(num_envs, bool)

    @cached_property
    def observation_space(self) -> Any:
        """The space of all tables; made on demand, as it is as large as an observation."""
        return batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> Any:
        """The space of all tables."""
        return batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Vector, dict[str, Any]]:  # fmt: skip
        """Deal. A seed fixes everything that follows; `options["reset_mask"]` selects the tables to deal at."""
        if seed is not None:
            self.tables.seed(whole("a seed", seed))
        chosen = (options or {}).get("reset_mask")
        if chosen is not None:
            chosen = np.asarray(chosen)
            self._check_dealt()
            if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
                raise BadSetup(f"reset_mask must have {self.num_envs} booleans, one per table")
        self.tables.deal(chosen)
        self.dealt = True
        return self._seen(), self._info()

    def step(self, actions: Any) -> tuple[Vector, Any, npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Play one action at every table, and the bots' replies; raise BadSetup for any other number of actions."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise BadSetup(f"actions must be whole numbers, not {given.dtype}")
        if given.shape != (self.num_envs,):
            raise BadSetup(f"{self.num_envs} tables need as many actions, not an array of shape {given.shape}")
        self._check_dealt()
        tables = self.tables
        tables.step(np.ascontiguousarray(given, np.int64))
        over, info = tables.over.copy(), self._info()
        info |= {"gains": tables.gains.copy(), "_gains": self._all, "refused": tables.refused.copy(), "_refused": over}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and over.any():
            ended = np.full(self.num_envs, None, object)
            for table in np.flatnonzero(over):
                ended[table] = tables.last[table].copy()
            info |= {"final_obs": ended, "_final_obs": over}
            info |= {"final_info": {"refused": info["refused"], "_refused": over}, "_final_info": over}
        return self._seen(), tables.rewards.copy(), over, np.zeros(self.num_envs, bool), info

    def sample(self) -> npt.NDArray[np.int64]:
        """Return a random allowed action for every table."""
        self._check_dealt()
        return self.tables.sample()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return what the seats to act may do."""
        self._check_dealt()
        return _fixed(self.tables.masks)

    def _check_dealt(self) -> None:
        if not self.dealt:
            raise ResetNeeded("no cards are dealt yet: call reset() first")

    def _seen(self) -> Vector:
        return _fixed(self.tables.seen)

    def _info(self) -> dict[str, Any]:
        mask, seat = self.action_masks().view(np.int8), self.tables.turns.copy()
        return {"action_mask": mask, "_action_mask": self._all, "seat": seat, "_seat": self._all}


def _mode(given: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(given)
    except ValueError:
        raise BadSetup(f"autoreset_mode must be NextStep, SameStep or Disabled, not {given!r}") from None


def _fixed(array: npt.NDArray[Kind]) -> npt.NDArray[Kind]:
    """Return a read-only view of an array."""
    shown = array.view()
    shown.flags.writeable = False
    return shown
