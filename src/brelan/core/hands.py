"""Rows of cards: hands that stay ascending, with how many of their places are in use, and copies of a row."""

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
    """Put a card into a row."""
    i = counts[seat]
    while i > 0 and rows[seat, i - 1] > card:
        rows[seat, i] = rows[seat, i - 1]
        i -= 1
    rows[seat, i] = card
    counts[seat] += 1


@rule
def remove(rows: Any, counts: Any, seat: Any, card: Any) -> None:
    """Take a card out of a row, if it is there; the place that comes free is 0."""
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
    """Write the first cards of a row from place `n` on, return where it goes on."""
    for i in range(count):
        out[n + i] = row[i]
    return n + count
