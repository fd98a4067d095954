"""Other people's vector environments, driven from benchmarks/vector.py: a line in names one, a line out is its rate
and how many numbers a step shows.

Pgx steps a batch in one compiled call, as its documentation has it, with auto-reset; PettingZoo's classics are stepped
one after the other, as its users vectorise turn-based environments. Actions are drawn among the allowed ones.
"""

import math
import os
import sys
import time
from collections.abc import Callable

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.sched_setaffinity(0, {0}) if hasattr(os, "sched_setaffinity") else None
SECONDS, BATCH, TABLES = 1.0, 1024, 64


def pgx(name: str) -> tuple[Callable[[], int], int]:
    """Steps of a batch: observations, masks and rewards are computed."""
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental import auto_reset

    env = library.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def once(state: object, key: object) -> tuple[object, object]:
        key, other, deals = jax.random.split(key, 3)
        chosen = jax.random.categorical(other, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
        return step(state, chosen, jax.random.split(deals, BATCH)), key

    held = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), BATCH)), jax.random.PRNGKey(1)]

    def run() -> int:
        for _ in range(8):
            held[0], held[1] = once(*held)
        held[0].observation.block_until_ready()
        return 8 * BATCH

    return run, math.prod(env.observation_shape) + env.num_actions


def pettingzoo(name: str) -> tuple[Callable[[], int], int]:
    """Some environments, each stepped once."""
    import importlib

    module = importlib.import_module(f"pettingzoo.classic.{name}")
    envs = [module.env() for _ in range(TABLES)]
    for number, env in enumerate(envs):
        env.reset(seed=number)

    def run() -> int:
        for env in envs:
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                seen = env.last()[0]
            env.step(env.action_space(env.agent_selection).sample(seen["action_mask"]))
        return TABLES

    seen = envs[0].last()[0]
    return run, seen["observation"].size + seen["action_mask"].size


MADE: dict[str, tuple[Callable[[], int], int]] = {}
for line in sys.stdin:
    system, name = line.split()
    if line not in MADE:
        MADE[line] = (pgx if system == "pgx" else pettingzoo)(name)
        MADE[line][0]()
    run, shown = MADE[line]
    steps, begun = 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        steps += run()
    print(steps / (time.process_time() - begun), shown, flush=True)
