"""Many tables stepped together, for learners: each call plays one action at every table and writes the observations.

Seats are played by learners, whose actions are given, or by bots: `players` says who plays where at each table. Every
game has its own dice, so neither threads nor other tables affect it.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import dice
from ..kinds import (
    Flags,
    FlagTable,
    Floats,
    FloatTable,
    Halves,
    Int,
    Ints,
    Records,
    Shorts,
    ShortTable,
    Word,
    WordTable,
)
from ..outcome import share
from ..rule import rule
from .bots import deciding
from .play import sight

LEARNER, RANDOM = -1, -2  # players; other numbers are bots that overlook so many of a thousand actions
NEXT_STEP, SAME_STEP, NEVER = range(3)  # when a finished game is dealt again
FINE = 1.0  # the cost of an action that is not allowed, which ends the game
LUCK = np.uint64(1 << 63)  # where the bots' dice begin in the stream of a game's dice


def loops(rules: Any, bots: Any, most_seats: int) -> list[Callable[..., Any]]:
    """The loops `deal_tables`, `step_tables` and `pick_tables`."""
    begin, advance = table(rules, bots, most_seats)

    @rule
    def deal_tables(
        states: Records, views: Records, throws: WordTable, lists: ShortTable, counts: Halves, kept: ShortTable,
        numbers: Ints, every: Int, seats: Int, options: Shorts, key: Word, players: ShortTable, chosen: Flags,
        turns: Shorts, earned: FloatTable, over: Flags, seen: FloatTable, masks: FlagTable,
    ) -> None:  # fmt: skip
        """Deal the next game at the chosen tables; a table's games are `every` numbers apart."""
        for i in range(chosen.size):
            if chosen[i]:
                begin(
                    i, states, views, throws, lists, counts, kept, numbers, every, seats, options, key, players, turns,
                    earned, seen, masks,
                )  # fmt: skip
                over[i] = False

    @rule
    def step_tables(
        states: Records, views: Records, throws: WordTable, lists: ShortTable, counts: Halves, kept: ShortTable,
        numbers: Ints, every: Int, seats: Int, options: Shorts, key: Word, players: ShortTable, actions: Ints,
        turns: Shorts, earned: FloatTable, over: Flags, seen: FloatTable, masks: FlagTable,
        team: Int, mode: Int, points: ShortTable, gains: FloatTable, rewards: Floats, refused: Flags, last: FloatTable,
    ) -> None:  # fmt: skip
        """Play one action at every table, and the bots' replies up to a learner's next choice."""
        for i in range(actions.size):
            advance(
                i, states, views, throws, lists, counts, kept, numbers, every, seats, options, key, players, actions,
                turns, earned, over, seen, masks, team, mode, points, gains, rewards, refused, last,
            )  # fmt: skip

    @rule
    def pick_tables(lists: ShortTable, counts: Halves, throws: WordTable, actions: Ints) -> None:
        """Pick a random allowed action for every table; 0 if there is none."""
        for i in range(actions.size):
            actions[i] = lists[i, dice.below(throws[i], counts[i])] if counts[i] > 0 else 0

    return [deal_tables, step_tables, pick_tables]


def table(rules: Any, bots: Any, most_seats: int) -> tuple[Any, Any]:
    """Return what happens at table i: dealing, and one action; also for a GPU, with one thread per table."""
    deal, legal, apply, ends, score = rules.deal, rules.legal, rules.apply, rules.why_over, rules.score
    see, flatten, decide = sight(rules), rules.State.flatten(), deciding(bots)

    @rule
    def go_on(s: Any, v: Any, throws: Any, out: Any, kept: Any, players: Any) -> Any:
        """Let the dealer and bots act until a learner has a choice or the game is over; return how many it has."""
        n = legal(s, out)
        while n > 0 and (s.seat < 0 or players[s.seat] != LEARNER):
            seat = np.int64(s.seat)
            action = np.int64(out[0])
            if n > 1 and seat >= 0:
                if players[seat] == RANDOM:
                    action = np.int64(out[dice.below(throws[2:], n)])
                else:
                    see(s, seat, v)
                    action = np.int64(decide(v, seat, out, n, players[seat], throws[2:], kept))
            apply(s, action, throws[:2])
            n = legal(s, out)
        return n

    @rule
    def show(s: Any, v: Any, seat: Any, out: Any, count: Any, seen: Any, mask: Any) -> None:
        """Write what a seat sees, as a record and as numbers, and what it may do."""
        see(s, seat, v)
        for k in range(most_seats):
            seen[k] = 1 if k == seat else 0
        flatten(v, seen, most_seats)
        for k in range(mask.size):
            mask[k] = False
        for k in range(count):
            mask[out[k]] = True

    @rule
    def begin(
        i: Any, states: Any, views: Any, throws: Any, lists: Any, counts: Any, kept: Any, numbers: Any, every: Any,
        seats: Any, options: Any, key: Any, players: Any, turns: Any, earned: Any, seen: Any, masks: Any,
    ) -> None:  # fmt: skip
        """Deal the table's next game and play up to a learner's first choice."""
        throws[i, 0] = dice.mix(key, np.uint64(numbers[i]))
        throws[i, 2] = dice.mix(throws[i, 0], LUCK)
        throws[i, 1] = throws[i, 3] = 0
        numbers[i] += every
        s = states[i]
        deal(s, seats, options, throws[i, :2])
        counts[i] = go_on(s, views[i], throws[i], lists[i], kept[i], players[i])
        seat = np.int64(s.seat)
        if counts[i] == 0:  # over before a learner had a choice: its first step reports it
            seat = np.int64(0)
            while players[i, seat] != LEARNER:
                seat += 1
        turns[i] = seat
        for k in range(seats):
            earned[i, k] = 0
        show(s, views[i], seat, lists[i], counts[i], seen[i], masks[i])

    @rule
    def advance(
        i: Any, states: Any, views: Any, throws: Any, lists: Any, counts: Any, kept: Any, numbers: Any, every: Any,
        seats: Any, options: Any, key: Any, players: Any, actions: Any, turns: Any, earned: Any, over: Any, seen: Any,
        masks: Any, team: Any, mode: Any, points: Any, gains: Any, rewards: Any, refused: Any, last: Any,
    ) -> None:  # fmt: skip
        """Play an action at a table or, if its game was already over, deal the next one."""
        for k in range(seats):
            gains[i, k] = 0
        rewards[i] = 0
        refused[i] = False
        if over[i] and mode != SAME_STEP:
            if mode == NEXT_STEP:
                over[i] = False
                begin(
                    i, states, views, throws, lists, counts, kept, numbers, every, seats, options, key, players, turns,
                    earned, seen, masks,
                )  # fmt: skip
            else:
                show(states[i], views[i], np.int64(turns[i]), lists[i], 0, seen[i], masks[i])
            return
        s, out, mover = states[i], lists[i], np.int64(turns[i])
        allowed = counts[i] == 0
        for k in range(counts[i]):
            allowed = allowed or out[k] == actions[i]
        if allowed and counts[i] > 0:
            apply(s, actions[i], throws[i, :2])
            counts[i] = go_on(s, views[i], throws[i], out, kept[i], players[i])
        refused[i] = not allowed
        over[i] = counts[i] == 0 or not allowed
        if team != 0 or counts[i] == 0:
            score(s, points[i])
            for k in range(seats):
                worth = np.float32(points[i, k])
                if team == 0:
                    part = share(points[i, :seats], k, ends(s), 0)
                    worth = np.float32(part - (1 - part) / max(1, seats - 1))
                gains[i, k] = worth - earned[i, k]
                earned[i, k] = worth
        if not allowed:
            gains[i, mover] -= FINE
            counts[i] = 0
        rewards[i] = gains[i, mover]
        seat = np.int64(s.seat) if counts[i] > 0 else mover
        turns[i] = seat
        if over[i] and mode == SAME_STEP:
            show(s, views[i], seat, out, 0, last[i], masks[i])
            begin(
                i, states, views, throws, lists, counts, kept, numbers, every, seats, options, key, players, turns,
                earned, seen, masks,
            )  # fmt: skip
        else:
            show(s, views[i], seat, out, counts[i], seen[i], masks[i])

    return begin, advance
