"""The contract of core/check.py in every mode, each in a process of its own, with equal fingerprints."""

import os
import subprocess
import sys

from rich.console import Console
from rich.progress import Progress

from ..core.check import check
from ..core.errors import BrokenContract
from ..core.game import Game
from ..core.rule import MODE, MODES


def check_here(game: Game, games: int) -> str:
    """The contract in the mode of this process, with a progress bar; prints and returns the fingerprint."""
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"{game.name} {MODE}", total=None)
        print_ = check(game, games, lambda done, all_: progress.update(task, completed=done, total=all_))
    print(f"{game.name} {MODE} {print_}")
    return print_


def check_all_modes(game: Game, games: int) -> None:
    """The contract in every mode; BrokenContract if one fails or the fingerprints differ."""
    prints = {}
    for mode in MODES:
        command = [sys.executable, "-W", "error", "-m", "brelan", "check", game.name, "--mode", "here"]
        command += ["--games", str(games if mode != "interpreted" else 1)]  # fifty times slower
        run = subprocess.run(command, env={**os.environ, "BRELAN_MODE": mode}, stdout=subprocess.PIPE, text=True)
        if run.returncode:
            raise BrokenContract(f"{game.name} does not keep the contract in mode {mode}")
        prints[mode] = run.stdout.split()[-1]
    if len(set(prints.values())) > 1:
        raise BrokenContract(f"{game.name} plays differently in different modes: {prints}")
    print(f"{game.name}: the contract holds in modes {', '.join(MODES)}")
