"""Why a step is refused: each rule returns 0, or the clause it would break. Compiled with the rules."""

from typing import Any

from ...core.rule import rule
from .actions import (
    DO_DISCARD,
    DO_EXTEND,
    DO_GROUP,
    DO_MORE,
    DO_RUN,
    DO_SET,
    DO_SHOW,
    END,
    GROUP,
    LOW_OF,
    RANK_OF,
    SLOT_OF,
    SUIT_OF,
    VERB,
)
from .cards import ANY_SUIT, FREE_RANK, FREE_SUIT, HIGH_ACE, SAME_RANK
from .laying import (
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


@rule
def has_stock(s: Any) -> Any:
    """Whether there is, or will be after turning over the discards, something to draw face down."""
    return s.left > 0 or s.thrown > 1  # R21


@rule
def may_take(s: Any) -> Any:
    """Whether the acting seat may draw the top discard."""
    return s.thrown > 0 and s.held[s.seat] != 1  # R8


@rule
def why_not_lay(s: Any, action: Any) -> Any:
    """`why_not` while cards may be laid freely."""
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
    """`why_not` while the next group of a programme has to be named."""
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
    """`why_not` for a card in hand and the group being laid."""
    what = s.what[s.groups - 1]
    if not fits(card, what, next_place(s)):
        return 10 if what == SAME_RANK else 12 if what == ANY_SUIT else 11
    return 0 if may_put(s, hand_of(s, s.seat), card) else 9
