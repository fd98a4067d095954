"""Exercises: a top and a hand without a table, their ways to ten, and whether steps make it. Compiled, for every shell;
help.py describes the questions. The rules find the ways and judge the steps.

`cards` are a top and then a hand; the records are DEEP + 1, all zero."""

from typing import Any

import numpy as np

from ...core.dice import shuffle
from ...core.kinds import Int, Records, Shorts, ShortTable, Words
from ...core.rule import rule
from .actions import CARD, COUNTS, TURN
from .cards import CARDS, ONE, TWO, copies
from .rules import apply, why_not
from .ways import lay_out, list_ways

HOPELESS = 6  # one exercise in so many may have no solution
TRIES = 200  # deals tried to find one with a solution
SUM = 6  # R6


@rule
def draw_exercise(
    states: Records, lists: ShortTable, numbers: Int, aids: Int, seed: Int, throws: Words, found: Shorts, cards: Shorts
) -> None:
    """Write a top and a hand, ascending, from a pack of numbers; all but a few have a solution."""
    pack, size = np.zeros(CARDS, np.int64), 0
    for card in range(TWO + 1):
        for _ in range(copies(card, numbers, 0) if card < ONE or aids != 0 else 0):
            pack[size] = card
            size += 1
    drawn = pack.copy()
    for _ in range(1 if seed % HOPELESS == 0 else TRIES):
        drawn[:] = pack
        shuffle(throws, drawn, size)
        for i in range(cards.size):
            cards[i] = drawn[i]
        lay_out(states, numbers, cards)
        if list_ways(states, lists, found) > 0:
            break
    n = 1
    for card in range(TWO + 1):
        for _ in range(states[0].hands[0, card]):
            cards[n] = card
            n += 1


@rule
def shortest_way(states: Records, lists: ShortTable, numbers: Int, cards: Shorts, found: Shorts, out: Shorts) -> Int:
    """Write the number of ways and, for the shortest, the number of its cards, the first of them, and the terms of
    its sum. Return how many numbers were written."""
    lay_out(states, numbers, cards)
    end, way, best, ways, fewest = list_ways(states, lists, found), 0, 0, 0, CARDS
    while way < end:
        laid = 0
        for i in range(way + 3, way + 3 + found[way]):
            laid += CARD[found[i]] >= 0
        if laid < fewest:
            best, fewest = way, laid
        ways += 1
        way += 3 + found[way]
    out[0] = ways
    return 1 if ways == 0 else write_sum(found[best : best + 3 + found[best]], fewest, out)


@rule
def write_sum(way: Any, laid: Any, out: Any) -> Any:
    """Write how many cards a way lays, the first of them, and the terms of its sum; return the next place."""
    out[1], out[2], out[3], n = laid, -1, way[1], 4
    for i in range(3, way.size):
        action = way[i]
        out[2] = CARD[action] if out[2] < 0 else out[2]
        if action == TURN:
            out[3] = -out[3]
        if COUNTS[action] != 0:
            out[n] = COUNTS[action]
            n += 1
    return n


@rule
def try_ten(states: Records, numbers: Int, cards: Shorts, steps: Shorts) -> Int:
    """Return 0 if steps are a making-ten, otherwise the clause that stops them."""
    lay_out(states, numbers, cards)
    wrong, throws = steps.size == 0, np.zeros(2, np.uint64)
    for i in range(steps.size):
        clause = why_not(states[0], np.int64(steps[i]))
        if clause != 0 and clause != SUM:  # on a wrong way, continue: other errors are reported first
            return clause
        wrong = wrong or clause == SUM
        apply(states[0], np.int64(steps[i]), throws)
    return SUM if wrong or states[0].begun != 0 else 0
