"""Your turn: on the icon, in a note, and with the page closed; the tap that leads back to the table."""

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from server.pushing import Browser as Subscriber
from server.pushing import Service, service
from server.running import Crafted, Server, craft
from web.conftest import Launches
from web.layout import walk
from web.tapping import settle, tap
from web.visitor import LONG, PHONE, SOON, Visitor

from brelan.core.game import names
from brelan.server.alerts.sealing import to_text

SUBSCRIBED = """([endpoint, key, secret]) => {
  const plain = (text) => atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = (text) => Uint8Array.from(plain(text), (sign) => sign.charCodeAt(0)).buffer;
  const made = { endpoint, getKey: (name) => bytes(name === "auth" ? secret : key), unsubscribe: async () => true };
  PushManager.prototype.subscribe = async (wishes) => { window.subscribed = wishes.userVisibleOnly; return made; };
  PushManager.prototype.getSubscription = async () => (window.subscribed === undefined ? null : made);
}"""
BADGE = """() => { window.badges = []; navigator.setAppBadge = async (count) => { badges.push(count); };
  navigator.clearAppBadge = async () => { badges.push(0); }; }"""
HIDDEN = """(hidden) => { Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange")); }"""
NOTES = (
    "() => navigator.serviceWorker.ready.then((worker) => worker.getNotifications())"
    ".then((notes) => notes.map(({ title, body, data }) => [title, body, data.table]))"
)
CLICKED = """async (action) => {
  self.led = null;
  self.clients.openWindow = async (place) => { self.led = place; };
  self.clients.matchAll = async () => [];
  const [note] = await self.registration.getNotifications();
  const event = new NotificationEvent("notificationclick", { notification: note, action });
  const waits = [];
  event.waitUntil = (work) => waits.push(work);
  self.dispatchEvent(event);
  await Promise.all(waits);
  return self.led;
}"""


@pytest.fixture
def push() -> Iterator[Service]:
    with service() as made:
        yield made


@pytest.fixture
def alerting(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path, near=True, slow=SOON / 1000).start()
    yield made
    made.close()
    assert not made.traces()


def play(server: Server, made: Crafted, seat: int) -> None:
    """Another seat plays a move, by script."""

    async def move() -> None:
        async with server.client().sit(made.seated(seat)) as one:
            assert await one.my_turn()
            await one.play(one.scene.allowed[0])

    with ThreadPoolExecutor(1) as thread:  # the browser's own loop runs in this one
        thread.submit(lambda: asyncio.run(move())).result()


def sits(browser: Browser, server: Server, made: Crafted, seat: int, language: str = "en") -> Visitor:
    """Somebody with a page that is kept, who lets it tell things."""
    visitor = Visitor(browser, server.address, size=PHONE, language=language, pocket=True)
    visitor.context.grant_permissions(["notifications"], origin=server.address)
    visitor.page.goto(f"{server.address}/t/{made.table}#k={made.keys[seat]}")
    visitor.wait_for_table()
    visitor.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    return visitor


def tap_a_card(visitor: Visitor) -> None:
    """Play one's turn."""
    for _ in range(6):
        if not visitor.mine:
            return
        tap(visitor)
        settle(visitor)
    expect(visitor.page.locator(".say.mine")).to_have_count(0)


def becomes(page: Page, script: str) -> None:
    """Something is so on a page, soon; its content policy lets nobody wait there."""
    for _ in range(SOON // 50):
        if page.evaluate(script):
            return
        page.wait_for_timeout(50)
    assert page.evaluate(script), script


def at_turn(server: Server, made: Crafted) -> int:
    return int(json.loads(server.get(f"/api/tables/{made.table}")[1])["at"])


def test_an_alert_with_the_page_closed_and_the_tap_that_leads_back(
    browser: Browser, alerting: Server, push: Service
) -> None:
    made = craft(alerting, "joomo", [None, None, None])
    seat = at_turn(alerting, made)
    visitor = sits(browser, alerting, made, seat)
    page, subscriber = visitor.page, Subscriber(f"{push.address}/x")
    page.evaluate(SUBSCRIBED, [subscriber.endpoint, to_text(subscriber.point), to_text(subscriber.secret)])
    expect(page.locator(".offer")).to_have_count(0)  # not before one's own move is done
    tap_a_card(visitor)
    with page.expect_response(f"**/api/tables/{made.table}/alerts"):
        page.locator(".offer:not(.round)").click()
    expect(page.locator(".offer")).to_have_count(0)
    assert page.evaluate("window.subscribed") is True

    worker = visitor.context.service_workers[0]
    line = visitor.context.new_cdp_session(page)
    registered: list[Any] = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda told: registered.extend(told["registrations"]))
    line.send("ServiceWorker.enable")
    page.goto("about:blank")  # the page is closed; nobody looks
    for other in [(seat + 1) % 3, (seat + 2) % 3]:
        play(alerting, made, other)
    came = push.next()
    told = subscriber.opened(came.body).decode()
    assert json.loads(told)["table"] == made.table
    found = next(one for one in registered if one["scopeURL"].startswith(alerting.address))
    line.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": alerting.address, "registrationId": found["registrationId"], "data": told},
    )
    for _ in range(LONG // 50):  # a worker that was stopped starts anew
        notes = worker.evaluate(
            "() => self.registration.getNotifications().then((all) => all.map(({ title }) => title))"
        )
        if notes:
            break
        page.wait_for_timeout(50)
    assert notes == ["Your turn"]
    place = worker.evaluate(CLICKED, "")
    assert place == f"{alerting.address}/t/{made.table}"
    page.goto(place)
    page.locator(".say.mine").wait_for()
    assert visitor.errors == []
    visitor.leave()


def test_a_hidden_page_marks_its_icon_and_tells_and_a_muted_table_does_not(
    browser: Browser, alerting: Server, push: Service
) -> None:
    made = craft(alerting, "joomo", [None, None])
    seat = at_turn(alerting, made)
    visitor = sits(browser, alerting, made, seat)
    page, subscriber = visitor.page, Subscriber(f"{push.address}/x")
    page.evaluate(SUBSCRIBED, [subscriber.endpoint, to_text(subscriber.point), to_text(subscriber.secret)])
    page.evaluate(BADGE)
    tap_a_card(visitor)
    with page.expect_response(f"**/api/tables/{made.table}/alerts"):
        page.locator(".offer:not(.round)").click()
    page.evaluate(HIDDEN, True)
    play(alerting, made, 1 - seat)
    page.locator(".say.mine").wait_for()
    expect(page).to_have_title("● Your turn · Joomo")
    becomes(page, "() => badges.includes(1)")
    for _ in range(100):
        if notes := page.evaluate(NOTES):
            break
        page.wait_for_timeout(50)
    assert notes == [["Your turn", "Joomo", made.table]]
    page.evaluate(HIDDEN, False)
    becomes(page, "() => badges.at(-1) === 0")

    page.get_by_role("button", name="Menu").click()
    page.locator(".bell").click()
    expect(page.locator(".bell")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Close").click()
    tap_a_card(visitor)
    page.goto("about:blank")
    play(alerting, made, 1 - seat)
    page.wait_for_timeout(1500)
    assert push.came.empty()
    visitor.leave()


def test_it_is_never_offered_against_bots_nor_again_when_it_was_put_aside(
    launches: Launches, browser: Browser, alerting: Server
) -> None:
    alone = craft(alerting, "joomo", [None, "easy", "easy"])
    seat = at_turn(alerting, alone)
    if seat == 0:
        visitor = sits(browser, alerting, alone, 0)
        tap_a_card(visitor)
        visitor.page.wait_for_timeout(500)
        expect(visitor.page.locator(".offer")).to_have_count(0)
        visitor.leave()
    made = craft(alerting, "joomo", [None, None])
    seat = at_turn(alerting, made)
    visitor = sits(browser, alerting, made, seat)
    tap_a_card(visitor)
    visitor.page.locator(".offer.round").click()
    play(alerting, made, 1 - seat)
    tap_a_card(visitor)
    visitor.page.wait_for_timeout(500)
    expect(visitor.page.locator(".offer")).to_have_count(0)
    visitor.leave()


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("game", names())
def test_the_offer_has_a_place_of_its_own(browser: Browser, alerting: Server, game: str, language: str) -> None:
    made = craft(alerting, game, [None, None])
    visitor = sits(browser, alerting, made, at_turn(alerting, made), language)
    tap_a_card(visitor)
    visitor.page.locator(".offer.round").wait_for()
    assert walk(visitor) == []
    visitor.leave()
