"""What a good player of Joomo knows: lead far out, close the gap or fill it oneself, keep doubles and fives.

The weights were found by play of thousands of games against each other; round numbers do as well as exact ones.
"""

from typing import Any

from ...core.rule import rule
from .cards import ASIDE, HAND, is_double, is_five, tens_of
from .rules import CARD, FIRST, FIRST_CAP, FIVE_ON, PASS, PLACE, SECOND

KEEP_DOUBLE, KEEP_FIVE = 1.0, 0.3  # what they are worth later
SHED = 1.2  # a card the fewer, against a pass
TAKE = 2.0  # a point that nobody contests any more, from the third card on
FOLLOW = 0.5  # another card of one's own that fits
NEVER = -1000.0
SWING = 4.0  # at the end of a round so many points make the odds to win e times as good; 2 to 8 played alike


@rule
def fits(card: Any, low: Any, high: Any) -> Any:
    """Whether a card could be laid between these limits."""
    return is_double(card) or low < card < high  # R6 R9


@rule
def chance(v: Any, seat: Any, low: Any, high: Any) -> Any:
    """About how likely it is that nobody else in the trick has a card for these limits."""
    count = HAND * v.seats + ASIDE
    unseen, fitting = count - v.gone - v.lying - v.held[seat], 0
    for card in range(count):
        fitting += 1 if fits(card, low, high) else 0
    for i in range(v.gone):
        fitting -= 1 if fits(v.taken[i], low, high) else 0
    for i in range(v.lying):
        fitting -= 1 if fits(v.trick[i], low, high) else 0
    for i in range(v.held[seat]):
        fitting -= 1 if fits(v.hands[seat, i], low, high) else 0
    nobody = 1.0
    for other in range(v.seats):
        for _ in range(v.held[other] if other != seat and v.passed[other] == 0 else 0):
            nobody *= 1 - fitting / unseen  # the ten aside (R2) are unseen too: it is never 0
    return nobody


@rule
def followers(v: Any, seat: Any, card: Any, low: Any, high: Any) -> Any:
    """How many other cards of the hand lie between these limits."""
    n = 0
    for i in range(v.held[seat]):
        n += 1 if v.hands[seat, i] != card and low < v.hands[seat, i] < high else 0
    return n


@rule
def value(v: Any, seat: Any, action: Any) -> Any:
    """How good it is to lay a card; a pass is 0."""
    caps = action >= FIRST_CAP
    card = FIVE_ON(action) if caps else CARD(action)
    middle = (HAND * v.seats + ASIDE - 1) / 2
    edge = abs(card - middle) / middle  # cards far out seldom fit, and are good limits
    kept = (KEEP_DOUBLE if is_double(card) else 0.0) + (KEEP_FIVE if is_five(card) else 0.0)
    if v.limited == 0:
        return edge - kept
    first, second = v.limits[FIRST], v.limits[SECOND]
    if v.limited == 1 or (caps and PLACE(action) == SECOND):
        second = card
    elif caps:
        first = card
    low, high = min(first, second), max(first, second)
    alone = chance(v, seat, low, high)
    points = alone * (v.worth + tens_of(card))
    if v.limited == 1:
        return 1 + points + FOLLOW * (1 - alone) * followers(v, seat, card, low, high) - kept
    return SHED + TAKE * points - edge - kept


@rule
def policy(v: Any, seat: Any, allowed: Any, count: Any, dice: Any) -> Any:
    """Choose among the allowed actions, knowing a view and nothing else."""
    if count == 1:
        return allowed[0]
    best, most = allowed[0], NEVER
    for i in range(count):
        worth = 0.0 if allowed[i] == PASS else value(v, seat, allowed[i])
        if worth > most:
            best, most = allowed[i], worth
    return best
