"""The end of a game: without a stock the cards of all other hands are known by counting, so it can be searched.

Alone and with two seats the hands themselves are known, and the search is exact. With more, the hidden cards are dealt
out in several ways, and a turn is worth the share of them in which everything could still be laid.
"""

from typing import Any

import numpy as np

from ...core.dice import mix, shuffle
from ...core.rule import rule
from .plan import USED
from .rules import CARDS, HAND, HIGHEST, LOWEST, PILES, SEATS, STEP_BACK, fits

LEVELS = 2 * SEATS * HAND + 2  # cards laid, and a handing over between any two
TRIES = HAND * PILES + 1  # at each level: every card of a hand on every pile, and handing the turn over
HAND_OVER = HAND * PILES
HAND_OVER_AT = 2  # handing over is tried after steps as near as this
LOOKS = 20_000  # levels entered before giving up
NO_WAY, GAVE_UP = -1, -2
COUNT, AT, WHO, OLD, FRESH, MARKS = 0, 1, 2, 3, 4, 5  # what is written down at each level
NUMBERS = HIGHEST + STEP_BACK + 1


@rule
def lowest(top: Any, waits: Any) -> Any:
    """The lowest number a climbing pile could ever show, going up and stepping back through the cards that wait."""
    low, card = top, top - 1
    while card >= LOWEST and card >= low - STEP_BACK:
        if waits[card] and (card + STEP_BACK == top or (waits[card + STEP_BACK] and card + STEP_BACK >= low)):
            low = card
        card -= 1
    return low


@rule
def highest(top: Any, waits: Any) -> Any:
    """The highest number a falling pile could ever show."""
    high, card = top, top + 1
    while card <= HIGHEST and card <= high + STEP_BACK:
        if waits[card] and (card - STEP_BACK == top or (waits[card - STEP_BACK] and card - STEP_BACK <= high)):
            high = card
        card += 1
    return high


@rule
def hopeless(tops: Any, waits: Any) -> Any:
    """Whether some card that waits can never be laid, whoever holds it."""
    low = min(lowest(tops[0], waits), lowest(tops[1], waits))
    high = max(highest(tops[2], waits), highest(tops[3], waits))
    for card in range(max(LOWEST, high), min(low, HIGHEST) + 1):
        if waits[card]:
            return True
    return False


@rule
def next_mover(seat: Any, seats: Any, held: Any, used: Any) -> Any:
    """The next seat with cards; the seat itself if there is no other (R12)."""
    other = (seat + 1) % seats
    while other != seat and used[other] == (1 << held[other]) - 1:
        other = (other + 1) % seats
    return other


@rule
def list_tries(tops: Any, hands: Any, held: Any, used: Any, seats: Any, mark: Any, tries: Any, far: Any) -> None:
    """Write what the mover can do, nearest first, and handing over if the turn owes nothing (R11); mark how many."""
    n, who = 0, mark[WHO]
    for i in range(held[who]):
        if (used[who] >> i) & 1:
            continue
        card = hands[who, i]
        for pile in range(PILES):
            if (pile & 1 and tops[pile] == tops[pile - 1]) or not fits(tops[pile], card, pile):
                continue
            n = insert(tries, far, n, i * PILES + pile, card - tops[pile] if pile < 2 else tops[pile] - card)
    if mark[FRESH] == 0 and next_mover(who, seats, held, used) != who:
        n = insert(tries, far, n, HAND_OVER, HAND_OVER_AT)
    mark[COUNT], mark[AT] = n, 0


@rule
def insert(tries: Any, far: Any, n: Any, step: Any, distance: Any) -> Any:
    """Put a step in its place among those nearest first; return how many there are."""
    q = n
    while q > 0 and far[q - 1] > distance:
        far[q], tries[q] = far[q - 1], tries[q - 1]
        q -= 1
    far[q], tries[q] = distance, step
    return n + 1


@rule
def stack() -> Any:
    """What the search writes on: tries and marks a level, distances, cards used, cards that wait, tops."""
    tries, marks = np.zeros((LEVELS, TRIES), np.int16), np.zeros((LEVELS, MARKS), np.int16)
    return (
        tries,
        marks,
        np.zeros(TRIES, np.int16),
        np.zeros(SEATS, np.int16),
        np.zeros(NUMBERS, np.bool_),
        np.zeros(PILES, np.int16),
    )


@rule
def solve(
    start: Any, hands: Any, held: Any, seats: Any, seat: Any, fresh: Any, looks: Any,
    tries: Any, marks: Any, far: Any, used: Any, waits: Any, tops: Any,
) -> Any:  # fmt: skip
    """The first step of a way to lay every card, all hands being known; NO_WAY if there is none, GAVE_UP after `looks`.

    A step is place in hand * PILES + pile, or HAND_OVER. Depth first, each level is a card laid or the turn handed
    over; where a card can never be laid any more it turns back.
    """
    cards = 0
    for card in range(NUMBERS):
        waits[card] = False
    for who in range(seats):
        used[who] = 0
        cards += held[who]
        for i in range(held[who]):
            waits[hands[who, i]] = True
    for pile in range(PILES):
        tops[pile] = start[pile]
    if hopeless(tops, waits):
        return NO_WAY
    level = laid = 0
    marks[0, WHO], marks[0, FRESH] = seat, fresh
    list_tries(tops, hands, held, used, seats, marks[0], tries[0], far)
    while True:
        mark = marks[level]
        if mark[AT] == mark[COUNT]:
            if level == 0:
                return NO_WAY
            level -= 1
            mark = marks[level]
            step = tries[level, mark[AT] - 1]
            if step != HAND_OVER:
                laid -= 1
                take_up(step, mark, hands, used, waits, tops)
            continue
        step = tries[level, mark[AT]]
        mark[AT] += 1
        who = mark[WHO]
        if step != HAND_OVER:
            put_down(step, mark, hands, used, waits, tops)
            laid += 1
            if laid == cards:
                return tries[0, marks[0, AT] - 1]
            if hopeless(tops, waits):
                laid -= 1
                take_up(step, mark, hands, used, waits, tops)
                continue
        over = step == HAND_OVER or used[who] == (1 << held[who]) - 1
        level += 1
        marks[level, WHO] = next_mover(who, seats, held, used) if over else who
        marks[level, FRESH] = 1 if over else 0
        looks -= 1
        if looks <= 0:
            return GAVE_UP
        list_tries(tops, hands, held, used, seats, marks[level], tries[level], far)


@rule
def put_down(step: Any, mark: Any, hands: Any, used: Any, waits: Any, tops: Any) -> None:
    """Lay a card and remember what it covers."""
    who, place, pile = mark[WHO], step // PILES, step % PILES
    mark[OLD] = tops[pile]
    tops[pile] = hands[who, place]
    used[who] |= 1 << place
    waits[hands[who, place]] = False


@rule
def take_up(step: Any, mark: Any, hands: Any, used: Any, waits: Any, tops: Any) -> None:
    """Take a card back."""
    who, place, pile = mark[WHO], step // PILES, step % PILES
    tops[pile] = mark[OLD]
    used[who] &= ~(1 << place)
    waits[hands[who, place]] = True


@rule
def hidden_cards(v: Any, seat: Any, out: Any) -> Any:
    """Write the cards that neither lie nor are one's own, ascending; return how many."""
    lies = np.zeros(LOWEST + CARDS, np.bool_)
    for i in range(v.down):
        lies[v.laid[i]] = True
    for i in range(v.held[seat]):
        lies[v.hands[seat, i]] = True
    n = 0
    for card in range(LOWEST, LOWEST + CARDS):
        if not lies[card]:
            out[n] = card
            n += 1
    return n


@rule
def way_out(v: Any, seat: Any) -> Any:
    """The first step of a way to lay every card, alone or with two seats, where counting tells both hands."""
    hands, held, hidden = v.hands.copy(), v.held.copy(), np.zeros(CARDS, np.int16)
    count = hidden_cards(v, seat, hidden)
    if count > HAND:
        return NO_WAY
    if v.seats == 2:
        held[1 - seat] = count
        for i in range(count):
            hands[1 - seat, i] = hidden[i]
    tries, marks, far, used, waits, tops = stack()
    fresh = 1 if v.owed > 0 else 0
    step = solve(v.tops, hands, held, v.seats, seat, fresh, LOOKS, tries, marks, far, used, waits, tops)
    return NO_WAY if step == GAVE_UP else step


@rule
def chances(v: Any, seat: Any, turns: Any, found: Any, worlds: Any, looks: Any, wins: Any) -> None:
    """For each turn, in how many of so many ways to deal the hidden cards everything could still be laid after it."""
    hands, held, hidden = v.hands.copy(), v.held.copy(), np.zeros(CARDS, np.int16)
    count = hidden_cards(v, seat, hidden)
    tries, marks, far, used, waits, tops = stack()
    throws = luck(v, seat)
    wins[:found] = 0
    for _ in range(worlds):
        shuffle(throws, hidden, count)
        n = 0
        for other in range(v.seats):
            if other != seat:
                for i in range(v.held[other]):
                    hands[other, i] = hidden[n]
                    n += 1
        for turn in range(found):
            left = 0
            for i in range(v.held[seat]):
                if not (turns[turn, USED] >> i) & 1:
                    hands[seat, left] = v.hands[seat, i]
                    left += 1
            held[seat] = left
            used[:] = 0
            mover = next_mover(seat, v.seats, held, used)
            if mover == seat and left == 0:
                wins[turn] += 1
                continue
            step = solve(turns[turn], hands, held, v.seats, mover, 1, looks, tries, marks, far, used, waits, tops)
            if step >= 0:
                wins[turn] += 1


@rule
def luck(v: Any, seat: Any) -> Any:
    """Dice that depend on the view alone, so that equal views choose alike."""
    throws = np.zeros(2, np.uint64)
    for i in range(v.down):
        throws[0] = mix(throws[0], np.uint64(v.laid[i]))
    throws[0] = mix(throws[0], np.uint64(seat))
    return throws
