"""Whole moves: groups of cards with what each wild stands for, all or nothing."""

from typing import Any

import pytest

from brelan.core.errors import IllegalAction
from brelan.core.table import Table
from brelan.games.jokrummy.cards import LAYING, NAMES
from brelan.games.jokrummy.groups import on_table
from brelan.games.jokrummy.programmes import parse


def table(hand: str, programme: str, laid: str = "") -> Table:
    """Seat 0 has drawn and holds these cards; `laid`: a run of spades that it laid already as its programme."""
    made = Table("jokrummy", 2, seed=2)
    s = made.position.state
    s.seat, s.phase, s.kept[0], s.programmes[0, 0] = 0, LAYING, 1, 0
    s.wanted[0] = parse(f"1xS{len(laid.split())}S" if laid else programme)
    cards = sorted(NAMES.index(card) for card in f"{hand} {laid}".split())
    s.hands[0], s.held[0] = 0, len(cards)
    s.hands[0, : len(cards)] = cards
    made.position.refresh()
    if laid:
        made.play(f"lay {laid}")
    return made


def groups(table_: Table) -> list[str]:
    return [" ".join(group.texts()) for group in on_table(table_.position.state)]


def test_a_programme_is_laid_in_one_line() -> None:
    made = table("5D 6D 7D JK 9D KC KD 2H 4C", "1xS5+1xK3")
    made.play("lay 5D 6D 7D JK 9D / KD KC 2H; discard 4C")
    assert groups(made) == ["5D 6D 7D JK=8D 9D", "KD KC 2H=K"]
    assert made.position.state.closed == 18


def test_the_same_as_data_with_what_each_wild_stands_for() -> None:
    made = table("5D 6D 7D JK 9D KC KD 2H 4C", "1xS5+1xK3")
    events = made.play(
        {"show": 0, "groups": [["5D", "6D", "7D", "JK=8D", "9D"], ["KD", "KC", "2H=K"]], "discard": "4C"}
    )
    assert [event.name for event in events] == ["showed", "laid_run", "laid_set", "completed", "discarded", "went_out"]


def test_cards_beyond_the_programme_are_laid_with_it() -> None:
    made = table("JK 4S 5S 6S 7S 9C KC KD KH KS", "1xS3+1xK3")
    made.play("lay JK 4S 5S 6S 7S / KC KD KH KS")
    assert groups(made) == ["JK=3S 4S 5S 6S 7S", "KC KD KH KS"]


@pytest.mark.parametrize(
    ("said", "laid"),
    [
        ("lay KD KC KS / JK=4 2C 2H", "JK=4 2C=4 2H=4"),
        ("lay KD KC KS / 2C JK=4 2H", "JK=4 2C=4 2H=4"),  # the one that names it first
        ("lay 4D KC KS / JK=8D 2C 2H", ""),
    ],
)
def test_a_set_of_wilds_alone_says_what_it_is(said: str, laid: str) -> None:
    made = table("KC KD KS 2C 2H JK 9C", "2xK3")
    if not laid:
        assert made.why_not(said)
        return
    made.play(said)
    assert groups(made)[1] == laid


def test_a_run_of_wilds_alone_says_where_it_begins_and_in_which_suit() -> None:
    for said, laid in (
        ("JK=8D 2C 2H", "JK=8D 2C=9D 2H=10D"),
        ("JK 2C=KH 2H", "JK=QH 2C=KH 2H=AH"),
        ("JK=AS 2C 2H", "JK=AS 2C=2S 2H=3S"),
        ("JK 2C 2H=A", ""),  # no suit is said,
        ("JK 2C 2H", ""),  # nor where
    ):
        made = table("KC KD KS 2C 2H JK 9C", "1xK3+1xS3")
        if laid:
            made.play(f"lay KD KC KS / {said}")
            assert groups(made)[1] == laid
        else:
            assert made.why_not(f"lay KD KC KS / {said}") == "R9"
    made = table("KC KD KS 2C 2H JK 9C", "1xK3+1xS3H")  # where the programme says the suit it need not be said
    made.play("lay KD KC KS / JK=5 2C 2H")
    assert groups(made)[1] == "JK=5H 2C=6H 2H=7H"
    made = table("KC KD KS 2C 2H JK 9C", "1xK3+1xM3")
    made.play("lay KD KC KS / JK=5 2C 2H")
    assert groups(made)[1] == "JK=5 2C=6 2H=7"


def test_a_run_that_begins_with_wilds_is_laid_around_its_natural_card() -> None:
    made = table("2C 2D 2H JK KS 9C", "1xS3")
    made.play("lay 2C 2D JK KS")
    assert groups(made) == ["2C=10S 2D=JS JK=QS KS"]
    made = table("2C JK AS 9C", "1xS3")
    made.play("lay 2C JK AS")
    assert groups(made) == ["2C=QS JK=KS AS"]


def test_additions_and_new_sets_in_one_move() -> None:
    made = table("10S 2H 8C 8D 8H 8H 9C", "", laid="7S 8S 9S")
    made.play({"new": [["8C", "8D", "8H", "8H"]], "add": [{"group": 0, "cards": ["10S", "2H=JS"]}], "discard": "9C"})
    assert groups(made) == ["7S 8S 9S 10S 2H=JS", "8C 8D 8H 8H"]
    made = table("6S 2H JK 9C", "", laid="7S 8S 9S")
    made.play("add 0 6S 2H=5S JK; discard 9C")
    assert groups(made) == ["2H=5S 6S 7S 8S 9S JK=10S"]
    made = table("6♠ 2H 9C".replace("♠", "S"), "", laid="7S 8S 9S")
    made.play("add 0 low 6♠ 2h")
    assert groups(made) == ["2H=5S 6S 7S 8S 9S"]


@pytest.mark.parametrize(
    ("said", "clause", "group"),
    [
        ("lay JK 2C 2H / 5D 6D 7D", "R9", "group 1: JK 2C 2H"),  # wilds alone, and not what they are
        ("lay KC KD JK KS 5D / 5D 6D 7D", "R10", "group 1: KC KD JK KS 5D"),
        ("lay KC KD JK / KS AS 2C", "R13", "group 2: KS AS 2C"),  # round the corner
        ("lay KC KD JK / 5D 6D 9D", "R11", "group 2: 5D 6D 9D"),
        ("lay KC KD 5D / 5D 6D 7D", "R10", "group 1: KC KD 5D"),
        ("lay KC KD JK=Q / 5D 6D 7D", "R10", "group 1"),
        ("lay KC KD JK / 5D 6D 2C=9D", "R11", "group 2"),
        ("lay KC KD JK / 5D 6D JK", "T2", "group 2"),  # one wild for two groups
        ("lay KC KD KH / 5D 6D 7D", "T2", "group 1"),
        ("lay KC KD / 5D 6D 7D", "R9", "group 1: KC KD"),
        ("lay KC KD JK", "R9", "programme 0"),
        ("lay 1: KC KD JK / 5D 6D 7D", "R9", "programme 1"),
        ("lay 9: KC KD JK / 5D 6D 7D", "T4", "show 9"),
        ("lay KC KD XX / 5D 6D 7D", "T4", "XX"),
        ("lay", "R9", "programme 0"),
        ("new KC KD JK", "R15", "new set"),
        ("add 0 9C", "T4", "0"),
        ("add", "T4", ""),
        ("lay KC KD JK / 5D 6D 7D; stock", "R7", "stock"),
        ({"groups": [["KC", "KD", "JK"], "5D"]}, "T4", "5D"),
        ({"groups": 5}, "T4", ""),
        ({"fly": 1}, "T4", ""),
        ({}, "T4", ""),
        ({"add": [5]}, "T4", "5"),
        ({"discard": "5H"}, "T2", "discard 5H"),
        ({"discard": 5}, "T4", "5"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_with_the_clause_and_the_group_and_nothing_changes(
    said: Any, clause: str, group: str
) -> None:
    made = table("KC KD JK 5D 6D 7D 9D KS AS 2C 2H 9C", "1xK3+1xS3")
    before, count = made.position.rows.tobytes(), len(made.history)
    with pytest.raises(IllegalAction) as refusal:
        made.play(said)
    assert refusal.value.clause == clause
    assert group in refusal.value.action
    assert (made.position.rows.tobytes(), len(made.history)) == (before, count)


def test_new_sets_and_additions_are_refused_by_group_too() -> None:
    made = table("10S 8C 8D 9C QS", "", laid="7S 8S 9S")
    for said, clause, group in (
        ("new 8C 8D", "R15", "new set: 8C 8D"),
        ("new 8C 8D 9C", "R15", "new set: 8C 8D 9C"),
        ("add 0 QS", "R16", "group 0: QS"),
        ("add 7 10S", "T4", "7"),
    ):
        with pytest.raises(IllegalAction) as refusal:
            made.play(said)
        assert (refusal.value.clause, group in refusal.value.action) == (clause, True)


def test_small_steps_are_still_read_as_they_are() -> None:
    made = table("4S 5S 6S 9C", "1xS3")
    made.play("show 0; run S 4; put 4S; put 5S; put 6S")
    made.play({"verb": "discard", "card": "9C"})
    assert made.position.state.closed == 18
