"""What a table may choose before the deal. Rules see each choice as a number, in the order a game lists them."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from .errors import BadSetup


class Chosen(dict[str, Any]):
    """Every option of a game with its value, checked; `codes` are what the rules see of them."""

    codes: Any


FILE = ".toml"  # how a file with a list of one's own ends


def own(text: Any) -> Any:
    """What one writes for oneself, at a terminal: text that names a file is that file. Nobody else's text is."""
    return Path(text) if isinstance(text, str) and text.endswith(FILE) else text


class Option:
    """A named choice among a few values; `code` is what the rules see, `text` what a saved game says."""

    kind = "choice"
    reads = ""  # of an option that may be a list of one's own: the entry point that reads an item of it

    def __init__(self, name: str, values: Sequence[Any], default: Any) -> None:
        self.name, self.values, self.default = name, tuple(values), default

    def code(self, value: Any) -> int:
        """The number the rules see."""
        return self.values.index(value)

    def text(self, value: Any) -> str:
        """How a value is written."""
        return str(value)

    def check(self, value: Any) -> Any:
        """The value itself, given as it is or as text; BadSetup if there is none such."""
        for known in self.values:
            if (type(known) is type(value) and known == value) or self.text(known) == value:
                return known
        raise self.refusal(value)

    def data(self) -> dict[str, Any]:
        """The option as plain data, for a manifest; what is neither a switch nor a number nor several is a choice."""
        return {"name": self.name, "kind": self.kind, "values": self.values, "default": self.default}

    def refusal(self, value: Any) -> BadSetup:
        """What to say of a value that does not exist."""
        return BadSetup(f"option {self.name} may be {', '.join(map(self.text, self.values))}, not {value!r}")


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
    """One of a few names, the first by default; the rules see its place."""

    def __init__(self, name: str, *names: str) -> None:
        super().__init__(name, names, names[0])


class Several(Option):
    """Any of a few names, none by default; the rules see one bit a name."""

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
