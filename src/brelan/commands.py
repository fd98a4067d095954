"""What each command of `brelan` does; each imports what only it needs.

over 400 lines: one short function a command, nothing else.
"""

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .core.game import Game
    from .core.options import Option
    from .core.text import Words


def _text_of(file: str) -> str:
    from .core.errors import BadNotation

    try:
        return Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise BadNotation(0, f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadNotation(0, f"{file} is not a saved game: it is not text") from None


def _options(given: argparse.Namespace) -> dict[str, Any]:
    from .core.errors import BadSetup

    chosen: dict[str, Any] = {}
    for text in given.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadSetup(f"an option is written NAME=VALUE, not {text!r}")
        chosen[name] = value
    return chosen


def _seats(game: "Game", seats: int | None) -> int:
    return game.check_seats(min(max(3, game.least), game.most) if seats is None else seats)


def run_play(given: argparse.Namespace) -> int:
    """A table in the terminal."""
    from rich.console import Console

    from .core.errors import BadSetup
    from .core.game import game
    from .core.notation import read
    from .core.table import Table
    from .core.text import preferred
    from .terminal import Terminal

    console = Console(highlight=False)
    language = given.lang or preferred()
    text = _text_of(given.resume) if given.resume else None
    found = game(given.game if text is None else _game_of(text, given.game))
    seats = _seats(found, given.seats)
    if not 1 <= given.people <= seats:
        raise BadSetup(f"--people must be from 1 to {seats}")
    words = found.words(language)
    table = Table(found, seats, given.seed, **_options(given)) if text is None else read(text)
    terminal = Terminal(table, words, console, given.people, given.bot)
    if text is not None:
        terminal.told = len(table.events)
        terminal.say("resumed", "green", count=len(table.history))
    terminal.run()
    return 0


def run_serve(given: argparse.Namespace) -> int:
    """The web table."""
    from .server import run

    listening = run.listening(given.port, given.lan or given.everywhere)
    settings = run.settings_for(
        given.database,
        given.port,
        given.lan,
        given.name,
        given.pace,
        given.thinkers,
        given.no_limits,
        given.bus,
    )
    run.greet(settings, given.port)
    run.serve(settings, listening, quiet=not given.logs, browser=given.open, behind=given.behind)
    return 0


def run_export(given: argparse.Namespace) -> int:
    """A table's game as text."""
    from .server import desk

    if given.table is None:
        for line in desk.listed(given.database):
            print(line)
        return 0
    sys.stdout.write(desk.exported(given.database, given.table, given.game))
    return 0


def run_import(given: argparse.Namespace) -> int:
    """A saved game as a table."""
    from .server import desk

    for seat, link in enumerate(desk.brought_in(given.database, _text_of(given.file), given.address)):
        print(f"seat {seat}: {link}")
    return 0


def run_doctor(given: argparse.Namespace) -> int:
    """What is well, and what is not."""
    from .server import desk

    found = desk.examined(given.database)
    for finding in found:
        print(f"{'well ' if finding.well else 'WRONG'}  {finding.what}: {finding.text}")
    return 0 if all(finding.well for finding in found) else 1


def _game_of(text: str, otherwise: str) -> str:
    lines = text.splitlines()
    words = lines[1].split() if len(lines) > 1 else []
    return words[1] if words[:1] == ["game"] and len(words) > 1 else otherwise


def run_games(given: argparse.Namespace) -> int:
    """The list of games."""
    from .core.game import game, names

    for name in names():
        found = game(name)
        print(f"{name:<10} {found.least} to {found.most} seats, version {found.version}")
        for option in found.options.values():
            words = found.words()
            values = ", ".join(_called(words, option, value) for value in option.values)
            text = words.find(f"options.{option.name}") or option.name  # `brelan check` tells what is missing
            print(f"  {option.name}: {text} ({values}; default {option.text(option.default)})")
    return 0


def _called(words: "Words", option: "Option", value: Any) -> str:
    """A value as it is typed, and what it means where that is not plain."""
    typed, name = option.text(value), words.name(option.name, value)
    return typed if typed in (name, "yes", "no") else f"{typed}: {name}"


def run_rules(given: argparse.Namespace) -> int:
    """The clauses of a game."""
    from .core.errors import BadSetup
    from .core.game import game

    lines = (game(given.game).folder / "RULES.md").read_text(encoding="utf-8").splitlines()
    if given.clause is None:
        print("\n".join(lines))
        return 0
    wanted = [line for line in lines if line.startswith(f"**{given.clause.upper()}**")]
    if not wanted:
        raise BadSetup(f"{given.game} has no clause {given.clause}")
    print("\n".join(wanted))
    return 0


def run_replay(given: argparse.Namespace) -> int:
    """A saved game, told."""
    from .core.notation import read
    from .core.text import preferred

    table = read(_text_of(given.file))
    words = table.game.words(given.lang or preferred())
    table.view(given.seat)  # refuses a seat that is not there
    players = {seat: words("terminal.bot", seat=seat) for seat in range(table.seats)} | {-1: ""}
    for event in table.events:
        print(words.event(event.seen_by(given.seat), given.seat, players))
    outcome = table.outcome
    print(f"{table.game.name}, {table.seats} seats, {len(table.history)} moves: ", end="")
    print("not finished" if outcome is None else f"ended by {outcome.clause}, results {outcome.scores}")
    return 0


def run_verify(given: argparse.Namespace) -> int:
    """Whether the cards follow from the secret and the numbers."""
    from .core.notation import read
    from .server import desk

    text = _text_of(given.file) if Path(given.file).exists() else desk.exported(given.database, given.file)
    noted = dict(number.partition("=")[::2] for number in given.number)
    for line in desk.verified(read(text), given.commitment, noted):
        print(line)
    return 0


def run_hint(given: argparse.Namespace) -> int:
    """What a strong player would do now, and why."""
    import json

    from .advice import hint
    from .core.notation import read
    from .core.text import preferred

    table = read(_text_of(given.file))
    found = hint(table, level=given.bot)
    if given.json:
        print(json.dumps(found.data()))
        return 0
    words = table.game.words(given.lang or preferred())
    who = words("terminal.bot", seat=found.seat)
    print(words("hint.to", who=who, said=words.hint(found)) if found.seat >= 0 else words.hint(found))
    print(words("terminal.hint", said="; ".join(found.actions)))
    return 0


def run_sit(given: argparse.Namespace) -> int:
    """A bot of one's own at a web table."""
    import asyncio

    from .bots import player
    from .client import let_play
    from .core.errors import BadSetup

    try:
        end = asyncio.run(let_play(given.link, lambda game: player(game, given.bot), given.name, given.limit))
    except (OSError, TimeoutError) as error:
        raise BadSetup(f"the server does not answer: {error}") from error
    print(f"ended by {end.clause}, results {end.scores}, won by seats {end.winners}")
    return 0


def run_count(given: argparse.Namespace) -> int:
    """Lines of play by depth, one a row."""
    from .core.errors import BadSetup
    from .core.game import game
    from .lab.count import lines

    found = game(given.game)
    if not 0 <= given.depth <= 20:
        raise BadSetup("--depth must be from 0 to 20")
    seats = _seats(found, given.seats)
    options = found.check_options(seats, _options(given))
    for depth in range(given.depth + 1):
        print(depth, lines(found, seats, options, given.seed or 0, depth), flush=True)
    return 0


def run_check(given: argparse.Namespace) -> int:
    """The contract, in all modes."""
    from .core.game import game, names
    from .lab.contract import check_all_modes, check_here

    run = check_all_modes if given.mode == "all" else check_here
    for name in [given.game] if given.game else names():
        run(game(name), given.games)
    return 0


def run_build(given: argparse.Namespace) -> int:
    """The libraries of games, by name or folder."""
    import os

    from .build.engines import build, here
    from .core.game import game, names

    folders = [Path(word).resolve() for word in given.games if Path(word).is_dir()]
    before = os.environ.get("BRELAN_GAMES", "")
    os.environ["BRELAN_GAMES"] = os.pathsep.join([*(str(folder.parent) for folder in folders), before])
    wanted = [Path(word).resolve().name if Path(word).is_dir() else word for word in given.games] or names()
    build([game(name) for name in wanted], [here(), *(["wasm"] if given.wasm else [])])
    return 0


def run_bench(given: argparse.Namespace) -> int:
    """Figures, with the machine, the commit and the date."""
    from .core.game import game
    from .lab.bench import measure, measure_gpu, write

    found = game(given.game)
    figures = (measure_gpu if given.gpu else measure)(found, _seats(found, given.seats))
    for name, figure in figures.items():
        print(f"{name:<42} {figure}")
    if given.write:
        write(Path(given.write), figures)
    return 0


def run_study(given: argparse.Namespace) -> int:
    """A designer's report."""
    from rich.console import Console
    from rich.progress import Progress

    from .bots import player
    from .core.check import setups
    from .core.errors import BadSetup
    from .core.game import game
    from .lab.study import run, write

    found = game(given.game)
    player(found, given.bot)  # refuses a bot that is not there
    if given.games < 1:
        raise BadSetup("--games must be 1 or more")
    chosen = _options(given)
    if given.every_option:
        table = [setup for setup in setups(found) if given.seats in (None, setup[0])]
    else:
        counts = range(found.least, found.most + 1) if given.seats is None else [_seats(found, given.seats)]
        table = [(seats, found.check_options(seats, chosen)) for seats in counts]
    folder = Path(given.out or f"study-{found.name}")
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(found.name, total=None)
        findings = run(
            found, table, given.games, given.bot, given.seed, folder,
            lambda done, all_: progress.update(task, completed=done, total=all_),
        )  # fmt: skip
    for file in write(found, findings, folder, given.bot):
        print(file)
    return 0


def _advanced(progress: Any, task: Any, done: int) -> None:
    progress.update(task, completed=done)


def run_train(given: argparse.Namespace) -> int:
    """Nets of a game, by self-play."""
    from rich.console import Console
    from rich.progress import Progress

    from .core.errors import BadSetup
    from .core.game import game
    from .lab.train import Trainer, nets, write

    found = game(given.game)
    if given.steps < 1 or given.games < 1:
        raise BadSetup("--steps and --games must be 1 or more")
    folder = Path(given.out or f"train-{found.name}")
    for net in nets(found, given.net):
        trainer = Trainer(found, net, given.seed, given.games, given.threads, given.against)
        with Progress(console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(f"{found.name}, {net.name}", total=given.steps)
            trainer.run(given.steps, folder, partial(_advanced, progress, task))
        for file in write(trainer, given.steps, [folder, *([found.folder] if given.install else [])]):
            print(file)
    return 0


def run_arena(given: argparse.Namespace) -> int:
    """A match between bots."""
    from rich.console import Console
    from rich.progress import Progress

    from .bots import player
    from .core.errors import BadSetup
    from .core.game import game
    from .lab import arena, standing, strength

    found = game(given.game)
    given.bots += given.more
    if given.more and len(given.bots) == 1:
        given.bots.append("medium")
    seats = found.check_seats(max(len(given.bots), found.least) if given.seats is None else given.seats)
    if given.games < 1 or given.jobs < 1:
        raise BadSetup("--games and --jobs must be 1 or more")
    if len(given.bots) > seats:
        raise BadSetup(f"{len(given.bots)} bots do not fit at {seats} seats")
    for name in given.bots:
        player(found, name)  # refuses a bot that is not there
    if given.strength:
        strength.write(Path(given.strength), strength.measure(found, seats, given.games, given.seed, given.jobs))
        return 0
    if not given.bots:
        raise BadSetup("name the bots that play, or --strength")
    options = found.check_options(seats, _options(given))
    match = arena.Match(
        found.name, found.version, seats, options, given.bots, given.games, given.seed, given.limit, given.talk
    )
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"{found.name}: {', '.join(given.bots)}", total=None)
        deals = arena.run(
            match, given.jobs, Path(given.out) if given.out else None,
            lambda done, all_: progress.update(task, completed=done, total=all_), given.ray,
        )  # fmt: skip
    table = arena.standings(match, deals)
    if given.plot:
        standing.draw(match, table, Path(given.plot))
    print(standing.as_json(match, table) if given.json else standing.as_text(found, match, table))
    return 0


def run_new(given: argparse.Namespace) -> int:
    """A new game's folder."""
    from .template import lay_out

    for path in lay_out(given.game, Path(given.into or ".")):
        print(path)
    return 0


def run_daily(given: argparse.Namespace) -> int:
    """The deal of the day, alone or against bots."""
    from rich.console import Console

    from .core.game import game
    from .core.table import Table
    from .core.text import preferred
    from .daily import LEVEL, day, own_secret, result, streak
    from .folders import Notes, own_folder
    from .terminal import Terminal

    console, found = Console(highlight=False), game(given.game)
    which, words = day(found, given.day), found.words(given.lang or preferred())
    table = Table(found, which.seats, which.seed(own_secret(own_folder())), **which.options)
    console.print(words("daily.begins", name=words("name"), date=which.date.isoformat()), style="bold")
    if not Terminal(table, words, console, 1, LEVEL).run() or table.outcome is None:
        return 0
    notes = Notes(own_folder() / "days.json")
    days = sorted({*notes.all().get(found.name, []), which.date.isoformat()})
    notes.keep(found.name, days)
    console.print(words("daily.streak", count=streak(days, which.date)), style="green")
    console.print(words("daily.share", said=result(which, table.outcome, words)))
    return 0


def run_learn(given: argparse.Namespace) -> int:
    """A first lesson in the terminal."""
    from rich.console import Console

    from .core.errors import BadSetup
    from .core.game import game
    from .core.lesson import lesson
    from .core.text import preferred
    from .folders import own_folder
    from .learning import Classroom, Progress

    console, found = Console(highlight=False), game(given.game)
    words, progress = found.words(given.lang or preferred()), Progress(own_folder())
    script = lesson(found)
    if script is None:
        raise BadSetup(f"{found.name} has no lesson yet")
    if given.again:
        progress.keep(found, 0)
    Classroom(script, words, console, progress).run()
    return 0


def run_review(given: argparse.Namespace) -> int:
    """How the chances moved in a saved game, and where another move was better."""
    from rich.console import Console
    from rich.progress import Progress

    from .bots import player
    from .bots.judge import Judge
    from .core.notation import read
    from .core.text import preferred
    from .lab.review import review
    from .lab.review_page import Telling

    table = read(_text_of(given.file))
    table.view(-1 if given.seat is None else given.seat)  # refuses a seat that is not there
    judge = Judge(table.game, player(table.game, given.bot, timed=False), given.worlds)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(table.game.name, total=None)
        moments = review(
            table, judge, given.seat, given.seed, lambda done, all_: progress.update(task, completed=done, total=all_)
        )
    telling = Telling(table.game, moments, table.game.words(given.lang or preferred()), given.bot, given.worlds)
    print("\n".join(telling.lines()))
    if given.html:
        _write(given.html, telling.page())
        print(given.html)
    return 0


def _write(file: str, text: str) -> None:
    from .core.errors import BadSetup

    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadSetup(f"cannot write {file}: {error.strerror}") from None
