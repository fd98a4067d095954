"""How good the champion's advice is, and how long it takes.

python benchmarks/advice.py times                      milliseconds per choice in the champions' own games
python benchmarks/advice.py marks koomi --games 20     are marked moves mistakes? Each is judged again in fresh worlds
python benchmarks/advice.py clear jokrummy --games 12  is a clear choice the one that most other dice lead to?
"""

import argparse
from collections import Counter
from collections.abc import Iterator

import numpy as np

import brelan
from brelan.bots import player
from brelan.bots.judge import Judge, Moment, gained
from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position
from brelan.core.table import DEALER, Table
from brelan.lab.review import a_choice
from brelan.lab.strength import seconds_a_move

SETUPS = [("thegame", 1), ("thegame", 2), ("thegame", 5), ("jokrummy", 2), ("jokrummy", 4), ("koomi", 2), ("koomi", 4),
          ("joomo", 2), ("joomo", 4)]  # fmt: skip
CHOICES = 1000  # timed for a setup; a tenth if the champion searches for long
WORLDS = 2000  # fresh ones for a marked move
EVERY = 2  # one move in so many is judged,
ASKED = 6  # and one choice in so many is made again,
AGAIN = 30  # so often


def times(seed: int) -> None:
    """Print a row for every setup."""
    print("| game | seats | choices | mean | 99 % | longest |\n|---|---|---|---|---|---|")
    for name, seats in SETUPS:
        taken = 1000 * seconds_a_move(game(name), seats, "champion", CHOICES // (5 if name == "joomo" else 1), seed)
        figures = f"{taken.mean():.1f} | {np.quantile(taken, 0.99):.0f} | {taken.max():.0f}"
        print(f"| {name} | {seats} | {len(taken):,} | {figures} |", flush=True)


def played(name: str, seed: int) -> Table:
    """A game of easy against medium."""
    table, throws = brelan.Table(name, seats=2, seed=seed), dice.new(seed)
    bots = [player(table.game, level) for level in ("easy", "medium")]
    while not table.over:
        seat, allowed = table.seat, table.position.actions[: table.position.count].copy()
        action = allowed[0] if seat == DEALER else bots[seat].choose(table.position.view(seat), seat, allowed, throws)
        table.play(table.game.rules.ACTIONS.texts[action])
    return table


def judged(table: Table, judge: Judge, seed: int) -> Iterator[tuple[Moment, bool, bool]]:
    """Judge moves as a review does, and say for marked ones whether they are worse in fresh worlds, and clearly so."""
    again = table.again()
    number_of = {text: action for action, text in enumerate(table.game.rules.ACTIONS.texts)}
    for number, move in enumerate(table.history):
        if a_choice(again, move) and number % EVERY == 0:
            view = again.position.view(move.seat)
            moment = judge.judge_view(view, number, move, seed)
            gain = None
            if moment.marked:
                lines = [[], list(move.actions), [number_of[text] for text in moment.better.actions]]
                gain = gained(judge._tried(view, move.seat, lines, dice.new(seed + number + (1 << 90)), WORLDS))
            yield moment, bool(gain and gain.mean > 0), bool(gain and gain.clear)
        again.replay([move])


def marks(name: str, games: int, seed: int) -> None:
    """Print how many marked moves prove to be mistakes."""
    judge, found = Judge(game(name), player(game(name), "champion", timed=False)), Counter[str]()
    for number in range(games):
        for moment, worse, clearly in judged(played(name, seed + number), judge, seed + number):
            found.update(judged=1, marked=moment.marked, better=worse, clearly=clearly)
    print(f"| {name} | {found['judged']} | {found['marked']} | {found['better']} | {found['clearly']} |")


def clear(name: str, games: int, seed: int) -> None:
    """Print how often a choice is what most other dice lead to, for clear choices and for the others."""
    found, bot, told = game(name), player(game(name), "champion", timed=False), Counter[tuple[bool, bool]]()
    for number in range(games):
        seats = max(2, found.usual)
        position, throws = (
            Position(found, seats, found.check_options(seats, {}), dice.new(seed + number)),
            dice.new(seed),
        )
        asked = 0
        while position.count:
            seat, allowed = position.seat, position.actions[: position.count].copy()
            if seat == DEALER or len(allowed) == 1:
                position.play(int(allowed[0]))
                continue
            view, asked = position.view(seat), asked + 1
            action = bot.choose(view, seat, allowed, throws)
            sure = bot.certain
            if asked % ASKED == 0 and sure is not None:
                fresh = [player(found, "champion", timed=False) for _ in range(AGAIN)]
                others = Counter(int(one.choose(view, seat, allowed, dice.new(k))) for k, one in enumerate(fresh))
                told[sure, others.most_common(1)[0][0] == action] += 1
            position.play(int(action))
    for sure, word in ((True, "clear"), (False, "not clear")):
        print(f"{word}: {told[sure, True]} of {told[sure, True] + told[sure, False]}")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("what", choices=("times", "marks", "clear"))
    words.add_argument("game", nargs="?", choices=brelan.game_names())
    words.add_argument("--games", type=int, default=10)
    words.add_argument("--seed", type=int, default=0)
    said = words.parse_args()
    if said.what == "times":
        times(said.seed)
    elif said.game is None:
        words.error("which game?")
    else:
        (marks if said.what == "marks" else clear)(said.game, said.games, said.seed)


if __name__ == "__main__":
    main()
