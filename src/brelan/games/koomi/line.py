"""The sum of a making-ten, written out as it grows: `-5 + 1 + 6 + 8 = 10`."""

from collections.abc import Iterable
from typing import Any

from .cards import IS_AID, SWITCH, VALUE


def written(terms: Iterable[int]) -> str:
    """Numbers as a sum."""
    first, *others = terms
    return " ".join([str(first), *(f"{'+' if term >= 0 else '-'} {abs(term)}" for term in others)])


def equation(terms: Iterable[int]) -> str:
    """A sum and what it makes."""
    numbers = list(terms)
    return f"{written(numbers)} = {sum(numbers)}"


def terms(s: Any) -> list[int]:
    """What the running making-ten adds up, each number as it counts; from a record, or from a view as plain data."""
    cards = [int(card) for card in s["discards"][int(s["down"]) - int(s["laid"]) : int(s["down"])]]
    numbers = [int(s["start"]), *(int(VALUE[card]) for card in cards)]
    if s["turned"]:
        numbers[int(s["turned"]) - 1] *= -1  # R10
    if cards and IS_AID[cards[0]]:
        numbers[1] += int(s["total"]) - sum(numbers)  # R9: the sign it was given
    return [numbers[0], *(value for value, card in zip(numbers[1:], cards, strict=True) if card != SWITCH)]
