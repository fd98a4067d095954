"""brim: the clauses of RULES.md as one compiled file. Margin notes cite clauses."""

from typing import Any

from brelan.core.actions import Actions, Verb
from brelan.core.dice import shuffle
from brelan.core.hands import holds, insert, remove
from brelan.core.outcome import why_over as why_over
from brelan.core.record import Record, owner, public, secret
from brelan.core.rule import rule

# sizes and places
SEATS, HAND, CARDS = 4, 3, 20  # R1 R2
BRIM = 0  # place of the option
MOST = HAND  # legal actions at once: a hand
LONGEST = SEATS * HAND  # actions in a game: every card of every hand
T2, T3 = 102, 103


class State(Record):
    """The whole table. A card is its number."""

    seats = public()  # the number of seats
    brim = public()  # R3: what the cup holds
    filled = public()  # R3: the sum of the cards laid
    last = public()  # R4: the seat that laid the last card, -1 before the first
    seat = public()  # whose turn
    ended = public()  # the clause that ended the game, 0 while it runs
    held = public(SEATS)  # cards in each hand
    laid = public(SEATS, HAND)  # in the order laid, 0 where nothing lies
    hands = owner(SEATS, HAND, count="held")  # the cards of each seat, ascending
    aside = secret(CARDS)  # the pack, top first; what was dealt is 0


ACTIONS = Actions(Verb("lay", card=range(1, CARDS + 1)))
CARD = ACTIONS.column("card")
LAY = ACTIONS.table("lay")


# queries: they change nothing


@rule
def stuck(s: Any, seat: Any) -> Any:
    """Whether no card of a seat fits into the cup, or it has none."""
    return s.held[seat] == 0 or s.filled + s.hands[seat, 0] > s.brim  # R4: the first is the lowest


@rule
def why_not(s: Any, action: Any) -> Any:
    """Return 0 if the action is allowed, otherwise the clause it would break."""
    if s.ended != 0:
        return T3
    if not holds(s.hands, s.held, s.seat, CARD[action]):
        return T2
    return 3 if s.filled + CARD[action] > s.brim else 0


@rule
def legal(s: Any, out: Any) -> Any:
    """Write the allowed actions in ascending order and return how many."""
    n = 0
    if s.ended != 0:
        return n
    for i in range(s.held[s.seat]):
        card = s.hands[s.seat, i]
        if s.filled + card <= s.brim:  # R3
            out[n] = LAY[card]
            n += 1
    return n


@rule
def score(s: Any, out: Any) -> None:
    """1 for the seat that laid last, 0 for the others."""
    for seat in range(s.seats):
        out[seat] = 1 if seat == s.last else 0  # R4


@rule
def cards(s: Any, out: Any) -> Any:
    """Write every card, wherever it is, and return how many, for the contract."""
    n = 0
    for seat in range(s.seats):
        for i in range(HAND):
            card = s.hands[seat, i] if i < s.held[seat] else s.laid[seat, HAND - 1 - i]
            out[n] = card
            n += 1
    for i in range(CARDS):
        if s.aside[i] != 0:
            out[n] = s.aside[i]
            n += 1
    return n


@rule
def view(s: Any, seat: Any, v: Any) -> None:
    """Add nothing beyond the fields' declarations."""


# changes


@rule
def apply(s: Any, action: Any, dice: Any) -> None:
    """Play an allowed action in place. Trusts the caller: an action that is not allowed corrupts the record."""
    seat = s.seat
    s.laid[seat, HAND - s.held[seat]] = CARD[action]
    s.filled += CARD[action]
    s.last = seat
    remove(s.hands, s.held, seat, CARD[action])
    s.seat = (seat + 1) % s.seats  # R3
    if stuck(s, s.seat):
        s.ended = 4


@rule
def pack(seats: Any, options: Any, out: Any) -> Any:
    """Write the cards in play in ascending order and return how many."""
    for i in range(CARDS):
        out[i] = 1 + i  # R1
    return CARDS


@rule
def deal(s: Any, seats: Any, options: Any, dice: Any) -> None:
    """Set up a record, even one full of garbage."""
    s.seats = seats
    s.brim = options[BRIM]
    s.seat = s.ended = s.filled = 0
    s.last = -1
    for seat in range(SEATS):
        s.held[seat] = 0
        for i in range(HAND):
            s.hands[seat, i] = s.laid[seat, i] = 0
    pack(seats, options, s.aside)
    shuffle(dice, s.aside, CARDS)
    for i in range(seats * HAND):  # R2 T5
        insert(s.hands, s.held, i // HAND, s.aside[i])
        s.aside[i] = 0


@rule
def why_not_deal(seats: Any, options: Any) -> Any:
    """Return 0 if the options can be combined, otherwise the clause they break."""
    return 0


@rule
def guess(s: Any, seat: Any, dice: Any) -> None:
    """Fill a view of a seat up to a whole record: cards it has not seen go anywhere, at random."""
    for i in range(CARDS):
        s.aside[i] = 1 + i
    for other in range(s.seats):
        for i in range(HAND):
            if s.laid[other, i] > 0:
                s.aside[s.laid[other, i] - 1] = 0
            if other == seat and i < s.held[other]:
                s.aside[s.hands[other, i] - 1] = 0
    deal_again(s, seat, dice)
    while s.seat != seat and stuck(s, s.seat) != (s.ended != 0):  # all have seen whether it could lay
        take_back(s, seat)
        deal_again(s, seat, dice)


@rule
def deal_again(s: Any, seat: Any, dice: Any) -> None:
    """Shuffle the cards aside and give every seat but one as many of them as it holds."""
    shuffle(dice, s.aside, CARDS)
    top = 0
    for other in range(SEATS):
        held = s.held[other] if other != seat else 0
        if other != seat:
            s.held[other] = 0
            for i in range(HAND):
                s.hands[other, i] = 0
        for _ in range(held):
            while s.aside[top] == 0:
                top += 1
            insert(s.hands, s.held, other, s.aside[top])
            s.aside[top] = 0


@rule
def take_back(s: Any, seat: Any) -> None:
    """Put the cards of every seat but one back aside, where there is room: as many places are 0 as cards were given."""
    place = 0
    for other in range(s.seats):
        for i in range(s.held[other] if other != seat else 0):
            while s.aside[place] != 0:
                place += 1
            s.aside[place] = s.hands[other, i]
