"""The recorded first five minutes still match what the commands show, except for what depends on time."""

import re
import sys
from pathlib import Path

import pytest
from first_minutes import GAME, LESSON, LOOKS, Newcomer

PAGE = (Path(__file__).parents[1] / "docs" / "first-five-minutes.md").read_text(encoding="utf-8")
SHOWN = dict(re.findall(r"^## (.*?)\n\n[\d.]+ s\n\n```\n(.*?)\n```$", PAGE, re.MULTILINE | re.DOTALL))


@pytest.fixture
def newcomer(tmp_path: Path) -> Newcomer:
    return Newcomer(sys.executable, str(tmp_path))


@pytest.mark.parametrize("words", LOOKS, ids=" ".join)
def test_what_is_printed(words: tuple[str, ...], newcomer: Newcomer) -> None:
    assert SHOWN[f"`brelan {' '.join(words)}`"] == "\n".join(map(str.rstrip, newcomer.look(*words).splitlines()))


def test_the_first_screens(newcomer: Newcomer) -> None:
    assert SHOWN[f"`brelan {' '.join(LESSON)}`"] == newcomer.first_screen(*LESSON, waiting="(quit to leave)")
    assert SHOWN[f"`brelan {' '.join(GAME)}`"] == newcomer.first_screen(*GAME)


def test_the_record_goes_from_the_installation_to_the_review_of_a_finished_game() -> None:
    steps = list(SHOWN)
    assert steps[0].startswith("`pip install brelan-")
    assert "The game is over" in SHOWN["The end"]
    assert "reviewed with “hard”" in SHOWN["`review` looks back"]
    assert "thegame-1" in SHOWN["`brelan games --mine`"]
    assert "Brelan is open at http://localhost" in SHOWN[steps[-1]]
    assert not re.search("Traceback|/tmp/|/home/", PAGE)
