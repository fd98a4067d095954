"""The Game: the clauses of RULES.md as one compiled file. Margin notes cite clauses."""

from typing import Any

from ...core.actions import Actions, Verb
from ...core.dice import shuffle
from ...core.hands import copied, holds, insert, remove
from ...core.outcome import why_over as why_over
from ...core.record import Record, owner, public, remembered, secret
from ...core.rule import rule

# sizes and places
SEATS, HAND, PILES, CARDS = 5, 8, 4, 98  # R1 R2
LOWEST, HIGHEST = 2, 99  # R1
CLIMBS, FALLS = 1, 100  # R1: the start of a pile
STEP_BACK = 10  # R7
MOST = HAND * PILES + 1  # the most allowed at once: every card of a hand on every pile, and `end`
LONGEST = SEATS + 2 * CARDS  # the most in a game: who starts, then at most one `end` per card
THREE_CARDS, ONE_CARD_FEWER, STARTER, FREE_TALK = 0, 1, 2, 3  # indices of the options
AGREE = -1  # R3: no fixed starter
NONE, HOLD, GENTLE, BACK, GOOD = 0, 1, 2, 3, 4  # R9
T2, T3 = 102, 103


class State(Record):
    """The whole table. A card is its number, 2 to 99."""

    seats = public(least=1, most=SEATS)  # the number of seats
    hand_size = public(least=5, most=HAND)  # R2: cards in a full hand
    minimum = public(least=2, most=3)  # R4: what a turn owes while the stock lasts
    free_talk = public(most=1)  # R9: 1 if signals may say more
    asked = public(most=SEATS)  # R3: how many seats have said how gladly they start; all of them: agreed
    glad = public(SEATS, most=2)  # R3: how gladly each seat starts, 0 to 2
    seat = public(most=SEATS - 1)  # whose turn
    owed = public(most=3)  # R4: cards this turn still owes
    ended = public(most=15)  # the clause that ended the game, 0 while it runs
    tops = public(PILES, least=CLIMBS, most=FALLS)  # R8: the card on each pile; the first two climb
    signals = public(SEATS, PILES, most=GOOD)  # R9: what each seat says about each pile
    held = public(SEATS, most=HAND)  # cards in each hand
    left = public(most=CARDS - HAND + 1)  # cards in the stock
    down = public(most=CARDS)  # cards laid
    hands = owner(SEATS, HAND, count="held", most=HIGHEST)  # the cards of each seat, ascending
    laid = remembered(CARDS, count="down", most=HIGHEST)  # in the order laid; R8: not shown again
    stock = secret(CARDS)  # the order of the pack, top first; the next card is CARDS - left


ACTIONS = Actions(
    Verb("glad", how=range(3)),
    Verb("lay", card=range(LOWEST, HIGHEST + 1), pile=range(PILES)),
    Verb("end", reveals=True),
)
GLAD, LAY, END = ACTIONS.encoder("glad"), ACTIONS.encoder("lay"), ACTIONS.table("end")
HOW, CARD, PILE = ACTIONS.decoder("glad", "how"), ACTIONS.decoder("lay", "card"), ACTIONS.decoder("lay", "pile")
FIRST_LAY = ACTIONS.starts[ACTIONS.verb("lay")]  # below it: how gladly; from it to END: a card on a pile

SIGNALS = Actions(
    Verb("signal", pile=range(PILES), what={NONE: "clear", HOLD: "hold", GENTLE: "gentle", BACK: "back", GOOD: "good"})
)
ON, WHAT = SIGNALS.column("pile"), SIGNALS.column("what")


# queries: they change nothing


@rule
def fits(top: Any, card: Any, pile: Any) -> Any:
    """Whether a card fits a pile with that top."""
    if pile < 2:
        return card > top or card == top - STEP_BACK  # R5 R7
    return card < top or card == top + STEP_BACK  # R6 R7


@rule
def fits_any(s: Any, card: Any) -> Any:
    """Whether a card fits some pile."""
    for pile in range(PILES):
        if fits(s.tops[pile], card, pile):
            return True
    return False


@rule
def stuck(s: Any, seat: Any) -> Any:
    """Whether none of a seat's cards fits any pile."""
    for i in range(s.held[seat]):
        if fits_any(s, s.hands[seat, i]):
            return False
    return True


@rule
def why_not(s: Any, action: Any) -> Any:
    """Return 0 if the action is allowed, otherwise the clause it would break."""
    if s.ended != 0:
        return T3
    lays = FIRST_LAY <= action != END
    if lays and not holds(s.hands, s.held, s.seat, CARD(action)):
        return T2  # T4: before R3
    if (action < FIRST_LAY) != (s.asked < s.seats):
        return 3
    if not lays:
        return 4 if action == END and s.owed > 0 else 0
    card, pile = CARD(action), PILE(action)
    if not fits(s.tops[pile], card, pile):
        return 5 if pile < 2 else 6
    return 0


@rule
def legal(s: Any, out: Any) -> Any:
    """Write the allowed actions in ascending order and return how many."""
    n = 0
    if s.ended != 0:
        return n
    if s.asked < s.seats:  # R3
        for how in range(3):
            out[n] = GLAD(how)
            n += 1
        return n
    for i in range(s.held[s.seat]):
        card = s.hands[s.seat, i]
        for pile in range(PILES):
            out[n] = LAY(card, pile)
            n += fits(s.tops[pile], card, pile)  # a sum instead of a branch: which cards fit is unpredictable
    if s.owed == 0:  # R4
        out[n] = END
        n += 1
    return n


@rule
def why_not_signal(s: Any, seat: Any, signal: Any) -> Any:
    """Return 0 if the seat may give the signal now, in or out of turn (R9), otherwise the clause it would break."""
    if s.ended != 0:
        return T3
    allowed = s.free_talk == 1 or WHAT[signal] < BACK
    return 0 if allowed and s.signals[seat, ON[signal]] != WHAT[signal] else 9  # nothing to clear, or already said


@rule
def score(s: Any, out: Any) -> None:
    """Write the number of cards laid, the team's result, for every seat; R14 counts the rest."""
    for seat in range(s.seats):
        out[seat] = s.down


@rule
def cards(s: Any, out: Any) -> Any:
    """Write every card, wherever it is, and return how many, for the contract."""
    n = copied(s.laid, s.down, out, 0)
    for seat in range(s.seats):
        n = copied(s.hands[seat], s.held[seat], out, n)
    return copied(s.stock[CARDS - s.left :], s.left, out, n)


@rule
def view(s: Any, seat: Any, v: Any) -> None:
    """Add nothing beyond the fields' declarations."""


# changes


@rule
def draw(s: Any, seat: Any) -> None:
    """Move the top of the stock into a hand, which stays ascending."""
    insert(s.hands, s.held, seat, s.stock[CARDS - s.left])
    s.left -= 1


@rule
def begin(s: Any, seat: Any) -> None:
    """Begin a turn and set what it owes."""
    s.seat = seat
    s.owed = s.minimum if s.left > 0 else 1  # R4 R11
    if stuck(s, seat):
        s.ended = 13


@rule
def finish(s: Any) -> None:
    """End a turn: refill the hand; the next seat with cards begins."""
    while s.held[s.seat] < s.hand_size and s.left > 0:  # R10
        draw(s, s.seat)
    seat = (s.seat + 1) % s.seats  # R3
    while s.held[seat] == 0:  # R12: some seat has cards, or R15 would have ended it
        seat = (seat + 1) % s.seats
    begin(s, seat)


@rule
def lay(s: Any, card: Any, pile: Any) -> None:
    """Move a card from the acting seat's hand to a pile."""
    remove(s.hands, s.held, s.seat, card)
    s.tops[pile] = card
    s.laid[s.down] = card
    s.down += 1
    if s.owed > 0:
        s.owed -= 1


@rule
def agree(s: Any, how: Any) -> None:
    """Record how gladly a seat would start; after the last, the gladdest starts."""
    s.glad[s.asked] = how
    s.asked += 1
    s.seat += 1
    if s.asked == s.seats:  # R3
        first = 0
        for seat in range(s.seats):
            if s.glad[seat] > s.glad[first]:
                first = seat
        begin(s, first)


@rule
def apply(s: Any, action: Any, dice: Any) -> None:
    """Play an allowed action in place. Trusts the caller: an action that is not allowed corrupts the record."""
    if action < FIRST_LAY:
        agree(s, HOW(action))
    elif action == END:
        finish(s)
    else:
        lay(s, CARD(action), PILE(action))
        if s.down == CARDS:
            s.ended = 15
        elif s.held[s.seat] == 0:  # R4: automatically
            finish(s)
        elif s.owed > 0 and stuck(s, s.seat):
            s.ended = 13


@rule
def signal(s: Any, seat: Any, signal: Any) -> None:
    """Place, replace or clear a seat's signal on a pile."""
    s.signals[seat, ON[signal]] = WHAT[signal]  # R9


@rule
def pack(seats: Any, options: Any, out: Any) -> Any:
    """Write the cards in play in ascending order and return how many."""
    for i in range(CARDS):
        out[i] = LOWEST + i  # R1
    return CARDS


@rule
def clear(s: Any) -> None:
    """Clear the table: nobody holds, laid, said or signalled anything."""
    s.asked = s.seat = s.owed = s.ended = s.down = 0
    s.left = CARDS
    for pile in range(PILES):
        s.tops[pile] = CLIMBS if pile < 2 else FALLS  # R1
    for i in range(CARDS):
        s.laid[i] = 0
    for seat in range(SEATS):
        s.held[seat] = s.glad[seat] = 0
        for pile in range(PILES):
            s.signals[seat, pile] = NONE
        for i in range(HAND):
            s.hands[seat, i] = 0


@rule
def deal(s: Any, seats: Any, options: Any, dice: Any) -> None:
    """Set up a record, even one full of garbage."""
    clear(s)
    s.seats = seats
    s.hand_size = 8 if seats == 1 else 7 if seats == 2 else 6  # R2
    s.hand_size -= options[ONE_CARD_FEWER]  # R16
    s.minimum = 2 + options[THREE_CARDS]  # R4 R16
    s.free_talk = options[FREE_TALK]  # R9
    pack(seats, options, s.stock)
    shuffle(dice, s.stock, CARDS)
    for seat in range(seats):  # T5
        for _ in range(s.hand_size):
            draw(s, seat)
    if options[STARTER] != AGREE or seats == 1:  # R3 R16
        s.asked = seats
        begin(s, options[STARTER] if seats > 1 else 0)


@rule
def why_not_deal(seats: Any, options: Any) -> Any:
    """Return 0 if the options can be combined, otherwise the clause they break: a fixed starter must have a seat."""
    return 3 if options[STARTER] >= seats else 0


@rule
def unseen_by(s: Any, seat: Any) -> Any:
    """Write the cards a seat (-1: a watcher) has never seen to the front of the stock and return how many."""
    for i in range(CARDS):
        s.stock[i] = 0
    for i in range(s.down):
        s.stock[s.laid[i] - LOWEST] = 1
    if seat >= 0:
        for i in range(s.held[seat]):
            s.stock[s.hands[seat, i] - LOWEST] = 1
    unseen = 0
    for i in range(CARDS):  # unseen <= i: nothing is overwritten before it is read
        if s.stock[i] == 0:
            s.stock[unseen] = LOWEST + i
            unseen += 1
    return unseen


@rule
def order_unseen(s: Any, unseen: Any, last: Any, dice: Any) -> None:
    """Shuffle the unseen cards; the last become the acting hand, of which all know whether it was stuck (R13)."""
    shuffle(dice, s.stock, unseen)
    if s.ended == 13:
        i = unseen - last
        for k in range(unseen - last, unseen):
            while fits_any(s, s.stock[i % unseen]):  # wrap around from the tail: enough cards do not fit
                i += 1
            card = s.stock[k]
            s.stock[k] = s.stock[i % unseen]
            s.stock[i % unseen] = card
            i += 1
        shuffle(dice, s.stock, unseen - last)
    elif s.owed > 0 and last > 0:
        while not any_fits(s, unseen - last, unseen):
            shuffle(dice, s.stock, unseen)


@rule
def any_fits(s: Any, first: Any, end: Any) -> Any:
    """Whether one of these cards of the stock fits some pile."""
    for i in range(first, end):
        if fits_any(s, s.stock[i]):
            return True
    return False


@rule
def guess(s: Any, seat: Any, dice: Any) -> None:
    """Complete a seat's view into a whole record: cards it has not seen go at random wherever they could be."""
    unseen = unseen_by(s, seat)
    last = s.held[s.seat] if s.seat != seat else 0
    order_unseen(s, unseen, last, dice)
    for i in range(unseen):  # move to the end, where the stock is; then the acting hand comes first
        s.stock[CARDS - 1 - i] = s.stock[unseen - 1 - i]
    left = s.left
    s.left = last
    if last > 0:
        deal_again(s, s.seat)
    for i in range(unseen - last):  # close the gap left by the acting hand
        s.stock[CARDS - 1 - i] = s.stock[CARDS - 1 - last - i]
    s.left = unseen - last
    for other in range(SEATS):
        if other != seat and (other != s.seat or last == 0):
            deal_again(s, other)
    s.left = left


@rule
def deal_again(s: Any, seat: Any) -> None:
    """Give a seat as many cards from the stock as it holds."""
    held = s.held[seat]
    s.held[seat] = 0
    for i in range(HAND):
        s.hands[seat, i] = 0
    for _ in range(held):
        draw(s, seat)
