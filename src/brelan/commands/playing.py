"""Commands for players: play, daily, learn, games, rules."""

import sys
from typing import TYPE_CHECKING, Any

import click

from .arguments import (
    GameName,
    bot_option,
    command,
    game_argument,
    json_option,
    language_option,
    plain_option,
    print_json,
    print_lines,
    seats_option,
    seed_option,
    setting_option,
    text_of,
    usual_seats,
)  # fmt: skip

if TYPE_CHECKING:
    from ..core.game import Game
    from ..core.options import Option
    from ..core.text import Words
    from ..evening import Evening


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
@bot_option("medium", "Who plays the other seats: easy, medium, hard, champion, or your own as file.py:Class.")
@click.option("--resume", metavar="NAME|FILE", help="Resume one of your games by name, `last`, or a saved file.")
@plain_option
@language_option
def play(
    game: "Game", seats: int | None, seed: int | None, options: dict[str, Any], people: int, bot: str,
    resume: str | None, plain: bool, language: str,
) -> None:  # fmt: skip
    """Play a game in the terminal. Type ? for help during play; every game is saved."""
    from ..core.errors import BadSetup
    from ..core.notation import read
    from ..core.table import Table

    text = None if resume is None else text_of(resume)
    evening = _evening(game if text is None else read(text).game, language, plain)
    kept = evening.shelf.find(resume) if resume and evening.shelf else None
    usual = seats is None and seed is None and not options
    if text is None and usual and (kept := evening.left(game.name)) is not None:
        text = kept.text
    table = Table(game, usual_seats(game, seats), seed, **options) if text is None else read(text)
    if kept is not None:
        people, bot = kept.people, kept.bot
    if people > table.seats:
        raise BadSetup(f"--people must be from 1 to {table.seats}")
    while evening.play(table, people, bot, kept) and evening.offer(table):
        options = table.game.later_options(table.seats, table.options, 1)
        kept, table = None, Table(table.game, table.seats, **options)


def _evening(game: "Game", language: str, plain: bool) -> "Evening":
    """Set up this terminal: how to read lines, where to save games, what to offer afterwards."""
    from rich.console import Console

    from ..core.errors import BadSetup
    from ..evening import Evening
    from ..folders import data_folder, own_folder
    from ..prompting import is_terminal, reader
    from ..shelf import Shelf
    from .saved import looked_back, tell

    console, shelf = Console(highlight=False, no_color=True if plain else None), None
    try:
        shelf = Shelf(own_folder("games"))
    except BadSetup as error:
        print(f"brelan: games are not saved: {error}", file=sys.stderr)
    after = {
        "review": lambda table: print_lines(looked_back(table, 0, language).lines()),
        "replay": lambda table: tell(table, 0, language),
    }
    attended = is_terminal()
    return Evening(game.words(language), console, reader(data_folder(), plain), shelf, plain, attended, after)


@command(examples=("brelan daily koomi", "brelan daily joomo --day 2026-11-15"))
@game_argument
@click.option("--day", metavar="DATE", help="An earlier day, such as 2026-11-15 (default: today).")
@plain_option
@language_option
def daily(game: "Game", day: str | None, plain: bool, language: str) -> None:
    """Play the deal of the day in the terminal. Everybody on this machine gets the same cards."""
    from ..core.notation import read
    from ..core.table import Table
    from ..daily import LEVEL, own_secret, result, streak
    from ..daily import day as day_of
    from ..folders import Notes, own_folder

    own_folder()  # without it, there is no secret and no deal
    which, words, evening = day_of(game, day), game.words(language), _evening(game, language, plain)
    table = Table(game, which.seats, which.seed(own_secret(own_folder())), **which.options)
    kept = evening.shelf.left(game.name, which.date.isoformat()) if evening.shelf else None
    if kept is not None:
        table = read(kept.text)
    evening.console.print(words("daily.begins", name=words("name"), date=which.date.isoformat()), style="bold")
    if not evening.play(table, 1, LEVEL, kept, which.date.isoformat()) or table.outcome is None:
        return
    notes = Notes(own_folder() / "days.json")
    days = sorted({*notes.all().get(game.name, []), which.date.isoformat()})
    notes.keep(game.name, days)
    evening.console.print(words("daily.streak", count=streak(days, which.date)), style="green")
    evening.console.print(words("daily.share", said=result(which, table.outcome, words)))
    evening.offer(table, again=False)


@command(examples=("brelan learn joomo", "brelan learn joomo --again"))
@game_argument
@click.option("--again", is_flag=True, help="Start from the beginning.")
@plain_option
@language_option
def learn(game: "Game", again: bool, plain: bool, language: str) -> None:
    """Learn a game in the terminal. It takes ten minutes; you can stop at any step and continue later."""
    from rich.console import Console

    from ..core.errors import BadSetup
    from ..core.lesson import lesson
    from ..folders import own_folder
    from ..learning import Classroom, Progress
    from ..prompting import reader

    script = lesson(game)
    if script is None:
        raise BadSetup(f"{game.name} has no lesson yet")
    progress = Progress(own_folder())
    if again:
        progress.keep(game, 0)
    console = Console(highlight=False, no_color=True if plain else None)
    Classroom(script, game.words(language), console, progress, reader(own_folder(), plain), plain).run()


@command(examples=("brelan games", "brelan games --json", "brelan games --mine"))
@click.option("--mine", is_flag=True, help="List the games you played in the terminal, latest first.")
@language_option
@json_option
def games(mine: bool, language: str, as_json: bool) -> None:
    """List the games with their seats and options, or those you played."""
    from ..core.game import game, names

    if mine:
        _mine(language, as_json)
    elif as_json:
        print_json([_facts(game(name)) for name in names()])
    else:
        print_lines(line for name in names() for line in _listed(name, language))


def _listed(name: str, language: str) -> list[str]:
    """Describe a game in lines, or say why it cannot be loaded, so that the others are still listed."""
    from ..core.game import game

    try:
        return _described(game(name), game(name).words(language))
    except Exception as error:  # somebody's own unfinished game
        return [f"{name:<10} cannot be loaded: {type(error).__name__}: {error}; run `brelan check {name}` for details"]


def _mine(language: str, as_json: bool) -> None:
    from dataclasses import asdict
    from datetime import datetime

    from ..core.text import Words
    from ..folders import data_folder
    from ..shelf import Shelf

    kept = Shelf(data_folder() / "games").all()
    if as_json:
        print_json([asdict(one) for one in kept])
        return
    words = Words.load(None, language)
    for one in kept:
        state = "won" if 0 in one.winners else "lost" if one.ended else "unfinished"
        when = datetime.fromisoformat(one.played).astimezone().strftime("%Y-%m-%d %H:%M")  # in local time
        print(f"{one.name:<12} {when}  {words(f'mine.{state}', count=one.moves)}")
    if not kept:
        print(words("mine.none"))


def _described(game: "Game", words: "Words") -> list[str]:
    """Describe a game and its options; a missing text leaves a gap (`brelan check` names it)."""
    facts = words("games.facts", least=game.least, most=game.most, version=game.version)
    lines = [f"{game.name:<10} {words.find('name') or game.name}: {facts}"]
    for option in game.options.values():
        values = ", ".join(_called(words, option, value) for value in option.values)
        default = words("games.default", value=option.text(option.default))
        lines.append(f"  {option.name}: {words.find(f'options.{option.name}') or ''} ({values}; {default})")
    return lines


def _facts(game: "Game") -> dict[str, Any]:
    options = {
        option.name: {"values": [option.text(value) for value in option.values], "default": option.text(option.default)}
        for option in game.options.values()
    }
    return {"game": game.name, "version": game.version, "seats": [game.least, game.most], "options": options}


def _called(words: "Words", option: "Option", value: Any) -> str:
    """Return a value as it is typed, with its meaning if that is not obvious."""
    typed, name = option.text(value), words.name(option.name, value)
    return typed if typed in (name, "yes", "no") else f"{typed}: {name}"


@command(examples=("brelan rules koomi", "brelan rules thegame R7", "brelan rules joomo T2 --language fr"))
@game_argument
@click.argument("clause", required=False)
@language_option
@click.option("--exact", is_flag=True, help="Print RULES.md, the exact clauses with our decisions (English).")
@json_option
def rules(game: "Game", clause: str | None, language: str, exact: bool, as_json: bool) -> None:
    """Print the rules of a game, or one clause that a refusal names."""
    from ..core import clauses

    words = game.words(language)
    if as_json:
        print_json(clauses.chapters(words))
    elif exact:
        print((game.folder / "RULES.md").read_text(encoding="utf-8"), end="")
    else:
        print_lines(clauses.told(words) if clause is None else [clauses.clause(game, words, clause)])
