"""A whole turn planned at once: what the piles, the hand and the cards still to come are worth after it.

What carries it: count how many piles still take each card that is to come, not how far the tops have moved.
"""

from typing import Any

import numpy as np

from ...core.rule import rule
from .rules import GENTLE, HIGHEST, HOLD, LOWEST, PILES, STEP_BACK, fits

# places of the weights; all are costs
UNSEEN = 0  # four: a card not seen yet that 0, 1, 2 or 3 piles take
OWN = 4  # four: the same for a card in hand
BACK_HELD, BACK_UNSEEN = 8, 9  # a gain: the card ten back of a top is in hand, or still to come
SPENT = 10  # ten steps that the tops have moved
NEAREST, ALL_NEAR = 11, 12  # cards between the tops and the two nearest own cards, and all own cards
PAIR = 13  # a gain: two own cards ten apart
KEPT, KEPT_LATE = 14, 19  # a card kept in hand, while there is a stock and when there is none
BACK_NEAR = 15  # a gain in nearness: the card steps back
TOUCH_HELD, TOUCH_GENTLE, PUSH_GENTLE = 16, 17, 20  # laying where somebody asked not to, or gently; and each step there
EARLY = 18  # how much more unseen cards count while the stock is full
WEIGHTS = 21

EDGE = HIGHEST + 3  # room for the counts of cards up to each number
FAR = 60.0  # an own card no pile takes
WIDTH = 12  # plans kept at each depth
HUGE = 1e18


@rule
def survey(v: Any, seat: Any, unseen: Any, coming: Any, held: Any) -> None:
    """Count the unseen cards, and all cards not laid, up to each number; mark the places of one's own cards."""
    for card in range(EDGE):
        held[card] = -1
        coming[card] = 1 if LOWEST <= card <= HIGHEST else 0
    for i in range(v.down):
        coming[v.laid[i]] = 0
    for i in range(v.held[seat]):
        held[v.hands[seat, i]] = i
    hidden = total = 0
    for card in range(EDGE):
        if coming[card] == 1:
            total += 1
            if held[card] < 0:
                hidden += 1
        unseen[card] = hidden
        coming[card] = total


@rule
def homeless(tops: Any, unseen: Any, w: Any) -> Any:
    """The cost of unseen cards by the number of piles that take them: intervals between the four tops."""
    low, high = min(tops[0], tops[1]), max(tops[0], tops[1])
    floor, roof = min(tops[2], tops[3]), max(tops[2], tops[3])
    cost = 0.0
    takers, before = 2, 0
    for _ in range(PILES):
        if low <= floor:
            edge, change = low, 1
            low, high = high, 1000
        else:
            edge, change = floor, -1
            floor, roof = roof, 1000
        if takers < 4:
            cost += w[UNSEEN + takers] * (unseen[edge] - unseen[before])
        takers, before = takers + change, edge
    if takers < 4:
        cost += w[UNSEEN + takers] * (unseen[EDGE - 1] - unseen[before])
    return cost


@rule
def nearness(tops: Any, card: Any, coming: Any, w: Any) -> Any:
    """How many cards still to come lie between an own card and its nearest pile, and how many piles take it."""
    takers, near = 0, FAR
    for pile in range(PILES):
        top = tops[pile]
        ahead = card > top if pile < 2 else card < top
        if ahead:
            takers += 1
            between = coming[card - 1] - coming[top] if pile < 2 else coming[top - 1] - coming[card]
            near = min(near, float(between))
        elif fits(top, card, pile):
            near = -w[BACK_NEAR]
    return near, takers


@rule
def own_cost(v: Any, seat: Any, tops: Any, used: Any, coming: Any, held: Any, w: Any) -> Any:
    """The cost of the cards kept in hand."""
    cost = total = 0.0
    first = second = 1000.0
    left = 0
    for i in range(v.held[seat]):
        if (used >> i) & 1:
            continue
        card = v.hands[seat, i]
        left += 1
        near, takers = nearness(tops, card, coming, w)
        if takers < 4:
            cost += w[OWN + takers]
        total += near
        if near < first:
            first, second = near, first
        elif near < second:
            second = near
        partner = held[card + STEP_BACK] if card + STEP_BACK <= HIGHEST else -1
        if partner >= 0 and not (used >> partner) & 1:
            cost -= w[PAIR]
    if left > 0:
        cost += w[NEAREST] * (first + (second if left > 1 else 0.0)) + w[ALL_NEAR] * total
    return cost + left * (w[KEPT] if v.left > 0 else w[KEPT_LATE])


@rule
def pile_cost(v: Any, seat: Any, tops: Any, used: Any, unseen: Any, held: Any, w: Any) -> Any:
    """The cost of where the piles stand: steps spent, steps back to come, and what others asked for."""
    cost = w[SPENT] * 0.1 * (tops[0] + tops[1] - 2 + 200 - tops[2] - tops[3])
    for pile in range(PILES):
        back = tops[pile] - STEP_BACK if pile < 2 else tops[pile] + STEP_BACK
        if LOWEST <= back <= HIGHEST:
            if held[back] >= 0:
                cost -= 0.0 if (used >> held[back]) & 1 else w[BACK_HELD]
            elif unseen[back] > unseen[back - 1]:
                cost -= w[BACK_UNSEEN]
        if tops[pile] != v.tops[pile]:
            cost += asked_cost(v, seat, pile, tops[pile], w)
    return cost


@rule
def asked_cost(v: Any, seat: Any, pile: Any, top: Any, w: Any) -> Any:
    """The cost of moving a pile that others asked to leave or to treat gently."""
    asked = 0
    for other in range(v.seats):
        if other != seat and v.signals[other, pile] in (HOLD, GENTLE):
            asked = max(asked, 2 if v.signals[other, pile] == HOLD else 1)
    if asked == 0:
        return 0.0
    if asked == 2:
        return w[TOUCH_HELD]
    moved = top - v.tops[pile] if pile < 2 else v.tops[pile] - top
    return w[TOUCH_GENTLE] + (w[PUSH_GENTLE] * moved if moved > 0 else 0.0)


@rule
def evaluate(v: Any, seat: Any, tops: Any, used: Any, unseen: Any, coming: Any, held: Any, w: Any) -> Any:
    """The cost of ending the turn like this."""
    early = 1.0 + w[EARLY] * v.left / 90.0
    cost = homeless(tops, unseen, w) * early
    cost += own_cost(v, seat, tops, used, coming, held, w)
    return cost + pile_cost(v, seat, tops, used, unseen, held, w)


@rule
def worth_trying(tops: Any, card: Any, pile: Any) -> Any:
    """Whether a card fits, and of two piles in one direction this is the nearer one; a step back always is."""
    top, twin = tops[pile], tops[pile ^ 1]
    if not fits(top, card, pile):
        return False
    if pile < 2:
        return not (card > top and card > twin and (twin > top or (twin == top and pile == 1)))
    return not (card < top and card < twin and (twin < top or (twin == top and pile == 3)))


@rule
def plan(v: Any, seat: Any, w: Any) -> Any:
    """The first step of the best turn found: place in hand * PILES + pile, or -1 to end the turn now.

    A beam over all the cards of the turn: at each depth the best plans are kept and carried one card further.
    """
    unseen, coming, held = np.zeros(EDGE, np.int64), np.zeros(EDGE, np.int64), np.zeros(EDGE, np.int64)
    survey(v, seat, unseen, coming, held)
    tops, new_tops = np.zeros((WIDTH, PILES), np.int64), np.zeros((WIDTH, PILES), np.int64)
    used, new_used = np.zeros(WIDTH, np.int64), np.zeros(WIDTH, np.int64)
    first, new_first = np.zeros(WIDTH, np.int64), np.zeros(WIDTH, np.int64)
    costs, trial = np.zeros(WIDTH), np.zeros(PILES, np.int64)
    for pile in range(PILES):
        tops[0, pile] = v.tops[pile]
    best, choice, plans = HUGE, -1, 1
    if v.owed == 0:
        best = evaluate(v, seat, tops[0], 0, unseen, coming, held, w)
    for depth in range(v.held[seat]):
        kept = 0
        for b in range(plans):
            for i in range(v.held[seat]):
                if (used[b] >> i) & 1:
                    continue
                card = v.hands[seat, i]
                for pile in range(PILES):
                    if not worth_trying(tops[b], card, pile):
                        continue
                    for k in range(PILES):
                        trial[k] = tops[b, k]
                    trial[pile] = card
                    mask = used[b] | (1 << i)
                    cost = evaluate(v, seat, trial, mask, unseen, coming, held, w)
                    step = i * PILES + pile if depth == 0 else first[b]
                    kept = keep(trial, mask, step, cost, new_tops, new_used, new_first, costs, kept)
        if kept == 0:
            break
        if depth + 1 >= v.owed and costs[0] < best:
            best, choice = costs[0], new_first[0]
        elif choice < 0 and depth + 1 < v.owed:
            choice = new_first[0]  # the best start if the turn cannot be brought to its end (R13)
        plans = kept
        tops, new_tops = new_tops, tops
        used, new_used = new_used, used
        first, new_first = new_first, first
    return choice


@rule
def keep(trial: Any, mask: Any, step: Any, cost: Any, tops: Any, used: Any, first: Any, costs: Any, kept: Any) -> Any:
    """Insert a plan into the list of the best, which stays ascending by cost; return how many there are."""
    if kept == WIDTH and cost >= costs[kept - 1]:
        return kept
    for q in range(kept):
        if used[q] == mask and same_tops(tops[q], trial):
            return kept
    q = kept if kept < WIDTH else WIDTH - 1
    while q > 0 and costs[q - 1] > cost:
        costs[q], used[q], first[q] = costs[q - 1], used[q - 1], first[q - 1]
        for k in range(PILES):
            tops[q, k] = tops[q - 1, k]
        q -= 1
    costs[q], used[q], first[q] = cost, mask, step
    for k in range(PILES):
        tops[q, k] = trial[k]
    return min(kept + 1, WIDTH)


@rule
def same_tops(some: Any, others: Any) -> Any:
    """Whether two plans leave the same piles."""
    for k in range(PILES):
        if some[k] != others[k]:
            return False
    return True
