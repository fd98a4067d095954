"""What happened at the table, derived from the record before and after an action."""

from typing import Any

from ...core.rule import rule
from ...core.sentences import NUMBER, SEAT, Sentence, Sentences, add, begin, many, named, private
from .rules import CARD, CARDS, END, FIRST_LAY, HOLD, HOW, PILE, SIGNALS

EVENTS = Sentences(
    Sentence("said", seat=SEAT, how=NUMBER),
    Sentence("starts", seat=SEAT),
    Sentence("laid", seat=SEAT, card=NUMBER, pile=NUMBER),
    Sentence("stepped_back", seat=SEAT, card=NUMBER, pile=NUMBER),
    Sentence("overruled", seat=SEAT, pile=NUMBER),
    Sentence("signalled", seat=SEAT, pile=NUMBER, what=named(SIGNALS.verbs[0].fields["what"])),
    Sentence("drew", seat=SEAT, count=NUMBER, cards=private(many(NUMBER))),
    Sentence("beaten"),
    Sentence("stopped", seat=SEAT),
    Sentence("result", count=NUMBER),
)
SAID, STARTS, LAID, STEPPED_BACK, OVERRULED, DREW, BEATEN, STOPPED, RESULT = (
    EVENTS.writer(name) for name in EVENTS.names if name != "signalled"
)


@rule
def tell(old: Any, action: Any, new: Any, out: Any) -> Any:
    """Write the events of one action and return how many numbers that takes."""
    n = 0
    if action < FIRST_LAY:
        n = SAID(out, n, old.seat, HOW(action))
        if new.asked == new.seats:
            n = STARTS(out, n, new.seat)  # R3
    elif action != END:
        n = laid(old, CARD(action), PILE(action), out, n)
    if new.left < old.left:
        n = drew(old, new, out, n)
    return ended(new, out, n)


@rule
def laid(old: Any, card: Any, pile: Any, out: Any, n: Any) -> Any:
    """Write that a card was laid, forward or ten back (R7), and whether somebody had asked to hold the pile (R9)."""
    if (card < old.tops[pile]) == (pile < 2):
        n = STEPPED_BACK(out, n, old.seat, card, pile)
    else:
        n = LAID(out, n, old.seat, card, pile)
    for other in range(old.seats):
        if other != old.seat and old.signals[other, pile] == HOLD:
            return OVERRULED(out, n, old.seat, pile)
    return n


@rule
def drew(old: Any, new: Any, out: Any, n: Any) -> Any:
    """Write the cards drawn, ascending as in the hand (R10)."""
    at = DREW(out, n, old.seat, old.left - new.left)
    n = begin(out, at)
    for i in range(new.held[old.seat]):
        card = new.hands[old.seat, i]
        for place in range(CARDS - old.left, CARDS - new.left):
            if old.stock[place] == card:
                n = add(out, at, n, card)
    return n


@rule
def ended(new: Any, out: Any, n: Any) -> Any:
    """Write how the game ended, if it did."""
    if new.ended == 15:
        return BEATEN(out, n)
    if new.ended == 13:
        n = STOPPED(out, n, new.seat)
        return RESULT(out, n, CARDS - new.down)  # R14
    return n
