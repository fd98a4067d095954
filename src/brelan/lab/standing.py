"""The result of a match as a table, a drawing or JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..core.errors import BadSetup
from ..core.game import Game
from .arena import Match, Standing, rotations

WIDE = 40  # characters in a full bar


def counted(count: int, noun: str) -> str:
    """So many of a thing: 1 deal, 2 deals."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def length(match: Match) -> str:
    """How many seats and deals a match has."""
    return f"{counted(match.seats, 'seat')}, {counted(match.deals, 'deal')}"


def as_text(game: Game, match: Match, table: Sequence[Standing]) -> str:
    """Return a table with bars."""
    games = counted(match.deals * rotations(match), "game")
    lines = [f"{game.name} {game.version}, {length(match)}, {games}, seed {match.seed}"]
    width, wide = (max(map(len, texts)) for texts in ([one.bot for one in table], [str(one.share) for one in table]))
    for one in table:
        bar = "█" * round(WIDE * one.won)
        lines.append(
            f"{one.bot:<{width}}  won {one.share!s:<{wide}}"
            f"  score {one.score:6.2f} ± {one.score_sure:.2f}"
            f"  rating {one.rating:+5.0f} ± {one.rating_sure:.0f}  {bar}"
        )
    return "\n".join(lines)


def as_json(match: Match, table: Sequence[Standing]) -> str:
    """Return everything as JSON."""
    return json.dumps({"match": asdict(match), "standings": [asdict(one) for one in table]}, indent=1)


def plot(match: Match, table: Sequence[Standing], axes: Any = None) -> Any:
    """Plot shares of games won with their intervals on Matplotlib axes."""
    if axes is None:
        try:
            from matplotlib import pyplot
        except ImportError:
            raise BadSetup("a plot needs matplotlib: pip install 'brelan[plots]'") from None
        _, axes = pyplot.subplots(figsize=(7, 1 + 0.5 * len(table)), layout="constrained")
    names = [one.bot for one in reversed(table)]
    won = [one.share for one in reversed(table)]
    beside = [[one.mean - min(one.low, one.mean) for one in won], [max(one.high, one.mean) - one.mean for one in won]]
    axes.barh(names, [one.mean for one in won], xerr=beside, color="#2f6f5e")
    axes.set_xlim(0, 1)
    axes.set_xlabel(f"share of games won, {match.game}, {length(match)}, 95 % intervals")
    return axes


def draw(match: Match, table: Sequence[Standing], file: Path) -> None:
    """Write the same plot to a file."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise BadSetup("--plot needs matplotlib: pip install 'brelan[plots]'") from None
    figure = Figure(figsize=(7, 1 + 0.5 * len(table)), layout="constrained")
    plot(match, table, figure.subplots())
    try:
        figure.savefig(file, dpi=150)
    except (OSError, ValueError) as error:
        raise BadSetup(f"cannot draw {file}: {error}") from None
