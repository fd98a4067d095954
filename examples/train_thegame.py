"""Train a player of The Game alone by PPO, in one file, on a CPU, in minutes; then let it play against *easy*.

    make examples                                  or, with PyTorch at hand:
    python examples/train_thegame.py --steps 200000 --seed 1 --decks 200

With PyTorch 2.13 that leaves 20.9 +- 1.5 cards on average; on the same 200 decks *random* leaves 84.8 +- 0.5, *easy*
44.4 +- 1.5 and *medium* 14.6 +- 1.6 (95 % intervals).

The player sees the observation vector of the Gymnasium adapter and nothing else. Every possible step, a card of the
hand on a pile or the end of the turn, is described by a few numbers; one small network scores them all.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import nn

from brelan.adapters.gymnasium import SeatEnv
from brelan.bots import player
from brelan.core import dice
from brelan.core.game import game
from brelan.lab.observation import pieces

GAME = game("thegame")
PIECE = pieces(GAME)
PILES, HAND, CARDS = 4, 8, 98
SIGN = torch.tensor([1.0, 1.0, -1.0, -1.0])  # two piles climb, two fall
LAY = torch.as_tensor(GAME.rules.ACTIONS.table("lay"), dtype=torch.long)
END = int(GAME.rules.ACTIONS.table("end"))
STEPS = HAND * PILES + 1  # what can be done: every card on every pile, and the end of the turn
NUMBERS = 15  # that describe a step
ENVS, LENGTH, ROUNDS, BATCH = 64, 64, 4, 1024
DISCOUNT, TRACE, CLIP, CURIOSITY = 0.995, 0.95, 0.2, 0.005
REWARD = 0.1  # a card laid
LEVELS = ("random", "easy", "medium")  # to compare with


def describe(seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """For a batch of observations: the numbers of every step, and its action."""
    hand, tops = PIECE["hands"].of(seen)[:, 0], PIECE["tops"].of(seen)
    held = (hand > 0).float()
    gone = torch.zeros(len(seen), 121).scatter_(1, PIECE["laid"].of(seen).long(), 1.0)
    own = torch.zeros(len(seen), 121).scatter_(1, hand.long(), 1.0)
    gone[:, 0] = own[:, 0] = 0
    open_ = 1 - gone - own
    open_[:, :2] = open_[:, 100:] = 0

    far = (hand[:, :, None] - tops[:, None, :]) * SIGN  # forwards is positive
    back = (far == -10).float()
    behind = (hand[:, :, None] - 10 * SIGN).clamp(0, 120).long()  # the card that would lead ten back afterwards
    leads_now = (tops - 10 * SIGN).clamp(0, 120).long()[:, None, :].expand_as(behind)
    own_behind, open_behind = (where.gather(1, behind.flatten(1)).view_as(far) for where in (own, open_))
    own_now, open_now = (where.gather(1, leads_now.flatten(1)).view_as(far) for where in (own, open_))
    jumped = ((far[:, :, None] > far[:, None]) & (far[:, None] > 0)).float()
    jumped = (jumped * held[:, None, :, None]).sum(2)  # own cards that it would pass over
    fits = ((far > 0) | (back > 0)).float() * held[:, :, None]
    near = torch.where(fits > 0, torch.where(back > 0, -10.0, far), 100.0)
    best = near.flatten(1).min(1).values[:, None, None].expand_as(far)
    room = ((100 - tops) * (SIGN > 0) + (tops - 1) * (SIGN < 0))[:, None].expand_as(far)
    left, owed = (PIECE[name].of(seen)[:, None, None].expand_as(far) for name in ("left", "owed"))
    lays = torch.stack([
        far.clamp(-10, 60) / 10, back, own_behind * (1 - back), open_behind * (1 - back), own_now, open_now, jumped / 4,
        (near - best) / 10, room / 50, left / 50, owed, (left == 0).float(), (near < 3).float(),
        held.sum(1)[:, None, None].expand_as(far) / 8,
    ], -1).flatten(1, 2)  # fmt: skip
    end = lays.mean(1, keepdim=True) * 0
    end[:, 0, 7], end[:, 0, 9:12] = best[:, 0, 0] / 10, lays[:, 0, 9:12]
    end[:, 0, 13] = lays[:, 0, 13]
    is_end = torch.zeros(len(seen), STEPS, 1)
    is_end[:, -1] = 1
    actions = LAY[hand.long().clamp(2)].flatten(1)
    actions = torch.cat([actions, torch.full((len(seen), 1), END)], 1)
    return torch.cat([torch.cat([lays, end], 1), is_end], 2), actions


class Network(nn.Module):
    """Scores every step, and says how many cards may still be laid."""

    def __init__(self, width: int = 64) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(NUMBERS, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())
        self.score, self.value = nn.Linear(width, 1), nn.Sequential(nn.Linear(2 * width, width), nn.Tanh())
        self.worth = nn.Linear(width, 1)

    def forward(self, numbers: torch.Tensor, allowed: torch.Tensor) -> tuple[Any, torch.Tensor]:
        """How likely each step is to be chosen, and what is expected."""
        hidden = self.body(numbers)
        scores = self.score(hidden).squeeze(-1).masked_fill(~allowed, -1e9)
        whole = torch.cat([hidden.mean(1), hidden[:, -1]], 1)
        return torch.distributions.Categorical(logits=scores), self.worth(self.value(whole)).squeeze(-1)


def look(seen: list[Any], masks: list[Any]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Numbers, actions, and which steps are allowed, for observations and masks as the environments give them."""
    numbers, actions = describe(torch.as_tensor(np.stack(seen)))
    held = PIECE["hands"].of(torch.as_tensor(np.stack(seen)))[:, 0] > 0
    real = torch.cat([held.repeat_interleave(PILES, 1), torch.ones(len(seen), 1, dtype=torch.bool)], 1)
    return numbers, actions, (torch.as_tensor(np.stack(masks)).gather(1, actions) > 0) & real


def train(steps: int, seed: int, say: Callable[[str], None] = print) -> Network:
    """So many steps of self-made experience, a few passes over each piece of it."""
    torch.set_num_threads(1)  # the network is small
    torch.manual_seed(seed)
    network = Network()
    adam = torch.optim.Adam(network.parameters(), lr=1e-3, eps=1e-5)
    envs = [SeatEnv("thegame", seats=1) for _ in range(ENVS)]
    seen, infos = map(list, zip(*(env.reset(seed=seed * 1_000_003 + i) for i, env in enumerate(envs)), strict=True))
    updates = max(1, steps // (ENVS * LENGTH))
    begun, laid, ended = time.perf_counter(), 0.0, 0
    for update in range(updates):
        adam.param_groups[0]["lr"] = 1e-3 * (1 - update / updates)
        kept: list[tuple[torch.Tensor, ...]] = []
        rewards, lasts = torch.zeros(LENGTH + 1, ENVS), torch.zeros(LENGTH + 1, ENVS)
        for t in range(LENGTH + 1):
            numbers, actions, allowed = look(seen, [info["action_mask"] for info in infos])
            with torch.no_grad():
                chances, worth = network(numbers, allowed)
                chosen = chances.sample()
            kept.append((numbers, allowed, chosen, chances.log_prob(chosen), worth))
            if t == LENGTH:
                break
            for i, env in enumerate(envs):
                seen[i], reward, over, _, infos[i] = env.step(actions[i, chosen[i]])
                rewards[t, i], lasts[t, i] = REWARD * reward, over
                laid += reward
                if over:
                    ended += 1
                    seen[i], infos[i] = env.reset()
        learn(network, adam, kept, rewards, lasts)
        if update % 10 == 9 or update == updates - 1:
            spent = time.perf_counter() - begun
            say(
                f"{(update + 1) * ENVS * LENGTH:>8} steps {spent:5.0f} s  cards left {CARDS - laid / max(1, ended):.1f}"
            )
            laid, ended = 0.0, 0
    return network


def learn(network: Network, adam: Any, kept: list[tuple[torch.Tensor, ...]], rewards: Any, lasts: Any) -> None:
    """One update: advantages by the generalised estimate, then clipped steps towards what did better than expected."""
    worths = torch.stack([one[4] for one in kept])
    better = torch.zeros_like(worths)
    for t in reversed(range(LENGTH)):
        surprise = rewards[t] + DISCOUNT * worths[t + 1] * (1 - lasts[t]) - worths[t]
        better[t] = surprise + DISCOUNT * TRACE * (1 - lasts[t]) * better[t + 1]
    numbers, allowed, chosen, likely = (torch.cat([one[k] for one in kept[:-1]]) for k in range(4))
    better, worths = better[:-1].flatten(), worths[:-1].flatten()
    target, gain = better + worths, (better - better.mean()) / (better.std() + 1e-8)
    for _ in range(ROUNDS):
        for rows in torch.randperm(len(target)).split(BATCH):
            chances, worth = network(numbers[rows], allowed[rows])
            ratio = (chances.log_prob(chosen[rows]) - likely[rows]).exp()
            cautious = torch.min(ratio * gain[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[rows])
            loss = -cautious.mean() + 0.5 * (worth - target[rows]).pow(2).mean() - CURIOSITY * chances.entropy().mean()
            adam.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            adam.step()


def cards_left(choose: Callable[[SeatEnv, Any, Any], int], decks: range) -> np.ndarray[Any, Any]:
    """How many cards are left when a player is stuck, deck by deck."""
    env = SeatEnv("thegame", seats=1)
    left = []
    for deck in decks:
        seen, info = env.reset(seed=deck)
        over = False
        while not over:
            seen, _, over, _, info = env.step(choose(env, seen, info["action_mask"]))
        left.append(CARDS - env.sitting.returns()[0])
    return np.array(left)


def trained(network: Network) -> Callable[[SeatEnv, Any, Any], int]:
    """The network as a player: what it thinks best."""

    def choose(env: SeatEnv, seen: Any, mask: Any) -> int:
        with torch.no_grad():
            numbers, actions, allowed = look([seen], [mask])
            return int(actions[0, network(numbers, allowed)[0].logits.argmax()])

    return choose


def level(name: str) -> Callable[[SeatEnv, Any, Any], int]:
    """One of our own players."""
    bot, throws = player(GAME, name, timed=False), dice.new(0)
    return lambda env, seen, mask: bot.choose(
        env.sitting.position.view(0), 0, np.flatnonzero(mask).astype(np.int16), throws
    )


class Help(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """The text above as it is, and every option with its default."""


def main() -> None:
    """Train, then compare on the same decks, none of which was trained on."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=Help)
    parser.add_argument("--steps", type=int, default=200_000, help="how many steps to learn")
    parser.add_argument("--seed", type=int, default=1, help="of the network and the decks")
    parser.add_argument("--decks", type=int, default=200, help="how many decks to play afterwards")
    given = parser.parse_args()
    network = train(given.steps, given.seed)
    decks = range(10**9, 10**9 + given.decks)
    for name, choose in {"trained": trained(network), **{name: level(name) for name in LEVELS}}.items():
        left = cards_left(choose, decks)
        print(f"{name:<8} {left.mean():.1f} cards left (+- {1.96 * left.std() / len(left) ** 0.5:.1f})")


if __name__ == "__main__":
    main()
