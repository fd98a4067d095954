"""Studies have the right figures, can be resumed, and load nothing from elsewhere."""

import csv
from datetime import date
from html import escape
from pathlib import Path
from typing import Any

import pytest

from brelan.cli import main
from brelan.core.clauses import clause
from brelan.core.game import game
from brelan.lab import study
from brelan.lab.batch import Batch


def run(folder: Path, *more: str) -> int:
    return main(["study", "thegame", "--games", "300", "--out", str(folder), *more])


def test_a_study_writes_a_page_and_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "s") == 0
    assert str(tmp_path / "s" / "report.html") in capsys.readouterr().out
    rows = list(csv.DictReader((tmp_path / "s" / "summary.csv").read_text().splitlines()))
    assert [(row["seats"], row["seat"]) for row in rows][:3] == [("1", "0"), ("2", "0"), ("2", "1")]
    words = {"game", "three_cards", "one_card_fewer", "starter", "free_talk"}
    for row in rows:  # one value a cell
        assert all(float(cell) >= 0 for column, cell in row.items() if column not in words)
        assert float(row["won_low"]) <= float(row["won"]) <= float(row["won_high"])
    played = Batch(game("thegame"), 2, game("thegame").check_options(2, {}), "hard").play(300, 0)
    assert float(rows[1]["won"]) == pytest.approx((played.clauses == 15).mean())
    assert float(rows[1]["score"]) == pytest.approx(played.scores[:, 0].mean())
    assert float(rows[1]["ended_by_R13"]) == pytest.approx((played.clauses == 13).mean())
    page = (tmp_path / "s" / "report.html").read_text()
    assert "http" not in page
    assert page.count("<svg") == 10
    assert '<dt id="R5">R5</dt><dd>' in page
    assert escape(clause(game("thegame"), game("thegame").words(), "R5").removeprefix("**R5** ")) in page
    assert f"Seed 0, {date.today().isoformat()}, by: brelan study thegame --games 300 --out " in page


def test_clauses_stand_side_by_side_for_all_seats_and_options(tmp_path: Path) -> None:
    assert main(["study", "koomi", "--games", "40", "--every-option", "--seats", "2", "--out", str(tmp_path)]) == 0
    rows = list(csv.DictReader((tmp_path / "summary.csv").read_text().splitlines()))
    by_setup = {
        "2 seats": ("no", "all"),
        "2 seats, loose_aids=yes": ("yes", "all"),
        "2 seats, numbers=no_red": ("no", "no_red"),
    }
    forbade = {
        setup: next(
            {name.removeprefix("forbidden_by_"): float(cell) for name, cell in row.items() if name.startswith("forbid")}
            for row in rows
            if (row["loose_aids"], row["numbers"], row["open_hands"], row["without"]) == (*key, "no", "none")
        )
        for setup, key in by_setup.items()
    }
    assert forbade["2 seats"]["R9"] > 0
    assert forbade["2 seats, loose_aids=yes"]["R9"] == 0  # an aid may be laid alone: nothing is forbidden by it
    first, *_ = (tmp_path / "report.html").read_text().split("<svg")
    for setup, shares in forbade.items():
        line = f"<tr><td>{setup}</td>"
        assert first.count(line) == 2
        assert all(f"<td>{part:.2%}</td>" in first.split(line)[2] for part in shares.values())


@pytest.mark.long
def test_a_study_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "PART", 100)
    played: list[int] = []
    honest = Batch.play

    def counted(self: Batch, games: int, seed: int, **more: Any) -> object:
        if len(played) == 7:
            raise KeyboardInterrupt
        played.append(games)
        return honest(self, games, seed, **more)

    monkeypatch.setattr(Batch, "play", counted)
    assert run(tmp_path / "s") == 130
    monkeypatch.setattr(Batch, "play", honest)
    parts = sorted((tmp_path / "s" / "parts").glob("*.npz"))
    assert len(parts) == 7
    stamps = [part.stat().st_mtime_ns for part in parts]
    assert run(tmp_path / "s") == 0
    assert [part.stat().st_mtime_ns for part in parts] == stamps
    assert run(tmp_path / "other") == 0
    assert (tmp_path / "s" / "summary.csv").read_text() == (tmp_path / "other" / "summary.csv").read_text()


def test_another_study_does_not_go_into_the_same_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "s", "--seats", "2") == 0
    capsys.readouterr()
    assert run(tmp_path / "s", "--seats", "3") == 2
    assert "belongs to another study" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "0"], "0 is not in the range x>=1"),
        (["--seats", "9"], "1 to 5 seats"),
    ],
)
def test_bad_input_is_refused(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", "thegame", "--out", str(tmp_path / "s"), *arguments]) == 2
    assert message in capsys.readouterr().err
