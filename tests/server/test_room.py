"""A room by itself: what follows from its entries, and what a command changes."""

from typing import Any

import pytest

from brelan.core.errors import UnknownVersion
from brelan.core.game import game
from brelan.server import log, messages
from brelan.server.refusal import Refusal
from brelan.server.room import Room
from brelan.server.store import Row


def room(*entries: log.AnyEntry) -> Room:
    """A room with these entries."""
    made = Room("table")
    for number, entry in enumerate(entries):
        made.take_in(Row(number, None, 1.0, log.encode(entry)))
    return made


def made(name: str, seats: int, version: int = 0, **options: str) -> list[log.AnyEntry]:
    """A table at which everybody sits."""
    table = log.Made(name, version or game(name).version, [None] * seats, options, True, log.hashed("invitation"))
    return [table, *(log.Sat(seat, f"Seat {seat}", log.hashed(f"key {seat}")) for seat in range(seats))]


def play(one: Room, move: str, careful: bool = False) -> None:
    one.do(one.at, messages.Play("id", one.turn, move, careful), 1.0)


def test_a_careful_move_that_the_game_warns_of_is_refused_with_the_warnings_and_another_is_played() -> None:
    one = room(*made("thegame", 2, starter="0"), log.Dealt(7))  # seat 0 holds 15 29 33 68 88 93 94
    one.do(1, messages.Signal("signal", "signal 0 hold"), 1.0)
    turn = one.turn
    with pytest.raises(Refusal) as refusal:
        play(one, "lay 15 0; lay 94 2", careful=True)
    assert (refusal.value.error, one.turn) == ("warned", turn)
    assert [warning["key"] for warning in refusal.value.warnings] == ["asked"]
    play(one, "lay 15 1; lay 94 2", careful=True)  # nobody asked for anything there
    assert one.playing().view()["tops"] == [1, 15, 94, 100]
    one.do(0, messages.TakeBack("back"), 1.0)
    play(one, "lay 15 0; lay 94 2")  # said again without, it is played
    assert one.playing().view()["tops"] == [15, 1, 94, 100]


def over(one: Room) -> None:
    """Play to the end, whatever comes first: to draw is, mostly."""
    while not one.over:
        play(one, one.playing().allowed()[-1])


def series(seats: int, version: int = 0, **options: str) -> list[int]:
    """Who begins in four games of Koomi at one table."""
    one, first = room(*made("koomi", seats, version, **options)), list[int]()
    for number in range(4):
        one.take_in(Row(one.number + 1, None, 1.0, log.encode(log.Dealt(number))))
        first.append(one.at)
        play(one, "draw")
        if one.may_take_back(first[-1]):
            one.do(first[-1], messages.TakeBack("back"), 1.0)
        over(one)
    return first


def test_koomi_r4_another_seat_deals_every_game_of_a_series() -> None:
    assert series(3) == [1, 2, 0, 1]
    assert series(2, dealt_by="1") == [0, 1, 0, 1]


def test_a_table_of_an_older_version_goes_on_as_it_began_or_is_refused_by_name() -> None:
    assert series(3, version=1) == [1, 1, 1, 1]  # what is in its log was played so
    for version in (0, 3):
        with pytest.raises(UnknownVersion, match=f"version {version} of koomi; this program has 2"):
            room(log.Made("koomi", version, [None] * 2, {}, True, log.hashed("invitation")))


def test_a_game_that_is_taken_back_keeps_its_dealer() -> None:
    one: Any = room(*made("koomi", 3, dealt_by="1"), log.Dealt(1))
    while not one.may_take_back(one.at if not one.playing().history else one.playing().history[-1].seat):
        moves = [move for move in one.playing().allowed() if move != "draw"]
        play(one, moves[0] if moves else "draw")
    seat, before = one.playing().history[-1].seat, len(one.playing().history)
    one.do(seat, messages.TakeBack("back"), 1.0)
    assert (len(one.playing().history), one.playing().view()["dealer"]) == (before - 1, 1)
