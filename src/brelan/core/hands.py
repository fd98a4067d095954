"""Rows of cards: hands kept in ascending order with a count, and copies of a row."""

from typing import Any

from .rule import rule


@rule
def holds(rows: Any, counts: Any, seat: Any, card: Any) -> Any:
    """Whether a card is in a row."""
    for i in range(counts[seat]):
        if rows[seat, i] == card:
            return True
    return False


@rule
def insert(rows: Any, counts: Any, seat: Any, card: Any) -> None:
    """Insert a card into a row."""
    i = counts[seat]
    while i > 0 and rows[seat, i - 1] > card:
        rows[seat, i] = rows[seat, i - 1]
        i -= 1
    rows[seat, i] = card
    counts[seat] += 1


@rule
def remove(rows: Any, counts: Any, seat: Any, card: Any) -> None:
    """Remove a card from a row, if it is there, and clear the freed place."""
    i = 0
    while i < counts[seat] and rows[seat, i] != card:
        i += 1
    if i == counts[seat]:
        return
    counts[seat] -= 1
    for k in range(i, counts[seat]):
        rows[seat, k] = rows[seat, k + 1]
    rows[seat, counts[seat]] = 0


@rule
def copied(row: Any, count: Any, out: Any, n: Any) -> Any:
    """Write the first cards of a row from place `n` on and return the next place."""
    for i in range(count):
        out[n + i] = row[i]
    return n + count
