"""A real server with the built page, and a real browser."""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from server.running import Server
from web.visitor import SOON, Visitor

from brelan.server.page import PAGE

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
TWICE = "--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"
SWITCHES = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
Opens = Callable[..., Visitor]
Launches = Callable[..., Browser]


def chromium() -> str | None:
    """The machine's own Chromium; BRELAN_BROWSER names another."""
    return os.environ.get("BRELAN_BROWSER") or next(filter(None, map(shutil.which, BROWSERS)), None)


@pytest.fixture(scope="session")
def launches() -> Iterator[Launches]:
    """Starts browsers without a window, with more switches if wanted."""
    found = chromium()
    if found is None:
        pytest.skip("no Chromium on this machine: the web table is not tested in a browser")
    with sync_playwright() as playwright:
        yield lambda *more: playwright.chromium.launch(executable_path=found, args=[*SWITCHES, *more])


@pytest.fixture(scope="session")
def browser(launches: Launches) -> Iterator[Browser]:
    """A browser as it comes."""
    opened = launches()
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def large(launches: Launches) -> Iterator[Browser]:
    """A browser with its text set to 200 %, as people do who see little."""
    opened = launches(TWICE)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the page; whatever was done to it, it wrote no traceback."""
    assert (PAGE / "index.html").exists(), "the page has not been built: run make web"
    made = Server(tmp_path_factory.mktemp("web"), slow=SOON / 1000).start()
    yield made
    made.close()
    assert not made.traces()


@pytest.fixture
def visits(browser: Browser, server: Server) -> Iterator[Opens]:
    """Opens browsers of their own at the server; none of them saw an error or asked another origin."""
    visitors: list[Visitor] = []

    def opens(**wishes: Any) -> Visitor:
        visitors.append(Visitor(browser, server.address, **wishes))
        return visitors[-1]

    yield opens
    for visitor in visitors:
        visitor.leave()
        assert visitor.errors == []
