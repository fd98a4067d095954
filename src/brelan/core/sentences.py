"""Everything a game can say, declared once like its actions: events, and the phrases of hints and warnings.

    EVENTS = Sentences(
        Sentence("laid", seat=SEAT, card=NUMBER, pile=NUMBER),
        Sentence("drew", seat=SEAT, count=NUMBER, cards=private(many(NUMBER))),
    )

A sentence is a short row of integers: its index in the list, then its fields, lists last, each preceded by its length.
Compiled stories and reasons write rows with `EVENTS.writer("laid")`, `begin` and `add`; everything else reads them as
plain data. A private field is for the seat that the sentence is about.

Numbers shown as text are spelled by a rule, `spell(cells, out)`, which writes the characters as numbers
and returns how many, so that every shell shows the same text.
"""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .rule import rule

ROOM = 4096  # the most numbers that all sentences about one action, or one move, take
LINE = 256  # the most characters of a spelled text
FEW = 12  # the most names that a type lists individually
MINUS, ZERO = ord("-"), ord("0")
NAME_SEATS = ("seat", "to", "winners")  # fields that texts fill with players' names


class Kind(NamedTuple):
    """What the numbers of a value mean: their count, how they are shown, and the TypeScript type of that."""

    show: Callable[..., Any] = int
    script: str = "number"
    width: int = 1
    names: Mapping[int, str] = {}
    spell: Any = None  # the rule that spells it, if any


class Field(NamedTuple):
    """A field of a sentence: a value or a list of them, for everybody or for one seat."""

    kind: Kind
    many: bool = False
    whole: Any = None  # the rule that spells a list shown as one text
    private: bool = False

    @property
    def script(self) -> str:
        """Its TypeScript type."""
        if self.whole:
            return "string"
        return f"readonly {_bracketed(self.kind.script)}[]" if self.many else self.kind.script

    @property
    def spell(self) -> Any:
        """The rule that spells it, or each of its values; None for numbers and names."""
        return self.whole or self.kind.spell


NUMBER = Kind()
SEAT = Kind(lambda seat: int(seat))  # texts show the player there


def named(names: Mapping[int, str] | Sequence[str]) -> Kind:
    """Return a kind of numbers shown by name."""
    shown = dict(names) if isinstance(names, Mapping) else dict(enumerate(names))
    return Kind(lambda number: shown[int(number)], literals(list(shown.values())), names=shown)


def literals(names: Sequence[str]) -> str:
    """Return the TypeScript type of a few names, or of any text."""
    return " | ".join(f'"{name}"' for name in names) if len(names) <= FEW else "string"


def text(spell: Any, width: int) -> Kind:
    """Return a kind of so many numbers shown as one text."""
    return Kind(lambda *cells: spelled(spell, cells), "string", width, spell=spell)


@functools.lru_cache(8192)
def spelled(spell: Any, cells: tuple[int, ...]) -> str:
    """Return the text a rule spells."""
    out = np.zeros(LINE, np.int16)
    return "".join(map(chr, out[: spell(np.array(cells, np.int16), out)].tolist()))


def letters(names: Iterable[str]) -> npt.NDArray[np.int16]:
    """Return names as a table of characters for spelling rules; a row ends with a 0."""
    rows = [[*map(ord, name), 0] for name in names]
    return np.array([row + [0] * (max(map(len, rows)) - len(row)) for row in rows], np.int16)


def many(kind: Kind) -> Field:
    """Make a field a list."""
    return Field(kind, many=True)


def joined(spell: Any) -> Field:
    """Make a list of numbers that is shown as one text."""
    return Field(NUMBER, many=True, whole=spell)


def private(shown: Kind | Field) -> Field:
    """Make a field private to its seat."""
    field = shown if isinstance(shown, Field) else Field(shown)
    return field._replace(private=True)


def _bracketed(script: str) -> str:
    return f"({script})" if "|" in script else script


class Sentence:
    """The key of a text and its fields."""

    def __init__(self, name: str, /, **fields: Kind | Field) -> None:
        self.name = name
        self.fields = {name: field if isinstance(field, Field) else Field(field) for name, field in fields.items()}
        if self.hidden and "seat" not in self.fields:
            raise TypeError(f"{name}: a private field belongs to a seat, and there is none")
        for field, (kind, *_) in self.fields.items():
            if (kind is SEAT) != (field in NAME_SEATS):
                raise TypeError(f"{name}: {field} names a seat, or is called so: {', '.join(NAME_SEATS)} do")
        lists = {name: field for name, field in self.fields.items() if field.many}
        self.order = {name: field for name, field in self.fields.items() if not field.many} | lists

    @property
    def hidden(self) -> set[str]:
        """The fields that only its seat may know."""
        return {name for name, field in self.fields.items() if field.private}


class Sentences:
    """All sentences of one kind, by index."""

    def __init__(self, *sentences: Sentence) -> None:
        self.list = sentences
        self.names = [sentence.name for sentence in sentences]
        if len(set(self.names)) < len(sentences):
            raise TypeError("two sentences of one name")

    def __getitem__(self, name: str) -> Sentence:
        return self.list[self.names.index(name)]

    def writer(self, name: str) -> Any:
        """Return a rule `write(out, n, ...)`, which writes a sentence without its lists and returns the next place."""
        number, cells = self.names.index(name), ["number"]
        for field, (kind, several, _, _) in self[name].order.items():
            cells += [] if several else [f"{field}_{i}" for i in range(kind.width)]
        lines = [f" out[n + {i}] = {cell}" for i, cell in enumerate(cells)]
        made: dict[str, Any] = {}
        head = f"def write({', '.join(['out', 'n', *cells[1:]])}):"
        exec("\n".join([head, *lines, f" return n + {len(cells)}"]), {"number": number}, made)
        return rule(made["write"])

    def spelled_by(self) -> list[Any]:
        """The rules that spell its texts."""
        return [field.spell for sentence in self.list for field in sentence.fields.values() if field.spell]

    def data(self) -> list[dict[str, Any]]:
        """Return the list as plain data, for a manifest, with fields in the order of a row."""
        return [
            {
                "name": sentence.name,
                "fields": {
                    name: {"type": field.script, "width": field.kind.width, "list": field.many, "own": field.private}
                    | ({"names": field.kind.names} if field.kind.names else {})
                    | ({"spell": field.spell.__name__, "whole": field.whole is not None} if field.spell else {})
                    for name, field in sentence.order.items()
                },
            }
            for sentence in self.list
        ]

    def read(self, row: Sequence[int]) -> Iterator[tuple[Sentence, dict[str, Any]]]:
        """Return the sentences of a row, each with its fields as plain data."""
        place = 0
        while place < len(row):
            sentence, values = self.list[row[place]], {}
            place += 1
            for name, field in sentence.order.items():
                length = field.kind.width
                if field.many:
                    length = row[place]
                    place += 1
                values[name] = _plain(field, row[place : place + length])
                place += length
            yield sentence, {name: values[name] for name in sentence.fields}


def _plain(field: Field, cells: Sequence[int]) -> Any:
    kind = field.kind
    if field.whole:
        return spelled(field.whole, tuple(cells))
    items = [kind.show(*cells[i : i + kind.width]) for i in range(0, len(cells), kind.width)]
    return items if field.many else items[0]


@rule
def begin(out: Any, at: Any) -> Any:
    """Begin a list and return the next place."""
    out[at] = 0
    return at + 1


@rule
def add(out: Any, at: Any, n: Any, value: Any) -> Any:
    """Add a number at n to the list that began there, and return the next place."""
    out[at] += 1
    out[n] = value
    return n + 1


@rule
def put(out: Any, n: Any, names: Any, row: Any) -> Any:
    """Spell a name from a table and return the next place."""
    i = 0
    while names[row, i] != 0:
        out[n] = names[row, i]
        n, i = n + 1, i + 1
    return n


@rule
def put_number(out: Any, n: Any, number: Any) -> Any:
    """Spell an integer and return the next place."""
    if number < 0:
        out[n] = MINUS
        n, number = n + 1, -number
    size = 1
    while number // size >= 10:
        size *= 10
    while size > 0:
        out[n] = ZERO + number // size % 10
        n, size = n + 1, size // 10
    return n
