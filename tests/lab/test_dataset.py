"""Games as data: rows are true, sets can be resumed, and files do not depend on how they were made."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pytest
from pyarrow import parquet

import brelan
from brelan.cli import main
from brelan.core.game import game, names
from brelan.core.outcome import shares
from brelan.lab import dataset, kept
from brelan.lab.observation import Observer

GUIDE = Path(__file__).parents[2] / "docs" / "datasets.md"


def made(folder: Path, name: str = "joomo", *more: str, games: int = 6, bots: str = "hard,random") -> Path:
    given = ["--bots", bots, "--games", str(games), "--jobs", "1", "--out", str(folder)]
    assert main(["dataset", name, *given, *more]) == 0
    return folder


def written(games: Any) -> list[bytes]:
    """All that is kept of some games."""
    return [part.tobytes() for part in games[1:]]


def replayed(row: Any) -> brelan.Table:
    """The game of a row, played again at the checked door."""
    table = brelan.Table(row.game, row.seats, seed=row.seed, **json.loads(row.options))
    for action in row.actions:
        assert table.game.rules.ACTIONS.texts[action] in table.allowed()
        table.play(int(action), told=False)
    return table


@pytest.mark.parametrize("name", names())
def test_a_row_is_the_game_it_says(name: str, tmp_path: Path) -> None:
    rows = pandas.read_parquet(made(tmp_path, name, "--seats", "2") / "games")
    assert rows.number.tolist() == list(range(6))
    assert [list(bots) for bots in rows.bots] == [["hard", "random"]] * 6
    for row in rows.itertuples():
        dealt = brelan.Table(row.game, row.seats, seed=row.seed, **json.loads(row.options)).position.state
        for column in (column for column in rows.columns if column.startswith("deal_")):
            field = dealt[column.removeprefix("deal_")]
            shown = np.stack(getattr(row, column)) if field.ndim > 1 else getattr(row, column)
            assert np.array_equal(shown, field[: len(shown)])
        table = replayed(row)
        assert table.outcome is not None
        assert (table.outcome.scores, table.outcome.clause) == (list(row.scores), row.clause)
        assert list(row.won) == pytest.approx(shares(row.scores, table.position.over, table.game.team_wins))
        assert [move.seat for move in table.history] == list(row.whose)
        assert row.steps == len(row.actions)
    assert len({tuple(row.actions) for row in rows.itertuples()}) == 6


@pytest.mark.parametrize("name", names())
def test_a_choice_is_what_its_seat_saw_and_might_do(name: str, tmp_path: Path) -> None:
    folder = made(tmp_path, name, "--seats", "2", "--views", games=2)
    games, choices = (pandas.read_parquet(folder / kind) for kind in ("games", "choices"))
    observer = Observer(game(name))
    for row in games.itertuples():
        mine = choices[choices.number == row.number].set_index("step")
        table = brelan.Table(row.game, row.seats, seed=row.seed, **json.loads(row.options))
        for step, action in enumerate(row.actions[:300]):
            position = table.position
            assert (step in mine.index) == (position.count > 1 and position.seat >= 0)
            if step in mine.index:
                one = mine.loc[step]
                assert (one.seat, one.action) == (position.seat, action)
                assert list(one.allowed) == position.actions[: position.count].tolist()
                assert np.array_equal(one["view"], observer.vector(position, position.seat))
                assert one.won == pytest.approx(row.won[position.seat])
            table.play(int(action), told=False)


@pytest.mark.parametrize("name", ["joomo", "koomi"])
def test_the_engine_and_python_play_the_same_games(name: str) -> None:
    found = game(name)
    what = kept.plan(found, 3, found.check_options(3, {}), ["hard", "easy", "random"], 4, 7)
    by_engine, by_python = kept.played(what, range(1, 4)), kept._played_by_python(what, found, range(1, 4))
    assert written(by_engine) == written(by_python)


def test_a_small_buffer_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    found = game("thegame")
    what = kept.plan(found, 2, found.check_options(2, {}), ["random"], 30, 1)
    whole = kept.played(what, range(30))
    monkeypatch.setattr(kept, "ROOM", 7)
    assert written(kept.played(what, range(30))) == written(whole)


def test_a_set_goes_on_where_it_stopped_and_processes_do_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = game("thegame")
    monkeypatch.setattr(kept, "PART", 10)
    what = kept.plan(found, 2, found.check_options(2, {}), ["hard"], 35, 1)
    dataset.write(what, tmp_path / "a")
    files = sorted((tmp_path / "a" / "games").iterdir())
    assert [file.name for file in files] == [f"part-{number:05d}.parquet" for number in range(4)]
    whole = {file.name: file.read_bytes() for file in files}
    files[1].unlink()
    files[2].with_suffix(".tmp").write_bytes(files[2].read_bytes()[:50])  # cut off in the middle
    files[2].unlink()
    times = files[0].stat().st_mtime_ns
    dataset.write(what, tmp_path / "a")
    assert files[0].stat().st_mtime_ns == times
    assert {file.name: file.read_bytes() for file in (tmp_path / "a" / "games").iterdir()} == whole
    assert len(pandas.read_parquet(tmp_path / "a" / "games")) == 35
    assert main(["dataset", "thegame", "--out", str(tmp_path / "a"), "--games", "36", "--bots", "hard"]) == 2
    assert "belongs to another set" in capsys.readouterr().err


def test_processes_do_not_matter(tmp_path: Path) -> None:
    one, two = made(tmp_path / "one", games=3), made(tmp_path / "two", "joomo", "--jobs", "2", games=3)
    for file in (one / "games").iterdir():
        assert (two / "games" / file.name).read_bytes() == file.read_bytes()


@pytest.mark.parametrize("views", [False, True])
def test_json_lines_say_the_same_as_parquet(tmp_path: Path, views: bool) -> None:
    more = ["--views"] if views else []
    lines = made(tmp_path / "lines", "koomi", *more, "--format", "jsonl", games=3)
    whole = made(tmp_path / "parquet", "koomi", *more, games=3)
    for kind in ("games", "choices")[: 1 + views]:
        told = [json.loads(line) for line in (lines / kind / "part-00000.jsonl").read_text().splitlines()]
        assert told == parquet.read_table(whole / kind).to_pylist()


def test_the_page_describes_every_column(tmp_path: Path) -> None:
    text = GUIDE.read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE))
    folder = made(tmp_path, "thegame", "--views", games=2)
    tables = [pandas.read_parquet(folder / kind) for kind in ("games", "choices")]
    columns = {re.sub("^deal_.*", "deal_FIELD", column) for table in tables for column in table.columns}
    assert columns == told


def test_any_bot_plays(tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text("class Last:\n def __init__(self, game): ...\n def choose(self, v, s, a, d): return int(a[-1])\n")
    rows = pandas.read_parquet(made(tmp_path / "d", "joomo", "--seats", "2", games=2, bots=f"{bot}:Last") / "games")
    for row in rows.itertuples():
        table = brelan.Table(row.game, row.seats, seed=row.seed)
        for action in row.actions:
            assert action == table.position.actions[table.position.count - 1]
            table.play(int(action), told=False)


def test_a_folder_may_be_text(tmp_path: Path) -> None:
    joomo = game("joomo")
    what = kept.plan("joomo", 2, {}, ["random"], games=2, seed=1, format_="jsonl")
    assert what == kept.plan(joomo, 2, joomo.check_options(2, {}), ["random"], games=2, seed=1, format_="jsonl")
    assert dataset.write(what, str(tmp_path / "set")) == [tmp_path / "set" / "games"]


def test_what_cannot_be_made_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dataset", "joomo", "--bots", "nobody", "--out", str(tmp_path)]) == 2
    assert "there is no bot 'nobody'" in capsys.readouterr().err
    assert main(["dataset", "joomo", "--bots", "hard,hard,hard", "--seats", "2", "--out", str(tmp_path)]) == 2
    assert "3 bots do not fit at 2 seats" in capsys.readouterr().err
    with pytest.raises(brelan.BrelanError, match="games must be 1 or more, not 0"):
        kept.plan("joomo", 2, {}, ["random"], games=0, seed=1)
