"""Every screen outside the table at seven sizes: nothing overlaps, is truncated or scrolls sideways."""

from pathlib import Path

import pytest
from playwright.sync_api import expect
from server.pupils import open_class
from server.running import Server
from web.conftest import Opens
from web.screens import address, laid_out
from web.test_class import Child
from web.test_home import visit
from web.visitor import Visitor

from brelan.core.game import names

SIZES = [(360, 640), (360, 740), (740, 360), (820, 1180), (1180, 820), (1440, 900), (1920, 1080)]
CHILDREN = ["Maximiliane-Charlotte", "Bo", "Jean-Christophe", "Aïcha", "Finn", "Wolfgang-Amadeus", "Zoé"]
LOOK = Path(__file__).with_name("look.js").read_text(encoding="utf-8")


def walk(visitor: Visitor, room: bool = False) -> None:
    """Resize one page through all sizes and look."""
    found = {}
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        faults = visitor.page.evaluate(LOOK, room)
        if faults:
            found[f"{width}x{height}"] = faults
    assert found == {}


@pytest.fixture(params=["de", "fr"])
def visitor(visits: Opens, request: pytest.FixtureRequest) -> Visitor:
    """Somebody who reads one of the languages with long words."""
    return visits(language=request.param, light="light" if request.param == "fr" else "dark")


def test_home(visitor: Visitor, server: Server) -> None:
    visitor.page.goto(address(server, laid_out(server, "joomo-six", "easy")))
    visitor.wait_for_table()
    visitor.page.evaluate("""() => {
      localStorage.setItem("brelan.played.koomi", JSON.stringify({ games: [], played: 14, won: 6, beaten: 2 }));
      localStorage.setItem("brelan.played.jokrummy", JSON.stringify({ games: [], played: 14, won: 0, beaten: -1 }));
    }""")
    visitor.home()
    visitor.page.locator(".on").wait_for()
    visitor.page.locator(".deal").first.wait_for()
    walk(visitor)
    for game in names():
        visitor.tile(game).locator(".whom").click()
    walk(visitor)


def test_a_game_is_one_tap_away_at_every_size(visitor: Visitor) -> None:
    visitor.home()
    visitor.page.locator(".deal").first.wait_for()
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        expect(visitor.tile("thegame").locator(".button.primary")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", names())
def test_making_a_table(visitor: Visitor, game: str) -> None:
    visitor.home()
    visitor.door(game, "friends").click()
    visitor.page.locator("dialog summary").click()
    walk(visitor)


@pytest.mark.parametrize("game", names())
def test_a_lesson(visitor: Visitor, server: Server, game: str) -> None:
    page = visitor.page
    page.goto(f"{server.address}/#learn={game}")
    page.locator(".speech").wait_for()
    walk(visitor, room=True)
    page.locator(".actions .next").click()
    page.locator(".actions .show").click()
    walk(visitor, room=True)


@pytest.mark.parametrize("game", names())
def test_the_rules(visitor: Visitor, server: Server, game: str) -> None:
    page = visitor.page
    page.goto(f"{server.address}/#rules={game}")
    expect(page.locator(".tabs a").last).not_to_be_empty()
    walk(visitor)
    page.locator(".every").click()
    page.locator(".clause").first.wait_for()
    walk(visitor)


def test_settings_and_practice(visitor: Visitor, server: Server) -> None:
    visitor.home()
    visitor.page.locator("footer button:not(.me)").click()
    walk(visitor)
    visitor.page.goto(f"{server.address}/#practise=koomi")
    visitor.page.reload()
    visitor.page.locator(".held").first.wait_for()
    walk(visitor)


@pytest.mark.parametrize("game", names())
def test_looking_back(visitor: Visitor, server: Server, game: str) -> None:
    made = laid_out(server, f"{game}-end")
    visitor.page.goto(f"{server.address}/t/{made.table}#review=1&at=3")
    visitor.page.locator(".steps").wait_for()
    walk(visitor, room=True)


def test_the_class(visitor: Visitor, visits: Opens, server: Server) -> None:
    page, opened = visitor.page, open_class(server)
    page.goto(f"{server.address}/class")
    page.locator(".code").wait_for()
    walk(visitor)
    page.goto(f"{server.address}/class/{opened.code}#t={opened.key}")
    page.locator(".board .code").wait_for()
    walk(visitor)
    children = [Child(server, opened.code, f"{name} {number}") for number, name in enumerate(CHILDREN)]
    page.locator(".task").first.click()
    for child in children[1:]:
        child.enter()
        child.sums = [{"helps": 1, "slips": 2, "solved": True, "answer": "7 + 3 = 10"} for _ in range(1)]
        child.tell(1)
    expect(page.locator("td.helped")).to_have_count(len(children) - 1)
    walk(visitor)
    page.locator(".tables-for .task").click()
    page.locator(".tables li").first.wait_for()
    walk(visitor)
    page.locator("header .button").last.click()
    page.locator("dialog").wait_for()
    walk(visitor)
    for child in children:
        child.leave()


def test_a_place_in_the_class(visitor: Visitor, server: Server) -> None:
    page, opened = visitor.page, open_class(server)
    page.goto(f"{server.address}/class/{opened.code}")
    walk(visitor)
    page.locator("form input").last.fill(CHILDREN[0])
    page.locator("form .primary").last.click()
    page.locator(".place, .waiting").first.wait_for()
    walk(visitor)


def test_the_profile(visitor: Visitor, server: Server) -> None:
    for game in names():
        visit(visitor, server, f"{game}-end", "hard")
    page = visitor.page
    page.goto(f"{server.address}/#profile")
    page.reload()
    page.locator("li").first.wait_for()
    walk(visitor)
    page.locator(".move").click()
    page.locator("dialog").wait_for()
    walk(visitor)
