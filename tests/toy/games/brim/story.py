"""What happened at the table, read off the record before and after an action."""

from brelan.core.events import Event
from brelan.core.position import Position

from .rules import ACTIONS


def tell(before: Position, action: int, after: Position) -> list[Event]:
    """The events of one action."""
    events = [Event("laid", before.seat, {"card": ACTIONS.describe(action)["card"]})]
    if after.over:
        events.append(Event("ended"))
    return events
