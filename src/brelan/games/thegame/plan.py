"""Planning a whole turn by what the piles, the hand and the remaining cards are worth after it.

The key is to count how many piles still take each remaining card, rather than how far the tops have moved, and how
many would take it if every possible step back happened.
"""

from typing import Any

import numpy as np

from ...core.rule import lowest_bit, rule
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
FAR = 60  # an own card that no pile takes
ASTRAY, STEPS_BACK = 1000, -1  # instead of a distance: the pile does not take the card, or the card steps back there
REACHED, TAKEN, BACK, UNKNOWN = 0, 1, 2, -1  # rows of what is ten back from a top, and an unseen card there
MET, SPREAD, DROPPED = 1 << 10, 2_654_435, 16  # room for the plans met, and how they spread in it
WIDTH = 12  # plans kept at each depth
TURNS = 7  # best turns kept
USED, STEPS, ROW = 4, 5, 6  # a plan: four tops, the own cards laid as bits, the steps; and its length
HAND_OVER = HAND * PILES  # as a step: the turn ends
STEP_BITS = 6  # of a step among the steps, the first one lowest
BEST, PRICES = 4, 5  # places of the best turns and their costs on the desk


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
    cost, total = 0.0, unseen[EDGE - 1]
    if high < floor:  # mostly
        cost = w[first + 2] * unseen[low]
        if counted > 3:
            cost = cost + w[first + 3] * (unseen[high] - unseen[low]) + w[first + 3] * (unseen[roof] - unseen[floor])
        return cost + w[first + 2] * (total - unseen[roof])
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
        cost += w[first + takers] * (total - unseen[before])
    return cost


@rule
def hoped(top: Any, step: Any, used: Any, coming: Any, held: Any) -> Any:
    """Return where a pile would be after as many steps back as the cards still to be laid after a plan allow."""
    back = top + step
    while LOWEST <= back <= HIGHEST and coming[back] > coming[back - 1]:
        if held[back] >= 0 and (used >> held[back]) & 1:
            break
        top, back = back, back + step
    return top


@rule
def look_back(top: Any, way: Any, coming: Any, held: Any, backs: Any) -> None:
    """Write where a pile with this top would be after all steps back, and the own cards these take, as bits; and what
    is known of the card ten back: an own card as a bit, UNKNOWN, or 0 if it is laid."""
    step = STEP_BACK if way else -STEP_BACK
    back, own = top + step, 0
    backs[way, BACK, top] = 0
    while LOWEST <= back <= HIGHEST and coming[back] > coming[back - 1]:
        bit = 1 << held[back] if held[back] >= 0 else 0
        if back == top + step:
            backs[way, BACK, top] = bit if bit else UNKNOWN
        own |= bit
        back += step
    backs[way, REACHED, top], backs[way, TAKEN, top] = back - step, own


@rule
def reached(top: Any, way: Any, used: Any, coming: Any, held: Any, backs: Any) -> Any:
    """`hoped`, looked up if the plan uses none of the cards."""
    if backs[way, TAKEN, top] & used == 0:
        return backs[way, REACHED, top]
    return hoped(top, STEP_BACK if way else -STEP_BACK, used, coming, held)


@rule
def measure(v: Any, seat: Any, sheet: Any, near: Any, backs: Any) -> None:
    """Write the hand, the tops, own cards ten apart, and the tables of `near` and `backs` for each possible top.

    Rows 0 and 1 of `near` say how many remaining cards are between an own card and a top of a pile in each direction,
    rows 2 and 3 whether such a pile takes it, without a step back.
    """
    coming, held, hand, start, pairs = sheet[1], sheet[2], sheet[3], sheet[4], sheet[5]
    count = int(v.held[seat])
    for i in range(count):
        card = v.hands[seat, i]
        partner = held[card + STEP_BACK] if card + STEP_BACK <= HIGHEST else -1
        hand[i], pairs[i] = card, 1 << partner if partner >= 0 else 0
    for k in range(PILES):
        start[k] = v.tops[k]
    for k in range(PILES + count):
        top = hand[k - PILES] if k >= PILES else start[k]
        look_back(top, 0, coming, held, backs)
        look_back(top, 1, coming, held, backs)
        for i in range(count):
            card = hand[i]
            near[0, top, i] = near[1, top, i] = ASTRAY
            near[2, top, i], near[3, top, i] = card > top, card < top
            if card > top:
                near[0, top, i] = coming[card - 1] - coming[top]
            elif card < top:
                near[1, top, i] = coming[top - 1] - coming[card]
            if card == top - STEP_BACK:
                near[0, top, i] = STEPS_BACK
            elif card == top + STEP_BACK:
                near[1, top, i] = STEPS_BACK


@rule
def own_cost(
    a: Any, b: Any, c: Any, d: Any, low: Any, roof: Any, kept: Any, hand: Any, pairs: Any, near: Any, w: Any
) -> Any:  # fmt: skip
    """Return the cost of the cards kept in hand, given as bits, the tops and the best of the hoped tops."""
    cost = total = 0.0
    first = second = 1000.0
    left, rest = 0, kept
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        card = hand[i]
        left += 1
        between = min(min(near[0, a, i], near[0, b, i]), min(near[1, c, i], near[1, d, i]))
        least = -w[BACK_NEAR] if between == STEPS_BACK else float(min(between, FAR))
        takers = int(near[2, a, i]) + int(near[2, b, i]) + int(near[3, c, i]) + int(near[3, d, i])
        if takers < PILES:
            cost += w[OWN + takers]
        likely = (1 if card > low else 0) + (1 if card < roof else 0)
        if likely < 2:
            cost += w[OWN_HOPED + likely]
        total += least
        if least < first:
            first, second = least, first
        elif least < second:
            second = least
        if pairs[i] & kept:
            cost -= w[PAIR]
    if left > 0:
        cost += w[NEAREST] * (first + (second if left > 1 else 0.0)) + w[ALL_NEAR] * total
    return cost + left * w[KEPT]


@rule
def pile_cost(a: Any, b: Any, c: Any, d: Any, kept: Any, start: Any, asked: Any, backs: Any, w: Any) -> Any:
    """Return the cost of the piles' positions: steps spent, steps back to come, and what others asked for."""
    cost = w[SPENT] * 0.1 * (a + b - 2 + 200 - c - d)
    for pile in range(PILES):
        top = a if pile == 0 else b if pile == 1 else c if pile == 2 else d
        back = backs[pile // 2, BACK, top]
        if back == UNKNOWN:
            cost -= w[BACK_UNSEEN]
        elif back & kept:
            cost -= w[BACK_HELD]
        if top != start[pile]:
            cost += asked[0, pile] + asked[1, pile] * max(0, top - start[pile] if pile < 2 else start[pile] - top)
    return cost


@rule
def evaluate(a: Any, b: Any, c: Any, d: Any, used: Any, kept: Any, desk: Any, w: Any) -> Any:
    """Return the cost of ending the turn with these tops, and these cards used and kept."""
    sheet, asked, near, backs = desk[0], desk[1], desk[6], desk[7]
    unseen, coming, held, hand, start, pairs = sheet[0], sheet[1], sheet[2], sheet[3], sheet[4], sheet[5]
    cost = homeless(min(a, b), max(a, b), min(c, d), max(c, d), unseen, w, UNSEEN, 4)
    e, f = reached(a, 0, used, coming, held, backs), reached(b, 0, used, coming, held, backs)
    g, h = reached(c, 1, used, coming, held, backs), reached(d, 1, used, coming, held, backs)
    cost += homeless(min(e, f), max(e, f), min(g, h), max(g, h), unseen, w, HOPED, 3)
    cost += own_cost(a, b, c, d, min(e, f), max(g, h), kept, hand, pairs, near, w)
    return cost + pile_cost(a, b, c, d, kept, start, asked, backs, w)


@rule
def worth_trying(top: Any, twin: Any, card: Any, pile: Any) -> Any:
    """Whether a card fits and this is the nearer of two piles in its direction; a step back is always worth trying."""
    if not fits(top, card, pile):
        return False
    if pile < 2:
        return not (card > top and card > twin and (twin > top or (twin == top and pile == 1)))
    return not (card < top and card < twin and (twin < top or (twin == top and pile == 3)))


@rule
def paper() -> Any:
    """Return the planning buffers: card counts, requests, plans and their costs, the best turns and theirs, distances,
    steps back, and the plans met."""
    sheet, asked = np.zeros((6, EDGE), np.int64), np.zeros((2, PILES))
    plans, costs = np.zeros((2, WIDTH, ROW), np.int64), np.zeros((2, WIDTH))
    turns, prices = np.zeros((TURNS, ROW), np.int64), np.zeros(TURNS)
    near, backs = np.zeros((4, EDGE, HAND), np.int16), np.zeros((2, 3, EDGE), np.int64)
    return sheet, asked, plans, costs, turns, prices, near, backs, np.zeros(MET, np.int64)


@rule
def plan(v: Any, seat: Any, w: Any, desk: Any) -> Any:
    """Write the best turns found to the desk, cheapest first, and return how many.

    A step is place in hand * PILES + pile, or HAND_OVER. This is a beam search over the cards of the turn: at
    each depth, the best plans are kept and extended by one card. If the turn cannot be completed (R13), the only turn
    written is its best start. `survey` and `wishes` have filled the counts and requests.
    """
    sheet, _, plans, costs, turns, prices, near, backs, met = desk
    hand, start = sheet[3], sheet[4]
    count, owed = int(v.held[seat]), v.owed
    whole = (1 << count) - 1
    measure(v, seat, sheet, near, backs)
    for k in range(MET):
        met[k] = 0
    now, kept, found, misses = 0, 1, 0, 0
    a, b, c, d = start[0], start[1], start[2], start[3]
    insert(a, b, c, d, 0, HAND_OVER, 0.0, plans[0], costs[0], 0, WIDTH)
    if owed == 0:
        cost = evaluate(a, b, c, d, 0, whole, desk, w)
        found = insert(a, b, c, d, 0, HAND_OVER, cost, turns, prices, 0, TURNS)
    for depth in range(count):
        several, kept = kept, 0
        old, new, new_costs = plans[now], plans[1 - now], costs[1 - now]
        for row in range(several):
            for i in range(count):
                if (old[row, USED] >> i) & 1:
                    continue
                card, used = hand[i], old[row, USED] | (1 << i)
                for pile in range(PILES):
                    if not worth_trying(old[row, pile], old[row, pile ^ 1], card, pile):
                        continue
                    a, b = card if pile == 0 else old[row, 0], card if pile == 1 else old[row, 1]
                    c, d = card if pile == 2 else old[row, 2], card if pile == 3 else old[row, 3]
                    if is_met(a, b, c, d, used, met):
                        continue
                    cost = evaluate(a, b, c, d, used, whole ^ used, desk, w)
                    if kept < WIDTH or cost < new_costs[kept - 1]:
                        step = (i * PILES + pile) << STEP_BITS * depth
                        steps = step if depth == 0 else old[row, STEPS] | step
                        kept = insert(a, b, c, d, used, steps, cost, new, new_costs, kept, WIDTH)
        if kept == 0:
            break
        now = 1 - now
        if depth + 1 >= owed:
            misses = 0 if found == 0 or new_costs[0] < prices[0] else misses + 1
            for q in range(kept):
                if found < TURNS or new_costs[q] < prices[found - 1]:
                    a, b, c, d = new[q, 0], new[q, 1], new[q, 2], new[q, 3]
                    found = insert(a, b, c, d, new[q, USED], new[q, STEPS], new_costs[q], turns, prices, found, TURNS)
            if misses == 2:
                break
    if found == 0 and owed > 0:
        a, b, c, d = plans[now, 0, 0], plans[now, 0, 1], plans[now, 0, 2], plans[now, 0, 3]
        found = insert(a, b, c, d, plans[now, 0, USED], plans[now, 0, STEPS], 0.0, turns, prices, 0, TURNS)
    return found


@rule
def insert(
    a: Any, b: Any, c: Any, d: Any, used: Any, steps: Any, cost: Any, plans: Any, costs: Any, kept: Any, most: Any
) -> Any:  # fmt: skip
    """Insert a plan into the list of the best, sorted by cost, and return its length."""
    q = kept if kept < most else most - 1
    while q > 0 and costs[q - 1] > cost:
        costs[q] = costs[q - 1]
        for k in range(ROW):
            plans[q, k] = plans[q - 1, k]
        q -= 1
    costs[q] = cost
    plans[q, 0], plans[q, 1], plans[q, 2], plans[q, 3], plans[q, USED], plans[q, STEPS] = a, b, c, d, used, steps
    return min(kept + 1, most)


@rule
def is_met(a: Any, b: Any, c: Any, d: Any, used: Any, met: Any) -> Any:
    """Whether another order of the same cards led to the same piles before; note it otherwise."""
    key = (((used * EDGE + a) * EDGE + b) * EDGE + c) * EDGE + d
    at = (key * SPREAD >> DROPPED) & (MET - 1)
    for _ in range(MET):
        if met[at] == key:
            return True
        if met[at] == 0:
            met[at] = key
            return False
        at = (at + 1) & (MET - 1)
    return False
