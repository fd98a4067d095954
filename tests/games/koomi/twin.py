"""The twin of Koomi: a second, slow and obvious implementation, written from the clauses alone."""

from collections.abc import Callable

# Card types (R1, R2): 0..17 are the numbers -9..-1, +1..+9 in that order.
NUMBER_VALUES: list[int] = [v for v in range(-9, 10) if v != 0]
ONE, TWO, SWITCH, NEW, SWAP, RESET, GREEN, RED = range(18, 26)
KINDS: dict[str, int] = {
    "one": ONE,
    "two": TWO,
    "switch": SWITCH,
    "new": NEW,
    "swap": SWAP,
    "reset": RESET,
    "green": GREEN,
    "red": RED,
}
AIDS_WITH_SIZE: dict[int, int] = {ONE: 1, TWO: 2}
UNNUMBERED: set[int] = {SWITCH, NEW, GREEN, RED}  # R3

HAND_SIZE = 6  # R4
LAST_TURN = 400  # R18


def is_number(card: int) -> bool:
    return card < len(NUMBER_VALUES)


def card_of(value: int) -> int:
    return NUMBER_VALUES.index(value)


def signed(value: int) -> str:
    return f"{value:+d}"


def number_values(cards: list[int]) -> list[int]:
    return [NUMBER_VALUES[card] for card in cards if is_number(card)]


def without_one(cards: list[int], card: int) -> list[int]:
    """The same cards, one copy of `card` taken away."""
    rest = list(cards)
    rest.remove(card)
    return rest


def subset_sums(values: list[int]) -> set[int]:
    """Sums of all choices of these values, of none of them too."""
    sums = {0}
    for value in values:
        sums = sums | {value + s for s in sums}
    return sums


class Twin:
    def __init__(
        self,
        seats: int,
        options: dict[str, object],
        lot: Callable[[int], int],
        shuffle: Callable[[list[int]], list[int]],
    ) -> None:
        del lot  # R4: no lot is drawn
        self._unshuffled = bool(options.get("unshuffled", False))  # R16
        self._open_hands = bool(options.get("open_hands", False))  # R19
        self._shuffle = shuffle
        numbers = options.get("numbers", "all")
        left_out = options.get("without", [])
        self._loose_aids = bool(options.get("loose_aids", False))  # R9
        most_seats = 6 if options.get("more_seats", False) else 4  # R19
        if not 2 <= seats <= most_seats:
            raise ValueError("R19: number of seats")
        if numbers not in ("all", "no_red", "small_red", "no_green"):
            raise ValueError("R19: numbers")
        if not isinstance(left_out, (list, tuple, set, frozenset)) or any(k not in KINDS for k in left_out):
            raise ValueError("R19: without")

        # The pack: R1, R2, R19.
        pack: list[int] = []
        for value in NUMBER_VALUES:
            if numbers == "no_red" and value < 0:
                continue
            if numbers == "small_red" and value < -2:
                continue
            if numbers == "no_green" and value > 0:
                continue
            pack += [card_of(value)] * 3
        for kind, card in KINDS.items():
            if kind in left_out:
                continue
            if (kind == "red" and numbers == "no_red") or (kind == "green" and numbers == "no_green"):
                continue
            pack += [card] * 2
        unnumbered = [card for card in pack if card in UNNUMBERED]
        if not len(pack) - HAND_SIZE * seats > len(unnumbered):
            raise ValueError("R19: too few cards")

        # R6, R19
        self._targets: set[int] = {"all": {10, -10}, "no_green": {-10}}.get(str(numbers), {10})

        # The deal: T5, R4.
        order = shuffle(sorted(pack))
        self._hands: list[list[int]] = []
        for s in range(seats):
            self._hands.append(order[s * HAND_SIZE : (s + 1) * HAND_SIZE])
        self._stock: list[int] = order[seats * HAND_SIZE :]
        self._discards: list[int] = []
        self._turn_up()

        dealer = options.get("dealt_by", 0)
        assert isinstance(dealer, int)
        self.seat: int = (dealer + 1) % seats  # R4: left of the dealer
        self.over: bool = False
        self._turns = 0
        self._passes = 0
        self._winners: list[int] = []
        self._start_turn()

    # ---- what a turn remembers ----

    def _start_turn(self) -> None:
        self._new_played = False  # R11: number cards only from here
        self._making = False  # a making-ten has begun
        self._total = 0  # its running sum
        self._laid = 0  # cards laid in it
        self._switch_waits = False  # change sign is laid and has not turned its one yet (R10)
        self._top_value = 0  # value of the top the making-ten started from, as read

    # ---- helpers ----

    def _hand(self) -> list[int]:
        return self._hands[self.seat]

    def _top(self) -> int:
        return self._discards[-1]

    def _printed_top(self) -> int:
        """Value of a top that needs no reading: a number card, or 0 for swap and reset (R13, R14)."""
        top = self._top()
        return NUMBER_VALUES[top] if is_number(top) else 0

    def _fill_stock(self) -> None:
        """R16"""
        under = self._discards[:-1]
        if not self._stock and under:
            self._discards = self._discards[-1:]
            self._stock = under if self._unshuffled else list(self._shuffle(sorted(under)))

    def _turn_up(self) -> None:
        """R4, R11: turn cards up until a numbered one shows."""
        while True:
            self._fill_stock()
            card = self._stock.pop(0)
            self._discards.append(card)
            if card not in UNNUMBERED:
                return

    def _lay(self, card: int) -> None:
        self._hand().remove(card)
        self._discards.append(card)

    # ---- can a making-ten still be completed? ----

    def _reachable(self, total: int, hand: list[int], switch_waits: bool) -> bool:
        """Can a target be reached from here with number cards of `hand`, possibly with none of them?

        Totals on the way are free (R6), so only the choice of cards matters and not their order.
        With `switch_waits` exactly one of the cards chosen is laid turned (R10).
        """
        values = number_values(hand)
        if not switch_waits:
            return any(total + s in self._targets for s in subset_sums(values))
        for i, turned in enumerate(values):
            others = values[:i] + values[i + 1 :]
            if any(total - turned + s in self._targets for s in subset_sums(others)):
                return True
        return False

    def _first_steps(self, start: int) -> set[str]:
        """Steps that lay the first card of a making-ten from a top worth `start`."""
        hand = self._hand()
        steps: set[str] = set()
        for card in set(hand):
            rest = without_one(hand, card)
            if is_number(card):
                value = NUMBER_VALUES[card]
                if self._reachable(start + value, rest, False):
                    steps.add(f"add {signed(value)}")
            elif self._new_played:
                continue  # R11, R8: number cards only
            elif card in AIDS_WITH_SIZE:  # R9
                for value in (AIDS_WITH_SIZE[card], -AIDS_WITH_SIZE[card]):
                    if self._reachable(start + value, rest, False):
                        steps.add(f"help {signed(value)}")
            elif card == SWITCH:  # R10: turns the top, or one of the cards laid later
                by_top = self._reachable(-start, rest, False)
                by_later_card = self._reachable(start, rest, True)
                if by_top or by_later_card:
                    steps.add("switch")
        return steps

    def _later_steps(self) -> set[str]:
        """Steps once the first card of the making-ten is laid."""
        hand = self._hand()
        steps: set[str] = set()
        if self._total in self._targets and not self._switch_waits:
            steps.add("stop")  # R6, R10
        if self._switch_waits and self._laid == 1 and self._reachable(-self._top_value, hand, False):
            steps.add("turn")  # R10: at once after the change sign
        for card in set(hand):
            if not is_number(card):
                continue  # R8: a special card only as the first
            value = NUMBER_VALUES[card]
            rest = without_one(hand, card)
            if self._reachable(self._total + value, rest, self._switch_waits):
                steps.add(f"add {signed(value)}")
            if self._switch_waits and self._reachable(self._total - value, rest, False):
                steps.add(f"addturned {signed(value)}")
        return steps

    # ---- the interface ----

    def legal(self) -> set[str]:
        if self.over:
            return set()  # T3
        if self._laid > 0:
            return self._later_steps()
        if self._making:  # the top is read, nothing is laid yet (R7)
            return self._first_steps(self._top_value)

        actions: set[str] = {"draw"}  # R5, R15, R18
        if self._top() in AIDS_WITH_SIZE:  # R7
            size = AIDS_WITH_SIZE[self._top()]
            if self._first_steps(size):
                actions.add("read +")
            if self._first_steps(-size):
                actions.add("read -")
        else:
            actions |= self._first_steps(self._printed_top())
        if self._new_played:
            return actions  # R11, R8: no second special card

        hand = self._hand()
        if NEW in hand:
            actions.add("new")  # R11
        if SWAP in hand:
            actions.add("swap")  # R14
        if RESET in hand:
            actions.add("reset")  # R13
        for value in number_values(hand):  # R12
            if value > 0 and GREEN in hand:
                actions.add(f"green {signed(value)}")
            if value < 0 and RED in hand:
                actions.add(f"red {signed(value)}")
        if self._loose_aids:  # R9
            for card, size in AIDS_WITH_SIZE.items():
                if card in hand:
                    actions.add(f"loose {size}")
        return actions

    def apply(self, action: str) -> None:
        word, _, argument = action.partition(" ")
        if word == "draw":
            self._draw()
        elif word == "read":  # R7
            size = AIDS_WITH_SIZE[self._top()]
            self._begin(size if argument == "+" else -size)
        elif word == "add":
            self._lay_in_ten(card_of(int(argument)), int(argument))
        elif word == "addturned":  # R10
            self._switch_waits = False
            self._lay_in_ten(card_of(int(argument)), -int(argument))
        elif word == "help":  # R9
            self._lay_in_ten(ONE if abs(int(argument)) == 1 else TWO, int(argument))
        elif word == "switch":  # R10
            self._switch_waits = True
            self._lay_in_ten(SWITCH, 0)
        elif word == "turn":  # R10
            self._switch_waits = False
            self._total = -self._top_value
        elif word == "stop":
            self._end_turn()
        elif word == "new":  # R11; as last card it wins and nothing is turned up (R17)
            self._lay(NEW)
            if self._hand():
                self._turn_up()
                self._new_played = True
            else:
                self._end_turn()
        elif word == "swap":  # R14; as last card it wins and no hand moves (R17)
            self._lay(SWAP)
            if self._hand():
                self._hands = self._hands[1:] + self._hands[:1]
            self._end_turn()
        elif word == "reset":  # R13
            self._lay(RESET)
            self._end_turn()
        elif word in ("green", "red"):  # R12
            self._lay(GREEN if word == "green" else RED)
            self._lay(card_of(int(argument)))
            self._end_turn()
        elif word == "loose":  # R9
            self._lay(ONE if argument == "1" else TWO)
            self._end_turn()
        else:
            raise ValueError(f"T4: {action}")

    def facts(self) -> dict[str, object]:
        return {
            "seat": self.seat,
            "over": self.over,
            "hands": [sorted(hand) for hand in self._hands],
            "seen": [sorted(hand) if self._open_hands else None for hand in self._hands],
            "stock": list(self._stock),
            "discards": list(self._discards),
            "total": self._total,
            "turns": self._turns,
            "passes": self._passes,
            "winners": list(self._winners),
        }

    def scores(self) -> list[int]:
        return [-len(hand) for hand in self._hands]

    # ---- steps ----

    def _begin(self, top_value: int) -> None:
        self._making = True
        self._top_value = top_value
        self._total = top_value  # R6

    def _lay_in_ten(self, card: int, counts: int) -> None:
        if not self._making:
            self._begin(self._printed_top())
        self._lay(card)
        self._laid += 1
        self._total += counts
        if not self._hand():
            self._end_turn()  # R17

    def _draw(self) -> None:
        self._fill_stock()  # R16
        if self._stock:
            self._hand().append(self._stock.pop(0))  # R15
            self._end_turn()
        else:
            self._end_turn(passed=True)  # R18

    def _end_turn(self, passed: bool = False) -> None:
        self._turns += 1
        self._passes = self._passes + 1 if passed else 0
        self._start_turn()
        if not self._hand():  # R17: comes before everything else
            self.over = True
            self._winners = [self.seat]
        elif self._passes == len(self._hands) or self._turns == LAST_TURN:  # R18
            self.over = True
            fewest = min(len(hand) for hand in self._hands)
            self._winners = [s for s, hand in enumerate(self._hands) if len(hand) == fewest]
        else:
            self.seat = (self.seat + 1) % len(self._hands)  # R4, R14
