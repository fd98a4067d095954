"""What a seat may not know never reaches its socket.

Three ways to look: marks in everything hidden of the record, searched for in every byte; two servers whose tables
differ in hidden cards alone, compared byte by byte; and the time a bot takes.
"""

import asyncio
import contextlib
import dataclasses
import itertools
import random
import re
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from brelan.client import decode_answer
from brelan.core import dice
from brelan.core.events import Event
from brelan.core.game import game, names
from brelan.core.position import Position
from brelan.core.table import Table
from brelan.server import log, messages, tempo
from brelan.server.room import Room
from brelan.server.store import Row
from brelan.server.thinking import Thinkers

from .running import Crafted, Server, awaited, craft, fresh, hear, hello, say

MARKS = (31_000, 29_000)  # no card, count or number of a table is so large


# marks in everything hidden


def opened(name: str, seats: int, seed: int) -> Room:
    """A table of people, dealt."""
    room = Room("marked")
    made = log.Made(name, game(name).version, [None] * seats, {}, True, "0" * 64)
    sat = [log.Sat(seat, f"P{seat}", log.hashed(str(seat))) for seat in range(seats)]
    for number, entry in enumerate([made, *sat, log.Dealt(seed)]):
        room.take_in(Row(number, None, 1.0, log.encode(entry)))
    return room


def marked(room: Room, viewer: int, mark: int) -> bytes:
    """What a viewer is sent if all it may not know is a mark: cells of the record, and owners' parts of events."""
    assert room.table is not None
    true, told = room.table.position, list(room.recent)
    room.table.position = false = true.copy()
    for field, facts in true.game.rules.State.fields.items():
        cells = false.rows[field]
        value = mark if facts.dtype == "i2" else mark % 100
        if facts.word == "secret":
            cells[...] = value
        elif facts.word == "owner":
            cells[0, [seat for seat in range(cells.shape[1]) if seat != viewer]] = value
    room.recent.clear()
    room.recent.extend(
        happened._replace(events=[painted(e, viewer, mark) for e in happened.events]) for happened in told
    )
    try:
        scene = room.scene(viewer, [True] * len(room.chairs), 0)
        return messages.encode(messages.Update(room.number, room.seen(viewer, -1), scene))
    finally:
        room.table.position = true
        room.recent.clear()
        room.recent.extend(told)


def painted(event: Event, viewer: int, mark: int) -> Event:
    """An event whose owner's part is a mark for everybody else."""
    owner = event.owner if event.seat == viewer else {key: [mark, str(mark)] for key in event.owner}
    return dataclasses.replace(event, owner=owner)


@pytest.mark.parametrize("name", names())
def test_no_byte_of_an_update_comes_from_what_is_hidden(name: str) -> None:
    for seats, seed in ((2, 1), (4, 2)):
        room, throws = opened(name, seats, seed), random.Random(seed)
        for _ in range(150):
            table = room.table
            assert table is not None
            if table.over:
                break
            for viewer in range(-1, seats):
                first, second = (marked(room, viewer, mark) for mark in MARKS)
                assert first == second
                assert str(MARKS[0]).encode() not in first
            moved = log.Moved(table.position.seat, throws.choice(table.allowed()))
            room.take_in(Row(room.number + 1, None, 1.0, log.encode(moved)))


def test_marks_are_seen_where_they_may_be_seen() -> None:
    room = opened("thegame", 2, 1)
    table = room.table
    assert table is not None
    table.position.rows["hands"][0, 1] = MARKS[0]
    own = messages.encode(room.scene(1, [True, True], 0))
    assert str(MARKS[0]).encode() in own


# two servers whose tables differ in hidden cards alone


def world(name: str, seats: int, seed: int, tape: list[int]) -> Position:
    """A dealt game from loaded dice, the first hands in it."""
    found = game(name)
    position = Position(found, seats, found.check_options(seats, {}), dice.new(seed, tape))
    while position.count and position.seat < 0:
        position.play(int(position.actions[0]))
    return position


def another_world(name: str, seats: int, seed: int, viewer: int) -> list[int]:
    """Dice by which others hold other cards, and the viewer sees the same: one word of the shuffle is changed."""
    words = [int(dice.mix(np.uint64(dice.new(seed)[0]), np.uint64(i))) for i in range(400)]
    here = world(name, seats, seed, words)
    words = words[: int(here.dice[1])]
    for place in range(len(words)):
        tape = [*words[:place], words[place] ^ (0x5555 << 48), *words[place + 1 :]]
        there = world(name, seats, seed, tape)
        same = here.view(viewer).tobytes() == there.view(viewer).tobytes()
        others = [seat for seat in range(seats) if seat != viewer]
        if same and any((here.rows[field][0, others] != there.rows[field][0, others]).any() for field in hands(name)):
            return tape
    raise AssertionError("no such world: try another seed")


def hands(name: str) -> list[str]:
    """The fields that belong to a seat."""
    return [field for field, facts in game(name).rules.State.fields.items() if facts.word == "owner"]


SEED, SEATS = 11, 3
CASES = [(name, viewer) for name in names() for viewer in (0, 2)]
TAPES = {1000 + number: case for number, case in enumerate(CASES)}


class Worlds:
    """Two servers. A table dealt from one of TAPES has other hidden cards on the second."""

    def __init__(self, folders: list[Path]) -> None:
        self.tapes = {seed: (SEED, another_world(name, SEATS, SEED, viewer)) for seed, (name, viewer) in TAPES.items()}
        plain: dict[int, Any] = {seed: (SEED, []) for seed in TAPES}
        self.servers = [Server(folders[0], dice=plain).start(), Server(folders[1], dice=self.tapes).start()]

    def tables(self, seed: int, name: str) -> list[Table]:
        """What the two servers have dealt, for the test to look at."""
        tables = [Table(name, SEATS, SEED), Table(name, SEATS, SEED)]
        tables[1].deal.tape = self.tapes[seed][1]
        tables[1].position = tables[1]._dealt()
        return tables

    def crafted(self, seed: int, name: str) -> list[Crafted]:
        """The same table on both: same name, same keys."""
        first = craft(self.servers[0], name, [None] * SEATS, seed, table=f"twin{seed}")
        return [first, craft(self.servers[1], name, [None] * SEATS, seed, table=first.table, keys=first.keys)]


@pytest.fixture(scope="module")
def worlds(compiled: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worlds]:
    made = Worlds([tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("other")])
    yield made
    for server in made.servers:
        server.close()
        assert not server.traces()


def common_move(tables: list[Table], viewer: int) -> str | None:
    """A move both tables allow after which the viewer still sees the same; None if the worlds part here."""
    for said in tables[0].allowed():
        if said in tables[1].allowed():
            seen = []
            for table in tables:
                after, _, events = table._tried(said, None)
                seen.append((after.view(viewer).tobytes(), [event.seen_by(viewer) for event in events], after.over))
            if seen[0] == seen[1]:
                return said
    return None


def wrong_moves(tables: list[Table], viewer: int) -> list[str]:
    """Moves the viewer may not make in either world."""
    texts = tables[0].game.rules.ACTIONS.texts
    some = [texts[number] for number in random.Random(viewer).sample(range(len(texts)), min(8, len(texts)))]
    mine = tables[0].seat == viewer
    return ["fly", *(said for said in some if not mine or all(table.why_not(said) for table in tables))]


class Party:
    """All seats of a table on one server, and a watcher; what the viewer and the watcher hear is kept."""

    def __init__(self, server: Server, made: Crafted, viewer: int) -> None:
        self.server, self.made, self.viewer = server, made, viewer
        self.heard: list[bytes] = []
        self.turn = 0

    @contextlib.asynccontextmanager
    async def gathered(self) -> AsyncIterator["Party"]:
        """Everybody comes in, one after the other."""
        async with contextlib.AsyncExitStack() as stack:
            self.watcher = await stack.enter_async_context(self.server.wire(self.made.table))
            await say(self.watcher, messages.Hello())
            while (await self.keep(self.watcher, messages.Update)).scene.at < 0:
                pass  # the first hands are dealt
            self.sockets: list[Any] = []
            for key in self.made.keys:
                socket = await stack.enter_async_context(self.server.wire(self.made.table))
                await say(socket, messages.Hello(key))
                keep = len(self.sockets) == self.viewer
                first = await (self.keep(socket, messages.Update) if keep else hear(socket, messages.Update))
                self.turn = first.scene.turn
                self.sockets.append(socket)
                await self.keep(self.watcher, messages.Presence)
            yield self

    async def keep(self, socket: Any, kind: Any) -> Any:
        """Hear up to a message of a kind, and keep it all, with times left out."""
        while True:
            frame = await asyncio.wait_for(socket.recv(), 30)
            raw = frame.encode() if isinstance(frame, str) else frame
            self.heard.append(re.sub(rb'"time":[\d.]+', b'"time":0', raw))
            answer = decode_answer(raw)
            if isinstance(answer, kind):
                return answer

    async def refused(self, commands: list[Any]) -> None:
        """The viewer asks for what it may not do."""
        for command in commands:
            await say(self.sockets[self.viewer], command)
            await self.keep(self.sockets[self.viewer], messages.Refused)

    async def play(self, seat: int, move: str) -> None:
        """A seat moves, or the next round is dealt, and everybody sees it."""
        name = f"m{self.turn}"
        command = messages.Play(name, self.turn, move) if seat >= 0 else messages.GoOn(name, self.turn)
        await say(self.sockets[seat if seat >= 0 else (self.viewer + 1) % SEATS], command)
        await self.keep(self.watcher, messages.Update)
        self.turn = (await self.keep(self.sockets[self.viewer], messages.Update)).scene.turn
        if seat == self.viewer:
            await self.keep(self.sockets[self.viewer], messages.Done)

    async def come_back(self) -> None:
        """The viewer comes back, to all of it and to a part, and looks in other ways."""
        key, table = self.made.keys[self.viewer], self.made.table
        for number in (-1, 3):
            async with self.server.wire(table) as socket:
                await say(socket, messages.Hello(key, number))
                await self.keep(socket, messages.Update)
        closed = [f"{table}/{path}" for path in ("notation", "review/0/open", "review/1/0", "sight")]
        for path, shown in ((table, key), (table, None), *((path, key) for path in closed)):
            self.heard.append(self.server.get(f"/api/tables/{path}", shown)[1])
        mine = self.server.request("POST", "/api/mine", messages.Mine([messages.Ticket(table, key)]))[2]
        self.heard.append(re.sub(rb'"touched":[\d.]+', b"", mine))


@pytest.mark.parametrize("seed", TAPES, ids=[f"{name}-{viewer}" for name, viewer in CASES])
@awaited
async def test_a_seat_hears_the_same_whatever_the_others_hold(worlds: Worlds, seed: int) -> None:
    name, viewer = TAPES[seed]
    tables, steps = worlds.tables(seed, name), 0
    parties = [Party(*each, viewer) for each in zip(worlds.servers, worlds.crafted(seed, name), strict=True)]
    async with parties[0].gathered() as one, parties[1].gathered() as other:
        while steps < 16 and not tables[0].over and (move := common_move(tables, viewer)) is not None:
            wrong = [
                messages.Play(f"w{steps}-{n}", one.turn, said) for n, said in enumerate(wrong_moves(tables, viewer))
            ]
            asked = [*wrong, messages.Play("s", one.turn + 1, move), messages.Rematch("r"), messages.Return("b")]
            for party in (one, other):
                await party.refused(asked)
                await party.play(tables[0].position.seat, move)
            assert one.heard == other.heard
            for table in tables:
                table.play(move)
            steps += 1
        for party in (one, other):
            await party.come_back()
    assert one.heard == other.heard
    assert steps >= 3, "the worlds parted before anything could be heard"
    assert len(one.heard) > 30
    records = [table.position.rows for table in tables]
    assert any((records[0][field] != records[1][field]).any() for field in hands(name)), "nothing was hidden any more"


class Overheard(Thinkers):
    """Notes what would be handed to a process that thinks."""

    handed: tuple[Any, ...] = ()

    async def call(self, who: str, limit: float, work: Any, *arguments: Any) -> Any:
        self.handed = (*self.handed, work.__name__, *arguments)


@pytest.mark.parametrize("name", names())
def test_a_bot_is_handed_the_same_whatever_the_others_hold(name: str) -> None:
    seat = world(name, SEATS, SEED, []).seat
    handed = []
    for tape in ([], another_world(name, SEATS, SEED, seat)):
        position, thinkers = world(name, SEATS, SEED, tape), Overheard()
        asyncio.run(thinkers.ask("table", position, "hard", 5))
        thinkers.close()
        handed.append(thinkers.handed)
    assert handed[0] == handed[1]
    assert len(handed[0]) > 5


# whole games


@pytest.mark.parametrize("name", names())
@awaited
async def test_a_whole_game_tells_no_secret_before_its_end(server: Server, name: str) -> None:
    client = server.client()
    seated = await client.make(name, "Ada", [None, "random", "random"])
    heard: list[bytes] = []
    async with client.watch(seated.table) as watcher, client.sit(seated) as seat:
        watcher.record = seat.record = True
        for _ in range(40):
            await seat.until(lambda: seat.scene.at == 0 or seat.scene.may_go_on or seat.scene.end is not None)
            if seat.scene.end is not None:
                break
            turn = seat.scene.turn
            command = seat.scene.allowed and messages.Play(fresh(), turn, seat.scene.allowed[-1])
            await seat.say(command or messages.GoOn(fresh(), turn))
            await seat.until(lambda turn=turn: seat.scene.turn > turn)  # type: ignore[misc]
        for viewer, line in ((-1, watcher), (0, seat)):
            for raw in line.heard:
                answer = decode_answer(raw)
                if isinstance(answer, messages.Update) and answer.scene.end is None:
                    closed(answer, viewer, name)
                    heard.append(raw)
    secret = [entry.secret for entry in server.entries(seated.table) if isinstance(entry, log.Committed)]
    assert secret
    for hidden in (secret[0], log.hashed(seated.key), seated.key, log.hashed(seated.invitation), seated.invitation):
        assert not any(hidden.encode() in raw for raw in heard)
    assert len(heard) > 10


def closed(update: messages.Update, viewer: int, name: str) -> None:
    """Nothing in an update is of a secret field, of another seat's row, or told to its owner alone."""
    fields = game(name).rules.State.fields
    for field, value in (update.scene.view or {}).items():
        assert fields[field].word in ("public", "owner")
        if fields[field].word == "owner":
            assert all(row is None for seat, row in enumerate(value) if seat != viewer), field
    for entry in update.entries:
        for event in entry.events:
            if event["event"] in ("drew", "received") and event["seat"] != viewer:
                assert set(event) <= {"event", "seat", "count"}


# time


def forced(choices: range) -> list[log.AnyEntry]:
    """Moves of a game of Joomo up to a turn of seat 1 with so many choices."""
    for seed in itertools.count(1):
        table, moves = Table("joomo", 2, PACED), list[log.AnyEntry]()
        throws = random.Random(seed)
        for _ in range(60):
            if table.over or (table.position.seat < 0 and moves):
                break
            allowed = table.allowed()
            if table.seat == 1 and len(allowed) in choices:
                return moves
            said = throws.choice(allowed)
            moves.append(log.Moved(table.position.seat, said))
            table.play(said)
    raise AssertionError


PACED = 5


@awaited
async def test_a_bot_takes_as_long_for_a_forced_pass_as_for_a_choice(
    compiled: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    paced = Server(tmp_path_factory.mktemp("paced"), pace=0.6)
    await asyncio.to_thread(paced.start)
    try:
        await answer_time(paced, range(2, 99))  # the first one loads the bot
        for choices in (range(3, 99), range(1, 2)):
            cards = held(choices)
            taken = min([await answer_time(paced, choices) for _ in range(3)])
            assert tempo.wait(0.6, 1, cards, 0.0) - 0.01 <= taken < tempo.wait(0.6, 1, cards, 1.0) + 0.3
    finally:
        paced.close()


def held(choices: range) -> int:
    """How many cards everybody sees in the hand of a bot with so many choices."""
    table = Table("joomo", 2, PACED)
    for move in forced(choices):
        table.play(move.move)  # type: ignore[union-attr]
    return tempo.held(table.position.state, 1)


async def answer_time(server: Server, choices: range) -> float:
    """How long a bot with so many choices takes."""
    made = craft(server, "joomo", [None, "medium"], PACED, forced(choices))
    async with server.wire(made.table) as socket:
        await hello(socket, made.keys[0])
        begun = time.monotonic()
        await hear(socket, messages.Update)
        return time.monotonic() - begun
