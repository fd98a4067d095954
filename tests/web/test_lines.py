"""Closed sockets: only a table that does not exist says so; everything else reconnects."""

import re
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect
from server.running import Crafted, Server, append, craft
from web.conftest import Opens
from web.screens import address
from web.test_room import make_table

from brelan.server import log
from brelan.server.wire import CLOSE

NONE_SUCH = "This table does not exist."
OUTDATED = "This table was played under an earlier version of the rules"


def test_whatever_closes_a_line_the_page_comes_back_by_itself(visits: Opens, server: Server) -> None:
    codes = [CLOSE[why].code for why in ("bad_hello", "no_hello", "full")]

    def refuse(line: WebSocketRoute) -> None:
        if not codes:
            line.connect_to_server()
            return
        line.on_message(lambda _: line.close(code=codes.pop()))

    visitor = visits()
    visitor.page.route_web_socket(re.compile("/socket$"), refuse)
    visitor.page.goto(address(server, craft(server, "thegame", [None], 3)))
    visitor.wait_for_table()
    assert codes == []


@pytest.mark.parametrize("gone", ["nowhere", "outdated"])
def test_only_a_table_that_does_not_exist_says_so(visits: Opens, server: Server, gone: str) -> None:
    made = Crafted(log.new_id(), [log.new_key()], log.new_key())
    if gone == "outdated":
        append(server, made.table, [log.Made("thegame", 999, [None], {}, True, log.hashed(made.invitation))])
    visitor = visits()
    visitor.page.goto(f"{server.address}/t/{made.table}")
    expect(visitor.page.get_by_role("heading")).to_contain_text(OUTDATED if gone == "outdated" else NONE_SUCH)


def test_a_seat_is_not_lost_with_the_answer(visits: Opens) -> None:
    anna, ben = visits(), visits()
    link = make_table(anna, "thegame", "Anna")
    lost: list[bool] = []

    def lose(route: Any) -> None:
        if not lost:
            lost.append(True)
            route.fetch()  # it comes to the server, but the answer does not come back
            route.abort("internetdisconnected")
        else:
            route.continue_()

    ben.page.route(re.compile("/seats$"), lose)
    ben.page.goto(link)
    ben.page.locator("form input").fill("Ben")
    ben.page.locator("form .button.primary").click()
    expect(ben.page.locator("form .button.primary")).to_be_enabled()
    assert lost
    ben.page.reload()
    ben.page.locator("form .button.primary").click()
    ben.wait_for_table()
    expect(ben.page.locator(".others")).to_contain_text("Anna")
