"""How long Jok-R-ummy's solver takes for a random hand of 14 cards and a programme, on average."""

import time
from typing import Any

import numpy as np

from brelan.core import dice
from brelan.core.game import game
from brelan.core.rule import rule
from brelan.games.jokrummy.cards import add
from brelan.games.jokrummy.laying import asks, hand_of
from brelan.games.jokrummy.solver import missing, possible

PROGRAMMES, HANDS = 63, 20_000


@rule
def run(states: Any, throws: Any, pack: Any, size: Any, hands: Any, how_many: Any) -> Any:
    """Ask of every hand and programme whether it can be laid, or how many cards are missing; count the queries."""
    s = states[0]
    asked = answers = 0
    for _ in range(hands):
        dice.shuffle(throws, pack, size)
        s.held[0] = 0
        for i in range(14):
            add(s.hands, s.held, 0, pack[i])
        hand = hand_of(s, 0)
        for programme in range(PROGRAMMES):
            if s.wanted[programme, 0] != 0:  # not a bonus
                answers += missing(hand, asks(s, programme, 0)) if how_many else possible(hand, asks(s, programme, 0))
                asked += 1
    return asked, answers


if __name__ == "__main__":
    found = game("jokrummy")
    codes = found.codes(found.check_options(4, {}))
    states, throws, pack = found.rules.State.rows(1), dice.new(3), np.zeros(200, np.int16)
    found.rules.deal(states[0], 4, codes, throws)
    size = found.rules.pack(4, codes, pack)
    for name, how_many in (("can it be laid", False), ("how many cards are missing", True)):
        run(states, throws, pack, size, 1, how_many)
        start = time.perf_counter()
        asked, answers = run(states, throws, pack, size, HANDS, how_many)
        taken = (time.perf_counter() - start) / asked * 1e6
        print(f"{name}: {taken:.2f} microseconds a query, {asked:,} queries, mean answer {answers / asked:.2f}")
