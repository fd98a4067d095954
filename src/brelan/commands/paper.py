"""The command for paper: print."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .arguments import command, game_argument, language_option, seats_option, setting_option, write_text

if TYPE_CHECKING:
    from ..core.game import Game

SHEETS, PAPERS = ("cards", "pads", "reference", "worksheet"), ("a4", "letter")


@command("print", examples=(
    "brelan print koomi                              the cards, with cut marks and backs",
    "brelan print joomo pads --paper letter",
    "brelan print thegame reference --language fr",
    "brelan print koomi worksheet --level specials --seed 7 --open",
    "brelan print koomi cards --option without=swap,reset --output deck.html",
))  # fmt: skip
@game_argument
@click.argument("sheet", type=click.Choice(SHEETS), default="cards")
@click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True, help="The paper size.")
@language_option
@seats_option
@setting_option
@click.option("--level", help="The difficulty of a worksheet.")
@click.option("--seed", type=click.IntRange(0), help="The same seed makes the same worksheet.")
@click.option("--output", metavar="FILE", help="The file to write (default: GAME-SHEET.html).")
@click.option("--open", "browser", is_flag=True, help="Open it in the browser, to print it or save it as a PDF.")
def print_(
    game: "Game", sheet: str, paper: str, language: str, seats: int | None, options: dict[str, str],
    level: str | None, seed: int | None, output: str | None, browser: bool,
) -> None:  # fmt: skip
    """Make a printable page: cards to cut out, a score pad, the rules on one page, or a worksheet.

    Without --seats, the deck serves the largest table that the options allow.
    """
    from ..paper import Job

    file = output or f"{game.name}-{sheet}.html"
    write_text(file, Job(game, sheet, paper, language, seats, options, level, seed).html())
    print(file)
    if browser:
        click.launch(Path(file).resolve().as_uri())
