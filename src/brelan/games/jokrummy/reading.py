"""Notation as people read it: `JS` is `J♠`, in French `V♠`, in German `B♠`."""

import re

from ...core.text import Words
from .cards import SUITS

SUIT_SIGNS = "♣♦♥♠"
CARD = re.compile(r"\b(10|[2-9AJQK])([CDHS])(?!\w)")


def rank(name: str, words: Words) -> str:
    """A rank by the letter of the language."""
    return str(words.find(f"names.rank.{name}") or name)


def readable(text: str, words: Words) -> str:
    """A text with its cards in signs."""
    return CARD.sub(lambda card: rank(card[1], words) + SUIT_SIGNS[SUITS.index(card[2])], text)
