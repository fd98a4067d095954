"""The home page: games in progress, today's deals, the games from easy to hard, and progress in each."""

import re

import pytest
from playwright.sync_api import expect
from server.running import Server
from web.conftest import Opens
from web.screens import address, laid_out
from web.test_room import make_table
from web.visitor import DESKTOP, LYING, PHONE, Visitor

HEARD = """
window.heard = 0;
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.heard += 1; return make.call(this); };
"""


def visit(visitor: Visitor, server: Server, screen: str, others: str | None = None) -> str:
    """Open a screen's table on this device; return its address."""
    visitor.page.goto(address(server, laid_out(server, screen, others)))
    visitor.page.locator(".say, dialog").first.wait_for()
    return visitor.page.url


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_doors_of_a_game_stand_in_one_row(visits: Opens, language: str) -> None:
    visitor = visits(size=(1180, 820), language=language)
    visitor.home()
    tops = visitor.tile("joomo").locator(".doors .button").evaluate_all("all => all.map((one) => one.offsetTop)")
    assert len(tops) == 3
    assert len(set(tops)) == 1


def test_an_open_game_leaves_its_neighbour_as_it_is(visits: Opens) -> None:
    visitor = visits(size=LYING)
    visitor.home()
    before = visitor.tile("thegame").bounding_box()
    visitor.tile("koomi").locator(".whom").click()
    visitor.tile("koomi").locator(".goals").wait_for()
    assert visitor.tile("thegame").bounding_box() == before


def test_go_on_playing_lists_only_games_that_go_on_and_bots_by_their_names(visits: Opens, server: Server) -> None:
    visitor = visits()
    visit(visitor, server, "koomi-end", "easy")
    table = visit(visitor, server, "joomo-middle", "easy")
    visitor.home()
    expect(visitor.page.locator(".on")).to_have_count(1)
    expect(visitor.page.locator(".on")).to_have_attribute("data-world", "joomo")
    expect(visitor.page.locator(".on .face")).not_to_have_count(0)
    visitor.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    expect(visitor.page.locator(".on .who")).to_have_text(re.compile(r"^Blaise, Carl and Emmy$|^Blaise and Carl$"))
    visitor.page.locator(".on .button.primary").click()
    visitor.page.wait_for_url(table)
    visitor.home()
    visitor.page.get_by_role("button", name="Remove this table from the list").click()
    expect(visitor.page.locator(".on")).to_have_count(0)


def test_games_stand_from_easy_to_hard_and_home_begins_with_what_goes_on(visits: Opens, server: Server) -> None:
    visitor = visits()
    visit(visitor, server, "joomo-middle", "easy")
    visitor.home()
    tiles = visitor.page.locator(".tile")
    assert [tile.get_attribute("data-world") for tile in tiles.all()] == ["thegame", "koomi", "joomo", "jokrummy"]
    order = [visitor.page.locator(part).first.bounding_box() for part in (".on", ".today", ".tile")]
    tops = [box["y"] for box in order if box]
    assert tops == sorted(tops)
    assert len(tops) == 3


def test_play_now_says_against_whom_and_lets_it_be_changed_in_place(visits: Opens) -> None:
    visitor = visits(size=PHONE)
    visitor.home()
    joomo = visitor.tile("joomo")
    expect(joomo.locator(".whom")).to_have_text("against Blaise and Carl (easy)")
    expect(visitor.tile("thegame").locator(".whom")).to_have_text("with Blaise and Carl (medium)")
    joomo.locator(".whom").click()
    joomo.locator("select").nth(0).select_option("2")
    joomo.locator("select").nth(1).select_option("hard")
    expect(joomo.locator(".whom")).to_have_text("against Blaise (hard)")
    visitor.home()
    expect(joomo.locator(".whom")).to_have_text("against Blaise (hard)")
    joomo.locator(".play").click()
    visitor.wait_for_table()
    expect(visitor.page.locator(".others [data-seat]")).to_have_count(1)


def test_what_was_done_shines_and_no_game_is_counted_twice(visits: Opens, server: Server) -> None:
    visitor = visits(size=DESKTOP)
    visitor.home()
    expect(visitor.tile("koomi").locator(".stars")).to_have_count(0)
    table = visit(visitor, server, "koomi-end", "hard")
    visitor.page.reload()
    visitor.page.locator("dialog").wait_for()
    visitor.home()
    won = visitor.tile("koomi").locator(".won")
    expect(won).to_have_text(re.compile("of 1 won"))
    lit = visitor.tile("koomi").locator(".grow .star.lit")
    expect(lit).to_have_count(3 if (won.text_content() or "").startswith("1") else 0)
    visitor.page.goto(table)
    visitor.page.locator("dialog").wait_for()
    visitor.home()
    expect(won).to_have_text(re.compile("of 1 won"))


def test_language_and_sound_are_in_sight_and_nothing_sounds_before_a_tap(visits: Opens) -> None:
    visitor = visits(size=PHONE)
    visitor.page.add_init_script(HEARD)
    visitor.home()
    sound = visitor.page.locator("header .sound")
    expect(sound).to_have_attribute("aria-pressed", "true")
    assert visitor.page.evaluate("window.heard") == 0
    visitor.page.locator("header [lang=fr]").click()
    expect(visitor.tile("thegame").locator(".play")).to_have_text("Jouer")
    visitor.tile("joomo").locator(".play").click()
    visitor.wait_for_table()
    visitor.page.wait_for_function("window.heard > 0")
    visitor.home()
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    visitor.tile("joomo").locator(".play").click()
    visitor.wait_for_table()
    visitor.page.locator(".say.mine").wait_for()
    assert visitor.page.evaluate("window.heard") == 0, "muted stays muted"


def test_who_opens_an_invitation_is_no_watcher(visits: Opens) -> None:
    anna, ben = visits(), visits()
    ben.page.goto(make_table(anna, "joomo", "Anna"))
    ben.page.get_by_role("button", name="Take a seat").wait_for()
    expect(anna.page.locator(".watchers")).to_have_count(0)
    ben.page.get_by_role("button", name="Take a seat").click()
    ben.wait_for_table()
    anna.wait_for_table()
    expect(anna.page.locator(".watchers")).to_have_count(0)


def test_french_and_german_tables_call_court_cards_by_their_own_letters(visits: Opens, server: Server) -> None:
    for language, ranks, english in (("fr", "VDR", "JQK"), ("de", "BD", "JQ")):
        visitor = visits(size=DESKTOP, language=language)
        visit(visitor, server, "jokrummy-crowded")
        visitor.page.locator(".held").first.wait_for()
        tree = visitor.page.locator("main").aria_snapshot()
        assert re.search(rf"\b[{ranks}] (de )?\w+|\w+ [{ranks}]\b", tree)
        assert not re.search(
            rf"\b[{english}](♣|♦|♥|♠| de (trèfle|carreau|cœur|pique))|(Kreuz|Karo|Herz|Pik) [{english}]\b", tree
        )
