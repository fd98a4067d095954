"""The state of a turn, and why a step is refused: 0, or the clause it would break. Compiled with the rules."""

from typing import Any

import numpy as np

from ...core.rule import rule
from .actions import CARD, COUNTS, TO_ADD, TO_ADD_TURNED, TO_HELP, TO_LOOSE, VERB
from .cards import ALL, IS_AID, NO_GREEN, VALUE
from .sums import TEN, goals_of, hand_of, less, reach, reach_turned, switch_helps


@rule
def on_target(s: Any) -> Any:
    """Whether the total is a target."""
    return (s.total == TEN and s.numbers != NO_GREEN) or (s.total == -TEN and s.numbers in (ALL, NO_GREEN))  # R6 R19


@rule
def top(s: Any) -> Any:
    """Return the card on top of the discards."""
    return s.discards[s.down - 1]


@rule
def unread(s: Any) -> Any:
    """Whether the top is an aid whose sign has not been chosen yet."""
    return not s.begun and IS_AID[top(s)]  # R7


@rule
def total_so_far(s: Any) -> Any:
    """Return the total from which the next card counts."""
    return np.int64(s.total if s.begun else VALUE[top(s)])  # R6


@rule
def why_not_first(s: Any) -> Any:
    """Return why a special card cannot be laid now, or 0."""
    return 8 if s.laid > 0 or s.renewed else 0  # R8


@rule
def why_not_make(s: Any, action: Any) -> Any:
    """Return why a card cannot be laid in a making-ten now, or 0."""
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
    """Return why a joker or a loose aid cannot be played now, or 0."""
    if s.begun and s.laid == 0:
        return 5
    if VERB[action] == TO_LOOSE and not why_not_first(s):
        return 0 if s.loose_aids else 9
    return why_not_first(s)
