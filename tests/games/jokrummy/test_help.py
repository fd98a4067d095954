"""Answers about a seat's programmes: what is missing, playable moves, ordered rows."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from steps import steps

from brelan import Table, replay
from brelan.bots import player
from brelan.core import dice
from brelan.games.jokrummy.cards import LAYING, NAMES
from brelan.games.jokrummy.help import answer
from brelan.games.jokrummy.laying import asks, hand_of
from brelan.games.jokrummy.programmes import parse
from brelan.games.jokrummy.solver import ZERO, missing

from .test_solver import hands, programmes

HOW = ("fewest_wilds", "most_cards")


def asked(table: Table, seat: int, **question: Any) -> Any:
    """An answer, from the seat's view alone."""
    return answer(table.position.view(seat), seat, question)


def moments(seats: int, seed: int, **options: Any) -> Iterator[Table]:
    """A table as good players play it, whenever one of them could lay a programme."""
    table = Table("jokrummy", seats=seats, seed=seed, **options)
    bot, luck = player(table.game, "medium"), dice.new(seed)
    for _ in steps(lambda: not table.over):
        position = table.position
        allowed = position.actions[: position.count]
        if any(text.startswith("show") for text in table.allowed()):
            yield table
        table.play(
            int(allowed[0] if table.seat < 0 else bot.choose(position.view(table.seat), table.seat, allowed, luck))
        )


@cache
def games() -> list[str]:
    """Moments in which a programme could be laid, as notation."""
    found = [table.notation() for seats, seed in ((2, 3), (4, 4), (6, 5)) for table in moments(seats, seed)]
    assert len(found) > 20
    return found


def slot_of(table: Table) -> int:
    return next(int(text.split()[1]) for text in table.allowed() if text.startswith("show"))


def move(proposal: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in proposal.items() if key != "names" and value != []}


def test_what_is_missing_is_what_the_solver_says() -> None:
    for text in games():
        table = replay(text)
        for seat in range(table.seats):
            s = table.position.view(seat)[0]
            told = asked(table, seat, ask="plan")["programmes"]
            lacking = [
                int(missing(hand_of(s, seat), asks(s, s.programmes[seat, i], ZERO))) for i in range(s.kept[seat])
            ]
            assert [programme["missing"] for programme in told] == lacking


def test_what_is_planned_is_in_the_hand() -> None:
    for text in games():
        table = replay(text)
        hand = [NAMES[card] for card in table.view(table.seat)["hands"][table.seat]]
        for programme in asked(table, table.seat, ask="plan")["programmes"]:
            for card in (place["card"] for group in programme["groups"] for place in group if place["card"]):
                hand.remove(card)


@pytest.mark.parametrize("how", HOW)
def test_what_is_proposed_can_be_played(how: str) -> None:
    for text in games():
        table = replay(text)
        seat = table.seat
        done, held = int(table.position.state.done[seat]), int(table.position.state.held[seat])
        proposal = asked(table, seat, ask="propose", slot=slot_of(table), how=how)
        cards = [card for group in [*proposal["groups"], *proposal["new"]] for card in group]
        cards += [card for more in proposal["add"] for card in more["cards"]]
        events = table.play(move(proposal))
        assert "completed" in {event.name for event in events}
        assert int(table.position.state.done[seat]) == done + 1
        if not table.position.state.closed:
            assert int(table.position.state.held[seat]) == held - len(cards)


def test_most_cards_lays_no_fewer() -> None:
    more = 0
    for text in games():
        table = replay(text)
        few, many = (asked(table, table.seat, ask="propose", slot=slot_of(table), how=how) for how in HOW)
        counts = [sum(map(len, one["groups"] + one["new"])) + len(one["add"]) for one in (few, many)]
        assert counts[1] >= counts[0]
        more += counts[1] > counts[0]
    assert more > 0


def test_nothing_is_proposed_that_cannot_be_laid() -> None:
    table = Table("jokrummy", seats=3, seed=1)
    for seat in range(3):
        assert asked(table, seat, ask="propose", slot=0, how="most_cards")["groups"] == []


def test_rows_of_a_tray_are_put_in_order_and_can_be_laid() -> None:
    luck = random.Random(3)
    wilds = duplicates = 0
    for text in games():
        table = replay(text)
        slot = slot_of(table)
        proposal = asked(table, table.seat, ask="propose", slot=slot, how="fewest_wilds")
        rows = [[card.partition("=")[0] for card in group] for group in proposal["groups"]]
        for row in rows:
            luck.shuffle(row)
        told = asked(table, table.seat, ask="rows", slot=slot, rows=rows, names=proposal["names"])["rows"]
        assert [row["name"] for row in told] == proposal["names"]
        assert all(row["well"] for row in told)
        wilds += any("=" in card for row in told for card in row["cards"])
        duplicates += any(len(set(row)) < len(row) for row in rows)
        table.play({"show": slot, "groups": [row["cards"] for row in told]})
    assert wilds > 3
    assert duplicates > 0


def programme(text: str, seats: int = 2) -> Table:
    """A table at which everybody has this programme."""
    return Table("jokrummy", seats=seats, seed=1, programmes=",".join([text] * 14))


def row(text: str, *cards: str, name: str = "", slot: int = 0) -> Any:
    """One row of a tray for a programme of one group."""
    return asked(programme(text), 0, ask="rows", slot=slot, rows=[list(cards)], names=[name])["rows"][0]


@pytest.mark.parametrize(
    ("text", "cards", "ordered"),
    [
        ("1xS5", "9D JK 5D 7D 6D", "5D 6D 7D JK=8D 9D"),
        ("1xS5", "AH KH 10H QH JH", "10H JH QH KH AH"),
        ("1xS4S", "2D 3S 6S 4S", "3S 4S 2D=5S 6S"),
        ("1xM7", "JK 7H 8C 9C 10D QS KH", "7H 8C 9C 10D JK=J QS KH"),
        ("1xM7", "7S AC 3C 2D 4S 6C 5S", "AC 2D=2 3C 4S 5S 6C 7S"),
        ("1xS3", "2H 3C AC", "AC 2H=2C 3C"),
        ("1xS4", "JK 4C 2C AC", "AC 2C=2C JK=3C 4C"),
        ("1xK3", "JK KC KD", "KC KD JK=K"),
        ("1xK3", "3D 3S 3D", "3D 3D 3S"),
    ],
)
def test_rows_of_the_rulebook(text: str, cards: str, ordered: str) -> None:
    told = row(text, *cards.split())
    assert (sorted(told["cards"]), told["well"]) == (sorted(ordered.split()), True)
    if text[2] != "K":
        assert told["cards"] == ordered.split()


def test_a_wild_goes_where_it_is_wished() -> None:
    assert row("1xS4", "5D", "6D", "7D", "JK")["names"] == ["run D 4", "run D 5"]
    assert row("1xS4", "5D", "6D", "7D", "JK", name="run D 4")["cards"] == ["JK=4D", "5D", "6D", "7D"]
    assert row("1xS4", "5D", "6D", "7D", "JK", name="run D 5")["cards"] == ["5D", "6D", "7D", "JK=8D"]
    assert row("1xS4", "QD", "KD", "AD", "JK")["names"] == ["run D J"]  # nothing goes beyond an ace


def test_a_row_of_wilds_alone_is_what_its_owner_names_if_another_row_has_a_natural_card() -> None:
    rows = [["KD", "KC", "KS"], ["JK", "2C", "2H"]]
    told = asked(programme("2xK3"), 0, ask="rows", rows=rows, names=["", "set 4"])["rows"]
    assert [(one["name"], one["well"]) for one in told] == [("set K", True), ("set 4", True)]
    assert told[1]["cards"] == ["JK=4", "2C=4", "2H=4"]
    assert "set 2" not in told[1]["names"]  # R10
    assert row("1xS4", "AD")["names"] == ["run D A"]  # a single card, the beginning of a row
    told = asked(programme("1xK3+1xS3"), 0, ask="rows", rows=rows, names=["", "run H Q"])["rows"]
    assert (told[1]["cards"], len(told[1]["names"])) == (["JK=QH", "2C=KH", "2H=AH"], 48)
    told = asked(programme("2xK3"), 0, ask="rows", rows=[["JK", "2C", "2H"], ["JK", "2D", "2S"]])["rows"]
    assert [(one["lacks"], one["well"]) for one in told] == [(1, False), (1, False)]  # R9
    strict = Table("jokrummy", seats=2, seed=1, programmes=["2xK3"] * 14, natural_each=True)
    assert [one["well"] for one in asked(strict, 0, ask="rows", rows=rows)["rows"]] == [True, False]


@settings(max_examples=150)
@given(hands(), programmes(), st.booleans(), st.integers(0, 10**6))
def test_the_tray_calls_well_just_what_the_rules_accept(hand: list[int], text: str, each: bool, seed: int) -> None:
    table, luck = Table("jokrummy", 2, seed=3, natural_each=each), random.Random(seed)
    s = table.position.state
    s.seat, s.phase, s.kept[0], s.programmes[0, 0], s.wanted[0] = 0, LAYING, 1, 0, parse(text)
    s.hands[0], s.held[0], s.hands[0, : len(hand)] = 0, len(hand), hand
    table.position.refresh()
    groups = [int(word) for word in parse(text) if word]
    left = [NAMES[card] for card in hand]
    proposal = asked(table, 0, ask="propose", slot=0, how=luck.choice(HOW))
    rows = [[card.partition("=")[0] for card in group] for group in proposal["groups"]] or [[] for _ in groups]
    for row in rows:
        for card in row:
            left.remove(card)
    for card in left:  # odd cards besides: most rows are spoilt by them, some only grow
        if luck.random() < 0.3:
            luck.choice(rows).append(card)
    told = asked(table, 0, ask="rows", slot=0, rows=rows)["rows"]
    refused = table.why_not({"show": 0, "groups": [row["cards"] for row in told]}) if all(rows) else "R9"
    assert all(row["well"] for row in told) == (refused == ""), (rows, told, refused)


@pytest.mark.parametrize(
    ("text", "cards", "lacks"),
    [
        ("1xS4", "5D 7D", 2),
        ("1xS4", "5D 6D", 2),
        ("1xS4", "5D 6D 7H 8D", 0),
        ("1xS4", "KD AD 3D 4D", 0),
        ("1xK3", "KD KC QC", 0),
        ("1xK3", "JK 2C 2H", 1),
    ],
)
def test_rows_that_are_not_whole(text: str, cards: str, lacks: int) -> None:
    told = row(text, *cards.split())
    assert (told["well"], told["lacks"]) == (False, lacks)


def test_a_row_without_a_programme_is_a_new_set() -> None:
    told = row("1xS4", "7D", "7C", "JK", slot=-1)
    assert (told["cards"], told["well"]) == (["7D", "7C", "JK=7"], True)
    assert not row("1xS4", "7D", "7C", slot=-1)["well"]


@pytest.mark.parametrize(
    "question",
    [
        {},
        {"ask": "everything"},
        {"ask": "propose", "slot": 5, "how": "most_cards"},
        {"ask": "propose", "slot": True, "how": "most_cards"},
        {"ask": "propose", "slot": 0, "how": "best"},
        {"ask": "propose", "slot": 0, "how": ["most_cards"]},
        {"ask": "rows"},
        {"ask": "rows", "rows": [["5D"]] * 20},
        {"ask": "rows", "rows": [["5D"] * 20]},
        {"ask": "rows", "rows": [["1X"]]},
        {"ask": "rows", "rows": [[["5D"]]]},
        {"ask": "rows", "rows": [["5D"]], "slot": 7},
        {"ask": "rows", "rows": [["5D"]], "names": []},
        {"ask": "rows", "rows": [["5D"]], "names": [4]},
    ],
)
def test_what_is_no_question_has_no_answer(question: dict[str, Any]) -> None:
    table = programme("1xS4")
    assert asked(table, 0, **question) is None
    assert answer(None, -1, question) is None
