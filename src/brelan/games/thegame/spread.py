"""Which cards of a view are drawn as cards, where there is no page: in a notebook."""

from typing import Any

from .rules import HIGHEST, LOWEST


def spread(view: dict[str, Any], seat: int) -> list[list[int | None]]:
    """The tops of the piles, a back where nothing lies yet, and the own hand."""
    tops = [top if LOWEST <= top <= HIGHEST else None for top in view["tops"]]
    return [tops, view["hands"][seat] or [] if seat >= 0 else []]
