"""How a bot of The Game signals about piles, and how it interprets the others' signals (R9).

A seat can have a stake in a pile for several reasons: a step back, near cards, two cards ten apart. If it has enough
at stake, it asks for gentleness, so its signals give away no number. It never asks to hold a pile: that is left to
people, for whom it nearly always leaves the pile alone.
"""

from typing import Any

from ...core.rule import rule
from .plan import STAGES, USED, WEIGHTS
from .rules import BACK, GENTLE, GOOD, HIGHEST, HOLD, LOWEST, NONE, PILES, SIGNALS, STEP_BACK, fits

# places of the weights, after those of the stages of a game
TOUCH = STAGES * WEIGHTS  # three: the cost of laying where somebody asks for gentleness, steps back, is at home
PUSH = TOUCH + 3  # three: the cost of each number moved there
LATER = TOUCH + 6  # the weight of a request from a seat that is not the next
NEAR, REACH = TOUCH + 7, TOUCH + 8  # the stake of a near card, and how many cards may come before it
PAIR = TOUCH + 9  # what two cards ten apart add
AT_HOME = TOUCH + 10  # the stake from which it calls a pile good; from 1 on it asks for gentleness
ALL = TOUCH + 11

SIGNAL = SIGNALS.encoder("signal")
BINDING = 10  # a held pile is left alone if another turn moves the piles by so many numbers more, for each of its cards
MOST_HELD = 2  # the most held piles that bind; a seat that holds more leaves the choice to others
ASKS, STILL_ASKS = 1.0, 0.5  # the stakes from which it asks, and down to which it goes on asking
FORBIDDEN = 1e6  # the cost of touching a held pile, to find such a turn
LEAST_NEAR, LEAST_REACH = 1.5, 4.0  # R9: a near card, and the one after it, are as good a reason as a step back


@rule
def talking(v: Any) -> Any:
    """Whether anybody has something to say about a pile."""
    for seat in range(v.seats):
        for pile in range(PILES):
            if v.signals[seat, pile] != NONE:
                return True
    return False


@rule
def wishes(v: Any, seat: Any, w: Any, asked: Any) -> None:
    """Return the others' requests: for each pile, the cost of touching it (row 0) and of each number moved (row 1)."""
    for pile in range(PILES):
        asked[0, pile] = asked[1, pile] = 0.0
    weight = 1.0
    for turn in range(1, v.seats):
        other = (seat + turn) % v.seats
        for pile in range(PILES):
            if v.signals[other, pile] != NONE:
                wish = max(v.signals[other, pile], GENTLE) - GENTLE  # one who holds a pile wants gentleness, too
                asked[0, pile] += weight * w[TOUCH + wish]
                asked[1, pile] += weight * w[PUSH + wish]
        weight = w[LATER]


@rule
def held_piles(v: Any, seat: Any) -> Any:
    """Return the piles, as bits, held by other seats that hold only a few."""
    held = 0
    for other in range(v.seats):
        own = asks = 0
        for pile in range(PILES if other != seat else 0):
            if v.signals[other, pile] == HOLD:
                own |= 1 << pile
                asks += 1
        held |= own if asks <= MOST_HELD else 0
    return held


@rule
def touches(v: Any, tops: Any, held: Any) -> Any:
    """Whether a turn that leaves these tops lays on one of these piles."""
    for pile in range(PILES):
        if (held >> pile) & 1 and tops[pile] != v.tops[pile]:
            return True
    return False


@rule
def moved(v: Any, tops: Any) -> Any:
    """Return how many numbers the piles move in total in a turn that leaves these tops."""
    total = 0
    for pile in range(PILES):
        total += int(tops[pile] - v.tops[pile] if pile < 2 else v.tops[pile] - tops[pile])
    return total


@rule
def laid(turn: Any) -> Any:
    """Return how many cards a turn lays."""
    count, used = 0, int(turn[USED])
    while used > 0:
        count, used = count + (used & 1), used >> 1
    return count


@rule
def stakes(tops: Any, hand: Any, count: Any, coming: Any, held: Any, w: Any, stake: Any) -> None:
    """Return a hand's stake in each pile (row 0), and whether it can step back there (row 1)."""
    near_weight, reach = max(w[NEAR], LEAST_NEAR), max(w[REACH], LEAST_REACH)
    for pile in range(PILES):
        stake[0, pile] = stake[1, pile] = 0.0
    for i in range(count):
        card = hand[i]
        near, where = reach, -1
        for pile in range(PILES):
            top = tops[pile]
            if (card > top) if pile < 2 else (card < top):
                between = coming[card - 1] - coming[top] if pile < 2 else coming[top - 1] - coming[card]
                if between < near:
                    near, where = float(between), pile
            elif fits(top, card, pile):
                stake[0, pile] += 1.0
                stake[1, pile] = 1.0
        if where >= 0:
            stake[0, where] += near_weight * (1.0 - near / reach)
            back = card - STEP_BACK if where < 2 else card + STEP_BACK
            if LOWEST <= back <= HIGHEST and held[back] >= 0:
                stake[0, where] += w[PAIR]


@rule
def changes(v: Any, seat: Any, coming: Any, held: Any, w: Any, stake: Any, out: Any) -> Any:
    """Write the signals that update the seat's current ones to what it would say now, and return how many."""
    stakes(v.tops, v.hands[seat], v.held[seat], coming, held, w, stake)
    n = 0
    for pile in range(PILES):
        wish = word(stake[0, pile], stake[1, pile], v.free_talk, v.signals[seat, pile], w)
        if wish != v.signals[seat, pile]:
            out[n] = SIGNAL(pile, wish)
            n += 1
    return n


@rule
def word(stake: Any, back: Any, free: Any, said: Any, w: Any) -> Any:
    """Return the signal for a stake."""
    if free and back > 0.0:
        return BACK
    if free and stake >= w[AT_HOME]:
        return GOOD
    return GENTLE if stake >= (ASKS if said == NONE else STILL_ASKS) else NONE
