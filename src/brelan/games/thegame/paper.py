"""What a paper table needs besides the pack: the starting cards of the piles."""

from collections.abc import Mapping
from typing import Any

from ...core.text import Words
from .rules import CLIMBS, FALLS


def extras(seats: int, options: Mapping[str, Any], words: Words) -> list[tuple[str, str]]:
    """Return two climbing and two falling starting cards (R1), the same on both sides."""
    piles = [f"↑\n{CLIMBS}"] * 2 + [f"↓\n{FALLS}"] * 2
    return [(pile, pile) for pile in piles]
