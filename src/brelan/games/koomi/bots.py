"""What a good player of Koomi knows: look for the ten that leaves the fewest cards, not just for a ten.

Jokers go whenever one likes, so in hand they count half and are kept for when no ten can be made. Which top is left to
the next seat was tried and made no difference that 20,000 games could show, nor did finer prices.
"""

from typing import Any

import numpy as np

from ...core.rule import rule
from .cards import ALL, NEW, NO_GREEN, NONE, NUMBERS, ONE, SWITCH, TYPES, VALUE
from .rules import (
    CARD,
    COUNTS,
    DRAW,
    PARTNER,
    PLAY_SWAP,
    PLAY_SWITCH,
    SIGN,
    STOP,
    TO_ADD_TURNED,
    TO_READ,
    TURN,
    VERB,
    total_so_far,
)
from .sums import TEN

MID = 160  # where the sum 0 is kept; no sum is further away than 146
SPAN = 2 * MID + 1
FULL, HALF = 2, 1  # what a card in hand counts, and a joker
PRICE = np.array([FULL if card < NEW else HALF for card in range(TYPES)], np.int64)
NEVER = 1 << 20


@rule
def lay_out(v: Any, seat: Any, one: Any, most: Any) -> None:
    """Into `most`, for every sum, the most number cards it can be made of; row 1 with exactly one card turned."""
    for card in range(NUMBERS):
        value = np.int64(VALUE[card])
        for _ in range(v.hands[seat, card] - (card == one)):
            for row in (1, 0):
                for i in range(SPAN - 2 * 9):
                    to = SPAN - 1 - 9 - i if value > 0 else 9 + i  # in this direction each card counts once
                    most[row, to] = max(most[row, to], most[row, to - value] + 1)
                    if row == 1:
                        most[1, to] = max(most[1, to], most[0, to + value] + 1)


@rule
def longest(v: Any, seat: Any, total: Any, one: Any, turned: Any, most: Any) -> Any:
    """The most number cards of the hand, less one card, that lead from a total to a target; far below 0 if none do."""
    most[:] = -NEVER
    most[0, MID + total] = 0
    lay_out(v, seat, one, most)
    up, down = most[turned, MID + TEN], most[turned, MID - TEN]
    if v.numbers == ALL:
        return max(up, down)
    return down if v.numbers == NO_GREEN else up  # R19


@rule
def with_switch(v: Any, seat: Any, total: Any, most: Any) -> Any:
    """The same after a change of sign."""
    return max(longest(v, seat, -total, NONE, 0, most), longest(v, seat, total, NONE, 1, most))


@rule
def from_top(v: Any, seat: Any, start: Any, most: Any) -> Any:
    """The most cards laid in a ten from a top read so."""
    cards = longest(v, seat, start, NONE, 0, most)
    if v.renewed:
        return cards
    for size in range(1, 3):
        if v.hands[seat, ONE + size - 1] > 0:
            for value in (-size, size):
                cards = max(cards, 1 + longest(v, seat, start + value, NONE, 0, most))
    if v.hands[seat, SWITCH] > 0:
        cards = max(cards, 1 + with_switch(v, seat, start, most))
    return cards


@rule
def in_ten(v: Any, seat: Any, action: Any, most: Any) -> Any:
    """The most cards laid from here on in a making-ten that goes on like this."""
    total, card = total_so_far(v), np.int64(CARD[action])
    if VERB[action] == TO_READ:
        return from_top(v, seat, SIGN[action] * total, most)
    if action == TURN:
        return longest(v, seat, -total, NONE, 0, most)
    if action == PLAY_SWITCH:
        return 1 + with_switch(v, seat, total, most)
    turned = 1 if v.waits and VERB[action] != TO_ADD_TURNED else 0
    return 1 + longest(v, seat, total + COUNTS[action], card, turned, most)


@rule
def left_over(v: Any, seat: Any, action: Any, most: Any) -> Any:
    """What the hand counts at the end of the turn if this is played now."""
    here = 0
    for card in range(TYPES):
        here += PRICE[card] * v.hands[seat, card]
    if action == DRAW:
        return here + FULL
    if action == STOP:
        return here
    if VERB[action] <= TO_ADD_TURNED:
        return here - FULL * in_ten(v, seat, action, most)
    if action == PLAY_SWAP and v.held[seat] > 1:
        return FULL * v.held[(seat + 1) % v.seats]
    return here - PRICE[CARD[action]] - (FULL if PARTNER[action] != NONE else 0)


@rule
def policy(v: Any, seat: Any, allowed: Any, count: Any, dice: Any) -> Any:
    """Choose among the allowed actions, knowing a view and nothing else."""
    most = np.zeros((2, SPAN), np.int64)
    best, least = allowed[0], NEVER * NEVER
    for i in range(count):
        left = left_over(v, seat, allowed[i], most)
        if left < least:
            best, least = allowed[i], left
    return best
