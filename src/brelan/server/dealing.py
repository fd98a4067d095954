"""The deal that is coming: all commit first, the server too; then the numbers are told; then the cards are dealt."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace

from ..core.shuffle import RULE, Shuffle, commitment, fresh
from . import log, messages
from .refusal import Refusal, need


@dataclass(frozen=True)
class Coming:
    """A shuffle being agreed on. Once it is `closed`, nobody can commit to anything any more, or to anything else."""

    secret: str
    commitments: Mapping[int, str] = field(default_factory=dict)
    numbers: Mapping[int, str] = field(default_factory=dict)
    closed: bool = False

    def commit(self, seat: int, promised: str) -> "Coming":
        """The same with a seat's commitment."""
        return replace(self, commitments={**self.commitments, seat: promised})

    def add(self, seat: int, number: str) -> "Coming":
        """The same with a seat's number."""
        return replace(self, numbers={**self.numbers, seat: number})

    def close(self) -> "Coming":
        """The same with all the commitments there will be."""
        return replace(self, closed=True)

    def fits(self, seat: int, number: str) -> bool:
        """Whether a number is the one its seat committed to."""
        return self.commitments.get(seat) == commitment(number)

    @property
    def outdated(self) -> bool:
        """Whether numbers were told before all had committed, as was done once: whoever came last could choose."""
        return bool(self.numbers) and not self.closed

    @property
    def missing(self) -> list[int]:
        """The seats that committed to a number and have not told it."""
        return sorted(self.commitments.keys() - self.numbers.keys())

    @property
    def shuffle(self) -> Shuffle:
        """What the cards follow from."""
        return Shuffle(self.secret, self.numbers)

    def due(self, people: Set[int], hurry: bool) -> list[log.AnyEntry]:
        """What the server has to do; in a `hurry` it does not wait any longer: who has not committed takes no part,
        who committed and withholds the number is named."""
        if not self.closed:
            return [log.Closed()] if hurry or people <= self.commitments.keys() else []
        if not self.missing:
            return [log.Dealt()]
        return [log.Withheld(seat) for seat in self.missing] if hurry else []


@dataclass
class NextDeal:
    """The deal of a table's next game: who withheld a number of it, and whether somebody asked for it."""

    coming: Coming | None = None
    withheld: set[int] = field(default_factory=set)
    again: bool = False

    @property
    def agreed(self) -> Coming:
        """The shuffle being agreed on; Refusal if there is none."""
        if self.coming is None:
            raise Refusal("not_now")
        return self.coming

    @property
    def stage(self) -> tuple[int, bool]:
        """How far it is: as long as this stays the same, somebody is waited for."""
        return len(self.withheld), self.coming is not None and self.coming.closed

    def take_in(self, entry: log.Agreeing) -> None:
        """Change what an entry of the log changes."""
        match entry:
            case log.Committed(secret):
                self.coming = Coming(secret)
            case log.SeatCommitted(seat, promised):
                self.coming = self.agreed.commit(seat, promised)
            case log.Closed():
                self.coming = self.agreed.close()
            case log.Added(seat, number):
                self.coming = self.agreed.add(seat, number)
            case log.Withheld(seat):
                self.withheld.add(seat)
                self.coming = None
            case log.Again():
                self.again = True

    def checked(self, seat: int, command: messages.Commit | messages.AddNumber) -> log.AnyEntry:
        """The entry of a command that may be carried out."""
        coming = self.agreed
        if isinstance(command, messages.Commit):
            need(not coming.closed and seat not in self.withheld and seat not in coming.commitments, "not_now")
            return log.SeatCommitted(seat, command.commitment)
        need(coming.closed and coming.fits(seat, command.number) and seat not in coming.numbers, "not_now")
        return log.Added(seat, command.number)

    def due(self, people: Set[int], wanted: bool, hurry: bool) -> list[log.AnyEntry]:
        """What the server has to do: commit first, and once a game is `wanted` whatever brings its deal about."""
        if self.coming is None or self.coming.outdated:
            return [log.Committed(fresh())]
        return self.coming.due(people - self.withheld, hurry) if wanted else []

    def shown(self, dealing: messages.Dealing | None) -> messages.Shuffle | None:
        """The coming shuffle as everybody may see it."""
        if self.coming is None:
            return None
        return messages.Shuffle(
            RULE, commitment(self.coming.secret), _by_seat(self.coming.numbers), closed=self.coming.closed,
            commitments=_by_seat(self.coming.commitments), withheld=sorted(self.withheld), dealing=dealing,
        )  # fmt: skip


def shown_dealt(shuffle: Shuffle | None, told: bool) -> messages.Shuffle | None:
    """A shuffle the cards on the table follow from; its secret only when it may be `told`."""
    if shuffle is None:
        return None
    return messages.Shuffle(
        RULE, shuffle.commitment, _by_seat(shuffle.numbers), shuffle.secret if told else None,
        {str(seat): commitment(number) for seat, number in shuffle.numbers.items()}, True,
    )  # fmt: skip


def _by_seat(texts: Mapping[int, str]) -> dict[str, str]:
    return {str(seat): text for seat, text in texts.items()}
