"""What happened at the table, derived from the record before and after an action."""

from typing import Any

from brelan.core.rule import rule
from brelan.core.sentences import NUMBER, SEAT, Sentence, Sentences

from .rules import CARD

EVENTS = Sentences(
    Sentence("laid", seat=SEAT, card=NUMBER),
    Sentence("ended"),
)
LAID, ENDED = (EVENTS.writer(name) for name in EVENTS.names)


@rule
def tell(old: Any, action: Any, new: Any, out: Any) -> Any:
    """Write the events of one action and return how many numbers that takes."""
    n = LAID(out, 0, old.seat, CARD[action])
    return ENDED(out, n) if new.ended != 0 else n
