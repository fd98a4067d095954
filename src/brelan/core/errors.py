"""Everything that can go wrong, said exactly. All of it is a BrelanError."""


class BrelanError(Exception):
    """Bad input of some kind; the message is one line for a person."""


class UnknownGame(BrelanError):
    """No folder of that name among the games."""


class BadSetup(BrelanError):
    """A seat count, an option or a combination of options that the game does not have."""

    def __init__(self, message: str, clause: str = "") -> None:
        super().__init__(message)
        self.clause = clause


class IllegalAction(BrelanError):
    """An action that breaks a clause. Nothing has changed."""

    def __init__(self, message: str, clause: str, action: str, step: int = 0, detail: str = "") -> None:
        super().__init__(f"{message} {detail}" if detail else message)
        self.detail = detail  # what exactly, in no language: a sum, a group
        self.clause = clause
        self.action = action
        self.step = step  # which action of a move it was, counted from 0


class BadNotation(BrelanError):
    """A saved game that cannot be read: the line and what is wrong with it."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class UnknownVersion(BrelanError):
    """A saved game of a version of the game, or of the notation, that this program does not know."""


class BrokenContract(BrelanError):
    """A game that does not keep the contract of core/check.py."""


class BadLesson(BrelanError):
    """A lesson that does not go with its game: which step, and what is wrong with it."""
