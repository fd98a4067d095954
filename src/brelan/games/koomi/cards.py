"""The cards of Koomi as types: 0 to 17 are the numbers -9..-1, +1..+9, then the eight kinds of special cards."""

from typing import Any

import numpy as np

from ...core.rule import rule

CARDS, TYPES, COPIES = 70, 26, 3  # R1 R2; no type has more copies
REDS, NUMBERS = 9, 18  # types below REDS are red, from there below NUMBERS green
ONE, TWO, SWITCH, NEW, SWAP, RESET, GREEN, RED = range(NUMBERS, TYPES)  # R2
KINDS = ("one", "two", "switch", "new", "swap", "reset", "green", "red")
ALL, NO_RED, SMALL_RED, NO_GREEN = 0, 1, 2, 3  # R19: which numbers are used
SMALLEST = -2  # R19: small red
HAND, LAST_TURN = 6, 400  # R4 R18
NONE = np.int64(-1)  # no card; typed, or numba would compile every function again for the literal

VALUES = (*range(-9, 0), *range(1, 10))  # R1
NAMES = (*(f"{value:+d}" for value in VALUES), *KINDS)
VALUE = np.array([*VALUES, 1, 2, 0, 0, 0, 0, 0, 0], np.int16)  # R7: of an aid its size; R13 R14
IS_AID = np.array([card in (ONE, TWO) for card in range(TYPES)])
NUMBERED = np.array([card not in (SWITCH, NEW, GREEN, RED) for card in range(TYPES)])  # R3


def number(value: int) -> int:
    """Return the type of a number card."""
    return VALUES.index(value)


@rule
def copies(card: Any, numbers: Any, without: Any) -> Any:
    """Return how many cards of a type the pack has."""
    if card >= NUMBERS:  # R2 R19
        alone = (card == RED and numbers == NO_RED) or (card == GREEN and numbers == NO_GREEN)
        return 0 if alone or (without >> (card - NUMBERS)) & 1 else 2
    if card >= REDS:
        return 0 if numbers == NO_GREEN else 3  # R1 R19
    if numbers == NO_RED or (numbers == SMALL_RED and VALUE[card] < SMALLEST):  # R19
        return 0
    return 3
