"""Koomi: the clauses of RULES.md. Numbers in the margin are clauses.

A hand is a count a type of card (cards.py). Whether ten can still be made is asked of sets of sums (sums.py); what
a seat may know beyond the words of the fields, and what it has to guess, is in sight.py.
Still over 400 lines: there are fourteen kinds of steps, each with its refusal, its listing and its change.
"""

from typing import Any

import numpy as np

from ...core.actions import Actions, Verb
from ...core.dice import shuffle
from ...core.record import Record, owner, public, remembered, secret
from ...core.rule import lowest_bit, rule
from .cards import (
    ALL,
    CARDS,
    COPIES,
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
    SWAP,
    SWITCH,
    TYPES,
    VALUE,
    VALUES,
    copies,
    number,
)
from .sight import DREW_SEEN, GIVEN, LAID_ONE, NOBODY, SEATS, sees_stock
from .sight import guess as guess
from .sight import view as view
from .sums import TEN, choices, goals_of, hand_of, less, may_begin, reach, reach_near, reach_turned, switch_helps

# sizes and places
HAND, LAST_TURN = 6, 400  # R4 R18
NUMBERS_USED, OPEN_HANDS, WITHOUT, LOOSE_AIDS, MORE_SEATS, UNSHUFFLED, DEALT_BY = range(7)  # places of the options
MOST = 47  # legal at once, when a turn begins: draw, 18 add, 4 help, switch, new, swap, reset, 9 green, 9 red, 2 loose
LONGEST = 3 * LAST_TURN + SEATS * HAND + LAST_TURN  # a turn reads, turns, stops; other steps lay cards dealt or drawn
HELP_WITH = (-2, -1, 1, 2)  # R9
T2, T3 = 102, 103

HIGHEST = 3 * sum(range(1, 10)) + 9  # a total: all cards of one colour, from a 9 of the other that was turned


class State(Record):
    """The whole table. A card is its type: 0 to 17 are -9 to -1 and +1 to +9, then the special cards."""

    turns = public(most=LAST_TURN)  # R18: played so far
    passes = public(most=SEATS)  # R18: turns in a row that were passed
    total = public(least=-HIGHEST, most=HIGHEST)  # R6: the sum of the making-ten so far
    without = public(most=255)  # R19: kinds left out, a bit each
    remade = public(most=LAST_TURN)  # R16: how often the discards became the stock
    seats = public(small=True, least=2, most=SEATS)  # how many play
    numbers = public(small=True, most=3)  # R19: which numbers are used, by their place in the option
    open_hands = public(small=True, most=1)  # R19: 1 if all hands are seen
    loose_aids = public(small=True, most=1)  # R9: 1 if aids may be laid alone
    unshuffled = public(small=True, most=1)  # R16: 1 if they are turned over as they lie
    dealer = public(small=True, most=SEATS - 1)  # R4: the seat that dealt
    seat = public(small=True, most=SEATS - 1)  # whose turn
    ended = public(small=True, most=18)  # the clause that ended the game, 0 while it runs
    renewed = public(small=True, most=1)  # R11: a new card was played this turn
    begun = public(small=True, most=1)  # R6: a making-ten has begun
    start = public(small=True, least=-9, most=9)  # R6 R7: the value it started from
    laid = public(small=True, most=CARDS)  # cards laid in it
    waits = public(small=True, most=1)  # R10: a change of sign has not turned its card yet
    turned = public(small=True, most=1 + CARDS)  # R10: what was turned: 1 the top, 1 + n the nth card laid, 0 nothing
    left = public(small=True, most=CARDS)  # cards in the stock
    down = public(small=True, most=CARDS)  # cards in the discards
    held = public(SEATS, small=True, most=CARDS)  # cards in each hand
    hands = owner(SEATS, TYPES, small=True, most=3)  # of each seat, how many cards of each type
    known = secret(SEATS, TYPES, small=True, most=3)  # R14: of each hand a code; in a view, how many are known
    discards = public(CARDS, small=True, count="down", most=TYPES - 1)  # cards face up, the top last
    mixed = remembered(TYPES, small=True, most=3)  # what the stock was mixed from, less what was turned up since
    stock = secret(CARDS, small=True, most=TYPES - 1)  # the next card to draw last


def signed(*values: int) -> dict[int, str]:
    """Numbers written with their sign."""
    return {value: f"{value:+d}" for value in values}


ACTIONS = Actions(
    Verb("draw", reveals=True),
    Verb("read", sign={1: "+", -1: "-"}),
    Verb("add", value=signed(*VALUES)),
    Verb("help", value=signed(*HELP_WITH)),
    Verb("switch"),
    Verb("turn"),
    Verb("addturned", value=signed(*VALUES)),
    Verb("stop"),
    Verb("new", reveals=True),
    Verb("swap", reveals=True),
    Verb("reset"),
    Verb("green", value=signed(*VALUES[REDS:])),
    Verb("red", value=signed(*VALUES[:REDS])),
    Verb("loose", size=range(1, 3)),
)
VERB, SIGN, WORTH = (ACTIONS.column(field) for field in ("verb", "sign", "value"))
(
    _, TO_READ, TO_ADD, TO_HELP, TO_SWITCH, _, TO_ADD_TURNED, _, TO_NEW, TO_SWAP, TO_RESET, TO_GREEN, TO_RED, TO_LOOSE,
) = range(len(ACTIONS.verbs))  # fmt: skip
DRAW, READ_PLUS, READ_MINUS = range(3)
ADD, HELP, ADD_TURNED, PLAY_GREEN, PLAY_RED, LOOSE = (
    ACTIONS.starts[verb] for verb in (TO_ADD, TO_HELP, TO_ADD_TURNED, TO_GREEN, TO_RED, TO_LOOSE)
)
PLAY_SWITCH, TURN, STOP, PLAY_NEW, PLAY_SWAP, PLAY_RESET = (
    ACTIONS.table(verb) for verb in ("switch", "turn", "stop", "new", "swap", "reset")
)
SPECIAL = {TO_SWITCH: SWITCH, TO_NEW: NEW, TO_SWAP: SWAP, TO_RESET: RESET, TO_GREEN: GREEN, TO_RED: RED}


def laid_by(verb: int, fields: dict[str, int]) -> tuple[int, int]:
    """The cards an action lays: the first and, for any green and any red, the number with it."""
    if verb in (TO_ADD, TO_ADD_TURNED):
        return number(fields["value"]), -1
    if verb in (TO_HELP, TO_LOOSE):
        return ONE - 1 + abs(fields.get("value", fields.get("size", 0))), -1
    return SPECIAL.get(verb, -1), number(fields["value"]) if verb in (TO_GREEN, TO_RED) else -1


CARD, PARTNER = np.array([laid_by(*row) for row in ACTIONS.rows], np.int16).T.copy()
COUNTS = np.where(VERB == TO_ADD_TURNED, -WORTH, WORTH)  # R10: what it adds to the total


# questions: they change nothing


@rule
def on_target(s: Any) -> Any:
    """Whether the total is what the game asks for."""
    return (s.total == TEN and s.numbers != NO_GREEN) or (s.total == -TEN and s.numbers in (ALL, NO_GREEN))  # R6 R19


@rule
def top(s: Any) -> Any:
    """The card on top of the discards."""
    return s.discards[s.down - 1]


@rule
def unread(s: Any) -> Any:
    """Whether the top is an aid and its sign is still to be chosen."""
    return not s.begun and IS_AID[top(s)]  # R7


@rule
def total_so_far(s: Any) -> Any:
    """Where the next card laid starts from."""
    return np.int64(s.total if s.begun else VALUE[top(s)])  # R6


@rule
def why_not_first(s: Any) -> Any:
    """Why a special card cannot be laid now, or 0."""
    return 8 if s.laid > 0 or s.renewed else 0  # R8


@rule
def why_not_make(s: Any, action: Any) -> Any:
    """Why a card cannot be laid in a making-ten now, or 0."""
    if unread(s):
        return 7
    hand, goals, total = hand_of(s), goals_of(s), total_so_far(s) + COUNTS[action]
    card = np.int64(CARD[action])
    if VERB[action] == TO_ADD and s.waits:
        return 0 if reach_turned(less(hand, card), total, goals) else 6
    if VERB[action] == TO_ADD:
        return 0 if reach(less(hand, card), total, goals) else 6
    if VERB[action] == TO_ADD_TURNED:
        if not s.waits:
            return 10
        return 0 if reach(less(hand, card), total, goals) else 6
    if why_not_first(s):
        return why_not_first(s)
    if VERB[action] == TO_HELP:
        return 0 if reach(hand, total, goals) else 6
    return 0 if switch_helps(hand, total, goals) else 6


@rule
def why_not_play(s: Any, action: Any) -> Any:
    """Why a joker, or a loose aid, cannot be played now, or 0."""
    if s.begun and s.laid == 0:
        return 5
    if VERB[action] == TO_LOOSE and not why_not_first(s):
        return 0 if s.loose_aids else 9
    return why_not_first(s)


@rule
def why_not(s: Any, action: Any) -> Any:
    """0 if the action is allowed, else the clause it would break."""
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
def list_cards(found: Any, start: Any, out: Any, n: Any) -> Any:
    """Write the actions of the number cards found, a bit each; return how many actions are written by now."""
    while found != 0:
        card = lowest_bit(found)
        out[n] = start + card
        n += 1
        found -= np.int64(1) << card
    return n


@rule
def list_aids(s: Any, hand: Any, total: Any, goals: Any, turned: Any, out: Any, n: Any) -> Any:
    """Write the aids that may be laid as the first card of a making-ten; `turned`: what a change of sign could turn."""
    for i in range(4):
        value = HELP_WITH[i]
        if s.hands[s.seat, ONE + abs(value) - 1] > 0 and reach_near(hand, total + value, goals):  # R9
            out[n] = HELP + i
            n += 1
    if s.hands[s.seat, SWITCH] > 0 and (turned != 0 or reach_near(hand, -total, goals)):  # R10
        out[n] = PLAY_SWITCH
        n += 1
    return n


@rule
def list_waiting(s: Any, hand: Any, total: Any, goals: Any, turned: Any, out: Any, n: Any) -> Any:
    """Write what may follow while a change of sign waits for its card (R10)."""
    for card in range(NUMBERS):
        if s.hands[s.seat, card] > 0 and reach_turned(less(hand, card), total + VALUE[card], goals):
            out[n] = ADD + card
            n += 1
    if s.laid == 1 and reach_near(hand, -total, goals):
        out[n] = TURN
        n += 1
    return list_cards(turned, ADD_TURNED, out, n)


@rule
def list_signs(s: Any, hand: Any, goals: Any, out: Any, n: Any) -> Any:
    """Write how the aid on top may be read (R7)."""
    for i in range(2):
        if may_begin(s, hand, np.int64((1 - 2 * i) * VALUE[top(s)]), goals):
            out[n] = READ_PLUS + i
            n += 1
    return n


@rule
def list_jokers(s: Any, out: Any, n: Any) -> Any:
    """Write the special cards that may be played for themselves."""
    hand = s.hands[s.seat]
    for i in range(3):  # R11 R14 R13
        if hand[NEW + i] > 0:
            out[n] = PLAY_NEW + i
            n += 1
    if hand[GREEN] > 0:  # R12
        for card in range(REDS, NUMBERS):
            if hand[card] > 0:
                out[n] = PLAY_GREEN + card - REDS
                n += 1
    if hand[RED] > 0:  # R12
        for card in range(REDS):
            if hand[card] > 0:
                out[n] = PLAY_RED + card
                n += 1
    if s.loose_aids:  # R9
        for i in range(2):
            if hand[ONE + i] > 0:
                out[n] = LOOSE + i
                n += 1
    return n


@rule
def legal(s: Any, out: Any) -> Any:
    """Write the allowed actions in ascending order, return how many."""
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
def why_over(s: Any) -> Any:
    """The clause that ended the game, 0 while it runs."""
    return s.ended


@rule
def score(s: Any, out: Any) -> None:
    """Cards left in hand, as a loss: 0 is a win (R17), and the fewest win where nobody got there (R18)."""
    for seat in range(s.seats):
        out[seat] = -s.held[seat]


@rule
def cards(s: Any, out: Any) -> Any:
    """Write every card wherever it is, return how many: for the contract."""
    n = 0
    for i in range(s.down):
        out[n] = s.discards[i]
        n += 1
    for i in range(s.left):
        out[n] = s.stock[i]
        n += 1
    for seat in range(s.seats):
        for card in range(TYPES):
            for _ in range(s.hands[seat, card]):
                out[n] = card
                n += 1
    return n


# changes


@rule
def mix(s: Any, dice: Any) -> None:
    """Shuffle the cards counted in `mixed` into a new stock."""
    n = 0
    for i in range(COPIES * TYPES):  # a GPU is slow where there is much code, and loops of unknown length are unrolled
        if i % COPIES < s.mixed[i // COPIES]:
            s.stock[n] = i // COPIES
            n += 1
    shuffle(dice, s.stock, n)
    for i in range(n // 2):  # the shuffle puts the top first
        card = s.stock[i]
        s.stock[i] = s.stock[n - 1 - i]
        s.stock[n - 1 - i] = card
    s.left = n


@rule
def refill(s: Any, dice: Any) -> None:
    """An empty stock is made anew from what lies under the top (R16)."""
    if s.left > 0 or s.down == 1:
        return
    for card in range(TYPES):
        s.mixed[card] = 0
    on_top = top(s)
    for i in range(CARDS):
        if i < s.down:
            s.mixed[s.discards[i]] += 1
            if i < s.down - 1:
                s.stock[s.down - 2 - i] = s.discards[i]  # turned over, the first card laid is the next to draw
            s.discards[i] = 0
    s.mixed[on_top] -= 1
    s.remade += 1
    if s.unshuffled:
        s.left = s.down - 1
    else:
        mix(s, dice)
    s.discards[0] = on_top
    s.down = 1


@rule
def turn_up(s: Any, dice: Any) -> None:
    """Turn cards up until a numbered one shows (R4 R11)."""
    numbered = False
    while not numbered:
        refill(s, dice)
        s.left -= 1
        card = s.stock[s.left]
        s.mixed[card] -= 1
        s.discards[s.down] = card
        s.down += 1
        numbered = NUMBERED[card]


@rule
def draw(s: Any, seat: Any) -> None:
    """Move the top of the stock into a hand; who has seen it lie open knows it there."""
    s.left -= 1
    card = s.stock[s.left]
    if sees_stock(s):
        s.known[seat, card] = DREW_SEEN[s.known[seat, card]]
    s.hands[seat, card] += 1
    s.held[seat] += 1


@rule
def lay(s: Any, card: Any) -> None:
    """Move a card from the hand of the seat at turn onto the discards."""
    s.hands[s.seat, card] -= 1
    s.known[s.seat, card] = LAID_ONE[s.known[s.seat, card]]  # R14
    s.held[s.seat] -= 1
    s.discards[s.down] = card
    s.down += 1


@rule
def begin(s: Any) -> None:
    """A turn begins: nothing is read, laid or turned."""
    s.total = s.renewed = s.begun = s.start = s.laid = s.waits = s.turned = 0


@rule
def finish(s: Any, passed: Any) -> None:
    """A turn ends, and with it perhaps the game."""
    s.turns += 1
    s.passes = s.passes + 1 if passed else 0  # R18
    begin(s)
    if s.held[s.seat] == 0:
        s.ended = 17
    elif s.passes == s.seats or s.turns == LAST_TURN:
        s.ended = 18
    else:
        s.seat = s.seat + 1 if s.seat + 1 < s.seats else 0  # R4


@rule
def start_from(s: Any, value: Any) -> None:
    """A making-ten begins."""
    s.begun = 1
    s.start = s.total = value


@rule
def lay_in_ten(s: Any, action: Any) -> None:
    """A card of a making-ten; the last card of a hand ends the turn by itself (R17)."""
    if not s.begun:
        start_from(s, VALUE[top(s)])
    lay(s, CARD[action])
    s.laid += 1
    s.total += COUNTS[action]
    if VERB[action] == TO_SWITCH:
        s.waits = 1
    elif VERB[action] == TO_ADD_TURNED:
        s.waits, s.turned = 0, 1 + s.laid
    if s.held[s.seat] == 0:
        finish(s, False)


@rule
def given(code: Any, held: Any) -> Any:
    """The code of a type of card in a hand that is given away."""
    return GIVEN[code, held] if held > 0 else NOBODY


@rule
def swap(s: Any) -> None:
    """Every hand moves to the seat before, and whoever gave it away knows it (R14)."""
    last = s.seats - 1
    for card in range(TYPES):
        first, code = s.hands[0, card], given(s.known[0, card], s.hands[0, card])
        for seat in range(SEATS - 1):
            if seat < last:
                s.known[seat, card] = given(s.known[seat + 1, card], s.hands[seat + 1, card])
                s.hands[seat, card] = s.hands[seat + 1, card]
        s.hands[last, card], s.known[last, card] = first, code
    held = s.held[0]
    for seat in range(SEATS - 1):
        if seat < last:
            s.held[seat] = s.held[seat + 1]
    s.held[last] = held


@rule
def play(s: Any, action: Any, dice: Any) -> None:
    """A joker, or a loose aid: what it does, and the end of the turn unless it is a new card."""
    lay(s, CARD[action])
    if PARTNER[action] != NONE:
        lay(s, PARTNER[action])  # R12
    if s.held[s.seat] > 0 and action == PLAY_SWAP:  # R17: the win comes first
        swap(s)
    if s.held[s.seat] > 0 and action == PLAY_NEW:
        turn_up(s, dice)
        s.renewed = 1  # R11
    else:
        finish(s, False)


@rule
def apply(s: Any, action: Any, dice: Any) -> None:
    """Play an allowed action in place. It trusts the caller: an action that is not allowed does damage."""
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
    """Write the cards in play in ascending order, return how many."""
    n = 0
    for card in range(TYPES):
        for _ in range(copies(card, options[NUMBERS_USED], options[WITHOUT])):
            out[n] = card
            n += 1
    return n


@rule
def clear(s: Any) -> None:
    """An empty table: nobody holds or knows anything."""
    begin(s)
    s.turns = s.ended = s.passes = s.remade = s.left = s.down = 0
    for i in range(CARDS):
        s.discards[i] = s.stock[i] = 0
    for seat in range(SEATS):
        s.held[seat] = 0
        for card in range(TYPES):
            s.hands[seat, card], s.known[seat, card] = 0, NOBODY


@rule
def deal(s: Any, seats: Any, options: Any, dice: Any) -> None:
    """Set up a record, also one full of garbage."""
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
    """0 if the options go together, else the clause they break."""
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
