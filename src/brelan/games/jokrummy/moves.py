"""Whole moves as people write them: groups of cards, with what each wild stands for; unfolding.py turns them into
the rules' small actions.

As data, every part optional, in this order:

    {"show": 0, "groups": [["5D", "6D", "7D", "JK=8D", "9D"], ..],     a programme, group by group, low to high
     "new": [["KD", "KC", "JK"], ..],                                   new sets
     "add": [{"group": 3, "cards": ["10S", "2H=JS"], "end": "high"}],   to groups that lie; the end may be left out
     "discard": "4C"}

As text, parts joined by `;`: `lay 5D 6D 7D JK 9D / KD KC JK`, `lay 1: ..` (the programme in slot 1), `new KD KC JK`,
`add 3 10S 2H`, `discard 4C`. A group of wilds alone says what it is by one of them: `JK=4 2C 2H`, `JK=8D 2C 2H`.
This file rejects only what cannot be expressed in numbers; the rules refuse everything else, naming
the clause and the group.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...core.errors import IllegalAction
from ...core.game import clause_name
from .actions import ACTIONS
from .cards import HIGH_END, LOW_END, NAMES, RANKS, SUITS
from .unfolding import ADDED, ANY_END, AT_CARD, AT_PART, CLAUSE, COUNT, DONE, FIRST, GROUPED, NEW, SHOWN

VERBS = ("lay", "new", "add")
KEYS = {"show", "groups", "new", "add", "discard"}
ENDS = {"": ANY_END, "low": LOW_END, "high": HIGH_END}
SYMBOLS = str.maketrans("♣♦♥♠", "CDHS")
ROOM = 512  # numbers of a move: more than any


def read(table: Any, said: Any) -> list[str] | None:
    """Return the actions of a whole move, or None if it is none; raise IllegalAction with the clause and the group."""
    if isinstance(said, Mapping) and "verb" not in said:
        return Move().data(said).unfolded(table)
    if isinstance(said, str) and any(part.split()[:1] and part.split()[0] in VERBS for part in said.split(";")):
        return Move().text(said).unfolded(table)
    return None


def card_of(text: str) -> tuple[int, int]:
    """Return a card and what it stands for, as unfolding.py has it; raise IllegalAction (T4) if there is none."""
    name, _, stands = text.strip().translate(SYMBOLS).upper().partition("=")
    rank = stands.rstrip(SUITS)
    if name not in NAMES or (stands and (rank not in RANKS[1:] or stands not in (*NAMES, *RANKS))):
        raise IllegalAction(f"there is no card {text!r} in this game", "T4", text)
    return NAMES.index(name), RANKS.index(rank) + 16 * (SUITS.find(stands.removeprefix(rank) or "?") + 1)


class Move:
    """A move under construction: its parts as numbers, and their names for refusals."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.labels: list[list[str]] = []  # for every part: one, or one per card

    def part(self, kind: int, one: int, other: int, labels: list[str], cards: Sequence[tuple[int, int]] = ()) -> None:
        """Add a part."""
        if len(self.numbers) + 2 * len(cards) > ROOM:
            raise IllegalAction("a move has fewer cards than that", "T4", labels[0][:80])
        self.numbers += [kind, one, other, len(cards), *(number for card in cards for number in card)]
        self.labels.append(labels)

    def unfolded(self, table: Any) -> list[str]:
        """Return the actions, or refuse with the clause and the group."""
        out = np.zeros(ROOM, np.int16)
        table.game.engine.unfold(table.position.rows.copy(), np.array(self.numbers, np.int16), out)
        if out[CLAUSE]:
            labels, clause = self.labels[out[AT_PART]], clause_name(int(out[CLAUSE]))
            label = labels[min(int(out[AT_CARD]), len(labels) - 1)]
            raise IllegalAction(
                f"{clause}: {table.game.words().clause(clause)} ({label})", clause, label, int(out[COUNT])
            )
        return [ACTIONS.texts[action] for action in out[FIRST : FIRST + out[COUNT]]]

    # the two ways to say it

    def text(self, said: str) -> "Move":
        """A move of parts joined by `;`."""
        for part in (part.strip() for part in said.split(";")):
            verb, _, rest = part.partition(" ")
            if verb == "lay":
                head, colon, groups = rest.rpartition(":")
                self.programme(head.strip() if colon else "0", [group.split() for group in groups.split("/")])
            elif verb == "new":
                self.new_set(rest.split())
            elif verb == "add":
                words = rest.split()
                end = words.pop(1) if words[1:2] and words[1] in ("low", "high") else ""
                self.add(words[0] if words else "", words[1:], end)
            elif part:
                self.part(DONE, ACTIONS.parse(" ".join(part.split())), 0, [part])
        return self

    def data(self, said: Mapping[str, Any]) -> "Move":
        """A move as data."""
        if (
            not said
            or not set(said) <= KEYS
            or not all(self._is_list(said.get(key, [])) for key in ("groups", "new", "add"))
        ):
            raise IllegalAction(f"a move has {', '.join(sorted(KEYS))}", "T4", str(said)[:80])
        if "groups" in said:
            self.programme(str(said.get("show", 0)), said["groups"])
        for cards in said.get("new", []):
            self.new_set(cards)
        for more in said.get("add", []):
            if not isinstance(more, Mapping) or not {"group", "cards"} <= set(more) <= {"group", "cards", "end"}:
                raise IllegalAction("an addition has group, cards, end", "T4", str(more)[:80])
            self.add(str(more["group"]), more["cards"], str(more.get("end", "")))
        if "discard" in said:
            card = NAMES[card_of(str(said["discard"]))[0]]
            self.part(DONE, ACTIONS.ids[f"discard {card}"], 0, [f"discard {said['discard']}"])
        return self

    @staticmethod
    def _is_list(said: Any) -> bool:
        return isinstance(said, Sequence) and not isinstance(said, str)

    def cards(self, said: Any) -> list[tuple[int, int]]:
        """Cards of a group."""
        if not self._is_list(said) or not said or not all(isinstance(card, str) for card in said):
            raise IllegalAction("a group is a list of cards such as 5D, JK or JK=8D", "T4", str(said)[:80])
        return [card_of(card) for card in said]

    # what a move is made of

    def programme(self, slot: str, groups: Sequence[Any]) -> None:
        """Show a programme and lay its groups."""
        ACTIONS.parse(f"show {slot}")
        self.part(SHOWN, int(slot), len(groups), [f"programme {slot}"])
        for number, said in enumerate(groups):
            cards = [] if said == [] else self.cards(said)
            self.part(GROUPED, 0, 0, [f"group {number + 1}: {' '.join(said)}"], cards)

    def new_set(self, said: Any) -> None:
        """A new set of three or more."""
        cards = self.cards(said)
        self.part(NEW, 0, 0, [f"new set: {' '.join(said)}"], cards)

    def add(self, group: str, said: Any, end: str) -> None:
        """Cards for a group that lies, each where it fits."""
        if not group.isdigit() or len(group) > 4 or end not in ENDS:
            raise IllegalAction(f"there is no group {group!r} on the table", "T4", group)
        cards = self.cards(said)
        self.part(ADDED, int(group), ENDS[end], [f"group {group}: {NAMES[card]}" for card, _ in cards], cards)
