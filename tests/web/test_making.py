"""Combining cards: Koomi's sums and practice, Jok-R-ummy's tray."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect
from server.running import Server
from web.conftest import Opens
from web.screens import address, laid_out, played
from web.visitor import DESKTOP, PHONE, Visitor

from brelan import Table
from brelan.games.koomi.ways import ways_from
from web import screens

VOICES = """
const said = (window.said = []);
const voices = ["en-GB", "fr-FR", "de-DE"].map((lang) => ({ lang, name: lang }));
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
const speak = (words) => said.push([words.lang, words.text]);
const speech = Object.assign(new EventTarget(), { getVoices: () => voices, speak, cancel: () => {} });
Object.defineProperty(window, "speechSynthesis", { value: speech });
"""


def at(visits: Opens, server: Server, name: str, **wishes: Any) -> Visitor:
    """A screen, all of it there."""
    visitor = visits(**wishes)
    visitor.page.goto(address(server, laid_out(server, name)))
    visitor.page.locator(".middle .sum, .middle .row").first.wait_for()
    visitor.page.locator("[aria-busy=true]").wait_for(state="detached")
    return visitor


def table_of(name: str) -> Table:
    """The same table here."""
    table = screens.table_of(name)
    for entry in played(name):
        table.play(entry.move)  # type: ignore[union-attr]
    return table


# Koomi


def test_a_plus_or_minus_on_top_is_read_by_choice(visits: Opens, server: Server) -> None:
    visitor = at(visits, server, "koomi-read")
    page = visitor.page
    expect(page.locator(".actions .button.primary")).to_have_count(2)
    page.locator(".actions .button.primary").nth(1).click()
    expect(page.locator(".sum .counts").first).to_have_text(re.compile("−[12]"))
    page.get_by_role("button", name="Undo").click()
    page.locator(".actions .button.primary").nth(0).click()
    expect(page.locator(".sum .counts").first).to_have_text(re.compile(r"\+[12]"))


def test_what_fits_is_shown_to_children_and_to_others_on_request(visits: Opens, server: Server) -> None:
    others, child = at(visits, server, "koomi-start"), at(visits, server, "koomi-open")
    switch = "Show what fits"
    expect(others.page.get_by_role("button", name=switch)).to_have_attribute("aria-pressed", "false")
    expect(others.page.locator(".held.can, .held.cannot")).to_have_count(0)
    expect(child.page.get_by_role("button", name=switch)).to_have_attribute("aria-pressed", "true")
    expect(child.page.locator(".held.cannot")).to_have_count(4)
    others.page.get_by_role("button", name=switch).click()
    others.page.locator(".held.can").first.wait_for()
    others.page.reload()
    expect(others.page.get_by_role("button", name=switch)).to_have_attribute("aria-pressed", "true")


def test_after_a_swap_everybody_sees_where_the_hands_went(visits: Opens, server: Server) -> None:
    made = laid_out(server, "koomi-start")
    table = table_of("koomi-start")
    given = [card for card, count in enumerate(table.position.state.hands[1]) for _ in range(count)]
    own, watcher = visits(), visits()
    watcher.page.goto(f"{server.address}/t/{made.table}")
    watcher.page.locator(".middle").wait_for()
    own.page.goto(address(server, made))
    own.page.locator(".middle").wait_for()
    own.page.locator(".held[data-card='22']").click()
    expect(own.page.locator(".say p")).to_contain_text("everyone gets the cards of the next seat")
    own.page.locator(".actions .button.primary").click()
    expect(own.page.locator(".sum .note")).to_contain_text("P1’s cards")
    expect(watcher.page.locator(".sum .note")).to_contain_text("All hands moved on")
    assert sorted(own.hand) == given


def test_a_card_that_does_not_lead_to_ten_says_why(visits: Opens, server: Server) -> None:
    visitor = at(visits, server, "koomi-sum")
    visitor.page.locator(".held").first.click()
    expect(visitor.page.locator(".toast")).to_contain_text("exactly +10 or −10")


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "0 plus 1 plus 9 makes 10"), ("fr", "0 plus 1 plus 9 égale 10"), ("de", "0 plus 1 plus 9 ergibt 10")],
)
def test_the_sum_is_spoken_where_there_is_a_voice(visits: Opens, server: Server, language: str, words: str) -> None:
    visitor = visits(size=DESKTOP, language=language)
    visitor.page.add_init_script(VOICES)  # a headless browser has no voice of its own
    visitor.page.goto(address(server, laid_out(server, "koomi-open")))
    visitor.page.locator(".sum .voice").click()
    said = visitor.page.evaluate("window.said")
    assert [(lang[:2], text) for lang, text in said] == [(language, words)]


def test_without_a_voice_nothing_offers_to_speak(visits: Opens, server: Server) -> None:
    visitor = at(visits, server, "koomi-open")
    assert visitor.page.locator(".sum").count() == 1
    assert visitor.page.locator(".sum .voice").count() == 0


# Koomi's practice

NAMES = [*(f"{value:+d}" for value in range(-9, 10) if value), "one", "two"]


def practise(visits: Opens, server: Server, **wishes: Any) -> Visitor:
    """The practice, from the home page."""
    visitor = visits(**wishes)
    visitor.home()
    visitor.door("koomi", "practise").click()
    visitor.page.locator(".held").first.wait_for()
    return visitor


def exercise(visitor: Visitor) -> tuple[str, list[str]]:
    """Top and hand as they are seen."""
    label = visitor.page.locator(".top[role=img]").get_attribute("aria-label") or ""
    found = re.search(r"(plus|minus) (\d)", label)
    assert found
    return f"{'+' if found[1] == 'plus' else '-'}{found[2]}", [NAMES[card] for card in visitor.hand]


def solve(visitor: Visitor) -> None:
    """Do the exercise: lay a way card by card, or say that there is none."""
    page = visitor.page
    top, hand = exercise(visitor)
    found = ways_from(hand, top, "no_red")
    if not found:
        page.get_by_role("button", name="It’s impossible").click()
    for card in found[0].cards if found else []:
        page.locator(f".held:not(.chosen)[data-card='{NAMES.index(card)}']").first.click()
    page.locator(".note.solved").wait_for()


def test_practice_counts_what_was_solved_and_remembers_it(visits: Opens, server: Server) -> None:
    visitor = practise(visits, server)
    for count in (1, 2):
        solve(visitor)
        expect(visitor.page.locator(".record")).to_contain_text(f"Today: {count}")
        visitor.page.locator(".buttons .primary").click()
        visitor.page.locator(".note.solved").wait_for(state="detached")
    visitor.page.reload()
    expect(visitor.page.locator(".record")).to_contain_text("Today: 2")
    expect(visitor.page.locator(".record")).to_contain_text("Without help: 2")


def test_help_comes_step_by_step_and_is_true(visits: Opens, server: Server) -> None:
    visitor = practise(visits, server)
    page = visitor.page
    while not (found := ways_from(exercise(visitor)[1], exercise(visitor)[0], "no_red")):
        solve(visitor)
        page.locator(".buttons .primary").click()
        page.locator(".note.solved").wait_for(state="detached")
    fewest = min(len(way.cards) for way in found)
    helping = page.get_by_role("button", name="Help me")
    helping.click()
    expect(page.locator(".hints li")).to_have_count(1)
    expect(page.locator(".hints li").first).to_contain_text("exactly one" if len(found) == 1 else f"{len(found)} ways")
    helping.click()
    expect(page.locator(".hints li").nth(1)).to_contain_text("One card" if fewest == 1 else f"{fewest} cards")
    helping.click()
    expect(page.locator(".hints li")).to_have_count(3)
    expect(helping).to_have_count(0)
    solve(visitor)
    expect(page.locator(".record")).to_contain_text("Without help: ")
    assert visitor.overflow() <= 0


def test_a_wrong_denial_is_told(visits: Opens, server: Server) -> None:
    visitor = practise(visits, server)
    top, hand = exercise(visitor)
    visitor.page.get_by_role("button", name="It’s impossible").click()
    wrong = bool(ways_from(hand, top, "no_red"))
    expect(visitor.page.locator(".note[role=status]")).to_contain_text("There is a way" if wrong else "Well spotted")


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_practice_is_whole(visits: Opens, server: Server, language: str, light: str) -> None:
    visitor = practise(visits, server, size=PHONE, language=language, light=light)
    assert visitor.faults() == []
    visitor.page.locator(".buttons .button").first.click()
    visitor.page.locator(".hints li").first.wait_for()
    visitor.page.locator(".held").first.click()
    assert visitor.faults() == []
    assert visitor.overflow() <= 0
    assert not re.search(r"[{}]|undefined|NaN|\[object", visitor.words())


# the tray of Jok-R-ummy

CORNER: Any = {"x": 26, "y": 30}  # of a card that another one lies over


def put(visitor: Visitor, row: int, *labels: str) -> None:
    """Choose cards and tap a row of the tray."""
    for label in labels:
        visitor.page.locator(".cards").get_by_role("button", name=label, exact=True).first.click(position=CORNER)
    visitor.page.locator(".row").nth(row).locator(".place").click()


def tiles(visitor: Visitor, row: int) -> list[str]:
    """What lies in a row, as it is read out."""
    buttons = visitor.page.locator(".row").nth(row).locator(".out")
    return [
        (one.get_attribute("aria-label") or "").removeprefix("Take ").removesuffix(" out of the row")
        for one in buttons.all()
    ]


def test_a_programme_is_put_together_by_hand_with_wilds_in_their_places(visits: Opens, server: Server) -> None:
    visitor = at(visits, server, "jokrummy-ready")  # 3 of one rank, 7 in a row of one suit
    page = visitor.page
    put(visitor, 0, "A of hearts", "joker", "A of spades")
    expect(page.locator(".row.whole")).to_have_count(1)
    assert tiles(visitor, 0) == ["A of hearts", "A of spades", "joker as A"]
    put(visitor, 1, "2 of clubs, wild", "10 of diamonds", "8 of diamonds", "4 of diamonds", "7 of diamonds")
    expect(page.locator(".row").nth(1)).to_contain_text("these don’t go together")
    put(visitor, 1, "2 of hearts, wild", "2 of spades, wild")
    expect(page.locator(".row.whole")).to_have_count(2)
    assert tiles(visitor, 1) == [
        "4 of diamonds", "2 of clubs as 5 of diamonds", "2 of hearts as 6 of diamonds", "7 of diamonds",
        "8 of diamonds", "2 of spades as 9 of diamonds", "10 of diamonds",
    ]  # fmt: skip
    page.get_by_role("button", name="Lay down the programme").click()
    expect(page.locator(".laid")).to_be_visible()
    expect(page.locator(".group")).to_have_count(3)
    assert len(visitor.hand) == 4


def test_a_wild_can_be_moved_to_the_other_end(visits: Opens, server: Server) -> None:
    visitor = at(visits, server, "jokrummy-ready", size=DESKTOP)
    put(visitor, 1, "7 of diamonds", "8 of diamonds", "joker")
    shift = visitor.page.get_by_role("button", name="Move the wild card")
    shift.wait_for()
    assert tiles(visitor, 1)[-1] == "joker as 9 of diamonds"
    shift.click()
    expect(visitor.page.locator(".row").nth(1).locator(".out").first).to_have_attribute(
        "aria-label", re.compile("joker as 6 of diamonds")
    )


def test_a_card_goes_back_to_the_hand(visits: Opens, server: Server) -> None:
    visitor = at(visits, server, "jokrummy-ready")
    before = visitor.hand
    put(visitor, 0, "A of hearts", "A of spades")
    expect(visitor.page.locator(".row").first).to_contain_text("1 card missing")
    assert len(visitor.hand) == len(before) - 2
    visitor.page.locator(".out").first.click()
    expect(visitor.page.locator(".out")).to_have_count(1)
    visitor.page.get_by_role("button", name="Clear the rows").click()
    expect(visitor.page.locator(".out")).to_have_count(0)
    assert visitor.hand == before


def test_the_tray_survives_a_reload(visits: Opens, server: Server) -> None:
    visitor = at(visits, server, "jokrummy-ready")
    put(visitor, 0, "A of hearts", "A of spades")
    visitor.page.reload()
    visitor.page.locator(".out").first.wait_for()
    assert tiles(visitor, 0) == ["A of hearts", "A of spades"]


@pytest.mark.parametrize("name", ["jokrummy-ready", "jokrummy-twins"])
@pytest.mark.parametrize("how", ["Suggestion: fewest wilds", "Suggestion: most cards"])
def test_a_proposal_fills_the_tray_and_can_be_laid(visits: Opens, server: Server, name: str, how: str) -> None:
    visitor = at(visits, server, name)
    page = visitor.page
    rows = page.locator(".row").count()
    page.get_by_role("button", name=how).click()
    expect(page.locator(".row.whole")).to_have_count(rows)
    if name == "jokrummy-twins":
        laid = tiles(visitor, 0) + tiles(visitor, rows - 1)
        assert len(set(laid)) < len(laid), "two equal cards, from two packs"
    page.get_by_role("button", name="Lay down the programme").click()
    done = table_of(name).view(0)["done"][0] + 1
    expect(page.locator(".me .score")).to_contain_text(f"{done} point")


def test_a_row_that_does_not_go_cannot_be_laid(visits: Opens, server: Server) -> None:
    visitor = at(visits, server, "jokrummy-ready")
    put(visitor, 0, "A of hearts", "A of spades", "3 of spades")
    expect(visitor.page.locator(".row").first).to_contain_text("these don’t go together")
    assert visitor.page.get_by_role("button", name="Lay down the programme").count() == 0
