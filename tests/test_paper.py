"""Games on paper: the printed deck is the table's pack, backs line up with fronts, no text is missing."""

import re
from collections import Counter
from html import unescape
from pathlib import Path

import numpy as np
import pytest

from brelan.cli import main
from brelan.core.check import setups
from brelan.core.errors import BadSetup
from brelan.core.game import game, names
from brelan.core.text import LANGUAGES
from brelan.paper import PAPERS, Job, policy
from brelan.paper.job import sheets

PAGE = re.compile(r'<section class="page ([^"]*)">(.*?)</section>', re.DOTALL)
USE = re.compile(r'<use href="#(\w+)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/>')
Place = tuple[float, float, float, float]


def pages(html: str) -> list[str]:
    return [content for _, content in PAGE.findall(html)]


def placed(content: str) -> list[tuple[str, Place]]:
    """The cards of a page and where they are: left, top, width, height."""
    return [(name, (float(x), float(y), float(w), float(h))) for name, x, y, w, h in USE.findall(content)]


def printed(html: str) -> Counter[str]:
    """How often each card is printed, on the fronts."""
    return Counter(name for front in pages(html)[::2] for name, _ in placed(front))


def dealt(name: str, seats: int, options: dict[str, object]) -> Counter[str]:
    """How often each card is in the pack, by the rules."""
    found, out = game(name), np.zeros(1024, np.int16)
    count = found.rules.pack(seats, found.codes(options), out)
    return Counter(f"c{card}" for card in out[:count])


@pytest.mark.parametrize("name", names())
def test_every_card_is_printed_as_often_as_it_is_in_the_pack(name: str) -> None:
    for seats, options in setups(game(name)):
        html = Job(game(name), seats=seats, options=options).html()
        found = printed(html)
        assert {card: count for card, count in found.items() if card[0] == "c"} == dealt(name, seats, options)
        assert {f'id="{card}"' for card in found} <= set(re.findall(r'id="\w+"', html)), "a card without a drawing"


def test_a_pack_of_other_options_is_another_deck() -> None:
    whole, less = (
        printed(Job(game("koomi"), options=chosen).html()) for chosen in ({}, {"without": "swap,reset"})
    )  # fmt: skip
    assert whole - less == Counter({"c22": 2, "c23": 2})
    assert not less - whole


@pytest.mark.parametrize("name", names())
def test_what_is_not_in_the_pack_is_printed_too(name: str) -> None:
    more = {card: count for card, count in printed(Job(game(name)).html()).items() if card[0] == "t"}
    assert sum(more.values()) == {"jokrummy": 63, "joomo": 1, "thegame": 4}.get(name, 0)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", names())
def test_backs_lie_behind_their_fronts_and_nothing_overlaps(name: str, paper: str) -> None:
    wide, high = PAPERS[paper]
    found = pages(Job(game(name), paper=paper).html())
    assert len(found) % 2 == 0
    for front, back in zip(found[::2], found[1::2], strict=True):
        places = [place for _, place in placed(front)]
        seen_from_behind = {(round(wide - x - w, 2), y) for _, (x, y, w, _) in placed(back)}
        assert {(round(x, 2), y) for x, y, _, _ in places} == seen_from_behind
        assert len({(x, y) for x, y, _, _ in places}) == len(places) == len(placed(back))
        for x, y, w, h in places:
            assert (w, h) == (63, 88)
            assert 5 < x < x + w < wide - 5
            assert 5 < y < y + h < high - 5
            assert not any(
                abs(x - u) < w - 1e-3 and abs(y - v) < h - 1e-3 and (x, y) != (u, v) for u, v, _, _ in places
            )
    for (front, place), (back, _) in zip(placed(found[-2])[-1:], placed(found[-1])[-1:], strict=True):
        assert (front[0], back == "back") in (("c", True), ("t", False)), place


@pytest.mark.parametrize("paper", PAPERS)
def test_every_cut_has_a_mark_at_both_ends(paper: str) -> None:
    wide, high = PAPERS[paper]
    for content in pages(Job(game("koomi"), paper=paper).html()):
        marks = re.findall(r"M([\d.]+) ([\d.]+)([vh])(-?[\d.]+)", content)
        assert len(marks) == 2 * (4 + 4)
        for x, y, way, length in marks:
            for u, v in (
                (float(x), float(y)),
                (float(x) + float(length) * (way == "h"), float(y) + float(length) * (way == "v")),
            ):
                assert 3 < u < wide - 3 and 3 < v < high - 3  # noqa: PT018  where printers can print
                assert not any(a < u < a + w and b < v < b + h for _, (a, b, w, h) in placed(content))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_every_sheet_has_all_its_texts_in_every_language(name: str, language: str) -> None:
    found, words = game(name), game(name).words(language)
    for sheet in sheets(found):
        html = unescape(Job(found, sheet, language=language, seed=1).html())
        assert f'<html lang="{language}">' in html
        assert words(f"print.{sheet}") in html
    told = unescape(Job(found, "reference", language=language).html())
    assert all(words(f"pictures.{number}") in told for number in range(1, 7))
    for chapter in words.find("rules").values():
        assert all(text in told for text in chapter.values())
    assert len(pages(told)) == 1


def test_a_pad_has_a_column_a_seat() -> None:
    for seats in (2, 5):
        rows = re.findall(r"<tr.*?</tr>", Job(game("joomo"), "pads", seats=seats).html())
        assert {row.count("<td>") for row in rows} == {seats}


def test_a_document_needs_nothing_but_its_own_style() -> None:
    for paper, size in PAPERS.items():
        html = Job(game("koomi"), "worksheet", paper, seed=3).html()
        assert not re.search(r"<script|<link|<img| style=| src=|url\(|http", html.replace("http://www.w3.org", ""))
        assert "'none'; style-src 'sha256-" in policy(size)


# the command


def test_the_command_writes_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deck.html"
    typed = [
        "print",
        "koomi",
        "--paper",
        "letter",
        "--language",
        "fr",
        "--option",
        "without=red",
        "--output",
        str(file),
    ]
    assert main(typed) == 0
    assert capsys.readouterr().out.strip() == str(file)
    wanted = Job(game("koomi"), "cards", "letter", "fr", options={"without": "red"}).html()
    assert file.read_text(encoding="utf-8") == wanted


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["whist"], "no game 'whist'"),
        (["joomo", "worksheet"], "joomo has no sheet 'worksheet'"),
        (["joomo", "stickers"], "'stickers' is not one of"),
        (["koomi", "--paper", "a5"], "'a5' is not one of"),
        (["koomi", "worksheet", "--level", "steep"], "it has: green, six, specials"),
        (["koomi", "worksheet", "--seed", "x"], "not a valid integer"),
        (["koomi", "--seats", "9"], "2 to 6 seats, not 9"),
        (["koomi", "--seats", "6"], "R19"),
        (["koomi", "--option", "colour=blue"], "no option colour"),
        (["koomi", "--output", "/nowhere/at/all.html"], "cannot write"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_exit_code_two(
    typed: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", *typed]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.strip().splitlines()) == 1
    assert told in said.err


def test_a_job_says_what_there_is_instead() -> None:
    with pytest.raises(BadSetup, match="has no paper 'a5' to print; it has: a4, letter"):
        Job(game("joomo"), paper="a5")
