"""Data sets load in other libraries as docs/datasets.md shows. Needs polars and datasets: `make examples` runs it."""

import contextlib
from pathlib import Path
from typing import Any

import datasets
import numpy as np
import pandas
import pytest
from snippets import blocks, run

PAGE = Path(__file__).parents[2] / "docs" / "datasets.md"
ELSEWHERE = [block for block in blocks(PAGE) if block.mark.startswith("not run") and block.language == "python"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the page's own commands wrote their data sets."""
    made: Path = tmp_path_factory.mktemp("page")
    run(PAGE, made)
    return made


def rows(table: Any, column: str) -> list[Any]:
    """A column as plain lists, from any of the libraries."""
    values = table[column]
    return [np.asarray(value).tolist() for value in (values.to_list() if hasattr(values, "to_list") else values)]


@pytest.mark.parametrize("block", ELSEWHERE, ids=lambda block: block.code.split()[1])
def test_everybody_loads_it_in_one_line(block: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", folder / "cache")
    names: dict[str, Any] = {}
    with contextlib.chdir(folder):
        exec(block.code, names)
    games = pandas.read_parquet(folder / "joomo-data" / "games")
    parts = sorted((folder / "joomo-views" / "choices").iterdir())
    choices = pandas.concat(pandas.read_json(part, lines=True) for part in parts)
    assert len(games) == 200
    for column in ("seed", "actions", "scores", "clause"):
        assert rows(names["games"], column) == rows(games, column)
    for column in ("number", "action", "view", "allowed"):
        assert rows(names["choices"], column) == rows(choices, column)


def test_the_page_can_be_followed_from_top_to_bottom(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name must not mean something else after a block that other tests leave out."""
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", folder / "cache")
    names: dict[str, Any] = {}
    with contextlib.chdir(folder):
        for block in blocks(PAGE):
            if block.language == "python":
                exec(block.code, names)
    assert names["table"].outcome.scores == list(names["row"].scores)


def test_the_page_names_both() -> None:
    assert [block.code.split()[1] for block in ELSEWHERE] == ["polars", "datasets"]
