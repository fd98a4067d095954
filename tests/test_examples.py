"""Every example runs at a small size and prints what it promises."""

import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from brelan.cli import main

EXAMPLES = Path(__file__).parents[1] / "examples"
OFF = ("cpu", "selfplay", "paid", "logs", "save")  # options that do nothing unless they are given


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


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.py")), ids=lambda file: file.stem)
def test_help_says_what_every_option_does_and_its_default(file: Path) -> None:
    needed = {"ppo_masked.py": "sb3_contrib", "ppo_vector.py": "torch", "train_thegame.py": "torch"}.get(file.name)
    if needed and importlib.util.find_spec(needed) is None:
        pytest.skip(f"needs {needed}")
    listed = "\n".join(run(file.name, "--help")).partition("show this help message and exit")[2]
    told = dict(re.findall(r"^  --([a-z]+)(?: [A-Z]+| \{.*?\})?(.*?)(?=^  --|\Z)", listed, re.M | re.S))
    assert len(told) >= 2
    for option, words in told.items():
        assert len(words.split("(default")[0].split()) > 2, f"{file.name} --{option} says nothing"
        assert "(default: " in words or option in OFF, f"{file.name} --{option} has no default"


def refused(name: str, *arguments: str) -> str:
    """The last line of an error, which must be the example's own."""
    done = subprocess.run([sys.executable, str(EXAMPLES / name), *arguments], capture_output=True, text=True)
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr.splitlines()[-1]


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs PyTorch; said in the summary")
@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--game", "jomo"], "invalid choice: 'jomo' (choose from"),
        (["--seats", "9"], "joomo is for 2 to 6 seats, not 9"),
        (["--against", "champion"], "invalid choice: 'champion' (choose from"),
        (["--paid", "pints"], "joomo has no public field of seats called pints; it has: "),
        (["--paid", "hands"], "joomo has no public field of seats called hands; it has: "),
        (["--device", "cuda"], "no GPU that PyTorch can use; --device cpu is the default"),
    ],
    ids=lambda given: given[0][2:] if isinstance(given, list) else "",
)
def test_ppo_refuses_what_cannot_be_trained_in_a_line(given: list[str], said: str) -> None:
    if given[-1] == "cuda" and importlib.import_module("torch").cuda.is_available():
        pytest.skip("there is a GPU")
    assert said in refused("ppo_vector.py", "--minutes", "0.001", *given)


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs PyTorch; said in the summary")
def test_a_trained_network_plays_its_own_game_and_table_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def told(*arguments: str) -> str:
        assert main(["arena", *arguments, "--games", "1"]) == 2
        return capsys.readouterr().err

    net, bot = tmp_path / "net.pt", f"{EXAMPLES / 'ppo_vector.py'}:Trained"
    run("ppo_vector.py", "--cpu", "--minutes", "0.001", "--games", "2", "--save", str(net), "--game", "thegame")
    assert "BRELAN_PPO must name a network that ppo_vector.py saved" in told("joomo", bot, "random")
    monkeypatch.setenv("BRELAN_PPO", str(net))
    assert "was trained for thegame, not for joomo" in told("joomo", bot, "random")
    assert "was trained for 2 seats, not for 3" in told("thegame", bot, "--seats", "3")
    assert main(["arena", "thegame", bot, "--seats", "2", "--games", "1"]) == 0


def test_the_extra_train_has_what_the_examples_need() -> None:
    project = tomllib.loads((EXAMPLES.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    listed = [
        *project["dependencies"],
        *(one for extra in ("train", "adapters", "data", "plots") for one in extras[extra]),
    ]
    declared = {re.split(r"[\[>=]", one)[0].replace("_", "-") for one in listed}
    files = [*EXAMPLES.glob("*.py"), *(EXAMPLES.parent / "tests" / "learners").glob("*.py")]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    used = {name.replace("_", "-") for name in re.findall(r"^ *(?:import|from) (\w+)", text, re.M)}
    own = {"brelan", "snippets", "pytest", "collections"} | {name.replace("_", "-") for name in sys.stdlib_module_names}
    assert used - own - declared == set()
    pinned = re.findall(r"(\S+)==", (EXAMPLES.parent / "Makefile").read_text(encoding="utf-8"))
    assert {"torch", "sb3-contrib"} <= set(pinned)
    assert {name for name in pinned if not name.startswith("-")} <= declared


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
def test_maskable_ppo_learns_and_is_measured(tmp_path: Path) -> None:
    given = ["--cpu", "--minutes", "0.2", "--games", "2", "--logs", str(tmp_path)]
    *curve, steps, _, _, _, _ = lines = run("ppo_masked.py", *given)
    assert 2 <= len(curve) <= 10
    assert re.search(r"% of the time: -?\d\.\d\d a game in the last \d+$", curve[-1])
    assert steps.endswith(" steps")
    assert [line.split()[0] for line in lines[-4:]] == ["random", "easy", "medium", "hard"]
    assert "rollout/ep_rew_mean" in logged(next(tmp_path.iterdir()))


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs PyTorch; said in the summary")
def test_training_runs_and_is_better_than_easy() -> None:
    lines = run("train_thegame.py", "--steps", "60000", "--decks", "40")
    left = {line.split()[0]: float(line.split()[1]) for line in lines if "cards left (" in line}
    assert set(left) == {"trained", "random", "easy", "medium"}
    assert left["trained"] < left["easy"]
