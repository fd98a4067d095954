"""Whether ten can still be made: sums of number cards, as sets of bits.

Here a *hand* is three words: counts of two bits per number card, green ones from +1 on, then red ones
from -1 on; the set of possible sums of its green cards; and that of its red cards, without sign. Bit k
of a set says that k is a possible sum. Totals on the way do not matter (R6), so only the choice of cards matters, not
their order: what green cards add must match what red cards take away. *Goals* are the targets of a game.
"""

from typing import Any

import numpy as np

from ...core.rule import lowest_bit, rule
from .cards import ALL, COPIES, NO_GREEN, NUMBERS, ONE, REDS, SWITCH

TEN = 10  # R6
DOWN, UP = 1, 2  # goals: -10, +10
COUNT, COUNT_BITS = COPIES, 2  # R1
COLOUR_BITS = COUNT_BITS * REDS
COLOUR = (1 << COLOUR_BITS) - 1  # all cards of one colour
BITS = 63  # of a word
FULL = (1 << BITS) - 1
# If some of the reds laid sum to as much as some of the greens, both can stay in hand. If there are none, and
# greens and reds differ by at most 47, neither sums to more than 59 (test_laws.py): up to NEAR, one word is enough.
NEAR = 47 - TEN
ALL_NUMBERS = (1 << NUMBERS) - 1


# hands


@rule
def sums_of(cards: Any) -> Any:
    """Return the possible sums of cards of one colour; sums beyond the word are dropped."""
    sums = np.int64(1)
    while cards != 0:
        place = lowest_bit(cards) & -COUNT_BITS
        value = (place >> 1) + 1
        more = (cards >> place & COUNT) - 1
        cards &= ~(COUNT << place)
        sums |= sums << value & FULL
        sums |= sums << more * value & FULL  # the second and the third card at once
    return sums


@rule
def hand_of(s: Any) -> Any:
    """Return the number cards of the acting seat."""
    greens = reds = np.int64(0)
    for i in range(REDS):
        greens |= np.int64(s.hands[s.seat, REDS + i]) << COUNT_BITS * i
        reds |= np.int64(s.hands[s.seat, REDS - 1 - i]) << COUNT_BITS * i
    return greens | reds << COLOUR_BITS, sums_of(greens), sums_of(reds)


@rule
def less_at(hand: Any, place: Any) -> Any:
    """Return a hand without the card counted at a place."""
    cards = hand[0] - (np.int64(1) << place)
    green = place < COLOUR_BITS
    sums = sums_of(cards & COLOUR if green else cards >> COLOUR_BITS)
    return cards, sums if green else hand[1], hand[2] if green else sums


@rule
def less(hand: Any, card: Any) -> Any:
    """Return a hand without one card."""
    return less_at(hand, COUNT_BITS * (card - REDS if card >= REDS else NUMBERS - 1 - card))


@rule
def goals_of(s: Any) -> Any:
    """The targets of the game."""
    return UP | DOWN if s.numbers == ALL else DOWN if s.numbers == NO_GREEN else UP  # R6 R19


# totals far away, which are rare


@rule
def only(bit: Any) -> Any:
    """Return the set, in three words, of one sum."""
    word, bit = bit // BITS, np.int64(1) << bit % BITS
    return bit if word == 0 else 0, bit if word == 1 else 0, bit if word == 2 else 0


@rule
def grown(sums: Any, cards: Any) -> Any:
    """Return a set of three words with cards of one colour added."""
    low, mid, top = sums
    while cards != 0:
        place = lowest_bit(cards) & -COUNT_BITS
        value = (place >> 1) + 1
        for _ in range(cards >> place & COUNT):
            top |= (top << value | mid >> BITS - value) & FULL
            mid |= (mid << value | low >> BITS - value) & FULL
            low |= low << value & FULL
        cards &= ~(COUNT << place)
    return low, mid, top


@rule
def reach_far(cards: Any, total: Any, goals: Any) -> Any:
    """`reach` for any total: no colour sums to more than 135, and three words have 189 bits."""
    for i in range(2):
        more = TEN - total - i * 2 * TEN
        greens = grown(only(max(-more, 0)), cards & COLOUR)
        reds = grown(only(max(more, 0)), cards >> COLOUR_BITS)
        if goals & (UP, DOWN)[i] and (greens[0] & reds[0] | greens[1] & reds[1] | greens[2] & reds[2]):
            return True
    return False


# questions


@rule
def meet(hand: Any, more: Any) -> Any:
    """Whether greens can sum to so much more than reds (or less, if negative)."""
    return (hand[1] >> max(more, 0)) & (hand[2] >> max(-more, 0)) != 0


@rule
def reach_near(hand: Any, total: Any, goals: Any) -> Any:
    """`reach` for a near total, as it always is before a number card is laid."""
    up, down = meet(hand, TEN - total), meet(hand, -TEN - total)  # always both: faster than branching
    return (goals & UP != 0) & up | (goals & DOWN != 0) & down


@rule
def reach(hand: Any, total: Any, goals: Any) -> Any:
    """Whether number cards of the hand, or none at all, lead from a total to a target."""
    return reach_near(hand, total, goals) if abs(total) <= NEAR else reach_far(hand[0], total, goals)


@rule
def choices(hand: Any, total: Any, goals: Any, first: Any, last: Any) -> Any:
    """Return, as bits, the number cards that can be laid on the way to a target, as printed and turned (R10).

    The range is from `first` to `last`: 0 is as printed, 1 is turned.
    """
    found = np.int64(0)
    near = abs(total) <= NEAR - REDS  # nearly always: with any card
    rest = hand[0] if first <= last else np.int64(0)
    while rest != 0:
        place = lowest_bit(rest) & -COUNT_BITS
        rest &= ~(COUNT << place)
        i = place >> 1
        card, value = (REDS + i, i + 1) if i < REDS else (NUMBERS - 1 - i, REDS - 1 - i)
        left = less_at(hand, place)
        for way in range(first, last + 1):  # a loop instead of two copies: a GPU is slow with much code
            at = total + (1 - 2 * way) * value
            fits = reach_near(left, at, goals) if near else reach_far(left[0], at, goals)
            found |= np.int64(fits) << card + way * NUMBERS
    return found & ALL_NUMBERS, found >> NUMBERS


@rule
def reach_turned(hand: Any, total: Any, goals: Any) -> Any:
    """Whether number cards of the hand, exactly one of them turned, lead from a total to a target (R10)."""
    return choices(hand, total, goals, 1, 1)[1] != 0


@rule
def switch_helps(hand: Any, total: Any, goals: Any) -> Any:
    """Whether a change of sign, laid first, leads to a target."""
    return reach_near(hand, -total, goals) or reach_turned(hand, total, goals)  # R10


@rule
def may_begin(s: Any, hand: Any, start: Any, goals: Any) -> Any:
    """Whether ten can be made from a top read this way; a top is never ten itself, so some card is laid."""
    if reach_near(hand, start, goals):
        return True
    if s.renewed:  # R11
        return False
    for value in range(-2, 3):
        if value != 0 and s.hands[s.seat, ONE + abs(value) - 1] > 0 and reach_near(hand, start + value, goals):  # R9
            return True
    return s.hands[s.seat, SWITCH] > 0 and switch_helps(hand, start, goals)


@rule
def may_end(s: Any) -> Any:
    """Whether the current making-ten can be finished."""
    hand, total, goals = hand_of(s), np.int64(s.total), goals_of(s)
    if s.laid == 0:
        return may_begin(s, hand, total, goals)
    if not s.waits:
        return reach(hand, total, goals)
    return (s.laid == 1 and reach(hand, -total, goals)) or reach_turned(hand, total, goals)
