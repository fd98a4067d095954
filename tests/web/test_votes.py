"""Votes: a bot for an absent player, a shared win."""

import msgspec
from playwright.sync_api import expect
from server.running import Server, craft
from server.test_tables import tied
from web.conftest import Opens
from web.screens import address, step
from web.visitor import DESKTOP, LONG, PHONE, Visitor

from brelan import Table
from brelan.server import log, messages

ABSENT = 2


def waiting_for_somebody() -> list[log.AnyEntry]:
    """Joomo for three, until seat 2 is asked."""
    table, moves = Table("joomo", seats=3, seed=4), list[log.AnyEntry]()
    while table.seat != ABSENT or len(moves) < 4:
        said, seat = step(table, len(moves)), table.position.seat
        table.play(said)
        moves.append(log.Moved(seat, said))
    return moves


def test_those_tied_share_the_win_when_all_agree(visits: Opens, server: Server) -> None:
    made = craft(server, "joomo", [None, None], 1, tied())
    anna, ben = visits(size=PHONE), visits(size=DESKTOP, language="de")
    for seat, player in enumerate((anna, ben)):
        player.page.goto(address(server, made, seat))
        expect(player.page.locator(".say p")).to_be_visible()
    anna.page.get_by_role("button", name="Share the win").click()
    expect(anna.page.locator(".say p")).to_contain_text("1 of 2 agree")
    ben.page.get_by_role("button", name="Nein").click()
    anna.page.get_by_role("button", name="Share the win").wait_for()  # it can be asked again
    assert not anna.ended
    ben.page.get_by_role("button", name="Sieg teilen").click()
    anna.page.get_by_role("button", name="Yes").click()
    expect(anna.page.locator("dialog h2")).to_have_text("You share the win!")
    expect(anna.page.locator("dialog")).to_contain_text("Everyone agreed to share the win. (R17)")
    expect(ben.page.locator("dialog h2")).to_have_text("Ihr teilt euch den Sieg!")
    assert anna.faults() == []


def test_nobody_shares_a_win_before_there_is_a_tie(visits: Opens, server: Server) -> None:
    made = craft(server, "joomo", [None, None], 1)
    anna = visits()
    anna.page.goto(address(server, made))
    anna.wait_for_table()
    assert anna.page.get_by_role("button", name="Share the win").count() == 0


def test_a_bot_plays_for_who_is_away_by_vote_and_gives_the_seat_back(visits: Opens, server: Server) -> None:
    made = craft(server, "joomo", [None, None, None], 4, waiting_for_somebody())
    anna, ben = visits(size=PHONE), visits(size=DESKTOP, language="fr")
    for seat, player in enumerate((anna, ben)):
        player.page.goto(address(server, made, seat))
        player.wait_for_table()
    expect(anna.page.locator(".say p")).to_contain_text("P2 is away.")
    anna.page.get_by_role("button", name="Let a bot play").click()
    expect(ben.page.locator(".say p")).to_contain_text("Faut-il qu’un robot joue pour P2 ?")
    assert anna.page.locator(f".others [data-seat='{ABSENT}'].turn").count() == 1, "one voice of two is not enough"
    assert anna.faults() == []
    ben.page.get_by_role("button", name="Oui").click()
    expect(anna.page.locator(f".others [data-seat='{ABSENT}'].turn")).to_have_count(0, timeout=LONG)
    expect(anna.page.locator(".say p")).not_to_contain_text("P2 is away.")
    back = visits(size=PHONE, language="en")
    back.page.goto(address(server, made, ABSENT))
    back.page.get_by_role("button", name="Play myself again").click()
    expect(back.page.get_by_role("button", name="Play myself again")).to_have_count(0)
    expect(ben.page.locator(".side ol")).to_contain_text("P2 est de retour.")


def test_a_vote_against_leaves_the_seat_to_its_owner(visits: Opens, server: Server) -> None:
    made = craft(server, "joomo", [None, None, None], 4, waiting_for_somebody())
    anna, ben = visits(), visits()
    for seat, player in enumerate((anna, ben)):
        player.page.goto(address(server, made, seat))
        player.wait_for_table()
    anna.page.get_by_role("button", name="Let a bot play").click()
    ben.page.get_by_role("button", name="No", exact=True).click()
    expect(ben.page.get_by_role("button", name="Let a bot play")).to_be_visible()
    assert anna.page.locator(f".others [data-seat='{ABSENT}'].turn").count() == 1


def test_one_hides_what_somebody_says_and_all_together_mute_them(visits: Opens, server: Server) -> None:
    made = craft(server, "joomo", [None, None, None], 4, [log.Said(1, "noise and more noise")])
    anna, cleo = visits(size=DESKTOP), visits(size=DESKTOP)
    for seat, player in ((0, anna), (2, cleo)):
        player.page.goto(address(server, made, seat))
        player.wait_for_table()
        expect(player.page.locator(".side ol")).to_contain_text("noise and more noise")
    muting(anna, "Hide P1’s messages")
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator(".side ol")).not_to_contain_text("noise")
    anna.page.reload()
    anna.wait_for_table()
    expect(anna.page.locator(".side ol")).not_to_contain_text("noise")
    expect(cleo.page.locator(".side ol")).to_contain_text("noise and more noise")
    muting(anna, "Ask the others to mute P1")
    expect(cleo.page.locator(".say p")).to_contain_text("Mute P1?")
    cleo.page.get_by_role("button", name="Yes").click()
    expect(cleo.page.locator(".say p")).not_to_contain_text("Mute P1?")
    status, body = server.get(f"/api/tables/{made.table}", made.keys[1])
    assert (status, msgspec.json.decode(body, type=messages.Scene).muted) == (200, [1])


def muting(visitor: Visitor, what: str) -> None:
    """Choose something of those who talk, in the menu."""
    visitor.page.get_by_role("button", name="Menu").click()
    visitor.page.get_by_text("Muting").click()
    visitor.page.get_by_role("button", name=what).click()
