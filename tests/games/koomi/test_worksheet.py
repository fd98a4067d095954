"""Worksheets: each task is solvable, and its solutions are complete, as plain arithmetic confirms."""

import itertools
import re
from collections import Counter
from html import unescape

import pytest

from brelan.core.game import game
from brelan.paper import Job

VALUES = [*range(-9, 0), *range(1, 10)]
SPECIALS = {18: "±1", 19: "±2", 20: "sign change"}
TASK = re.compile(r'<div class="given"><b>(\d+)</b>(.*?)</div><div class="lines">(.*?)</div>')
SOLVED = re.compile(r"<p><b>(\d+)</b>(.*?)</p>")
Sum = tuple[int, tuple[int, ...], str]  # the first number, the others in order, the special card


def sheet(level: str, seed: int) -> tuple[list[tuple[list[int], int]], list[list[str]]]:
    """The cards and the lines of each task, and the solutions, as printed."""
    html = unescape(Job(game("koomi"), "worksheet", level=level, seed=seed).html())
    asked = [([int(card) for card in re.findall(r'href="#c(\d+)"', cards)], lines.count("<i>"))
             for _, cards, lines in TASK.findall(html)]  # fmt: skip
    return asked, [told.split("<br>") for _, told in SOLVED.findall(html)]


def read(text: str) -> tuple[Sum, int]:
    """A printed solution, and what it says it makes."""
    found = re.fullmatch(r"(.+) = (−?10)(?: \((.+)\))?", text)
    assert found, text
    numbers = [
        int(sign.strip().replace("−", "-") + size) for sign, size in re.findall(r"((?:^|[ ])[+−]? ?)(\d+)", found[1])
    ]
    return (numbers[0], tuple(sorted(numbers[1:])), found[3] or ""), int(found[2].replace("−", "-"))


def ways(cards: list[int], goals: set[int]) -> Counter[Sum]:
    """Every way: each choice of cards, of an aid's sign and of the card whose sign is changed, once."""
    top, hand = VALUES[cards[0]], cards[1:]
    numbers = [VALUES[card] for card in hand if card < 18]
    chosen = {tuple(sorted(some)) for size in range(len(numbers) + 1) for some in itertools.combinations(numbers, size)}
    found: set[tuple[Sum, int]] = set()
    for some in chosen:
        tried = [(top, some, "")] if some else []
        for special in {card for card in hand if card >= 18}:
            name = SPECIALS[special]
            if special == 20:
                tried.append((-top, some, name))
                tried += [(top, tuple(sorted([*some[:i], -some[i], *some[i + 1 :]])), name) for i in range(len(some))]
            else:
                tried += [(top, tuple(sorted([*some, sign * (special - 17)])), name) for sign in (1, -1)]
        found |= {(one, hash(some)) for one in tried if one[0] + sum(one[1]) in goals}
    return Counter(one for one, _ in found)


@pytest.mark.parametrize(("level", "goals"), [("green", {10}), ("six", {10, -10}), ("specials", {10, -10})])
def test_solutions_are_right_and_complete(level: str, goals: set[int]) -> None:
    for seed in range(12):
        asked, solved = sheet(level, seed)
        assert len(asked) == len(solved) == 10
        for (cards, lines), told in zip(asked, solved, strict=True):
            sums = [read(text) for text in told]
            assert all(one[0] + sum(one[1]) == made and made in goals for one, made in sums)
            assert Counter(one for one, _ in sums) == ways(cards, goals), (cards, told)
            assert 1 <= len(told) == lines <= 3


def test_levels_hold_what_they_promise() -> None:
    for seed in range(12):
        green, six, specials = ([cards for cards, _ in sheet(level, seed)[0]] for level in ("green", "six", "specials"))
        assert all(9 <= card < 18 for cards in green for card in cards)
        assert all(card < 18 and abs(VALUES[card]) <= 6 for cards in six for card in cards)
        assert all(cards[0] < 18 and sum(card >= 18 for card in cards) == 1 for cards in specials)
        assert len({tuple(cards) for cards in green}) == 10


def test_the_seed_on_the_sheet_makes_it_again() -> None:
    html = Job(game("koomi"), "worksheet", level="six").html()
    seed = int(re.findall(r"brelan print koomi worksheet --level six --seed (\d+)", html)[0])
    assert Job(game("koomi"), "worksheet", level="six", seed=seed).html() == html
    assert Job(game("koomi"), "worksheet", level="six", seed=seed + 1).html() != html
