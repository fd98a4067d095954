"""What happened at the table, read off the record before and after an action."""

from typing import Any

from ...core.events import Event
from ...core.position import Position
from ...core.sentences import NUMBER, SEAT, Sentence, Sentences, joined, many, named, private
from .cards import NAMES, NONE, TYPES, VALUE
from .line import equation, terms, written
from .rules import ACTIONS, CARD, COUNTS, DRAW, PARTNER, PLAY_NEW, top

OF_CARDS = named(NAMES)
EVENTS = Sentences(
    Sentence("mixed"),
    Sentence("passed", seat=SEAT),
    Sentence("drew", seat=SEAT, count=NUMBER, cards=private(many(OF_CARDS))),
    Sentence("read", seat=SEAT, sum=joined(written), total=NUMBER),
    Sentence("laid", seat=SEAT, card=OF_CARDS, sum=joined(written), total=NUMBER),
    Sentence("laid_turned", seat=SEAT, card=OF_CARDS, sum=joined(written), total=NUMBER),
    Sentence("switched", seat=SEAT, card=OF_CARDS, sum=joined(written), total=NUMBER),
    Sentence("turned", seat=SEAT, sum=joined(written), total=NUMBER),
    Sentence("made", seat=SEAT, sum=joined(equation), total=NUMBER),
    Sentence("matched", seat=SEAT, card=OF_CARDS, number=OF_CARDS),
    Sentence("played", seat=SEAT, card=OF_CARDS),
    Sentence("turned_up", seat=SEAT, cards=many(OF_CARDS)),
    Sentence("received", seat=SEAT, count=NUMBER, cards=private(many(OF_CARDS))),
    Sentence("won", seat=SEAT),
    Sentence("fewest", winners=many(SEAT), count=NUMBER),
)
IN_TEN = {  # verb and event
    "read": "read", "add": "laid", "help": "laid", "addturned": "laid_turned", "switch": "switched", "turn": "turned",
}  # fmt: skip


def tell(before: Position, action: int, after: Position) -> list[Event]:
    """The events of one action."""
    old, new = before.state, after.state
    seat, verb = int(old.seat), ACTIONS.describe(action)["verb"]
    mixed = was_mixed(before, action, after)
    if verb == "draw":
        events = _drew(old, new, seat)
    elif verb in IN_TEN:
        events = _counted(old, new, seat, action)
    elif verb == "stop":
        events = [Event("made", seat, {"sum": equation(terms(old)), "total": int(old.total)})]  # R6
    else:
        events = _played(old, new, seat, action, mixed)
    return [*([Event("mixed")] if mixed else []), *events, *_end(new)]


def was_mixed(before: Position, action: int, after: Position) -> bool:
    """Whether a new stock was made (R16): that throws dice, unless it was of one card."""
    old, new = before.state, after.state
    drawn = action == DRAW and new.held[old.seat] > old.held[old.seat]
    wanted = drawn or (action == PLAY_NEW and not new.ended)
    return bool(after.dice[1] > before.dice[1] or (wanted and old.left == 0))


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
