"""First lessons in the terminal. Progress is saved, and a lesson continues where the learner left off."""

from pathlib import Path
from typing import Any

from rich.console import Console

from .core.game import Game
from .core.lesson import LEARNER, Lesson
from .core.notation import play_line
from .core.text import Words
from .folders import Notes
from .prompting import Read, plain_line
from .terminal import LEAVE, Terminal

FILE = "lessons.json"


class Progress:
    """How far the learner got in each lesson."""

    def __init__(self, folder: Path) -> None:
        self.notes = Notes(folder / FILE)

    def steps(self, game: Game) -> int:
        """Return the number of completed steps of a game's lesson."""
        found = self.notes.all().get(game.name, 0)
        return found if isinstance(found, int) and found > 0 else 0

    def keep(self, game: Game, steps: int) -> None:
        """Save the progress."""
        self.notes.keep(game.name, steps)


class Classroom(Terminal):
    """The table of a lesson: the learner plays the moves of its steps, and the others' moves are scripted."""

    def __init__(
        self, lesson: Lesson, words: Words, console: Console, progress: Progress, read: Read = plain_line,
        plain: bool = False,
    ) -> None:  # fmt: skip
        self.lesson, self.progress = lesson, progress
        self.step = progress.steps(lesson.game) % len(lesson.steps)  # a completed lesson starts over
        super().__init__(lesson.table(self.step), words, console, 1, "medium", read, plain=plain)
        self.told = len(self.table.events)
        self.played: list[str] = []  # actions of the current step

    def tell_learner(self, key: str, style: str = "", **fields: Any) -> None:
        """Print a sentence of the lesson."""
        self.console.print(self.words(key, **fields), style=style, markup=False, highlight=False)

    def run(self) -> bool:
        """Go through the steps; return False if the learner leaves before the last one."""
        count = len(self.lesson.steps)
        if self.step:
            self.tell_learner("learn.resumed", "green", number=self.step + 1, count=count)
        while self.step < count:
            if not self._one(count):
                self.tell_learner("learn.left", "yellow")
                return False
            self.step += 1
            self.progress.keep(self.lesson.game, self.step)
        self.tell_learner("learn.done", "bold green", game=self.lesson.game.name)
        return True

    def _one(self, count: int) -> bool:
        """Run one step: what is said, what the learner does, what the others do."""
        step = self.lesson.steps[self.step]
        self.show(LEARNER)
        self.console.print()
        self.tell_learner("learn.step", "dim", number=self.step + 1, count=count)
        players = {f"seat{seat}": name for seat, name in self.players.items()}
        self.tell_learner(f"lesson.{step.say}", "bold", **players)
        self.played = []
        while step.moves and not self.done:
            said = self.line(self.words("terminal.prompt"))
            if said in LEAVE:
                return False
            self.obey(said, LEARNER)
        for line in step.then:
            play_line(self.table, line)
        last = self.step + 1 == count
        return bool(step.moves) or last or self.line(self.words("learn.next")) not in LEAVE

    @property
    def left(self) -> list[list[str]]:
        """Return the rest of each move that begins with the actions played."""
        return self.lesson.left(self.step, self.played)

    @property
    def done(self) -> bool:
        """Whether a move of the current step is complete."""
        return [] in self.left

    def play(self, said: str) -> None:
        """Play what the step asks for, whole or in parts; other allowed moves are not accepted."""
        actions = self.table.read(said)
        if not any(move[: len(actions)] == actions for move in self.left):
            self.tell_learner("learn.other", "yellow")
            return
        self.table.play(said)
        self.played += actions
        if not self.done:
            self.show(LEARNER)
            self.tell_learner("learn.more", "dim", said="; ".join(self.left[0]))

    def hint(self) -> None:
        """Show what the step asks for."""
        self.tell_learner("learn.hint", "cyan", said="; ".join(self.left[0]))

    def undo(self) -> None:
        """Start the step over."""
        self.table = self.lesson.table(self.step)
        self.told, self.played = len(self.table.events), []
        self.say("taken_back", "yellow")
        self.show(self.looking)
