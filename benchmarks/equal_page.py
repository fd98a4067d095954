"""Random games of every setup at the page's own table, in node, against Python's: records, views, events, bots.

python benchmarks/equal_page.py --games 10000 [--write RESULTS.md]      so many games in all
"""

import argparse
import itertools
import time
from collections.abc import Iterator
from pathlib import Path

from pocket.test_engine import LONG, QUICK, compare

from brelan.core.check import Setup, setups
from brelan.core.game import Game, game, names

BATCH = 25  # games of one node process
TITLE = "## The page's table against Python's"


def games(found: Game, count: int) -> Iterator[tuple[Setup, int, tuple[str, ...]]]:
    """So many games, setup after setup."""
    for seed, setup in zip(range(count), itertools.cycle(setups(found)), strict=False):
        yield setup, 1000 + seed, QUICK


def section(file: Path, title: str, text: str) -> None:
    """Write a section of a page anew, or at its end."""
    before, found, rest = file.read_text(encoding="utf-8").partition(f"\n{title}\n")
    _, next_, after = rest.partition("\n## ") if found else ("", "", "")
    file.write_text(f"{before.rstrip()}\n\n{title}\n\n{text}\n{next_}{after}", encoding="utf-8")


def main() -> None:
    """Play, and say how many were equal; the first difference ends it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    started, total = time.monotonic(), 0
    for name in names():
        played = list(games(game(name), given.games // len(names())))
        for first in range(0, len(played), BATCH):
            compare(game(name), played[first : first + BATCH], LONG)
            total += len(played[first : first + BATCH])
            print(f"{name}: {total} games equal, {time.monotonic() - started:.0f} s", flush=True)
    compared = "records, dice, views, events, take-back, three levels of bots"
    line = f"{total} random games of every setup, the first {LONG} actions of each: {compared} are equal."
    print(line)
    if given.write:
        section(given.write, TITLE, f"{line} `make equal-page`.")


if __name__ == "__main__":
    main()
