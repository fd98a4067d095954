"""A game's state: a flat record whose fields declare who may see them.

    class State(Record):
        seat = public()            # everybody sees it
        laid = remembered(98)      # everybody saw it once; bots may remember it, but the table does not show it
        hands = owner(5, 8)        # the first axis is the seat: a row belongs to its seat
        stock = secret(98)         # nobody sees it

`most=`, and `least=` if it is not 0, bound a field; learners scale by them.
Fields are int16, or int8 with `small=True`; signed, because 5 - 10 must be -5 in every mode.
A view is a record of the same kind in which everything hidden is HIDDEN (-1).
"""

import functools
import math
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np

from .rule import rule

HIDDEN = -1
Word = Literal["public", "remembered", "owner", "secret"]


class Field(NamedTuple):
    """A field: who may see it, its shape, its type, the field that counts its entries, and its bounds.

    A secret field without bounds never appears in a view, not even through a game's `view`.
    """

    word: Word
    shape: tuple[int, ...]
    dtype: str
    counter: str | None
    least: int
    most: int | None

    @property
    def shown(self) -> bool:
        """Whether a view may contain any of it."""
        return self.word != "secret" or self.most is not None

    @property
    def limits(self) -> tuple[int, int]:
        """The least and the most value of its numbers in a view."""
        hidden = min(self.least, HIDDEN) if self.word in ("owner", "secret") else self.least
        if self.most is None:
            return (
                (HIDDEN, HIDDEN) if not self.shown else (int(np.iinfo(self.dtype).min), int(np.iinfo(self.dtype).max))
            )
        return hidden, self.most


def public(*shape: int, small: bool = False, count: str | None = None, least: int = 0, most: int | None = None) -> Any:
    """Declare a field that everybody sees. `count` names the field with the number of valid entries."""
    return Field("public", shape, "i1" if small else "i2", count, least, most)


def remembered(
    *shape: int, small: bool = False, count: str | None = None, least: int = 0, most: int | None = None
) -> Any:
    """Declare a field that everybody saw once: part of every view, but not shown to people before the end (T6)."""
    return Field("remembered", shape, "i1" if small else "i2", count, least, most)


def owner(*shape: int, small: bool = False, count: str | None = None, least: int = 0, most: int | None = None) -> Any:
    """Declare a field whose first axis is the seat; each seat sees only its row."""
    return Field("owner", shape, "i1" if small else "i2", count, least, most)


def secret(*shape: int, small: bool = False, count: str | None = None, least: int = 0, most: int | None = None) -> Any:
    """Declare a field that nobody sees, unless a game's `view` adds some of it; then it needs bounds."""
    return Field("secret", shape, "i1" if small else "i2", count, least, most)


class Record:
    """The base of a game's State: declare fields in a subclass; `fields` and `dtype` follow."""

    fields: ClassVar[dict[str, Field]]
    dtype: ClassVar[np.dtype[Any]]

    def __init_subclass__(cls) -> None:
        cls.fields = {name: field for name, field in vars(cls).items() if isinstance(field, Field)}
        layout = [(name, field.dtype, field.shape) for name, field in cls.fields.items()]
        cls.dtype = np.dtype((np.record, np.dtype(layout, align=True)))
        if cls.dtype.itemsize != np.dtype(layout).itemsize:
            raise TypeError(f"{cls.__name__}: an odd number of small fields leaves a hole; put them last, in pairs")

    @classmethod
    def rows(cls, count: int) -> Any:
        """Return an array of `count` zeroed records."""
        return np.zeros(count, cls.dtype)

    @classmethod
    @functools.cache
    def for_people(cls) -> list[tuple[int, str, Field]]:
        """The fields shown to people, each with its place."""
        return [(place, *each) for place, each in enumerate(cls.fields.items()) if each[1].word in ("public", "owner")]

    @classmethod
    @functools.cache
    def redact(cls) -> Any:
        """Return a rule `redact(s, seat, v)` that writes to `v` what the fields' declarations let a seat see of `s`.

        This is the only place that hides anything. It is written out field by field, so that it compiles to
        plain copies on every processor.
        """
        lines = [line for name, field in cls.fields.items() for line in _copied(name, field)]
        made: dict[str, Any] = {}
        exec("\n".join(["def redact(s, seat, v):", *lines]), {"HIDDEN": HIDDEN}, made)
        return rule(made["redact"])

    @classmethod
    @functools.cache
    def flatten(cls) -> Any:
        """Return a rule `flatten(v, row, k)` that writes everything a view may contain to a row, from place k on.

        The order is that of the fields; what is never shown is left out. The rule returns the next place.
        """
        lines = [line for name, field in cls.fields.items() if field.shown for line in _flat(name, field)]
        made: dict[str, Any] = {}
        exec("\n".join(["def flatten(v, row, k):", *lines, " return k"]), {}, made)
        return rule(made["flatten"])


def _copied(name: str, field: Field) -> list[str]:
    """Return the lines that copy a field to a view, or hide it."""
    if not field.shape:
        return [f" v.{name} = {'HIDDEN' if field.word == 'secret' else f's.{name}'}"]
    loops = [f"{' ' * (axis + 1)}for i{axis} in range({size}):" for axis, size in enumerate(field.shape)]
    place = ", ".join(f"i{axis}" for axis in range(len(field.shape)))
    seen = {"owner": f"old[{place}] if i0 == seat else HIDDEN", "secret": "HIDDEN"}.get(field.word, f"old[{place}]")
    return [f" old, new = s.{name}, v.{name}", *loops, f"{' ' * (len(loops) + 1)}new[{place}] = {seen}"]


def _flat(name: str, field: Field) -> list[str]:
    """Return the lines that write a field's numbers to a row."""
    if not field.shape:
        return [f" row[k] = v.{name}", " k += 1"]
    loops = [f"{' ' * (axis + 1)}for i{axis} in range({size}):" for axis, size in enumerate(field.shape)]
    inside, place = " " * (len(loops) + 1), ", ".join(f"i{axis}" for axis in range(len(field.shape)))
    step = "i0" if len(field.shape) == 1 else f"i0 * {field.shape[1]} + i1"
    return [f" held = v.{name}", *loops, f"{inside}row[k + {step}] = held[{place}]", f" k += {math.prod(field.shape)}"]


def look(kind: type[Record], view: Any, seats: int) -> dict[str, Any]:
    """Return a view as plain data for people: without hidden or remembered fields, and with rows cut to their count."""
    values = view.item()
    shown = {name: values[place].tolist() if field.shape else values[place] for place, name, field in kind.for_people()}
    return {name: _plain(shown, name, field, seats) for _, name, field in kind.for_people()}


def _plain(shown: dict[str, Any], name: str, field: Field, seats: int) -> Any:
    value, counts = shown[name], None if field.counter is None else shown[field.counter]
    if field.word != "owner":
        return value[:counts] if isinstance(counts, int) else value
    cut = value[:seats] if counts is None else [row[:count] for row, count in zip(value[:seats], counts, strict=False)]
    return [None if _hidden(row) else rest for row, rest in zip(value, cut, strict=False)]


def _hidden(row: Any) -> bool:
    """Whether a number, or a whole row, is hidden."""
    if not isinstance(row, list):
        return bool(row == HIDDEN)
    return all(map(_hidden, row)) if isinstance(row[0], list) else row.count(HIDDEN) == len(row)
