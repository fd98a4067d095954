"""The clauses of The Game, one test each at least; the rulebook's own examples first."""

from collections.abc import Sequence
from typing import Any

import pytest
from steps import steps

from brelan.core import dice
from brelan.core.errors import BadSetup, IllegalAction
from brelan.core.game import game
from brelan.core.position import Position
from brelan.core.table import Table

GAME = game("thegame")
ID = GAME.rules.ACTIONS.ids
ALL = range(2, 100)


def dealt(seats: int, **options: Any) -> Position:
    options.setdefault("starter", 0)
    return Position(GAME, seats, GAME.check_options(seats, options), dice.new(11))


def table(
    hands: Sequence[Sequence[int]],
    tops: Sequence[int] = (1, 1, 100, 100),
    stock: Sequence[int] = (),
    owed: int = 2,
    **options: Any,
) -> Position:
    """A position with these hands, tops and stock (next card first), seat 0 to play; all other cards lie."""
    position = dealt(len(hands), **options)
    s = position.state
    s.tops[:], s.owed, s.left, s.seat = tops, owed, len(stock), 0
    if stock:
        s.stock[-len(stock) :] = stock
    for seat, hand in enumerate(hands):
        s.held[seat] = len(hand)
        s.hands[seat] = 0
        s.hands[seat, : len(hand)] = sorted(hand)
    hidden = {card for hand in hands for card in hand} | set(stock)
    lying = [card for card in ALL if card not in hidden]
    s.down = len(lying)
    s.laid[: len(lying)] = lying
    position.refresh()
    return position


def allowed(position: Position) -> list[str]:
    return [GAME.rules.ACTIONS.texts[action] for action in position.actions[: position.count]]


def play(position: Position, *actions: str) -> None:
    for action in actions:
        assert position.why_not(ID[action]) == 0, f"{action} is not allowed"
        position.play(ID[action])


def test_r01_ninety_eight_cards_two_piles_climb_from_1_two_fall_from_100() -> None:
    s = dealt(3).state
    hands = [int(card) for seat in range(3) for card in s.hands[seat, :6]]
    assert sorted(hands + s.stock[-s.left :].tolist()) == list(ALL)
    assert s.tops.tolist() == [1, 1, 100, 100]


@pytest.mark.parametrize(("seats", "cards"), [(1, 8), (2, 7), (3, 6), (4, 6), (5, 6)])
def test_r02_hands_are_eight_alone_seven_with_two_six_with_more(seats: int, cards: int) -> None:
    s = dealt(seats).state
    assert s.held[:seats].tolist() == [cards] * seats
    assert s.left == 98 - seats * cards


@pytest.mark.parametrize(("said", "first"), [((0, 1, 2), 2), ((1, 1, 0), 0), ((0, 0, 0), 0), ((0, 2, 2), 1)])
def test_r03_the_gladdest_starts_the_earliest_seat_on_a_tie(said: tuple[int, ...], first: int) -> None:
    position = dealt(3, starter=-1)
    for seat, how in enumerate(said):
        assert position.seat == seat
        assert allowed(position) == ["glad 0", "glad 1", "glad 2"]
        play(position, f"glad {how}")
    assert position.seat == first
    assert position.why_not(ID["glad 0"]) == 3


def test_r03_nobody_lays_before_the_team_agreed_and_alone_nothing_is_asked() -> None:
    position = dealt(2, starter=-1)
    card = int(position.state.hands[0, 0])
    assert position.why_not(ID[f"lay {card} 0"]) == 3
    assert position.why_not(ID["end"]) == 3
    missing = next(card for card in ALL if card not in position.state.hands[0])
    assert position.why_not(ID[f"lay {missing} 0"]) == 102  # T4: T2 before R3
    assert "lay" in allowed(dealt(1, starter=-1))[0]


def test_r03_a_fixed_starter_must_sit_at_the_table() -> None:
    assert dealt(4, starter=3).seat == 3
    with pytest.raises(BadSetup, match="R3"):
        Table("thegame", 3, starter=3)


def test_r03_play_goes_clockwise() -> None:
    position = table([[2, 3, 40], [50, 51], [60, 61]], stock=range(70, 80), starter=0)
    play(position, "lay 2 0", "lay 3 0", "end")
    assert position.seat == 1
    play(position, "lay 50 0", "lay 51 0")
    assert position.seat == 2


def test_r04_a_turn_lays_two_cards_on_any_piles_and_more_if_wanted() -> None:
    position = table([[5, 10, 20, 30], [50]], stock=range(70, 80))
    assert position.why_not(ID["end"]) == 4
    play(position, "lay 5 0")
    assert position.why_not(ID["end"]) == 4
    play(position, "lay 10 3")
    assert position.why_not(ID["end"]) == 0
    play(position, "lay 20 0", "end")
    assert position.seat == 1


def test_r04_with_an_empty_hand_the_turn_ends_by_itself() -> None:
    position = table([[5, 10], [50, 51]], stock=range(70, 80))
    play(position, "lay 5 0", "lay 10 0")
    assert position.seat == 1
    assert position.state.held[0] == 7


def test_r04_what_a_turn_owes_is_settled_when_it_begins() -> None:
    position = table([[5, 10, 20], [50, 51, 52], [60, 61, 62]], stock=[70])
    play(position, "lay 5 0", "lay 10 0", "end")  # draws the last card of the stock
    assert (position.seat, int(position.state.owed)) == (1, 1)


@pytest.mark.parametrize(
    ("top", "card", "clause"), [(4, 8, 0), (4, 13, 0), (45, 46, 0), (45, 44, 5), (45, 36, 5), (45, 34, 5)]
)
def test_r05_on_a_climbing_pile_a_card_is_higher(top: int, card: int, clause: int) -> None:
    for pile in (0, 1):
        tops = [2, 2, 99, 99]
        tops[pile] = top
        assert table([[card, 97]], tops).why_not(ID[f"lay {card} {pile}"]) == clause


def test_r05_eight_then_thirteen_on_a_four() -> None:
    position = table([[8, 13, 90]], (4, 1, 100, 100))
    play(position, "lay 8 0", "lay 13 0")
    assert position.state.tops[0] == 13


@pytest.mark.parametrize(("top", "card", "clause"), [(65, 64, 0), (65, 2, 0), (65, 66, 6), (65, 74, 6), (65, 76, 6)])
def test_r06_on_a_falling_pile_a_card_is_lower(top: int, card: int, clause: int) -> None:
    for pile in (2, 3):
        tops = [2, 2, 99, 99]
        tops[pile] = top
        assert table([[card, 97]], tops).why_not(ID[f"lay {card} {pile}"]) == clause


@pytest.mark.parametrize(("pile", "top", "card"), [(0, 45, 35), (1, 47, 37), (2, 65, 75), (3, 65, 75)])
def test_r07_exactly_ten_back_is_allowed_too(pile: int, top: int, card: int) -> None:
    tops = [2, 2, 99, 99]
    tops[pile] = top
    position = table([[card, 97]], tops)
    play(position, f"lay {card} {pile}")
    assert position.state.tops[pile] == card


def test_r07_without_limit() -> None:
    position = table([[35, 25, 15, 97]], (45, 1, 100, 100))
    play(position, "lay 35 0", "lay 25 0", "lay 15 0")
    assert position.state.tops[0] == 15


def test_r08_only_the_tops_are_shown_and_after_the_end_the_game_is_open() -> None:
    people = Table("thegame", 2, seed=5, starter=0)
    for _ in range(3):
        people.play(people.allowed()[0])
    assert "laid" not in people.view(0)
    assert "laid" not in people.view()
    assert [event.name for event in people.events][:2] == ["laid", "laid"]  # history is told as it happens
    assert people.position.view(1)[0].laid[0] != 0  # a bot may remember


def test_r09_signals_are_given_at_any_time_replaced_and_cleared_by_oneself() -> None:
    people = Table("thegame", 3, seed=5)
    people.signal(2, "signal 1 hold")
    people.signal(2, "signal 1 gentle")
    people.signal(0, {"verb": "signal", "pile": 1, "what": "hold"})
    assert [row[1] for row in people.view()["signals"][:3]] == [1, 0, 2]
    people.signal(2, "signal 1 clear")
    assert [row[1] for row in people.view()["signals"][:3]] == [1, 0, 0]
    assert people.seat == 0
    assert people.notation().count("@") == 4


def test_r09_nothing_new_is_refused_and_free_talk_adds_two() -> None:
    people = Table("thegame", 3, seed=5)
    for said in ("signal 0 back", "signal 0 good", "signal 0 clear"):
        with pytest.raises(IllegalAction, match="R9"):
            people.signal(1, said)
    people.signal(1, "signal 0 hold")
    with pytest.raises(IllegalAction, match="R9"):
        people.signal(1, "signal 0 hold")
    Table("thegame", 3, seed=5, free_talk=True).signal(1, "signal 0 back")


def test_r09_no_signal_after_the_end_and_signals_do_not_move_the_turn() -> None:
    people = Table("thegame", 1, seed=5)
    people.signal(0, "signal 0 hold")
    for _ in steps(lambda: not people.over):
        people.play(people.allowed()[0])
    with pytest.raises(IllegalAction, match="T3"):
        people.signal(0, "signal 0 clear")


def test_r10_the_hand_is_refilled_at_the_end_of_the_turn_not_before() -> None:
    position = table([[5, 10, 20, 30, 40, 50, 60], [51] * 7], stock=[90, 91, 92, 93])
    play(position, "lay 5 0", "lay 10 0", "lay 20 0")
    assert (int(position.state.held[0]), int(position.state.left)) == (4, 4)
    play(position, "end")
    assert position.state.hands[0, :7].tolist() == [30, 40, 50, 60, 90, 91, 92]
    assert position.state.left == 1


def test_r10_as_far_as_the_stock_goes() -> None:
    position = table([[5, 10, 20], [50, 51]], stock=[90])
    play(position, "lay 5 0", "lay 10 0", "end")
    assert position.state.hands[0, :2].tolist() == [20, 90]
    assert position.state.left == 0


def test_r11_once_the_stock_is_empty_a_turn_needs_one_card_and_nothing_is_drawn() -> None:
    position = table([[5, 10], [50, 51]], owed=1)
    play(position, "lay 5 0", "end")
    assert (int(position.state.held[0]), int(position.state.owed), position.seat) == (1, 1, 1)


def test_r12_a_seat_without_cards_is_skipped() -> None:
    position = table([[5, 6], [], [50, 51]], owed=1)
    play(position, "lay 5 0", "end")
    assert position.seat == 2
    play(position, "lay 50 0", "end")
    assert position.seat == 0


def test_r13_the_game_stops_when_a_card_is_owed_and_none_fits() -> None:
    position = table([[50, 51, 52], [60, 61]], (90, 90, 30, 30), stock=range(70, 80))
    position.state.tops[0] = 49
    position.refresh()
    play(position, "lay 52 0")
    assert position.over == 13
    assert allowed(position) == []


def test_r13_a_seat_that_cannot_begin_its_turn_stops_the_game_whatever_others_could_do() -> None:
    position = table([[5, 6, 97], [24, 25]], (4, 95, 10, 10), stock=range(70, 80), owed=0)
    play(position, "lay 97 0", "end")
    assert (position.over, position.seat) == (13, 1)


def test_r13_no_looking_ahead_the_card_stays_laid_and_no_longer_counts() -> None:
    position = table([[50, 51]], (49, 99, 2, 2), stock=range(70, 80))
    assert "lay 51 0" in allowed(position)
    before = int(position.state.down)
    play(position, "lay 51 0")
    assert position.over == 13
    assert position.scores() == [before + 1]


def test_r13_with_nothing_owed_a_turn_may_end_though_no_card_fits() -> None:
    position = table([[50, 60], [70, 71]], (90, 90, 2, 2), owed=0)
    assert allowed(position) == ["end"]


def test_r14_the_result_counts_cards_not_their_values() -> None:
    position = table(
        [[20 + i for i in range(6)], [30 + i for i in range(6)], [40 + i for i in range(6)]], stock=range(60, 67)
    )
    assert 98 - position.scores()[0] == 25
    assert len(set(position.scores())) == 1


def test_r15_the_98th_card_beats_the_game_at_once() -> None:
    position = table([[50], []], owed=1)
    play(position, "lay 50 0")
    assert position.over == 15
    assert position.scores() == [98, 98]


def test_r15_everybody_wins_or_nobody() -> None:
    people = Table("thegame", 2, seed=1)
    for _ in steps(lambda: not people.over):
        people.play(people.allowed()[0])
    assert people.outcome is not None
    assert (people.outcome.clause, people.outcome.winners) == ("R13", [])
    won = Table("thegame", 2, seed=1, starter=0)
    won.position = table([[50], []], owed=1)
    won.play("lay 50 0")
    assert won.outcome is not None
    assert (won.outcome.clause, won.outcome.winners, won.events[-1].name) == ("R15", [0, 1], "beaten")


def test_r16_three_cards_a_turn_but_one_once_the_stock_is_empty() -> None:
    assert dealt(3, three_cards=True).state.owed == 3
    position = table([[5, 6, 7, 20], [50, 51]], stock=[90], owed=3, three_cards=True)
    play(position, "lay 5 0", "lay 6 0")
    assert position.why_not(ID["end"]) == 4
    play(position, "lay 7 0", "end")
    assert position.state.owed == 1


@pytest.mark.parametrize(("seats", "cards"), [(1, 7), (2, 6), (3, 5), (5, 5)])
def test_r16_one_card_fewer_in_hand(seats: int, cards: int) -> None:
    assert dealt(seats, one_card_fewer=True).state.held[0] == cards
