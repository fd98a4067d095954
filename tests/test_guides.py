"""The guides are true: the bot of one guide plays, and everything the other shows is in the toy game."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from snippets import Block, blocks

ROOT = Path(__file__).parents[1]
GUIDES, TOY = ROOT / "docs" / "guides", ROOT / "tests" / "toy"


TITLED = [block for guide in GUIDES.glob("*.md") for block in blocks(guide) if block.title]


def shown(guide: str, language: str) -> list[str]:
    """Return the code blocks of a guide in one language."""
    return [block.code for block in blocks(GUIDES / guide) if block.language == language]


def run(*command: str, text: str = "", **environment: str) -> str:
    """What a program prints; the toy is among its games."""
    place = {**os.environ, "BRELAN_GAMES": str(TOY / "games"), **environment}
    done = subprocess.run([sys.executable, *command], input=text, capture_output=True, text=True, env=place)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_bot_of_the_guide_plays(tmp_path: Path) -> None:
    bot, _, world = shown("write-a-bot.md", "python")
    (tmp_path / "mybot.py").write_text(f"{bot}\n{world}", encoding="utf-8")
    match = ("arena", "joomo", f"{tmp_path / 'mybot.py'}:MyBot", "random", "--games", "4", "--limit", "5")
    assert "mybot.py:MyBot" in run("-m", "brelan", *match)
    code = (
        "import mybot; from brelan import Table; from brelan.core import dice; table = Table('joomo', 2, seed=1);"
        "view = table.position.view(table.seat);"
        "world = mybot.a_world(table.game, view, table.seat, dice.new(1));"
        "assert sorted(set(world['hands'][0].ravel().tolist())) != [-1]; print(int(world['hands'].min()))"
    )
    assert run("-c", code, PYTHONPATH=os.pathsep.join([str(tmp_path), str(ROOT / "src")])).strip() == "0"


@pytest.mark.parametrize("block", TITLED, ids=lambda block: f"{block.title}: {block.code.split()[0]}")
def test_what_a_guide_shows_of_a_file_is_in_the_toy(block: Block) -> None:
    (file,) = TOY.rglob(block.title)
    assert block.code in file.read_text(encoding="utf-8")


def test_the_guide_shows_every_kind_of_file() -> None:
    assert {block.language for block in TITLED} == {"python", "toml", "md", "css", "ts", "svelte"}


@pytest.mark.long
def test_the_toy_keeps_the_contract_and_its_clauses() -> None:
    assert "the contract holds in modes native, wasm, compiled, checked, interpreted" in run(
        "-m", "brelan", "check", "brim"
    )
    tests = TOY / "tests"
    assert "4 passed" in run(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "--noconftest", str(tests)
    )


@pytest.mark.long
def test_the_toy_is_played_in_the_terminal_and_by_bots() -> None:
    said = "hint\nundo\n" + "\n".join(f"lay {card}" for card in range(1, 21)) * 3
    assert "La partie est finie (R4)." in run("-m", "brelan", "play", "brim", "--seed", "1", "--lang", "fr", text=said)
    assert "medium" in run("-m", "brelan", "arena", "brim", "medium", "random", "--games", "2")


def test_the_toy_can_be_installed_as_a_package(tmp_path: Path) -> None:
    project = tomllib.loads((TOY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    place = tmp_path / f"{project['name']}-{project['version']}.dist-info"
    place.mkdir()
    (place / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
    said = "\n".join(f"{name} = {value}" for name, value in project["entry-points"]["brelan.games"].items())
    (place / "entry_points.txt").write_text(f"[brelan.games]\n{said}\n")
    path = os.pathsep.join([str(tmp_path), str(TOY / "games")])
    played = "\n".join(f"lay {card}" for card in range(1, 21)) * 3
    assert "(R4)" in run("-m", "brelan", "play", "brim", "--seed", "1", text=played, BRELAN_GAMES="", PYTHONPATH=path)
    assert "brim       brim: 2 to 4 seats" in run("-m", "brelan", "games", BRELAN_GAMES="", PYTHONPATH=path)


ADAPTERS = """
import gymnasium, pyspiel
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from brelan.adapters import gymnasium as ours, openspiel, page, pettingzoo
from brelan.core.game import game
for seats in (2, 3, 4):
    check_env(gymnasium.make("brelan/brim-v0", seats=seats).unwrapped)
    api_test(pettingzoo.raw_env("brim", seats), num_cycles=20)
    seed_test(lambda: pettingzoo.raw_env("brim", seats), num_cycles=20)
    assert "brelan_brim" in openspiel.register()
    pyspiel.random_sim_test(pyspiel.load_game("brelan_brim", {"players": seats}), 3, True, False)
assert "R3: the sum of the cards laid" in page.section(game("brim"))
"""


def test_the_adapters_know_the_toy() -> None:
    run("-W", "error", "-c", ADAPTERS)


@pytest.mark.long
def test_a_fifth_game_changes_its_own_two_folders_alone(tmp_path: Path) -> None:
    """The toy moves into this project: nothing else is edited, and the house stands."""
    told = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True, text=True
    )
    for name in filter(None, told.stdout.split("\0")):
        if (ROOT / name).is_file() and not name.startswith("docs/pictures"):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, tmp_path / name)

    def git(*words: str) -> str:
        command = ["git", "-c", "user.name=toy", "-c", "user.email=toy", *words]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    git("init", "-q")
    git("add", "-A")
    git("commit", "-q", "-m", "four games")
    shutil.copytree(TOY / "games" / "brim", tmp_path / "src" / "brelan" / "games" / "brim")
    shutil.copytree(TOY / "tests" / "games" / "brim", tmp_path / "tests" / "games" / "brim")
    place = {**os.environ, "PYTHONPATH": str(tmp_path / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    for command in (
        ["brelan.build.page", "web/src/generated"],
        ["pytest", "-p", "no:cacheprovider", "tests/test_house.py", "-k", "not plain_words"],  # which the toy has not
    ):
        done = subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, env=place, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "web" / "src" / "generated" / "brim.ts").exists()
    assert git("status", "--short").split() == ["??", "src/brelan/games/brim/", "??", "tests/games/brim/"]
