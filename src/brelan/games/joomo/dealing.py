"""Distributing cards to hands and aside, both for deals and for guesses. Compiled with the rules."""

from typing import Any

from ...core.dice import shuffle
from ...core.hands import insert
from ...core.rule import rule
from .cards import ASIDE, CARDS, DEALER, HAND, SEATS, tens_of


@rule
def give(s: Any, seat: Any, start: Any, count: Any) -> None:
    """Copy cards from the buffer, from `start` on, into a hand in ascending order."""
    s.held[seat] = 0
    for i in range(count):
        insert(s.hands, s.held, seat, s.aside[start + i])
    for i in range(count, HAND):
        s.hands[seat, i] = 0


@rule
def set_aside(s: Any, start: Any) -> None:
    """Set aside ten cards of the buffer from `start` on (R2) and clear the rest."""
    for i in range(ASIDE):  # start >= 0: nothing is overwritten before it is read
        s.aside[i] = s.aside[start + i]
    for i in range(ASIDE, CARDS):
        s.aside[i] = 0


@rule
def list_unseen(s: Any, seat: Any) -> Any:
    """Write the cards that a seat (-1: a watcher) has not seen to the buffer, ascending, and return how many."""
    for i in range(CARDS):
        s.aside[i] = 0
    for i in range(s.gone):
        s.aside[s.taken[i]] = 1
    for i in range(s.lying):
        s.aside[s.trick[i]] = 1
    for i in range(s.held[seat] if seat >= 0 else 0):
        s.aside[s.hands[seat, i]] = 1
    unseen = 0
    for card in range(HAND * s.seats + ASIDE):  # unseen <= card: nothing is overwritten before it is read
        if s.aside[card] == 0:
            s.aside[unseen] = card
            unseen += 1
    return unseen


@rule
def sort_tens(s: Any, seat: Any, start: Any) -> None:
    """Move as many tens to a seat's part of the buffer as it was scored for, as everybody knows them then (R15)."""
    for i in range(start, start + s.held[seat]):
        wanted = 1 if i - start < s.tens[seat] else 0
        k = i
        while tens_of(s.aside[k]) != wanted:  # always found: the true hands and the ten aside are among these cards
            k += 1
        card = s.aside[i]
        s.aside[i] = s.aside[k]
        s.aside[k] = card


@rule
def guess(s: Any, seat: Any, dice: Any) -> None:
    """Complete a seat's view into a whole record: cards it has not seen go at random wherever they could be.

    A seat that passed may hold cards that fit (R7), so a pass proves nothing.
    """
    unseen = list_unseen(s, seat)
    shuffle(dice, s.aside, unseen)
    start = 0
    for other in range(SEATS):
        if other != seat:
            if s.seat == DEALER:
                sort_tens(s, other, start)
            give(s, other, start, s.held[other])
            start += s.held[other]
    set_aside(s, start)
