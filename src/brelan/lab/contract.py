"""The contract of core/check.py in every mode, each in its own process, with equal fingerprints."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable

from ..core.check import check
from ..core.errors import BadSetup, BrokenContract
from ..core.game import Game
from ..core.rule import MODE, MODES


def check_here(game: Game, games: int, report: Callable[[int, int], None]) -> None:
    """Check the contract in the mode of this process and print the fingerprint."""
    print(f"{game.name} {MODE} {check(game, games, report)}")


def check_all_modes(game: Game, games: int) -> None:
    """Check the contract in every mode; raise BrokenContract if one fails or the fingerprints differ."""
    if importlib.util.find_spec("numba") is None:
        raise BadSetup("all modes need numba: pip install 'brelan[build]'; --mode here checks only this one")
    prints = {}
    for mode in MODES:
        command = [sys.executable, "-W", "error", "-m", "brelan", "check", game.name, "--mode", "here"]
        command += ["--games", str(games if mode != "interpreted" else 1)]  # fifty times slower
        run = subprocess.run(command, env={**os.environ, "BRELAN_MODE": mode}, stdout=subprocess.PIPE, text=True)
        if run.returncode:
            raise BrokenContract(f"{game.name} breaks the contract in mode {mode}")
        prints[mode] = run.stdout.split()[-1]
    if len(set(prints.values())) > 1:
        raise BrokenContract(f"{game.name} plays differently in different modes: {prints}")
    print(f"{game.name}: the contract holds in modes {', '.join(MODES)}")
