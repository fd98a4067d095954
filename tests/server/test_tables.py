"""Every command and every refusal once, by socket and by request, on a real server."""

import asyncio
import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from brelan.client import RefusedByServer, Seat
from brelan.core.game import names
from brelan.core.table import Table
from brelan.server import log, messages
from brelan.server.protocol import fingerprint
from brelan.server.wire import CLOSE, ERRORS, FINAL, path

from .running import START, Crafted, Server, append, awaited, craft, fresh, hear, hello, members, say, tell

OWN = "lay 15 0; lay 29 0; end"  # seat 0 of The Game with seed 7 holds 15 29 33 68 88 93 94


def two(server: Server, people: Sequence[str | None] = (None, None), **more: Any) -> Any:
    """A table of The Game for two on which seat 0 begins."""
    return craft(server, "thegame", people, 7, starter=0, **more)


async def refused(seat: Seat, command: Any) -> str:
    """The error, and the clause, of a command that must be refused."""
    with pytest.raises(RefusedByServer) as refusal:
        await seat.say(command)
    return f"{refusal.value.error} {refusal.value.clause}".strip()


# making, joining, looking


@pytest.mark.parametrize("game", names())
@awaited
async def test_a_table_of_every_game_is_made_and_its_cards_are_dealt(server: Server, game: str) -> None:
    client = server.client()
    seated = await client.make(game, "Ada", [None, None])
    assert (await client.look(seated.table, seated.key)).view is None
    other = await client.join(seated.table, seated.invitation, "Ben")
    while (scene := await client.look(seated.table, other.key)).view is None:
        await asyncio.sleep(0.1)  # devices that do not add a number to the shuffle are waited for
    assert (seated.seat, other.seat, scene.seat, scene.games) == (0, 1, 1, 1)
    assert [person.name for person in scene.people] == ["Ada", "Ben"]
    assert scene.view is not None


@pytest.mark.parametrize(
    "wanted",
    [
        {"game": "chess", "people": [None, None]},
        {"game": "joomo", "people": [None]},
        {"game": "joomo", "people": [None] * 7},
        {"game": "joomo", "people": [None, "genius"]},
        {"game": "joomo", "people": [None, None], "options": {"trumps": True}},
        {"game": "joomo", "people": [None, None], "options": {"second_may_pass": [1, {"a": 2}]}},
        {"game": "koomi", "people": [None, None], "options": {"without": [["red"]]}},
        {"game": "koomi", "people": [None, None], "options": {"without": 7}},
        {"game": "jokrummy", "people": [None, None], "options": {"programmes": [1, None, {}]}},
        {"game": "jokrummy", "people": [None, None], "options": {"programmes": {"a": []}}},
        {"game": "thegame", "people": [None, None], "options": {"starter": 4}},
    ],
)
def test_a_table_there_cannot_be_is_refused_with_a_reason(server: Server, wanted: dict[str, Any]) -> None:
    status, _, body = server.request("POST", "/api/tables", {"name": "Ada", **wanted})
    failure = msgspec.json.decode(body, type=messages.Failure)
    assert (status, failure.error) == (400, "setup")
    assert failure.text


@awaited
async def test_nobody_sits_down_without_the_invitation_or_on_somebody(server: Server) -> None:
    client = server.client()
    seated = await client.make("joomo", "Ada", [None, "easy", None])
    for table, invitation, seat, error in (
        (seated.table, log.new_key(), None, "wrong_key"),
        ("nowhere", seated.invitation, None, "unknown"),
        (seated.table, seated.invitation, 0, "full"),
        (seated.table, seated.invitation, 1, "full"),
        (seated.table, seated.invitation, 9, "full"),
    ):
        with pytest.raises(RefusedByServer, match=error):
            await client.join(table, invitation, "Eve", seat)
    assert (await client.join(seated.table, seated.invitation, "Ben")).seat == 2
    with pytest.raises(RefusedByServer, match="full"):
        await client.join(seated.table, seated.invitation, "Eve")


@awaited
async def test_one_finds_ones_own_tables_again_and_nobody_elses(server: Server) -> None:
    client = server.client()
    mine, running = await client.make("koomi", "Ada", [None, None]), two(server)
    tickets = [
        messages.Ticket(mine.table, mine.key),
        messages.Ticket(running.table, running.keys[0]),
        messages.Ticket(running.table, mine.key),
        messages.Ticket("nowhere", mine.key),
    ]
    places = await client.ask("/api/mine", list[messages.Place], messages.Mine(tickets))
    assert [(p.table, p.game, p.seat, p.your_turn, p.over) for p in places] == [
        (mine.table, "koomi", 0, False, False),
        (running.table, "thegame", 0, True, False),
    ]


@awaited
async def test_a_watcher_sees_public_things_and_may_do_nothing(server: Server) -> None:
    made = two(server)
    async with server.client().watch(made.table) as watcher:
        assert watcher.scene.seat == -1
        assert watcher.scene.allowed == []
        assert watcher.scene.view is not None
        assert watcher.scene.view["hands"] == [None, None]
        assert await refused(watcher, messages.Play(fresh(), watcher.scene.turn, OWN)) == "not_yours"
        assert await refused(watcher, messages.Say(fresh(), "hello")) == "not_yours"
        async with server.client().sit(made.seated(0)) as seat:
            await seat.until(lambda: seat.scene.watchers == 1)
            await seat.play(OWN)
            await watcher.until(lambda: watcher.number == seat.number)
        drew = [event for event in watcher.entries[-1].events if event["event"] == "drew"]
        assert drew == [{"event": "drew", "seat": 0, "count": 2}]


@awaited
async def test_everybody_sees_who_is_here(server: Server) -> None:
    made = two(server)
    async with server.wire(made.table) as watcher:
        await hello(watcher)
        async with server.wire(made.table) as first:
            await hello(first, made.keys[0])
            assert await hear(watcher) == messages.Presence([True, False], 1)
            async with server.wire(made.table) as second:
                assert (await hello(second, made.keys[1])).scene.people[0].here
                assert await hear(watcher) == messages.Presence([True, True], 1)
            assert await hear(watcher) == messages.Presence([True, False], 1)


@awaited
async def test_who_opens_an_invitation_waits_at_the_door_and_watches_only_once_there_is_something_to_see(
    server: Server,
) -> None:
    client = server.client()
    made = await client.make("joomo", "Ada", [None, None])
    async with client.sit(made) as ada, client.watch(made.table) as guest:
        assert (guest.scene.view, guest.scene.watchers) == (None, 0)
        ben = await client.join(made.table, made.invitation, "Ben")
        async with client.sit(ben):
            await ada.until(lambda: ada.scene.view is not None)
            assert ada.scene.watchers == 1, "the seats are taken: whoever is still here watches"


# playing


@awaited
async def test_a_move_is_taken_once_however_often_it_is_said(server: Server) -> None:
    made = two(server)
    async with server.wire(made.table) as socket:
        turn = (await hello(socket, made.keys[0])).scene.turn
        play = messages.Play("once", turn, OWN)
        first = await tell(socket, play)
        assert await tell(socket, play) == first
        assert await tell(socket, messages.Play("once", 99, "lay 33 0")) == first
    async with server.wire(made.table) as socket:
        await hello(socket, made.keys[0])
        assert await tell(socket, play) == first
    assert sum(isinstance(entry, log.Moved) for entry in server.entries(made.table)) == 1


@awaited
async def test_the_same_id_at_another_seat_is_another_command(server: Server) -> None:
    made = two(server)
    async with server.wire(made.table) as one, server.wire(made.table) as two_:
        await hello(one, made.keys[0])
        await hello(two_, made.keys[1])
        first, second = await tell(one, messages.Say("x", "hello")), await tell(two_, messages.Say("x", "hi"))
        assert second.number == first.number + 1


@pytest.mark.parametrize(
    ("move", "error", "clause", "step"),
    [
        ("lay 14 0", "illegal", "T2", 0),
        ("lay 15 0; lay 12 0", "illegal", "T2", 1),
        ("lay 29 0; lay 15 0", "illegal", "R5", 1),
        ("fly 3", "illegal", "T4", 0),
        (";", "illegal", "T4", 0),
        ([{"verb": "lay"}], "illegal", "T4", 0),
        ([{"verb": "lay", "card": [15], "pile": {"0": None}}], "illegal", "T4", 0),
        ({"verb": "lay", "card": 10**30, "pile": -1}, "illegal", "T4", 0),
        ({"cards": [15, 29]}, "illegal", "T4", 0),
    ],
)
@awaited
async def test_an_illegal_move_is_refused_with_its_clause(
    server: Server, move: Any, error: str, clause: str, step: int
) -> None:
    made = two(server)
    async with server.wire(made.table) as socket:
        before = await hello(socket, made.keys[0])
        answer = await tell(socket, messages.Play("a", before.scene.turn, move))
        assert (answer.error, answer.clause, answer.step) == (error, clause, step)
    async with server.wire(made.table) as socket:
        after = await hello(socket, made.keys[0])
        assert (after.number, after.scene.view) == (before.number, before.scene.view)


@awaited
async def test_a_move_out_of_turn_or_out_of_date_is_refused(server: Server) -> None:
    made = two(server)
    async with server.client().sit(made.seated(0)) as one, server.client().sit(made.seated(1)) as other:
        turn = one.scene.turn
        assert await refused(other, messages.Play(fresh(), turn, "lay 15 0")) == "not_yours T1"
        await one.play(OWN)
        await other.my_turn()
        assert await refused(other, messages.Play(fresh(), turn, other.scene.allowed[0])) == "stale"
        assert await refused(one, messages.Play(fresh(), other.scene.turn, "lay 33 0")) == "not_yours T1"
        assert await refused(one, messages.GoOn(fresh(), turn)) == "stale"
        assert await refused(one, messages.GoOn(fresh(), one.scene.turn)) == "not_now"


@awaited
async def test_a_move_may_be_taken_back_while_nothing_came_to_light(server: Server) -> None:
    made = two(server)
    async with server.client().sit(made.seated(0)) as one, server.client().sit(made.seated(1)) as other:
        before = one.scene.view
        await one.play("lay 15 0")
        assert one.scene.may_take_back
        assert not other.scene.may_take_back
        assert await refused(other, messages.TakeBack(fresh())) == "not_now"
        await one.say(messages.TakeBack(fresh()))
        await one.until(lambda: one.scene.view == before)
        await one.play(OWN)
        assert await refused(one, messages.TakeBack(fresh())) == "not_now"  # cards were drawn
    strict = two(server, take_back=False)
    async with server.client().sit(strict.seated(0)) as one:
        await one.play("lay 15 0")
        assert not one.scene.may_take_back
        assert await refused(one, messages.TakeBack(fresh())) == "not_now"


@awaited
async def test_a_move_taken_back_long_ago_does_not_spoil_the_table(server: Server) -> None:
    said: list[log.AnyEntry] = [log.Said(0, "still here") for _ in range(300)]
    made = two(server, moves=[log.Moved(0, "lay 15 0"), log.TookBack(0), *said, log.Moved(0, "lay 29 0")])
    async with server.client().sit(made.seated(0)) as seat:
        assert seat.scene.view is not None
        assert seat.scene.view["tops"][0] == 29
        await seat.say(messages.TakeBack(fresh()))
        await seat.until(lambda: seat.scene.view is not None and seat.scene.view["tops"][0] == 1)


@awaited
async def test_signals_are_given_out_of_turn_where_the_game_has_them(server: Server) -> None:
    made = two(server)
    async with server.client().sit(made.seated(1)) as seat:
        await seat.say(messages.Signal(fresh(), "signal 2 hold"))
        await seat.until(lambda: seat.entries[-1].what == "signalled")
        assert seat.entries[-1].events == [{"event": "signalled", "seat": 1, "pile": 2, "what": "hold"}]
        assert await refused(seat, messages.Signal(fresh(), "signal 2 hold")) == "illegal R9"  # it lies already
        assert await refused(seat, messages.Signal(fresh(), {"verb": "signal", "pile": 9})) == "illegal T4"
    other = craft(server, "joomo", [None, None])
    async with server.client().sit(other.seated(0)) as seat:
        assert await refused(seat, messages.Signal(fresh(), "signal 2 hold")) == "illegal"


@pytest.mark.parametrize(
    "text",
    [
        "I have 42", "forty-two!", "take the Ninety", "a hundred", "j'ai quarante-deux", "quatre-vingt-dix",
        "soixante et onze", "ich habe zweiundvierzig", "Zwölf!", "die dreißig", "４２", "XLII is ④②", "t\u200bwelve",
        "nonante", "fünfzehn",
    ],
)  # fmt: skip
@awaited
async def test_numbers_are_not_said_where_the_rules_forbid_them(server: Server, text: str) -> None:
    made = two(server)
    async with server.client().sit(made.seated(0)) as seat:
        assert await refused(seat, messages.Say(fresh(), text)) == "words R9"
        assert await refused(seat, messages.Rename(fresh(), text)) == "words R9"
    other = craft(server, "joomo", [None, None])
    async with server.client().sit(other.seated(0)) as seat:
        await seat.say(messages.Say(fresh(), text))


@awaited
async def test_what_is_said_is_plain_text_on_one_line(server: Server) -> None:
    made = two(server)
    async with server.client().sit(made.seated(0)) as one, server.client().sit(made.seated(1)) as other:
        await one.say(messages.Say(fresh(), "hold\x07 on,\n\u202e  please <b>wait</b>"))
        await other.until(lambda: other.entries[-1].what == "said")
        assert other.entries[-1].text == "hold on, please <b>wait</b>"
        assert await refused(one, messages.Say(fresh(), "\u200b \n")) == "bad_message"
        await other.say(messages.Rename(fresh(), "  Béa "))
        await one.until(lambda: one.scene.people[1].name == "Béa")


# leaving and coming back


@awaited
async def test_a_bot_plays_for_the_one_who_left_until_they_return(server: Server) -> None:
    made = two(server)
    async with server.client().sit(made.seated(0)) as one, server.client().sit(made.seated(1)) as other:
        assert await refused(one, messages.Return(fresh())) == "not_now"
        await one.say(messages.Leave(fresh()))
        assert await refused(one, messages.Leave(fresh())) == "not_now"
        await other.my_turn(START)
        assert other.scene.people[0] == messages.Person("P0", True, "medium", True)
        assert await refused(one, messages.Play(fresh(), one.scene.turn, "end")) == "not_yours"
        await one.say(messages.Return(fresh()))
        await other.until(lambda: other.scene.people[0].level is None)


@awaited
async def test_the_others_vote_a_bot_in_for_somebody_who_is_away(server: Server) -> None:
    made = craft(server, "thegame", [None, None, None], 7, starter=2)
    async with server.client().sit(made.seated(0)) as one, server.client().sit(made.seated(1)) as other:
        async with server.client().sit(made.seated(2)) as third:
            here = messages.Vote(fresh(), "bot", True, 2)
            assert await refused(one, here) == "not_now"  # somebody who is here plays for themselves
            assert await refused(third, messages.Vote(fresh(), "bot", True)) == "not_now"
        while (await server.client().look(made.table)).people[2].here:
            await asyncio.sleep(0.02)
        assert await refused(one, messages.Vote(fresh(), "bot", True, 9)) == "not_now"
        await one.say(messages.Vote(fresh(), "bot", True, 2))
        await other.until(lambda: other.scene.polls == [messages.Poll("bot", 2, [0], [1])])
        await other.say(messages.Vote(fresh(), "bot", False, 2))
        await one.until(lambda: one.scene.polls == [])
        assert one.scene.people[2].level is None
        await one.say(messages.Vote(fresh(), "bot", True, 2))
        await other.say(messages.Vote(fresh(), "bot", True, 2))
        await one.my_turn(START)  # the bot has played
        assert one.scene.people[2] == messages.Person("P2", True, "medium", False)
        async with server.client().sit(made.seated(2)) as third:
            await third.say(messages.Return(fresh()))
            await one.until(lambda: one.scene.people[2].level is None)


@awaited
async def test_seat_0_lets_bots_sit_where_nobody_came(server: Server) -> None:
    client = server.client()
    seated = await client.make("joomo", "Ada", [None, None, None])
    guest = await client.join(seated.table, seated.invitation, "Ben", 2)
    async with client.sit(seated) as one, client.sit(guest) as other:
        assert await refused(other, messages.Fill(fresh(), 1, "easy")) == "not_yours"
        assert await refused(one, messages.Fill(fresh(), 2, "easy")) == "not_now"
        assert await refused(one, messages.Fill(fresh(), 7, "easy")) == "not_now"
        assert await refused(one, messages.Fill(fresh(), 1, "genius")) == "setup"
        assert await refused(one, messages.Play(fresh(), 0, "pass")) == "not_now"
        await one.say(messages.Fill(fresh(), 1, "easy"))
        await other.until(lambda: other.scene.games == 1)


# endings


def tied() -> list[log.AnyEntry]:
    """The moves of a game of Joomo for two, dealt from 1, up to a tied round."""
    table, moves, count = Table("joomo", 2, 1), list[log.AnyEntry](), 0
    while not table.position.state.tied:
        allowed = table.allowed()
        moves.append(log.Moved(table.position.seat, allowed[count * 7 % len(allowed)]))
        table.play(allowed[count * 7 % len(allowed)])
        count += 1
    return moves


@awaited
async def test_those_tied_share_the_win_if_all_agree(server: Server) -> None:
    made = craft(server, "joomo", [None, None], 1, tied())
    early = craft(server, "joomo", [None, None], 1)
    async with server.client().sit(early.seated(0)) as seat:
        assert not seat.scene.may_share
        assert await refused(seat, messages.Vote(fresh(), "share", True)) == "not_now"
    async with server.client().sit(made.seated(0)) as one, server.client().sit(made.seated(1)) as other:
        assert one.scene.may_share
        await one.say(messages.Vote(fresh(), "share", True))
        await other.say(messages.Vote(fresh(), "share", False))
        await one.until(lambda: one.scene.polls == [])
        assert one.scene.end is None
        await one.say(messages.Vote(fresh(), "share", True))
        await other.say(messages.Vote(fresh(), "share", True))
        await one.until(lambda: one.scene.end is not None)
        assert one.scene.end is not None
        assert (one.scene.end.winners, one.scene.end.shared, one.scene.end.clause) == ([0, 1], True, "R17")
        assert await refused(one, messages.GoOn(fresh(), one.scene.turn)) == "not_now"


@awaited
async def test_after_the_end_the_game_is_told_and_played_again(server: Server) -> None:
    table, moves = Table("thegame", 1, 3), list[log.AnyEntry]()
    while not table.over:
        moves.append(log.Moved(0, table.allowed()[0]))
        table.play(table.allowed()[0])
    made = craft(server, "thegame", [None], 3, moves[:-1])
    path = f"/api/tables/{made.table}/notation"
    assert server.get(path)[0] == 409  # it would tell the cards
    async with server.client().sit(made.seated(0)) as seat:
        assert await refused(seat, messages.Rematch(fresh())) == "not_now"
        await seat.play(table.said(table.history[-1]))
        assert seat.scene.end == messages.End([*(table.outcome.scores if table.outcome else [])], [], "R13")
        assert server.get(path) == (200, table.notation().encode())
        assert await refused(seat, messages.Play(fresh(), seat.scene.turn, "end")) == "not_now"
        await seat.say(messages.Rematch(fresh()))
        await seat.until(lambda: seat.scene.games == 2)
        assert seat.scene.end is None
        assert server.get(path)[0] == 409


@awaited
async def test_the_next_round_is_dealt_when_a_person_says_so(server: Server) -> None:
    table, moves = Table("joomo", 2, 4), list[log.AnyEntry]()
    while not (table.seat == -1 and table.history):
        moves.append(log.Moved(table.position.seat, table.allowed()[0]))
        table.play(table.allowed()[0])
    made = craft(server, "joomo", [None, None], 4, moves)
    async with server.client().sit(made.seated(1)) as seat:
        assert (seat.scene.at, seat.scene.may_go_on) == (-1, True)
        assert await refused(seat, messages.Play(fresh(), seat.scene.turn, "deal")) == "not_yours T1"
        await seat.say(messages.GoOn(fresh(), seat.scene.turn))
        await seat.until(lambda: seat.scene.at >= 0)


# coming back


@awaited
async def test_one_comes_back_to_what_one_has_not_seen(server: Server) -> None:
    made = two(server)
    async with server.wire(made.table) as socket:
        first = await hello(socket, made.keys[0])
        assert [entry.number for entry in first.entries] == list(range(first.number + 1))
        for text in ("a", "b", "c"):
            await tell(socket, messages.Say(fresh(), text))
    async with server.wire(made.table) as socket:
        later = await hello(socket, made.keys[0], first.number + 1)
        assert [entry.text for entry in later.entries] == ["b", "c"]
    async with server.wire(made.table) as socket:
        assert (await hello(socket, made.keys[0], 1 << 40)).entries == []


@pytest.mark.parametrize(
    ("table", "first", "code"),
    [
        ("nowhere", messages.Hello(), 4404),
        ("nowhere", messages.Hello(log.new_key()), 4404),
        ("", messages.Hello(log.new_key()), 4401),
        ("", messages.Say("x", "hello"), 4400),
        ("", {"kind": "hello", "key": "short"}, 4400),
        ("", {"kind": "hello", "extra": 1}, 4400),
        ("", {"kind": "hello", "number": -2}, 4400),
    ],
)
@awaited
async def test_a_wrong_beginning_closes_the_socket(server: Server, table: str, first: Any, code: int) -> None:
    async with server.wire(table or two(server).table) as socket:
        await say(socket, first)
        await asyncio.wait_for(socket.wait_closed(), 10)
        assert socket.close_code == code


@awaited
async def test_a_second_hello_is_refused(server: Server) -> None:
    made = two(server)
    async with server.wire(made.table) as socket:
        await hello(socket, made.keys[0])
        await say(socket, messages.Hello(made.keys[1]))
        assert (await hear(socket)).error == "not_now"


# what is on the disk and in the log


@awaited
async def test_keys_are_kept_hashed_and_written_nowhere(server: Server) -> None:
    client = server.client()
    seated = await client.make("joomo", "Ada", [None, None])
    other = await client.join(seated.table, seated.invitation, "Ben")
    async with client.sit(other) as seat:
        await seat.say(messages.Say(fresh(), "hello"))
    server.get(f"/api/tables/{seated.table}?key={seated.key}", seated.key)
    async with server.wire(f"{seated.table}/socket?key={seated.key}&x=") as socket:  # a client that knows no better
        await say(socket, {})
        await socket.wait_closed()
    files = b"".join(file.read_bytes() for file in server.folder.iterdir())
    for secret in (seated.key, other.key, seated.invitation):
        assert secret.encode() not in files
        assert log.hashed(secret).encode() in files


def test_every_answer_carries_the_strict_headers(server: Server) -> None:
    for place in ("/api/games", "/api/nowhere", "/healthz", "/metrics", "/api/tables/nowhere"):
        _, headers, _ = server.request("GET", place)
        assert "default-src 'none'" in headers["content-security-policy"]
        policy = headers["content-security-policy"]
        assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")  # it lets WebAssembly run, and nothing else
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers
    assert server.request("GET", "/api/tables/nowhere")[1]["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "localhost.evil.example"}, 421),
        ({"Host": "127.0.0.1.evil.example:80"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1"}, 403),  # another port is another site
        ({"Content-Length": "20000"}, 413),
    ],
)
def test_other_sites_and_names_are_turned_away(server: Server, headers: dict[str, str], status: int) -> None:
    found, dressed, body = server.request("GET", "/api/games", headers=headers)
    assert found == status
    assert "content-security-policy" in dressed
    assert msgspec.json.decode(body, type=messages.Failure).error in ERRORS


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Host": "evil.example"}])
@awaited
async def test_a_socket_from_another_site_is_turned_away(server: Server, headers: dict[str, str]) -> None:
    made = two(server)
    lines = [
        f"GET /api/tables/{made.table}/socket HTTP/1.1",
        f"Host: {headers.get('Host', f'127.0.0.1:{server.port}')}",
        *([f"Origin: {headers['Origin']}"] if "Origin" in headers else []),
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
    ]
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write("\r\n".join([*lines, "", ""]).encode())
    answer = await asyncio.wait_for(reader.read(), 10)
    assert answer.startswith(b"HTTP/1.1 403")
    writer.close()


def test_the_server_says_that_it_is_well_and_counts(server: Server) -> None:
    assert server.get("/healthz") == (200, b'{"status":"ok"}')
    status, text = server.get("/metrics")
    assert status == 200
    found = dict(re.findall(r"^(brelan_\w+?) ([\d.e+]+)$", text.decode(), re.MULTILINE))
    assert {"brelan_entries_total", "brelan_updates_total", "brelan_sockets", "brelan_rooms"} <= set(found)
    assert b"brelan_command_seconds_bucket" in text


# stopping and starting


@awaited
async def test_a_table_rests_and_wakes_where_it_was(server: Server) -> None:
    made = two(server)
    async with server.client().sit(made.seated(0)) as one:
        await one.play(OWN)
        seen = one.scene.view
        number = one.number
        server.kill()
        server.start()
        await one.until(lambda: one.connections == 2)
        assert (one.number, one.scene.view) == (number, seen)


@awaited
async def test_the_server_stops_when_asked_and_clients_come_back(server: Server) -> None:
    made = two(server, people=(None, "medium"))
    async with server.client().sit(made.seated(0)) as one:
        playing = asyncio.create_task(one.play(OWN))
        begun = time.monotonic()
        code = await asyncio.to_thread(server.stop)
        assert time.monotonic() - begun < 10  # what bots think is not waited for
        await asyncio.to_thread(server.start)
        await playing
        assert code in (0, -15)
        await one.my_turn()
    assert sum(isinstance(e, log.Moved) and e.seat == 0 for e in server.entries(made.table)) == 1


@awaited
async def test_two_writers_cannot_fork_a_table(server: Server) -> None:
    made = two(server)
    async with server.client().sit(made.seated(0)) as one:
        append(server, made.table, [log.Said(1, "from elsewhere")], one.number + 1)
        await one.say(messages.Say(fresh(), "from here"))
        await one.until(lambda: one.entries[-1].text == "from here")
        assert [entry.text for entry in one.entries[-2:]] == ["from elsewhere", "from here"]


@awaited
async def test_bots_end_with_the_server_however_it_ends(server: Server) -> None:
    made = two(server, people=(None, "medium"))
    async with server.client().sit(made.seated(0)) as one:
        await one.play(OWN)
        await one.my_turn(START)
        assert server.process is not None
        session = server.process.pid
        assert len(members(session)) > 1  # bots think in processes of their own
        await asyncio.to_thread(server.kill)
        deadline = time.monotonic() + 10
        while members(session) and time.monotonic() < deadline:
            await asyncio.sleep(0.05)
        left = members(session)
        await asyncio.to_thread(server.start)
        assert not left


# sitting down


@awaited
async def test_a_lost_answer_does_not_lose_the_seat(server: Server) -> None:
    client = server.client()
    made = await client.make("joomo", "Ada", [None, None])
    wanted = messages.TakeSeat(made.invitation, "Ben", key=log.new_key())
    seated = [await client.ask(path("sit", table=made.table), messages.Seated, wanted) for _ in range(3)]
    assert seated == [messages.Seated(made.table, 1, str(wanted.key), made.invitation)] * 3
    assert sum(isinstance(entry, log.Sat) for entry in server.entries(made.table)) == 2
    with pytest.raises(RefusedByServer, match="full"):
        await client.join(made.table, made.invitation, "Eve")
    with pytest.raises(RefusedByServer, match="wrong_key"):
        await client.ask(
            path("sit", table=made.table), messages.Seated, messages.TakeSeat("x" * 32, "Ben", key=wanted.key)
        )


@awaited
async def test_the_client_asks_again_for_an_answer_that_was_lost(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = server.client()
    made = await client.make("joomo", "Ada", [None, None])
    lost, ask = [True, True], client._ask

    def half(*request: Any) -> bytes:
        answer = ask(*request)
        if lost and lost.pop():
            raise ConnectionResetError
        return answer

    monkeypatch.setattr(client, "_ask", half)
    assert (await client.join(made.table, made.invitation, "Ben")).seat == 1
    assert not lost


# what closes a socket


@awaited
async def test_a_table_of_other_rules_says_so_and_stops(server: Server) -> None:
    made = Crafted(log.new_id(), [log.new_key()], log.new_key())
    first = log.Made("thegame", 999, [None], {}, True, log.hashed(made.invitation))
    append(server, made.table, [first, log.Sat(0, "P0", log.hashed(made.keys[0]))])
    unread = Crafted(log.new_id(), [log.new_key()], log.new_key())
    append(server, unread.table, [msgspec.structs.replace(first, version=1), log.Moved(0, "glad 0")])
    for table, text in ((made.table, b"version 999 of thegame"), (unread.table, b"")):
        status, body = server.get(path("look", table=table))
        assert status == 410
        assert msgspec.json.decode(body, type=messages.Failure).error == "outdated"
        assert text in body
    with pytest.raises(RefusedByServer, match="4410"):
        async with server.client().sit(made.seated(0)):
            pass


@awaited
async def test_a_page_built_for_another_protocol_is_sent_for_a_new_one_and_others_are_let_in(server: Server) -> None:
    made = craft(server, "thegame", [None], 3)
    for spoken, greeted in (("older", False), (fingerprint(), True), ("", True)):
        async with server.wire(made.table) as wire:
            await wire.send(msgspec.json.encode(messages.Hello(made.keys[0], protocol=spoken)).decode())
            if greeted:
                assert msgspec.json.decode(await wire.recv())["kind"] == "update"
            else:
                await wire.wait_closed()
                assert wire.close_code == CLOSE["version"].code


@awaited
async def test_who_says_hello_too_late_is_asked_to_come_back(compiled: None, tmp_path: Path) -> None:
    slow = Server(tmp_path, greeting=0.2).start()
    try:
        made = craft(slow, "thegame", [None], 3)
        async with slow.wire(made.table) as wire:
            await wire.wait_closed()
            assert wire.close_code == CLOSE["no_hello"].code
        assert CLOSE["no_hello"].code not in FINAL
    finally:
        slow.close()
