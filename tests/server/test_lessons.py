"""Lessons as the page gets them."""

import msgspec
import pytest

from brelan.core.game import game, names
from brelan.core.lesson import lesson
from brelan.server import messages

from .running import Server


@pytest.mark.parametrize("name", [name for name in names() if lesson(game(name)) is not None])
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
