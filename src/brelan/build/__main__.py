"""python -m brelan.build [--output FOLDER] [PLATFORM ...]: all games, for packagers (others: `brelan build`)."""

import argparse
import sys
from pathlib import Path

from ..core.errors import BrelanError
from ..core.game import game, names
from .engines import build, here


def main() -> int:
    """Build for this platform or those named, into the package or a folder with the same layout."""
    parser = argparse.ArgumentParser(prog="python -m brelan.build")
    parser.add_argument("platforms", metavar="PLATFORM", nargs="*", default=[here()])
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    try:
        build([game(name) for name in names()], given.platforms, lambda line: print(line, flush=True), given.output)
    except BrelanError as error:
        print(f"brelan: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
