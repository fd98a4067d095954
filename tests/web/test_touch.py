"""Dragging cards with a finger."""

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import expect
from server.running import Server
from web.conftest import Opens
from web.screens import address, laid_out
from web.tapping import settle
from web.visitor import PHONE, Visitor

Point = tuple[float, float]


class Finger:
    """One finger on the glass, as the device reports it: the browser itself makes pointers and clicks of it."""

    def __init__(self, visitor: Visitor) -> None:
        self.line = visitor.context.new_cdp_session(visitor.page)

    def _tell(self, kind: str, points: Sequence[Point]) -> None:
        touches: list[dict[str, Any]] = [{"x": x, "y": y} for x, y in points]
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, start: Point, end: Point, last: str = "touchEnd") -> None:
        """Press, move in small steps, let go (or lose the touch: touchCancel)."""
        self._tell("touchStart", [start])
        for part in range(1, 11):
            self._tell("touchMove", [tuple(a + (b - a) * part / 10 for a, b in zip(start, end, strict=True))])  # type: ignore[list-item]
        self._tell(last, [])

    def tap(self, at: Point) -> None:
        """Touch and let go."""
        self._tell("touchStart", [at])
        self._tell("touchEnd", [])


def centre(visitor: Visitor, selector: str) -> Point:
    """The middle of the first of what is meant."""
    box = visitor.page.locator(selector).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def at_turn(visits: Opens, server: Server) -> tuple[Visitor, Finger]:
    """The Game in seat 0's turn, on a phone."""
    visitor = visits(size=PHONE, touch=True)
    visitor.page.goto(address(server, laid_out(server, "thegame-middle")))
    visitor.page.locator(".held.can").first.wait_for()
    return visitor, Finger(visitor)


def piles(visitor: Visitor) -> list[str]:
    """What lies on the piles, as it is read out."""
    labels = visitor.page.locator(".pile .place").evaluate_all("all => all.map(x => x.getAttribute('aria-label'))")
    return [str(label).partition("top card ")[2].partition(":")[0] for label in labels]


def test_a_finger_lays_a_card_by_dragging_it(visits: Opens, server: Server) -> None:
    visitor, finger = at_turn(visits, server)
    card = visitor.hand[1]
    finger.drag(centre(visitor, f".held[data-card='{card}']"), centre(visitor, ".pile .place"))
    settle(visitor)
    expect(visitor.page.locator(f".held[data-card='{card}']")).to_have_count(0)
    assert piles(visitor)[0] == str(card)


def test_a_tap_chooses_and_a_tap_lays(visits: Opens, server: Server) -> None:
    visitor, finger = at_turn(visits, server)
    card = visitor.hand[0]
    finger.tap(centre(visitor, ".held.can"))
    expect(visitor.page.locator(".held.chosen")).to_have_attribute("data-card", str(card))
    finger.tap(centre(visitor, ".pile.takes .place"))
    expect(visitor.page.locator(f".held[data-card='{card}']")).to_have_count(0)


@pytest.mark.parametrize("place", [".bar h1", ".others", ".say", ".actions"])
def test_a_drag_let_go_elsewhere_changes_nothing(visits: Opens, server: Server, place: str) -> None:
    visitor, finger = at_turn(visits, server)
    before = visitor.hand, piles(visitor), visitor.page.locator(".held.chosen").count()
    frames = len(visitor.frames)
    finger.drag(centre(visitor, f".held[data-card='{visitor.hand[2]}']"), centre(visitor, place))
    expect(visitor.page.locator(".dragged, .over")).to_have_count(0)
    visitor.page.wait_for_timeout(200)
    assert (visitor.hand, piles(visitor), visitor.page.locator(".held.chosen").count()) == before
    assert len(visitor.frames) == frames, "the server heard of it"
    assert visitor.page.evaluate("scrollY") == 0, "the page moved with the card"


def test_a_drag_that_the_device_takes_away_changes_nothing(visits: Opens, server: Server) -> None:
    visitor, finger = at_turn(visits, server)
    before = visitor.hand, piles(visitor)
    start, end = centre(visitor, f".held[data-card='{visitor.hand[2]}']"), centre(visitor, ".pile .place")
    finger.drag(start, end, "touchCancel")
    expect(visitor.page.locator(".dragged, .over")).to_have_count(0)
    visitor.page.wait_for_timeout(200)
    assert (visitor.hand, piles(visitor)) == before


def test_a_drag_inside_the_hand_sorts_it(visits: Opens, server: Server) -> None:
    visitor, finger = at_turn(visits, server)
    first, second, third, *rest = visitor.hand
    x, y = centre(visitor, f".held[data-card='{third}']")
    finger.drag(centre(visitor, f".held[data-card='{first}']"), (x, y))
    assert visitor.hand == [second, third, first, *rest]
