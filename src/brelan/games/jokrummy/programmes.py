"""Programme cards: their notation, and files of them. Files are checked, and errors name the line.

Rules see a programme as four numbers, one per group (0: none), in the order in which they are laid: see solver.py.
"""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...core.errors import BadSetup
from ...core.options import Option
from ...core.rule import rule
from ...core.sentences import letters, put, put_number, spelled
from .cards import FREE_RANK, FREE_SUIT, HIGH_ACE, RANKS, SUITS, WILD_RANK

BONUS, HOUSE = "bonus", "house"
FILE = Path(__file__).with_name("programmes.toml")
SLOTS, MOST_CARDS, LEAST_GROUP = 4, 14, 3  # R2: hence at most four groups
ROOM = 72  # the most programme cards in a record
PER_SEAT, PER_SEAT_HOLDING = 7, 9  # R2
KINDS = {"S": 1, "M": 2, "K": 3}
SET, RUN = KINDS["K"], KINDS["S"]
KIND_NAMES, RANK_NAMES, SUIT_NAMES, MARKS = (
    letters(" SMK"),
    letters(RANKS),
    letters(SUITS),
    letters(("=", "+", "x", BONUS)),
)
NUMBER = "([1-9][0-9]*)"
GROUP = re.compile(rf"{NUMBER}x(?:(K){NUMBER}(?:=(A|[2-9]|10|J|Q|K))?|(S){NUMBER}([CDHS])?|(M){NUMBER})")
STRING = re.compile(r'"([^"]*)"|\'([^\']*)\'|#.*')


class Programmes(NamedTuple):
    """A list of programme cards, as text and as the rules see them."""

    texts: tuple[str, ...]
    words: npt.NDArray[np.int16]


def word(kind: str, length: int, which: int) -> int:
    """Return a group as the rules see it; `which` is the required suit or rank, or the number for a free one."""
    return KINDS[kind] << 13 | which << 9 | length << 5


def parse(text: str) -> tuple[int, int, int, int]:
    """Return the groups of a programme card, none for a bonus; raise BadSetup (R2) if it is invalid."""
    words: list[int] = []
    cards = 0
    for part in [] if text == BONUS else text.split("+"):
        times, length, group = _group(part, text)
        if length < LEAST_GROUP:
            raise BadSetup(f"{text}: a group has {LEAST_GROUP} cards or more, not {length}", "R2")
        cards += times * length
        if cards > MOST_CARDS:
            raise BadSetup(f"{text}: more than {MOST_CARDS} cards in all", "R2")
        words += [group] * times  # R14
    first, second, third, fourth = words + [0] * (SLOTS - len(words))
    return first, second, third, fourth


def _group(part: str, text: str) -> tuple[int, int, int]:
    """Return how often a group occurs, its size, and the group."""
    found = GROUP.fullmatch(part)
    if found is None:
        raise BadSetup(f"{text}: {part!r} is no group; groups are like 2xK3, 1xK5=Q, 1xS5, 1xS4H or 1xM7", "R2")
    times, k, k_length, rank, s, s_length, suit, m, m_length = found.groups()
    length = int(k_length or s_length or m_length)
    if length > HIGH_ACE:
        raise BadSetup(f"{text}: more than {MOST_CARDS} cards in all", "R2")
    which = 0
    if k:
        which = RANKS.index(rank) if rank else FREE_RANK
        if which == WILD_RANK:
            raise BadSetup(f"{text}: a set of 2s would have no natural card", "R9")
    elif s:
        which = SUITS.index(suit) if suit else FREE_SUIT
    return int(times), length, word(k or s or m, length, which)


@rule
def spell_group(word: Any, out: Any, n: Any) -> Any:
    """Spell a group without its count: `K3=Q`, `S4H`, `M7`."""
    kind, which, length = word >> 13, word >> 9 & 15, word >> 5 & 15
    n = put_number(out, put(out, n, KIND_NAMES, kind), length)
    if kind == SET and which < FREE_RANK:
        return put(out, put(out, n, MARKS, 0), RANK_NAMES, which)
    return put(out, n, SUIT_NAMES, which) if kind == RUN and which < FREE_SUIT else n


@rule
def spell_programme(words: Any, out: Any) -> Any:
    """Spell a programme as the rules see it, counting equal adjacent groups: `2xK3+1xS5`."""
    n = first = 0
    while first < words.size and words[first] != 0:
        last = first
        while last + 1 < words.size and words[last + 1] == words[first]:
            last += 1
        n = put_number(out, put(out, n, MARKS, 1) if n else n, last + 1 - first)
        n = spell_group(words[first], out, put(out, n, MARKS, 2))
        first = last + 1
    return n if n else put(out, n, MARKS, 3)


def written(words: Iterable[int]) -> str:
    """Return the notation of a programme as the rules see it."""
    return spelled(spell_programme, tuple(map(int, words)))


def load(path: Path = FILE) -> Programmes:
    """Return the programme cards of a file; raise BadSetup with the file and line of an error."""
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except OSError as error:
        raise BadSetup(f"{path}: {error.strerror}", "R2") from None
    except UnicodeDecodeError:
        raise BadSetup(f"{path}: not text in UTF-8", "R2") from None
    except tomllib.TOMLDecodeError as error:
        raise BadSetup(f"{path}: {error}", "R2") from None  # its message has the line
    return _checked(path, text, data)


def _checked(path: Path, text: str, data: dict[str, object]) -> Programmes:
    known = {"duplicates": bool, "programmes": list}
    for key, value in data.items():
        if key not in known or not isinstance(value, known[key]):
            line = _line_of(text, key)
            raise BadSetup(
                f"{path}, line {line}: there may be `duplicates`, true or false, and `programmes`, a list", "R2"
            )
    if "programmes" not in data:
        raise BadSetup(f"{path}: no `programmes`", "R2")
    lines = _lines(text)
    texts = data["programmes"]
    assert isinstance(texts, list)
    if [written for _, written in lines] != texts:
        raise BadSetup(f"{path}, line {_line_of(text, 'programmes')}: `programmes` is a list of plain strings", "R2")
    return listed(lines, bool(data.get("duplicates", False)), str(path))


def listed(lines: list[tuple[int, str]], duplicates: bool, name: str) -> Programmes:
    """Check a list of (line, programme)."""
    seen: dict[str, int] = {}
    words = []
    for line, written in lines:
        try:
            words.append(parse(written))
        except BadSetup as error:
            raise BadSetup(f"{name}, line {line}: {error}", error.clause) from None
        if written in seen and written != BONUS and not duplicates:
            raise BadSetup(f"{name}, line {line}: {written} was there already, line {seen[written]}", "R2")
        seen.setdefault(written, line)
    if len(words) > ROOM:
        raise BadSetup(f"{name}, line {lines[ROOM][0]}: more than {ROOM} programmes", "R2")
    return Programmes(tuple(written for _, written in lines), np.array(words, np.int16).reshape(-1, SLOTS))


def _line_of(text: str, key: str) -> int:
    starts = [i for i, line in enumerate(text.splitlines(), 1) if re.match(rf'\s*["\[]*{re.escape(key)}\b', line)]
    return starts[0] if starts else 1


def _lines(text: str) -> list[tuple[int, str]]:
    """Return the strings of the list of programmes, each with its line."""
    found = []
    begin = _line_of(text, "programmes")
    for number, line in enumerate(text.splitlines(), 1):
        for match in STRING.finditer(line) if number >= begin else ():
            if not match.group().startswith("#"):
                found.append((number, match.group(1) or match.group(2) or ""))
            if line[match.end() :].lstrip().startswith("]"):
                return found
    return found


class ProgrammeList(Option):
    """The programme cards of a table: ours, those of a file, or a list; a saved game contains them all.

    A file must be a Path: text may come from anybody and never opens one.
    """

    reads = "read_programme"  # the entry point that parses an item of a list

    def __init__(self, name: str) -> None:
        super().__init__(name, (HOUSE,), HOUSE)

    def check(self, value: Any) -> Any:
        if value == HOUSE:
            return HOUSE
        if isinstance(value, Path):
            return load(value).texts
        texts = value.split(",") if isinstance(value, str) else value
        if not isinstance(texts, Iterable) or not all(isinstance(text, str) for text in texts):
            raise BadSetup(
                f"option {self.name} must be one of {HOUSE}, a file .toml or a list of programmes, not {value!r}", "R2"
            )
        return listed(list(enumerate(texts, 1)), True, self.name).texts

    def text(self, value: Any) -> str:
        return value if value == HOUSE else ",".join(value)

    def code(self, value: Any) -> int:
        return 0 if value == HOUSE else len(value)

    def codes(self, value: Any) -> list[int]:
        """Return what the rules see: the number of programmes, 0 for ours, then four numbers each."""
        words = [] if value == HOUSE else [word for text in value for word in parse(text)]
        return [self.code(value), *words]
