"""Data sets load in other libraries. Needs polars and datasets: `make examples` runs it."""

from pathlib import Path

import datasets
import pandas
import polars

from brelan.cli import main


def test_everybody_loads_it_in_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert main(["dataset", "joomo", "--bots", "hard", "--games", "5", "--jobs", "1", "--out", str(folder)]) == 0
    by_pandas = pandas.read_parquet(folder / "games")
    by_polars = polars.read_parquet(folder / "games" / "*.parquet")
    by_datasets = datasets.load_dataset(
        "parquet", data_files=str(folder / "games" / "*.parquet"), split="train", cache_dir=str(tmp_path / "cache")
    )
    assert [len(by_pandas), len(by_polars), len(by_datasets)] == [5, 5, 5]
    assert by_polars["actions"].to_list() == by_datasets["actions"][:] == [list(row) for row in by_pandas.actions]
