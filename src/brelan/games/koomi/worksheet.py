"""Tasks on paper: a top, a hand, and all ways to make ten with them, found by the engine."""

from typing import NamedTuple

import numpy as np

from ...core import dice
from ...core.text import Words, minus
from . import GAME
from .cards import KINDS, NAMES, NUMBERS, ONE, SWITCH, TWO, VALUE, copies
from .ways import Way, ways_from

MOST_WAYS = 3  # solutions of a task, each with a line to write on


class Level(NamedTuple):
    """A level of tasks: the numbers of the pack, the largest used, the cards in hand, the specials among them."""

    numbers: str
    largest: int
    hand: int
    specials: int = 0


LEVELS = {
    "green": Level("no_red", 9, 4),
    "six": Level("all", 6, 4),
    "specials": Level("all", 9, 4, 1),
}


def tasks(level: str, seed: int, count: int, words: Words) -> list[tuple[list[list[int]], list[str]]]:
    """Return so many different tasks: the top and the hand as cards, and every way as text."""
    throws, found = dice.new(seed), dict[tuple[int, ...], list[str]]()
    while len(found) < count:
        top, *hand = _drawn(LEVELS[level], throws)
        ways = ways_from([NAMES[card] for card in hand], NAMES[top], LEVELS[level].numbers)
        if 0 < len(ways) <= MOST_WAYS:
            found[top, *sorted(hand)] = [told(way, words) for way in ways]
    return [([[top], hand], ways) for (top, *hand), ways in found.items()]


def _drawn(level: Level, throws: dice.Dice) -> list[int]:
    """Draw a number as top and a hand from the pack."""
    code = GAME.options["numbers"].code(level.numbers)
    numbers = [card for card in range(NUMBERS) if abs(VALUE[card]) <= level.largest]
    drawn = []
    for kinds, cards in ((numbers, 1 + level.hand - level.specials), ((ONE, TWO, SWITCH), level.specials)):
        pack = np.array([card for card in kinds for _ in range(copies(card, code, 0))], np.int64)
        dice.shuffle(throws, pack, len(pack))
        drawn += pack[:cards].tolist()
    return drawn


def told(way: Way, words: Words) -> str:
    """Return a way as a sum, with its special card."""
    special = [words.name("card", card) for card in way.cards if card in KINDS]
    return f"{minus(way.sum)} ({special[0]})" if special else minus(way.sum)
