"""How many ways to ten has a hand of Koomi? Counted over fresh deals, for each card that can lie on top.

    python examples/koomi_ways.py --deals 3000 --seed 1

A way is a choice of cards, of the sign of an aid and of the card that is turned; the order of the cards does not count.
"""

import argparse
from collections import defaultdict

from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position
from brelan.games.koomi.cards import NAMES
from brelan.games.koomi.ways import ways

KOOMI = game("koomi")


def count(seed: int) -> tuple[str, int, int]:
    """The top of a fresh deal, how many ways to ten the first hand has, and the most cards it could lay."""
    position = Position(KOOMI, 2, KOOMI.check_options(2, {}), dice.new(seed))
    seat, state = position.seat, position.state
    found = list(ways(position.view(seat)[0]))
    return NAMES[state.discards[state.down - 1]], len(found), max((len(way.cards) for way in found), default=0)


class Help(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """The text above as it is, and every option with its default."""


def main() -> None:
    """A line a top, the richest first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=Help)
    parser.add_argument("--deals", type=int, default=3000, help="how many deals to count")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the deals")
    given = parser.parse_args()
    tops: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number in range(given.deals):
        top, many, cards = count(given.seed * 1_000_003 + number)
        tops[top].append((many, cards))
    rows = [(sum(many for many, _ in found) / len(found), top, found) for top, found in tops.items()]
    print("top     deals   ways on average   hands with none   most cards in one")
    for mean, top, found in sorted(rows, reverse=True):
        none = sum(many == 0 for many, _ in found) / len(found)
        print(f"{top:<7} {len(found):>5}   {mean:15.1f}   {none:15.1%}   {max(cards for _, cards in found):17}")
    every = [many for found in tops.values() for many, _ in found]
    print(f"all     {len(every):>5}   {sum(every) / len(every):15.1f}   {every.count(0) / len(every):15.1%}")


if __name__ == "__main__":
    main()
