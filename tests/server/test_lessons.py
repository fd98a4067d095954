"""Lessons as the page receives them, and learners' attempts."""

import json
from typing import Any

import msgspec
import pytest

from brelan.core.game import game, names
from brelan.core.lesson import lesson
from brelan.server import messages

from .running import Server

LESSONS = [name for name in names() if lesson(game(name)) is not None]


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_served_whole_and_hides_what_is_hidden(server: Server, name: str) -> None:
    status, body = server.get(f"/api/lessons/{name}")
    assert status == 200
    lesson = msgspec.json.decode(body, type=messages.Lesson)
    assert lesson.game == name
    assert len(body) < 200_000
    for step, after in zip(lesson.steps, [*(step.view for step in lesson.steps[1:]), lesson.view], strict=True):
        assert all(hand is None for hand in step.view["hands"][1:])
        assert not step.moves or {move[0] for move in step.moves} <= set(step.allowed)
        assert step.events or step.view == after


def test_there_is_no_lesson_of_what_is_no_game(server: Server) -> None:
    assert server.get("/api/lessons/chess")[0] == 404


def trying(server: Server, name: str, at: dict[str, Any], move: Any = None, **more: Any) -> tuple[int, dict[str, Any]]:
    """What comes of a move at a place of a lesson."""
    body = json.dumps({"at": at, "move": move, **more}).encode()
    kind = {"content-type": "application/json"}
    status, _, answer = server.request("POST", f"/api/lessons/{name}/try", body, kind)
    return status, json.loads(answer)


def steps_of(server: Server, name: str) -> list[messages.LessonStep]:
    return msgspec.json.decode(server.get(f"/api/lessons/{name}")[1], type=messages.Lesson).steps


@pytest.mark.parametrize("name", LESSONS)
def test_a_learner_plays_a_lesson_bit_by_bit(server: Server, name: str) -> None:
    steps = steps_of(server, name)
    for number, step in enumerate(steps):
        at: dict[str, Any] = {"step": number}
        script = lesson(game(name))
        assert script is not None
        bits = script.steps[number].moves[0].split("; ") if step.moves else []
        for bit in bits:
            status, turn = trying(server, name, at, bit)
            assert (status, turn["right"]) == (200, True)
            at = turn["at"]
        if bits:
            assert at == {"step": number + 1}
            assert turn["view"] == steps[number + 1].view
            assert turn["allowed"] == steps[number + 1].allowed
            assert step.events[-1] in turn["events"]


@pytest.mark.parametrize("name", LESSONS)
def test_what_the_rules_refuse_names_its_clause_and_changes_nothing(server: Server, name: str) -> None:
    tried = 0
    for number, step in enumerate(steps_of(server, name)):
        for move, clause in step.refused.items():
            status, turn = trying(server, name, {"step": number}, move)
            assert (status, turn["right"], turn["clause"]) == (200, False, clause)
            assert (turn["at"], turn["view"], turn["events"]) == ({"step": number}, step.view, [])
            tried += 1
    assert tried


def test_a_move_that_is_allowed_but_not_the_lessons_changes_nothing(server: Server) -> None:
    number, step = next((i, step) for i, step in enumerate(steps_of(server, "thegame")) if step.say == "two_cards")
    status, turn = trying(server, "thegame", {"step": number}, "lay 14 0", language="fr")
    assert (status, turn["right"], turn["clause"], turn["at"]) == (200, False, "", {"step": number})
    assert turn["view"] == step.view
    assert turn["events"] == []
    assert turn["wants"].startswith("Posez le 2")


@pytest.mark.parametrize(
    ("at", "status"),
    [({"step": 50}, 404), ({"step": 2, "played": ["lay 14 0"]}, 409), ({"step": 2, "played": ["nonsense"]}, 409),
     ({"step": -1}, 400), ({}, 400)],
)  # fmt: skip
def test_there_is_no_place_outside_of_a_lesson(server: Server, at: dict[str, Any], status: int) -> None:
    assert trying(server, "thegame", at, "end")[0] == status


def test_where_a_step_is_only_read_nothing_is_played(server: Server) -> None:
    assert trying(server, "joomo", {"step": 0}, "lay 20")[0] == 409
    assert trying(server, "joomo", {"step": 0})[1]["wants"] == ""
    assert trying(server, "chess", {"step": 0})[0] == 404


@pytest.mark.parametrize("move", ["dance", "lay 2", {"verb": "lay"}, ["lay 2 0", "dance"]])
def test_what_is_no_move_at_all_is_refused(server: Server, move: Any) -> None:
    status, answer = trying(server, "thegame", {"step": 2}, move)
    assert status == 400 or not answer["right"]
