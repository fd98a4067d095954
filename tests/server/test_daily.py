"""The deal of the day at the web table."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from brelan.core.game import game, names
from brelan.core.table import Table
from brelan.daily import day, fresh_secret, today
from brelan.server import log, messages
from brelan.server.store import Store, address_of

from .running import Crafted, Server, append


def deal_of(server: Server, name: str) -> messages.DailyDeal:
    status, body = server.get(f"/api/daily/{name}")
    assert status == 200
    return msgspec.json.decode(body, type=messages.DailyDeal)


def make(server: Server, name: str, **fields: Any) -> tuple[int, dict[str, Any]]:
    """Ask for a table of today's deal, or of what the fields say."""
    deal = deal_of(server, name)
    wanted = {"game": name, "name": "Ada", "people": [None, *["medium"] * (deal.seats - 1)], "daily": deal.date}
    body = json.dumps({**wanted, **fields}).encode()
    status, _, answer = server.request("POST", "/api/tables", body, {"content-type": "application/json"})
    return status, json.loads(answer)


def scene(server: Server, seated: dict[str, Any]) -> messages.Scene:
    status, body = server.get(f"/api/tables/{seated['table']}", seated["key"])
    assert status == 200
    return msgspec.json.decode(body, type=messages.Scene)


def first_deal(server: Server, table: str) -> log.Dealt:
    return next(entry for entry in server.entries(table) if isinstance(entry, log.Dealt))


@pytest.mark.parametrize("name", names())
def test_everybody_gets_the_same_cards_on_a_day(server: Server, name: str) -> None:
    seated = [make(server, name)[1] for _ in range(2)]
    hands = [scene(server, one).view for one in seated]
    assert hands[0] is not None
    assert hands[1] is not None
    assert hands[0]["hands"][0] == hands[1]["hands"][0]
    assert [scene(server, one).daily for one in seated] == [today().isoformat()] * 2
    assert len({first_deal(server, one["table"]).seed for one in seated}) == 1


def test_another_day_has_other_cards(server: Server) -> None:
    before = (today() - timedelta(days=1)).isoformat()
    tables = [make(server, "joomo", daily=when)[1]["table"] for when in (today().isoformat(), before)]
    seeds = [first_deal(server, table).seed for table in tables]
    assert seeds[0] != seeds[1]


def test_a_day_that_has_not_begun_is_closed(server: Server) -> None:
    later = (today() + timedelta(days=2)).isoformat()  # midnight may pass while this runs
    status, refusal = make(server, "joomo", daily=later)
    assert (status, refusal["error"]) == (400, "setup")


@pytest.mark.parametrize(
    "fields",
    [
        {"daily": "yesterday"},
        {"people": [None, "medium", "medium"]},
        {"options": {"second_may_pass": True}},
        {"options": {"nonsense": 1}},
        {"game": "chess"},
    ],
    ids=str,
)
def test_the_deal_of_a_day_is_one_for_all(server: Server, fields: dict[str, Any]) -> None:
    status, refusal = make(server, "joomo", **fields)
    assert (status, refusal["error"]) == (400, "setup")


@pytest.mark.parametrize("name", [name for name in names() if not game(name).team])
def test_nobody_competes_with_people_over_cards_that_can_be_known(server: Server, name: str) -> None:
    status, refusal = make(server, name, people=[None] * deal_of(server, name).seats)
    assert (status, refusal["error"]) == (400, "setup")


def test_nobody_sits_down_at_a_table_of_a_day_that_was_made_before(server: Server) -> None:
    made = Crafted(log.new_id(), [log.new_key()], log.new_key())
    first = log.Made(
        "joomo", game("joomo").version, [None, None], {}, True, log.hashed(made.invitation), "2026-01-01", 5
    )
    append(server, made.table, [first, log.Sat(0, "Ada", log.hashed(made.keys[0]))])
    wanted = messages.TakeSeat(made.invitation, "Bo")
    status, _, body = server.request("POST", f"/api/tables/{made.table}/seats", wanted)
    assert (status, json.loads(body)["error"]) == (409, "full")


def played(server: Server, when: str, name: str = "thegame") -> Crafted:
    """A table on which the deal of a day, seed 5, was played to its end."""
    found, table = game(name), Table(name, 2, seed=5)
    made = Crafted(log.new_id(), [log.new_key()], log.new_key())
    hashed = log.hashed(made.invitation)
    entries: list[log.AnyEntry] = [log.Made(name, found.version, [None, "easy"], {}, True, hashed, when, 5)]
    entries += [log.Sat(0, "Ada", log.hashed(made.keys[0])), log.Dealt(5)]
    while not table.over:
        entries.append(log.Moved(table.seat, table.allowed()[0]))
        table.play(table.allowed()[0])
    append(server, made.table, entries)
    return made


CLOSED = ["review/0/open", "review/1/open", "review/0/1", "review/1/0", "notation"]


@pytest.mark.parametrize("way", CLOSED)
def test_who_has_played_the_deal_of_today_does_not_open_it_for_others(server: Server, way: str) -> None:
    made = played(server, today().isoformat())
    status, body = server.get(f"/api/tables/{made.table}/{way}")
    assert (status, json.loads(body)["error"]) == (409, "today")
    before = played(server, (today() - timedelta(days=1)).isoformat())
    assert server.get(f"/api/tables/{before.table}/{way}")[0] == 200


def test_one_looks_back_at_ones_own_deal_of_today_as_one_saw_it(server: Server) -> None:
    made = played(server, today().isoformat())
    status, body = server.get(f"/api/tables/{made.table}/review/1/0", made.keys[0])
    assert status == 200
    told = msgspec.json.decode(body, type=messages.Review)
    assert told.view["hands"][1] is None
    assert told.notation == ""
    for way in ("open", "1"):
        assert server.get(f"/api/tables/{made.table}/review/1/{way}", made.keys[0])[0] == 409
    assert server.get(f"/api/tables/{made.table}/review/1/0", log.new_key())[0] == 403
    past = {"table": made.table, "game": 1, "moves": 0, "seat": 1}
    body = json.dumps({"game": "thegame", "name": "Eve", "people": ["easy", None], "past": past}).encode()
    status, _, answer = server.request("POST", "/api/tables", body, {"content-type": "application/json"})
    assert (status, json.loads(answer)["error"]) == (409, "today")


def test_what_is_said_of_a_day_tells_nothing_of_its_cards(server: Server) -> None:
    _, seated = make(server, "koomi")
    seed = first_deal(server, seated["table"]).seed
    bodies = [server.get("/api/daily/koomi")[1], server.get(f"/api/tables/{seated['table']}", seated["key"])[1]]
    assert all(str(seed).encode() not in body for body in bodies)
    assert server.get("/api/daily/chess")[0] == 404


def test_a_database_keeps_its_secret_and_no_two_have_the_same(tmp_path: Path) -> None:
    secrets = []
    for name in ("one", "one", "two"):
        store = Store(address_of(tmp_path / name))
        secrets.append(store.fact("daily", fresh_secret()))
        store.close()
    assert secrets[0] == secrets[1] != secrets[2]
    assert len({day(game("joomo")).seed(secret) for secret in secrets}) == 2
