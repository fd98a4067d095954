"""Games as data: played by any bots, written as Parquet or JSON lines in files of so many games each.

    brelan dataset joomo --bots hard,medium --games 100000 --out joomo-data
    pandas.read_parquet("joomo-data/games")

A file depends only on the plan and its number, and is either complete or absent. So an interrupted set can be resumed,
and any number of processes, here or on a Ray cluster, write the same. docs/datasets.md describes the columns.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..core.errors import BadSetup
from ..core.game import Game, clause_name, game
from ..core.outcome import shares
from .jobs import spread
from .kept import Games, Plan, codes_of, played, seed_of, throws_of
from .observation import Observer

FORMATS = ("parquet", "jsonl")
PLAN = "plan.json"


def write(
    what: Plan, folder: str | Path, jobs: int = 1, ray: str | None = None,
    report: Callable[[int, int], None] = lambda done, all_: None,
) -> list[Path]:  # fmt: skip
    """Play and write what is missing; return the folders."""
    if what.format == "parquet":
        _arrow()  # fail early if it is missing
    folder = Path(folder)
    file, text = folder / PLAN, json.dumps(asdict(what), indent=1)
    if file.exists() and file.read_text(encoding="utf-8") != text:
        raise BadSetup(f"{folder} belongs to another set ({PLAN} differs); choose another folder")
    kinds = ["games", *(["choices"] if what.views else [])]
    for kind in kinds:
        (folder / kind).mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    todo = [number for number in what.parts if not all(_file(what, folder, kind, number).exists() for kind in kinds)]
    done = len(what.parts) - len(todo)
    report(done, len(what.parts))
    for _ in spread(_write_part, (what, str(folder.resolve())), todo, jobs, ray):
        done += 1
        report(done, len(what.parts))
    return [folder / kind for kind in kinds]


def _file(what: Plan, folder: Path, kind: str, number: int) -> Path:
    return folder / kind / f"part-{number:05d}.{what.format}"


def _write_part(where: tuple[Plan, str], number: int) -> int:
    """Write one file."""
    what, folder = where[0], Path(where[1])
    first = number * what.part
    games = played(what, range(first, min(first + what.part, what.games)))
    for kind in ("choices", "games") if what.views else ("games",):
        file = _file(what, folder, kind, number)
        unfinished = file.with_suffix(".tmp")
        columns = (game_columns if kind == "games" else choice_columns)(what, games)
        (_to_parquet if what.format == "parquet" else _to_lines)(columns, unfinished)
        unfinished.replace(file)
    return number


class Column(NamedTuple):
    """A column: one number per row, flat numbers with the rows' ends, or a constant."""

    values: Any
    ends: npt.NDArray[np.int64] | None = None


def game_columns(what: Plan, games: Games) -> dict[str, Column]:
    """Return the columns of games, one row per game."""
    found, size = game(what.game), len(games.numbers)
    same = {"game": what.game, "version": what.version, "brelan": what.brelan, "seats": what.seats}
    same |= {"options": json.dumps(what.options)}
    clauses = np.array([clause_name(int(clause)) for clause in games.clauses], object)
    return {
        **{name: Column([value] * size) for name, value in same.items()},
        "bots": Column([what.bots] * size),
        "number": Column(np.arange(games.numbers.start, games.numbers.stop)),
        "seed": Column(np.array([seed_of(what, number) for number in games.numbers])),
        **{f"deal_{name}": Column(values) for name, values in hidden(found, what.seats, games.deals)},
        "actions": Column(games.actions, games.ends),
        "whose": Column(games.whose.astype(np.int8), games.ends),
        "steps": Column(games.steps),
        "scores": Column(games.scores),
        "won": Column(shares(games.scores, games.clauses, found.team_wins).astype(np.float32)),
        "clause": Column(clauses.tolist()),
    }


def hidden(found: Game, seats: int, deals: npt.NDArray[Any]) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    """Return the hidden part of the deal: the fields of the initial record that belong to a seat or are secret."""
    for name, field in found.rules.State.fields.items():
        if field.word in ("owner", "secret"):
            seat_rows = len(field.shape) > 1 and field.shape[0] == found.most
            yield name, np.ascontiguousarray(deals[name][:, :seats] if seat_rows else deals[name])


def choice_columns(what: Plan, games: Games) -> dict[str, Column]:
    """Return the columns of choices, one row per choice."""
    found = game(what.game)
    kind, most, options, size = found.rules.State, found.rules.MOST, codes_of(what, found), Observer(found).size
    won = shares(games.scores, games.clauses, found.team_wins).astype(np.float32)
    parts: dict[str, list[Any]] = {name: [] for name in ("number", "step", "seat", "action", "won", "view", "lists")}
    for row, (number, end) in enumerate(zip(games.numbers, games.ends, strict=True)):
        steps = int(games.steps[row])
        actions, whose = games.actions[end - steps : end], games.whose[end - steps : end]
        places, seen = np.zeros(steps, np.int32), np.zeros((steps, size), np.int16)
        lists, out = np.zeros((steps, most), np.int16), np.zeros(most, np.int16)
        given = (kind.rows(1), kind.rows(1), what.seats, options, throws_of(what, number)[0], actions, out)
        count = found.engine.retrace(*given, places, seen, lists)
        at = places[:count]
        new = (np.full(count, number), at, whose[at], actions[at], won[row, whose[at]], seen[:count], lists[:count])
        for name, values in zip(parts, new, strict=True):
            parts[name].append(values)
    made = {name: np.concatenate(values) for name, values in parts.items()}
    lists = made.pop("lists")
    ends = np.cumsum((lists >= 0).sum(axis=1))
    made["seat"] = made["seat"].astype(np.int8)
    return {**{name: Column(values) for name, values in made.items()}, "allowed": Column(lists[lists >= 0], ends)}


def _to_lines(columns: dict[str, Column], file: Path) -> None:
    """Write every row as a JSON object on its own line."""
    whole = {}
    for name, (values, ends) in columns.items():
        plain = values.tolist() if isinstance(values, np.ndarray) else values
        whole[name] = plain if ends is None else [plain[a:b] for a, b in zip([0, *ends[:-1]], ends, strict=True)]
    with file.open("w", encoding="utf-8") as lines:
        for row in zip(*whole.values(), strict=True):
            lines.write(json.dumps(dict(zip(whole, row, strict=True))) + "\n")


def _to_parquet(columns: dict[str, Column], file: Path) -> None:
    arrow, parquet = _arrow()
    parquet.write_table(arrow.table({name: _array(arrow, *column) for name, column in columns.items()}), file,
                        compression="zstd")  # fmt: skip


def _array(arrow: Any, values: Any, ends: Any) -> Any:
    if not isinstance(values, np.ndarray):
        return arrow.array(values)
    flat = arrow.array(values.reshape(-1))
    if ends is not None:
        return arrow.LargeListArray.from_arrays(np.concatenate([[0], ends]), flat)
    for size in reversed(values.shape[1:]):
        flat = arrow.FixedSizeListArray.from_arrays(flat, size)
    return flat


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise BadSetup("Parquet needs pyarrow: pip install 'brelan[data]'; or choose --format jsonl") from None
    return pyarrow, parquet
