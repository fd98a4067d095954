"""The vector environment on one GPU: equal to the tables in memory, then steps a second, drawn by PyTorch.

    pip install 'brelan[gpu]' torch
    python benchmarks/vector_gpu.py --tables 65536 --steps 500

As in vector.py, a step has a drawn action, observation, mask, reward and new deals. Nothing is copied to the host.
"""

import argparse
import time
from typing import Any

import torch

from brelan.core.game import Game, game, names
from brelan.core.loops.vector import SAME_STEP
from brelan.lab.gpu import Learners
from brelan.lab.tables import Tables

SEATS, FEW = 4, 64
SHOWN = ("seen", "masks", "turns", "rewards", "gains", "over", "refused")


def compared(found: Game, options: dict[str, Any], steps: int) -> None:
    """The same actions must show and tell the same on both sides, through the tensors that learners get."""
    here = Tables(found, SEATS, options, [["learner"] * SEATS] * FEW, 5, SAME_STEP, 1)
    here.deal()
    there = Learners(found, SEATS, options, FEW, 5)
    arrays = there.arrays()
    for _ in range(steps):
        actions = here.sample()
        here.step(actions)
        there.step(torch.as_tensor(actions, device=arrays["seen"].device))
        for name in SHOWN:
            assert torch.equal(arrays[name].cpu(), torch.tensor(getattr(here, name))), f"{found.name}: {name} differs"


def rate(found: Game, options: dict[str, Any], tables: int, steps: int) -> float:
    """Steps a second."""
    learners = Learners(found, SEATS, options, tables, 1)
    masks = learners.arrays()["masks"]
    for timed in (False, True):  # the first round compiles
        torch.cuda.synchronize()
        begun = time.perf_counter()
        for _ in range(steps if timed else 10):
            learners.step(torch.multinomial(masks.float(), 1).squeeze(1))
        torch.cuda.synchronize()
    return tables * steps / (time.perf_counter() - begun)


def main() -> None:
    """Every game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=65536)
    parser.add_argument("--steps", type=int, default=500)
    given = parser.parse_args()
    for found in map(game, names()):
        options = dict(found.check_options(SEATS, {}))
        compared(found, options, 200)
        print(
            f"{found.name:<10} equal; {rate(found, options, given.tables, given.steps) / 1e6:.1f} M steps/s", flush=True
        )


if __name__ == "__main__":
    main()
