"""What a good player of Joomo knows: lead far out, close the gap or fill it oneself, keep doubles and fives, and get
rid of tens and of all cards before somebody else is out.

Every action is weighed by the same few facts. The weights were tuned by play against earlier ones (lab/tune.py).
"""

from typing import Any

import numpy as np

from brelan.core.rule import rule
from brelan.games.joomo.cards import ASIDE, HAND, is_double, is_five, tens_of
from brelan.games.joomo.features import features as features
from brelan.games.joomo.features import standing as standing
from brelan.games.joomo.rules import CARD, FIRST, FIRST_CAP, FIVE_ON, PASS, PLACE, SECOND

# places of the weights
KEEP_DOUBLE, KEEP_FIVE = 0, 1  # what they are worth later
SHED, SHED_LATE = 2, 3  # a card the fewer, against a pass; the more the nearer somebody is to being out
TAKE, TAKE_SECOND = 4, 5  # a point that nobody contests any more, from the third card on; the same for the second card
LEAD_NEXT = 6  # to lead the next trick
FOLLOW = 7  # another card of one's own that fits a gap that is contested
EDGE_LEAD, EDGE_SECOND, EDGE_GAP = 8, 9, 10  # a card far out, laid as first or second limit or into the gap
TEN_LEAD, TEN_SECOND, TEN_GAP = 11, 12, 13  # the same for a ten
TEN_LATE = 14  # a ten is gone, the more the nearer somebody is to being out
LAST_CARD = 15  # the marker
CAP = 16  # a five on a limit
WEIGHTS = 17
TUNED = np.array([  # with two seats, and with more
    [3.25, 1.96, 1.46, 1.78, 3.16, 1.55, -1.34, 2.18, 1.64, -1.30, -1.13, -1.18, -1.05, -0.52, 1.13, 1.71, 3.00],
    [2.60, 0.87, 1.84, 0.85, 2.17, 1.44, -0.29, 0.88, 1.16, -1.51, -1.23, -0.70, -0.65, -0.55, 2.14, 1.28, 1.60],
])  # fmt: skip
NEVER = -1000.0
SWING = 4.0  # at the end of a round so many points make the odds to win e times as good; 2 to 8 played alike
LEARNT = ("second_may_pass",)


@rule
def fits(card: Any, low: Any, high: Any) -> Any:
    """Whether a card could be laid between these limits."""
    return is_double(card) or low < card < high  # R6 R9


@rule
def fitting(v: Any, seat: Any, low: Any, high: Any) -> Any:
    """How many unseen cards could be laid between these limits."""
    found = 0
    for card in range(HAND * v.seats + ASIDE):
        found += 1 if fits(card, low, high) else 0
    for i in range(v.gone):
        found -= 1 if fits(v.taken[i], low, high) else 0
    for i in range(v.lying):
        found -= 1 if fits(v.trick[i], low, high) else 0
    for i in range(v.held[seat]):
        found -= 1 if fits(v.hands[seat, i], low, high) else 0
    return found


@rule
def uncontested(v: Any, seat: Any, low: Any, high: Any) -> Any:
    """About how likely it is that nobody else in the trick has a card for these limits."""
    unseen = HAND * v.seats + ASIDE - v.gone - v.lying - v.held[seat]
    without = 1 - fitting(v, seat, low, high) / unseen  # the ten aside (R2) are unseen too: it is never 0
    nobody = 1.0
    for other in range(v.seats):
        for _ in range(v.held[other] if other != seat and v.passed[other] == 0 else 0):
            nobody *= without
    return nobody


@rule
def followers(v: Any, seat: Any, card: Any, low: Any, high: Any) -> Any:
    """How many other cards of the hand lie between these limits."""
    n = 0
    for i in range(v.held[seat]):
        n += 1 if v.hands[seat, i] != card and low < v.hands[seat, i] < high else 0
    return n


@rule
def lateness(v: Any, seat: Any) -> Any:
    """How near the end of the round is: 1 where another seat has one card left, or the marker is taken."""
    least = HAND
    for other in range(v.seats):
        if other != seat:
            least = min(least, int(v.held[other]))
    return 1 / max(1, least)


@rule
def limits_after(v: Any, action: Any, card: Any) -> Any:
    """The limits in force once a card is laid, the lower first."""
    caps = action >= FIRST_CAP
    first, second = v.limits[FIRST], v.limits[SECOND]
    if v.limited == 1 or (caps and PLACE(action) == SECOND):
        second = card
    elif caps:
        first = card
    return min(first, second), max(first, second)


@rule
def value(v: Any, seat: Any, action: Any, late: Any, w: Any) -> Any:
    """How good it is to lay a card; a pass is 0."""
    card = FIVE_ON(action) if action >= FIRST_CAP else CARD(action)
    middle = (HAND * v.seats + ASIDE - 1) / 2
    edge, ten = abs(card - middle) / middle, tens_of(card)  # cards far out seldom fit, and are good limits
    worth = w[TEN_LATE] * late * ten + (w[LAST_CARD] if v.held[seat] == 1 else 0.0)
    worth -= (w[KEEP_DOUBLE] if is_double(card) else 0.0) + (w[KEEP_FIVE] if is_five(card) else 0.0)
    if v.limited == 0:
        return worth + w[EDGE_LEAD] * edge + w[TEN_LEAD] * ten
    low, high = limits_after(v, action, card)
    alone = uncontested(v, seat, low, high)
    points = alone * (v.worth + ten)
    worth += w[LEAD_NEXT] * alone + w[FOLLOW] * (1 - alone) * followers(v, seat, card, low, high)
    if v.limited == 1:
        return worth + w[SHED] + w[TAKE_SECOND] * points + w[EDGE_SECOND] * edge + w[TEN_SECOND] * ten
    worth += w[CAP] if action >= FIRST_CAP else 0.0
    worth += w[SHED] + w[SHED_LATE] * late
    return worth + w[TAKE] * points + w[EDGE_GAP] * edge + w[TEN_GAP] * ten


@rule
def weighed(v: Any, seat: Any, allowed: Any, count: Any, w: Any) -> Any:
    """Choose among the allowed actions with given weights, knowing a view and nothing else."""
    late = lateness(v, seat)
    best, most = allowed[0], NEVER
    for i in range(count):
        worth = 0.0 if allowed[i] == PASS else value(v, seat, allowed[i], late, w)
        if worth > most:
            best, most = allowed[i], worth
    return best


@rule
def policy(v: Any, seat: Any, allowed: Any, count: Any, dice: Any) -> Any:
    """Choose among the allowed actions, knowing only a view."""
    if count == 1:
        return allowed[0]
    return weighed(v, seat, allowed, count, TUNED[0 if v.seats == 2 else 1])
