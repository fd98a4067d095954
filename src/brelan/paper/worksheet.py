"""Worksheets: tasks that a game makes, and their solutions on a second page. The seed makes the same sheet again.

A game that has tasks says so in `worksheet.py`: LEVELS, the names of how hard they are, and tasks(level, seed, count,
words), a list of (groups of cards that are shown, all solutions as text).
"""

from collections.abc import Sequence
from html import escape

from ..core.game import Game
from ..core.text import Words
from .deck import small
from .sheet import head, page

COUNT = 10  # tasks on a page
WIDE = 13.0  # of a card
Task = tuple[Sequence[Sequence[int]], Sequence[str]]


def levels(game: Game) -> tuple[str, ...]:
    """How hard the tasks of a game may be; none where it has no tasks."""
    return tuple(getattr(game.part("worksheet"), "LEVELS", ()))


def tasks(game: Game, level: str, seed: int, words: Words) -> list[Task]:
    """The tasks of a sheet."""
    part = game.part("worksheet")
    assert part is not None
    return list(part.tasks(level, seed, COUNT, words))


def worksheet(game: Game, level: str, seed: int, made: Sequence[Task], words: Words) -> list[str]:
    """The page to write on, and the page of solutions."""
    again = words("print.again", said=f"brelan print {game.name} worksheet --level {level} --seed {seed}")
    name, foot = f"{words('name')}: {words(f'print.levels.{level}')}", f'<p class="small">{escape(again)}</p>'
    asked = "".join(_asked(place, *task) for place, task in enumerate(made, 1))
    solved = "".join(_solved(place, *task) for place, task in enumerate(made, 1))
    how = f"<p>{escape(words(f'print.tasks.{level}'))}</p>"
    write, solutions = f"{words('print.name')} ______________________", f"{name} – {words('print.solutions')}"
    return [
        page(f'{head(name, write)}{how}<div class="tasks">{asked}</div>{foot}', "worksheet"),
        page(f'{head(solutions)}{how}<div class="solutions">{solved}</div>{foot}', "worksheet"),
    ]


def _asked(place: int, groups: Sequence[Sequence[int]], solutions: Sequence[str]) -> str:
    """A task: its cards, and a line for every solution."""
    cards = "".join(small(f"c{card}", WIDE) for group in groups for card in group)
    lines = "<i></i>" * len(solutions)
    return f'<div class="task"><div class="given"><b>{place}</b>{cards}</div><div class="lines">{lines}</div></div>'


def _solved(place: int, groups: Sequence[Sequence[int]], solutions: Sequence[str]) -> str:
    return f"<p><b>{place}</b>{'<br>'.join(map(escape, solutions))}</p>"
