"""What happened at the table, derived from the record before and after an action."""

from typing import Any

from ...core.outcome import list_best
from ...core.rule import rule
from ...core.sentences import NUMBER, SEAT, Sentence, Sentences, many
from .cards import NOBODY, tens_of
from .rules import CARD, DEAL, FIRST_CAP, FIVE_ON, PASS, PLACE, in_gap

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
DEALT, LEADS, PASSED, LED, LIMITED, LAID, DOUBLED, CAPPED, RAISED, WENT_OUT, TOOK, SCORED, WON, TIED = (
    EVENTS.writer(name) for name in EVENTS.names
)


@rule
def tell(old: Any, action: Any, new: Any, out: Any) -> Any:
    """Write the events of one action and return how many numbers that takes."""
    n = 0
    if action == DEAL:
        n = DEALT(out, n, new.dealer, new.rounds)
        return LEADS(out, n, new.seat)  # R18
    if action == PASS:
        n = PASSED(out, n, old.seat)
    else:
        n = laid(old, action, out, n)
    if old.marker == NOBODY and new.marker != NOBODY:
        n = WENT_OUT(out, n, old.seat)  # R13
    if new.gone > old.gone:
        winner = old.last if action == PASS else old.seat  # R8
        n = TOOK(out, n, winner, new.won[winner] - old.won[winner])
        if new.seat < 0:
            n = scored(new, out, n)
    return n


@rule
def laid(old: Any, action: Any, out: Any, n: Any) -> Any:
    """Write that a card was laid and, for a ten, what the trick is worth now."""
    card = CARD(action) if action < FIRST_CAP else FIVE_ON(action)
    if action >= FIRST_CAP:  # R10 R11: the covered limit, and the two now in force
        other = old.limits[1 - PLACE(action)]
        n = CAPPED(out, n, old.seat, card, old.limits[PLACE(action)], min(card, other), max(card, other))
    elif old.limited == 0:
        n = LED(out, n, old.seat, card)  # R4
    elif old.limited == 1:
        n = LIMITED(out, n, old.seat, card)  # R5
    elif in_gap(old, card):
        n = LAID(out, n, old.seat, card)  # R6
    else:
        n = DOUBLED(out, n, old.seat, card)  # R9
    return RAISED(out, n, max(old.worth, 1) + 1) if tens_of(card) else n  # R12


@rule
def scored(new: Any, out: Any, n: Any) -> Any:
    """Write the score pad of the round, and its consequences."""
    for seat in range(new.seats):
        marker = 1 if new.marker == seat else 0
        gained = new.tricks[seat] + marker - new.tens[seat]  # R15
        n = SCORED(out, n, seat, new.tricks[seat], marker, new.tens[seat], gained, new.points[seat])
    best = new.points[0]
    for seat in range(new.seats):
        best = max(best, new.points[seat])
    if new.ended != 0:
        return list_best(new.points, new.seats, out, WON(out, n, best))  # R16 R21
    return list_best(new.points, new.seats, out, TIED(out, n, best)) if new.tied else n  # R17
