"""The deal that is coming: all commit first, the server too; then the numbers are told; then the cards are dealt."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace

from ..core.shuffle import RULE, Shuffle, commitment
from . import log, messages


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

    def next(self, people: Set[int], hurry: bool) -> list[log.AnyEntry]:
        """What the server has to do; in a `hurry` it does not wait any longer: who has not committed takes no part,
        who committed and withholds the number is named."""
        if not self.closed:
            return [log.Closed()] if hurry or people <= self.commitments.keys() else []
        if not self.missing:
            return [log.Dealt()]
        return [log.Withheld(seat) for seat in self.missing] if hurry else []


def shown(coming: Coming | None, withheld: Set[int], dealing: messages.Dealing | None) -> messages.Shuffle | None:
    """A coming shuffle as everybody may see it."""
    if coming is None:
        return None
    return messages.Shuffle(
        RULE, commitment(coming.secret), _by_seat(coming.numbers), commitments=_by_seat(coming.commitments),
        closed=coming.closed, withheld=sorted(withheld), dealing=dealing,
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
