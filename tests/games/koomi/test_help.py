"""Answers to a learner: solvable exercises, real solutions, and the rules' verdict on an attempt."""

from typing import Any

import pytest

from brelan.games.koomi.cards import NAMES, VALUE
from brelan.games.koomi.exercises import HOPELESS
from brelan.games.koomi.help import answer
from brelan.games.koomi.ways import ways_from

HAND = ["+8", "+6", "+5", "-7", "-3", "one"]  # the rulebook's first example, on a -5


def asked(what: str, **more: Any) -> Any:
    return answer(None, -1, {"ask": what, **more})


@pytest.mark.parametrize("numbers", ["all", "no_red", "small_red", "no_green"])
def test_exercises_are_the_same_for_a_seed_and_can_be_done_but_for_a_few(numbers: str) -> None:
    for seed in range(1, 40):
        found = asked("exercise", numbers=numbers, cards=5, seed=seed)
        assert found == asked("exercise", numbers=numbers, cards=5, seed=seed)
        assert len(found["hand"]) == 5
        assert seed % HOPELESS == 0 or ways_from(found["hand"], found["top"], numbers)


def test_exercises_use_the_numbers_wished_for() -> None:
    hands = [asked("exercise", numbers="small_red", cards=6, seed=seed) for seed in range(60)]
    values = {int(VALUE[NAMES.index(card)]) for found in hands for card in [found["top"], *found["hand"]]}
    assert values == {-2, -1, *range(1, 10)}
    aided = [asked("exercise", aids=True, cards=6, seed=seed) for seed in range(60)]
    assert {"one", "two"} <= {card for found in aided for card in [found["top"], *found["hand"]]}


def test_some_exercises_have_no_way() -> None:
    hopeless = [asked("exercise", cards=3, seed=HOPELESS * n) for n in range(30)]
    assert any(not ways_from(found["hand"], found["top"]) for found in hopeless)


def test_the_way_told_is_one_of_the_shortest() -> None:
    found = asked("ways", top="-5", hand=HAND)
    all_of_them = ways_from(HAND, "-5")
    assert found["ways"] == len(all_of_them)
    assert found["fewest"] == min(len(way.cards) for way in all_of_them)
    assert found["first"] in HAND
    assert asked("ways", top="+1", hand=["+1", "+1"]) == {"ways": 0}


def test_every_way_is_right_when_it_is_tried() -> None:
    for seed in range(1, 12):
        found = asked("exercise", aids=True, cards=5, seed=seed)
        for way in ways_from(found["hand"], found["top"]):
            for card in way.tops:
                steps = way.ending_with(card)
                assert asked("try", **found, steps=steps) == {"made": True, "clause": ""}
                if not way.goes_out:
                    assert asked("try", **found, steps=steps[:-1])["made"] is False


@pytest.mark.parametrize(
    ("steps", "clause"),
    [
        ([], "R6"),
        (["add +8", "stop"], "R6"),
        (["help +1", "add +6", "add +8"], "R6"),  # nobody said stop
        (["add +6", "help +1", "add +8", "stop"], "R8"),
        (["add +9", "stop"], "T2"),
        (["help +1", "add +6", "add +8", "stop"], ""),
    ],
)
def test_a_try_is_judged_by_the_rules(steps: list[str], clause: str) -> None:
    assert asked("try", top="-5", hand=HAND, steps=steps) == {"made": clause == "", "clause": clause}


@pytest.mark.parametrize(
    "question",
    [
        {},
        {"ask": "everything"},
        {"ask": "exercise"},
        {"ask": "exercise", "seed": -1},
        {"ask": "exercise", "seed": True},
        {"ask": "exercise", "seed": 1, "cards": 50},
        {"ask": "exercise", "seed": 1, "numbers": "odd"},
        {"ask": "exercise", "seed": 1, "numbers": ["all"]},
        {"ask": "ways", "top": "-5", "hand": ["+8"] * 20},
        {"ask": "ways", "top": ["-5"], "hand": ["+8", "+8"]},
        {"ask": "ways", "top": "-5", "hand": [{}, "+8"]},
        {"ask": "try", "top": "-5", "hand": HAND, "steps": ["draw"]},
        {"ask": "try", "top": "-5", "hand": HAND, "steps": ["swap"]},
        {"ask": "try", "top": "-5", "hand": HAND, "steps": [["add", 8]]},
        {"ask": "try", "top": "-5", "hand": HAND, "steps": ["add +8"] * 40},
    ],
)
def test_what_is_no_question_has_no_answer(question: dict[str, Any]) -> None:
    assert answer(None, -1, question) is None


@pytest.mark.parametrize(
    "question",
    [
        {"ask": "ways", "top": "one", "hand": ["+9"] * 4 + ["-8"] * 4},
        {"ask": "try", "top": "one", "hand": ["+9"] * 4 + ["-8"] * 4, "steps": ["stop"]},
        {"ask": "ways", "top": "+9", "hand": ["+9", "+9", "+9"]},
        {"ask": "ways", "top": "+5", "hand": ["-3", "+2"], "numbers": "no_red"},
        {"ask": "ways", "top": "one", "hand": ["one", "one", "+9"]},
    ],
)
def test_cards_the_pack_does_not_have_are_no_question(question: dict[str, object]) -> None:
    assert answer(None, -1, question) is None
