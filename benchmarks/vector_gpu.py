"""The vector environment on one GPU: equal to the tables in memory, then steps a second, drawn by PyTorch.

    pip install 'brelan[gpu]' torch                 and, to measure Pgx beside it: 'jax[cuda13]' pgx
    python benchmarks/vector_gpu.py --tables 65536 --steps 500
    python benchmarks/vector_gpu.py joomo

As in vector.py, a step has a drawn action, observation, mask, reward and new deals. Nothing is copied to the host.
Pgx's games are measured where they are named: `python benchmarks/vector_gpu.py pgx:leduc_holdem`.
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


def pgx_rate(name: str, tables: int, steps: int) -> float:
    """Steps a second of a game of Pgx: a batch in one compiled call with auto-reset, as its documentation has it."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def once(state: Any, key: Any) -> tuple[Any, Any]:
        key, other, deals = jax.random.split(key, 3)
        chosen = jax.random.categorical(other, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
        return step(state, chosen, jax.random.split(deals, tables)), key

    assert jax.default_backend() == "gpu", "JAX sees no GPU"
    state, key = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), tables)), jax.random.PRNGKey(1)
    for timed in (False, True):  # the first round compiles
        begun = time.perf_counter()
        for _ in range(steps if timed else 10):
            state, key = once(state, key)
        state.observation.block_until_ready()
    return tables * steps / (time.perf_counter() - begun)


def main() -> None:
    """Every game, or those named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=names())
    parser.add_argument("--tables", type=int, default=65536)
    parser.add_argument("--steps", type=int, default=500)
    given = parser.parse_args()
    for name in given.games:
        if name.startswith("pgx:"):
            rated = pgx_rate(name.removeprefix("pgx:"), given.tables, given.steps)
            print(f"{name:<24} {rated / 1e6:.1f} M steps/s", flush=True)
            continue
        found = game(name)
        options = dict(found.check_options(SEATS, {}))
        compared(found, options, 200)
        print(
            f"{found.name:<10} equal; {rate(found, options, given.tables, given.steps) / 1e6:.1f} M steps/s", flush=True
        )


if __name__ == "__main__":
    main()
