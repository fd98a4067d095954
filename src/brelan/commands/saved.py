"""Commands for saved games: replay, review, hint, verify."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .arguments import (
    bot_option,
    command,
    database_option,
    json_option,
    language_option,
    print_json,
    print_lines,
    saved_argument,
    seat_names,
    text_of,
    write_text,
)  # fmt: skip
from .progress import progress

if TYPE_CHECKING:
    from ..core.table import Table
    from ..lab.review_page import Telling


@command(examples=("brelan replay last", "brelan replay game.txt", "brelan replay game.txt --seat 0"))
@saved_argument
@click.option("--seat", type=int, default=-1, help="Show what this seat saw (default: what a watcher saw).")
@language_option
@json_option
def replay(text: str, seat: int, language: str, as_json: bool) -> None:
    """Replay a saved game and check every move."""
    from ..core.notation import read

    table = read(text)
    table.view(seat)  # refuses an unknown seat
    if as_json:
        events = [event.seen_by(seat) for event in table.events]
        head = {"game": table.game.name, "seats": table.seats, "moves": len(table.history)}
        print_json({**head, "events": events, "outcome": asdict(table.outcome) if table.outcome else None})
    else:
        tell(table, seat, language)


def tell(table: "Table", seat: int, language: str) -> None:
    """Print what a seat saw of a game, and how it ended."""
    from ..core.text import minus

    words, outcome = table.game.words(language), table.outcome
    players = seat_names(words, table.seats)
    facts = {"name": words("name"), "seats": table.seats, "count": len(table.history)}
    if outcome is None:
        end = words("replay.unfinished", **facts)
    else:
        end = words("replay.ended", **facts, clause=outcome.clause, scores=[minus(score) for score in outcome.scores])
    print_lines([*(words.event(event.seen_by(seat), seat, players) for event in table.events), end])


@command(examples=("brelan review last", "brelan review joomo-3", "brelan review game.txt --seat 0 --html review.html"))
@saved_argument
@click.option("--seat", type=int, help="Only this seat's moves (default: all).")
@bot_option("hard", "The bot to compare with: hard or champion.")
@click.option("--worlds", type=click.IntRange(2), default=100, show_default=True, help="Guessed worlds per move.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same review.")
@click.option("--html", metavar="FILE", help="Also write an HTML page.")
@language_option
def review(text: str, seat: int | None, bot: str, worlds: int, seed: int, html: str | None, language: str) -> None:
    """Review a saved game: how the chances moved, and where another move was better."""
    from ..core.notation import read

    table = read(text)
    table.view(-1 if seat is None else seat)  # refuses an unknown seat
    telling = looked_back(table, seat, language, bot, worlds, seed)
    print_lines(telling.lines())
    if html:
        write_text(html, telling.page())
        print(html)


def looked_back(
    table: "Table", seat: int | None, language: str, bot: str = "hard", worlds: int = 100, seed: int = 0
) -> "Telling":
    """Review a table, showing progress meanwhile."""
    from ..bots import player
    from ..bots.judge import Judge
    from ..lab.review import review as reviewed
    from ..lab.review_page import Telling

    judge = Judge(table.game, player(table.game, bot, timed=False), worlds)
    with progress(table.game.name) as report:
        moments = reviewed(table, judge, seat, seed, report)
    return Telling(table.game, moments, table.game.words(language), bot, worlds)


@command(examples=("brelan hint game.txt", "brelan hint game.txt --json"))
@saved_argument
@bot_option("champion", "The bot to ask.")
@language_option
@json_option
def hint(text: str, bot: str, language: str, as_json: bool) -> None:
    """Show what a strong player would do next in a saved game, and why."""
    from ..advice import hint as advice
    from ..core.notation import read

    table = read(text)
    found = advice(table, level=bot)
    if as_json:
        print_json(found.data())
        return
    words = table.game.words(language)
    who = words("terminal.bot", seat=found.seat)
    said = words("hint.to", who=who, said=words.hint(found)) if found.seat >= 0 else words.hint(found)
    print_lines([said, words("terminal.hint", said="; ".join(found.actions))])


@command(examples=("brelan verify game.txt", "brelan verify TABLE --commitment 9f3a.. --number 0=c41b.."))
@click.argument("what", metavar="FILE|TABLE")
@click.option("--commitment", help="The server's commitment, as your device recorded it before the deal.")
@click.option("--number", multiple=True, metavar="SEAT=NUMBER", help="A seat's number, as its device recorded it.")
@click.option("--committed", multiple=True, metavar="SEAT=COMMITMENT", help="A seat's commitment, as recorded.")
@database_option
def verify(
    what: str, commitment: str | None, number: tuple[str, ...], committed: tuple[str, ...], database: str | None
) -> None:  # fmt: skip
    """Check that nobody chose the cards, by dealing again from the secret and everybody's numbers."""
    from ..core.notation import read
    from ..server import desk

    saved = Path(what).exists()
    text = text_of(what) if saved else desk.exported(database, what)
    noted, promised = (
        {seat: told for seat, _, told in (pair.partition("=") for pair in pairs)} for pairs in (number, committed)
    )
    lines = desk.verified(read(text), commitment, noted, promised)
    for line in lines if saved else [*lines, *desk.agreed(database, what)]:
        print(line)
