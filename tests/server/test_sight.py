"""What a seat may know, as a record: for advice and bots on its own device."""

import msgspec
import pytest

from brelan import Table
from brelan.client import RefusedByServer
from brelan.core.game import names

from .running import Server, awaited, craft

SEED = 3


@pytest.mark.parametrize("name", names())
@awaited
async def test_a_seat_is_told_its_own_view_in_and_out_of_turn(server: Server, name: str) -> None:
    made, table = craft(server, name, [None, None], SEED), Table(name, 2, seed=SEED)
    for seat in range(2):
        sight = await server.client().sight(made.seated(seat))
        assert sight.record == table.position.view(seat).tobytes()
        allowed = table.position.actions[: table.position.count].tolist() if table.seat == seat else []
        assert sight.allowed == allowed


def test_nobody_else_is_told_anything(server: Server) -> None:
    made, other = craft(server, "joomo", [None, None], SEED), craft(server, "joomo", [None, None], SEED)
    for key in (None, "x" * 32, other.keys[0]):
        status, body = server.get(f"/api/tables/{made.table}/sight", key)
        assert (status, msgspec.json.decode(body)["error"]) == (403, "wrong_key")


@pytest.mark.parametrize("name", names())
@awaited
async def test_a_hint_is_worked_out_by_the_one_who_asks(server: Server, name: str) -> None:
    made, table = craft(server, name, [None, None], SEED), Table(name, 2, seed=SEED)
    hint = await server.client().hint(made.seated(table.seat), "hard")
    assert table.why_not(hint.actions) == ""
    assert hint.actions[0] in table.allowed()
    with pytest.raises(RefusedByServer, match="not_yours T1"):
        await server.client().hint(made.seated(1 - table.seat))


@awaited
async def test_before_the_deal_there_is_nothing_to_know(server: Server) -> None:
    seated = await server.client().make("joomo", "Ada", [None, None])
    with pytest.raises(RefusedByServer, match="not_now"):
        await server.client().sight(seated)
