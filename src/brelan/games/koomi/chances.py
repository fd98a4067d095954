"""What a hand and a top promise at the end of a turn: weighted facts that a player can count."""

from typing import Any

import numpy as np

from ...core.rule import rule
from .cards import (
    ALL,
    GREEN,
    IS_AID,
    NEW,
    NO_GREEN,
    NONE,
    NUMBERED,
    NUMBERS,
    ONE,
    RED,
    REDS,
    RESET,
    SWITCH,
    TWO,
    TYPES,
    VALUE,
)
from .sums import TEN

# places of the weights
LEFT, FULL = 0, 9  # ten: the number of numbers in hand, capped at nine
SPECIAL = 10  # eight: each special card in hand
MANY = 18  # each special card beyond the first, which takes its own turn
OUT, LAY = 19, 20  # over all tops to come: the chance that the whole hand goes out, and how many cards go
OUT_HERE, LAY_HERE = 21, 22  # the same for the current top, if nobody changes it
ONE_GOES, TWO_GO, OPEN = 23, 24, 25  # the chance that the next seat's only card goes; its only two; two of many
NEXT, SOME = 26, 6  # six: the number of cards in the next hand, capped at six
OTHERS = 32  # six: the same for all other hands
SOON = 38  # the chance that the hand goes out the turn after next
READY = 39  # the next seat laid the ten that is left: it usually fits the rest of its hand
WEIGHTS = 40

MID = 64  # the place of the sum 0; larger sums are of no use
SPAN = 2 * MID + 1
FAR = 64  # the place of the share of tops with value 0
NEVER = -1000
WON = 1000.0
USUAL_OUT = np.array([0, 0.15, 0.08, 0.06, 0.05, 0.05, 0.04, 0.04, 0.04, 0.04])  # of a hand of so many cards
USUAL_LAY = np.array([0, 0.06, 0.2, 0.5, 1.0, 1.8, 2.7, 3.7, 4.7, 5.5])


@rule
def count_sums(hand: Any, most: Any) -> None:
    """Write to `most`, for every sum, the most number cards of a hand that make it."""
    most[:] = NEVER
    most[MID] = 0
    for card in range(NUMBERS):
        value = np.int64(VALUE[card])
        for _ in range(hand[card]):
            if value > 0:  # in this direction each card counts once
                for to in range(SPAN - 1, value - 1, -1):
                    most[to] = max(most[to], most[to - value] + 1)
            else:
                for to in range(SPAN + value):
                    most[to] = max(most[to], most[to - value] + 1)


@rule
def is_ten(numbers: Any, total: Any) -> Any:
    """Whether a total is a target."""
    return (total == TEN and numbers != NO_GREEN) or (total == -TEN and numbers in (ALL, NO_GREEN))  # R6 R19


@rule
def lays(most: Any, numbers: Any, start: Any) -> Any:
    """Return the most number cards that make ten from a value; far below 0 if none do."""
    up, down = most[MID + TEN - start], most[MID - TEN - start]
    if numbers == ALL:
        return max(up, down)
    return down if numbers == NO_GREEN else up  # R19


@rule
def lays_on(most: Any, numbers: Any, card: Any) -> Any:
    """Return the same from a top; 0 if none do."""
    size = np.int64(VALUE[card])
    cards = lays(most, numbers, size)
    if IS_AID[card]:  # R7
        cards = max(cards, lays(most, numbers, -size))
    return max(0, cards)


@rule
def count_tops(counts: Any, share: Any) -> None:
    """Write to `share`, for every value, the chance that a coming top can be read as it; 0 has the place FAR."""
    share[:] = 0.0
    tops = 0
    for card in range(TYPES):
        if NUMBERED[card]:
            tops += counts[card]
    for card in range(TYPES):
        if NUMBERED[card]:
            share[FAR + VALUE[card]] += counts[card] / max(1, tops)
            if IS_AID[card]:  # R7
                share[FAR - VALUE[card]] += counts[card] / max(1, tops)


@rule
def goes(share: Any, numbers: Any, special: Any, total: Any) -> Any:
    """Return the chance that numbers of that total and one special card (or NONE) make ten on a coming top.

    `share` may also describe a single top. A change of sign is only considered for turning the top.
    """
    chance = 0.0
    for target in (TEN, -TEN):
        start = FAR + target - total
        if not is_ten(numbers, target) or abs(total) > 2 * TEN:
            continue
        if special in (NONE, NEW):  # R11: from the top that is turned up
            chance += share[start]
        elif special < SWITCH:
            chance += share[start + VALUE[special]] + share[start - VALUE[special]]
        elif special == SWITCH:
            chance += share[FAR - target + total]
    return chance


@rule
def goes_turned(hand: Any, share: Any, numbers: Any, total: Any) -> Any:
    """Return the chance that a whole hand goes out with a change of sign that turns one of its cards."""
    chance = 0.0
    for card in range(NUMBERS):
        if hand[card] > 0:
            chance += goes(share, numbers, NONE, total - 2 * VALUE[card])
    return chance


@rule
def goes_out(hand: Any, numbers: Any, special: Any, total: Any, card: Any) -> Any:
    """Whether the whole hand, with one special card or NONE, makes ten on a top."""
    for sign in (1, -1) if IS_AID[card] else (1, 1):  # R7
        start = sign * np.int64(VALUE[card])
        if special == NONE and is_ten(numbers, start + total):
            return True
        if special in (ONE, TWO):
            size = VALUE[special]
            if is_ten(numbers, start + total + size) or is_ten(numbers, start + total - size):
                return True
        if special == SWITCH:
            if is_ten(numbers, total - start):
                return True
            for one in range(NUMBERS):
                if hand[one] > 0 and is_ten(numbers, start + total - 2 * VALUE[one]):
                    return True
    return False


@rule
def goes_anyhow(special: Any, cards: Any, total: Any) -> Any:
    """Whether a joker and so many numbers with this `total` can be the last cards on any top."""
    if special > SWITCH and special <= RESET:
        return cards == 0  # R17
    return cards == 1 and ((special == GREEN and total > 0) or (special == RED and total < 0))  # R12


@rule
def pairs(counts: Any, numbers: Any, start: Any) -> Any:
    """Return how many pairs of unseen numbers make ten from a value, each counted twice."""
    found = 0
    for one in range(NUMBERS):
        for other in range(NUMBERS):
            if is_ten(numbers, start + VALUE[one] + VALUE[other]):
                found += counts[one] * (counts[other] - (one == other))
    return found


@rule
def singles(counts: Any, numbers: Any, start: Any) -> Any:
    """Return how many unseen cards make ten alone on a top of that value."""
    found = 0
    for card in range(NUMBERS):
        if is_ten(numbers, start + VALUE[card]):
            found += counts[card]
    for size in range(1, 3):
        if is_ten(numbers, start + size) or is_ten(numbers, start - size):
            found += counts[ONE + size - 1]
    return found


@rule
def danger(v: Any, held: Any, counts: Any, unseen: Any, card: Any, w: Any) -> Any:
    """Return the cost of what the next seat, with so many cards, can do on this top."""
    start = np.int64(VALUE[card])
    if held == 1:
        return w[ONE_GOES] * singles(counts, v.numbers, start) / max(1, unseen)
    share = pairs(counts, v.numbers, start) / max(1, unseen * (unseen - 1))
    return w[TWO_GO if held == 2 else OPEN] * share


@rule
def ready(v: Any, seat: Any) -> Any:
    """Whether the top ends a ten of the next seat."""
    after = (seat + 1) % v.seats
    return v.began[after] < v.done[after] == v.down and v.discards[v.began[after]] <= SWITCH  # no joker


@rule
def rivals(v: Any, seat: Any, moved: Any, held: Any, w: Any) -> Any:
    """Return the value of the other hands; `moved` is 1 after a swap, `held` the size of the own hand."""
    worth = 0.0
    for i in range(1, v.seats):
        other = (seat + i + moved) % v.seats
        cards = held if other == seat else np.int64(v.held[other])
        worth += w[(NEXT if i == 1 else OTHERS) + min(cards, SOME) - 1]
    return worth


@rule
def sizes(hand: Any) -> Any:
    """Return the number cards of a hand, their total, its special cards, and one of these or NONE."""
    cards, total, specials, special = np.int64(0), np.int64(0), np.int64(0), NONE
    for card in range(NUMBERS):
        cards += hand[card]
        total += VALUE[card] * hand[card]
    for card in range(NUMBERS, TYPES):
        if hand[card] > 0:
            specials += hand[card]
            special = np.int64(card)
    return cards, total, specials, special


@rule
def goes_whole(hand: Any, share: Any, numbers: Any) -> Any:
    """Return the chance that a whole hand goes out on a coming top, or on one top."""
    cards, total, specials, special = sizes(hand)
    if specials > 1:
        return 0.0  # R8
    if goes_anyhow(special, cards, total):
        return 1.0
    chance = goes(share, numbers, special, total)
    if special == SWITCH:
        chance += goes_turned(hand, share, numbers, total)
    return min(1.0, chance)


@rule
def goes_later(hand: Any, share: Any, most: Any, numbers: Any) -> Any:
    """Return the chance that what remains after a ten on a coming top, or after drawing, goes out on the next top."""
    cards, total, specials, special = sizes(hand)
    if specials > 1:
        return 0.0
    drawn = 0.0
    for card in range(NUMBERS):
        drawn += goes(share, numbers, special, total + VALUE[card]) / NUMBERS
    later = 0.0
    for start in range(-REDS, REDS + 1):
        best = drawn
        for target in (TEN, -TEN):
            laid = most[MID + target - start]
            if laid > 0 and is_ten(numbers, target):
                left = np.int64(total - target + start)
                sure = laid == cards and (special == NONE or goes_anyhow(special, np.int64(0), np.int64(0)))
                best = max(best, 1.0 if sure else goes(share, numbers, special, left))
        later += share[FAR + start] * best
    return later


@rule
def promise(v: Any, hand: Any, mind: Any) -> Any:
    """Return the value of a hand regardless of the top: its cards, and how well they will fit coming tops.

    Afterwards, the sums in mind are of this hand.
    """
    _, _, most, share, w = mind
    cards, _, specials, _ = sizes(hand)
    worth = w[LEFT + min(cards, FULL)] + w[MANY] * max(0, specials - 1)
    for card in range(NUMBERS, TYPES):
        worth += w[SPECIAL + card - NUMBERS] * hand[card]
    count_sums(hand, most)
    lay = 0.0
    for start in range(-REDS, REDS + 1):
        lay += share[FAR + start] * max(0, lays(most, v.numbers, start))
    worth += w[LAY] * lay + w[OUT] * goes_whole(hand, share, v.numbers)
    return worth + w[SOON] * goes_later(hand, share, most, v.numbers)


@rule
def fit(v: Any, hand: Any, card: Any, most: Any, w: Any) -> Any:
    """Return the value of how well a hand fits the top left to the next seat; `most` is of this hand."""
    worth = w[LAY_HERE] * lays_on(most, v.numbers, card)
    _, total, specials, special = sizes(hand)
    if specials < 2 and goes_out(hand, v.numbers, special, total, card):
        worth += w[OUT_HERE]
    return worth


@rule
def usual(held: Any, counts: Any, hidden: Any, w: Any) -> Any:
    """Return the value of a hand of so many unseen cards."""
    special = 0.0
    for card in range(NUMBERS, TYPES):
        special += counts[card]
    special /= max(1, hidden)
    numbers = held * (1 - special)
    few = min(int(numbers), FULL - 1)
    worth = w[LEFT + few] + (numbers - few) * (w[LEFT + few + 1] - w[LEFT + few])
    for card in range(NUMBERS, TYPES):
        worth += w[SPECIAL + card - NUMBERS] * held * counts[card] / max(1, hidden)
    worth += w[MANY] * max(0.0, held * special - 1)
    return worth + w[OUT] * USUAL_OUT[min(held, FULL)] + w[LAY] * USUAL_LAY[min(held, FULL)]
