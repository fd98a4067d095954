"""Sheets of paper as a document: sizes, style, and what only a screen shows. Lengths are in millimetres."""

import base64
import hashlib
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from ..core.text import Words

Links = Sequence[Sequence[tuple[str, str]]]  # rows of (text, address); the current one has no address


class Paper(NamedTuple):
    """A paper size, in portrait format."""

    wide: float
    high: float


PAPERS = {"a4": Paper(210, 297), "letter": Paper(215.9, 279.4)}
STYLE = Path(__file__).with_name("style.css")


def style(paper: Paper) -> str:
    """Return the style of a document on this paper."""
    return STYLE.read_text(encoding="utf-8").replace("WIDE", f"{paper.wide:g}").replace("HIGH", f"{paper.high:g}")


def policy(paper: Paper) -> str:
    """Return the content security policy of a document on this paper: its own style and nothing else."""
    known = base64.b64encode(hashlib.sha256(style(paper).encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{known}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def document(title: str, paper: Paper, words: Words, faces: str, pages: Iterable[str], links: Links = ()) -> str:
    """Return pages as one document; `faces` are the drawings they use."""
    rows = "".join(f"<p>{' '.join(map(_link, row))}</p>" for row in links)
    return (
        f'<!doctype html>\n<html lang="{words.language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{style(paper)}</style>"
        f'</head><body><nav class="screen">{rows}<p>{escape(words("print.how"))}</p></nav>{faces}'
        f"{''.join(pages)}</body></html>\n"
    )


def _link(link: tuple[str, str]) -> str:
    text, address = map(escape, link)
    return f'<a href="{address}">{text}</a>' if address else f'<strong aria-current="page">{text}</strong>'


def page(content: str, kind: str = "") -> str:
    """Return one side of a sheet."""
    return f'<section class="page {kind}">{content}</section>\n'


def head(title: str, aside: str = "") -> str:
    """Return the title of a page, and what is opposite it."""
    return f'<div class="head"><h1>{escape(title)}</h1><span>{escape(aside)}</span></div>'
