"""Readable notation: `JS` becomes `J♠`, in French `V♠`, in German `B♠`."""

import re

from ...core.text import Words
from .cards import SUITS

SUIT_SIGNS = "♣♦♥♠"
CARD = re.compile(r"\b(10|[2-9AJQK])([CDHS])(?!\w)")


def rank(name: str, words: Words) -> str:
    """Return the letter of a rank in a language."""
    return str(words.find(f"names.rank.{name}") or name)


def readable(text: str, words: Words) -> str:
    """Return a text with its cards as signs."""
    return CARD.sub(lambda card: rank(card[1], words) + SUIT_SIGNS[SUITS.index(card[2])], text)
