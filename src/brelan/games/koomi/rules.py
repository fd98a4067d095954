"""Koomi: the clauses of RULES.md. Margin notes cite clauses.

This file has the record and the functions every game exports. The other parts are actions.py, asking.py (why a step is
refused), listing.py (which steps are allowed) and changing.py (what they change). A hand is a count per type of card
(cards.py). Sets of sums decide whether ten can still be made (sums.py); sight.py has what a seat may know beyond the
fields' declarations, and what it has to guess.
"""

from typing import Any

import numpy as np

from ...core.hands import copied
from ...core.outcome import why_over as why_over
from ...core.record import Record, owner, public, remembered, secret
from ...core.rule import rule
from .actions import ACTIONS as ACTIONS
from .actions import ADD, CARD, DRAW, PARTNER, SIGN, STOP, TO_ADD_TURNED, TO_READ, TURN, VERB
from .asking import on_target, top, total_so_far, unread, why_not_make, why_not_play
from .cards import CARDS, HAND, LAST_TURN, NONE, NUMBERED, SWITCH, TYPES, VALUE, copies
from .changing import begin, draw, finish, lay_in_ten, mix, play, refill, start_from, turn_up
from .listing import list_aids, list_cards, list_jokers, list_signs, list_waiting
from .sight import NOBODY, SEATS
from .sight import guess as guess
from .sight import view as view
from .sums import choices, goals_of, hand_of, may_begin, reach

# sizes and places
NUMBERS_USED, OPEN_HANDS, WITHOUT, LOOSE_AIDS, MORE_SEATS, UNSHUFFLED, DEALT_BY = range(7)  # indices of the options
MOST = 47  # the most, when a turn begins: draw, 18 add, 4 help, switch, new, swap, reset, 9 green, 9 red, 2 loose
LONGEST = 3 * LAST_TURN + SEATS * HAND + LAST_TURN  # a turn reads, turns, stops; other steps lay cards dealt or drawn
T2, T3 = 102, 103

HIGHEST = 3 * sum(range(1, 10)) + 9  # the largest total: all cards of one colour, from a turned 9 of the other


class State(Record):
    """The whole table. A card is its type: 0 to 17 are -9 to -1 and +1 to +9, then the special cards."""

    turns = public(most=LAST_TURN)  # R18: turns played so far
    passes = public(most=SEATS)  # R18: turns in a row that were passed
    total = public(least=-HIGHEST, most=HIGHEST)  # R6: the sum of the making-ten so far
    without = public(most=255)  # R19: kinds left out, one bit each
    remade = public(most=LAST_TURN)  # R16: how often the discards became the stock
    seats = public(small=True, least=2, most=SEATS)  # the number of seats
    numbers = public(small=True, most=3)  # R19: which numbers are used, as the index of the option's value
    open_hands = public(small=True, most=1)  # R19: 1 if all hands are open
    loose_aids = public(small=True, most=1)  # R9: 1 if aids may be laid alone
    unshuffled = public(small=True, most=1)  # R16: 1 if they are turned over as they lie
    dealer = public(small=True, most=SEATS - 1)  # R4: the seat that dealt
    seat = public(small=True, most=SEATS - 1)  # whose turn
    ended = public(small=True, most=18)  # the clause that ended the game, 0 while it runs
    renewed = public(small=True, most=1)  # R11: a new card was played this turn
    begun = public(small=True, most=1)  # R6: a making-ten has begun
    start = public(small=True, least=-9, most=9)  # R6 R7: the value it started from
    laid = public(small=True, most=CARDS)  # cards laid this turn, not counting a new card
    waits = public(small=True, most=1)  # R10: a change of sign has not turned its card yet
    turned = public(small=True, most=1 + CARDS)  # R10: what was turned: 1 the top, 1 + n the nth card laid, 0 nothing
    left = public(small=True, most=CARDS)  # cards in the stock
    down = public(small=True, most=CARDS)  # cards in the discards
    held = public(SEATS, small=True, most=CARDS)  # cards in each hand
    hands = owner(SEATS, TYPES, small=True, most=3)  # of each seat, how many cards of each type
    known = secret(SEATS, TYPES, small=True, most=3)  # R14: a code for each hand; in a view, how many are known
    discards = public(CARDS, small=True, count="down", most=TYPES - 1)  # cards face up, the top last
    mixed = remembered(TYPES, small=True, most=3)  # what the stock was shuffled from, minus what was turned up since
    began = remembered(SEATS, small=True, most=CARDS)  # discards when the last turn with each hand began to lay, and
    done = remembered(SEATS, small=True, most=CARDS)  # when it was over; as many if it drew, or if it is too long ago
    stock = secret(CARDS, small=True, most=TYPES - 1)  # the next card to draw is the last


# queries: they change nothing


@rule
def why_not(s: Any, action: Any) -> Any:
    """Return 0 if the action is allowed, otherwise the clause it would break."""
    verb = VERB[action]
    if s.ended != 0:
        return T3
    for card in (CARD[action], PARTNER[action]):
        if card != NONE and s.hands[s.seat, card] == 0:
            return T2
    if action == DRAW:
        return 5 if s.begun else 0
    if verb == TO_READ:
        if not unread(s):
            return 7
        return 0 if may_begin(s, hand_of(s), np.int64(SIGN[action] * VALUE[top(s)]), goals_of(s)) else 6
    if action == TURN:
        if not s.waits or s.laid > 1:
            return 10
        return 0 if reach(hand_of(s), -total_so_far(s), goals_of(s)) else 6
    if action == STOP:
        if s.laid == 0 or not on_target(s):
            return 6
        return 10 if s.waits else 0
    return why_not_make(s, action) if verb <= TO_ADD_TURNED else why_not_play(s, action)


@rule
def legal(s: Any, out: Any) -> Any:
    """Write the allowed actions in ascending order and return how many."""
    n = np.int64(0)
    if s.ended != 0:
        return n
    if not s.begun:
        out[n] = DRAW  # R5
        n += 1
    hand, goals, total = hand_of(s), goals_of(s), total_so_far(s)
    if unread(s):
        n = list_signs(s, hand, goals, out, n)
    else:
        turns = s.waits or (s.laid == 0 and s.hands[s.seat, SWITCH] > 0)  # R10
        hopeless = not reach(hand, total, goals)  # with any of its cards as they are printed: most hands
        printed, turned = choices(hand, total, goals, int(hopeless), int(turns))
        if s.waits:
            return list_waiting(s, hand, total, goals, turned, out, n)
        n = list_cards(printed, ADD, out, n)
        if s.laid > 0 and on_target(s):
            out[n] = STOP
            n += 1
        elif s.laid == 0 and not s.renewed:  # R8 R11
            n = list_aids(s, hand, total, goals, turned, out, n)
    return n if s.begun or s.renewed else list_jokers(s, out, n)


@rule
def score(s: Any, out: Any) -> None:
    """Write the cards left in hand as a negative score: 0 is a win (R17); otherwise the fewest win (R18)."""
    for seat in range(s.seats):
        out[seat] = -s.held[seat]


@rule
def cards(s: Any, out: Any) -> Any:
    """Write every card, wherever it is, and return how many, for the contract."""
    n = copied(s.discards, s.down, out, 0)
    n = copied(s.stock, s.left, out, n)
    for seat in range(s.seats):
        for card in range(TYPES):
            for _ in range(s.hands[seat, card]):
                out[n] = card
                n += 1
    return n


# changes


@rule
def apply(s: Any, action: Any, dice: Any) -> None:
    """Play an allowed action in place. Trusts the caller: an action that is not allowed corrupts the record."""
    if action == DRAW:
        refill(s, dice)
        passed = s.left == 0  # R18
        if not passed:
            draw(s, s.seat)  # R15
        finish(s, passed)
    elif VERB[action] == TO_READ:
        start_from(s, SIGN[action] * VALUE[top(s)])  # R7
    elif action == TURN:
        s.total, s.waits, s.turned = -s.total, 0, 1  # R10
    elif action == STOP:
        finish(s, False)
    elif VERB[action] <= TO_ADD_TURNED:
        lay_in_ten(s, action)
    else:
        play(s, action, dice)


@rule
def pack(seats: Any, options: Any, out: Any) -> Any:
    """Write the cards in play in ascending order and return how many."""
    n = 0
    for card in range(TYPES):
        for _ in range(copies(card, options[NUMBERS_USED], options[WITHOUT])):
            out[n] = card
            n += 1
    return n


@rule
def clear(s: Any) -> None:
    """Clear the table: nobody holds or knows anything."""
    begin(s)
    s.turns = s.ended = s.passes = s.remade = s.left = s.down = 0
    for i in range(CARDS):
        s.discards[i] = s.stock[i] = 0
    for seat in range(SEATS):
        s.held[seat] = s.began[seat] = s.done[seat] = 0
        for card in range(TYPES):
            s.hands[seat, card], s.known[seat, card] = 0, NOBODY


@rule
def deal(s: Any, seats: Any, options: Any, dice: Any) -> None:
    """Set up a record, even one full of garbage."""
    clear(s)
    s.seats = seats
    s.numbers, s.without = options[NUMBERS_USED], options[WITHOUT]
    s.open_hands, s.loose_aids = options[OPEN_HANDS], options[LOOSE_AIDS]
    s.unshuffled, s.dealer = options[UNSHUFFLED], options[DEALT_BY]
    for card in range(TYPES):
        s.mixed[card] = copies(card, s.numbers, s.without)
    mix(s, dice)
    for seat in range(seats):  # T5
        for _ in range(HAND):
            draw(s, seat)
    turn_up(s, dice)
    s.seat = (s.dealer + 1) % seats  # R4


@rule
def why_not_deal(seats: Any, options: Any) -> Any:
    """Return 0 if the options can be combined, otherwise the clause they break."""
    if seats > 4 and not options[MORE_SEATS]:
        return 19
    if options[DEALT_BY] >= seats:
        return 4
    left = -HAND * seats
    unnumbered = 0
    for card in range(TYPES):
        count = copies(card, options[NUMBERS_USED], options[WITHOUT])
        left += count
        unnumbered += 0 if NUMBERED[card] else count
    return 0 if left > unnumbered else 19  # R19
