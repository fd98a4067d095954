"""Arrangements found by the solver: how near a hand is to a programme, and how to lay it well. Compiled, for every
shell; Python reads the results with `plan` and `proposal`."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...core.hands import remove
from ...core.kinds import Int, Records, Shorts
from ...core.rule import rule
from . import GAME
from .actions import CARD, DO_DISCARD, MORE, NAME_RUN, NAME_SET, SHOW, VERB
from .bots import policy
from .cards import EXTENDING, HAND, HIGH_END, LAYING, LOW_END, NAMING, NOTHING, PUTTING, SAME_RANK, SUIT, WILD
from .laying import asks, fits, hand_of
from .levels import LEVELS, at, insert, length_of
from .programmes import SLOTS
from .rows import LEFT_OUT, what_is
from .rules import MOST, State, apply, legal, why_not
from .solver import (
    CARD_UNIT,
    CHOICE_BITS,
    CHOICE_MASK,
    EMPTY,
    EVERY,
    FIRM,
    NO,
    ONE,
    SPREAD,
    ZERO,
    arrange,
    eased,
    has_natural,
    plus,
    size,
    whole,
)

FEWEST_WILDS, ALL_CARDS = 0, 1  # how a programme may be laid
ENOUGH = 200  # arrangements tried to find the one that lays the most cards
ROOM = 256  # numbers that describe a programme, or a move


class Planned(NamedTuple):
    """A group: its suit, ANY_SUIT or SAME_RANK; its places; a card for each, None if it is missing."""

    what: int
    places: list[int]
    cards: list[int | None]


class Proposal(NamedTuple):
    """A move: groups to lay, those of the programme first; cards to add elsewhere, with their group, end and place."""

    groups: list[Planned]
    added: list[tuple[int, int, int, int]]


def plan(cards: Sequence[int], words: Sequence[int], each: bool) -> list[Planned]:
    """Return the groups of a programme, in order, with as few cards missing as possible; empty for a bonus.

    `each`: every group needs a natural card, not only the programme (R9).
    """
    out = np.zeros(ROOM, np.int16)
    hand, wanted = np.array(cards, np.int16), np.array(words, np.int16)
    return list(_groups(out[: GAME.engine.plan_programme(hand, wanted, int(each), out)].tolist()))


def proposal(view: Any, slot: int, how: int) -> Proposal | None:
    """Return a way to lay a programme, from the acting seat's view (one record); None if it cannot be laid."""
    rows, out = State.rows(3), np.zeros(ROOM, np.int16)
    rows[0] = view[0]
    numbers = out[: GAME.engine.propose(rows, slot, how, out)].tolist()
    if not numbers:
        return None
    end = 1 + numbers[0]
    added = [(numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]) for i in range(end, len(numbers), 4)]
    return Proposal(list(_groups(numbers[1:end])), added)


def _groups(numbers: Sequence[int]) -> Iterator[Planned]:
    place = 0
    while place < len(numbers):
        what, low, length = numbers[place : place + 3]
        cards = [None if card == NOTHING else card for card in numbers[place + 3 : place + 3 + length]]
        yield Planned(what, [low if what == SAME_RANK else low + i for i in range(length)], cards)
        place += 3 + length


# how near a hand is


@rule
def plan_programme(cards: Shorts, words: Shorts, each: Int, out: Shorts) -> Int:
    """Write the groups of a programme with as few cards missing as possible, each as kind, lowest place, length and
    cards (NOTHING: missing). Return how many numbers; `cards` is consumed."""
    hand, levels = EMPTY, ZERO
    for i in range(cards.size):
        hand = plus(hand, SUIT[cards[i]], CARD_UNIT[cards[i]])
    for place in range(words.size):
        if words[place] != 0:
            levels = insert(levels, np.int64(words[place]) | (1 - each))
    easier = nearest_levels(hand, levels)
    if easier == 0:
        return 0
    wilds = 0
    while choices_with(hand, easier, wilds) == NO:  # the fewer wilds, the more natural cards lie
        wilds += 1
    n = write_groups(words, easier, choices_with(hand, easier, wilds), out)
    put_naturals(cards, words, out)
    put_wilds(cards, each, out, n)
    return n


@rule
def nearest_levels(hand: Any, levels: Any) -> Any:
    """Return the levels, some of them eased, that need the fewest additional cards; 0 for a bonus."""
    if levels == 0:
        return ZERO
    for more in range(ZERO if has_natural(hand, levels) else ONE, HAND + 1):
        for some in range(1 << LEVELS):
            easier = eased(levels, np.int64(some)) if size(SPREAD[some]) <= more else ZERO
            if easier != 0 and choices_with(hand, easier, hand[WILD] + more) != NO:
                return easier
    return ZERO


@rule
def with_wilds(hand: Any, wilds: Any) -> Any:
    """Return a hand's natural cards with so many wilds."""
    return hand[0], hand[1], hand[2], hand[3], np.int64(wilds)


@rule
def choices_with(hand: Any, levels: Any, wilds: Any) -> Any:
    """Return an arrangement of a hand's natural cards and so many wilds, or NO."""
    return arrange(with_wilds(hand, wilds), levels, ZERO, FIRM)


@rule
def naming_of(words: Any, place: Any, levels: Any, choices: Any) -> Any:
    """Return the naming of a group of a programme; equal groups take theirs in the order written."""
    before = 0
    for other in range(place):
        before += words[other] == words[place]
    depth = 0
    while before > 0 or at(levels, depth) & ~ONE != words[place]:
        before -= at(levels, depth) & ~ONE == words[place]
        depth += 1
    return choices >> CHOICE_BITS * depth & CHOICE_MASK


@rule
def write_groups(words: Any, levels: Any, choices: Any, out: Any) -> Any:
    """Write the groups of a programme without cards and return how many numbers."""
    n = 0
    for place in range(words.size):
        if words[place] == 0:
            continue
        naming, length = naming_of(words, place, levels, choices), length_of(words[place])
        out[n], out[n + 1], out[n + 2] = what_is(words[place], naming), naming & 15, length
        n += 3
        for i in range(length):
            out[n + i] = NOTHING
        n += length
    return n


@rule
def put_naturals(cards: Any, words: Any, out: Any) -> None:
    """Put natural cards into groups, in the solver's order of groups: by word."""
    done = 0
    while True:
        n, first, best = 0, NOTHING, NOTHING
        for place in range(words.size):
            if words[place] == 0:
                continue
            if done >> place & 1 == 0 and (best == NOTHING or words[place] < words[best]):
                first, best = n, place
            n += 3 + out[n + 2]
        if best == NOTHING:
            return
        done |= 1 << best
        for i in range(out[first + 2]):
            out[first + 3 + i] = fitting_card(cards, out[first], place_in(out, first, i))


@rule
def place_in(out: Any, group: Any, i: Any) -> Any:
    """Return the place of a card in a written group."""
    return out[group + 1] if out[group] == SAME_RANK else out[group + 1] + i


@rule
def fitting_card(cards: Any, what: Any, place: Any) -> Any:
    """Take the first natural card that fits at a place, or return NOTHING."""
    for i in range(cards.size):
        card = cards[i]
        if card != LEFT_OUT and SUIT[card] != WILD and fits(card, what, place):
            cards[i] = LEFT_OUT
            return card
    return NOTHING


@rule
def put_wilds(cards: Any, each: Any, out: Any, end: Any) -> None:
    """Put wilds where cards are missing; if a natural card is required, it stays missing (R9)."""
    natural, i, group = has_card(out, 0, end), cards.size - 1, 0
    while group < end:
        after = group + 3 + out[group + 2]
        has = has_card(out, group, after) if each != 0 else natural
        natural = True
        for n in range(group + (3 if has else 4), after):
            while i >= 0 and (cards[i] == LEFT_OUT or SUIT[cards[i]] != WILD):
                i -= 1
            if out[n] == NOTHING and i >= 0:
                out[n] = cards[i]
                i -= 1
        group = after


@rule
def has_card(out: Any, group: Any, end: Any) -> Any:
    """Whether one of the written groups has a card."""
    while group < end:
        for n in range(group + 3, group + 3 + out[group + 2]):
            if out[n] != NOTHING:
                return True
        group += 3 + out[group + 2]
    return False


# how to lay it


@rule
def propose(states: Records, slot: Int, how: Int, out: Shorts) -> Int:
    """Write a move that lays a programme: how many numbers its groups take, the groups as in `plan_programme`, then
    each card added elsewhere as group, end, card, place. Return how many numbers, 0 if it cannot be laid.

    `states`: the acting seat's view, and two more records. FEWEST_WILDS lays only the programme; ALL_CARDS also adds
    what a bot would, in the best of the arrangements tried."""
    if why_not(states[0], np.int64(SHOW[slot])) != 0:
        return 0
    states[2] = states[0]
    if how == ALL_CARDS:
        lay_most(states, slot)
    if states[2].down == states[0].down:
        lay_fewest(states[2], slot)
    return write_move(states[0], states[2], out)


@rule
def lay_fewest(s: Any, slot: Any) -> None:
    """Lay a programme with the fewest wilds."""
    hand, levels, wilds = hand_of(s, s.seat), asks(s, np.int64(s.programmes[s.seat, slot]), ZERO), 0
    while not whole(with_wilds(hand, wilds), levels):
        wilds += 1
    for i in range(s.held[s.seat] - 1, -1, -1):
        card = s.hands[s.seat, i]
        hand = plus(hand, WILD, -1) if SUIT[card] == WILD else hand
        if SUIT[card] == WILD and hand[WILD] >= wilds:
            remove(s.hands, s.held, s.seat, card)
    lay_programme(s, slot, ZERO, ZERO)


@rule
def lay_most(states: Any, slot: Any) -> None:
    """Lay a programme and add what can be added, in every arrangement; the last record has the most cards laid."""
    s = states[0]
    programme, groups = s.programmes[s.seat, slot], 0
    hand, levels = hand_of(s, s.seat), ZERO
    for place in range(SLOTS):
        groups += s.wanted[programme, place] != 0
        levels = insert(levels, np.int64(s.wanted[programme, place]))  # a natural card in every group
    choices = arrange(hand, levels, ZERO, EVERY)
    for _ in range(ENOUGH):
        if choices == NO:
            return
        states[1] = states[0]
        lay_programme(states[1], slot, levels, choices)
        add_more(states[1])
        if states[1].down > states[2].down:
            states[2] = states[1]
        choices = arrange(hand, levels, choices + (1 << CHOICE_BITS * (groups - 1)), EVERY)


@rule
def lay_programme(s: Any, slot: Any, levels: Any, choices: Any) -> None:
    """Lay a programme, natural cards first, with its groups named as chosen if there are levels."""
    throws, allowed = np.zeros(2, np.uint64), np.zeros(MOST, np.int16)
    words = s.wanted[s.programmes[s.seat, slot]].copy()
    apply(s, np.int64(SHOW[slot]), throws)
    while s.phase in (NAMING, PUTTING):
        best: Any = NOTHING
        for i in range(legal(s, allowed)):
            action = np.int64(allowed[i])
            if action != MORE and (best == NOTHING or better(words, levels, choices, action, best, s.phase)):
                best = action
        apply(s, np.int64(best), throws)


@rule
def better(words: Any, levels: Any, choices: Any, action: Any, best: Any, phase: Any) -> Any:
    """Whether an action beats the best so far: a chosen naming, a natural card."""
    if phase == PUTTING:
        return SUIT[CARD[action]] != WILD and SUIT[CARD[best]] == WILD
    return levels != 0 and is_chosen(words, levels, choices, action) and not is_chosen(words, levels, choices, best)


@rule
def is_chosen(words: Any, levels: Any, choices: Any, action: Any) -> Any:
    """Whether an action names a group as chosen for the programme."""
    for place in range(words.size):
        if words[place] != 0:
            naming = naming_of(words, place, levels, choices)
            what, low = what_is(words[place], naming), naming & 15
            if action == (NAME_SET[low] if what == SAME_RANK else NAME_RUN[what, low]):
                return True
    return False


@rule
def add_more(s: Any) -> None:
    """Add whatever a bot would."""
    throws, allowed = np.zeros(2, np.uint64), np.zeros(MOST, np.int16)
    while s.phase in (LAYING, EXTENDING, PUTTING):
        action = np.int64(policy(s, np.int64(s.seat), allowed, legal(s, allowed), throws))
        if VERB[action] == DO_DISCARD:
            return
        apply(s, action, throws)


@rule
def write_move(old: Any, new: Any, out: Any) -> Any:
    """Write what was laid between two records: the new groups, and the cards added to earlier ones."""
    n = 1
    for group in range(old.groups, new.groups):
        n = write_laid(new, group, out, n)
    out[0] = n - 1
    for i in range(old.down, new.down):
        group, end = new.spots[i] // 2, new.spots[i] % 2
        if group < old.groups:
            out[n], out[n + 1], out[n + 2], out[n + 3] = group, end, new.log[i], place_added(old, new, i)
            n += 4
    return n


@rule
def place_added(old: Any, new: Any, number: Any) -> Any:
    """Return where a card was added to a group."""
    group, end = new.spots[number] // 2, new.spots[number] % 2
    if new.what[group] == SAME_RANK:
        return new.low[group]
    place = old.low[group] if end == LOW_END else old.high[group]
    for i in range(old.down, number + 1):
        if new.spots[i] == new.spots[number]:
            place += 1 if end == HIGH_END else -1
    return place


@rule
def write_laid(s: Any, group: Any, out: Any, n: Any) -> Any:
    """Write a group on the table, low to high, and return the next place."""
    out[n], out[n + 1], first = s.what[group], s.low[group], n + 3
    n = first
    for i in range(s.down - 1, -1, -1):
        if s.spots[i] == 2 * group + LOW_END:
            out[n] = s.log[i]
            n += 1
    for i in range(s.down):
        if s.spots[i] == 2 * group + HIGH_END:
            out[n] = s.log[i]
            n += 1
    out[first - 1] = n - first
    return n
