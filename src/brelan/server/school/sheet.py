"""What a class did, for the teacher to keep: rows for a spreadsheet, and a page to print."""

import csv
import io
from collections.abc import Iterator
from html import escape

from ...core.game import game
from ...core.text import Words, minus
from ...paper import PAPERS
from ...paper.sheet import document, head, page
from .register import Pupil, Register

COLUMNS = ("name", "task", "exercise", "text", "answer", "solved", "helps", "slips", "seconds")
FORMULA = "=+-@\t\r"  # a spreadsheet would count what begins with one of these
ROWS = 27  # of a page


def rows(register: Register, language: str) -> str:
    """A row for each exercise of each child."""
    words, text = game(register.game).words(language), io.StringIO()
    table = csv.writer(text)
    table.writerow([words(f"sheet.{column}") for column in COLUMNS])
    for pupil in present(register):
        for (task, exercise), work in sorted(pupil.works.items()):
            solved = words("sheet.yes" if work.solved else "sheet.no")
            told = (minus(work.text), minus(work.answer), solved, work.helps, work.slips, round(work.seconds))
            table.writerow(map(_plain, (pupil.name, titled(register, task, words), exercise + 1, *told)))
    return "\ufeff" + text.getvalue()  # so that a spreadsheet reads it as UTF-8


def _plain(value: object) -> str:
    text = str(value)
    return f"'{text}" if text[:1] in FORMULA and text else text


def present(register: Register) -> list[Pupil]:
    """The children of a class by name, without those who were sent out."""
    return sorted((pupil for pupil in register.pupils if not pupil.gone), key=lambda pupil: pupil.name.casefold())


def titled(register: Register, task: int, words: Words) -> str:
    """What a task was."""
    given = register.tasks[task]
    level = words.find(f"print.levels.{given.level}") if given.kind == "practice" else words("sheet.tables")
    return f"{task}. {level or given.level}"


def practised(register: Register) -> list[int]:
    """The tasks in which something was done."""
    return sorted({task for pupil in register.pupils if not pupil.gone for task, _ in pupil.works})


def sheet(register: Register, language: str) -> str:
    """A page to print: every child with its tasks, then every exercise."""
    words = game(register.game).words(language)
    title, tasks = f"{words('name')}: {words('sheet.title')}", practised(register)
    heads = [words("sheet.name"), *(titled(register, task, words) for task in tasks)]
    people = [[pupil.name, *(_told(pupil, task, words) for task in tasks)] for pupil in present(register)]
    pages = list(_pages(title, register.code, heads, people))
    for task in tasks:
        sums = list(_exercises(register, task))
        heads = [words("sheet.exercise"), words("sheet.text"), words("sheet.solved"), words("sheet.helps")]
        pages += _pages(titled(register, task, words), register.code, heads, sums)
    return document(title, PAPERS["a4"], words, "", pages)


def _told(pupil: Pupil, task: int, words: Words) -> str:
    """How a child did in a task."""
    works = [work for (one, _), work in pupil.works.items() if one == task]
    solved = [work for work in works if work.solved]
    if not works:
        return ""
    return words("sheet.told", solved=len(solved), count=len(works), alone=sum(work.helps == 0 for work in solved))


def _exercises(register: Register, task: int) -> Iterator[list[str]]:
    """Every exercise of a task: by how many it was solved, of how many who saw it, with how much help."""
    found: dict[int, list[tuple[str, bool, int]]] = {}
    for pupil in present(register):
        for (one, exercise), work in pupil.works.items():
            if one == task:
                found.setdefault(exercise, []).append((work.text, work.solved, work.helps))
    for exercise, seen in sorted(found.items()):
        solved, helps = sum(done for _, done, _ in seen), sum(count for *_, count in seen)
        yield [str(exercise + 1), minus(seen[0][0]), f"{solved} / {len(seen)}", str(helps)]


def _pages(title: str, aside: str, heads: list[str], table: list[list[str]]) -> Iterator[str]:
    """A table over as many pages as it needs."""
    for first in range(0, max(len(table), 1), ROWS):
        part = "".join(_row("td", line) for line in table[first : first + ROWS])
        yield page(f'<div class="pad">{head(title, aside)}<table>{_row("th", heads)}{part}</table></div>')


def _row(cell: str, texts: list[str]) -> str:
    return f"<tr>{''.join(f'<{cell}>{escape(text)}</{cell}>' for text in texts)}</tr>"
