"""A table in the terminal: people and bots, one line of input a move."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console

from .advice import hint
from .bots import Player, player
from .core import dice
from .core.errors import BrelanError, IllegalAction
from .core.events import Event
from .core.table import DEALER, Table
from .core.text import Words

LEAVE = ("quit", "exit", "q")
WITH_MORE = ("save", "signal")  # commands that say more than their name


class Terminal:
    """One table, seen by the people who share a screen."""

    def __init__(
        self, table: Table, words: Words, console: Console, people: int = 1, bot: str = "medium",
        read: Callable[[str], str] = input,
    ) -> None:  # fmt: skip
        self.table, self.words, self.console, self.read = table, words, console, read
        self.people = range(min(people, table.seats))
        self.bot: Player = player(table.game, bot)
        self.dice = dice.new(table.deal.seed + 1)
        self.told = 0  # events already shown
        self.looking = 0  # the person at the screen
        self.warned = ""  # the move that was warned of last
        self.players = {seat: self._name(seat) for seat in range(table.seats)} | {DEALER: ""}

    def _name(self, seat: int) -> str:
        if len(self.people) == 1 and seat == 0:
            return self.words("terminal.you")
        return self.words("terminal.bot", seat=seat)

    def say(self, key: str, style: str = "", **fields: Any) -> None:
        """Print one of our sentences."""
        self.console.print(self.words(f"terminal.{key}", **fields), style=style, markup=False, highlight=False)

    def run(self) -> bool:
        """Play to the end; False if somebody left before."""
        while self.table.position.count:
            seat = self.table.seat
            if seat == DEALER:
                self.table.play(self.table.allowed()[0])
            elif seat in self.people:
                if not self.ask(seat):
                    self.say("stopped", "yellow")
                    return False
            else:
                self.table.play(self.choice(seat))
        self.show(self.looking)
        self.finish()
        return True

    def choice(self, seat: int) -> int:
        """What a bot does at a seat, knowing its view."""
        position = self.table.position
        return self.bot.choose(position.view(seat), seat, position.actions[: position.count].copy(), self.dice)

    def show(self, seat: int) -> None:
        """What happened since the last look, then the table as this seat sees it."""
        for event in self.table.events[self.told :]:
            self.tell(event, seat)
        self.told = len(self.table.events)
        part = self.table.game.part("terminal")
        view = self.table.view(seat)
        self.console.print(part.picture(view, seat, self.words, self.players) if part else view)

    def tell(self, event: Event, seat: int) -> None:
        """One sentence of the log."""
        self.console.print(
            self.words.event(event.seen_by(seat), seat, self.players), style="dim", markup=False, highlight=False
        )

    def ask(self, seat: int) -> bool:
        """Let a person move; False if they leave."""
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
        """A line of input; the end of input leaves the table."""
        try:
            return self.read(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            return LEAVE[0]

    def obey(self, said: str, seat: int) -> None:
        """Do what was typed: a command of the terminal, a signal or a move."""
        verb, _, rest = said.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "?": lambda: self.help(seat),
            "help": lambda: self.help(seat),
            "hint": self.hint,
            "undo": self.undo,
            "save": lambda: self.save(rest),
            "rules": lambda: self.console.print((self.table.game.folder / "RULES.md").read_text(), markup=False),
            "signal": lambda: self.signal(seat, said),
        }
        try:
            if verb in commands and (not rest or verb in WITH_MORE):  # Koomi has a verb help
                commands[verb]()
            elif said:
                self.play(self.completed(said))
        except IllegalAction as refusal:
            self.refuse(refusal, said)

    def play(self, said: str) -> None:
        """Play a move; one that the game warns of has to be said twice."""
        warnings = self.table.warnings(said) if said != self.warned else []
        for phrase in warnings:
            self.console.print(self.words.warning(phrase), style="yellow", markup=False, highlight=False)
        self.warned = said if warnings else ""
        if warnings:
            self.say("warned", "yellow")
        else:
            self.table.play(said)

    def refuse(self, refusal: IllegalAction, said: str) -> None:
        """Say which clause, and what it says."""
        if refusal.clause == "T4":
            self.say("unknown", "red", said=said)
        else:
            reason = f"{self.words.clause(refusal.clause)} {refusal.detail}".strip()
            self.say("refused", "red", clause=refusal.clause, reason=reason)

    def completed(self, said: str) -> str:
        """What was typed, with the verb put in front where it was left out and only one makes an action of it."""
        actions = self.table.game.rules.ACTIONS
        parts = []
        for part in said.split(";"):
            text = " ".join(part.split())
            meant = [f"{verb.name} {text}" for verb in actions.verbs if f"{verb.name} {text}" in actions.ids]
            allowed = [action for action in meant if action in self.table.allowed()]
            parts.append(text if text in actions.ids or not meant else (allowed or meant)[0])
        return "; ".join(parts)

    def help(self, seat: int) -> None:
        """What may be typed now."""
        self.say("allowed", "bold")
        rules = self.table.game.rules
        lists = {verb.name: [] for verb in rules.ACTIONS.verbs}  # type: dict[str, list[str]]
        for action in self.table.allowed():
            lists[action.split()[0]].append(action)
        for verb, actions in lists.items():
            if actions:
                self.console.print(f"  {verb}: {self.words(f'actions.{verb}')}", markup=False, highlight=False)
                self.console.print(f"    {', '.join(actions)}", style="cyan", markup=False, highlight=False)
        for verb in getattr(rules, "SIGNALS", rules.ACTIONS).verbs:
            if verb.name not in lists:
                self.console.print(
                    f"  {verb.name}: {self.words(f'actions.{verb.name}')}", markup=False, highlight=False
                )
        self.say("short")
        self.say("commands")

    def hint(self) -> None:
        """What a strong player would do and why, and how to type it."""
        found = hint(self.table)
        self.console.print(self.words.hint(found), style="cyan", markup=False, highlight=False)
        self.say("hint", "dim", said="; ".join(found.actions))

    def undo(self) -> None:
        """Take the last move back."""
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
            for event in self.table.signal(seat, said):
                self.tell(event, seat)
            self.told = len(self.table.events)
        except IllegalAction:
            raise
        except BrelanError as error:
            self.console.print(str(error), style="red", markup=False)

    def finish(self) -> None:
        """Who won, and why it ended."""
        outcome = self.table.outcome
        if outcome is None:
            return
        self.say("over", "bold", clause=outcome.clause)
        if outcome.winners:
            self.say("won", "bold green", winners=[self.players[seat] for seat in outcome.winners])
        else:
            self.say("lost", "bold")
