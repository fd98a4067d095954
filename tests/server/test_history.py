"""The history checker catches each kind of anomaly, planted by hand."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchmarks.history import Call, History, Sight, anomalies
from brelan.server import log, messages
from brelan.server.room import Room
from brelan.server.store import Row, Store, address_of


def seen(room: Room) -> Any:
    """The table as a client of seat 0 hears of it."""
    return None if room.table is None else msgspec.json.decode(messages.encode(room.table.view(0)))


@pytest.fixture
def told(tmp_path: Path) -> tuple[History, Store]:
    """A table of one seat with three moves, as a faultless server and an honest client tell it."""
    store = Store(address_of(tmp_path / "t.db"))
    room, rows = Room("t"), []
    first = [log.Made("thegame", 1, [None], {}, True, ""), log.Sat(0, "Ada", "k"), log.Dealt(5)]
    for entry in first:
        rows += room.do(-1, entry, 1.0)
    history = History("t", sights=[Sight(1, room.number, room.turn, 0.0, True, 0, seen(room))])
    for place in range(3):
        assert room.table is not None
        call = Call(f"c{place}", 0, room.turn, 10.0 * place, 10.0 * place + 5)
        rows += room.do(0, messages.Play(call.command, call.turn, room.table.allowed()[0]), 1.0)
        call.number = room.number
        history.calls.append(call)
        history.sights.append(Sight(1, room.number, room.turn, 0.0, False, 0, seen(room)))
    store.write("t", rows)
    return history, store


def test_an_honest_history_is_well(told: tuple[History, Store]) -> None:
    assert anomalies(*told) == []


def test_every_anomaly_is_found(told: tuple[History, Store]) -> None:
    history, store = told
    calls, sights = history.calls, history.sights
    lost = Call("gone", 0, 9, 40.0, 41.0, number=6)
    refused = Call("c1", 0, calls[1].turn, 10.0, 15.0, error="illegal")
    late = Call("c0", 0, calls[0].turn, 70.0, 75.0, number=calls[0].number)
    never = Call("x", 0, 4, 40.0, 41.0, error="stale")
    for wrong, words in (
        (History("t", [*calls, lost], sights), "acknowledged as 6"),
        (History("t", [calls[0], refused, calls[2]], sights), "refused (illegal), but in the log"),
        (History("t", [late, *calls[1:]], sights), "began after"),
        (History("t", [*calls, never], sights), "stale, though it never was"),
        (History("t", calls, [*sights, Sight(1, 3, 99, 0.0, False)]), "shown turn 99"),
        (History("t", calls, [*sights, Sight(1, 5, sights[-1].turn, 0.0, False, 0, {"stock": 1})]), "another table"),
        (History("t", calls, [*sights, Sight(1, 3, 2, 0.0, False)]), "went back"),
        (History("t", calls, [*sights, Sight(2, 3, 2, 20.0, True)]), "came in and saw 3"),
    ):
        assert any(words in line for line in anomalies(wrong, store)), words


def test_a_log_that_is_no_game_is_found(told: tuple[History, Store]) -> None:
    history, store = told
    store.write("t", [Row(6, None, 1.0, log.encode(log.Moved(0, "lay 2 3")))])
    assert any("no lawful game" in line for line in anomalies(history, store))
    store.write("t", [Row(9, None, 1.0, log.encode(log.Said(0, "gap")))])
    assert "the log has gaps" in anomalies(history, store)
