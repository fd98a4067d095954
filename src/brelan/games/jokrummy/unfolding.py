"""Turns a whole move into the rules' small actions, playing them on its own record. Compiled, for every
shell; moves.py describes the notation.

A move is a sequence of parts, each with PART numbers followed by its cards, each a card and what it stands
for: 16 * (suit + 1) + rank, with 0 for whatever is not given.

    SHOWN slot groups 0          a programme, of so many groups, which follow
    GROUPED 0 0 size             the next of them, low to high
    NEW 0 0 size                 a new set
    ADDED group end size         to a group that lies; ANY_END: where each card fits
    DONE action 0 0              a small action as it is
"""

from typing import Any

import numpy as np

from ...core.kinds import Int, Records, Shorts
from ...core.rule import rule
from .actions import EXTEND, MORE, NAME_RUN, NAME_SET, NEW_SET, PUT, SHOW
from .cards import ANY_SUIT, FREE_SUIT, HIGH_ACE, HIGH_END, HOLD_MOST, LOW_END, RANK, SAME_RANK, SUIT, WILD, WILD_RANK
from .levels import RUN, SET, kind_of, length_of, which_of
from .programmes import SLOTS
from .rules import apply, why_not
from .solver import rank_at

SHOWN, GROUPED, NEW, ADDED, DONE = range(5)
PART = 4  # the numbers of a part before its cards
ANY_END = 2
SPARE = 3  # cards of a new set that are laid at once (R15)
T4 = 104
CLAUSE, AT_PART, AT_CARD, COUNT, FIRST = range(5)  # the output: the refusal and where, how many actions, the actions
REFUSED = -1


@rule
def unfold(states: Records, said: Shorts, out: Shorts) -> Int:
    """Write the actions of a whole move of the acting seat, or the clause that refuses it (otherwise 0), with the part
    and the card. Return how many numbers; the record is consumed."""
    s = states[0]
    i, part, n = 0, 0, FIRST
    out[CLAUSE] = out[COUNT] = 0
    while i < said.size and n != REFUSED:
        out[AT_PART], out[AT_CARD] = part, 0
        kind, cards = said[i], said[i + PART : i + PART + 2 * said[i + 3]]
        if kind == SHOWN:
            n = show(s, said[i + 1], said[i + 2], out, n)
        elif kind == GROUPED:
            n = lay_group(s, cards, out, n)
        elif kind == NEW:
            n = lay_new_set(s, cards, out, n)
        elif kind == ADDED:
            n = add(s, cards, said[i + 1], said[i + 2], out, n)
        else:
            n = done(s, said[i + 1], out, n)
        i += PART + cards.size
        part += 1
    return FIRST + out[COUNT]


@rule
def refuse(out: Any, clause: Any) -> Any:
    """Write a refusal."""
    out[CLAUSE] = clause
    return REFUSED


@rule
def done(s: Any, action: Any, out: Any, n: Any) -> Any:
    """Play one small action, or write its refusal; do nothing after a refusal."""
    if n == REFUSED:
        return REFUSED
    clause = why_not(s, np.int64(action))
    if clause != 0:
        return refuse(out, clause)
    apply(s, np.int64(action), np.zeros(2, np.uint64))
    out[n] = action
    out[COUNT] += 1
    return n + 1


@rule
def show(s: Any, slot: Any, groups: Any, out: Any, n: Any) -> Any:
    """Show a programme of so many groups."""
    if not 0 <= slot < HOLD_MOST:
        return refuse(out, T4)
    n = done(s, SHOW[slot], out, n)
    if n == REFUSED:
        return REFUSED
    asked = 0
    for place in range(SLOTS):
        asked += s.wanted[s.shown, place] != 0
    return n if asked == groups else refuse(out, 9)


@rule
def lay_group(s: Any, cards: Any, out: Any, n: Any) -> Any:
    """Lay the next group of a programme with all its given cards."""
    word, size = np.int64(s.wanted[s.shown, s.named]), cards.size // 2
    if size < length_of(word):
        return refuse(out, 9)
    for _ in range(size - length_of(word)):
        n = done(s, MORE, out, n)
    if n == REFUSED:
        return REFUSED
    return lay_set(s, cards, size, False, out, n) if kind_of(word) == SET else lay_run(s, cards, word, out, n)


@rule
def rank_said(cards: Any, i: Any) -> Any:
    """Return the rank a card has or stands for; 0 if not given."""
    card = cards[2 * i]
    return RANK[card] if SUIT[card] != WILD else cards[2 * i + 1] & 15


@rule
def suit_said(cards: Any, i: Any) -> Any:
    """Return the suit a card has or stands for; FREE_SUIT if not given."""
    card, stands = cards[2 * i], cards[2 * i + 1] >> 4
    return SUIT[card] if SUIT[card] != WILD else FREE_SUIT if stands == 0 else stands - 1


@rule
def anchor(cards: Any) -> Any:
    """Return the card that names a group: a natural one, or a wild that says what it is; REFUSED if there is none."""
    told = REFUSED
    for i in range(cards.size // 2 - 1, -1, -1):
        told = i if rank_said(cards, i) != 0 else told
    for i in range(cards.size // 2):
        if SUIT[cards[2 * i]] != WILD:
            return i
    return told


@rule
def lay_run(s: Any, cards: Any, word: Any, out: Any, n: Any) -> Any:
    """Name a run and put its cards."""
    first, size = anchor(cards), cards.size // 2
    if first == REFUSED:
        return refuse(out, 9)
    suit = ANY_SUIT if kind_of(word) != RUN else suit_of_run(cards, first, which_of(word))
    if kind_of(word) == RUN and suit == FREE_SUIT:
        return refuse(out, 9)
    rank = rank_said(cards, first)
    low = (HIGH_ACE if rank == 1 and first > 0 else rank) - first  # an ace is high if the run could not begin otherwise
    if not 1 <= low <= HIGH_ACE - size + 1:
        return refuse(out, 13)
    n = done(s, NAME_RUN[suit, low], out, n)
    for i in range(size):
        n = put(s, cards, i, suit, low + i, out, n)
    return n


@rule
def suit_of_run(cards: Any, first: Any, imposed: Any) -> Any:
    """Return the suit of a run, from the card that names it, from another, or from the programme."""
    suit = suit_said(cards, first)
    for i in range(cards.size // 2):
        suit = suit if suit != FREE_SUIT else suit_said(cards, i)
    return suit if suit != FREE_SUIT else imposed


@rule
def lay_set(s: Any, cards: Any, count: Any, new: Any, out: Any, n: Any) -> Any:
    """Name a set and put so many of its cards, starting with the one that names it."""
    first = anchor(cards)
    if first == REFUSED:
        return refuse(out, 15 if new else 9)
    rank = rank_said(cards, first)
    if rank == WILD_RANK:
        return refuse(out, T4)  # R10: no set is named twos
    n = done(s, NEW_SET[rank] if new else NAME_SET[rank], out, n)
    for i in range(count):
        n = put(s, cards, moved(first, i), SAME_RANK, rank, out, n)
    return n


@rule
def moved(first: Any, i: Any) -> Any:
    """Return which card is at a place after one was moved to the front."""
    return first if i == 0 else i - 1 if i <= first else i


@rule
def put(s: Any, cards: Any, i: Any, what: Any, place: Any, out: Any, n: Any) -> Any:
    """Put one card; refuse a wild that is said to stand for something else than it would."""
    if n == REFUSED:
        return REFUSED
    out[AT_CARD] = i
    rank, suit = cards[2 * i + 1] & 15, cards[2 * i + 1] >> 4
    if (rank != 0 and rank != rank_at(place)) or (suit != 0 and what < ANY_SUIT and suit - 1 != what):
        return refuse(out, 10 if what == SAME_RANK else 12 if what == ANY_SUIT else 11)
    return done(s, PUT[cards[2 * i]], out, n)


@rule
def lay_new_set(s: Any, cards: Any, out: Any, n: Any) -> Any:
    """Lay a new set of three or more."""
    if cards.size < 2 * SPARE:
        return refuse(out, 15)
    group, first = s.groups, anchor(cards)
    n = lay_set(s, cards, SPARE, True, out, n)
    for i in range(SPARE, cards.size // 2):
        n = extend(s, cards, moved(first, i), group, HIGH_END, out, n)
    return n


@rule
def add(s: Any, cards: Any, group: Any, end: Any, out: Any, n: Any) -> Any:
    """Add cards to a group on the table, each where it fits: at the high end unless told otherwise."""
    if not 0 <= group < s.groups:
        return refuse(out, T4)
    for i in range(cards.size // 2):
        n = extend(s, cards, i, group, end_for(s, cards, i, group) if end == ANY_END else end, out, n)
    return n


@rule
def end_for(s: Any, cards: Any, i: Any, group: Any) -> Any:
    """Return the end where a card fits, or where a wild is said to go."""
    low, stands = s.low[group] - 1, cards[2 * i + 1] & 15
    if s.what[group] == SAME_RANK or low < 1:
        return HIGH_END
    return LOW_END if (stands if stands != 0 else rank_said(cards, i)) == rank_at(low) else HIGH_END


@rule
def extend(s: Any, cards: Any, i: Any, group: Any, end: Any, out: Any, n: Any) -> Any:
    """Put one card at an end of a group."""
    if n == REFUSED:
        return REFUSED
    out[AT_CARD] = i
    place = s.low[group] if s.what[group] == SAME_RANK else s.low[group] - 1 if end == LOW_END else s.high[group] + 1
    return put(s, cards, i, s.what[group], place, out, done(s, EXTEND[group, end], out, n))
