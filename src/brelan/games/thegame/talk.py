"""What a player of The Game says about the piles, and how it reads what the others say (R9).

A seat has something at stake on a pile for several reasons: a step back, near cards, two cards ten apart. It asks for
more the more is at stake, so that no number follows from what it says.
"""

from typing import Any

from ...core.rule import rule
from .plan import STAGES, WEIGHTS
from .rules import BACK, GENTLE, GOOD, HIGHEST, HOLD, LOWEST, NONE, PILES, SIGNALS, STEP_BACK, fits

# places of the weights, after those of the stages of a game
TOUCH = STAGES * WEIGHTS  # four: the cost of laying where somebody asks to hold, asks gently, steps back, is at home
PUSH = TOUCH + 4  # four: the cost of each number moved there
LATER = TOUCH + 8  # how much a wish counts of a seat that is not the next
NEAR, REACH = TOUCH + 9, TOUCH + 10  # what a near card has at stake, and how many cards may come before it
PAIR = TOUCH + 11  # what two cards ten apart add to it
GENTLY, AT_HOME = TOUCH + 12, TOUCH + 13  # the stakes from which it asks gently, and calls a pile good; 1: hold
ALL = TOUCH + 14

SIGNAL = SIGNALS.encoder("signal")
BINDING = 5  # a pile that is held is left alone where another turn moves the piles by so many numbers more, or fewer
MOST_HELD = 2  # piles a seat may hold so that it binds; who asks for more leaves the choice to others
FORBIDDEN = 1e6  # the cost of touching a pile that is held, to find such a turn
LEAST_NEAR, LEAST_REACH = 1.5, 4.0  # R9: a near card, and the one after it, are always as good a reason as a step back


@rule
def wishes(v: Any, seat: Any, w: Any, asked: Any) -> None:
    """What the others ask for: by pile, the cost of touching it (row 0) and of each number moved on it (row 1)."""
    for pile in range(PILES):
        asked[0, pile] = asked[1, pile] = 0.0
    weight = 1.0
    for turn in range(1, v.seats):
        other = (seat + turn) % v.seats
        for pile in range(PILES):
            wish = v.signals[other, pile]
            if wish != NONE:
                asked[0, pile] += weight * w[TOUCH + wish - HOLD]
                asked[1, pile] += weight * w[PUSH + wish - HOLD]
        weight = w[LATER]


@rule
def held_piles(v: Any, seat: Any) -> Any:
    """The piles that another seat asks to leave, as bits: of a seat that asks for few."""
    held = 0
    for other in range(v.seats):
        own = asks = 0
        for pile in range(PILES if other != seat and not v.free_talk else 0):  # weighed alone, free talk helps more
            if v.signals[other, pile] == HOLD:
                own |= 1 << pile
                asks += 1
        held |= own if asks <= MOST_HELD else 0
    return held


@rule
def touches(v: Any, tops: Any, held: Any) -> Any:
    """Whether a turn that leaves these tops lays on one of some piles."""
    for pile in range(PILES):
        if (held >> pile) & 1 and tops[pile] != v.tops[pile]:
            return True
    return False


@rule
def moved(v: Any, tops: Any) -> Any:
    """By how many numbers the piles move on, in all, in a turn that leaves these tops."""
    total = 0
    for pile in range(PILES):
        total += int(tops[pile] - v.tops[pile] if pile < 2 else v.tops[pile] - tops[pile])
    return total


@rule
def stakes(tops: Any, hand: Any, count: Any, coming: Any, held: Any, w: Any, stake: Any) -> None:
    """How much a hand has at stake on each pile (row 0), and whether it can step back there (row 1)."""
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
    """Write the signals by which what the seat has standing becomes what it would say now; return how many."""
    stakes(v.tops, v.hands[seat], v.held[seat], coming, held, w, stake)
    n = 0
    for pile in range(PILES):
        wish = word(stake[0, pile], stake[1, pile], v.free_talk, w)
        if wish != v.signals[seat, pile]:
            out[n] = SIGNAL(pile, wish)
            n += 1
    return n


@rule
def word(stake: Any, back: Any, free: Any, w: Any) -> Any:
    """The signal for so much at stake."""
    if free and back > 0.0:
        return BACK
    if free and stake >= w[AT_HOME]:
        return GOOD
    if stake >= 1.0:
        return HOLD
    return GENTLE if stake >= w[GENTLY] else NONE
