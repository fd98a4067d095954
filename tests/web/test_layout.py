"""Hints, words and the log have places of their own: nothing gives way to them at any size."""

import pytest
from playwright.sync_api import expect
from server.running import Server, craft
from server.test_tables import tied
from web.conftest import Opens
from web.layout import SIZES, faults, resize, walk
from web.screens import address, laid_out
from web.visitor import LONG, Visitor

LAID = (83, 232, 317)  # moves that lay a run and complete a programme


def opened(visits: Opens, server: Server, name: str, language: str = "en") -> Visitor:
    """A table in a browser."""
    visitor = visits(language=language, size=SIZES[1])
    visitor.page.goto(address(server, laid_out(server, name)))
    visitor.wait_for_table()
    visitor.page.locator("[aria-busy=true]").wait_for(state="detached")
    return visitor


@pytest.mark.parametrize(("language", "hint"), [("de", "Tipp"), ("fr", "Conseil")])
@pytest.mark.parametrize("name", ["thegame-middle", "joomo-middle", "jokrummy-two", "jokrummy-ready", "koomi-sum"])
def test_a_hint_has_a_place_of_its_own(visits: Opens, server: Server, name: str, language: str, hint: str) -> None:
    visitor = opened(visits, server, name, language)
    visitor.page.get_by_role("button", name=hint).click()
    visitor.page.locator(".say.lit").wait_for(timeout=LONG)
    visitor.page.locator("[data-lit]").first.wait_for()  # it shows, too
    assert walk(visitor) == []


def test_words_votes_and_the_log_have_places_of_their_own(visits: Opens, server: Server) -> None:
    made = laid_out(server, "thegame-middle")
    anna, ben = visits(size=SIZES[1]), visits(size=SIZES[5])
    for visitor, seat in ((anna, 0), (ben, 1)):
        visitor.page.goto(address(server, made, seat))
        visitor.wait_for_table()
    ben.page.locator(".side input").fill("Well played, all of you, that was a close thing!")
    ben.page.locator(".side input").press("Enter")
    anna.page.locator(".strip.chat").wait_for()
    found = []
    for size in SIZES[:3]:
        resize(anna, size)
        found += faults(anna)
    anna.page.locator(".strip.chat button").click()
    expect(anna.page.locator(".sheet .log")).to_contain_text("close thing")
    ben.page.locator(".side input").fill("Once more?")
    ben.page.locator(".side input").press("Enter")
    expect(anna.page.locator(".sheet .log")).to_contain_text("Once more?")
    expect(anna.page.locator(".strip.chat")).to_have_count(0)  # the log says it already
    for size in SIZES[:5]:
        resize(anna, size)
        found += faults(anna)
    assert found == []


def test_a_long_sentence_has_room(visits: Opens, server: Server) -> None:
    made = laid_out(server, "jokrummy-end")
    visitor = visits(language="fr", size=SIZES[0])
    found = []
    for moves in LAID:
        visitor.page.goto(f"{server.address}/t/{made.table}#review=1&at={moves}")
        expect(visitor.page.locator(".say p")).to_contain_text("une suite")
        for size in SIZES[:3]:
            resize(visitor, size)
            found += [fault for fault in faults(visitor) if "sentence" in fault]
    assert found == []


def test_the_newest_line_of_the_score_pad_is_in_sight(visits: Opens, server: Server) -> None:
    visitor = visits(size=SIZES[2])
    visitor.page.goto(address(server, craft(server, "joomo", [None, None], 1, tied())))
    newest, total = (visitor.page.locator(row).last for row in (".pad tbody tr", ".pad tfoot td"))
    newest.wait_for()
    boxes = newest.bounding_box(), total.bounding_box()
    assert boxes[0]
    assert boxes[1]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"] + 1


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_lays_down_a_programme_has_room(visits: Opens, server: Server, language: str) -> None:
    visitor = opened(visits, server, "jokrummy-ready", language)
    visitor.page.locator(".actions .button.primary").click()
    visitor.page.locator(".rack .out").first.wait_for()
    visitor.page.locator(".actions .button.primary").wait_for()
    assert walk(visitor) == []


@pytest.mark.parametrize(
    ("name", "moves"), [("jokrummy", 30), ("jokrummy", 300), ("thegame", 100), ("joomo", 60), ("koomi", 40)]
)
def test_a_finished_game_has_room(visits: Opens, server: Server, name: str, moves: int) -> None:
    visitor = visits(language="de", size=SIZES[1])
    visitor.page.goto(f"{server.address}/t/{laid_out(server, f'{name}-end').table}#review=1&at={moves}")
    visitor.page.locator(".console").wait_for()
    visitor.page.locator("[aria-busy=true]").wait_for(state="detached")
    assert walk(visitor) == []


def test_all_standings_are_in_sight_on_a_phone_lying(visits: Opens, server: Server) -> None:
    visitor = opened(visits, server, "jokrummy-round")
    resize(visitor, SIZES[2])
    last, sheet = (visitor.page.locator(part).last.bounding_box() for part in (".standing tr", ".standing .scroll"))
    assert last
    assert sheet
    assert last["y"] + last["height"] <= sheet["y"] + sheet["height"]


@pytest.mark.parametrize("name", ["thegame-middle", "joomo-middle", "jokrummy-two"])
def test_the_light_of_a_hint_begins_above_the_sentence(visits: Opens, server: Server, name: str) -> None:
    visitor = opened(visits, server, name)
    visitor.page.get_by_role("button", name="Hint").click()
    visitor.page.locator(".light .dash").wait_for(state="attached", timeout=LONG)
    for size in (*SIZES[:2], *SIZES[3:]):
        resize(visitor, size)
        light, sentence = (visitor.page.locator(part).bounding_box() for part in (".light .dash", ".say"))
        assert light
        assert sentence
        assert light["y"] + light["height"] <= sentence["y"] + 6, size


@pytest.mark.parametrize("size", SIZES[:4], ids=str)
def test_an_empty_hand_keeps_its_place_until_the_game_is_over(
    visits: Opens, server: Server, size: tuple[int, int]
) -> None:
    visitor = opened(visits, server, "thegame-middle")
    resize(visitor, size)
    before = visitor.page.locator(".middle").bounding_box()
    visitor.page.evaluate("document.querySelectorAll('.held').forEach((card) => card.remove())")
    assert visitor.page.locator(".middle").bounding_box() == before


WIDE = SIZES[3:]


def middle(visitor: Visitor, selector: str) -> float:
    """Where the middle of something is across the screen."""
    box = visitor.page.locator(selector).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2


def test_rows_that_nobody_needs_are_not_kept(visits: Opens, server: Server) -> None:
    alone, watcher, pupil = opened(visits, server, "thegame-alone"), visits(), visits()
    watcher.page.goto(f"{server.address}/t/{laid_out(server, 'joomo-middle').table}")
    watcher.wait_for_table()
    pupil.page.goto(f"{server.address}/#practise=koomi")
    pupil.page.locator(".held").first.wait_for()
    rows = "getComputedStyle(document.querySelector('.frame')).gridTemplateRows.split(' ').map(parseFloat)"
    for size in WIDE:
        for visitor in (alone, watcher, pupil):
            resize(visitor, size)
        assert min(watcher.page.evaluate(rows)) == 0, f"{size}: a row for a hand there is not"
        assert abs(middle(pupil, ".say p") - middle(pupil, ".hand")) < 9, f"{size}: the sentence is not in the middle"
    resize(alone, SIZES[3])
    assert min(alone.page.evaluate(rows)) == 0, "a row for others there are not"


def test_stock_and_discards_lie_in_the_middle_until_there_are_groups(visits: Opens, server: Server) -> None:
    bare, busy = opened(visits, server, "jokrummy-two"), opened(visits, server, "jokrummy-six")
    for size in SIZES:
        for visitor in (bare, busy):
            resize(visitor, size)
        assert abs(middle(bare, ".piles") - middle(bare, ".table")) < 2
        assert middle(busy, ".piles") < middle(busy, ".groups")
        left, right = (busy.page.locator(part).bounding_box() for part in (".pile >> nth=1", ".groups .face >> nth=0"))
        assert left
        assert right
        assert left["x"] + left["width"] <= right["x"]
