"""Whether ten can still be made: sums of the number cards in the hand of the seat at turn, as sets of bits.

Bit k of a set says that k is one of its sums. A set is three words. All totals on the way are free (R6), so only the
choice of cards matters, not their order; and what green cards can add must meet what red cards can take away.
"""

from typing import Any

import numpy as np

from ...core.rule import rule
from .cards import ALL, NO_GREEN, NONE, NUMBERS, ONE, REDS, SWITCH, VALUE

TEN = 10  # R6
BITS = 63  # of a word: 189 in all, for the 166 that are needed (see `reach`)
FULL = (1 << BITS) - 1


@rule
def only(bit: Any) -> Any:
    """The set of one sum."""
    word, bit = bit // BITS, 1 << int(bit % BITS)
    return bit if word == 0 else 0, bit if word == 1 else 0, bit if word == 2 else 0


@rule
def grown(s: Any, seeds: Any, high: Any, first: Any, step: Any, one: Any, other: Any) -> Any:
    """A set whose highest sum is `high`, with cards of one colour of the hand added, less one of each of two types."""
    low, mid, top = seeds
    hand = s.hands[s.seat]
    for value in range(1, 10):
        card = first + step * value
        for _ in range(hand[card] - (card == one) - (card == other)):
            high += value
            if high >= BITS:
                top |= ((top << value) | (mid >> (BITS - value))) & FULL
                mid |= ((mid << value) | (low >> (BITS - value))) & FULL
            low |= (low << value) & FULL
    return low, mid, top


@rule
def greens(s: Any, start: Any, one: Any, other: Any) -> Any:
    """All sums from `start` on with green cards of the hand."""
    return grown(s, only(start), start, REDS - 1, 1, one, other)


@rule
def reds(s: Any, base: Any, one: Any, other: Any) -> Any:
    """All totals, counted from `base`, from which red cards of the hand lead to a target."""
    high = TEN - base
    low, mid, top = only(high if s.numbers != NO_GREEN else high - 2 * TEN)  # R6 R19
    if s.numbers == ALL:
        also_low, also_mid, also_top = only(high - 2 * TEN)
        low, mid, top = low | also_low, mid | also_mid, top | also_top
    return grown(s, (low, mid, top), high, REDS, -1, one, other)


@rule
def meet(some: Any, others: Any) -> Any:
    """Whether two sets have a sum in common."""
    return ((some[0] & others[0]) | (some[1] & others[1]) | (some[2] & others[2])) != 0


@rule
def reach(s: Any, total: Any, one: Any, other: Any) -> Any:
    """Whether number cards of the hand, less one of each of two types, or none at all lead from a total to a target.

    A total and the cards of its sign in hand make at most 146 (135, an aid read as 2, a turned 9); TEN more is asked
    for, and `list_adds` keeps nine free below: 166 bits.
    """
    base = min(total, -TEN)
    return meet(greens(s, total - base, one, other), reds(s, base, one, other))


@rule
def reach_turned(s: Any, total: Any, one: Any) -> Any:
    """The same less one card, with exactly one of the others turned (R10)."""
    for card in range(NUMBERS):
        if s.hands[s.seat, card] > (card == one) and reach(s, total - VALUE[card], one, card):
            return True
    return False


@rule
def switch_helps(s: Any, total: Any) -> Any:
    """Whether a change of sign, laid first, leads to a target."""
    return reach(s, -total, NONE, NONE) or reach_turned(s, total, NONE)  # R10


@rule
def may_begin(s: Any, start: Any) -> Any:
    """Whether ten can be made from a top read so; a top is never ten itself, so some card is laid."""
    if reach(s, start, NONE, NONE):
        return True
    if s.renewed:  # R11
        return False
    for size in range(1, 3):
        if s.hands[s.seat, ONE + size - 1] > 0:  # R9
            if reach(s, start - size, NONE, NONE) or reach(s, start + size, NONE, NONE):
                return True
    return s.hands[s.seat, SWITCH] > 0 and switch_helps(s, start)


@rule
def may_end(s: Any) -> Any:
    """Whether the making-ten that has begun can be brought to an end."""
    total = np.int64(s.total)
    if s.laid == 0:
        return may_begin(s, total)
    if not s.waits:
        return reach(s, total, NONE, NONE)
    return (s.laid == 1 and reach(s, -total, NONE, NONE)) or reach_turned(s, total, NONE)
