"""Tables work without UTF-8: every sign has a substitute, and nothing fails."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from brelan.core.game import names
from brelan.spelling import spelt

SOURCES = Path(__file__).parents[1] / "src" / "brelan"
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize("kind", ["text/*.toml", "games/*/text/*.toml", "games/*/terminal.py", "games/*/reading.py"])
def test_every_sign_that_may_be_printed_has_a_spelling(kind: str) -> None:
    signs = {sign for file in SOURCES.glob(kind) for sign in file.read_text(encoding="utf-8") if not sign.isascii()}
    assert signs
    assert not {sign for sign in signs if "?" in spelt(sign, "ascii")}


def test_what_an_encoding_has_is_kept() -> None:
    assert spelt("Plätze für Ada, V♠ −2 « été »", "ascii") == 'Plaetze fuer Ada, VS -2 " ete "'
    assert spelt("Plätze für Ada, V♠ −2 « été »", "latin-1") == "Plätze für Ada, VS -2 « été »"
    assert spelt("Plätze für Ada, V♠ −2 « été »", "utf-8") == "Plätze für Ada, V♠ −2 « été »"
    assert spelt("\udcff", "utf-8") == "?"  # an argument that is no text


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("name", names())
def test_a_table_is_shown_without_utf_8(name: str, language: str, tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", "-m", "brelan", "play", name, "--seed", "3", "--lang", language]
    place = {**os.environ, **ASCII, "BRELAN_DATA": str(tmp_path)}
    told = subprocess.run(command, input=b"?\nhint\nrules\n", capture_output=True, env=place)
    assert (told.returncode, told.stderr) == (0, b"")
    assert told.stdout.isascii()
    assert f"brelan play --resume {name}-1" in " ".join(told.stdout.decode().split())
