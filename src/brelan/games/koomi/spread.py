"""Which cards of a view a notebook draws as cards."""

from typing import Any


def spread(view: dict[str, Any], seat: int) -> list[list[int]]:
    """Return the top with what was laid on it this turn, and the seat's own hand, from its counts of types."""
    laid, counts = view["discards"][-1 - view["laid"] :], view["hands"][seat] if seat >= 0 else None
    return [laid, [card for card, count in enumerate(counts or []) for _ in range(count)]]
