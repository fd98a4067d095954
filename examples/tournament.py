"""A tournament of Joomo between three bots, with its plot: two of ours, and one that is written here.

    python examples/tournament.py --deals 200 --seed 1 --plot tournament.png

The same deals are played with the seats rotated. `brelan arena` does the same from the command line.
"""

import argparse
from pathlib import Path
from typing import Any

from brelan.core.dice import Dice
from brelan.core.game import Game, game
from brelan.lab import arena, standing

SEATS = 3


class LowestPlayer:
    """Lays the lowest card it may, and passes only if it must."""

    def __init__(self, game: Game) -> None: ...

    def choose(self, view: Any, seat: int, allowed: Any, dice: Dice) -> int:
        """The first of the allowed actions: ids of cards ascend."""
        return int(allowed[0])


class Help(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """The text above as it is, and every option with its default."""


def main() -> None:
    """Play, print the standings, draw them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=Help)
    parser.add_argument("--deals", type=int, default=200, help="how many deals to play")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the deals")
    parser.add_argument("--plot", type=Path, default=Path("tournament.png"), help="the file for the plot")
    given = parser.parse_args()
    joomo = game("joomo")
    bots = ["medium", "random", f"{Path(__file__).resolve()}:LowestPlayer"]
    options = joomo.check_options(SEATS, {})
    match = arena.Match(joomo.name, joomo.version, SEATS, options, bots, given.deals, given.seed)
    table = arena.standings(match, arena.run(match))
    shown = [arena.Standing(**{**vars(one), "bot": one.bot.rpartition(":")[2]}) for one in table]
    print(standing.as_text(joomo, match, shown))
    standing.draw(match, shown, given.plot)
    print(given.plot)


if __name__ == "__main__":
    main()
