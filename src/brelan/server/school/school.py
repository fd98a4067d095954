"""All classes of a server: what is written before anybody sees it, who is told what, and when it all goes away."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Sequence
from typing import Any

from ...core.game import Game, game
from .. import log, messages
from ..bus import News
from ..driving import TRIES
from ..facts import known
from ..hub import PRESENT, Hub
from ..live import Visitor
from ..refusal import Refusal, need
from ..room import Room
from ..saying import name_at
from ..seating import setup
from ..store import Row, Taken, now
from . import entries
from . import register as registers
from .classroom import Classroom, Watch, for_pupil, for_teacher
from .entries import PREFIX, TABLE, AnyEntry, Group, encode, new_code, read_code
from .grouping import groups
from .register import LONGEST, MOST, TABLES, TEACHER, Register

LOGGER = logging.getLogger("brelan.school")
SOON = 0.2  # seconds in which what happens is told to the teacher together
AGAIN = 600.0  # seconds after which it is noted again that the teacher is here
ALONE = "easy"  # the bot that plays with a child whom nobody is left to sit with


class School:
    """All classes."""

    def __init__(self, hub: Hub) -> None:
        self.hub, self.store = hub, hub.store
        self.rooms: dict[str, Classroom] = {}
        self.tables: dict[str, str] = {}  # the class of a table

    # classes

    def room(self, text: str) -> Classroom:
        """The place of a class in memory, by its code as somebody typed it."""
        code = read_code(text)
        need(code is not None, "unknown")
        return self.rooms.setdefault(code or "", Classroom(code or ""))

    async def register(self, room: Classroom) -> Register:
        """What the log says; a class that is over is gone. Call it with the lock held."""
        found = room.register
        if found is None or self.hub.shared:
            rows = await self.store.read(room.id, -1 if found is None else found.number - 1)
            if not rows:
                self._forget(room)
                raise Refusal("unknown")
            found = found or Register(room.code)
            for row in rows:
                if row.number > found.number:
                    found.take_in(row)
        if found.over(now()):
            await self._erase(room, found)
            raise Refusal("unknown")
        if room.register is not found:
            room.register = found
            await self._lay_tables(found, found.current)
        self.tables |= {group.table: room.id for group in found.current}
        return found

    async def open(self, wanted: messages.OpenClass) -> messages.ClassOpened:
        """Open a class; its teacher gets a key."""
        found, key = known(wanted.game), log.new_key()
        if found.part("exercises") is None:
            raise Refusal("setup", text="a class is of a game that has exercises")
        first = entries.Opened(found.name, log.hashed(key), secrets.randbelow(1 << 30))
        for _ in range(TRIES):
            code = new_code()
            try:
                await self.store.append(PREFIX + code, [Row(0, None, now(), encode(first))])
            except Taken:
                continue
            return messages.ClassOpened(code, key)
        raise Refusal("busy")

    async def find(self, code: str) -> messages.ClassFound:
        """Whether there is a class of a code."""
        room = self.room(code)
        async with room.lock:
            register = await self.register(room)
            return messages.ClassFound(register.code, register.game)

    async def join(self, code: str, wanted: messages.JoinClass) -> messages.ClassJoined:
        """Join a class; who is in it already by the same key stays so."""
        room, key = self.room(code), wanted.key or log.new_key()
        async with room.lock:
            for _ in range(TRIES):
                register = await self.register(room)
                member = register.member_by(key)
                if member is not None:
                    break
                need(sum(not pupil.gone for pupil in register.pupils) < MOST, "full")
                name = name_at(game(register.game), wanted.name)
                try:
                    await self._write(room, register, entries.Came(name, log.hashed(key)))
                except Taken:
                    continue
            else:
                raise Refusal("busy")
        return messages.ClassJoined(register.code, register.game, member, key)

    async def for_teacher(self, code: str, key: str) -> Register:
        """The register, for whoever shows the teacher's key."""
        room = self.room(code)
        async with room.lock:
            register = await self.register(room)
            need(register.who(key) == TEACHER, "not_yours")
            return register

    # commands

    async def command(self, room: Classroom, who: int, command: Any) -> int:
        """Carry a command out once, however often it is said; once begun it is finished."""
        return await asyncio.shield(self.hub.spawn(self._command(room, who, command)))

    async def _command(self, room: Classroom, who: int, command: Any) -> int:
        async with room.lock:
            for _ in range(TRIES):
                register = await self.register(room)
                name = f"{who}:{command.id}"
                if name in register.commands:
                    return register.commands[name]
                if isinstance(command, messages.Finish):
                    need(who == TEACHER, "not_yours")
                    await self._erase(room, register)
                    return register.number
                need(register.number < LONGEST, "limit")
                entry = self._entry(register, who, command)
                try:
                    return await self._write(room, register, entry, name)
                except Taken:
                    continue
        raise Refusal("busy")

    def _entry(self, register: Register, who: int, command: Any) -> AnyEntry:
        """The entry of a command that may be carried out."""
        if isinstance(command, messages.Work):
            need(who != TEACHER and command.task < len(register.tasks), "not_now")
            told = (command.helps, command.slips, command.seconds, command.solved, command.answer)
            return entries.Worked(who, command.task, command.exercise, command.text, *told)
        need(who == TEACHER, "not_yours")
        match command:
            case messages.Assign(what=what, level=level, seats=seats):
                everybody = [i for i, pupil in enumerate(register.pupils) if not pupil.gone]
                made = self._groups(register, everybody if what == "tables" else [], seats)
                return entries.Assigned(what, level, seats, made)
            case messages.SeatRest():
                need(register.task.what == "tables", "not_now")
                return entries.Grouped(self._groups(register, register.unseated, register.task.seats))
            case messages.Pause(yes=yes):
                return entries.Paused(yes)
            case messages.Dismiss(member=member):
                need(member < len(register.pupils), "unknown")
                return entries.Dismissed(member)
        raise Refusal("bad_message")

    @staticmethod
    def _groups(register: Register, members: Sequence[int], seats: int) -> list[Group]:
        made = [Group(TABLE + log.new_id(), together) for together in groups(members, seats)]
        need(len(register.groups) + len(made) <= TABLES, "limit")
        return made

    async def _write(self, room: Classroom, register: Register, entry: AnyEntry, command: str | None = None) -> int:
        """Write an entry, then lay what tables it asks for, then tell. The register is read again if that fails."""
        self.hub.broom.hear()
        row = Row(register.number + 1, command, now(), encode(entry))
        try:
            await self.store.append(room.id, [row])
        except Taken:
            room.register = None
            raise
        except Exception as error:
            room.register = None
            LOGGER.exception("a class could not be written", extra={"class": room.code})
            raise Refusal("busy") from error
        register.take_in(row)
        await self._lay_tables(register, getattr(entry, "groups", []))
        self.tables |= {group.table: room.id for group in getattr(entry, "groups", [])}
        self.tell(room)
        self.hub.bus.tell(room.id, [row])
        return row.number

    # tables

    async def _lay_tables(self, register: Register, wanted: Sequence[Group]) -> None:
        """Make the tables of some groups, unless they are there: the log of the class names them first."""
        for group in wanted:
            live = self.hub.live(group.table)
            async with live.lock:
                if live.room is not None or await self.store.last([live.id]):
                    continue
                live.room = Room(live.id)
                try:
                    await self.hub.carry_out(live, live.room, self._first(register, group))
                except Taken:
                    continue  # another process was faster
            self.hub.driver.go_on(live)

    @staticmethod
    def _first(register: Register, group: Group) -> list[log.AnyEntry]:
        """How a table of a class begins: a child's key is the key of its seat."""
        pupils = [register.pupils[member] for member in group.members]
        people = [None] * len(pupils) + [ALONE] * (len(pupils) == 1)
        made: Game = game(register.game)
        first = setup(messages.MakeTable(made.name, pupils[0].name, people), log.new_key())
        return [first, *(log.Sat(seat, pupil.name, pupil.key) for seat, pupil in enumerate(pupils))]

    async def _watch(self, room: Classroom) -> None:
        """Look at the tables of this task while the teacher is here, and at no others."""
        async with room.lock:
            wanted = {group.table for group in room.register.current} if room.register and TEACHER in room.own else ()
            for table in room.watched.keys() - set(wanted):
                self.hub.exit(self.hub.live(table), room.watched.pop(table))
            for table in set(wanted) - room.watched.keys():
                watch = Watch(lambda: self._ring(room))
                try:
                    await self.hub.enter(self.hub.live(table), watch, None, -1)
                except Refusal as refusal:
                    LOGGER.warning("a table of a class cannot be watched", extra={"why": refusal.error})
                    continue
                room.watched[table] = watch
        self._ring(room)

    # visitors

    async def enter(self, room: Classroom, visitor: Visitor, key: str | None) -> None:
        """Come in, as the teacher or as a child; the first message follows at once."""
        async with room.lock:
            register = await self.register(room)
            visitor.seat = register.who(key or "")
            same = [other for other in room.visitors if other.seat == visitor.seat]
            need(len(same) < self.hub.limits.sockets_of_seat, "full")
            if visitor.seat == TEACHER and now() - register.seen > AGAIN / 10:
                await self._write(room, register, entries.Present())
            room.visitors.add(visitor)
            self._show(room, register, visitor)
        self._announce(room)
        if visitor.seat == TEACHER:
            self.hub.spawn(self._watch(room))

    def exit(self, room: Classroom, visitor: Visitor) -> None:
        """Go away; the teacher sees it."""
        room.visitors.discard(visitor)
        room.told.pop(id(visitor), None)
        self._announce(room)
        if visitor.seat == TEACHER and not self.hub.closing:
            self.hub.spawn(self._watch(room))

    def _announce(self, room: Classroom) -> None:
        """Tell the teacher who is here, through whichever process."""
        self.hub.bus.tell(looking={room.id: room.own})
        self._ring(room)

    def tell(self, room: Classroom) -> None:
        """Send every child what is new for it, and the teacher soon all that is."""
        register = room.register
        if register is None:
            return
        for visitor in tuple(room.visitors):
            if visitor.seat == TEACHER:
                continue
            if register.pupils[visitor.seat].gone:
                visitor.end("wrong_key")
            else:
                self._show(room, register, visitor)
        if room.watched.keys() != {group.table for group in register.current} and TEACHER in room.own:
            self.hub.spawn(self._watch(room))
        self._ring(room)

    def _show(self, room: Classroom, register: Register, visitor: Visitor) -> None:
        if visitor.seat == TEACHER:
            told: Any = for_teacher(room, register, self.hub.tables)
        else:
            told = for_pupil(register, visitor.seat)
        news = messages.encode(told)
        if room.told.get(id(visitor)) != news:
            room.told[id(visitor)] = news
            visitor.send(news)

    def _ring(self, room: Classroom) -> None:
        """Something happened that the teacher sees: it is told soon, with all that happens until then."""
        if not room.flushing and TEACHER in room.own and not self.hub.closing:
            room.flushing = True
            asyncio.get_running_loop().call_later(SOON, self._flush, room)

    def _flush(self, room: Classroom) -> None:
        room.flushing = False
        for visitor in tuple(room.visitors):
            if visitor.seat == TEACHER and room.register is not None:
                self._show(room, room.register, visitor)

    # other processes

    async def hear(self, news: News) -> None:
        """Another process has news of classes."""
        until = time.monotonic() + PRESENT
        for room in [room for room in self.rooms.values() if room.id in news.looking]:
            room.elsewhere[news.process] = (news.looking[room.id], until)
            self._ring(room)
        for room in [room for room in self.rooms.values() if room.id == news.written]:
            self.hub.spawn(self.catch_up(room))

    async def catch_up(self, room: Classroom) -> None:
        """Take in what other processes have written, or that the class is gone."""
        async with room.lock:
            if room.register is None:
                return
            try:
                await self.register(room)
            except Refusal:
                return
        self.tell(room)

    async def look_around(self) -> None:
        """Find out what nobody told, and say who is here."""
        for room in [room for room in self.rooms.values() if room.visitors]:
            self.hub.bus.tell(looking={room.id: room.own})
            await self.catch_up(room)

    # the end

    async def sweep(self) -> None:
        """Erase the classes whose teacher has been away for too long; note that the others' are here."""
        for name in await self.store.named(PREFIX):
            room = self.room(name.removeprefix(PREFIX))
            try:
                async with room.lock:
                    register = await self.register(room)
                    if TEACHER in room.own and now() - register.seen > min(AGAIN, registers.REST / 4):
                        await self._write(room, register, entries.Present())
            except (Refusal, Taken):
                continue
        for room in [room for room in self.rooms.values() if not room.visitors and not room.lock.locked()]:
            self.rooms.pop(room.code, None)

    async def _erase(self, room: Classroom, register: Register) -> None:
        """Erase everything: the tables first, so that a half-erased class is found again.

        Their locks are held, so that no move under way is written after its table is gone.
        """
        async with contextlib.AsyncExitStack() as held:
            for group in register.groups:
                await held.enter_async_context(self.hub.live(group.table).lock)
                self.hub.drop(group.table)
                self.tables.pop(group.table, None)
            await self.store.erase([group.table for group in register.groups])
            await self.store.erase([room.id])
        for name in (room.id, *(group.table for group in register.groups)):
            self.hub.bus.tell(name)
        self._forget(room)

    def _forget(self, room: Classroom) -> None:
        """It is gone: those who look are sent home."""
        room.register = None
        room.watched.clear()
        self.rooms.pop(room.code, None)
        for visitor in tuple(room.visitors):
            visitor.end("no_table")
