"""Finished games can be reviewed and continued, but never before their end."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from brelan import Table
from brelan.core.game import game, names
from brelan.core.record import look
from brelan.core.shuffle import fresh as number
from brelan.server import log, messages

from .running import Crafted, Server, append, awaited, craft, fresh

SEED = 3


def finished(name: str, seats: int = 2, seed: int = SEED) -> Table:
    """A game played to its end, by anything that is allowed."""
    table = Table(name, seats, seed=seed)
    while not table.over:
        allowed = table.allowed()
        table.play(allowed[len(table.history) * 7 % len(allowed)])
    return table


def entries(table: Table) -> list[log.AnyEntry]:
    """Its moves as a log has them."""
    return [log.Moved(move.seat, table.said(move)) for move in table.history]


def laid(server: Server, table: Table, most: int = 1 << 20) -> Crafted:
    """So many of its moves at a server."""
    return craft(server, table.game.name, [None] * table.seats, SEED, entries(table)[:most])


def told(server: Server, table: str, which: int = 0, seat: int | str = 0) -> messages.Review:
    status, body = server.get(f"/api/tables/{table}/review/{which}/{seat}")
    assert status == 200, body
    return msgspec.json.decode(body, type=messages.Review)


def make(server: Server, past: dict[str, Any], people: list[str | None], name: str) -> tuple[int, dict[str, Any]]:
    body = json.dumps({"game": name, "name": "Ada", "people": people, "past": past}).encode()
    status, _, answer = server.request("POST", "/api/tables", body, {"content-type": "application/json"})
    return status, json.loads(answer)


def looked(server: Server, table: str, key: str) -> messages.Scene:
    status, body = server.get(f"/api/tables/{table}", key)
    assert status == 200
    return msgspec.json.decode(body, type=messages.Scene)


def folded(review: messages.Review) -> Iterator[dict[str, Any]]:
    """The views, one after the other."""
    view = review.view
    yield view
    for move in review.moves:
        view = {**view, **move.changed}
        yield view


PATHS = ("review/0/0", "review/1/open", "review/0/1")


@pytest.mark.parametrize("path", PATHS)
def test_before_the_end_nothing_is_told(server: Server, path: str) -> None:
    table = finished("joomo")
    made, whole = laid(server, table, len(table.history) - 1), laid(server, table)
    for key in (None, *made.keys):
        status, body = server.get(f"/api/tables/{made.table}/{path}", key)
        assert (status, json.loads(body)) == (409, {"error": "not_now"})
    assert server.get(f"/api/tables/{whole.table}/{path}")[0] == 200
    assert server.get(f"/api/tables/nowhere/{path}")[0] == 404


@pytest.mark.parametrize("name", names())
def test_a_game_is_told_as_each_seat_saw_it_or_all_open(server: Server, name: str) -> None:
    table = finished(name)
    made = laid(server, table)
    for seat in (0, 1, "open"):
        review, again = told(server, made.table, 1, seat), Table(name, 2, seed=SEED)
        hidden = 0
        for step, view in enumerate(folded(review)):
            rows = again.position.state
            seen = look(again.game.rules.State, rows, 2) if seat == "open" else again.view(int(seat))
            assert view == msgspec.to_builtins(seen)
            hidden += view["hands"][1 - int(seat)] is None if seat != "open" else None in view["hands"]
            if step < len(table.history):
                assert review.moves[step].said == table.said(table.history[step])
                again.replay(table.history[step : step + 1])
                assert review.moves[step].at == again.seat
        assert again.over
        assert hidden == 0 if seat == "open" else hidden > len(table.history) // 2
        assert review.notation == table.notation()
        assert (review.number, review.team) == (1, table.game.team)


def test_events_tell_a_seat_its_own_and_all_open_everything(server: Server) -> None:
    made = laid(server, finished("koomi"))
    seen = {seat: told(server, made.table, 1, seat) for seat in (0, 1, "open")}
    drew = 0
    for place, move in enumerate(seen["open"].moves):
        if move.seat >= 0:
            assert seen[move.seat].moves[place].events == move.events
            drew += seen[1 - move.seat].moves[place].events != move.events
    assert drew


@pytest.mark.parametrize("path", ["review/0/2", "review/0/x", "review/-1/0", "review/9/0", "review/1/%C2%B2"])
def test_what_is_not_there_is_not_told(server: Server, path: str) -> None:
    made = laid(server, finished("thegame"))
    assert server.get(f"/api/tables/{made.table}/{path}")[0] == 404


@awaited
async def test_earlier_games_of_a_table_can_be_looked_back_at(server: Server) -> None:
    table = finished("thegame")
    made = laid(server, table)
    async with server.client().sit(made.seated(0)) as seat:
        await seat.say(messages.Rematch(fresh()))
        await seat.until(lambda: seat.scene.games == 2)
    for which in (0, 1):
        assert told(server, made.table, which).notation == table.notation()
    assert server.get(f"/api/tables/{made.table}/review/2/0")[0] == 409


# playing on


@pytest.mark.parametrize("name", names())
def test_a_game_goes_on_from_any_moment_with_its_cards(server: Server, name: str) -> None:
    table = finished(name, 3)
    made, step = laid(server, table), len(table.history) // 2
    past = {"table": made.table, "game": 1, "moves": step, "seat": 2}
    status, seated = make(server, past, ["easy", "easy", None], name)
    assert (status, seated["seat"]) == (201, 2)
    scene = looked(server, seated["table"], seated["key"])
    assert [person.level for person in scene.people] == ["easy", "easy", None]
    assert scene.past == messages.Past(made.table, 1, step, 2)
    assert scene.shuffle is None
    log_of = [entry for entry in server.entries(seated["table"]) if isinstance(entry, log.Moved)]
    assert log_of[:step] == entries(table)[:step]
    again = Table(name, 3, seed=SEED)
    again.replay(table.history[:step])
    for entry in log_of[step:]:  # what the bots have done since
        again.play(entry.move, entry.seat)
    assert scene.view is not None
    assert msgspec.to_builtins(again.view(2))["hands"][2] == scene.view["hands"][2]


def test_a_shuffle_that_was_verified_is_not_shown_as_one_again(server: Server) -> None:
    made, added = Crafted(log.new_id(), [log.new_key()], log.new_key()), number()
    first = log.Made("thegame", game("thegame").version, [None], {}, True, log.hashed(made.invitation))
    sat = log.Sat(0, "P0", log.hashed(made.keys[0]))
    append(server, made.table, [first, sat, log.Committed("ab" * 32), log.Added(0, added), log.Dealt()])
    hand = (looked(server, made.table, made.keys[0]).view or {})["hands"]

    async def play() -> None:
        async with server.client().sit(made.seated(0)) as seat:
            while seat.scene.end is None:
                await seat.play(seat.scene.allowed[0])

    asyncio.run(play())
    assert looked(server, made.table, made.keys[0]).shuffle is not None
    status, seated = make(server, {"table": made.table, "moves": 0}, [None], "thegame")
    assert status == 201
    scene = looked(server, seated["table"], seated["key"])
    assert scene.view is not None
    assert scene.view["hands"] == hand
    assert scene.shuffle is None


@pytest.mark.parametrize(
    ("past", "people", "name", "status"),
    [
        ({"moves": 1 << 20}, [None, "easy"], "joomo", 400),
        ({"moves": 3, "seat": 2}, [None, "easy"], "joomo", 400),
        ({"moves": 3}, [None, None], "joomo", 400),
        ({"moves": 3}, [None, "genius"], "joomo", 400),
        ({"moves": 3}, [None, "easy", "easy"], "joomo", 400),
        ({"moves": 3}, [None, "easy"], "thegame", 400),
        ({"moves": 3, "game": 2}, [None, "easy"], "joomo", 404),
        ({"moves": 3, "table": "nowhere"}, [None, "easy"], "joomo", 404),
    ],
)
def test_what_cannot_be_played_on_is_refused(
    server: Server, past: dict[str, Any], people: list[str | None], name: str, status: int
) -> None:
    made = laid(server, finished("joomo"))
    assert make(server, {"table": made.table, **past}, people, name)[0] == status


def test_a_game_that_still_runs_cannot_be_played_on_elsewhere(server: Server) -> None:
    made = laid(server, finished("joomo"), 5)
    assert make(server, {"table": made.table, "moves": 3}, [None, "easy"], "joomo")[0] == 409
