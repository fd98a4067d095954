"""The coming deal: everybody commits, including the server; then the numbers are revealed; then the cards are dealt."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace

from ..core.shuffle import RULE, Shuffle, commitment, fresh
from . import log, messages
from .refusal import Refusal, need


@dataclass(frozen=True)
class Coming:
    """A shuffle being agreed on. Once it is `closed`, commitments can no longer be added or changed."""

    secret: str
    commitments: Mapping[int, str] = field(default_factory=dict)
    numbers: Mapping[int, str] = field(default_factory=dict)
    closed: bool = False

    def commit(self, seat: int, promised: str) -> "Coming":
        """Return it with a seat's commitment added."""
        return replace(self, commitments={**self.commitments, seat: promised})

    def add(self, seat: int, number: str) -> "Coming":
        """Return it with a seat's number added."""
        return replace(self, numbers={**self.numbers, seat: number})

    def close(self) -> "Coming":
        """Return it closed to further commitments."""
        return replace(self, closed=True)

    def fits(self, seat: int, number: str) -> bool:
        """Whether a number matches its seat's commitment."""
        return self.commitments.get(seat) == commitment(number)

    @property
    def outdated(self) -> bool:
        """Whether numbers were revealed before all had committed, as in old logs, where the last could choose."""
        return bool(self.numbers) and not self.closed

    @property
    def missing(self) -> list[int]:
        """The seats that committed to a number but have not revealed it."""
        return sorted(self.commitments.keys() - self.numbers.keys())

    @property
    def shuffle(self) -> Shuffle:
        """The shuffle that fixes the cards."""
        return Shuffle(self.secret, self.numbers)

    def due(self, people: Set[int], hurry: bool) -> list[log.AnyEntry]:
        """Return what the server has to do; in a `hurry`, it no longer waits: a seat that has not committed takes no
        part, and one that withholds its number is named."""
        if not self.closed:
            return [log.Closed()] if hurry or people <= self.commitments.keys() else []
        if not self.missing:
            return [log.Dealt()]
        return [log.Withheld(seat) for seat in self.missing] if hurry else []


@dataclass
class NextDeal:
    """The deal of a table's next game: who withheld a number, and whether somebody asked for the game."""

    coming: Coming | None = None
    withheld: set[int] = field(default_factory=set)
    again: bool = False

    @property
    def agreed(self) -> Coming:
        """The shuffle being agreed on; raises Refusal if there is none."""
        if self.coming is None:
            raise Refusal("not_now")
        return self.coming

    @property
    def stage(self) -> tuple[int, bool]:
        """The stage of the deal: while it stays the same, the server is waiting for somebody."""
        return len(self.withheld), self.coming is not None and self.coming.closed

    def take_in(self, entry: log.Agreeing) -> None:
        """Apply an entry of the log."""
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
        """Check a command and return its entry."""
        coming = self.agreed
        if isinstance(command, messages.Commit):
            need(not coming.closed and seat not in self.withheld and seat not in coming.commitments, "not_now")
            return log.SeatCommitted(seat, command.commitment)
        need(coming.closed and coming.fits(seat, command.number) and seat not in coming.numbers, "not_now")
        return log.Added(seat, command.number)

    def due(self, people: Set[int], wanted: bool, hurry: bool) -> list[log.AnyEntry]:
        """Return what the server has to do: commit first and, once a game is `wanted`, work towards its deal."""
        if self.coming is None or self.coming.outdated:
            return [log.Committed(fresh())]
        return self.coming.due(people - self.withheld, hurry) if wanted else []

    def shown(self, dealing: messages.Dealing | None) -> messages.Shuffle | None:
        """Return the coming shuffle as everybody may see it."""
        if self.coming is None:
            return None
        return messages.Shuffle(
            RULE, commitment(self.coming.secret), _by_seat(self.coming.numbers), closed=self.coming.closed,
            commitments=_by_seat(self.coming.commitments), withheld=sorted(self.withheld), dealing=dealing,
        )  # fmt: skip


def shown_dealt(shuffle: Shuffle | None, told: bool) -> messages.Shuffle | None:
    """Return the shuffle of the current game, with its secret only if it may be `told`."""
    if shuffle is None:
        return None
    return messages.Shuffle(
        RULE, shuffle.commitment, _by_seat(shuffle.numbers), shuffle.secret if told else None,
        {str(seat): commitment(number) for seat, number in shuffle.numbers.items()}, True,
    )  # fmt: skip


def _by_seat(texts: Mapping[int, str]) -> dict[str, str]:
    return {str(seat): text for seat, text in texts.items()}
