"""What the others' play says about their cards: a guessed world is as likely as what they did in it this round."""

from typing import Any

from ...core.hands import insert
from ...core.maths import exp
from ...core.net import paper, value
from ...core.rule import rule
from .cards import HAND, NOBODY
from .features import features
from .rules import CAP, GAP, LAID, LAY, PASS, left_of

HEAT = 0.15  # fours of points that make a choice e times less likely
ODDLY = 0.03  # the share of choices that nobody understands


@rule
def rewind(s: Any) -> None:
    """Turn a whole record into that of the first turn of its round."""
    for i in range(s.gone + s.lying):
        seat = s.laid[i] // 3
        if s.held[seat] < HAND:  # always so in a game that was played
            insert(s.hands, s.held, seat, s.taken[i] if i < s.gone else s.trick[i - s.gone])
    s.gone = s.lying = s.limited = s.worth = s.limits[0] = s.limits[1] = 0
    s.marker = s.last = NOBODY
    for seat in range(s.seats):
        s.passed[seat] = s.won[seat] = 0
    for i in range(LAID):
        s.taken[i] = s.trick[i] = s.places[i] = s.laid[i] = 0
    s.seat = left_of(s, s.dealer)


@rule
def recall(s: Any, now: Any) -> Any:
    """Return the action that came next in an earlier record of the same round, or -1 if it is today's."""
    i = s.gone + s.lying
    if i == now.gone + now.lying:
        return -1 if s.gone == now.gone and s.seat == now.seat else PASS
    seat, place = now.laid[i] // 3, now.laid[i] % 3
    if s.seat != seat:
        return PASS
    card = now.taken[i] if i < now.gone else now.trick[i - now.gone]
    return LAY(card) if s.limited < 2 or place == GAP else CAP(card, place)


def judging(net_for: Any) -> Any:
    """Return a rule `likelihood(v, seat, allowed, count, action)`: how likely a seat that sees this chooses so."""

    @rule
    def likelihood(v: Any, seat: Any, allowed: Any, count: Any, action: Any) -> Any:
        head, rows, scales = net_for(v.seats)
        places, values, one, two = paper()
        own = value(head, rows, scales, places, values, features(v, seat, action, places, values), one, two)
        total = 1.0
        for i in range(count):
            if allowed[i] != action:
                size = features(v, seat, allowed[i], places, values)
                told = value(head, rows, scales, places, values, size, one, two)
                total += exp((told - own) / HEAT)
        return ODDLY / count + (1 - ODDLY) / total

    return likelihood
