"""A table, rebuilt from its log: who sits where, the current game, the votes. No sockets, no clock, no database.

`do` turns a command into entries and applies them, `take_in` applies an entry of the log: both give the same state.

over 400 lines: every entry's effect and every command's check, side by side, so that they cannot diverge.
"""

import functools
import secrets
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..bots import signals
from ..core.events import Event
from ..core.game import Game, game
from ..core.table import DEALER, GLANCE, THOROUGH, Table
from . import facts, log, messages
from .dealing import NextDeal, shown_dealt
from .refusal import Refusal, known_level, lawful, need
from .saying import name_at, speakable
from .seating import Chair
from .store import Row

STAND_IN = "medium"  # the level that plays for absent people
KEPT = 200  # the most entries sent to a returning client
LONGEST = 50_000  # the most entries of a table, so that nobody fills the disk
ASIDE = 5_000  # the most entries of a seat besides its moves, so that talk leaves room for the game
TAKE_BACKS = 50  # per seat and game


class Happened(NamedTuple):
    """An entry of the log with its effects in the game."""

    number: int
    time: float
    entry: log.AnyEntry
    events: Sequence[Event]


@dataclass
class Room:
    """A table. Everything in it follows from its entries."""

    id: str
    number: int = -1
    commands: dict[str, int] = field(default_factory=dict)
    recent: deque[Happened] = field(default_factory=lambda: deque(maxlen=KEPT))
    chairs: list[Chair] = field(default_factory=list)
    votes: dict[tuple[log.About, int | None], dict[int, bool]] = field(default_factory=dict)
    table: Table | None = None
    turn: int = 0
    games: int = 0
    shared: bool = False
    made: log.Made | None = None
    next: NextDeal = field(default_factory=NextDeal)
    past: dict[int, tuple[Table, messages.End]] = field(default_factory=dict)  # finished games by number
    aside: Counter[int] = field(default_factory=Counter)  # entries besides moves, by seat
    taken_back: Counter[int] = field(default_factory=Counter)  # moves of this game, by seat
    muted: set[int] = field(default_factory=set)  # seats muted by the others

    # queries

    @functools.cached_property
    def game(self) -> Game:
        """The game of this table."""
        assert self.made is not None
        return game(self.made.game)

    @functools.cached_property
    def dealing(self) -> messages.Dealing | None:
        """How its games deal their first cards."""
        assert self.made is not None
        return facts.dealing(self.game, len(self.chairs), self.made.options)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        if self.table is None or self.table.position.count:  # quick check: if anything is allowed, it is not over
            return self.shared
        return self.shared or self.table.over

    @property
    def at(self) -> int:
        """The seat to act; -1 between rounds, at the end, and before the deal."""
        return DEALER if self.table is None or self.over else self.table.seat

    @property
    def waits(self) -> bool:
        """Whether the next step is the dealer's."""
        return self.table is not None and not self.over and self.table.seat == DEALER

    @property
    def may_share(self) -> bool:
        """Whether tied seats may share the win now, if all agree."""
        if self.table is None or self.over or not self.game.shared_by:
            return False
        return bool(self.game.engine.may_share(self.table.position.rows, 0))

    def seat_of(self, key: str) -> int:
        """Return the seat of a key, or refuse."""
        seat = self.seat_by(key)
        if seat is None:
            raise Refusal("wrong_key")
        return seat

    def seat_by(self, key: str) -> int | None:
        """Return the seat of a key, if there is one."""
        return next((seat for seat, chair in enumerate(self.chairs) if log.opens(key, chair.key)), None)

    def may_take_back(self, seat: int, worlds: int = GLANCE) -> bool:
        """Whether a seat may take its last move back; actually doing so checks more worlds."""
        if self.table is None or self.over or self.made is None or not self.made.take_back or not self.table.history:
            return False
        own = self.table.history[-1].seat == seat and self.taken_back[seat] < TAKE_BACKS
        return own and self.table.can_take_back(worlds)

    def end(self) -> messages.End | None:
        """Return how the game ended, if it did."""
        if self.table is None or not self.over:
            return None
        outcome = self.table.shared_outcome if self.shared else self.table.outcome
        assert outcome is not None
        return messages.End(outcome.scores, outcome.winners, outcome.clause, outcome.shared)

    def scene(self, viewer: int, here: Sequence[bool], watchers: int) -> messages.Scene:
        """Return everything a viewer (-1: a watcher) may see now."""
        assert self.made is not None
        options = self.table.options if self.table else self.game.check_options(len(self.chairs), self._options())
        past = self.made.past if self.games < 2 else None
        return messages.Scene(
            table=self.id, game=self.made.game, version=self.made.version, options=log.plain(options), seat=viewer,
            people=[chair.person_at(present) for chair, present in zip(self.chairs, here, strict=True)],
            at=self.at, turn=self.turn, games=self.games,
            view=None if self.table is None else self.table.view(viewer),
            allowed=self.table.allowed() if self.table is not None and viewer == self.at != DEALER else [],
            may_take_back=viewer != DEALER and self.may_take_back(viewer),
            may_go_on=viewer != DEALER and self.waits, may_share=self.may_share, polls=self.polls(),
            watchers=watchers, end=self.end(), muted=sorted(self.muted),
            shuffle=None if self.table is None or past else shown_dealt(self.table.deal.shuffle, self.over),
            coming=self.next.shown(self.dealing), again=self.next.again,
            daily=self.made.daily if self.games < 2 else "",
            past=None if past is None else messages.Past(past.table, past.game, past.moves, past.seat),
        )  # fmt: skip

    def seen(self, viewer: int, since: int) -> list[messages.Entry]:
        """Return what happened after a number, as a viewer may know it."""
        entries = []
        for number, time, entry, events in reversed(self.recent):
            if number <= since:
                break
            text = getattr(entry, "text", "") or getattr(entry, "name", "")
            told = [event.seen_by(viewer) for event in events]
            entries.append(messages.Entry(number, entry.what, getattr(entry, "seat", None), time, told, text))
        return entries[::-1]

    # votes

    def voters(self, whom: int | None) -> list[int]:
        """The seats that may vote."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person and seat != whom]

    def polls(self) -> list[messages.Poll]:
        """The open votes."""
        polls = []
        for (about, whom), votes in self.votes.items():
            asked = [seat for seat in self.voters(whom) if seat not in votes]
            yes = [seat for seat, said in votes.items() if said]
            polls.append(messages.Poll(about, whom, yes, asked))
        return polls

    def _count(self, about: log.About, whom: int | None, grace: bool) -> None:
        """Let a vote take effect, or close it. One about a bot waits until the absent player had time to return."""
        votes = self.votes[about, whom]
        voters = self.voters(whom)
        yes, no = sum(votes.get(seat, False) for seat in voters), sum(not votes.get(seat, True) for seat in voters)
        if about == "share":
            self.shared = yes == len(voters)
            closed = bool(no) or self.shared
        else:
            agreed = 2 * yes > len(voters)
            closed = (agreed and not grace) or 2 * no >= len(voters)
            if agreed and about == "mute":
                self.muted ^= {whom or 0}
            elif agreed and not grace:
                self.chairs[whom or 0].level = STAND_IN
        if closed:
            del self.votes[about, whom]

    def voted_out(self) -> list[int]:
        """The seats that a bot will play if their owners do not return in time."""
        polls = [(whom, votes) for (about, whom), votes in self.votes.items() if about == "bot" and whom is not None]
        return [seat for seat, votes in polls if 2 * sum(votes.values()) > len(self.voters(seat))]

    # applying entries

    def take_in(self, row: Row, told: bool = True) -> None:
        """Apply an entry of the log."""
        entry = log.decode(row.body)
        self._add(row, entry, self._apply(entry, told))

    def _add(self, row: Row, entry: log.AnyEntry, events: Sequence[Event]) -> None:
        self.number = row.number
        if row.command is not None:
            self.commands[row.command] = row.number
        if not isinstance(entry, log.Moved):
            self.aside[getattr(entry, "seat", DEALER)] += 1
        self.recent.append(Happened(row.number, row.time, entry, events))

    def _apply(self, entry: log.AnyEntry, told: bool = True) -> Sequence[Event]:
        """Apply an entry's changes and return what happened in the game."""
        match entry:
            case log.Made():
                game(entry.game).check_version(entry.version)
                self.made = entry
                self.chairs = [Chair(level=level) for level in entry.people]
            case log.Sat(seat, name, key):
                self.chairs[seat] = Chair(name, key)
            case log.Named(seat, name):
                self.chairs[seat].name = name
            case log.Filled(seat, level):
                self.chairs[seat].level = level
            case log.Left(seat):
                self.chairs[seat].level = STAND_IN
                self.votes.pop(("bot", seat), None)
            case log.Returned(seat):
                self.chairs[seat].level = None
                self.votes.pop(("bot", seat), None)
            case log.Dealt():
                self._deal(entry)
            case log.Moved(seat, move):
                return self._moved(move, seat, told)
            case log.Signalled(seat, signal):
                return self.playing().signal(seat, signal)
            case log.TookBack(seat):
                self.playing().undo()
                self.taken_back[seat] += 1
                self.turn += 1
            case log.Voted(seat, about, yes, whom, grace):
                self.votes.setdefault((about, whom), {})[seat] = yes
                self._count(about, whom, grace)
            case log.Here(seat):
                self.votes.pop(("bot", seat), None)
            case log.Said():
                pass
            case _:
                self.next.take_in(entry)
        return []

    def _deal(self, dealt: log.Dealt) -> None:
        shuffle, end = self.next.agreed.shuffle if dealt.seed is None else None, self.end()
        if self.table is not None and end is not None:
            self.table.events.clear()  # they can be recomputed
            self.past[self.games] = (self.table, end)
        seed, options = dealt.seed or 0, self._options()
        self.table = Table(self.game, len(self.chairs), seed, dealt.order, dealt.dealer, shuffle, **options)
        self.taken_back.clear()
        self.next = NextDeal()
        self.shared = False
        self.games += 1
        self.turn += 1

    def _options(self) -> dict[str, Any]:
        """Return the options of the next game; a table created with older rules keeps its first options."""
        assert self.made is not None
        games = self.games if self.made.version == self.game.version else 0
        return self.game.later_options(len(self.chairs), self.made.options, games)

    def _moved(self, move: Any, seat: int, told: bool = True) -> Sequence[Event]:
        events = self.playing().play(move, seat, told)
        self.turn += 1
        self.votes.pop(("share", None), None)
        self.votes.pop(("bot", seat), None)  # whoever plays has returned
        return events

    def playing(self) -> Table:
        """The table of the current game."""
        if self.table is None or self.over:
            raise Refusal("not_now")
        return self.table

    # commands

    def do(self, seat: int, command: Any, time: float, here: Sequence[bool] = ()) -> list[Row]:
        """Carry out a seat's command (-1: the server's) and return the rows to write; a Refusal changes nothing."""
        need(self.number < LONGEST and not (self._aside(seat, command) and self.aside[seat] >= ASIDE), "limit")
        entry, events = self._done(seat, command, here)
        name = getattr(command, "id", None)
        rows = [Row(self.number + 1, f"{seat}:{name}" if name else None, time, log.encode(entry))]
        self._add(rows[0], entry, events)
        return rows

    def _aside(self, seat: int, command: Any) -> bool:
        """Whether a command is not essential to the game: not a move, a return or a bot's signal."""
        if isinstance(command, messages.Signal):
            return self.chairs[seat].level is None
        return seat != DEALER and not isinstance(command, messages.Play | messages.GoOn | messages.Return)

    def _done(self, seat: int, command: Any, here: Sequence[bool]) -> tuple[log.AnyEntry, Sequence[Event]]:
        match command:
            case messages.Play():
                return self._play(seat, command)
            case messages.Signal(signal=signal):
                events = lawful(lambda: self.playing().signal(seat, signal))
                return log.Signalled(seat, self.playing().said(self.playing().history[-1])), events
        entry = self._checked(seat, command, here)
        return entry, self._apply(entry)

    def _play(self, seat: int, command: messages.Play) -> tuple[log.AnyEntry, Sequence[Event]]:
        table = self.playing()
        if command.turn != self.turn:
            raise Refusal("stale")
        if not self._may_play(seat):
            raise Refusal("not_yours", "T1")
        events = lawful(lambda: self._moved(command.move, seat))
        return log.Moved(seat, table.said(table.history[-1])), events

    def _may_play(self, seat: int) -> bool:
        return seat == self.at and (seat != DEALER or self.waits)

    def _checked(self, seat: int, command: Any, here: Sequence[bool]) -> log.AnyEntry:
        """Check a command and return its entry."""
        match command:
            case (
                log.Made()
                | log.Committed()
                | log.Closed()
                | log.Withheld()
                | log.Dealt()
                | log.Sat()
                | log.Left()
                | log.Here()
            ):
                entry: log.AnyEntry = command
                return entry
            case messages.Say(text=text):
                need(seat not in self.muted, "muted")
                return log.Said(seat, speakable(self.game, text))
            case messages.Rename(name=name):
                need(seat not in self.muted, "muted")
                return log.Named(seat, name_at(self.game, name))
            case messages.TakeBack():
                need(self.may_take_back(seat, THOROUGH), "not_now")
                return log.TookBack(seat)
            case messages.GoOn(turn=turn):
                need(turn == self.turn, "stale")
                need(self.waits, "not_now")
                return log.Moved(DEALER, self.playing().game.rules.ACTIONS.texts[self.playing().position.actions[0]])
            case messages.Leave():
                need(self.chairs[seat].person, "not_now")
                return log.Left(seat)
            case messages.Return():
                need(self.chairs[seat].key is not None and self.chairs[seat].level is not None, "not_now")
                return log.Returned(seat)
            case messages.Fill(seat=whom, level=level):
                need(seat == 0, "not_yours")
                need(whom < len(self.chairs) and not self.chairs[whom].taken, "not_now")
                return log.Filled(whom, known_level(level))
            case messages.Vote():
                return self._vote(seat, command, here)
            case messages.Rematch():
                need(self.over and not self.next.again, "not_now")
                return log.Again(seat)
            case messages.Commit() | messages.AddNumber():
                return self.next.checked(seat, command)
        raise Refusal("bad_message")

    def _vote(self, seat: int, command: messages.Vote, here: Sequence[bool]) -> log.AnyEntry:
        whom = None if command.about == "share" else command.seat
        if command.about == "share":
            need(self.may_share, "not_now")
        else:
            need(whom is not None and whom < len(self.chairs) and self.chairs[whom].person, "not_now")
            # people who are present play for themselves
            need(command.about == "mute" or (whom is not None and not here[whom]), "not_now")
        need(seat in self.voters(whom), "not_yours")
        return log.Voted(seat, command.about, command.yes, whom, command.about == "bot")

    @property
    def wanted(self) -> bool:
        """Whether a game should be dealt: all seats are taken, or somebody wants another one."""
        return self.next.again if self.table is not None else all(chair.taken for chair in self.chairs)

    @property
    def stage(self) -> tuple[int, int, bool]:
        """The stage of the coming deal: while it stays the same, the server is waiting for somebody."""
        return self.games, *self.next.stage

    def due(self, hurry: bool = False) -> list[log.AnyEntry]:
        """Return what the server itself has to do next: commit to a coming shuffle, close it once all have committed,
        deal once all numbers are there. The deal of the day needs none of this. In a `hurry`, it waits for nobody."""
        if self.table is None and self.made is not None and self.made.seed is not None:
            return [log.Dealt(self.made.seed)] if self.wanted else []
        if self.table is not None and not self.over:
            return []
        people = {seat for seat, chair in enumerate(self.chairs) if chair.person}
        return self.next.due(people, self.wanted, hurry)

    def talk(self) -> list[tuple[int, messages.Signal]]:
        """Return what the bots at this table would signal now, each from its own view, if the game has signals."""
        if self.table is None or self.over or not hasattr(self.game.rules, "SIGNALS"):
            return []
        texts, position = self.game.rules.SIGNALS.texts, self.table.position
        return [
            (seat, messages.Signal(secrets.token_urlsafe(12), texts[signal]))
            for seat, chair in enumerate(self.chairs)
            if chair.level not in (None, "random")
            for signal in signals(self.game, position.view(seat), seat)
        ]

    def free_seat(self, wanted: int | None) -> int:
        """Return a free seat, or refuse."""
        alone = self.made is not None and self.made.daily and not self.game.team  # a deal of the day is for one
        for seat, chair in enumerate(self.chairs):
            if not chair.taken and wanted in (None, seat) and not alone:
                return seat
        raise Refusal("full")
