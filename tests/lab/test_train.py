"""Training: a seed gives the same weights, interrupted or not, on one core or two; and the net learns."""

from pathlib import Path

import numpy as np
import pytest

from brelan.core.errors import BadSetup
from brelan.core.game import game
from brelan.core.net import LEVELS
from brelan.lab.train import Trainer, nets, tables, write

JOOMO = game("joomo")
TWO = nets(JOOMO, "two")[0]


def trained(folder: Path, steps: int, threads: int = 2, seed: int = 3) -> Trainer:
    trainer = Trainer(JOOMO, TWO, seed, games=2, threads=threads)
    trainer.run(steps, folder)
    return trainer


def test_the_same_seed_gives_the_same_weights_on_any_number_of_cores(tmp_path: Path) -> None:
    one, two, other = (
        trained(tmp_path / name, 4, threads, seed) for name, threads, seed in (("a", 1, 3), ("b", 2, 3), ("c", 2, 4))
    )
    assert one.mean.tobytes() == two.mean.tobytes()
    assert one.mean.tobytes() != other.mean.tobytes()


def test_a_training_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = trained(tmp_path / "whole", 6)
    stopped = Trainer(JOOMO, TWO, 3, games=2)
    for _ in range(3):
        stopped.advance(6)
        stopped.curve.append(stopped.measure())
    stopped.keep(tmp_path / "part" / "joomo-two.npz")
    after = trained(tmp_path / "part", 6)
    assert after.mean.tobytes() == whole.mean.tobytes()
    assert after.curve == whole.curve
    with pytest.raises(BadSetup, match="another training"):
        trained(tmp_path / "part", 6, seed=9)


def test_it_learns(tmp_path: Path) -> None:
    trainer = Trainer(JOOMO, TWO, 1, games=8)
    trainer.run(60, tmp_path)
    first, last = trainer.curve[0], trainer.curve[-1]
    assert last.gain > first.gain + 0.15  # against the game's own bot, which knows more than it will after a minute
    assert last.error < first.error


def test_what_was_learnt_is_written_with_how(tmp_path: Path) -> None:
    trainer = trained(tmp_path, 2)
    files = write(trainer, 2, [tmp_path])
    assert {file.name for file in files} >= {"two.npz", "two.toml"}
    assert all(file.exists() for file in files)
    assert "brelan train joomo --net two --steps 2 --games 2 --seed 3" in (tmp_path / "two.toml").read_text()
    assert TWO.start(tmp_path) == pytest.approx(trainer.mean, abs=float(0.51 * np.abs(trainer.mean).max() / LEVELS))


def test_a_net_is_trained_for_all_its_tables() -> None:
    (more,) = nets(JOOMO, "more")
    kinds = {(seats, tuple(codes.tolist())) for seats, codes in tables(JOOMO, more)}
    assert kinds == {(seats, (code,)) for seats in (3, 4, 5, 6) for code in (0, 1)}


@pytest.mark.parametrize(("name", "net", "said"), [("joomo", "seven", "two, more"), ("koomi", None, "none")])
def test_a_net_that_is_not_there_is_named(name: str, net: str | None, said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        nets(game(name), net)


def test_a_rival_that_is_beaten_plays_half_of_the_seats(tmp_path: Path) -> None:
    against = Trainer(JOOMO, TWO, 3, games=2, against=True)
    alone = Trainer(JOOMO, TWO, 3, games=2)
    for trainer in (against, alone):
        trainer.advance(4)
    assert not np.array_equal(against.weights, alone.weights)
