"""What the others' last turns say about their hands: a guessed world is as likely as what they did last in it.

It says a lot: whoever lays a ten and has cards left usually keeps what goes out on that very top.
"""

from typing import Any

import numpy as np

from ...core.maths import exp
from ...core.rule import rule
from .cards import TYPES
from .chances import rivals
from .changing import begin
from .rules import legal
from .weighing import ends, judged, mind_of
from .weights import TUNED, row

HEAT = 0.05  # the log odds lost that make a choice e times less likely
ODDLY = 0.01  # the share of choices that nobody understands


@rule
def credit(v: Any, seat: Any, out: Any) -> Any:
    """Return how likely a seat is to do what it did last, up to a factor; turns its view of today into that of then.

    A draw says next to nothing: the card drawn hides what was known. With more seats, too few of the worlds would be
    left in which everybody's turn made sense.
    """
    began, done = int(v.began[seat]), int(v.done[seat])
    if v.seats > 2 or began == done:
        return 1.0
    hand, left, w = v.hands[seat], np.zeros(TYPES, np.int64), TUNED[row(v)]
    begin(v)
    v.seat, v.down = seat, began
    v.held[seat] += done - began
    left[:] = hand
    for i in range(began, done):
        hand[v.discards[i]] += 1
    _, most = judged(v, seat, out, legal(v, out), w)
    own = rivals(v, seat, 0, np.int64(v.held[seat]), w)
    own += ends(v, seat, left, np.int64(v.discards[done - 1]), mind_of(v, seat, w))
    return ODDLY + (1 - ODDLY) * exp(min(0.0, (own - most) / HEAT))
