"""The sum of a making-ten as text: `-5 + 1 + 6 + 8 = 10`."""

from collections.abc import Iterable
from typing import Any

from ...core.rule import rule
from ...core.sentences import add, letters, put, put_number, spelled
from .cards import IS_AID, SWITCH, VALUE

SIGNS = letters((" + ", " - ", " = "))


@rule
def spell_sum(terms: Any, out: Any) -> Any:
    """Spell numbers as a sum and return the number of characters."""
    n = 0
    for place in range(terms.size):
        if place > 0:
            n = put(out, n, SIGNS, 0 if terms[place] >= 0 else 1)
        n = put_number(out, n, abs(terms[place]) if place > 0 else terms[place])
    return n


@rule
def spell_equation(terms: Any, out: Any) -> Any:
    """Spell a sum and its result."""
    total = 0
    for place in range(terms.size):
        total += terms[place]
    return put_number(out, put(out, spell_sum(terms, out), SIGNS, 2), total)


def written(terms: Iterable[int]) -> str:
    """Return numbers as a sum."""
    return spelled(spell_sum, tuple(terms))


def equation(terms: Iterable[int]) -> str:
    """Return a sum and its result."""
    return spelled(spell_equation, tuple(terms))


def terms(s: Any) -> list[int]:
    """Return the terms of the current making-ten, from a view as plain data or from a record."""
    cards = [int(card) for card in s["discards"][int(s["down"]) - int(s["laid"]) : int(s["down"])]]
    numbers = [int(s["start"]), *(int(VALUE[card]) for card in cards)]
    if s["turned"]:
        numbers[int(s["turned"]) - 1] *= -1  # R10
    if cards and IS_AID[cards[0]]:
        numbers[1] += int(s["total"]) - sum(numbers)  # R9: the sign it was given
    return [numbers[0], *(value for value, card in zip(numbers[1:], cards, strict=True) if card != SWITCH)]


@rule
def term(s: Any, place: Any) -> Any:
    """Return a term of the current making-ten, ignoring the sign given to an aid."""
    value = s.start if place == 0 else VALUE[s.discards[s.down - s.laid + place - 1]]
    return -value if s.turned == place + 1 else value  # R10


@rule
def add_terms(s: Any, out: Any, at: Any, n: Any) -> Any:
    """Add the terms to a list."""
    rest = s.total
    for place in range(s.laid + 1):
        rest -= term(s, place)
    for place in range(s.laid + 1):
        card = s.discards[s.down - s.laid + place - 1]
        aid = place == 1 and IS_AID[card]
        if place == 0 or card != SWITCH:
            n = add(out, at, n, term(s, place) + (rest if aid else 0))  # R9: the sign it was given
    return n
