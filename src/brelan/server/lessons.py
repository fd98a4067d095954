"""First lessons for the page. The server stores nothing: a learner's place in a lesson says everything."""

import functools

from ..core.events import Event
from ..core.hint import CLEAR, Hint, phrases
from ..core.lesson import LEARNER, Lesson, lesson
from ..core.notation import play_line
from ..core.table import Table
from . import log, messages
from .facts import known
from .refusal import Refusal, lawful, need


@functools.cache
def script(name: str) -> Lesson:
    """Return the first lesson of a game, or refuse."""
    found = lesson(known(name))
    if found is None:
        raise Refusal("unknown")
    return found


@functools.cache
def taught(name: str) -> messages.Lesson:
    """Return a lesson with everything the learner sees in it."""
    found = script(name)
    steps = [
        messages.LessonStep(
            scene.say, scene.view, scene.allowed, scene.moves, scene.refused,
            [event.seen_by(LEARNER) for event in scene.events],
        )
        for scene in found.scenes()
    ]  # fmt: skip
    options, after = log.plain(dict(found.options)), found.table(len(steps)).view(LEARNER)
    return messages.Lesson(name, found.game.version, found.seats, options, list(found.teaches), steps, after)


def table_at(name: str, place: messages.LessonPlace) -> Table:
    """Return the table at a place of a lesson."""
    found = script(name)
    need(place.step < len(found.steps), "unknown")
    need(not place.played or bool(found.left(place.step, place.played)), "not_now")
    table = found.table(place.step)
    if place.played:
        lawful(lambda: table.play(place.played, LEARNER))
    return table


def tried(name: str, wanted: messages.Attempt) -> messages.LessonTurn:
    """Return what a learner's move leads to; without a move, the current state."""
    found, table, place = script(name), table_at(name, wanted.at), wanted.at
    right, clause, events = True, "", list[Event]()
    if wanted.move is not None:
        need(bool(found.steps[place.step].moves), "not_now")
        actions, clause = judged(table, wanted.move)
        right = not clause and any(left[: len(actions)] == actions for left in found.left(place.step, place.played))
        if right:
            place, events = played(found, table, place, actions)
    return messages.LessonTurn(
        place, right, clause, table.view(LEARNER), table.allowed() if table.seat == LEARNER else [],
        [event.seen_by(LEARNER) for event in events], wanted_at(found, table, place, wanted.language),
    )  # fmt: skip


def judged(table: Table, move: messages.Move) -> tuple[list[str], str]:
    """Return the actions of a move, or the clause it breaks."""
    clause = lawful(lambda: table.why_not(move, LEARNER))
    return ([], clause) if clause else (table.read(move), "")


def played(
    found: Lesson, table: Table, place: messages.LessonPlace, actions: list[str]
) -> tuple[messages.LessonPlace, list[Event]]:
    """Play what the lesson asks for and, after a complete step, the others' moves; return the new place and events."""
    events, so_far = table.play(actions, LEARNER), [*place.played, *actions]
    if [] not in found.left(place.step, so_far):
        return messages.LessonPlace(place.step, so_far), events
    events += [event for line in found.steps[place.step].then for event in play_line(table, line)]
    return messages.LessonPlace(place.step + 1), events


def wanted_at(found: Lesson, table: Table, place: messages.LessonPlace, language: str) -> str:
    """Return what is left to do as a sentence, or an empty string if the step is only read."""
    left = found.left(place.step, place.played) if place.step < len(found.steps) else []
    if not left:
        return ""
    actions = [found.game.rules.ACTIONS.parse(text) for text in left[0]]
    steps = phrases(found.game, "steps", table.position.view(LEARNER), LEARNER, actions)
    return found.game.words(language).hint(Hint(LEARNER, left[0], steps, [], CLEAR))
