"""Which cards of a view are drawn as cards, where there is no page: in a notebook."""

from typing import Any


def spread(view: dict[str, Any], seat: int) -> list[list[int]]:
    """The trick in the order laid, and the own hand."""
    return [view["trick"], view["hands"][seat] or [] if seat >= 0 else []]
