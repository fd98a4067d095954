"""What a table of paper needs besides the pack: the cards from which the piles start."""

from collections.abc import Mapping
from typing import Any

from ...core.text import Words
from .rules import CLIMBS, FALLS


def extras(seats: int, options: Mapping[str, Any], words: Words) -> list[tuple[str, str]]:
    """Two climbing and two falling piles (R1), open on both sides."""
    piles = [f"↑\n{CLIMBS}"] * 2 + [f"↓\n{FALLS}"] * 2
    return [(pile, pile) for pile in piles]
