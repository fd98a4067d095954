"""MaskablePPO of sb3-contrib on a seat of any game, as its own documentation has it; then against the levels.

    python examples/ppo_masked.py --game joomo --seats 2 --minutes 10 --logs runs

sb3-contrib asks `action_masks()` before every choice. Observations are scaled by their bounds, which is all that is
done to help it: ppo_vector.py has inputs that suit cards better, and is many times as quick.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.wrappers import RescaleObservation
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv

from brelan.adapters import gymnasium as adapter  # importing it registers the ids
from brelan.core.game import game, names
from brelan.lab.interval import share


class Until(BaseCallback):
    """Stops when the time is up; ten times on the way it says what the last 200 games earned, for the curve."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        super().__init__()
        self.clock, self.begun, self.seconds, self.looks = clock, clock(), seconds, 1

    def _on_step(self) -> bool:
        part = (self.clock() - self.begun) / self.seconds
        if 10 * part >= self.looks:
            earned = [ended["r"] for ended in self.model.ep_info_buffer]
            told = f"{np.mean(earned):.2f} a game in the last {len(earned)}" if earned else "no game has ended"
            print(f"{self.num_timesteps:>10} steps, {part:4.0%} of the time: {told}", flush=True)
            self.looks += 1
        return part < 1


def make(name: str, **given: Any) -> gymnasium.Env[Any, Any]:
    """A seat with observations from -1 to 1; the monitor is what notes rewards for the curve and TensorBoard."""
    env = gymnasium.make(adapter.env_id(game(name)), **given)
    ones = np.ones(env.observation_space.shape, np.float32)
    return Monitor(RescaleObservation(env, -ones, ones))


def measure(model: MaskablePPO, name: str, seats: int, level: str, games: int) -> np.ndarray[Any, Any]:
    """What it earns in games against a level, on deals that it has not seen."""
    env = make(name, seats=seats, opponents=level)
    earned = np.zeros(games)
    for number in range(games):
        seen, _ = env.reset(seed=10**6 + number)
        over = False
        while not over:
            action, _ = model.predict(seen, action_masks=env.get_wrapper_attr("action_masks")(), deterministic=True)
            seen, reward, over, _, _ = env.step(action)
            earned[number] += float(reward)
    return earned


class Help(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """The text above as it is, and every option with its default."""


def main() -> None:
    """Learn, then play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=Help)
    parser.add_argument("--game", default="joomo", choices=names(), help="which game to learn")
    parser.add_argument("--seats", type=int, default=2, help="how many seats a table has")
    parser.add_argument("--minutes", type=float, default=10, help="how long to learn")
    parser.add_argument("--cpu", action="store_true", help="minutes of CPU time, for a machine that has other work")
    parser.add_argument("--steps", type=int, default=10**9, help="to learn at the most")
    parser.add_argument("--against", default="medium", help="the bot at the other seats meanwhile")
    parser.add_argument("--games", type=int, default=200, help="games against each level at the end")
    parser.add_argument("--seed", type=int, default=1, help="of the network and the deals")
    parser.add_argument("--logs", type=Path, help="a folder for TensorBoard")
    given = parser.parse_args()
    envs = DummyVecEnv([lambda: make(given.game, seats=given.seats, opponents=given.against)] * 8)
    logs = None if given.logs is None else str(given.logs)
    more = {"tensorboard_log": logs, "stats_window_size": 200}
    model = MaskablePPO("MlpPolicy", envs, n_steps=128, gamma=1.0, seed=given.seed, **more)
    model.learn(given.steps, callback=Until(60 * given.minutes, time.process_time if given.cpu else time.perf_counter))
    print(f"{model.num_timesteps} steps")
    for level in ("random", "easy", "medium", "hard"):
        earned = measure(model, given.game, given.seats, level, given.games)
        won = (earned * (given.seats - 1) + 1) / given.seats
        told = f"earned {earned.mean():.1f}" if game(given.game).team else f"won {share(won)}"
        print(f"{level:<8} {told}")


if __name__ == "__main__":
    main()
