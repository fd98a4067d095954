"""Signals, in a game that has them."""

from collections.abc import Callable
from typing import Any

from ..kinds import Int, Records
from ..rule import rule


def loops(rules: Any) -> list[Callable[..., Any]]:
    """Why a signal may not be given, and giving it."""
    broken, give = rules.why_not_signal, rules.signal

    @rule
    def why_not_signal(states: Records, i: Int, seat: Int, number: Int) -> Int:
        """Return the clause a signal would break, or 0."""
        return broken(states[i], seat, number)

    @rule
    def signal(states: Records, i: Int, seat: Int, number: Int) -> None:
        """Give an allowed signal."""
        give(states[i], seat, number)

    return [why_not_signal, signal]
