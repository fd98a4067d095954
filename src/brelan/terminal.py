"""A table in the terminal: people and bots, one line of input per move.

If the window is large enough, the table is redrawn in place; otherwise it scrolls.
"""

import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.text import Text

from .advice import hint
from .bots import Player, player
from .core import clauses, dice
from .core.errors import BrelanError, IllegalAction
from .core.table import DEALER, Table
from .core.text import Words
from .prompting import MENU, Choice, Read, plain_line

LEAVE = ("quit", "exit", "q")
COMMANDS = ("?", "hint", "undo", "save ", "rules", "quit")
WITH_MORE = ("save", "signal", "rules")  # commands that take an argument
SMALL = (60, 20)  # columns and lines; a smaller window scrolls
NO_BREAK = "\N{NO-BREAK SPACE}"
BOXES = re.compile("[\u2500-\u257f]+")  # box drawing, meaningless to a screen reader


class Terminal:
    """A table for the people who share a screen."""

    def __init__(
        self, table: Table, words: Words, console: Console, people: int = 1, bot: str = "medium",
        read: Read = plain_line, keep: Callable[[Table], None] = lambda table: None, plain: bool = False,
    ) -> None:  # fmt: skip
        self.table, self.words, self.console, self.read = table, words, console, read
        self.keep, self.plain = keep, plain
        self.people = range(min(people, table.seats))
        self.bot: Player = player(table.game, bot)
        self.dice = dice.new(table.deal.seed + 1)
        self.told = 0  # events already shown
        self.log: list[str] = []  # what was printed, for redrawing the table
        self.looking = 0  # the person at the screen
        self.warned = ""  # the move last warned against
        self.players = {seat: self._name(seat) for seat in range(table.seats)} | {DEALER: ""}

    def _name(self, seat: int) -> str:
        if len(self.people) == 1 and seat == 0:
            return self.words("terminal.you")
        return self.words("terminal.bot", seat=seat)

    def say(self, key: str, style: str = "", **fields: Any) -> None:
        """Print one of our sentences."""
        self.console.print(self.words(f"terminal.{key}", **fields), style=style, markup=False, highlight=False)

    def run(self) -> bool:
        """Play to the end; return False if somebody leaves early."""
        while self.table.position.count:
            seat = self.table.seat
            if seat == DEALER:
                self.table.play(self.table.allowed()[0])
            elif seat in self.people:
                if not self.ask(seat):
                    return False
            else:
                self.table.play(self.choice(seat))
            self.keep(self.table)
        self.show(self.looking)
        self.finish()
        return True

    def choice(self, seat: int) -> int:
        """Return a bot's choice at a seat, made from its view."""
        position = self.table.position
        return self.bot.choose(position.view(seat), seat, position.actions[: position.count].copy(), self.dice)

    @property
    def drawn(self) -> bool:
        """Whether to redraw the table in place: in a window that is large enough, unless plain lines are wanted."""
        size, able = self.console.size, self.console.is_terminal and not self.console.is_dumb_terminal
        return able and not self.plain and size.width >= SMALL[0] and size.height >= SMALL[1]

    def show(self, seat: int) -> None:
        """Print what happened since the last time, and the table as a seat sees it."""
        news = [self.words.event(event.seen_by(seat), seat, self.players) for event in self.table.events[self.told :]]
        self.told = len(self.table.events)
        part = self.table.game.part("terminal")
        view = self.table.view(seat)
        picture: RenderableType = part.picture(view, seat, self.words, self.players) if part else str(view)
        if self.drawn:
            self.draw(picture, news)
            return
        self.tell(news)
        self.console.print(self.bare(picture) if self.plain else picture)

    def draw(self, picture: RenderableType, news: list[str]) -> None:
        """Draw the table at the top of the window, and as many recent events as fit."""
        self.log = [*self.log, *news][-200:]
        tall = len(self.console.render_lines(picture, pad=False))
        room = self.console.height - tall - MENU - 3  # one line each for the title, a gap and the prompt
        self.console.clear()
        self.console.print(Rule(self.words("name"), style="dim"))
        self.console.print(picture)
        self.console.print()
        self.tell(self.log[-max(room, 2) :])

    def bare(self, picture: RenderableType) -> Text:
        """Return a picture for screen readers: words and signs, without boxes and colours."""
        with self.console.capture() as caught:
            self.console.print(picture)
        lines = (BOXES.sub(" ", line).rstrip() for line in Text.from_ansi(caught.get()).plain.splitlines())
        return Text("\n".join(line for line in lines if line))

    def tell(self, sentences: list[str]) -> None:
        """Print what happened."""
        for sentence in sentences:
            self.console.print(sentence, style="dim", markup=False, highlight=False)

    def choices(self, typed: str) -> Iterator[Choice]:
        """Return the completions of a line: allowed actions, then commands and signals."""
        *before, last = typed.split(";")
        begun = last.lstrip()
        try:
            allowed = self.table.allowed(self.completed(";".join(before)) if before else "")
        except IllegalAction:
            return
        for action in allowed:
            if action.startswith(begun) or (begun and action.partition(" ")[2].startswith(begun)):
                yield Choice(action, len(begun))
        if not before:
            signals = getattr(self.table.game.rules, "SIGNALS", None)
            for other in (*COMMANDS, *(signals.texts if signals and begun else ())):
                if other.startswith(begun):
                    yield Choice(other, len(begun))

    def ask(self, seat: int) -> bool:
        """Let a person move; return False if they leave."""
        if len(self.people) > 1 and seat != self.looking:
            self.console.clear()
            if self.line(self.words("terminal.next_person", who=self.players[seat])) in LEAVE:
                return False
        self.looking = seat
        self.show(seat)
        before = len(self.table.history)
        while len(self.table.history) == before and self.table.position.count:
            said = self.line(self.words("terminal.prompt"))
            if said in LEAVE:
                return False
            self.obey(said, seat)
        return True

    def line(self, prompt: str) -> str:
        """Read a line; the end of input leaves the table."""
        try:
            return self.read(prompt, self.choices).strip().replace("\N{MINUS SIGN}", "-")  # as it is printed
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            return LEAVE[0]

    def obey(self, said: str, seat: int) -> None:
        """Carry out what was typed: a command, a signal or a move."""
        verb, _, rest = said.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "?": lambda: self.help(seat),
            "help": lambda: self.help(seat),
            "hint": self.hint,
            "undo": self.undo,
            "save": lambda: self.save(rest),
            "rules": lambda: self.rules(rest),
            "signal": lambda: self.signal(seat, said),
        }
        try:
            if verb in commands and (not rest or verb in WITH_MORE):  # Koomi has a verb `help`
                commands[verb]()
            elif said:
                self.play(self.completed(said))
        except IllegalAction as refusal:
            self.refuse(refusal, said)

    def play(self, said: str) -> None:
        """Play a move; if the game warns against it, it must be typed twice."""
        warnings = self.table.warnings(said) if said != self.warned else []
        for phrase in warnings:
            self.console.print(self.words.warning(phrase), style="yellow", markup=False, highlight=False)
        self.warned = said if warnings else ""
        if warnings:
            self.say("warned", "yellow")
        else:
            self.table.play(said)

    def refuse(self, refusal: IllegalAction, said: str) -> None:
        """Print which clause a move breaks, and its text."""
        if refusal.clause == "T4":
            self.say("unknown", "red", said=said)
        else:
            reason = f"{self.words.clause(refusal.clause)} {refusal.detail}".strip()
            self.say("refused", "red", clause=refusal.clause, reason=reason)

    def completed(self, said: str) -> str:
        """Return what was typed, with a missing verb added if only one makes it an action."""
        actions = self.table.game.rules.ACTIONS
        parts = []
        for part in said.split(";"):
            text = " ".join(part.split())
            meant = [f"{verb.name} {text}" for verb in actions.verbs if f"{verb.name} {text}" in actions.ids]
            allowed = [action for action in meant if action in self.table.allowed()]
            parts.append(text if text in actions.ids or not meant else (allowed or meant)[0])
        return "; ".join(parts)

    def help(self, seat: int) -> None:
        """Print what can be typed now."""
        self.say("allowed", "bold")
        rules = self.table.game.rules
        lists = {verb.name: [] for verb in rules.ACTIONS.verbs}  # type: dict[str, list[str]]
        for action in self.table.allowed():
            lists[action.split()[0]].append(action)
        for verb, actions in lists.items():
            if actions:
                self.console.print(f"  {verb}: {self.words(f'actions.{verb}')}", markup=False, highlight=False)
                for line in self.listed(actions):
                    self.console.print(f"    {line}", style="cyan", markup=False, highlight=False)
        for verb in getattr(rules, "SIGNALS", rules.ACTIONS).verbs:
            if verb.name not in lists:
                self.console.print(
                    f"  {verb.name}: {self.words(f'actions.{verb.name}')}", markup=False, highlight=False
                )
        self.say("short")
        self.say("commands")

    def listed(self, actions: list[str]) -> list[str]:
        """Return actions in lines that break only between them."""
        whole = ", ".join(action.replace(" ", NO_BREAK) for action in actions)
        return [line.replace(NO_BREAK, " ") for line in textwrap.wrap(whole, self.console.width - 4)]

    def rules(self, clause: str) -> None:
        """Print the rules, or one clause."""
        try:
            lines = [clauses.clause(self.table.game, self.words, clause)] if clause else clauses.told(self.words)
            self.console.print("\n".join(lines), markup=False)
        except BrelanError as error:
            self.console.print(str(error), style="red", markup=False)

    def hint(self) -> None:
        """Print what a strong player would do, why, and how to type it."""
        found = hint(self.table)
        self.console.print(self.words.hint(found), style="cyan", markup=False, highlight=False)
        self.say("hint", "dim", said="; ".join(found.actions))

    def undo(self) -> None:
        """Take back the last move."""
        self.table.take_back()
        self.told = len(self.table.events)
        self.say("taken_back", "yellow")
        self.show(self.looking)

    def save(self, file: str) -> None:
        """Write the game to a file."""
        try:
            Path(file).write_text(self.table.notation(), encoding="utf-8")
            self.say("saved", "green", file=file)
        except OSError as error:
            self.say("not_saved", "red", file=file or "?", reason=error.strerror)

    def signal(self, seat: int, said: str) -> None:
        """Give a signal and show it."""
        try:
            self.table.signal(seat, said)
        except IllegalAction:
            raise
        except BrelanError as error:
            self.console.print(str(error), style="red", markup=False)

    def finish(self) -> None:
        """Print who won, and why the game ended."""
        outcome = self.table.outcome
        if outcome is None:
            return
        self.say("over", "bold", clause=outcome.clause)
        if outcome.winners:
            self.say("won", "bold green", winners=[self.players[seat] for seat in outcome.winners])
        else:
            self.say("lost", "bold")
