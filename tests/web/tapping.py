"""Whole games in a browser, by tap or by keyboard alone."""

from web.visitor import Visitor

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
