"""Terminal games are saved automatically: no move is lost, and every game can be reopened by name."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from brelan.cli import main
from brelan.core.errors import BadNotation
from brelan.core.game import game
from brelan.core.notation import read
from brelan.core.table import Table
from brelan.evening import Evening
from brelan.prompting import Choices
from brelan.shelf import Shelf


def run(*arguments: str, text: str, data: Path) -> str:
    command = [sys.executable, "-W", "error", "-m", "brelan", *arguments]
    place = {**os.environ, "BRELAN_DATA": str(data), "BRELAN_LANG": "en"}
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True, env=place).stdout


def wild() -> str:
    """Everything that could ever be laid in The Game, twice, for it warns."""
    lines = [f"lay {card} {pile}" for card in range(99, 1, -1) for pile in (0, 1)]
    lines += [f"lay {card} {pile}" for card in range(2, 100) for pile in (2, 3)]
    return "\n".join([line for line in lines for _ in range(2)] + ["end\n"]) * 6


def test_quitting_keeps_the_game_and_says_how_to_resume_it(tmp_path: Path) -> None:
    told = run("play", "joomo", "--seed", "3", text="lay 28\nquit\n", data=tmp_path)
    assert "brelan play --resume joomo-1" in told
    assert "save FILE" not in told
    kept = read(Shelf(tmp_path / "games").text("joomo-1"))
    assert kept.said(kept.history[0]) == "lay 28"
    again = run("play", "--resume", "last", text="", data=tmp_path)
    assert f"The game resumes after {len(kept.history)} moves." in again
    assert [kept.name for kept in Shelf(tmp_path / "games").all()] == ["joomo-1"]
    assert "Your game joomo-1 is unfinished" in run("play", "joomo", text="", data=tmp_path)


def test_a_finished_game_can_be_reviewed_and_is_listed(tmp_path: Path) -> None:
    told = run("play", "thegame", "--seats", "1", "--seed", "3", text=wild(), data=tmp_path)
    assert "To review it: brelan review thegame-1" in told
    assert read(Shelf(tmp_path / "games").text("last")).over
    assert "expected result" in run("review", "last", "--worlds", "4", "--bot", "medium", text="", data=tmp_path)
    mine = run("games", "--mine", text="", data=tmp_path)
    assert mine.startswith("thegame-1 ")
    assert "moves, lost" in mine
    listed = json.loads(run("games", "--mine", "--json", text="", data=tmp_path))
    assert [(one["name"], one["ended"]) for one in listed] == [("thegame-1", "R13")]


def test_the_deal_of_a_day_is_kept_and_resumed(tmp_path: Path) -> None:
    day = ("daily", "koomi", "--day", "2026-01-02")
    (tmp_path / "daily-secret").write_text("0" * 64)  # in some deals the bot wins at once
    run(*day, text="draw\n", data=tmp_path)
    assert "The game resumes after" in run(*day, text="", data=tmp_path)
    kept = Shelf(tmp_path / "games").all()
    assert [(one.name, one.day) for one in kept] == [("koomi-1", "2026-01-02")]


def test_every_move_is_on_the_shelf_before_the_next_is_asked_for(tmp_path: Path) -> None:
    shelf, table = Shelf(tmp_path), Table("joomo", 2, seed=3)
    seen: list[tuple[int, int]] = []

    def answer(prompt: str, choices: Choices) -> str:
        seen.append((len(table.history), len(read(shelf.text("last")).history)))
        if len(seen) > 5:
            raise EOFError
        return table.allowed()[0]

    Evening(game("joomo").words(), Console(file=io.StringIO()), answer, shelf).play(table, 1, "easy")
    assert all(played == kept for played, kept in seen)
    assert seen[-1][0] > 5


def test_a_shelf_that_breaks_does_not_end_the_game(tmp_path: Path) -> None:
    paper, table = io.StringIO(), Table("joomo", 2, seed=3)
    shelf = Shelf(tmp_path / "there")
    (tmp_path / "there").mkdir()
    count = 0

    def answer(prompt: str, choices: Choices) -> str:
        nonlocal count
        count += 1
        if count == 2:
            next((tmp_path / "there").iterdir()).unlink()
            (tmp_path / "there").rmdir()
        if count > 4:
            raise EOFError
        return table.allowed()[0]

    evening = Evening(game("joomo").words(), Console(file=paper, width=200), answer, shelf)
    assert not evening.play(table, 1, "easy")
    assert paper.getvalue().count("This game cannot be saved: No such file or directory") == 1
    assert len(table.history) > 3


@pytest.mark.parametrize("damage", ["", "[1]", "{", '{"name": 3}', "\xff"])
def test_a_damaged_file_is_left_out(damage: str, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.add(Table("koomi", 2, seed=1), 1, "easy")
    (tmp_path / "joomo-7.json").write_text(damage, encoding="latin-1")
    assert [kept.name for kept in shelf.all()] == ["koomi-1"]
    assert shelf.add(Table("joomo", 2, seed=1), 1, "easy").name == "joomo-8"
    with pytest.raises(BadNotation, match="there is no game joomo-7"):
        shelf.text("joomo-7")


def test_names_are_never_paths(capsys: pytest.CaptureFixture[str]) -> None:
    assert Shelf(Path("/")).find("../etc/passwd-1") is None
    assert main(["replay", "joomo-99"]) == 2
    assert "there is no game joomo-99" in capsys.readouterr().err
