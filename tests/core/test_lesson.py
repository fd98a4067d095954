"""Lessons are played by the rules themselves, and every clause they claim to teach comes up."""

import re
import tomllib
from typing import Any

import pytest

from brelan.core.errors import BadLesson
from brelan.core.game import Game, game, names
from brelan.core.lesson import LEARNER, Lesson, lesson, read
from brelan.core.text import LANGUAGES

GAMES = [found for found in map(game, names()) if lesson(found) is not None]
by_name = pytest.mark.parametrize("found", GAMES, ids=lambda found: found.name)
MOST_STEPS, MOST_WORDS = 20, 1100  # ten minutes: a hundred words and a few moves a minute


def of(found: Game) -> Lesson:
    made = lesson(found)
    assert made is not None, f"{found.name} has no lesson"
    return made


def told(found: Game) -> dict[str, Any]:
    return tomllib.loads((found.folder / "lesson.toml").read_text(encoding="utf-8"))


def test_our_four_games_have_lessons() -> None:
    assert len(GAMES) >= 4


@by_name
def test_a_lesson_can_be_played_and_shows_what_it_claims(found: Game) -> None:
    scenes = of(found).scenes()
    assert len(scenes) <= MOST_STEPS
    assert sum(bool(scene.moves) for scene in scenes) >= 4
    for scene in scenes:
        if scene.moves:
            assert scene.view["seat"] == LEARNER
            assert {move[0] for move in scene.moves} <= set(scene.allowed)


@by_name
def test_every_clause_is_met_or_left_out_on_purpose(found: Game) -> None:
    rules = (found.folder / "RULES.md").read_text(encoding="utf-8")
    clauses = {int(number) for number in re.findall(r"^\*\*R(\d+)\*\*", rules, re.MULTILINE)}
    taught, left_out = ({int(clause[1:]) for clause in some} for some in (of(found).teaches, of(found).leaves))
    assert taught | left_out == clauses
    assert not taught & left_out
    assert len(taught) >= 7


@by_name
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_told_in_every_language_and_nothing_else_is(found: Game, language: str) -> None:
    words, steps = found.words(language), of(found).steps
    assert set(words.find("lesson")) == {step.say for step in steps}
    assert len({step.say for step in steps}) == len(steps)
    players = {f"seat{seat}": "Ada" for seat in range(of(found).seats)}
    assert sum(len(words(f"lesson.{step.say}", **players).split()) for step in steps) <= MOST_WORDS


def test_a_learner_sees_no_hidden_card_of_the_others() -> None:
    for found in GAMES:
        for scene in of(found).scenes():
            assert all(hand is None for hand in scene.view["hands"][1:])


JOOMO = game("joomo")
WRONG: list[tuple[Any, str]] = [
    (lambda t: t["steps"][1].update(moves=["lay 41"]), r"step 2 \(second\): T2"),
    (lambda t: t["steps"][1].update(moves=["lay 40", "lay 31"]), "'lay 31' has another result"),
    (lambda t: t["steps"][1].update(then=["2 pass"]), "T1"),
    (lambda t: t["steps"][1].update(shows={"R9": "doubled"}), "R9: nothing like 'doubled' happens"),
    (lambda t: t["steps"][1].update(shows={"R5": "limited card=31"}), "R5: nothing like 'limited card=31' happens"),
    (lambda t: t["steps"][1].update(refuses={"R6": "pass"}), "'pass' is not refused by R6 but by R5"),
    (lambda t: t["steps"][1].update(refuses={"R6": "lay 31"}), "'lay 31' is not refused by R6 but by nothing"),
    (lambda t: t["teaches"].append("R17"), "R17 never comes up"),
    (lambda t: t["steps"][1].update(sya="x"), "the keys of a step are say"),
    (lambda t: t.update(card=[1]), "the keys of a lesson are cards"),
]


@pytest.mark.parametrize(("spoil", "message"), WRONG, ids=[message for _, message in WRONG])
def test_a_lesson_that_does_not_hold_is_refused_with_the_step(spoil: Any, message: str) -> None:
    script = told(JOOMO)
    spoil(script)
    with pytest.raises(BadLesson, match=message):
        read(JOOMO, script).scenes()


def test_a_lesson_goes_on_from_any_step() -> None:
    script = of(JOOMO)
    scenes = script.scenes()
    for number in (0, 3, 9):
        assert script.table(number).view(LEARNER) == scenes[number].view
