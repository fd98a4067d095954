"""The Game's champion: of the best turns that the plan finds, it plays the one after which a net expects most wins.

The net learned by self-play (`brelan train thegame`, learning.py). In silence, the best turns are tried out in guessed
worlds, the same for all, and the net judges a turn that follows. Once the stock is empty, or where a person holds a
pile, the policy is the champion.
"""

from pathlib import Path
from typing import Any

import numpy as np

from ...core.maths import exp
from ...core.net import paper as sheets
from ...core.net import value
from ...core.rule import rule
from .bots import NETS, policy, tuned
from .ending import luck, solve, stack
from .features import features
from .plan import BEST, PRICES, STEP_BITS, STEPS, TURNS, USED, WEIGHTS, paper, plan, stage, survey
from .rules import CARDS, END, FIRST_LAY, HAND, LAY, PILES, State, finish, guess
from .talk import held_piles, laid, talking, wishes

NET = NETS[0].load(Path(__file__).parent)
CLEARLY = 0.1  # by how much the logarithm of the odds must improve on the plan's own turn
RECORD = State.dtype
WORLDS, TRIED = 64, 5  # worlds, shared out among the seats, and turns tried out in each
AHEAD = 3  # turns played on before the net judges, alone; with more seats, the next one is enough
LEAST = 8  # worlds after which a turn that is surely worse is not tried any more
SURELY = 0.7  # standard errors by which a turn must beat the net's own
MARGIN = 0.03  # of a win: a turn that the net expects to gain so much on every other is certain
LEAST_ODDS = -20.0  # as a logarithm: of a turn that does not exist
LOOKS = 400  # levels of the ending's search


@rule
def turns_of(v: Any, seat: Any, now: Any, desk: Any) -> Any:
    """Write the plan's best turns to the desk and return how many."""
    sheet, asked, w = desk[0], desk[1], tuned(v)
    survey(v, seat, sheet[0], sheet[1], sheet[2])
    wishes(v, seat, w, asked)
    stage(v, w, now)
    return plan(v, seat, now, desk)


@rule
def write(v: Any, seat: Any, turn: Any, move: Any) -> Any:
    """Write the actions of a turn and return how many."""
    count = laid(turn)
    for i in range(count):
        step = (turn[STEPS] >> STEP_BITS * i) & ((1 << STEP_BITS) - 1)
        move[i] = LAY(v.hands[seat, step // PILES], step % PILES)
    if count < v.owed or count == v.held[seat]:
        return count  # R13, or the turn ends by itself
    move[count] = END
    return count + 1


@rule
def preferred(v: Any, seat: Any, found: Any, desk: Any, net: Any, papers: Any, clearly: Any) -> Any:
    """Return the number of the turn the net prefers, and the odds after it and after the next best, as logarithms."""
    head, rows, scales = net
    places, values, one, two = papers
    best, most, other = 0, 0.0, LEAST_ODDS
    for turn in range(found):
        n = features(v, seat, desk[BEST][turn], desk[PRICES][turn], desk[0], places, values)
        told = float(value(head, rows, scales, places, values, n, one, two))
        if turn == 0 or told > most + (clearly if best == 0 else 0.0):
            if turn > 0:
                other = max(other, most)
            best, most = turn, told
        else:
            other = max(other, told)
    return best, most, other


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
def chance(told: Any) -> Any:
    """Return the chance that goes with the logarithm of the odds."""
    return 1.0 / (1.0 + exp(-told))


@rule
def open_yet(s: Any, buffers: Any) -> Any:
    """Whether all cards can still be laid, given all hands."""
    tries, marks, far, used, waits, tops = buffers
    return s.ended == 15 or (
        s.ended == 0
        and solve(s.tops, s.hands, s.held, s.seats, s.seat, 1, LOOKS, tries, marks, far, used, waits, tops) >= 0
    )


@rule
def outlook(s: Any, now: Any, desk: Any, net: Any, papers: Any, buffers: Any) -> Any:
    """Play the net's next turns and return the chance to win; without a stock, whether all cards can still be laid."""
    hope = 0.0
    for _ in range(AHEAD if s.seats == 1 else 1):
        if s.ended != 0 or s.left == 0:
            return 1.0 if open_yet(s, buffers) else 0.0
        turn, told, _ = preferred(s, s.seat, turns_of(s, s.seat, now, desk), desk, net, papers, CLEARLY)
        hope = chance(told)
        take(s, desk[BEST][turn])
    return hope


@rule
def tried(v: Any, seat: Any, found: Any, own: Any, turns: Any, now: Any, net: Any, papers: Any) -> Any:
    """Return the number of the best turn: the net's own, unless another is clearly better in the same worlds."""
    desk, buffers, throws = paper(), stack(), np.zeros(2, np.uint64)
    records, sums, squares = np.zeros(2, RECORD), np.zeros(TURNS), np.zeros(TURNS)
    worlds = WORLDS // v.seats
    tries = (1 << found) - 1 - (1 << own)  # the turns, as bits, that may still prove better
    luck(v, seat, throws)
    for world in range(worlds):
        records[0] = v
        guess(records[0], seat, throws)
        records[1] = records[0]
        take(records[1], turns[own])
        hope = outlook(records[1], now, desk, net, papers, buffers)
        for turn in range(found):
            if (tries >> turn) & 1:
                records[1] = records[0]
                take(records[1], turns[turn])
                gain = outlook(records[1], now, desk, net, papers, buffers) - hope
                sums[turn] += gain
                squares[turn] += gain**2
                if world + 1 >= LEAST and sums[turn] < 0.0 and surely(sums[turn], squares[turn], world + 1):
                    tries ^= 1 << turn
        if tries == 0:
            return own
    best, most = own, 0.0
    for turn in range(found):
        if (tries >> turn) & 1 and sums[turn] > most and surely(sums[turn], squares[turn], worlds):
            best, most = turn, sums[turn]
    return best


@rule
def surely(total: Any, squares: Any, count: Any) -> Any:
    """Whether the mean of so many gains differs from none by SURELY standard errors."""
    return total**2 > SURELY**2 * (squares - total**2 / count)


@rule
def best(v: Any, seat: Any, allowed: Any, count: Any, dice: Any, move: Any) -> Any:
    """Write the best move, a whole turn or an action, knowing only a view, and return its length."""
    if bound(v, seat, allowed, count):
        move[0] = policy(v, seat, allowed, count, dice)
        return 1
    return judged(v, seat, move)[0]


@rule
def certain(v: Any, seat: Any, allowed: Any, count: Any) -> Any:
    """Whether the choice beats every other by a margin (1) or not (0); -1 if it is the policy's."""
    if bound(v, seat, allowed, count):
        return -1
    return 1 if judged(v, seat, np.zeros(HAND + 1, np.int16))[1] > MARGIN else 0


@rule
def bound(v: Any, seat: Any, allowed: Any, count: Any) -> Any:
    """Whether the choice is the policy's."""
    return count == 1 or allowed[0] < FIRST_LAY or v.left == 0 or held_piles(v, seat) != 0


@rule
def judged(v: Any, seat: Any, move: Any) -> Any:
    """Choose with the champion's net, which stands here alone: what names it again has it in the library again."""
    return choose(v, seat, NET, not talking(v), move)


@rule
def choose(v: Any, seat: Any, net: Any, tries: Any, move: Any) -> Any:
    """Write the turn a net prefers, or which proves best when tried out; return its length, and how far it is ahead.

    That is how much more often the net expects to win than after any other turn; 0 if another was chosen.
    """
    desk, now, papers = paper(), np.zeros(WEIGHTS), sheets()
    found = turns_of(v, seat, now, desk)
    own, most, other = preferred(v, seat, found, desk, net, papers, CLEARLY)
    turn, ahead = own, chance(most) - chance(other)
    if tries and found > 1:
        turn = tried(v, seat, min(found, TRIED), own, desk[BEST], now, net, papers)
    return write(v, seat, desk[BEST][turn], move), ahead if turn == own else 0.0
