"""Tests of every game: contract, counts, golden games, texts. A new game is found by its folder."""

import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playthrough import parts, told

from brelan.core.check import setups
from brelan.core.game import Game, game, names
from brelan.lab.count import lines

GAMES = [game(name) for name in names()]
HERE = Path(__file__).parent / "games"


def rows_of_counts() -> list[tuple[Game, int, int, dict[str, str], list[int]]]:
    """Lines of counts.perft: `seats seed [option=value ..] : count count ..`, one count a depth."""
    rows = []
    for found in GAMES:
        for line in (HERE / found.name / "counts.perft").read_text().splitlines():
            if line and not line.startswith("#"):
                setup, _, counts = line.partition(":")
                seats, seed, *options = setup.split()
                chosen = dict(option.split("=", 1) for option in options)
                rows.append((found, int(seats), int(seed), chosen, [int(count) for count in counts.split()]))
    return rows


def lines_of(story: str) -> list[Any]:
    """The lines of a golden game; events as data, since the order of their fields says nothing."""
    return [json.loads(line) if line.startswith("    {") else line for line in story.splitlines()]


def golden_files() -> list[Path]:
    return [file for found in GAMES for file in sorted((HERE / found.name / "golden").glob("*.txt"))]


@pytest.mark.parametrize("found", GAMES, ids=lambda found: found.name)
@pytest.mark.long
def test_the_contract_holds_in_every_mode_with_equal_fingerprints(found: Game) -> None:
    command = [sys.executable, "-W", "error", "-m", "brelan", "check", found.name, "--games", "1"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert "the contract holds in modes native, wasm, compiled, checked, interpreted" in run.stdout


@pytest.mark.parametrize(
    ("found", "seats", "seed", "options", "counts"), rows_of_counts(), ids=lambda value: str(value)[:40]
)
def test_lines_of_play_are_as_many_as_counted(
    found: Game, seats: int, seed: int, options: dict[str, str], counts: list[int]
) -> None:
    chosen = found.check_options(seats, options)
    assert [lines(found, seats, chosen, seed, depth) for depth in range(len(counts))] == counts


@pytest.mark.parametrize("file", golden_files(), ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_a_golden_game_is_told_again_line_by_line(file: Path) -> None:
    table, story = parts(file.read_text(encoding="utf-8"))
    assert lines_of(told(table)) == lines_of(story)


LISTS = {"programmes"}  # what a twin is given as a list of its own


@pytest.mark.parametrize("found", GAMES, ids=lambda found: found.name)
def test_a_twin_knows_every_option_and_meets_every_value(found: Game) -> None:
    twin = (HERE / found.name / "twin.py").read_text(encoding="utf-8")
    assert [option for option in found.options if option not in LISTS and f'"{option}"' not in twin] == []
    twins = importlib.import_module(f"games.{found.name}.test_twin")
    together = [found.check_options(seats, options) for seats, options in getattr(twins, "TOGETHER", [])]
    played = [*together, *(options for _, options in setups(found))]
    for option in found.options.values():
        values = option.values if option.kind != "several" else [option.check(value) for value in option.values]
        assert [value for value in values if all(options[option.name] != value for options in played)] == []


@pytest.mark.parametrize("found", GAMES, ids=lambda found: found.name)
def test_every_seat_count_has_a_golden_game_and_every_game_has_counts(found: Game) -> None:
    folder = HERE / found.name
    seats = {parts(file.read_text(encoding="utf-8"))[0].seats for file in (folder / "golden").glob("*.txt")}
    assert seats == set(range(found.least, found.most + 1))
    assert any(row[0] is found for row in rows_of_counts())
