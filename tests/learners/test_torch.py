"""What the vector environment shows becomes tensors of the same memory. Needs PyTorch: `make examples` runs it."""

import gymnasium
import numpy as np
import torch
from gymnasium.wrappers.vector import NumpyToTorch, RecordEpisodeStatistics

from brelan.lab import VectorEnv


def test_dlpack_hands_over_what_was_seen_without_a_copy() -> None:
    envs = VectorEnv("joomo", 8, seats=2, seat=None)
    seen, _ = envs.reset(seed=1)
    tensor = torch.from_dlpack(seen)
    assert tensor.data_ptr() == seen.ctypes.data
    for _ in range(2):  # the arrays alternate
        before = tensor.clone()
        envs.step(envs.sample())
    assert not torch.equal(tensor, before)
    assert np.array_equal(tensor.numpy(), envs.tables.seen)


def test_gymnasiums_wrappers_hand_tensors_to_a_loop_like_cleanrls() -> None:
    """An update of PPO's kind, written as CleanRL has it, with what the vector environment shows and nothing else."""
    envs = gymnasium.make_vec("brelan.adapters.gymnasium:brelan/Joomo-v0", num_envs=8, seats=2, opponents="random")
    envs = NumpyToTorch(RecordEpisodeStatistics(envs))
    actions = int(envs.single_action_space.n)
    torch.manual_seed(1)
    network = torch.nn.Linear(envs.single_observation_space.shape[0], actions)
    adam, paid, ended = torch.optim.Adam(network.parameters()), [], 0
    seen, info = envs.reset(seed=1)
    for _ in range(160):
        mask = info["action_mask"].bool()
        chances = torch.distributions.Categorical(logits=network(seen).masked_fill(~mask & mask.any(1, True), -1e9))
        action = chances.sample()
        assert mask[torch.arange(8), action].logical_or(~mask.any(1)).all()
        seen, rewards, over, cut, info = envs.step(action)
        paid.append(chances.log_prob(action) * rewards)
        assert not (over & cut).any()
        if "episode" in info:
            ended += int(info["_episode"].sum())
    before = network.weight.clone()
    (-torch.stack(paid).mean()).backward()
    adam.step()
    assert ended >= 8
    assert not torch.equal(network.weight, before)
