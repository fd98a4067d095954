"""Active tables: one lock per table, every command written before anybody sees it, every viewer sent their own view.

Memory is a cache of the log. If writing fails, the room is dropped and read again.
"""

import asyncio
import logging
import re
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from ..core.errors import BrelanError
from ..core.game import game
from ..core.table import DEALER
from . import log, messages
from . import past as played
from .bus import Bus, News
from .driving import TRIES, Driver
from .garbage import Broom
from .limits import Limits
from .live import WATCHER, Live, Visitor
from .meters import Meters
from .refusal import Refusal, need
from .room import KEPT, Room
from .saying import name_at
from .seating import setup
from .store import Row, Store, Taken, now
from .thinking import Thinkers

LOGGER = logging.getLogger("brelan.hub")
NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")  # of a table
REST = 300.0  # seconds an empty table stays in memory
PRESENT = 10.0  # seconds for which another process vouches for somebody's presence
LOADING = 2  # tables read at the same time


class Hub:
    """All active tables."""

    def __init__(
        self, store: Store, thinkers: Thinkers, meters: Meters, limits: Limits | None = None, pace: float = 0.7,
        bus: Bus | None = None,
    ) -> None:  # fmt: skip
        self.store, self.thinkers, self.meters, self.bus = store, thinkers, meters, bus or Bus()
        self.limits, self.pace = limits or Limits(), pace
        self.shared = type(self.bus) is not Bus  # other processes write to the same log
        self.tables: dict[str, Live] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.loading = ThreadPoolExecutor(LOADING, "loading")  # reading a long game holds up nobody else
        self.closing = False
        self.broom = Broom()
        self.driver = Driver(self)
        self.heard: list[Callable[[Live], None]] = []  # who wants to know when something happens at a table

    # rooms

    def live(self, name: str) -> Live:
        """Return a table's place in memory, perhaps not read yet; refuse a name that no table can have."""
        need(NAME.fullmatch(name) is not None, "unknown")
        found = self.tables.get(name)
        if found is None:
            found = self.tables[name] = Live(name)
        found.touched = time.monotonic()
        return found

    async def room(self, live: Live, fresh: bool = False) -> Room:
        """Return the room as of the log; `fresh` if other processes may have written to it. Hold the lock."""
        if live.room is not None and fresh and self.shared:
            await self._take_in(live, live.room)
        if live.room is None:
            rows = await self.store.read(live.id)
            if not rows:
                self.tables.pop(live.id, None)
                raise Refusal("unknown")
            live.room = await asyncio.get_running_loop().run_in_executor(self.loading, self._read, live.id, rows)
            self.meters.loaded.inc()
            self.tell(live, live.room)
        return live.room

    async def _take_in(self, live: Live, room: Room, rows: Sequence[Row] = ()) -> bool:
        """Apply and show what other processes wrote; return whether there was anything.

        They may have sent the rows along; what is missing in between is read.
        """
        rows = [row for row in rows if row.number > room.number]
        if not rows or rows[0].number != room.number + 1:
            rows = await self.store.read(live.id, room.number)
        for row in rows:
            room.take_in(row)
        self.tell(live, room)
        return bool(rows)

    @staticmethod
    def _read(name: str, rows: Sequence[Row]) -> Room:
        room = Room(name)
        try:
            for row in rows:
                room.take_in(row, told=row.number > rows[-1].number - KEPT)
        except (BrelanError, Refusal, msgspec.MsgspecError) as error:  # another version wrote it: this stays
            LOGGER.warning("a table cannot be read", extra={"table": name, "why": str(error)})
            raise Refusal("outdated", text=str(error)[:200]) from error
        return room

    async def make(self, wanted: messages.MakeTable, seed: int | None = None) -> messages.Seated:
        """Create a table with its creator at seat 0. A seed, if given, fixes the first game's cards."""
        invitation, key = log.new_key(), log.new_key()
        first = setup(wanted, invitation, seed)
        sat = log.Sat(0, name_at(game(first.game), wanted.name), log.hashed(key))
        live = self.live(log.new_id())
        async with live.lock:
            live.room = Room(live.id)
            await self.carry_out(live, live.room, [first, sat])
        self.driver.go_on(live)
        return messages.Seated(live.id, 0, key, invitation)

    async def go_on_from(self, wanted: messages.MakeTable, past: messages.Past) -> messages.Seated:
        """Create a table that continues from a moment of a finished game, with its cards."""
        found = (await self.finished(past.table, past.game)).opened()
        invitation, key = log.new_key(), log.new_key()
        first = played.setup(wanted, past, found, invitation)
        sat = log.Sat(past.seat, name_at(found.game, wanted.name), log.hashed(key))
        entries = [first, sat, *played.laid_out(found.table, found.table.history[: past.moves])]
        live = self.live(log.new_id())
        async with live.lock:
            rows = [Row(number, None, now(), log.encode(entry)) for number, entry in enumerate(entries)]
            await self.store.append(live.id, rows)
            await self.room(live)
        self.driver.go_on(live)
        return messages.Seated(live.id, past.seat, key, invitation)

    async def finished(self, name: str, number: int) -> played.Finished:
        """Return one of a table's finished games."""
        live = self.live(name)
        async with live.lock:
            return played.finished(await self.room(live, fresh=True), number)

    async def sit(self, name: str, wanted: messages.TakeSeat) -> messages.Seated:
        """Sit down at a table; with the same key as before, at the same seat."""
        live = self.live(name)
        key = wanted.key or log.new_key()
        async with live.lock:
            for _ in range(TRIES):
                room = await self.room(live)
                assert room.made is not None
                if not log.opens(wanted.invitation, room.made.invitation):
                    raise Refusal("wrong_key")
                if (seat := room.seat_by(key)) is not None:
                    break
                seat = room.free_seat(wanted.seat)
                try:
                    await self.carry_out(live, room, [log.Sat(seat, name_at(room.game, wanted.name), log.hashed(key))])
                    break
                except Taken:
                    continue
            else:
                raise Refusal("busy")
        self.driver.go_on(live)
        return messages.Seated(name, seat, key, wanted.invitation)

    # commands

    async def command(self, live: Live, seat: int, command: Any) -> int:
        """Carry out a command once, however often it is sent, and return the number of its entry.

        Once begun, it is finished, even if the client disconnects.
        """
        return await asyncio.shield(self.spawn(self._command(live, seat, command)))

    async def _command(self, live: Live, seat: int, command: Any) -> int:
        begun = time.perf_counter()
        async with live.lock:
            for _ in range(TRIES):
                room = await self.room(live)
                known = room.commands.get(f"{seat}:{command.id}")
                if known is not None:
                    return known
                try:
                    if room.chairs[seat].level is not None and isinstance(command, messages.Play | messages.Signal):
                        raise Refusal("not_yours")  # a bot plays here: return first
                    rows = await self.carry_out(live, room, [command], seat)
                    break
                except Taken:
                    continue
                except Refusal:
                    if self.shared and live.room is room and await self._take_in(live, room):
                        continue  # refused because of an outdated state
                    raise
            else:
                raise Refusal("busy")
        self.meters.moves.observe(time.perf_counter() - begun)
        self.driver.go_on(live)
        return rows[0].number

    async def carry_out(self, live: Live, room: Room, commands: Sequence[Any], seat: int = DEALER) -> list[Row]:
        """Apply, write, then notify. The room is dropped if it may differ from the log."""
        self.broom.hear()
        rows: list[Row] = []
        try:
            for command in commands:
                rows += room.do(seat, command, now(), live.here(len(room.chairs)))
            while due := room.due():
                rows += room.do(DEALER, due[0], now())
            for talker, signal in room.talk():
                rows += room.do(talker, signal, now())
            await self.store.append(live.id, rows)
        except Refusal:
            if rows:
                live.room = None
            raise
        except Taken:
            live.room = None
            raise
        except Exception as error:
            live.room = None
            LOGGER.exception("a command failed", extra={"table": live.id})
            raise Refusal("busy") from error
        self.meters.entries.inc(len(rows))
        self.tell(live, room)
        self._say(live)
        self.bus.tell(live.id, rows)
        return rows

    async def settle(self, live: Live, hurry: bool = False) -> Room:
        """Do what the server itself has to do, unless another process was first; return the resulting room."""
        room = await self.room(live, fresh=True)
        while due := room.due(hurry):
            hurry = False  # the next device gets its full time
            try:
                await self.carry_out(live, room, due)
            except Taken:
                room = await self.room(live)
        return room

    # visitors

    async def enter(self, live: Live, visitor: Visitor, key: str | None, number: int) -> None:
        """Enter a table, at a seat with its key or as a watcher; the first update follows at once."""
        async with live.lock:
            room = await self.settle(live)
            visitor.seat = WATCHER if key is None else room.seat_of(key)
            same = [other for other in live.visitors if other.seat == visitor.seat]
            if len(same) >= (self.limits.watchers if key is None else self.limits.sockets_of_seat):
                raise Refusal("full")
            visitor.number = min(number, room.number)
            live.visitors.add(visitor)
            visitor.send(self.update(live, room, visitor.seat, visitor.number))
            visitor.number = room.number
            self._announce(live, room, visitor)
            self.bus.tell(looking={live.id: live.own})
        self.driver.go_on(live)

    def exit(self, live: Live, visitor: Visitor) -> None:
        """Leave; the others see it."""
        live.visitors.discard(visitor)
        live.touched = time.monotonic()
        self.bus.tell(looking={live.id: live.own})
        if live.room is not None:
            self._announce(live, live.room, visitor)
        self._say(live)

    def _say(self, live: Live) -> None:
        for hear in self.heard:
            hear(live)

    def update(self, live: Live, room: Room, viewer: int, since: int) -> bytes:
        """Return the table as a viewer may see it, with what happened since a number."""
        scene = room.scene(viewer, live.here(len(room.chairs)), live.watchers(room))
        return messages.encode(messages.Update(room.number, room.seen(viewer, since), scene))

    def tell(self, live: Live, room: Room) -> None:
        """Send everybody what they have not received yet."""
        made: dict[tuple[int, int], bytes] = {}
        for visitor in tuple(live.visitors):
            if visitor.number == room.number:
                continue
            which = (visitor.seat, visitor.number)
            if which not in made:
                made[which] = self.update(live, room, *which)
            visitor.number = room.number
            visitor.send(made[which])
            self.meters.sent.inc()

    def _announce(self, live: Live, room: Room, about: Visitor | None = None) -> None:
        """Tell everybody who is present, unless nothing changed."""
        news = messages.encode(messages.Presence(live.here(len(room.chairs)), live.watchers(room)))
        if news == live.announced:
            return
        live.announced = news
        for visitor in tuple(live.visitors):
            if visitor is not about:
                visitor.send(news)

    # other processes

    async def hear(self, news: News) -> None:
        """Handle news from another process."""
        until = time.monotonic() + PRESENT
        for name in self.tables.keys() & news.looking.keys():
            live = self.tables[name]
            live.elsewhere[news.process] = (news.looking[name], until)
            if live.room is not None:
                self._announce(live, live.room)
        if news.written in self.tables:
            self.spawn(self.catch_up(self.tables[news.written], news.rows))

    async def catch_up(self, live: Live, rows: Sequence[Row] = ()) -> None:
        """Apply what other processes wrote and is not known yet."""
        async with live.lock:
            if live.room is None or self.closing or (rows and rows[-1].number <= live.room.number):
                return
            if not rows and not await self.store.last([live.id]):
                self.drop(live.id)  # it was erased
                return
            news = await self._take_in(live, live.room, rows)
        if news:
            self.driver.go_on(live)

    async def look_around(self) -> None:
        """Poll for missed entries of tables with visitors, and tell others who is present."""
        busy = [live for live in self.tables.values() if live.visitors and live.room is not None]
        numbers = await self.store.last([live.id for live in busy])
        self.bus.tell(looking={live.id: live.own for live in busy})
        for live in busy:
            if live.room is not None:
                self._announce(live, live.room)  # people whose process is gone are not present
            if live.room is not None and numbers.get(live.id, -1) != live.room.number:
                await self.catch_up(live)

    # housekeeping

    def drop(self, name: str) -> None:
        """Forget a table that was erased, or is about to be; whoever looks at it is sent home."""
        live = self.tables.pop(name, None)
        if live is not None:
            live.room = None
            for visitor in tuple(live.visitors):
                visitor.end("no_table")

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None and not isinstance(task.exception(), Refusal):
            LOGGER.error("a task failed", exc_info=task.exception())

    def sweep(self) -> None:
        """Drop tables without visitors from memory; the log has them."""
        idle = time.monotonic() - REST
        quiet = sorted((live.touched, name) for name, live in self.tables.items() if not self._busy(live))
        surplus = len(self.tables) - self.limits.rooms
        for place, (touched, name) in enumerate(quiet):
            if touched < idle or place < surplus:
                del self.tables[name]
        self.broom.sweep()

    def _busy(self, live: Live) -> bool:
        return bool(live.visitors) or live.lock.locked() or (live.bots is not None and not live.bots.done())

    async def close(self) -> None:
        """Finish what was begun; bots' unfinished thoughts are dropped."""
        self.closing = True
        for live in self.tables.values():
            for task in (live.bots, live.verdict):
                if task is not None and not live.lock.locked():
                    task.cancel()
        if self.tasks:
            await asyncio.wait_for(asyncio.gather(*self.tasks, return_exceptions=True), 10)
        self.loading.shutdown(wait=False, cancel_futures=True)
