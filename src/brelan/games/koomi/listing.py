"""The allowed steps, ascending; each rule returns how many have been written so far. Compiled with the rules."""

from typing import Any

import numpy as np

from ...core.rule import lowest_bit, rule
from .actions import (
    ADD,
    ADD_TURNED,
    HELP,
    HELP_WITH,
    LOOSE,
    PLAY_GREEN,
    PLAY_NEW,
    PLAY_RED,
    PLAY_SWITCH,
    READ_PLUS,
    TURN,
)
from .asking import top
from .cards import GREEN, NEW, NUMBERS, ONE, RED, REDS, SWITCH, VALUE
from .sums import less, may_begin, reach_near, reach_turned


@rule
def list_cards(found: Any, start: Any, out: Any, n: Any) -> Any:
    """Write the actions of the number cards given as bits; return how many actions have been written so far."""
    while found != 0:
        card = lowest_bit(found)
        out[n] = start + card
        n += 1
        found -= np.int64(1) << card
    return n


@rule
def list_aids(s: Any, hand: Any, total: Any, goals: Any, turned: Any, out: Any, n: Any) -> Any:
    """Write the aids that may start a making-ten; `turned` is what a change of sign could turn."""
    for i in range(4):
        value = HELP_WITH[i]
        if s.hands[s.seat, ONE + abs(value) - 1] > 0 and reach_near(hand, total + value, goals):  # R9
            out[n] = HELP + i
            n += 1
    if s.hands[s.seat, SWITCH] > 0 and (turned != 0 or reach_near(hand, -total, goals)):  # R10
        out[n] = PLAY_SWITCH
        n += 1
    return n


@rule
def list_waiting(s: Any, hand: Any, total: Any, goals: Any, turned: Any, out: Any, n: Any) -> Any:
    """Write what may follow while a change of sign is waiting for its card (R10)."""
    for card in range(NUMBERS):
        if s.hands[s.seat, card] > 0 and reach_turned(less(hand, card), total + VALUE[card], goals):
            out[n] = ADD + card
            n += 1
    if s.laid == 1 and reach_near(hand, -total, goals):
        out[n] = TURN
        n += 1
    return list_cards(turned, ADD_TURNED, out, n)


@rule
def list_signs(s: Any, hand: Any, goals: Any, out: Any, n: Any) -> Any:
    """Write how the aid on top may be read (R7)."""
    for i in range(2):
        if may_begin(s, hand, np.int64((1 - 2 * i) * VALUE[top(s)]), goals):
            out[n] = READ_PLUS + i
            n += 1
    return n


@rule
def list_jokers(s: Any, out: Any, n: Any) -> Any:
    """Write the special cards that may be played on their own."""
    hand = s.hands[s.seat]
    for i in range(3):  # R11 R14 R13
        if hand[NEW + i] > 0:
            out[n] = PLAY_NEW + i
            n += 1
    if hand[GREEN] > 0:  # R12
        for card in range(REDS, NUMBERS):
            if hand[card] > 0:
                out[n] = PLAY_GREEN + card - REDS
                n += 1
    if hand[RED] > 0:  # R12
        for card in range(REDS):
            if hand[card] > 0:
                out[n] = PLAY_RED + card
                n += 1
    if s.loose_aids:  # R9
        for i in range(2):
            if hand[ONE + i] > 0:
                out[n] = LOOSE + i
                n += 1
    return n
