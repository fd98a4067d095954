"""Code blocks in Markdown pages: which ones run, and how.

A block of `sh` or `python` runs unless the line above it gives a reason: `<!-- not run: it needs a server -->`.
`<!-- file: mybot.py -->` saves a block as a file for the blocks after it. A block with a title shows part of a file:
`title="rules.py"`. All blocks of a page share a folder and Python's names.
"""

import contextlib
import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"(?:^<!-- ([^\n]+) -->\n)?^```(\w*)(?: title=\"(.+?)\")?([^\n]*)\n(.*?)^```$", re.M | re.S)
RUN = ("sh", "python")


class Block(NamedTuple):
    """A code block and everything said about it: the comment above it, its language, title and further attributes."""

    mark: str
    language: str
    title: str
    rest: str
    code: str

    @property
    def runs(self) -> bool:
        """Whether the block is code to run."""
        return self.language in RUN and not self.title and not self.mark.startswith("not run: ")


def blocks(page: Path) -> list[Block]:
    """Return all code blocks of a page, in order."""
    return [Block(*found) for found in BLOCK.findall(page.read_text(encoding="utf-8"))]


def run(page: Path, folder: Path) -> int:
    """Run the blocks of a page in a folder, in order, and return how many ran."""
    names: dict[str, Any] = {}
    running = [block for block in blocks(page) if block.runs]
    for block in running:
        if block.mark.startswith("file: "):
            (folder / block.mark.removeprefix("file: ")).write_text(block.code, encoding="utf-8")
        elif block.language == "sh":
            _shell(block.code, folder)
        else:
            with contextlib.chdir(folder):
                _python(block.code, page.name, names)
    return len(running)


def _shell(code: str, folder: Path) -> None:
    place = {
        **os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "BRELAN_DATA": str(folder / "data"),
    }  # fmt: skip
    done = subprocess.run(["bash", "-euc", code], cwd=folder, env=place, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{code}\n{done.stdout}{done.stderr}"


def _python(code: str, name: str, names: dict[str, Any]) -> None:
    if ">>>" not in code:
        exec(compile(code, name, "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(code, names, name, None, None)
    output: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert runner.run(test, out=output.append).failed == 0, "".join(output)
    names |= test.globs
