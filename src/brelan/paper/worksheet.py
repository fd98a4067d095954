"""Worksheets: a game's tasks, with solutions on a second page. A seed reproduces a sheet.

A game with tasks has `worksheet.py`: LEVELS, the names of the difficulties, and tasks(level, seed, count,
words), which returns a list of (groups of cards to show, all solutions as text).
"""

from collections.abc import Sequence
from html import escape

from ..core.game import Game
from ..core.text import Words
from .deck import small
from .sheet import head, page

COUNT = 10  # tasks per page
WIDE = 13.0  # of a card
Task = tuple[Sequence[Sequence[int]], Sequence[str]]


def levels(game: Game) -> tuple[str, ...]:
    """Return the difficulties of a game's tasks; none if it has no tasks."""
    return tuple(getattr(game.part("worksheet"), "LEVELS", ()))


def tasks(game: Game, level: str, seed: int, words: Words) -> list[Task]:
    """Return the tasks of a sheet."""
    part = game.part("worksheet")
    assert part is not None
    return list(part.tasks(level, seed, COUNT, words))


def worksheet(game: Game, level: str, seed: int, made: Sequence[Task], words: Words) -> list[str]:
    """Return the page of tasks and the page of solutions."""
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
    """Return a task: its cards, and a line for every solution."""
    cards = "".join(small(f"c{card}", WIDE) for group in groups for card in group)
    lines = "<i></i>" * len(solutions)
    return f'<div class="task"><div class="given"><b>{place}</b>{cards}</div><div class="lines">{lines}</div></div>'


def _solved(place: int, groups: Sequence[Sequence[int]], solutions: Sequence[str]) -> str:
    return f"<p><b>{place}</b>{'<br>'.join(map(escape, solutions))}</p>"
