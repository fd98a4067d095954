"""A report for a game designer: who has an advantage, how long games take, how they end, which clauses matter.

Games are played in parts that are saved as files, so that a study can be interrupted and resumed.
"""

import csv
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..core import dice
from ..core.check import Setup
from ..core.errors import BadSetup
from ..core.game import FIRST_T, Game, clause_name
from ..core.outcome import shares
from ..core.position import Position
from .batch import Batch, Results
from .interval import share, sure

PART = 5000  # games per file
SAMPLE = 100  # games in which refusals are counted


@dataclass(frozen=True)
class Plan:
    """The plan of a study; a folder holds one."""

    game: str
    version: int
    bot: str
    games: int
    seed: int
    setups: list[list[Any]]


@dataclass(frozen=True)
class Findings:
    """The findings for one setup."""

    seats: int
    options: dict[str, Any]
    results: Results
    winners: np.ndarray[Any, Any]  # shares of the win by game and seat
    refusals: dict[str, float]  # shares of decisions in which a clause forbade an action


def label(setup: Setup, game: Game) -> str:
    """Return a short name for a setup: seats, and options that differ from the default."""
    seats, options = setup
    other = [f"{name}={game.options[name].text(value)}" for name, value in options.items()
             if value != game.options[name].default]  # fmt: skip
    return ", ".join([f"{seats} seat{'s' if seats > 1 else ''}", *other])


def run(
    game: Game, setups: Sequence[Setup], games: int, bot: str, seed: int, folder: Path,
    report: Callable[[int, int], None],
) -> list[Findings]:  # fmt: skip
    """Play what is missing and collect all findings."""
    _keep_plan(Plan(game.name, game.version, bot, games, seed, [[seats, options] for seats, options in setups]), folder)
    done, found = 0, []
    for number, setup in enumerate(setups):
        batch = Batch(game, *setup, bot)
        parts = []
        for first in range(0, games, PART):
            count = min(PART, games - first)
            parts.append(_part(batch, folder / "parts" / f"{number:03d}-{first:09d}.npz", first, count, seed))
            done += count
            report(done, games * len(setups))
        results = Results(
            *(np.concatenate([getattr(part, name) for part in parts]) for name in ("scores", "clauses", "steps"))
        )
        found.append(
            Findings(
                *setup, results, shares(results.scores, results.clauses, game.team_wins), refusals(game, setup, seed)
            )
        )
    return found


def _keep_plan(plan: Plan, folder: Path) -> None:
    file = folder / "plan.json"
    text = json.dumps(asdict(plan), indent=1)
    if file.exists() and file.read_text(encoding="utf-8") != text:
        raise BadSetup(f"{folder} belongs to another study ({file.name} differs); choose another folder")
    (folder / "parts").mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def _part(batch: Batch, file: Path, first: int, count: int, seed: int) -> Results:
    if file.exists():
        with np.load(file) as kept:
            return Results(kept["scores"], kept["clauses"], kept["steps"])
    results = batch.play(count, seed, first=first)
    unfinished = file.with_suffix(".tmp.npz")
    np.savez_compressed(unfinished, scores=results.scores, clauses=results.clauses, steps=results.steps)
    unfinished.replace(file)  # atomically
    return results


def refusals(game: Game, setup: Setup, seed: int) -> dict[str, float]:
    """Return for each R clause the share of decisions in random play in which it forbade an action."""
    clauses = np.zeros(len(game.rules.ACTIONS), np.int16)
    counts: dict[str, int] = {}
    decisions = 0
    throws = dice.new(seed)
    for number in range(SAMPLE):
        position = Position(game, *setup, dice.new((seed << 32) + number))
        while position.count:
            game.engine.refusals(position.rows, 0, clauses)
            for clause in set(clauses.tolist()):
                if 0 < clause < FIRST_T:
                    counts[clause_name(clause)] = counts.get(clause_name(clause), 0) + 1
            decisions += 1
            position.play(int(position.actions[dice.below(throws, position.count)]))
    return {clause: count / decisions for clause, count in sorted(counts.items(), key=lambda item: int(item[0][1:]))}


def endings(results: Results) -> dict[str, float]:
    """Return for each clause the share of games it ended."""
    return {clause_name(int(n)): float((results.clauses == n).mean()) for n in np.unique(results.clauses)}


def rows(game: Game, found: Sequence[Findings]) -> list[dict[str, Any]]:
    """Return the findings as a table with one row per setup and seat."""
    ended = {clause for one in found for clause in endings(one.results)}
    forbade = {clause for one in found for clause in one.refusals}
    return [_row(game, one, seat, _in_order(ended), _in_order(forbade)) for one in found for seat in range(one.seats)]


def _in_order(clauses: set[str]) -> list[str]:
    return sorted(clauses, key=lambda clause: int(clause[1:]))


def _row(game: Game, one: Findings, seat: int, ended: list[str], forbade: list[str]) -> dict[str, Any]:
    won, points, ends = share(one.winners[:, seat]), one.results.scores[:, seat], endings(one.results)
    return {
        "game": game.name, "seats": one.seats,
        **{name: game.options[name].text(value) for name, value in one.options.items()},
        "seat": seat, "games": len(one.results.steps), "won": won.mean, "won_low": won.low, "won_high": won.high,
        "score": float(points.mean()), "score_95": sure(points), "actions": float(one.results.steps.mean()),
        **{f"ended_by_{clause}": ends.get(clause, 0.0) for clause in ended},
        **{f"forbidden_by_{clause}": one.refusals.get(clause, 0.0) for clause in forbade},
    }  # fmt: skip


def write(game: Game, found: Sequence[Findings], folder: Path, bot: str, made: str) -> tuple[Path, Path]:
    """Write the report as a page, which says how it was made, and its table as CSV."""
    from .page import page

    data, text = folder / "summary.csv", folder / "report.html"
    table = rows(game, found)
    with data.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(table[0]))
        writer.writeheader()
        writer.writerows(table)
    text.write_text(page(game, found, bot, made), encoding="utf-8")
    return text, data
