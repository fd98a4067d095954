"""The clauses of Koomi, one test each at least; the rulebook's own examples first."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from steps import steps

from brelan import replay
from brelan.core import dice
from brelan.core.errors import BadSetup
from brelan.core.game import game
from brelan.core.position import Position, guess_from
from brelan.core.table import Table
from brelan.games.koomi.cards import NAMES

GAME = game("koomi")
ID = GAME.rules.ACTIONS.ids
KINDS = NAMES[18:]
JOKERS = ("new", "swap", "reset", "green +4", "red -4")


def types(cards: str) -> list[int]:
    return [NAMES.index(card) for card in cards.split()]


def names(cards: Sequence[int]) -> str:
    return " ".join(NAMES[card] for card in cards)


def dealt(seats: int, **options: Any) -> Position:
    return Position(GAME, seats, GAME.check_options(seats, options), dice.new(11))


def table(hands: Sequence[str], top: str = "+8", stock: str = "+1 +1 -1", under: str = "", **options: Any) -> Position:
    """A position with these hands, discards (the top last) and stock (next card first), seat 0 to play."""
    position = dealt(len(hands), **options)
    s = position.state
    s.seat, s.known[:], s.discards[:], s.stock[:], s.hands[:] = 0, 0, 0, 0, 0
    for seat, hand in enumerate(hands):
        s.held[seat] = len(types(hand))
        for card in types(hand):
            s.hands[seat, card] += 1
    discards, rest = [*types(under), *types(top)], types(stock)[::-1]
    s.down, s.left = len(discards), len(rest)
    s.discards[: len(discards)], s.stock[: len(rest)] = discards, rest
    s.mixed[:] = [rest.count(card) for card in range(26)]
    position.refresh()
    return position


def allowed(position: Position) -> list[str]:
    return [GAME.rules.ACTIONS.texts[action] for action in position.actions[: position.count]]


def play(position: Position, *actions: str) -> Position:
    for action in actions:
        assert position.why_not(ID[action]) == 0, f"{action} is not allowed"
        position.play(ID[action])
    return position


def why_not(position: Position, action: str) -> int:
    return position.why_not(ID[action])


def hand(position: Position, seat: int) -> str:
    return names([card for card in range(26) for _ in range(position.state.hands[seat, card])])


def discards(position: Position) -> str:
    return names(position.state.discards[: position.state.down].tolist())


def stock(position: Position) -> str:
    return names(position.state.stock[: position.state.left].tolist()[::-1])


def laid_in_order(seats: int, hands: str, after: str) -> Table:
    """A table dealt from an order: these hands, then these cards, then the rest of the pack."""
    first = types(hands) + types(after)
    rest = Counter(card for card in range(26) for _ in range(3 if card < 18 else 2)) - Counter(first)
    return Table("koomi", seats, seed=1, order=[*first, *sorted(rest.elements())])


# the cards


def test_r01_three_of_each_number() -> None:
    pack = _pack(3)
    assert all(pack[card] == 3 for card in range(18))
    assert sum(pack.values()) == 70


def test_r02_two_of_each_special_card() -> None:
    pack = _pack(3)
    assert all(pack[NAMES.index(kind)] == 2 for kind in KINDS)
    assert len(KINDS) == 8


def _pack(seats: int, **options: Any) -> Counter[int]:
    s = dealt(seats, **options).state
    held = [card for seat in range(seats) for card in range(26) for _ in range(s.hands[seat, card])]
    return Counter([*held, *s.stock[: s.left].tolist(), *s.discards[: s.down].tolist()])


@pytest.mark.parametrize("numbered", [*NAMES[:18], "one", "two", "swap", "reset"])
def test_r03_a_numbered_card_stays_on_top_the_others_do_not(numbered: str) -> None:
    hands = "+1 +2 +3 +4 +5 +6 -1 -2 -3 -4 -5 -6"
    position = laid_in_order(2, hands, f"switch new green red {numbered}").position
    assert discards(position) == f"switch new green red {numbered}"


@pytest.mark.parametrize(("top", "value"), [("swap", 0), ("reset", 0), ("+7", 7), ("-9", -9)])
def test_r03_what_the_numbered_cards_count(top: str, value: int) -> None:
    position = table(["+9 +9 +1 +1 -9 -8 -1 -2 +3 +5", "+1"], top)
    play(position, allowed(position)[1])
    assert position.state.start == value


# a turn


def test_r04_six_cards_each_seat_0_first_then_one_turned_up() -> None:
    position = laid_in_order(2, "+1 +1 +1 +2 +2 +2 -1 -1 -1 -2 -2 -2", "+9 -9 -8").position
    assert hand(position, 0) == "+1 +1 +1 +2 +2 +2"
    assert hand(position, 1) == "-2 -2 -2 -1 -1 -1"
    assert discards(position) == "+9"
    assert stock(position).startswith("-9 -8")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r04_the_seat_after_the_dealer_begins_and_play_is_clockwise(seats: int) -> None:
    position = dealt(seats)
    for turn in range(2 * seats):
        assert position.seat == (1 + turn) % seats
        play(position, "draw")
    assert position.state.held[:seats].tolist() == [8] * seats


@pytest.mark.parametrize("dealer", range(3))
def test_r04_whoever_deals_the_seat_after_it_begins(dealer: int) -> None:
    made = Table("koomi", 3, seed=4, dealt_by=dealer)
    assert (made.seat, made.view()["dealer"]) == ((dealer + 1) % 3, dealer)
    again = replay(made.notation())
    assert (again.seat, again.options["dealt_by"]) == (made.seat, dealer)
    with pytest.raises(BadSetup, match="R4"):
        Table("koomi", 3, dealt_by=3)


def test_r04_in_a_series_the_deal_passes_clockwise() -> None:
    options = [GAME.later_options(3, {"dealt_by": 1}, games)["dealt_by"] for games in range(5)]
    assert options == [1, 2, 0, 1, 2]
    assert GAME.later_options(2, {}, 1) == {"dealt_by": 1}


def test_r04_special_cards_turned_up_have_no_effect() -> None:
    position = laid_in_order(2, "+1 +1 +1 +2 +2 +2 -1 -1 -1 -2 -2 -2", "new switch swap").position
    assert (discards(position), position.seat) == ("new switch swap", 1)
    assert hand(position, 0) == "+1 +1 +1 +2 +2 +2"


def test_r05_make_ten_play_a_special_card_or_draw_as_one_likes() -> None:
    position = table(["+2 reset", "+1"], "+8")
    assert allowed(position) == ["draw", "add +2", "reset"]


def test_r05_a_ten_once_begun_is_finished() -> None:
    position = play(table(["+1 +1 reset -9", "+1"], "+8"), "add +1")
    assert why_not(position, "draw") == 5
    position = play(table(["+9 -9 new reset swap green +4 red -4", "+1"], "one"), "read +")
    for action in ("draw", *JOKERS):
        assert why_not(position, action) == 5


def test_r06_the_rulebooks_first_example() -> None:
    position = table(["+8 +6 +5 -7 -3 one", "+1"], "-5")
    play(position, "help +1", "add +6", "add +8")
    assert position.state.total == 10
    play(position, "stop")
    assert (discards(position), position.seat) == ("-5 one +6 +8", 1)
    assert hand(position, 0) == "-7 -3 +5"


def test_r06_the_rulebooks_second_example_has_a_ten_after_all() -> None:
    position = table(["+4 +3 -3 -8 -7 switch", "+1"], "+8")
    play(position, "add -3", "add -8", "add -7", "stop")
    assert discards(position) == "+8 -3 -8 -7"


@pytest.mark.parametrize(("hand_", "steps"), [("+4 +6", ["add +4", "add +6"]), ("-9 -1", ["add -9", "add -1"])])
def test_r06_from_a_reset_both_tens_can_be_made(hand_: str, steps: list[str]) -> None:
    position = play(table([f"{hand_} +9", "+1"], "reset"), *steps)
    assert abs(position.state.total) == 10
    assert "stop" in allowed(position)


def test_r06_only_exactly_ten_ends_it() -> None:
    position = play(table(["+1 +1 +5 -5", "+1"], "+8"), "add +1")
    assert why_not(position, "stop") == 6
    assert why_not(play(position, "add +1"), "stop") == 0


def test_r06_at_least_one_card_is_laid() -> None:
    assert why_not(table(["+2 +3", "+1"], "+8"), "stop") == 6


def test_r06_totals_on_the_way_are_free_even_ten_itself() -> None:
    position = play(table(["+2 +9 -9 +5", "+1"], "+8"), "add +2")
    assert allowed(position) == ["add -9", "add +9", "stop"]
    play(position, "add +9")
    assert position.state.total == 19
    play(position, "add -9", "stop")
    assert discards(position) == "+8 +2 +9 -9"


def test_r06_a_card_that_leads_nowhere_is_refused() -> None:
    position = table(["+2 +3 +4", "+1"], "+8")
    assert allowed(position) == ["draw", "add +2"]
    assert why_not(position, "add +3") == 6


def test_r06_the_order_is_the_players_choice() -> None:
    for first, last in (("+4", "+6"), ("+6", "+4")):
        position = play(table(["+4 +6 -9", "+1"], "reset"), f"add {first}", f"add {last}", "stop")
        assert discards(position).endswith(last)


@pytest.mark.parametrize(
    ("aid", "sign", "card"), [("one", "+", "+9"), ("one", "-", "-9"), ("two", "+", "+8"), ("two", "-", "-8")]
)
def test_r07_an_aid_on_top_is_read_with_either_sign(aid: str, sign: str, card: str) -> None:
    position = table([f"{card} +5", "+1"], aid)
    assert allowed(position) == ["draw", f"read {sign}"]
    play(position, f"read {sign}", f"add {card}", "stop")
    assert position.seat == 1


def test_r07_whatever_was_read_before() -> None:
    position = table(["two -3", "-8 +5"], "+8")
    play(position, "help +2", "stop")
    assert allowed(position) == ["draw", "read -"]


def test_r07_it_is_read_before_a_card_is_laid_and_only_once() -> None:
    position = table(["+9 -9 +1 +1 switch", "+1"], "one")
    for action in ("add +9", "switch"):
        assert why_not(position, action) == 7
    play(position, "read +")
    assert why_not(position, "read -") == 7
    assert why_not(table(["+2 +3", "+1"], "+8"), "read +") == 7
    assert why_not(table(["+2 +3", "+1"], "one"), "read +") == 6


def test_r07_reading_is_not_playing_a_special_card() -> None:
    position = play(table(["two +7 -9", "+1"], "one"), "read +", "help +2", "add +7", "stop")
    assert discards(position) == "one two +7"


@pytest.mark.parametrize(
    ("hand", "top", "first"),
    [
        ("+1 +3 -1", "+9", ["add +1"]),  # -1 before +3 would need another -1
        ("-1 -3 +1", "-9", ["add -1"]),
        ("+2 +5 -2", "+8", ["add +2"]),
        ("+9 +3 -9", "+7", ["add +3", "add +9", "add -9"]),
    ],
)
def test_r06_a_card_laid_is_not_there_for_the_rest_of_the_way(hand: str, top: str, first: list[str]) -> None:
    assert sorted(action for action in allowed(table([hand, "+6"], top)) if action.startswith("add")) == sorted(first)


def test_r08_a_special_card_comes_first() -> None:
    position = play(table(["+1 +1 one two switch new swap reset green red +4 -4", "+1"], "+8"), "add +1")
    for action in ("help +1", "help -2", "switch", *JOKERS):
        assert why_not(position, action) == 8


def test_r08_at_most_one_special_card_a_turn() -> None:
    position = play(table(["one two switch reset +1 +1", "+1"], "+8"), "help +1")
    for action in ("help +2", "switch", "reset"):
        assert why_not(position, action) == 8
    assert allowed(position) == ["add +1"]


def test_r09_the_rulebooks_third_example_an_aid_alone_makes_ten() -> None:
    position = play(table(["two +5", "+1"], "+8"), "help +2", "stop")
    assert discards(position) == "+8 two"


def test_r09_an_aid_counts_with_the_sign_chosen_and_does_nothing_alone() -> None:
    assert allowed(table(["one +7 -9", "+1"], "+4")) == ["draw", "help -1"]
    assert allowed(table(["one +3", "+1"], "+5")) == ["draw"]
    assert why_not(table(["one +3", "+1"], "+5"), "help +1") == 6
    assert why_not(table(["one +3", "+1"], "+5"), "loose 1") == 9


def test_r09_option_loose_aids_lays_one_alone() -> None:
    position = table(["one two +3", "-9 +5"], "+5", loose_aids=True)
    assert allowed(position) == ["draw", "help +2", "loose 1", "loose 2"]
    play(position, "loose 1")
    assert (position.seat, allowed(position)) == (1, ["draw", "read -"])
    position = play(table(["+1 +1 one", "+1"], "+8", loose_aids=True), "add +1")
    assert why_not(position, "loose 1") == 8


@pytest.mark.parametrize(
    ("turned", "others", "total"),
    [("+3", "-8 -7", -10), ("-7", "+3 -8", 10), ("-3", "+4 +3 -8", 10), ("-8", "+4 -3 -7", 10)],
)
def test_r10_the_four_ways_of_the_rulebooks_second_example(turned: str, others: str, total: int) -> None:
    for place in range(len(others.split()) + 1):  # the turned card in any place
        steps = [f"add {card}" for card in others.split()]
        steps.insert(place, f"addturned {turned}")
        position = play(table(["+4 +3 -3 -8 -7 switch", "+1"], "+8"), "switch", *steps)
        assert position.state.total == total
        play(position, "stop")


def test_r10_the_top_can_be_turned_at_once_and_only_then() -> None:
    position = play(table(["switch -2 +4 -9", "+1"], "+8"), "switch")
    assert "turn" in allowed(position)
    play(position, "turn")
    assert position.state.total == -8
    play(position, "add -2", "stop")
    position = play(table(["switch +1 -1 +5", "+1"], "+8"), "switch", "add +1")
    assert why_not(position, "turn") == 10


@pytest.mark.parametrize("zero", ["swap", "reset"])
def test_r10_a_zero_can_be_turned_too(zero: str) -> None:
    position = play(table(["switch +4 +6 -9", "+1"], zero), "switch", "turn", "add +4", "add +6", "stop")
    assert discards(position) == f"{zero} switch +4 +6"


def test_r10_an_aid_on_top_is_turned_as_read() -> None:
    position = play(table(["switch +8 -9", "+1"], "two"), "read -", "switch", "turn")
    assert position.state.total == 2


def test_r10_it_turns_exactly_one() -> None:
    position = play(table(["switch +2 +3 +3 -9", "+1"], "+8"), "switch", "add +2")
    assert (int(position.state.total), why_not(position, "stop")) == (10, 10)
    assert allowed(position) == ["add +3", "addturned +3"]
    assert why_not(table(["+2 -2", "+1"], "+8"), "addturned -2") == 10
    assert why_not(table(["+2 -2", "+1"], "+8"), "turn") == 10
    position = play(table(["switch -2 +5 -5", "+1"], "+8"), "switch", "addturned -2")
    assert why_not(position, "addturned -5") == 10


def test_r06_while_a_change_of_sign_waits_a_card_that_leads_nowhere_is_refused() -> None:
    position = play(table(["+1 +1 -5 +6 switch", "+1"], "+3"), "switch")
    assert allowed(position) == ["add +1", "addturned -5"]
    for action in ("add -5", "add +6", "addturned +1", "addturned +6"):
        assert why_not(position, action) == 6


def test_r10_afterwards_every_card_has_its_printed_value_again() -> None:
    position = play(table(["switch -2 +5", "-8 +3"], "+8"), "switch", "addturned -2", "stop")
    assert discards(position).endswith("-2")
    assert allowed(position) == ["draw", "add -8"]  # -2 - 8, not 2 - 8
    position = play(table(["switch -2 +5", "-8 +3"], "+8"), "switch", "turn", "add -2", "stop")
    assert (int(position.state.turned), int(position.state.waits)) == (0, 0)


def test_r11_a_new_card_turns_up_a_top_and_the_same_seat_goes_on() -> None:
    position = table(["new +1 -9 one reset", "+1"], "+8", stock="switch green +9 -3")
    play(position, "new")
    assert (position.seat, discards(position)) == (0, "+8 new switch green +9")
    assert allowed(position) == ["draw", "add +1"]
    for action in ("help +1", "reset"):
        assert why_not(position, action) == 8
    play(position, "add +1", "stop")
    assert position.seat == 1


def test_r11_or_draws_and_reads_an_aid() -> None:
    position = play(table(["new +9 +3", "+1"], "+8", stock="one -3"), "new")
    assert allowed(position) == ["draw", "read +"]
    play(position, "draw")
    assert (hand(position, 0), position.seat) == ("-3 +3 +9", 1)


def test_r11_after_reading_only_number_cards() -> None:
    position = play(table(["new +9 two switch", "+1"], "+8", stock="one -3"), "new", "read +")
    assert allowed(position) == ["add +9"]


def test_r11_when_the_stock_runs_out_it_is_made_anew() -> None:
    position = play(table(["new +3", "+1"], "+8", stock="green", under="+2"), "new")
    s = position.state
    assert NAMES[s.discards[s.down - 1]] in ("+2", "+8")
    assert sorted(f"{discards(position)} {stock(position)}".split()) == sorted(["+2", "+8", "new", "green"])


@pytest.mark.parametrize(("kind", "fitting", "other"), [("green", "+4", "-4"), ("red", "-4", "+4")])
def test_r12_any_green_and_any_red_lay_a_number_whatever_the_top(kind: str, fitting: str, other: str) -> None:
    position = table([f"{kind} {fitting} {other}", "+1"], "reset")
    assert allowed(position) == ["draw", f"{kind} {fitting}"]
    play(position, f"{kind} {fitting}")
    assert (discards(position), position.seat) == (f"reset {kind} {fitting}", 1)
    assert allowed(table([f"{kind} {other}", "+1"], "reset")) == ["draw"]
    assert why_not(table([f"{kind} {other}", "+1"], "reset"), f"{kind} {fitting}") == 102


def test_r13_reset_makes_the_top_count_0_and_ends_the_turn() -> None:
    position = play(table(["reset +3", "+4 +6 -1"], "+8"), "reset")
    assert position.seat == 1
    play(position, "add +4", "add +6", "stop")


def test_r14_every_seat_gets_the_hand_of_the_seat_after_it() -> None:
    position = play(table(["swap +1", "+2 +2", "+3 +3 +3"], "+8"), "swap")
    assert [hand(position, seat) for seat in range(3)] == ["+2 +2", "+3 +3 +3", "+1"]
    assert position.state.held[:3].tolist() == [2, 3, 1]
    assert position.seat == 1
    assert allowed(position) == ["draw"]  # from 0 with three threes
    assert discards(position) == "+8 swap"


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_r14_with_any_number_of_seats_all_hands_and_their_sizes_move_on(seats: int) -> None:
    hands = [" ".join([f"+{seat}"] * (seat % 3 + 1)) for seat in range(1, seats)]
    position = play(table(["swap +9", *hands], "+8", more_seats=seats > 4), "swap")
    assert [hand(position, seat) for seat in range(seats)] == [*hands, "+9"]
    assert position.state.held[:seats].tolist() == [len(one.split()) for one in [*hands, "+9"]]


def known(position: Position, seat: int, other: int) -> str:
    row = position.view(seat)[0].known[other]
    return names([card for card in range(26) for _ in range(max(0, row[card]))])


def test_r14_each_seat_knows_the_hand_it_gave_away_as_far_as_it_goes() -> None:
    position = play(table(["swap +1 -1", "+2 +2 +9", "+3 +8 one"], "+8"), "swap")
    assert [known(position, seat, (seat - 1) % 3) for seat in range(3)] == ["-1 +1", "+2 +2 +9", "+3 +8 one"]
    assert [known(position, seat, (seat + 1) % 3) for seat in range(3)] == ["", "", ""]
    play(position, "draw")  # seat 1 holds +3 +8 one and a card seat 2 does not know
    assert known(position, 2, 1) == "+3 +8 one"
    play(position, "draw", "draw")
    assert position.seat == 1
    position.state.discards[position.state.down - 1] = NAMES.index("+2")
    position.refresh()
    play(position, "add +8", "stop")
    assert known(position, 2, 1) == "+3 one"


def test_r14_what_is_known_moves_on_with_the_hands() -> None:
    position = play(table(["swap +1 +1", "swap +2", "+3", "+4"], "+8"), "swap")
    assert known(position, 0, 3) == "+1 +1"
    position.state.hands[1, NAMES.index("swap")] += 1
    position.state.held[1] += 1
    position.refresh()
    play(position, "swap")
    assert hand(position, 2) == "+1 +1"
    assert known(position, 0, 2) == "+1 +1"  # given away two swaps ago
    assert known(position, 3, 2) == "+1 +1"  # and one swap ago
    assert known(position, 1, 3) == known(position, 0, 3) == "+2 swap"  # round the table, too
    assert known(position, 1, 2) == ""
    for seat in range(4):
        guessed: Any = guess_from(GAME, position.view(seat), seat, dice.new(5))[0]
        for other in range(4):
            certain = Counter(known(position, seat, other).split())
            assert not certain - Counter(names([c for c in range(26) for _ in range(guessed.hands[other, c])]).split())


def test_r15_a_drawn_card_is_not_played_at_once() -> None:
    position = play(table(["+5", "+1"], "+8", stock="+2 +1"), "draw")
    assert (hand(position, 0), position.seat) == ("+2 +5", 1)


def test_r16_the_top_stays_and_the_others_are_a_new_stock() -> None:
    position = play(table(["+5", "+1"], "+8", stock="", under="+2 +3 reset -4"), "draw")
    assert discards(position) == "+8"
    left = f"{stock(position)} {hand(position, 0)}".split()
    assert sorted(left) == sorted(["+2", "+3", "reset", "-4", "+5"])


def test_r16_shuffled_every_order_comes_up() -> None:
    orders = set()
    for seed in range(60):
        position = table(["+5", "+1"], "+8", stock="", under="+2 +3 -4")
        position.dice[:] = dice.new(seed)
        play(position, "draw")
        orders.add(f"{hand(position, 0)} {stock(position)}")
    assert len(orders) == 6


def test_r16_unshuffled_the_first_card_laid_is_the_next_to_draw_and_all_know_it() -> None:
    position = table(["+5", "+1"], "+8", stock="", under="+2 +3 -4 reset", unshuffled=True)
    play(position, "draw")
    assert (hand(position, 0), stock(position), discards(position)) == ("+2 +5", "+3 -4 reset", "+8")
    play(position, "draw")
    for seed in range(20):
        for seat in range(2):
            guessed = guess_from(GAME, position.view(seat), seat, dice.new(seed))[0]
            assert guessed.stock[:2].tolist() == types("reset -4")
            assert guessed.hands[0, types("+2")[0]] >= 1  # whoever saw it lie knows where it went
            assert guessed.hands[1, types("+3")[0]] >= 1
    assert position.view(-1)[0].stock.tolist() == [-1] * 70


@pytest.mark.parametrize("unshuffled", [False, True])
def test_r16_nobody_knows_a_stock_before_it_lay_open_nor_one_that_was_shuffled(unshuffled: bool) -> None:
    position = Table("koomi", 2, unshuffled=unshuffled).position
    if not unshuffled:
        position = play(table(["+5", "+1"], "+8", stock="", under="+2 +3 -4 reset"), "draw")
    assert {value for seat in (-1, 0, 1) for value in position.view(seat)[0].stock.tolist()} == {-1}


def test_r14_nothing_is_told_of_a_hand_that_nobody_gave_away() -> None:
    position = table(["+5", "+1"], "+8")
    assert {value for seat in (0, 1) for value in position.view(seat)[0].known.ravel().tolist()} == {-1}


# the end


def test_r17_the_last_card_of_a_ten_wins_at_once() -> None:
    position = play(table(["+3 +7", "+1 +2"], "reset"), "add +3", "add +7")
    assert (position.over, position.seat, position.scores()) == (17, 0, [0, -2])
    assert allowed(position) == []
    assert why_not(position, "draw") == 103


@pytest.mark.parametrize("last", ["new", "swap", "reset"])
def test_r17_a_joker_as_the_last_card_wins_before_it_does_anything(last: str) -> None:
    position = play(table([last, "+1 +2"], "+8", stock="+9"), last)
    assert (position.over, position.scores()) == (17, [0, -2])
    assert (discards(position), stock(position)) == (f"+8 {last}", "+9")


@pytest.mark.parametrize("pair", ["green +5", "red -5"])
def test_r17_so_does_a_pair(pair: str) -> None:
    assert play(table([pair, "+1"], "+8"), pair).over == 17


def test_r17_and_an_aid() -> None:
    assert play(table(["two", "+1"], "+8"), "help +2").over == 17
    assert play(table(["one", "+1"], "+8", loose_aids=True), "loose 1").over == 17


def test_r18_with_nothing_to_draw_a_turn_is_a_pass_and_a_round_of_them_ends_the_game() -> None:
    position = play(table(["+5 +5", "+1 +1", "+1 +1"], "+2", stock=""), "draw", "draw")
    assert (hand(position, 0), int(position.state.passes), position.over) == ("+5 +5", 2, 0)
    play(position, "draw")
    assert (position.over, position.scores()) == (18, [-2, -2, -2])


def test_r18_a_turn_that_is_no_pass_begins_the_count_again() -> None:
    position = play(table(["+5 +5", "reset +1 +1", "+1 +1"], "+2", stock=""), "draw", "reset")
    assert position.state.passes == 0
    play(position, "draw")
    assert (stock(position), hand(position, 2)) == ("", "+1 +1 +2")


def test_r18_after_400_turns_the_fewest_cards_win_and_ties_share() -> None:
    people = Table("koomi", 3, seed=3)
    people.position = table(["+5 +5", "+1", "+2"], "reset", stock="+1 +1 +1")
    people.position.state.turns = 399
    people.play("draw")
    assert people.outcome is not None
    assert (people.outcome.clause, people.outcome.winners, people.outcome.scores) == ("R18", [1, 2], [-3, -1, -1])
    assert people.events[-1].public == {"winners": [1, 2], "count": 1}


def test_r18_a_game_of_drawing_ends() -> None:
    position = dealt(4)
    turns = 0
    for _ in steps(lambda: position.count):
        play(position, "draw")
        turns += 1
    assert position.over == 18
    assert turns == int(position.state.turns) < 60


# options


@pytest.mark.parametrize(
    ("numbers", "red", "green", "missing", "target"),
    [
        ("all", 27, 27, [], [10, -10]),
        ("no_red", 0, 27, ["red"], [10]),
        ("small_red", 6, 27, [], [10]),
        ("no_green", 27, 0, ["green"], [-10]),
    ],
)
def test_r19_which_numbers_are_used(numbers: str, red: int, green: int, missing: list[str], target: list[int]) -> None:
    pack = _pack(2, numbers=numbers)
    assert sum(pack[card] for card in range(9)) == red
    assert sum(pack[card] for card in range(9, 18)) == green
    assert [kind for kind in KINDS if not pack[NAMES.index(kind)]] == missing
    if numbers == "small_red":
        assert {NAMES[card] for card in pack if card < 9} == {"-2", "-1"}
    for total in (10, -10):
        steps = ["add +4", "add +6"] if total > 0 else ["add -4", "add -6"]
        position = table(["+4 +6 -4 -6 +1", "+1"], "reset", numbers=numbers)
        assert (steps[0] in allowed(position)) == (total in target)
        if total in target:
            play(position, *steps, "stop")


def test_r19_open_hands_are_seen_by_all() -> None:
    position = table(["+4 +6", "-1 new"], "reset", open_hands=True)
    for viewer in (-1, 0, 1):
        shown = position.view(viewer)[0].hands
        assert (shown[:2] == position.state.hands[:2]).all()
    hidden = table(["+4 +6", "-1 new"], "reset").view(0)[0].hands[1]
    assert (hidden == -1).all()


@pytest.mark.parametrize("kind", KINDS)
def test_r19_any_kind_of_special_card_can_be_left_out(kind: str) -> None:
    pack = _pack(2, without=kind)
    assert [name for name in KINDS if not pack[NAMES.index(name)]] == [kind]


def test_r19_options_go_together() -> None:
    pack = _pack(3, numbers="no_green", without="one,two,red", open_hands=True, loose_aids=True)
    assert sum(pack.values()) == 27 + 4 * 2
    assert {NAMES[card] for card in pack if card >= 18} == {"switch", "new", "swap", "reset"}


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (5, {}),
        (6, {}),
        (5, {"numbers": "no_red", "without": "one,two,swap,reset", "more_seats": True}),
        (6, {"numbers": "no_red", "more_seats": True}),
        (6, {"numbers": "no_green", "without": "switch,new,red", "more_seats": True}),
    ],
)
def test_r19_too_few_cards_left_or_too_many_seats_are_refused(seats: int, options: dict[str, Any]) -> None:
    with pytest.raises(BadSetup, match="R19"):
        Table("koomi", seats, **options)


def test_r19_more_seats() -> None:
    for seats in (5, 6):
        position = dealt(seats, more_seats=True)
        assert position.state.held[:seats].tolist() == [6] * seats
