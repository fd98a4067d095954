"""The Game's champion: it tries the plan's best turns out in guessed worlds, without talk.

A trial plays a turn, lets the plan play the next ones, and judges the position by the plan's price of the turn after
those. Every turn gets the same worlds. With talk, or once the stock is empty, the policy is the champion.
"""

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from ...core.maths import exp
from ...core.rule import rule
from .bots import TUNED, policy, talking
from .ending import luck, solve, stack
from .plan import BEST, FIRST, FULL, HAND_OVER, PRICES, USED, WEIGHTS, paper, plan, stage, survey
from .rules import CARDS, END, FIRST_LAY, LAY, PILES, State, finish, guess

# by seats: the logit of the chance to win, four powers of the stock, and the same times the price of the best turn
CHANCE = np.array(tomllib.loads((Path(__file__).parent / "chance.toml").read_text(encoding="utf-8"))["chance"])
POWERS = 4
RECORD = State.dtype
WORLDS, TRIED = 32, 5  # worlds, and turns tried out in each
AHEAD = 2  # turns played by the plan before a position is judged
CLEARLY = 0.7  # standard errors by which a turn must beat the plan's own
LOOKS = 400  # levels of the ending's search


@rule
def take(s: Any, turn: Any) -> None:
    """Play a whole turn in a record."""
    seat, kept = s.seat, 0
    count = s.held[seat]
    for i in range(count):
        card = s.hands[seat, i]
        if (turn[USED] >> i) & 1:
            s.laid[s.down] = card
            s.down += 1
        else:
            s.hands[seat, kept] = card
            kept += 1
    for i in range(kept, count):
        s.hands[seat, i] = 0
    s.held[seat] = kept
    for pile in range(PILES):
        s.tops[pile] = turn[pile]
    if s.down == CARDS:
        s.ended = 15
    elif count - kept < s.owed:
        s.ended = 13
    else:
        finish(s)


@rule
def turns_of(s: Any, w: Any, now: Any, desk: Any) -> Any:
    """Write the best silent turns of the seat to act to the desk and return how many."""
    sheet = desk[0]
    survey(s, s.seat, sheet[0], sheet[1], sheet[2])
    stage(s, w, now)
    return plan(s, s.seat, now, desk)


@rule
def chance(price: Any, left: Any, c: Any) -> Any:
    """Return the chance to win, given the price of the best turn and the cards in the stock."""
    logit, power = 0.0, 1.0
    for k in range(POWERS):
        logit += power * (c[k] + price * c[POWERS + k])
        power *= left / FULL
    return 1.0 / (1.0 + exp(-logit))


@rule
def outlook(s: Any, ahead: Any, w: Any, c: Any, now: Any, desk: Any, buffers: Any) -> Any:
    """Return the chance to win after so many more turns by the plan; without a stock, whether there is a way."""
    for turn in range(ahead + 1):
        if s.ended != 0:
            return 1.0 if s.ended == 15 else 0.0
        if s.left == 0:
            tries, marks, far, used, waits, tops = buffers
            way = solve(s.tops, s.hands, s.held, s.seats, s.seat, 1, LOOKS, tries, marks, far, used, waits, tops)
            return 1.0 if way >= 0 else 0.0
        turns_of(s, w, now, desk)
        if turn < ahead:
            take(s, desk[BEST][0])
    return chance(desk[PRICES][0], s.left, c)


@rule
def choice(v: Any, seat: Any, turns: Any, found: Any, w: Any, now: Any) -> Any:
    """Return the number of the best turn: the plan's own, unless another is clearly better in the same worlds."""
    desk, buffers, throws = paper(), stack(), np.zeros(2, np.uint64)
    records, sums, squares = np.zeros(2, RECORD), np.zeros(TRIED), np.zeros(TRIED)
    luck(v, seat, throws)
    for _ in range(WORLDS):
        records[0] = v
        guess(records[0], seat, throws)
        own = 0.0
        for turn in range(found):
            records[1] = records[0]
            take(records[1], turns[turn])
            hope = outlook(records[1], AHEAD, w, CHANCE[v.seats - 1], now, desk, buffers)
            own = hope if turn == 0 else own
            sums[turn] += hope - own
            squares[turn] += (hope - own) ** 2
    best, most = 0, 0.0
    for turn in range(1, found):
        mean = sums[turn] / WORLDS
        if mean > most and mean**2 * WORLDS > CLEARLY**2 * (squares[turn] / WORLDS - mean**2):
            best, most = turn, mean
    return best


@rule
def best(v: Any, seat: Any, allowed: Any, count: Any, dice: Any) -> Any:
    """Choose among the allowed actions, knowing only a view."""
    action = policy(v, seat, allowed, count, dice)
    if count == 1 or allowed[0] < FIRST_LAY or v.left == 0 or talking(v):
        return action
    desk, now, w = paper(), np.zeros(WEIGHTS), TUNED[0, v.seats - 1]
    found = min(turns_of(v, w, now, desk), TRIED)
    turn = choice(v, seat, desk[BEST], found, w, now) if found > 1 else 0
    if turn == 0:
        return action
    step = desk[BEST][turn, FIRST]
    return END if step == HAND_OVER else LAY(v.hands[seat, step // PILES], step % PILES)
