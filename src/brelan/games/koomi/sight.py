"""What a seat may know about hands it gave away, and what it has to guess.

Depth d is the seat that gave a hand away d swaps ago. Later holders know everything earlier ones know,
so one code says to which depth it is known that the hand has one, two or three cards of a type.
"""

from typing import Any

import numpy as np

from ...core.dice import below, shuffle
from ...core.rule import rule
from .cards import CARDS, TYPES, copies
from .sums import may_end

SEATS = 6  # R19
DEPTHS: list[tuple[int, ...]] = [
    (one, two, three) for one in range(SEATS) for two in range(one + 1) for three in range(two + 1)
]


def code(*depths: int) -> int:
    """Return the code of the depths to which one, two and three cards are known."""
    return DEPTHS.index((*depths, 0, 0, 0)[:3])


def given(depths: tuple[int, ...], held: int) -> int:
    """Return the code after a swap: the giver knows everything held; earlier givers are one swap further away."""
    return code(*(min(depth + 1, SEATS - 1) for depth in depths[:held]))


NOBODY = code()
KNOWS = np.array([[sum(d >= deep for d in depths) for deep in range(SEATS)] for depths in DEPTHS], np.int8)
KNOWN_TO = np.array([[code(*[deep] * count) for deep in range(SEATS)] for count in range(4)], np.int8)
LAID_ONE = np.array([code(*depths[1:]) for depths in DEPTHS], np.int8)  # it may have been a known one
DREW_SEEN = np.array([code(SEATS - 1, *depths[:2]) for depths in DEPTHS], np.int8)  # R16: all know it
GIVEN = np.array([[given(depths, held) for held in range(4)] for depths in DEPTHS], np.int8)


@rule
def depth(s: Any, seat: Any, other: Any) -> Any:
    """Return how many swaps ago a hand was a seat's own; for its own hand, what the seat before knows counts."""
    return max(1, (seat - other) % s.seats)


@rule
def sees_stock(s: Any) -> Any:
    """Whether everybody knows the stock, because open discards were turned over unshuffled."""
    return s.unshuffled != 0 and s.remade > 0  # R16


@rule
def view(s: Any, seat: Any, v: Any) -> None:
    """Add open hands, if that option is on, what is left of hands given away, and a known stock."""
    if seat >= 0 and sees_stock(s):
        for i in range(s.left):
            v.stock[i] = s.stock[i]
    for other in range(s.seats):
        if s.open_hands:  # R19
            hand, shown = s.hands[other], v.hands[other]
            for card in range(TYPES):
                shown[card] = hand[card]
        if seat >= 0:
            codes, known, deep = s.known[other], v.known[other], depth(s, seat, other)
            for card in range(TYPES):
                if KNOWS[codes[card], deep] > 0:  # R14
                    known[card] = KNOWS[codes[card], deep]


@rule
def unseen(s: Any, seat: Any, counts: Any) -> None:
    """Write how many cards of each type a seat has to guess."""
    numbers, without, discards = s.numbers, s.without, s.discards
    for card in range(TYPES):
        counts[card] = copies(card, numbers, without)
    for other in range(s.seats):
        seen = s.hands[other] if other == seat or s.open_hands else s.known[other]
        for card in range(TYPES):
            counts[card] -= max(0, seen[card])
    for i in range(s.down):
        counts[discards[i]] -= 1
    for i in range(s.left if sees_stock(s) else 0):
        counts[s.stock[i]] -= 1


@rule
def gather(s: Any, counts: Any, dice: Any) -> Any:
    """Move the counted cards to `stock`, shuffled, those that may be there first; return its size."""
    stock, mixed, seen = s.stock, s.mixed, sees_stock(s)
    n = 0
    for card in range(TYPES):
        for _ in range(0 if seen else min(counts[card], mixed[card])):
            stock[n] = card
            n += 1
    shuffle(dice, stock, n)
    n = max(n, s.left)
    for card in range(TYPES):
        for _ in range(counts[card] - (0 if seen else mixed[card])):
            stock[n] = card
            n += 1
    return n


@rule
def spread(s: Any, seat: Any, counts: Any, dice: Any) -> None:
    """Deal the cards a seat has not seen to the stock and the other hands."""
    n, left, stock = gather(s, counts, dice), int(s.left), s.stock
    for other in range(s.seats):
        if other != seat and not s.open_hands:
            hand, known, missing = s.hands[other], s.known[other], int(s.held[other])
            for card in range(TYPES):
                hand[card] = max(0, known[card])  # R14
                missing -= hand[card]
            for _ in range(missing):
                place = left + below(dice, n - left)
                hand[stock[place]] += 1
                n -= 1
                stock[place] = stock[n]
    for i in range(left, CARDS):
        stock[i] = 0


@rule
def guess(s: Any, seat: Any, dice: Any) -> None:
    """Complete a seat's view into a whole record: cards it has not seen go at random wherever they could be.

    Another seat's making-ten must be possible to finish, or it would not have begun: cards are redealt until it is.
    """
    counts = np.zeros(TYPES, np.int16)
    unseen(s, seat, counts)
    spread(s, seat, counts, dice)
    while s.begun and not may_end(s):
        spread(s, seat, counts, dice)
    for other in range(SEATS):
        hand, known = s.hands[other], s.known[other]
        deep = depth(s, seat, other)
        for card in range(TYPES):
            if other >= s.seats:
                hand[card] = 0
            known[card] = KNOWN_TO[max(0, known[card]), deep]
