"""Whether ten can still be made: sums of number cards, as sets of bits.

A *hand* is one word here: two bits a type of number card, how many of it there are. Bit k of a set says that k is one
of its sums. All totals on the way are free (R6), so only the choice of cards matters, not their order. *Goals* are the
targets of a game as a set, counted from -10.
"""

from typing import Any

import numpy as np

from ...core.rule import lowest_bit, rule
from .cards import ALL, NO_GREEN, NUMBERS, ONE, REDS, SWITCH

TEN = 10  # R6
BITS = 63  # of a word
FULL = (1 << BITS) - 1
COUNT, COUNT_BITS = 3, 2  # R1: a type is there three times at most
# Of a red and a green set of cards one sums to SPARE at most, or part of one weighs as much as part of the other and
# both may stay in hand. So a total is never further than SPARE outside of where it starts and ends, reds laid first.
SPARE = 30
NEAR = BITS - 1 - SPARE - TEN  # totals up to here, either way, need one word
PLUS, MINUS = np.int64(1), np.int64(-1)  # a card counts as printed, or turned


@rule
def hand_of(s: Any) -> Any:
    """The number cards of the seat at turn."""
    hand = np.int64(0)
    for card in range(NUMBERS):
        hand |= np.int64(s.hands[s.seat, card]) << COUNT_BITS * card
    return hand


@rule
def goals_of(s: Any) -> Any:
    """The targets of the game."""
    low = 1 if s.numbers in (ALL, NO_GREEN) else 0  # R6 R19
    high = 1 if s.numbers != NO_GREEN else 0
    return np.int64(low | high << 2 * TEN)


@rule
def value_of(card: Any) -> Any:
    """What a number card counts, by arithmetic: a GPU reads a table one thread after the other."""
    return card - REDS if card < REDS else card - REDS + 1


@rule
def first_card(hand: Any) -> Any:
    """The lowest type in a hand that is not empty."""
    return lowest_bit(hand) // COUNT_BITS


@rule
def less(hand: Any, card: Any) -> Any:
    """A hand less one card."""
    return hand - (np.int64(1) << COUNT_BITS * card)


@rule
def less_all(hand: Any, card: Any) -> Any:
    """A hand less all cards of a type."""
    return hand & ~(np.int64(COUNT) << COUNT_BITS * card)


@rule
def number_of(hand: Any, card: Any) -> Any:
    """How many cards of a type a hand has."""
    return hand >> COUNT_BITS * card & COUNT


@rule
def moved(sums: Any, value: Any) -> Any:
    """All sums with a value added; what leaves the word is forgotten."""
    return (sums << max(value, 0) & FULL) >> max(-value, 0)


@rule
def reach_near(hand: Any, total: Any, goals: Any) -> Any:
    """The same as `reach` for a total that needs one word."""
    base = min(total, -TEN) - SPARE
    sums = np.int64(1) << total - base
    while hand != 0:
        card = first_card(hand)
        value = value_of(card)
        sums |= moved(sums, value)
        sums |= moved(sums, value * (number_of(hand, card) - 1))  # the second and the third card at once
        hand = less_all(hand, card)
    return sums & goals << -TEN - base != 0


@rule
def only(bit: Any) -> Any:
    """The set, of three words, of one sum."""
    word, bit = bit // BITS, np.int64(1) << bit % BITS
    return bit if word == 0 else 0, bit if word == 1 else 0, bit if word == 2 else 0


@rule
def both(some: Any, others: Any) -> Any:
    """The sums of two sets."""
    return some[0] | others[0], some[1] | others[1], some[2] | others[2]


@rule
def grown(sums: Any, value: Any, count: Any) -> Any:
    """A set with so many cards of a value added."""
    low, mid, top = sums
    for _ in range(count):
        top |= (top << value | mid >> BITS - value) & FULL
        mid |= (mid << value | low >> BITS - value) & FULL
        low |= low << value & FULL
    return low, mid, top


@rule
def reach_far(hand: Any, total: Any, goals: Any) -> Any:
    """The same as `reach` for any total: what green cards can add must meet what red cards can take away.

    A total and the cards of its sign in hand make at most 146 (135, an aid read as 2, a turned 9); TEN more is asked
    for, a word has 63 bits, three have 189.
    """
    base = min(total, -TEN)
    up, down = only(total - base), only(TEN - base if goals >> 2 * TEN else -TEN - base)
    if goals & 1:
        down = both(down, only(-TEN - base))
    while hand != 0:
        card = first_card(hand)
        if card < REDS:
            down = grown(down, REDS - card, number_of(hand, card))
        else:
            up = grown(up, value_of(card), number_of(hand, card))
        hand = less_all(hand, card)
    return up[0] & down[0] | up[1] & down[1] | up[2] & down[2] != 0


@rule
def reach(hand: Any, total: Any, goals: Any) -> Any:
    """Whether number cards of the hand, or none at all, lead from a total to a target."""
    return reach_near(hand, total, goals) if abs(total) <= NEAR else reach_far(hand, total, goals)


@rule
def reach_turned(hand: Any, total: Any, goals: Any) -> Any:
    """The same with exactly one of the cards turned (R10)."""
    rest = hand
    while rest != 0:
        card = first_card(rest)
        if reach(less(hand, card), total - value_of(card), goals):
            return True
        rest = less_all(rest, card)
    return False


@rule
def switch_helps(hand: Any, total: Any, goals: Any) -> Any:
    """Whether a change of sign, laid first, leads to a target."""
    return reach(hand, -total, goals) or reach_turned(hand, total, goals)  # R10


@rule
def may_begin(s: Any, hand: Any, start: Any, goals: Any) -> Any:
    """Whether ten can be made from a top read so; a top is never ten itself, so some card is laid."""
    if reach(hand, start, goals):
        return True
    if s.renewed:  # R11
        return False
    for value in range(-2, 3):
        if value != 0 and s.hands[s.seat, ONE + abs(value) - 1] > 0 and reach(hand, start + value, goals):  # R9
            return True
    return s.hands[s.seat, SWITCH] > 0 and switch_helps(hand, start, goals)


@rule
def may_end(s: Any) -> Any:
    """Whether the making-ten that has begun can be brought to an end."""
    hand, total, goals = hand_of(s), np.int64(s.total), goals_of(s)
    if s.laid == 0:
        return may_begin(s, hand, total, goals)
    if not s.waits:
        return reach(hand, total, goals)
    return (s.laid == 1 and reach(hand, -total, goals)) or reach_turned(hand, total, goals)
