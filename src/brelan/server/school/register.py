"""The register of a class: what its log says of who is there, what they were given and what they did."""

from dataclasses import dataclass, field

from .. import log, messages
from ..refusal import need
from ..store import Row
from .entries import AnyEntry, Assigned, Came, Dismissed, Group, Grouped, Opened, Paused, Present, Worked, decode

REST = 12 * 3600.0  # seconds a class lasts without its teacher
MOST = 60  # children of a class
LONGEST = 100_000  # entries of a class
TABLES = 600  # tables of a class, all its tasks together
TEACHER = -1


@dataclass
class Pupil:
    """A child of a class."""

    name: str
    key: str
    gone: bool = False
    works: dict[tuple[int, int], messages.Work] = field(default_factory=dict)  # by task and exercise
    begun: dict[tuple[int, int], float] = field(default_factory=dict)


class Register:
    """A class as its log tells it."""

    def __init__(self, code: str) -> None:
        self.code, self.number, self.seen = code, -1, 0.0
        self.opened: Opened | None = None
        self.pupils: list[Pupil] = []
        self.tasks: list[Assigned] = [Assigned("wait")]
        self.groups: list[Group] = []  # of all tasks
        self.current: list[Group] = []  # of this one
        self.paused = False
        self.commands: dict[str, int] = {}

    # what is so

    @property
    def game(self) -> str:
        """The name of its game."""
        assert self.opened is not None
        return self.opened.game

    @property
    def task(self) -> messages.Task:
        """What all are given now; exercises of a task are the same for all."""
        assert self.opened is not None
        number, now = len(self.tasks) - 1, self.tasks[-1]
        return messages.Task(number, now.kind, now.level, self.opened.seed + number, now.seats)

    def over(self, now: float) -> bool:
        """Whether the teacher has been away for too long."""
        return now - self.seen > REST

    def who(self, key: str) -> int:
        """Whose key it is: the teacher's or a child's, or the refusal."""
        assert self.opened is not None
        if log.opens(key, self.opened.key):
            return TEACHER
        member = self.member_by(key)
        need(member is not None, "wrong_key")
        return member if member is not None else TEACHER

    def member_by(self, key: str) -> int | None:
        """The child whose key it is."""
        hashed = log.hashed(key)
        return next((i for i, pupil in enumerate(self.pupils) if pupil.key == hashed and not pupil.gone), None)

    def group_of(self, member: int) -> Group | None:
        """The table a child sits at now."""
        return next((group for group in self.current if member in group.members), None)

    @property
    def unseated(self) -> list[int]:
        """Children without a table."""
        seated = {member for group in self.current for member in group.members}
        return [i for i, pupil in enumerate(self.pupils) if not pupil.gone and i not in seated]

    def done(self, member: int) -> int:
        """How many exercises of this task a child has solved, one after the other."""
        works, task, count = self.pupils[member].works, len(self.tasks) - 1, 0
        while (work := works.get((task, count))) is not None and work.solved:
            count += 1
        return count

    # what happened

    def take_in(self, row: Row) -> None:
        """Take in an entry of the log."""
        self._apply(decode(row.body), row.time)
        self.number = row.number
        if row.command is not None:
            self.commands[row.command] = row.number

    def _apply(self, entry: AnyEntry, time: float) -> None:
        match entry:
            case Opened():
                self.opened, self.seen = entry, time
            case Present():
                self.seen = time
            case Came(name=name, key=key):
                self.pupils.append(Pupil(name, key))
            case Assigned(groups=groups):
                self.tasks.append(entry)
                self.current, self.paused, self.seen = list(groups), False, time
                self.groups += groups
            case Grouped(groups=groups):
                self.current += groups
                self.groups += groups
                self.seen = time
            case Paused(yes=yes):
                self.paused, self.seen = yes, time
            case Dismissed(member=member):
                self.pupils[member].gone, self.seen = True, time
            case Worked():
                self._worked(entry, time)

    def _worked(self, told: Worked, time: float) -> None:
        place, pupil = (told.task, told.exercise), self.pupils[told.member]
        pupil.begun.setdefault(place, time)
        pupil.works[place] = messages.Work(
            "x", told.task, told.exercise, told.text, told.helps, told.slips, told.seconds, told.solved, told.answer
        )
