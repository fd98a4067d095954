"""Which cards of a view a notebook draws as cards."""

from typing import Any


def spread(view: dict[str, Any], seat: int) -> list[list[int | None]]:
    """Return every group, low to high; the stock and the top discard; the seat's own hand."""
    groups: list[list[int | None]] = [[] for _ in range(view["groups"])]
    for card, spot in zip(view["log"], view["spots"], strict=True):
        group = groups[spot >> 1]
        group.insert(len(group) if spot & 1 else 0, card)
    return [
        *groups,
        [None, *([view["top"]] if view["top"] >= 0 else [])],
        view["hands"][seat] or [] if seat >= 0 else [],
    ]
