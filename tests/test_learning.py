"""The lesson in the terminal, as a learner types it."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from brelan.core.game import game, names
from brelan.core.lesson import lesson
from brelan.core.text import LANGUAGES
from brelan.learning import Classroom, Progress
from brelan.prompting import Choices


class Typist(Classroom):
    """A classroom with somebody who types: the lines given, then what the hint says, at most so often."""

    def __init__(self, name: str, folder: Path, lines: list[str] | None = None, language: str = "en") -> None:
        script = lesson(game(name))
        assert script is not None
        self.paper = Console(record=True, width=100, file=io.StringIO())
        self.lines: Iterator[str] = iter(lines or [])
        self.follows, self.patience = lines is None, 60
        super().__init__(script, game(name).words(language), self.paper, Progress(folder), self.type)

    def type(self, prompt: str, choices: Choices) -> str:
        self.patience -= 1
        if self.follows and self.patience:
            return "" if self.words("learn.next") == prompt else "; ".join(self.left[0])
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in names() if lesson(game(name)) is not None])
def test_a_lesson_is_played_to_its_end(name: str, language: str, tmp_path: Path) -> None:
    room = Typist(name, tmp_path, language=language)
    assert room.run()
    text = " ".join(room.paper.export_text().split())
    players = {f"seat{seat}": name for seat, name in room.players.items()}
    for step in room.lesson.steps:
        assert " ".join(room.words(f"lesson.{step.say}", **players).split()) in text
    assert room.words("learn.other") not in text


def test_a_lesson_is_left_and_gone_on_with(tmp_path: Path) -> None:
    first = Typist("joomo", tmp_path, ["", "lay 40", "quit"])
    assert not first.run()
    second = Typist("joomo", tmp_path, ["lay 31"])
    assert not second.run()
    assert "You were at step 3 of 13" in second.paper.export_text()
    assert Progress(tmp_path).steps(game("joomo")) == 3
    assert Progress(tmp_path).steps(game("koomi")) == 0


def test_a_lesson_that_was_done_begins_again(tmp_path: Path) -> None:
    assert Typist("koomi", tmp_path).run()
    assert Typist("koomi", tmp_path, ["quit"]).step == 0


@pytest.mark.parametrize("kept", ["", "[1]", "{", '{"joomo": "x"}', '{"joomo": -4}', '{"joomo": 13000}'])
def test_whatever_stands_in_the_file_a_lesson_begins(kept: str, tmp_path: Path) -> None:
    (tmp_path / "lessons.json").write_text(kept)
    assert 0 <= Typist("joomo", tmp_path, ["quit"]).step < 13


def test_other_moves_and_refusals_are_explained_and_change_nothing(tmp_path: Path) -> None:
    room = Typist("joomo", tmp_path, ["", "lay 31", "pass", "nonsense", "hint", "lay 40", "quit"])
    assert not room.run()
    text = room.paper.export_text()
    assert "the lesson goes another way" in text
    assert "That’s not allowed. R5" in text
    assert "I don’t understand" in text
    assert "Type: lay 40" in text
    assert room.step == 2


def test_a_move_may_be_made_bit_by_bit_and_begun_again(tmp_path: Path) -> None:
    room = Typist("thegame", tmp_path, ["", "glad 2", "lay 98 2", "undo", "lay 98 2", "lay 2 0", "end", "quit"])
    assert not room.run()
    assert "Continue with: lay 2 0; end" in room.paper.export_text()
    assert room.step == 3
    assert room.table.view(0)["tops"] == [24, 1, 96, 100]
