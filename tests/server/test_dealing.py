"""How first cards are dealt, as published with the commitment: it gives the hands of any shuffle."""

import random
from typing import Any

import numpy as np
import pytest

from brelan.core import dice
from brelan.core.game import game, names
from brelan.core.shuffle import Shuffle, fresh
from brelan.core.table import Table
from brelan.server import facts, log, messages
from brelan.server.room import Room
from brelan.server.store import Row

BONUSES = {"programmes": ",".join(["bonus"] * 14)}


def hand_of(table: Table, seat: int) -> list[int]:
    """The cards a seat sees in its hand; Koomi's view counts them by type."""
    row: list[int] = table.view(seat)["hands"][seat]
    counted = table.game.rules.State.fields["hands"].counter is None
    return [card for card, count in enumerate(row) for _ in range(count)] if counted else row


def dealt(told: messages.Dealing, shuffle: Shuffle, seats: int) -> list[list[int]]:
    """The hands that follow, by docs/shuffles.md."""
    throws = dice.new(0, shuffle.words(0, 1024))
    if told.lot:
        dice.below(throws, seats)
    dice.shuffle(throws, np.zeros(told.before, np.int16), told.before)
    order = np.array(told.pack, np.int16)
    dice.shuffle(throws, order, order.size)
    return [sorted(order[told.hand * seat :][: told.hand].tolist()) for seat in range(seats)]


@pytest.mark.parametrize("name", names())
def test_the_first_hands_follow_from_what_is_told_beside_the_commitment(name: str) -> None:
    found = game(name)
    for seats in range(found.least, found.most + 1):
        options: dict[str, Any] = {"more_seats": True} if name == "koomi" else {}
        told = facts.dealing(found, seats, options)
        assert told is not None
        shuffle = Shuffle(fresh(), {seat: fresh() for seat in range(0, seats, 2)})
        table = Table(found, seats, shuffle=shuffle, **options)
        assert dealt(told, shuffle, seats) == [hand_of(table, seat) for seat in range(seats)]


def test_where_no_cards_are_dealt_nothing_is_told_of_them() -> None:
    assert facts.dealing(game("jokrummy"), 2, BONUSES) is None


def test_it_is_told_before_the_deal_and_again_before_the_next_one() -> None:
    room, throws = Room("told"), random.Random(1)
    made = log.Made("thegame", 1, [None], {"one_card_fewer": "yes"}, True, "0" * 64)
    entries = [made, log.Sat(0, "P0", log.hashed("0")), log.Committed(fresh())]
    for number, entry in enumerate(entries):
        room.take_in(Row(number, None, 1.0, log.encode(entry)))
    expected = messages.Dealing(list(range(2, 100)), 7)
    coming = room.scene(0, [True], 0).coming
    assert coming is not None
    assert coming.dealing == expected
    room.do(-1, log.Closed(), 1.0)
    room.do(-1, log.Dealt(), 1.0)
    while not room.over:
        assert room.scene(0, [True], 0).coming is None
        room.do(0, messages.Play("a", room.turn, throws.choice(room.playing().allowed())), 1.0)
    room.do(-1, log.Committed(fresh()), 1.0)
    coming = room.scene(-1, [True], 0).coming
    assert coming is not None
    assert coming.dealing == expected
