"""The hub with another writer, or with a failing store: no table stalls."""

import asyncio
import gc
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from steps import steps

from brelan.core.table import Table
from brelan.server import driving, garbage, hub, log, messages, tempo
from brelan.server.app import App
from brelan.server.bus import Bus, News
from brelan.server.doorkeeper import Settings
from brelan.server.hub import Hub
from brelan.server.limits import Limits
from brelan.server.live import Live
from brelan.server.meters import Meters
from brelan.server.refusal import Refusal
from brelan.server.room import Room
from brelan.server.store import Row, Store, address_of
from brelan.server.thinking import Thinkers

from .running import awaited

MADE = log.Made("thegame", 1, [None], {}, True, log.hashed("invitation"))
SAT = log.Sat(0, "Anna", log.hashed("key"))
THREE: tuple[log.AnyEntry, ...] = (  # people, the cards dealt
    log.Made("thegame", 1, [None] * 3, {"starter": "0"}, True, log.hashed("invitation")),
    *(log.Sat(seat, f"Seat {seat}", log.hashed(f"key {seat}")) for seat in range(3)),
    log.Dealt(5),
)


class Rival(Store):
    """A store at which another process is a little faster, so many times."""

    def __init__(self, address: str, times: int = 0) -> None:
        super().__init__(address)
        self.other, self.times = Store(address), times

    async def append(self, table: str, rows: Sequence[Row]) -> None:
        if self.times and rows:
            self.times -= 1
            await self.other.append(table, rows)
        await super().append(table, rows)


class Full(Store):
    """A store whose disk is full for so many writes."""

    def __init__(self, address: str, times: int = 0) -> None:
        super().__init__(address)
        self.times = times

    async def append(self, table: str, rows: Sequence[Row]) -> None:
        if self.times:
            self.times -= 1
            raise OSError("no space left on device")
        await super().append(table, rows)


class Slow(Store):
    """A store that writes when it is told to."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.asked, self.told = asyncio.Event(), asyncio.Event()

    async def append(self, table: str, rows: Sequence[Row]) -> None:
        self.asked.set()
        await self.told.wait()
        await super().append(table, rows)


class Looker:
    """A visitor who keeps what is sent."""

    def __init__(self) -> None:
        self.seat, self.number, self.heard = -1, -1, list[bytes]()

    def send(self, message: bytes) -> None:
        self.heard.append(message)

    def end(self, why: str) -> None:
        self.seat = -1


async def write(store: Store, *entries: log.AnyEntry) -> None:
    await Store.append(
        store, "table", [Row(number, None, 1.0, log.encode(entry)) for number, entry in enumerate(entries)]
    )


@awaited
async def test_who_comes_in_while_another_process_is_first_sees_the_table(compiled: None, tmp_path: Path) -> None:
    store = Rival(address_of(tmp_path / "tables.db"))
    await write(store, MADE, SAT)
    store.times = 1
    made, visitor = Hub(store, Thinkers(1), Meters()), Looker()
    live = made.live("table")
    await made.enter(live, visitor, "key", -1)
    assert (visitor.seat, len(visitor.heard)) == (0, 1)
    assert [type(log.decode(row.body)) for row in store.rows("table")] == [log.Made, log.Sat, log.Committed]
    assert live.room is not None
    assert live.room.number == 2
    await made.close()


@awaited
async def test_a_deal_that_another_process_was_first_to_make_is_taken_over(
    compiled: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driving, "SLOW", 0.01)
    store = Rival(address_of(tmp_path / "tables.db"))
    await write(store, MADE, SAT, log.Committed("ab" * 32))
    made = Hub(store, Thinkers(1), Meters())
    live = made.live("table")
    await made.room(live, fresh=True)
    store.times = 1
    await made.driver._deal_without_the_slow(live)
    kinds = [type(log.decode(row.body)) for row in store.rows("table")]
    assert kinds == [log.Made, log.Sat, log.Committed, log.Closed, log.Dealt]
    assert live.room is not None
    assert live.room.table is not None
    await made.close()


@awaited
async def test_a_deal_that_could_not_be_written_is_tried_again(
    compiled: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for constant in ("SLOW", "AGAIN"):
        monkeypatch.setattr(driving, constant, 0.01)
    store = Full(address_of(tmp_path / "tables.db"))
    await write(store, MADE, SAT, log.Committed("ab" * 32))
    made = Hub(store, Thinkers(1), Meters())
    store.times = 2
    await made.driver._deal_without_the_slow(made.live("table"))
    assert store.times == 0
    assert isinstance(log.decode(store.rows("table")[-1].body), log.Dealt)
    await made.close()


@awaited
async def test_a_bot_tries_again_what_could_not_be_written(
    compiled: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driving, "AGAIN", 0.05)
    store = Full(address_of(tmp_path / "tables.db"))
    with_bot = log.Made("thegame", 1, [None, "random"], {}, True, log.hashed("invitation"))
    await write(store, with_bot, SAT, log.Dealt(3), log.Moved(0, "glad 0"))
    made = Hub(store, Thinkers(1), Meters(), pace=0.0)
    live = made.live("table")
    store.times = 2
    await made.enter(live, Looker(), "key", -1)
    while len(store.rows("table")) < 5:  # the bot says how gladly it would start
        assert live.bots is not None
        assert not live.bots.done()
        await asyncio.sleep(0.02)
    assert store.times == 0
    await made.close()


@awaited
async def test_who_closes_waits_for_the_move_of_a_bot_and_for_no_other(compiled: None, tmp_path: Path) -> None:
    store = Slow(address_of(tmp_path / "tables.db"))
    with_bots = log.Made("thegame", 1, [None, "random", "random"], {}, True, log.hashed("invitation"))
    await write(store, with_bots, SAT, log.Dealt(3), log.Moved(0, "glad 0"))
    made = Hub(store, Thinkers(1), Meters(), pace=0.0)
    await made.enter(made.live("table"), Looker(), "key", -1)
    await store.asked.wait()
    closing = asyncio.create_task(made.close())
    await asyncio.sleep(0)
    store.told.set()
    await asyncio.wait_for(closing, 5)
    assert len(store.rows("table")) == 5  # and the next bot has not moved


@awaited
async def test_who_looks_through_another_process_is_told_once_and_gone_with_it(
    compiled: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, visitor = Store(address_of(tmp_path / "tables.db")), Looker()
    two = log.Made("thegame", 1, [None, None], {}, True, log.hashed("invitation"))
    await write(store, two, SAT, log.Sat(1, "Ben", log.hashed("other")), log.Dealt(5))
    made = Hub(store, Thinkers(1), Meters())
    await made.enter(made.live("table"), visitor, "key", -1)
    del visitor.heard[:]
    for _ in range(3):
        await made.hear(News("another", looking={"table": [1, -1], "unknown here": [0]}))
        await made.look_around()
    monkeypatch.setattr(hub, "PRESENT", -1.0)  # the other process is not heard of for long
    await made.hear(News("another", looking={"table": [1, -1]}))
    await made.look_around()
    told = [messages.Presence([True, True], 1), messages.Presence([True, False], 0)]
    assert visitor.heard == [messages.encode(presence) for presence in told]
    await made.close()


class Kept(Bus):
    """A bus that keeps what is told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[str, dict[str, list[int]] | None]] = []

    def tell(self, written: str = "", rows: Sequence[Row] = (), looking: dict[str, list[int]] | None = None) -> None:
        self.told.append((written, looking))


@awaited
async def test_all_who_are_here_are_told_in_one_message(compiled: None, tmp_path: Path) -> None:
    store, bus = Store(address_of(tmp_path / "tables.db")), Kept()
    made = Hub(store, Thinkers(1), Meters(), bus=bus)
    for name in ("one", "two", "three"):
        rows = [Row(number, None, 1.0, log.encode(entry)) for number, entry in enumerate((MADE, SAT))]
        await store.append(name, rows)
        await made.enter(made.live(name), Looker(), "key", -1)
    del bus.told[:]
    await made.look_around()
    assert bus.told == [("", {"one": [0], "two": [0], "three": [0]})]
    await made.close()


@awaited
async def test_while_the_server_runs_garbage_is_looked_for_by_the_broom_alone(tmp_path: Path) -> None:
    before = gc.get_threshold()
    app = App(Settings(address_of(tmp_path / "tables.db")))
    try:
        async with app.lifespan(None):
            assert gc.get_threshold() == garbage.THRESHOLDS
            app.hub.broom.swept -= garbage.OVERDUE + 1
            app.hub.broom.hear()
            long_ago = app.hub.broom.swept
            app.hub.sweep()
            assert app.hub.broom.swept > long_ago
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


@awaited
async def test_what_another_process_wrote_without_a_word_is_found_by_looking_around(
    compiled: None, tmp_path: Path
) -> None:
    store = Store(address_of(tmp_path / "tables.db"))
    await write(store, MADE, SAT, log.Dealt(1))
    made, looker = Hub(store, Thinkers(1), Meters()), Looker()
    live = made.live("table")
    await made.enter(live, looker, "key", -1)
    assert live.room is not None
    number = live.room.number
    await store.append("table", [Row(number + 1, None, 1.0, log.encode(log.Said(0, "from elsewhere")))])
    del looker.heard[:]
    await made.look_around()
    assert live.room.number == number + 1
    assert any(b"from elsewhere" in message for message in looker.heard)
    await made.close()


@awaited
async def test_a_table_of_a_version_this_server_cannot_play_is_refused_as_such(compiled: None, tmp_path: Path) -> None:
    store = Store(address_of(tmp_path / "tables.db"))
    await write(store, log.Made("thegame", 99, [None], {}, True, log.hashed("invitation")), SAT)
    made = Hub(store, Thinkers(1), Meters())
    with pytest.raises(Refusal, match="outdated") as refusal:
        await made.enter(made.live("table"), Looker(), "key", -1)
    assert refusal.value.text == "this game was played by version 99 of thegame; this program has 1"
    await made.close()


@awaited
async def test_a_write_that_failed_is_refused_as_busy(compiled: None, tmp_path: Path) -> None:
    store = Full(address_of(tmp_path / "tables.db"))
    await write(store, MADE, SAT)
    store.times = 1
    made = Hub(store, Thinkers(1), Meters())
    with pytest.raises(Refusal, match="busy"):
        await made.enter(made.live("table"), Looker(), "key", -1)
    assert len(store.rows("table")) == 2
    await made.close()


TWO = log.Made("thegame", 1, [None, None], {"starter": "0"}, True, log.hashed("i" * 22))
BOTH = (TWO, SAT, log.Sat(1, "Ben", log.hashed("other")))


async def until(fact: Callable[[], bool]) -> None:
    """Wait for something to become so; it soon does, on a busy machine within a minute."""
    for _ in range(6000):
        if fact():
            return
        await asyncio.sleep(0.01)
    pytest.fail("it did not become so")


def kinds(store: Store, name: str = "table") -> list[type]:
    return [type(log.decode(row.body)) for row in store.rows(name)]


@awaited
async def test_the_last_to_sit_down_brings_the_deal_about_though_nobody_looks(
    compiled: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driving, "SLOW", 0.01)
    store = Store(address_of(tmp_path / "tables.db"))
    await write(store, *BOTH[:2])
    made = Hub(store, Thinkers(1), Meters())
    await made.sit("table", messages.TakeSeat("i" * 22, "Ben"))
    await until(lambda: log.Dealt in kinds(store))
    await made.close()


@awaited
async def test_so_many_sockets_of_one_seat_and_so_many_watchers_are_let_in(compiled: None, tmp_path: Path) -> None:
    store = Store(address_of(tmp_path / "tables.db"))
    await write(store, *BOTH, log.Dealt(5))
    made = Hub(store, Thinkers(1), Meters(), Limits(sockets_of_seat=2, watchers=1))
    live, lookers = made.live("table"), [Looker() for _ in range(5)]
    for looker, key in zip(lookers, ("key", "key", "other", "other", None), strict=True):
        await made.enter(live, looker, key, -1)
    assert [looker.seat for looker in lookers] == [0, 0, 1, 1, -1]
    for key in ("key", "other", None):
        with pytest.raises(Refusal, match="full"):
            await made.enter(live, Looker(), key, -1)
    made.exit(live, lookers[0])
    await made.enter(live, Looker(), "key", -1)
    await made.close()


@awaited
async def test_everybody_is_sent_their_own_view_once_and_it_is_counted(compiled: None, tmp_path: Path) -> None:
    store = Store(address_of(tmp_path / "tables.db"))
    await write(store, *BOTH, log.Dealt(5))
    made = Hub(store, Thinkers(1), Meters())
    live, lookers = made.live("table"), [Looker() for _ in range(3)]
    for looker, key in zip(lookers, ("key", "key", "other"), strict=True):
        await made.enter(live, looker, key, -1)
    coming = messages.encode(messages.Presence([True, True], 0))  # told to those who were here
    assert [coming in looker.heard for looker in lookers] == [True, True, False]
    for looker in lookers:
        del looker.heard[:]
    before = made.meters.sent._value.get()
    await made.command(live, 0, messages.Say("a", "well"))
    assert [len(looker.heard) for looker in lookers] == [1, 1, 1]
    assert lookers[0].heard == lookers[1].heard != lookers[2].heard
    assert made.meters.sent._value.get() == before + 3
    assert made.meters.loaded._value.get() == 1
    assert 0 < made.meters.moves._sum.get() < 60  # seconds, not a time of day
    await made.close()


@awaited
async def test_who_looks_elsewhere_and_what_was_written_there_is_shown_as_it_is_heard(
    compiled: None, tmp_path: Path
) -> None:
    store, visitor = Store(address_of(tmp_path / "tables.db")), Looker()
    await write(store, *BOTH, log.Dealt(5))
    made = Hub(store, Thinkers(1), Meters())
    live = made.live("table")
    await made.enter(live, visitor, "key", -1)
    del visitor.heard[:]
    await made.hear(News("another", looking={"table": [1]}))
    assert visitor.heard == [messages.encode(messages.Presence([True, True], 0))]
    assert live.room is not None
    row = Row(live.room.number + 1, None, 1.0, log.encode(log.Said(1, "from elsewhere")))
    await store.append("table", [row])
    await made.hear(News("another", written="table", rows=[row]))
    await until(lambda: len(visitor.heard) == 2)
    assert b"from elsewhere" in visitor.heard[1]
    await made.close()


@awaited
async def test_a_bot_plays_on_after_a_move_that_another_process_wrote(compiled: None, tmp_path: Path) -> None:
    store = Store(address_of(tmp_path / "tables.db"))
    with_bot = log.Made("thegame", 1, [None, "random"], {}, True, log.hashed("invitation"))
    await write(store, with_bot, SAT, log.Dealt(3))
    made = Hub(store, Thinkers(1), Meters(), pace=0.0)
    live = made.live("table")
    await made.enter(live, Looker(), "key", -1)
    assert live.room is not None
    row = Row(live.room.number + 1, None, 1.0, log.encode(log.Moved(0, "glad 0")))
    await store.append("table", [row])
    await made.hear(News("another", written="table", rows=[row]))
    await until(lambda: kinds(store).count(log.Moved) >= 2)  # it may go on at once
    await made.close()


@awaited
async def test_tables_nobody_is_at_are_forgotten_after_a_rest_and_the_longest_quiet_first(
    compiled: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Hub(Store(address_of(tmp_path / "tables.db")), Thinkers(1), Meters(), Limits(rooms=2))
    now = time.monotonic()
    for name, quiet in (("old", hub.REST + 1), ("rested", hub.REST), ("young", 1.0), ("busy", hub.REST + 9)):
        made.live(name).touched = now - quiet
    made.tables["busy"].visitors.add(Looker())
    monkeypatch.setattr(time, "monotonic", lambda: now)
    made.limits = Limits(rooms=4)
    made.sweep()
    assert set(made.tables) == {"rested", "young", "busy"}
    made.limits = Limits(rooms=2)
    made.sweep()
    assert set(made.tables) == {"young", "busy"}
    monkeypatch.undo()
    await made.close()


@awaited
async def test_a_vote_about_somebody_away_takes_effect_once_and_one_to_mute_calls_nobody(
    compiled: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driving, "GRACE", 0.05)
    store = Store(address_of(tmp_path / "tables.db"))
    await write(store, *THREE)
    made = Hub(store, Thinkers(1), Meters(), pace=0.0)
    live = made.live("table")
    for seat in (0, 1):
        await made.enter(live, Looker(), f"key {seat}", -1)
    assert live.verdict is None
    await made.command(live, 0, messages.Vote("mute", "mute", True, 1))
    assert live.verdict is None
    await made.command(live, 0, messages.Vote("bot", "bot", True, 2))
    assert live.verdict is None  # one of two is not more than half
    await made.command(live, 1, messages.Vote("bot", "bot", True, 2))
    verdict = live.verdict
    assert verdict is not None
    made.driver.go_on(live)
    assert live.verdict is verdict  # it is on its way
    await until(lambda: log.Left in kinds(store))
    await until(lambda: live.verdict is None)
    made.driver.go_on(live)
    assert live.verdict is None
    assert log.Here not in kinds(store)  # the one who is to be muted was not asked whether they are here
    assert kinds(store).count(log.Left) == 1
    await made.close()


@awaited
async def test_whoever_is_here_objects_to_being_replaced(compiled: None, tmp_path: Path) -> None:
    store = Store(address_of(tmp_path / "tables.db"))
    await write(store, *THREE, log.Voted(0, "bot", True, 1, True), log.Voted(0, "bot", True, 2, True))
    made = Hub(store, Thinkers(1), Meters())
    live = made.live("table")
    await made.enter(live, Looker(), "key 1", -1)
    await until(lambda: log.Here in kinds(store))
    assert [log.decode(row.body) for row in store.rows("table")][-1] == log.Here(1)
    assert live.room is not None
    assert [poll.seat for poll in live.room.polls()] == [2]
    await made.close()


@awaited
async def test_bots_take_their_time_by_the_cards_they_hold_and_the_dealer_by_none(
    compiled: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[float, int, int]] = []

    def wait(pace: float, seat: int, cards: int, chance: float) -> float:
        asked.append((pace, seat, cards))
        return 0.0

    monkeypatch.setattr(tempo, "wait", wait)
    store = Store(address_of(tmp_path / "tables.db"))
    bots = log.Made("joomo", 1, ["random", "random"], {}, True, log.hashed("invitation"))
    await write(store, bots, log.Dealt(3))
    made = Hub(store, Thinkers(1), Meters(), pace=0.5)
    live = made.live("table")
    await made.enter(live, Looker(), None, -1)  # without anybody looking they would rest
    await until(lambda: any(seat == -1 for _, seat, _ in asked))
    assert (asked[0][0], asked[0][2]) == (0.5, 10)
    assert [cards for _, seat, cards in asked if seat == -1] == [0]
    await made.close()


@awaited
async def test_a_bot_has_its_turn_while_a_game_is_played_and_somebody_plays_or_looks(
    compiled: None, tmp_path: Path
) -> None:
    made = Hub(Store(address_of(tmp_path / "tables.db")), Thinkers(1), Meters())
    bots = log.Made("joomo", 1, ["easy", "hard"], {}, True, log.hashed("invitation"))
    mixed = log.Made("joomo", 1, [None, "hard"], {}, True, log.hashed("invitation"))

    def turn(watched: bool, *entries: log.AnyEntry) -> str | None:
        live, room = Live("table"), Room("table")
        for number, entry in enumerate(entries):
            room.take_in(Row(number, None, 1.0, log.encode(entry)))
        if watched:
            live.visitors.add(Looker())
        return made.driver._turn_of_bot(live, room)

    table = Table("joomo", 2, seed=3)
    moves: list[log.AnyEntry] = []
    for _ in steps(lambda: not table.over):
        seat, move = table.seat, table.allowed()[0]
        table.play(move)
        moves.append(log.Moved(seat, move))
    round_end = next(place for place, move in enumerate(moves) if move == log.Moved(-1, "deal"))
    first = ("easy", "hard")[moves[0].seat] if isinstance(moves[0], log.Moved) else ""
    assert turn(True, bots) is None  # nothing is dealt
    assert turn(True, bots, log.Dealt(3)) == first
    assert turn(False, bots, log.Dealt(3)) is None  # nobody plays, nobody looks
    assert turn(True, bots, log.Dealt(3), *moves) is None  # it is over
    assert turn(True, bots, log.Dealt(3), *moves[:round_end]) == "dealer"
    assert turn(False, mixed, SAT, log.Dealt(3), *moves[:round_end]) is None  # a person says when to go on
    turns = {turn(False, mixed, SAT, log.Dealt(3), *moves[:count]) for count in range(4)}
    assert turns == {None, "hard"}
    await made.close()
