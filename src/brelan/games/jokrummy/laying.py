"""What a seat may lay: solver queries for rules, guesses and bots. Compiled with the rules."""

from typing import Any

import numpy as np

from ...core.rule import rule
from .cards import (
    ANY_SUIT,
    FREE_RANK,
    FREE_SUIT,
    HIGH_ACE,
    HIGH_END,
    LOW_END,
    NOTHING,
    RANK,
    SAME_RANK,
    SUIT,
    WILD,
)
from .levels import LONGER, MIXED, RUN, SET, insert, kind_of, length_of, level, which_of
from .programmes import SLOTS
from .solver import CARD_UNIT, EMPTY, ZERO, fitting, has_natural, number, plus, possible, rank_at, ranks, whole, without


@rule
def hand_of(s: Any, seat: Any) -> Any:
    """Return a hand as the solver sees it."""
    hand = EMPTY
    for i in range(s.held[seat]):
        card = np.int64(s.hands[seat, i])
        hand = plus(hand, SUIT[card], CARD_UNIT[card])
    return hand


@rule
def asks(s: Any, programme: Any, first: Any) -> Any:
    """Return the groups of a programme from an index on, as the solver's levels."""
    levels = ZERO
    for i in range(first, SLOTS):
        if s.wanted[programme, i] != 0:
            levels = insert(levels, np.int64(s.wanted[programme, i]) | (1 - s.natural_each))  # R9
    return levels


@rule
def next_group(s: Any) -> Any:
    """Return the next group of the programme being laid, with its chosen length; 0 if none is left."""
    group = np.int64(s.wanted[s.shown, s.named]) if s.named < SLOTS else ZERO
    return ZERO if group == 0 else (group | (1 - s.natural_each)) + LONGER * s.more


@rule
def rest(s: Any) -> Any:
    """Return the groups not yet named of the programme being laid."""
    return ZERO if s.shown == NOTHING else with_next(s, next_group(s))


@rule
def with_next(s: Any, group: Any) -> Any:
    """Return the groups not yet named, with the next as given."""
    return insert(asks(s, np.int64(s.shown), np.int64(s.named + 1)), group)


@rule
def with_set(s: Any, rank: Any) -> Any:
    """Return the groups not yet named, with the next as a set of that rank."""
    return with_next(s, level(SET, rank, length_of(next_group(s)), ZERO, 1 - s.natural_each))


@rule
def with_run(s: Any, suit: Any, low: Any) -> Any:
    """Return the groups not yet named, with the next as a run of that suit, or a mixed run, from that place."""
    group = next_group(s)
    kind = kind_of(group)
    return with_next(s, level(kind, ZERO if kind == MIXED else suit, length_of(group), low, 1 - s.natural_each))


@rule
def lays(s: Any, hand: Any, levels: Any) -> Any:
    """Whether the rest of the programme being laid can be laid, with a natural card if there was none yet."""
    return possible(hand, levels) and (s.natural != 0 or has_natural(hand, levels))  # R9


@rule
def may_show(s: Any, hand: Any, slot: Any) -> Any:
    """Whether a whole programme can be laid."""
    return whole(hand, asks(s, np.int64(s.programmes[s.seat, slot]), ZERO))  # R9


@rule
def may_lengthen(s: Any, hand: Any) -> Any:
    """Whether the next group can get one more card and all the rest still be laid."""
    group = next_group(s)
    if kind_of(group) != SET and length_of(group) == HIGH_ACE:  # R13
        return False
    return lays(s, hand, with_next(s, group + LONGER))  # R9


@rule
def may_name_set(s: Any, hand: Any, rank: Any) -> Any:
    """Whether the next group, a set, can be of that rank and all the rest still be laid."""
    group = next_group(s)
    if kind_of(group) != SET or (which_of(group) != FREE_RANK and which_of(group) != rank):  # R10
        return False
    return lays(s, hand, with_set(s, rank))


@rule
def may_name_run(s: Any, hand: Any, suit: Any, low: Any) -> Any:
    """Whether the next group, a run, can be of that suit from that place and all the rest still be laid."""
    group = next_group(s)
    kind, which = kind_of(group), which_of(group)
    if kind == SET or low + length_of(group) - 1 > HIGH_ACE or (kind == MIXED) != (suit == ANY_SUIT):  # R11 R12 R13
        return False
    if kind == RUN and which != FREE_SUIT and which != suit:  # R11
        return False
    return lays(s, hand, with_run(s, suit, low))


@rule
def fits(card: Any, what: Any, place: Any) -> Any:
    """Whether a card fits a place of a group; a wild fits anywhere."""
    if SUIT[card] == WILD:  # R3
        return True
    return RANK[card] == rank_at(place) and (what >= ANY_SUIT or SUIT[card] == what)  # R10 R11 R12


@rule
def next_place(s: Any) -> Any:
    """Return where the next card of the group being laid goes."""
    group = s.groups - 1
    return s.low[group] if s.what[group] == SAME_RANK else s.low[group] + s.placed


@rule
def completes(s: Any, hand: Any, slots: Any, natural: Any) -> Any:
    """Whether the group being laid can get `slots` more cards and the programme all its other groups."""
    group = s.groups - 1
    what, low = np.int64(s.what[group]), np.int64(s.low[group])
    easy = natural or s.natural_each == 0
    levels = rest(s)
    if slots > 0:
        kind, which = (SET, low) if what == SAME_RANK else (MIXED, ZERO) if what == ANY_SUIT else (RUN, what)
        place = ZERO if what == SAME_RANK else low + s.length - slots
        levels = insert(levels, level(kind, which, slots, place, 1 if easy else 0))
    elif not easy:
        return False
    return possible(hand, levels) and (natural or has_natural(hand, levels))  # R9 R15


@rule
def may_put(s: Any, hand: Any, card: Any) -> Any:
    """Whether a card may be the next of the group being laid, so that everything can be completed."""
    if not fits(card, s.what[s.groups - 1], next_place(s)):
        return False
    return completes(s, without(hand, card), s.length - s.placed - 1, s.natural != 0 or SUIT[card] != WILD)


@rule
def end_of(s: Any, group: Any, end: Any) -> Any:
    """Return the place beyond an end of a group, 0 if there is none. A set grows at its high end."""
    if s.what[group] == SAME_RANK:
        return s.low[group] if end == HIGH_END else 0
    if end == LOW_END:
        return s.low[group] - 1
    return s.high[group] + 1 if s.high[group] < HIGH_ACE else 0  # R16


@rule
def may_extend(s: Any, hand: Any, group: Any, end: Any) -> Any:
    """Whether some card of the hand fits at that end."""
    place = end_of(s, group, end)
    if place == 0:
        return False
    return hand[WILD] > 0 or fitting(hand, min(s.what[group], ANY_SUIT), place) > 0  # R16


@rule
def may_group(hand: Any, rank: Any) -> Any:
    """Whether the hand has a new set of three with a natural card."""
    cards = number(ranks(hand), rank)
    return cards > 0 and cards + hand[WILD] >= 3  # R15
