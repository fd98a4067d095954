"""How a planned turn looks to the seat that plays it: the table after it, as inputs of a net, without hidden cards.

Equal tables look equal: of the two piles in a direction, the one with more room comes first, and a table on which the
climbing piles have less room is mirrored, so that its falling piles climb.
"""

from typing import Any

import numpy as np

from ...core.net import put
from ...core.rule import rule
from .plan import EDGE, FULL, USED
from .rules import GENTLE, HAND, HIGHEST, LOWEST, NONE, PILES, SEATS, STEP_BACK
from .talk import talking

GONE, UNSEEN, OWN = 0, 1, 2  # what is known of a card after the turn
TALKS = 3  # nobody has said anything; signals; free talk
PLACES, AHEAD, OWN_AHEAD = 17, 12, 16  # places of a top, and the cards ahead of it, unseen and own
STOCKS = 12  # sizes of the stock

# inputs; the first five have a part for each pile
AT = 0  # where the top is
UNSEEN_AHEAD = AT + PILES * PLACES  # an unseen card so many numbers ahead
OWN_THERE = UNSEEN_AHEAD + PILES * AHEAD  # a card of one's own
BACK = OWN_THERE + PILES * OWN_AHEAD  # four: the card ten back is one's own, unseen; the next ten back likewise
BACKS = 4
WISH = BACK + PILES * BACKS  # the next seat, a later one asks for gentleness, steps back, is at home; if touched
WISHES = 12
MOVED = WISH + PILES * WISHES  # how far the turn moves a pile about which somebody has said something
LOST = MOVED + PILES  # ten: unseen cards that no pile takes,
TIGHT = LOST + 10  # twelve: that only one takes, in pairs,
HOPELESS = TIGHT + 12  # ten: that none would take if all steps back happened
OWN_LOST, OWN_HOPELESS = HOPELESS + 10, HOPELESS + 15  # five each: the same of one's own cards
KEPT = OWN_HOPELESS + 5  # nine: cards kept in hand
PAIRS = KEPT + HAND + 1  # five: of one's own cards, ten apart
STOCK = PAIRS + 5  # by its size
TALK = STOCK + STOCKS  # by seats and talk
PRICE, LATE_PRICE = TALK + SEATS * TALKS, TALK + 2 * SEATS * TALKS  # the same: the plan's price; times the stock
OWES, FEWER = TALK + 3 * SEATS * TALKS, TALK + 3 * SEATS * TALKS + 1  # R16: three cards a turn, one card fewer
NUMBERS = FEWER + 1  # sums and distances, in the order they are written
COUNT = 19
INPUTS = NUMBERS + COUNT


@rule
def mark(turn: Any, coming: Any, held: Any, known: Any) -> Any:
    """Write what is known of every card after a turn, and return how many cards are kept."""
    kept = 0
    known[0] = known[EDGE - 1] = GONE
    for card in range(1, EDGE - 1):
        place, known[card] = held[card], GONE
        if place >= 0:
            if not (turn[USED] >> place) & 1:
                known[card] = OWN
                kept += 1
        elif coming[card] > coming[card - 1]:
            known[card] = UNSEEN
    return kept


@rule
def order(turn: Any, tops: Any, piles: Any, known: Any) -> None:
    """Write the tops in order, and the piles they belong to; mirror the table if its climbing piles have less room."""
    for pile in range(PILES):
        piles[pile] = pile
    if turn[0] > turn[1]:
        piles[0], piles[1] = 1, 0
    if turn[2] < turn[3]:
        piles[2], piles[3] = 3, 2
    for k in range(PILES):
        tops[k] = turn[piles[k]]
    low, high = tops[0] + tops[2], tops[1] + tops[3]
    if low > HIGHEST + LOWEST or (low == HIGHEST + LOWEST and high > HIGHEST + LOWEST):
        for k in range(2):
            pile, top = piles[k], tops[k]
            piles[k], tops[k] = piles[k + 2], HIGHEST + LOWEST - tops[k + 2]
            piles[k + 2], tops[k + 2] = pile, HIGHEST + LOWEST - top
        for card in range(LOWEST, (HIGHEST + LOWEST) // 2 + 1):
            other = HIGHEST + LOWEST - card
            known[card], known[other] = known[other], known[card]


@rule
def put_pile(k: Any, top: Any, known: Any, places: Any, values: Any, n: Any) -> Any:
    """Write a pile: its top, the cards ahead of it, and those it steps back to."""
    step = 1 if k < 2 else -1
    travel = int(top - 1 if k < 2 else HIGHEST + 1 - top)
    n = put(places, values, n, AT + k * PLACES + travel // 6, 1.0)
    for far in range(1, OWN_AHEAD + 1):
        card = top + step * far
        if not LOWEST <= card <= HIGHEST:
            break
        if known[card] == UNSEEN and far <= AHEAD:
            n = put(places, values, n, UNSEEN_AHEAD + k * AHEAD + far - 1, 1.0)
        elif known[card] == OWN:
            n = put(places, values, n, OWN_THERE + k * OWN_AHEAD + far - 1, 1.0)
    card = top
    for back in range(2):
        card -= STEP_BACK * step
        if not LOWEST <= card <= HIGHEST or known[card] == GONE:
            break
        n = put(places, values, n, BACK + k * BACKS + 2 * back + (0 if known[card] == OWN else 1), 1.0)
    return put(places, values, n, NUMBERS + k, travel * 0.02)


@rule
def put_wishes(v: Any, seat: Any, turn: Any, piles: Any, places: Any, values: Any, n: Any) -> Any:
    """Write what the others have said about the piles, and whether the turn touches these."""
    for k in range(PILES):
        pile, said = piles[k], False
        moved = int(turn[pile] - v.tops[pile] if pile < 2 else v.tops[pile] - turn[pile])
        touched = 0 if turn[pile] == v.tops[pile] else 3
        later = NONE
        for ahead in range(1, v.seats):
            wish = max(v.signals[(seat + ahead) % v.seats, pile], GENTLE) - GENTLE
            if v.signals[(seat + ahead) % v.seats, pile] == NONE:
                continue
            said = True
            if ahead == 1:
                n = put(places, values, n, WISH + k * WISHES + touched + wish, 1.0)
            else:
                later = max(later, wish + 1)
        if later != NONE:
            n = put(places, values, n, WISH + k * WISHES + 6 + touched + later - 1, 1.0)
        if said and moved != 0:
            n = put(places, values, n, MOVED + k, moved * 0.05)
    return n


@rule
def takers(card: Any, low: Any, high: Any, roof: Any, floor: Any) -> Any:
    """Return how many of these tops take a card ahead of them."""
    return (1 if card > low else 0) + (1 if card > high else 0) + (1 if card < roof else 0) + (1 if card < floor else 0)


@rule
def nearest(card: Any, tops: Any) -> Any:
    """Return how far an own card is from the nearest pile; less than nothing if it steps back."""
    near = 60.0
    for k in range(PILES):
        far = card - tops[k] if k < 2 else tops[k] - card
        if far == -STEP_BACK:
            near = -5.0
        elif 0 < far < near:
            near = float(far)
    return near


@rule
def put_cards(tops: Any, known: Any, places: Any, values: Any, n: Any) -> Any:
    """Write the cards by how many piles take them, now and if all steps back happened."""
    best = tops.copy()
    for k in range(PILES):
        best[k] = farthest(tops[k], -STEP_BACK if k < 2 else STEP_BACK, known)
    taken, hopes, own = np.zeros(PILES + 1, np.int64), np.zeros(PILES + 1, np.int64), np.zeros(PILES + 1, np.int64)
    hopeless = pairs = own_pairs = 0
    first = second = 60.0
    total = 0.0
    for card in range(LOWEST, HIGHEST + 1):
        if known[card] == GONE:
            continue
        now = takers(card, tops[0], tops[1], tops[2], tops[3])
        hope = takers(card, best[0], best[1], best[2], best[3])
        if card + STEP_BACK <= HIGHEST and known[card + STEP_BACK] != GONE:
            pairs += 1
            own_pairs += 1 if known[card] == OWN and known[card + STEP_BACK] == OWN else 0
        if known[card] == UNSEEN:
            taken[now] += 1
            hopes[hope] += 1
            continue
        own[now] += 1
        hopeless += 1 if hope == 0 else 0
        near = nearest(card, tops)
        total += near
        first, second = (near, first) if near < first else (first, min(near, second))
    n = put(places, values, n, LOST + min(taken[0], 9), 1.0)
    n = put(places, values, n, TIGHT + min(taken[1] // 2, 11), 1.0)
    n = put(places, values, n, HOPELESS + min(hopes[0], 9), 1.0)
    n = put(places, values, n, OWN_LOST + min(own[0], 4), 1.0)
    n = put(places, values, n, OWN_HOPELESS + min(hopeless, 4), 1.0)
    n = put(places, values, n, PAIRS + min(own_pairs, 4), 1.0)
    at = NUMBERS + PILES
    for number in (
        taken[0] * 0.1, taken[1] * 0.1, taken[2] * 0.05, taken[3] * 0.05, taken[4] * 0.05, hopes[0] * 0.1,
        hopes[1] * 0.1, hopes[2] * 0.05, first * 0.05, second * 0.05, total * 0.01, pairs * 0.05,
        (tops[2] - tops[0]) * 0.02, (max(best[2], best[3]) - min(best[0], best[1])) * 0.02, own[1] * 0.3,
    ):  # fmt: skip
        n = put(places, values, n, at, number)
        at += 1
    return n


@rule
def farthest(top: Any, step: Any, known: Any) -> Any:
    """Return where a pile would be after as many steps back as the remaining cards allow."""
    back = top + step
    while LOWEST <= back <= HIGHEST and known[back] != GONE:
        top, back = back, back + step
    return top


@rule
def features(v: Any, seat: Any, turn: Any, price: Any, sheet: Any, places: Any, values: Any) -> Any:
    """Write the inputs of a turn that the plan found, as places and values, and return how many.

    `sheet` has the counts of `survey`.
    """
    known, tops, piles = np.zeros(EDGE, np.int64), np.zeros(PILES, np.int64), np.zeros(PILES, np.int64)
    kept = mark(turn, sheet[1], sheet[2], known)
    order(turn, tops, piles, known)
    n, talk = 0, TALKS * (v.seats - 1)
    for k in range(PILES):
        n = put_pile(k, tops[k], known, places, values, n)
    n = put_cards(tops, known, places, values, n)
    if talking(v):
        talk += 1 + int(v.free_talk)
        n = put_wishes(v, seat, turn, piles, places, values, n)
    n = put(places, values, n, KEPT + kept, 1.0)
    n = put(places, values, n, STOCK + min(int(v.left) // 8, STOCKS - 1), 1.0)
    n = put(places, values, n, TALK + talk, 1.0)
    n = put(places, values, n, PRICE + talk, price * 0.01)
    n = put(places, values, n, LATE_PRICE + talk, price * 0.01 * v.left / FULL)
    if v.minimum == 3:
        n = put(places, values, n, OWES, 1.0)
    if v.hand_size < (8 if v.seats == 1 else 7 if v.seats == 2 else 6):
        n = put(places, values, n, FEWER, 1.0)
    return n
