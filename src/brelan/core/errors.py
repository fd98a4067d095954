"""Errors, all derived from BrelanError, with exact messages."""


class BrelanError(Exception):
    """The base of all errors caused by input; the message is one readable line."""


class UnknownGame(BrelanError):
    """There is no game of that name."""


class BadSetup(BrelanError):
    """A seat count, option, combination of options or other setting that is not possible; `clause` names the reason."""

    def __init__(self, message: str, clause: str = "") -> None:
        super().__init__(message)
        self.clause = clause


class IllegalAction(BrelanError):
    """An action that breaks `clause`. Nothing has changed; `step` is the index of the action within its move."""

    def __init__(self, message: str, clause: str, action: str, step: int = 0, detail: str = "") -> None:
        super().__init__(f"{message} {detail}" if detail else message)
        self.detail = detail  # the detail in any language: a sum, a group
        self.clause = clause
        self.action = action
        self.step = step  # the index of the action in its move


class BadNotation(BrelanError):
    """A saved game that cannot be read; `line` is the number of the line at fault."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class UnknownVersion(BrelanError):
    """A saved game in a version of the game, or of the notation, that this program does not know."""


class BrokenContract(BrelanError):
    """A game that breaks the contract of core/check.py."""


class BadLesson(BrelanError):
    """A lesson that does not match its game: which step, and what is wrong with it."""
