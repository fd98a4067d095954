"""A report for a game designer: who has the advantage, how long it takes, how it ends, which clauses matter.

Games are played in parts that are kept as files, so that a study can be stopped and taken up again.
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

PART = 5000  # games a file
SAMPLE = 100  # games in which refusals are counted
SURE = 1.96  # standard errors either side: 95 %


@dataclass(frozen=True)
class Plan:
    """What a study is about; a folder holds one."""

    game: str
    version: int
    bot: str
    games: int
    seed: int
    setups: list[list[Any]]


@dataclass(frozen=True)
class Findings:
    """What was found for one setup."""

    seats: int
    options: dict[str, Any]
    results: Results
    winners: np.ndarray[Any, Any]  # share of the win per game and seat
    refusals: dict[str, float]  # share of decisions in which a clause forbade something


def label(setup: Setup, game: Game) -> str:
    """A short name of a setup: seats, and the options that are not the default."""
    seats, options = setup
    other = [f"{name}={game.options[name].text(value)}" for name, value in options.items()
             if value != game.options[name].default]  # fmt: skip
    return ", ".join([f"{seats} seat{'s' if seats > 1 else ''}", *other])


def run(
    game: Game, setups: Sequence[Setup], games: int, bot: str, seed: int, folder: Path,
    report: Callable[[int, int], None],
) -> list[Findings]:  # fmt: skip
    """Play what is not played yet and gather it all."""
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
        raise BadSetup(f"{folder} holds another study ({file.name} differs); choose another folder")
    (folder / "parts").mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def _part(batch: Batch, file: Path, first: int, count: int, seed: int) -> Results:
    if file.exists():
        with np.load(file) as kept:
            return Results(kept["scores"], kept["clauses"], kept["steps"])
    results = batch.play(count, seed, first=first)
    unfinished = file.with_suffix(".tmp.npz")
    np.savez_compressed(unfinished, scores=results.scores, clauses=results.clauses, steps=results.steps)
    unfinished.replace(file)  # whole or not at all
    return results


def refusals(game: Game, setup: Setup, seed: int) -> dict[str, float]:
    """For each clause, the share of decisions in random play in which it forbade some action (T clauses aside)."""
    clauses = np.zeros(len(game.rules.ACTIONS), np.int16)
    counts: dict[str, int] = {}
    decisions = 0
    throws = dice.new(seed)
    for _ in range(SAMPLE):
        position = Position(game, *setup, throws)
        while position.count:
            game.engine.refusals(position.rows, 0, clauses)
            for number in set(clauses.tolist()):
                if 0 < number < FIRST_T:
                    counts[clause_name(number)] = counts.get(clause_name(number), 0) + 1
            decisions += 1
            position.play(int(position.actions[dice.below(throws, position.count)]))
    return {clause: count / decisions for clause, count in sorted(counts.items(), key=lambda item: int(item[0][1:]))}


def endings(results: Results) -> dict[str, float]:
    """For each clause, the share of games that it ended."""
    return {clause_name(int(n)): float((results.clauses == n).mean()) for n in np.unique(results.clauses)}


def share(values: np.ndarray[Any, Any]) -> tuple[float, float]:
    """A mean, and how far either side of it the true one may lie."""
    return float(values.mean()), float(SURE * values.std() / max(1, len(values)) ** 0.5)


def rows(game: Game, found: Sequence[Findings]) -> list[dict[str, Any]]:
    """The findings as a table, a row for each setup and seat."""
    table = []
    for one in found:
        ends = endings(one.results)
        for seat in range(one.seats):
            won, won_sure = share(one.winners[:, seat])
            points, points_sure = share(one.results.scores[:, seat])
            table.append({
                "game": game.name, "setup": label((one.seats, one.options), game), "seat": seat,
                "games": len(one.results.steps), "won": won, "won_95": won_sure,
                "score": points, "score_95": points_sure,
                "actions": float(one.results.steps.mean()), "ended_by": json.dumps(ends),
                "forbade": json.dumps(one.refusals),
            })  # fmt: skip
    return table


def write(game: Game, found: Sequence[Findings], folder: Path, bot: str) -> tuple[Path, Path]:
    """The report as a page, and its table as data."""
    from .page import page

    data, text = folder / "summary.csv", folder / "report.html"
    table = rows(game, found)
    with data.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(table[0]))
        writer.writeheader()
        writer.writerows(table)
    text.write_text(page(game, found, bot), encoding="utf-8")
    return text, data
