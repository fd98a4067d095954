"""What a good player of Jok-R-ummy knows: count what is missing, keep what leaves most chances, lay all one can.

Hands are judged by the same solver that judges what may be laid.
"""

from typing import Any

import numpy as np

from ...core.rule import rule
from .cards import DRAWING, FREE_SUIT, HIGH_ACE, JOKER, LAYING, NAMING, SUIT, SWAPPING, TYPES, WILD, packs
from .laying import asks, end_of, hand_of, may_group
from .levels import MIXED, SET, insert, kind_of, length_of, level
from .rules import (
    CARD,
    DO_DISCARD,
    DO_EXTEND,
    DO_GROUP,
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
from .solver import CARD_UNIT, EMPTY, ZERO, fitting, missing, number, plus, possible, ranks, without

FAR = 100  # missing more than any hand
SWING = 2.0  # at the end of a round so many programmes make the odds to win e times as good
PACE = 1200  # rounds played on, a second


@rule
def nearest(v: Any, seat: Any, hand: Any) -> Any:
    """How many cards the programme that is nearest to done still misses."""
    least = FAR
    for slot in range(v.kept[seat]):
        least = min(least, missing(hand, asks(v, np.int64(v.programmes[seat, slot]), ZERO)))
    return least


@rule
def unseen(v: Any, seat: Any, card: Any) -> Any:
    """How many copies of a card the seat has not seen."""
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
    """The cards that would bring a hand nearer, a bit each; wilds always do and are left out."""
    bits = np.int64(0)
    for card in range(TYPES):
        if SUIT[card] != WILD and nearest(v, seat, plus(hand, SUIT[card], CARD_UNIT[card])) < misses:
            bits |= np.int64(1) << card
    return bits


@rule
def chances(v: Any, seat: Any, hand: Any, misses: Any, bits: Any) -> Any:
    """How many unseen cards, among these, would bring a hand nearer."""
    total = 0
    for card in range(TYPES):
        if bits >> card & 1 and nearest(v, seat, plus(hand, SUIT[card], CARD_UNIT[card])) < misses:
            total += unseen(v, seat, card)
    return total


@rule
def worst_card(v: Any, seat: Any, hand: Any) -> Any:
    """The card to discard before the programme lies: the one that leaves least missing, and most chances."""
    bits = helpful(v, seat, hand, nearest(v, seat, hand))
    worst, least, most = v.hands[seat, 0], FAR, -1
    for i in range(v.held[seat]):
        card = v.hands[seat, i]
        if i > 0 and card == v.hands[seat, i - 1]:
            continue
        left = without(hand, card)
        misses = nearest(v, seat, left)
        if misses > least:
            continue
        chance = chances(v, seat, left, misses, bits)
        if misses < least or chance > most:
            worst, least, most = card, misses, chance
    return worst


@rule
def loneliest(v: Any, seat: Any, hand: Any) -> Any:
    """The card to discard once the programme lies: a natural one of the rank that the hand has fewest of."""
    worst, least = v.hands[seat, 0], FAR
    for i in range(v.held[seat]):
        card = v.hands[seat, i]
        alike = FAR - 1 if SUIT[card] == WILD else number(ranks(hand), card % 13 + 1)
        if alike < least:
            worst, least = card, alike
    return worst


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
def draw(v: Any, seat: Any, hand: Any) -> Any:
    """The top discard if it is of use, else the stock."""
    more = plus(hand, SUIT[v.top], CARD_UNIT[v.top])
    if v.laid[seat] == 0:
        return TAKE if nearest(v, seat, more) < nearest(v, seat, hand) else STOCK
    if fits_somewhere(v, v.top) or may_group(more, v.top % 13 + 1):
        return TAKE
    return STOCK


@rule
def lay(v: Any, seat: Any, hand: Any, allowed: Any, count: Any) -> Any:
    """Show a programme; once it lies add natural cards, then new sets, then wilds; discard what is left over."""
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
    return allowed[count - 1]


@rule
def wilds_spent(v: Any, hand: Any, action: Any) -> Any:
    """The fewest wilds with which the programme can be laid if its next group is named so."""
    group = np.int64(v.wanted[v.shown, v.named])
    if VERB[action] == DO_RUN:
        suit = ZERO if kind_of(group) == MIXED else SUIT_OF[action]
        settled = level(kind_of(group), suit, length_of(group), LOW_OF[action], ZERO)
    else:
        settled = level(SET, RANK_OF[action], length_of(group), ZERO, ZERO)
    levels = insert(asks(v, np.int64(v.shown), np.int64(v.named + 1)), settled)
    for wilds in range(HIGH_ACE):
        if possible((hand[0], hand[1], hand[2], hand[3], np.int64(wilds)), levels):
            return wilds
    return HIGH_ACE


@rule
def policy(v: Any, seat: Any, allowed: Any, count: Any, dice: Any) -> Any:
    """Choose among the allowed actions, knowing a view and nothing else."""
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
