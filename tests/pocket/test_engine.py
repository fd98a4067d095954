"""The page's own table matches Python's: golden games, counts, and random games with all their events."""

import base64
import json
from collections.abc import Iterator
from typing import Any

import pytest
from playthrough import FENCE
from pocket.page_table import told
from test_games import GAMES, golden_files, lines_of, rows_of_counts

from brelan.bots import LEVELS, player
from brelan.bots.judge import WORLDS, Judge
from brelan.core import dice
from brelan.core.check import Setup, setups
from brelan.core.game import Game
from brelan.core.hint import advise
from brelan.core.light import foreseen, told_alike, touched
from brelan.core.position import seen
from brelan.core.table import Move, Table, tell
from brelan.server.log import plain

EVERY = pytest.mark.parametrize("found", GAMES, ids=lambda found: found.name)
QUICK = ("easy", "medium", "hard")
LONG = 60  # actions of a random game that are compared


@EVERY
def test_golden_games_are_told_line_by_line_as_python_tells_them(found: Game) -> None:
    files = [file for file in golden_files() if file.parts[-3] == found.name]
    texts = [file.read_text(encoding="utf-8").split(f"{FENCE}\n") for file in files]
    answers = told(found, [{"job": "golden", "text": notation} for notation, _ in texts])
    for file, (notation, story), answer in zip(files, texts, answers, strict=True):
        assert as_lines(answer) == lines_of(story), file
        assert answer["notation"] == notation, file


def as_lines(answer: dict[str, Any]) -> list[Any]:
    """What the page told, as the lines of a golden game."""
    lines: list[Any] = []
    for line in answer["lines"]:
        if "said" in line:
            lines.append(f"{line['seat']}: {line['said']}")
        elif "event" in line:
            lines.append(line)
        else:
            allowed = line["allowed"]
            some = f"{', '.join(allowed[:2])} .. {', '.join(allowed[-1:])}"
            lines.append(f"    next {line['next']}, allowed {len(allowed)}: {some}")
    end = answer["outcome"]
    lines.append(f"view of a watcher: {json.dumps(answer['view'])}")
    return [*lines, "unfinished" if end is None else f"{end['clause']} {end['scores']} {end['winners']}"]


@EVERY
def test_lines_of_play_are_as_many_as_counted(found: Game) -> None:
    rows = [row[1:] for row in rows_of_counts() if row[0] is found]
    assert rows
    jobs = []
    for seats, seed, options, counts in rows:
        jobs.append({"job": "counts", "seats": seats, "seed": seed, "options": options, "depths": len(counts)})
    assert told(found, jobs) == [row[-1] for row in rows]


@EVERY
def test_random_games_are_equal_byte_by_byte(found: Game) -> None:
    compare(found, [(setup, seed, QUICK) for seed, setup in enumerate(setups(found))])


@EVERY
def test_champions_without_a_clock_choose_alike(found: Game) -> None:
    some = list(setups(found))
    compare(found, [(setup, 5 + seed, ("champion",)) for seed, setup in enumerate(some[:: len(some) // 3])], 12, 4)


@EVERY
def test_hints_and_judgements_are_pythons(found: Game) -> None:
    table = Table(found, found.usual, seed=26)
    bot, throws, jobs, wanted = player(found, "medium"), dice.new(26), list[dict[str, Any]](), list[Any]()
    champion = player(found, "champion", timed=False)
    judge = Judge(found, player(found, "champion", timed=False), WORLDS)
    while not table.over and len(jobs) < 2 * 2:
        position, seat, number = table.position, table.seat, len(table.history)
        allowed = position.actions[: position.count].copy()
        view, text = position.view(seat), table.notation()
        action = int(allowed[0] if seat < 0 else bot.choose(view, seat, allowed, throws))
        table.play([action])
        if seat >= 0 and len(allowed) > 1 and number % 5 == 0:
            luck = dice.new(number)
            hint = advise(seen(found, view, seat, luck), champion, luck).data()
            moment = judge.judge_view(view, number, Move(seat, (action,)), 0).data()
            jobs.append({"job": "advised", "text": text, "seat": seat, "seed": number})
            jobs.append({"job": "judged", "text": table.notation(), "number": number})
            wanted += [{name: value for name, value in hint.items() if name != "seat"}, moment]
    for job, one, other in zip(jobs, told(found, jobs), wanted, strict=True):
        for name in ("before", "after", "gain") if job["job"] == "judged" else ():
            assert one.pop(name) == pytest.approx(other.pop(name)), (job, name)
        assert one == other, job


def test_each_reason_for_which_a_move_is_final_is_enough() -> None:
    table = Table("thegame", 2, seed=7)
    while table.seat != 0 or not table.allowed()[0].startswith("lay"):
        table.play(table.allowed()[0])
    [found] = told(table.game, [{"job": "final", "text": table.notation(), "said": table.allowed()[0]}])
    never = [False, False]
    assert found == {"honest": [True, True], "event": never, "touched": never, "foreseen": never, "told": [True, False]}


def compare(found: Game, games: list[tuple[Setup, int, tuple[str, ...]]], most: int = LONG, every: int = 7) -> None:
    """Play games in both, and compare all that was seen on the way."""
    jobs = [
        {
            "job": "random",
            "seats": seats,
            "options": plain(options),
            "seed": seed,
            "levels": levels,
            "most": most,
            "every": every,
        }
        for (seats, options), seed, levels in games
    ]
    for game, answer in zip(games, told(found, jobs), strict=True):
        mine = list(steps(found, *game, most, every))
        for number, (one, other) in enumerate(zip(mine, answer, strict=True)):
            assert one == other, (found.name, game, number)


def steps(
    found: Game, setup: Setup, seed: int, levels: tuple[str, ...], most: int, every: int
) -> Iterator[dict[str, Any]]:
    """The same game as page_table.mjs plays it, step by step."""
    seats, options = setup
    table, choice = Table(found, seats, seed, **options), dice.new(seed + 1_000_003)
    viewers, number = range(-1, seats), 0
    while table.position.count and number < most:
        position, seat = table.position, table.position.seat
        allowed = position.actions[: position.count].copy()
        step: dict[str, Any] = {"record": base64.b64encode(position.rows.tobytes()).decode()}
        step["dice"] = str(position.dice[1])
        if seat >= 0 and number % every == seed % every:
            step["views"] = [table.view(viewer) for viewer in viewers]
            bots = [player(found, level, timed=False) for level in levels]
            chosen = [bot.choose(position.view(seat), seat, allowed, dice.new(seed + number)) for bot in bots]
            step["bots"] = [[action, getattr(bot, "certain", None)] for bot, action in zip(bots, chosen, strict=True)]
            step["warnings"] = [phrase._asdict() for phrase in table.warnings([int(allowed[0])])]
        action = int(allowed[dice.below(choice, len(allowed))])
        before = position.copy()
        step["events"] = [[event.seen_by(viewer) for viewer in viewers] for event in table.play([action])]
        step["reveals"] = table.history[-1].reveals
        if seat >= 0:
            step["light"] = [touched(before, table.position), foreseen(before, [action], 2)]
        if seat >= 0 and number % every == seed % every:
            alike = told_alike(before, [action], tell, 2)
            step["back"] = [alike, table.can_take_back(4), table.can_take_back(256)]
        yield step
        number += 1
    yield {"scores": table.position.scores(), "notation": table.notation()}


def test_the_levels_of_the_page_are_pythons() -> None:
    for found in GAMES:
        manifest = json.loads((found.folder / "built" / f"{found.name}.json").read_text(encoding="utf-8"))
        assert list(manifest["bots"]["levels"]) == list(LEVELS)
