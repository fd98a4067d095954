"""Score pads, two to a page: one column per player, or in a team game, one line per game."""

from html import escape

from ..core.game import Game
from ..core.text import Words
from .sheet import Paper, head, page

ROW, REST = 8.5, 51.0  # the height of a row (as in the style), and of everything but the rounds


def pads(game: Game, seats: int, paper: Paper, words: Words) -> str:
    """Return a page of two pads."""
    rows = int((paper.high / 2 - REST) // ROW)
    table = _together(rows, words) if game.team else _each(rows, seats, words)
    how = f'<p class="small">{escape(words.find("print.pad") or "")}</p>'
    title = head(words("name"), "" if game.team else f"{words('print.date')} ____________________")
    return page(f'<div class="pad">{title}{how}<table>{table}</table></div>' * 2)


def _each(rows: int, seats: int, words: Words) -> str:
    """Return a pad with a column per seat, a row per round, and the total."""
    cells = "<td></td>" * seats
    names = [words("print.name"), *(str(number) for number in range(1, rows + 1))]
    first = f"{words('print.row')} "
    made = "".join(
        f"<tr><th>{escape(first if place else '')}{escape(name)}</th>{cells}</tr>" for place, name in enumerate(names)
    )
    return f'{made}<tr class="total"><th>{escape(words("print.total"))}</th>{cells}</tr>'


def _together(rows: int, words: Words) -> str:
    """Return a pad with a row per game: date, players, result."""
    date, players, result = (escape(words(f"print.{name}")) for name in ("date", "players", "result"))
    empty = "<tr><th></th><td></td><th></th></tr>"
    return f"<tr><th>{date}</th><td>{players}</td><th>{result}</th></tr>{empty * (rows + 1)}"
