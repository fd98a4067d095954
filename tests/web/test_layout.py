"""Hints, words and the log have places of their own: nothing gives way to them at any size."""

import pytest
from playwright.sync_api import expect
from server.running import Server
from web.conftest import Opens
from web.layout import SIZES, faults, resize, walk
from web.screens import address, laid_out
from web.visitor import LONG, Visitor


def opened(visits: Opens, server: Server, name: str, language: str = "en") -> Visitor:
    """A table in a browser."""
    visitor = visits(language=language, size=SIZES[1])
    visitor.page.goto(address(server, laid_out(server, name)))
    visitor.wait_for_table()
    visitor.page.locator("[aria-busy=true]").wait_for(state="detached")
    return visitor


@pytest.mark.parametrize(("language", "hint"), [("de", "Tipp"), ("fr", "Conseil")])
@pytest.mark.parametrize("name", ["thegame-middle", "joomo-middle", "jokrummy-two", "koomi-sum"])
def test_a_hint_has_a_place_of_its_own(visits: Opens, server: Server, name: str, language: str, hint: str) -> None:
    visitor = opened(visits, server, name, language)
    visitor.page.get_by_role("button", name=hint).click()
    visitor.page.locator(".say.lit").wait_for(timeout=LONG)
    assert walk(visitor) == []


def test_words_votes_and_the_log_have_places_of_their_own(visits: Opens, server: Server) -> None:
    made = laid_out(server, "thegame-middle")
    anna, ben = visits(size=SIZES[1]), visits(size=SIZES[5])
    for visitor, seat in ((anna, 0), (ben, 1)):
        visitor.page.goto(address(server, made, seat))
        visitor.wait_for_table()
    ben.page.locator(".side input").fill("Well played, all of you, that was a close thing!")
    ben.page.locator(".side input").press("Enter")
    anna.page.locator(".strip.chat").wait_for()
    found = []
    for size in SIZES[:3]:
        resize(anna, size)
        found += faults(anna)
    anna.page.locator(".strip.chat button").click()
    expect(anna.page.locator(".sheet .log")).to_contain_text("close thing")
    for size in SIZES[:5]:
        resize(anna, size)
        found += faults(anna)
    assert found == []
