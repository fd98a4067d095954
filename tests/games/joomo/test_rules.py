"""The clauses of Joomo, one test each at least; the rulebook's own examples first."""

from collections.abc import Sequence
from typing import Any

import pytest
from steps import steps

from brelan.core import dice
from brelan.core.errors import IllegalAction
from brelan.core.game import game
from brelan.core.position import Position
from brelan.core.table import Table

GAME = game("joomo")
ID = GAME.rules.ACTIONS.ids
DEALER = -1
DOUBLES = (0, 11, 22, 33, 44, 55, 66)
TENS = (0, 10, 20, 30, 40, 50, 60)


def dealt(seats: int, seed: int = 11, **options: Any) -> Position:
    return Position(GAME, seats, GAME.check_options(seats, options), dice.new(seed))


def table(
    hands: Sequence[Sequence[int]], *actions: str, points: Sequence[int] = (), seats: int = 0, **options: Any
) -> Position:
    """A position with these hands in which seat 0 leads, after these actions; all other cards are aside or taken.

    With more `seats` than hands the others hold cards from the top of the pack.
    """
    seats = max(seats, len(hands))
    position = dealt(seats, **options)
    s = position.state
    rest = [card for card in range(10 * seats + 10) if not any(card in hand for hand in hands)]
    given = [*hands, *([rest.pop(), rest.pop()] for _ in range(seats - len(hands)))]
    for seat, hand in enumerate(given):
        assert len(set(hand)) == len(hand) <= 10
        s.held[seat], s.hands[seat] = len(hand), 0
        s.hands[seat, : len(hand)] = sorted(hand)
    s.seat, s.aside[:10], s.gone = 0, rest[:10], len(rest) - 10
    s.taken[: s.gone] = rest[10:]
    s.points[: len(points)] = points
    position.refresh()
    play(position, *actions)
    return position


def allowed(position: Position) -> list[str]:
    return [GAME.rules.ACTIONS.texts[action] for action in position.actions[: position.count]]


def play(position: Position, *actions: str) -> None:
    for action in actions:
        assert position.why_not(ID[action]) == 0, f"{action} is not allowed"
        position.play(ID[action])


def limits(position: Position) -> list[int]:
    return [int(limit) for limit in position.state.limits[: position.state.limited]]


def hand(position: Position, seat: int) -> list[int]:
    return [int(card) for card in position.state.hands[seat, : position.state.held[seat]]]


def people(position: Position) -> Table:
    """A table of people at a position."""
    found = Table("joomo", position.seats, seed=1, **position.options)
    found.position = position
    return found


# the cards and the deal


@pytest.mark.parametrize(("seats", "highest"), [(2, 29), (3, 39), (4, 49), (5, 59), (6, 69)])
def test_r01_cards_from_00_up_to_ten_times_the_seats_and_ten_more(seats: int, highest: int) -> None:
    s = dealt(seats).state
    cards = [int(card) for seat in range(seats) for card in s.hands[seat]] + s.aside[:10].tolist()
    assert sorted(cards) == list(range(highest + 1))


def test_r02_ten_cards_each_and_ten_aside_that_nobody_sees() -> None:
    position = dealt(4)
    assert position.state.held[:4].tolist() == [10] * 4
    for seat in (-1, 0, 1, 2, 3):
        assert (position.view(seat)[0].aside == -1).all()
    assert "aside" not in people(position).view(0)


def test_r02_an_order_of_cards_and_a_dealer_fix_the_deal() -> None:
    found = Table("joomo", 2, seed=1, order=[*range(29, -1, -1)], dealer=1)
    s = found.position.state
    assert (s.hands[0].tolist(), s.hands[1].tolist()) == ([*range(20, 30)], [*range(10, 20)])
    assert (int(s.dealer), found.seat) == (1, 0)
    assert s.aside[:10].tolist() == [*range(9, -1, -1)]


def test_r02_the_first_dealer_is_drawn_by_lot() -> None:
    assert {int(dealt(3, seed).state.dealer) for seed in range(30)} == {0, 1, 2}


@pytest.mark.parametrize("seed", range(8))
def test_r03_left_of_the_dealer_leads_and_play_goes_clockwise(seed: int) -> None:
    position = dealt(3, seed)
    lead = (int(position.state.dealer) + 1) % 3
    assert position.seat == lead
    play(position, allowed(position)[0])
    assert position.seat == (lead + 1) % 3


# a trick


def test_r04_the_lead_is_any_card_the_first_limit_and_worth_one() -> None:
    position = table([[3, 11, 15, 20], [1, 2]])
    assert allowed(position) == ["lay 3", "lay 11", "lay 15", "lay 20"]
    assert position.why_not(ID["pass"]) == 4
    play(position, "lay 3")
    assert (limits(position), int(position.state.worth)) == ([3], 1)


def test_r05_the_second_card_is_any_card_and_may_not_be_refused() -> None:
    position = table([[7, 8], [1, 15, 22], [3]], "lay 7")
    assert allowed(position) == ["lay 1", "lay 15", "lay 22"]
    assert position.why_not(ID["pass"]) == 5
    play(position, "lay 22")
    assert limits(position) == [7, 22]


def test_r05_not_even_where_the_lead_was_a_last_card() -> None:
    position = table([[7], [1, 15], [3, 4]], "lay 7")
    assert allowed(position) == ["lay 1", "lay 15"]


def test_r05_with_the_option_the_next_to_lay_lays_the_second_limit() -> None:
    position = table([[7, 8], [1, 15], [3, 30]], "lay 7", "pass", second_may_pass=True)
    assert (position.seat, limits(position)) == (2, [7])
    play(position, "lay 30")
    assert limits(position) == [7, 30]


def test_r05_with_the_option_the_leader_may_take_a_trick_of_one_card() -> None:
    position = table([[10, 8], [1, 15], [3, 30]], "lay 10", "pass", "pass", second_may_pass=True)
    assert (position.seat, position.state.won[:3].tolist()) == (0, [2, 0, 0])


@pytest.mark.parametrize("order", [("lay 27", "lay 32"), ("lay 32", "lay 27")])
def test_r06_the_gap_is_strictly_between_the_limits_in_either_order(order: tuple[str, str]) -> None:
    lead, second = (int(said.split()[1]) for said in order)
    position = table([[lead, 1], [second, 2], [26, 28, 30, 31, 34]], *order)
    assert allowed(position) == ["lay 28", "lay 30", "lay 31", "pass"]
    assert position.why_not(ID["lay 26"]) == position.why_not(ID["lay 34"]) == 6
    play(position, "lay 30")
    assert limits(position) == [lead, second]


def test_r06_the_rulebooks_example_28_and_30_stay_in_hand() -> None:
    position = table([[27, 1], [32, 2], [28, 30, 31]], "lay 27", "lay 32")
    assert allowed(position) == ["lay 28", "lay 30", "lay 31", "pass"]
    play(position, "lay 31", "pass", "pass")
    assert position.state.won[:3].tolist() == [0, 0, 1]
    assert (position.seat, hand(position, 2)) == (2, [28, 30])


def test_r06_a_gap_can_be_empty() -> None:
    position = table([[27, 1], [28, 2], [26, 29]], "lay 27", "lay 28")
    assert allowed(position) == ["pass"]


def test_r07_passing_is_allowed_with_a_card_that_fits_and_lasts_to_the_end_of_the_trick() -> None:
    position = table([[1, 12], [20, 9], [5, 6]], "lay 1", "lay 20")
    assert "pass" in allowed(position)
    play(position, "pass", "lay 12")  # seat 0 went out: its marker, and seat 2 is not asked again
    assert position.seat == 1
    play(position, "lay 9")
    assert position.seat == DEALER


def test_r07_a_seat_that_can_only_pass_is_asked() -> None:
    position = table([[1, 2], [3, 4], [30, 31], [40]], "lay 1", "lay 3")
    assert (position.seat, allowed(position)) == (2, ["pass"])
    play(position, "pass")
    assert (position.seat, allowed(position)) == (3, ["pass"])
    play(position, "pass")
    assert (position.seat, allowed(position)) == (0, ["lay 2", "pass"])


def test_r07_who_passed_is_in_again_in_the_next_trick() -> None:
    position = table([[1, 2], [3, 4], [30, 31]], "lay 1", "lay 3", "pass", "pass")
    assert position.seat == 1
    assert not position.state.passed.any()
    play(position, "lay 4")
    assert position.seat == 2


def test_r08_the_trick_ends_when_all_but_the_last_to_lay_have_passed_not_sooner() -> None:
    position = table([[1, 2, 3], [21, 10], [5, 6], [7, 8]], "lay 1", "lay 21", "lay 5", "pass", "pass")
    assert (position.seat, int(position.state.lying)) == (1, 3)
    play(position, "pass")
    assert (position.seat, int(position.state.lying)) == (2, 0)
    assert position.state.won[:4].tolist() == [0, 0, 1, 0]


def test_r08_nobody_lays_two_cards_in_a_row() -> None:
    position = table([[1, 2, 3], [20, 10]], "lay 1", "lay 20", "lay 2")
    assert position.seat == 1
    play(position, "pass")  # the trick is taken, seat 0 leads the next
    assert (position.seat, int(position.state.limited)) == (0, 0)


def test_r08_a_seat_without_cards_is_not_waited_for() -> None:
    position = table([[1, 9], [21], [5, 6]], "lay 1", "lay 21", "lay 5", "pass")
    assert position.seat == DEALER  # seat 1 went out and seat 0 passed


def test_r08_a_trick_lies_open_and_is_not_shown_again_once_taken() -> None:
    position = table([[1, 2, 3], [20, 10]], "lay 1", "lay 20", "lay 2")
    shown = people(position).view(1)
    assert (shown["trick"], shown["places"], shown["limits"]) == ([1, 20, 2], [0, 1, 2], [1, 20])
    play(position, "pass")
    shown = people(position).view(1)
    assert (shown["trick"], shown["limits"]) == ([], [])
    assert "taken" not in shown
    assert position.view(1)[0].taken[position.state.gone - 3 : position.state.gone].tolist() == [1, 20, 2]


# special cards


@pytest.mark.parametrize("double", DOUBLES)
def test_r09_a_double_may_be_laid_whatever_the_gap_and_moves_no_limit(double: int) -> None:
    position = table([[23, 2], [24, 3], [double, 9]], "lay 23", "lay 24", seats=6)
    assert f"lay {double}" in allowed(position)
    play(position, f"lay {double}")
    assert limits(position) == [23, 24]


def test_r09_not_after_passing() -> None:
    position = table([[23, 2], [24, 3], [11, 9]], "lay 23", "lay 24", "pass", "pass")
    assert position.seat == 1
    assert hand(position, 2) == [9, 11]


def test_r09_as_first_or_second_card_a_double_is_a_limit() -> None:
    position = table([[11, 2], [22, 3], [15, 9, 23]], "lay 11", "lay 22")
    assert limits(position) == [11, 22]
    assert "lay 15" in allowed(position)
    assert position.why_not(ID["lay 23"]) == 6


def test_r10_the_example_a_15_between_08_and_21() -> None:
    start = table([[8, 1], [21, 2], [15, 3]], "lay 8", "lay 21")
    assert allowed(start) == ["lay 15", "cap 15 first", "cap 15 second", "pass"]
    for said, expected in (("lay 15", [8, 21]), ("cap 15 first", [15, 21]), ("cap 15 second", [8, 15])):
        position = start.copy()
        play(position, said)
        assert limits(position) == expected


def test_r10_a_five_caps_only_if_it_is_in_the_gap() -> None:
    position = table([[8, 1], [21, 2], [5, 25]], "lay 8", "lay 21")
    for said in ("cap 5 first", "cap 25 second"):
        assert position.why_not(ID[said]) == 10
    assert position.why_not(ID["lay 5"]) == 6


@pytest.mark.parametrize("five", [5, 15, 25, 35, 45, 55, 65])
def test_r10_as_first_or_second_card_a_five_is_nothing_special(five: int) -> None:
    position = table([[five, 1], [2, 3]], seats=6)
    assert position.why_not(ID[f"cap {five} first"]) == 10
    play(position, f"lay {five}")
    assert limits(position) == [five]
    second = table([[1, 4], [five, 3]], "lay 1", seats=6)
    assert second.why_not(ID[f"cap {five} first"]) == 10
    play(second, f"lay {five}")
    assert limits(second) == [1, five]


def test_r10_cards_in_the_gap_stay_a_covered_ten_counts_and_a_five_covers_a_five() -> None:
    position = table([[10, 1], [30, 2], [12, 3], [25, 9]], "lay 10", "lay 30", "lay 12", "cap 25 first")
    assert (limits(position), position.state.trick[:4].tolist()) == ([25, 30], [10, 30, 12, 25])
    assert position.state.worth == 3
    position = table([[25, 1], [5, 2], [15, 3]], "lay 25", "lay 5", "cap 15 first")
    assert limits(position) == [15, 5]


def test_r10_a_covered_ten_is_paid_with_the_trick() -> None:
    position = table([[10, 1], [30, 2], [25, 9]], "lay 10", "lay 30", "cap 25 first", "pass", "pass")
    assert position.state.won[:3].tolist() == [0, 0, 3]


@pytest.mark.parametrize(
    ("said", "expected"), [("lay 55", [31, 46]), ("cap 55 first", [55, 46]), ("cap 55 second", [31, 55])]
)
def test_r11_55_goes_into_the_gap_or_on_either_limit(said: str, expected: list[int]) -> None:
    position = table([[31, 1], [46, 2], [55, 3]], "lay 31", "lay 46", seats=5)
    assert allowed(position) == ["lay 55", "cap 55 first", "cap 55 second", "pass"]
    play(position, said)
    assert limits(position) == expected


def test_r11_55_widens_the_gap_for_the_next() -> None:
    position = table([[31, 50], [46, 2], [55, 3]], "lay 31", "lay 46", "cap 55 second", "pass", "pass", seats=5)
    assert position.seat == 0
    assert "lay 50" in allowed(position)


def test_r11_55_may_also_narrow_and_not_before_the_third_card() -> None:
    position = table([[31, 1], [60, 2], [55, 3]], "lay 31", "lay 60", "cap 55 second", seats=6)
    assert limits(position) == [31, 55]
    assert table([[55, 1], [60, 2]], seats=6).why_not(ID["cap 55 first"]) == 10


def test_r12_limits_40_and_20_make_three_before_any_third_card() -> None:
    position = table([[40, 1], [20, 2], [30, 3]], "lay 40", "lay 20", seats=4)
    assert position.state.worth == 3
    play(position, "lay 30")
    assert position.state.worth == 4


@pytest.mark.parametrize("ten", TENS)
def test_r12_each_ten_adds_one_at_once(ten: int) -> None:
    position = table([[ten, 1], [2, 3]], f"lay {ten}", seats=6)
    assert position.state.worth == 2


def test_r12_00_is_both_ten_and_double() -> None:
    position = table([[23, 2], [24, 3], [0, 9]], "lay 23", "lay 24", "lay 0")
    assert (limits(position), int(position.state.worth)) == ([23, 24], 2)


# the end of a round


def test_r13_the_first_to_go_out_takes_the_marker_and_the_others_play_on_in_the_trick() -> None:
    position = table([[1, 12], [21, 8, 9], [5]], "lay 1", "lay 21", "lay 5")
    assert (int(position.state.marker), position.seat) == (2, 0)
    play(position, "pass", "lay 8")
    assert position.seat == DEALER
    assert position.scores() == [0, 1, 1]


def test_r13_the_seat_that_went_out_still_wins_the_trick() -> None:
    position = table([[1, 12], [21, 8], [5]], "lay 1", "lay 21", "lay 5", "pass", "pass")
    assert position.seat == DEALER
    assert position.scores() == [0, 0, 2]


def test_r13_a_second_seat_going_out_gets_no_marker() -> None:
    position = table([[1, 12], [21, 8], [5]], "lay 1", "lay 21", "lay 5", "lay 12", "lay 8")
    assert int(position.state.marker) == 2
    assert position.scores() == [0, 1, 1]


def test_r13_a_last_card_led_brings_the_marker_but_not_the_trick() -> None:
    position = table([[1], [21, 12], [5, 9]], "lay 1")
    assert (int(position.state.marker), position.seat, limits(position)) == (0, 1, [1])
    play(position, "lay 21", "pass")
    assert position.scores() == [1, 1, 0]


def test_r13_except_with_second_may_pass() -> None:
    position = table([[1], [21, 12], [5, 9]], "lay 1", "pass", "pass", second_may_pass=True)
    assert position.scores() == [2, 0, 0]


def test_r13_nothing_is_dealt_in_mid_round() -> None:
    assert table([[1, 2], [20, 12]]).why_not(ID["deal"]) == 13


def test_r14_the_winner_of_a_trick_leads_the_next() -> None:
    position = table([[1, 12], [21, 8], [5, 9]], "lay 1", "lay 21", "pass", "pass")
    assert (position.seat, allowed(position)) == (1, ["lay 8"])


def test_r14_unless_the_marker_is_taken() -> None:
    position = table([[1, 12], [21], [5, 9]], "lay 1", "lay 21", "pass", "pass")
    assert allowed(position) == ["deal"]


def test_r15_the_example_10_30_and_47_in_hand_make_minus_two() -> None:
    position = table([[1], [10, 30, 47, 5], [20, 2]], "lay 1", "lay 5", "lay 2", "pass", seats=4)
    for _ in steps(lambda: position.seat != DEALER):
        play(position, "pass")
    assert position.scores()[1] == -2
    assert position.state.tens[:3].tolist() == [0, 2, 1]


def test_r15_00_in_hand_costs_too_and_other_cards_cost_nothing() -> None:
    position = table([[1], [5, 0, 12], [2, 3, 4]], "lay 1", "lay 5", "lay 2", "pass")
    assert position.scores() == [1, -1, 1]


def test_r15_the_seat_that_went_out_pays_for_no_tens() -> None:
    position = table([[0], [5, 12], [2, 3]], "lay 0", "lay 5", "lay 2", "pass")
    assert position.scores() == [1, 0, 2]
    assert position.state.tens.tolist() == [0] * 6


def test_r15_points_of_all_tricks_of_the_round_count() -> None:
    position = table([[10, 12, 3], [20, 8, 9]], "lay 10", "lay 8", "pass", "lay 20", "lay 12", "pass", "lay 3", "lay 9")
    assert position.state.won[:2].tolist() == [2, 3]
    assert position.seat == DEALER
    assert position.scores() == [3, 3]


# the end of the game: seat 0 leads its last card (the marker), seat 1 takes the trick, one point each


def ending(points: Sequence[int], rounds: int = 3, tied: int = 0) -> Position:
    position = table([[1], [5, 12], *([2 + seat, 20 + seat] for seat in range(1, len(points) - 1))], points=points)
    position.state.rounds, position.state.tied = rounds, tied
    play(position, "lay 1", "lay 5")
    for _ in steps(lambda: position.seat != DEALER):
        play(position, "pass")
    return position


def winners(position: Position) -> list[int]:
    outcome = people(position).outcome
    assert outcome is not None
    return outcome.winners


def test_r16_the_game_ends_after_a_round_at_20_and_the_highest_wins() -> None:
    position = ending([18, 19])
    assert (position.over, position.scores(), winners(position)) == (16, [19, 20], [1])
    assert ending([18, 18]).over == 0
    position = ending([21, 19])
    assert (position.scores(), winners(position)) == ([22, 20], [0])


def test_r16_rounds_add_up_and_nothing_is_checked_in_mid_round() -> None:
    position = table([[10, 12], [20, 8], [5, 9]], "lay 10", "lay 20", "pass", "pass", points=[0, 18, 0])
    assert (position.over, int(position.state.won[1]), position.scores()) == (0, 3, [0, 18, 0])
    assert allowed(position) == ["lay 8"]


def test_r17_after_a_tie_at_20_everybody_plays_on() -> None:
    position = ending([19, 19, 3])
    assert (position.over, int(position.state.tied), allowed(position)) == (0, 1, ["deal"])
    assert GAME.rules.may_share(position.state)
    play(position, "deal")
    assert not GAME.rules.may_share(position.state)
    assert position.state.held[:3].tolist() == [10] * 3


def test_r17_no_tie_no_vote() -> None:
    assert not GAME.rules.may_share(ending([5, 5]).state)  # tied, but below 20
    assert not GAME.rules.may_share(ending([19, 18]).state)  # over


def test_r17_from_then_on_20_no_longer_matters() -> None:
    position = ending([10, 12], tied=1)
    assert (position.over, winners(position)) == (17, [1])
    position = ending([10, 10], tied=1)
    assert position.over == 0
    assert GAME.rules.may_share(position.state)


def test_r17_a_seat_that_was_not_tied_may_win() -> None:
    position = ending([18, 18, 22], tied=1)
    assert (position.over, winners(position)) == (17, [2])


def test_r18_the_holder_of_the_marker_deals_and_the_left_neighbour_leads() -> None:
    position = table([[1, 2], [5, 12], [3]], "lay 1", "lay 5", "lay 3", "pass", "pass")
    assert int(position.state.marker) == 2
    assert position.why_not(ID["lay 2"]) == position.why_not(ID["pass"]) == 18
    play(position, "deal")
    assert (int(position.state.dealer), position.seat, int(position.state.marker)) == (2, 0, -1)
    assert position.state.rounds == 2
    assert position.state.won.tolist() == [0] * 6


def test_r18_the_deal_is_the_dealers_and_is_not_taken_back() -> None:
    found = people(table([[1, 2], [5, 12], [3]], "lay 1", "lay 5", "lay 3", "pass", "pass"))
    assert found.seat == DEALER
    with pytest.raises(IllegalAction, match="T1"):
        found.play("deal", seat=2)
    assert [event.name for event in found.play("deal", seat=DEALER)] == ["dealt", "leads"]
    assert not found.can_take_back()


def test_r19_points_never_run_out() -> None:
    position = table([[1], [5, 12]])
    position.state.won[0] = 60
    play(position, "lay 1", "lay 5")
    assert position.scores() == [61, 1]


def test_r20_nobody_passes_for_a_seat_that_can_only_pass() -> None:
    found = people(table([[1, 2], [3, 4], [30, 31]], "lay 1"))
    events = found.play("lay 3")
    assert [event.name for event in events] == ["limited"]
    assert (found.seat, found.allowed()) == (2, ["pass"])


def test_r21_after_a_hundred_rounds_the_highest_wins_and_ties_share() -> None:
    position = ending([3, 4, 5], rounds=100)
    assert (position.over, position.scores(), winners(position)) == (21, [4, 5, 5], [1, 2])
    assert ending([3, 4, 5], rounds=99).over == 0
    assert not GAME.rules.may_share(ending([19, 19], rounds=100).state)
    assert ending([19, 19], rounds=100).over == 21
    assert ending([18, 19], rounds=100).over == 16


# refusals, and what is told


def test_t2_and_t3_come_before_the_rules() -> None:
    position = table([[8, 1], [21, 2], [15, 3]], "lay 8", "lay 21")
    assert (
        position.why_not(ID["lay 40"]) == position.why_not(ID["lay 25"]) == position.why_not(ID["cap 25 first"]) == 102
    )
    over = ending([18, 19])
    assert over.why_not(ID["deal"]) == over.why_not(ID["lay 1"]) == over.why_not(ID["pass"]) == 103


def test_t7_a_card_may_be_said_as_its_face_shows_it() -> None:
    for said in ("05", "lay 05", "lay 5", {"verb": "lay", "card": 5}):
        found = people(table([[5, 8], [21, 2]]))
        found.play(said)
        assert found.position.state.limits[0] == 5
        assert "lay 5" not in found.allowed()
    with pytest.raises(IllegalAction, match="T2"):
        people(table([[5, 8], [21, 2]])).play("07")
    with pytest.raises(IllegalAction):
        people(table([[5, 8], [21, 2]])).play("lay 007")


@pytest.mark.parametrize(
    ("actions", "said", "names"),
    [
        ((), "lay 5", ["led"]),
        ((), "lay 10", ["led", "raised"]),
        (("lay 5",), "lay 20", ["limited", "raised"]),
        (("lay 5", "lay 20"), "lay 12", ["laid"]),
        (("lay 5", "lay 20"), "cap 15 first", ["capped"]),
        (("lay 5", "lay 20"), "lay 33", ["doubled"]),
        (("lay 5", "lay 20"), "pass", ["passed"]),
        (("lay 5", "lay 20", "pass"), "pass", ["passed", "took"]),
    ],
)
def test_events_name_what_happened(actions: tuple[str, ...], said: str, names: list[str]) -> None:
    found = people(table([[5, 10, 30], [20, 39], [12, 15, 33]], *actions))
    assert [event.name for event in found.play(said)] == names


def test_events_of_the_last_trick_are_the_score_pad() -> None:
    found = people(table([[1, 2], [5, 10], [3]], "lay 1", "lay 5", "lay 3", "pass", points=[19, 1, 18]))
    events = found.play("pass")
    assert [event.name for event in events] == ["passed", "took", "scored", "scored", "scored", "won"]
    assert events[3].public == {"tricks": 0, "marker": 0, "tens": 1, "gained": -1, "total": 0}
    assert events[4].public == {"tricks": 1, "marker": 1, "tens": 0, "gained": 2, "total": 20}
    assert events[5].public == {"winners": [2], "count": 20}


def test_a_tie_is_told() -> None:
    position = table([[1], [5, 12]], "lay 1", points=[19, 19])
    assert [event.name for event in people(position).play("lay 5")][-1] == "tied"
