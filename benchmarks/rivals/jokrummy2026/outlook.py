"""How soon a hand will reach its goal, estimated by sampling future draws.

The goal is to lay the programme, and after that to go out. The estimate keeps all cards drawn,
which is optimistic, but equally so for every possible discard.
"""

from typing import Any

import numpy as np

from brelan.core.dice import below
from brelan.core.rule import rule
from brelan.games.jokrummy.bots import unseen
from brelan.games.jokrummy.cards import ANY_SUIT, HIGH_ACE, LAST_RANK, SAME_RANK, SUIT, TYPES, WILD
from brelan.games.jokrummy.laying import asks
from brelan.games.jokrummy.solver import CARD_UNIT, UNIT, ZERO, number, plus, rank_at, ranks, whole

AHEAD = 16  # turns ahead, including this one


@rule
def gather(v: Any, seat: Any, cards: Any) -> Any:
    """Write the cards a seat has not seen and return how many."""
    count = 0
    for card in range(TYPES):
        for _ in range(unseen(v, seat, card)):
            cards[count] = card
            count += 1
    return count


@rule
def deal_ahead(cards: Any, count: Any, dice: Any, drawn: Any) -> None:
    """Draw a card per turn; row t of `drawn` is what t draws bring, as the solver sees it."""
    drawn[0] = 0
    for turn in range(1, AHEAD):
        drawn[turn] = drawn[turn - 1]
        if turn <= count:
            place = turn - 1 + below(dice, count - turn + 1)
            card = cards[place]
            cards[place] = cards[turn - 1]
            cards[turn - 1] = card
            drawn[turn, SUIT[card]] += CARD_UNIT[card]


@rule
def joined(hand: Any, row: Any) -> Any:
    """Return a hand with drawn cards."""
    return hand[0] + row[0], hand[1] + row[1], hand[2] + row[2], hand[3] + row[3], hand[4] + row[4]


@rule
def ready(v: Any, seat: Any, hand: Any) -> Any:
    """Whether one of the seat's programmes can be laid."""
    for slot in range(v.kept[seat]):
        if whole(hand, asks(v, np.int64(v.programmes[seat, slot]), ZERO)):
            return True
    return False


@rule
def draws_to_ready(v: Any, seat: Any, hand: Any, drawn: Any) -> Any:
    """Return how many draws it takes until a programme can be laid, by bisection, as more cards never hurt."""
    low, high = 0, AHEAD
    while low < high:
        middle = (low + high) // 2
        if ready(v, seat, joined(hand, drawn[middle])):
            high = middle
        else:
            low = middle + 1
    return low


@rule
def add_to_run(hand: Any, what: Any, place: Any, step: Any) -> Any:
    """Return a hand without the natural cards that extend a run from a place, upwards or downwards."""
    while 1 <= place <= HIGH_ACE:
        rank, found = rank_at(place), WILD
        for suit in range(WILD):
            if what in (ANY_SUIT, suit) and number(hand[suit], rank) > 0:
                found = suit
        if found == WILD:
            break
        hand = plus(hand, found, -UNIT[rank])
        place += step
    return hand


@rule
def add_to_groups(v: Any, hand: Any) -> Any:
    """Return a hand without the natural cards that can be added to groups (R16)."""
    for group in range(v.groups):
        what, low, high = np.int64(v.what[group]), np.int64(v.low[group]), np.int64(v.high[group])
        if what == SAME_RANK:
            for suit in range(WILD):
                hand = plus(hand, suit, -number(hand[suit], low) * UNIT[low])
        else:
            hand = add_to_run(add_to_run(hand, what, low - 1, -1), what, high + 1, 1)
    return hand


@rule
def stuck(v: Any, hand: Any) -> Any:
    """Return how many cards remain after the programme if everything possible is laid: wilds complete pairs, then two
    of them a single card, to new sets; other wilds can be added anywhere (R15).
    """
    word, wilds = ranks(add_to_groups(v, hand)), hand[WILD]
    pairs = singles = 0
    for rank in range(1, LAST_RANK + 1):
        pairs += number(word, rank) == 2
        singles += number(word, rank) == 1
    helped = min(pairs, wilds)
    return 2 * (pairs - helped) + max(0, singles - (wilds - helped) // 2)


@rule
def draws_to_out(v: Any, hand: Any, drawn: Any, thrown: Any) -> Any:
    """Return how many draws it takes to go out, discarding a card per turn, `thrown` of them already."""
    for turn in range(AHEAD):
        if stuck(v, joined(hand, drawn[turn])) <= turn + thrown:
            return turn
    return AHEAD


@rule
def draws(v: Any, seat: Any, hand: Any, drawn: Any, thrown: Any) -> Any:
    """Return how many draws it takes to lay the programme or, after that, to go out."""
    return draws_to_out(v, hand, drawn, thrown) if v.laid[seat] else draws_to_ready(v, seat, hand, drawn)
