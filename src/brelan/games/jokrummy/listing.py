"""Which steps are allowed in each phase of a turn, ascending. Compiled with the rules."""

from typing import Any

import numpy as np

from ...core.rule import rule
from .actions import DISCARD, EXTEND, MORE, NAME_RUN, NAME_SET, NEW_SET, PUT, SHOW
from .cards import ANY_SUIT, EXTENDING, HIGH_ACE, LAST_RANK, SUIT, WILD, WILD_RANK
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
)
from .levels import SET, kind_of, length_of


@rule
def legal_lay(s: Any, out: Any) -> Any:
    """List the actions while cards may be laid freely."""
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
    """List the actions while the next group of a programme has to be named."""
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
    """List the actions while a card has to be put."""
    n = 0
    seat = s.seat
    hand = hand_of(s, seat)
    growing = s.phase == EXTENDING
    what = s.what[s.growing if growing else s.groups - 1]
    wilds = -1  # whether a wild may be put, -1 if unknown: all wilds are alike
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
