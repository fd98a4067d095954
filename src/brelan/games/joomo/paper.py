"""What a paper table needs besides the pack: the marker."""

from collections.abc import Mapping
from typing import Any

from ...core.text import Words


def extras(seats: int, options: Mapping[str, Any], words: Words) -> list[tuple[str, str]]:
    """Return the marker (R13), the same on both sides."""
    marker = words("print.marker")
    return [(marker, marker)]
