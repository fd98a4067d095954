"""Every entry point of every engine, native against JIT and WebAssembly, over many random games of every setup.

python benchmarks/equal.py --games 1000 [--write benchmarks/RESULTS.md] [GAME ...]
"""

import argparse
import sys
import time
from datetime import date
from pathlib import Path

from brelan.core.game import names
from brelan.lab.bench import commit, machine
from brelan.lab.equality import COMPARED, compare

FEWER = {"jokrummy": 10}  # its random games are fifty times as long


def main() -> int:
    """Compare, print, and write a table if asked to."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", metavar="GAME", nargs="*", default=names())
    parser.add_argument("--games", type=int, default=1000, help="random games of each setup")
    parser.add_argument("--write", type=Path, help="append the result to this file")
    given = parser.parse_args()
    rows, wrong = [], []
    for name in given.names:
        start, games = time.monotonic(), max(1, given.games // FEWER.get(name, 1))
        found, differences = compare(name, games)
        calls = found["calls"]
        wrong += differences
        rows.append(
            f"| {name} | {len(found['digests'])} | {games:,} | {len(calls)} | {sum(calls.values()):,} | "
            f"{len(differences)} |"
        )
        print(rows[-1], f"{time.monotonic() - start:.0f} s", flush=True)
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
