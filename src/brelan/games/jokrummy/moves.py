"""Whole moves: groups of cards, with what each wild stands for, turned into the small actions the rules know.

As data, every part optional, in this order:

    {"show": 0, "groups": [["5D", "6D", "7D", "JK=8D", "9D"], ..],     a programme, group by group, low to high
     "new": [["KD", "KC", "JK"], ..],                                   new sets
     "add": [{"group": 3, "cards": ["10S", "2H=JS"], "end": "high"}],   to groups that lie; the end may be left out
     "discard": "4C"}

As text, parts joined by `;`: `lay 5D 6D 7D JK 9D / KD KC JK`, `lay 1: ..` (the programme in slot 1), `new KD KC JK`,
`add 3 10S 2H`, `discard 4C`. A group of wilds alone says what it is by one of them: `JK=4 2C 2H`, `JK=8D 2C 2H`.
Nothing is judged here but what cannot be put into actions at all: the rules refuse, and what they refuse is said with
the clause and the group.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from ...core.errors import IllegalAction
from ...core.game import clause_name
from .cards import ANY_SUIT, HIGH_ACE, NAMES, RANKS, SAME_RANK, SUIT, SUITS, WILD
from .groups import meant, on_table
from .levels import RUN, SET, kind_of, length_of, which_of

VERBS = ("lay", "new", "add")
KEYS = {"show", "groups", "new", "add", "discard"}
SYMBOLS = str.maketrans("♣♦♥♠", "CDHS")
SPARE = 3  # cards of a new set that are laid at once (R15)


def read(table: Any, said: Any) -> list[str] | None:
    """The actions of a whole move; None if it is not given as one. IllegalAction names the clause and the group."""
    if isinstance(said, Mapping) and "verb" not in said:
        return Move(table).data(said)
    if isinstance(said, str) and any(part.split()[:1] and part.split()[0] in VERBS for part in said.split(";")):
        return Move(table).text(said)
    return None


def card_of(text: str) -> tuple[int, str]:
    """The card, and what it is said to stand for; IllegalAction (T4) if there is none such."""
    name, _, stands = text.strip().translate(SYMBOLS).upper().partition("=")
    if name not in NAMES or (stands and stands not in NAMES and stands not in RANKS[1:]):
        raise IllegalAction(f"there is no card {text!r} in this game", "T4", text)
    return NAMES.index(name), stands


class Move:
    """A move in the making: actions played one by one on a copy of the position, so that refusals know their group."""

    def __init__(self, table: Any) -> None:
        self.table = table
        self.position = table.position.copy()
        self.actions: list[str] = []
        self.label = ""

    @property
    def state(self) -> Any:
        """The record as it would be now."""
        return self.position.state

    def play(self, action: str) -> None:
        """One small action, or its refusal."""
        number = self.table.game.rules.ACTIONS.parse(action)
        broken = self.position.why_not(number)
        if broken:
            self.refuse(clause_name(broken))
        self.position.play(number)
        self.actions.append(action)

    def refuse(self, clause: str) -> NoReturn:
        """Say which clause, and which group."""
        reason = self.table.game.words().clause(clause)
        raise IllegalAction(f"{clause}: {reason} ({self.label})", clause, self.label, len(self.actions))

    # the two ways to say it

    def text(self, said: str) -> list[str]:
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
                self.label = part
                self.play(" ".join(part.split()))
        return self.actions

    def data(self, said: Mapping[str, Any]) -> list[str]:
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
            self.label = f"discard {said['discard']}"
            self.play(f"discard {NAMES[card_of(str(said['discard']))[0]]}")
        return self.actions

    @staticmethod
    def _is_list(said: Any) -> bool:
        return isinstance(said, Sequence) and not isinstance(said, str)

    def cards(self, said: Any) -> list[tuple[int, str]]:
        """Cards of a group."""
        if not self._is_list(said) or not said or not all(isinstance(card, str) for card in said):
            raise IllegalAction("a group is a list of cards such as 5D, JK or JK=8D", "T4", str(said)[:80])
        return [card_of(card) for card in said]

    # what a move is made of

    def programme(self, slot: str, groups: Sequence[Any]) -> None:
        """Show a programme and lay its groups, each with all the cards it is given."""
        self.label = f"programme {slot}"
        self.play(f"show {slot}")
        words = [int(word) for word in self.state.wanted[self.state.shown] if word]
        if len(groups) != len(words):
            self.refuse("R9")
        for number, (said, word) in enumerate(zip(groups, words, strict=True)):
            cards = self.cards(said)
            self.label = f"group {number + 1}: {' '.join(said)}"
            if len(cards) < length_of(word):
                self.refuse("R9")
            for _ in range(len(cards) - length_of(word)):
                self.play("more")
            if kind_of(word) == SET:
                self.set("set", cards, len(cards))
            else:
                self.run(cards, word)

    @staticmethod
    def meaning(card: tuple[int, str]) -> tuple[int, str]:
        """The rank and the suit that a card has, or is said to stand for; 0 and nothing where it does not say."""
        text = NAMES[card[0]] if SUIT[card[0]] != WILD else card[1]
        suit = text[-1:] if text[-1:] in tuple(SUITS) else ""
        rank = text.removesuffix(suit)
        return RANKS.index(rank) if rank in RANKS else 0, suit

    def anchor(self, cards: list[tuple[int, str]], clause: str) -> int:
        """The card by which a group is named: a natural one, or a wild that says what it is."""
        naturals = [i for i, (card, _) in enumerate(cards) if SUIT[card] != WILD]
        told = naturals or [i for i, card in enumerate(cards) if self.meaning(card)[0]]
        if not told:
            self.refuse(clause)
        return told[0]

    def run(self, cards: list[tuple[int, str]], word: int) -> None:
        """Name a run and put its cards."""
        first = self.anchor(cards, "R9")
        suit = ANY_SUIT
        if kind_of(word) == RUN:
            suits = [self.meaning(cards[first])[1], *(self.meaning(card)[1] for card in cards)]
            imposed = SUITS[which_of(word) : which_of(word) + 1]
            suit = SUITS.find(next(filter(None, [*suits, imposed]), "?"))
            if suit < 0:
                self.refuse("R9")
        low = self.lowest(self.meaning(cards[first])[0], first)
        if not 1 <= low <= HIGH_ACE - len(cards) + 1:
            self.refuse("R13")
        self.play(f"run {'*' if suit == ANY_SUIT else SUITS[suit]} {RANKS[low]}")
        for i, card in enumerate(cards):
            self.put(card, suit, low + i)

    @staticmethod
    def lowest(rank: int, before: int) -> int:
        """The place of the lowest card, so many before one: an ace is high where the run could not begin otherwise."""
        return (HIGH_ACE if rank == 1 and before > 0 else rank) - before

    def put(self, card: tuple[int, str], what: int, place: int) -> None:
        """One card; a wild that is said to stand for another one than it would is refused."""
        number, stands = card
        if stands and stands not in (meant(what, place), meant(ANY_SUIT, place)):
            if not (what in (ANY_SUIT, SAME_RANK) and stands[:-1] == meant(what, place)):
                self.refuse("R10" if what == SAME_RANK else "R12" if what == ANY_SUIT else "R11")
        self.play(f"put {NAMES[number]}")

    def set(self, verb: str, cards: list[tuple[int, str]], count: int) -> None:
        """Name a set and put so many of its cards, beginning with the one it is named by."""
        first = self.anchor(cards, "R9" if verb == "set" else "R15")
        cards.insert(0, cards.pop(first))
        rank = self.meaning(cards[0])[0]
        self.play(f"{verb} {RANKS[rank]}")
        for card in cards[:count]:
            self.put(card, SAME_RANK, rank)

    def new_set(self, said: Any) -> None:
        """A new set of three or more."""
        cards = self.cards(said)
        self.label = f"new set: {' '.join(said)}"
        if len(cards) < SPARE:
            self.refuse("R15")
        self.set("group", cards, SPARE)
        self.extend(int(self.state.groups) - 1, "high", cards[SPARE:])

    def add(self, group: str, said: Any, end: str) -> None:
        """Cards for a group that lies, each where it fits: the high end first where nothing is said."""
        self.label = f"group {group}"
        laid = on_table(self.state)
        if not group.isdigit() or int(group) >= len(laid) or end not in ("", "low", "high"):
            raise IllegalAction(f"there is no group {group!r} on the table", "T4", group)
        for card in self.cards(said):
            self.extend(int(group), end or self.end_for(int(group), card), [card])

    def end_for(self, group: int, card: tuple[int, str]) -> str:
        """Where a card fits, or where a wild was said to stand."""
        laid = on_table(self.state)[group]
        low = laid.cards[0][1] - 1
        if laid.what == SAME_RANK or low < 1:
            return "high"
        wanted = card[1] or (NAMES[card[0]] if SUIT[card[0]] != WILD else "")
        return "low" if wanted and meant(ANY_SUIT, low) == wanted.rstrip(SUITS) else "high"

    def extend(self, group: int, end: str, cards: list[tuple[int, str]]) -> None:
        """Cards one after the other at an end of a group."""
        for card in cards:
            self.label = f"group {group}: {NAMES[card[0]]}"
            laid = on_table(self.state)[group]
            place = laid.cards[0][1] - 1 if end == "low" else laid.cards[-1][1] + 1
            self.play(f"extend {group} {end}")
            self.put(card, laid.what, laid.cards[0][1] if laid.what == SAME_RANK else place)
