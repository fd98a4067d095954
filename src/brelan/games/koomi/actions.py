"""All actions, with their encoders and decoders."""

import numpy as np

from ...core.actions import Actions, Verb
from .cards import GREEN, NEW, ONE, RED, REDS, RESET, SWAP, SWITCH, VALUES, number

HELP_WITH = (-2, -1, 1, 2)  # R9


def signed(*values: int) -> dict[int, str]:
    """Numbers written with their sign."""
    return {value: f"{value:+d}" for value in values}


ACTIONS = Actions(
    Verb("draw", reveals=True),
    Verb("read", sign={1: "+", -1: "-"}),
    Verb("add", value=signed(*VALUES)),
    Verb("help", value=signed(*HELP_WITH)),
    Verb("switch"),
    Verb("turn"),
    Verb("addturned", value=signed(*VALUES)),
    Verb("stop"),
    Verb("new", reveals=True),
    Verb("swap", reveals=True),
    Verb("reset"),
    Verb("green", value=signed(*VALUES[REDS:])),
    Verb("red", value=signed(*VALUES[:REDS])),
    Verb("loose", size=range(1, 3)),
)
VERB, SIGN, WORTH = (ACTIONS.column(field) for field in ("verb", "sign", "value"))
(
    _, TO_READ, TO_ADD, TO_HELP, TO_SWITCH, _, TO_ADD_TURNED, _, TO_NEW, TO_SWAP, TO_RESET, TO_GREEN, TO_RED, TO_LOOSE,
) = range(len(ACTIONS.verbs))  # fmt: skip
DRAW, READ_PLUS, READ_MINUS = range(3)
ADD, HELP, ADD_TURNED, PLAY_GREEN, PLAY_RED, LOOSE = (
    ACTIONS.starts[verb] for verb in (TO_ADD, TO_HELP, TO_ADD_TURNED, TO_GREEN, TO_RED, TO_LOOSE)
)
PLAY_SWITCH, TURN, STOP, PLAY_NEW, PLAY_SWAP, PLAY_RESET = (
    ACTIONS.table(verb) for verb in ("switch", "turn", "stop", "new", "swap", "reset")
)
SPECIAL = {TO_SWITCH: SWITCH, TO_NEW: NEW, TO_SWAP: SWAP, TO_RESET: RESET, TO_GREEN: GREEN, TO_RED: RED}


def laid_by(verb: int, fields: dict[str, int]) -> tuple[int, int]:
    """The cards an action lays: the first and, for any green and any red, the number with it."""
    if verb in (TO_ADD, TO_ADD_TURNED):
        return number(fields["value"]), -1
    if verb in (TO_HELP, TO_LOOSE):
        return ONE - 1 + abs(fields.get("value", fields.get("size", 0))), -1
    return SPECIAL.get(verb, -1), number(fields["value"]) if verb in (TO_GREEN, TO_RED) else -1


CARD, PARTNER = np.array([laid_by(*row) for row in ACTIONS.rows], np.int16).T.copy()
COUNTS = np.where(VERB == TO_ADD_TURNED, -WORTH, WORTH)  # R10: what it adds to the total
