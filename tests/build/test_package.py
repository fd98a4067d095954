"""What an index shows about the package, and what each part of it needs."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ALONE = """
import doctest, sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing())
import brelan
from brelan.bots import player
print(doctest.testfile({readme!r}, module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL))
for name in brelan.game_names():
    table = brelan.Table(name, 2, seed=1)
    table.play(brelan.hint(table).actions)
    player(brelan.game(name), "champion")
"""


def metadata(url: str) -> dict[str, object]:
    """What a wheel would say of itself."""
    command = [sys.executable, "-m", "hatchling", "metadata"]
    told = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "BRELAN_URL": url}, capture_output=True, text=True, check=True
    )
    found: dict[str, object] = json.loads(told.stdout)
    return found


@pytest.mark.parametrize("url", ["", "https://example.org/brelan"])
def test_links_and_pictures_of_the_readme_lead_somewhere(url: str) -> None:
    found = metadata(url)
    readme = str(found["readme"])
    links = re.findall(r"(!?)\[[^]]*\]\(([^)]*)\)", readme)
    assert "Joomo" in readme
    assert all(link.startswith("http") for _, link in links)
    assert any(picture for picture, _ in links) == bool(url)
    assert (f"{url}/raw/HEAD/docs/pictures/thegame.png" in readme) == bool(url)
    assert ("urls" in found) == bool(url)
    for _, link in links if url else ():
        if link.startswith(url):
            assert (ROOT / re.sub("^/(raw|blob)/HEAD/", "", link.removeprefix(url))).exists(), link


def test_tables_bots_and_hints_need_numpy_alone() -> None:
    """What serves, keeps and draws tables is loaded by those who serve, keep and draw."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.split(r"[<>=\[;]", one)[0].replace("-", "_") for one in project["dependencies"]}
    missing = needed - {"numpy"}
    assert {"click", "msgspec", "starlette", "uvicorn"} <= missing
    code = ALONE.format(missing=missing, readme=str(ROOT / "README.md"))
    told = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True)
    assert told.stderr == ""
    assert "failed=0" in told.stdout
