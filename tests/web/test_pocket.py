"""The table in the pocket: the page from any web server, then without a network; several people at one screen."""

import functools
import http.server
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from web.tapping import play, settle, tap
from web.visitor import DESKTOP, LONG, Visitor

from brelan import site
from brelan.core.game import names
from brelan.core.notation import read

PACE = "localStorage.setItem('brelan.pace', '0')"
MISSING = "404"  # a plain web server has no api
KEPT = "caches.keys().then(async all => (await (await caches.open(all[0])).keys()).length)"
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
    visitor = Visitor(browser, host.address, DESKTOP)
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
    assert guest.page.locator("dialog .sign").count()


def test_a_table_is_there_again_after_the_page_was_closed(guest: Visitor) -> None:
    guest.tile("thegame").locator(".button.primary").click()
    guest.wait_for_table()
    guest.wait()
    tap(guest)
    settle(guest)
    hand = sorted(guest.hand)
    guest.page.goto("about:blank")
    guest.page.goto(f"{guest.address}/games/brelan/")
    guest.page.get_by_role("button", name="The Game").first.click()
    guest.wait_for_table()
    guest.wait()
    assert sorted(guest.hand) == hand
