"""Whole games in a real browser, from the home page to the end."""

import json

import pytest
from playwright.sync_api import Browser, expect
from server.running import Server
from web.conftest import Opens
from web.tapping import enter, play
from web.visitor import DESKTOP, LYING, PHONE, Visitor

from brelan.core.game import names


def hands_seen(frame: str) -> set[int]:
    """The seats whose hands a message carries."""
    message = json.loads(frame)
    view = (message.get("scene") or {}).get("view") or {}
    return {seat for seat, hand in enumerate(view.get("hands", [])) if hand is not None}


def assert_kept_secret(visitor: Visitor) -> None:
    """While a game runs no message holds another seat's hand."""
    scenes = [frame for frame in visitor.frames if json.loads(frame).get("scene")]
    running = [frame for frame in scenes if not json.loads(frame)["scene"]["end"]]
    assert running
    assert set().union(*map(hands_seen, running)) <= {0}


def watch_shifts(visitor: Visitor) -> None:
    """From now on, add up by how much things move that nobody touched.

    A browser forgives all that moves within half a second of a tap. Bots answer at once here, and a busy machine may
    take longer than that: so what one touches is forgiven instead, the hand, the buttons, the rack; where more moves at
    once, the largest of it tells.
    """
    visitor.page.evaluate("""() => {
      window.shifted = 0;
      window.shifts = [];
      const own = ({ node }) =>
        (node?.nodeType === 1 ? node : node?.parentElement)?.closest(".hand, .actions, .rack") ?? null;
      const size = ({ currentRect: { width, height } }) => width * height;
      const add = (list) => list.getEntries().forEach(({ value, sources }) => {
        if (!sources.length || own(sources.reduce((one, other) => (size(other) > size(one) ? other : one)))) return;
        window.shifted += value;
        window.shifts.push([value, ...sources.map(({ node }) => node?.className ?? node?.textContent ?? "gone")]);
      });
      new PerformanceObserver(add).observe({ type: "layout-shift" });
    }""")


def assert_at_rest(visitor: Visitor) -> None:
    """Hardly anything moved by itself."""
    assert visitor.page.evaluate("shifted") < 0.02, visitor.page.evaluate("shifts.sort().slice(-5)")


@pytest.mark.parametrize("size", [PHONE, LYING])
@pytest.mark.parametrize("game", names())
def test_a_game_by_tap_on_a_phone(visits: Opens, game: str, size: tuple[int, int]) -> None:
    visitor = visits(size=size, language="fr")
    visitor.play_now(game)
    watch_shifts(visitor)
    play(visitor)
    assert_at_rest(visitor)
    expect(visitor.page.locator("dialog .cards.fair")).to_contain_text("votre première main en découle")
    expect(visitor.page.locator("dialog .button.primary")).to_be_in_viewport(ratio=1)
    assert visitor.overflow() <= 0
    assert_kept_secret(visitor)


@pytest.mark.parametrize("game", names())
def test_a_game_by_tap_with_text_twice_as_large(large: Browser, server: Server, game: str) -> None:
    visitor = Visitor(large, server.address, PHONE, "de")
    visitor.play_now(game)
    play(visitor)
    visitor.leave()
    assert visitor.errors == []


@pytest.mark.parametrize("game", names())
def test_a_game_by_keyboard_alone(visits: Opens, game: str) -> None:
    visitor = visits(size=DESKTOP, language="de")
    visitor.home()
    visitor.tab_to(f".tile[data-world={game}] .button.primary")
    visitor.page.keyboard.press("Enter")
    visitor.wait_for_table()
    watch_shifts(visitor)
    play(visitor, enter)
    assert_at_rest(visitor)
    visitor.tab_to("dialog .button.primary")


def test_after_a_look_at_the_table_a_rematch_deals_again(visits: Opens) -> None:
    visitor = visits(size=PHONE)
    visitor.play_now("thegame")
    play(visitor)
    visitor.page.get_by_role("button", name="View the table").first.click()
    visitor.page.locator(".actions .button.primary").click()
    visitor.page.locator(".pile .start").first.wait_for()
    assert not visitor.ended
    assert len(visitor.hand) == 6
