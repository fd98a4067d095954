"""The table of brim in a terminal."""

from typing import Any

from brelan.core.text import Words


def picture(view: dict[str, Any], seat: int, words: Words, players: dict[int, str]) -> str:
    """The cup, and the own hand."""
    hand = view["hands"][seat] if seat >= 0 else None
    return "\n".join([
        words("table.cup", filled=view["filled"], brim=view["brim"]),
        words("table.hand", cards=hand or []),
    ])  # fmt: skip
