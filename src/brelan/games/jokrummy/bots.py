"""Jok-R-ummy's policy: count what is missing, keep what leaves the most chances, lay everything possible.

The solver that decides what may be laid also judges hands.
"""

from typing import Any

import numpy as np

from ...core.rule import rule
from .actions import (
    CARD,
    DO_DISCARD,
    DO_EXTEND,
    DO_GROUP,
    DO_MORE,
    DO_RUN,
    DO_SHOW,
    END,
    GROUP,
    LOW_OF,
    RANK_OF,
    STOCK,
    SUIT_OF,
    SWAP,
    TAKE,
    VERB,
)
from .cards import (
    DRAWING,
    FREE_SUIT,
    HIGH_ACE,
    JOKER,
    LAST_RANK,
    LAYING,
    NAMING,
    RANK,
    SUIT,
    SWAPPING,
    TYPES,
    WILD,
    packs,
)
from .laying import asks, end_of, hand_of, lays, may_group, with_run, with_set
from .levels import RUN, SET, kind_of
from .programmes import SLOTS
from .solver import CARD_UNIT, EMPTY, ZERO, fitting, missing, number, plus, ranks, without

FAR = 100  # more missing cards than any hand
SWING = 2.0  # programmes at the end of a round that multiply the odds of winning by e
FINE = 16  # a chance, in units of company: more than any hand has
FEW = 4  # the most cards of a hand that may soon be out
BITE, LAST_BITE, FEAST = 1, 4, 20  # the cost of feeding the next seat, in chances: a card, a card if it has few, a wild


@rule
def nearest(v: Any, seat: Any, hand: Any) -> Any:
    """Return how many cards the nearest programme still lacks."""
    least = FAR
    for slot in range(v.kept[seat]):
        least = min(least, missing(hand, asks(v, np.int64(v.programmes[seat, slot]), ZERO)))
    return least


@rule
def unseen(v: Any, seat: Any, card: Any) -> Any:
    """Return how many copies of a card the seat has not seen."""
    copies = packs(v.seats) * (2 if card == JOKER else 1)
    for i in range(v.thrown):
        copies -= v.discards[i] == card
    for i in range(v.down):
        copies -= v.log[i] == card
    for i in range(v.held[seat]):
        copies -= v.hands[seat, i] == card
    for other in range(v.seats):
        for i in range(v.known_held[other] if other != seat else 0):
            copies -= v.known[other, i] == card
    return copies


@rule
def helpful(v: Any, seat: Any, hand: Any, misses: Any) -> Any:
    """Return, as bits, the cards that would improve a hand; wilds always do and are left out."""
    bits = np.int64(0)
    for card in range(TYPES):
        if SUIT[card] != WILD and nearest(v, seat, plus(hand, SUIT[card], CARD_UNIT[card])) < misses:
            bits |= np.int64(1) << card
    return bits


@rule
def chances(v: Any, seat: Any, hand: Any, misses: Any, bits: Any) -> Any:
    """Return how many of these cards are unseen and would improve a hand."""
    total = 0
    for card in range(TYPES):
        if bits >> card & 1 and nearest(v, seat, plus(hand, SUIT[card], CARD_UNIT[card])) < misses:
            total += unseen(v, seat, card)
    return total


@rule
def fits_somewhere(v: Any, card: Any) -> Any:
    """Whether a card could be added to a group, or is wild."""
    if SUIT[card] == WILD:
        return True
    alone = plus(EMPTY, SUIT[card], CARD_UNIT[card])
    for group in range(v.groups):
        for end in range(2):
            place = end_of(v, group, end)
            if place > 0 and fitting(alone, min(v.what[group], FREE_SUIT), place) > 0:
                return True
    return False


@rule
def beside(one: Any, other: Any) -> Any:
    """Whether two natural cards could be adjacent in a run, or one place apart."""
    if SUIT[one] != SUIT[other]:
        return False
    steps = abs(RANK[one] - RANK[other])
    return 0 < min(steps, LAST_RANK - steps) <= 2  # R13: an ace is next to a king too


@rule
def collects(v: Any, seat: Any, card: Any) -> Any:
    """Whether a seat was seen to take a card that goes with this one."""
    for i in range(v.known_held[seat]):
        other = v.known[seat, i]
        if RANK[other] == RANK[card] or beside(other, card):
            return True
    return False


@rule
def feeds(v: Any, seat: Any, card: Any) -> Any:
    """Return how much the next seat would like this card: a wild, one it can lay, one it collects."""
    if SUIT[card] == WILD:
        return FEAST
    after = (seat + 1) % v.seats
    if v.laid[after]:
        return (LAST_BITE if v.held[after] <= FEW else BITE) if fits_somewhere(v, card) else 0
    return BITE if collects(v, after, card) else 0


@rule
def asks_for(v: Any, seat: Any, kind: Any) -> Any:
    """Whether a programme of the seat has a group of that kind."""
    for slot in range(v.kept[seat]):
        for i in range(SLOTS):
            if kind_of(np.int64(v.wanted[v.programmes[seat, slot], i])) == kind:
                return True
    return False


@rule
def company(v: Any, seat: Any, card: Any, sets: Any, runs: Any) -> Any:
    """Return how many other cards of the hand go with one: its rank if sets are needed, neighbours if runs are."""
    friends = 0
    for i in range(v.held[seat]):
        other = v.hands[seat, i]
        if SUIT[other] != WILD and other != card:
            friends += 1 if (sets and RANK[other] == RANK[card]) or (runs and beside(other, card)) else 0
    return friends


@rule
def worst_card(v: Any, seat: Any, hand: Any) -> Any:
    """Return the card to discard before laying the programme: the one that leaves the fewest missing and most chances.

    What the next seat would like costs chances; ties go to the card with the least company.
    """
    bits = helpful(v, seat, hand, nearest(v, seat, hand))
    sets, runs = asks_for(v, seat, SET), asks_for(v, seat, RUN)
    worst, least, most = v.hands[seat, 0], FAR, -FAR * FINE
    for i in range(v.held[seat]):
        card = v.hands[seat, i]
        if i > 0 and card == v.hands[seat, i - 1]:
            continue
        left = without(hand, card)
        misses = nearest(v, seat, left)
        if misses > least:
            continue
        chance = chances(v, seat, left, misses, bits) - feeds(v, seat, card)
        good = chance * FINE - company(v, seat, card, sets, runs)
        if misses < least or good > most:
            worst, least, most = card, misses, good
    return worst


@rule
def loneliest(v: Any, seat: Any, hand: Any) -> Any:
    """Return the card to discard after laying the programme: of the hand's rarest rank, and of no use to others."""
    worst, least = v.hands[seat, 0], FAR * FINE
    for i in range(v.held[seat]):
        card = v.hands[seat, i]
        alike = FAR if SUIT[card] == WILD else number(ranks(hand), RANK[card])
        cost = alike * FINE + feeds(v, seat, card)
        if cost < least:
            worst, least = card, cost
    return worst


@rule
def draw(v: Any, seat: Any, hand: Any) -> Any:
    """Draw the top discard if it is useful, otherwise from the stock."""
    more = plus(hand, SUIT[v.top], CARD_UNIT[v.top])
    if v.laid[seat] == 0:
        return TAKE if nearest(v, seat, more) < nearest(v, seat, hand) else STOCK
    if fits_somewhere(v, v.top) or may_group(more, v.top % 13 + 1):
        return TAKE
    return STOCK


@rule
def lay(v: Any, seat: Any, hand: Any, allowed: Any, count: Any) -> Any:
    """Show a programme; after that add natural cards, then new sets, then wilds; discard what is left over."""
    if VERB[allowed[0]] == DO_SHOW:
        return allowed[0]
    if v.laid[seat] == 0:
        worst = worst_card(v, seat, hand)
    else:
        for i in range(count):
            if VERB[allowed[i]] == DO_EXTEND:
                group = GROUP[allowed[i]]
                if fitting(hand, min(v.what[group], FREE_SUIT), end_of(v, group, END[allowed[i]])) > 0:
                    return allowed[i]
            elif VERB[allowed[i]] == DO_GROUP:
                return allowed[i]
        worst = loneliest(v, seat, hand)
    for i in range(count):
        if VERB[allowed[i]] == DO_EXTEND or (VERB[allowed[i]] == DO_DISCARD and CARD[allowed[i]] == worst):
            return allowed[i]
    return lone_discard(v, seat, allowed, count)  # a careless level overlooked it


@rule
def lone_discard(v: Any, seat: Any, allowed: Any, count: Any) -> Any:
    """Return the available discard with the least company among natural cards."""
    best, least = allowed[count - 1], FAR
    for i in range(count):
        card = CARD[allowed[i]]
        if VERB[allowed[i]] == DO_DISCARD and SUIT[card] != WILD:
            friends = company(v, seat, card, True, True)
            if friends < least:
                best, least = allowed[i], friends
    return best


@rule
def obvious(v: Any, seat: Any, action: Any) -> Any:
    """Return 1 for what nobody overlooks, a complete programme, and -1 for what nobody does, discarding a wild."""
    if VERB[action] == DO_SHOW:
        return 1
    return -1 if VERB[action] == DO_DISCARD and SUIT[CARD[action]] == WILD else 0


@rule
def wilds_spent(v: Any, hand: Any, action: Any) -> Any:
    """Return the fewest wilds needed to lay the programme if its next group is named like this."""
    if VERB[action] == DO_MORE:
        return HIGH_ACE + 1  # extra cards can be added later
    levels = with_run(v, SUIT_OF[action], LOW_OF[action]) if VERB[action] == DO_RUN else with_set(v, RANK_OF[action])
    for wilds in range(HIGH_ACE):
        if lays(v, (hand[0], hand[1], hand[2], hand[3], np.int64(wilds)), levels):
            return wilds
    return HIGH_ACE


@rule
def policy(v: Any, seat: Any, allowed: Any, count: Any, dice: Any) -> Any:
    """Choose among the allowed actions, knowing only a view."""
    if count == 1:
        return allowed[0]
    if v.phase == SWAPPING:
        return SWAP
    hand = hand_of(v, seat)
    if v.phase == DRAWING:
        return draw(v, seat, hand)
    if v.phase == LAYING:
        return lay(v, seat, hand, allowed, count)
    best, least = allowed[0], FAR
    for i in range(count):  # the fewest wilds to name a group, natural cards first to put
        wilds = wilds_spent(v, hand, allowed[i]) if v.phase == NAMING else SUIT[CARD[allowed[i]]] == WILD
        if wilds < least:
            best, least = allowed[i], wilds
    return best
