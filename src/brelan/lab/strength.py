"""The strength of the levels, measured by the arena. Only this module writes strength pages."""

import re
import time
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bots import SearchPlayer, player
from ..core import dice
from ..core.game import Game
from ..core.position import Position
from .arena import Deal, Match, lineup, rotations, run, standings
from .batch import Batch
from .bench import commit, machine
from .interval import share, sure

LADDER = ("champion", "hard", "medium", "easy", "random")
FEWER = {"champion": 20}  # a level that searches plays so many times fewer deals
MOVES = 200  # timed for every level
WARM = 5  # moves before that
HEAD = """# Strength

How strong the levels are, written by `brelan arena --strength`; every table says how it was made. A deal is played
once for every way the bots sit, moved round; intervals are 95 %, and deals, not games, are their units. In the arena
levels that try moves out stop by trials instead of the clock, so the same command plays the same games again.
"""
Results = Sequence[tuple[Match, Sequence[Deal]]]
Times = Mapping[str, npt.NDArray[np.float64]]  # seconds, by level


def levels(found: Game) -> list[str]:
    """Return the levels that differ: without trials or a champion.py, champion equals hard."""
    same = found.part("champion") is None and not isinstance(player(found, "champion"), SearchPlayer)
    return [name for name in LADDER if name != "champion" or not same]


def ladder(found: Game, seats: int, games: int, seed: int) -> list[Match]:
    """Return the matches: every level against the next, half of the seats each, and a champion among mediums."""
    tables = [list(pair) for pair in pairwise(levels(found))]
    if seats > 2 and "champion" in levels(found):
        tables.append(["champion", *["medium"] * (seats - 1)])
    options = found.check_options(seats, {})
    return [
        Match(found.name, found.version, seats, options, bots, max(2, games // FEWER.get(bots[0], 1)), seed)
        for bots in tables
    ]


def row(match: Match, deals: Sequence[Deal]) -> str:
    """Return a match as a row: the combined share of the first bot's seats, and their share if all were equal."""
    own = next(one for one in standings(match, deals) if one.bot == match.bots[0])
    places = lineup(match, 0).count(0)
    won, fair = own.share.times(places), places / match.seats
    clear = "yes" if won.low > fair else "no"
    others = ", ".join(match.bots[1:])
    games = len(deals) * rotations(match)
    return f"| {own.bot} | {others} | {len(deals):,} | {games:,} | {won} | {fair:.0%} | {clear} |"


def seconds_a_move(found: Game, seats: int, level: str, moves: int, seed: int) -> npt.NDArray[np.float64]:
    """Return how long a timed player takes per choice, in games against itself on one core."""
    bot, throws, options = player(found, level), dice.new(seed), found.check_options(seats, {})
    taken: list[float] = []
    while len(taken) < WARM + moves:
        seed += 1
        position = Position(found, seats, options, dice.new(seed))
        while position.count and len(taken) < WARM + moves:
            allowed = position.actions[: position.count].copy()
            seat = position.seat
            if seat < 0 or len(allowed) == 1:
                position.play(int(allowed[0]))
                continue
            view = position.view(seat)
            start = time.perf_counter()
            action = bot.choose(view, seat, allowed, throws)
            taken.append(time.perf_counter() - start)
            position.play(action)
    return np.array(taken[WARM:])


def time_row(found: Game, level: str, taken: npt.NDArray[np.float64]) -> str:
    """Return a level's times as a row, with the memory of its search."""
    bot = player(found, level)
    memory = f"{bot.memory / 1024:.0f} kB" if isinstance(bot, SearchPlayer) else "-"
    mean, most, p99 = taken.mean(), taken.max(), np.quantile(taken, 0.99)
    return f"| {level} | {len(taken)} | {mean * 1e3:.2f} | {p99 * 1e3:.1f} | {most * 1e3:.1f} | {memory} |"


def section(found: Game, seats: int, seed: int, played: Results, times: Times) -> str:
    """Return the section of a game and number of seats: the ladder, and times per move."""
    how = f"brelan arena {found.name} BOT AGAINST --seats {seats} --games DEALS --seed {seed}"
    lines = [f"## {found.name}, {seats} seats\n", f"{_made(how)}\n"]
    lines += ["| bot | against | deals | games | won | equal | clearly more |", "|---|---|---|---|---|---|---|"]
    lines += [row(match, deals) for match, deals in played]
    alike = [name for name in LADDER if name not in levels(found)]
    lines += [f"\nNo moves are tried out in this game: {' and '.join(alike)} plays as hard."] if alike else []
    lines += ["\n| level | moves | mean ms | 99 % ms | longest ms | memory of a search |", "|---|---|---|---|---|---|"]
    lines += [time_row(found, level, taken) for level, taken in times.items()]
    return "\n".join(lines) + "\n"


def _made(how: str) -> str:
    return f"`{how}`, commit {commit()}, {date.today().isoformat()}, {machine()}."


def measure(found: Game, seats: int, games: int, seed: int, jobs: int) -> str:
    """Measure a game with a number of seats and return a section of the page."""
    if found.team:
        return team_section(found, seats, games, seed)
    played = [(match, run(match, jobs)) for match in ladder(found, seats, games, seed)]
    times = {level: seconds_a_move(found, seats, level, MOVES, seed) for level in levels(found)[-2::-1]}
    return section(found, seats, seed, played, times)


def talks(found: Game, seats: int) -> dict[str, tuple[bool, dict[str, Any]]]:
    """Return the ways to talk in a team game: whether bots signal, and the options. A single seat is silent."""
    ways: dict[str, tuple[bool, dict[str, Any]]] = {"silent": (False, {})}
    if seats == 1:
        return ways
    told: dict[str, dict[str, Any]] = getattr(found.part("chat"), "TALKS", {})
    return ways | {name: (True, options) for name, options in told.items()}


def team_section(found: Game, seats: int, games: int, seed: int) -> str:
    """Return the section of a team game, played in batches by the policy: how often it wins, and the cards left."""
    how = f"brelan arena {found.name} --seats {seats} --games {games} --seed {seed} --strength PAGE"
    lines = [f"## {found.name}, {seats} seats\n", f"{_made(how)}\n"]
    lines += ["| talk | games | beaten | cards left |", "|---|---|---|---|"]
    for name, (talk, chosen) in talks(found, seats).items():
        options = found.check_options(seats, chosen)
        size = found.engine.pack(seats, found.codes(options), np.zeros(512, np.int16))
        results = Batch(found, seats, options, "hard", talk).play(games, seed)
        beaten, left = results.clauses == found.team_wins, size - results.scores[:, 0]
        lines.append(f"| {name} | {games:,} | {share(beaten)} | {left.mean():.2f} ± {sure(left):.2f} |")
    return "\n".join(lines) + "\n"


def write(page: Path, made: str) -> None:
    """Write a section to a strength page, replacing an older one of the same name."""
    text = page.read_text(encoding="utf-8") if page.exists() else HEAD
    head, *sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    by_name = {one.partition("\n")[0]: one.rstrip() + "\n" for one in sections}
    by_name[made.partition("\n")[0]] = made
    page.write_text("\n".join([head.rstrip() + "\n", *(by_name[name] for name in sorted(by_name))]), encoding="utf-8")
