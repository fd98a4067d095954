"""Groups still to be laid, as the solver sees them.

A *level* is one group as a number below 2**15: kind, suit or rank, length and, if known, its lowest
place and whether it needs no natural card. *Levels* are up to four of them in one number, 15 bits each, ascending.
"""

from typing import Any

import numpy as np

from ...core.rule import rule
from .programmes import KINDS, SLOTS

RUN, MIXED, SET = (KINDS[letter] for letter in "SMK")
LEVELS, LEVEL_BITS, LEVEL_MASK = SLOTS, 15, (1 << 15) - 1  # R2: 14 cards are four groups of three at most
LONGER = 1 << 5  # added to a level: one card more


@rule
def level(kind: Any, which: Any, length: Any, low: Any, easy: Any) -> Any:
    """Return a group to be laid; `low` 0: at any place; `easy` 1: it needs no natural card."""
    return np.int64(kind) << 13 | np.int64(which) << 9 | np.int64(length) << 5 | np.int64(low) << 1 | easy


@rule
def kind_of(group: Any) -> Any:
    """RUN, MIXED, SET; 0 for no group."""
    return group >> 13


@rule
def which_of(group: Any) -> Any:
    """Return the suit of a run or FREE_SUIT, the rank of a set or FREE_RANK."""
    return group >> 9 & 15


@rule
def length_of(group: Any) -> Any:
    """Return how many cards it takes."""
    return group >> 5 & 15


@rule
def low_of(group: Any) -> Any:
    """Return its lowest place if known, otherwise 0."""
    return group >> 1 & 15


@rule
def at(levels: Any, depth: Any) -> Any:
    """Return one of the levels; 0 beyond the last."""
    return levels >> LEVEL_BITS * depth & LEVEL_MASK


@rule
def insert(levels: Any, group: Any) -> Any:
    """Return the levels with one more, still ascending; there must be room for it."""
    if group == 0:
        return levels
    depth = 0
    while at(levels, depth) != 0 and at(levels, depth) < group:
        depth += 1
    shift = LEVEL_BITS * depth
    above = levels >> shift
    return (above << LEVEL_BITS | group) << shift | levels - (above << shift)
