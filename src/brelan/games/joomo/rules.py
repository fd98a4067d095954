"""Joomo: the clauses of RULES.md as one compiled file. Margin notes cite clauses."""

from typing import Any

from ...core.actions import Actions, Verb
from ...core.dice import below, shuffle
from ...core.hands import copied, holds, remove
from ...core.outcome import why_over as why_over
from ...core.record import Record, owner, public, remembered, secret
from ...core.rule import rule
from .cards import ASIDE, BOTH, CARDS, DEALER, FIVES, HAND, NOBODY, SEATS, is_double, is_five, tens_of
from .dealing import give, set_aside
from .dealing import guess as guess

# sizes and places
LAID = SEATS * HAND  # the most cards in a trick, or taken in a round: all that were dealt
FIRST, SECOND, GAP = 0, 1, 2  # where a card of the trick is
MARKS = SEATS * 3  # a seat and a place, as one number
GOAL, ROUNDS = 20, 100  # R16 R21
WON = HAND + len(FIVES)  # the most points a seat wins in a round: every trick costs it a card, and there are seven tens
LOST = ROUNDS * len(FIVES)  # the most points a seat loses in a game: all tens, in every round
MOST = HAND + 2 * len(FIVES) + 1  # the most allowed at once: every card of a hand, a five on either limit, and `pass`
LONGEST = ROUNDS * (LAID * SEATS + 1)  # the most in a game: a trick has a card or more, and one pass per other seat
SECOND_MAY_PASS = 0  # index of the option
T2, T3 = 102, 103


class State(Record):
    """The whole table. A card is its number, 0 to 69."""

    seats = public(least=2, most=SEATS)  # the number of seats
    second_may_pass = public(most=1)  # R5: 1 if it may
    rounds = public(least=1, most=ROUNDS)  # rounds dealt, including this one
    dealer = public(most=SEATS - 1)  # R2 R18: the seat that deals
    seat = public(least=-1, most=SEATS - 1)  # whose turn
    tied = public(most=1)  # R17: 1 from the first tie for the win on; 20 no longer matters
    ended = public(most=21)  # the clause that ended the game, 0 while it runs
    marker = public(least=-1, most=SEATS - 1)  # R13: the seat that went out first
    last = public(least=-1, most=SEATS - 1)  # R8: the last to lay in this trick
    worth = public(most=1 + len(FIVES))  # R4 R12: points of this trick
    limited = public(most=2)  # the number of limits
    lying = public(most=LAID)  # cards in the trick
    gone = public(most=LAID)  # cards in tricks taken this round
    limits = public(2, count="limited", most=CARDS - 1)  # R6: the cards in force, by place
    passed = public(SEATS, most=1)  # R7: 1 for a seat that is out of this trick
    held = public(SEATS, most=HAND)  # cards in each hand
    won = public(SEATS, most=WON)  # R15: points of the tricks of this round
    points = public(SEATS, least=-LOST, most=ROUNDS * (WON + 1))  # R16 R19: points of the game so far, unbounded
    tricks = public(SEATS, most=WON)  # the score pad: points of the tricks in the last round scored,
    tens = public(SEATS, most=len(FIVES))  # and tens that were left in hand (R15); its marker is now the dealer (R18)
    trick = public(LAID, small=True, count="lying", most=CARDS - 1)  # R8: its cards in the order laid
    places = public(LAID, small=True, count="lying", most=GAP)  # where each of them is
    hands = owner(SEATS, HAND, small=True, count="held", most=CARDS - 1)  # the cards of each seat, ascending
    taken = remembered(LAID, small=True, count="gone", most=CARDS - 1)  # R8: cards taken, face down, in the order laid
    laid = remembered(LAID, small=True, most=MARKS - 1)  # who laid each card of the round, and where, in the order laid
    aside = secret(CARDS, small=True)  # R2: ten cards; the rest is a buffer for shuffling, otherwise 0


ACTIONS = Actions(
    Verb("lay", card=range(CARDS)),
    Verb("cap", card=FIVES, place={FIRST: "first", SECOND: "second"}),
    Verb("pass"),
    Verb("deal", reveals=True),
)
LAY, CAP = ACTIONS.encoder("lay"), ACTIONS.encoder("cap")
CARD, FIVE_ON, PLACE = ACTIONS.decoder("lay", "card"), ACTIONS.decoder("cap", "card"), ACTIONS.decoder("cap", "place")
FIRST_CAP = ACTIONS.starts[ACTIONS.verb("cap")]  # below it: a card laid; from it to PASS: a five on a limit
PASS, DEAL = ACTIONS.table("pass"), ACTIONS.table("deal")


# queries: they change nothing


@rule
def in_gap(s: Any, card: Any) -> Any:
    """Whether a card is strictly between the limits, whichever is lower."""
    return s.limits[FIRST] < card < s.limits[SECOND] or s.limits[SECOND] < card < s.limits[FIRST]  # R6


@rule
def why_not_lay(s: Any, card: Any) -> Any:
    """`why_not` for a card in hand: R4 and R5 take any, R6 what fits, R9 doubles."""
    return 0 if s.limited < 2 or is_double(card) or in_gap(s, card) else 6


@rule
def why_not_cap(s: Any, card: Any) -> Any:
    """`why_not` for a five in hand: from the third card on, in the gap, or 55."""
    return 0 if s.limited == 2 and (card == BOTH or in_gap(s, card)) else 10  # R10 R11


@rule
def why_not_pass(s: Any) -> Any:
    """`why_not` for passing."""
    if s.limited == 0:
        return 4
    return 0 if s.limited == 2 or s.second_may_pass == 1 else 5  # R7


@rule
def why_not(s: Any, action: Any) -> Any:
    """Return 0 if the action is allowed, otherwise the clause it would break."""
    if s.ended != 0:
        return T3
    if s.seat == DEALER:
        return 0 if action == DEAL else 18
    if action == DEAL:
        return 13
    if action == PASS:
        return why_not_pass(s)
    card = CARD(action) if action < FIRST_CAP else FIVE_ON(action)
    if not holds(s.hands, s.held, s.seat, card):
        return T2
    return why_not_lay(s, card) if action < FIRST_CAP else why_not_cap(s, card)


@rule
def legal(s: Any, out: Any) -> Any:
    """Write the allowed actions in ascending order and return how many."""
    n = 0
    if s.ended != 0:
        return n
    if s.seat == DEALER:
        out[n] = DEAL  # R18
        return 1
    for i in range(s.held[s.seat]):
        card = s.hands[s.seat, i]
        if why_not_lay(s, card) == 0:
            out[n] = LAY(card)
            n += 1
    if s.limited == 2:
        for i in range(s.held[s.seat]):
            card = s.hands[s.seat, i]
            if is_five(card) and why_not_cap(s, card) == 0:
                out[n] = CAP(card, FIRST)
                out[n + 1] = CAP(card, SECOND)
                n += 2
    if why_not_pass(s) == 0:
        out[n] = PASS  # R7 R20: even if it is the only action, nobody passes for a seat
        n += 1
    return n


@rule
def left_of(s: Any, seat: Any) -> Any:
    """Return the next seat clockwise."""
    return seat + 1 if seat + 1 < s.seats else 0  # R3


@rule
def asked(s: Any, seat: Any) -> Any:
    """Whether a seat still has a turn in this trick."""
    return s.passed[seat] == 0 and s.held[seat] > 0 and seat != s.last  # R7 R8


@rule
def may_share(s: Any) -> Any:
    """Whether the table may now vote to share the win: after a tied round, before the next deal."""
    return s.tied == 1 and s.seat == DEALER and s.ended == 0  # R17


@rule
def score(s: Any, out: Any) -> None:
    """Write the points of every seat."""
    for seat in range(s.seats):
        out[seat] = s.points[seat]  # R16


@rule
def cards(s: Any, out: Any) -> Any:
    """Write every card, wherever it is, and return how many, for the contract."""
    n = copied(s.taken, s.gone, out, 0)
    n = copied(s.trick, s.lying, out, n)
    for seat in range(s.seats):
        n = copied(s.hands[seat], s.held[seat], out, n)
    return copied(s.aside, ASIDE, out, n)


@rule
def view(s: Any, seat: Any, v: Any) -> None:
    """Add nothing beyond the fields' declarations."""


# changes


@rule
def pack(seats: Any, options: Any, out: Any) -> Any:
    """Write the cards in play in ascending order and return how many."""
    count = HAND * seats + ASIDE
    for card in range(count):
        out[card] = card  # R1
    return count


@rule
def deal_round(s: Any, dealer: Any, dice: Any) -> None:
    """Deal ten cards to everybody; the seat left of the dealer leads."""
    s.rounds += 1
    s.dealer = dealer
    s.marker = NOBODY
    s.gone = 0
    for i in range(LAID):
        s.taken[i] = s.laid[i] = 0
    count = pack(s.seats, 0, s.aside)
    shuffle(dice, s.aside, count)  # R2
    for seat in range(s.seats):
        s.won[seat] = 0
        give(s, seat, seat * HAND, HAND)  # T5
    set_aside(s, count - ASIDE)
    s.seat = left_of(s, dealer)  # R3 R18


@rule
def finish_round(s: Any) -> None:
    """Score the round; either the game ends, or the dealer is next."""
    s.seat = DEALER
    s.points[s.marker] += 1  # R13
    for seat in range(s.seats):
        s.tricks[seat] = s.won[seat]
        s.tens[seat] = 0
        for i in range(s.held[seat]):
            s.tens[seat] += tens_of(s.hands[seat, i])
        s.points[seat] += s.tricks[seat] - s.tens[seat]  # R15
    finish_game(s)


@rule
def finish_game(s: Any) -> None:
    """End the game if the round decided it."""
    first = 0
    for seat in range(s.seats):
        if s.points[seat] > s.points[first]:
            first = seat
    leaders = 0
    for seat in range(s.seats):
        if s.points[seat] == s.points[first]:
            leaders += 1
    decisive = s.points[first] >= GOAL or s.tied == 1  # R16 R17
    if decisive and leaders == 1:
        s.ended = 17 if s.tied == 1 else 16
    elif s.rounds == ROUNDS:
        s.ended = 21
    elif decisive:
        s.tied = 1  # R17


@rule
def finish_trick(s: Any) -> None:
    """Give the trick to the last seat to lay, which leads the next, or end the round."""
    winner = s.last
    s.won[winner] += s.worth  # R8
    for i in range(s.lying):
        s.taken[s.gone + i] = s.trick[i]
        s.trick[i] = s.places[i] = 0
    s.gone += s.lying
    s.lying = s.limited = s.worth = s.limits[FIRST] = s.limits[SECOND] = 0
    s.last = NOBODY
    for seat in range(s.seats):
        s.passed[seat] = 0
    s.seat = winner  # R14
    if s.marker != NOBODY:
        finish_round(s)  # R13


@rule
def go_on(s: Any) -> None:
    """Move to the next seat with a turn in this trick, or end the trick."""
    seat = s.seat
    for _ in range(s.seats - 1):
        seat = left_of(s, seat)
        if asked(s, seat):
            s.seat = seat
            return
    finish_trick(s)


@rule
def lay(s: Any, card: Any, place: Any) -> None:
    """Move a card from the acting seat's hand to its place in the trick."""
    remove(s.hands, s.held, s.seat, card)
    if place != GAP:
        s.limits[place] = card  # R4 R5 R10 R11
    if s.limited < 2:
        s.limited += 1
    s.worth += tens_of(card) if s.lying > 0 else 1 + tens_of(card)  # R4 R12
    s.trick[s.lying] = card
    s.places[s.lying] = place
    s.laid[s.gone + s.lying] = 3 * s.seat + place
    s.lying += 1
    s.last = s.seat
    if s.held[s.seat] == 0 and s.marker == NOBODY:
        s.marker = s.seat  # R13


@rule
def apply(s: Any, action: Any, dice: Any) -> None:
    """Play an allowed action in place. Trusts the caller: an action that is not allowed corrupts the record."""
    if action == DEAL:
        deal_round(s, s.marker, dice)  # R18
        return
    if action == PASS:
        s.passed[s.seat] = 1  # R7
    elif action >= FIRST_CAP:
        lay(s, FIVE_ON(action), PLACE(action))
    else:
        lay(s, CARD(action), s.limited)  # the first card, the second, and from then on the gap: R4 R5 R6
    go_on(s)


@rule
def clear(s: Any) -> None:
    """Clear the table before the first deal."""
    s.rounds = s.tied = s.ended = 0
    s.worth = s.limited = s.lying = s.limits[FIRST] = s.limits[SECOND] = 0
    s.last = NOBODY
    for i in range(LAID):
        s.trick[i] = s.places[i] = 0
    for seat in range(SEATS):
        s.passed[seat] = s.won[seat] = s.points[seat] = s.tricks[seat] = s.tens[seat] = 0
        give(s, seat, 0, 0)


@rule
def deal(s: Any, seats: Any, options: Any, dice: Any) -> None:
    """Set up a record, even one full of garbage."""
    clear(s)
    s.seats = seats
    s.second_may_pass = options[SECOND_MAY_PASS]  # R5
    deal_round(s, below(dice, seats), dice)  # R2


@rule
def why_not_deal(seats: Any, options: Any) -> Any:
    """Return 0: all options can be combined."""
    return 0
