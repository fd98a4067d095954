"""A class somebody is in: its register as far as it is known here, who looks, and how each of them sees it."""

from collections.abc import Callable, Mapping

from .. import messages
from ..live import WATCHER, Live
from ..room import Room
from ..store import now
from .entries import PREFIX, Group
from .register import TEACHER, Register

RECENT = 12  # entries of a table that are looked through for what happened last


class Classroom(Live):
    """A class somebody is in; the seat of a visitor is the child's number, or TEACHER."""

    def __init__(self, code: str) -> None:
        super().__init__(PREFIX + code)
        self.code = code
        self.register: Register | None = None
        self.watched: dict[str, Watch] = {}  # tables the teacher looks at
        self.told: dict[int, bytes] = {}  # what a visitor was sent last, by its identity
        self.flushing = False  # the teacher is told soon


class Watch:
    """The teacher's look at a table: it rings when something happens there."""

    seat, number = WATCHER, -1

    def __init__(self, ring: Callable[[], None]) -> None:
        self.ring = ring

    def send(self, message: bytes) -> None:
        """Something happened at the table."""
        self.ring()

    def end(self, why: str) -> None:
        """The table is gone."""


def for_teacher(room: Classroom, register: Register, tables: Mapping[str, Live]) -> messages.ClassRegister:
    """A class as its teacher sees it."""
    here, task = set(room.looking), register.task
    pupils = []
    for member, pupil in enumerate(register.pupils):
        if pupil.gone:
            continue
        sums = [
            messages.Sum(
                work.exercise, work.text, work.helps, work.slips, work.seconds, pupil.begun[place], work.solved,
                work.answer,
            )
            for place, work in sorted(pupil.works.items()) if place[0] == task.number
        ]  # fmt: skip
        group = register.group_of(member)
        pupils.append(messages.PupilFacts(member, pupil.name, member in here, group.table if group else None, sums))
    shown = [_table(group, live.room if (live := tables.get(group.table)) else None) for group in register.current]
    return messages.ClassRegister(register.code, register.game, now(), task, register.paused, pupils, shown)


def _table(group: Group, room: Room | None) -> messages.ClassTable:
    if room is None or not room.recent:
        return messages.ClassTable(group.table, group.members, TEACHER, 0.0, False, [], [])
    end, seated = room.end(), dict(enumerate(group.members))
    last = next((entry for entry in reversed(room.seen(WATCHER, room.number - RECENT)) if entry.events), None)
    return messages.ClassTable(
        group.table, group.members, seated.get(room.at, TEACHER), room.recent[-1].time, end is not None,
        [seated[seat] for seat in (end.winners if end else []) if seat in seated], last.events if last else [],
    )  # fmt: skip


def for_pupil(register: Register, member: int) -> messages.ClassTask:
    """A class as a child sees it."""
    group = register.group_of(member)
    return messages.ClassTask(
        register.code, register.game, register.pupils[member].name, register.task, register.paused,
        register.done(member), group.table if group else None,
    )  # fmt: skip
