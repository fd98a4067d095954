"""How a choice looks to the seat that makes it: the table after it, as inputs of a net, without hidden cards."""

from typing import Any

from ...core.net import put
from ...core.rule import rule
from .cards import ASIDE, DEALER, HAND, NOBODY, SEATS, is_double, tens_of
from .rules import CARD, FIRST, FIRST_CAP, FIVE_ON, PASS, PLACE, SECOND

# inputs; the first five are rows with one place per card
OWN, OWN_FITS, GONE, FITS, LEAD = range(5)  # in hand; of these, fits the gap; seen, not in hand; unseen and fits; led
ROWS = 5
WORD = 40  # cards of the first word of those seen
WORTH = 0  # nine: points of the trick, capped at eight, while it can still be contested;
MINE = 9  # nine: the same if this choice wins it,
THEIRS = 18  # nine: and if this choice loses it
HELD = 27  # eleven: cards left in hand
LEAST = 38  # eleven: the fewest cards of any other seat
OTHER = 49  # for each other seat, by turn: cards, one, two, up to three, asked in this trick, laid last, has the marker
EACH = 7
MARKER = OTHER + EACH * (SEATS - 1)  # this seat has it
TENS, UNSEEN_TENS, DOUBLES, UNSEEN_DOUBLES = range(MARKER + 1, MARKER + 5)  # number of inputs
FITTING, UNSEEN_FITTING = MARKER + 5, MARKER + 6  # own cards that fit, and unseen ones
RIVALS = MARKER + 7  # seats still asked in this trick
OUT = MARKER + 8  # this seat passes
MAY_PASS = MARKER + 9  # R5: the second card may be refused
SEATED = MARKER + 10  # five: the number of seats
FACTS = SEATED + SEATS - 1


def inputs(seats: int) -> int:
    """Return the number of inputs of a table with so many seats."""
    return ROWS * (HAND * seats + ASIDE) + FACTS


@rule
def cards_of(seats: Any) -> Any:
    """Return how many cards the net for so many seats knows; two seats have their own net."""
    return HAND * (2 if seats == 2 else SEATS) + ASIDE


@rule
def fits(card: Any, low: Any, high: Any) -> Any:
    """Whether a card could be laid between these limits."""
    return is_double(card) or low < card < high  # R6 R9


@rule
def limits_after(v: Any, action: Any, card: Any) -> Any:
    """Return the limits in force after a choice, the lower first."""
    caps = FIRST_CAP <= action < PASS
    first, second = v.limits[FIRST], v.limits[SECOND]
    if caps:
        if PLACE(action) == SECOND:
            second = card
        else:
            first = card
    elif action != PASS and v.limited == 1:
        second = card
    elif v.limited == 0:
        first = card
    return min(first, second), max(first, second)


@rule
def put_others(v: Any, seat: Any, last: Any, start: Any, places: Any, values: Any, n: Any) -> Any:
    """Write the other seats in turn order; return the number of inputs, and the fewest cards of any of them."""
    least = HAND
    for turn in range(1, v.seats):
        other, row = (seat + turn) % v.seats, start + OTHER + EACH * (turn - 1)
        held = int(v.held[other])
        least = min(least, held)
        n = put(places, values, n, row, held * 0.1)
        if 0 < held <= 3:
            n = put(places, values, n, row + held, 1.0)
        if v.passed[other] == 0 and held > 0 and other != last:
            n = put(places, values, n, row + 4, 1.0)
        if other == last:
            n = put(places, values, n, row + 5, 1.0)
        if v.marker == other:
            n = put(places, values, n, row + 6, 1.0)
    return n, least


@rule
def put_cards(v: Any, seat: Any, card: Any, low: Any, high: Any, contested: Any, places: Any, values: Any) -> Any:
    """Write every card by where it is and whether it fits, and their sums; `card` is laid, NOBODY for a pass."""
    every, start = cards_of(v.seats), ROWS * cards_of(v.seats)
    seen = more_seen = 0  # a bit for each card, in two words
    n = tens = doubles = fitting = 0
    for i in range(v.held[seat]):
        own = int(v.hands[seat, i])
        if own < WORD:
            seen |= 1 << own
        else:
            more_seen |= 1 << (own - WORD)
        if own == card:
            continue
        n = put(places, values, n, every * OWN + own, 1.0)
        tens += tens_of(own)
        doubles += 1 if is_double(own) else 0
        if contested and fits(own, low, high):
            n = put(places, values, n, every * OWN_FITS + own, 1.0)
            fitting += 1
    for i in range(v.gone + v.lying):
        other = int(v.taken[i] if i < v.gone else v.trick[i - v.gone])
        if other < WORD:
            seen |= 1 << other
        else:
            more_seen |= 1 << (other - WORD)
        n = put(places, values, n, every * GONE + other, 1.0)
    if card != NOBODY:
        n = put(places, values, n, every * GONE + card, 1.0)
    unseen_tens = unseen_doubles = unseen_fitting = 0
    for other in range(HAND * v.seats + ASIDE):
        if ((seen >> other) if other < WORD else (more_seen >> (other - WORD))) & 1:
            continue
        unseen_tens += tens_of(other)
        unseen_doubles += 1 if is_double(other) else 0
        if contested and fits(other, low, high):
            n = put(places, values, n, every * FITS + other, 1.0)
            unseen_fitting += 1
    n = put(places, values, n, start + TENS, tens * 0.5)
    n = put(places, values, n, start + DOUBLES, doubles * 0.5)
    n = put(places, values, n, start + UNSEEN_TENS, unseen_tens * 0.3)
    n = put(places, values, n, start + UNSEEN_DOUBLES, unseen_doubles * 0.3)
    n = put(places, values, n, start + FITTING, fitting * 0.3)
    return put(places, values, n, start + UNSEEN_FITTING, unseen_fitting * 0.2)


@rule
def features(v: Any, seat: Any, action: Any, places: Any, values: Any) -> Any:
    """Write the inputs of a choice as places and values, and return how many."""
    start = ROWS * cards_of(v.seats)
    card = NOBODY if action == PASS else int(FIVE_ON(action)) if action >= FIRST_CAP else int(CARD(action))
    last = v.last if action == PASS else seat
    low, high = (
        limits_after(v, action, card)
        if action != PASS
        else (min(v.limits[0], v.limits[1]), max(v.limits[0], v.limits[1]))
    )
    limited = int(v.limited) + (1 if action != PASS and v.limited < 2 else 0)
    worth = int(v.worth) + (0 if action == PASS else tens_of(card) + (1 if v.lying == 0 else 0))
    rivals = 0
    for turn in range(1, v.seats):
        other = (seat + turn) % v.seats
        rivals += 1 if v.passed[other] == 0 and v.held[other] > 0 and other != last else 0
    n = put_cards(v, seat, card, low, high, limited == 2 and rivals > 0, places, values)
    n, least = put_others(v, seat, last, start, places, values, n)
    if limited == 1 and rivals > 0:
        n = put(places, values, n, cards_of(v.seats) * LEAD + int(card if card != NOBODY else v.limits[FIRST]), 1.0)
    n = put(places, values, n, start + (WORTH if rivals > 0 else MINE if last == seat else THEIRS) + min(worth, 8), 1.0)
    held = int(v.held[seat]) - (0 if action == PASS else 1)
    n = put(places, values, n, start + HELD + held, 1.0)
    n = put(places, values, n, start + LEAST + least, 1.0)
    if v.marker == seat or (v.marker == NOBODY and held == 0):
        n = put(places, values, n, start + MARKER, 1.0)
    if action == PASS:
        n = put(places, values, n, start + OUT, 1.0)
    if v.second_may_pass:
        n = put(places, values, n, start + MAY_PASS, 1.0)
    n = put(places, values, n, start + RIVALS, rivals * 0.3)
    return put(places, values, n, start + SEATED + v.seats - 2, 1.0)


@rule
def standing(s: Any, seat: Any) -> Any:
    """Return how far a seat is ahead of the others' average, in units of four points."""
    others = own = 0
    for other in range(s.seats):
        points = int(s.points[other]) + (0 if s.seat == DEALER else int(s.won[other]))
        if other == seat:
            own = points
        else:
            others += points
    return 0.25 * (own - others / (s.seats - 1))
