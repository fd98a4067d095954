"""The blocks of code in a Markdown page: which are run, and how.

A block runs unless the line above says why not: `<!-- not run: it needs a server -->`. `<!-- file: mybot.py -->` puts a
block into a file for those that follow.
"""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"(?:^<!-- ([^\n]+) -->\n)?^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RUN = ("sh", "python")


class Block(NamedTuple):
    """A piece of code, its language, and what the line above says of it."""

    mark: str
    language: str
    code: str


def blocks(page: Path) -> list[Block]:
    """All blocks of a page, in order."""
    return [Block(*found) for found in BLOCK.findall(page.read_text(encoding="utf-8"))]


def run(page: Path, folder: Path) -> int:
    """Run the blocks of a page in a folder, one after the other; return how many ran."""
    ran = 0
    for block in blocks(page):
        if block.language not in RUN or block.mark.startswith("not run: "):
            continue
        ran += 1
        if block.mark.startswith("file: "):
            (folder / block.mark.removeprefix("file: ")).write_text(block.code, encoding="utf-8")
        elif block.language == "sh":
            _shell(block.code, folder)
        else:
            _doctest(block.code, page.name)
    return ran


def _shell(code: str, folder: Path) -> None:
    place = {
        **os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "BRELAN_DATA": str(folder / "data"),
    }  # fmt: skip
    done = subprocess.run(["bash", "-euc", code], cwd=folder, env=place, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{code}\n{done.stdout}{done.stderr}"


def _doctest(code: str, name: str) -> None:
    assert ">>>" in code, f"{name}: a block of Python is a doctest, or says why it is not run"
    test = doctest.DocTestParser().get_doctest(code, {}, name, None, None)
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert runner.run(test, out=told.append).failed == 0, "".join(told)
