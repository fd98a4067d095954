"""Reference results, for others to compare with: every player against the same opponent, on the same deals.

    make reference                                      all of it: hours
    python benchmarks/reference.py joomo --games 100 --players random easy hard

Rivals meet *medium* at a table of two, each deal from both seats; a team of two plays The Game with a partner of its
own kind. `ismcts` is OpenSpiel's own search with random rollouts, `ppo` is trained here by examples/ppo_vector.py.
"""

import argparse
import os
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


def trained(found: Game, minutes: float) -> Path:
    """A network that was trained here, for so many minutes of CPU time."""
    file = Path(tempfile.gettempdir()) / f"brelan-ppo-{found.name}-{minutes:g}.pt"
    if not file.exists():
        command = [sys.executable, str(ROOT / "examples" / "ppo_vector.py"), "--game", found.name, "--selfplay"]
        command += ["--seats", str(SEATS), "--minutes", str(minutes), "--cpu", "--games", "10", "--save", str(file)]
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
    shown = " ".join(bot.replace(f"{ROOT}/", "") for bot in bots)
    command = f"brelan arena {found.name} {shown} --seats {SEATS} --games {count} --seed {seed}"
    won = Share(found_for.won, found_for.won_low, found_for.won_high)
    return f"| {name} | {count} | {won} | {found_for.score:.2f} ± {found_for.score_sure:.2f} | `{command}` |"


def section(found: Game, given: argparse.Namespace) -> str:
    """A game's table."""
    against = "with a partner of its own kind" if found.team else f"against {RIVAL}"
    rows = []
    for name in given.players:
        if found.team or name != RIVAL:
            rows.append(row(found, name, given))
            print(rows[-1], flush=True)
    head = f"## {found.words()('name')} {found.version}, {SEATS} seats, {against}, {date.today().isoformat()}"
    trained_for = f", PPO trained for {given.minutes:g} CPU minutes" if "ppo" in given.players else ""
    made = f"Seed {given.seed}{trained_for}. {machine()}, commit {commit()}."
    return "\n".join(
        [head, "", made, "", "| player | deals | won (95 %) | score | command |", "|---|---|---|---|---|", *rows, ""]
    )


def main() -> None:
    """Measure, and put the tables on the page in the place of older ones."""
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
    for name in given.games_:
        text = section(game(name), given)
        if given.write:
            replaced(given.write, text)


def replaced(page: Path, text: str) -> None:
    """A table of the same game goes, this one comes."""
    head, *parts = page.read_text(encoding="utf-8").split("\n## ")
    same = text.split(",")[0].removeprefix("## ")
    kept = [part for part in parts if part.split(",")[0] != same]
    page.write_text("\n## ".join([head, *kept, text.removeprefix("## ")]).rstrip("\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
