"""Refusals: what is not allowed changes nothing, and the client is told why."""

from collections.abc import Callable
from typing import TypeVar

from ..bots import LEVELS
from ..core.errors import BrelanError, IllegalAction
from .wire import ERRORS

Answer = TypeVar("Answer")


class Refusal(Exception):
    """Why a command changed nothing: a name in wire.ERRORS, and the game's own reason."""

    def __init__(self, error: str, clause: str = "", step: int = 0, text: str = "") -> None:
        super().__init__(error)
        self.error, self.clause, self.step, self.text = error, clause, step, text
        self.kind = ERRORS[error]


def known_level(level: str) -> str:
    """Return a level, or refuse an unknown one."""
    if level not in LEVELS and level != "random":
        raise Refusal("setup", text=f"levels: {', '.join(LEVELS)}")
    return level


def need(fact: bool, error: str) -> None:
    """Refuse unless a condition holds."""
    if not fact:
        raise Refusal(error)


def lawful(act: Callable[[], Answer]) -> Answer:
    """Turn a breach of the rules into a refusal with its clause."""
    try:
        return act()
    except IllegalAction as refusal:
        raise Refusal("illegal", refusal.clause, refusal.step, str(refusal.detail or "")) from refusal
    except BrelanError as error:
        raise Refusal("illegal", text=str(error)[:200]) from error
