"""Arbitrary bytes lead to a typed refusal or a close code, never a traceback, and do not affect other tables."""

import asyncio
import contextlib
import json
import random
import socket
import struct
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from websockets.exceptions import ConnectionClosed
from websockets.frames import Opcode

from brelan.client import decode_answer
from brelan.core.game import names
from brelan.server import messages
from brelan.server.refusal import Refusal
from brelan.server.socket import _command

from .running import Crafted, Server, awaited, craft, fresh, hear, hello, tell

COMMANDS = [
    messages.Hello("k" * 32, 5), messages.Play("a", 1, "lay 15 0; end"),
    messages.Play("a", 1, [{"verb": "lay", "card": 3}]), messages.Say("a", "hello"), messages.TakeBack("a"),
    messages.Signal("a", {"verb": "signal", "pile": 2, "what": "hold"}), messages.GoOn("a", 3),
    messages.Vote("a", "bot", True, 1), messages.Leave("a"), messages.Return("a"),
    messages.Fill("a", 1, "easy"), messages.Rematch("a"), messages.Rename("a", "Béa"),
]  # fmt: skip
VALID = [messages.encode(command) for command in COMMANDS]
NASTY = [
    b"", b" ", b"null", b"true", b"0", b'""', b"[]", b"{}", b"{", b'{"kind"', b'{"kind":', b'{"kind":"play"',
    b'{"kind":null}', b'{"kind":[]}', b'{"kind":"nothing"}', b'{"kind":"play","kind":"say"}', b"\x00",
    b"\xef\xbb\xbf{}",
    b"[" * 10_000, b'{"a":' * 3000, b'{"kind":"play","id":"x","turn":1,"move":' + b"[" * 5000,
    b'{"kind":"play","id":"x","turn":1,"move":{"verb":' + b'{"a":' * 2000 + b"1" + b"}" * 2001 + b"}",
    b'{"kind":"play","id":"x","turn":' + b"9" * 5000 + b',"move":"end"}',
    b'{"kind":"play","id":"x","turn":1e999,"move":"end"}', b'{"kind":"play","id":"x","turn":1.5,"move":"end"}',
    b'{"kind":"play","id":"x","turn":-5,"move":"end"}', b'{"kind":"play","id":"","turn":1,"move":"end"}',
    b'{"kind":"play","id":"x","turn":1,"move":{"verb":"lay","card":' + b"9" * 5000 + b',"pile":0}}',
    b'{"kind":"play","id":"x","turn":1,"move":{"verb":"lay","card":1e400,"pile":0}}',
    b'{"kind":"play","id":"x","turn":1,"move":[' + b'"end",' * 200 + b'"end"]}',
    b'{"kind":"play","id":"x","turn":1,"move":"' + b"x" * 3000 + b'"}',
    b'{"kind":"say","id":"x","text":"\\ud800"}', b'{"kind":"say","id":"x","text":"\\u0000"}',
    b'{"kind":"say","id":"x","text":"' + b"z" * 201 + b'"}', b'{"kind":"say","id":"x","text":7}',
    b'{"kind":"say","id":"../../x","text":"a"}', b'{"kind":"say","id":"x","text":"a","more":1}',
    b'{"kind":"vote","id":"x","about":"war","yes":true}', b'{"kind":"fill","id":"x","seat":99,"level":"easy"}',
    b'{"kind":"rename","id":"x","name":"\\u200b"}', b'{"kind":"add_number","id":"x","number":"zz"}',
    b'{"kind":"hello"}', b'{"kind":"update"}', b"NaN", b"Infinity", b"-", b'"\\u12"', b"{'kind':'say'}",
]  # fmt: skip


def mutated(throws: random.Random) -> bytes:
    """A valid message with something wrong in it: cut, doubled, bits turned over, a value of another type."""
    raw = bytearray(throws.choice(VALID))
    match throws.randrange(5):
        case 0:
            return bytes(raw[: throws.randrange(len(raw))])
        case 1:
            place = throws.randrange(len(raw))
            return bytes(raw[:place] + raw[place // 2 :])
        case 2:
            for _ in range(throws.randrange(1, 4)):
                raw[throws.randrange(len(raw))] ^= 1 << throws.randrange(8)
            return bytes(raw)
        case 3:
            tree = json.loads(bytes(raw))
            odd: list[Any] = [None, [], {}, -1, 10**40, 1.5, "x" * 300, True, [[[]]], {"verb": {}}, "\u202e", ""]
            tree[throws.choice(list(tree))] = throws.choice(odd)
            return json.dumps(tree).encode()
        case _:
            return throws.randbytes(throws.randrange(1, 60))


# the decoder alone


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.one_of(st.text(), st.binary().map(lambda raw: raw.decode("latin-1")), st.randoms().map(mutated).map(str)))
def test_the_decoder_takes_a_command_or_refuses(text: str) -> None:
    decoded(text)


@pytest.mark.parametrize("raw", [*NASTY, *VALID], ids=range(len(NASTY) + len(VALID)))
def test_the_decoder_refuses_what_is_nasty(raw: bytes) -> None:
    command = decoded(raw.decode("utf-8", "replace"))
    if raw in VALID:
        assert messages.encode(command) == raw
    elif command is not None:  # well-formed, and refused later
        assert isinstance(command, messages.Hello | messages.Play | messages.Say | messages.Rename)


def decoded(text: str) -> Any:
    """A command, or None if it was refused as such."""
    try:
        return _command({"type": "websocket.receive", "text": text}, 16 * 1024)
    except Refusal as refusal:
        said = refusal
    assert (said.error, len(said.text) <= 200) == ("bad_message", True)
    return None


# over real sockets


@pytest.fixture(scope="module")
def bystander(server: Server) -> Iterator[Crafted]:
    """Somebody else's table: when all is over it is as it was, and plays on. Nothing was logged that should not be."""
    made = craft(server, "thegame", [None, None], 7, starter=0)
    before = server.get(f"/api/tables/{made.table}", made.keys[0])
    yield made
    assert server.get(f"/api/tables/{made.table}", made.keys[0]) == before
    asyncio.run(goes_on(server, made))
    assert not server.traces()


async def goes_on(server: Server, made: Crafted) -> None:
    """A table on which one can play."""
    async with server.wire(made.table) as wire:
        update = await hello(wire, made.keys[0])
        answer = await tell(wire, messages.Play(fresh(), update.scene.turn, "lay 15 0; lay 29 0; end"))
        assert isinstance(answer, messages.Done)


async def poke(server: Server, made: Crafted, frames: list[bytes], greet: bool, text: bool = True) -> None:
    """Send frames at a table, after a hello or instead of it; what comes back is an answer of ours or a close code."""
    async with server.wire(made.table) as wire:
        if greet:
            await hello(wire, made.keys[1])
        with contextlib.suppress(ConnectionClosed, TimeoutError):
            for frame in frames:
                await wire.send(frame.decode("utf-8", "replace") if text else frame)  # bad UTF-8: test_broken_frames
            while True:
                decode_answer(await asyncio.wait_for(wire.recv(), 0.15))
        if wire.close_code is not None:
            assert wire.close_code in {1000, 1005, 1007, 1009, 4400, 4401, 4404}
            return
        await wire.close()


@pytest.mark.parametrize("greet", [False, True])
@awaited
async def test_nasty_frames_over_a_socket(server: Server, bystander: Crafted, greet: bool) -> None:
    made = craft(server, "thegame", [None, None], 7, starter=0)
    for start in range(0, len(NASTY), 8 if greet else 1):
        await poke(server, made, NASTY[start : start + (8 if greet else 1)], greet)
    await poke(server, made, [b"x" * 70_000], greet)
    await poke(server, made, [messages.encode(messages.Hello())], greet, text=False)


@pytest.mark.parametrize("name", names())
@awaited
async def test_mutated_frames_over_a_socket(server: Server, bystander: Crafted, name: str) -> None:
    throws, made = random.Random(name), craft(server, name, [None, None], 7)
    for _ in range(5):
        await poke(server, made, [mutated(throws) for _ in range(15)], True)


@pytest.mark.parametrize("name", names())
@awaited
async def test_moves_of_odd_shapes_are_refused_with_a_clause(server: Server, bystander: Crafted, name: str) -> None:
    made, throws = craft(server, name, [None, None], 7), random.Random(name)
    odd: list[Any] = [
        None, [], {}, -1, 10**40, 1.5, "x", True, [[]], {"a": {}}, "5D", ["5D"], [["5D", 7]], [{}], "\u00b2", "0",
        [{"group": 0, "cards": ["5D"], "end": 7}], [{"group": "\u0663", "cards": []}],
    ]  # fmt: skip
    keys = ["verb", "show", "groups", "new", "add", "discard", "card", "cards", "pile", "how", "sum", "value"]
    texts = [
        "lay",
        "lay :",
        "lay 0: 5D / ",
        "lay \u00b2: 5D",
        "new",
        "add",
        "add x 5D",
        "add 99 5D",
        "put",
        "; ;",
        "make 10",
    ]
    async with server.wire(made.table) as wire:
        scene = (await hello(wire)).scene
        while scene.at < 0:
            scene = (await hear(wire, messages.Update)).scene
    async with server.wire(made.table) as wire:
        scene = (await hello(wire, made.keys[scene.at])).scene
        for number in range(120):
            fields = {throws.choice(keys): throws.choice(odd) for _ in range(throws.randrange(1, 4))}
            move: Any = throws.choice([fields, [fields], throws.choice(texts)])
            answer = await tell(wire, messages.Play(f"o{number}", scene.turn, move))
            assert isinstance(answer, messages.Refused), move
            assert (answer.error, bool(answer.clause or answer.text)) == ("illegal", True), move


def frame(opcode: int, payload: bytes, fin: bool = True, masked: bool = True, length: int | None = None) -> bytes:
    """A frame as it goes over the wire, honest or not."""
    size = len(payload) if length is None else length
    head = bytes([(0x80 if fin else 0) | opcode])
    mask = 0x80 if masked else 0
    if size < 126:
        head += bytes([mask | size])
    elif size < 1 << 16:
        head += bytes([mask | 126]) + struct.pack("!H", size)
    else:
        head += bytes([mask | 127]) + struct.pack("!Q", size)
    return head + (b"\0\0\0\0" if masked else b"") + payload


HI = messages.encode(messages.Hello())
WIRES = {
    "invalid UTF-8": frame(Opcode.TEXT, b'{"kind":"\xff\xfe"}'),
    "UTF-8 cut in two": frame(Opcode.TEXT, b"\xc3"),
    "not masked": frame(Opcode.TEXT, HI, masked=False),
    "an opcode there is not": frame(3, HI),
    "a long ping": frame(Opcode.PING, b"x" * 200),
    "a frame in pieces": frame(Opcode.TEXT, HI[:5], fin=False) + frame(Opcode.CONT, HI[5:]),
    "a piece of nothing": frame(Opcode.CONT, HI),
    "cut off": frame(Opcode.TEXT, HI)[:6],
    "longer than it says": frame(Opcode.TEXT, HI, length=4),
    "a length of 2^62": frame(Opcode.TEXT, HI, length=1 << 62),
    "many pieces": frame(Opcode.TEXT, b"x", fin=False) + frame(Opcode.CONT, b"y" * 1000, fin=False) * 100,
    "a close without a code": frame(Opcode.CLOSE, b""),
    "a close with half a code": frame(Opcode.CLOSE, b"\x03"),
    "a close with a code there is not": frame(Opcode.CLOSE, b"\x00\x01bye"),
    "random bytes": random.Random(1).randbytes(2000),
}


@pytest.mark.parametrize("raw", WIRES.values(), ids=WIRES.keys())
def test_broken_frames(server: Server, bystander: Crafted, raw: bytes) -> None:
    head = (
        f"GET /api/tables/{bystander.table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), 10) as line:
        line.sendall(head.encode())
        assert line.recv(4096).startswith(b"HTTP/1.1 101")
        line.sendall(raw)
        line.settimeout(0.3)
        with contextlib.suppress(TimeoutError):
            answer = line.recv(65536)
            assert answer == b"" or answer[0] in (0x88, 0x81, 0x8A)  # gone, a close, an update, a pong
    assert server.answers()


REQUESTS = [
    b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x00\xa5\x01", b"GET", b"G" * 100_000,
    b"GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999999\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: \xb2\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /api/tables/%00%ff%c3%28 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /api/tables/a HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \xff\xfe\r\n\r\n",
    b"GET /api/texts/..%2f..%2fx/en HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /api/rules/..%2f..%2f..%2fetc HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
]  # fmt: skip


@pytest.mark.parametrize("raw", REQUESTS, ids=range(len(REQUESTS)))
def test_broken_requests(server: Server, bystander: Crafted, raw: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 10) as line:
        with contextlib.suppress(ConnectionError):
            line.sendall(raw)
        line.settimeout(0.5)
        with contextlib.suppress(TimeoutError, ConnectionError):
            answer = line.recv(65536)
            assert answer == b"" or answer.startswith(b"HTTP/1.1 4")
    assert server.answers()


@pytest.mark.parametrize("raw", [*NASTY, *(mutated(random.Random(number)) for number in range(40))])
def test_nasty_bodies(server: Server, bystander: Crafted, raw: bytes) -> None:
    for path in ("/api/tables", "/api/mine", f"/api/tables/{bystander.table}/seats"):
        status, _, body = server.request("POST", path, raw)
        assert status == 400
        assert msgspec.json.decode(body, type=messages.Failure).error == "bad_message"


def test_the_http_part_keeps_to_its_description(server: Server, bystander: Crafted) -> None:
    schema = schemathesis.openapi.from_url(f"{server.address}/api/openapi.json")
    checks = [not_a_server_error, status_code_conformance, response_schema_conformance]
    asked = 0
    for result in schema.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]

        @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        @given(case=operation.as_strategy())
        def holds(case: Any) -> None:
            nonlocal asked
            asked += 1
            case.validate_response(case.call(base_url=server.address), checks=checks)

        holds()
    assert asked > 60
