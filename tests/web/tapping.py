"""Whole games in a browser, by tap or by keyboard alone; each game's folder says how to tap through a turn."""

from collections.abc import Callable

from playwright.sync_api import expect
from web.folders import part
from web.visitor import LONG, Visitor

CAN = ".held.can:not([inert])"
CHOSEN = ".held.chosen:not([inert])"
PRIMARY = ".actions .button.primary:not([disabled])"
BUTTON = ".actions .button:not(.round):not([disabled])"
ANYWAY = "dialog footer .button:first-child"
FAR = 1200  # steps: no game lasts so long
Acts = Callable[[Visitor, str], None]


def click(visitor: Visitor, selector: str) -> None:
    """Tap the first of what is meant."""
    visitor.page.locator(selector).first.click()


def enter(visitor: Visitor, selector: str) -> None:
    """Reach it by keyboard alone, along the hand with arrows, and press Enter."""
    page = visitor.page
    visitor.tab_to(".held" if ".held" in selector else selector, 120)
    if ".held" in selector:
        page.keyboard.press("Home")
        for _ in range(20):
            if page.evaluate("s => document.activeElement.matches(s)", selector):
                break
            page.keyboard.press("ArrowRight")
    assert page.evaluate("s => document.activeElement.matches(s)", selector), f"the keyboard does not reach {selector}"
    page.keyboard.press("Enter")


def settle(visitor: Visitor) -> None:
    """Until the server answered what was done."""
    visitor.page.locator("[data-waiting=true]").wait_for(state="detached")


def tap(visitor: Visitor, act: Acts = click) -> None:
    """One step of a turn: the game's own, or the main button, else a card that goes, else any button."""
    page = visitor.page
    own = part(page.locator(".floor").get_attribute("data-world") or "", "tapping")
    if page.locator("dialog footer").count():
        act(visitor, ANYWAY)  # the game warns of it
    elif visitor.mine and own:
        own.tap(visitor, act)
    else:
        act(visitor, next((one for one in (PRIMARY, CAN) if page.locator(one).count()), BUTTON))


def play(visitor: Visitor, act: Acts = click) -> None:
    """Play a game to its end."""
    for _ in range(FAR):
        visitor.wait()
        if visitor.ended:
            return
        tap(visitor, act)
        settle(visitor)
        expect(visitor.page.locator("[aria-busy=true]")).to_have_count(0, timeout=LONG)
    raise AssertionError(f"the game does not end: {visitor.words()[:800]}")
