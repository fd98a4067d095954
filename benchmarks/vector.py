"""Vector environments side by side: ours, Pgx on the CPU, PettingZoo's classics; one core, rounds interleaved.

    make bench-vector

A step is one decision at one table, with the observation of the seat to act, the mask and the reward, and the action
drawn among those allowed. Rates are steps a CPU second, medians over the rounds.
"""

import argparse
import os
import statistics
import subprocess
import time
from datetime import date
from pathlib import Path
from typing import Any

from brelan.core.game import game, names
from brelan.lab import VectorEnv
from brelan.lab.bench import commit, machine

PEERS = [
    "pgx leduc_holdem", "pgx sparrow_mahjong", "pgx bridge_bidding", "pgx kuhn_poker",
    "pettingzoo leduc_holdem_v4", "pettingzoo texas_holdem_v4", "pettingzoo hanabi_v5",
]  # fmt: skip
SEATS, TABLES, SECONDS = 4, 1024, 1.0


def ours(env: VectorEnv) -> float:
    """Steps a CPU second."""
    steps, begun = 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        for _ in range(8):
            env.step(env.sample())
        steps += 8 * env.num_envs
    return steps / (time.process_time() - begun)


def main() -> None:
    """Measure, print a table, write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peers", type=Path, default=Path(".peers/bin/python"), help="a Python that has them")
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {0})
    script = Path(__file__).with_name("vector_peers.py")
    rates: dict[str, list[float]] = {}
    envs = {f"brelan {name}": VectorEnv(game(name), TABLES, SEATS, None, threads=1) for name in names()}
    for env in envs.values():
        env.reset(seed=1)
        for _ in range(300):  # tables are at all stages of a game by then
            env.step(env.sample())
    with subprocess.Popen(
        [given.peers, "-W", "ignore", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as peers:
        for _ in range(given.rounds):
            for name, env in envs.items():
                rates.setdefault(name, []).append(ours(env))
            for name in PEERS:
                rates.setdefault(name, []).append(asked(peers, name))
    text = page({name: statistics.median(found) for name, found in rates.items()}, given.rounds)
    print(text)
    if given.write:
        with given.write.open("a", encoding="utf-8") as file:
            file.write(text)


def asked(peers: Any, name: str) -> float:
    """A round of a peer."""
    peers.stdin.write(f"{name}\n")
    peers.stdin.flush()
    return float(peers.stdout.readline())


def page(rates: dict[str, float], rounds: int) -> str:
    """The table: ours against each of them."""
    own = {name.split()[1]: rate for name, rate in rates.items() if name.startswith("brelan")}
    lines = [
        f"\n## Vector environments side by side, {date.today().isoformat()}\n",
        f"`make bench-vector`: one core, {rounds} interleaved rounds, steps a CPU second; observation, mask and reward"
        f" included. {TABLES} tables of {SEATS} seats; Pgx: batches of 1024. {machine()}, commit {commit()}.\n",
        "| environment | M steps/s | " + " | ".join(f"{name}, times that" for name in own) + " |",
        "|---|---|" + "---|" * len(own),
        *(f"| Brelan {name} | {rate / 1e6:.3f} | " + " | " * len(own) for name, rate in own.items()),
    ]
    for name in PEERS:
        times = " | ".join(f"{rate / rates[name]:.1f}" for rate in own.values())
        lines.append(f"| {name} | {rates[name] / 1e6:.4f} | {times} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    main()
