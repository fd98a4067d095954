"""Games out and in as notation, and the doctor."""

from pathlib import Path

import pytest

from brelan import Table, replay
from brelan.core.errors import BadSetup
from brelan.core.shuffle import Shuffle, commitment
from brelan.server import desk, log
from brelan.server.room import Room
from brelan.server.store import Row, Store, address_of


@pytest.mark.parametrize("game", ["thegame", "joomo", "koomi", "jokrummy"])
def test_a_game_goes_in_and_comes_out_the_same(game: str, tmp_path: Path) -> None:
    table = Table(game, 3, seed=11)
    for _ in range(30):
        if not table.over:
            table.play(table.allowed()[-1])
    if game == "thegame":
        table.signal(1, "signal 2 hold") if not table.over else None
    file = str(tmp_path / "t.db")
    links = desk.brought_in(file, table.notation(), "http://here")
    assert len(links) == 3
    name = links[0].removeprefix("http://here/t/").partition("#")[0]
    assert desk.exported(file, name) == table.notation()
    assert replay(desk.exported(file, name)).view(1) == table.view(1)
    assert desk.listed(file) == [f"{name}  {game}, 3 seats"]


def test_a_fixed_order_is_kept(tmp_path: Path) -> None:
    table = Table("thegame", 2, seed=1, order=list(range(99, 1, -1)))
    file = str(tmp_path / "t.db")
    link = desk.brought_in(file, table.notation(), "")[1]
    name, _, key = link.removeprefix("/t/").partition("#k=")
    assert desk.exported(file, name) == table.notation()
    store = Store(address_of(file))
    room = Room(name)
    for row in store.rows(name):
        room.take_in(row)
        assert key.encode() not in row.body, "only the hash of a key is kept"
    assert room.seat_of(key) == 1
    store.close()


def test_each_game_of_a_table_can_be_had(tmp_path: Path) -> None:
    table = Table("thegame", 1, seed=5)
    while not table.over:
        table.play(table.allowed()[0])
    file = str(tmp_path / "t.db")
    name = desk.brought_in(file, table.notation(), "")[0][3:].partition("#")[0]
    store = Store(address_of(file))
    room = Room(name)
    for row in store.rows(name):
        room.take_in(row)
    store.write(name, room.do(-1, log.Dealt(6), 2.0))
    store.close()
    assert desk.exported(file, name, 1) == table.notation()
    assert desk.exported(file, name) == Table("thegame", 1, seed=6).notation()
    with pytest.raises(BadSetup, match="has 2 games"):
        desk.exported(file, name, 3)
    with pytest.raises(BadSetup, match="no table"):
        desk.exported(file, "elsewhere")


def test_a_table_without_a_game_says_so(tmp_path: Path) -> None:
    file = str(tmp_path / "t.db")
    store = Store(address_of(file))
    made = log.Made("joomo", 1, [None, None], {}, True, log.hashed(log.new_key()))
    store.write("quiet", [Row(0, None, 1.0, log.encode(made))])
    store.close()
    with pytest.raises(BadSetup, match="no game was dealt at table quiet yet"):
        desk.exported(file, "quiet")


def test_a_verified_game_says_what_does_not_fit() -> None:
    shuffle = Shuffle("ab" * 32, {0: "01" * 32, 1: "02" * 32})
    table = Table("thegame", 2, shuffle=shuffle)
    with pytest.raises(BadSetup, match="still runs"):
        desk.verified(table, None, {})
    while not table.over:
        table.play(table.allowed()[0])
    lines = desk.verified(replay(table.notation()), shuffle.commitment, {"0": "01" * 32})
    assert lines[0] == f"commitment: {shuffle.commitment}"
    assert len(lines) == 4
    with pytest.raises(BadSetup, match="commitment does not fit"):
        desk.verified(table, "00" * 32, {})
    for seat, number in (("0", "02" * 32), ("2", "01" * 32), ("x", "01" * 32)):
        with pytest.raises(BadSetup, match="was not used"):
            desk.verified(table, None, {seat: number})
    kept = {"0": commitment("01" * 32), "1": commitment("02" * 32).upper()}
    assert desk.verified(table, None, {}, kept) == lines
    for seat, promise in (("1", kept["0"]), ("2", kept["0"])):
        with pytest.raises(BadSetup, match="not the one it committed to"):
            desk.verified(table, None, {}, {seat: promise})
    with pytest.raises(BadSetup, match="nothing to verify"):
        desk.verified(Table("thegame", 2, seed=1), None, {})


def test_how_a_deal_came_about_is_told_by_the_log(tmp_path: Path) -> None:
    file, number = str(tmp_path / "t.db"), "01" * 32
    made = log.Made("thegame", 1, [None, None], {}, True, "0" * 64)
    early = [made, log.Committed("ab" * 32), log.Added(0, number), log.Dealt()]
    closed = [log.SeatCommitted(0, commitment(number)), log.Closed(), log.Added(0, number)]
    anew = [
        made,
        log.Committed("ab" * 32),
        log.Closed(),
        log.Withheld(1),
        log.Committed("cd" * 32),
        *closed,
        log.Dealt(),
    ]
    store = Store(address_of(file))
    for name, entries in (("early", early), ("anew", anew), ("again", [*early, *anew[1:], log.Closed()])):
        store.write(name, [Row(number, None, 1.0, log.encode(entry)) for number, entry in enumerate(entries)])
    store.close()
    assert ["could choose" in line for line in desk.agreed(file, "early")] == [True]
    for name in ("anew", "again"):
        assert desk.agreed(file, name) == ["seat 1 withheld a number: the deal started anew"]
