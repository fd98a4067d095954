"""The twin of Joomo: a second, slow and obvious implementation, written from the clauses alone."""

from collections.abc import Callable

HAND_SIZE = 10  # R2
GOAL = 20  # R16
MOST_ROUNDS = 100  # R21
PLACES = ["first", "second"]  # where the lead lay, where the second limit lay
NOBODY = -1


def is_double(card: int) -> bool:
    return card in [0, 11, 22, 33, 44, 55, 66]  # R9


def is_five(card: int) -> bool:
    return card in [5, 15, 25, 35, 45, 55, 65]  # R10


def is_ten(card: int) -> bool:
    return card in [0, 10, 20, 30, 40, 50, 60]  # R12


def count_tens(cards: list[int]) -> int:
    return len([card for card in cards if is_ten(card)])


class Twin:
    """One game of Joomo; chance comes only from `lot` and `shuffle`."""

    def __init__(
        self,
        seats: int,
        options: dict[str, object],
        lot: Callable[[int], int],
        shuffle: Callable[[list[int]], list[int]],
    ) -> None:
        self.seats = seats
        self.second_may_pass = bool(options.get("second_may_pass", False))  # R5
        self.shuffle = shuffle
        self.seat = NOBODY
        self.over = False
        self.points = [0] * seats
        self.round = 0
        self.tie_break = False  # R17: from the first tie on, 20 no longer matters
        self.winners: list[int] = []
        self.dealer = lot(seats)  # R2, T5: drawn before the cards
        self._deal()

    # What may be done

    def legal(self) -> set[str]:
        if self.over:
            return set()  # T3
        if self.seat == NOBODY:
            return {"deal"}
        actions = set()
        for card in self.hands[self.seat]:  # T2
            actions |= self._ways_to_lay(card)
        if self._may_pass():
            actions.add("pass")
        return actions

    def _ways_to_lay(self, card: int) -> set[str]:
        if len(self.limits) < 2:
            return {f"lay {card}"}  # R4, R5: any card is a limit, doubles (R9) and fives (R10) too
        ways = set()
        if self._in_gap(card) or is_double(card):  # R6, R9
            ways.add(f"lay {card}")
        if is_five(card) and (self._in_gap(card) or card == 55):  # R10, R11
            for place in PLACES:
                ways.add(f"cap {card} {place}")
        return ways

    def _in_gap(self, card: int) -> bool:
        return min(self.limits) < card < max(self.limits)  # R6: strictly between, in either order

    def _may_pass(self) -> bool:
        if len(self.limits) == 0:
            return False  # R4: the lead may not be refused
        if len(self.limits) == 1:
            return self.second_may_pass  # R5
        return True  # R7

    # Doing it

    def apply(self, action: str) -> None:
        words = action.split()
        if words[0] == "deal":
            self.dealer = self.marker  # R18
            self._deal()
        elif words[0] == "pass":
            self.passed[self.seat] = True  # R7
            self._next()
        elif words[0] == "lay":
            card = int(words[1])
            if len(self.limits) < 2:
                self.limits.append(card)  # R4, R5
            self._lay(card)  # R9: later cards, doubles too, move no limit
        elif words[0] == "cap":
            card = int(words[1])
            self.limits[PLACES.index(words[2])] = card  # R10, R11
            self._lay(card)
        else:
            raise ValueError(f"no action of Joomo: {action!r}")  # T4

    def _deal(self) -> None:
        """R2, T5: ten to seat 0 from the top, ten to seat 1 and so on, the last ten aside."""
        pack = list(range(HAND_SIZE * (self.seats + 1)))  # R1
        order = list(self.shuffle(pack))
        self.hands: list[list[int]] = []
        for _ in range(self.seats):
            self.hands.append(order[:HAND_SIZE])
            order = order[HAND_SIZE:]
        self.aside = order
        self.round += 1
        self.marker = NOBODY
        self.won = [0] * self.seats
        self._clear_trick()
        self.seat = self._left_of(self.dealer)  # R3, R18

    def _clear_trick(self) -> None:
        self.limits: list[int] = []
        self.trick: list[int] = []
        self.passed = [False] * self.seats
        self.last = NOBODY

    def _lay(self, card: int) -> None:
        """The card leaves the hand for the trick; where it lies is settled already."""
        self.hands[self.seat].remove(card)
        self.trick.append(card)  # R10: a covered limit stays in the trick
        self.last = self.seat
        if self.hands[self.seat] == [] and self.marker == NOBODY:
            self.marker = self.seat  # R13: only the first to go out
        self._next()

    def _next(self) -> None:
        """The next seat clockwise that is still in the trick, or the end of the trick."""
        seat = self._left_of(self.seat)
        for _ in range(self.seats):
            if self._still_asked(seat):
                self.seat = seat
                return
            seat = self._left_of(seat)
        self._end_trick()

    def _still_asked(self, seat: int) -> bool:
        has_cards = self.hands[seat] != []
        return has_cards and not self.passed[seat] and seat != self.last  # R7, R8

    def _left_of(self, seat: int) -> int:
        return (seat + 1) % self.seats

    def _worth(self) -> int:
        if self.trick == []:
            return 0
        return 1 + count_tens(self.trick)  # R4, R12

    def _end_trick(self) -> None:
        winner = self.last
        self.won[winner] += self._worth()  # R8, R13: also a winner that went out
        self._clear_trick()
        if self.marker == NOBODY:
            self.seat = winner  # R14
        else:
            self._end_round()  # R13

    def _end_round(self) -> None:
        self.seat = NOBODY
        for seat in range(self.seats):
            self.points[seat] += self.won[seat] - count_tens(self.hands[seat])  # R15
        self.points[self.marker] += 1  # R13, R15
        highest = max(self.points)
        leaders = [seat for seat in range(self.seats) if self.points[seat] == highest]
        decisive = highest >= GOAL or self.tie_break  # R16, R17
        if (decisive and len(leaders) == 1) or self.round == MOST_ROUNDS:  # R16, R17, R21
            self.over = True
            self.winners = leaders
        elif decisive:
            self.tie_break = True  # R17

    # What can be compared

    def facts(self) -> dict[str, object]:
        return {
            "seat": self.seat,
            "over": self.over,
            "dealer": self.dealer,
            "hands": [sorted(hand) for hand in self.hands],
            "aside": sorted(self.aside),
            "limits": list(self.limits),
            "trick": list(self.trick),
            "worth": self._worth(),
            "passed": list(self.passed),
            "last": self.last,
            "marker": self.marker,
            "won": list(self.won),
            "points": list(self.points),
            "round": self.round,
            "winners": list(self.winners),
        }

    def scores(self) -> list[int]:
        return list(self.points)
