"""Sheets of paper as a document: their sizes, their style, and what only a screen shows. All lengths are millimetres."""

import base64
import hashlib
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from ..core.text import Words

Links = Sequence[Sequence[tuple[str, str]]]  # rows of (text, address); the one that is shown has no address


class Paper(NamedTuple):
    """A size of paper, upright."""

    wide: float
    high: float


PAPERS = {"a4": Paper(210, 297), "letter": Paper(215.9, 279.4)}
STYLE = """
@page { size: WIDEmm HIGHmm; margin: 0 }
* { box-sizing: border-box; margin: 0; padding: 0 }
html { font: 10pt/1.35 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; color: #2b2219 }
.page { position: relative; width: WIDEmm; height: calc(HIGHmm - .1mm); overflow: hidden; background: #fff; break-after: page }
.page:last-child { break-after: auto }
.page > svg, .faces { display: block; position: absolute; left: 0; top: 0 }
h1 { font: 600 20pt/1.1 Georgia, "Noto Serif", serif }
h2 { font: 600 11pt/1.2 Georgia, "Noto Serif", serif }
.head { display: flex; justify-content: space-between; align-items: baseline; gap: 6mm }
.head span { white-space: nowrap; color: #6b5d4f }
.small { font-size: 8pt; color: #6b5d4f }
.pad { height: calc(HIGHmm / 2 - .05mm); padding: 10mm 14mm 8mm; display: flex; flex-direction: column; gap: 2mm }
.pad + .pad { border-top: .2mm dashed #999 }
table { width: 100%; border-collapse: collapse; table-layout: fixed }
tr { height: 8.5mm }
td, th { border: .2mm solid #2b2219; text-align: center; font-weight: 400 }
th { width: 20mm; font-size: 9pt; white-space: nowrap }
.total td, .total th { border-top-width: .6mm; font-weight: 600 }
.reference { padding: 10mm 13mm 8mm; font-size: 8.6pt; line-height: 1.28 }
.reference .sum { margin: 1mm 0 2.5mm; font-size: 10pt }
.fan { position: absolute; right: 13mm; top: 8mm }
.reference .head, .reference .sum { padding-right: 45mm }
.reference ol { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1.5mm; list-style: none; margin: 0 0 3mm; counter-reset: n }
.reference li { counter-increment: n; display: flex; gap: 2mm; align-items: center; padding: 1.5mm 2mm; border: .3mm solid #b8912f; border-radius: 2mm; font-weight: 600 }
.reference li::before { content: counter(n); color: #8a6a17; font-size: 13pt }
.clauses { columns: 2; column-gap: 7mm }
.clauses h2 { break-after: avoid; margin: 2mm 0 .8mm }
.clauses h2:first-child { margin-top: 0 }
.clauses p { margin-bottom: 1mm; break-inside: avoid }
.clauses b { color: #8a6a17 }
.reference .small { position: absolute; left: 13mm; right: 13mm; bottom: 6mm }
.worksheet { padding: 11mm 13mm 8mm; display: grid; grid-template-rows: auto auto 1fr auto; gap: 2mm }
.tasks { display: grid; grid-template-columns: 1fr 1fr; align-content: space-between; gap: 2mm 7mm }
.task { display: grid; align-content: start; border-top: .2mm solid #b8912f; padding-top: 1.5mm; min-height: 0 }
.given { display: flex; align-items: start; gap: 1mm }
.task b { width: 6mm; color: #8a6a17 }
.task .face:nth-child(2) { margin-right: 4mm }
.lines { padding-left: 7mm }
.lines i { display: block; height: 7.5mm; border-bottom: .2mm solid #999 }
.solutions { display: grid; grid-template-columns: 1fr 1fr; gap: 4mm 7mm; align-content: start; font-size: 12pt }
.solutions p { padding-left: 9mm; text-indent: -9mm }
.solutions b { display: inline-block; width: 9mm; text-indent: 0; color: #8a6a17 }
@media print { .screen { display: none } }
@media screen {
  body { background: #d9d2c5; padding: 1rem; display: grid; justify-content: center; gap: 1rem }
  .page { box-shadow: 0 1px 6px #0005 }
  .screen { max-width: WIDEmm; display: grid; gap: .4rem; font-size: 1rem }
  .screen p { display: flex; flex-wrap: wrap; gap: .2rem 1rem }
  .screen a { color: #2b2219 }
}
"""


def style(paper: Paper) -> str:
    """The style of a document on this paper."""
    return STYLE.replace("WIDE", f"{paper.wide:g}").replace("HIGH", f"{paper.high:g}")


def policy(paper: Paper) -> str:
    """What a browser may load for a document on this paper: its own style and nothing else."""
    known = base64.b64encode(hashlib.sha256(style(paper).encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{known}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


def document(title: str, paper: Paper, words: Words, faces: str, pages: Iterable[str], links: Links = ()) -> str:
    """Pages as one document; faces are the drawings that they use."""
    rows = "".join(f"<p>{' '.join(map(_link, row))}</p>" for row in links)
    return (
        f'<!doctype html>\n<html lang="{words.language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title><style>{style(paper)}</style>'
        f'</head><body><nav class="screen">{rows}<p>{escape(words("print.how"))}</p></nav>{faces}'
        f"{''.join(pages)}</body></html>\n"
    )


def _link(link: tuple[str, str]) -> str:
    text, address = map(escape, link)
    return f'<a href="{address}">{text}</a>' if address else f'<strong aria-current="page">{text}</strong>'


def page(content: str, kind: str = "") -> str:
    """One side of a sheet."""
    return f'<section class="page {kind}">{content}</section>\n'


def head(title: str, aside: str = "") -> str:
    """The title of a page, and what stands across from it."""
    return f'<div class="head"><h1>{escape(title)}</h1><span>{escape(aside)}</span></div>'
