"""Everything a game may say, listed once as its actions are: what happened, and the phrases of hints and warnings.

    EVENTS = Sentences(
        Sentence("laid", seat=SEAT, card=NUMBER, pile=NUMBER),
        Sentence("drew", seat=SEAT, count=NUMBER, cards=private(many(NUMBER))),
    )

A sentence is a short row of whole numbers: its place in the list, then its fields, lists last, each after its length.
Compiled stories and reasons write rows with `EVENTS.writer("laid")`, `begin` and `add`; everybody else reads them as
plain data. A private field is for the seat that the sentence is about.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .rule import rule

ROOM = 4096  # numbers that all sentences about one action, or one move, take at most
FEW = 12  # names that a type lists one by one
NAME_SEATS = ("seat", "to", "winners")  # fields that texts fill with the names of players


class Kind(NamedTuple):
    """What the numbers of a value mean: how many there are, how they are shown, and the TypeScript type of that."""

    show: Callable[..., Any] = int
    script: str = "number"
    width: int = 1
    names: Mapping[int, str] = {}


class Field(NamedTuple):
    """A field of a sentence: a value or a list of them, for everybody or for one seat."""

    kind: Kind
    many: bool = False
    whole: Callable[[Sequence[int]], str] | None = None  # a list that is shown as one text
    private: bool = False

    @property
    def script(self) -> str:
        """Its TypeScript type."""
        if self.whole:
            return "string"
        return f"readonly {_bracketed(self.kind.script)}[]" if self.many else self.kind.script


NUMBER = Kind()
SEAT = Kind(lambda seat: int(seat))  # texts show who sits there


def named(names: Mapping[int, str] | Sequence[str]) -> Kind:
    """Numbers that are shown by their names."""
    shown = dict(names) if isinstance(names, Mapping) else dict(enumerate(names))
    return Kind(lambda number: shown[int(number)], literals(list(shown.values())), names=shown)


def literals(names: Sequence[str]) -> str:
    """The TypeScript type of a few names, or of any text."""
    return " | ".join(f'"{name}"' for name in names) if len(names) <= FEW else "string"


def text(show: Callable[..., str], width: int) -> Kind:
    """So many numbers that are shown as one text."""
    return Kind(show, "string", width)


def many(kind: Kind) -> Field:
    """A list."""
    return Field(kind, many=True)


def joined(show: Callable[[Sequence[int]], str]) -> Field:
    """A list of numbers that is shown as one text."""
    return Field(NUMBER, many=True, whole=show)


def private(shown: Kind | Field) -> Field:
    """A field that only the seat itself may know."""
    field = shown if isinstance(shown, Field) else Field(shown)
    return field._replace(private=True)


def _bracketed(script: str) -> str:
    return f"({script})" if "|" in script else script


class Sentence:
    """The key of a text and the fields it is filled with."""

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
    """All sentences of one kind, by their places."""

    def __init__(self, *sentences: Sentence) -> None:
        self.list = sentences
        self.names = [sentence.name for sentence in sentences]
        if len(set(self.names)) < len(sentences):
            raise TypeError("two sentences of one name")

    def __getitem__(self, name: str) -> Sentence:
        return self.list[self.names.index(name)]

    def writer(self, name: str) -> Any:
        """A rule `write(out, n, ...)` that writes a sentence at n, its lists excepted, and returns where it goes on."""
        number, cells = self.names.index(name), ["number"]
        for field, (kind, several, _, _) in self[name].order.items():
            cells += [] if several else [f"{field}_{i}" for i in range(kind.width)]
        lines = [f" out[n + {i}] = {cell}" for i, cell in enumerate(cells)]
        made: dict[str, Any] = {}
        head = f"def write({', '.join(['out', 'n', *cells[1:]])}):"
        exec("\n".join([head, *lines, f" return n + {len(cells)}"]), {"number": number}, made)
        return rule(made["write"])

    def data(self) -> list[dict[str, Any]]:
        """The list as plain data, for a manifest: fields in the order in which a row has them."""
        return [
            {
                "name": sentence.name,
                "fields": {
                    name: {"type": field.script, "width": field.kind.width, "list": field.many, "own": field.private}
                    for name, field in sentence.order.items()
                },
            }
            for sentence in self.list
        ]

    def read(self, row: Sequence[int]) -> Iterator[tuple[Sentence, dict[str, Any]]]:
        """The sentences of a row, each with its fields as plain data."""
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
        return field.whole(cells)
    items = [kind.show(*cells[i : i + kind.width]) for i in range(0, len(cells), kind.width)]
    return items if field.many else items[0]


@rule
def begin(out: Any, at: Any) -> Any:
    """Begin a list there, return where it goes on."""
    out[at] = 0
    return at + 1


@rule
def add(out: Any, at: Any, n: Any, value: Any) -> Any:
    """Put a number at n into the list that began there, return where it goes on."""
    out[at] += 1
    out[n] = value
    return n + 1
