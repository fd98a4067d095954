"""Finished games: shown again as a seat saw them or with all cards open, and continued from a moment."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..core.events import Event
from ..core.game import Game
from ..core.record import look
from ..core.table import Move, Table
from ..daily import today
from . import log, messages
from .refusal import Refusal, known_level, need
from .room import Room

TOLD = 24  # written-out games, each for one viewer, to keep in memory


class Finished(NamedTuple):
    """A finished game: which of its table's games it is, and who played."""

    room: str
    number: int
    table: Table
    end: messages.End
    people: list[messages.Person]
    day: str = ""  # whose deal it was

    @property
    def game(self) -> Game:
        """The game."""
        return self.table.game

    @property
    def closed(self) -> bool:
        """Whether others may still play these cards today, so that only public information may be shown."""
        return self.day >= today().isoformat()

    def opened(self) -> "Finished":
        """The same game, if its cards may be shown."""
        need(not self.closed, "today")
        return self


def finished(room: Room, number: int) -> Finished:
    """Return one of a table's finished games (0: the last); refuse a running one, as it would reveal the cards."""
    games, end = dict(room.past), room.end()
    if room.table is not None and end is not None:
        games[room.games] = (room.table, end)
    which = number or max(games, default=room.games)
    if which not in games:
        raise Refusal("not_now" if which == room.games else "unknown")
    people = [chair.person_at(False) for chair in room.chairs]
    day = room.made.daily if room.made is not None and which == 1 else ""
    return Finished(room.id, which, *games[which], people, day)


# told again


def told(found: Finished, viewer: int | None) -> messages.Review:
    """Return the whole game as a seat saw it, or without a seat, with all cards open."""
    table = found.table.again()
    at, first = table.seat, sight(table, viewer)
    view, moves = first, []
    for move in found.table.history:
        known = len(table.events)
        table.replay([move])
        after = sight(table, viewer)
        changed = {name: value for name, value in after.items() if value != view[name]}
        events = [seen(event, viewer) for event in table.events[known:]]
        moves.append(messages.PastMove(move.seat, table.said(move), table.seat, events, changed))
        view = after
    return messages.Review(
        table=found.room, game=found.game.name, version=found.game.version, options=log.plain(table.options),
        number=found.number, team=found.game.team, people=found.people, at=at, view=first, moves=moves, end=found.end,
        notation="" if found.closed else found.table.notation(),
    )  # fmt: skip


class Telling:
    """A cache of the latest written-out games, as writing one out takes a while."""

    def __init__(self) -> None:
        self.known: OrderedDict[Any, bytes] = OrderedDict()
        self.turn = asyncio.Lock()  # one at a time: an active table waits for at most one thread

    async def tell(self, found: Finished, viewer: int | None) -> bytes:
        """Return the whole game, written out."""
        key = (found.room, found.number, viewer, found.closed, *(person.name for person in found.people))
        async with self.turn:
            if key not in self.known:
                self.known[key] = await asyncio.to_thread(lambda: messages.encode(told(found, viewer)))
        self.known.move_to_end(key)
        while len(self.known) > TOLD:
            self.known.popitem(last=False)
        return self.known[key]


def viewer_of(name: str, found: Finished) -> int | None:
    """Return the seat a name means; None for all cards open."""
    if name == "open":
        return None
    need(number_of(name) < found.table.seats, "unknown")
    return number_of(name)


def number_of(name: str) -> int:
    """Parse a number in a path."""
    need(name.isascii() and name.isdigit() and len(name) < 8, "unknown")
    return int(name)


def sight(table: Table, viewer: int | None) -> dict[str, Any]:
    """Return what a seat sees, or without a seat, everything people may see after the end: every hand."""
    if viewer is not None:
        return table.view(viewer)
    return look(table.game.rules.State, table.position.state, table.seats)


def seen(event: Event, viewer: int | None) -> dict[str, Any]:
    """Return an event as a seat saw it, or without a seat, all of it."""
    return event.seen_by(viewer if viewer is not None else -1 if event.seat is None else event.seat)


# continuing


def setup(wanted: messages.MakeTable, past: messages.Past, found: Finished, invitation: str) -> log.Made:
    """Return the first entry of a table that continues from a moment of a finished game."""
    table, people = found.table, wanted.people
    others = [level for seat, level in enumerate(people) if seat != past.seat]
    if (wanted.game, len(people)) != (table.game.name, table.seats) or past.seat >= table.seats or None in others:
        raise Refusal("setup", text=f"{table.game.name}, {table.seats} seats: every seat but yours needs a bot")
    if past.moves >= len(table.history):
        raise Refusal("setup", text=f"it can be continued from before any of its {len(table.history)} moves")
    levels = [None if seat == past.seat else known_level(str(level)) for seat, level in enumerate(people)]
    options = {name: table.game.options[name].text(value) for name, value in table.options.items()}
    origin = log.Past(found.room, found.number, past.moves, past.seat)
    hashed = log.hashed(invitation)
    return log.Made(table.game.name, table.game.version, levels, options, wanted.take_back, hashed, past=origin)


def laid_out(table: Table, moves: Sequence[Move]) -> list[log.AnyEntry]:
    """Return the deal of a game and some of its moves as entries for another table's log."""
    return [*_deal(table), *(_moved(table, move) for move in moves)]


def _moved(table: Table, move: Move) -> log.AnyEntry:
    said = table.said(move)
    return log.Moved(move.seat, said) if move.signal is None else log.Signalled(move.seat, said)


def _deal(table: Table) -> list[log.AnyEntry]:
    deal = table.deal
    if deal.shuffle is None:
        return [log.Dealt(deal.seed, deal.order, deal.dealer)]
    added = [log.Added(seat, number) for seat, number in deal.shuffle.numbers.items()]
    return [log.Committed(deal.shuffle.secret), *added, log.Dealt()]
