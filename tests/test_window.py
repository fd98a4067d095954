"""Whole games in a real terminal, by arrow keys alone, checked on the screen as a person sees it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from window import DOWN, END, ENTER, LEFT, UP, Window

from brelan.bots import player
from brelan.core import dice
from brelan.core.game import game, names
from brelan.core.notation import read
from brelan.core.table import Table
from brelan.shelf import Shelf


def run(*arguments: str) -> str:
    """What a command prints into a pipe."""
    command = [sys.executable, "-m", "brelan", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, "BRELAN_LANG": "en"}
    ).stdout


PROMPT = "Your move (? for help):"
SIZES = {"80x24": (80, 24), "40x15": (40, 15)}


class Player:
    """Somebody who plays a game by arrow keys, and knows from the shelf how it stands."""

    def __init__(self, window: Window, folder: Path, name: str) -> None:
        self.window, self.shelf, self.name = window, Shelf(folder / "games"), name
        self.bot, self.dice = player(game(name), "hard"), dice.new(1)

    def table(self) -> Table:
        return read(self.shelf.text("last"))

    def asked(self) -> bool:
        """Whether the line with the cursor is an empty prompt."""
        screen = self.window.screen
        line = screen.display[screen.cursor.y].strip()
        return line == PROMPT or self.over()

    def over(self) -> bool:
        return "What now?" in self.window.text

    def choose(self) -> None:
        """Go down the menu to what a good player would do, and press Enter."""
        table = self.table()
        position = table.position
        action = self.bot.choose(position.view(0), 0, position.actions[: position.count].copy(), self.dice)
        said = game(self.name).rules.ACTIONS.texts[action]
        self.window.send(DOWN * (table.allowed().index(said) + 1) + ENTER)
        before = len(table.history)
        self.window.until(lambda: self.gone_on(before) and self.asked())
        played = self.table()
        assert len(played.history) == before or played.said(played.history[before]) == said

    def gone_on(self, before: int) -> bool:
        """Whether something was played since, or warned of; all that was written before that is on the screen then."""
        kept = self.shelf.find("last")
        while self.window.hear(0):
            pass
        return (kept is not None and kept.moves != before) or "Type it again" in self.window.text

    def play(self) -> int:
        """To the end; how often was chosen."""
        for count in range(2000):
            self.window.until(self.asked)
            if self.over():
                return count
            self.choose()
        raise AssertionError("the game does not end")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", names())
@pytest.mark.long
def test_a_game_is_played_to_its_end_by_arrow_keys(name: str, size: str, tmp_path: Path) -> None:
    columns, lines = SIZES[size]
    seats = str(max(2, game(name).least))
    with Window("play", name, "--seats", seats, "--seed", "5", columns=columns, lines=lines,
                BRELAN_DATA=str(tmp_path)) as window:  # fmt: skip
        at_table = Player(window, tmp_path, name)
        assert at_table.play() > 3
        window.send(ENTER)
        assert window.end() == 0
        assert "Traceback" not in window.told
        kept = at_table.shelf.find("last")
    assert kept is not None
    assert kept.ended


LEAVING = {"Ctrl-C": "\x03", "Ctrl-D": "\x04", "quit": f"quit{ENTER}"}


@pytest.mark.parametrize("leaving", LEAVING)
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_whoever_leaves_is_told_how_to_come_back(leaving: str, language: str, tmp_path: Path) -> None:
    with Window("play", "thegame", "--seed", "3", BRELAN_DATA=str(tmp_path), BRELAN_LANG=language) as window:
        window.see("? ")
        window.send(LEAVING[leaving])
        window.see("--resume thegame-1")
        assert window.end() == 0
        assert "Traceback" not in window.told


@pytest.mark.parametrize("leaving", LEAVING)
def test_whoever_leaves_at_a_question_leaves(leaving: str, tmp_path: Path) -> None:
    with Window("play", "koomi", "--seed", "3", BRELAN_DATA=str(tmp_path)) as window:
        window.see(PROMPT)
        window.send(f"draw{ENTER}")
        window.until(lambda: "You draw" in window.text and PROMPT in window.text)
        window.send("\x04")
        window.end()
    with Window("play", "koomi", BRELAN_DATA=str(tmp_path)) as window:
        window.see("is unfinished")
        window.send(LEAVING[leaving])
        assert window.end() in (0, 130)
        assert "Traceback" not in window.told
    with Window("learn", "koomi", BRELAN_DATA=str(tmp_path)) as window:
        window.see("(quit to leave)")
        window.send(LEAVING[leaving])
        window.see("See you soon")
        assert window.end() == 0


@pytest.mark.parametrize("where", ["plain", "review", "server"])
def test_ctrl_c_ends_what_is_not_waiting_for_keys(where: str, tmp_path: Path) -> None:
    table = Table("jokrummy", 3, seed=3)
    while len(table.history) < 300 and not table.over:
        table.play(table.allowed()[0])
    (tmp_path / "game.txt").write_text(table.notation(), encoding="utf-8")
    typed, waiting = {
        "plain": (("play", "koomi", "--seed", "3", "--plain"), PROMPT),
        "review": (("review", str(tmp_path / "game.txt")), "jokrummy"),
        "server": (("serve", "--port", "0"), "Ctrl-C closes"),
    }[where]
    with Window(*typed, BRELAN_DATA=str(tmp_path)) as window:
        window.see(waiting)
        window.hear(0.5)  # nobody is faster: a signal between a prompt and its reading waits for the next key
        window.send("\x03")
        assert window.end() in (0, 130)
        assert "Traceback" not in window.told


def test_a_terminal_that_can_only_write_gets_lines(tmp_path: Path) -> None:
    with Window("play", "joomo", "--seed", "3", BRELAN_DATA=str(tmp_path), TERM="dumb") as window:
        window.see(PROMPT)
        window.send(f"lay 0{ENTER}")
        window.see("Trick")
        window.send(f"quit{ENTER}")
        assert window.end() == 0
        assert b"\x1b[2J" not in window.heard  # nothing is cleared
        assert "─ Joomo ─" not in window.told
        assert window.told.index("You lead 00") < window.told.index("Trick")  # what happened, then the table


def test_a_terminal_without_utf_8_shows_the_table(tmp_path: Path) -> None:
    with Window("play", "joomo", "--seed", "3", "--lang", "de", BRELAN_DATA=str(tmp_path), LC_ALL="C", PYTHONUTF8="0",
                PYTHONCOERCECLOCALE="0") as window:  # fmt: skip
        window.see("Dein Zug (? fuer Hilfe):")
        window.send(f"lay 0{ENTER}")
        window.see("00(1)")
        window.send(f"quit{ENTER}")
        assert window.end() == 0
        assert window.told.isascii()


def test_a_table_is_drawn_for_a_window_that_was_made_smaller(tmp_path: Path) -> None:
    with Window("play", "joomo", "--seed", "3", BRELAN_DATA=str(tmp_path)) as window:
        window.see(PROMPT)
        assert "─ Joomo ─" in window.text
        window.resize(40, 15)
        window.send(f"lay 0{ENTER}")
        window.see("Trick")
        window.send(f"quit{ENTER}")
        assert window.end() == 0
        assert "Traceback" not in window.told


@pytest.mark.parametrize("command", [("games",), ("rules", "koomi"), ("replay", "{game}")])
def test_lines_break_between_words(command: tuple[str, ...], tmp_path: Path) -> None:
    table = Table("koomi", 2, seed=3)
    while not table.over:
        table.play(table.allowed()[0])
    (tmp_path / "game.txt").write_text(table.notation(), encoding="utf-8")
    words = tuple(word.format(game=tmp_path / "game.txt") for word in command)
    whole = run(*words)
    with Window(*words, columns=40, lines=15, BRELAN_DATA=str(tmp_path)) as window:
        assert window.end() == 0
        assert window.told.split() == whole.split()


def test_lines_are_edited_remembered_and_completed(tmp_path: Path) -> None:
    with Window("play", "joomo", "--seed", "3", BRELAN_DATA=str(tmp_path)) as window:
        window.see(PROMPT)
        window.send(f"ruls{LEFT}e{END} R1{ENTER}")  # arrow keys and End move, they print nothing
        window.see("**R1**")
        window.send("la\t")
        window.see("lay 21")
        window.send("\x03")
        window.see("brelan play --resume joomo-1")
        assert window.end() == 0
        assert "^[[" not in window.told
    with Window("play", "joomo", "--seed", "3", BRELAN_DATA=str(tmp_path)) as window:
        window.see(PROMPT)
        window.send(UP)
        window.see(f"{PROMPT} rules R1")


def test_a_game_that_was_left_is_offered_again_and_at_its_end_looked_back_at(tmp_path: Path) -> None:
    with Window("play", "koomi", "--seats", "2", "--seed", "3", BRELAN_DATA=str(tmp_path)) as window:
        at_table = Player(window, tmp_path, "koomi")
        window.until(at_table.asked)
        at_table.choose()
        window.send(f"quit{ENTER}")
        assert window.end() == 0
    with Window("play", "koomi", BRELAN_DATA=str(tmp_path)) as window:
        window.see("Your game koomi-1 is unfinished")
        window.send(ENTER)
        window.see(PROMPT)
        at_table = Player(window, tmp_path, "koomi")
        at_table.play()
        window.send(f"replay{ENTER}")
        window.see("Koomi, seats: 2")
        window.until(at_table.over)
        window.send(f"again{ENTER}")
        window.see(PROMPT)
        window.send("\x04")
        assert window.end() == 0
    shelf = Shelf(tmp_path / "games")
    first, second = shelf.find("koomi-1"), shelf.find("koomi-2")
    assert first is not None
    assert first.ended
    assert read(first.text).over
    assert second is not None
    assert not second.ended
    assert [read(kept.text).options["dealt_by"] for kept in (first, second)] == [0, 1]  # the deal passes on
