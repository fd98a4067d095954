"""Jok-R-ummy: the clauses of RULES.md. Margin notes cite clauses.

This file has the record and the functions every game exports, by phase of a turn. The other parts are actions.py,
asking.py (why a step is refused), listing.py (which steps are allowed), changing.py (what they change) and dealing.py
(how a round begins and ends). The solver decides what can be laid (solver.py, through laying.py); sight.py has what a
seat may know, and what it has to guess.
"""

from typing import Any

from ...core.dice import below, shuffle
from ...core.hands import copied, holds
from ...core.outcome import why_over as why_over
from ...core.record import Record, owner, public, remembered, secret
from ...core.rule import rule
from .actions import ACTIONS as ACTIONS
from .actions import (
    CARD,
    DEAL,
    DO_DEAL,
    DO_DISCARD,
    DO_EXTEND,
    DO_GROUP,
    DO_KEEP,
    DO_MORE,
    DO_PUT,
    DO_RUN,
    DO_SET,
    DO_SHOW,
    DO_STOCK,
    DO_SWAP,
    DO_TAKE,
    END,
    GROUP,
    KEEP,
    RANK_OF,
    SLOT_OF,
    STOCK,
    SWAP,
    TAKE,
    VERB,
)
from .asking import has_stock, may_take, why_not_lay, why_not_name, why_not_put
from .cards import (
    CARDS,
    DEALER,
    DEALING,
    DEALT,
    DRAWING,
    EXTENDING,
    GOAL,
    GROUPS,
    HAND,
    HOLD_MOST,
    LAST_ROUND,
    LAST_TURN,
    LAYING,
    NAMING,
    PUTTING,
    SAME_RANK,
    SEATS,
    SET_RANKS,
    SWAPPING,
    TYPES,
)
from .changing import discard, extend, found, name, put, take
from .dealing import answer, begin_round, clear_table, draw, turn_over, write_pack
from .laying import end_of, fits
from .listing import legal_lay, legal_name, legal_put
from .programmes import PER_SEAT, PER_SEAT_HOLDING, ROOM, SLOTS, load
from .sight import guess as guess
from .sight import view as view

# sizes and places
# indices of the options; LIST: the number of programmes given, then each; 0: ours
SWAP_AFTER, HOLD, NATURAL_EACH, LIST = range(4)
MOST = 2 * GROUPS + len(SET_RANKS) + HAND  # the most allowed at once: both ends of all groups, new sets, discards
# the most in a game: a round has a deal, a question per seat, draws and discards, a show per seat, and two steps
# for every card that reaches a hand
LONGEST = LAST_ROUND * (1 + SEATS + 2 * LAST_TURN + SEATS + 2 * (SEATS * DEALT + LAST_TURN))
T2, T3 = 102, 103
HOUSE = load().words  # R2
HOUSE_SIZE = len(HOUSE)

GREATEST = 3 << 13 | 14 << 9 | 14 << 5  # a group of a programme: fourteen cards of a free rank


class State(Record):
    """The whole table. A card is its type, 13 * suit + rank - 1; 52 is a joker."""

    seats = public(least=2, most=SEATS)  # the number of seats
    swap_after = public(most=2)  # R23: rounds after which a programme may be swapped, 0 for never
    hold = public(least=1, most=HOLD_MOST)  # R23: programmes a seat has at the deal
    natural_each = public(most=1)  # R9: 1 if every group of a programme needs a natural card
    many = public(most=ROOM)  # R2: programme cards of this table
    rounds = public(most=LAST_ROUND)  # R21: rounds dealt so far
    turns = public(most=LAST_TURN)  # R21: turns in this round
    dealer = public(most=SEATS - 1)  # the seat that deals
    seat = public(least=-1, most=SEATS - 1)  # the seat to act; DEALER between rounds
    phase = public(most=7)  # phase: dealing, swapping, drawing, laying, naming, putting, extending, over
    closed = public(most=21)  # the clause that ended the last round, 0 while one is played
    ended = public(most=21)  # the clause that ended the game, 0 while it runs
    left = public(most=CARDS)  # cards in the stock
    turned = public(most=LAST_TURN)  # R21: how often the discards became the stock in this round
    thrown = public(most=CARDS)  # cards in the discards
    top = public(least=-1, most=TYPES - 1)  # the top discard or NOTHING
    down = public(most=CARDS)  # cards laid
    groups = public(most=GROUPS)  # groups laid, including the one being laid
    slot = public(least=-1, most=HOLD_MOST - 1)  # which of its programmes is being laid or NOTHING
    shown = public(least=-1, most=ROOM - 1)  # the programme being laid or NOTHING
    named = public(most=SLOTS)  # how many of its groups are named
    more = public(most=HAND)  # R9: extra cards of its next group
    length = public(most=HAND)  # the group being laid: how many cards it gets,
    placed = public(most=HAND)  # and how many it has
    natural = public(most=1)  # R9: 1 if the programme being laid, or this group of it, has a natural card
    growing = public(most=GROUPS - 1)  # R15: the group that gets the next card
    end = public(most=1)  # and where
    programmes_left = public(most=ROOM)  # programme cards still to draw
    held = public(SEATS, most=HAND)  # cards in each hand
    kept = public(SEATS, most=HOLD_MOST)  # programmes each seat has yet to complete
    laid = public(SEATS, most=1)  # 1 if a seat has laid one this round
    done = public(SEATS, most=GOAL)  # R20: programmes each seat has completed
    failed = public(SEATS, most=LAST_ROUND)  # R23: rounds in which its programme failed
    wanted = public(ROOM, SLOTS, count="many", most=GREATEST)  # R2: the groups of every programme card
    finished = public(SEATS, GOAL, small=True, most=ROOM - 1)  # the completed programmes
    what = public(GROUPS, small=True, count="groups", most=SAME_RANK)  # every group: its suit, ANY_SUIT or SAME_RANK,
    low = public(GROUPS, small=True, count="groups", most=HAND)  # its lowest place, or its rank,
    high = public(GROUPS, small=True, count="groups", most=HAND)  # its highest,
    whose = public(GROUPS, small=True, count="groups", most=SEATS - 1)  # and who laid it
    log = public(CARDS, small=True, count="down", most=TYPES - 1)  # R17: every card laid, in the order laid,
    spots = public(CARDS, small=True, count="down", most=2 * GROUPS - 1)  # and its place: 2 * group + end
    hands = owner(SEATS, HAND, small=True, count="held", most=TYPES - 1)  # the cards of each seat, ascending
    programmes = owner(SEATS, HOLD_MOST, small=True, count="kept", most=ROOM - 1)  # of each seat, in the order received
    discards = remembered(CARDS, small=True, count="thrown", most=TYPES - 1)  # R16: in the order thrown; not looked up
    pool = remembered(TYPES + 1, small=True, most=6)  # R21: of each card, how many last became the stock; one unused
    known_held = remembered(SEATS, small=True, most=HAND)  # how many cards of each hand everybody has seen
    known = remembered(
        SEATS, HAND, small=True, most=TYPES - 1
    )  # those taken from the discards, of each hand, ascending
    readers = remembered(SEATS, HOLD_MOST, small=True, most=63)  # R23: who returned a programme, one bit per seat
    stock_readers = remembered(ROOM, small=True, most=63)  # the same for the programme stock
    stock = secret(CARDS, small=True)  # the next card is the last of them
    programme_stock = secret(ROOM, small=True, most=ROOM - 1)  # the next card is the first of them


PACKED = {  # packed numbers of the view: where each part begins, and how many bits it has
    "wanted": {"kind": (13, 2), "which": (9, 4), "length": (5, 4)},  # levels.py
    "spots": {"end": (0, 1), "group": (1, 6)},
}


# queries: they change nothing


@rule
def why_not(s: Any, action: Any) -> Any:
    """Return 0 if the action is allowed, otherwise the clause it would break."""
    verb = VERB[action]
    if s.ended != 0:
        return T3
    if s.phase == DEALING:
        return 0 if verb == DO_DEAL else 6
    if (verb in (DO_PUT, DO_DISCARD)) and not holds(s.hands, s.held, s.seat, CARD[action]):
        return T2
    if verb == DO_DEAL:
        return 4
    if (verb in (DO_SWAP, DO_KEEP)) or s.phase == SWAPPING:
        return 0 if (verb in (DO_SWAP, DO_KEEP)) and s.phase == SWAPPING else 23
    if s.phase == DRAWING:
        if verb == DO_STOCK:
            return 0 if has_stock(s) else 21
        return 7 if verb != DO_TAKE else 0 if may_take(s) else 8
    if verb in (DO_STOCK, DO_TAKE):
        return 7
    if s.phase == LAYING:
        return why_not_lay(s, action)
    if s.phase == NAMING:
        return why_not_name(s, action)
    if s.phase == PUTTING:
        return why_not_put(s, CARD[action]) if verb == DO_PUT else 9
    place = end_of(s, s.growing, s.end)
    return 0 if verb == DO_PUT and fits(CARD[action], s.what[s.growing], place) else 16


@rule
def legal(s: Any, out: Any) -> Any:
    """Write the allowed actions in ascending order and return how many."""
    n = 0
    if s.phase == LAYING:
        return legal_lay(s, out)
    if s.phase == NAMING:
        return legal_name(s, out)
    if s.phase == PUTTING or s.phase == EXTENDING:
        return legal_put(s, out)
    if s.phase == DRAWING:
        if has_stock(s):
            out[n] = STOCK
            n += 1
        if may_take(s):
            out[n] = TAKE
            n += 1
    elif s.phase == DEALING:
        out[0] = DEAL
        n = 1
    elif s.phase == SWAPPING:  # R23
        out[0] = SWAP
        out[1] = KEEP
        n = 2
    return n


@rule
def score(s: Any, out: Any) -> None:
    """Write the programmes completed; the most win (R20, R21)."""
    for seat in range(s.seats):
        out[seat] = s.done[seat]


@rule
def pack(seats: Any, options: Any, out: Any) -> Any:
    """Write the cards in play in ascending order and return how many."""
    return write_pack(seats, out)


@rule
def cards(s: Any, out: Any) -> Any:
    """Write every card, wherever it is, and return how many, for the contract."""
    n = copied(s.stock, s.left, out, 0)
    n = copied(s.discards, s.thrown, out, n)
    n = copied(s.log, s.down, out, n)
    for seat in range(s.seats):
        n = copied(s.hands[seat], s.held[seat], out, n)
    return n if n > 0 else write_pack(s.seats, out)  # R5: won by bonus cards before any card was dealt


# changes


@rule
def apply(s: Any, action: Any, dice: Any) -> None:
    """Play an allowed action in place. Trusts the caller: an action that is not allowed corrupts the record."""
    verb = VERB[action]
    if verb == DO_STOCK:
        if s.left == 0:
            turn_over(s, dice)  # R21
        draw(s, s.seat)
        s.phase = LAYING
    elif verb == DO_TAKE:
        take(s)
    elif verb == DO_DISCARD:
        discard(s, CARD[action])
    elif verb == DO_PUT:
        if s.phase == EXTENDING:
            extend(s, CARD[action])
        else:
            put(s, CARD[action])
    elif verb == DO_SHOW:
        s.slot = SLOT_OF[action]
        s.shown = s.programmes[s.seat, s.slot]
        s.phase = NAMING
    elif verb == DO_MORE:
        s.more += 1
    elif verb in (DO_SET, DO_RUN):
        name(s, action)
    elif verb == DO_EXTEND:
        s.growing = GROUP[action]
        s.end = END[action]
        s.phase = EXTENDING
    elif verb == DO_GROUP:
        found(s, SAME_RANK, RANK_OF[action], 3)  # R15: more are additions
    elif verb == DO_DEAL:
        begin_round(s, (s.dealer + 1) % s.seats, dice)  # R4
    else:
        answer(s, verb == DO_SWAP, dice)


@rule
def write_programmes(s: Any, options: Any) -> None:
    """Write the programme cards of the table: those given after the options, or ours."""
    given = options[LIST] > 0
    s.many = options[LIST] if given else HOUSE_SIZE  # R2
    for programme in range(ROOM):
        for i in range(SLOTS):
            s.wanted[programme, i] = 0
            if programme < s.many:
                s.wanted[programme, i] = options[LIST + 1 + SLOTS * programme + i] if given else HOUSE[programme, i]


@rule
def deal(s: Any, seats: Any, options: Any, dice: Any) -> None:
    """Set up a record, even one full of garbage."""
    s.seats = seats
    s.swap_after = options[SWAP_AFTER]
    s.hold = options[HOLD]
    s.natural_each = options[NATURAL_EACH]
    s.rounds = s.ended = s.phase = 0
    s.seat = DEALER
    write_programmes(s, options)
    clear_table(s)
    for seat in range(SEATS):
        s.kept[seat] = s.done[seat] = s.failed[seat] = 0
        for i in range(HOLD_MOST):
            s.programmes[seat, i] = s.readers[seat, i] = 0
        for i in range(GOAL):
            s.finished[seat, i] = 0
    s.programmes_left = s.many
    for i in range(ROOM):
        s.programme_stock[i] = i if i < s.many else 0
        s.stock_readers[i] = 0
    dealer = below(dice, seats)  # R4
    shuffle(dice, s.programme_stock, s.many)
    begin_round(s, dealer, dice)


@rule
def why_not_deal(seats: Any, options: Any) -> Any:
    """Return 0 if the options can be combined, otherwise the clause they break."""
    many = options[LIST] if options[LIST] > 0 else HOUSE_SIZE
    if not seats * (PER_SEAT if options[HOLD] == 1 else PER_SEAT_HOLDING) <= many <= ROOM:
        return 2
    return 23 if options[SWAP_AFTER] != 0 and options[HOLD] != 1 else 0
