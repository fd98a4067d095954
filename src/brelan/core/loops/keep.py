"""Games as data: whole games of bots recorded action by action, and what seats saw when they chose."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import dice
from ..kinds import Halves, Int, Records, Shorts, ShortTable, Words
from ..rule import rule
from .bots import deciding
from .play import sight
from .vector import LUCK, RANDOM


def loops(rules: Any, bots: Any, most_seats: int) -> list[Callable[..., Any]]:
    """The loops `keep_games` and `retrace`."""
    deal, legal, apply, ends, score = rules.deal, rules.legal, rules.apply, rules.why_over, rules.score
    see, flatten, decide = sight(rules), rules.State.flatten(), deciding(bots)

    @rule
    def keep_games(
        states: Records, views: Records, seats: Int, options: Shorts, throws: Words, luck: Words, keys: Words,
        players: Shorts, out: Shorts, kept: Shorts, actions: Shorts, whose: Shorts, steps: Halves, scores: ShortTable,
        clauses: Shorts, deals: Records,
    ) -> Int:  # fmt: skip
        """Play a game for each key of dice with bots at every seat, and write all actions in sequence.

        `deals` receives the initial records. Return how many games fitted; for more, provide a larger buffer.
        """
        used = 0
        for game in range(keys.size):
            throws[0] = keys[game]
            luck[0] = dice.mix(throws[0], LUCK)
            throws[1] = luck[1] = 0
            s = states[0]
            deal(s, seats, options, throws)
            deals[game] = s
            n = legal(s, out)
            taken = 0
            while n > 0:
                if used + taken == actions.size:
                    return game
                seat = np.int64(s.seat)
                action = np.int64(out[0])
                if n > 1 and seat >= 0:
                    if players[seat] == RANDOM:
                        action = np.int64(out[dice.below(luck, n)])
                    else:
                        see(s, seat, views[0])
                        action = np.int64(decide(views[0], seat, out, n, players[seat], luck, kept))
                actions[used + taken] = action
                whose[used + taken] = seat
                apply(s, action, throws)
                n = legal(s, out)
                taken += 1
            used += taken
            steps[game] = taken
            clauses[game] = ends(s)
            score(s, scores[game])
        return keys.size

    @rule
    def retrace(
        states: Records, views: Records, seats: Int, options: Shorts, throws: Words, actions: Shorts, out: Shorts,
        places: Halves, seen: ShortTable, lists: ShortTable,
    ) -> Int:  # fmt: skip
        """Replay a game and write for every choice which action it was, what the seat saw and what it could do.

        Lists end with -1. Return the number of choices.
        """
        s, rows = states[0], 0
        deal(s, seats, options, throws)
        for number in range(actions.size):
            n = legal(s, out)
            if n > 1 and s.seat >= 0:
                places[rows] = number
                see(s, s.seat, views[0])
                for k in range(most_seats):
                    seen[rows, k] = 1 if k == s.seat else 0
                flatten(views[0], seen[rows], most_seats)
                for k in range(lists.shape[1]):
                    lists[rows, k] = out[k] if k < n else -1
                rows += 1
            apply(s, actions[number], throws)
        return rows

    return [keep_games, retrace]
