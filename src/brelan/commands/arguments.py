"""Arguments and options that several commands share."""

import json
import re
import shlex
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from ..core.game import Game
    from ..core.text import Words

Function = TypeVar("Function", bound=Callable[..., Any])
BOTS = ("easy", "medium", "hard", "champion", "random")


class Command(click.Command):
    """A command whose help ends with examples."""

    def __init__(self, *args: Any, examples: tuple[str, ...] = (), **named: Any) -> None:
        super().__init__(*args, **named)
        self.examples = examples

    def get_short_help_str(self, limit: int = 60) -> str:
        """Return the start of the help text, up to the first period, colon, semicolon or parenthesis."""
        return re.split(r"[.:;(]", self.help or "")[0].strip()

    def format_epilog(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, one per line."""
        if self.examples:
            with formatter.section("Examples"):
                formatter.write("".join(f"  {example}\n" for example in self.examples))


command = partial(click.command, cls=Command)


class GameName(click.ParamType[Any]):
    """The name of a game, converted to the game."""

    name = "game"

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> "Game":
        """Return the game; raise UnknownGame, which lists the known games."""
        from ..core.game import game

        return game(value) if isinstance(value, str) else value

    def shell_complete(self, context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
        """Complete the names of the games."""
        from ..core.game import names

        return [CompletionItem(name) for name in names() if name.startswith(typed)]


class BotName(click.ParamType[Any]):
    """A level, or a bot as module:Class or file.py:Class."""

    name = "bot"

    def shell_complete(self, context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
        """Complete the names of the levels."""
        return [CompletionItem(name) for name in BOTS if name.startswith(typed)]


class SavedGame(click.ParamType[Any]):
    """A saved game, converted to its text: a file, the name of a terminal game, or `last`."""

    name = "file"

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> str:
        """Return the text of the game."""
        return text_of(str(value))

    def shell_complete(self, context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
        """Let the shell complete files."""
        return [CompletionItem(typed, type="file")]


def text_of(file: str) -> str:
    """Return the text of a file or of a saved terminal game; raise BadNotation if it cannot be read."""
    from ..core.errors import BadNotation
    from ..folders import data_folder
    from ..shelf import LAST, NAME, Shelf

    if (file == LAST or NAME.fullmatch(file)) and not Path(file).exists():
        return Shelf(data_folder() / "games").text(file)
    try:
        return Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise BadNotation(0, f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadNotation(0, f"{file} is not a saved game: it is not text") from None


def write_text(file: str, text: str) -> None:
    """Write a file; raise BadSetup if that fails."""
    from ..core.errors import BadSetup

    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadSetup(f"cannot write {file}: {error.strerror}") from None


def _options(context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> dict[str, Any]:
    from ..core.errors import BadSetup
    from ..core.options import own

    for text in given:
        if "=" not in text:
            raise BadSetup(f"an option is written NAME=VALUE, not {text!r}")
    return {name: own(value) for name, _, value in (text.partition("=") for text in given)}


def _language(context: click.Context, parameter: click.Parameter, given: str | None) -> str:
    from ..core.text import preferred

    return given or preferred()


def _database(context: click.Context, parameter: click.Parameter, given: str | None) -> str | None:
    from ..core.errors import BadSetup

    kind, separated, _ = (given or "").partition("://")
    if separated and not kind.startswith(("sqlite", "postgresql")):
        raise BadSetup(f"the database must be a file or postgresql://USER@HOST/NAME, not {kind}://..")
    return given


game_argument = click.argument("game", metavar="GAME", type=GameName())
saved_argument = click.argument("text", metavar="FILE", type=SavedGame())
seats_option = click.option("--seats", type=int, help="The number of seats.")
seed_option = click.option("--seed", type=int, help="The same seed deals the same cards.")
setting_option = click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", callback=_options,
    help="An option of the game (`brelan games` lists them); can be repeated.",
)  # fmt: skip
language_option = click.option(
    "--language", "--lang", type=click.Choice(("en", "fr", "de")), callback=_language,
    help="The language (default: the system's).",
)  # fmt: skip
plain_option = click.option(
    "--plain", is_flag=True, envvar="BRELAN_PLAIN", help="Print plain lines for screen readers (or set BRELAN_PLAIN=1)."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
database_option = click.option(
    "--database",
    metavar="FILE",
    callback=_database,
    help="Where the tables are stored: a file, or the URL of a PostgreSQL database.",
)


def bot_option(default: str, text: str) -> Callable[[Function], Function]:
    """Return the option `--bot` with a default and a help text."""
    return click.option("--bot", default=default, type=BotName(), show_default=True, help=text)


def usual_seats(game: "Game", seats: int | None) -> int:
    """Return the number of seats asked for, or three if the game allows it."""
    return game.check_seats(min(max(3, game.least), game.most) if seats is None else seats)


def typed() -> str:
    """Return the running command as it could be typed again."""
    context = click.get_current_context()
    words = ["brelan", str(context.info_name)]
    for parameter in context.command.params:
        if context.get_parameter_source(str(parameter.name)) is ParameterSource.COMMANDLINE:
            words += _typed(parameter, context.params[str(parameter.name)])
    return shlex.join(words)


def _typed(parameter: click.Parameter, value: Any) -> list[str]:
    if isinstance(parameter, click.Argument):
        return [str(getattr(value, "name", value))]
    if value is True:
        return [parameter.opts[0]]
    values = [f"{name}={one}" for name, one in value.items()] if isinstance(value, dict) else [str(value)]
    return [word for one in values for word in (parameter.opts[0], one)]


def print_json(data: Any) -> None:
    """Print data as JSON."""
    print(json.dumps(data, indent=1, ensure_ascii=False))


def print_lines(lines: Iterable[str]) -> None:
    """Print lines; in a terminal, wrap them between words and keep their indentation."""
    if sys.stdout.isatty():
        wide = shutil.get_terminal_size().columns
        lines = [part for line in lines for part in _folded(line, wide)]
    print("\n".join(lines))


def _folded(line: str, wide: int) -> list[str]:
    inset = line[: len(line) - len(line.lstrip())]
    return textwrap.wrap(line, wide, subsequent_indent=inset, break_on_hyphens=False) or [""]


def seat_names(words: "Words", seats: int) -> dict[int, str]:
    """Return names for seats that nobody at the screen plays."""
    return {seat: words("terminal.bot", seat=seat) for seat in range(seats)} | {-1: ""}
