"""Planning a whole turn by what the piles, the hand and the remaining cards are worth after it.

The key is to count how many piles still take each remaining card, rather than how far the tops have moved, and how
many would take it if every possible step back happened.
"""

from typing import Any

import numpy as np

from ...core.rule import rule
from .rules import HAND, HIGHEST, LOWEST, PILES, STEP_BACK, fits

# places of the weights; all are costs
UNSEEN = 0  # four: an unseen card that 0, 1, 2 or 3 piles take
OWN = 4  # four: the same for a card in hand
BACK_HELD, BACK_UNSEEN = 8, 9  # a gain: the card ten back from a top is in hand, or still to come
SPENT = 10  # every ten steps the tops have moved
NEAREST, ALL_NEAR = 11, 12  # cards between the tops and the two nearest own cards, and all own cards
PAIR = 13  # a gain: two own cards ten apart
KEPT = 14  # a card kept in hand
BACK_NEAR = 15  # a gain in nearness: the card steps back
HOPED = 16  # three: an unseen card that 0, 1 or 2 piles take if all steps back happen
OWN_HOPED = 19  # two: the same for a card in hand, of the best pile in each direction
WEIGHTS = 21  # of a stage of the game; there are three: the stock is full, almost empty, empty
STAGES = 3
FULL = 90.0  # cards in a full stock

EDGE = HIGHEST + 3  # counts of cards up to each number
FAR = 60.0  # an own card that no pile takes
WIDTH = 12  # plans kept at each depth
TURNS = 8  # best turns kept
USED, FIRST, ROW = 4, 5, 6  # a plan: four tops, the own cards laid as bits, the first step; and its length
HAND_OVER = HAND * PILES  # as a step: the turn ends


@rule
def stage(v: Any, w: Any, out: Any) -> None:
    """Write the weights for the current size of the stock."""
    early = v.left / FULL
    for k in range(WEIGHTS):
        out[k] = early * w[k] + (1.0 - early) * w[WEIGHTS + k] if v.left > 0 else w[2 * WEIGHTS + k]


@rule
def survey(v: Any, seat: Any, unseen: Any, coming: Any, held: Any) -> None:
    """Count the unseen cards, and all cards not laid, up to each number; mark own cards."""
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
def homeless(low: Any, high: Any, floor: Any, roof: Any, unseen: Any, w: Any, first: Any, counted: Any) -> Any:
    """Return the cost of unseen cards by the number of piles that take them: the intervals between the four tops."""
    cost = 0.0
    takers, before = 2, 0
    for _ in range(PILES):
        if low <= floor:
            edge, change = low, 1
            low, high = high, 1000
        else:
            edge, change = floor, -1
            floor, roof = roof, 1000
        if takers < counted:
            cost += w[first + takers] * (unseen[edge] - unseen[before])
        takers, before = takers + change, edge
    if takers < counted:
        cost += w[first + takers] * (unseen[EDGE - 1] - unseen[before])
    return cost


@rule
def to_come(card: Any, used: Any, coming: Any, held: Any) -> Any:
    """Whether a card has still to be laid after a plan."""
    if card < LOWEST or card > HIGHEST or coming[card] == coming[card - 1]:
        return False
    return held[card] < 0 or not (used >> held[card]) & 1


@rule
def hoped(top: Any, pile: Any, used: Any, coming: Any, held: Any) -> Any:
    """Return where a pile would be after as many steps back as the remaining cards allow."""
    step = -STEP_BACK if pile < 2 else STEP_BACK
    while to_come(top + step, used, coming, held):
        top += step
    return top


@rule
def nearness(tops: Any, card: Any, coming: Any, w: Any) -> Any:
    """Return how many remaining cards are between an own card and its nearest pile, and how many piles take it."""
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
def own_cost(v: Any, seat: Any, tops: Any, used: Any, coming: Any, held: Any, low: Any, roof: Any, w: Any) -> Any:
    """Return the cost of the cards kept in hand; `low` and `roof` are the best of the hoped tops."""
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
        likely = (1 if card > low else 0) + (1 if card < roof else 0)
        if likely < 2:
            cost += w[OWN_HOPED + likely]
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
    return cost + left * w[KEPT]


@rule
def pile_cost(v: Any, tops: Any, used: Any, coming: Any, held: Any, asked: Any, w: Any) -> Any:
    """Return the cost of the piles' positions: steps spent, steps back to come, and what others asked for."""
    cost = w[SPENT] * 0.1 * (tops[0] + tops[1] - 2 + 200 - tops[2] - tops[3])
    for pile in range(PILES):
        back = tops[pile] - STEP_BACK if pile < 2 else tops[pile] + STEP_BACK
        if to_come(back, used, coming, held):
            cost -= w[BACK_HELD] if held[back] >= 0 else w[BACK_UNSEEN]
        moved = tops[pile] - v.tops[pile] if pile < 2 else v.tops[pile] - tops[pile]
        if moved != 0:
            cost += asked[0, pile] + asked[1, pile] * max(0, moved)
    return cost


@rule
def evaluate(v: Any, seat: Any, tops: Any, used: Any, sheet: Any, asked: Any, w: Any) -> Any:
    """Return the cost of ending the turn like this."""
    unseen, coming, held = sheet[0], sheet[1], sheet[2]
    a, b, c, d = tops[0], tops[1], tops[2], tops[3]
    cost = homeless(min(a, b), max(a, b), min(c, d), max(c, d), unseen, w, UNSEEN, 4)
    a, b = hoped(a, 0, used, coming, held), hoped(b, 1, used, coming, held)
    c, d = hoped(c, 2, used, coming, held), hoped(d, 3, used, coming, held)
    cost += homeless(min(a, b), max(a, b), min(c, d), max(c, d), unseen, w, HOPED, 3)
    cost += own_cost(v, seat, tops, used, coming, held, min(a, b), max(c, d), w)
    return cost + pile_cost(v, tops, used, coming, held, asked, w)


@rule
def worth_trying(tops: Any, card: Any, pile: Any) -> Any:
    """Whether a card fits and this is the nearer of two piles in its direction; a step back is always worth trying."""
    top, twin = tops[pile], tops[pile ^ 1]
    if not fits(top, card, pile):
        return False
    if pile < 2:
        return not (card > top and card > twin and (twin > top or (twin == top and pile == 1)))
    return not (card < top and card < twin and (twin < top or (twin == top and pile == 3)))


@rule
def paper() -> Any:
    """Return the planning buffers: card counts, requests, plans and their costs, the best turns and theirs."""
    sheet, asked = np.zeros((3, EDGE), np.int16), np.zeros((2, PILES))
    plans, costs = np.zeros((2, WIDTH, ROW), np.int16), np.zeros((2, WIDTH))
    return sheet, asked, plans, costs, np.zeros((TURNS, ROW), np.int16), np.zeros(TURNS)


@rule
def plan(v: Any, seat: Any, w: Any, sheet: Any, asked: Any, plans: Any, costs: Any, turns: Any, prices: Any) -> Any:
    """Write the best turns found, cheapest first, and return how many.

    A first step is place in hand * PILES + pile, or HAND_OVER. This is a beam search over the cards of the turn: at
    each depth, the best plans are kept and extended by one card. If the turn cannot be completed (R13), the only turn
    written is its best start.
    """
    trial = turns[TURNS - 1]
    now, kept, found, misses = 0, 1, 0, 0
    for k in range(PILES):
        trial[k] = plans[0, 0, k] = v.tops[k]
    trial[USED], trial[FIRST] = 0, HAND_OVER
    plans[0, 0, USED] = 0
    if v.owed == 0:
        found = keep(trial, evaluate(v, seat, trial, 0, sheet, asked, w), turns, prices, 0, TURNS - 1)
    for depth in range(v.held[seat]):
        new = 1 - now
        count, kept = kept, 0
        for b in range(count):
            for i in range(v.held[seat]):
                if (plans[now, b, USED] >> i) & 1:
                    continue
                card = v.hands[seat, i]
                for pile in range(PILES):
                    if not worth_trying(plans[now, b], card, pile):
                        continue
                    for k in range(ROW):
                        trial[k] = plans[now, b, k]
                    trial[pile] = card
                    trial[USED] |= 1 << i
                    if depth == 0:
                        trial[FIRST] = i * PILES + pile
                    cost = evaluate(v, seat, trial, trial[USED], sheet, asked, w)
                    kept = keep(trial, cost, plans[new], costs[new], kept, WIDTH)
        if kept == 0:
            break
        if depth + 1 >= v.owed:
            misses = 0 if found == 0 or costs[new, 0] < prices[0] else misses + 1
            for q in range(kept):
                found = keep(plans[new, q], costs[new, q], turns, prices, found, TURNS - 1)
            if misses == 2:
                break
        now = new
    if found == 0 and v.owed > 0:
        found = keep(plans[now, 0], 0.0, turns, prices, 0, TURNS - 1)
    return found


@rule
def keep(trial: Any, cost: Any, plans: Any, costs: Any, kept: Any, most: Any) -> Any:
    """Insert a plan into the list of the best, sorted by cost, and return its length."""
    if kept == most and cost >= costs[kept - 1]:
        return kept
    for q in range(kept):
        if plans[q, USED] == trial[USED] and same_tops(plans[q], trial):
            return kept
    q = kept if kept < most else most - 1
    while q > 0 and costs[q - 1] > cost:
        costs[q] = costs[q - 1]
        for k in range(ROW):
            plans[q, k] = plans[q - 1, k]
        q -= 1
    costs[q] = cost
    for k in range(ROW):
        plans[q, k] = trial[k]
    return min(kept + 1, most)


@rule
def same_tops(some: Any, others: Any) -> Any:
    """Whether two plans leave the same piles."""
    for k in range(PILES):
        if some[k] != others[k]:
            return False
    return True
