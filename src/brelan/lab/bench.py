"""Speed measurements with machine, commit and date: benchmarks, never timed tests."""

import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from ..core import dice
from ..core.errors import BadSetup
from ..core.game import Game
from ..core.position import Position
from .batch import Batch

ROUNDS = 5
THREADS = 1 << 17  # games at once on a GPU
SECONDS = 1.0  # the approximate length of a round
HELP = "import sys; sys.argv = ['brelan', '--help']; import brelan.__main__"
FIRST_GAME = "import brelan; t = brelan.Table({name!r}, {seats}, seed=1); t.play(t.allowed()[0]); t.view(0)"


def measure(game: Game, seats: int) -> dict[str, str]:
    """Return all figures of a game, as text by name."""
    options = game.check_options(seats, {})
    loop, python = compiled_steps(game, seats, options), python_decisions(game, seats, options)
    batch = Batch(game, seats, options)
    every = _median_rate(lambda games: int(batch.play(games, 1).steps.sum()))
    other = {mode: steps_in(mode, game, seats) for mode in ("compiled", "wasm", "interpreted")}
    return {
        "game": f"{game.name} {game.version}, {seats} seats",
        "random steps/s, library, one core": f"{loop / 1e6:.2f} M",
        f"random steps/s, library, all {os.cpu_count()} cores": f"{every / 1e6:.2f} M",
        "random steps/s, compiled by numba": f"{other['compiled'] / 1e6:.2f} M",
        "the library, times that": f"{loop / other['compiled']:.2f}",
        "random steps/s, WebAssembly in node": f"{other['wasm'] / 1e6:.2f} M",
        "WebAssembly, times the library": f"{other['wasm'] / loop:.2f}",
        "random steps/s, interpreted": f"{other['interpreted'] / 1e3:.1f} k",
        "decisions/s from a Python loop": f"{python / 1e3:.0f} k",
        "first game": f"{seconds(FIRST_GAME.format(name=game.name, seats=seats)):.2f} s",
        "import brelan": f"{seconds('import brelan'):.2f} s",
        "brelan --help": f"{seconds(HELP):.2f} s",
        "bytes of a record": str(game.rules.State.dtype.itemsize),
        "machine": machine(),
        "commit": commit(),
        "date": date.today().isoformat(),
    }


def _median_rate(run: Callable[[int], int]) -> float:
    """Return steps per second, warm, median of five; `run(games)` returns steps."""
    games, rates = 1, []
    run(games)  # compiled now
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS / 4:  # how many games fill a round
        games *= 2
        start = time.perf_counter()
        run(games)
    for _ in range(ROUNDS):
        start = time.perf_counter()
        steps = run(games * 4)
        rates.append(steps / (time.perf_counter() - start))
    return statistics.median(rates)


def compiled_steps(game: Game, seats: int, options: dict[str, Any]) -> float:
    """Random play in one compiled loop."""
    rows, buffer, throws = game.rules.State.rows(1), np.zeros(game.rules.MOST, np.int16), dice.new(1)
    codes = game.codes(options)
    return _median_rate(lambda games: int(game.engine.playouts(rows, seats, codes, throws, games, buffer)))


def python_decisions(game: Game, seats: int, options: dict[str, Any]) -> float:
    """Random play in a plain Python loop over Position."""
    throws, chance = dice.new(1), random.Random(1).random

    def run(games: int) -> int:
        steps = 0
        for _ in range(games):
            throws[0] += 1
            position = Position(game, seats, options, throws)
            pick, count = position.pick, position.count
            while count:
                count = pick(int(chance() * count))
                steps += 1
        return steps

    return _median_rate(run)


def seconds(code: str) -> float:
    """Return how long a fresh interpreter takes for a line of code, best of three."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return min(times)


def steps_in(mode: str, game: Game, seats: int) -> float:
    """Random play in another mode, in its own process."""
    code = f"from brelan.lab.bench import *; from brelan.core.game import game; g = game({game.name!r});"
    code += f"print(compiled_steps(g, {seats}, g.check_options({seats}, {{}})))"
    run = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True,
        env={**os.environ, "BRELAN_MODE": mode},
    )  # fmt: skip
    return float(run.stdout)


def no_gpu() -> str:
    """Return why no GPU can be used, in one line, or an empty string."""
    try:
        from .gpu import device_name

        device_name()
    except ModuleNotFoundError as error:
        return f"{error.name} is missing: pip install 'brelan[gpu]'"
    except Exception as error:  # whatever a driver raises
        return " ".join(str(error).split()).rstrip(" :.") or type(error).__name__
    return ""


def measure_gpu(game: Game, seats: int, games: int = 100_000) -> dict[str, str]:
    """Measure random play on the GPU, and whether its games end in the same bytes as on the CPU."""
    reason = no_gpu()
    if reason:
        raise BadSetup(f"no GPU can be used: {reason}")
    from .gpu import RandomPlay, device_name

    options = game.check_options(seats, {})
    play = RandomPlay(game, seats, options)
    play.steps(THREADS, 1, 0)  # compiled now
    repeat, rates = 1, []
    while _timed(play, repeat, 0)[1] < SECONDS / 2:
        repeat *= 2
    for seed in range(ROUNDS):
        steps, taken = _timed(play, repeat, seed)
        rates.append(steps / taken)
    records, _ = play.records(games, 7)
    same = records.tobytes() == final_records(game, seats, options, games, 7).tobytes()
    return {
        "game": f"{game.name} {game.version}, {seats} seats, GPU",
        "random steps/s, one GPU": f"{statistics.median(rates) / 1e6:,.0f} M",
        f"{games:,} games end in the same bytes as on the CPU": "yes" if same else "NO",
        "bytes of a record": str(game.rules.State.dtype.itemsize),
        "machine": device_name(),
        "commit": commit(),
        "date": date.today().isoformat(),
    }


def _timed(play: Any, repeat: int, seed: int) -> tuple[int, float]:
    """Return the steps on the GPU, and the seconds they took."""
    start = time.perf_counter()
    return play.steps(THREADS, THREADS * repeat, seed), time.perf_counter() - start


def final_records(game: Game, seats: int, options: dict[str, Any], games: int, seed: int) -> Any:
    """Return the final records of games 0, 1, .. as played by the CPU."""
    batch, states = Batch(game, seats, options), game.rules.State.rows(games)
    scores, clauses = np.zeros((games, seats), np.int16), np.zeros(games, np.int16)
    steps, key = np.zeros(games, np.int32), dice.new(seed)[0]

    def some(rows: slice) -> None:
        out = np.zeros(game.rules.MOST, np.int16)
        given = (states[rows], seats, batch.codes, dice.new(0), key, rows.start, out)
        batch.loop(*given, scores[rows], clauses[rows], steps[rows])

    size = -(-games // (8 * (os.cpu_count() or 1)))
    with ThreadPoolExecutor() as pool:
        list(pool.map(some, [slice(first, min(first + size, games)) for first in range(0, games, size)]))
    return states


def machine() -> str:
    """Processor, cores, system, Python."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.partition(":")[2].strip() for line in info.read_text().splitlines() if line.startswith("model name")
        ]
        model = names[0] if names else model
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def commit() -> str:
    """Return the measured commit, with + if the tree differs from it."""
    git = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty=+"]
    run = subprocess.run(git, capture_output=True, text=True)
    return run.stdout.strip() or "unknown"


def write(page: Path, figures: dict[str, str]) -> None:
    """Append the figures as a table to a results page."""
    rows = [f"| {name} | {figure} |" for name, figure in figures.items() if name != "game"]
    text = "\n".join([f"\n## {figures['game']}, {figures['date']}\n", "| figure | value |", "|---|---|", *rows, ""])
    with page.open("a", encoding="utf-8") as file:
        file.write(text)
