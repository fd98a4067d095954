"""What a seat may know beyond the fields' declarations, and what it has to guess. Compiled with the rules."""

from typing import Any

import numpy as np

from ...core.dice import shuffle
from ...core.hands import insert
from ...core.rule import rule
from .cards import (
    CARDS,
    EXTENDING,
    HAND,
    HOLD_MOST,
    JOKER,
    NAMING,
    NOTHING,
    PUTTING,
    SEATS,
    SUIT,
    TYPES,
    packs,
)
from .laying import completes, lays, may_extend, rest
from .programmes import ROOM
from .solver import CARD_UNIT, EMPTY, WILDS, plus, without

TRIES = 1000  # one or two do, but for the oddest programmes


@rule
def view(s: Any, seat: Any, v: Any) -> None:
    """Show a seat where a programme is that it returned."""
    if seat < 0:
        return
    for i in range(s.programmes_left):
        if s.stock_readers[i] >> seat & 1:
            v.programme_stock[i] = s.programme_stock[i]
    for other in range(s.seats):
        for slot in range(s.kept[other]):
            if s.readers[other, slot] >> seat & 1:
                v.programmes[other, slot] = s.programmes[other, slot]


@rule
def guess_programmes(s: Any, dice: Any) -> None:
    """Distribute unseen programmes, bonus cards only to the stock. The card stock, dealt later, serves as a buffer."""
    for programme in range(s.many):
        s.stock[programme] = 0
    if s.shown != NOTHING:
        s.programmes[s.seat, s.slot] = s.shown
    for seat in range(s.seats):
        for i in range(s.done[seat]):
            s.stock[s.finished[seat, i]] = 1
        for slot in range(s.kept[seat]):
            if s.programmes[seat, slot] >= 0:
                s.stock[s.programmes[seat, slot]] = 1
    for i in range(s.programmes_left):
        if s.programme_stock[i] >= 0:
            s.stock[s.programme_stock[i]] = 1
    unseen = 0
    for programme in range(s.many):  # unseen <= programme: nothing is overwritten before it is read
        if s.stock[programme] == 0:
            s.stock[unseen] = programme
            unseen += 1
    shuffle(dice, s.stock, unseen)
    for seat in range(SEATS):
        for slot in range(HOLD_MOST):
            if seat >= s.seats or slot >= s.kept[seat]:
                s.programmes[seat, slot] = 0
            elif s.programmes[seat, slot] < 0:
                i = 0
                while s.wanted[s.stock[i], 0] == 0:
                    i += 1
                unseen -= 1
                s.programmes[seat, slot] = s.stock[i]
                s.stock[i] = s.stock[unseen]
    shuffle(dice, s.stock, unseen)  # bonus cards were passed over, and lay in front
    for i in range(ROOM):
        if i >= s.programmes_left:
            s.programme_stock[i] = 0
        elif s.programme_stock[i] < 0:
            unseen -= 1
            s.programme_stock[i] = s.stock[unseen]


@rule
def mark(s: Any, card: Any) -> None:
    """Mark one copy of a card as seen; copies are adjacent."""
    i = packs(s.seats) * np.int64(card)
    while s.stock[i] == 1:
        i += 1
    s.stock[i] = 1


@rule
def gather_unseen(s: Any, seat: Any) -> Any:
    """Write the cards a seat has not seen to the stock's buffer and return how many."""
    size = packs(s.seats) * (TYPES + 1)
    for i in range(CARDS):
        s.stock[i] = 0
    for i in range(s.thrown):
        mark(s, s.discards[i])
    for i in range(s.down):
        mark(s, s.log[i])
    for other in range(s.seats):
        for i in range(s.held[other] if other == seat else s.known_held[other]):
            mark(s, s.hands[other, i] if other == seat else s.known[other, i])
    unseen = 0
    for i in range(size):  # unseen <= i: nothing is overwritten before it is read
        if s.stock[i] == 0:
            s.stock[unseen] = min(i // packs(s.seats), JOKER)
            unseen += 1
    return unseen


@rule
def exchange(s: Any, i: Any, j: Any) -> None:
    """Swap two cards in the stock's buffer."""
    card = s.stock[i]
    s.stock[i] = s.stock[j]
    s.stock[j] = card


@rule
def choose_stock(s: Any, unseen: Any) -> None:
    """Move `left` cards that may be in the stock to the front; the pool then says which others may be."""
    if s.turned == 0:
        return
    chosen = 0
    for i in range(unseen):  # R21: after the discards were turned over, only they can be there
        if chosen < s.left and s.pool[s.stock[i]] > 0:
            s.pool[s.stock[i]] -= 1
            exchange(s, i, chosen)
            chosen += 1


@rule
def return_stock(s: Any) -> None:
    """Restore the pool to what was turned over."""
    if s.turned > 0:
        for i in range(s.left):
            s.pool[s.stock[i]] += 1


@rule
def lacks(s: Any, hand: Any) -> Any:
    """Return how many more wilds the acting seat needs to go on; more than a hand if wilds do not help."""
    for more in range(HAND + 1):
        richer = plus(hand, WILDS, more)
        if s.phase == EXTENDING:
            enough = may_extend(s, richer, np.int64(s.growing), np.int64(s.end))
        elif s.phase == NAMING:
            enough = lays(s, richer, rest(s))
        else:
            enough = completes(s, richer, s.length - s.placed, s.natural != 0)
        if enough:
            return more
    return HAND + 1


@rule
def suit_hand(s: Any, first: Any, count: Any, unseen: Any) -> Any:
    """Swap cards until the seat that is laying, which gets `count` from `first` on, can go on."""
    hand = EMPTY
    for i in range(s.known_held[s.seat]):
        card = s.known[s.seat, i]
        hand = plus(hand, SUIT[card], CARD_UNIT[card])
    for i in range(first, first + count):
        hand = plus(hand, SUIT[s.stock[i]], CARD_UNIT[s.stock[i]])
    lacking = lacks(s, hand)
    while lacking > 0:
        better = False
        for i in range(first, first + count):
            old = s.stock[i]
            less = without(hand, old)
            if better or lacks(s, less) > lacking:  # a useful card stays
                continue
            for j in range(unseen):
                new = s.stock[j]
                in_hand = first <= j < first + count
                if better or in_hand or (j < first and s.turned > 0 and s.pool[old] == 0 and new != old):
                    continue
                now = lacks(s, plus(less, SUIT[new], CARD_UNIT[new]))
                if now < lacking:
                    better = True
                    lacking = now
                    hand = plus(less, SUIT[new], CARD_UNIT[new])
                    if j < first and s.turned > 0:
                        s.pool[old] -= 1
                        s.pool[new] += 1
                    exchange(s, i, j)
        if not better:
            return False
    return True


@rule
def guess_cards(s: Any, seat: Any, dice: Any) -> None:
    """Distribute unseen cards at random wherever they could be."""
    unseen = gather_unseen(s, seat)
    laying = s.seat >= 0 and s.seat != seat and (s.phase == NAMING or s.phase == PUTTING or s.phase == EXTENDING)
    shuffle(dice, s.stock, unseen)
    choose_stock(s, unseen)
    if laying:
        tries = TRIES
        while tries > 0 and not suit_hand(s, s.left, s.held[s.seat] - s.known_held[s.seat], unseen):
            return_stock(s)
            shuffle(dice, s.stock, unseen)
            choose_stock(s, unseen)
            tries -= 1
    return_stock(s)
    next_card = np.int64(s.left)
    for turn in range(SEATS):
        other = (turn + max(s.seat, 0)) % SEATS  # the acting seat first
        if other == seat:
            continue
        hidden = s.held[other] - s.known_held[other]
        s.held[other] = 0
        for i in range(HAND):
            s.hands[other, i] = 0
        for i in range(s.known_held[other]):
            insert(s.hands, s.held, other, s.known[other, i])
        for _ in range(hidden):
            insert(s.hands, s.held, other, s.stock[next_card])
            next_card += 1
    for i in range(s.left, CARDS):
        s.stock[i] = 0


@rule
def guess(s: Any, seat: Any, dice: Any) -> None:
    """Complete a seat's view into a whole record: what it has not seen is distributed at random."""
    guess_programmes(s, dice)
    guess_cards(s, seat, dice)
