"""What a server does for profiles: it carries one to another device, once, and it forgets who wants to be forgotten."""

import asyncio
import time
from pathlib import Path

import msgspec
import pytest

from brelan.server import handover, log, messages
from brelan.server.handover import Handovers
from brelan.server.refusal import Refusal
from brelan.server.store import Store, address_of
from brelan.server.wire import CLOSE, path

from .running import Crafted, Server, awaited, craft, hear, hello


def hand_over(server: Server, body: str) -> str:
    status, _, told = server.request("POST", path("hand_over"), messages.HandOver(body))
    assert status == 201
    return msgspec.json.decode(told, type=messages.HandedOver).id


def take(server: Server, name: str) -> tuple[int, bytes]:
    status, _, told = server.request("POST", path("take_over", id=name), messages.TakeOver())
    return status, told


def test_a_profile_is_taken_once_and_then_it_is_gone(server: Server) -> None:
    name = hand_over(server, "sealed-" + "x" * 12_000)
    assert take(server, name)[0] == 200
    assert take(server, name)[0] == 404
    assert take(server, "nothing")[0] == 404
    assert b"sealed-xxxx" not in (server.folder / "tables.db").read_bytes()


@awaited
async def test_of_two_devices_that_ask_at_once_one_gets_it(server: Server) -> None:
    for _ in range(5):
        name = hand_over(server, "abc")
        found = await asyncio.gather(*(asyncio.to_thread(take, server, name) for _ in range(4)))
        assert sorted(status for status, _ in found) == [200, 404, 404, 404]


def test_what_nobody_takes_in_time_is_erased(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(address_of(tmp_path / "t.db"))

    async def late() -> None:
        kept = Handovers(store)
        name, other = await kept.make("abc"), await kept.make("def")
        monkeypatch.setattr(handover, "now", lambda: time.time() + handover.LASTS + 1)
        with pytest.raises(Refusal, match="unknown"):
            await kept.take(name)
        await kept.sweep()
        assert await store.named(handover.PREFIX) == []
        assert other

    asyncio.run(late())
    store.close()


# being forgotten


def forget(server: Server, *seats: tuple[Crafted, int]) -> int:
    tickets = [messages.Ticket(made.table, made.keys[seat]) for made, seat in seats]
    status, _, told = server.request("POST", path("forget"), messages.Mine(tickets))
    assert status == 200
    return msgspec.json.decode(told, type=messages.Forgotten).tables


def named(server: Server, table: str, name: str) -> list[int]:
    return [row.number for row in server.rows(table) if name.encode() in row.body]


@awaited
async def test_a_table_of_ones_own_is_erased(server: Server) -> None:
    made = craft(server, "joomo", [None, "easy"])
    async with server.wire(made.table) as socket:
        await hello(socket, made.keys[0])
        assert forget(server, (made, 0)) == 1
        await asyncio.wait_for(socket.wait_closed(), 10)
        assert socket.close_code == CLOSE["no_table"].code
    assert server.rows(made.table) == []
    assert server.get(path("look", table=made.table))[0] == 404
    assert forget(server, (made, 0)) == 0, "a key that opens nothing is passed over"


@awaited
async def test_at_a_table_with_others_the_name_goes_and_the_game_goes_on(server: Server) -> None:
    moves: list[log.AnyEntry] = [log.Said(0, "Quetzal here"), log.Named(0, "Quetzal")]
    made = craft(server, "joomo", [None, None], moves=moves)
    async with server.wire(made.table) as other:
        assert (await hello(other, made.keys[1])).scene.people[0].name == "Quetzal"
        assert len(named(server, made.table, "Quetzal")) == 2
        assert forget(server, (made, 0)) == 1
        seen = await hear(other, messages.Update)
        while seen.scene.people[0].level is None:
            seen = await hear(other, messages.Update)
        assert seen.scene.people[0].name != "Quetzal"
    assert named(server, made.table, "Quetzal") == []
    assert server.get(path("look", table=made.table), made.keys[0])[0] == 403, "the key opens nothing any more"
    scene = msgspec.json.decode(server.get(path("look", table=made.table), made.keys[1])[1], type=messages.Scene)
    assert (scene.people[0].name, scene.people[1].name) == ("…", "P1")
    assert forget(server, (made, 0)) == 0
