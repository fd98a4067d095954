"""What a paper table needs besides the pack: the programme cards."""

from collections.abc import Mapping
from typing import Any

from ...core.text import Words
from .programmes import HOUSE, load, parse
from .terminal import described


def extras(seats: int, options: Mapping[str, Any], words: Words) -> list[tuple[str, str]]:
    """Return every programme card in words, group by group."""
    texts = load().texts if options["programmes"] == HOUSE else options["programmes"]
    bonus, back = f"★\n{words('page.bonus')}", words("print.programme")
    return [((described(list(parse(text)), words) or bonus).replace(" + ", "\n+\n"), back) for text in texts]
