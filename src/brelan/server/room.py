"""A table as its log tells it: who sits where, the game being played, the votes. No sockets, no clock, no database.

`do` turns a command into entries and takes them in, `take_in` takes in an entry of the log: both end in the same state.
"""

import functools
import secrets
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..bots import signals
from ..core.errors import UnknownVersion
from ..core.events import Event
from ..core.game import Game, clause_name, game
from ..core.shuffle import Shuffle, fresh
from ..core.table import DEALER, Deal, Table
from . import facts, log, messages
from .refusal import Refusal, clean, known_level, lawful, need
from .seating import Chair, shown
from .store import Row

STAND_IN = "medium"  # who plays for somebody who is away
KEPT = 200  # entries a client that was away is told
LONGEST = 50_000  # entries of a table: nobody fills the disk


class Happened(NamedTuple):
    """An entry of the log with what it brought about in the game."""

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
    votes: dict[tuple[str, int | None], dict[int, bool]] = field(default_factory=dict)
    table: Table | None = None
    turn: int = 0
    games: int = 0
    shared: bool = False
    made: log.Made | None = None
    coming: Shuffle | None = None
    past: dict[int, tuple[Table, messages.End]] = field(default_factory=dict)  # games that are over, by their number

    # what is so

    @functools.cached_property
    def game(self) -> Game:
        """The game of this table."""
        assert self.made is not None
        return game(self.made.game)

    @functools.cached_property
    def dealing(self) -> messages.Dealing | None:
        """How the first cards of its games are dealt."""
        assert self.made is not None
        return facts.dealing(self.game, len(self.chairs), self.made.options)

    @property
    def over(self) -> bool:
        """Whether a game was played to its end."""
        if self.table is None or self.table.position.count:  # where something is allowed it is not over: quick
            return self.shared
        return self.shared or self.table.over

    @property
    def at(self) -> int:
        """The seat at turn; -1 between rounds, at the end, and before the deal."""
        return DEALER if self.table is None or self.over else self.table.seat

    @property
    def waits(self) -> bool:
        """Whether the next step is the dealer's."""
        return self.table is not None and not self.over and self.table.seat == DEALER

    @property
    def may_share(self) -> bool:
        """Whether those tied may share the win now, if all agree."""
        if self.table is None or self.over or not self.game.shared_by:
            return False
        return bool(self.game.rules.may_share(self.table.position.state))

    def seat_of(self, key: str) -> int:
        """Whose key it is."""
        for seat, chair in enumerate(self.chairs):
            if log.opens(key, chair.key):
                return seat
        raise Refusal("unknown")

    def may_take_back(self, seat: int) -> bool:
        """Whether a seat may take its last move back."""
        if self.table is None or self.over or self.made is None or not self.made.take_back:
            return False
        return self.table.can_take_back() and self.table.history[-1].seat == seat

    def end(self) -> messages.End | None:
        """How the game ended, if it did."""
        if self.table is None or not self.over:
            return None
        outcome = self.table.shared_outcome if self.shared else self.table.outcome
        assert outcome is not None
        return messages.End(outcome.scores, outcome.winners, outcome.clause, outcome.shared)

    def scene(self, viewer: int, here: Sequence[bool], watchers: int) -> messages.Scene:
        """All that a viewer may see now; -1 watches."""
        assert self.made is not None
        options = self.table.options if self.table else self.made.options
        past = self.made.past if self.games < 2 else None
        return messages.Scene(
            table=self.id, game=self.made.game, version=self.made.version, options=log.plain(options), seat=viewer,
            people=[chair.person_at(present) for chair, present in zip(self.chairs, here, strict=True)],
            at=self.at, turn=self.turn, games=self.games,
            view=None if self.table is None else self.table.view(viewer),
            allowed=self.table.allowed() if self.table is not None and viewer == self.at != DEALER else [],
            may_take_back=viewer != DEALER and self.may_take_back(viewer),
            may_go_on=viewer != DEALER and self.waits, may_share=self.may_share, polls=self.polls(),
            watchers=watchers, end=self.end(),
            shuffle=None if self.table is None or past else shown(self.table.deal.shuffle, self.over),
            coming=shown(self.coming, False, self.dealing), daily=self.made.daily if self.games < 2 else "",
            past=None if past is None else messages.Past(past.table, past.game, past.moves, past.seat),
        )  # fmt: skip

    def seen(self, viewer: int, since: int) -> list[messages.Entry]:
        """What happened after a number, as a viewer may know it."""
        entries = []
        for number, time, entry, events in reversed(self.recent):
            if number <= since:
                break
            text = getattr(entry, "text", "") or getattr(entry, "name", "")
            told = [event.seen_by(viewer) for event in events]
            entries.append(messages.Entry(number, entry.what, getattr(entry, "seat", None), time, told, text))
        return entries[::-1]

    # votes

    def voters(self, about: str, whom: int | None) -> list[int]:
        """The seats that are asked."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person and seat != whom]

    def polls(self) -> list[messages.Poll]:
        """The votes that are open."""
        polls = []
        for (about, whom), votes in self.votes.items():
            asked = [seat for seat in self.voters(about, whom) if seat not in votes]
            yes = [seat for seat, said in votes.items() if said]
            polls.append(messages.Poll("bot" if about == "bot" else "share", whom, yes, asked))
        return polls

    def _count(self, about: str, whom: int | None) -> None:
        """Let a vote take effect, or close it."""
        votes = self.votes[about, whom]
        voters = self.voters(about, whom)
        yes, no = sum(votes.get(seat, False) for seat in voters), sum(not votes.get(seat, True) for seat in voters)
        if about == "bot":
            if 2 * yes > len(voters):
                self.chairs[whom or 0].level = STAND_IN
            if 2 * yes > len(voters) or 2 * no >= len(voters):
                del self.votes[about, whom]
        elif no or yes == len(voters):
            self.shared = not no
            del self.votes[about, whom]

    # taking in

    def take_in(self, row: Row, told: bool = True) -> None:
        """Take in an entry of the log."""
        entry = log.decode(row.body)
        self._add(row, entry, self._apply(entry, told))

    def _add(self, row: Row, entry: log.AnyEntry, events: Sequence[Event]) -> None:
        self.number = row.number
        if row.command is not None:
            self.commands[row.command] = row.number
        self.recent.append(Happened(row.number, row.time, entry, events))

    def _apply(self, entry: log.AnyEntry, told: bool = True) -> Sequence[Event]:
        """Change what an entry changes; return what happened in the game."""
        match entry:
            case log.Made():
                if entry.version != game(entry.game).version:
                    raise UnknownVersion(f"a table of version {entry.version} of {entry.game}")
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
            case log.Returned(seat):
                self.chairs[seat].level = None
                self.votes.pop(("bot", seat), None)
            case log.Committed(secret):
                self.coming = Shuffle(secret)
            case log.Added(seat, number):
                assert self.coming is not None
                self.coming = Shuffle(self.coming.secret, {**self.coming.numbers, seat: number})
            case log.Dealt():
                self._deal(entry)
            case log.Moved(seat, move):
                return self._moved(move, seat, told)
            case log.Signalled(seat, signal):
                return self.playing().signal(seat, signal)
            case log.TookBack():
                self._undo()
            case log.Voted(seat, about, yes, whom):
                self.votes.setdefault((about, whom), {})[seat] = yes
                self._count(about, whom)
        return []

    def _deal(self, dealt: log.Dealt) -> None:
        shuffle, end = self.coming if dealt.seed is None else None, self.end()
        if self.table is not None and end is not None:
            self.table.events.clear()  # they can be told again
            self.past[self.games] = (self.table, end)
        self.table = self._dealt(Deal(dealt.seed or 0, dealt.order, dealt.dealer, shuffle))
        self.coming = None
        self.shared = False
        self.games += 1
        self.turn += 1

    def _dealt(self, deal: Deal) -> Table:
        assert self.made is not None
        return Table(
            self.game, len(self.chairs), deal.seed, deal.order, deal.dealer, deal.shuffle, **self.made.options
        )  # fmt: skip

    def _undo(self) -> None:
        """Play the game again without its last move. That it may be taken back was asked before it was written."""
        moves = self.playing().history[:-1]
        self.table = self.playing().again()
        self.table.replay(moves)
        self.turn += 1

    def _moved(self, move: Any, seat: int, told: bool = True) -> Sequence[Event]:
        events = self.playing().play(move, seat, told)
        self.turn += 1
        self.votes.pop(("share", None), None)
        self.votes.pop(("bot", seat), None)  # whoever plays is back
        return events

    def playing(self) -> Table:
        """The table of the game being played."""
        if self.table is None or self.over:
            raise Refusal("not_now")
        return self.table

    # commands

    def do(self, seat: int, command: Any, time: float, here: Sequence[bool] = ()) -> list[Row]:
        """Carry out a seat's command (-1: the server's own); return the rows to be written. Refusal changes nothing."""
        if self.number >= LONGEST:
            raise Refusal("limit")
        entry, events = self._done(seat, command, here)
        name = getattr(command, "id", None)
        rows = [Row(self.number + 1, f"{seat}:{name}" if name else None, time, log.encode(entry))]
        self._add(rows[0], entry, events)
        return rows

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
        if command.careful:
            self._warn(command.move)
        events = lawful(lambda: self._moved(command.move, seat))
        return log.Moved(seat, table.said(table.history[-1])), events

    def _warn(self, move: Any) -> None:
        warnings = lawful(lambda: self.playing().warnings(move))
        if warnings:
            raise Refusal("warned", warnings=warnings)

    def _may_play(self, seat: int) -> bool:
        return seat == self.at and (seat != DEALER or self.waits)

    def _checked(self, seat: int, command: Any, here: Sequence[bool]) -> log.AnyEntry:
        """The entry of a command that may be carried out."""
        match command:
            case log.Made() | log.Committed() | log.Dealt() | log.Sat():
                entry: log.AnyEntry = command
                return entry
            case messages.Say(text=text):
                return log.Said(seat, self._speakable(text))
            case messages.Rename(name=name):
                return log.Named(seat, self._speakable(name))
            case messages.TakeBack():
                need(self.may_take_back(seat), "not_now")
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
                need(self.over and self.coming is not None, "not_now")
                return log.Dealt()
            case messages.AddNumber(number=number):
                need(self.coming is not None and seat not in self.coming.numbers, "not_now")
                return log.Added(seat, number)
        raise Refusal("bad_message")

    def _vote(self, seat: int, command: messages.Vote, here: Sequence[bool]) -> log.AnyEntry:
        whom = command.seat if command.about == "bot" else None
        if command.about == "share":
            need(self.may_share, "not_now")
        else:
            need(whom is not None and whom < len(self.chairs) and self.chairs[whom].person, "not_now")
            need(whom is not None and not here[whom], "not_now")  # somebody who is here plays for themselves
        need(seat in self.voters(command.about, whom), "not_yours")
        return log.Voted(seat, command.about, command.yes, whom)

    def _speakable(self, text: str) -> str:
        """What may be said at this table."""
        text = clean(text)
        chat = self.game.part("chat")
        broken = chat.why_not_say(text) if chat is not None else 0
        if broken:
            raise Refusal("words", clause_name(broken))
        return text

    @property
    def full(self) -> bool:
        """Whether everybody sits and the first game can be dealt."""
        return self.table is None and all(chair.taken for chair in self.chairs)

    def due(self, hurry: bool = False) -> list[log.AnyEntry]:
        """What the server itself has to do next: commit to a coming shuffle, deal once all numbers are there. The deal
        of a day needs neither.

        In a `hurry` it deals without the numbers of those who have not added theirs.
        """
        if self.table is None and self.made is not None and self.made.seed is not None:
            return [log.Dealt(self.made.seed)] if self.full else []
        if self.coming is None and (self.table is None or self.over):
            return [log.Committed(fresh())]
        if self.coming is not None and self.full:
            people = {seat for seat, chair in enumerate(self.chairs) if chair.person}
            if hurry or people <= set(self.coming.numbers):
                return [log.Dealt()]
        return []

    def talk(self) -> list[tuple[int, messages.Signal]]:
        """What the bots at this table would signal now, each from its own view, in a game that has signals."""
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
        """A seat one may sit down at."""
        for seat, chair in enumerate(self.chairs):
            if not chair.taken and wanted in (None, seat):
                return seat
        raise Refusal("full")
