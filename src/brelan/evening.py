"""Successive games at one terminal: each is saved, and can be reviewed when it is over."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rich.console import Console

from .core.table import Table
from .core.text import Words
from .prompting import Choice, Read, plain_line
from .shelf import Kept, Shelf
from .terminal import LEAVE, Terminal

AGAIN = "again"
YES = ("", "y", "yes", "o", "oui", "j", "ja")


@dataclass
class Evening:
    """The people at the screen, and where their games are saved (nowhere without a shelf)."""

    words: Words
    console: Console
    read: Read = plain_line
    shelf: Shelf | None = None
    plain: bool = False
    attended: bool = False  # somebody is there to answer questions
    after: Mapping[str, Callable[[Table], None]] = field(default_factory=dict)  # what can be done with a finished game
    kept: Kept | None = None

    def say(self, key: str, style: str = "", **fields: object) -> None:
        """Print one of our sentences."""
        self.console.print(self.words(f"terminal.{key}", **fields), style=style, markup=False, highlight=False)

    def left(self, game: str) -> Kept | None:
        """Return an unfinished game if the players want to resume it."""
        kept = self.shelf.left(game) if self.shelf else None
        if kept is None:
            return None
        if not self.attended:
            self.say("unfinished_note", "yellow", name=kept.name)
            return None
        answer = self.ask(self.words("terminal.unfinished", name=kept.name, count=kept.moves), ("yes", "no"))
        if answer in LEAVE:
            raise KeyboardInterrupt
        return kept if answer.lower() in YES else None

    def play(self, table: Table, people: int, bot: str, kept: Kept | None = None, day: str = "") -> bool:
        """Play a game to the end, saving every move; return False if somebody leaves early."""
        self.kept = kept or self._place(table, people, bot, day)
        terminal = Terminal(table, self.words, self.console, people, bot, self.read, self.keep, self.plain)
        if table.history:
            terminal.told = len(table.events)
            terminal.say("resumed", "green", count=len(table.history))
        finished = terminal.run()
        self.keep(table)
        if not finished:
            self.say("stopped" if self.kept else "left", "yellow", name=self.kept.name if self.kept else "")
        return finished

    def _place(self, table: Table, people: int, bot: str, day: str) -> Kept | None:
        try:
            return self.shelf.add(table, people, bot, day) if self.shelf else None
        except OSError as error:
            self.say("not_kept", "red", reason=error.strerror)
            return None

    def keep(self, table: Table) -> None:
        """Save the game; if that fails, play continues."""
        try:
            if self.shelf and self.kept:
                self.kept = self.shelf.keep(self.kept, table)
        except OSError as error:
            self.kept = None
            self.say("not_kept", "red", reason=error.strerror)

    def offer(self, table: Table, again: bool = True) -> bool:
        """Offer to review, replay or play again (if there is another deal); return True for another game."""
        name = self.kept.name if self.kept else ""
        if not self.attended:
            if name:
                self.say("kept_as", "dim", name=name)
            return False
        answers = (*self.after, *([AGAIN] if again else []))
        prompt = self.words("terminal.after", answers=list(answers))
        while (answer := self.ask(prompt, answers)) not in ("", *LEAVE, AGAIN):
            if answer in self.after:
                self.after[answer](table)
        if name:
            self.say("kept_as", "dim", name=name)
        return again and answer == AGAIN

    def ask(self, prompt: str, answers: tuple[str, ...]) -> str:
        """Read a line of input, offering the possible answers; the end of input is no answer."""
        try:
            return self.read(
                prompt, lambda typed: (Choice(one, len(typed)) for one in answers if one.startswith(typed))
            ).strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            return LEAVE[0]
