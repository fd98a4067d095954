"""The twin of The Game: a second, slow and obvious implementation, written from the clauses alone."""

from __future__ import annotations

from collections.abc import Callable

ALL_CARDS = 98
CLIMBING = (0, 1)  # R1
FALLING = (2, 3)  # R1


def fits(card: int, top: int, pile: int) -> bool:
    """Whether `card` may go on `pile`, which shows `top`."""
    if pile in CLIMBING:
        return card > top or card == top - 10  # R5, R7
    return card < top or card == top + 10  # R6, R7


class Twin:
    def __init__(
        self,
        seats: int,
        options: dict[str, object],
        lot: Callable[[int], int],
        shuffle: Callable[[list[int]], list[int]],
    ) -> None:
        del lot  # nobody deals by lot in this game
        starter = options.get("starter", -1)
        assert isinstance(starter, int)
        self.seats = seats
        self.minimum = 3 if options.get("three_cards", False) else 2  # R4, R16
        self.free_talk = bool(options.get("free_talk", False))  # R9
        self.hand_size = {1: 8, 2: 7, 3: 6, 4: 6, 5: 6}[seats]  # R2
        if options.get("one_card_fewer", False):
            self.hand_size -= 1  # R16

        self.tops = [1, 1, 100, 100]  # R1
        self.stock = list(shuffle(list(range(2, 100))))  # R1
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        for seat in range(seats):  # T5: a whole hand each, seat 0 first
            self.refill(seat)
        self.signals = [["", "", "", ""] for _ in range(seats)]  # R9

        self.seat = 0
        self.over = False
        self.owed = 0
        self.said: list[int] = []  # R3: how gladly seats 0, 1, .. would start
        self.agreeing = seats > 1 and starter == -1  # R3
        if not self.agreeing:
            self.begin_turn(max(starter, 0))

    # ---- the steps of a turn

    def refill(self, seat: int) -> None:
        """R10: up to the hand size, as far as the stock goes."""
        while self.stock and len(self.hands[seat]) < self.hand_size:
            self.hands[seat].append(self.stock.pop(0))

    def begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.owed = self.minimum if self.stock else 1  # R4 (settled now), R11, R16
        self.stop_if_stuck()

    def stop_if_stuck(self) -> None:
        """R13: before each card, a card is owed and none fits."""
        if self.owed > 0 and not self.lays():
            self.over = True

    def end_turn(self) -> None:
        self.refill(self.seat)  # R10
        following = (self.seat + 1) % self.seats  # R3: clockwise
        while not self.hands[following]:  # R12 (not everybody is out of cards: that is R15)
            following = (following + 1) % self.seats
        self.begin_turn(following)

    def lays(self) -> set[str]:
        """R5 to R7: all the cards of the seat in turn, wherever they fit."""
        return {
            f"lay {card} {pile}"
            for card in self.hands[self.seat]
            for pile in CLIMBING + FALLING
            if fits(card, self.tops[pile], pile)
        }

    def not_laid(self) -> int:
        """R14: all hands plus the stock."""
        return sum(len(hand) for hand in self.hands) + len(self.stock)

    # ---- the interface

    def legal(self) -> set[str]:
        if self.over:
            return set()  # T3
        if self.agreeing:
            return {"glad 0", "glad 1", "glad 2"}  # R3
        actions = self.lays()
        if self.owed == 0:
            actions.add("end")  # R4
        return actions

    def apply(self, action: str) -> None:
        words = action.split()
        if words[0] == "glad":
            self.apply_glad(int(words[1]))
        elif words[0] == "lay":
            self.apply_lay(int(words[1]), int(words[2]))
        else:
            self.end_turn()  # R4

    def apply_glad(self, how: int) -> None:
        self.said.append(how)
        if len(self.said) < self.seats:
            self.seat = len(self.said)
            return
        self.agreeing = False
        self.begin_turn(self.said.index(max(self.said)))  # R3: the gladdest, the earliest on a tie

    def apply_lay(self, card: int, pile: int) -> None:
        self.hands[self.seat].remove(card)
        self.tops[pile] = card
        self.owed = max(0, self.owed - 1)
        if self.not_laid() == 0:  # R15
            self.over = True
        elif not self.hands[self.seat]:  # R4: with an empty hand the turn ends by itself
            self.end_turn()
        else:
            self.stop_if_stuck()

    def signal_allowed(self, seat: int, pile: int, what: str) -> bool:
        """R9: at any time, also out of turn, also while the team agrees who starts."""
        if self.over or seat not in range(self.seats) or pile not in range(4):
            return False
        lying = self.signals[seat][pile]
        if what == "clear":
            return lying != ""
        known = ["hold", "gentle"]
        if self.free_talk:
            known += ["back", "good"]
        return what in known and what != lying

    def signal(self, seat: int, pile: int, what: str) -> None:
        self.signals[seat][pile] = "" if what == "clear" else what

    def facts(self) -> dict[str, object]:
        return {
            "seat": self.seat,
            "over": self.over,
            "hands": [sorted(hand) for hand in self.hands],
            "tops": list(self.tops),
            "stock": list(self.stock),
            "owed": self.owed,
            "result": self.not_laid(),  # R14
            "beaten": self.not_laid() == 0,  # R15
            "signals": [list(row) for row in self.signals],
        }

    def scores(self) -> list[int]:
        return [ALL_CARDS - self.not_laid()] * self.seats
