"""The room: friends at one table, watchers, other devices, and broken connections."""

import itertools
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from server.running import Server, craft
from web.conftest import Opens
from web.screens import address, laid_out, played, step
from web.tapping import CAN, settle, tap
from web.test_games import hands_seen
from web.test_touch import piles
from web.visitor import DESKTOP, LONG, PHONE, Visitor

from brelan import Table
from brelan.server import log


def make_table(host: Visitor, game: str, name: str, bots: int = 1) -> str:
    """Make a table of three seats, the last of them bots; return the invitation's link."""
    host.home()
    host.door(game, "friends").click()
    page = host.page
    page.locator("dialog input").first.fill(name)
    page.locator("dialog .count", has_text="3").click()
    for seat in range(2 - bots, 2):
        page.locator("dialog select").nth(seat).select_option("easy")
    page.locator("dialog .button.primary").click()
    page.locator(".ways .button.primary").click()
    link = page.locator("dialog input[readonly]").input_value()
    expect(page.locator("dialog svg[role=img]")).to_be_visible()
    page.keyboard.press("Escape")
    return link


def sit_down(guest: Visitor, link: str, name: str) -> None:
    """Open an invitation, say a name, take the seat."""
    guest.page.goto(link)
    guest.page.locator("form input").fill(name)
    guest.page.locator("form .button.primary").click()
    guest.wait_for_table()


def test_two_people_and_a_bot_play_to_the_end(visits: Opens) -> None:
    anna, ben = visits(size=PHONE, language="fr"), visits(size=DESKTOP, language="de")
    link = make_table(anna, "thegame", "Anna")
    sit_down(ben, link, "Ben")
    anna.wait_for_table()
    expect(anna.page.locator(".others")).to_contain_text("Ben")
    expect(ben.page.locator(".others")).to_contain_text("Anna")
    assert "#" not in ben.page.url, "the invitation left the fragment for the address"
    for _ in range(400):
        if anna.ended and ben.ended:
            break
        for player in (anna, ben):
            if player.mine and not player.ended:
                tap(player)
                settle(player)
        anna.page.wait_for_timeout(50)
    assert anna.ended
    assert ben.ended


def test_a_watcher_sees_no_hand(visits: Opens) -> None:
    anna, eve = visits(), visits(size=DESKTOP)
    anna.play_now("joomo")
    eve.page.goto(anna.page.url)
    eve.wait_for_table()
    assert eve.page.locator(".held").count() == 0
    assert eve.frames
    assert set().union(*map(hands_seen, eve.frames)) == set()
    expect(anna.page.locator(".watchers")).to_be_visible()


def test_the_device_keeps_keys_and_wishes_but_no_cards_of_others(visits: Opens) -> None:
    anna = visits()
    anna.play_now("joomo")
    places = ("Object.entries(localStorage)", "Object.entries(sessionStorage)", "document.cookie")
    kept = anna.page.evaluate(f"JSON.stringify([{', '.join(places)}])")
    for word in ("hands", "stock", "aside", "view", "scene", "seed"):
        assert word not in kept
    assert "brelan." in kept, "the way back is kept"
    assert anna.page.locator(".others .held").count() == 0, "nobody else's cards are in the page"


def test_the_seats_own_link_opens_it_on_another_device(visits: Opens) -> None:
    phone, laptop = visits(), visits(size=DESKTOP)
    phone.play_now("thegame")
    phone.page.locator(".bar .button").first.click()
    phone.page.locator("dialog .entry").nth(1).click()
    phone.page.locator("dialog footer .button").first.click()
    laptop.page.goto(phone.page.locator("dialog input[readonly]").input_value())
    laptop.wait_for_table()
    phone.page.keyboard.press("Escape")
    assert laptop.hand == phone.hand
    assert "#" not in laptop.page.url


def test_a_reload_and_the_list_lead_back_to_the_seat(visits: Opens) -> None:
    visitor = visits()
    visitor.play_now("joomo")
    visitor.wait()
    before = visitor.hand
    visitor.page.reload()
    visitor.wait_for_table()
    assert visitor.hand == before
    visitor.home()
    visitor.page.locator(".on .button.primary").first.click()
    visitor.wait_for_table()
    assert visitor.hand == before


def test_an_order_by_hand_survives_turns_and_reloads(visits: Opens) -> None:
    visitor = visits(size=DESKTOP)
    visitor.play_now("thegame")
    first, second, *rest = visitor.hand
    visitor.tab_to(".held")
    visitor.page.keyboard.press("Home")
    visitor.page.keyboard.press("Shift+ArrowRight")
    assert visitor.hand == [second, first, *rest]
    visitor.page.reload()
    visitor.wait_for_table()
    assert visitor.hand == [second, first, *rest]


def test_a_card_can_be_dragged(visits: Opens) -> None:
    visitor = visits(size=DESKTOP)
    visitor.play_now("thegame")
    page = visitor.page
    page.locator(".actions .button").nth(2).click()  # gladly: seat 0 starts
    page.locator(CAN).first.wait_for()
    card = visitor.hand[0]
    page.locator(f".held[data-card='{card}']").drag_to(page.locator(".pile").first)
    expect(page.locator(f".pile .place[aria-label$='{card}']").first).to_be_visible()
    assert card not in visitor.hand


def test_a_card_that_does_not_go_says_why(visits: Opens) -> None:
    visitor = visits(size=PHONE)
    visitor.play_now("thegame")
    page = visitor.page
    page.locator(".actions .button").nth(2).click()
    page.locator(CAN).first.wait_for()
    high = visitor.hand[-1]
    low = next(card for card in visitor.hand if card != high - 10)  # ten back would go
    for card in (high, low):  # on the first pile, which climbs
        page.locator(f".held[data-card='{card}']").click()
        page.locator(".pile .place").first.click()
        settle(visitor)
    expect(page.locator(".toast")).to_contain_text("higher")
    page.locator(".toast .clause").click()
    expect(page.locator("#clause-R5")).to_be_in_viewport()


def test_a_lost_line_is_shown_and_mended(visits: Opens) -> None:
    visitor = visits(size=PHONE)
    visitor.play_now("thegame")
    page = visitor.page
    page.locator(".actions .button").nth(2).click()
    page.locator(CAN).first.wait_for()
    visitor.context.set_offline(True)
    expect(page.locator(".lost")).to_be_visible()
    card = visitor.hand[0]
    page.locator(f".held[data-card='{card}']").click()
    page.locator(".takes .place").first.click()  # said into the dead line
    visitor.context.set_offline(False)
    expect(page.locator(".lost")).to_be_hidden()
    settle(visitor)
    assert card not in visitor.hand
    assert len(visitor.hand) == 5, "the card was laid once"


@pytest.fixture
def mortal(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Visitor]]:
    """A server of one's own to kill, and somebody at it."""
    server = Server(tmp_path_factory.mktemp("mortal")).start()
    visitor = Visitor(browser, server.address)
    yield server, visitor
    visitor.leave()
    server.close()
    assert visitor.errors == []


def test_a_killed_server_comes_back_and_the_game_goes_on(mortal: tuple[Server, Visitor]) -> None:
    server, visitor = mortal
    visitor.play_now("thegame")
    page = visitor.page
    page.locator(".actions .button").nth(2).click()
    page.locator(CAN).first.wait_for()
    tap(visitor)
    settle(visitor)
    before = visitor.hand
    server.kill()
    expect(page.locator(".lost")).to_be_visible()
    server.start()
    expect(page.locator(".lost")).to_be_hidden(timeout=LONG)
    assert visitor.hand == before
    tap(visitor)
    settle(visitor)
    assert len(visitor.hand) == len(before) - 1


def test_the_keyboard_stays_in_the_hand(visits: Opens) -> None:
    visitor = visits(size=DESKTOP)
    visitor.play_now("thegame")
    page = visitor.page
    page.locator(".actions .button").nth(2).click()
    page.locator(CAN).first.wait_for()
    visitor.tab_to(".held")
    before = visitor.hand
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    page.keyboard.press("1")  # the first pile
    settle(visitor)
    assert visitor.hand == before[1:]
    expect(page.locator(".held:focus")).to_have_attribute("data-card", str(before[1]))


def test_a_bot_plays_for_who_gets_up_until_they_return(visits: Opens, server: Server) -> None:
    visitor = visits()
    page = visitor.page
    page.goto(address(server, laid_out(server, "joomo-middle")))  # the next seat is a person, who waits
    visitor.wait()
    held = len(visitor.hand)
    page.locator(".bar .button").first.click()
    page.get_by_role("button", name="Let a bot play for me").click()
    expect(page.locator(".held:not([inert])")).to_have_count(held - 1)
    page.get_by_role("button", name="Play myself again").click()
    page.locator(".log-door").click()
    expect(page.locator(".sheet .log")).to_contain_text("back")


def test_what_is_said_is_heard_but_no_numbers_in_the_game(visits: Opens) -> None:
    visitor = visits(size=DESKTOP)
    visitor.play_now("thegame")
    page = visitor.page
    said = page.locator(".side input")
    said.fill("Good luck to all")
    said.press("Enter")
    expect(page.locator(".side ol")).to_contain_text("Good luck to all")
    said.fill("I have 44")
    said.press("Enter")
    expect(page.locator(".toast")).to_be_visible()
    assert "44" not in page.locator(".side ol .spoken").all_inner_texts()[-1]


def test_the_log_of_the_game_shows_no_history_of_the_piles(visits: Opens, server: Server) -> None:
    visitor = visits(size=DESKTOP)
    visitor.page.goto(address(server, laid_out(server, "thegame-five")))
    visitor.wait_for_table()
    lines = visitor.page.locator(".side ol li")
    expect(lines.last).to_be_visible()
    tops = set(piles(visitor))
    shown = visitor.page.locator(".side ol .by .hidden").all_inner_texts()
    assert shown
    assert all(tops & set(re.findall(r"\d+", text)) for text in shown), "R8: only what lies on top of a pile"
    turns = visitor.page.locator(".side ol li:has(.card)").all()
    covered = [not turn.locator(".by .hidden").count() for turn in turns]
    assert (True, True) not in itertools.pairwise(covered), "turns of which nothing shows any more are one heap"
    counted = [
        int(sign.removesuffix(" ×")) for sign in visitor.page.locator(".side ol .sign").all_inner_texts() if "×" in sign
    ]
    single = visitor.page.locator(".side ol .sign", has_text="·").count()
    assert sum(counted) + single + len(shown) == 98 - 28 - 5 * 6, "and every card is counted"
    visitor.page.goto(address(server, laid_out(server, "thegame-end")))
    visitor.page.locator("dialog.end").wait_for()
    assert len([text for text in lines.all_inner_texts() if " play" in text]) > 20  # now everything is open


def test_a_hint_shows_then_tells(visits: Opens, server: Server) -> None:
    visitor = visits(size=PHONE, language="de")
    page = visitor.page
    page.goto(address(server, laid_out(server, "thegame-middle")))
    visitor.wait_for_table()
    page.get_by_role("button", name="Tipp").click()
    page.locator(".say.lit p").wait_for(timeout=LONG)
    assert len(page.locator(".say.lit p").inner_text()) <= 44, "one short line"
    expect(page.locator(".light path").first).to_be_attached()
    page.get_by_role("button", name="Warum?").click()
    expect(page.locator("dialog")).to_contain_text(re.compile(r"[Ll]eg.*\."))
    assert visitor.faults() == []
    page.keyboard.press("Escape")
    card = page.locator(".held[data-lit]").get_attribute("data-card")
    page.locator(".held[data-lit]").click()  # a tap on what is lit plays it
    expect(page.locator(f".held[data-card='{card}']")).to_have_count(0)
    expect(page.locator(".light")).to_have_count(0)


@pytest.mark.parametrize("name", ["joomo-middle", "jokrummy-two", "jokrummy-ready", "koomi-start"])
def test_a_tap_on_the_place_a_hint_lights_plays_it(visits: Opens, server: Server, name: str) -> None:
    visitor = visits(size=PHONE)
    page = visitor.page
    page.goto(address(server, laid_out(server, name)))
    visitor.wait_for_table()
    page.get_by_role("button", name="Hint").click()
    page.locator(".say.lit p").wait_for(timeout=LONG)
    place = page.locator("[data-lit]:not(.held)").first
    place.wait_for()
    hand = visitor.hand
    place.click(force=True)  # not chosen yet, the card's place is still closed to other taps
    settle(visitor)
    expect(page.locator(".light")).to_have_count(0)
    page.wait_for_function(f"document.querySelectorAll('.held:not([inert])').length !== {len(hand)}")


@pytest.mark.parametrize(("moves", "place"), [(45, ".groups"), (53, ".group .cards")], ids=["set", "addition"])
def test_a_hint_to_lay_a_set_or_add_a_card_lights_where_it_goes(
    visits: Opens, server: Server, moves: int, place: str
) -> None:
    visitor = visits(size=PHONE)
    page = visitor.page
    page.goto(address(server, craft(server, "jokrummy", [None, None], 3, played("jokrummy-end")[:moves])))
    visitor.wait_for_table()
    lain = page.locator(".group .one").count()
    page.get_by_role("button", name="Hint").click()
    page.locator(f"{place}[data-lit]").wait_for(timeout=LONG)
    page.locator(".held[data-lit]").wait_for()
    page.locator(".held[data-lit]").click()
    expect(page.locator(".group .one")).to_have_count(lain + (3 if place == ".groups" else 1))


def test_any_other_tap_puts_a_hint_out(visits: Opens, server: Server) -> None:
    visitor = visits(size=PHONE)
    page = visitor.page
    page.goto(address(server, laid_out(server, "joomo-middle")))
    visitor.wait_for_table()
    page.get_by_role("button", name="Hint").click()
    page.locator("[data-lit]").first.wait_for(timeout=LONG)
    page.locator(".others .seat").first.click()
    expect(page.locator("[data-lit], .light, .say.lit")).to_have_count(0)
    assert visitor.mine


def ten_laid() -> tuple[int, list[log.AnyEntry], str]:
    """Joomo for three, until seat 1 can lay a ten and seat 2 comes next: the seed, the moves, and that one."""
    for seed in range(1, 200):
        table, moves = Table("joomo", seats=3, seed=seed), list[log.AnyEntry]()
        while len(moves) < 20:
            tens = [said for said in table.allowed() if said.startswith("lay ") and said.endswith("0")]
            if table.seat == 1 and tens and table.view(0)["limited"] == 2:
                worth = table.view(0)["worth"]
                table.play(tens[0])
                if table.seat == 2 and table.view(0)["worth"] > worth:
                    return seed, moves, tens[0]
                break
            said, seat = step(table, len(moves)), table.position.seat
            table.play(said)
            moves.append(log.Moved(seat, said))
    raise AssertionError("no such deal")


def test_what_is_told_says_who_laid_what_and_what_that_changed(visits: Opens, server: Server) -> None:
    seed, moves, said = ten_laid()
    made = craft(server, "joomo", [None, None, None], seed, moves)
    anna, ben, cleo = visits(size=PHONE), visits(size=DESKTOP), visits()
    for seat, player in enumerate((anna, ben, cleo)):
        player.page.goto(address(server, made, seat))
        player.wait_for_table()
    card = int(said.split()[1])
    ben.page.locator(f".held[data-card='{card}']").click()
    ben.page.locator(".actions .button.primary").click()
    expect(anna.page.locator(".say p")).to_contain_text(
        re.compile(rf"P1 plays {card:02} into the gap.*worth \d points")
    )


def test_the_log_tells_tricks_with_small_cards_and_a_round_in_points(visits: Opens, server: Server) -> None:
    visitor = visits(size=DESKTOP)
    visitor.page.goto(address(server, laid_out(server, "joomo-pad")))
    visitor.wait_for_table()
    log_of = visitor.page.locator(".side .log")
    expect(log_of.locator(".points")).to_have_count(4)
    assert log_of.locator(".by .card").count() > 20
    shown = log_of.locator(".line").all_inner_texts()
    assert not [line for line in shown if " plays " in line]
    told = log_of.locator(".points .hidden").all_inner_texts()
    assert told == ["You: round 4, total 4.", "P1: round 2, total 2.", "P2: round 3, total 3.", "P3: round 5, total 5."]
    assert visitor.page.locator(".pad td small").all_inner_texts() == ["4+1"], "only who has more than tricks"


def in_the_red() -> tuple[int, list[log.AnyEntry]]:
    """Joomo for four, until somebody has less than nothing: the seed, and the moves."""
    for seed in range(1, 60):
        table, moves = Table("joomo", 4, seed), list[log.AnyEntry]()
        while not table.over and table.view(0)["rounds"] == 1:
            said, seat = step(table, len(moves)), table.position.seat
            table.play(said)
            moves.append(log.Moved(seat, said))
        if not table.over and min(table.view(0)["points"]) < 0:
            return seed, moves
    raise AssertionError("no such deal")


def test_points_below_nothing_have_a_true_minus(visits: Opens, server: Server) -> None:
    seed, moves = in_the_red()
    visitor = visits(size=DESKTOP)
    visitor.page.goto(address(server, craft(server, "joomo", [None] * 4, seed, moves)))
    visitor.wait_for_table()
    expect(visitor.page.locator(".side .points")).to_have_count(4)
    shown = visitor.words()
    assert re.search(r"−\d", shown)
    assert not re.search(r"(?<![\w.])-\d", shown)


OLD_PAGE = """
if (!sessionStorage.renewed) {
  const send = WebSocket.prototype.send;
  const aged = (text) => text.replace(/"protocol":"\\w+"/, '"protocol":"older"');
  WebSocket.prototype.send = function (text) { send.call(this, aged(text)); };
  addEventListener("pagehide", () => (sessionStorage.renewed = "yes"));
}
"""


def test_a_page_older_than_its_server_says_so_and_can_be_renewed(visits: Opens, server: Server) -> None:
    visitor = visits()
    visitor.page.add_init_script(OLD_PAGE)
    visitor.page.goto(address(server, craft(server, "koomi", [None, "easy"], 3)))
    expect(visitor.page.get_by_role("heading")).to_have_text("This page is older than its server.")
    visitor.page.get_by_role("button", name="Update now").click()
    visitor.wait_for_table()


def test_a_bot_that_needs_a_held_pile_says_sorry(server: Server, visits: Opens) -> None:
    """Who holds all four piles binds nobody, so the bot lays on one of them."""
    table, entries = Table("thegame", 2, seed=4, starter=0), list[log.AnyEntry]()
    for _ in range(2):
        said = table.allowed()[0]
        table.play(said)
        entries.append(log.Moved(0, said))
    entries += [log.Signalled(0, f"signal {pile} hold") for pile in range(4)]
    player = visits(size=DESKTOP)
    player.page.goto(address(server, craft(server, "thegame", [None, "hard"], 4, entries, starter=0)))
    player.wait_for_table()
    player.page.get_by_role("button", name="End turn").click()
    expect(player.page.locator(".seat .bubble")).to_have_text("Sorry, I saw no cheaper way.", timeout=LONG)


@pytest.mark.parametrize("name", ["koomi-end", "joomo-end", "jokrummy-end"])
def test_the_winners_bar_is_full(visits: Opens, server: Server, name: str) -> None:
    visitor = visits()
    visitor.page.goto(address(server, laid_out(server, name)))
    expect(visitor.page.locator(".board .best .rod i")).to_have_attribute("style", "width: 100%;")


def test_the_scores_fit_when_text_is_twice_as_large(large: Browser, server: Server) -> None:
    visitor = Visitor(large, server.address, PHONE, "de")
    visitor.page.goto(address(server, laid_out(server, "joomo-end")))
    visitor.page.locator(".board b").first.wait_for()
    right = "all => Math.max(...all.map(score => score.getBoundingClientRect().right)) - innerWidth"
    assert visitor.page.locator(".board b").evaluate_all(right) <= 0
    visitor.leave()
