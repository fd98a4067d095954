"""Every entry point of every engine, native against JIT and WebAssembly, over many random games of every setup.

python benchmarks/equal.py --games 1000 [--keep FILE] [--write benchmarks/RESULTS.md] [GAME ...]

Games and modes run side by side, one a core. With --keep a run that was stopped goes on where it was, setup by setup,
as long as the engines are the same.
"""

import argparse
import json
import os
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

from brelan.core.game import game, names
from brelan.core.library import manifest
from brelan.lab.bench import commit, machine
from brelan.lab.equality import COMPARED, answered, differences

FEWER = {"jokrummy": 10}  # its random games are fifty times as long
SLOWEST = ("wasm", "compiled", "native")


class Answers:
    """What was answered so far, in memory and in a file."""

    def __init__(self, file: Path | None, sources: dict[str, str], games: dict[str, int]) -> None:
        self.file, self.sources, self.lock, self.start = file, sources, threading.Lock(), time.monotonic()
        lines = file.read_text(encoding="utf-8").splitlines() if file and file.exists() else []
        kept = [json.loads(line) for line in lines]
        self.all = [
            one for one in kept
            if sources.get(one["game"]) == one["sources"] and games[one["game"]] == one["games"]
        ]  # fmt: skip

    def collect(self, name: str, mode: str, games: int) -> None:
        """Ask a game in a mode for what is missing."""
        done = [one["setup"] for one in self.all if (one["game"], one["mode"]) == (name, mode)]
        for found in answered(name, mode, games, done):
            with self.lock:
                self.all.append(found)
                if self.file:
                    with self.file.open("a", encoding="utf-8") as file:
                        file.write(json.dumps({**found, "sources": self.sources[name]}) + "\n")
        print(f"{name}, {mode}: done after {time.monotonic() - self.start:.0f} s", flush=True)

    def row(self, name: str, games: int) -> str:
        """What stands in the table."""
        own = [one for one in self.all if one["game"] == name]
        first = [one for one in own if one["mode"] == COMPARED[0]]
        calls: Counter[str] = sum((Counter(one["calls"]) for one in first), Counter())
        counts = f"{len(first)} | {games:,} | {len(calls)} | {sum(calls.values()):,} | {len(differences(own))}"
        return f"| {name} | {counts} |"


def main() -> int:
    """Compare, print, and write a table if asked to."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", metavar="GAME", nargs="*", default=names())
    parser.add_argument("--games", type=int, default=1000, help="random games of each setup")
    parser.add_argument("--keep", type=Path, help="write every answer to this file, and go on from it")
    parser.add_argument("--write", type=Path, help="append the result to this file")
    given = parser.parse_args()
    games = {name: max(1, given.games // FEWER.get(name, 1)) for name in given.names}
    found = Answers(given.keep, {name: manifest(game(name))["sources"] for name in games}, games)
    jobs: list[Any] = []
    with ThreadPoolExecutor(os.cpu_count()) as cores:
        for mode in SLOWEST:
            jobs += [cores.submit(found.collect, name, mode, count) for name, count in games.items()]
    for job in jobs:
        job.result()
    rows, wrong = [found.row(name, count) for name, count in games.items()], differences(found.all)
    print(*rows, sep="\n")
    print(*wrong, sep="\n", file=sys.stderr)
    if given.write:
        text = (
            f"\n## Equal answers in {', '.join(COMPARED)}, {date.today().isoformat()}\n\n"
            f"`python benchmarks/equal.py --games {given.games}`, {machine()}, commit {commit()}.\n\n"
            "| game | setups | games of each | entry points | calls compared | differences |\n"
            "|---|---|---|---|---|---|\n"
        )
        with given.write.open("a", encoding="utf-8") as file:
            file.write(text + "\n".join(rows) + "\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
