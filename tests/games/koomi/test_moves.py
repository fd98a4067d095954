"""A whole making-ten in one go: parsed, judged by the rules, accepted as a whole or not at all."""

import io
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from brelan.core.errors import IllegalAction
from brelan.core.game import game
from brelan.core.table import Table
from brelan.core.text import LANGUAGES
from brelan.games.koomi.cards import NAMES
from brelan.games.koomi.moves import WrongSum, from_line

from .test_rules import discards, table

EXAMPLE = "+8 +6 +5 -7 -3 one"
FAULTY = "+4 +3 -3 -8 -7 switch"


def people(hand: str, top: str, **options: Any) -> Table:
    at = Table("koomi", 2, seed=1, **options)
    at.position = table([hand, "+1 +2"], top, **options)
    return at


@pytest.mark.parametrize(
    ("hand", "top", "said", "after"),
    [
        (EXAMPLE, "-5", "-5 +1 +6 +8", "-5 one +6 +8"),
        (EXAMPLE, "-5", "-5+1+6+8=10", "-5 one +6 +8"),
        (EXAMPLE, "-5", "-5 + 1 + 6 + 8 = 10", "-5 one +6 +8"),
        (EXAMPLE, "-5", "−5 (+1) 6 8 = +10", "-5 one +6 +8"),
        (EXAMPLE, "-5", {"verb": "make", "top": -5, "aid": 1, "cards": [6, 8]}, "-5 one +6 +8"),
        (EXAMPLE, "-5", {"verb": "make", "cards": [-7, -3, 5]}, "-5 -7 -3 +5"),
        ("+1 one +6 +8 -9", "-5", "-5 +1 +6 +8", "-5 +1 +6 +8"),  # the number, where there is one
        ("+1 one +6 +8 -9", "-5", "-5 (+1) +6 +8", "-5 one +6 +8"),
        (FAULTY, "+8", "8 -3 -8 -7", "+8 -3 -8 -7"),
        (FAULTY, "+8", "8 !3 -8 -7", "+8 switch +3 -8 -7"),
        (FAULTY, "+8", "8 +3 -8 !-7 = 10", "+8 switch +3 -8 -7"),
        (FAULTY, "+8", {"verb": "make", "cards": [3, -8, -7], "turned": 3}, "+8 switch +3 -8 -7"),
        ("switch -2 +5", "+8", "!8 -2", "+8 switch -2"),
        ("switch -2 +5", "+8", {"verb": "make", "cards": [-2], "turned": 0}, "+8 switch -2"),
        ("-9 +5", "one", "-1 -9", "one -9"),
        ("+9 +5", "one", {"verb": "make", "top": 1, "cards": [9]}, "one +9"),
        ("two +5", "+8", "8 +2", "+8 two"),
    ],
)
def test_a_sum_is_a_whole_turn(hand: str, top: str, said: Any, after: str) -> None:
    at = people(hand, top)
    at.play(said)
    assert (discards(at.position), at.seat) == (after, 1)
    assert len(at.history) == 1
    assert at.events[-1].name == "made"


def test_the_last_card_wins_without_a_stop() -> None:
    at = people("+3 +7", "reset")
    at.play("0 +3 +7")
    assert at.over
    assert [event.name for event in at.events] == ["laid", "laid", "made", "won"]


def test_a_sum_goes_on_from_the_total_once_cards_lie() -> None:
    at = people(EXAMPLE, "-5")
    at.play("help +1")
    at.play("-4 +6 +8")
    assert discards(at.position) == "-5 one +6 +8"


@pytest.mark.parametrize(
    ("hand", "top", "said", "clause"),
    [
        (EXAMPLE, "-5", "-5 +9 +6", "T2"),
        (EXAMPLE, "-5", "-5 +8 +8 -1", "T2"),
        (EXAMPLE, "-5", "-5 +6 (+1) +8", "R8"),
        ("one switch +1 -2 +3", "+8", "8 (+1) !-2 -1", "T2"),
        ("one switch +1 -2 +3", "+8", "8 (+1) !-2", "R8"),
        ("switch +2 -3 -3 +3", "+8", "8 !+3 !-3 +2", "R10"),
        ("+9 +5", "one", {"verb": "make", "cards": [9]}, "R7"),
        (EXAMPLE, "-5", {"verb": "make", "cards": []}, "T4"),
        (EXAMPLE, "-5", {"verb": "make", "cards": [0]}, "T4"),
        (EXAMPLE, "-5", {"verb": "make", "cards": [True]}, "T4"),
        (EXAMPLE, "-5", {"verb": "make", "cards": [6, 8], "aid": 3}, "T4"),
        (EXAMPLE, "-5", {"verb": "make", "cards": [6, 8], "joker": 1}, "T4"),
        (EXAMPLE, "-5", {"verb": "make", "cards": "68"}, "T4"),
        (EXAMPLE, "-5", {"verb": "make"}, "T4"),
        (EXAMPLE, "-5", {"verb": "make", "cards": [6, 8], "turned": 3}, "T4"),
        (EXAMPLE, "-5", {"verb": "make", "cards": [6, None]}, "T4"),
        (EXAMPLE, "+5", "58", "T4"),
        (EXAMPLE, "+5", "5" * 5000 + " +1", "T4"),
        (EXAMPLE, "-5", "-5 (+3) +6", "T4"),
        (EXAMPLE, "-5", "-5 +0", "T4"),
        (EXAMPLE, "-5", "-5 +12", "T4"),
        (EXAMPLE, "-5", "-5", "T4"),
        (EXAMPLE, "-5", "ten please", "T4"),
    ],
)
def test_what_the_rules_refuse_is_refused_with_the_clause(hand: str, top: str, said: Any, clause: str) -> None:
    at = people(hand, top)
    before = at.position.rows.tobytes()
    with pytest.raises(IllegalAction) as refusal:
        at.play(said)
    assert refusal.value.clause == clause
    assert (at.position.rows.tobytes(), at.history) == (before, [])


@pytest.mark.parametrize(
    ("said", "sum_"),
    [
        ("-5 +6 +8", "-5 + 6 + 8 = 9"),  # a step on a way that exists, but no ten at the end
        ("-5 -3 +8", "-5 - 3 + 8 = 0"),
        ("-5 (-1) +6 +8", "-5 - 1 + 6 + 8 = 8"),
        ("-5 +1 +6 +8 = -10", "-5 + 1 + 6 + 8 = 10"),
        ("5 +5", "-5 + 5 = 0"),  # the top is not 5
        ({"verb": "make", "cards": [8]}, "-5 + 8 = 3"),
    ],
)
def test_a_wrong_sum_is_refused_with_what_it_makes(said: Any, sum_: str) -> None:
    at = people(EXAMPLE, "-5")
    before = at.position.rows.tobytes()
    with pytest.raises(WrongSum) as refusal:
        at.play(said)
    assert (refusal.value.clause, refusal.value.sum) == ("R6", sum_)
    assert str(refusal.value).startswith("R6: ")
    assert str(refusal.value).endswith(sum_)
    assert at.position.rows.tobytes() == before


def test_after_the_end_no_sum_is_taken() -> None:
    at = people("+3 +7", "reset")
    at.play("0 +3 +7")
    with pytest.raises(IllegalAction, match="T3"):
        at.play("0 +3 +7")


def test_a_new_card_ends_a_move_and_the_ten_is_another() -> None:
    at = people("new one +1 -9", "+8")
    s = at.position.state
    s.stock[int(s.left) - 1] = NAMES.index("+9")
    at.play("new")
    with pytest.raises(IllegalAction, match="R8"):
        at.play("9 (+1)")
    at.play("9 +1")
    assert (discards(at.position), at.seat) == ("+8 new +9 +1", 1)


@settings(max_examples=500)
@given(
    st.text("0123456789+-!()=; adst", max_size=20)
    | st.fixed_dictionaries(
        {
            "verb": st.just("make"),
            "cards": st.lists(st.integers(-10, 10) | st.none() | st.text(max_size=1), max_size=4),
        },
        optional={"top": st.integers(-10, 10), "aid": st.integers(-3, 3), "turned": st.integers(-1, 4)},
    )
)
def test_whatever_is_said_is_played_or_refused_with_a_clause(said: Any) -> None:
    at = people("+4 +3 -3 -8 -7 switch one", "two")
    before = at.position.rows.tobytes()
    clause = ""
    try:
        at.play(said)
    except IllegalAction as refusal:
        clause = refusal.clause
    assert bool(clause) == (at.position.rows.tobytes() == before) == (not at.history)


def test_other_moves_are_left_to_the_table() -> None:
    assert from_line("draw") is None
    assert from_line("add +3; stop") is None
    at = people("+2 +5", "+8")
    at.play("add +2; stop")
    assert at.seat == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_writes_the_sum_out_as_it_grows(language: str) -> None:
    found = game("koomi")
    at = people(EXAMPLE, "-5", open_hands=True)
    at.play("help +1")
    at.play("add +6")
    console = Console(width=100, record=True, file=io.StringIO())
    words = found.words(language)
    part = found.part("terminal")
    assert part is not None
    console.print(part.picture(at.view(0), 0, words, {0: "A", 1: "B"}))
    shown = console.export_text()
    assert "−5 + 1 + 6 = 2" in shown
    assert "+1" in shown.splitlines()[0]  # open hands
