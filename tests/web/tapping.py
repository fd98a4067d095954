"""Whole games in a browser, by tap or by keyboard alone."""

from collections.abc import Callable

from playwright.sync_api import expect
from web.visitor import LONG, Visitor

CAN = ".held.can:not([inert])"
PRIMARY = ".near .buttons .button.primary:not([disabled])"
FAR = 400  # turns: no game lasts so long


def play_by_tap(visitor: Visitor) -> None:
    """Play to the end, tapping: a card that goes, then a place that is lit; else the main button."""
    for _ in range(FAR):
        visitor.wait()
        if visitor.ended:
            return
        tap(visitor)
        settle(visitor)
    raise AssertionError("the game does not end")


def tap(visitor: Visitor) -> None:
    """One step of a turn."""
    page = visitor.page
    if page.locator("dialog footer").count():
        page.locator("dialog footer .button").first.click()  # lay it anyway
    elif visitor.mine and page.locator(CAN).count() and not ready_to_end(visitor):
        page.locator(CAN).first.click()
        page.locator(".takes .place, .place.lit").first.click()
    else:
        page.locator(".near .buttons .button:not(.round):not([disabled])").first.click()


def ready_to_end(visitor: Visitor) -> bool:
    """The Game: nothing is owed any more, or how gladly one starts is asked."""
    return visitor.page.locator(".piles").count() > 0 and visitor.page.locator(PRIMARY).count() > 0


def play_by_keyboard(visitor: Visitor) -> None:
    """Play to the end without touching anything but the keyboard."""
    for _ in range(FAR):
        visitor.wait()
        if visitor.ended:
            return
        press(visitor)
        settle(visitor)
    raise AssertionError("the game does not end")


def press(visitor: Visitor) -> None:
    """One step of a turn."""
    page = visitor.page
    if page.locator("dialog footer").count():
        visitor.tab_to("dialog footer .button:first-child")
        page.keyboard.press("Enter")
    elif visitor.mine and page.locator(CAN).count() and not ready_to_end(visitor):
        choose_by_keyboard(visitor)
        visitor.tab_to(".takes .place, .place.lit")
        page.keyboard.press("Enter")
    else:
        visitor.tab_to(".near .buttons .button:not(.round):not([disabled])")
        page.keyboard.press("Enter")


def choose_by_keyboard(visitor: Visitor) -> None:
    """Into the hand with Tab, along it with arrows, and take the first card that goes."""
    page = visitor.page
    visitor.tab_to(".held")
    page.keyboard.press("Home")
    for _ in range(20):
        if page.evaluate("document.activeElement.classList.contains('can')"):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError("the keyboard does not reach a card that goes")


def settle(visitor: Visitor) -> None:
    """Until the server answered what was done."""
    visitor.page.locator("[data-waiting=true]").wait_for(state="detached")


# Koomi and Jok-R-ummy: the same steps by tap and by keyboard

CHOSEN = ".held.chosen:not([inert])"
GROUP_END = ".group .place"
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


def make_ten(visitor: Visitor, act: Acts) -> None:
    """Koomi: say stop, read or draw where that is the main thing; else lay what is lit, and its partner."""
    page = visitor.page
    if page.locator(PRIMARY).count():
        act(visitor, PRIMARY)
    elif page.locator(CAN).count():
        act(visitor, CAN)
        if page.locator(PRIMARY).count():
            act(visitor, PRIMARY)
        elif page.locator(f"{CAN}:not(.chosen)").count():
            act(visitor, f"{CAN}:not(.chosen)")  # any green, any red: with a card of that colour
    else:
        act(visitor, ".near .buttons .button:not(.round):not([disabled])")


def do_programmes(visitor: Visitor, act: Acts) -> None:
    """Jok-R-ummy: draw, take the proposal and lay it; then add what fits; then discard."""
    page = visitor.page
    if page.locator(PRIMARY).count():
        act(visitor, PRIMARY)
    elif page.locator(CAN).count():
        act(visitor, CAN)
        act(visitor, GROUP_END)
    elif page.locator(".held:not([inert])").count():
        act(visitor, ".held:not([inert])")
        act(visitor, PRIMARY)


STEPS = {"koomi": make_ten, "jokrummy": do_programmes}


def play_on(visitor: Visitor, act: Acts) -> None:
    """Play one of these two games to the end."""
    step = STEPS[visitor.page.locator(".frame").get_attribute("data-world") or ""]
    for _ in range(3 * FAR):
        visitor.wait()
        if visitor.ended:
            return
        step(visitor, act)
        settle(visitor)
        expect(visitor.page.locator("[aria-busy=true]")).to_have_count(0, timeout=LONG)
    raise AssertionError(f"the game does not end: {visitor.words()[:800]}")
