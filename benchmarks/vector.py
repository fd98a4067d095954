"""Vector environments side by side: ours, Pgx on the CPU, PettingZoo's classics; one core, rounds interleaved.

    make bench-vector

A step is one decision at one table: the action is drawn among those allowed and played, what chance adds and a new
deal where a game ended are done, and observation, mask and reward of the next seat are written. Every environment here
does all of that. Rates are steps a CPU second, medians over the rounds. Since a decision of Kuhn poker shows 9 numbers
and one of Jok-R-ummy 1,816, a second comparison counts the numbers of observations and masks written a second.
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
    "pgx sparrow_mahjong", "pgx backgammon", "pgx leduc_holdem", "pgx kuhn_poker",
    "pettingzoo leduc_holdem_v4", "pettingzoo texas_holdem_v4", "pettingzoo hanabi_v5",
]  # fmt: skip
SEATS, TABLES, SECONDS = 4, 1024, 1.0
Rate = tuple[float, int]  # steps a CPU second, and the numbers that a step shows


def ours(env: VectorEnv) -> Rate:
    """A round of ours."""
    steps, begun = 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        for _ in range(8):
            over = env.step(env.sample())[2]
            steps += env.num_envs - int(over.sum())  # where a game is over, the next call only deals
    observer = env.tables.observer
    return steps / (time.process_time() - begun), observer.size + observer.actions


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
    rates: dict[str, list[Rate]] = {}
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
    middle = {name: (statistics.median(rate for rate, _ in found), found[0][1]) for name, found in rates.items()}
    text = page(middle, given.rounds)
    print(text)
    if given.write:
        with given.write.open("a", encoding="utf-8") as file:
            file.write(text)


def asked(peers: Any, name: str) -> Rate:
    """A round of a peer."""
    peers.stdin.write(f"{name}\n")
    peers.stdin.flush()
    rate, numbers = peers.stdout.readline().split()
    return float(rate), int(numbers)


def page(rates: dict[str, Rate], rounds: int) -> str:
    """The table: ours against each of them, by steps and by numbers."""
    own = {name.split()[1]: rate for name, rate in rates.items() if name.startswith("brelan")}
    lines = [
        f"\n## Vector environments side by side, {date.today().isoformat()}\n",
        f"`make bench-vector`: one core, {rounds} interleaved rounds, steps a CPU second, each with a drawn action,"
        " observation, mask, reward and new deals. In brackets: numbers of observations and masks written a second."
        f" {TABLES} tables of {SEATS} seats; Pgx: batches of 1024. {machine()}, commit {commit()}.\n",
        "| environment | M steps/s | numbers a step | " + " | ".join(f"{name}, times that" for name in own) + " |",
        "|---|---|---|" + "---|" * len(own),
        *(f"| Brelan {name} | {rate / 1e6:.2f} | {shown} |" + " |" * len(own) for name, (rate, shown) in own.items()),
    ]
    for name in PEERS:
        rate, shown = rates[name]
        times = " | ".join(f"{mine / rate:.1f} ({mine * more / rate / shown:.0f})" for mine, more in own.values())
        lines.append(f"| {name} | {rate / 1e6:.4f} | {shown} | {times} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    main()
