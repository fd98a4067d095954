"""What a table can choose before the deal. Rules see each choice as a number, in the order the game lists them."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from .errors import BadSetup


class Chosen(dict[str, Any]):
    """Every option of a game with its checked value; `codes` is what the rules see."""

    codes: Any


FILE = ".toml"  # the extension of a file with a custom list


def own(text: Any) -> Any:
    """Read an option typed at this terminal, which may name a file. Text from anywhere else never opens one."""
    return Path(text) if isinstance(text, str) and text.endswith(FILE) else text


class Option:
    """A named choice among a few values; `code` is what the rules see, `text` what a saved game contains."""

    kind = "choice"
    reads = ""  # for options that can be a custom list: the entry point that parses an item

    def __init__(self, name: str, values: Sequence[Any], default: Any) -> None:
        self.name, self.values, self.default = name, tuple(values), default

    def code(self, value: Any) -> int:
        """Return the number the rules see."""
        return self.values.index(value)

    def text(self, value: Any) -> str:
        """Return a value as text."""
        return str(value)

    def check(self, value: Any) -> Any:
        """Return a value, given as it is or as text; raise BadSetup if there is no such value."""
        for known in self.values:
            if (type(known) is type(value) and known == value) or self.text(known) == value:
                return known
        raise self.refusal(value)

    def data(self) -> dict[str, Any]:
        """Return the option as plain data, for a manifest; anything but a switch, number or several is a choice."""
        return {"name": self.name, "kind": self.kind, "values": self.values, "default": self.default}

    def refusal(self, value: Any) -> BadSetup:
        """Return the message for an unknown value."""
        return BadSetup(f"option {self.name} must be one of {', '.join(map(self.text, self.values))}, not {value!r}")


class Switch(Option):
    """On or off, off by default."""

    kind = "switch"

    def __init__(self, name: str) -> None:
        super().__init__(name, (False, True), False)

    def text(self, value: Any) -> str:
        return "yes" if value else "no"


class Number(Option):
    """One of a few numbers, seen by the rules as it is."""

    kind = "number"

    def code(self, value: Any) -> int:
        return int(value)


class Choice(Option):
    """One of a few names, the first by default; the rules see its index."""

    def __init__(self, name: str, *names: str) -> None:
        super().__init__(name, names, names[0])


class Several(Option):
    """Any of a few names, none by default; the rules see one bit per name."""

    kind = "several"

    def __init__(self, name: str, *names: str) -> None:
        super().__init__(name, names, ())

    def code(self, value: Any) -> int:
        return sum(1 << place for place, name in enumerate(self.values) if name in value)

    def text(self, value: Any) -> str:
        return value if isinstance(value, str) else ",".join(value) or "none"

    def check(self, value: Any) -> Any:
        if isinstance(value, str):
            value = [] if value == "none" else value.split(",")
        if not isinstance(value, Iterable) or not set(value) <= set(self.values):
            raise self.refusal(value)
        return tuple(name for name in self.values if name in set(value))
