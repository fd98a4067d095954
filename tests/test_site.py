"""The page as plain files."""

from pathlib import Path

import pytest

from brelan import site
from brelan.cli import main
from brelan.core.errors import BadSetup
from brelan.core.game import names


def test_a_site_is_the_page_with_all_engines_and_nothing_of_our_own_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["site", str(tmp_path / "public")]) == 0
    files = {file.relative_to(tmp_path / "public").as_posix() for file in (tmp_path / "public").rglob("*.*")}
    assert {"index.html", "offline.js", "manifest.webmanifest"} <= files
    assert {file.partition("-")[0] for file in files if file.endswith(".wasm")} == {
        f"assets/{name}" for name in names()
    }
    assert not [file for file in files if file.endswith((".br", ".gz")) or file == "stamp.txt"]
    assert f"{len(files)} files" in capsys.readouterr().out


def test_every_address_of_the_page_is_relative(tmp_path: Path) -> None:
    site.write(tmp_path / "public")
    for name in ("index.html", "manifest.webmanifest"):
        assert '"/' not in (tmp_path / "public" / name).read_text(encoding="utf-8")


def test_a_site_is_written_again_and_no_other_folder_is_touched(tmp_path: Path) -> None:
    site.write(tmp_path / "public")
    (tmp_path / "public" / "assets" / "old.js").touch()
    site.write(tmp_path / "public")
    assert not (tmp_path / "public" / "assets" / "old.js").exists()
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").touch()
    with pytest.raises(BadSetup, match="not empty"):
        site.write(tmp_path / "letters")


def test_a_page_without_engines_makes_no_site(tmp_path: Path) -> None:
    (tmp_path / "index.html").touch()
    with pytest.raises(BadSetup, match="without engines"):
        site.write(tmp_path / "public", tmp_path)
