"""Which cards of a view a notebook draws as cards."""

from typing import Any

from .rules import HIGHEST, LOWEST


def spread(view: dict[str, Any], seat: int) -> list[list[int | None]]:
    """Return the tops of the piles, with a back for an empty one, and the seat's own hand."""
    tops = [top if LOWEST <= top <= HIGHEST else None for top in view["tops"]]
    return [tops, view["hands"][seat] or [] if seat >= 0 else []]
