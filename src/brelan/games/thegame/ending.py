"""The ending: once the stock is empty, counting reveals the cards of all other hands together, so it can be searched.

With one or two seats, the hands are known exactly, and so is the search. With more, hidden cards are dealt
in several ways, and a turn is worth the share of them in which everything can still be laid.
"""

from typing import Any

import numpy as np

from ...core.dice import below, mix, shuffle
from ...core.rule import rule
from .plan import HAND_OVER, TURNS, USED
from .rules import BACK, CARDS, HAND, HIGHEST, LOWEST, NONE, PILES, SEATS, STEP_BACK, fits

LEVELS = 2 * SEATS * HAND + 2  # cards laid, and a handing over between any two
TRIES = HAND * PILES + 1  # at each level: every card of a hand on every pile, and handing over
HAND_OVER_AT = 2  # handing over is tried after steps this near
LOOKS = 20_000  # levels entered before giving up
QUICK_LOOKS = 200  # the same in each of the ways to deal the hidden cards
NO_WAY, GAVE_UP = -1, -2
BEHIND, EASIER, ENOUGH = 2, 8, 12  # a turn this far behind, or more in later worlds, is dropped
CLOSE = 1  # cards that may come before a near one
COUNT, AT, WHO, OLD, FRESH, MARKS = 0, 1, 2, 3, 4, 5  # what is stored at each level
WORD, LAST = 50, 99  # a set of cards is two words of fifty bits
TEN_BITS, ALL_BITS = (1 << STEP_BACK) - 1, (1 << WORD) - 1


@rule
def any_in(low: Any, high: Any, first: Any, last: Any) -> Any:
    """Whether one of the numbers from first to last is in a set, stored as bits of two words of fifty numbers."""
    first, last = int(first), int(last)  # interpreted, shifting a small integer overflows
    if last < first:
        return False
    if first < WORD and low >> first:
        if last >= WORD - 1 or (low >> first) & ((1 << (last - first + 1)) - 1):
            return True
    if last >= WORD:
        start = max(first - WORD, 0)
        return (high >> start) & ((1 << (last - WORD - start + 1)) - 1) != 0
    return False


@rule
def farthest(top: Any, step: Any, low: Any, high: Any) -> Any:
    """Return the farthest back a pile could ever get, moving on and stepping back through the cards of a set.

    A step is -10 for a climbing pile, 10 for a falling one. `low` and `high` hold the remaining cards whose card ten
    further on also remains; the top counts as such a card.
    """
    reach = top
    if step < 0:
        while any_in(low, high, max(reach + step, 0), reach - 1):
            reach = max(reach + step, 0)
            while not any_in(low, high, reach, reach):
                reach += 1
    else:
        while any_in(low, high, reach + 1, min(reach + step, LAST)):
            reach = min(reach + step, LAST)
            while not any_in(low, high, reach, reach):
                reach -= 1
    return reach


@rule
def hopeless(tops: Any, low: Any, high: Any) -> Any:
    """Whether some remaining card, in a set of two words, can never be laid, whoever holds it."""
    on_low, on_high = (low >> STEP_BACK) | ((high & TEN_BITS) << (WORD - STEP_BACK)), high >> STEP_BACK
    back_low = (low << STEP_BACK) & ALL_BITS
    back_high = ((high << STEP_BACK) & ALL_BITS) | (low >> (WORD - STEP_BACK))
    climbs, falls = 1000, -1
    for pile in range(PILES):
        step = -STEP_BACK if pile < 2 else STEP_BACK
        some_low, some_high = (low & on_low, high & on_high) if pile < 2 else (low & back_low, high & back_high)
        back = int(tops[pile]) + step
        if 0 <= back < WORD:
            some_low |= low & (1 << back)
        elif WORD <= back <= LAST:
            some_high |= high & (1 << (back - WORD))
        reach = farthest(tops[pile], step, some_low, some_high)
        if pile < 2:
            climbs = min(climbs, reach)
        else:
            falls = max(falls, reach)
    return falls + 1 < climbs and any_in(low, high, falls + 1, climbs - 1)


@rule
def next_mover(seat: Any, seats: Any, held: Any, used: Any) -> Any:
    """Return the next seat with cards, or the seat itself if there is no other (R12)."""
    other = (seat + 1) % seats
    while other != seat and used[other] == (1 << held[other]) - 1:
        other = (other + 1) % seats
    return other


@rule
def list_tries(tops: Any, hands: Any, held: Any, used: Any, seats: Any, mark: Any, tries: Any, far: Any) -> None:
    """Write the mover's options, nearest first, and handing over if nothing is owed (R11); record how many."""
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
    """Insert a step into a list sorted by distance and return its length."""
    q = n
    while q > 0 and far[q - 1] > distance:
        far[q], tries[q] = far[q - 1], tries[q - 1]
        q -= 1
    far[q], tries[q] = distance, step
    return n + 1


@rule
def stack() -> Any:
    """Return the search's buffers: tries and marks per level, distances, used cards, the remaining cards, tops."""
    tries, marks = np.zeros((LEVELS, TRIES), np.int16), np.zeros((LEVELS, MARKS), np.int16)
    used, waits = np.zeros(SEATS, np.int16), np.zeros(2, np.int64)
    return tries, marks, np.zeros(TRIES, np.int16), used, waits, np.zeros(PILES, np.int16)


@rule
def solve(
    start: Any, hands: Any, held: Any, seats: Any, seat: Any, fresh: Any, looks: Any,
    tries: Any, marks: Any, far: Any, used: Any, waits: Any, tops: Any,
) -> Any:  # fmt: skip
    """Return the first step of a way to lay every card, given all hands; NO_WAY if none, GAVE_UP after `looks`.

    A step is place in hand * PILES + pile, or HAND_OVER. The search is depth-first; each level lays a card or hands
    over, and backtracks if some card can never be laid.
    """
    cards = waits[0] = waits[1] = 0
    for who in range(seats):
        used[who] = 0
        cards += held[who]
        for i in range(held[who]):
            waits[hands[who, i] // WORD] |= 1 << int(hands[who, i] % WORD)
    for pile in range(PILES):
        tops[pile] = start[pile]
    if hopeless(tops, waits[0], waits[1]):
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
            if hopeless(tops, waits[0], waits[1]):
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
    """Lay a card, remembering what it covers."""
    who, place, pile = mark[WHO], step // PILES, step % PILES
    mark[OLD] = tops[pile]
    tops[pile] = hands[who, place]
    used[who] |= 1 << place
    card = hands[who, place]
    waits[card // WORD] ^= 1 << int(card % WORD)


@rule
def take_up(step: Any, mark: Any, hands: Any, used: Any, waits: Any, tops: Any) -> None:
    """Take a card back."""
    who, place, pile = mark[WHO], step // PILES, step % PILES
    tops[pile] = mark[OLD]
    used[who] &= ~(1 << place)
    card = hands[who, place]
    waits[card // WORD] ^= 1 << int(card % WORD)


@rule
def hidden_cards(coming: Any, held: Any, out: Any) -> Any:
    """Write the cards that are neither laid nor one's own, ascending, and return how many."""
    n = 0
    for card in range(LOWEST, HIGHEST + 1):
        if coming[card] > coming[card - 1] and held[card] < 0:
            out[n] = card
            n += 1
    return n


@rule
def way_out(v: Any, seat: Any, coming: Any, places: Any) -> Any:
    """Return the first step of a way to lay every card with one or two seats, where counting reveals both hands."""
    hands, held, hidden = v.hands.copy(), v.held.copy(), np.zeros(CARDS, np.int16)
    count = hidden_cards(coming, places, hidden)
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
def is_reason(v: Any, card: Any, pile: Any, wish: Any, coming: Any) -> Any:
    """Whether a card explains what somebody said about a pile: it steps back there, or is near."""
    top = v.tops[pile]
    if card == (top - STEP_BACK if pile < 2 else top + STEP_BACK):
        return True
    if wish == BACK or (card < top if pile < 2 else card > top):
        return False
    return (coming[card - 1] - coming[top] if pile < 2 else coming[top - 1] - coming[card]) <= CLOSE


@rule
def heed(v: Any, seat: Any, hands: Any, coming: Any, throws: Any) -> None:
    """Swap cards between hidden hands until every seat has a reason for what it said, as far as possible."""
    for other in range(v.seats):
        for pile in range(PILES):
            wish = v.signals[other, pile]
            if other == seat or v.held[other] == 0 or wish == NONE:
                continue
            has = False
            for i in range(v.held[other]):
                has = has or is_reason(v, hands[other, i], pile, wish, coming)
            start = below(throws, v.seats)
            mine = below(throws, v.held[other])
            for turn in range(v.seats):
                giver = (start + turn) % v.seats
                if has or giver == seat:
                    continue
                for i in range(v.held[giver] if giver != other else 0):
                    if not has and is_reason(v, hands[giver, i], pile, wish, coming):
                        card = hands[giver, i]
                        hands[giver, i] = hands[other, mine]
                        hands[other, mine] = card
                        has = True


@rule
def race(
    v: Any, seat: Any, turns: Any, found: Any, worlds: Any, coming: Any, wins: Any,
    hidden: Any, count: Any, hands: Any, held: Any, throws: Any,
    tries: Any, marks: Any, far: Any, used: Any, waits: Any, tops: Any,
) -> Any:  # fmt: skip
    """Return the best turn: over so many deals of the hidden cards, it most often lets everything be laid.

    Turns that fall behind are dropped; the race ends when the leader is alone or has never failed.
    """
    for turn in range(found):
        wins[turn] = 0
    for other in range(v.seats):
        held[other] = v.held[other]
    best, living = 0, found
    for world in range(worlds):
        shuffle(throws, hidden, count)
        n = 0
        for other in range(v.seats):
            if other != seat:
                for i in range(v.held[other]):
                    hands[other, i] = hidden[n]
                    n += 1
        heed(v, seat, hands, coming, throws)
        for turn in range(found):
            if wins[turn] >= 0 and still_open(v, seat, turns[turn], hands, held, tries, marks, far, used, waits, tops):
                wins[turn] += 1
        for turn in range(found):
            if wins[turn] > wins[best]:
                best = turn
        for turn in range(found):
            if wins[turn] >= 0 and wins[turn] < wins[best] - BEHIND - world // EASIER:
                wins[turn] = -1
                living -= 1
        if living == 1 or (world + 1 >= ENOUGH and wins[0] == world + 1):
            break
    return best


@rule
def still_open(
    v: Any, seat: Any, turn: Any, hands: Any, held: Any, tries: Any, marks: Any, far: Any, used: Any, waits: Any,
    tops: Any,
) -> Any:  # fmt: skip
    """Whether everything can be laid after a turn, given all hands."""
    left = 0
    for i in range(v.held[seat]):
        if not (turn[USED] >> i) & 1:
            hands[seat, left] = v.hands[seat, i]
            left += 1
    held[seat] = left
    for other in range(v.seats):
        used[other] = 0
    mover = next_mover(seat, v.seats, held, used)
    if left == 0 and mover == seat:
        return True
    return solve(turn, hands, held, v.seats, mover, 1, QUICK_LOOKS, tries, marks, far, used, waits, tops) >= 0


@rule
def best_turn(v: Any, seat: Any, turns: Any, found: Any, worlds: Any, sheet: Any) -> Any:
    """Return the turn after which everything can be laid for most deals of the hidden cards."""
    hands, held, hidden = v.hands.copy(), v.held.copy(), np.zeros(CARDS, np.int16)
    count = hidden_cards(sheet[1], sheet[2], hidden)
    throws, wins = np.zeros(2, np.uint64), np.zeros(TURNS, np.int16)
    luck(v, seat, throws)
    tries, marks, far, used, waits, tops = stack()
    return race(
        v, seat, turns, found, worlds, sheet[1], wins, hidden, count, hands, held, throws,
        tries, marks, far, used, waits, tops,
    )  # fmt: skip


@rule
def luck(v: Any, seat: Any, throws: Any) -> None:
    """Seed dice from the view, so that equal views lead to equal choices."""
    throws[0] = throws[1] = 0
    for i in range(v.down):
        throws[0] = mix(throws[0], np.uint64(v.laid[i]))
    throws[0] = mix(throws[0], np.uint64(seat))
