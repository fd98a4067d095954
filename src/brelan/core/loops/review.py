"""Playing lines to the end in guessed worlds: the compiled part of a review."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..kinds import Int, Ints, RealBlock, Records, Shorts, ShortTable, Words
from ..outcome import share
from ..rule import rule
from .trial import playing_on

CHANCE, RESULT = range(2)  # what is written for each line
APART = np.uint64(1009)  # throws between two worlds
FOREVER = 1 << 40  # actions: to the end


def loops(rules: Any, bots: Any) -> list[Callable[..., Any]]:
    """The loop `judge`."""
    score, guess, ends, play_on = rules.score, rules.guess, rules.why_over, playing_on(rules, bots.policy)

    @rule
    def judge(
        seen: Records, seat: Int, team_wins: Int, lines: ShortTable, lengths: Ints, throws: Words,
        states: Records, views: Records, out: Shorts, scores: Ints, values: RealBlock,
    ) -> None:  # fmt: skip
        """Play each line to the end in one guessed world per row of values."""
        for world in range(values.shape[0]):
            states[1] = seen[0]
            guess(states[1], seat, throws)
            start = throws[1]
            for line in range(lengths.size):
                states[0] = states[1]
                throws[1] = start  # the same luck for every line
                play_on((states, views, out), lines[line], lengths[line], False, False, FOREVER, throws)
                score(states[0], scores)
                values[world, line, CHANCE] = share(scores, seat, ends(states[0]), team_wins)
                values[world, line, RESULT] = scores[seat]
            throws[1] = start + APART

    return [judge]
