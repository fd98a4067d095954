"""The page of a study: self-contained HTML with its own drawings."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.clauses import chapters
from ..core.game import Game
from .interval import share, sure

if TYPE_CHECKING:
    from .study import Findings

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fffdf8 }
h1, h2 { line-height: 1.2 } table { border-collapse: collapse; margin: .5rem 0 1.5rem }
td, th { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ddd } th:first-child, td:first-child { text-align: left }
svg { max-width: 100%; height: auto } .bar { fill: #2f6f5e } .line { stroke: #a23b2a; stroke-width: 2 } text { font-size: 11px; fill: #444 }
@media (prefers-color-scheme: dark) { body { background: #161513; color: #eee } td, th { border-color: #444 } text { fill: #bbb } }
"""  # noqa: E501


def page(game: Game, found: Sequence["Findings"], bot: str, made: str) -> str:
    """Return the whole report; `made` says how and when it was made."""
    title = f"A study of {game.words()('name')}"
    sections = clause_tables(game, found) + "".join(section(game, one) for one in found) + clause_texts(game, found)
    intro = f"Version {game.version}, every seat played by the bot «{escape(bot)}». Intervals are 95 %. {escape(made)}"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{STYLE}</style><h1>{title}</h1><p>{intro}</p>{sections}</html>"
    )


def clause_tables(game: Game, found: Sequence["Findings"]) -> str:
    """Return what each clause decided, with all seat counts and options side by side."""
    from .study import endings, label

    setups = [label((one.seats, one.options), game) for one in found]
    return (
        "<h2>What the clauses decided</h2>"
        + by_clause("share of games ended by", setups, [endings(one.results) for one in found])
        + by_clause("share of decisions of random play forbidden by", setups, [one.refusals for one in found])
    )


def clause_texts(game: Game, found: Sequence["Findings"]) -> str:
    """Return the texts of the clauses mentioned."""
    from .study import endings

    named = {clause for one in found for clause in (*endings(one.results), *one.refusals)}
    told = {name: text for chapter in chapters(game.words()).values() for name, text in chapter.items()}
    rows = "".join(f'<dt id="{name}">{name}</dt><dd>{escape(told[name])}</dd>' for name in told if name in named)
    return f"<h2>The clauses</h2><dl>{rows}</dl>"


def by_clause(title: str, setups: Sequence[str], shares: Sequence[dict[str, float]]) -> str:
    """Return a table with a row per setup and a column per clause."""
    clauses = sorted({clause for row in shares for clause in row}, key=lambda clause: int(clause[1:]))
    lines = [
        (setup, *(f"{row.get(clause, 0):.2%}" for clause in clauses)) for setup, row in zip(setups, shares, strict=True)
    ]
    return table([title, *clauses], lines)


def section(game: Game, one: "Findings") -> str:
    """Return the section of one setup: seats, lengths, results, endings, clauses."""
    from .study import endings, label

    heading = escape(label((one.seats, one.options), game))
    refused = [(name, f"{part:.2%}") for name, part in one.refusals.items()]
    return (
        f"<h2>{heading}</h2><p>{len(one.results.steps):,} games, {one.results.steps.mean():.1f} actions on average.</p>"
        + seat_table(one)
        + "<h3>Length (actions)</h3>" + histogram(one.results.steps)
        + "<h3>Results of seat 0</h3>" + histogram(one.results.scores[:, 0])
        + table(["ended by", "share of games"], [(name, f"{part:.2%}") for name, part in endings(one.results).items()])
        + table(["clause that forbade something", "share of decisions of random play"], refused)
    )  # fmt: skip


def seat_table(one: "Findings") -> str:
    """Wins and results by seat."""
    lines = []
    for seat in range(one.seats):
        points = one.results.scores[:, seat]
        won = str(share(one.winners[:, seat]))
        lines.append((f"seat {seat}", won, f"{points.mean():.2f} ± {sure(points):.2f}"))
    return table(["", "won", "result"], lines)


def table(heads: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """A plain table."""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(text)}</td>" for text in line) + "</tr>" for line in lines)
    return f"<table><tr>{head}</tr>{body}</table>"


def histogram(values: np.ndarray[Any, Any], width: int = 640, height: int = 140) -> str:
    """Draw how often each value occurred; the red line is the mean."""
    low, high = int(values.min()), int(values.max())
    wide = -(-(high - low + 1) // 60)  # integers per bar, the same for every bar
    bins = -(-(high - low + 1) // wide)
    counts, edges = np.histogram(values, bins=bins, range=(low - 0.5, low - 0.5 + bins * wide))
    step = width / bins
    tall = height * counts / counts.max()
    bars = "".join(
        f'<rect class="bar" x="{i * step:.1f}" y="{height - tall[i]:.1f}" width="{max(1.0, step - 1):.1f}" '
        f'height="{tall[i]:.1f}"><title>{edges[i] + 0.5:.0f}: {counts[i]}</title></rect>'
        for i in range(bins)
    )
    mean = (float(values.mean()) - low + 0.5) / (bins * wide) * width
    words = f"from {low} to {high}, mean {values.mean():.2f}"
    return (
        f'<svg viewBox="0 0 {width} {height + 18}" width="{width}" role="img" aria-label="{words}">{bars}'
        f'<line class="line" x1="{mean:.1f}" x2="{mean:.1f}" y1="0" y2="{height}"/>'
        f'<text x="0" y="{height + 14}">{low}</text><text x="{width}" y="{height + 14}" text-anchor="end">{high}</text>'
        f'<text x="{width / 2}" y="{height + 14}" text-anchor="middle">mean {values.mean():.2f}</text></svg>'
    )
