"""Games that were played to their end: told again as a seat saw them or with all open, and played on from a moment."""

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

TOLD = 24  # games, each as one viewer sees it, that are kept written out


class Finished(NamedTuple):
    """A game that was played to its end: which of its table's games it is, and who sat there."""

    room: str
    number: int
    table: Table
    end: messages.End
    people: list[messages.Person]
    day: str = ""  # whose deal it was

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.table.game

    @property
    def closed(self) -> bool:
        """Whether others may still play these cards today: then nothing of them is told that not everybody sees."""
        return self.day >= today().isoformat()

    def opened(self) -> "Finished":
        """The same, where its cards may be told."""
        need(not self.closed, "today")
        return self


def finished(room: Room, number: int) -> Finished:
    """One of a table's games, 0 for the last that is over; refused while it is played: it would tell the cards."""
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
    """The whole game as a seat saw it; without a seat with all open."""
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
    """Games as they were told before, the latest few: telling one again takes a while."""

    def __init__(self) -> None:
        self.known: OrderedDict[Any, bytes] = OrderedDict()
        self.turn = asyncio.Lock()  # one at a time: a table in play waits for one thread at the most

    async def tell(self, found: Finished, viewer: int | None) -> bytes:
        """The whole game, written out."""
        key = (found.room, found.number, viewer, found.closed, *(person.name for person in found.people))
        async with self.turn:
            if key not in self.known:
                self.known[key] = await asyncio.to_thread(lambda: messages.encode(told(found, viewer)))
        self.known.move_to_end(key)
        while len(self.known) > TOLD:
            self.known.popitem(last=False)
        return self.known[key]


def viewer_of(name: str, found: Finished) -> int | None:
    """The seat a name means; None for all open."""
    if name == "open":
        return None
    need(number_of(name) < found.table.seats, "unknown")
    return number_of(name)


def number_of(name: str) -> int:
    """A number in a path."""
    need(name.isascii() and name.isdigit() and len(name) < 8, "unknown")
    return int(name)


def sight(table: Table, viewer: int | None) -> dict[str, Any]:
    """What a seat sees; without one all that people may see after the end: every hand."""
    if viewer is not None:
        return table.view(viewer)
    return look(table.game.rules.State, table.position.state, table.seats)


def seen(event: Event, viewer: int | None) -> dict[str, Any]:
    """An event as a seat saw it; without one all of it."""
    return event.seen_by(viewer if viewer is not None else -1 if event.seat is None else event.seat)


# played on


def setup(wanted: messages.MakeTable, past: messages.Past, found: Finished, invitation: str) -> log.Made:
    """The first entry of a table that goes on from a moment of a finished game."""
    table, people = found.table, wanted.people
    others = [level for seat, level in enumerate(people) if seat != past.seat]
    if (wanted.game, len(people)) != (table.game.name, table.seats) or past.seat >= table.seats or None in others:
        raise Refusal("setup", text=f"{table.game.name}, {table.seats} seats, a bot at each but one's own")
    if past.moves >= len(table.history):
        raise Refusal("setup", text=f"it can be played on from before one of its {len(table.history)} moves")
    levels = [None if seat == past.seat else known_level(str(level)) for seat, level in enumerate(people)]
    options = {name: table.game.options[name].text(value) for name, value in table.options.items()}
    origin = log.Past(found.room, found.number, past.moves, past.seat)
    hashed = log.hashed(invitation)
    return log.Made(table.game.name, table.game.version, levels, options, wanted.take_back, hashed, past=origin)


def laid_out(table: Table, moves: Sequence[Move]) -> list[log.AnyEntry]:
    """The deal of a game and some of its moves, as another table's log has them."""
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
