"""The pocket table: the page on any web server, then offline; several people at one screen."""

import functools
import gzip
import http.server
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from games.jokrummy.test_help import asked, moments
from playwright.sync_api import Browser, expect
from server.running import Server
from web.tapping import PRIMARY, play, settle, tap
from web.visitor import DESKTOP, LONG, Visitor

from brelan import site
from brelan.core.game import names
from brelan.core.notation import read
from brelan.games.jokrummy.cards import NAMES

PROPOSED = {"ask": "propose", "slot": 0, "how": "most_cards"}
PACE = "localStorage.setItem('brelan.pace', '0')"
LOOKS_BACK = re.compile("Review the game|The turning point")  # the way there is called by how the game ended
MISSING = "404"  # a plain web server has no api
Opens = Callable[..., Visitor]


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


class Host:
    """A folder behind `python -m http.server`, in a folder of its own; it can go away."""

    def __init__(self, folder: Path) -> None:
        serve = functools.partial(Quiet, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve)
        self.address = f"http://localhost:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as `brelan site` writes it, one folder below the root of a web server."""
    root = tmp_path_factory.mktemp("host")
    site.write(root / "games" / "brelan")
    return root


@pytest.fixture
def guest(browser: Browser, folder: Path) -> Iterator[Visitor]:
    """Somebody who opened the site once; then the network was cut."""
    host = Host(folder)
    visitor = Visitor(browser, host.address, DESKTOP, pocket=True)
    visitor.page.goto(f"{host.address}/games/brelan/")
    visitor.page.evaluate(PACE)
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    visitor.page.reload()
    expect(visitor.tile("thegame").get_by_role("heading")).not_to_be_empty()
    host.close()
    visitor.context.set_offline(True)
    visitor.page.reload()
    expect(visitor.tile("thegame").get_by_role("heading")).not_to_be_empty()
    yield visitor
    assert not [error for error in visitor.errors if MISSING not in error]
    visitor.leave()


@pytest.mark.parametrize("game", names())
def test_a_whole_game_is_played_without_a_network(guest: Visitor, game: str) -> None:
    guest.tile(game).locator(".button.primary").click()
    guest.wait_for_table()
    play(guest)
    assert guest.ended
    expect(guest.page.locator("dialog .proof")).to_have_count(0)  # the device shuffled for itself


def test_a_table_is_there_again_after_the_page_was_closed(guest: Visitor) -> None:
    guest.tile("thegame").locator(".button.primary").click()
    guest.wait_for_table()
    guest.wait()
    tap(guest)
    settle(guest)
    hand = sorted(guest.hand)
    guest.page.goto("about:blank")
    guest.page.goto(f"{guest.address}/games/brelan/")
    guest.page.locator(".go-on button").first.click()
    guest.wait_for_table()
    guest.wait()
    assert sorted(guest.hand) == hand


def test_a_saved_game_goes_out_and_comes_in_as_notation(guest: Visitor, tmp_path: Path) -> None:
    guest.tile("thegame").locator(".button.primary").click()
    guest.wait_for_table()
    guest.wait()
    tap(guest)
    settle(guest)
    guest.wait()
    hand = sorted(guest.hand)
    guest.page.get_by_role("button", name="Menu").click()
    with guest.page.expect_download() as download:
        guest.page.get_by_role("button", name="Save this game").click()
    file = tmp_path / "game.txt"
    download.value.save_as(file)
    table = read(file.read_text(encoding="utf-8"))
    assert sorted(table.view(0)["hands"][0]) == hand
    guest.page.get_by_role("dialog").get_by_role("button", name="Home").click()
    guest.page.get_by_label("Open a saved game").set_input_files(file)
    guest.wait_for_table()
    guest.wait()
    assert sorted(guest.hand) == hand


def test_a_proposal_is_for_the_turn_it_was_made_in(guest: Visitor, tmp_path: Path) -> None:
    table = next(table for table in moments(3, 2) if table.seat == 0 and asked(table, 0, **PROPOSED)["add"])
    extra = NAMES.index(asked(table, 0, **PROPOSED)["add"][0]["cards"][0])
    (tmp_path / "game.txt").write_text(table.notation(), encoding="utf-8")
    guest.page.get_by_label("Open a saved game").set_input_files(tmp_path / "game.txt")
    guest.wait_for_table()
    page = guest.page
    page.get_by_role("button", name="most cards").click()
    page.get_by_role("button", name="Lay down the programme").wait_for()
    page.locator(f".held[data-card='{extra}']").first.click()  # what it would have added is discarded
    page.locator(".actions").get_by_role("button", name="Discard").click()
    page.get_by_role("button", name="Draw a card").click()
    page.get_by_role("button", name="Lay down the programme").click()
    expect(page.get_by_role("button", name="Lay down the programme")).to_have_count(0)
    expect(page.locator(".toast")).to_have_count(0)


def test_the_deal_of_the_day_can_be_looked_back_at_without_a_network(guest: Visitor) -> None:
    guest.page.locator(".daily button", has_text="The Game").click()
    guest.wait_for_table()
    play(guest)
    guest.page.get_by_role("dialog").get_by_role("button", name=LOOKS_BACK).click()
    guest.page.locator("aside figure").first.wait_for(timeout=LONG)
    expect(guest.page.locator("aside .failed")).to_have_count(0)


@pytest.mark.parametrize("game", names())
def test_a_lesson_begins_without_a_network(guest: Visitor, game: str) -> None:
    guest.door(game, "learn").click()
    expect(guest.page.locator(".say, .lesson").first).to_be_visible()
    expect(guest.page.get_by_text("Can’t reach")).to_have_count(0)


def test_koomi_is_practised_without_a_network(guest: Visitor) -> None:
    guest.door("koomi", "practise").click()
    expect(guest.page.locator(".held").first).to_be_visible()


# how much there is to load

FIRST, WHOLE = 250_000, 600_000  # bytes gzipped: one game ready to be played, and everything


def zipped(file: Path) -> int:
    return len(gzip.compress(file.read_bytes(), 9))


def test_a_first_game_and_everything_are_small(browser: Browser, folder: Path) -> None:
    host, root, asked = Host(folder), folder / "games" / "brelan", set[str]()
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.on("request", lambda request: asked.add(request.url.partition("#")[0]))
    page.goto(f"{host.address}/games/brelan/")
    page.locator(".tile[data-world=thegame] .button.primary").click()
    page.locator(".say.mine").wait_for()
    context.close()
    host.close()
    own = [url.removeprefix(f"{host.address}/games/brelan/") or "index.html" for url in asked if "/api/" not in url]
    first = sum(zipped(root / name) for name in own if (root / name).is_file())
    whole = sum(zipped(file) for file in root.rglob("*") if file.is_file())
    print(f"{first} bytes gzipped to play The Game in {len(own)} files, {whole} in all")
    assert any(name.endswith(".wasm") for name in own)
    assert first < FIRST
    assert whole < WHOLE


# several people at one screen

SHARED = ("Anna", "Ben", "Carla")
COVER = ".hand-to"
HAND = ".held, .card, [data-card], .say"


@pytest.mark.parametrize("game", names())
def test_nobody_sees_another_hand_when_the_table_is_handed_on(guest: Visitor, game: str) -> None:
    page = guest.page
    share(guest, game)
    covers, hands = 0, dict[str, list[int]]()
    for _ in range(40):
        page.locator(f"{COVER}, .say.mine, dialog.end, {PRIMARY}").first.wait_for()
        if guest.ended:
            break
        if page.locator(COVER).count():
            covers += 1
            assert page.locator(HAND).count() == 0, "a hand is on the page behind the cover"
            name = page.locator(".hand-to h1").inner_text().removeprefix("Pass the screen to ")
            page.locator(".hand-to .primary").click()
            guest.wait_for_table()
            assert guest.mine, "it is not the seat of the one it was handed to"
            assert guest.hand not in [held for other, held in hands.items() if other != name and held]
            hands[name] = guest.hand
        else:
            tap(guest)
            settle(guest)
    assert guest.ended or (covers >= 3 and len(hands) >= 2)


def share(guest: Visitor, game: str) -> None:
    """Make a table for three people at this screen."""
    page = guest.page
    guest.door(game, "friends").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your name").fill(SHARED[0])
    dialog.locator(".count", has_text="3").click()
    for seat in (2, 3):
        dialog.get_by_placeholder(f"Seat {seat}").fill(SHARED[seat - 1])
    dialog.get_by_role("button", name="Open the table").click()


def test_a_page_without_a_server_can_be_told_of_one(browser: Browser, folder: Path, server: Server) -> None:
    host = Host(folder)
    visitor = Visitor(browser, host.address, DESKTOP, pocket=True)
    page = visitor.page
    page.goto(f"{host.address}/games/brelan/")
    visitor.door("koomi", "friends").click()
    told, go = page.get_by_label("Server address"), page.get_by_role("button", name="Open", exact=True)
    for wrong in ("", "javascript:alert(1)", "http://", "two words"):
        told.fill(wrong)
        expect(go).to_be_disabled()
    told.fill(server.address.removeprefix("http://"))
    go.click()
    page.wait_for_url(f"{server.address}/")
    visitor.door("koomi", "friends").click()
    expect(page.locator("dialog select").first).to_have_value("")  # a friend may sit there
    visitor.leave()
    host.close()


def renewed(folder: Path) -> None:
    """The site as a later release would write it: another list of files, and a page that says so."""
    for name in ("index.html", "table.html"):
        page = folder / name
        page.write_text(page.read_text().replace("<body", '<body data-release="next"', 1))
    worker = folder / "offline.js"
    worker.write_text(re.sub(r"\bbrelan-[0-9a-f]{16}\b", "brelan-next", worker.read_text()))


def test_a_new_version_is_offered_and_taken_only_when_it_is_wanted(browser: Browser, tmp_path: Path) -> None:
    site.write(tmp_path)
    host = Host(tmp_path)
    visitor = Visitor(browser, host.address, DESKTOP, pocket=True)
    page, next_ = visitor.page, visitor.page.locator("body[data-release=next]")
    page.goto(host.address)
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    page.reload()
    renewed(tmp_path)
    page.reload()
    offer = page.get_by_role("button", name="Update now")
    expect(offer).to_be_visible()
    page.reload()  # not even then
    expect(next_).to_have_count(0)
    offer.click()
    expect(next_).to_have_count(1)
    assert not [error for error in visitor.errors if MISSING not in error]
    visitor.leave()
    host.close()
