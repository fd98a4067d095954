"""Tables with options of their own, made and played in the browser."""

import re
from collections.abc import Callable

from playwright.sync_api import Browser, expect
from server.running import Server, craft
from web.conftest import Opens
from web.screens import address, laid_out, step
from web.tapping import settle
from web.test_making import CORNER, put
from web.visitor import PHONE, Visitor

from brelan import Table
from brelan.server import log

Moves = list[log.AnyEntry]
WATCH = """() => {
  window.lay = 0; // milliseconds between the first and the last frame that showed a taken trick
  let first = 0;
  const look = (now) => {
    if (document.querySelector(".line.taken .card")) window.lay = now - (first ||= now);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def until(table: Table, ready: Callable[[Table], bool], play: Callable[[Table, int], str] = step) -> Moves | None:
    """The moves until a position is as wanted; None if that game does not come to it."""
    moves = Moves()
    while not ready(table):
        if table.over:
            return None
        said, seat = play(table, len(moves)), table.position.seat
        table.play(said)
        moves.append(log.Moved(seat, said))
    return moves


def plan(visitor: Visitor, game: str) -> None:
    """Open the dialog in which a table is made, with its options and bots for all other seats."""
    visitor.home()
    visitor.door(game, "friends").click()
    visitor.page.locator("dialog summary").click()
    for seat in visitor.page.locator("dialog fieldset select").all():
        seat.select_option("easy")


def make(visitor: Visitor) -> None:
    """Make the table, and wait for the cards."""
    visitor.page.locator("dialog .button.primary").click()
    visitor.wait_for_table()


# Joomo: a five covers a limit


def caps(table: Table) -> list[str]:
    """The fives that may go on either limit, where seat 0 is asked."""
    if table.seat != 0:
        return []
    allowed = table.allowed()
    fives = [text.split()[1] for text in allowed if text.startswith("cap") and text.endswith("first")]
    return [five for five in fives if f"cap {five} second" in allowed and f"lay {five}" in allowed]


def test_a_five_goes_on_the_limit_one_chooses(visits: Opens, server: Server) -> None:
    for seed in range(1, 200):
        table = Table("joomo", seats=3, seed=seed)
        moves = until(table, lambda now: bool(caps(now)))
        if moves is not None:
            break
    assert moves is not None
    five = caps(table)[0]
    first, second = table.view(0)["limits"]
    visitor = visits(size=PHONE)
    page = visitor.page
    page.goto(address(server, craft(server, "joomo", [None, None, None], seed, moves)))
    page.locator(f".held[data-card='{five}']").click()
    expect(page.locator(".say p")).to_have_text("Into the gap, or on a limit?")
    expect(page.locator(".line .limit.lit")).to_have_count(2)
    expect(page.locator(".line .gap.lit")).to_have_count(1)
    limit = page.get_by_role("button", name=f"2nd limit: {five} on {second:02d}")
    expect(page.get_by_role("button", name=f"1st limit: {five} on {first:02d}")).to_be_visible()
    assert visitor.faults() == []
    limit.click()
    settle(visitor)
    expect(page.get_by_role("button", name=f"2nd limit: {five}", exact=True)).to_have_count(1)
    expect(page.get_by_role("button", name=f"1st limit: {first:02d}", exact=True)).to_have_count(1)
    assert int(five) not in visitor.hand


def ends(table: Table) -> bool:
    """Whether seat 0 may pass, and somebody takes the trick by that."""
    if table.seat != 0 or "pass" not in table.allowed():
        return False
    after = table.position.copy()
    after.play(table.game.rules.ACTIONS.parse("pass"))
    return bool(after.state.lying == 0)


def test_a_taken_trick_lies_before_it_is_gathered(visits: Opens, server: Server) -> None:
    table = Table("joomo", seats=2, seed=3)
    moves = until(table, ends)
    assert moves is not None
    visitor = visits(size=PHONE)
    page = visitor.page
    page.emulate_media(reduced_motion="no-preference")
    page.goto(address(server, craft(server, "joomo", [None, None], 3, moves)))
    page.get_by_role("button", name="Pass").wait_for()
    page.evaluate(WATCH)
    page.get_by_role("button", name="Pass").click()
    expect(page.locator(".middle")).to_contain_text("P1 takes the trick")
    expect(page.locator(".line.taken")).to_have_count(0)
    assert page.evaluate("lay") > 1000, "nobody can have seen it"


# Koomi for the youngest


def test_the_youngest_play_with_plus_alone_and_open_cards(visits: Opens) -> None:
    visitor = visits(size=PHONE, language="de")
    plan(visitor, "koomi")
    dialog = visitor.page.locator("dialog")
    assert not re.search(r"no_red|small_red|switch\b", dialog.inner_text()), "options are told by name"
    dialog.get_by_label("Welche Zahlenkarten im Spiel sind.").select_option(label="nur grüne, für +10")
    dialog.get_by_label("Alle spielen mit offenen Karten.").check()
    dialog.get_by_label("Plätze tauschen").check()  # left out
    make(visitor)
    expect(visitor.page.locator(".open li")).to_have_count(visitor.page.locator(".others .seat").count())
    expect(visitor.page.locator(".gate")).to_have_text("+10")  # the only goal
    assert all(card > 8 for card in visitor.hand), "no red number"
    assert visitor.faults() == []
    assert visitor.overflow() <= 0


def test_an_aid_is_laid_alone_where_that_is_allowed(visits: Opens, server: Server) -> None:
    for seed in range(1, 100):
        table = Table("koomi", seats=2, seed=seed, loose_aids=True)
        moves = until(table, lambda now: now.seat == 0 and "loose 1" in now.allowed())
        if moves is not None:
            break
    assert moves is not None
    visitor = visits()
    page = visitor.page
    page.goto(address(server, craft(server, "koomi", [None, None], seed, moves, loose_aids=True)))
    page.locator(".held[data-card='18']").first.click()
    held = len(visitor.hand)
    page.get_by_role("button", name="Play it alone").click()
    settle(visitor)
    expect(page.locator(".held:not([inert])")).to_have_count(held - 1)


# Jok-R-ummy: several programmes, a programme swapped


def test_with_three_programmes_one_chooses_which_to_work_at(visits: Opens) -> None:
    visitor = visits(size=PHONE)
    plan(visitor, "jokrummy")
    visitor.page.locator("dialog").get_by_label(re.compile("How many programmes")).select_option("3")
    make(visitor)
    page = visitor.page
    slots = page.locator(".slots .button")
    expect(slots).to_have_count(3)
    shown = set()
    for slot in range(3):
        slots.nth(slot).click()
        expect(slots.nth(slot)).to_have_attribute("aria-pressed", "true")
        page.locator("[aria-busy=true]").wait_for(state="detached")
        shown.add(page.locator(".programme").inner_text() + page.locator(".rows").inner_text())
    assert len(shown) > 1, "the programmes differ"
    assert visitor.faults() == []
    assert visitor.overflow() <= 0


def idle(table: Table, number: int) -> str:
    """Draw and discard, nothing else: no programme is ever done."""
    return next(text for text in table.allowed() if text.split()[0] in ("deal", "keep", "stock", "discard"))


def test_a_programme_that_failed_twice_can_be_swapped(visits: Opens, server: Server) -> None:
    table = Table("jokrummy", seats=2, seed=2, swap_after=2)
    moves = until(table, lambda now: now.seat == 0 and "swap" in now.allowed(), idle)
    assert moves is not None
    visitor = visits(size=PHONE)
    page = visitor.page
    page.goto(address(server, craft(server, "jokrummy", [None, None], 2, moves, swap_after=2)))
    expect(page.locator(".say p")).to_have_text("Your programme failed. Swap it?")
    assert visitor.faults() == []
    page.get_by_role("button", name="Swap it").click()
    page.locator(".log-door").click()
    expect(page.locator(".sheet .log")).to_contain_text("You swap your programme.")
    expect(page.locator(".sheet .log")).to_contain_text("Your new programme:")


# Jok-R-ummy: six seats on a phone

IN_SIGHT = """node => { const { left, top, width, height } = node.getBoundingClientRect();
  return node.contains(document.elementFromPoint(left + width / 2, top + height / 2)); }"""


def test_six_seats_on_a_phone_see_every_group(visits: Opens, server: Server) -> None:
    visitor = visits(size=PHONE)
    page = visitor.page
    page.goto(address(server, laid_out(server, "jokrummy-crowded")))
    page.locator(".row").first.wait_for()
    groups = page.locator(".group .cards").all()
    assert len(groups) == 20
    for group in groups:
        group.evaluate("node => node.scrollIntoView({ block: 'center' })")
        assert group.evaluate(IN_SIGHT), "nothing lies over it"
    assert page.locator(".others .seat").count() == 5
    assert visitor.overflow() <= 0


def test_a_chosen_card_brings_the_group_it_goes_to_into_sight(large: Browser, server: Server) -> None:
    visitor = Visitor(large, server.address)  # with large text, hand and groups are not on the screen at once
    page = visitor.page
    page.goto(address(server, laid_out(server, "jokrummy-ready")))
    page.locator(".row").first.wait_for()
    put(visitor, 0, "A of hearts", "joker", "A of spades")
    rest = ("10 of diamonds", "8 of diamonds", "4 of diamonds", "7 of diamonds")
    put(visitor, 1, "2 of clubs, wild", "2 of hearts, wild", "2 of spades, wild", *rest)
    page.get_by_role("button", name="Lay down the programme").click()
    page.locator(".laid").wait_for()
    tiles = page.locator(".group .tile").count()
    page.get_by_role("button", name="7 of spades, playable").click(position=CORNER)
    door = page.locator(".group .place").first
    door.wait_for()
    assert door.evaluate(IN_SIGHT)
    door.click()
    settle(visitor)
    expect(page.locator(".group .tile")).to_have_count(tiles + 1)
    visitor.leave()
    assert visitor.errors == []


def test_what_happened_is_told_in_words_and_signs(visits: Opens, server: Server) -> None:
    visitor = visits(size=PHONE, language="de")
    visitor.page.goto(address(server, laid_out(server, "jokrummy-crowded")))
    visitor.page.locator(".log-door").click()
    expect(visitor.page.locator(".sheet ol")).to_contain_text(re.compile(r"[♣♦♥♠]"))
    text = visitor.page.locator(".sheet ol").inner_text()
    assert not re.search(r"\b(10|[2-9AJQK])[CDHS]\b|\dx[SMK]\d|\bJK\b|Gruppe \d", text)
