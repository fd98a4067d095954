"""How hard each programme is for the game's own bot: `python -m brelan.games.jokrummy.balance [GAMES [FILE]]`.

Plays so many games with every number of seats and writes docs/balance-jokrummy.md.
"""

import sys
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ...core import dice
from . import GAME
from .cards import DEALER, DRAWING, NOTHING
from .programmes import BONUS, load
from .rules import MOST, State

HELD, DONE, TURNS = range(3)  # counts per programme: rounds in hand, rounds completed, turns until then
ROUNDS, DRAWS = range(2)  # counts per game
HOPELESS = 0.25  # a share of rounds: a programme below it is hardly worth having
Counts = npt.NDArray[np.int64]


def tally(seats: int, codes: Any, throws: dice.Dice, counts: Counts, span: Counts) -> None:
    """Play a game and count."""
    engine, rows, views, actions = GAME.engine, State.rows(1), State.rows(1), np.zeros(MOST, np.int16)
    s, counted = rows[0], 0
    n = engine.start(rows, 0, seats, codes, throws, actions)
    while n > 0:
        if s.phase == DRAWING:
            span[DRAWS] += 1
            if counted < s.rounds:
                counted = int(s.rounds)
                for seat in range(seats):
                    counts[s.programmes[seat, : s.kept[seat]], HELD] += 1
        seat, shown, action = int(s.seat), int(s.shown), int(actions[0])
        if seat != DEALER:
            engine.see(rows, 0, seat, views, 0)
            action = engine.policy(views, seat, actions, n, throws)
        n = engine.step(rows, 0, action, throws, actions)
        if shown != NOTHING and s.shown == NOTHING:
            counts[shown, DONE] += 1
            counts[shown, TURNS] += int(s.turns) // seats + 1
    span[ROUNDS] = s.rounds


def played(seats: int, games: int, seed: int, **options: Any) -> tuple[Counts, Counts]:
    """Play games and return the counts per programme and per game."""
    checked, throws = GAME.check_options(seats, options), dice.new(seed)
    size = len(load().texts if checked["programmes"] == "house" else checked["programmes"])
    counts, spans = np.zeros((size, 3), np.int64), np.zeros((games, 2), np.int64)
    for span in spans:
        tally(seats, GAME.codes(checked), throws, counts, span)
    return counts, spans


def page(games: int) -> str:
    """Return the whole report."""
    texts = load().texts
    seats = range(GAME.least, GAME.most + 1)
    results = {n: played(n, games, seed=n) for n in seats}
    total: Counts = np.sum([counts for counts, _ in results.values()], axis=0)
    order = sorted((i for i, text in enumerate(texts) if text != BONUS), key=lambda i: -_share(total, i))
    lines = [
        "# Jok-R-ummy: the programmes in play",
        "",
        f"Made by `python -m brelan.games.jokrummy.balance {games}` on {date.today().isoformat()}:",
        f"{games} games with each number of seats, all played by the game's own bot (`bots.py`). For every programme:",
        "the share of rounds in which a seat that held it completed it, and in which turn of that seat. Easiest first.",
        "",
        "| programme |" + "".join(f" {n} seats |" for n in seats) + " all | rounds held |",
        "|---|" + "---|" * (len(seats) + 2),
    ]
    for i in order:
        cells = [_cell(results[n][0], i) for n in seats] + [_cell(total, i), str(int(total[i, HELD]))]
        lines.append(f"| `{texts[i]}` | {' | '.join(cells)} |")
    lines += [
        "",
        f"A programme completed in under {HOPELESS:.0%} of rounds overall is hopeless and gets replaced:",
    ]
    lines += [
        f"{_listed(texts, order, total)}. More seats make shorter rounds; under {HOPELESS:.0%} by number of seats:",
        "",
    ]
    for n in seats:
        lines.append(f"- {n} seats: {_listed(texts, order, results[n][0])}")
    lines.append("")
    lines += ["| a game | " + " | ".join(f"{n} seats" for n in seats) + " |", "|---|" + "---|" * len(seats)]
    for label, row in (("rounds", ROUNDS), ("turns of all seats", DRAWS)):
        cells = []
        for n in seats:
            low, middle, high = np.percentile(results[n][1][:, row], (10, 50, 90))
            cells.append(f"{middle:.0f} ({low:.0f} to {high:.0f})")
        lines.append(f"| {label}, median (8 of 10 games) | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def _share(counts: Counts, programme: int) -> float:
    return float(counts[programme, DONE] / max(counts[programme, HELD], 1))


def _cell(counts: Counts, programme: int) -> str:
    turn = counts[programme, TURNS] / max(counts[programme, DONE], 1)
    return f"{_share(counts, programme):.0%}, turn {turn:.1f}"


def _listed(texts: tuple[str, ...], order: list[int], counts: Counts) -> str:
    return ", ".join(f"`{texts[i]}` {_share(counts, i):.0%}" for i in order if _share(counts, i) < HOPELESS) or "none"


def main(games: str = "2000", file: str = "") -> None:
    """Print the page, or write it to a file."""
    text = page(int(games))
    if file:
        Path(file).write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
