"""Sheets to print over HTTP: the same as the command writes, with links to the others, and nothing else is loaded."""

import re
from html import unescape

import msgspec
import pytest

from brelan.core.game import game, names
from brelan.core.text import LANGUAGES
from brelan.paper import PAPERS, Job, policy
from brelan.paper.job import sheets
from brelan.server.wire import path

from .running import Server

NAV = re.compile(r'<nav class="screen">.*?</nav>', re.DOTALL)


def get(server: Server, address: str) -> tuple[int, dict[str, str], str]:
    status, headers, told = server.request("GET", address)
    return status, headers, told.decode()


@pytest.mark.parametrize("name", names())
def test_what_is_served_is_what_the_command_writes(server: Server, name: str) -> None:
    for sheet in sheets(game(name)):
        status, headers, told = get(
            server, path("print", game=name, sheet=sheet, paper="letter", language="de") + "?seed=5"
        )
        assert status == 200
        assert headers["content-type"].startswith("text/html")
        assert headers["content-security-policy"] == policy(PAPERS["letter"])
        assert NAV.sub("", told) == NAV.sub("", Job(game(name), sheet, "letter", "de", seed=5).html())


def test_the_query_takes_what_the_command_does_and_the_links_keep_it(server: Server) -> None:
    first = path("print", game="koomi", sheet="cards", paper="a4", language="en") + "?seats=4&without=swap,reset"
    status, _, told = get(server, first)
    job = Job(game("koomi"), "cards", "a4", "en", 4, {"without": "swap,reset"})
    assert (status, NAV.sub("", told)) == (200, NAV.sub("", job.html()))
    assert NAV.sub("", told) != NAV.sub("", Job(game("koomi"), "cards", "a4", "en", 4).html())
    links = {unescape(link) for link in re.findall(r'href="(/[^"]+)"', told)}
    assert links
    assert all(link.endswith("?seats=4&without=swap,reset") for link in links)
    assert {get(server, link)[0] for link in links} == {200}


def test_a_sheet_leads_to_all_the_others(server: Server) -> None:
    first = path("print", game="koomi", sheet="worksheet", paper="a4", language="en")
    told = get(server, first)[2]
    links = {unescape(link) for link in re.findall(r'href="(/[^"]+)"', told)}
    others = {path("print", game="koomi", sheet=sheet, paper="a4", language="en") for sheet in sheets(game("koomi"))}
    others |= {path("print", game="koomi", sheet="worksheet", paper=paper, language="en") for paper in PAPERS}
    others |= {path("print", game="koomi", sheet="worksheet", paper="a4", language=one) for one in LANGUAGES}
    assert links == others - {first} | {f"{first}?level={level}" for level in ("six", "specials")}
    assert {get(server, link)[0] for link in links} == {200}


@pytest.mark.parametrize(
    ("address", "error"),
    [
        ("whist/cards/a4/en", "unknown"), ("koomi/stickers/a4/en", "unknown"), ("koomi/cards/a5/en", "unknown"),
        ("koomi/cards/a4/it", "unknown"), ("joomo/worksheet/a4/en", "setup"), ("koomi/cards/a4/en?seats=9", "setup"),
        ("koomi/cards/a4/en?seats=x", "setup"),
        ("koomi/cards/a4/en?wings=2", "setup"), ("koomi/cards/a4/en?without=wings", "setup"),
        ("koomi/worksheet/a4/en?level=steep", "setup"),
        (f"koomi/worksheet/a4/en?seed={'9' * 5000}", "setup"),
    ],
)  # fmt: skip
def test_what_there_is_not_is_refused(server: Server, address: str, error: str) -> None:
    status, _, told = get(server, f"/api/print/{address}")
    assert status == (404 if error == "unknown" else 400)
    assert msgspec.json.decode(told)["error"] == error
