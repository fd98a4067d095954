"""The twin of Jok-R-ummy: a second, slow and obvious implementation, written from the clauses alone."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache

SUITS = "CDHS"
RANKS = ["", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
JOKER = 52
ANY = -1  # a free rank, a free suit, or the suit of a mixed run
HIGH_ACE = 14
HAND = 13
GOAL = 7
LAST_TURN = 200
LAST_ROUND = 60
SET_RANKS = [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]

Hand = tuple[int, ...]  # always sorted


# ---- cards


def rank_of(card: int) -> int:
    return card % 13 + 1


def suit_of(card: int) -> int:
    return card // 13


WILDS = {JOKER} | {card for card in range(52) if rank_of(card) == 2}  # R3


def is_wild(card: int) -> bool:
    return card in WILDS


def text_of(card: int) -> str:
    return "JK" if card == JOKER else RANKS[rank_of(card)] + SUITS[suit_of(card)]


def card_of(text: str) -> int:
    return JOKER if text == "JK" else 13 * SUITS.index(text[-1]) + RANKS.index(text[:-1]) - 1


def without(hand: Hand, card: int) -> Hand:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


# ---- what is asked for, and what it was named as


@dataclass(frozen=True)
class Wanted:
    """One group of a programme card."""

    kind: str  # K a set (R10), S a run (R11), M a mixed run (R12)
    length: int
    imposed: int = ANY  # the rank of an imposed set, the suit of an imposed run


@dataclass(frozen=True)
class Named:
    """A group whose rank, or whose suit and lowest place, is fixed."""

    kind: str
    length: int
    suit: int  # ANY for sets and mixed runs
    first: int  # the rank of a set, the place of the lowest card of a run

    def place(self, placed: int) -> int:
        """The place that the next card takes after so many."""
        return self.first if self.kind == "K" else self.first + placed

    def text(self) -> str:
        if self.kind == "K":
            return f"set {RANKS[self.first]}"
        return f"run {'*' if self.suit == ANY else SUITS[self.suit]} {RANKS[self.first]}"


def parse(programme: str) -> list[Wanted]:
    """The groups of a programme card in the order in which they are laid; none for a bonus."""
    groups: list[Wanted] = []
    if programme == "bonus":
        return groups
    for part in programme.split("+"):
        found = re.fullmatch(r"(?:(\d+)x)?(?:K(\d+)(?:=(A|\d+|J|Q|K))?|S(\d+)([CDHS])?|M(\d+))", part)
        if found is None:
            raise ValueError(f"not a programme: {programme}")
        times, set_length, set_rank, run_length, run_suit, mixed_length = found.groups()
        if set_length:
            wanted = Wanted("K", int(set_length), RANKS.index(set_rank) if set_rank else ANY)
        elif run_length:
            wanted = Wanted("S", int(run_length), SUITS.index(run_suit) if run_suit else ANY)
        else:
            wanted = Wanted("M", int(mixed_length))
        groups += [wanted] * int(times or 1)  # R14
    return groups


@cache
def namings(wanted: Wanted) -> list[Named]:
    """Every way to name a group."""
    if wanted.kind == "K":
        ranks = SET_RANKS if wanted.imposed == ANY else [wanted.imposed]  # R10
        return [Named("K", wanted.length, ANY, rank) for rank in ranks]
    suits = [wanted.imposed]  # R11; a mixed run imposes none (R12)
    if wanted.kind == "S" and wanted.imposed == ANY:
        suits = [0, 1, 2, 3]
    lows = [low for low in range(1, 14) if low + wanted.length - 1 <= HIGH_ACE]  # R13
    return [Named(wanted.kind, wanted.length, suit, low) for suit in suits for low in lows]


# ---- can it be laid? Plain backtracking, card by card, remembered by hand


@cache
def naturals(suit: int, place: int) -> frozenset[int]:
    """The cards that are not wild and may stand at this place of a group of this suit."""
    rank = 1 if place == HIGH_ACE else place  # R13
    return frozenset(
        card for card in range(52) if not is_wild(card) and rank_of(card) == rank and suit in (ANY, suit_of(card))
    )


def fits(named: Named, place: int, card: int) -> bool:
    """May this card stand at this place of this group?"""
    return is_wild(card) or card in naturals(named.suit, place)


def hopeless(hand: Hand, named: Named) -> bool:
    """Short cut: more places want a wild card than there are wild cards."""
    wilds = len([card for card in hand if card in WILDS])
    if named.kind == "K":
        rank = naturals(ANY, named.first)
        return len([card for card in hand if card in rank]) + wilds < named.length
    places = range(named.first, named.first + named.length)
    return len([place for place in places if naturals(named.suit, place).isdisjoint(hand)]) > wilds


def can_lay(hand: Hand, rest: tuple[Wanted, ...], natural: bool = False, each: bool = False) -> bool:
    """Can all these groups be laid out of this hand, one after the other?

    `natural`: a natural card lies already; `each`: every group needs one of its own (R9).
    """
    return _can_lay(alike(hand), rest, natural, each)


def alike(hand: Hand) -> Hand:
    """Short cut: one wild card is as good as another."""
    return tuple(sorted(JOKER if is_wild(card) else card for card in hand))


@lru_cache(maxsize=200_000)
def _can_lay(hand: Hand, rest: tuple[Wanted, ...], natural: bool, each: bool) -> bool:
    if not rest:
        return natural or each  # R9; with `each` every group has shown its own
    if sum(wanted.length for wanted in rest) > len(hand):
        return False
    return any(can_finish(hand, named, 0, natural and not each, rest[1:], each) for named in namings(rest[0]))


def can_finish(hand: Hand, named: Named, placed: int, natural: bool, rest: tuple[Wanted, ...], each: bool) -> bool:
    """Can a named group with so many cards placed be finished, and the rest of the programme after it?

    `natural`: one of the cards, of this group or of the whole programme, is not wild.
    """
    if placed == 0 and hopeless(hand, named):
        return False
    return _can_finish(alike(hand), named, placed, natural, rest, each)


@lru_cache(maxsize=200_000)
def _can_finish(hand: Hand, named: Named, placed: int, natural: bool, rest: tuple[Wanted, ...], each: bool) -> bool:
    if placed == named.length:
        return (natural or not each) and can_lay(hand, rest, natural, each)  # R9
    return any(True for _ in next_cards(hand, named, placed, natural, rest, each))


def next_cards(
    hand: Hand, named: Named, placed: int, natural: bool, rest: tuple[Wanted, ...], each: bool
) -> Iterator[int]:
    """Every card of the hand that may be the next of this group so that everything can be completed."""
    place = named.place(placed)
    for card in sorted(set(hand)):
        if fits(named, place, card) and can_finish(
            without(hand, card), named, placed + 1, natural or not is_wild(card), rest, each
        ):
            yield card


# ---- the game


@dataclass
class Group:
    """A group on the table."""

    named: Named
    cards: list[list[int]] = field(default_factory=list)  # [card, place], runs from low to high

    def end(self, end: str) -> int:
        """The place next to this end; 0 where there is none (R16: nothing goes beyond an ace)."""
        if self.named.kind == "K":
            return self.named.first if end == "high" else 0
        if end == "low":
            return self.cards[0][1] - 1
        return self.cards[-1][1] + 1 if self.cards[-1][1] < HIGH_ACE else 0


class Twin:
    def __init__(
        self,
        seats: int,
        options: dict[str, object],
        lot: Callable[[int], int],
        shuffle: Callable[[list[int]], list[int]],
        programmes: list[str],
    ) -> None:
        swap_after, hold = options.get("swap_after", 0), options.get("hold", 1)
        self.each = bool(options.get("natural_each", False))  # R9
        if not isinstance(swap_after, int) or swap_after not in (0, 2):
            raise ValueError("swap_after")
        if not isinstance(hold, int) or hold not in (1, 3):
            raise ValueError("hold")
        if swap_after and hold == 3:
            raise ValueError("swap_after and hold")  # R23
        if not 2 <= seats <= 6:
            raise ValueError("seats")
        self.seats = seats
        self.swap_after: int = swap_after
        self.hold: int = hold
        self.shuffle = shuffle
        self.programmes = [parse(text) for text in programmes]
        packs = 3 if seats == 6 else 2  # R1
        self.pack = sorted(packs * [*range(52), JOKER, JOKER])

        self.over = False
        self.winners: list[int] = []
        self.round = 0
        self.turns = 0
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.stock: list[int] = []
        self.discards: list[int] = []
        self.groups: list[Group] = []
        self.laid = [False] * seats
        self.held: list[list[int]] = [[] for _ in range(seats)]
        self.failed = [0] * seats  # rounds in which the seat's programme failed (swap_after)
        self.done = [0] * seats
        self.asked: list[int] = []  # seats still to be asked whether they swap

        self.phase = ""  # deal, swap, draw, lay, name, put, extend, over
        self.slot = ANY  # the slot of the programme that is being laid; ANY while a new set is
        self.rest: tuple[Wanted, ...] = ()  # its groups that are not yet named
        self.natural = False  # R9: whether a natural card lies in the programme, or in the group, being laid
        self.growing = (0, "")  # the group and the end that the next card is for

        dealer = lot(seats)  # R4
        self.programme_stock = list(shuffle(list(range(len(programmes)))))
        self._deal(dealer)

    # -- the deal

    def _clockwise(self, dealer: int) -> list[int]:
        return [(dealer + 1 + i) % self.seats for i in range(self.seats)]

    def _deal(self, dealer: int) -> None:
        self.dealer = dealer
        self.round += 1
        for seat in self._clockwise(dealer):  # R5
            if not self._serve(seat):
                return
        if self.swap_after:  # R23
            self.asked = [s for s in self._clockwise(dealer) if self.failed[s] >= self.swap_after]
        self._ask_or_deal_cards()

    def _serve(self, seat: int) -> bool:
        """Fills the seat up with programmes; False where a bonus has won the game."""
        while len(self.held[seat]) < self.hold:
            programme = self.programme_stock.pop(0)
            if self.programmes[programme]:
                self.held[seat].append(programme)
                self.failed[seat] = 0
            else:  # R5: a bonus is done at once and replaced
                self.done[seat] += 1
                if self.done[seat] == GOAL:  # R20
                    self._game_over([seat])
                    return False
        return True

    def _ask_or_deal_cards(self) -> None:
        if self.asked:
            self.seat, self.phase = self.asked[0], "swap"
            return
        order = list(self.shuffle(list(self.pack)))
        for seat in range(self.seats):  # R6, T5
            self.hands[seat] = sorted(order[HAND * seat : HAND * (seat + 1)])
        left = order[HAND * self.seats :]
        self.discards, self.stock = left[:1], left[1:]
        self.groups = []
        self.laid = [False] * self.seats
        self.turns = 0
        self._begin_turn((self.dealer + 1) % self.seats)

    # -- ends

    def _begin_turn(self, seat: int) -> None:
        self.seat, self.phase = seat, "draw"
        if not self._draws():
            self.phase = "lay"  # R21: nothing to draw

    def _round_over(self) -> None:
        for seat in range(self.seats):
            if not self.laid[seat]:
                self.failed[seat] += 1
        if self.round == LAST_ROUND:  # R21
            most = max(self.done)
            self._game_over([seat for seat in range(self.seats) if self.done[seat] == most])
        else:
            self.seat, self.phase = -1, "deal"

    def _game_over(self, winners: list[int]) -> None:
        self.winners = winners
        self.over = True
        self.seat, self.phase = -1, "over"
        self.asked = []

    # -- what is allowed

    def legal(self) -> set[str]:
        if self.phase == "deal":
            return {"deal"}
        if self.phase == "swap":
            return {"swap", "keep"}
        if self.phase == "draw":
            return self._draws()
        if self.phase == "lay":
            discards = {f"discard {text_of(card)}" for card in self.hands[self.seat]}
            return self._shows() | self._additions() | discards
        if self.phase == "name":
            return {named.text() for named in self._names(self.rest)} | self._mores()
        if self.phase == "put":
            return {f"put {text_of(card)}" for card in self._puts()}
        if self.phase == "extend":
            return {f"put {text_of(card)}" for card in self._fitting(*self.growing)}
        return set()

    def _hand(self) -> Hand:
        return tuple(sorted(self.hands[self.seat]))

    def _draws(self) -> set[str]:
        draws: set[str] = set()
        if self.stock or len(self.discards) > 1:  # R21
            draws.add("stock")
        if self.discards and len(self.hands[self.seat]) != 1:  # R8
            draws.add("take")
        return draws

    def _shows(self) -> set[str]:
        if self.laid[self.seat]:  # R23: one a round
            return set()
        return {
            f"show {slot}"
            for slot, programme in enumerate(self.held[self.seat])
            if can_lay(self._hand(), tuple(self.programmes[programme]), False, self.each)  # R9
        }

    def _additions(self) -> set[str]:
        if not self.laid[self.seat]:  # R15
            return set()
        extends = {
            f"extend {number} {end}"
            for number in range(len(self.groups))
            for end in ("low", "high")
            if self._fitting(number, end)
        }
        sets = {
            f"group {RANKS[rank]}"
            for rank in SET_RANKS
            if can_finish(self._hand(), Named("K", 3, ANY, rank), 0, False, (), True)
        }
        return extends | sets

    def _fitting(self, number: int, end: str) -> set[int]:
        """The held cards that fit at this end of this group (R16)."""
        group = self.groups[number]
        place = group.end(end)
        return {card for card in self.hands[self.seat] if place and fits(group.named, place, card)}

    def _names(self, rest: tuple[Wanted, ...]) -> list[Named]:
        """The ways to name the next group of the programme."""
        hand = self._hand()
        return [n for n in namings(rest[0]) if can_finish(hand, n, 0, self.natural, rest[1:], self.each)]

    def _longer(self) -> tuple[Wanted, ...]:
        """The groups not yet named, the next of them one card longer (R9)."""
        first = self.rest[0]
        return (Wanted(first.kind, first.length + 1, first.imposed), *self.rest[1:])

    def _mores(self) -> set[str]:
        """Whether the next group can have one card more than it would."""
        return {"more"} if self._names(self._longer()) else set()

    def _puts(self) -> list[int]:
        """The cards that may come next in the group that is being laid, always the last on the table."""
        group = self.groups[-1]
        each = self.each or self.slot == ANY  # R15: a new set has its own
        return list(next_cards(self._hand(), group.named, len(group.cards), self.natural, self.rest, each))

    # -- playing

    def apply(self, action: str) -> None:
        word, *args = action.split()
        hand = self.hands[self.seat]
        if word == "deal":
            self._deal((self.dealer + 1) % self.seats)  # R4
        elif word in ("swap", "keep"):
            self._answer(word == "swap")
        elif word == "stock":
            if not self.stock:  # R21
                self.stock = list(self.shuffle(sorted(self.discards[:-1])))
                self.discards = self.discards[-1:]
            hand.append(self.stock.pop(0))
            self.phase = "lay"
        elif word == "take":
            hand.append(self.discards.pop())
            self.phase = "lay"
        elif word == "show":
            self.slot = int(args[0])
            self.rest = tuple(self.programmes[self.held[self.seat][self.slot]])
            self.natural = False
            self.phase = "name"
        elif word == "more":
            self.rest = self._longer()
        elif word in ("set", "run"):
            [named] = [n for n in namings(self.rest[0]) if n.text() == action]
            self.rest = self.rest[1:]
            self.groups.append(Group(named))
            self.phase = "put"
        elif word == "group":
            self.slot, self.rest, self.natural = ANY, (), False
            self.groups.append(Group(Named("K", 3, ANY, RANKS.index(args[0]))))
            self.phase = "put"
        elif word == "extend":
            self.growing = (int(args[0]), args[1])
            self.phase = "extend"
        elif word == "put" and self.phase == "extend":
            self._extend(card_of(args[0]))
        elif word == "put":
            self._put(card_of(args[0]))
        elif word == "discard":
            self._discard(card_of(args[0]))
        else:
            raise ValueError(action)  # T4

    def _answer(self, swap: bool) -> None:
        seat = self.asked.pop(0)
        if swap:  # R23
            self.programme_stock.append(self.held[seat].pop())
            if not self._serve(seat):
                return
        self._ask_or_deal_cards()

    def _put(self, card: int) -> None:
        group = self.groups[-1]
        self.hands[self.seat].remove(card)
        self.natural = self.natural or not is_wild(card)
        group.cards.append([card, group.named.place(len(group.cards))])
        if len(group.cards) < group.named.length:
            return
        if self.rest:
            self.natural = self.natural and not self.each
            self.phase = "name"
            return
        self.phase = "lay"
        if self.slot != ANY:  # the programme is complete
            self.held[self.seat].pop(self.slot)
            self.slot = ANY
            self.laid[self.seat] = True
            self.done[self.seat] += 1
            if self.done[self.seat] == GOAL:  # R20
                self._game_over([self.seat])
                return
        if not self.hands[self.seat] or all(self.laid):  # R18, R19
            self._round_over()

    def _extend(self, card: int) -> None:
        number, end = self.growing
        group = self.groups[number]
        self.hands[self.seat].remove(card)
        at = 0 if end == "low" else len(group.cards)
        group.cards.insert(at, [card, group.end(end)])
        self.phase = "lay"
        if not self.hands[self.seat]:  # R18
            self._round_over()

    def _discard(self, card: int) -> None:
        self.hands[self.seat].remove(card)
        self.discards.append(card)
        self.turns += 1
        if not self.hands[self.seat] or self.turns == LAST_TURN:  # R18, R21
            self._round_over()
        else:
            self._begin_turn((self.seat + 1) % self.seats)

    # -- what can be compared

    def facts(self) -> dict[str, object]:
        return {
            "seat": self.seat,
            "over": self.over,
            "dealer": self.dealer,
            "hands": [sorted(hand) for hand in self.hands],
            "stock": list(self.stock),
            "discards": list(self.discards),
            "programmes": [list(held) for held in self.held],
            "programme_stock": list(self.programme_stock),
            "done": list(self.done),
            "laid": list(self.laid),
            "groups": [[list(card) for card in group.cards] for group in self.groups],
            "round": self.round,
            "turns": self.turns,
            "winners": list(self.winners),
        }

    def scores(self) -> list[int]:
        return list(self.done)
