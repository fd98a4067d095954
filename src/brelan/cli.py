"""The command `brelan`: its arguments and its help. Nothing heavy is imported before a command needs it."""

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import __version__

if TYPE_CHECKING:
    pass

EPILOG = """\
first steps:
  brelan                           open the table in the browser; --lan lets the house come in
  brelan play thegame              play The Game with two bots
  brelan learn joomo               learn Joomo step by step
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

    daily = _command(commands, "daily", "play the deal of the day in the terminal", "The same cards all day.")
    daily.add_argument("game", metavar="GAME")
    daily.add_argument("--day", metavar="DATE", help="an earlier day, such as 2026-11-15 (default: today)")
    _language(daily)

    learn = _command(
        commands, "learn", "learn a game in the terminal", "Ten minutes, step by step; leave when you like."
    )
    learn.add_argument("game", metavar="GAME")
    learn.add_argument("--again", action="store_true", help="start from the beginning")
    _language(learn)

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

    review = _command(
        commands, "review", "look back at a saved game", "How the chances moved, and where another move was better."
    )
    review.add_argument("file", metavar="FILE")
    review.add_argument("--seat", type=int, help="the moves of this seat (default: of all)")
    review.add_argument("--bot", default="hard", help="whom to compare with: hard (default) or champion")
    review.add_argument("--worlds", type=int, default=100, help="guessed worlds a move: more is surer (default 100)")
    review.add_argument("--seed", type=int, default=0, help="the same seed says the same (default 0)")
    review.add_argument("--html", metavar="FILE", help="also write a page")
    _language(review)

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

    sit = _command(
        commands,
        "sit",
        "let a bot of yours play at a web table",
        "It sits down by the link.",
    )
    sit.add_argument("link", metavar="LINK", help="a link of the table: http://localhost:8642/t/TABLE#i=INVITATION")
    sit.add_argument("bot", metavar="BOT", help="easy, medium, hard, champion, module:Class, file.py:Class")
    sit.add_argument("--name", default="Bot", help="what it is called at the table")
    sit.add_argument("--limit", type=float, default=5.0, help="seconds a choice may take (default 5)")

    count = _command(
        commands, "count", "count the lines of play of each length", "The numbers two implementations must agree on."
    )
    _table_arguments(count)
    count.add_argument("--depth", type=int, default=4, help="how many actions deep (default 4)")

    build = _command(
        commands,
        "build",
        "compile games into libraries",
        "Those that are missing, or whose sources changed. It needs numba, llvmlite and ziglang: brelan[build].",
    )
    build.add_argument("games", metavar="GAME|FOLDER", nargs="*", help="games by name or folder (default: all)")
    build.add_argument("--wasm", action="store_true", help="also build what browsers run")

    check = _command(
        commands,
        "check",
        "hold a game to the contract",
        "As a library, in WebAssembly, compiled here, bounds-checked and interpreted, with equal results.",
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
    study.add_argument("--bot", default="hard", choices=("random", "hard"), help="who plays (default hard)")
    study.add_argument("--seed", type=int, default=0, help="the same seed plays the same games (default 0)")
    study.add_argument("--out", metavar="FOLDER", help="where to write (default study-GAME); the same folder goes on")

    arena = _command(
        commands, "arena", "let bots play matches", "The same deals with rotated seats; shares, ratings, intervals."
    )
    arena.add_argument("game", metavar="GAME")
    arena.add_argument(
        "bots", metavar="BOT", nargs="*", help="random, easy, medium, hard, champion, module:Class, file.py:Class"
    )
    arena.add_argument(
        "--bot", action="append", dest="more", default=[], metavar="BOT", help="one more bot; alone it meets medium"
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

    train = _command(
        commands,
        "train",
        "train the nets of a game",
        "By self-play on all cores; same seed, same weights.",
    )
    train.add_argument("game", metavar="GAME")
    train.add_argument("--net", metavar="NAME", help="one of its nets (default: all)")
    train.add_argument("--steps", type=int, default=4000, help="steps of learning (default 4000)")
    train.add_argument("--games", type=int, default=64, help="rounds of each of a step's 32 lots (default 64)")
    train.add_argument("--seed", type=int, default=0, help="the same seed gives the same weights (default 0)")
    train.add_argument("--threads", type=int, help="cores to use (default: all); the weights are the same")
    train.add_argument("--against", action="store_true", help="learn to beat the game's own bot instead of itself")
    train.add_argument("--out", metavar="FOLDER", help="where to write (default train-GAME); the same folder goes on")
    train.add_argument("--install", action="store_true", help="put the weights into the game's folder, too")

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
        from . import commands

        return int(getattr(commands, f"run_{given.command}")(given))
    except BrelanError as error:
        print(f"brelan: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read along has seen enough
        sys.stdout = None
        return 0


if __name__ == "__main__":
    sys.exit(main())
