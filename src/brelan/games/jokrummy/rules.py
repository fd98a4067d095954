"""Jok-R-ummy: the clauses of RULES.md. Numbers in the margin are clauses.

What can be laid is the solver's to say (solver.py, asked through laying.py); what a seat may know, and what it has to
guess, is in sight.py. Still over 400 lines: there are twelve kinds of steps, each with its refusal, its listing and
its change.
"""

from typing import Any

import numpy as np

from ...core.actions import Actions, Verb
from ...core.dice import below, shuffle
from ...core.hands import holds, insert, remove
from ...core.record import Record, owner, public, remembered, secret
from ...core.rule import rule
from .cards import (
    ANY_SUIT,
    CARDS,
    DEALING,
    DEALT,
    DRAWING,
    EXTENDING,
    FREE_RANK,
    FREE_SUIT,
    GOAL,
    GROUPS,
    HAND,
    HIGH_ACE,
    HIGH_END,
    HOLD_MOST,
    JOKER,
    LAST_RANK,
    LAYING,
    LOW_END,
    NAMES,
    NAMING,
    NOTHING,
    OVER,
    PUTTING,
    RANKS,
    SAME_RANK,
    SEATS,
    SET_RANKS,
    SUIT,
    SUITS,
    SWAPPING,
    TYPES,
    WILD,
    WILD_RANK,
    packs,
)
from .laying import (
    end_of,
    fits,
    hand_of,
    may_extend,
    may_group,
    may_lengthen,
    may_name_run,
    may_name_set,
    may_put,
    may_show,
    next_group,
    next_place,
)
from .levels import MIXED, RUN, SET, kind_of, length_of, which_of
from .programmes import PER_SEAT, PER_SEAT_HOLDING, ROOM, SLOTS, load
from .sight import guess as guess
from .sight import view as view

# sizes and places
DEALER = -1
LAST_TURN, LAST_ROUND = 200, 60  # R21
# places of the options; LIST: how many programmes are given, then each; 0: ours
SWAP_AFTER, HOLD, NATURAL_EACH, LIST = range(4)
MOST = 2 * GROUPS + len(SET_RANKS) + HAND  # legal actions at once: both ends of all groups, new sets, discards
# actions in a game: a round has a deal, a question a seat, draws and discards, a show a seat, and at most two steps
# for every card that reaches a hand
LONGEST = LAST_ROUND * (1 + SEATS + 2 * LAST_TURN + SEATS + 2 * (SEATS * DEALT + LAST_TURN))
T2, T3 = 102, 103
HOUSE = load().words  # R2
HOUSE_SIZE = len(HOUSE)

GREATEST = 3 << 13 | 14 << 9 | 14 << 5  # a group of a programme: fourteen cards of a free rank


class State(Record):
    """The whole table. A card is its type, 13 * suit + rank - 1; 52 is a joker."""

    seats = public(least=2, most=SEATS)  # how many play
    swap_after = public(most=2)  # R23: rounds after which a programme may be swapped, 0 for never
    hold = public(least=1, most=HOLD_MOST)  # R23: programmes a seat has at the deal
    natural_each = public(most=1)  # R9: 1 if every group of a programme needs a natural card
    many = public(most=ROOM)  # R2: programme cards of this table
    rounds = public(most=LAST_ROUND)  # R21: dealt so far
    turns = public(most=LAST_TURN)  # R21: in this round
    dealer = public(most=SEATS - 1)  # the seat that deals
    seat = public(least=-1, most=SEATS - 1)  # whose turn; DEALER between rounds
    phase = public(most=7)  # of a turn: dealing, swapping, drawing, laying, naming, putting, extending, over
    closed = public(most=21)  # the clause that ended the last round, 0 while one is played
    ended = public(most=21)  # the clause that ended the game, 0 while it runs
    left = public(most=CARDS)  # cards in the stock
    turned = public(most=LAST_TURN)  # R21: how often the discards became the stock in this round
    thrown = public(most=CARDS)  # cards in the discards
    top = public(least=-1, most=TYPES - 1)  # the top discard or NOTHING
    down = public(most=CARDS)  # cards laid
    groups = public(most=GROUPS)  # groups laid, the one being laid included
    slot = public(least=-1, most=HOLD_MOST - 1)  # which of its programmes is being laid or NOTHING
    shown = public(least=-1, most=ROOM - 1)  # the programme being laid or NOTHING
    named = public(most=SLOTS)  # how many of its groups are named
    more = public(most=HAND)  # R9: cards that its next group gets beyond what is asked
    length = public(most=HAND)  # the group being laid: how many cards it gets,
    placed = public(most=HAND)  # and how many it has
    natural = public(most=1)  # R9: 1 if a natural card lies in the programme being laid, or in this group of it
    growing = public(most=GROUPS - 1)  # R15: the group that gets the next card
    end = public(most=1)  # and where
    programmes_left = public(most=ROOM)  # programme cards still to draw
    held = public(SEATS, most=HAND)  # cards in each hand
    kept = public(SEATS, most=HOLD_MOST)  # programmes each seat has to do
    laid = public(SEATS, most=1)  # 1 if a seat has laid one in this round
    done = public(SEATS, most=GOAL)  # R20: programmes each seat has finished
    failed = public(SEATS, most=LAST_ROUND)  # R23: rounds in which its programme failed
    wanted = public(ROOM, SLOTS, count="many", most=GREATEST)  # R2: the groups of every programme card
    finished = public(SEATS, GOAL, small=True, most=ROOM - 1)  # the programmes done
    what = public(GROUPS, small=True, count="groups", most=SAME_RANK)  # every group: its suit, ANY_SUIT or SAME_RANK,
    low = public(GROUPS, small=True, count="groups", most=HAND)  # its lowest place, or its rank,
    high = public(GROUPS, small=True, count="groups", most=HAND)  # its highest,
    whose = public(GROUPS, small=True, count="groups", most=SEATS - 1)  # and who laid it
    log = public(CARDS, small=True, count="down", most=TYPES - 1)  # R17: every card laid, in the order laid,
    spots = public(CARDS, small=True, count="down", most=2 * GROUPS - 1)  # and its place: 2 * group + end
    hands = owner(SEATS, HAND, small=True, count="held", most=TYPES - 1)  # the cards of each seat, ascending
    programmes = owner(SEATS, HOLD_MOST, small=True, count="kept", most=ROOM - 1)  # of each seat, in the order received
    discards = remembered(CARDS, small=True, count="thrown", most=TYPES - 1)  # R16: in the order thrown; not looked up
    pool = remembered(TYPES + 1, small=True, most=6)  # R21: of each card, how many were last made a stock; one unused
    known_held = remembered(SEATS, small=True, most=HAND)  # how many cards of each hand all have seen
    known = remembered(
        SEATS, HAND, small=True, most=TYPES - 1
    )  # those taken from the discards, of each hand, ascending
    readers = remembered(
        SEATS, HOLD_MOST, small=True, most=63
    )  # R23: who had a programme and gave it back: a bit a seat
    stock_readers = remembered(ROOM, small=True, most=63)  # the same for the programme stock
    stock = secret(CARDS, small=True)  # the next card is the last of them
    programme_stock = secret(ROOM, small=True)  # the next card is the first of them


PACKED = {  # numbers of the view that hold several: where each part begins, and how many bits it has
    "wanted": {"kind": (13, 2), "which": (9, 4), "length": (5, 4)},  # levels.py
    "spots": {"end": (0, 1), "group": (1, 6)},
}
RANK_NAMES = {rank: RANKS[rank] for rank in SET_RANKS}
ACTIONS = Actions(
    Verb("deal", reveals=True),
    Verb("swap", reveals=True),
    Verb("keep", reveals=True),
    Verb("stock", reveals=True),
    Verb("take"),
    Verb("show", slot=range(HOLD_MOST)),
    Verb("more"),
    Verb("set", rank=RANK_NAMES),
    Verb("run", suit=dict(enumerate([*SUITS, "*"])), low={rank: RANKS[rank] for rank in range(1, LAST_RANK + 1)}),
    Verb("put", card=dict(enumerate(NAMES))),
    Verb("extend", group=range(GROUPS), end={LOW_END: "low", HIGH_END: "high"}),
    Verb("group", rank=RANK_NAMES),
    Verb("discard", card=dict(enumerate(NAMES))),
)
VERB, SLOT_OF, RANK_OF, SUIT_OF, LOW_OF, CARD, GROUP, END = (
    ACTIONS.column(field).astype(np.int64) for field in ("verb", "slot", "rank", "suit", "low", "card", "group", "end")
)
DO_DEAL, DO_SWAP, DO_KEEP, DO_STOCK, DO_TAKE, DO_SHOW, DO_MORE, DO_SET, DO_RUN, DO_PUT = (
    ACTIONS.verb(verb.name) for verb in ACTIONS.verbs[:10]
)
DO_EXTEND, DO_GROUP, DO_DISCARD = (ACTIONS.verb(verb) for verb in ("extend", "group", "discard"))
DEAL, SWAP, KEEP, STOCK, TAKE = (ACTIONS.table(verb) for verb in ("deal", "swap", "keep", "stock", "take"))
SHOW, MORE, NAME_SET, NAME_RUN, PUT = (ACTIONS.table(verb) for verb in ("show", "more", "set", "run", "put"))
EXTEND, NEW_SET, DISCARD = (ACTIONS.table(verb) for verb in ("extend", "group", "discard"))


# questions: they change nothing


@rule
def has_stock(s: Any) -> Any:
    """Whether there is, or would be, something to draw face down."""
    return s.left > 0 or s.thrown > 1  # R21


@rule
def may_take(s: Any) -> Any:
    """Whether the seat at turn may draw the top discard."""
    return s.thrown > 0 and s.held[s.seat] != 1  # R8


@rule
def why_not_lay(s: Any, action: Any) -> Any:
    """The same as `why_not` while cards may be laid freely."""
    verb, seat = VERB[action], s.seat
    if verb == DO_DISCARD:
        return 0
    if verb == DO_SHOW:
        if s.laid[seat] != 0:
            return 9 if s.hold == 1 else 23
        return 0 if SLOT_OF[action] < s.kept[seat] and may_show(s, hand_of(s, seat), SLOT_OF[action]) else 9
    if s.laid[seat] == 0:
        return 15 if verb in (DO_EXTEND, DO_GROUP) else 9
    if verb == DO_EXTEND:
        if GROUP[action] >= s.groups:
            return 15
        return 0 if may_extend(s, hand_of(s, seat), GROUP[action], END[action]) else 16
    if verb == DO_GROUP:
        return 0 if may_group(hand_of(s, seat), RANK_OF[action]) else 15
    return 9 if verb == DO_MORE else 15  # never new runs


@rule
def why_not_name(s: Any, action: Any) -> Any:
    """The same while the next group of a programme is to be named."""
    group = next_group(s)
    kind, which = kind_of(group), which_of(group)
    if VERB[action] == DO_SET:
        if kind != SET:
            return 9
        if which != FREE_RANK and which != RANK_OF[action]:
            return 10
        return 0 if may_name_set(s, hand_of(s, s.seat), RANK_OF[action]) else 9
    if VERB[action] == DO_RUN:
        if kind == SET:
            return 9
        if kind == RUN and (SUIT_OF[action] == ANY_SUIT or (which != FREE_SUIT and which != SUIT_OF[action])):
            return 11
        if kind == MIXED and SUIT_OF[action] != ANY_SUIT:
            return 12
        if LOW_OF[action] + length_of(group) - 1 > HIGH_ACE:
            return 13
        return 0 if may_name_run(s, hand_of(s, s.seat), SUIT_OF[action], LOW_OF[action]) else 9
    return 0 if VERB[action] == DO_MORE and may_lengthen(s, hand_of(s, s.seat)) else 9


@rule
def why_not_put(s: Any, card: Any) -> Any:
    """The same for a card that is held, and a group that is being laid."""
    what = s.what[s.groups - 1]
    if not fits(card, what, next_place(s)):
        return 10 if what == SAME_RANK else 12 if what == ANY_SUIT else 11
    return 0 if may_put(s, hand_of(s, s.seat), card) else 9


@rule
def why_not(s: Any, action: Any) -> Any:
    """0 if the action is allowed, else the clause it would break."""
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
def legal_lay(s: Any, out: Any) -> Any:
    """What `legal` lists while cards may be laid freely."""
    n = 0
    seat = s.seat
    hand = hand_of(s, seat)
    if s.laid[seat] == 0:
        for slot in range(s.kept[seat]):
            if may_show(s, hand, np.int64(slot)):
                out[n] = SHOW[slot]
                n += 1
    else:  # R15
        for group in range(s.groups):
            for end in range(2):
                if may_extend(s, hand, np.int64(group), end):
                    out[n] = EXTEND[group, end]
                    n += 1
        for rank in range(1, LAST_RANK + 1):
            if rank != WILD_RANK and may_group(hand, rank):
                out[n] = NEW_SET[rank]
                n += 1
    for i in range(s.held[seat]):
        if i == 0 or s.hands[seat, i] != s.hands[seat, i - 1]:
            out[n] = DISCARD[s.hands[seat, i]]
            n += 1
    return n


@rule
def legal_name(s: Any, out: Any) -> Any:
    """What `legal` lists while the next group of a programme is to be named."""
    n = 0
    hand = hand_of(s, s.seat)
    group = next_group(s)
    if may_lengthen(s, hand):
        out[n] = MORE
        n += 1
    if kind_of(group) == SET:
        for rank in range(1, LAST_RANK + 1):
            if rank != WILD_RANK and may_name_set(s, hand, rank):
                out[n] = NAME_SET[rank]
                n += 1
        return n
    for suit in range(ANY_SUIT + 1):
        for low in range(1, HIGH_ACE + 2 - length_of(group)):
            if may_name_run(s, hand, suit, low):
                out[n] = NAME_RUN[suit, low]
                n += 1
    return n


@rule
def legal_put(s: Any, out: Any) -> Any:
    """What `legal` lists while a card is to be put."""
    n = 0
    seat = s.seat
    hand = hand_of(s, seat)
    growing = s.phase == EXTENDING
    what = s.what[s.growing if growing else s.groups - 1]
    wilds = -1  # whether a wild may be put, -1 not yet known: all wilds are alike
    for i in range(s.held[seat]):
        card = np.int64(s.hands[seat, i])
        if i > 0 and card == s.hands[seat, i - 1]:
            continue
        if growing:
            may = 1 if fits(card, what, end_of(s, s.growing, s.end)) else 0
        elif SUIT[card] == WILD and wilds >= 0:
            may = wilds
        else:
            may = 1 if may_put(s, hand, card) else 0
            if SUIT[card] == WILD:
                wilds = may
        if may == 1:
            out[n] = PUT[card]
            n += 1
    return n


@rule
def legal(s: Any, out: Any) -> Any:
    """Write the allowed actions in ascending order, return how many."""
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
def why_over(s: Any) -> Any:
    """The clause that ended the game, 0 while it runs."""
    return s.ended


@rule
def score(s: Any, out: Any) -> None:
    """Programmes done; the most win (R20, R21)."""
    for seat in range(s.seats):
        out[seat] = s.done[seat]


@rule
def write_pack(seats: Any, out: Any) -> Any:
    """Write the cards in play in ascending order, return how many."""
    n = 0
    for card in range(TYPES):
        for _ in range(packs(seats) * (2 if card == JOKER else 1)):  # R1
            out[n] = card
            n += 1
    return n


@rule
def pack(seats: Any, options: Any, out: Any) -> Any:
    """Write the cards in play in ascending order, return how many."""
    return write_pack(seats, out)


@rule
def cards(s: Any, out: Any) -> Any:
    """Write every card wherever it is, return how many: for the contract."""
    n = 0
    for seat in range(s.seats):
        for i in range(s.held[seat]):
            out[n] = s.hands[seat, i]
            n += 1
    for i in range(s.left):
        out[n] = s.stock[i]
        n += 1
    for i in range(s.thrown):
        out[n] = s.discards[i]
        n += 1
    for i in range(s.down):
        out[n] = s.log[i]
        n += 1
    return n if n > 0 else write_pack(s.seats, out)  # R5: won by bonus cards before any card was dealt


# changes


@rule
def draw(s: Any, seat: Any) -> None:
    """Move the top of the stock into a hand."""
    s.left -= 1
    insert(s.hands, s.held, seat, s.stock[s.left])
    s.stock[s.left] = 0


@rule
def lose(s: Any, card: Any) -> None:
    """A card leaves the hand at turn; if that seat was known to have one like it, this may have been it."""
    remove(s.hands, s.held, s.seat, card)
    remove(s.known, s.known_held, s.seat, card)


@rule
def throw(s: Any, card: Any) -> None:
    """Put a card on the discards."""
    s.discards[s.thrown] = card
    s.thrown += 1
    s.top = card


@rule
def reverse(cards: Any, count: Any) -> None:
    """A stock is kept with its top last."""
    for i in range(count // 2):
        card = cards[i]
        cards[i] = cards[count - 1 - i]
        cards[count - 1 - i] = card


@rule
def turn_over(s: Any, dice: Any) -> None:
    """All discards but the top are shuffled into a new stock."""
    for card in range(TYPES):
        s.pool[card] = 0
    for i in range(s.thrown):
        if i < s.thrown - 1:
            s.pool[s.discards[i]] += 1
        s.discards[i] = 0
    s.discards[0] = s.top
    s.thrown = 1
    s.turned += 1
    for card in range(TYPES):
        for _ in range(s.pool[card]):
            s.stock[s.left] = card
            s.left += 1
    shuffle(dice, s.stock, s.left)
    reverse(s.stock, s.left)


@rule
def finish_game(s: Any, clause: Any) -> None:
    """Nothing more is played."""
    s.ended = clause
    s.phase = OVER
    s.seat = DEALER


@rule
def finish_round(s: Any, clause: Any) -> None:
    """The round ends; hands and groups lie until the next deal."""
    s.closed = clause
    s.phase = DEALING
    s.seat = DEALER
    for seat in range(s.seats):
        s.failed[seat] += 1 - s.laid[seat]  # R23
    if s.rounds == LAST_ROUND:
        finish_game(s, 21)


@rule
def count_done(s: Any, seat: Any, programme: Any) -> None:
    """A programme is done."""
    s.finished[seat, s.done[seat]] = programme
    s.done[seat] += 1
    if s.done[seat] == GOAL:
        finish_game(s, 20)


@rule
def serve(s: Any, seat: Any) -> None:
    """A seat gets the programmes it lacks."""
    while s.kept[seat] < s.hold and s.ended == 0:  # R5 R23
        programme, known_to = s.programme_stock[0], s.stock_readers[0]
        s.programmes_left -= 1
        for i in range(s.programmes_left):
            s.programme_stock[i] = s.programme_stock[i + 1]
            s.stock_readers[i] = s.stock_readers[i + 1]
        s.programme_stock[s.programmes_left] = s.stock_readers[s.programmes_left] = 0
        if s.wanted[programme, 0] == 0:  # R5: a bonus
            count_done(s, seat, programme)
        else:
            s.programmes[seat, s.kept[seat]] = programme
            s.readers[seat, s.kept[seat]] = known_to
            s.kept[seat] += 1
            s.failed[seat] = 0


@rule
def drop_programme(s: Any, seat: Any, slot: Any) -> None:
    """A programme leaves its seat; later ones move down."""
    s.kept[seat] -= 1
    for i in range(slot, s.kept[seat]):
        s.programmes[seat, i] = s.programmes[seat, i + 1]
        s.readers[seat, i] = s.readers[seat, i + 1]
    s.programmes[seat, s.kept[seat]] = s.readers[seat, s.kept[seat]] = 0


@rule
def clear_table(s: Any) -> None:
    """No card is anywhere."""
    s.left = s.turned = s.thrown = s.down = s.groups = s.turns = s.closed = 0
    s.top = s.slot = s.shown = NOTHING
    s.named = s.more = s.length = s.placed = s.natural = s.growing = s.end = 0
    for seat in range(SEATS):
        s.held[seat] = s.laid[seat] = s.known_held[seat] = 0
        for i in range(HAND):
            s.hands[seat, i] = s.known[seat, i] = 0
    for group in range(GROUPS):
        s.what[group] = s.low[group] = s.high[group] = s.whose[group] = 0
    for i in range(CARDS):
        s.log[i] = s.spots[i] = s.discards[i] = s.stock[i] = 0
    for card in range(TYPES + 1):
        s.pool[card] = 0


@rule
def begin_turn(s: Any, seat: Any) -> None:
    """The next seat draws, if there is anything to draw."""
    s.seat = seat
    s.phase = DRAWING if has_stock(s) or may_take(s) else LAYING  # R21


@rule
def deal_cards(s: Any, dice: Any) -> None:
    """Hands, the first discard and the stock."""
    clear_table(s)
    s.left = write_pack(s.seats, s.stock)
    shuffle(dice, s.stock, s.left)
    reverse(s.stock, s.left)
    for seat in range(s.seats):  # R6 T5
        for _ in range(DEALT):
            draw(s, seat)
    s.left -= 1
    throw(s, s.stock[s.left])
    s.stock[s.left] = 0
    begin_turn(s, (s.dealer + 1) % s.seats)


@rule
def ask_or_deal(s: Any, first: Any, dice: Any) -> None:
    """Ask the next seat, from the `first` after the dealer's left on, that may swap; deal when there is none."""
    for i in range(first, s.seats):
        seat = (s.dealer + 1 + i) % s.seats
        if s.swap_after > 0 and s.failed[seat] >= s.swap_after:  # R23
            s.seat = seat
            s.phase = SWAPPING
            return
    deal_cards(s, dice)


@rule
def begin_round(s: Any, dealer: Any, dice: Any) -> None:
    """Programmes first, then cards."""
    s.dealer = dealer
    s.rounds += 1
    for i in range(s.seats):  # R5
        serve(s, (dealer + 1 + i) % s.seats)
    if s.ended == 0:
        ask_or_deal(s, 0, dice)


@rule
def answer(s: Any, swaps: Any, dice: Any) -> None:
    """A seat swaps its programme or keeps it."""
    seat = s.seat
    if swaps:  # R23
        s.programme_stock[s.programmes_left] = s.programmes[seat, 0]
        s.stock_readers[s.programmes_left] = s.readers[seat, 0] | 1 << seat
        s.programmes_left += 1
        drop_programme(s, seat, 0)
        serve(s, seat)
    if s.ended == 0:
        ask_or_deal(s, (seat - s.dealer - 1) % s.seats + 1, dice)


@rule
def found(s: Any, what: Any, low: Any, length: Any) -> None:
    """A new group begins."""
    group = s.groups
    s.groups += 1
    s.what[group] = what
    s.low[group] = low
    s.high[group] = low if what == SAME_RANK else low - 1
    s.whose[group] = s.seat
    s.length = length
    s.phase = PUTTING


@rule
def lay(s: Any, card: Any, group: Any, end: Any) -> None:
    """Move a card from the hand at turn to an end of a group."""
    lose(s, card)
    s.log[s.down] = card
    s.spots[s.down] = 2 * group + end
    s.down += 1
    if s.what[group] != SAME_RANK:
        if end == LOW_END:
            s.low[group] -= 1
        else:
            s.high[group] += 1


@rule
def complete(s: Any) -> None:
    """The programme lies."""
    seat, programme = s.seat, s.shown
    drop_programme(s, seat, s.slot)
    s.laid[seat] = 1
    s.slot = s.shown = NOTHING
    s.named = 0
    count_done(s, seat, programme)


@rule
def all_laid(s: Any) -> Any:
    """Whether every seat has laid a programme in this round."""
    for seat in range(s.seats):
        if s.laid[seat] == 0:
            return False
    return True


@rule
def put(s: Any, card: Any) -> None:
    """The next card of the group being laid."""
    lay(s, card, s.groups - 1, HIGH_END)
    s.placed += 1
    if SUIT[card] != WILD:
        s.natural = 1
    if s.placed < s.length:
        return
    s.length = s.placed = 0
    if s.natural_each != 0:
        s.natural = 0
    s.phase = LAYING
    if s.shown != NOTHING:
        if s.named < SLOTS and s.wanted[s.shown, s.named] != 0:
            s.phase = NAMING
            return
        complete(s)
    s.natural = 0
    if s.ended == 0:  # R20
        if s.held[s.seat] == 0:
            finish_round(s, 18)  # R18
        elif all_laid(s):
            finish_round(s, 19)  # R19


@rule
def extend(s: Any, card: Any) -> None:
    """A card at the end of a group that was chosen."""
    lay(s, card, s.growing, s.end)
    s.growing = s.end = 0
    s.phase = LAYING
    if s.held[s.seat] == 0:
        finish_round(s, 18)  # R18


@rule
def discard(s: Any, card: Any) -> None:
    """The turn ends."""
    lose(s, card)  # R7
    throw(s, card)
    s.turns += 1
    if s.held[s.seat] == 0:
        finish_round(s, 18)  # R18
    elif s.turns == LAST_TURN:
        finish_round(s, 21)  # R21
    else:
        begin_turn(s, (s.seat + 1) % s.seats)


@rule
def take(s: Any) -> None:
    """The top discard goes into a hand, and everybody saw it. It may be discarded again (R22)."""
    s.thrown -= 1
    insert(s.hands, s.held, s.seat, s.top)
    insert(s.known, s.known_held, s.seat, s.top)
    s.discards[s.thrown] = 0
    s.top = s.discards[s.thrown - 1] if s.thrown > 0 else NOTHING
    s.phase = LAYING


@rule
def name(s: Any, action: Any) -> None:
    """The next group of a programme is named."""
    length = length_of(next_group(s))
    s.named += 1
    s.more = 0
    if VERB[action] == DO_SET:
        found(s, SAME_RANK, RANK_OF[action], length)
    else:
        found(s, SUIT_OF[action], LOW_OF[action], length)


@rule
def apply(s: Any, action: Any, dice: Any) -> None:
    """Play an allowed action in place. It trusts the caller: an action that is not allowed does damage."""
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
    """The programme cards of the table: those given after the options, or ours."""
    given = options[LIST] > 0
    s.many = options[LIST] if given else HOUSE_SIZE  # R2
    for programme in range(ROOM):
        for i in range(SLOTS):
            s.wanted[programme, i] = 0
            if programme < s.many:
                s.wanted[programme, i] = options[LIST + 1 + SLOTS * programme + i] if given else HOUSE[programme, i]


@rule
def deal(s: Any, seats: Any, options: Any, dice: Any) -> None:
    """Set up a record, also one full of garbage."""
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
    """0 if the options go together, else the clause they break."""
    many = options[LIST] if options[LIST] > 0 else HOUSE_SIZE
    if not seats * (PER_SEAT if options[HOLD] == 1 else PER_SEAT_HOLDING) <= many <= ROOM:
        return 2
    return 23 if options[SWAP_AFTER] != 0 and options[HOLD] != 1 else 0
