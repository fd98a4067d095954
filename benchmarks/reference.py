"""Reference results, for others to compare with: every player against the same opponent, on the same deals.

    make reference                                      all of it: hours
    python benchmarks/reference.py joomo --games 200 --players random ppo --write benchmarks/REFERENCE.md

Rivals meet *medium* at a table of two, each deal from both seats; a team of two plays The Game with a partner of its
own kind. `ismcts` is OpenSpiel's own search with random rollouts, `ppo` is trained here by examples/ppo_vector.py.
What is written replaces the same players' lines and leaves the others.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path

from brelan.core.game import Game, game, names
from brelan.lab.arena import Match, run, standings
from brelan.lab.bench import commit, machine
from brelan.lab.interval import Share

ROOT = Path(__file__).parents[1]
PLAYERS = ("random", "easy", "medium", "hard", "champion", "ismcts", "ppo")
SLOW = ("ismcts", "champion")
SEATS, RIVAL = 2, "medium"
PAID = {"joomo": "points", "jokrummy": "done"}  # games that are long: PPO is paid on the way, too
HEAD = ["| player | deals | won (95 %) | score | measured | command |", "|---|---|---|---|---|---|"]


def trained(found: Game, minutes: float) -> Path:
    """A network that was trained here, for so many minutes of CPU time."""
    file = Path(tempfile.gettempdir()) / f"brelan-ppo-{found.name}-{minutes:g}.pt"
    if not file.exists():
        command = [sys.executable, str(ROOT / "examples" / "ppo_vector.py"), "--game", found.name, "--selfplay"]
        command += ["--seats", str(SEATS), "--minutes", str(minutes), "--cpu", "--games", "10", "--save", str(file)]
        command += ["--paid", PAID[found.name]] if found.name in PAID else []
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return file


def bot_of(name: str) -> str:
    """How the arena finds a player."""
    own = {"ismcts": "benchmarks/spiel_bot.py:IsMcts", "ppo": "examples/ppo_vector.py:Trained"}
    return str(ROOT / own[name]) if name in own else name


def row(found: Game, name: str, given: argparse.Namespace) -> str:
    """A player's line of the table, with the command that plays it."""
    if name == "ppo":
        os.environ["BRELAN_PPO"] = str(trained(found, given.minutes))
    bots = [bot_of(name)] if found.team else [bot_of(name), RIVAL]
    count, seed = max(5, given.games // (given.slow if name in SLOW else 1)), given.seed
    match = Match(found.name, found.version, SEATS, dict(found.check_options(SEATS, {})), bots, count, seed)
    found_for = next(one for one in standings(match, run(match, given.jobs)) if one.bot == bots[0])
    who = " ".join(bot.replace(f"{ROOT}/", "") for bot in bots)
    command = f"brelan arena {found.name} {who} --seats {SEATS} --games {count} --seed {seed}"
    won = Share(found_for.won, found_for.won_low, found_for.won_high)
    score, measured = f"{found_for.score:.2f} ± {found_for.score_sure:.2f}", f"{date.today()}, {commit()}"
    shown = f"ppo, {given.minutes:g} CPU minutes" if name == "ppo" else name
    return f"| {shown} | {count} | {won} | {score} | {measured} | `{command}` |"


def main() -> None:
    """Measure, and put every line on the page in the place of the older one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_", metavar="GAME", nargs="*", default=names())
    parser.add_argument("--games", type=int, default=400, help="deals for each player")
    parser.add_argument("--slow", type=int, default=20, help="so many times fewer deals for a player that searches")
    parser.add_argument("--players", nargs="+", default=PLAYERS, choices=PLAYERS)
    parser.add_argument("--minutes", type=float, default=20, help="of CPU time to train, 10 on two cores")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    for found in map(game, given.games_):
        for name in given.players:
            if found.team or name != RIVAL:
                line = row(found, name, given)
                print(line, flush=True)
                if given.write:
                    replaced(given.write, found, line, given.seed)


def replaced(page: Path, found: Game, line: str, seed: int) -> None:
    """Put a line on the page; the other players' stay if they played the same version of the game."""
    start, *parts = page.read_text(encoding="utf-8").rstrip("\n").split("\n\n## ")
    name, against = found.words()("name"), "with a partner of its own kind" if found.team else f"against {RIVAL}"
    title = f"{name} {found.version}, {SEATS} seats, {against}"
    tables = {part.split("\n")[0]: part for part in parts}
    old = [row for row in tables.get(title, "").split("\n") if row.startswith("|")][len(HEAD) :]
    lines = {re.findall(r"\w+", row)[0]: row for row in [*old, line]}
    rows = [lines[player] for player in PLAYERS if player in lines]
    kept = {title: part for title, part in tables.items() if not title.startswith(f"{name} ")}
    kept[title] = "\n".join([title, "", f"Seed {seed}. {machine()}.", "", *HEAD, *rows])
    page.write_text("\n\n## ".join([start, *(kept[title] for title in sorted(kept))]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
