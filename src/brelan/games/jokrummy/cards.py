"""Cards by type: 13 * suit + rank - 1, and one type for all jokers; copies are never distinguished.

Also sizes and places that several compiled files need.
"""

from typing import Any

import numpy as np

from ...core.rule import rule

SUITS = "CDHS"
RANKS = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
LAST_RANK, TYPES, JOKER = 13, 53, 52
HIGH_ACE = 14  # places in a run: 1 is the low ace, 14 the high one (R13)
WILD_RANK = 2  # R3
WILD = 4  # the suit of a wild card
FREE_SUIT, FREE_RANK = 4, 14  # what a programme asks for if it does not say
NAMES = tuple(RANKS[card % 13 + 1] + SUITS[card // 13] if card != JOKER else "JK" for card in range(TYPES))
SET_RANKS = tuple(rank for rank in range(1, LAST_RANK + 1) if rank != WILD_RANK)  # R9: a set of 2s has no natural card
RANK = np.array([card % 13 + 1 if card != JOKER else 0 for card in range(TYPES)], np.int64)
SUIT = np.array([card // 13 if card != JOKER and RANK[card] != WILD_RANK else WILD for card in range(TYPES)], np.int64)

SEATS, DEALT, HAND, HOLD_MOST, GOAL = 6, 13, 14, 3, 7  # R5 R6 R20 R23; a hand is fullest after drawing
CARDS = 162  # R1: three packs of 54
DEALER = -1
LAST_TURN, LAST_ROUND = 200, 60  # R21
GROUPS = CARDS // 3  # every group on the table has three cards or more
NOTHING = -1
DEALING, SWAPPING, DRAWING, LAYING, NAMING, PUTTING, EXTENDING, OVER = range(8)  # phases
ANY_SUIT, SAME_RANK = 4, 5  # what a group without a suit is: a mixed run, a set
LOW_END, HIGH_END = 0, 1


@rule
def packs(seats: Any) -> Any:
    """Return how many packs are used."""
    return 3 if seats == SEATS else 2  # R1
