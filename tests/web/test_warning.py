"""The Game: the page asks before a card that would strand the team."""

from collections.abc import Callable

from playwright.sync_api import expect
from server.running import Server, craft
from web.conftest import Opens
from web.screens import address, step
from web.tapping import settle
from web.visitor import Visitor

from brelan import Table
from brelan.server import log

STRANDED = 13  # R13


def stranding(table: Table) -> str | None:
    """Something the seat at turn may do by which the game stops."""
    for text in table.allowed():
        after = table.position.copy()
        after.play(table.game.rules.ACTIONS.parse(text))
        if after.over == STRANDED and after.seat == table.seat:
            return text
    return None


def found() -> tuple[int, list[log.AnyEntry], str]:
    """A seed, the moves to a turn of seat 0 in which a card strands the team though another does not, and that card."""
    for seed in range(1, 200):
        table, moves = Table("thegame", seats=2, seed=seed), list[log.AnyEntry]()
        while not table.over:
            bad = stranding(table) if table.seat == 0 and table.view(0)["owed"] > 1 else None
            if bad and len(table.allowed()) > 1:
                return seed, moves, bad
            said, seat = step(table, len(moves)), table.position.seat
            table.play(said)
            moves.append(log.Moved(seat, said))
    raise AssertionError("no such turn in all these games")


def at_risk(visits: Opens, server: Server) -> tuple[Visitor, Callable[[], None]]:
    """A visitor at turn, and how to lay the card that strands the team."""
    seed, moves, bad = found()
    visitor = visits()
    page = visitor.page
    page.goto(address(server, craft(server, "thegame", [None, None], seed, moves)))
    visitor.wait_for_table()
    _, card, pile = bad.split()

    def lay() -> None:
        page.locator(f".held[data-card='{card}']").click()
        page.locator(".pile .place").nth(int(pile)).click()

    return visitor, lay


def test_a_card_that_strands_the_team_is_asked_about(visits: Opens, server: Server) -> None:
    visitor, lay = at_risk(visits, server)
    page, before = visitor.page, visitor.hand
    lay()
    expect(page.locator("dialog p").first).to_contain_text("the game would be over")
    page.locator("dialog .button.primary").click()
    assert visitor.hand == before
    lay()
    page.locator("dialog footer .button").first.click()
    settle(visitor)
    page.locator("dialog.end").wait_for()


def test_a_device_that_cannot_learn_what_speaks_against_a_card_lays_it(visits: Opens, server: Server) -> None:
    visitor, lay = at_risk(visits, server)
    visitor.page.route("**/sight", lambda _: None)  # it never answers
    lay()
    settle(visitor)
    visitor.page.locator("dialog.end").wait_for()
