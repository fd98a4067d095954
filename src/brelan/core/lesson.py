"""First lessons: a scripted deal of a game, played by a learner at seat 0 and explained step by step.

A game's `lesson.toml` defines it:

    seats = 2                                the setup, as of any table; options may follow
    cards = [3, 97, 15]                      the top of the pack, the rest ascending; or `seed = 7`
    dealer = 1                               only with cards, if the first dealer is drawn by lot
    teaches = ["R5", "R7"]                   the clauses that come up
    leaves = ["R1"]                          all others, which the lesson deliberately omits

    [[steps]]
    say = "two_cards"                        what is said: a key under [lesson] in the game's texts
    moves = ["lay 3 0; end"]                 the right moves, all with the same result
    then = ["1 lay 15 0", "@1 signal 2 hold"]  what the others do next, as in a saved game
    shows = { R5 = "laid card=3" }           clauses that come up, each with the event that shows it
    refuses = { R6 = "lay 97 0" }            clauses that refuse a plausible move

A step without moves is only read. The rules themselves check everything a lesson claims.
"""

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from .errors import BadLesson, BrelanError
from .events import Event
from .game import Game
from .notation import play_line
from .table import Table

FILE = "lesson.toml"
LEARNER = 0
KEYS = {"seats", "options", "seed", "cards", "dealer", "teaches", "leaves", "steps"}


@dataclass(frozen=True)
class Step:
    """What is said, and what the learner and the others do next."""

    say: str
    moves: Sequence[str] = ()
    then: Sequence[str] = ()
    shows: Mapping[str, str] = field(default_factory=dict)
    refuses: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Scene:
    """A step at the table: what the learner sees, what is right, what is refused, and what happens then."""

    say: str
    view: dict[str, Any]
    allowed: list[str]
    moves: list[list[str]]  # each in single actions
    refused: dict[str, str]  # plausible moves, and the clause each would break
    events: list[Event]


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game."""

    game: Game
    seats: int
    options: Mapping[str, Any]
    deal: Mapping[str, Any]
    teaches: Sequence[str]
    leaves: Sequence[str]
    steps: Sequence[Step]

    def table(self, steps: int = 0) -> Table:
        """Return the table after so many steps."""
        made = Table(self.game, self.seats, **self.deal, **self.options)
        for step in self.steps[:steps]:
            self.play(made, step)
        return made

    def play(self, table: Table, step: Step, move: int = 0) -> list[Event]:
        """Play a step with one of its moves; return what happened."""
        events = table.play(step.moves[move], LEARNER) if step.moves else []
        return events + [event for line in step.then for event in play_line(table, line)]

    @cached_property
    def actions(self) -> list[list[list[str]]]:
        """Return the moves of every step, each as single actions."""
        return [scene.moves for scene in self.scenes()]

    def left(self, step: int, played: Sequence[str]) -> list[list[str]]:
        """Return the rest of each move of a step that begins with these actions."""
        begun = list(played)
        return [move[len(begun) :] for move in self.actions[step] if move[: len(begun)] == begun]

    def scenes(self) -> list[Scene]:
        """Return every step as it is played at the table; raise BadLesson if a claim does not hold."""
        table, scenes = self.table(), []
        for number, step in enumerate(self.steps):
            try:
                scenes.append(self._scene(table, number, step))
            except BrelanError as error:
                raise BadLesson(f"{self.game.name}, step {number + 1} ({step.say}): {error}") from error
        missing = set(self.teaches) - {clause for step in self.steps for clause in (*step.shows, *step.refuses)}
        if missing:
            raise BadLesson(f"{self.game.name}: {', '.join(sorted(missing))} never comes up")
        return scenes

    def _scene(self, table: Table, number: int, step: Step) -> Scene:
        for clause, move in step.refuses.items():
            if table.why_not(move) != clause:
                raise BadLesson(f"{move!r} is not refused by {clause} but by {table.why_not(move) or 'nothing'}")
        view, allowed = table.view(LEARNER), table.allowed() if table.seat == LEARNER else []
        moves = [table.read(move) for move in step.moves]
        events = self.play(table, step)
        for clause, event in step.shows.items():
            if not any(_is(told, event) for told in events):
                raise BadLesson(f"{clause}: nothing like {event!r} happens")
        for other in range(1, len(moves)):
            self._try(number, other, table.view(LEARNER))
        return Scene(step.say, view, allowed, moves, {move: clause for clause, move in step.refuses.items()}, events)

    def _try(self, number: int, move: int, seen: dict[str, Any]) -> None:
        """Check an alternative move at a step: the learner must see the same, and the rest must be playable."""
        trial = self.table(number)
        self.play(trial, self.steps[number], move)
        if trial.view(LEARNER) != seen:
            raise BadLesson(f"{self.steps[number].moves[move]!r} has another result")
        for step in self.steps[number + 1 :]:
            self.play(trial, step)


def _is(event: Event, wanted: str) -> bool:
    """Whether an event has this name and these fields: `laid card=3`."""
    name, *fields = wanted.split()
    known = {f"{key}={value}" for key, value in {**event.public, **event.owner, "seat": event.seat}.items()}
    return event.name == name and set(fields) <= known


def lesson(game: Game) -> Lesson | None:
    """Return the lesson of a game, or None if it has none."""
    file = game.folder / FILE
    return read(game, tomllib.loads(file.read_text(encoding="utf-8"))) if file.exists() else None


def read(game: Game, told: Mapping[str, Any]) -> Lesson:
    """Read a lesson from a file."""
    if not set(told) <= KEYS or not {"seats", "teaches", "steps"} <= set(told):
        raise BadLesson(f"{game.name}: the keys of a lesson are {', '.join(sorted(KEYS))}")
    try:
        steps = [Step(**step) for step in told["steps"]]
    except TypeError as error:
        raise BadLesson(f"{game.name}: the keys of a step are say, moves, then, shows, refuses: {error}") from error
    seats = game.check_seats(told["seats"])
    options = game.check_options(seats, told.get("options", {}))
    deal = _deal(game, seats, options, told)
    return Lesson(game, seats, options, deal, told["teaches"], told.get("leaves", []), steps)


def _deal(game: Game, seats: int, options: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    if "cards" not in told:
        return {"seed": told.get("seed", 0)}
    pack = np.zeros(1024, np.int16)
    size = game.engine.pack(seats, game.codes(options), pack)
    rest = Counter(pack[:size].tolist()) - Counter(told["cards"])
    order = [*told["cards"], *sorted(rest.elements())]
    return {"seed": 0, "order": order, "dealer": told.get("dealer")}
