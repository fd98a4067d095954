"""Questions a learner may ask: an exercise, whether it can be done, how, and whether it is done.

    {"ask": "exercise", "numbers": "all", "cards": 5, "aids": false, "seed": 7}     top and hand, by name
    {"ask": "ways", "top": "-5", "hand": ["+6", ..], "numbers": "all"}              how many ways, and the shortest one
    {"ask": "try", "top": .., "hand": .., "numbers": .., "steps": ["add +6", ..]}   whether this makes ten

None of them needs a table; what is not asked in this form has no answer. Nothing here is a rule: the rules are asked.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from ...core import dice
from ...core.game import clause_name
from . import GAME
from .actions import ACTIONS
from .cards import NAMES, ONE, TWO, copies
from .rules import MOST
from .ways import alone, ways_from

CARDS = range(2, 9)  # cards of an exercise
SUM = "R6"
STEPS = 12  # of an answer
IN_TEN = ("read", "add", "help", "switch", "turn", "addturned", "stop")  # the verbs of a making-ten
HOPELESS = 6  # one exercise in so many may have no way
TRIES = 200  # deals looked at for one that has a way


def answer(view: Any, seat: int, question: Mapping[str, Any]) -> dict[str, Any] | None:
    """The answer, or None if this is no question of ours."""
    numbers = question.get("numbers", "all")
    if numbers not in GAME.options["numbers"].values:
        return None
    match question.get("ask"):
        case "exercise":
            return _exercise(numbers, question.get("cards", 5), question.get("aids") is True, question.get("seed"))
        case "ways":
            return _ways(question.get("top"), question.get("hand"), numbers)
        case "try":
            return _tried(question.get("top"), question.get("hand"), numbers, question.get("steps"))
    return None


def _is_hand(top: Any, hand: Any, numbers: str) -> bool:
    """Whether a top and a hand can be dealt from a pack of these numbers: what packs counts trusts that (sums.py)."""
    if top not in NAMES or not isinstance(hand, list) or len(hand) not in CARDS:
        return False
    if not all(isinstance(card, str) and card in NAMES for card in hand):
        return False
    code = GAME.options["numbers"].code(numbers)
    return all(count <= copies(NAMES.index(card), code, 0) for card, count in Counter([top, *hand]).items())


def _exercise(numbers: str, cards: Any, aids: bool, seed: Any) -> dict[str, Any] | None:
    """A top and a hand from a pack of numbers, with a way but for a few of them."""
    if type(cards) is not int or cards not in CARDS or type(seed) is not int or not 0 <= seed < 1 << 32:
        return None
    code = GAME.options["numbers"].code(numbers)
    kinds = [card for card in range(TWO + 1) if card < ONE or aids]
    pack = [card for card in kinds for _ in range(copies(card, code, 0))]
    throws = dice.new(seed)
    for _ in range(1 if seed % HOPELESS == 0 else TRIES):
        drawn = np.array(pack, np.int64)
        dice.shuffle(throws, drawn, len(drawn))
        top, *hand = (NAMES[card] for card in drawn[: cards + 1])
        if ways_from(hand, top, numbers):
            break
    return {"top": top, "hand": sorted(hand, key=NAMES.index), "numbers": numbers}


def _ways(top: Any, hand: Any, numbers: str) -> dict[str, Any] | None:
    if not _is_hand(top, hand, numbers):
        return None
    found = ways_from(hand, top, numbers)
    if not found:
        return {"ways": 0}
    best = min(found, key=lambda way: len(way.cards))
    return {"ways": len(found), "fewest": len(best.cards), "first": best.cards[0], "sum": best.sum}


def _tried(top: Any, hand: Any, numbers: str, steps: Any) -> dict[str, Any] | None:
    """Whether steps are a making-ten; if not, the clause that stops them."""
    if not _is_hand(top, hand, numbers) or not isinstance(steps, list) or len(steps) > STEPS:
        return None
    if not all(isinstance(step, str) and step in ACTIONS.ids and step.split()[0] in IN_TEN for step in steps):
        return None
    rows, wrong = alone(hand, top, numbers), not steps
    for step in (ACTIONS.ids[step] for step in steps):
        broken = clause_name(int(GAME.engine.why_not(rows, 0, step)))
        if broken not in ("R0", SUM):  # on a wrong way the trial goes on: what else is wrong is said first
            return {"made": False, "clause": broken}
        wrong = wrong or broken == SUM
        GAME.engine.step(rows, 0, step, dice.new(0), np.zeros(MOST, np.int16))
    made = not wrong and not rows[0].begun
    return {"made": made, "clause": "" if made else SUM}
