"""For people with low vision: text at 200 %, and forced colours."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect
from server.running import Server
from web.conftest import Opens
from web.screens import address, laid_out
from web.visitor import DESKTOP, PHONE, Visitor

TABLES = ("thegame-middle", "joomo-six", "koomi-six", "jokrummy-ready", "jokrummy-six", "joomo-pad", "jokrummy-end")

CUT = """() => {
  const seen = { visibilityProperty: true, opacityProperty: true };
  const clipped = (node) => getComputedStyle(node).clipPath === "inset(50%)"; // for readers alone
  const shown = (node) => node.checkVisibility(seen) && !node.closest(".hidden, .card, svg") && !clipped(node);
  const beside = (line, edge) => line.right > edge.right + 2 || line.left < edge.left - 2;
  const found = new Set();
  const page = document.querySelector("dialog[open]") ?? document.body;
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const holder = walker.currentNode.parentElement, text = walker.currentNode.data.trim();
    if (!text || !shown(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const lines = [...range.getClientRects()], narrow = 0.8 * parseFloat(getComputedStyle(holder).fontSize);
    if (text.length > 4 && lines.length > 3 && lines.every(({ width }) => width < narrow)) found.add(`tower: ${text}`);
    for (const line of lines) {
      let scrolls = false;
      for (let box = holder; box && box !== document.documentElement; box = box.parentElement) {
        const style = getComputedStyle(box), edge = box.getBoundingClientRect();
        scrolls ||= /auto|scroll/.test(style.overflowX + style.overflowY);
        const out = beside(line, edge), hides = /hidden|clip/.test(style.overflowX) && !scrolls;
        if (hides && (out || line.bottom > edge.bottom + 4)) found.add(`cut off: ${text}`);
        if (out && box.matches("button, .button")) found.add(`runs out of its button: ${text}`);
      }
      if (!scrolls && (line.right > innerWidth + 1 || line.left < -1)) found.add(`off the screen: ${text}`);
    }
  }
  return [...found];
}"""
COVERED = """node => {
  node.scrollIntoView({ block: "center", inline: "center" });
  const { left, top, width, height } = node.getBoundingClientRect();
  const seen = document.elementFromPoint(left + Math.min(width / 2, 20), top + Math.min(height / 2, 20));
  return !(seen && (node.contains(seen) || seen.contains(node)));
}"""


@pytest.fixture
def reads(large: Browser, server: Server) -> Iterator[Visitor]:
    """Somebody with large text, on a phone, in the language with the longest words."""
    visitor = Visitor(large, server.address, PHONE, "de", "light")
    yield visitor
    visitor.leave()
    assert visitor.errors == []


def assert_readable(visitor: Visitor) -> None:
    """All text is whole and on the screen, and nothing lies over what can be pressed."""
    assert visitor.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 32
    assert visitor.overflow() <= 0
    assert visitor.page.evaluate(CUT) == []
    place = "dialog[open]" if visitor.page.locator("dialog[open]").count() else "body"
    pressed = visitor.page.locator(f"{place} :is(button:not([disabled]), input:not(.hidden), select, summary)")
    covered = [one for one in pressed.all() if one.is_visible() and one.evaluate(COVERED)]
    assert [one.evaluate("node => node.outerHTML.slice(0, 120)") for one in covered] == []


@pytest.mark.parametrize("name", TABLES)
def test_a_table_can_be_read_with_text_twice_as_large(reads: Visitor, server: Server, name: str) -> None:
    reads.page.goto(address(server, laid_out(server, name)))
    reads.wait_for_screen(name)
    assert_readable(reads)


def test_home_can_be_read_with_text_twice_as_large(reads: Visitor) -> None:
    reads.home()
    assert_readable(reads)


@pytest.mark.parametrize("game", ["thegame", "joomo", "koomi", "jokrummy"])
def test_making_a_table_can_be_read_with_text_twice_as_large(reads: Visitor, game: str) -> None:
    reads.home()
    reads.door(game, "friends").click()
    reads.page.locator("dialog summary").click()
    assert_readable(reads)


# the device's own colours

MARKS = """node => {
  const s = getComputedStyle(node);
  return [s.outlineStyle, s.outlineWidth, s.borderTopStyle, s.borderTopWidth, s.backgroundColor].join();
}"""


def marks(one: Locator) -> str:
    """What is left to tell a thing's state by, where the device chooses the colours and shadows are gone."""
    return str(one.first.evaluate(MARKS))


def test_without_our_colours_the_hand_still_tells_what_goes_and_what_is_chosen(visits: Opens, server: Server) -> None:
    visitor = visits(size=PHONE, forced=True)
    visitor.page.goto(address(server, laid_out(server, "joomo-two")))
    visitor.page.locator(".held.can").first.wait_for()
    goes, rests = (marks(visitor.page.locator(f".held.{state} .lift")) for state in ("can", "cannot"))
    visitor.page.locator(".held.can").first.click()
    chosen = marks(visitor.page.locator(".held.chosen .lift"))
    assert len({goes, rests, chosen}) == 3
    assert marks(visitor.page.locator(".gap.lit")) != marks(visitor.page.locator(".limit"))
    assert "solid,1px" in marks(visitor.page.locator(".gap")), "the gap has an edge"


def test_without_our_colours_a_turn_and_the_newest_card_are_still_seen(visits: Opens, server: Server) -> None:
    visitor = visits(size=DESKTOP, forced=True)
    page = visitor.page
    page.goto(address(server, laid_out(server, "thegame-middle")))
    page.locator(".held.can").first.click()
    lit = marks(page.locator(".pile.takes .place"))
    page.locator(".pile.takes .place").first.click()
    newest = page.locator(".pile .card.newest")
    newest.wait_for()
    assert "solid" in marks(newest).split(",")[0]
    assert lit.startswith("solid")
    assert marks(page.locator(".me.turn .head")) != marks(page.locator(".others .seat:not(.turn) .head"))


def test_without_our_colours_a_choice_is_still_told(visits: Opens) -> None:
    visitor = visits(size=PHONE, forced=True)
    visitor.home()
    visitor.door("joomo", "friends").click()
    counts = visitor.page.locator("dialog .count")
    assert marks(counts.filter(has=visitor.page.locator(":checked")).locator("span")) != marks(
        counts.filter(has_not=visitor.page.locator(":checked")).locator("span")
    )


def test_without_our_colours_a_whole_row_of_the_tray_is_still_told(visits: Opens, server: Server) -> None:
    visitor = visits(size=PHONE, forced=True)
    page = visitor.page
    page.goto(address(server, laid_out(server, "jokrummy-ready")))
    page.locator(".row").first.wait_for()
    empty = marks(page.locator(".row"))
    page.get_by_role("button", name="Suggestion: most cards").click()
    page.locator(".row.whole").first.wait_for()
    assert marks(page.locator(".row.whole")) != empty
    expect(page.locator(".row.whole").first).to_contain_text("complete")
