"""The only judge of what can be laid: compiled, stateless, used by rules, hints and tray.

A *hand* is five integers: a word per suit, four bits per rank, for the natural cards, and the number of wilds.
*Levels* are the groups to be laid (levels.py), ascending: runs, mixed runs, required sets, free sets. In this order,
each group can take every natural card that fits, as no later group could make better use of it, except for the one
natural card that each needs with the option `natural_each` (R9), for which there is a second search. A group that
needs none is *easy*. A *naming* says what a group is: the rank of a set; 16 * suit + lowest place of a run. *Choices*
are the namings of the levels, 8 bits each.
"""

from typing import Any

import numpy as np

from ...core.rule import rule
from .cards import FREE_RANK, FREE_SUIT, HIGH_ACE, LAST_RANK, RANK, SUIT, WILD, WILD_RANK
from .levels import LEVELS, MIXED, RUN, SET, at, insert, kind_of, length_of, low_of, which_of

CHOICE_BITS, CHOICE_MASK = 8, 255
NO = -1
STEPS = 1 << 17  # the most steps of a search, three times what any hand and programme was found to need
# typed, so that no function is compiled twice, for a literal and for any number
ZERO, ONE, WILDS = np.int64(0), np.int64(1), np.int64(WILD)
FIRM, STARVED, EVERY = np.int64(0), np.int64(1), np.int64(2)  # how to search; see `arrange`
EMPTY = (ZERO, ZERO, ZERO, ZERO, ZERO)
UNIT = np.array([1 << 4 * place for place in range(HIGH_ACE + 1)], np.int64)  # one card at a place
CARD_UNIT = np.array([1 if SUIT[card] == WILD else UNIT[RANK[card]] for card in range(len(RANK))], np.int64)
ONES = int(UNIT[1:].sum())
HIGH_ACE_UNIT = int(UNIT[HIGH_ACE])
SPREAD = np.array([int(f"{some:b}", 16) for some in range(1 << LEVELS)], np.int64)  # bits as units: `size` counts them


# hands


@rule
def plus(hand: Any, suit: Any, units: Any) -> Any:
    """Return a hand with more (or fewer) cards of a suit, WILD for wilds."""
    return (
        hand[0] + (units if suit == 0 else 0),
        hand[1] + (units if suit == 1 else 0),
        hand[2] + (units if suit == 2 else 0),
        hand[3] + (units if suit == 3 else 0),
        hand[4] + (units if suit == 4 else 0),
    )


@rule
def without(hand: Any, card: Any) -> Any:
    """Return a hand without one card."""
    return plus(hand, SUIT[card], -CARD_UNIT[card])


@rule
def ranks(hand: Any) -> Any:
    """Return the natural cards of all suits in one word: four bits hold the at most 12 of a rank in three packs."""
    return hand[0] + hand[1] + hand[2] + hand[3]


@rule
def number(word: Any, rank: Any) -> Any:
    """Return how many cards of a rank a word has."""
    return word >> 4 * rank & 15


@rule
def rank_at(place: Any) -> Any:
    """Return the rank that belongs at a place of a run."""
    return 1 if place == HIGH_ACE else place  # R13


@rule
def fitting(hand: Any, suit: Any, place: Any) -> Any:
    """Return how many natural cards fit at a place, of one suit or any (FREE_SUIT)."""
    return number(ranks(hand) if suit == FREE_SUIT else hand[suit], rank_at(place))


# one group


@rule
def windows(word: Any, length: Any) -> Any:
    """Return for every place, in four bits, how many of the `length` places from there on have a card."""
    row = (word | word >> 1 | word >> 2 | word >> 3) & ONES
    aces = number(word, 1)
    if aces > 1 or (aces == 1 and length < HIGH_ACE):  # R13: from ace to ace takes two
        row |= HIGH_ACE_UNIT
    total = row
    for i in range(1, length):
        total += row >> 4 * i
    return total


@rule
def next_naming(hand: Any, group: Any, start: Any, need: Any) -> Any:
    """Return the first naming from `start` on with at least `need` natural cards, or NO."""
    kind, which, length, low = kind_of(group), which_of(group), length_of(group), low_of(group)
    if kind == SET:
        word = ranks(hand)
        first, last = (1, LAST_RANK) if which == FREE_RANK else (which, which)  # R10
        for rank in range(max(start, first), last + 1):
            if rank != WILD_RANK and number(word, rank) >= need:
                return rank
        return NO
    suits, first = (FREE_SUIT, 0) if kind == RUN and which == FREE_SUIT else (which + 1, which)
    lowest, highest = (low, low) if low > 0 else (1, HIGH_ACE + 1 - length)  # R13
    for suit in range(max(first, start >> 4), suits):
        total = windows(ranks(hand) if kind == MIXED else hand[suit], length)  # R11 R12
        begin = max(lowest, start & 15) if suit == start >> 4 else lowest
        for place in range(begin, highest + 1):
            if number(total, place) >= need:
                return suit << 4 | place
    return NO


@rule
def most_naturals(hand: Any, group: Any) -> Any:
    """Return the most natural cards this group could have on its own."""
    kind, which, length, low = kind_of(group), which_of(group), length_of(group), low_of(group)
    most = 0
    if kind == SET:
        word = ranks(hand)
        first, last = (1, LAST_RANK) if which == FREE_RANK else (which, which)
        for rank in range(first, last + 1):
            most = max(most, number(word, rank))
        return min(most, length)
    suits, first = (FREE_SUIT, 0) if kind == RUN and which == FREE_SUIT else (which + 1, which)
    lowest, highest = (low, low) if low > 0 else (1, HIGH_ACE + 1 - length)
    for suit in range(first, suits):
        total = windows(ranks(hand) if kind == MIXED else hand[suit], length)
        for place in range(lowest, highest + 1):
            most = max(most, number(total, place))
    return most


@rule
def taken(word: Any, group: Any, naming: Any) -> Any:
    """Return what a named group takes from a word: every natural card it can, as units."""
    length = length_of(group)
    if kind_of(group) == SET:
        return min(length, number(word, naming)) << 4 * naming
    units = ZERO
    low = naming & 15
    for place in range(low, low + length):
        rank = rank_at(place)
        if number(word - units, rank) > 0:
            units += UNIT[rank]
    return units


@rule
def size(units: Any) -> Any:
    """Return how many cards a word has."""
    cards = 0
    while units > 0:
        cards += units & 15
        units >>= 4
    return cards


@rule
def take(hand: Any, group: Any, naming: Any) -> Any:
    """Return the hand after laying a named group. After the runs, suits no longer matter: one word holds the rest."""
    if kind_of(group) == RUN:
        suit = naming >> 4
        units = taken(hand[suit], group, naming)
        return plus(plus(hand, suit, -units), WILDS, size(units) - length_of(group))
    word = ranks(hand)
    units = taken(word, group, naming)
    return word - units, ZERO, ZERO, ZERO, hand[4] + size(units) - length_of(group)


# all groups


@rule
def after(hand: Any, levels: Any, choices: Any, depth: Any) -> Any:
    """Return the hand after laying the first `depth` levels as chosen."""
    for i in range(depth):
        hand = take(hand, at(levels, i), choices >> CHOICE_BITS * i & CHOICE_MASK)
    return hand


@rule
def richest(hand: Any, need: Any) -> Any:
    """Return the rank with the most natural cards, if they are enough, otherwise NO."""
    word = ranks(hand)
    best = 1
    for rank in range(2, LAST_RANK + 1):
        if number(word, rank) > number(word, best):
            best = rank
    return best if number(word, best) >= need else NO


@rule
def reach(group: Any, naming: Any, suit: Any) -> Any:
    """Return the ranks of a suit that fit a named group, fifteen each; a free set may still become any rank."""
    kind = kind_of(group)
    units = ZERO
    if kind == SET and which_of(group) == FREE_RANK:
        return (ONES - HIGH_ACE_UNIT) * 15
    if kind == SET:
        return UNIT[naming] * 15
    if kind == RUN and suit != naming >> 4:
        return units
    low = naming & 15
    for place in range(low, low + length_of(group)):
        units |= UNIT[rank_at(place)]
    return units * 15


@rule
def spreads(hand: Any, levels: Any, choices: Any) -> Any:
    """Whether every group can have its own natural card (R9): Hall's condition for every choice of groups."""
    for some in range(1, 1 << LEVELS):
        lacking = 0
        for suit in range(4):
            units = ZERO
            for depth in range(LEVELS):
                group = at(levels, depth)
                if some >> depth & 1 and group & 1 == 0 and group > 0:
                    units |= reach(group, choices >> CHOICE_BITS * depth & CHOICE_MASK, suit)
                    lacking += 1 if suit == 0 else 0
            lacking -= size(hand[suit] & units)
        if lacking > 0:
            return False
    return True


@rule
def bounds(hand: Any, levels: Any) -> Any:
    """Return the least wilds every level needs, four bits each."""
    packed = least = ZERO
    for depth in range(LEVELS):
        group = at(levels, depth)
        if group == 0:
            break
        if depth == 0 or group != at(levels, depth - 1):
            least = length_of(group) - most_naturals(hand, group)
        packed |= least << 4 * depth
    return packed


@rule
def arrange(hand: Any, levels: Any, choices: Any, how: Any) -> Any:
    """Return the first arrangement of all levels from `choices` on (0: from the beginning), or NO.

    FIRM gives every group a natural card in turn; STARVED lets a group go without, and checks at the end whether
    cards can be exchanged; EVERY is like FIRM, but also lists free sets of ranks that are not the richest.
    """
    if levels == 0:
        return 0
    least = bounds(hand, levels)
    rest = size(least)  # the least that the unnamed levels need
    if rest > hand[4]:
        return NO
    last = LEVELS - 1
    while at(levels, last) == 0:
        last -= 1
    depth = 0 if choices == 0 else last
    for i in range(depth):
        rest -= least >> 4 * i & 15
    left = after(hand, levels, choices, depth)
    for _ in range(STEPS):
        group = at(levels, depth)
        shift = CHOICE_BITS * depth
        start = choices >> shift & CHOICE_MASK
        rest -= least >> 4 * depth & 15
        need = length_of(group) - left[4] + rest
        if how != STARVED and group & 1 == 0:
            need = max(need, 1)
        # free sets of one length, with nothing after them: the richest rank first is as good as any order
        if how != EVERY and kind_of(group) == SET and which_of(group) == FREE_RANK and group == at(levels, last):
            naming = richest(left, need) if start == 0 else NO
        elif how == STARVED and group & 1 == 0 and need < 1:  # it can only give up what it could have had
            naming = next_naming(hand, group, start, ONE)
        else:
            naming = next_naming(left, group, start, need)
        if naming == NO:
            rest += least >> 4 * depth & 15
            if depth == 0:
                return NO
            choices -= start << shift
            depth -= 1
            rest += least >> 4 * depth & 15
            choices += 1 << CHOICE_BITS * depth
            left = after(hand, levels, choices, depth)
            continue
        choices += naming - start << shift
        if depth < last:
            left = take(left, group, naming)
            depth += 1
            if at(levels, depth) == group and kind_of(group) != SET:  # the order of equal groups does not matter
                choices += naming << CHOICE_BITS * depth
        elif how != STARVED or spreads(hand, levels, choices):
            return choices
        else:
            rest += least >> 4 * depth & 15
            choices += 1 << shift
    return NO


@rule
def could_starve(hand: Any, levels: Any, least: Any) -> Any:
    """Whether there are enough wilds to fill a whole group and still the least that the others need."""
    spare = hand[4] - size(least)
    for depth in range(LEVELS):
        group = at(levels, depth)
        if group != 0 and group & 1 == 0 and spare >= length_of(group) - (least >> 4 * depth & 15):
            return True
    return False


@rule
def possible(hand: Any, levels: Any) -> Any:
    """Whether all levels can be laid from a hand."""
    least = bounds(hand, levels)
    if size(least) > hand[4]:  # most hands: decided at once
        return False
    if arrange(hand, levels, ZERO, FIRM) != NO:
        return True
    return could_starve(hand, levels, least) and arrange(hand, levels, ZERO, STARVED) != NO


@rule
def has_natural(hand: Any, levels: Any) -> Any:
    """Whether a natural card can be among those laid, if all levels can be: too few wilds, or a card that fits."""
    cards = ZERO
    for depth in range(LEVELS):
        cards += length_of(at(levels, depth))
    if cards > hand[4]:
        return True
    for depth in range(LEVELS):
        if at(levels, depth) != 0 and most_naturals(hand, at(levels, depth)) > 0:
            return True
    return False


@rule
def whole(hand: Any, levels: Any) -> Any:
    """Whether a whole programme can be laid from a hand, with a natural card (R9)."""
    return possible(hand, levels) and has_natural(hand, levels)


@rule
def eased(levels: Any, some: Any) -> Any:
    """Return the levels, some of which, given as bits, get a natural card that is not in the hand; 0 if impossible."""
    easier = ZERO
    for depth in range(LEVELS):
        if some >> depth & 1 and (at(levels, depth) == 0 or at(levels, depth) & 1):
            return ZERO
        easier = insert(easier, at(levels, depth) | (some >> depth & 1 if at(levels, depth) != 0 else ZERO))
    return easier


@rule
def missing(hand: Any, levels: Any) -> Any:
    """Return how many ideal cards a hand lacks to lay a programme: each fills a place, or is the natural one."""
    for more in range(ZERO if has_natural(hand, levels) else ONE, HIGH_ACE):
        richer = plus(hand, WILDS, np.int64(more))
        if size(bounds(richer, levels)) > richer[4]:
            continue
        for some in range(1 << LEVELS):
            easier = eased(levels, np.int64(some))
            if size(SPREAD[some]) <= more and easier != 0 and possible(richer, easier):
                return more
    return HIGH_ACE
