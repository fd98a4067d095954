"""Which cards of a view a notebook draws as cards."""

from typing import Any


def spread(view: dict[str, Any], seat: int) -> list[list[int]]:
    """Return the trick in the order laid, and the seat's own hand."""
    return [view["trick"], view["hands"][seat] or [] if seat >= 0 else []]
