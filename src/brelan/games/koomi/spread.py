"""Which cards of a view are drawn as cards, where there is no page: in a notebook."""

from typing import Any


def spread(view: dict[str, Any], seat: int) -> list[list[int]]:
    """The top with what was laid onto it in this turn, and the own hand, which is counts of types."""
    laid, counts = view["discards"][-1 - view["laid"] :], view["hands"][seat] if seat >= 0 else None
    return [laid, [card for card, count in enumerate(counts or []) for _ in range(count)]]
