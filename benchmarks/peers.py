"""Random play in other people's card games, as steps a second: run by `make bench-peers` in an environment of its own.

Each figure is the median of five rounds of about a second, on one core, after warming up. Prints a line a game:
system, game, how it was driven, steps a second.
"""

import os
import random
import statistics
import time
from collections.abc import Callable

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.sched_setaffinity(0, {0}) if hasattr(os, "sched_setaffinity") else None
ROUNDS, SECONDS = 5, 1.0
LENGTH = 32  # steps of a batch in one call


def rate(run: Callable[[], int]) -> float:
    """Median steps a second; `run` plays a little and returns its steps."""
    run()
    rates = []
    for _ in range(ROUNDS):
        steps, start = 0, time.perf_counter()
        while time.perf_counter() - start < SECONDS:
            steps += run()
        rates.append(steps / (time.perf_counter() - start))
    return statistics.median(rates)


def say(system: str, game: str, how: str, steps: float) -> None:
    print(f"| {system} | {game} | {how} | {steps:,.0f} |", flush=True)


def open_spiel() -> None:
    """OpenSpiel's C++ games: from a Python loop, and whole games among its C++ bots in one call."""
    import pyspiel

    for name in ("spades", "hearts", "gin_rummy", "crazy_eights", "go_fish"):
        game = pyspiel.load_game(name)

        def python_loop(game: "pyspiel.Game" = game) -> int:
            state, steps = game.new_initial_state(), 0
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(random.random() * len(actions))])
                steps += 1
            return steps

        say("OpenSpiel", name, "Python loop", rate(python_loop))
        bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]

        def one_call(game: "pyspiel.Game" = game, bots: "list[pyspiel.Bot]" = bots) -> int:
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, int(random.random() * 1e9))
            return int(state.move_number())

        say("OpenSpiel", name, "C++, one call a game", rate(one_call))


def rlcard() -> None:
    """RLCard: its own environments with its own random agents."""
    import rlcard
    from rlcard.agents import RandomAgent

    for name in ("uno", "gin-rummy", "leduc-holdem"):
        env = rlcard.make(name)
        env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

        def run(env: object = env) -> int:
            env.run(is_training=False)
            return env.timestep - before(env)

        def before(env: object, seen: dict[int, int] = {}) -> int:  # noqa: B006
            last = seen.get(id(env), 0)
            seen[id(env)] = env.timestep
            return last

        say("RLCard", name, "env.run", rate(run))


def pgx() -> None:
    """Pgx: a batch stepped in one compiled call on one core."""
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental import auto_reset

    for name, batch in (("kuhn_poker", 1024), ("leduc_holdem", 1024), ("sparrow_mahjong", 256)):
        env = library.make(name)
        step = jax.vmap(auto_reset(env.step, env.init))  # a game that is over is dealt again

        def many(state: object, key: object, step: object = step, batch: int = batch) -> tuple[object, object]:
            def one(carry: tuple[object, object], _: None) -> tuple[tuple[object, object], None]:
                state, key = carry
                key, other, deals = jax.random.split(key, 3)
                chosen = jax.random.categorical(other, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
                return (step(state, chosen, jax.random.split(deals, batch)), key), None

            return jax.lax.scan(one, (state, key), None, length=LENGTH)[0]

        compiled = jax.jit(many)
        held = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), batch)), jax.random.PRNGKey(1)]

        def run(held: list[object] = held, compiled: object = compiled, batch: int = batch) -> int:
            held[0], held[1] = compiled(*held)
            held[0].rewards.block_until_ready()
            return batch * LENGTH

        say("Pgx", name, f"batch of {batch}", rate(run))


if __name__ == "__main__":
    print("| system | game | how | steps/s |\n|---|---|---|---|")
    for system in (open_spiel, rlcard, pgx):
        try:
            system()
        except ImportError as error:
            print(f"{system.__name__}: not installed ({error})", flush=True)
