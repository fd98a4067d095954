"""A whole making-ten in one go: as a sum, `-5 (+1) +6 +8`, or as fields. The rules judge it step by step.

The sum starts from the top as read, or from the total once cards are laid. `(+1)` is an aid; without brackets, a first
+1 is the number card, or the aid if there is none. `!+3` is a card turned by a change of sign; `!8` at the start is the
turned top. `= 10` may follow. As fields: {"verb": "make", "top": -5, "aid": 1, "cards": [6, 8], "turned": 1}, where
`turned` is 0 for the top and n for the nth of `cards`; only `verb` and `cards` are required.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core import dice
from ...core.errors import IllegalAction
from ...core.game import clause_name
from ...core.table import Said, Table
from .actions import ACTIONS, CARD, HELP_WITH
from .asking import total_so_far, unread
from .cards import ONE, VALUES, number
from .line import equation
from .rules import MOST

CARD_WORD = r"!?(?:[+-]|(?<!\d))\d(?!\d)|\([+-]?\d\)"
LINE = re.compile(rf"(!?[+-]?\d{{1,3}})((?:\s*(?:{CARD_WORD}))+)\s*(?:=\s*([+-]?\d{{1,3}}))?")
FIELDS = {"verb", "top", "aid", "cards", "turned"}
NUMBER, AID, TURNED = "add", "help", "addturned"


@dataclass(frozen=True)
class Ten:
    """A making-ten as given."""

    start: int | None  # None: not given
    turns_top: bool
    cards: tuple[tuple[str, int], ...]  # how a card is laid, and its printed value (for an aid, as it counts)
    makes: int | None = None  # the result given

    def terms(self, start: int) -> list[int]:
        """The terms of the sum."""
        return [-start if self.turns_top else start, *(-value if how == TURNED else value for how, value in self.cards)]


class WrongSum(IllegalAction):
    """A making-ten refused because of its arithmetic: `sum` is its actual result."""

    def __init__(self, message: str, clause: str, action: str, step: int, sum_: str) -> None:
        super().__init__(message, clause, action, step, sum_)
        self.sum = sum_


def read(table: Table, said: Said) -> list[str] | None:
    """Return the actions of a making-ten, or None if it is something else."""
    ten = from_line(said) if isinstance(said, str) else from_fields(said) if isinstance(said, Mapping) else None
    if ten is None:
        return None
    s = table.position.state
    steps = _steps(s, ten)
    if not table.over:
        _judge(table, steps, equation(ten.terms(_start(s, ten))), ten)
    return steps


def from_line(said: str) -> Ten | None:
    """Parse a sum as people write it; return None if it is none."""
    found = LINE.fullmatch(re.sub(r"([+-])\s+", r"\1", said.replace("−", "-").strip()))
    if found is None:
        return None
    how = {"!": TURNED, "(": AID}
    cards = tuple((how.get(word[0], NUMBER), int(word.strip("!()"))) for word in re.findall(CARD_WORD, found[2]))
    makes = None if found[3] is None else int(found[3])
    return _known(Ten(int(found[1].lstrip("!")), found[1].startswith("!"), cards, makes), said)


def from_fields(said: Mapping[str, Any]) -> Ten | None:
    """Parse fields; return None if they are no making-ten."""
    if said.get("verb") != "make":
        return None
    cards, aid, turned = said.get("cards"), said.get("aid"), said.get("turned")
    if not set(said) <= FIELDS or not isinstance(cards, (list, tuple)):
        raise _unknown(str(dict(said)))
    if not all(value is None or type(value) is int for value in (said.get("top"), aid, turned, *cards)):
        raise _unknown(str(dict(said)))
    if turned is not None and not 0 <= turned <= len(cards):
        raise _unknown(str(dict(said)))
    laid = [(TURNED if turned == place else NUMBER, value) for place, value in enumerate(cards, start=1)]
    first = [] if aid is None else [(AID, aid)]
    return _known(Ten(said.get("top"), turned == 0, (*first, *laid)), str(dict(said)))


def _known(ten: Ten, said: str) -> Ten:
    """Return the making-ten if such cards exist at all (T4)."""
    if not ten.cards or any(value not in (HELP_WITH if how == AID else VALUES) for how, value in ten.cards):
        raise _unknown(said)
    return ten


def _unknown(said: str) -> IllegalAction:
    return IllegalAction(f"there is no action {said!r} in this game", "T4", said)


def _start(s: Any, ten: Ten) -> int:
    """Return where the sum starts: an aid on top is read as given (R7)."""
    value = int(total_so_far(s))
    return -value if unread(s) and ten.start == -value else value


def _steps(s: Any, ten: Ten) -> list[str]:
    """Return the actions in notation."""
    hand = s.hands[s.seat]
    steps = []
    if unread(s) and ten.start is not None:
        steps.append("read +" if ten.start > 0 else "read -")
    if (ten.turns_top or any(how == TURNED for how, _ in ten.cards)) and not s.waits:
        steps.append("switch")
    if ten.turns_top:
        steps.append("turn")
    for place, (how, value) in enumerate(ten.cards):
        instead = how == NUMBER and place == 0 and not hand[number(value)]
        if instead and value in HELP_WITH and hand[ONE + abs(value) - 1]:
            how = AID
        steps.append(f"{how} {value:+d}")
    laid = sum(_card(step) >= 0 for step in steps)
    return steps if laid == s.held[s.seat] else [*steps, "stop"]


def _judge(table: Table, steps: list[str], sum_: str, ten: Ten) -> None:
    """Refuse with the clause the rules name and, for arithmetic, with the sum.

    On a wrong way (R6), the trial continues: other errors are reported before the sum.
    """
    s, words = table.position.state, table.game.words()
    start = _start(s, ten)
    wrong = None if ten.start in (None, start) and ten.makes in (None, sum(ten.terms(start))) else (0, steps[0])
    if any(s.hands[s.seat, card] < count for card, count in Counter(map(_card, steps)).items() if card >= 0):
        raise IllegalAction(f"T2: {words.clause('T2')}", "T2", sum_)
    engine, rows = table.game.engine, table.position.rows.copy()
    for place, step in enumerate(steps):
        broken = int(engine.why_not(rows, 0, ACTIONS.ids[step]))
        if broken == 6:
            wrong = wrong or (place, step)
        elif broken:
            clause = clause_name(broken)
            raise IllegalAction(f"{clause}: {words.clause(clause)}", clause, step, place)
        engine.step(rows, 0, ACTIONS.ids[step], dice.new(0), np.zeros(MOST, np.int16))
    if wrong:
        raise WrongSum(f"R6: {words.clause('R6')}", "R6", wrong[1], wrong[0], sum_)


def _card(step: str) -> int:
    return int(CARD[ACTIONS.ids[step]])
