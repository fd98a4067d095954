"""The folder of a new game: a tiny game that satisfies the contract, to be turned into another one."""

import re
from pathlib import Path

from ..core.errors import BadSetup
from ..core.game import names

FILES = Path(__file__).parent / "files"


def lay_out(name: str, project: Path) -> list[Path]:
    """Write the folders of a game and its tests to a project; raise BadSetup if the name is invalid or taken."""
    if not re.fullmatch(r"[a-z][a-z0-9]{1,19}", name):
        raise BadSetup(f"a game's name must be 2 to 20 lowercase letters and digits, not {name!r}")
    source = project / "src" / "brelan" / "games"
    home = source if source.is_dir() else project / "games"
    places = {"game": home / name, "tests": project / "tests" / "games" / name}
    if name in names() or any(place.exists() for place in places.values()):
        raise BadSetup(f"there is already a game {name}")
    written = []
    for kind, place in places.items():
        for file in sorted((FILES / kind).rglob("*.txt")):
            target = place / file.relative_to(FILES / kind).with_suffix("")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(file.read_text(encoding="utf-8").replace("NAME", name), encoding="utf-8")
            written.append(target)
    return written
