"""Golden games: a saved game with everything that happened, line by line.

`python tests/playthrough.py GAME SEATS SEED [OPTION=VALUE ..]` writes a new one; an existing file is never overwritten.
"""

import json
import sys
from pathlib import Path
from typing import Any

from brelan.bots import PolicyPlayer, player
from brelan.core import dice
from brelan.core.game import Game, game
from brelan.core.notation import read
from brelan.core.table import Table

FENCE = "=" * 20


def told(table: Table) -> str:
    """The whole game again: each move, what happened (all open), how many actions were allowed next."""
    again = Table(table.game, table.seats, table.deal.seed, table.deal.order, table.deal.dealer, **table.options)
    lines = []
    for move in table.history:
        before = len(again.events)
        again.replay([move])
        allowed = again.allowed()
        names = "; ".join(again.game.rules.ACTIONS.texts[action] for action in move.actions) or f"signal {move.signal}"
        lines.append(f"{move.seat}: {names}")
        for event in again.events[before:]:
            lines.append("    " + json.dumps(event.seen_by(event.seat if event.seat is not None else -1)))
        lines.append(
            f"    next {again.seat}, allowed {len(allowed)}: {', '.join(allowed[:2])} .. {', '.join(allowed[-1:])}"
        )
    outcome = again.outcome
    lines.append(f"view of a watcher: {json.dumps(again.view())}")
    lines.append("unfinished" if outcome is None else f"{outcome.clause} {outcome.scores} {outcome.winners}")
    return "\n".join(lines) + "\n"


def golden(table: Table) -> str:
    """The text of a golden file."""
    return f"{table.notation()}{FENCE}\n{told(table)}"


def parts(text: str) -> tuple[Table, str]:
    """The game of a golden file, and what it tells."""
    notation, _, story = text.partition(f"{FENCE}\n")
    return read(notation), story


def played(found: Game, seats: int, seed: int, options: dict[str, Any]) -> Table:
    """A game among bots, with some random moves and signals so that it wanders."""
    table = Table(found, seats, seed, **options)
    bot, other = player(found, "hard"), player(found, "random")
    throws = dice.new(seed + 9)
    while table.position.count:
        position = table.position
        wise = isinstance(bot, PolicyPlayer) and dice.below(throws, 10) > 0
        allowed = position.actions[: position.count].copy()
        seat = max(position.seat, 0)
        action = (bot if wise and position.seat >= 0 else other).choose(position.view(seat), seat, allowed, throws)
        table.play(action)
    return table


def main(name: str, seats: str, seed: str, *options: str) -> None:
    """Write one golden file."""
    chosen = dict(option.split("=", 1) for option in options)
    label = "-".join([f"{seats}seats", *(option.replace("=", "-").replace(",", "+") for option in options)])
    file = Path(__file__).parent / "games" / name / "golden" / f"{label}.txt"
    if file.exists():
        sys.exit(f"{file} exists: a golden game changes only with the game's version, and then is deleted first")
    file.parent.mkdir(exist_ok=True)
    file.write_text(golden(played(game(name), int(seats), int(seed), chosen)), encoding="utf-8")
    print(file)


if __name__ == "__main__":
    main(*sys.argv[1:])
