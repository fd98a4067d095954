"""Alerts: for the seat whose turn it is and that nobody looks through, sealed, without a card, and not for ever."""

import asyncio
import json
import queue
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.exceptions import InvalidTag

from brelan.server import messages
from brelan.server.alerts import sealing, sending
from brelan.server.alerts.entries import hushed
from brelan.server.wire import path

from .pushing import Browser, Service, service
from .running import Crafted, Server, awaited, craft, hello


@pytest.fixture(scope="module")
def push() -> Iterator[Service]:
    with service() as made:
        yield made


@pytest.fixture(scope="module")
def alerting(compiled: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may send to this machine."""
    made = Server(tmp_path_factory.mktemp("alerts"), near=True).start()
    yield made
    made.close()
    assert not made.traces()


@pytest.fixture(autouse=True)
def emptied(push: Service) -> None:
    push.status = 201
    while not push.came.empty():
        push.came.get()


def want(server: Server, made: Crafted, seat: int, wanted: messages.WantAlerts) -> int:
    headers = {"authorization": f"Bearer {made.keys[seat]}"}
    return server.request("POST", path("want_alerts", table=made.table), wanted, headers)[0]


async def move(server: Server, made: Crafted, seat: int) -> None:
    """Somebody comes, plays one move, and goes."""
    async with server.client().sit(made.seated(seat)) as one:
        assert await one.my_turn()
        await one.play(one.scene.allowed[0])


def at_turn(server: Server, made: Crafted) -> int:
    return msgspec.json.decode(server.get(path("look", table=made.table))[1], type=messages.Scene).at


# sealed


def test_what_is_sealed_is_what_the_standard_says() -> None:
    """The example of RFC 8291: our browser opens it, so it opens what browsers do; and what we seal, it opens."""
    browser = Browser("", "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "BTBZMqHH6r4Tts7J_aSIgg")
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.opened(sealing.to_bytes(body)) == b"When I grow up, I want to be a watermelon"
    to = sealing.Subscriber("", browser.point, browser.secret)
    assert browser.opened(sealing.sealed(b"Your turn", to)) == b"Your turn"
    with pytest.raises(InvalidTag):
        Browser("").opened(sealing.sealed(b"Your turn", to))


def test_a_server_signs_with_the_key_it_was_subscribed_with() -> None:
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    private = sealing.new_private()
    header = sealing.signature("https://push.example/send/1?x", private, "mailto:a@b")
    token, key = header.removeprefix("vapid t=").split(", k=")
    assert key == sealing.public(private)
    head, claims, signed = token.split(".")
    assert json.loads(sealing.to_bytes(claims))["aud"] == "https://push.example"
    raw = sealing.to_bytes(signed)
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sealing.to_bytes(key))
    both = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    point.verify(both, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))


# who is alerted


@awaited
async def test_only_the_seat_whose_turn_it_is_is_alerted(alerting: Server, push: Service) -> None:
    made = craft(alerting, "joomo", [None, None, None])
    browsers = [Browser(f"{push.address}/seat/{seat}") for seat in range(3)]
    for seat, browser in enumerate(browsers):
        assert want(alerting, made, seat, browser.wants()) == 200
    seen = []
    for _ in range(4):
        await move(alerting, made, at_turn(alerting, made))
        seat = at_turn(alerting, made)
        came = await asyncio.to_thread(push.next)
        assert came.path == f"/seat/{seat}"
        seen.append(browsers[seat].read(came))
        others = [other for other in browsers if other is not browsers[seat]]
        for other in others:
            with pytest.raises(InvalidTag):
                other.read(came)
    await asyncio.sleep(0.6)
    assert push.came.empty(), "once a turn"
    assert {told["table"] for told in seen} == {made.table}


@awaited
async def test_an_alert_says_whose_table_it_is_and_tells_no_card(alerting: Server, push: Service) -> None:
    made = craft(alerting, "joomo", [None, None])
    seat = at_turn(alerting, made)
    browser = Browser(f"{push.address}/x")
    want(alerting, made, 1 - seat, browser.wants(language="de"))
    await move(alerting, made, seat)
    came = await asyncio.to_thread(push.next)
    assert browser.read(came) == {
        "table": made.table, "title": "Du bist dran", "body": f"Joomo mit P{seat}",
        "mute": "Diesen Tisch stummschalten", "quiet": False,
    }  # fmt: skip
    assert (came.headers["content-encoding"], came.headers["urgency"]) == ("aes128gcm", "high")
    assert made.table not in json.dumps(came.headers)
    status, told = alerting.get(path("alerts"))
    assert status == 200
    assert came.headers["authorization"].endswith(f"k={json.loads(told)['key']}")


@awaited
async def test_who_looks_is_not_alerted_until_they_go_away(alerting: Server, push: Service) -> None:
    made = craft(alerting, "joomo", [None, None])
    seat = at_turn(alerting, made)
    browser = Browser(f"{push.address}/x")
    want(alerting, made, 1 - seat, browser.wants())
    async with alerting.wire(made.table) as other:
        await hello(other, made.keys[1 - seat])
        await move(alerting, made, seat)
        await asyncio.sleep(0.8)
        assert push.came.empty()
    assert browser.read(await asyncio.to_thread(push.next))["table"] == made.table


@awaited
async def test_a_table_is_muted_by_the_seat_or_by_the_browser_itself(alerting: Server, push: Service) -> None:
    for muted_by in ("seat", "browser"):
        made = craft(alerting, "joomo", [None, None])
        seat = at_turn(alerting, made)
        browser = Browser(f"{push.address}/{muted_by}")
        want(alerting, made, 1 - seat, browser.wants())
        if muted_by == "seat":
            want(alerting, made, 1 - seat, browser.wants(on=False))
        else:
            body = messages.MuteAlerts(browser.endpoint)
            assert alerting.request("POST", path("mute_alerts", table=made.table), body)[0] == 200
        await move(alerting, made, seat)
        await asyncio.sleep(0.8)
        assert push.came.empty()


@awaited
async def test_in_quiet_hours_an_alert_makes_no_noise(alerting: Server, push: Service) -> None:
    made = craft(alerting, "joomo", [None, None])
    seat = at_turn(alerting, made)
    browser = Browser(f"{push.address}/x")
    want(alerting, made, 1 - seat, browser.wants(quiet=[0, 1439]))
    await move(alerting, made, seat)
    came = await asyncio.to_thread(push.next)
    assert browser.read(came)["quiet"] is True
    assert came.headers["urgency"] == "very-low"


@pytest.mark.parametrize(
    ("quiet", "minute", "answer"),
    [(None, 5, False), ((60, 120), 60, True), ((60, 120), 120, False), ((1320, 420), 1400, True),
     ((1320, 420), 419, True), ((1320, 420), 420, False), ((1320, 420), 700, False)],
)  # fmt: skip
def test_quiet_hours_may_go_over_midnight(quiet: Any, minute: int, answer: bool) -> None:
    assert hushed(quiet, minute) is answer


# what may go wrong


@awaited
async def test_a_browser_that_is_gone_is_forgotten_and_a_sick_service_is_not_asked_for_ever(
    alerting: Server, push: Service
) -> None:
    made = craft(alerting, "joomo", [None, None])
    seat = at_turn(alerting, made)
    browser = Browser(f"{push.address}/x")
    want(alerting, made, 1 - seat, browser.wants())
    push.status = 503
    await move(alerting, made, seat)
    for _ in range(sending.TRIES):
        await asyncio.to_thread(push.next)
    await asyncio.sleep(0.5)
    assert push.came.empty()
    push.status = 410
    await move(alerting, made, 1 - seat)
    await move(alerting, made, seat)
    await asyncio.to_thread(push.next)
    push.status = 201
    await asyncio.sleep(0.5)
    await move(alerting, made, 1 - seat)
    await move(alerting, made, seat)
    with pytest.raises(queue.Empty):
        await asyncio.to_thread(push.next, 1.0)


def test_only_a_seats_own_key_subscribes_and_keys_must_be_keys(alerting: Server, push: Service) -> None:
    made, browser = craft(alerting, "joomo", [None, None]), Browser(f"{push.address}/x")
    other = Crafted(made.table, ["x" * 32, "y" * 32], made.invitation)
    assert want(alerting, other, 0, browser.wants()) == 403
    for key, secret in (("", ""), ("A" * 87, "A" * 22), ("!", "A" * 22)):
        assert want(alerting, made, 0, messages.WantAlerts(browser.endpoint, key, secret)) == 400
    for number in range(4):
        assert want(alerting, made, 0, Browser(f"{push.address}/{number}").wants()) == 200
    assert want(alerting, made, 0, Browser(f"{push.address}/5").wants()) == 429


@pytest.mark.parametrize(
    "endpoint",
    ["http://push.example/1", "file:///etc/passwd", "https://", "https://u:p@push.example/1", "gopher://x", "nonsense",
     "https://[::1", "https://push.example:99999/"],
)  # fmt: skip
def test_an_alert_goes_to_https_addresses_alone(endpoint: str) -> None:
    with pytest.raises(sending.Refused):
        sending.send(endpoint, b"", {})


@pytest.mark.parametrize(
    "place", ["127.0.0.1", "10.0.0.1", "192.168.1.1", "169.254.169.254", "::1", "fd00::1", "::ffff:10.0.0.1", "0.0.0.0"]
)
def test_an_alert_never_goes_into_a_private_network(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reached = []
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda *_, **__: [(2, 1, 6, "", ("93.184.216.34", 443)), (2, 1, 6, "", (place, 443))]
    )
    monkeypatch.setattr(socket, "create_connection", lambda *given: reached.append(given))
    with pytest.raises(sending.Refused):
        sending.send("https://push.example/1", b"", {})
    assert reached == []


def test_a_server_does_not_take_addresses_of_its_own_house(server: Server) -> None:
    made = craft(server, "joomo", [None, None])
    assert want(server, made, 0, Browser("http://127.0.0.1:9/").wants()) == 400


@awaited
async def test_a_power_cut_loses_no_subscription_and_no_key(tmp_path: Path, push: Service) -> None:
    server = Server(tmp_path, near=True).start()
    try:
        made = craft(server, "joomo", [None, None])
        seat, browser = at_turn(server, made), Browser(f"{push.address}/x")
        want(server, made, 1 - seat, browser.wants())
        key = json.loads(server.get(path("alerts"))[1])["key"]
        server.kill()
        server.start()
        assert json.loads(server.get(path("alerts"))[1])["key"] == key
        await move(server, made, seat)
        assert browser.read(await asyncio.to_thread(push.next))["table"] == made.table
    finally:
        server.close()
    assert not server.traces()
