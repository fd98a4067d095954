"""How soon a hand will reach its goal, estimated by sampling future draws.

The goals are to lay the programme and to go out. The estimate keeps all cards drawn,
which is optimistic, but equally so for every possible discard.
"""

from typing import Any

import numpy as np

from ...core.dice import below
from ...core.rule import rule
from .bots import unseen
from .cards import ANY_SUIT, CARDS, HIGH_ACE, LAST_RANK, SAME_RANK, SUIT, TYPES, WILD
from .laying import asks
from .levels import LEVELS, RUN, SET, at, kind_of, length_of
from .solver import (
    CARD_UNIT,
    CHOICE_BITS,
    CHOICE_MASK,
    EVERY,
    NO,
    ONE,
    UNIT,
    WILDS,
    ZERO,
    arrange,
    number,
    plus,
    rank_at,
    ranks,
    whole,
)

AHEAD = 16  # turns ahead, including this one
ARRANGEMENTS = 8  # ways to lay a programme that are compared


@rule
def gather(v: Any, seat: Any, cards: Any) -> Any:
    """Write the cards a seat has not seen and return how many."""
    count = 0
    for card in range(TYPES):
        for _ in range(unseen(v, seat, card)):
            cards[count] = card
            count += 1
    return count


@rule
def deal_ahead(cards: Any, count: Any, dice: Any, drawn: Any) -> None:
    """Draw a card per turn; row t of `drawn` is what t draws bring, as the solver sees it."""
    drawn[0] = 0
    for turn in range(1, AHEAD):
        drawn[turn] = drawn[turn - 1]
        if turn <= count:
            place = turn - 1 + below(dice, count - turn + 1)
            card = cards[place]
            cards[place] = cards[turn - 1]
            cards[turn - 1] = card
            drawn[turn, SUIT[card]] += CARD_UNIT[card]


@rule
def joined(hand: Any, row: Any) -> Any:
    """Return a hand with drawn cards."""
    return hand[0] + row[0], hand[1] + row[1], hand[2] + row[2], hand[3] + row[3], hand[4] + row[4]


@rule
def ready(v: Any, seat: Any, hand: Any) -> Any:
    """Whether one of the seat's programmes can be laid."""
    for slot in range(v.kept[seat]):
        if whole(hand, asks(v, np.int64(v.programmes[seat, slot]), ZERO)):
            return True
    return False


@rule
def draws_to_ready(v: Any, seat: Any, hand: Any, drawn: Any) -> Any:
    """Return how many draws it takes until a programme can be laid, by bisection, as more cards never hurt."""
    low, high = 0, AHEAD
    while low < high:
        middle = (low + high) // 2
        if ready(v, seat, joined(hand, drawn[middle])):
            high = middle
        else:
            low = middle + 1
    return low


@rule
def add_to_run(hand: Any, what: Any, place: Any, step: Any) -> Any:
    """Return a hand without the natural cards that extend a run from a place, upwards or downwards."""
    while 1 <= place <= HIGH_ACE:
        rank, found = rank_at(place), WILD
        for suit in range(WILD):
            if what in (ANY_SUIT, suit) and number(hand[suit], rank) > 0:
                found = suit
        if found == WILD:
            break
        hand = plus(hand, found, -UNIT[rank])
        place += step
    return hand


@rule
def add_to_group(hand: Any, what: Any, low: Any, high: Any) -> Any:
    """Return a hand without the natural cards that can be added to a group (R16)."""
    if what == SAME_RANK:
        for suit in range(WILD):
            hand = plus(hand, suit, -number(hand[suit], low) * UNIT[low])
        return hand
    return add_to_run(add_to_run(hand, what, low - 1, -1), what, high + 1, 1)


@rule
def add_to_groups(v: Any, hand: Any) -> Any:
    """Return a hand without the natural cards that can be added to the groups on the table."""
    for group in range(v.groups):
        hand = add_to_group(hand, np.int64(v.what[group]), np.int64(v.low[group]), np.int64(v.high[group]))
    return hand


@rule
def add_to_named(hand: Any, levels: Any, choices: Any) -> Any:
    """Return a hand without the natural cards that can be added to a programme's named groups."""
    for depth in range(LEVELS):
        group, naming = at(levels, depth), choices >> CHOICE_BITS * depth & CHOICE_MASK
        kind = kind_of(group)
        if kind == SET:
            hand = add_to_group(hand, SAME_RANK, naming, naming)
        elif kind != 0:
            low = naming & 15
            hand = add_to_group(hand, naming >> 4 if kind == RUN else ANY_SUIT, low, low + length_of(group) - 1)
    return hand


@rule
def spend(hand: Any, group: Any, naming: Any) -> Any:
    """Return the hand after laying a named group, as the solver's `take`, but with its suits kept apart."""
    lacking = length_of(group)
    for place in range(length_of(group)):
        rank = naming if kind_of(group) == SET else rank_at((naming & 15) + place)
        for suit in range(WILD):
            if (kind_of(group) != RUN or suit == naming >> 4) and number(hand[suit], rank) > 0:
                hand = plus(hand, suit, -UNIT[rank])
                lacking -= 1
                break
    return plus(hand, WILDS, -lacking)


@rule
def without_sets(hand: Any) -> Any:
    """Return a hand without the natural cards that make new sets (R15)."""
    word = ranks(hand)
    for rank in range(1, LAST_RANK + 1):
        if number(word, rank) >= 3:
            hand = add_to_group(hand, SAME_RANK, rank, rank)
    return hand


@rule
def unmatched(hand: Any) -> Any:
    """Return how many cards remain if nothing can be added to a group: wilds complete pairs, then two of them a single
    card, to new sets; other wilds can be added anywhere (R15).
    """
    word, wilds = ranks(hand), hand[WILD]
    pairs = singles = 0
    for rank in range(1, LAST_RANK + 1):
        pairs += number(word, rank) == 2
        singles += number(word, rank) == 1
    helped = min(pairs, wilds)
    return 2 * (pairs - helped) + max(0, singles - (wilds - helped) // 2)


@rule
def stuck(v: Any, hand: Any) -> Any:
    """Return how many cards remain after the programme if everything possible is laid, additions or new sets first."""
    return min(unmatched(add_to_groups(v, hand)), stuck_after_sets(v, hand))


@rule
def stuck_after_sets(v: Any, hand: Any) -> Any:
    """Return how many cards remain if new sets are laid before additions."""
    return unmatched(add_to_groups(v, without_sets(hand)))


@rule
def stuck_with(v: Any, hand: Any, levels: Any) -> Any:
    """Return how many cards remain if a programme is laid in the best of several ways, and everything possible after
    it; more than a hand if it cannot be laid.
    """
    least, last = CARDS, np.int64(0)
    while last < LEVELS - 1 and at(levels, last + 1) != 0:
        last += 1
    choices = arrange(hand, levels, ZERO, EVERY)
    for _ in range(ARRANGEMENTS):
        if choices == NO or least == 0:
            break
        left = hand
        for depth in range(last + 1):
            left = spend(left, at(levels, depth), choices >> CHOICE_BITS * depth & CHOICE_MASK)
        additions = add_to_groups(v, add_to_named(left, levels, choices))
        sets = add_to_groups(v, add_to_named(without_sets(left), levels, choices))
        least = min(least, unmatched(additions), unmatched(sets))
        choices = arrange(hand, levels, choices + (ONE << CHOICE_BITS * last), EVERY)
    return least


@rule
def stuck_in_all(v: Any, seat: Any, hand: Any) -> Any:
    """Return how many cards remain if everything possible is laid, including a programme."""
    if v.laid[seat]:
        return stuck(v, hand)
    least = CARDS
    for slot in range(v.kept[seat]):
        least = min(least, stuck_with(v, hand, asks(v, np.int64(v.programmes[seat, slot]), ZERO)))
    return least


@rule
def draws_to_out(v: Any, seat: Any, hand: Any, drawn: Any, thrown: Any) -> Any:
    """Return how many draws it takes to go out, discarding a card per turn, `thrown` of them already; by bisection, as
    a card drawn leaves at most one more.
    """
    low, high = 0, AHEAD
    while low < high:
        middle = (low + high) // 2
        if stuck_in_all(v, seat, joined(hand, drawn[middle])) <= middle + thrown:
            high = middle
        else:
            low = middle + 1
    return low
