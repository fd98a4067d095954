"""What a seat may lay: the questions that rules, guesses and bots put to the solver. Compiled with the rules."""

from typing import Any

import numpy as np

from ...core.rule import rule
from .cards import (
    ANY_SUIT,
    FREE_RANK,
    FREE_SUIT,
    HIGH_ACE,
    HIGH_END,
    LAST_RANK,
    LOW_END,
    NOTHING,
    RANK,
    SAME_RANK,
    SUIT,
    WILD,
)
from .levels import MIXED, RUN, SET, insert, kind_of, length_of, level, which_of
from .programmes import SLOTS
from .solver import CARD_UNIT, EMPTY, ZERO, completes_set, fitting, number, plus, possible, rank_at, ranks, without


@rule
def hand_of(s: Any, seat: Any) -> Any:
    """A hand as the solver sees it."""
    hand = EMPTY
    for i in range(s.held[seat]):
        card = np.int64(s.hands[seat, i])
        hand = plus(hand, SUIT[card], CARD_UNIT[card])
    return hand


@rule
def asks(s: Any, programme: Any, first: Any) -> Any:
    """The groups of a programme from one on, as the solver's levels."""
    levels = ZERO
    for i in range(first, SLOTS):
        levels = insert(levels, np.int64(s.wanted[programme, i]))
    return levels


@rule
def rest(s: Any) -> Any:
    """The groups not yet named of the programme being laid."""
    return ZERO if s.shown == NOTHING else asks(s, np.int64(s.shown), np.int64(s.named))


@rule
def may_show(s: Any, hand: Any, slot: Any) -> Any:
    """Whether a whole programme can be laid."""
    return possible(hand, asks(s, np.int64(s.programmes[s.seat, slot]), ZERO))  # R9


@rule
def may_name_set(s: Any, hand: Any, rank: Any) -> Any:
    """Whether the next group, a set, can be of that rank and all the rest be laid."""
    group = np.int64(s.wanted[s.shown, s.named])
    if kind_of(group) != SET or (which_of(group) != FREE_RANK and which_of(group) != rank):  # R10
        return False
    settled = level(SET, rank, length_of(group), ZERO, ZERO)
    return possible(hand, insert(asks(s, np.int64(s.shown), np.int64(s.named + 1)), settled))


@rule
def may_name_run(s: Any, hand: Any, suit: Any, low: Any) -> Any:
    """Whether the next group, a run, can be of that suit and begin there, and all the rest be laid."""
    group = np.int64(s.wanted[s.shown, s.named])
    kind, which, length = kind_of(group), which_of(group), length_of(group)
    if kind == SET or low + length - 1 > HIGH_ACE or (kind == MIXED) != (suit == ANY_SUIT):  # R11 R12 R13
        return False
    if kind == RUN and which != FREE_SUIT and which != suit:  # R11
        return False
    settled = level(kind, ZERO if kind == MIXED else suit, length, low, ZERO)
    return possible(hand, insert(asks(s, np.int64(s.shown), np.int64(s.named + 1)), settled))


@rule
def fits(card: Any, what: Any, place: Any) -> Any:
    """Whether a card may stand at a place of a group: a wild anywhere."""
    if SUIT[card] == WILD:  # R3
        return True
    return RANK[card] == rank_at(place) and (what >= ANY_SUIT or SUIT[card] == what)  # R10 R11 R12


@rule
def next_place(s: Any) -> Any:
    """Where the next card of the group being laid goes."""
    group = s.groups - 1
    return s.low[group] if s.what[group] == SAME_RANK else s.low[group] + s.placed


@rule
def completes(s: Any, hand: Any, wilds: Any, slots: Any, easy: Any, last: Any) -> Any:
    """Whether the group being laid can get `slots` more cards after `last`, and the programme all its others.

    `wilds`: how many wilds may still come after `last`; it matters in sets alone.
    """
    group = s.groups - 1
    what, low = np.int64(s.what[group]), np.int64(s.low[group])
    if what == SAME_RANK:
        lowest = (last - low + LAST_RANK) // LAST_RANK  # the first suit whose card of this rank is not below `last`
        return completes_set(hand, low, slots, lowest, wilds, easy, rest(s))
    if slots == 0:
        return easy and possible(hand, rest(s))
    kind, which = (MIXED, 0) if what == ANY_SUIT else (RUN, what)
    return possible(hand, insert(rest(s), level(kind, which, slots, low + s.length - slots, 1 if easy else 0)))


@rule
def wilds_from(s: Any, card: Any) -> Any:
    """Wild cards in the hand at turn that are not below a card."""
    wilds = 0
    for i in range(s.held[s.seat]):
        if s.hands[s.seat, i] >= card and SUIT[s.hands[s.seat, i]] == WILD:
            wilds += 1
    return wilds


@rule
def may_put(s: Any, hand: Any, card: Any) -> Any:
    """Whether a card may be the next of the group being laid, so that all can be completed."""
    what = s.what[s.groups - 1]
    if not fits(card, what, next_place(s)) or (what == SAME_RANK and card < s.last):
        return False
    wild = SUIT[card] == WILD
    wilds = wilds_from(s, card) - (1 if wild else 0) if what == SAME_RANK else 0
    return completes(s, without(hand, card), wilds, s.length - s.placed - 1, s.natural != 0 or not wild, card)


@rule
def end_of(s: Any, group: Any, end: Any) -> Any:
    """The place beyond an end of a group, 0 if there is none. A set grows at its high end."""
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
