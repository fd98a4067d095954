"""What happened at the table, read off the record before and after an action."""

from typing import Any

from ...core.events import Event
from ...core.position import Position
from ...core.sentences import NUMBER, SEAT, Sentence, Sentences, many, named, private
from .rules import ACTIONS, SIGNALS

EVENTS = Sentences(
    Sentence("said", seat=SEAT, how=NUMBER),
    Sentence("starts", seat=SEAT),
    Sentence("laid", seat=SEAT, card=NUMBER, pile=NUMBER),
    Sentence("stepped_back", seat=SEAT, card=NUMBER, pile=NUMBER),
    Sentence("signalled", seat=SEAT, pile=NUMBER, what=named(SIGNALS.verbs[0].fields["what"])),
    Sentence("drew", seat=SEAT, count=NUMBER, cards=private(many(NUMBER))),
    Sentence("beaten"),
    Sentence("stopped", seat=SEAT),
    Sentence("result", count=NUMBER),
)


def tell(before: Position, action: int, after: Position) -> list[Event]:
    """The events of one action."""
    old, new = before.state, after.state
    seat, fields = int(old.seat), ACTIONS.describe(action)
    events = []
    if fields["verb"] == "glad":
        events.append(Event("said", seat, {"how": fields["how"]}))
        if new.asked == new.seats:
            events.append(Event("starts", int(new.seat)))  # R3
    elif fields["verb"] == "lay":
        name = "stepped_back" if _is_step_back(old, fields) else "laid"
        events.append(Event(name, seat, {"card": fields["card"], "pile": fields["pile"]}))
    if new.left < old.left:
        events.append(_drew(old, new, seat))
    return events + _end(new)


def _is_step_back(old: Any, fields: dict[str, Any]) -> bool:
    top, climbs = int(old.tops[fields["pile"]]), fields["pile"] < 2
    return bool(fields["card"] < top) if climbs else bool(fields["card"] > top)  # R7


def _drew(old: Any, new: Any, seat: int) -> Event:
    start = len(old.stock) - int(old.left)
    cards = sorted(old.stock[start : start + int(old.left - new.left)].tolist())
    return Event("drew", seat, {"count": len(cards)}, {"cards": cards})  # R10


def _end(new: Any) -> list[Event]:
    if new.ended == 15:
        return [Event("beaten")]
    if new.ended == 13:
        left = len(new.stock) - int(new.down)
        return [Event("stopped", int(new.seat)), Event("result", None, {"count": left})]  # R14
    return []
