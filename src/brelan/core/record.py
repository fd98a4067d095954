"""A game's state: a flat record whose fields say who may see them.

    class State(Record):
        seat = public()            # everybody sees it
        laid = remembered(98)      # everybody saw it once; bots may remember it, the table does not show it
        hands = owner(5, 8)        # the first axis is the seat: a row belongs to its seat
        stock = secret(98)         # nobody sees it

Fields are int16, or int8 with `small=True`: signed, because 5 - 10 must be -5 in every mode.
A view is a record of the same kind in which everything hidden is HIDDEN (-1).
"""

import functools
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np

from .rule import rule

HIDDEN = -1
Word = Literal["public", "remembered", "owner", "secret"]


class Field(NamedTuple):
    """One field: who may see it, its shape, its type, and the field that counts its rows' cards."""

    word: Word
    shape: tuple[int, ...]
    dtype: str
    counter: str | None


def public(*shape: int, small: bool = False, count: str | None = None) -> Any:
    """Seen by everybody. `count` names the field that says how many entries are in use."""
    return Field("public", shape, "i1" if small else "i2", count)


def remembered(*shape: int, small: bool = False, count: str | None = None) -> Any:
    """Seen by everybody when it happened; part of every view, but not shown to people before the end (T6)."""
    return Field("remembered", shape, "i1" if small else "i2", count)


def owner(*shape: int, small: bool = False, count: str | None = None) -> Any:
    """The first axis is the seat; each row is seen by its seat alone."""
    return Field("owner", shape, "i1" if small else "i2", count)


def secret(*shape: int, small: bool = False, count: str | None = None) -> Any:
    """Seen by nobody."""
    return Field("secret", shape, "i1" if small else "i2", count)


class Record:
    """Subclass it and declare fields; `fields` and `dtype` follow."""

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
        """An array of `count` records, all zero."""
        return np.zeros(count, cls.dtype)

    @classmethod
    @functools.cache
    def for_people(cls) -> list[tuple[int, str, Field]]:
        """The fields people are shown, each with its place."""
        return [(place, *each) for place, each in enumerate(cls.fields.items()) if each[1].word in ("public", "owner")]

    @classmethod
    @functools.cache
    def redact(cls) -> Any:
        """A rule `redact(s, seat, v)` that writes into `v` what the words of the fields let a seat see of `s`.

        This is the one place where something is hidden. It is written out field by field, so that it compiles to
        plain copies for every processor.
        """
        lines = [line for name, field in cls.fields.items() for line in _copied(name, field)]
        made: dict[str, Any] = {}
        exec("\n".join(["def redact(s, seat, v):", *lines]), {"HIDDEN": HIDDEN}, made)
        return rule(made["redact"])


def _copied(name: str, field: Field) -> list[str]:
    """The lines that copy a field into a view, or hide it."""
    if not field.shape:
        return [f" v.{name} = {'HIDDEN' if field.word == 'secret' else f's.{name}'}"]
    loops = [f"{' ' * (axis + 1)}for i{axis} in range({size}):" for axis, size in enumerate(field.shape)]
    place = ", ".join(f"i{axis}" for axis in range(len(field.shape)))
    seen = {"owner": f"old[{place}] if i0 == seat else HIDDEN", "secret": "HIDDEN"}.get(field.word, f"old[{place}]")
    return [f" old, new = s.{name}, v.{name}", *loops, f"{' ' * (len(loops) + 1)}new[{place}] = {seen}"]


def look(kind: type[Record], view: Any, seats: int) -> dict[str, Any]:
    """A view as plain data for people: what is hidden or only remembered is left out, rows are cut to their count."""
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
    """Whether all of a row, or a number, is hidden."""
    if not isinstance(row, list):
        return bool(row == HIDDEN)
    return all(map(_hidden, row)) if isinstance(row[0], list) else row.count(HIDDEN) == len(row)
