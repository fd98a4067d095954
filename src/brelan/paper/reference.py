"""The rules on one page: six sentences, then every clause of the game."""

from collections.abc import Sequence
from html import escape

from ..core.text import Words
from .deck import small
from .sheet import head, page

WIDE = 12.0  # of a sample card
PICTURES = ("1", "2", "3", "4", "5", "6")


def reference(words: Words, samples: Sequence[str]) -> str:
    """Return the page, with a few sample cards."""
    told = words.find("pictures") or {}
    pictures = "".join(f"<li>{escape(told[number])}</li>" for number in PICTURES if number in told)
    chapters = "".join(
        f"<h2>{escape(chapter['title'])}</h2>"
        + "".join(f"<p><b>{name}</b> {escape(text)}</p>" for name, text in chapter.items() if name != "title")
        for chapter in (words.find("rules") or {}).values()
    )
    fan = f'<div class="fan">{" ".join(small(name, WIDE) for name in samples)}</div>'
    summary = f'<p class="sum">{escape(words("summary"))}</p>'
    note = f'<p class="small">{escape(words("page.independent"))}</p>'
    return page(
        f'{head(words("name"))}{fan}{summary}<ol>{pictures}</ol><div class="clauses">{chapters}</div>{note}',
        "reference",
    )
