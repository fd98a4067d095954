"""Rows of the tray: which groups exactly these cards could form, and in what order."""

from typing import Any

import numpy as np

from ...core.kinds import Int, Shorts
from ...core.rule import rule
from .cards import ANY_SUIT, HIGH_ACE, RANK, SAME_RANK, SUIT, WILD, WILD_RANK
from .laying import fits
from .levels import LONGER, MIXED, SET, kind_of, length_of
from .solver import CARD_UNIT, EMPTY, NO, ZERO, next_naming, plus

LEFT_OUT = -1  # a card that has its place already


@rule
def lay_row(cards: Shorts, word: Int, wish: Int, alone: Int, out: Shorts) -> Int:
    """Write how many cards a row lacks and how many groups it could be, each as kind and lowest place; then its cards
    with their places in the wanted one (-1: the last), or just in order. Return how many numbers.

    `alone`: wilds alone are enough (R9). `cards` is consumed."""
    sort_row(cards)
    hand, naturals = EMPTY, 0
    for i in range(cards.size):
        hand = plus(hand, SUIT[cards[i]], CARD_UNIT[cards[i]])
        naturals += 1 if SUIT[cards[i]] != WILD else 0
    out[0] = max(0 if naturals > 0 or alone != 0 else 1, length_of(word) - cards.size)
    group = np.int64(word) + LONGER * (cards.size - length_of(word))
    n, naming = 2, next_naming(hand, group, ZERO, naturals) if cards.size > 0 else NO
    while naming != NO:
        if naming & 15 < HIGH_ACE:  # a single ace is low
            out[n], out[n + 1] = what_is(word, naming), naming & 15
            n += 2
        naming = next_naming(hand, group, naming + 1, naturals)
    count = n // 2 - 1
    out[1] = count
    if count == 0:
        return order_row(cards, SAME_RANK, 0, out, n)
    chosen = wish if 0 <= wish < count else count - 1
    return order_row(cards, out[2 + 2 * chosen], out[3 + 2 * chosen], out, n)


@rule
def sort_row(cards: Any) -> None:
    """Sort a row: natural cards first, by rank; equal cards keep their order."""
    for i in range(1, cards.size):
        card, k = cards[i], i
        while k > 0 and sorting(cards[k - 1]) > sorting(card):
            cards[k] = cards[k - 1]
            k -= 1
        cards[k] = card


@rule
def sorting(card: Any) -> Any:
    """Return the sort key of a card in a row without a name."""
    return HIGH_ACE if SUIT[card] == WILD else RANK[card]


@rule
def what_is(word: Any, naming: Any) -> Any:
    """Return the suit, ANY_SUIT or SAME_RANK of a named group."""
    if kind_of(word) == SET:
        return SAME_RANK
    return ANY_SUIT if kind_of(word) == MIXED else naming >> 4


@rule
def order_row(cards: Any, what: Any, low: Any, out: Any, n: Any) -> Any:
    """Write a card with its place for every place from the lowest on, natural cards where they belong."""
    for step in range(cards.size):
        place = low if what == SAME_RANK else low + step
        best = step if place == 0 else next_card(cards, what, place)  # 0: a row that is no group yet
        out[n], out[n + 1] = cards[best], place
        cards[best] = LEFT_OUT
        n += 2
    return n


@rule
def next_card(cards: Any, what: Any, place: Any) -> Any:
    """Return the card for a place: the first natural one that fits, else a 2 in its own place (R3), else a wild."""
    wild, home = LEFT_OUT, LEFT_OUT
    for i in range(cards.size):
        card = cards[i]
        if card == LEFT_OUT:
            continue
        if SUIT[card] != WILD:
            if fits(card, what, place):
                return i
        else:
            wild = i if wild < 0 else wild
            at_home = place == WILD_RANK and RANK[card] == WILD_RANK and (what == ANY_SUIT or what == card // 13)
            home = i if home < 0 and at_home else home
    return home if home >= 0 else wild
