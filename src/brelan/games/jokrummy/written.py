"""A rule that parses programmes, so that every shell accepts the same lists; programmes.py explains errors."""

from typing import Any

from ...core.kinds import Int, Shorts
from ...core.rule import rule
from ...core.sentences import ZERO, letters
from .cards import FREE_RANK, FREE_SUIT, HIGH_ACE, RANKS, SUITS, WILD_RANK
from .programmes import BONUS, KINDS, LEAST_GROUP, MOST_CARDS, SLOTS

KIND_LETTERS, RANK_NAMES, SUIT_LETTERS, BONUS_NAME = letters(" SMK"), letters(RANKS), letters(SUITS), letters((BONUS,))
PLUS, TIMES, EQUALS = ord("+"), ord("x"), ord("=")
RUN, SET = KINDS["S"], KINDS["K"]
NONE = -1


@rule
def read_programme(text: Shorts, out: Shorts) -> Int:
    """Write the numbers of a programme and return how many; NONE if it is invalid."""
    for k in range(SLOTS):
        out[k] = 0
    if named_at(text, 0, BONUS_NAME, 0) == text.size:
        return SLOTS
    n, i, cards = 0, 0, 0
    while i < text.size or i == 0:
        times, i = number_at(text, i)
        i = after(text, i, TIMES)
        kind = letter_at(text, i, KIND_LETTERS, RUN)
        length, i = number_at(text, i + 1)
        which, i = imposed(text, i, kind)
        cards += times * length
        if i < 0 or kind < 0 or times < 1 or not LEAST_GROUP <= length <= HIGH_ACE or which < 0 or cards > MOST_CARDS:
            return NONE
        for _ in range(times):
            out[n] = kind << 13 | which << 9 | length << 5
            n += 1
        if i < text.size:
            i = after(text, i, PLUS)
            if i < 0 or i == text.size:
                return NONE
    return SLOTS


@rule
def imposed(text: Any, i: Any, kind: Any) -> Any:
    """Return a group's required rank or suit, or the number for a free one, and the next place; NONE if invalid."""
    if kind == RUN:
        suit = letter_at(text, i, SUIT_LETTERS, 0)
        return (FREE_SUIT, i) if suit < 0 else (suit, i + 1)
    if kind != SET or i < 0 or i >= text.size or text[i] != EQUALS:
        return (FREE_RANK if kind == SET else 0), i
    for rank in range(1, len(RANKS)):
        end = named_at(text, i + 1, RANK_NAMES, rank)
        if end > 0 and rank != WILD_RANK:
            return rank, end
    return NONE, NONE


@rule
def number_at(text: Any, i: Any) -> Any:
    """Return the number at a place, without leading zero, and the next place; 0 if there is none."""
    value = 0
    while 0 <= i < text.size and ZERO + (value == 0) <= text[i] <= ZERO + 9 and value < 100:
        value, i = 10 * value + int(text[i]) - ZERO, i + 1
    return value, i


@rule
def after(text: Any, i: Any, letter: Any) -> Any:
    """Return the place after a letter, or NONE if it is not there."""
    return i + 1 if 0 <= i < text.size and text[i] == letter else NONE


@rule
def letter_at(text: Any, i: Any, names: Any, first: Any) -> Any:
    """Return the index of the one-letter name at a place; NONE if there is none."""
    for row in range(first, names.shape[0]):
        if 0 <= i < text.size and text[i] == names[row, 0]:
            return row
    return NONE


@rule
def named_at(text: Any, i: Any, names: Any, row: Any) -> Any:
    """Return the place after a whole name, or NONE if it is not there."""
    k = 0
    while names[row, k] != 0:
        if i + k >= text.size or text[i + k] != names[row, k]:
            return NONE
        k += 1
    return i + k
