"""Any game as a PettingZoo environment: agents `seat_0`, `seat_1`, .. take turns.

    from brelan.adapters import pettingzoo
    env = pettingzoo.env("joomo", seats=3)  # or pettingzoo's own make("aec", "brelan/Joomo-v0", seats=3)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        env.step(None if terminated else env.action_space(agent).sample(info["action_mask"]))

`raw_env` is the environment without PettingZoo's wrappers; `parallel_env` is for libraries in which all agents act
at once: all but the one to act give None. Seats take turns, so no table is parallelizable in PettingZoo's
sense. The observation is the vector of lab/observation.py. Rewards are changes of `returns` (sitting.py), for every
seat at every action. An action that is not allowed ends the game; `info["refused"]` of its seat names the clause. With
`talk=True`, actions from `env.observer.first_signal` on are signals, as in gymnasium.py.
"""

from typing import Any

import numpy as np

from ..core.game import Game, game, names
from ..core.table import WATCHER
from ..lab.observation import Vector
from ..lab.seating import setup, whole
from .sitting import SEEDS, Sitting, env_id, observer_of

try:
    from gymnasium.spaces import Box, Discrete
    from pettingzoo import AECEnv, register
    from pettingzoo.utils import turn_based_aec_to_parallel, wrappers
except ImportError:
    raise ImportError("brelan.adapters.pettingzoo needs PettingZoo: pip install 'brelan[adapters]'") from None


class raw_env(AECEnv[str, Vector, np.int64]):  # noqa: N801 - PettingZoo's own name
    """A table where every seat is an agent."""

    def __init__(
        self, name: str | Game, seats: int | None = None, render_mode: str | None = None, talk: bool = False,
        **options: Any,
    ) -> None:  # fmt: skip
        super().__init__()
        self.game, self.seats, self.options = setup(name, seats, options)
        self.metadata = {"name": f"brelan_{self.game.name}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.observer = observer_of(self.game, talk)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.observation_spaces = {
            agent: Box(self.observer.low, self.observer.high, dtype=np.float32) for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(self.observer.actions) for agent in self.possible_agents}
        self.random = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """Return the observation space, the same for every seat."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of all actions; the mask says which are allowed."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal. A seed and the actions fix everything that follows."""
        if seed is not None:
            self.random = np.random.default_rng(seed)
        self.sitting = Sitting(
            self.game, self.seats, self.options, int(self.random.integers(SEEDS)), self.observer.talk
        )
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.truncations = dict.fromkeys(self.agents, False)
        self.paid = [0.0] * self.seats
        self._settle()

    def step(self, action: Any) -> None:
        """Play an action for the seat to act; None once the game is over."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.sitting.play(whole("an action", action))
        self._settle()
        self._accumulate_rewards()
        if self.sitting.over:
            self._deads_step_first()

    def _settle(self) -> None:
        """Update whose turn it is, what everybody earned by the last action, and whether the game is over."""
        earned = self.sitting.returns()
        self.rewards = {agent: earned[seat] - self.paid[seat] for seat, agent in enumerate(self.possible_agents)}
        self.paid = earned
        self.agent_selection = self.possible_agents[max(0, self.sitting.seat)]
        self.terminations = dict.fromkeys(self.agents, self.sitting.over)
        self.infos = {agent: self._info(seat) for seat, agent in enumerate(self.possible_agents)}

    def _info(self, seat: int) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.sitting.mask(seat)}
        if self.sitting.refused and seat == self.sitting.seat:
            info["refused"] = self.sitting.refused
        return info

    def observe(self, agent: str) -> Vector:
        """Return what a seat sees."""
        return self.observer.vector(self.sitting.position, self.possible_agents.index(agent))

    def render(self) -> str | None:  # type: ignore[override, unused-ignore]
        """Return the table as a watcher sees it, in render mode `ansi`."""
        return self.sitting.picture(WATCHER) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def env(name: str | Game, seats: int | None = None, **more: Any) -> Any:
    """Return a table in PettingZoo's usual wrappers, which reject calls out of order and invalid actions."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(name, seats, **more)))


def parallel_env(name: str | Game, seats: int | None = None, **more: Any) -> Any:
    """Return a table where all agents are asked at every step, and the one to act plays."""
    return turn_based_aec_to_parallel(env(name, seats, **more))


for _game in map(game, names()):
    register("aec", env_id(_game), f"{__name__}:env", kwargs={"name": _game.name})
    register("parallel", env_id(_game), f"{__name__}:parallel_env", kwargs={"name": _game.name})
