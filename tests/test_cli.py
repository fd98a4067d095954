"""The command line is helpful; bad input gives one clear line and exit code 2, never a traceback."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from brelan import Table
from brelan.cli import brelan, main
from brelan.commands.arguments import Command
from brelan.core.game import game
from brelan.core.text import LANGUAGES, Words

ROOT = Path(__file__).parents[1]


def run(*arguments: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", "-m", "brelan", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, env={**os.environ, **environment})


def saved(folder: Path, text: str) -> str:
    file = folder / "game.txt"
    file.write_text(text, encoding="utf-8")
    return str(file)


def finished() -> Table:
    table = Table("thegame", 2, seed=7)
    while not table.over:
        table.play(table.allowed()[0])
    return table


def test_help_teaches_and_loads_nothing_heavy() -> None:
    code = (
        "import sys; from brelan.cli import main; assert main(['--help']) == 0;"
        "assert not {'numba', 'numpy', 'rich', 'prompt_toolkit', 'sqlite3'} & set(sys.modules), sorted(sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert "First steps" in told.stdout
    assert "brelan play thegame" in told.stdout
    assert "Open the table in the browser" in told.stdout


@pytest.mark.parametrize("name", sorted(brelan.commands))
def test_every_command_has_help_with_options_and_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    told = capsys.readouterr().out
    assert "Examples:" in told
    assert brelan.commands[name].get_short_help_str() in " ".join(told.split())
    assert all(parameter.help for parameter in brelan.commands[name].params if isinstance(parameter, click.Option))


def test_every_example_of_the_help_is_a_line_that_can_be_typed() -> None:
    for name, one in brelan.commands.items():
        assert isinstance(one, Command)
        for example in one.examples:
            typed = shlex.split(
                example.partition("   ")[0].partition(">")[0].removeprefix('eval "$(').removesuffix(')"')
            )
            assert typed[:2] in (["brelan", name], ["brelan"], ["brelan", "--lan"]), example
            options = {option for parameter in one.params for option in parameter.opts}
            assert {word for word in typed[2:] if word.startswith("--")} <= options, example


@pytest.mark.parametrize(("typed", "lan"), [([], False), (["--lan"], True)])
def test_without_a_command_the_table_opens(typed: list[str], lan: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr(brelan.commands["serve"], "callback", lambda **given: asked.update(given))
    assert main(typed) == 0
    assert (asked["browser"], asked["lan"]) == (True, lan)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_commands_games_and_bots(shell: str) -> None:
    script = run("completion", shell)
    assert "_BRELAN_COMPLETE" in script.stdout
    asked = {"_BRELAN_COMPLETE": f"{shell}_complete", "COMP_CWORD": "2"}

    def completed(*words: str) -> str:
        typed = words[-1] if shell == "fish" else str(len(words) - 1)
        return run(**{**asked, "COMP_WORDS": " ".join(words), "COMP_CWORD": typed}).stdout

    assert "koomi" in completed("brelan", "play", "k")
    assert "champion" in completed("brelan", "arena", "koomi", "c")
    assert "review" in completed("brelan", "rev")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "chess"], "there is no game 'chess'; there are: "),
        (["play", "thegame", "--seats", "9"], "thegame is for 1 to 5 seats, not 9"),
        (["play", "thegame", "--people", "9"], "--people must be from 1 to 3"),
        (["play", "thegame", "--seat", "2"], "No such option '--seat'"),
        (["learn"], "Missing argument 'GAME'"),
        (["dance"], "No such command 'dance'"),
        (
            ["play", "thegame", "--bot", "genius"],
            "there is no bot 'genius'; choose random, easy, medium, hard, champion",
        ),
        (["play", "thegame", "--option", "starter"], "an option is written NAME=VALUE, not 'starter'"),
        (["play", "thegame", "--option", "fast=yes"], "thegame has no option fast"),
        (
            ["play", "thegame", "--seats", "2", "--option", "starter=4"],
            "R3: the fixed starter must be one of the seats",
        ),
        (["play", "--resume", "nowhere.txt"], "cannot read nowhere.txt: No such file or directory"),
        (["replay", "nowhere.txt"], "cannot read nowhere.txt: No such file or directory"),
        (["replay", "."], "cannot read .: Is a directory"),
        (["replay", sys.executable], "is not a saved game: it is not text"),
        (["hint", "nowhere.txt"], "cannot read nowhere.txt: No such file or directory"),
        (["learn", "chess"], "there is no game 'chess'"),
        (["daily", "joomo", "--day", "2999-01-01"], "the cards of 2999-01-01 are not dealt until that day begins"),
        (["daily", "joomo", "--day", "tomorrow"], "not 'tomorrow'"),
        (["review", "nowhere.txt"], "cannot read nowhere.txt: No such file or directory"),
        (["count", "thegame", "--depth", "99"], "Invalid value for '--depth': 99 is not in the range 0<=x<=20"),
        (["rules", "thegame", "R99"], "thegame has no clause R99"),
        (["check", "chess"], "there is no game 'chess'"),
        (["bench", "thegame", "--seats", "0"], "thegame is for 1 to 5 seats, not 0"),
        (["new", "My Game"], "a game's name must be 2 to 20 lowercase letters and digits, not 'My Game'"),
        (["new", "thegame"], "there is already a game thegame"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.startswith("brelan: ")
    assert error.count("\n") == 1


@pytest.mark.parametrize("cut", ["edited", "truncated", "version"])
def test_a_damaged_game_is_refused_in_one_line(cut: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = finished().notation()
    changed = {
        "edited": text.replace("seed 7", "seed 8"),
        "truncated": text[: len(text) // 2],
        "version": text.replace("brelan 1", "brelan 2"),
    }
    for command in (["replay"], ["play", "--resume"]):
        assert main([*command, saved(tmp_path, changed[cut])]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert "Traceback" not in error


def test_bad_input_to_the_real_command_shows_no_traceback() -> None:
    wrong = run("play", "chess")
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
    assert run("dance").returncode == 2


def test_a_saved_game_is_told_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = saved(tmp_path, finished().notation())
    assert main(["replay", file, "--lang", "fr"]) == 0
    told = capsys.readouterr().out
    assert "pioche" in told
    assert "Fin selon R13, résultats 18, 18" in told
    assert main(["replay", file, "--seat", "0", "--lang", "en"]) == 0
    assert "You draw" in capsys.readouterr().out


def test_a_saved_game_gets_a_hint_for_the_seat_at_turn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = saved(tmp_path, Table("thegame", 2, seed=7, starter=1).notation())
    assert main(["hint", file, "--bot", "medium", "--lang", "fr"]) == 0
    said, typed = capsys.readouterr().out.splitlines()
    assert said.startswith("Place 1\xa0: Posez ")
    assert typed.startswith("(à taper : lay ")
    assert main(["hint", file, "--bot", "medium", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert f"(à taper : {'; '.join(data['actions'])})" == typed
    assert set(data) == {"seat", "actions", "steps", "reasons", "sure"}
    assert main(["hint", saved(tmp_path, finished().notation())]) == 2
    assert capsys.readouterr().err.startswith("brelan: T3: ")


def test_rules_and_games_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "thegame", "r7", "--lang", "en"]) == 0
    assert capsys.readouterr().out.startswith("**R7** ")
    assert main(["rules", "thegame", "--lang", "en"]) == 0
    assert "**R16**" in capsys.readouterr().out
    assert main(["rules", "thegame", "--exact"]) == 0
    assert capsys.readouterr().out == (game("thegame").folder / "RULES.md").read_text(encoding="utf-8")
    assert main(["games", "--lang", "en"]) == 0
    assert "thegame    The Game: 1 to 5 seats" in capsys.readouterr().out
    assert main(["games", "--json"]) == 0
    assert {"koomi", "joomo"} <= {one["game"] for one in json.loads(capsys.readouterr().out)}


COMMON = re.findall(
    r"^\*\*(T\d)\*\* (.*?)(?=\n\n|\Z)", (ROOT / "docs" / "common-clauses.md").read_text(encoding="utf-8"), re.M | re.S
)


@pytest.mark.parametrize(("clause", "text"), COMMON)
def test_the_common_clauses_can_be_read(clause: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for language in LANGUAGES:
        assert main(["rules", "joomo", clause, "--language", language]) == 0
        told.append(capsys.readouterr().out)
    assert len(set(told)) == 3
    assert told[0] == f"**{clause}** {' '.join(text.split())}\n"
    assert len(COMMON) == 9


@pytest.mark.parametrize(("language", "word"), [("en", "seats"), ("fr", "places"), ("de", "Plätze")])
def test_rules_and_games_follow_the_language_of_the_system(language: str, word: str) -> None:
    place = {"BRELAN_LANG": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": f"{language}_XX.UTF-8"}
    assert f" {word}, " in run("games", **place).stdout
    common = Words.load(None, language)("common.title")
    assert f"## {common}" in run("rules", "koomi", **place).stdout


def test_one_game_without_its_texts_does_not_hide_the_others(tmp_path: Path) -> None:
    for name, broken in (("half", "text/en.toml"), ("less", "__init__.py")):
        assert run("new", name, "--into", str(tmp_path), BRELAN_DATA=str(tmp_path / "data")).returncode == 0
        (tmp_path / "games" / name / broken).write_text("" if broken.endswith("toml") else "import nothing_at_all")
    told = run("games", "--lang", "en", BRELAN_DATA=str(tmp_path / "data"))
    assert told.returncode == 0, told.stderr
    assert "half       half: 2 to 4 seats" in told.stdout
    assert "less       cannot be loaded: ModuleNotFoundError: No module named 'nothing_at_all'" in told.stdout
    assert "koomi      Koomi: 2 to 6 seats" in told.stdout


def test_a_saved_game_is_looked_back_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, page = saved(tmp_path, finished().notation()), tmp_path / "review.html"
    cheap = ["review", file, "--bot", "medium", "--worlds", "20", "--lang", "fr"]
    assert main([*cheap, "--html", str(page)]) == 0
    told = capsys.readouterr().out
    assert "résultat attendu:" in told
    assert "Place 1\xa0: " in told
    assert page.read_text(encoding="utf-8").count("<svg") == 2
    assert main([*cheap, "--seat", "0"]) == 0
    assert "Place 1" not in capsys.readouterr().out
    for wrong in (["--seat", "7"], ["--worlds", "1"], ["--html", str(tmp_path)]):
        assert main([*cheap, *wrong]) == 2
        assert capsys.readouterr().err.strip().startswith("brelan: ")  # where the progress was shown a line is empty


def test_a_lesson_is_left_and_gone_on_with_at_the_command_line(tmp_path: Path) -> None:
    first = run("learn", "joomo", text="\nlay 40\nquit\n", BRELAN_DATA=str(tmp_path), BRELAN_LANG="en")
    assert first.returncode == 0, first.stderr
    assert "See you soon" in first.stdout
    assert "You were at step 3 of 13" in run("learn", "joomo", BRELAN_DATA=str(tmp_path), BRELAN_LANG="en").stdout
    again = run("learn", "joomo", "--again", BRELAN_DATA=str(tmp_path), BRELAN_LANG="en").stdout
    assert "Welcome to Joomo!" in again


def test_a_day_has_the_same_cards_all_day_at_one_machine_only(tmp_path: Path) -> None:
    day = ["daily", "thegame", "--day", "2026-01-02", "--lang", "en"]
    first, again, other = (run(*day, BRELAN_DATA=str(tmp_path / name)).stdout for name in ("one", "one", "two"))
    assert "The Game, the deal of 2026-01-02" in first
    hands = [re.findall("Your hand:.*", told) for told in (first, again, other)]
    assert hands[0] == hands[1] != hands[2]


def test_the_deal_of_a_day_played_to_its_end_can_be_shared(tmp_path: Path) -> None:
    (tmp_path / "daily-secret").write_text("ab" * 32)
    wild = [f"lay {card} {pile}" for card in range(99, 1, -1) for pile in (0, 1)]
    wild += [f"lay {card} {pile}" for card in range(2, 100) for pile in (2, 3)]
    typed = "\n".join([line for line in wild for _ in range(2)] + ["end\n"]) * 6  # said twice: the game warns
    told = run("daily", "thegame", "--day", "2026-01-02", "--lang", "en", text=typed, BRELAN_DATA=str(tmp_path)).stdout
    assert "To share: Brelan 2.1. The Game: " in told
    assert "Day one of your streak." in told


def test_counting_prints_a_row_a_depth(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "thegame", "--seats", "3", "--depth", "3"]) == 0
    assert capsys.readouterr().out == "0 1\n1 3\n2 9\n3 27\n"


@pytest.mark.long
def test_a_game_laid_out_anew_keeps_the_contract_at_once(tmp_path: Path) -> None:
    made = run("new", "dummy", "--into", str(tmp_path), BRELAN_DATA=str(tmp_path / "data"))
    assert made.returncode == 0, made.stderr
    assert str(tmp_path / "games" / "dummy" / "rules.py") in made.stdout
    place = {"BRELAN_DATA": str(tmp_path / "data"), "BRELAN_LANG": "en"}  # nothing else says where it is
    checked = run("check", "dummy", "--games", "1", **place)
    assert checked.returncode == 0, checked.stderr
    assert "the contract holds in modes native, wasm, compiled, checked, interpreted" in checked.stdout
    assert "dummy      dummy: 2 to 4 seats" in run("games", **place).stdout
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path / "tests")]
    tested = subprocess.run(
        tests,
        capture_output=True,
        text=True,
        env={**os.environ, **place, "BRELAN_GAMES": str(tmp_path / "games")},
        cwd=tmp_path,
    )
    assert "4 passed" in tested.stdout, tested.stdout
    played = run(
        "play",
        "dummy",
        "--seed",
        "1",
        "--lang",
        "de",
        text="?\n\nhint\n" + "\n".join(map(str, range(1, 21))) * 3,
        **place,
    )
    assert "Die Partie ist zu Ende (R4)." in played.stdout, played.stdout + played.stderr
