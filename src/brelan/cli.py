"""The command `brelan`. Nothing heavy is imported before a command needs it: help is instant.

Still over 400 lines: every command is a few lines of arguments and one short function.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import __version__

if TYPE_CHECKING:
    from .core.game import Game

EPILOG = """\
first steps:
  brelan                           open the table in the browser; --lan lets the house come in
  brelan play thegame              play The Game with two bots
  brelan play thegame --seats 1    alone; --people 2 shares the screen
  brelan rules thegame R7          read a clause
  brelan play thegame --option three_cards=yes

`brelan COMMAND --help` explains each command. The language follows LANG; --lang fr, de or en sets it.
"""


def parser() -> argparse.ArgumentParser:
    """All commands and their arguments."""
    top = argparse.ArgumentParser(
        prog="brelan", description="The table for four card games: exact rules, bots, a laboratory.", epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    top.add_argument("--version", action="version", version=f"brelan {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    serve = _command(
        commands, "serve", "open the table in the browser", "Friends join by link; tables are kept until you need them."
    )
    _server_arguments(serve)

    export = _command(commands, "export", "write a table's game as text", "A running game tells all cards.")
    export.add_argument("table", metavar="TABLE", nargs="?", help="the table's name in its link (default: list them)")
    export.add_argument("--game", type=int, default=0, metavar="N", help="which game of the table (default: the last)")
    _database(export)

    bring = _command(commands, "import", "lay a saved game on a table", "Prints a link for every seat.")
    bring.add_argument("file", metavar="FILE")
    bring.add_argument("--address", default="http://localhost:8642", help="where the server is, for the links")
    _database(bring)

    doctor = _command(commands, "doctor", "look whether all is well", "Says what is wrong and what to do.")
    _database(doctor)

    play = _command(commands, "play", "play a game in the terminal", "Type ? during play to see what is possible.")
    _table_arguments(play)
    play.add_argument("--people", type=int, default=1, help="how many people share the screen, from seat 0 (default 1)")
    play.add_argument(
        "--bot", default="medium", help="who plays the other seats: easy, medium (default), hard, champion"
    )
    play.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    _language(play)

    _command(commands, "games", "list the games", "Seats and options of every game there is.")

    rules = _command(commands, "rules", "read the rules of a game", "The clauses, by the numbers that refusals name.")
    rules.add_argument("game", metavar="GAME")
    rules.add_argument("clause", metavar="CLAUSE", nargs="?", help="one clause, such as R7")

    replay = _command(
        commands, "replay", "play a saved game again and check every move", "Prints what happened and how it ended."
    )
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--seat", type=int, default=-1, help="see it as this seat saw it (default: as a watcher)")
    _language(replay)

    verify = _command(
        commands, "verify", "check that nobody chose the cards", "Deals a game again from its secret and its numbers."
    )
    verify.add_argument("file", metavar="FILE|TABLE", help="a saved game, or the name of a table in the database")
    verify.add_argument("--commitment", help="what was published before the deal, as your device noted it")
    verify.add_argument(
        "--number", action="append", default=[], metavar="SEAT=NUMBER", help="what a seat added, as its device noted it"
    )
    _database(verify)

    hint = _command(
        commands, "hint", "say what a strong player would do in a saved game", "For the seat at turn, with the reasons."
    )
    hint.add_argument("file", metavar="FILE")
    hint.add_argument("--bot", default="champion", help="whom to ask: easy, medium, hard, champion (default)")
    hint.add_argument("--json", action="store_true", help="print the hint as data")
    _language(hint)

    count = _command(
        commands, "count", "count the lines of play of each length", "The numbers two implementations must agree on."
    )
    _table_arguments(count)
    count.add_argument("--depth", type=int, default=4, help="how many actions deep (default 4)")

    check = _command(
        commands,
        "check",
        "hold a game to the contract",
        "Compiled, bounds-checked and interpreted, with equal results.",
    )
    check.add_argument("game", metavar="GAME", nargs="?", help="one game (default: all)")
    check.add_argument("--games", type=int, default=2, help="random games for every setup (default 2)")
    check.add_argument(
        "--mode", choices=("all", "here"), default="all", help="all modes (default), or only the present one"
    )

    study = _command(
        commands, "study", "report on a game for its designer", "Seats, lengths, results, endings; HTML and CSV."
    )
    study.add_argument("game", metavar="GAME")
    study.add_argument("--seats", type=int, help="one seat count (default: every one)")
    study.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option; may be repeated")
    study.add_argument(
        "--every-option", action="store_true", help="also every other value of every option, one at a time"
    )
    study.add_argument("--games", type=int, default=10_000, help="games for every setup (default 10000)")
    study.add_argument("--bot", default="medium", choices=("random", "medium"), help="who plays (default medium)")
    study.add_argument("--seed", type=int, default=0, help="the same seed plays the same games (default 0)")
    study.add_argument("--out", metavar="FOLDER", help="where to write (default study-GAME); the same folder goes on")

    arena = _command(
        commands, "arena", "let bots play matches", "The same deals with rotated seats; shares, ratings, intervals."
    )
    arena.add_argument("game", metavar="GAME")
    arena.add_argument(
        "bots", metavar="BOT", nargs="*", help="random, easy, medium, hard, champion, module:Class, file.py:Class"
    )
    arena.add_argument("--games", type=int, default=100, help="deals, each played once for every seat (default 100)")
    arena.add_argument("--seats", type=int, help="how many seats (default: as many as bots)")
    arena.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option; may be repeated")
    arena.add_argument("--seed", type=int, default=0, help="the same seed deals the same cards (default 0)")
    arena.add_argument("--talk", action="store_true", help="the bots give signals, in a game that has them")
    arena.add_argument(
        "--jobs", type=int, default=1, help="processes (default 1); the results are the same with any number"
    )
    arena.add_argument(
        "--limit", type=float, default=0.0, help="seconds a bot may take for a choice, its first aside (default: any)"
    )
    arena.add_argument("--out", metavar="FILE", help="keep every deal in this file; the same file goes on")
    arena.add_argument("--json", action="store_true", help="print the standings as JSON")
    arena.add_argument("--plot", metavar="FILE", help="draw the standings (PNG or SVG; needs matplotlib)")
    arena.add_argument("--strength", metavar="PAGE", help="measure each level against the next; tables go on this page")
    arena.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster; local starts one here")

    bench = _command(
        commands, "bench", "measure speed", "Random play on one core, a Python loop, cold start, bytes of a record."
    )
    bench.add_argument("game", metavar="GAME")
    bench.add_argument("--seats", type=int, help="how many seats (default: three, or as near as the game allows)")
    bench.add_argument("--gpu", action="store_true", help="measure the GPU, and compare its games with the CPU's")
    bench.add_argument("--write", metavar="FILE", help="append the figures to a results page")

    new = _command(
        commands,
        "new",
        "lay out the folder of a new game",
        "The folder passes the contract at once; then make it your game.",
    )
    new.add_argument("game", metavar="GAME", help="a name of small letters, such as belote")
    new.add_argument("--into", metavar="FOLDER", help="the project to write into (default: this folder)")
    return top


def _command(commands: Any, name: str, help_: str, more: str) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = commands.add_parser(name, help=help_, description=f"{help_.capitalize()}. {more}")
    return made


def _table_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", nargs="?", default="thegame", help="which game (default thegame)")
    command.add_argument("--seats", type=int, help="how many seats")
    command.add_argument("--seed", type=int, help="the same seed deals the same cards")
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; may be repeated"
    )


def _database(command: argparse.ArgumentParser) -> None:
    command.add_argument("--database", metavar="FILE", help="where tables are kept: a file, or a database's address")


def _server_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--port", type=int, default=8642, help="where to listen (default 8642)")
    command.add_argument("--lan", action="store_true", help="let other devices in the house come in")
    command.add_argument(
        "--everywhere", action="store_true", help="listen at all addresses, by the names of --name only"
    )
    command.add_argument("--behind", action="store_true", help="behind a balancer: believe it who a request comes from")
    command.add_argument("--name", action="append", default=[], help="a name by which the server may be called, too")
    command.add_argument("--pace", type=float, default=0.7, help="seconds a bot takes for a move (default 0.7)")
    command.add_argument("--thinkers", type=int, default=1, help="processes that think for bots (default 1)")
    command.add_argument("--open", action="store_true", help="open the browser")
    command.add_argument("--logs", action="store_true", help="log every request, as lines of JSON")
    command.add_argument("--bus", metavar="redis://..", help="wake other processes at the same database (extra: club)")
    command.add_argument("--no-limits", action="store_true", help="no limits for one address: for load tests")
    _database(command)


def _language(command: argparse.ArgumentParser) -> None:
    command.add_argument("--lang", choices=("en", "fr", "de"), help="language of all texts")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; bad input is one line on the error stream and exit code 2."""
    top = parser()
    given = top.parse_args(arguments)
    if given.command is None:
        given = top.parse_args(["serve", "--open"])
    from .core.errors import BrelanError

    try:
        return int(globals()[f"run_{given.command}"](given))
    except BrelanError as error:
        print(f"brelan: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


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
    from .terminal import Terminal, prepare

    console = Console(highlight=False)
    language = given.lang or preferred()
    text = _text_of(given.resume) if given.resume else None
    found = game(given.game if text is None else _game_of(text, given.game))
    seats = _seats(found, given.seats)
    if not 1 <= given.people <= seats:
        raise BadSetup(f"--people must be from 1 to {seats}")
    words = found.words(language)
    prepare(console, found, words)
    table = Table(found, seats, given.seed, **_options(given)) if text is None else read(text)
    terminal = Terminal(table, words, console, given.people, given.bot)
    if text is not None:
        terminal.told = len(table.events)
        terminal.say("resumed", "green", count=len(table.history))
    terminal.run()
    return 0


def run_serve(given: argparse.Namespace) -> int:
    """The web table."""
    from rich.console import Console

    from .core.game import game, names
    from .core.text import preferred
    from .server import run
    from .terminal import prepare

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
    for name in names():
        prepare(Console(stderr=True), game(name), game(name).words(preferred()))
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
            values = ", ".join(option.text(value) for value in option.values)
            text = found.words()(f"options.{option.name}")
            print(f"  {option.name}: {text} ({values}; default {option.text(option.default)})")
    return 0


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


def run_arena(given: argparse.Namespace) -> int:
    """A match between bots."""
    from rich.console import Console
    from rich.progress import Progress

    from .bots import player
    from .core.errors import BadSetup
    from .core.game import game
    from .lab import arena, standing, strength

    found = game(given.game)
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


if __name__ == "__main__":
    sys.exit(main())
