"""Nobody chooses the cards: not by reading the database, not by waiting, not by withholding, not by being fast."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from brelan.core.game import game
from brelan.core.shuffle import Shuffle, commitment, fresh
from brelan.core.table import Table
from brelan.device import Device
from brelan.server import facts, log, messages
from brelan.server.refusal import Refusal
from brelan.server.room import Room
from brelan.server.store import Row

from .running import Crafted, Server, append, awaited, hear, hello, tell
from .running import fresh as name
from .test_dealing import dealt

WANTED = {2, 99}  # the best start of The Game
OWN, OTHER = "0e" * 32, "0f" * 32


def running(folder: Path, seconds: float) -> Iterator[Server]:
    """A server at which a deal waits so long for commitments, and for numbers."""
    made = Server(folder, slow=seconds, late=seconds).start()
    yield made
    made.close()
    assert not made.traces()


@pytest.fixture(scope="module")
def patient(compiled: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for everybody."""
    yield from running(tmp_path_factory.mktemp("patient"), 60.0)


@pytest.fixture(scope="module")
def hasty(compiled: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that does not wait long."""
    yield from running(tmp_path_factory.mktemp("hasty"), 3.0)


def waiting(server: Server, *more: log.AnyEntry) -> Crafted:
    """A table of The Game at which two people sit, before the deal."""
    made = Crafted(log.new_id(), [log.new_key(), log.new_key()], log.new_key())
    version = game("thegame").version
    first = log.Made("thegame", version, [None, None], {}, True, log.hashed(made.invitation))
    sat = [log.Sat(seat, f"P{seat}", log.hashed(key)) for seat, key in enumerate(made.keys)]
    append(server, made.table, [first, *sat, *more])
    return made


def secret_of(server: Server, made: Crafted) -> str:
    """What the host reads in the database."""
    return [entry.secret for entry in server.entries(made.table) if isinstance(entry, log.Committed)][-1]


def ground(secret: str, victim: str) -> str:
    """A number for seat 1 that gives it the cards it wants, once the other number is known."""
    told = facts.dealing(game("thegame"), 2, {})
    assert told is not None
    for tried in itertools.count():
        number = f"{tried:064x}"
        if set(dealt(told, Shuffle(secret, {0: victim, 1: number}), 2)[1]) > WANTED:
            return number
    raise AssertionError


async def seen(wire: ClientConnection, scene: messages.Scene) -> str:
    """The victim's number, as soon as the table shows it."""
    while True:
        for shuffle in (scene.coming, scene.shuffle):
            if shuffle is not None and "0" in shuffle.numbers:
                return str(shuffle.numbers["0"])
        scene = (await hear(wire, messages.Update)).scene


async def shown(wire: ClientConnection, fact: Any) -> messages.Scene:
    """The first scene of which something is so."""
    while not fact(scene := (await hear(wire, messages.Update)).scene):
        pass
    assert isinstance(scene, messages.Scene)
    return scene


@awaited
async def test_who_reads_the_database_and_waits_for_the_others_adds_nothing(hasty: Server) -> None:
    made = waiting(hasty)
    async with hasty.wire(made.table) as wire, hasty.client().sit(made.seated(0)) as victim:
        update = await hello(wire, made.keys[1])
        number = ground(secret_of(hasty, made), await seen(wire, update.scene))
        assert isinstance(await tell(wire, messages.AddNumber(name(), number)), messages.Refused)
        await victim.until(lambda: victim.scene.shuffle is not None)
        assert victim.scene.shuffle is not None
        assert list(victim.scene.shuffle.numbers) == ["0"]


@awaited
async def test_who_reads_the_database_and_grinds_is_held_to_what_was_committed_to(patient: Server) -> None:
    made = waiting(patient)
    async with patient.wire(made.table) as wire, patient.client().sit(made.seated(0)) as victim:
        update = await hello(wire, made.keys[1])
        assert isinstance(await tell(wire, messages.Commit(name(), commitment(OWN))), messages.Done)
        secret = secret_of(patient, made)
        number = ground(secret, await seen(wire, update.scene))
        assert isinstance(await tell(wire, messages.Commit(name(), commitment(number))), messages.Refused)
        assert isinstance(await tell(wire, messages.AddNumber(name(), number)), messages.Refused)
        assert isinstance(await tell(wire, messages.AddNumber(name(), OWN)), messages.Done)
        assert isinstance(await tell(wire, messages.AddNumber(name(), OWN)), messages.Refused)
        await victim.until(lambda: victim.scene.shuffle is not None)
        assert victim.scene.shuffle is not None
        noted = victim.device.notes[1]
        assert victim.scene.shuffle.numbers == {"0": noted.number, "1": OWN}
        assert victim.scene.shuffle.commitment == noted.commitment == commitment(secret)
        assert victim.scene.shuffle.commitments == noted.commitments


@awaited
async def test_no_number_is_told_before_all_have_committed(patient: Server) -> None:
    made = waiting(patient)
    async with patient.wire(made.table) as one, patient.wire(made.table) as other:
        await hello(one, made.keys[0])
        await hello(other, made.keys[1])
        assert isinstance(await tell(one, messages.Commit(name(), commitment(OWN))), messages.Done)
        assert isinstance(await tell(one, messages.AddNumber(name(), OWN)), messages.Refused)
        assert isinstance(await tell(other, messages.AddNumber(name(), OTHER)), messages.Refused)
        assert isinstance(await tell(other, messages.Commit(name(), commitment(OTHER))), messages.Done)
        assert isinstance(await tell(one, messages.AddNumber(name(), OWN)), messages.Done)
        assert isinstance(await tell(other, messages.AddNumber(name(), OTHER)), messages.Done)
        scene = await patient.client().look(made.table)
        assert scene.shuffle is not None
        assert scene.shuffle.numbers == {"0": OWN, "1": OTHER}


@awaited
async def test_who_withholds_a_number_is_named_and_the_deal_starts_anew_without(hasty: Server) -> None:
    made = waiting(hasty)
    async with hasty.wire(made.table) as wire, hasty.client().sit(made.seated(0)) as victim:
        await hello(wire, made.keys[1])
        assert isinstance(await tell(wire, messages.Commit(name(), commitment(OWN))), messages.Done)
        scene = await shown(wire, lambda scene: scene.coming and "0" in scene.coming.numbers)
        assert scene.coming is not None
        first = scene.coming
        scene = await shown(wire, lambda scene: scene.coming is None or scene.coming.withheld)
        await victim.until(lambda: victim.scene.shuffle is not None)
        shuffle = victim.scene.shuffle
        assert shuffle is not None
        assert list(shuffle.numbers) == ["0"]
        assert shuffle.commitment != first.commitment
        assert shuffle.numbers["0"] != first.numbers["0"]
        assert [(entry.what, entry.seat) for entry in victim.entries if entry.what == "withheld"] == [("withheld", 1)]
        assert isinstance(await tell(wire, messages.AddNumber(name(), OWN)), messages.Refused)


def test_who_withheld_a_number_takes_no_part_in_the_next_deal() -> None:
    room = taken(MADE, *SAT, log.Committed(OWN), log.SeatCommitted(1, commitment(OTHER)), log.Closed(), log.Withheld(1))
    assert [type(entry) for entry in room.due()] == [log.Committed]
    room.do(-1, room.due()[0], 1.0)
    with pytest.raises(Refusal, match="not_now"):
        room.do(1, messages.Commit(name(), commitment(OTHER)), 1.0)
    assert room.due() == []  # seat 0 is waited for, seat 1 is not
    room.do(0, messages.Commit(name(), commitment(OWN)), 1.0)
    assert room.due() == [log.Closed()]


# a rematch


def finished(seats: int = 2) -> list[log.AnyEntry]:
    """A game of The Game from its deal to its end."""
    table, entries = Table("thegame", seats, seed=5), list[log.AnyEntry]([log.Dealt(5)])
    while not table.over:
        entries.append(log.Moved(table.seat, table.allowed()[0]))
        table.play(table.allowed()[0])
    return entries


@awaited
async def test_a_rematch_waits_for_the_numbers_of_all(patient: Server) -> None:
    made = waiting(patient, *finished())
    async with patient.wire(made.table) as fast, patient.wire(made.table) as slow:
        await hello(fast, made.keys[1])
        await hello(slow, made.keys[0])
        assert isinstance(await tell(fast, messages.Rematch(name())), messages.Done)
        assert sum(isinstance(entry, log.Dealt) for entry in patient.entries(made.table)) == 1
        for wire, number in ((fast, OTHER), (slow, OWN)):
            assert isinstance(await tell(wire, messages.Commit(name(), commitment(number))), messages.Done)
        assert isinstance(await tell(fast, messages.AddNumber(name(), OTHER)), messages.Done)
        assert sum(isinstance(entry, log.Dealt) for entry in patient.entries(made.table)) == 1
        assert isinstance(await tell(slow, messages.AddNumber(name(), OWN)), messages.Done)
        scene = await patient.client().look(made.table)
        assert scene.shuffle is not None
        assert scene.games == 2
        assert scene.shuffle.numbers == {"0": OWN, "1": OTHER}
        assert not scene.again


@awaited
async def test_a_rematch_does_not_wait_for_ever(hasty: Server) -> None:
    made = waiting(hasty, *finished())
    async with hasty.client().sit(made.seated(0)) as seat:
        await seat.say(messages.Rematch(name()))
        await seat.until(lambda: seat.scene.games == 2)
        assert seat.scene.shuffle is not None
        assert list(seat.scene.shuffle.numbers) == ["0"]


# what a device refuses

MADE = log.Made("thegame", game("thegame").version, [None, None], {}, True, "0" * 64)
SAT = [log.Sat(seat, f"P{seat}", log.hashed(str(seat))) for seat in range(2)]


def taken(*entries: log.AnyEntry) -> Room:
    """A room of these entries."""
    room = Room("shuffles")
    for number, entry in enumerate(entries):
        room.take_in(Row(number, None, 1.0, log.encode(entry)))
    return room


def scene(*entries: log.AnyEntry) -> messages.Scene:
    """What seat 0 sees after these entries."""
    return taken(MADE, *SAT, *entries).scene(0, [True, True], 0)


def test_a_device_commits_and_then_tells_the_number_it_committed_to() -> None:
    device = Device()
    committed = device.step(scene(log.Committed(OWN)))
    assert isinstance(committed, messages.Commit)
    told: list[Any] = [log.Committed(OWN), log.SeatCommitted(0, committed.commitment)]
    assert device.step(scene(*told)) is None  # it has committed
    added = device.step(scene(*told, log.SeatCommitted(1, OTHER), log.Closed()))
    assert isinstance(added, messages.AddNumber)
    assert commitment(added.number) == committed.commitment
    assert device.notes[1].commitments == {"0": committed.commitment, "1": OTHER}


@pytest.mark.parametrize(
    "after",
    [
        [log.Committed(OTHER)],
        [log.Committed(OTHER), log.SeatCommitted(0, "own"), log.Closed()],
        [log.Committed(OWN), log.Closed()],
        [log.Committed(OWN), log.SeatCommitted(0, OTHER), log.Closed()],
        [log.Committed(OWN), log.SeatCommitted(0, "own"), log.Closed(), log.Withheld(0), log.Committed(OTHER)],
    ],
    ids=["another secret", "another secret, closed", "left out", "in its place", "said to have withheld"],
)
def test_a_device_tells_nothing_where_a_commitment_changed(after: list[Any]) -> None:
    device = Device()
    committed = device.step(scene(log.Committed(OWN)))
    assert isinstance(committed, messages.Commit)
    own = log.SeatCommitted(0, committed.commitment)
    assert device.step(scene(*(own if getattr(entry, "commitment", "") == "own" else entry for entry in after))) is None


def test_a_device_does_not_tell_its_number_twice_for_other_commitments() -> None:
    device = Device()
    committed = device.step(scene(log.Committed(OWN)))
    assert isinstance(committed, messages.Commit)
    told: list[Any] = [log.Committed(OWN), log.SeatCommitted(0, committed.commitment)]
    assert device.step(scene(*told, log.SeatCommitted(1, OTHER), log.Closed())) is not None
    assert device.step(scene(*told, log.SeatCommitted(1, OWN), log.Closed())) is None
    assert device.changed


def test_a_device_has_a_new_number_for_a_deal_that_starts_anew() -> None:
    device = Device()
    committed = device.step(scene(log.Committed(OWN)))
    assert isinstance(committed, messages.Commit)
    own = log.SeatCommitted(0, committed.commitment)
    told: list[Any] = [log.Committed(OWN), own, log.SeatCommitted(1, OTHER), log.Closed()]
    assert device.step(scene(*told)) is not None
    anew = device.step(scene(*told, log.Withheld(1), log.Committed(OTHER)))
    assert isinstance(anew, messages.Commit)
    assert anew.commitment != committed.commitment


# what was written before


def test_a_table_at_which_numbers_were_told_too_early_is_shuffled_anew() -> None:
    room = taken(MADE, *SAT, log.Committed(OWN), log.Added(0, OTHER))
    due = room.due()
    assert [type(entry) for entry in due] == [log.Committed]
    room.do(-1, due[0], 1.0)
    assert room.next.coming is not None
    assert (room.next.coming.numbers, room.next.coming.closed) == ({}, False)


def test_a_game_dealt_before_goes_on_with_its_cards() -> None:
    room = taken(MADE, *SAT, log.Committed(OWN), log.Added(0, OTHER), log.Dealt(), log.Moved(0, "glad 0"))
    assert room.playing().deal.shuffle == Shuffle(OWN, {0: OTHER})
    assert room.due() == []


def test_a_second_game_dealt_before_is_read_as_it_was() -> None:
    room = taken(MADE, *SAT, *finished(), log.Committed(OWN), log.Added(1, fresh()), log.Dealt())
    assert (room.games, room.over, room.next.again) == (2, False, False)
