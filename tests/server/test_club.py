"""Several processes on one PostgreSQL, woken by Redis: any client at any process, and Redis may fail at any time."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from brelan.client import RefusedByServer, Seat
from brelan.server import messages
from brelan.server.store import Row, Store, Taken, address_of
from brelan.server.wire import path

from .outside import Postgres, Redis, missing
from .pupils import in_class, join_class, open_class, work
from .running import Server, awaited, fresh, hello

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"outside programs are missing: {', '.join(missing())}")


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    made = Redis(tmp_path_factory.mktemp("redis"))
    try:
        yield made.start()
    finally:
        made.stop()


@pytest.fixture(scope="module")
def pair(
    compiled: None, postgres: Postgres, redis: Redis, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Server]]:
    servers = []
    for name in ("one", "two"):
        server = Server(tmp_path_factory.mktemp(name))
        server.given |= {"database": address_of(postgres.address), "bus": redis.address}
        servers.append(server.start())
    yield servers[0], servers[1]
    for server in servers:
        server.close()
        assert not server.traces()


def test_the_log_is_the_same_in_postgresql(postgres: Postgres) -> None:
    store = Store(address_of(postgres.address))
    store.write("log-test", [Row(0, "x", 1.5, b"\x00body"), Row(1, None, 2.5, b"more")])
    assert store.rows("log-test") == [Row(0, "x", 1.5, b"\x00body"), Row(1, None, 2.5, b"more")]
    for row in (Row(1, None, 1.0, b""), Row(2, "x", 1.0, b"")):
        with pytest.raises(Taken):
            store.write("log-test", [row])
    assert len(store.rows("log-test")) == 2
    store.close()


async def play_on(seats: list[Seat], moves: int, dice: random.Random) -> list[int]:
    """Let whoever is at turn move; return the numbers of the entries, each seen by all."""
    numbers: list[int] = []
    while len(numbers) < moves and not seats[0].scene.end:
        mover = next((seat for seat in seats if seat.scene.at == seat.scene.seat), None)
        if mover is not None:
            numbers.append(await mover.play(dice.choice(mover.scene.allowed)))
        elif seats[0].scene.may_go_on:
            done = await seats[0].say(messages.GoOn(fresh(), seats[0].scene.turn))
            numbers.append(done.number)
        for seat in seats:
            await seat.until(lambda seat=seat: seat.number >= numbers[-1])  # type: ignore[misc]
    return numbers


@awaited
async def test_clients_at_two_processes_play_one_game_and_redis_may_go(
    pair: tuple[Server, Server], redis: Redis
) -> None:
    one, two = (server.client() for server in pair)
    seated = await one.make("joomo", "Ada", [None, None])
    other = await two.join(seated.table, seated.invitation, "Ben")
    async with one.sit(seated) as ada, two.sit(other) as ben:
        for seat in (ada, ben):
            await seat.until(lambda seat=seat: seat.scene.view is not None)  # type: ignore[misc]
        dice = random.Random(3)
        await ada.until(lambda: ada.scene.people[1].here)
        await play_on([ada, ben], 20, dice)
        redis.say("FLUSHALL")
        await play_on([ada, ben], 5, dice)
        redis.stop()
        await play_on([ada, ben], 3, dice)
        redis.start()
        await play_on([ada, ben], 20, dice)
        stories = [[(entry.number, entry.what) for entry in seat.entries] for seat in (ada, ben)]
        assert stories[0][-40:] == stories[1][-40:]
        numbers = [number for number, _ in stories[0]]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


@awaited
async def test_a_race_has_one_winner(pair: tuple[Server, Server]) -> None:
    one, two = (server.client() for server in pair)
    seated = await one.make("thegame", "Ada", [None])
    async with one.sit(seated) as here, two.sit(seated) as there:
        for seat in (here, there):
            await seat.until(lambda seat=seat: seat.scene.view is not None)  # type: ignore[misc]
        for _ in range(8):
            if here.scene.end:
                break
            await there.until(lambda: there.number == here.number)
            turn, dice = here.scene.turn, random.Random(1)
            moves = dice.sample(here.scene.allowed, 2) if len(here.scene.allowed) > 1 else here.scene.allowed * 2
            both = [
                seat.say(messages.Play(fresh(), turn, move)) for seat, move in zip((here, there), moves, strict=True)
            ]
            answers = await asyncio.gather(*both, return_exceptions=True)
            won = [answer for answer in answers if isinstance(answer, messages.Done)]
            lost = [answer.error for answer in answers if isinstance(answer, RefusedByServer)]
            assert len(won) == 1
            assert lost in (["stale"], ["not_now"])
            await here.until(lambda won=won: here.number >= won[0].number)  # type: ignore[misc]


@awaited
async def test_the_same_command_at_two_processes_takes_effect_once(pair: tuple[Server, Server]) -> None:
    one, two = (server.client() for server in pair)
    seated = await one.make("thegame", "Ada", [None])
    async with one.sit(seated) as here, two.sit(seated) as there:
        for seat in (here, there):
            await seat.until(lambda seat=seat: seat.scene.view is not None)  # type: ignore[misc]
        move = messages.Play(fresh(), here.scene.turn, here.scene.allowed[0])
        first, second = await asyncio.gather(here.say(move), there.say(move))
        assert first.number == second.number
        store = Store(pair[0].given["database"])
        moved = [row for row in store.rows(seated.table) if row.command]
        store.close()
        assert sum(f":{move.id}" in str(row.command) for row in moved) == 1


@awaited
async def test_a_client_whose_process_dies_goes_on_at_another(
    pair: tuple[Server, Server], tmp_path: Path, redis: Redis
) -> None:
    third = Server(tmp_path)
    third.given |= {"database": pair[0].given["database"], "bus": redis.address}
    third.start()
    try:
        seated = await third.client().make("koomi", "Ada", [None, None])
        other = await pair[0].client().join(seated.table, seated.invitation, "Ben")
        async with pair[0].client().sit(other) as ben:
            async with third.client().sit(seated) as ada:
                for seat in (ada, ben):
                    await seat.until(lambda seat=seat: seat.scene.view is not None)  # type: ignore[misc]
                numbers = await play_on([ada, ben], 6, random.Random(5))
                third.kill()
            async with pair[1].client().sit(seated) as ada:
                assert ada.number >= numbers[-1]
                await play_on([ada, ben], 6, random.Random(6))
    finally:
        third.close()


@awaited
async def test_a_class_at_two_processes_is_one_class(pair: tuple[Server, Server]) -> None:
    one, two = pair
    opened = open_class(one)
    children = [join_class(server, opened.code, name) for server, name in ((two, "Mia"), (one, "Ben"))]
    async with (
        in_class(one, opened.code, opened.key) as teacher,
        in_class(two, opened.code, children[0].key) as mia,
    ):
        seen = await teacher.until(lambda line: [pupil.here for pupil in line.seen.pupils] == [True, False])
        assert [pupil.name for pupil in seen.pupils] == ["Mia", "Ben"]
        await teacher.tell(messages.Assign(fresh(), "practice", "green"))
        await mia.until(lambda line: line.seen.task.what == "practice")
        await mia.tell(work(0, solved=True, answer="7 + 3 = 10"))
        await teacher.until(lambda line: [one.solved for one in line.seen.pupils[0].sums] == [True])
        await teacher.tell(messages.Assign(fresh(), "tables"))
        table = (await mia.until(lambda line: line.seen.table is not None)).table
        async with two.wire(table) as seat:
            assert (await hello(seat, children[0].key)).scene.seat == 0
            await teacher.until(lambda line: any(table.at >= 0 for table in line.seen.tables))
        await teacher.tell(messages.Finish(fresh()))
        await mia.until(lambda line: line.closed is not None)
    for server in pair:
        assert server.get(path("find_class", code=opened.code))[0] == 404
        assert server.get(path("look", table=table))[0] == 404
