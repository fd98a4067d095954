"""Taking back repeatedly: its cost is bounded, and reading one table does not stop the others."""

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from brelan.core.table import Table
from brelan.server import log, messages
from brelan.server.hub import Hub
from brelan.server.meters import Meters
from brelan.server.refusal import Refusal
from brelan.server.room import ASIDE, LONGEST, TAKE_BACKS, Room
from brelan.server.store import Row, Store, address_of
from brelan.server.thinking import Thinkers

from ..running import awaited

MADE = log.Made("thegame", 1, [None, None], {"starter": "0"}, True, log.hashed("invitation"))
SEATED: list[log.AnyEntry] = [
    MADE,
    log.Sat(0, "Ada", log.hashed("a")),
    log.Sat(1, "Bob", log.hashed("b")),
    log.Dealt(7),
]
MOVE = "lay 15 0"


def rows(entries: Sequence[log.AnyEntry]) -> list[Row]:
    return [Row(number, None, 1.0, log.encode(entry)) for number, entry in enumerate(entries)]


def room_of(entries: Sequence[log.AnyEntry]) -> Room:
    return Hub._read("table", rows(entries))


def fresh(room: Room) -> str:
    return f"c{room.number}"


def test_a_table_full_of_take_backs_is_read_without_playing_its_game_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "replay", lambda *_: pytest.fail("the game is played again"))
    again: list[log.AnyEntry] = [log.Moved(0, MOVE), log.TookBack(0)]
    room = room_of([*SEATED, *again * 1430, log.Moved(0, MOVE)])
    assert room.table is not None
    assert len(room.table.history) == 1
    assert (
        room.table.position.rows.tobytes() == room_of([*SEATED, log.Moved(0, MOVE)]).playing().position.rows.tobytes()
    )


def test_an_old_log_that_took_back_without_end_is_still_read() -> None:
    """Before there was a bound, all moves since the last card drawn could be taken back, one after the other."""
    table = Table("joomo", seats=6, seed=1)
    moves: list[log.AnyEntry] = []
    for _ in range(50):
        seat, said = table.seat, table.allowed()[-1]
        table.play(said)
        moves.append(log.Moved(seat, said))
    made = log.Made("joomo", table.game.version, [None] * 6, {}, True, "")
    sat = [log.Sat(seat, "P", "") for seat in range(6)]
    room = room_of([made, *sat, log.Dealt(1), *moves, *[log.TookBack(0)] * 50])
    assert room.playing().position.rows.tobytes() == Table("joomo", seats=6, seed=1).position.rows.tobytes()


def test_a_seat_takes_back_so_often_in_a_game_and_no_more() -> None:
    room = room_of(SEATED)
    for _ in range(TAKE_BACKS):
        room.do(0, messages.Play(fresh(room), room.turn, MOVE), 1.0)
        room.do(0, messages.TakeBack(fresh(room)), 1.0)
    room.do(0, messages.Play(fresh(room), room.turn, MOVE), 1.0)
    assert not room.scene(0, [True, True], 0).may_take_back
    with pytest.raises(Refusal, match="not_now"):
        room.do(0, messages.TakeBack(fresh(room)), 1.0)


@awaited
async def test_a_table_that_takes_long_to_read_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(address_of(tmp_path / "tables.db"))
    for name in ("long", "short"):
        await store.append(name, rows(SEATED))
    hub, going, read = Hub(store, Thinkers(0), Meters()), threading.Event(), Hub._read

    def held(name: str, found: Sequence[Row]) -> Room:
        if name == "long":
            assert going.wait(30)
        return read(name, found)

    monkeypatch.setattr(Hub, "_read", staticmethod(held))
    slow = asyncio.create_task(hub.room(hub.live("long")))
    try:
        assert (await asyncio.wait_for(hub.room(hub.live("short")), 10)).id == "short"
    finally:
        going.set()
    assert (await slow).id == "long"
    await hub.close()
    store.close()


# a log that is filled


def filler(kind: int, room: Room) -> Any:
    """Something a seat can say again and again beside its moves."""
    if kind == 0:
        return messages.Say(fresh(room), "again")
    if kind == 1:
        return messages.Rename(fresh(room), "Ada")
    return messages.Return(fresh(room)) if room.chairs[0].level else messages.Leave(fresh(room))


@pytest.mark.parametrize("kind", range(3))
def test_a_seat_that_fills_the_log_stops_itself_and_nobody_else(kind: int) -> None:
    room = room_of(SEATED)
    while room.aside[0] < ASIDE or room.chairs[0].level:
        room.do(0, filler(kind, room), 1.0)
    with pytest.raises(Refusal, match="limit"):
        room.do(0, filler(kind, room), 1.0)
    assert room.number < LONGEST / 6
    room.do(1, messages.Say(fresh(room), "hello"), 1.0)
    room.do(0, messages.Play(fresh(room), room.turn, MOVE), 1.0)


def test_what_bots_signal_is_not_held_against_them() -> None:
    room = room_of(SEATED)
    room.aside[0] = ASIDE
    room.chairs[0].level = "hard"
    room.do(0, messages.Signal(fresh(room), "signal 0 hold"), 1.0)


# a seat nobody wants to hear


def test_a_seat_is_muted_by_vote_and_heard_again_by_vote() -> None:
    three: list[log.AnyEntry] = [
        log.Made("thegame", 1, [None] * 3, {}, True, ""),
        *(log.Sat(s, "P", "") for s in range(3)),
        log.Dealt(7),
    ]
    room = room_of(three)
    room.do(0, messages.Say(fresh(room), "noise"), 1.0)
    room.do(1, messages.Vote(fresh(room), "mute", True, 0), 1.0, [True] * 3)
    room.do(0, messages.Say(fresh(room), "noise"), 1.0)
    room.do(2, messages.Vote(fresh(room), "mute", True, 0), 1.0, [True] * 3)
    assert room.scene(1, [True] * 3, 0).muted == [0]
    for command in (messages.Say(fresh(room), "noise"), messages.Rename(fresh(room), "noise")):
        with pytest.raises(Refusal, match="muted"):
            room.do(0, command, 1.0)
    with pytest.raises(Refusal, match="not_yours"):
        room.do(0, messages.Vote(fresh(room), "mute", True, 0), 1.0, [True] * 3)
    for seat in (1, 2):
        room.do(seat, messages.Vote(fresh(room), "mute", True, 0), 1.0, [True] * 3)
    room.do(0, messages.Say(fresh(room), "sorry"), 1.0)
