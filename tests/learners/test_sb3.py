"""sb3-contrib's own MaskablePPO learns on our environments. Needs PyTorch: `make examples` runs it."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.monitor import Monitor

from brelan.adapters.gymnasium import SeatEnv
from brelan.adapters.sitting import env_id
from brelan.core.game import game, names

QUICK: dict[str, dict[str, Any]] = {"jokrummy": {"opponents": "hard"}}


@pytest.mark.parametrize("name", names())
def test_maskable_ppo_learns_and_never_plays_what_is_not_allowed(name: str) -> None:
    env = gymnasium.make(env_id(game(name)), seats=2, **QUICK.get(name, {"opponents": "random"}))
    assert isinstance(env.unwrapped, SeatEnv)
    assert is_masking_supported(env)
    model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=64, n_epochs=2, seed=1)
    model.learn(384)
    seen, _ = env.reset(seed=3)
    for _ in range(200):
        masks = get_action_masks(env)
        action, _ = model.predict(seen, action_masks=masks)
        assert masks[action]
        seen, _, over, _, info = env.step(action)
        assert "refused" not in info
        if over:
            break


def test_its_own_evaluation_and_checker_take_the_environment() -> None:
    env = gymnasium.make("brelan/TheGame-v0", seats=1)
    model = MaskablePPO("MlpPolicy", Monitor(env), n_steps=64, batch_size=32, seed=1)
    mean, _ = evaluate_policy(model, Monitor(env), n_eval_episodes=3, warn=False)
    assert 0 < mean < 99
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would like observations from -1 to 1
        check_env(env.unwrapped)


def test_talk_learns_too() -> None:
    env = gymnasium.make("brelan/TheGame-v0", seats=2, talk=True)
    model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=64, n_epochs=1, seed=1).learn(256)
    assert model.num_timesteps == 256
    assert np.asarray(get_action_masks(env)).shape == (env.action_space.n,)
