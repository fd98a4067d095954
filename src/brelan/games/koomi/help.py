"""Questions of a learner: for an exercise, for its solutions, and whether an attempt is right.

    {"ask": "exercise", "numbers": "all", "cards": 5, "aids": false, "seed": 7}     top and hand, by name
    {"ask": "ways", "top": "-5", "hand": ["+6", ..], "numbers": "all"}              how many ways, and the shortest one
    {"ask": "try", "top": .., "hand": .., "numbers": .., "steps": ["add +6", ..]}   whether this makes ten

None of them needs a table; other questions have no answer. There are no rules here: the engine decides.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from ...core import dice
from ...core.game import clause_name
from . import GAME
from .actions import ACTIONS
from .cards import NAMES, copies
from .line import equation
from .rules import MOST, State
from .ways import DEEP, MANY

CARDS = range(2, 9)  # cards of an exercise
STEPS = 12  # of an answer
IN_TEN = ("read", "add", "help", "switch", "turn", "addturned", "stop")  # the verbs of a making-ten


def answer(view: Any, seat: int, question: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the answer, or None if this is not one of these questions."""
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
    """Whether a top and a hand can be dealt from a pack of these numbers, which packed counts rely on (sums.py)."""
    if top not in NAMES or not isinstance(hand, list) or len(hand) not in CARDS:
        return False
    if not all(isinstance(card, str) and card in NAMES for card in hand):
        return False
    code = _code(numbers)
    return all(count <= copies(NAMES.index(card), code, 0) for card, count in Counter([top, *hand]).items())


def _exercise(numbers: str, cards: Any, aids: bool, seed: Any) -> dict[str, Any] | None:
    """Return a top and a hand from a pack of numbers; all but a few have a solution."""
    if type(cards) is not int or cards not in CARDS or type(seed) is not int or not 0 <= seed < 1 << 32:
        return None
    drawn = np.zeros(cards + 1, np.int16)
    GAME.engine.draw_exercise(*_room(), _code(numbers), int(aids), seed, dice.new(seed), _found(), drawn)
    top, *hand = (NAMES[card] for card in drawn)
    return {"top": top, "hand": hand, "numbers": numbers}


def _ways(top: Any, hand: Any, numbers: str) -> dict[str, Any] | None:
    if not _is_hand(top, hand, numbers):
        return None
    out = np.zeros(DEEP, np.int16)
    size = GAME.engine.shortest_way(*_room(), _code(numbers), _cards(top, hand), _found(), out)
    ways, fewest, first, *terms = out[: max(size, 3)].tolist()
    return {"ways": ways, "fewest": fewest, "first": NAMES[first], "sum": equation(terms)} if ways else {"ways": 0}


def _tried(top: Any, hand: Any, numbers: str, steps: Any) -> dict[str, Any] | None:
    """Return whether steps are a making-ten and, if not, the clause that stops them."""
    if not _is_hand(top, hand, numbers) or not isinstance(steps, list) or len(steps) > STEPS:
        return None
    if not all(isinstance(step, str) and step in ACTIONS.ids and step.split()[0] in IN_TEN for step in steps):
        return None
    actions = np.array([ACTIONS.ids[step] for step in steps], np.int16)
    clause = GAME.engine.try_ten(_room()[0], _code(numbers), _cards(top, hand), actions)
    return {"made": not clause, "clause": clause_name(clause) if clause else ""}


def _code(numbers: str) -> int:
    return int(GAME.options["numbers"].code(numbers))


def _cards(top: str, hand: list[str]) -> Any:
    return np.array([NAMES.index(card) for card in (top, *hand)], np.int16)


def _room() -> tuple[Any, Any]:
    return State.rows(DEEP + 1), np.zeros((DEEP, MOST), np.int16)


def _found() -> Any:
    return np.zeros(MANY, np.int16)
