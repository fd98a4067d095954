"""Every screen: nothing that axe finds, nothing that overlaps or is cut at any size, all words there, and the tree for
screen readers as it was.
"""

import os
import re

import pytest
from playwright.sync_api import expect
from server.running import Server
from web.conftest import Opens
from web.folders import folder_of
from web.layout import SIZES, resize, walk
from web.screens import SCREENS, address, laid_out
from web.visitor import DESKTOP, LYING, PHONE, TABLET, Visitor

LOOKS = (  # language, light, and the sizes at which axe looks
    ("en", "dark", (PHONE, DESKTOP)),
    ("de", "light", (PHONE, LYING)),
    ("fr", "dark", (TABLET,)),
)


def shown(visits: Opens, server: Server, name: str, size: tuple[int, int], language: str, light: str) -> Visitor:
    """A screen in a browser, all of it there; in German beside bots, whose names are longer than `P1`."""
    visitor = visits(size=size, language=language, light=light)
    visitor.page.goto(address(server, laid_out(server, name, "easy" if language == "de" else None)))
    visitor.wait_for_table()
    visitor.wait_for_screen(name)
    return visitor


def complete(text: str) -> bool:
    """No field without its value, no key without its text, no hyphen for a minus."""
    return not re.search(r"[{}]|undefined|NaN|\[object|(?<![\w.])-\d", text)


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize(("language", "light", "sizes"), LOOKS)
def test_a_screen_is_whole(
    visits: Opens, server: Server, name: str, language: str, light: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    visitor = shown(visits, server, name, PHONE, language, light)
    expect(visitor.page.locator("html")).to_have_attribute("lang", language)
    for size in sizes:
        resize(visitor, size)
        assert visitor.faults() == []
        assert visitor.overflow() <= 0
        assert complete(visitor.words())
    if visitor.ended:
        for size in SIZES:
            resize(visitor, size)
            expect(visitor.page.locator("dialog.end .big")).to_be_in_viewport(ratio=1)
        visitor.page.keyboard.press("Escape")
        expect(visitor.page.locator(".actions .button.primary")).to_be_visible()
    assert walk(visitor) == []


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_reader_walks_the_same_tree(visits: Opens, server: Server, name: str) -> None:
    visitor = shown(visits, server, name, DESKTOP, "en", "light")
    place = "dialog" if name.endswith("end") else "main"
    tree = visitor.page.locator(place).aria_snapshot() + "\n"
    game, _, screen = name.partition("-")
    file = folder_of(game) / "golden" / f"{screen}.yaml"
    if os.environ.get("BRELAN_WRITE_GOLDEN"):
        file.write_text(tree, encoding="utf-8")
    assert tree == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_rooms_other_screens_are_whole(visits: Opens, language: str, light: str) -> None:
    visitor = visits(size=PHONE, language=language, light=light)
    page = visitor.page
    visitor.home()
    screens = [visitor.faults()]
    for opener in (page.locator("footer button:not(.me)"), visitor.door("thegame", "friends")):
        screens.append(visitor.faults())
        opener.click()
        page.locator("dialog").wait_for()
        for fold in page.locator("dialog summary").all():
            fold.click()
        screens.append(visitor.faults())
        assert complete(visitor.words())
        page.keyboard.press("Escape")
    visitor.play_now("thegame")
    for entry in range(4):  # rules, invitation, settings, a bot in one's place
        page.locator(".bar .button").first.click()
        screens.append(visitor.faults())
        if entry < 3:
            page.locator("dialog .entry").nth(entry).click()
            page.locator("dialog").wait_for()
            screens.append(visitor.faults())
            assert complete(visitor.words())
        page.keyboard.press("Escape")
    page.locator(".log-door").click()
    screens.append(visitor.faults())
    assert screens == [[]] * len(screens)
    assert visitor.overflow() <= 0
