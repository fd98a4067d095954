"""Questions to a game's own help, by socket and by request: from the seat's view, bounded, changing nothing."""

from typing import Any

import msgspec
import pytest

from brelan import Table
from brelan.games.jokrummy.help import answer
from brelan.server import messages
from brelan.server.limits import Limits

from .running import Server, awaited, craft, fresh, hello, tell

EXERCISE = {"ask": "exercise", "seed": 7}


async def told(server: Server, made: Any, seat: int, question: dict[str, Any]) -> Any:
    """The answer to a seat's question, or the refusal."""
    async with server.wire(made.table) as wire:
        await hello(wire, made.keys[seat])
        return await tell(wire, messages.Ask(fresh(), question))


@awaited
async def test_a_seat_is_told_about_its_own_programme_and_about_no_other(server: Server) -> None:
    made = craft(server, "jokrummy", [None, None], 3)
    answers = [await told(server, made, seat, {"ask": "plan"}) for seat in (0, 1)]
    table = Table("jokrummy", seats=2, seed=3)
    expected = [answer(table.position.view(seat), seat, {"ask": "plan"}) for seat in (0, 1)]
    assert [one.answer for one in answers] == expected
    assert expected[0] != expected[1]


@awaited
async def test_a_question_changes_nothing(server: Server) -> None:
    made = craft(server, "jokrummy", [None, None], 3)
    before = await server.client().look(made.table, made.keys[0])
    found = await told(server, made, 0, {"ask": "plan"})
    after = await server.client().look(made.table, made.keys[0])
    assert (found.turn, before.turn, before.view) == (after.turn, after.turn, after.view)


@pytest.mark.parametrize(
    ("game", "question"),
    [("jokrummy", {"ask": "everything"}), ("jokrummy", {}), ("koomi", {"ask": "plan"}), ("thegame", {"ask": "plan"})],
)
@awaited
async def test_what_no_game_answers_is_refused(server: Server, game: str, question: dict[str, Any]) -> None:
    made = craft(server, game, [None, None], 3)
    refused = await told(server, made, 0, question)
    assert isinstance(refused, messages.Refused)
    assert refused.error == "not_now"


@awaited
async def test_a_watcher_may_not_ask(server: Server) -> None:
    made = craft(server, "jokrummy", [None, None], 3)
    async with server.wire(made.table) as wire:
        await hello(wire)
        assert (await tell(wire, messages.Ask(fresh(), {"ask": "plan"}))).error == "not_yours"


def posted(server: Server, game: str, question: Any) -> tuple[int, Any]:
    status, _, body = server.request("POST", f"/api/ask/{game}", {"question": question})
    return status, msgspec.json.decode(body)


def test_one_practises_without_a_table(server: Server) -> None:
    status, exercise = posted(server, "koomi", EXERCISE)
    assert (status, len(exercise["hand"])) == (200, 5)
    status, ways = posted(server, "koomi", {"ask": "ways", **exercise})
    assert (status, ways["ways"] > 0) == (200, True)


@pytest.mark.parametrize(
    ("game", "question", "error"),
    [
        ("koomi", {"ask": "everything"}, (409, "not_now")),
        ("jokrummy", {"ask": "plan"}, (409, "not_now")),
        ("thegame", {"ask": "plan"}, (409, "not_now")),
        ("chess", {"ask": "plan"}, (404, "unknown")),
        ("koomi", [], (400, "bad_message")),
        ("koomi", {str(number): 1 for number in range(40)}, (400, "bad_message")),
        ("koomi", {"ask": "x" * 20_000}, (413, "bad_message")),
    ],
)
def test_what_cannot_be_asked_is_refused(server: Server, game: str, question: Any, error: tuple[int, str]) -> None:
    status, failure = posted(server, game, question)
    assert (status, failure["error"]) == error


def test_nobody_asks_without_end(tmp_path: Any) -> None:
    strict = Server(tmp_path, limits=Limits(commands_of_seat=(2, 0.001))).start()
    try:
        answers = [posted(strict, "koomi", EXERCISE)[0] for _ in range(4)]
        assert answers[2:] == [429, 429]
    finally:
        strict.close()
