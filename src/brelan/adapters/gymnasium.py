"""A seat of any game as a Gymnasium environment; bots play the other seats.

    import gymnasium, brelan.adapters.gymnasium
    env = gymnasium.make("brelan/TheGame-v0", seats=1)
    observation, info = env.reset(seed=7)
    env.step(env.action_space.sample(info["action_mask"]))

Ids are `brelan/`, the game's English name without spaces, and `-v0`; `gymnasium.make_vec` makes the vector environment
of lab/vector.py. The observation is the vector of lab/observation.py. Rewards are changes of `returns` (sitting.py)
from one choice of the seat to its next. An action that is not allowed ends the episode; `info["refused"]` names the
clause. With `talk=True`, in a game with signals, actions from `env.observer.first_signal` on are signals, given before
the action of a turn, and bots signal as they do at a table.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..bots import Player, player, signals
from ..core import dice
from ..core.errors import BadSetup
from ..core.game import Game, game, names
from ..core.position import Position
from ..lab.observation import Vector
from ..lab.seating import check_seat, others, setup, whole
from .sitting import SEEDS, Sitting, observer_of
from .sitting import env_id as env_id

try:
    import gymnasium
    from gymnasium.error import ResetNeeded
    from gymnasium.spaces import Box, Discrete
except ImportError:
    raise ImportError("brelan.adapters.gymnasium needs Gymnasium: pip install 'brelan[adapters]'") from None

VECTOR = "brelan.lab.vector:VectorEnv"
Opponents = str | Sequence[str | Player]


class SeatEnv(gymnasium.Env[Vector, np.int64]):
    """One seat of a table. `opponents` is a bot for all other seats, or a list with one for each, in order."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self, name: str | Game, seats: int | None = None, seat: int = 0, opponents: Opponents = "medium",
        talk: bool = False, render_mode: str | None = None, **options: Any,
    ) -> None:  # fmt: skip
        self.game, self.seats, self.options = setup(name, seats, options)
        self.seat, self.render_mode = check_seat(seat, self.seats), render_mode
        self.players = self._players(opponents)
        self.observer = observer_of(self.game, talk)
        self.observation_space = Box(self.observer.low, self.observer.high, dtype=np.float32)
        self.action_space = Discrete(self.observer.actions)

    def _players(self, opponents: Opponents) -> dict[int, Player]:
        chosen = others(opponents, self.seats - 1)
        made = [player(self.game, one, timed=False) if isinstance(one, str) else one for one in chosen]
        return dict(zip((seat for seat in range(self.seats) if seat != self.seat), made, strict=True))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Vector, dict[str, Any]]:
        """Deal and play up to this seat's first choice. A seed fixes everything that follows."""
        super().reset(seed=seed)
        deal, luck = (int(number) for number in self.np_random.integers(SEEDS, size=2))
        self.sitting = Sitting(self.game, self.seats, self.options, deal, self.observer.talk)
        self.throws = dice.new(luck)
        self.paid = 0.0
        self._others()
        return self._seen()

    def step(self, action: Any) -> tuple[Vector, float, bool, bool, dict[str, Any]]:
        """Play an action and the others' replies; the reward is what this seat earned since its last choice."""
        self._dealt().play(whole("an action", action))
        self._others()
        earned = self.sitting.returns()[self.seat]
        reward, self.paid = earned - self.paid, earned
        observation, info = self._seen()
        return observation, reward, self.sitting.over, False, info

    def action_masks(self) -> Any:
        """Return which actions the seat may play, as booleans, for sb3-contrib."""
        return self._dealt().mask(self.seat).view(np.bool_)

    def _dealt(self) -> Sitting:
        if not hasattr(self, "sitting"):
            raise ResetNeeded("no cards are dealt yet: call reset() first")
        return self.sitting

    def _others(self) -> None:
        while not self.sitting.over and self.sitting.seat != self.seat:
            self.sitting.play(self._choice(self.sitting.position))
        if not self.sitting.over:
            self._talk(self.seat)

    def _talk(self, chooser: int) -> None:
        """Let bots at the other seats signal before a choice."""
        position = self.sitting.position
        for seat in self.players if self.observer.talk else ():
            for signal in signals(self.game, position.view(seat), seat) if seat != chooser else ():
                self.game.engine.signal(position.rows, 0, seat, signal)

    def _choice(self, position: Position) -> int:
        """Return what the acting player chooses, if there is a choice."""
        allowed, seat = position.actions[: position.count].copy(), position.seat
        self._talk(seat)
        if len(allowed) == 1:
            return int(allowed[0])
        action = self.players[seat].choose(position.view(seat), seat, allowed.copy(), self.throws)
        if action not in allowed:
            raise BadSetup(f"the opponent at seat {seat} chose {action}, which is not among its allowed actions")
        return action

    def _seen(self) -> tuple[Vector, dict[str, Any]]:
        position = self.sitting.position
        info: dict[str, Any] = {"action_mask": self.sitting.mask(self.seat)}
        if self.sitting.refused:
            info["refused"] = self.sitting.refused
        return self.observer.vector(position, self.seat), info

    def render(self) -> str | None:  # type: ignore[override, unused-ignore]
        """Return the table as this seat sees it, in render mode `ansi`."""
        return self.sitting.picture(self.seat) if self.render_mode == "ansi" else None


for _game in map(game, names()):
    gymnasium.register(
        env_id(_game),
        f"{__name__}:SeatEnv",
        kwargs={"name": _game.name},
        vector_entry_point="brelan.lab.vector:VectorEnv",
    )
