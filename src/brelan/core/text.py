"""Catalogues in English, French and German: every sentence a person reads.

A text is a string with {fields}, or a table {one, other} selected by the field `count`. A value with
a name under [names.<field>] is shown by that name; lists are joined with commas. Numbers get a true minus sign, and
the game's `reading.py` makes notation readable.
"""

import functools
import os
import re
import string
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .sentences import NAME_SEATS

if TYPE_CHECKING:
    from .hint import Hint, Phrase

LANGUAGES = ("en", "fr", "de")
COMMON = Path(__file__).parents[1] / "text"
VERBATIM = frozenset({"said", "who", "to", "winners", "name", "text", "file", "reason"})  # names, and what players type
HYPHEN = re.compile(r"(?<![\w.])-(?=\s?\d)")  # a minus before a number
Readable = Callable[[str, "Words"], str]


def minus(text: object) -> str:
    """Return a number or a sum with true minus signs: `−9`, `2 − 8 = −6`."""
    return HYPHEN.sub("\N{MINUS SIGN}", str(text))


def preferred(environment: Mapping[str, str] = os.environ, system: str | None = None) -> str:
    """Return the language of the environment or the system; English if there are no texts for it."""
    said = (environment.get(variable, "") for variable in ("BRELAN_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))
    language = next(filter(None, said), system_language() if system is None else system)[:2].lower()
    return language if language in LANGUAGES else "en"


def system_language() -> str:
    """Return the language of Windows, such as `fr_FR`; elsewhere the environment has it."""
    if sys.platform != "win32":
        return ""
    import ctypes
    import locale

    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")


@functools.cache
def catalogue(folder: Path, language: str) -> dict[str, Any]:
    """Read a file of texts."""
    return tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))


def gaps(folder: Path) -> list[str]:
    """List what a language lacks or fills in differently from English: `fr page.lead`. A plural may omit its number."""
    english = _fields(catalogue(folder, "en"))
    found = []
    for language in LANGUAGES[1:]:
        other = _fields(catalogue(folder, language))
        found += [f"{language} {key}" for key in other.keys() - english.keys()]
        found += [
            f"{language} {key}"
            for key, fields in english.items()
            if key not in other or (fields != other[key] and not key.endswith((".one", ".other")))
        ]
    return sorted(found)


def _fields(texts: Mapping[str, Any], path: str = "") -> dict[str, set[str]]:
    """Return every text of a catalogue with the fields it uses."""
    found: dict[str, set[str]] = {}
    for key, text in texts.items():
        if isinstance(text, Mapping):
            found |= _fields(text, f"{path}{key}.")
        else:
            found[f"{path}{key}"] = {field for _, field, _, _ in string.Formatter().parse(str(text)) if field}
    return found


def plural(language: str, count: int) -> str:
    """Return the plural form of a number: French treats 0 as singular."""
    return "one" if count == 1 or (count == 0 and language == "fr") else "other"


class Words:
    """The texts of one language: a game's own first, then the common ones."""

    def __init__(self, language: str, *catalogues: Mapping[str, Any], readable: Readable | None = None) -> None:
        self.language = language
        self.catalogues = catalogues
        self.readable = readable

    @classmethod
    def load(cls, folder: Path | None, language: str, readable: Readable | None = None) -> "Words":
        """Load the texts of a folder, on top of the common ones."""
        if language not in LANGUAGES:
            raise ValueError(f"no texts in {language!r}; there are: {', '.join(LANGUAGES)}")
        folders = [folder, COMMON] if folder else [COMMON]
        return cls(language, *(catalogue(place, language) for place in folders), readable=readable)

    def find(self, key: str) -> Any:
        """Return the entry of a dotted key, or None."""
        for texts in self.catalogues:
            node: Any = texts
            for part in key.split("."):
                node = node.get(part) if isinstance(node, Mapping) else None
            if node is not None:
                return node
        return None

    def __call__(self, key: str, **fields: Any) -> str:
        """Return the text of a key with its fields filled in; raise KeyError if it is missing."""
        text = self.find(key)
        if isinstance(text, Mapping):
            text = text.get(plural(self.language, int(fields["count"])))
        if not isinstance(text, str):
            raise KeyError(f"{self.language}: {key}")
        return text.format_map({field: self.name(field, value) for field, value in fields.items()})

    def name(self, field: str, value: Any) -> str:
        """Return the name of a value, or the value as text."""
        if isinstance(value, (list, tuple)):
            return ", ".join(self.name(field, item) for item in value)
        named = self.find(f"names.{field}.{value}")
        if named is not None or field in VERBATIM:
            return str(value if named is None else named)
        return minus(self.readable(value, self) if self.readable and isinstance(value, str) else value)

    def clause(self, clause: str, kind: str = "clauses", **fields: Any) -> str:
        """Return the text of a clause for somebody who just broke it."""
        return self(f"{kind}.{clause}", **fields)

    def event(self, event: Mapping[str, Any], viewer: int, players: Mapping[int, str]) -> str:
        """Return an event as a sentence for a viewer, with its own wording for one's own events if there is one."""
        seat = event.get("seat")
        fields = {field: value for field, value in event.items() if field != "event"}
        fields["who"] = players.get(seat, "") if seat is not None else ""
        for field in NAME_SEATS[1:]:
            if field in event:
                seats = event[field] if isinstance(event[field], list) else [event[field]]
                fields[field] = [players.get(other, str(other)) for other in seats]
        own = f"events.{event['event']}_own"
        key = own if seat == viewer and self.find(own) is not None else f"events.{event['event']}"
        return self(key, **fields)

    def hint(self, hint: "Hint") -> str:
        """Return a hint as a sentence or two: what to do, why, and whether it is close."""
        move = self.joined("steps", hint.steps) or self("hint.plain", said="; ".join(hint.actions))
        reasons = self.joined("reasons", hint.reasons)
        said = self("hint.because", move=move, reasons=reasons) if reasons else self("hint.bare", move=move)
        return capital(f"{said} {self('hint.close')}" if hint.sure == "close" else said)

    def joined(self, kind: str, phrases: "Sequence[Phrase]") -> str:
        """Join phrases of one kind, `steps` or `reasons`, into part of a sentence."""
        *first, last = [self(f"{kind}.{phrase.key}", **phrase.fields) for phrase in phrases] or [""]
        return self(f"hint.{kind}", first=", ".join(first), last=last) if first else last

    def warning(self, phrase: "Phrase") -> str:
        """Return a warning as a sentence."""
        return self(f"warnings.{phrase.key}", **phrase.fields)


def capital(sentence: str) -> str:
    """Return a sentence with its first letter capitalised."""
    return sentence[:1].upper() + sentence[1:]
