"""First lessons, rules and the deal of the day, in a real browser."""

import json
import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect
from server.running import Server
from web.conftest import Opens
from web.learner import at_step, begin, do_step, held, lesson_of
from web.screens import address, laid_out
from web.tapping import Acts, click, enter, play
from web.test_screens import complete
from web.test_sizes import SIZES, walk
from web.visitor import DESKTOP, PHONE, Visitor

from brelan.core.game import names
from brelan.daily import today

LANGUAGES = ("en", "fr", "de")


# lessons


@pytest.mark.parametrize(
    ("name", "act", "size"),
    [("thegame", enter, DESKTOP), ("joomo", click, PHONE), ("koomi", enter, DESKTOP), ("jokrummy", click, PHONE)],
    ids=lambda given: str(getattr(given, "__name__", given)),
)
def test_a_lesson_is_played_to_its_end(visits: Opens, name: str, act: Acts, size: tuple[int, int]) -> None:
    visitor = visits(size=size)
    begin(visitor, name)
    last = len(lesson_of(name).steps) - 1
    for number in range(last):
        at_step(visitor, number, name)
        do_step(visitor, name, number, act)
    at_step(visitor, last, name)
    assert visitor.faults() == []
    act(visitor, ".actions .play-now")
    visitor.page.wait_for_url("**/t/*")
    visitor.wait_for_table()


def test_a_lesson_is_left_and_gone_on_with(visits: Opens) -> None:
    visitor = visits()
    begin(visitor, "koomi")
    for number in range(3):
        do_step(visitor, "koomi", number, click)
    at_step(visitor, 3, "koomi")
    seen = visitor.hand
    visitor.page.get_by_role("button", name="Home").click()
    expect(visitor.door("koomi", "learn")).to_have_text("Continue the lesson")
    expect(visitor.door("joomo", "learn")).to_have_text("Lesson")
    begin(visitor, "koomi")
    at_step(visitor, 3, "koomi")
    assert visitor.hand == seen
    visitor.page.reload()
    at_step(visitor, 3, "koomi")
    do_step(visitor, "koomi", 3, click)
    at_step(visitor, 4, "koomi")


def test_steps_that_were_done_are_turned_over_like_pages(visits: Opens) -> None:
    visitor = visits()
    begin(visitor, "thegame")
    do_step(visitor, "thegame", 0, click)
    assert visitor.page.locator(".actions .next").count() == 0, "what was not done is not passed over"
    do_step(visitor, "thegame", 1, click)
    at_step(visitor, 2, "thegame")
    back = visitor.page.get_by_role("button", name="Back", exact=True)
    back.click()
    at_step(visitor, 1, "thegame")
    visitor.page.locator(".actions .button.primary").wait_for()  # who starts is asked again
    visitor.page.locator(".actions .next").click()
    at_step(visitor, 2, "thegame")
    back.click()
    back.click()
    at_step(visitor, 0, "thegame")
    expect(back).to_be_disabled()


def test_a_try_against_the_rules_says_why_and_changes_nothing(visits: Opens) -> None:
    visitor = visits()
    begin(visitor, "thegame")
    for number in range(3):
        do_step(visitor, "thegame", number, click)
    at_step(visitor, 3, "thegame")
    before = visitor.hand
    click(visitor, held(20))
    click(visitor, ".pile[data-drop='0'] .place")
    expect(visitor.page.locator(".toast")).to_contain_text("higher than the top")
    assert visitor.hand == before
    visitor.page.locator(".toast .clause").click()
    expect(visitor.page.locator("dialog #clause-R5")).to_be_in_viewport()
    visitor.page.keyboard.press("Escape")
    do_step(visitor, "thegame", 3, click)
    at_step(visitor, 4, "thegame")


def test_a_step_is_one_sentence_and_more_is_behind_the_teachers_face(visits: Opens) -> None:
    visitor = visits(size=PHONE)
    begin(visitor, "joomo")
    visitor.page.locator(".actions .next").click()
    said = visitor.page.locator(".speech .text")
    expect(said).to_contain_text("Play your 40")
    assert visitor.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, "all is on the screen"
    visitor.page.get_by_role("button", name="Tell me more").click()
    expect(visitor.page.locator("dialog")).to_contain_text("Otto led 20.")
    visitor.page.keyboard.press("Escape")
    do_step(visitor, "joomo", 1, click)
    at_step(visitor, 2, "joomo")
    expect(said.locator("strong")).to_have_text("Well done!")
    expect(visitor.page.locator(".praise")).to_have_count(1)


def test_a_try_the_lesson_does_not_want_says_what_it_wants(visits: Opens) -> None:
    visitor = visits()
    begin(visitor, "thegame")
    for number in range(2):
        do_step(visitor, "thegame", number, click)
    before = visitor.hand
    click(visitor, held(14))
    click(visitor, ".pile[data-drop='0'] .place")
    expect(visitor.page.locator(".speech.astray[aria-live=polite]")).to_contain_text(
        "not right now. Play 2 on the first climbing pile"
    )
    assert visitor.hand == before
    at_step(visitor, 2, "thegame")


def test_the_lesson_shows_what_it_wants_and_then_what_is_left(visits: Opens) -> None:
    visitor = visits(size=DESKTOP, language="de")
    begin(visitor, "thegame")
    for number in range(2):
        do_step(visitor, "thegame", number, click)
    visitor.page.locator(".actions .show").click()
    expect(visitor.page.locator(".speech")).to_contain_text("Leg die 2 auf den ersten aufsteigenden Stapel")
    click(visitor, held(2))
    click(visitor, ".pile[data-drop='0'] .place")
    expect(visitor.page.locator(".speech")).to_contain_text("Leg die 98 auf den ersten absteigenden Stapel")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_every_step_is_whole(visits: Opens, server: Server, name: str, language: str) -> None:
    light = "light" if language == "fr" else "dark"
    visitor = visits(size=PHONE, language=language, light=light)
    page, last = visitor.page, len(lesson_of(name).steps) - 1
    page.goto(server.address)
    page.evaluate(f"localStorage.setItem('brelan.lesson.{name}', JSON.stringify({{ step: 0, done: {last} }}))")
    page.goto(f"{server.address}/#learn={name}")
    page.reload()
    page.locator(".say").wait_for()
    for number in range(last + 1):
        at_step(visitor, number, name)
        assert visitor.overflow() <= 0
        assert complete(visitor.words())
        if number in (0, last // 2, last):
            page.locator("[aria-busy=true]").wait_for(state="detached")
            assert visitor.faults() == []
        if number < last:
            page.locator(".actions .next").click()


@pytest.mark.parametrize("kept", ['{"step": 99, "done": 99}', '{"step": 1.5}', '{"step": "two"}', "null", "7", "{"])
def test_whatever_the_device_kept_a_lesson_begins(visits: Opens, server: Server, kept: str) -> None:
    visitor = visits()
    visitor.page.goto(server.address)
    visitor.page.evaluate("kept => localStorage.setItem('brelan.lesson.thegame', kept)", kept)
    begin(visitor, "thegame")
    at_step(visitor, 0, "thegame")


def test_what_has_no_lesson_says_so(visits: Opens, server: Server) -> None:
    visitor = visits()
    with visitor.page.expect_console_message(lambda message: "404" in message.text):  # told after the page says so
        visitor.page.goto(f"{server.address}/#learn=chess")
        expect(visitor.page.locator("main")).to_contain_text("no lesson")
    visitor.errors[:] = [error for error in visitor.errors if "404" not in error]


# rules


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_the_rules_are_whole(visits: Opens, server: Server, name: str, language: str) -> None:
    light = "light" if language == "de" else "dark"
    visitor = visits(size=PHONE, language=language, light=light)
    visitor.page.goto(f"{server.address}/#rules={name}")
    expect(visitor.page.locator(".panels > li")).to_have_count(6)
    expect(visitor.page.locator(".tabs a[aria-current]")).to_have_count(1)
    named = visitor.page.locator(".tabs a", has_text=re.compile(r"\w"))
    expect(named).to_have_count(len(names()))  # the others' names come later
    assert visitor.faults() == []
    assert visitor.overflow() <= 0
    assert complete(visitor.words())
    visitor.page.locator(".every").click()
    visitor.page.locator(".clause").first.wait_for()
    assert visitor.faults() == []
    assert visitor.overflow() <= 0
    assert complete(visitor.words())
    assert visitor.page.locator(".clause .card").count() > 3
    links = visitor.page.locator(".sheet nav a")
    told = [f"#clause-{number}" for number in links.all_inner_texts()]
    assert len(told) > 10
    for clause in told:
        assert visitor.page.locator(f"{clause} p").inner_text()


def test_a_clause_has_a_link_of_its_own(visits: Opens, server: Server) -> None:
    visitor = visits(size=DESKTOP)
    page = visitor.page
    page.goto(f"{server.address}/#rules=joomo.R15")
    expect(page.locator("#clause-R15")).to_be_in_viewport()
    expect(page.locator(".clause.marked")).to_have_attribute("id", "clause-R15")
    page.evaluate("scrollTo(0, 0)")
    page.locator("nav").get_by_role("link", name="R12", exact=True).click()
    expect(page.locator("#clause-R12")).to_be_in_viewport()
    assert page.url.endswith("/#rules=joomo.R12")
    page.go_back()
    expect(page.locator(".clause.marked")).to_have_attribute("id", "clause-R15")
    page.locator("#clause-R4 > .number").click()
    expect(page.locator(".clause.marked")).to_have_attribute("id", "clause-R4")


def test_the_rules_are_reached_from_home_table_and_lesson(visits: Opens, server: Server) -> None:
    visitor = visits(language="fr")
    page = visitor.page
    visitor.home()
    visitor.door("koomi", "rules").click()
    expect(page.locator("h1")).to_have_text("Koomi en six images")
    page.locator("main .ways .primary").click()
    page.locator(".say").wait_for()
    page.get_by_role("button", name="Règles").click()
    expect(page.locator("dialog #clause-R6")).to_contain_text("exactement +10 ou −10")
    page.goto(address(server, laid_out(server, "koomi-start")))
    visitor.wait_for_table()
    page.locator(".bar .button").first.click()
    page.locator("dialog .entry").first.click()
    page.locator("dialog").get_by_role("link", name="page à part").click()
    expect(page.locator("h1")).to_have_text("Koomi en six images")
    page.go_back()
    visitor.wait_for_table()


def test_the_rules_to_the_letter_are_there_too(visits: Opens, server: Server) -> None:
    visitor = visits(size=DESKTOP)
    visitor.page.goto(f"{server.address}/#rules=thegame.all")
    visitor.page.locator("details summary").click()
    expect(visitor.page.locator("details .text")).to_contain_text("Decided")


# the deal of the day


def days_of(visitor: Visitor, name: str) -> list[str]:
    """The days this device has played to their end."""
    kept = json.loads(visitor.page.evaluate(f"localStorage.getItem('brelan.daily.{name}')"))
    days: list[str] = kept["days"]
    return days


def deal(visitor: Visitor, name: str) -> None:
    """From the home page to the deal of today."""
    visitor.home()
    visitor.page.locator(f".deal[data-game={name}]").click()
    visitor.wait_for_table()


@pytest.mark.parametrize("name", names())
def test_everybody_is_dealt_the_same_and_comes_back_to_their_table(visits: Opens, name: str) -> None:
    anna, ben = visits(), visits(size=DESKTOP, language="de", light="light")
    deal(anna, name)
    deal(ben, name)
    anna.wait()
    ben.wait()  # in Koomi, a bot may have swapped hands before
    assert sorted(anna.hand) == sorted(ben.hand) != []
    table = anna.page.url
    assert ben.page.url != table
    said = "played" if anna.ended else "continue"  # in some of Koomi's deals a bot wins before anybody else has a turn
    anna.home()
    expect(anna.page.locator(f".deal[data-game={name}]")).to_contain_text(said)
    anna.page.locator(f".deal[data-game={name}]").click()
    anna.page.wait_for_url(table)


def test_a_day_is_played_shared_and_counted(visits: Opens) -> None:
    visitor = visits()
    page = visitor.page
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(visitor.address)
    before = [(today() - timedelta(days=count)).isoformat() for count in (1, 2, 4)]
    page.evaluate(f"localStorage.setItem('brelan.daily.thegame', JSON.stringify({{ days: {json.dumps(before)} }}))")
    deal(visitor, "thegame")
    table = page.url
    play(visitor)
    expect(page.locator("dialog .day")).to_contain_text("3 days in a row!")
    expect(page.locator("dialog .day")).to_contain_text("Come back!")
    line = page.locator("dialog .day textarea").input_value()
    assert line.startswith(f"Brelan {today().day}.{today().month}. The Game: ")
    assert line.endswith(" of 98 cards played") or line.endswith("beaten!")
    assert visitor.faults() == []
    assert visitor.overflow() <= 0
    walk(visitor)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("dialog .big")).to_be_in_viewport(ratio=1)
        expect(page.locator("dialog .less .button").last).to_be_in_viewport(ratio=1)
    page.evaluate("delete Navigator.prototype.share")
    page.locator("dialog .day .button").click()
    expect(page.locator("dialog .day [role=status]")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == line
    assert days_of(visitor, "thegame") == sorted([*before, today().isoformat()])
    visitor.home()
    expect(page.locator(".deal[data-game=thegame]")).to_contain_text("played")
    expect(page.locator(".today .streak")).to_have_text("3 days")
    expect(page.locator(".week .now.half")).to_have_count(1)
    page.locator(".deal[data-game=thegame]").click()
    page.wait_for_url(table)
    expect(page.locator("dialog .day")).to_contain_text("3 days in a row!")


def test_where_the_device_can_share_it_does(visits: Opens) -> None:
    visitor = visits(language="de")
    visitor.page.add_init_script("navigator.share = async (what) => { window.shared = what; };")
    deal(visitor, "thegame")
    play(visitor)
    line = visitor.page.locator("dialog .day textarea").input_value()
    visitor.page.locator("dialog .day .button").click()
    assert visitor.page.evaluate("window.shared") == {"text": line}


def test_a_game_after_the_deal_of_the_day_is_no_day(visits: Opens) -> None:
    visitor = visits()
    deal(visitor, "thegame")
    play(visitor)
    visitor.page.locator("dialog.end .big").click()  # play again
    visitor.page.locator("dialog").wait_for(state="detached")
    play(visitor)
    assert visitor.page.locator("dialog .day").count() == 0
    assert days_of(visitor, "thegame") == [today().isoformat()]
