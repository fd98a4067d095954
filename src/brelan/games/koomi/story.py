"""What happened at the table, read off the record before and after an action."""

from typing import Any

from ...core.events import Event
from ...core.position import Position
from .cards import NAMES, NONE, TYPES, VALUE
from .line import equation, terms, written
from .rules import ACTIONS, CARD, COUNTS, PARTNER, top

IN_TEN = {  # verb and event
    "read": "read", "add": "laid", "help": "laid", "addturned": "laid_turned", "switch": "switched", "turn": "turned",
}  # fmt: skip


def tell(before: Position, action: int, after: Position) -> list[Event]:
    """The events of one action."""
    old, new = before.state, after.state
    seat, verb = int(old.seat), ACTIONS.describe(action)["verb"]
    mixed = bool(new.remade > old.remade)  # R16
    if verb == "draw":
        events = _drew(old, new, seat)
    elif verb in IN_TEN:
        events = _counted(old, new, seat, action)
    elif verb == "stop":
        events = [Event("made", seat, {"sum": equation(terms(old)), "total": int(old.total)})]  # R6
    else:
        events = _played(old, new, seat, action, mixed)
    return [*([Event("turned_over" if new.unshuffled else "mixed")] if mixed else []), *events, *_end(new)]


def names(cards: Any) -> list[str]:
    """Cards by their names."""
    return [NAMES[int(card)] for card in cards]


def hand(s: Any, seat: int) -> list[str]:
    """The cards of a seat by their names."""
    return [NAMES[card] for card in range(TYPES) for _ in range(s.hands[seat, card])]


def _drew(old: Any, new: Any, seat: int) -> list[Event]:
    if new.passes > old.passes:
        return [Event("passed", seat)]  # R18
    card = next(card for card in range(TYPES) if new.hands[seat, card] > old.hands[seat, card])
    return [Event("drew", seat, {"count": 1}, {"cards": names([card])})]  # R15


def _counted(old: Any, new: Any, seat: int, action: int) -> list[Event]:
    """A step of a making-ten, with the sum so far; the last card of a hand ends it (R17)."""
    if new.begun:
        line = terms(new)
    else:
        line = [*(terms(old) if old.begun else [int(VALUE[top(old)])]), int(COUNTS[action])]
    public: dict[str, Any] = {"sum": written(line), "total": sum(line)}
    if CARD[action] != NONE:
        public["card"] = NAMES[CARD[action]]
    events = [Event(IN_TEN[ACTIONS.describe(action)["verb"]], seat, public)]
    if not new.begun:
        events.append(Event("made", seat, {"sum": equation(line), "total": sum(line)}))
    return events


def _played(old: Any, new: Any, seat: int, action: int, mixed: bool) -> list[Event]:
    """A joker or a loose aid."""
    verb = ACTIONS.describe(action)["verb"]
    if verb in ("green", "red"):
        return [Event("matched", seat, {"card": verb, "number": NAMES[PARTNER[action]]})]  # R12
    events = [Event("played", seat, {"card": NAMES[CARD[action]]})]
    if verb == "new" and not new.ended:
        shown = new.discards[1 if mixed else int(old.down) + 1 : int(new.down)]
        events.append(Event("turned_up", seat, {"cards": names(shown)}))  # R11
    if verb == "swap" and new.ended != 17:
        events += [
            Event("received", other, {"count": int(new.held[other])}, {"cards": hand(new, other)})
            for other in range(int(new.seats))
        ]  # R14
    return events


def _end(new: Any) -> list[Event]:
    if new.ended == 17:
        return [Event("won", int(new.seat))]
    if new.ended == 18:
        fewest = min(int(held) for held in new.held[: new.seats])
        winners = [seat for seat in range(int(new.seats)) if new.held[seat] == fewest]
        return [Event("fewest", None, {"winners": winners, "count": fewest})]
    return []
