"""All actions of a game, declared once: id <-> notation <-> fields.

    ACTIONS = Actions(Verb("glad", how=range(3)), Verb("lay", card=range(2, 100), pile=range(4)), Verb("end"))

Ids run through the list in order, the last field fastest. Rules use columns (`CARD[action]`) to decode an id
and tables (`LAY[card, pile]`) to encode one; nobody computes ids by hand.
"""

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import IllegalAction
from .rule import rule

Values = Sequence[int] | Mapping[int, str]
NONE = -1  # in a table: no such action


class Verb:
    """A verb and the values of its fields: numbers, or numbers with names."""

    def __init__(self, name: str, /, reveals: bool = False, **fields: Values) -> None:
        self.name = name
        self.reveals = reveals  # reveals something hidden: a move ends here and cannot be taken back
        self.fields = {
            field: dict(values) if isinstance(values, Mapping) else {value: str(value) for value in values}
            for field, values in fields.items()
        }


class Actions:
    """All actions of a game."""

    def __init__(self, *verbs: Verb) -> None:
        self.verbs = verbs
        self.rows: list[tuple[int, dict[str, int]]] = []
        self.starts: list[int] = []
        for number, verb in enumerate(verbs):
            self.starts.append(len(self.rows))
            for values in itertools.product(*verb.fields.values()):
                self.rows.append((number, dict(zip(verb.fields, values, strict=True))))
        self.texts = tuple(self._text(*row) for row in self.rows)
        self.ids = {text: action for action, text in enumerate(self.texts)}

    def _text(self, number: int, values: Mapping[str, int]) -> str:
        verb = self.verbs[number]
        return " ".join([verb.name, *(verb.fields[field][value] for field, value in values.items())])

    def __len__(self) -> int:
        return len(self.rows)

    def verb(self, name: str) -> int:
        """Return the number of a verb, as in the `verb` column."""
        return [verb.name for verb in self.verbs].index(name)

    def column(self, field: str) -> npt.NDArray[np.int16]:
        """Return the value of a field for every action (0 if an action lacks it), or of `verb`."""
        if field == "verb":
            return np.array([number for number, _ in self.rows], np.int16)
        if not any(field in verb.fields for verb in self.verbs):
            raise KeyError(field)
        return np.array([values.get(field, 0) for _, values in self.rows], np.int16)

    def table(self, name: str) -> Any:
        """Return the ids of a verb by the values of its fields; for a verb without fields, just its id.

        Negative values index from the end, as usual in Python.
        """
        number = self.verb(name)
        fields = list(self.verbs[number].fields.values())
        if not fields:
            return self.starts[number]
        shape = tuple(max(values) + 1 - min(0, *values) for values in fields)
        table = np.full(shape, NONE, np.int16)
        for action, (owner, values) in enumerate(self.rows):
            if owner == number:
                table[tuple(values.values())] = action
        return table

    def encoder(self, name: str) -> Any:
        """Return a compiled function from the one or two evenly spaced fields of a verb to its id.

        It uses arithmetic instead of a table, which the threads of a GPU would read one by one.
        """
        number = self.verb(name)
        start, sizes, lows, steps = self._spacing(number)
        return (encode_one if len(sizes) == 1 else encode_two)(start, sizes[-1], *lows, *steps)

    def decoder(self, name: str, field: str) -> Any:
        """Return a compiled function from an id of a verb to the value of one of its evenly spaced fields."""
        number = self.verb(name)
        start, sizes, lows, steps = self._spacing(number)
        place = list(self.verbs[number].fields).index(field)
        faster = math.prod(sizes[place + 1 :])
        return decode(start, faster, sizes[place], lows[place], steps[place])

    def _spacing(self, number: int) -> tuple[int, list[int], list[int], list[int]]:
        """Return where a verb's ids start and, for each field, the number of values, the lowest, and their spacing."""
        values = [list(field) for field in self.verbs[number].fields.values()]
        steps = [row[1] - row[0] if len(row) > 1 else 1 for row in values]
        for row, step in zip(values, steps, strict=True):
            if row != list(range(row[0], row[0] + step * len(row), step)):
                raise ValueError(f"the values of {self.verbs[number].name} are not evenly spaced; use its table")
        return self.starts[number], [len(row) for row in values], [row[0] for row in values], steps

    def describe(self, action: int) -> dict[str, Any]:
        """Return the fields of an action as used in JSON, with named values by name."""
        number, values = self.rows[action]
        verb = self.verbs[number]
        shown = {f: v if verb.fields[f][v].lstrip("+-").isdigit() else verb.fields[f][v] for f, v in values.items()}
        return {"verb": verb.name, **shown}

    def parse(self, said: str | int | Mapping[str, Any]) -> int:
        """Return the id of an action given as notation, fields or id; raise IllegalAction (T4) if there is none."""
        if isinstance(said, Mapping):
            return self._from_fields(said)
        if isinstance(said, str):
            text = " ".join(said.split())
            action = self.ids.get(text)
            if action is None:
                raise IllegalAction(f"there is no action {text!r} in this game", "T4", text)
            return action
        if isinstance(said, bool) or not isinstance(said, (int, np.integer)) or not 0 <= said < len(self.rows):
            raise IllegalAction(f"there is no action {said!r} in this game", "T4", str(said))
        return int(said)

    def _from_fields(self, said: Mapping[str, Any]) -> int:
        verb = next((verb for verb in self.verbs if verb.name == said.get("verb")), None)
        if verb is None or set(said) != {"verb", *verb.fields}:
            raise IllegalAction(f"there is no action {dict(said)!r} in this game", "T4", str(said.get("verb")))
        words = [verb.name]
        for field, names in verb.fields.items():
            value = said[field]
            plain_number = isinstance(value, int) and not isinstance(value, bool)
            words.append(names.get(value, str(value)) if plain_number else str(value))
        return self.parse(" ".join(words))

    def data(self) -> list[dict[str, Any]]:
        """Return the list as plain data, for a manifest; ids run through it in order, the last field fastest."""
        return [{"verb": verb.name, "reveals": verb.reveals, "fields": verb.fields} for verb in self.verbs]

    def reveals(self, action: int) -> bool:
        """Whether playing this action reveals something hidden."""
        return self.verbs[self.rows[action][0]].reveals


def encode_one(start: int, size: int, low: int, step: int) -> Any:
    """Return a compiled function of one field."""

    @rule
    def encode(value: Any) -> Any:
        return start + (value - low) // step

    return encode


def encode_two(start: int, size: int, low: int, other_low: int, step: int, other_step: int) -> Any:
    """Return a compiled function of two fields, the second with `size` values."""

    @rule
    def encode(value: Any, other: Any) -> Any:
        return start + (value - low) // step * size + (other - other_low) // other_step

    return encode


def decode(start: int, faster: int, size: int, low: int, step: int) -> Any:
    """Return a compiled function of an id; this field changes every `faster` ids."""

    @rule
    def value(action: Any) -> Any:
        return low + (action - start) // faster % size * step

    return value
