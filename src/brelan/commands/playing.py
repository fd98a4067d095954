"""Commands for players: play, daily, learn, games, rules."""

from typing import TYPE_CHECKING, Any

import click

from .arguments import (
    GameName,
    SavedGame,
    bot_option,
    command,
    game_argument,
    json_option,
    language_option,
    print_json,
    seats_option,
    seed_option,
    setting_option,
    usual_seats,
)  # fmt: skip

if TYPE_CHECKING:
    from ..core.game import Game
    from ..core.options import Option
    from ..core.text import Words


@command(examples=(
    "brelan play joomo                       with two bots",
    "brelan play thegame --seats 1           alone",
    "brelan play koomi --people 2            two people share the screen",
    "brelan play thegame --option three_cards=yes",
))  # fmt: skip
@click.argument("game", metavar="[GAME]", type=GameName(), default="thegame")
@seats_option
@seed_option
@setting_option
@click.option("--people", type=click.IntRange(1), default=1, show_default=True, help="People who share the screen.")
@bot_option("medium", "Who plays the other seats: easy, medium, hard, champion.")
@click.option("--resume", metavar="FILE", type=SavedGame(), help="Resume a saved game.")
@language_option
def play(
    game: "Game", seats: int | None, seed: int | None, options: dict[str, Any], people: int, bot: str,
    resume: str | None, language: str,
) -> None:  # fmt: skip
    """Play a game in the terminal. Type ? during play to see what you can do."""
    from rich.console import Console

    from ..core.errors import BadSetup
    from ..core.notation import read
    from ..core.table import Table
    from ..terminal import Terminal

    table = Table(game, usual_seats(game, seats), seed, **options) if resume is None else read(resume)
    if people > table.seats:
        raise BadSetup(f"--people must be from 1 to {table.seats}")
    terminal = Terminal(table, table.game.words(language), Console(highlight=False), people, bot)
    if resume is not None:
        terminal.told = len(table.events)
        terminal.say("resumed", "green", count=len(table.history))
    terminal.run()


@command(examples=("brelan daily koomi", "brelan daily joomo --day 2026-11-15"))
@game_argument
@click.option("--day", metavar="DATE", help="An earlier day, such as 2026-11-15 (default: today).")
@language_option
def daily(game: "Game", day: str | None, language: str) -> None:
    """Play the deal of the day in the terminal. Everybody at this machine gets the same cards."""
    from rich.console import Console

    from ..core.table import Table
    from ..daily import LEVEL, own_secret, result, streak
    from ..daily import day as day_of
    from ..folders import Notes, own_folder
    from ..terminal import Terminal

    console = Console(highlight=False)
    which, words = day_of(game, day), game.words(language)
    table = Table(game, which.seats, which.seed(own_secret(own_folder())), **which.options)
    console.print(words("daily.begins", name=words("name"), date=which.date.isoformat()), style="bold")
    if not Terminal(table, words, console, 1, LEVEL).run() or table.outcome is None:
        return
    notes = Notes(own_folder() / "days.json")
    days = sorted({*notes.all().get(game.name, []), which.date.isoformat()})
    notes.keep(game.name, days)
    console.print(words("daily.streak", count=streak(days, which.date)), style="green")
    console.print(words("daily.share", said=result(which, table.outcome, words)))


@command(examples=("brelan learn joomo", "brelan learn joomo --again"))
@game_argument
@click.option("--again", is_flag=True, help="Start from the beginning.")
@language_option
def learn(game: "Game", again: bool, language: str) -> None:
    """Learn a game in the terminal. It takes ten minutes; leave at any step and continue later."""
    from rich.console import Console

    from ..core.errors import BadSetup
    from ..core.lesson import lesson
    from ..folders import own_folder
    from ..learning import Classroom, Progress

    script = lesson(game)
    if script is None:
        raise BadSetup(f"{game.name} has no lesson yet")
    progress = Progress(own_folder())
    if again:
        progress.keep(game, 0)
    Classroom(script, game.words(language), Console(highlight=False), progress).run()


@command(examples=("brelan games", "brelan games --json"))
@language_option
@json_option
def games(language: str, as_json: bool) -> None:
    """List the games, their seats and their options."""
    from ..core.game import game, names

    if as_json:
        print_json([_facts(game(name)) for name in names()])
        return
    for name in names():
        found = game(name)
        words = found.words(language)
        print(f"{name:<10} {found.least} to {found.most} seats, version {found.version}")
        for option in found.options.values():
            values = ", ".join(_called(words, option, value) for value in option.values)
            print(
                f"  {option.name}: {words(f'options.{option.name}')} ({values}; default {option.text(option.default)})"
            )


def _facts(game: "Game") -> dict[str, Any]:
    options = {
        option.name: {"values": [option.text(value) for value in option.values], "default": option.text(option.default)}
        for option in game.options.values()
    }
    return {"game": game.name, "version": game.version, "seats": [game.least, game.most], "options": options}


def _called(words: "Words", option: "Option", value: Any) -> str:
    """A value as it is typed, and what it means where that is not plain."""
    typed, name = option.text(value), words.name(option.name, value)
    return typed if typed in (name, "yes", "no") else f"{typed}: {name}"


@command(examples=("brelan rules koomi", "brelan rules thegame R7"))
@game_argument
@click.argument("clause", required=False)
def rules(game: "Game", clause: str | None) -> None:
    """Read the rules of a game, by the clauses that refusals name."""
    from ..core.errors import BadSetup

    lines = (game.folder / "RULES.md").read_text(encoding="utf-8").splitlines()
    if clause is not None:
        lines = [line for line in lines if line.startswith(f"**{clause.upper()}**")]
    if not lines:
        raise BadSetup(f"{game.name} has no clause {clause}")
    print("\n".join(lines))
