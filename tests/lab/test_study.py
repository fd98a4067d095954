"""A designer's report: right figures, taken up again where it stopped, nothing loaded from elsewhere."""

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from brelan.cli import main
from brelan.core.game import game
from brelan.lab import study
from brelan.lab.batch import Batch


def run(folder: Path, *more: str) -> int:
    return main(["study", "thegame", "--games", "300", "--out", str(folder), *more])


def test_a_study_writes_a_page_and_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "s") == 0
    assert str(tmp_path / "s" / "report.html") in capsys.readouterr().out
    rows = list(csv.DictReader((tmp_path / "s" / "summary.csv").read_text().splitlines()))
    assert [(row["setup"], row["seat"]) for row in rows][:3] == [("1 seat", "0"), ("2 seats", "0"), ("2 seats", "1")]
    played = Batch(game("thegame"), 2, game("thegame").check_options(2, {}), "hard").play(300, 0)
    assert float(rows[1]["won"]) == pytest.approx((played.clauses == 15).mean())
    assert float(rows[1]["score"]) == pytest.approx(played.scores[:, 0].mean())
    assert json.loads(rows[1]["ended_by"])["R13"] == pytest.approx((played.clauses == 13).mean())
    page = (tmp_path / "s" / "report.html").read_text()
    assert "http" not in page
    assert page.count("<svg") == 10
    assert "R5" in page


def test_clauses_stand_side_by_side_for_all_seats_and_options(tmp_path: Path) -> None:
    assert main(["study", "koomi", "--games", "40", "--every-option", "--seats", "2", "--out", str(tmp_path)]) == 0
    rows = list(csv.DictReader((tmp_path / "summary.csv").read_text().splitlines()))
    forbade = {row["setup"]: json.loads(row["forbade"]) for row in rows}
    assert "R9" in forbade["2 seats"]
    assert "R9" not in forbade["2 seats, loose_aids=yes"]  # an aid may be laid alone: nothing is forbidden by it
    first, *_ = (tmp_path / "report.html").read_text().split("<svg")
    for setup, shares in forbade.items():
        line = f"<tr><td>{setup}</td>"
        assert first.count(line) == 2
        assert all(f"<td>{part:.2%}</td>" in first.split(line)[2] for part in shares.values())


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
    assert "holds another study" in capsys.readouterr().err


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


def test_shares_come_with_how_sure_they_are() -> None:
    mean, sure = study.share(np.array([0.0, 1.0] * 5000))
    assert mean == 0.5
    assert sure == pytest.approx(1.96 * 0.5 / 100)
