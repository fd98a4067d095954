"""The page's own table in node: jobs in, results out, one process per call."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from brelan.core.game import Game
from brelan.core.library import BUILT
from brelan.core.node import node

SCRIPT = Path(__file__).with_name("page_table.mjs")


def told(found: Game, jobs: Sequence[dict[str, Any]]) -> list[Any]:
    """What the page's table answers, a line a job."""
    built = found.folder / BUILT
    command = [node(), str(SCRIPT), *(str(built / f"{found.name}{ending}") for ending in (".wasm", ".json"))]
    done = subprocess.run(command, input=json.dumps(jobs), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
