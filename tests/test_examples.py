"""Every example runs at a small size and prints what it promises."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(name: str, *arguments: str) -> list[str]:
    command = [sys.executable, "-W", "error", str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def logged(folder: Path) -> list[str]:
    """The names of what TensorBoard finds in a folder."""
    events = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    found = events.EventAccumulator(str(folder))
    found.Reload()
    return list(found.Tags()["scalars"])


def test_every_example_is_run_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [file.name for file in EXAMPLES.glob("*.py") if f'run("{file.name}"' not in text] == []


def test_joomo_seats_has_a_share_for_every_place() -> None:
    _, *lines = run("joomo_seats.py", "--games", "4")
    assert [line.split()[0] for line in lines] == ["2", "3", "4", "5", "6"]
    for line in lines:
        shares = [float(word.rstrip("%")) for word in line.split()[1::3]]
        assert len(shares) == int(line.split()[0])
        assert sum(shares) == pytest.approx(100, abs=0.3)


def test_koomi_ways_counts_every_deal() -> None:
    _, *tops, whole = run("koomi_ways.py", "--deals", "40")
    assert whole.split()[:2] == ["all", "40"]
    assert sum(int(line.split()[1]) for line in tops) == 40


def test_the_tournament_draws_its_plot(tmp_path: Path) -> None:
    plot = tmp_path / "plot.png"
    _, *lines, last = run("tournament.py", "--deals", "4", "--plot", str(plot))
    assert lines[0].startswith("medium")
    assert {line.split()[0] for line in lines} == {"medium", "random", "LowestPlayer"}
    assert last == str(plot)
    assert plot.read_bytes().startswith(b"\x89PNG")


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs PyTorch; said in the summary")
@pytest.mark.parametrize(
    "more", [["--selfplay", "--paid", "points"], ["--against", "easy", "--game", "thegame"]], ids=["self", "bots"]
)
def test_ppo_on_the_vector_environment_learns_and_is_measured(more: list[str], tmp_path: Path) -> None:
    given = ["--cpu", "--minutes", "0.02", "--games", "20", "--save", str(tmp_path / "net.pt")]
    *curve, steps, _, _, _, _ = lines = run("ppo_vector.py", *given, "--logs", str(tmp_path / "logs"), *more)
    assert "0% of the time: won" in curve[0]
    assert int(steps.split()[0]) > 0
    assert [line.split()[0] for line in lines[-4:]] == ["random", "easy", "medium", "hard"]
    assert (tmp_path / "net.pt").exists()
    assert {tag.split("/")[0] for tag in logged(tmp_path / "logs")} == {"train", "play"}


@pytest.mark.skipif(importlib.util.find_spec("sb3_contrib") is None, reason="needs sb3-contrib; said in the summary")
def test_maskable_ppo_learns_and_is_measured() -> None:
    _, *lines = run("ppo_masked.py", "--steps", "2048", "--games", "2")[-5:]
    assert [line.split()[0] for line in lines] == ["random", "easy", "medium", "hard"]


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs PyTorch; said in the summary")
def test_training_runs_and_is_better_than_easy() -> None:
    lines = run("train_thegame.py", "--steps", "60000", "--decks", "40")
    left = {line.split()[0]: float(line.split()[1]) for line in lines if "cards left (" in line}
    assert set(left) == {"trained", "random", "easy", "medium"}
    assert left["trained"] < left["easy"]
