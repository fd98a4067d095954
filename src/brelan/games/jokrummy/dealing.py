"""How a round begins and ends: programmes, cards, the stock. Compiled with the rules."""

from typing import Any

from ...core.dice import shuffle_top_last
from ...core.hands import insert
from ...core.rule import rule
from .asking import has_stock, may_take
from .cards import (
    CARDS,
    DEALER,
    DEALING,
    DEALT,
    DRAWING,
    GOAL,
    GROUPS,
    HAND,
    JOKER,
    LAST_ROUND,
    LAYING,
    NOTHING,
    OVER,
    SEATS,
    SWAPPING,
    TYPES,
    packs,
)


@rule
def write_pack(seats: Any, out: Any) -> Any:
    """Write the cards in play in ascending order and return how many."""
    n = 0
    for card in range(TYPES):
        for _ in range(packs(seats) * (2 if card == JOKER else 1)):  # R1
            out[n] = card
            n += 1
    return n


@rule
def draw(s: Any, seat: Any) -> None:
    """Move the top of the stock to a hand."""
    s.left -= 1
    insert(s.hands, s.held, seat, s.stock[s.left])
    s.stock[s.left] = 0


@rule
def throw(s: Any, card: Any) -> None:
    """Put a card on the discards."""
    s.discards[s.thrown] = card
    s.thrown += 1
    s.top = card


@rule
def turn_over(s: Any, dice: Any) -> None:
    """Shuffle all discards but the top into a new stock."""
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
    shuffle_top_last(dice, s.stock, s.left)


@rule
def finish_game(s: Any, clause: Any) -> None:
    """End the game."""
    s.ended = clause
    s.phase = OVER
    s.seat = DEALER


@rule
def finish_round(s: Any, clause: Any) -> None:
    """End the round; hands and groups stay until the next deal."""
    s.closed = clause
    s.phase = DEALING
    s.seat = DEALER
    for seat in range(s.seats):
        s.failed[seat] += 1 - s.laid[seat]  # R23
    if s.rounds == LAST_ROUND:
        finish_game(s, 21)


@rule
def count_done(s: Any, seat: Any, programme: Any) -> None:
    """Count a completed programme."""
    s.finished[seat, s.done[seat]] = programme
    s.done[seat] += 1
    if s.done[seat] == GOAL:
        finish_game(s, 20)


@rule
def serve(s: Any, seat: Any) -> None:
    """Give a seat the programmes it lacks."""
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
    """Remove a programme from a seat; later ones move down."""
    s.kept[seat] -= 1
    for i in range(slot, s.kept[seat]):
        s.programmes[seat, i] = s.programmes[seat, i + 1]
        s.readers[seat, i] = s.readers[seat, i + 1]
    s.programmes[seat, s.kept[seat]] = s.readers[seat, s.kept[seat]] = 0


@rule
def clear_table(s: Any) -> None:
    """Clear the table."""
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
    """Begin the next turn, in which the seat draws if there is anything to draw."""
    s.seat = seat
    s.phase = DRAWING if has_stock(s) or may_take(s) else LAYING  # R21


@rule
def deal_cards(s: Any, dice: Any) -> None:
    """Deal hands, the first discard and the stock."""
    clear_table(s)
    s.left = write_pack(s.seats, s.stock)
    shuffle_top_last(dice, s.stock, s.left)
    for seat in range(s.seats):  # R6 T5
        for _ in range(DEALT):
            draw(s, seat)
    s.left -= 1
    throw(s, s.stock[s.left])
    s.stock[s.left] = 0
    begin_turn(s, (s.dealer + 1) % s.seats)


@rule
def ask_or_deal(s: Any, first: Any, dice: Any) -> None:
    """Ask the next seat that may swap, starting `first` seats after the dealer's left; deal if there is none."""
    for i in range(first, s.seats):
        seat = (s.dealer + 1 + i) % s.seats
        if s.swap_after > 0 and s.failed[seat] >= s.swap_after:  # R23
            s.seat = seat
            s.phase = SWAPPING
            return
    deal_cards(s, dice)


@rule
def begin_round(s: Any, dealer: Any, dice: Any) -> None:
    """Begin a round: programmes first, then cards."""
    s.dealer = dealer
    s.rounds += 1
    for i in range(s.seats):  # R5
        serve(s, (dealer + 1 + i) % s.seats)
    if s.ended == 0:
        ask_or_deal(s, 0, dice)


@rule
def answer(s: Any, swaps: Any, dice: Any) -> None:
    """Let a seat swap its programme or keep it."""
    seat = s.seat
    if swaps:  # R23
        s.programme_stock[s.programmes_left] = s.programmes[seat, 0]
        s.stock_readers[s.programmes_left] = s.readers[seat, 0] | 1 << seat
        s.programmes_left += 1
        drop_programme(s, seat, 0)
        serve(s, seat)
    if s.ended == 0:
        ask_or_deal(s, (seat - s.dealer - 1) % s.seats + 1, dice)
