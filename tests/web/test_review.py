"""Reviewing a finished game: step by step, from any seat or with all hands open, with verdicts; and playing on."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from server.running import Crafted, Server
from web.conftest import Opens
from web.folders import DEALER
from web.screens import address, laid_out, played, table_of
from web.tapping import settle, tap
from web.test_screens import complete
from web.visitor import DESKTOP, LONG, PHONE, Visitor

from brelan import Table, replay
from brelan.core.game import names
from brelan.server import log

MIDDLE = 20


def finished(name: str) -> Table:
    """The game of an end screen."""
    table = table_of(f"{name}-end")
    for entry in played(f"{name}-end"):
        assert isinstance(entry, log.Moved)
        table.play(entry.move, entry.seat)
    return table


def look_back(visitor: Visitor, made: Crafted, step: int = 0) -> None:
    """Open a review by its link."""
    visitor.page.goto(f"{visitor.address}/t/{made.table}#review=1&at={step}")
    visitor.page.locator(".steps").wait_for()
    visitor.page.locator(".middle").wait_for()


def where(visitor: Visitor) -> int:
    """After how many moves the table is shown."""
    return int(visitor.page.locator("input[type=range]").input_value())


def hand_of(table: Table, seat: int) -> list[int]:
    """The cards of a seat, ascending."""
    hand: list[int] = table.view(seat)["hands"][seat]
    if table.game.name != "koomi":
        return sorted(hand)
    return [card for card, count in enumerate(hand) for _ in range(count)]


def after(table: Table, count: int) -> Table:
    """The same game after so many moves."""
    again = Table(table.game, seats=table.seats, seed=table.deal.seed, **table.options)
    again.replay(table.history[:count])
    return again


@pytest.mark.parametrize("name", names())
def test_a_game_is_stepped_through_from_any_seat(visits: Opens, server: Server, name: str) -> None:
    table, visitor = finished(name), visits(size=DESKTOP)
    page, count = visitor.page, len(table.history)
    look_back(visitor, laid_out(server, f"{name}-end"))
    expect(page.locator(".where")).to_have_text("Before the first move")
    page.locator(".doors .next").click()
    expect(page.locator(".where")).to_have_text(f"Move 1 of {count}")
    page.locator(".doors .last").click()
    expect(page.locator(".where")).to_have_text(f"Move {count} of {count}")
    expect(page.locator(".ticker")).not_to_be_empty()
    expect(page.locator(".doors .next")).to_be_disabled()
    page.keyboard.press("ArrowLeft")
    assert where(visitor) == count - 1
    page.keyboard.press("Home")
    assert where(visitor) == 0
    page.locator("input[type=range]").focus()
    for _ in range(MIDDLE):
        page.keyboard.press("ArrowRight")
    assert where(visitor) == MIDDLE
    for seat in range(table.seats):
        page.get_by_label("View from").select_option(f"P{seat}")
        expect(page.locator(".me .name")).to_have_text(f"P{seat}")
        assert sorted(visitor.hand) == hand_of(after(table, MIDDLE), seat)
    expect(page.locator(".hands")).to_have_count(0)


@pytest.mark.parametrize("name", names())
def test_all_hands_are_seen_when_all_is_open(visits: Opens, server: Server, name: str) -> None:
    table, visitor = after(finished(name), MIDDLE), visits(size=DESKTOP)
    page = visitor.page
    look_back(visitor, laid_out(server, f"{name}-end"), MIDDLE)
    page.get_by_label("All hands").check()
    for seat in range(1, table.seats):
        row = page.locator(".hands li").nth(seat - 1)
        expect(row.locator(".card")).to_have_count(len(hand_of(table, seat)))
        expect(row).to_contain_text(f"P{seat} holds")
    if name == "thegame":
        first = page.locator(".hands li").first
        expect(first).to_contain_text(", ".join(str(card) for card in hand_of(table, 1)))
    page.get_by_label("All hands").uncheck()
    expect(page.locator(".hands")).to_have_count(0)


LOOKS = ((PHONE, "de", "light"), (PHONE, "fr", "dark"), (DESKTOP, "en", "dark"))


@pytest.mark.parametrize(("size", "language", "light"), LOOKS)
@pytest.mark.parametrize("name", names())
def test_a_review_is_whole(
    visits: Opens, server: Server, name: str, size: tuple[int, int], language: str, light: str
) -> None:
    visitor = visits(size=size, language=language, light=light)
    look_back(visitor, laid_out(server, f"{name}-end"), MIDDLE)
    visitor.page.get_by_role("checkbox").check()
    visitor.page.locator(".hands").wait_for()
    assert visitor.faults() == []
    assert visitor.overflow() <= 0
    assert complete(visitor.words())
    expect(visitor.page.locator("html")).to_have_attribute("lang", language)


# what it was worth

JUDGED = 180_000  # milliseconds: the browser tries some ten thousand games out


def judged(visitor: Visitor, made: Crafted, step: int = 0) -> None:
    """Open a review and wait until every move is judged."""
    look_back(visitor, made, step)
    visitor.page.locator("aside figure").first.wait_for(timeout=LONG)
    visitor.page.locator("aside progress").wait_for(state="detached", timeout=JUDGED)


@pytest.fixture(scope="module")
def koomi(server: Server) -> Crafted:
    """A finished table, judged once for all tests here; of all games this one is judged fastest."""
    return laid_out(server, "koomi-end")


def test_the_chances_are_drawn_and_told(visits: Opens, koomi: Crafted) -> None:
    visitor = visits(size=DESKTOP)
    page = visitor.page
    judged(visitor, koomi)
    expect(page.locator("aside figure")).to_have_count(3)
    for seat in range(3):
        plot = page.locator("aside svg[role=img]").nth(seat)
        label = plot.get_attribute("aria-label") or ""
        marks = plot.locator(".mark").count()
        assert re.match(rf"P{seat}: from \d+% to \d+% \(± \d+%\); lowest \d+% after move \d+; highest", label)
        assert label.endswith(f"{marks} key moment" + ("" if marks == 1 else "s"))
        assert len((plot.locator(".band").get_attribute("points") or "").split()) > 10
    page.get_by_text("All numbers").click()
    chosen = [move for move in finished("koomi").history if move.seat != DEALER]
    assert len(chosen) // 3 < page.locator("aside tbody tr").count() <= len(chosen)
    assert page.locator("aside .mark").count() == page.locator(".moment").count()
    assert page.locator("aside tbody td", has_text="◆").count() == page.locator(".moment").count()


def test_a_marked_moment_says_what_would_have_been_better_and_why(visits: Opens, koomi: Crafted) -> None:
    visitor = visits(size=DESKTOP)
    page = visitor.page
    judged(visitor, koomi)
    moments = page.locator(".moment")
    said = moments.first.inner_text()
    found = re.match(r"Move (\d+): P\d .*\(\d+% → \d+%\)", said)
    assert found
    assert re.search(r"strong player would have done this: .+: .+\. Gain: \d+% \(± \d+%\)\.$", said)
    page.locator(".doors .mark").click()
    assert where(visitor) == int(found[1]) - 1  # the table as it was when the move was chosen
    expect(moments.first).to_have_attribute("aria-current", "step")
    expect(page.locator(".console .note")).to_have_text(said.splitlines()[-1])
    page.keyboard.press("ArrowRight")
    expect(page.locator(".ticker")).to_contain_text(said.split(": ", 1)[1].split(".")[0])
    moments.nth(2).click()
    expect(moments.nth(2)).to_have_attribute("aria-current", "step")


@pytest.mark.parametrize(
    ("language", "light", "said"), [("fr", "dark", "Quelqu’un de fort"), ("de", "light", "Stark gespielt")]
)
def test_a_judged_review_is_whole_on_a_phone(
    visits: Opens, koomi: Crafted, language: str, light: str, said: str
) -> None:
    visitor = visits(size=PHONE, language=language, light=light)
    judged(visitor, koomi, MIDDLE)
    expect(visitor.page.locator(".moment").first).to_contain_text(said)
    visitor.page.locator("aside summary").click()
    assert visitor.faults() == []
    assert visitor.overflow() <= 0
    assert complete(visitor.words())


# taking it along


def test_a_game_is_saved_as_notation(visits: Opens, server: Server, tmp_path: Path) -> None:
    visitor = visits()
    look_back(visitor, laid_out(server, "koomi-end"))
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="Save the game as text").click()
    download.value.save_as(tmp_path / "game.txt")
    saved = replay((tmp_path / "game.txt").read_text(encoding="utf-8"))
    assert saved.outcome == finished("koomi").outcome
    assert saved.history == finished("koomi").history


def test_a_moment_is_shared_by_its_link(visits: Opens, server: Server) -> None:
    visitor, other = visits(size=DESKTOP), visits(size=PHONE, language="de")
    look_back(visitor, laid_out(server, "thegame-end"), MIDDLE)
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.get_by_role("button", name="Share the link").click()
    expect(visitor.page.locator(".toast")).to_be_visible()
    other.page.goto(visitor.page.url)
    expect(other.page.locator(".where")).to_contain_text(f"Zug {MIDDLE + 1} von")


def test_the_end_and_the_menu_lead_to_the_review_and_back(visits: Opens, server: Server) -> None:
    visitor = visits(size=PHONE)
    page, made = visitor.page, laid_out(server, "thegame-end")
    page.goto(address(server, made, 1))
    page.get_by_role("button", name="The turning point").click()
    expect(page.locator(".me .name")).to_have_text("P1")  # one's own seat
    page.get_by_role("button", name="Back to the table").click()
    page.get_by_role("button", name="View the table").first.click()
    page.get_by_role("button", name="Menu").click()
    page.locator("dialog .entry", has_text="Review the game").click()
    page.locator(".steps").wait_for()


# playing on


@pytest.mark.parametrize("name", names())
def test_a_game_is_played_on_from_a_moment(visits: Opens, server: Server, name: str) -> None:
    table, visitor = finished(name), visits(size=DESKTOP)
    page = visitor.page
    step = next(step for step in range(MIDDLE, len(table.history)) if after(table, step).seat == 1)
    look_back(visitor, laid_out(server, f"{name}-end"), step)
    page.get_by_role("button", name="Play from here").click()
    assert visitor.faults() == []
    page.get_by_label("Your seat").select_option("P1")
    page.locator("dialog select").nth(1).select_option("easy")
    page.locator("dialog .button.primary").click()
    page.locator(".say.mine").wait_for()
    assert "review" not in page.url
    expect(page.locator(".bar")).to_contain_text("The cards of a finished game, not reshuffled.")
    assert sorted(visitor.hand) == hand_of(after(table, step), 1)
    if name == "jokrummy":
        page.locator(".actions .button:not(.round)").first.click()
        expect(page.locator(".held:not([inert])")).to_have_count(len(hand_of(after(table, step), 1)) + 1)
    else:
        tap(visitor)
        settle(visitor)
    moves = [entry for entry in server.entries(page.url.rpartition("/")[2]) if isinstance(entry, log.Moved)]
    assert moves[:step] == played(f"{name}-end")[:step]
    assert moves[step].seat == 1


def test_before_the_end_nothing_is_told(visits: Opens, server: Server) -> None:
    visitor = visits(size=PHONE)
    page, made, told = visitor.page, laid_out(server, "thegame-middle"), list[tuple[int, str]]()
    page.on("response", lambda answer: told.append((answer.status, answer.url)))
    page.goto(f"{server.address}/t/{made.table}#review=1")
    expect(page.get_by_role("heading")).to_contain_text("still going on")
    assert [status for status, url in told if "/api/tables/" in url] == [409]
    assert visitor.frames == []
    assert visitor.faults() == []
    assert all("409" in error for error in visitor.errors)  # the browser itself notes what was refused
    visitor.errors.clear()
    page.get_by_role("button", name="Back to the table").click()
    visitor.wait_for_table()
