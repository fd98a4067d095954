"""What happened at the table, read off the record before and after an action."""

from typing import Any

from ...core.events import Event
from ...core.position import Position
from ...core.sentences import NUMBER, SEAT, Sentence, Sentences, many
from .cards import NOBODY, tens_of
from .rules import ACTIONS, DEAL, GAP, PASS, PLACE

EVENTS = Sentences(
    Sentence("dealt", seat=SEAT, round=NUMBER),
    Sentence("leads", seat=SEAT),
    Sentence("passed", seat=SEAT),
    Sentence("led", seat=SEAT, card=NUMBER),
    Sentence("limited", seat=SEAT, card=NUMBER),
    Sentence("laid", seat=SEAT, card=NUMBER),
    Sentence("doubled", seat=SEAT, card=NUMBER),
    Sentence("capped", seat=SEAT, card=NUMBER, covered=NUMBER, low=NUMBER, high=NUMBER),
    Sentence("raised", count=NUMBER),
    Sentence("went_out", seat=SEAT),
    Sentence("took", seat=SEAT, count=NUMBER),
    Sentence("scored", seat=SEAT, tricks=NUMBER, marker=NUMBER, tens=NUMBER, gained=NUMBER, total=NUMBER),
    Sentence("won", winners=many(SEAT), count=NUMBER),
    Sentence("tied", winners=many(SEAT), count=NUMBER),
)


def tell(before: Position, action: int, after: Position) -> list[Event]:
    """The events of one action."""
    old, new = before.state, after.state
    seat = int(old.seat)
    if action == DEAL:
        return [Event("dealt", int(new.dealer), {"round": int(new.rounds)}), Event("leads", int(new.seat))]  # R18
    events = [Event("passed", seat)] if action == PASS else _laid(old, action, seat)
    if old.marker == NOBODY and new.marker != NOBODY:
        events.append(Event("went_out", seat))  # R13
    if new.gone > old.gone:
        winner = int(old.last) if action == PASS else seat  # R8
        events.append(Event("took", winner, {"count": int(new.won[winner] - old.won[winner])}))
        events += _scored(new) if new.seat < 0 else []
    return events


def _laid(old: Any, action: int, seat: int) -> list[Event]:
    """A card on its place; of a ten also what the trick is worth now."""
    card = int(ACTIONS.describe(action)["card"])
    if ACTIONS.describe(action)["verb"] == "cap":
        events = [Event("capped", seat, {"card": card, **_cap(old, action, card)})]  # R10 R11
    elif old.limited < GAP:
        events = [Event(("led", "limited")[int(old.limited)], seat, {"card": card})]  # R4 R5
    else:
        inside = min(old.limits) < card < max(old.limits)
        events = [Event("laid" if inside else "doubled", seat, {"card": card})]  # R6 R9
    if tens_of(card):
        events.append(Event("raised", None, {"count": max(int(old.worth), 1) + 1}))  # R12
    return events


def _cap(old: Any, action: int, card: int) -> dict[str, int]:
    """The limit that was covered, and the two in force from now on."""
    covered, other = int(old.limits[PLACE(action)]), int(old.limits[1 - PLACE(action)])
    return {"covered": covered, "low": min(card, other), "high": max(card, other)}


def _scored(new: Any) -> list[Event]:
    """The score pad of the round, and what follows from it."""
    events = []
    for seat in range(int(new.seats)):
        tricks, tens, marker = int(new.tricks[seat]), int(new.tens[seat]), int(new.marker == seat)
        gained = tricks + marker - tens  # R15
        pad = {"tricks": tricks, "marker": marker, "tens": tens, "gained": gained, "total": int(new.points[seat])}
        events.append(Event("scored", seat, pad))
    return events + _ended(new)


def _ended(new: Any) -> list[Event]:
    totals = [int(points) for points in new.points[: new.seats]]
    best = {"winners": [seat for seat, total in enumerate(totals) if total == max(totals)], "count": max(totals)}
    if new.ended:
        return [Event("won", None, best)]  # R16 R21
    return [Event("tied", None, best)] if new.tied else []  # R17
