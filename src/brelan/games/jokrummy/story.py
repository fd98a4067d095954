"""What happened at the table, read off the record before and after an action."""

from typing import Any

from ...core.events import Event
from ...core.position import Position
from ...core.sentences import NUMBER, SEAT, Sentence, Sentences, many, named, private, text
from .cards import DRAWING, LAYING, NAMES, NOTHING, SAME_RANK
from .groups import on_table, standing
from .programmes import SLOTS, written
from .rules import ACTIONS

OF_CARDS, STANDING = named(NAMES), text(standing, 3)
PROGRAMME = text(lambda *words: written(words), SLOTS)
EVENTS = Sentences(
    Sentence("begins", seat=SEAT, round=NUMBER),
    Sentence("swapped", seat=SEAT),
    Sentence("kept", seat=SEAT),
    Sentence("bonus", seat=SEAT, count=NUMBER),
    Sentence("received", seat=SEAT, count=NUMBER, programme=private(many(PROGRAMME))),
    Sentence("turned_up", card=OF_CARDS),
    Sentence("turned_over", count=NUMBER),
    Sentence("drew", seat=SEAT, card=private(OF_CARDS)),
    Sentence("took", seat=SEAT, card=OF_CARDS),
    Sentence("showed", seat=SEAT, programme=PROGRAMME),
    Sentence("added", seat=SEAT, card=STANDING, group=NUMBER),
    Sentence("laid_set", seat=SEAT, cards=many(STANDING), group=NUMBER),
    Sentence("laid_run", seat=SEAT, cards=many(STANDING), group=NUMBER),
    Sentence("completed", seat=SEAT, programme=PROGRAMME, count=NUMBER),
    Sentence("discarded", seat=SEAT, card=OF_CARDS),
    Sentence("went_out", seat=SEAT),
    Sentence("all_laid"),
    Sentence("too_long"),
    Sentence("won", winners=many(SEAT), count=NUMBER),
)


def tell(before: Position, action: int, after: Position) -> list[Event]:
    """The events of one action."""
    old, new = before.state, after.state
    seat, fields = int(old.seat), ACTIONS.describe(action)
    verb = fields["verb"]
    events: list[Event] = []
    if verb in ("deal", "swap", "keep"):
        events += _round(old, new, verb)
    elif verb == "stock":
        if new.turned > old.turned:
            events.append(Event("turned_over", None, {"count": int(new.left) + 1}))  # R21
        events.append(Event("drew", seat, {}, {"card": NAMES[_gained(old, new, seat)]}))
    elif verb == "take":
        events.append(Event("took", seat, {"card": NAMES[int(old.top)]}))
    elif verb == "show":
        events.append(Event("showed", seat, {"programme": _programme(new, new.shown)}))
    elif verb == "put":
        events += _put(old, new, seat)
    elif verb == "discard":
        events.append(Event("discarded", seat, {"card": fields["card"]}))
    return events + _end(old, new, seat)


def _programme(state: Any, number: Any) -> str:
    return written(state.wanted[number])


def _gained(old: Any, new: Any, seat: int) -> int:
    hand = new.hands[seat, : new.held[seat]].tolist()
    for card in old.hands[seat, : old.held[seat]].tolist():
        hand.remove(card)
    return int(hand[0])


def _round(old: Any, new: Any, verb: str) -> list[Event]:
    """Programmes, bonus cards, and the cards if they were dealt."""
    events = [Event("begins", int(new.dealer), {"round": int(new.rounds)})] if verb == "deal" else []
    if verb != "deal":
        events.append(Event("swapped" if verb == "swap" else "kept", int(old.seat)))  # R23
    for i in range(1, int(new.seats) + 1):
        seat = (int(new.dealer) + i) % int(new.seats)
        events += [
            Event("bonus", seat, {"count": done}) for done in range(int(old.done[seat]) + 1, int(new.done[seat]) + 1)
        ]
        first = 0 if verb == "swap" and seat == old.seat else int(old.kept[seat])
        got = [_programme(new, number) for number in new.programmes[seat, first : new.kept[seat]]]
        if got:
            events.append(Event("received", seat, {"count": len(got)}, {"programme": got}))  # R5
    if new.phase in (DRAWING, LAYING):
        events.append(Event("turned_up", None, {"card": NAMES[int(new.top)]}))  # R6
    return events


def _put(old: Any, new: Any, seat: int) -> list[Event]:
    """A card added, a group complete, a programme complete."""
    groups = on_table(new)
    group = int(new.spots[new.down - 1]) // 2
    events = []
    if old.length == 0:  # an addition
        laid = groups[group]
        card, place = laid.cards[-1 if old.end else 0]
        events.append(Event("added", seat, {"card": standing(laid.what, card, place), "group": group}))
    elif old.placed + 1 == old.length:
        name = "laid_set" if groups[group].what == SAME_RANK else "laid_run"
        events.append(Event(name, seat, {"cards": groups[group].texts(), "group": group}))
    if old.shown != NOTHING and new.shown == NOTHING:
        events.append(Event("completed", seat, {"programme": _programme(old, old.shown), "count": int(new.done[seat])}))
    return events


def _end(old: Any, new: Any, seat: int) -> list[Event]:
    events = []
    if new.closed and not old.closed:
        out = {18: Event("went_out", seat), 19: Event("all_laid"), 21: Event("too_long")}
        events.append(out[int(new.closed)])
    if new.ended:
        done = new.done[: new.seats].tolist()
        winners = [other for other, programmes in enumerate(done) if programmes == max(done)]
        events.append(Event("won", None, {"winners": winners, "count": len(winners)}))  # R20 R21
    return events
