"""The clauses of Jok-R-ummy, one test each at least; the rulebook's own examples first."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from brelan.core import dice
from brelan.core.errors import BadSetup, IllegalAction
from brelan.core.game import game
from brelan.core.position import Position, guess_from
from brelan.core.table import Table
from brelan.games.jokrummy.cards import DRAWING, LAYING, NAMES, RANKS, SWAPPING
from brelan.games.jokrummy.groups import on_table
from brelan.games.jokrummy.programmes import load, parse

GAME = game("jokrummy")
ID = GAME.rules.ACTIONS.ids
HOUSE = load().texts
PLAIN = ["1xS5"] * 60  # a list without a bonus


def cards(text: str) -> list[int]:
    return sorted(NAMES.index(name) for name in text.split())


def dealt(seats: int = 2, seed: int = 11, **options: Any) -> Position:
    return Position(GAME, seats, GAME.check_options(seats, options), dice.new(seed))


def table(hand: str, programme: str = "1xS5", other: str = "4C 4D 9H JS", seats: int = 2, **options: Any) -> Position:
    """A position in which seat 0, with this hand and programme, has drawn and may lay."""
    position = dealt(seats, **options)
    s = position.state
    s.wanted[0] = parse(programme)
    s.kept[0], s.programmes[0, 0], s.seat, s.dealer, s.phase = 1, 0, 0, seats - 1, LAYING
    for seat in range(seats):
        hold(position, seat, hand if seat == 0 else other)
    position.refresh()
    return position


def hold(position: Position, seat: int, hand: str) -> None:
    s = position.state
    s.hands[seat] = 0
    s.hands[seat, : len(cards(hand))] = cards(hand)
    s.held[seat] = len(cards(hand))
    position.refresh()


def allowed(position: Position, verb: str = "") -> list[str]:
    texts = [GAME.rules.ACTIONS.texts[action] for action in position.actions[: position.count]]
    return [text for text in texts if text.startswith(verb)]


def play(position: Position, *actions: str) -> None:
    for action in actions:
        assert position.why_not(ID[action]) == 0, f"{action} is not allowed"
        position.play(ID[action])


def why_not(position: Position, action: str) -> int:
    return position.why_not(ID[action])


def lay(position: Position, name: str, hand: str) -> None:
    """Name a group and put its cards in this order."""
    play(position, name, *(f"put {card}" for card in hand.split()))


def groups(position: Position) -> list[str]:
    return [" ".join(group.texts()) for group in on_table(position.state)]


def laid(hand: str, run: str = "3S 4S JK 6S 7S 8S 9S", seats: int = 2) -> Position:
    """Seat 0 has laid this run as its programme and holds the hand."""
    position = table(f"{run} {hand}", f"1xS{len(run.split())}S", seats=seats)
    play(position, "show 0")
    lay(position, f"run S {run.split()[0][:-1]}", run)
    return position


# R1 to R3: cards


@pytest.mark.parametrize(("seats", "packs"), [(2, 2), (3, 2), (4, 2), (5, 2), (6, 3)])
def test_r01_two_packs_of_54_three_with_six_seats(seats: int, packs: int) -> None:
    out = np.zeros(200, np.int16)
    size = GAME.rules.pack(seats, GAME.codes(GAME.check_options(seats, {})), out)
    assert size == 54 * packs
    assert np.bincount(out[:size]).tolist() == [packs] * 52 + [2 * packs]
    found = np.zeros(200, np.int16)
    count = GAME.rules.cards(dealt(seats).state, found)  # wherever they are once they are dealt
    assert sorted(found[:count].tolist()) == out[:size].tolist()


def test_r02_our_63_are_4_bonus_cards_and_59_different_programmes() -> None:
    assert len(HOUSE) == 63
    assert HOUSE.count("bonus") == 4
    assert len(set(HOUSE)) == 60
    state = dealt().state
    assert state.many == 63
    assert state.wanted[:63].tolist() == [list(parse(text)) for text in HOUSE]


def test_r02_a_table_may_have_its_own_list_and_a_saved_game_tells_it() -> None:
    own = Table("jokrummy", 2, seed=3, programmes=["1xS3", "2xK3"] * 7)
    assert own.view()["many"] == 14
    assert "option programmes 1xS3,2xK3,1xS3" in own.notation()
    assert Table("jokrummy", 2, seed=3, programmes=",".join(["1xS3", "2xK3"] * 7)).view() == own.view()


@pytest.mark.parametrize(("seats", "hold_", "many"), [(2, 1, 13), (6, 1, 41), (2, 3, 17), (2, 1, 73)])
def test_r02_too_few_or_too_many_programmes_are_refused(seats: int, hold_: int, many: int) -> None:
    with pytest.raises(BadSetup, match=r"R2|more than 72"):
        Table("jokrummy", seats, hold=hold_, programmes=["1xS3"] * many)


def test_r03_jokers_and_twos_stand_for_any_card() -> None:
    for wild in ("JK", "2C", "2S"):
        assert "show 0" in allowed(table(f"5D 6D 7D {wild} 9D KC"))
        assert "show 0" not in allowed(table("5D 6D 7D 9D KC"))


def test_r03_a_two_in_its_own_place_is_wild_all_the_same() -> None:
    position = table("AS 2S 3S 2S 2S", "1xS3")
    play(position, "show 0", "run S A", "put AS", "put 2S", "put 3S")
    assert groups(position) == ["AS 2S=2S 3S"]
    assert "show 0" not in allowed(table("2S 2S 2C JK", "1xS3"))  # R9: 2S in its own place is no natural card
    assert "show 0" in allowed(table("2S 2S 3S", "1xS3"))


# R4 to R8: the deal and the turn


def test_r04_the_first_dealer_is_drawn_by_lot_then_the_deal_goes_clockwise() -> None:
    dealers = {int(dealt(4, seed).state.dealer) for seed in range(40)}
    assert dealers == {0, 1, 2, 3}
    position = dealt(3)
    first = int(position.state.dealer)
    for n in range(1, 4):
        end_round(position)
        play(position, "deal")
        assert position.state.dealer == (first + n) % 3


def end_round(position: Position) -> None:
    """The seat at turn goes out by its last discard."""
    position.state.phase = LAYING
    hold(position, position.seat, "9C")
    play(position, "discard 9C")


def test_r04_nobody_deals_while_a_round_is_played() -> None:
    assert why_not(dealt(), "deal") == 4


def test_r05_every_seat_gets_a_programme_and_keeps_it_until_it_is_done() -> None:
    position = dealt(4, programmes=PLAIN)
    assert position.state.kept[:4].tolist() == [1] * 4
    before = position.state.programmes[:4, 0].tolist()
    end_round(position)
    play(position, "deal")
    assert position.state.programmes[:4, 0].tolist() == before
    left = int(position.state.programmes_left)
    position.state.kept[2] = 0
    end_round(position)
    play(position, "deal")
    assert position.state.programmes_left == left - 1
    assert position.state.kept[2] == 1


def test_r05_a_bonus_counts_at_once_and_is_replaced_before_the_next_seat_is_served() -> None:
    position = dealt(3, programmes=PLAIN)
    s = position.state
    end_round(position)
    s.wanted[s.programme_stock[0]] = s.wanted[s.programme_stock[1]] = 0
    first, second = (int(s.dealer) + 2) % 3, (int(s.dealer) + 3) % 3
    third, fourth = int(s.programme_stock[2]), int(s.programme_stock[3])
    s.kept[first] = s.kept[second] = 0
    play(position, "deal")
    assert s.done[first] == 2
    assert (s.programmes[first, 0], s.programmes[second, 0]) == (third, fourth)


def test_r05_a_seventh_programme_by_bonus_wins_on_the_spot() -> None:
    position = dealt(3, programmes=PLAIN)
    s = position.state
    end_round(position)
    seat = (int(s.dealer) + 2) % 3
    s.done[seat], s.kept[seat] = 6, 0
    s.wanted[s.programme_stock[0]] = 0
    hands = s.hands.tolist()
    play(position, "deal")
    assert (position.over, int(s.done[seat]), position.count) == (20, 7, 0)
    assert s.hands.tolist() == hands  # programmes come before cards
    assert not dealt(2, programmes=["bonus"] * 14).count


def test_r05_others_do_not_see_a_programme() -> None:
    view = Table("jokrummy", 3, seed=5).view(1)
    assert [row is None for row in view["programmes"]] == [True, False, True]


@pytest.mark.parametrize("seats", range(2, 7))
def test_r06_thirteen_cards_each_one_turned_up_the_left_neighbour_begins(seats: int) -> None:
    s = dealt(seats).state
    assert s.held[:seats].tolist() == [13] * seats
    assert s.left == (162 if seats == 6 else 108) - 13 * seats - 1
    assert s.thrown == 1
    assert s.seat == (s.dealer + 1) % seats


def test_r06_t5_a_deal_gives_seat_0_its_hand_from_the_top_then_the_others_then_the_discard() -> None:
    position = dealt(2, programmes=PLAIN)
    throws = dice.new(11)
    dice.below(throws, 2)
    deck, order = np.arange(60, dtype=np.int16), np.zeros(108, np.int16)
    dice.shuffle(throws, deck, 60)
    GAME.rules.pack(2, GAME.codes(position.options), order)
    dice.shuffle(throws, order, 108)
    s = position.state
    assert sorted(order[:13].tolist()) == s.hands[0, :13].tolist()
    assert sorted(order[13:26].tolist()) == s.hands[1, :13].tolist()
    assert order[26] == s.top
    assert order[27:].tolist() == s.stock[:81][::-1].tolist()
    assert deck[2:].tolist() == s.programme_stock[:58].tolist()


def test_r06_between_rounds_only_the_deal_is_possible() -> None:
    position = dealt(3)
    end_round(position)
    assert (position.seat, allowed(position)) == (-1, ["deal"])
    assert why_not(position, "stock") == 6


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_r07_draw_first_and_once_then_lay_then_discard_and_the_next_seat_follows(seats: int) -> None:
    position = dealt(seats)
    card = NAMES[int(position.state.hands[position.seat, 0])]
    assert allowed(position) == ["stock", "take"]
    assert why_not(position, f"discard {card}") == 7
    play(position, "stock")
    assert why_not(position, "stock") == why_not(position, "take") == 7
    seat = position.seat
    play(position, f"discard {card}")
    assert NAMES[int(position.state.top)] == card
    assert position.seat == (seat + 1) % seats


def test_r08_one_draws_the_top_of_the_stock_or_the_top_discard() -> None:
    position = dealt(2)
    s = position.state
    seat, next_card, top = position.seat, int(s.stock[s.left - 1]), int(s.top)
    other = position.copy()
    play(position, "stock")
    assert next_card in s.hands[seat].tolist()
    assert s.held[seat] == 14
    play(other, "take")
    assert top in other.state.hands[seat].tolist()
    assert other.state.top == -1


def test_r08_with_one_card_in_hand_only_the_stock_may_be_drawn() -> None:
    position = dealt(2)
    hold(position, position.seat, "7H")
    assert allowed(position) == ["stock"]
    assert why_not(position, "take") == 8
    hold(position, position.seat, "7H 8H")
    assert allowed(position) == ["stock", "take"]


# R9 to R14: programmes


def test_r09_a_programme_is_shown_exactly_if_all_of_it_can_be_laid() -> None:
    assert "show 0" in allowed(table("KD KC JK 4S 5S 6S 7S", "1xK3+1xS4"))
    position = table("KD KC JK 4S 5S 6S", "1xK3+1xS4")  # the joker would be wanted twice
    assert "show 0" not in allowed(position)
    assert why_not(position, "show 0") == 9
    assert why_not(position, "set K") == why_not(position, "put KD") == 9


def test_r09_a_programme_of_wilds_alone_is_refused() -> None:
    position = table("JK 2C 2H 8D", "1xK3")
    assert allowed(position, "show") == ["show 0"]  # 8D with two wilds
    play(position, "show 0")
    assert allowed(position) == ["more", "set 8"]
    play(position, "set 8", "put 2C", "put JK")
    assert allowed(position) == ["put 8D"]  # the last place is the natural card's
    assert not allowed(table("JK 2C 2H 2S", "1xK3"), "show")
    assert not allowed(table("JK JK 2C 2H 2S 2S 8D", "1xK3=7+1xS3H"), "show")  # a natural card, but none that fits


def test_r09_one_natural_card_in_the_programme_will_do_and_wilds_alone_are_what_they_are_named() -> None:
    hand = "KD KC KS JK 2C 2H 9C"
    position = table(hand, "2xK3")
    play(position, "show 0")
    lay(position, "set K", "KD KC KS")
    assert allowed(position, "set") == [f"set {rank}" for rank in RANKS[1:] if rank != "2"]  # R10
    lay(position, "set 4", "JK 2C 2H")
    assert groups(position) == ["KD KC KS", "JK=4 2C=4 2H=4"]
    position = table(hand, "1xK3+1xS3H")
    play(position, "show 0")
    lay(position, "set K", "KD KC KS")
    lay(position, "run H 10", "JK 2C 2H")
    assert groups(position)[1] == "JK=10H 2C=JH 2H=QH"
    position = table("JK 2C 2H KD KC KS 9C", "2xK3")  # the wilds first: the natural card may come later
    play(position, "show 0")
    lay(position, "set 4", "JK 2C 2H")
    play(position, "set K", "put KD", "put KC", "put KS")
    assert position.state.done[0] == 1


def test_r09_with_natural_each_every_group_needs_one() -> None:
    hand = "KD KC KS JK 2C 2H 9C"
    position = table(hand, "2xK3", natural_each=True)
    play(position, "show 0")
    assert why_not(position, "set 4") == 9
    lay(position, "set K", "KD KC JK")
    assert allowed(position, "set") == ["set 9", "set K"]
    assert not allowed(table("KD KC KS JK 2C 2H", "1xK3=K+1xK3=4", natural_each=True), "show")
    assert allowed(table("KD KC KS JK 2C 2H", "1xK3=K+1xK3=4"), "show")


def test_r09_with_natural_each_cards_are_exchanged_where_they_must_be() -> None:
    # the run could take the 7 and leave the set without: it takes a wild instead
    position = table("5H 6H 7H 8H 9H JK JK JK", "1xS5+1xK3=7", natural_each=True)
    play(position, "show 0", "run H 5", "put 5H", "put 6H")
    assert allowed(position) == ["put JK"]
    play(position, "put JK", "put 8H", "put 9H", "set 7", "put 7H", "put JK", "put JK")
    assert groups(position) == ["5H 6H JK=7H 8H 9H", "7H JK=7 JK=7"]


def test_r09_all_groups_lie_before_anything_else_happens() -> None:
    position = table("KD KC KS 4S 5S 6S 7S 9C", "1xK3+1xS4")
    play(position, "show 0")
    assert allowed(position) == ["set K"]
    assert why_not(position, "discard 9C") == why_not(position, "run S 4") == why_not(position, "more") == 9
    lay(position, "set K", "KC KD KS")
    assert allowed(position) == ["run S 4"]
    lay(position, "run S 4", "4S 5S 6S 7S")
    assert position.state.done[0] == 1


def test_r09_more_cards_than_asked_for_come_to_the_same_at_once_or_as_additions() -> None:
    added, at_once = table("4S 5S 6S 7S 8S 9C", "1xS4S"), table("4S 5S 6S 7S 8S 9C", "1xS4S")
    play(added, "show 0")
    lay(added, "run S 4", "4S 5S 6S 7S")
    play(added, "extend 0 high", "put 8S")
    play(at_once, "show 0", "more")
    assert allowed(at_once) == ["run S 4"]  # a sixth card there is not
    lay(at_once, "run S 4", "4S 5S 6S 7S 8S")
    assert groups(added) == groups(at_once) == ["4S 5S 6S 7S 8S"]
    assert added.rows.tobytes() == at_once.rows.tobytes()
    assert why_not(at_once, "more") == 9


def test_r09_a_run_gets_no_longer_than_from_ace_to_ace() -> None:
    position = table("AS JK JK JK JK JK JK JK JK JK JK JK JK KS", "1xS13")
    play(position, "show 0", "more")
    assert allowed(position) == ["run S A"]
    assert why_not(position, "more") == 9


@pytest.mark.parametrize("ends", ["the round", "the game"])
def test_r09_cards_beyond_a_programme_that_ends_it_all_are_part_of_the_one_move(ends: str) -> None:
    t = Table("jokrummy", seats=2, seed=0, programmes=["1xK3"] * 14)
    for said in ("stock", "lay 3C 3C 3D", "discard 6C", "stock"):
        t.play(said)
    if ends == "the game":
        t.position.state.done[t.seat] = 6
    t.play("lay AD AH AS AS")
    assert t.position.state.closed == (19 if ends == "the round" else 0)
    assert (t.outcome.clause if t.outcome else "") == ("" if ends == "the round" else "R20")
    assert " ".join(on_table(t.position.state)[-1].texts()) == "AD AH AS AS"


@pytest.mark.parametrize(("hand", "rank"), [("KC KD JK", "K"), ("3D 3D 3S", "3")])
def test_r10_a_set_is_of_one_rank_any_suits(hand: str, rank: str) -> None:
    position = table(f"{hand} 9C", "1xK3")
    play(position, "show 0")
    lay(position, f"set {rank}", hand)
    assert position.state.done[0] == 1


def test_r10_the_cards_of_a_set_are_put_in_any_order() -> None:
    for hand in ("3D 3C JK", "JK 3D 3C", "3C JK 3D"):
        position = table("3C 3D JK 9C", "1xK3")
        play(position, "show 0")
        lay(position, "set 3", hand)
        assert " ".join(on_table(position.state)[0].texts()) == hand.replace("JK", "JK=3")


def test_r10_an_imposed_set_fixes_the_rank() -> None:
    assert not allowed(table("KC KD KH KS KS QD", "1xK5=Q"), "show")
    position = table("QC QD QH QS JK KD KD KH KS KC", "1xK5=Q")
    play(position, "show 0")
    assert why_not(position, "set K") == 10
    play(position, "set Q")
    assert why_not(position, "put KD") == 10


@pytest.mark.parametrize(("hand", "low"), [("5D 6D 7D JK 9D", "5"), ("10H JH QH KH AH", "10")])
def test_r11_a_run_is_of_one_suit_the_suit_free(hand: str, low: str) -> None:
    position = table(f"{hand} 9C", "1xS5")
    play(position, "show 0")
    lay(position, f"run {hand[len(low)]} {low}", hand)
    assert position.state.done[0] == 1
    assert not allowed(table("5D 6D 7C 8D 9D"), "show")


@pytest.mark.parametrize(("hand", "low"), [("3S 4S 2D 6S", "3"), ("8S 9S 10S JS", "8")])
def test_r11_an_imposed_run_fixes_the_suit(hand: str, low: str) -> None:
    position = table(f"{hand} 9C", "1xS4S")
    play(position, "show 0")
    assert why_not(position, f"run H {low}") == why_not(position, f"run * {low}") == 11
    lay(position, f"run S {low}", hand)
    assert position.state.done[0] == 1
    assert not allowed(table("8H 9H 10H JH", "1xS4S"), "show")


@pytest.mark.parametrize(("hand", "low"), [("7H 8C 9C 10D JK QS KH", "7"), ("AC 2D 3C 4S 5S 6C 7S", "A")])
def test_r12_a_mixed_run_takes_suits_as_they_come(hand: str, low: str) -> None:
    position = table(f"{hand} 9C", "1xM7")
    play(position, "show 0")
    assert why_not(position, f"run H {low}") == 12
    lay(position, f"run * {low}", hand)
    assert position.state.done[0] == 1


def test_r13_aces_are_low_or_high_but_nothing_goes_round_the_corner() -> None:
    assert "show 0" in allowed(table("AS 3S JK 9C", "1xS3"))
    assert "show 0" in allowed(table("QS KS AS 9C", "1xS3"))
    for programme in ("1xS3", "1xM3"):
        assert "show 0" not in allowed(table("KS AS 3S 9C", programme))  # no wild
        position = table("KS AS 2S 9C 5D", programme)
        play(position, "show 0")
        suit = "S" if programme == "1xS3" else "*"
        assert why_not(position, f"run {suit} K") == 13
        assert not [action for action in allowed(position) if action.endswith(" K")]


def test_r13_from_ace_to_ace_fourteen_cards_are_a_run() -> None:
    spades = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
    assert "show 0" in allowed(table(f"{spades} AS", "1xS14"))
    assert "show 0" not in allowed(table(f"{spades} 9S", "1xS14"))  # one ace is not both
    position = table(f"{spades} AH", "1xM14")
    play(position, "show 0")
    lay(position, "run * A", f"{spades} AH")
    assert position.state.done[0] == 1


def test_r14_a_multiplier_two_sets_of_one_rank_two_runs_that_overlap() -> None:
    position = table("7C 7C 7D 7H 7H 7S 9C", "2xK3")
    play(position, "show 0")
    lay(position, "set 7", "7C 7C 7D")
    lay(position, "set 7", "7H 7H 7S")
    assert groups(position) == ["7C 7C 7D", "7H 7H 7S"]
    position = table("4S 5S 6S 7S 6S 7S 8S 9S KC", "2xS4")
    play(position, "show 0")
    lay(position, "run S 4", "4S 5S 6S 7S")
    lay(position, "run S 6", "6S 7S 8S 9S")
    assert position.state.done[0] == 1


def test_r14_one_wild_does_not_serve_two_groups() -> None:
    assert "show 0" in allowed(table("KD KC JK QD QC 2H 9C", "2xK3"))
    assert "show 0" not in allowed(table("KD KC JK QD QC 9C", "2xK3"))
    assert "show 0" not in allowed(table("5D 6D 8D JK JD QD AD", "2xS4"))


# R15 to R17: on the table


def test_r15_adding_and_new_sets_come_after_ones_own_programme() -> None:
    position = laid("10S 4H 5C", seats=2)
    play(position, "discard 5C")
    s = position.state
    s.phase = LAYING
    hold(position, 1, "10S 8C 8D 8H 9C")
    assert s.laid[1] == 0
    assert why_not(position, "extend 0 high") == why_not(position, "group 8") == 15
    s.laid[1], s.kept[1] = 1, 0
    position.refresh()
    play(position, "extend 0 high", "put 10S")  # another's group
    play(position, "group 8", "put 8C", "put 8D", "put 8H")
    assert groups(position) == ["3S 4S JK=5S 6S 7S 8S 9S 10S", "8C 8D 8H"]


def test_r15_other_kings_join_the_four_kings_that_lie() -> None:
    position = table("KC KD KH KS KS KC 9C", "1xK4")
    play(position, "show 0")
    lay(position, "set K", "KC KD KH KS")
    play(position, "extend 0 high", "put KC", "extend 0 high", "put KS")
    assert groups(position) == ["KC KD KH KS KC KS"]


def test_r15_a_new_set_has_three_cards_and_a_natural_one_a_rank_may_lie_already() -> None:
    position = laid("8C 8D 8H 8H 2C JK 5C 5D QD", "3S 4S 5S")
    assert allowed(position, "group") == ["group 5", "group 8", "group Q"]
    play(position, "group 8", "put 8C", "put 8D", "put 8H")
    play(position, "group 8")
    assert allowed(position) == ["put 2C", "put 8H", "put JK"]
    play(position, "put 2C", "put JK")
    assert allowed(position) == ["put 8H"]
    position = laid("JK 2C 2H")
    assert not allowed(position, "group")


def test_r15_never_new_runs() -> None:
    position = laid("5H 6H 7H 9C")
    assert why_not(position, "run H 5") == why_not(position, "set 5") == 15
    assert not allowed(position, "run")


def test_r16_a_run_grows_at_its_ends_the_rulebooks_example() -> None:
    position = laid("6S 5S 10S 2S 9C")
    assert allowed(position, "extend") == ["extend 0 low", "extend 0 high"]
    play(position, "extend 0 low")
    assert allowed(position) == ["put 2S"]
    assert why_not(position, "put 5S") == why_not(position, "put 6S") == 16
    play(position, "put 2S", "extend 0 high", "put 10S")
    assert groups(position) == ["2S=2S 3S 4S JK=5S 6S 7S 8S 9S 10S"]
    assert allowed(position, "extend") == []


def test_r16_nothing_goes_beyond_an_ace_and_wilds_fit_at_open_ends() -> None:
    position = laid("AS AS JK 9C", "JS QS KS")
    assert allowed(position, "extend") == ["extend 0 low", "extend 0 high"]
    play(position, "extend 0 high", "put AS")
    assert allowed(position, "extend") == ["extend 0 low"]
    assert why_not(position, "extend 0 high") == 16
    position = laid("AS KS JK 9C", "2S 3S 4S")
    play(position, "extend 0 low", "put AS")
    assert allowed(position, "extend") == ["extend 0 high"]


def test_r16_a_mixed_run_grows_by_rank_in_any_suit_a_set_by_its_rank() -> None:
    position = table("7H 8C 9C 10D JK QS KH AC AD 6D 5S 9D", "1xM7")
    play(position, "show 0")
    lay(position, "run * 7", "7H 8C 9C 10D JK QS KH")
    play(position, "extend 0 high", "put AD", "extend 0 low", "put 6D", "extend 0 low", "put 5S")
    assert allowed(position) == ["discard AC", "discard 9D"]
    assert why_not(position, "extend 1 high") == 15  # no such group


def test_r17_a_wild_is_not_replaced_and_nothing_is_moved() -> None:
    position = laid("5S 9C")
    assert allowed(position) == ["discard 9C", "discard 5S"]
    before = on_table(position.state)[0].cards
    play(position, "discard 5S")
    assert on_table(position.state)[0].cards == before
    assert groups(position) == ["3S 4S JK=5S 6S 7S 8S 9S"]


# R18 to R23: ends and options


def test_r18_out_by_discarding() -> None:
    position = laid("9C")
    play(position, "discard 9C")
    assert (position.seat, position.state.closed, allowed(position)) == (-1, 18, ["deal"])


def test_r18_out_by_ones_programme_without_a_discard() -> None:
    position = laid("")
    assert (position.state.closed, position.state.done[0]) == (18, 1)


def test_r18_out_by_adding_and_by_a_new_set() -> None:
    position = laid("10S")
    play(position, "extend 0 high", "put 10S")
    assert position.state.closed == 18
    position = laid("8C 8D 8H")
    play(position, "group 8", "put 8C", "put 8D", "put 8H")
    assert position.state.closed == 18


def test_r19_the_round_ends_when_every_programme_lies() -> None:
    position = table("4S 5S 6S 9C 10D", "1xS3", seats=3)
    position.state.laid[1] = position.state.laid[2] = 1
    play(position, "show 0")
    lay(position, "run S 4", "4S 5S 6S")
    assert (position.state.closed, position.state.held[0]) == (19, 2)


def test_r20_seven_programmes_win_at_once_whatever_is_in_hand() -> None:
    position = table("4S 5S 6S 9C 10D", "1xS3", seats=3)
    position.state.done[0] = 6
    play(position, "show 0")
    lay(position, "run S 4", "4S 5S 6S")
    assert (position.over, position.count, position.scores()) == (20, 0, [7, *position.scores()[1:]])
    assert why_not(position, "discard 9C") == 103


def test_r21_an_empty_stock_is_made_of_the_discards_but_the_top() -> None:
    position = dealt(2)
    s = position.state
    s.discards[:4], s.thrown, s.top = cards("3C 4C 5C 6C"), 4, NAMES.index("6C")
    s.left = 0
    seat = position.seat
    position.refresh()
    hand = s.hands[seat, :13].tolist()
    play(position, "stock")
    drawn = [card for card in cards("3C 4C 5C") if s.hands[seat].tolist().count(card) > hand.count(card)]
    assert len(drawn) == 1
    assert sorted(s.stock[:2].tolist() + drawn) == cards("3C 4C 5C")
    assert (s.thrown, s.discards[:2].tolist()) == (1, [NAMES.index("6C"), 0])


def test_r21_where_nothing_can_be_drawn_the_turn_goes_on_without() -> None:
    position = table("9C 10C", other="7H")
    s = position.state
    s.left = s.thrown = 0
    play(position, "discard 9C")
    assert (position.seat, int(s.phase), allowed(position)) == (1, LAYING, ["discard 7H"])
    position = table("9C 10C", other="7H 8H")
    position.state.left = position.state.thrown = 0
    play(position, "discard 9C")
    assert allowed(position) == ["take"]
    assert why_not(position, "stock") == 21


def test_r21_after_200_turns_a_round_ends_with_nobody_out() -> None:
    position = table("9C 10C")
    position.state.turns = 199
    play(position, "discard 9C")
    assert (position.state.closed, position.state.failed[:2].tolist()) == (21, [1, 1])


def test_r21_after_60_rounds_the_most_programmes_win_ties_share() -> None:
    table_ = Table("jokrummy", 3, seed=1)
    s = table_.position.state
    s.rounds, s.done[:3] = 60, (2, 4, 4)
    end_round(table_.position)
    assert table_.over
    outcome = table_.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == ([1, 2], "R21")


def test_r22_a_card_taken_may_be_discarded_again() -> None:
    position = dealt(2)
    top = NAMES[int(position.state.top)]
    play(position, "take", f"discard {top}")
    assert NAMES[int(position.state.top)] == top


@pytest.mark.parametrize(("seats", "hold_"), [(2, 1), (6, 1), (2, 3), (6, 3)])
def test_r22_programme_cards_never_run_out(seats: int, hold_: int) -> None:
    position = dealt(seats, hold=hold_, programmes=["1xS3"] * (seats * (7 if hold_ == 1 else 9)))
    s = position.state
    s.done[:seats] = 6
    s.programmes_left -= 6 * seats
    for seat in range(seats):
        s.kept[seat] -= 1
    end_round(position)
    s.kept[:seats] = 0 if hold_ == 1 else hold_ - 1
    play(position, "deal")
    assert s.kept[:seats].tolist() == [hold_] * seats


def test_r23_a_programme_that_failed_twice_may_be_swapped_at_the_deal() -> None:
    position = dealt(3, swap_after=2, programmes=PLAIN)
    s = position.state
    for _ in range(2):
        assert s.phase == DRAWING
        end_round(position)
        play(position, "deal")
    first = (int(s.dealer) + 1) % 3
    assert (position.seat, int(s.phase), allowed(position)) == (first, SWAPPING, ["swap", "keep"])
    assert why_not(position, "stock") == 23
    old, following = int(s.programmes[first, 0]), int(s.programme_stock[0])
    play(position, "swap")
    assert (s.programmes[first, 0], s.programme_stock[s.programmes_left - 1]) == (following, old)
    assert s.failed[first] == 0
    play(position, "keep", "keep")
    assert s.phase == DRAWING
    assert s.failed[(first + 1) % 3] == 2
    assert why_not(position, "swap") == 23


@pytest.mark.parametrize("old", [0, 7])
def test_r23_whoever_gave_a_programme_back_knows_where_it_is(old: int) -> None:
    position = dealt(2, swap_after=2, programmes=PLAIN)
    s = position.state
    s.failed[:2] = 2
    end_round(position)
    play(position, "deal")
    seat, drawn = position.seat, int(s.programmes[position.seat, 0])
    for places in (s.programmes[:2, :1], s.programme_stock[: s.programmes_left]):
        places[:] = np.select([places == old, places == drawn], [drawn, old], places)
    play(position, "swap")
    views: Any = [position.view(viewer)[0].programme_stock[s.programmes_left - 1] for viewer in (seat, 1 - seat, -1)]
    assert [int(value) for value in views] == [old, -1, -1]
    for seed in range(20):
        guessed: Any = guess_from(GAME, position.view(seat), seat, dice.new(seed))[0]
        assert guessed.programme_stock[s.programmes_left - 1] == old


def test_r23_three_programmes_in_hand_one_laid_a_round() -> None:
    position = table("4S 5S 6S 7S 9C 9D 9H KC", "1xS3", hold=3, programmes=PLAIN)
    s = position.state
    s.kept[0] = 3
    s.programmes[0] = (0, 1, 2)
    s.wanted[1], s.wanted[2] = parse("1xS14"), parse("1xK3")
    position.refresh()
    assert allowed(position, "show") == ["show 0", "show 2"]
    play(position, "show 2")
    lay(position, "set 9", "9C 9D 9H")
    assert s.programmes[0].tolist() == [0, 1, 0]
    assert why_not(position, "show 0") == 23
    assert not allowed(position, "show")
    play(position, "discard KC")
    end_round(position)
    play(position, "deal")
    assert s.kept[:2].tolist() == [3, 3]


def test_r23_not_both_options_together() -> None:
    with pytest.raises(BadSetup, match="R23"):
        Table("jokrummy", 3, swap_after=2, hold=3)


def test_t2_only_cards_one_holds_are_laid_or_discarded() -> None:
    position = table("4S 5S 6S 9C", "1xS3")
    assert why_not(position, "discard 9D") == 102
    play(position, "show 0", "run S 4")
    assert why_not(position, "put 9D") == 102


def test_taken_discards_are_known_cards_until_they_leave_the_hand() -> None:
    position = dealt(3)
    s = position.state
    seat, top = position.seat, int(position.state.top)
    other = (seat + 1) % 3
    play(position, "take")
    for seed in range(20):
        guessed: Any = guess_from(GAME, position.view(other), other, dice.new(seed))[0]
        assert top in guessed.hands[seat, : guessed.held[seat]].tolist()
    assert s.known[seat, 0] == top
    play(position, f"discard {NAMES[top]}")
    assert s.known_held[seat] == 0


def test_bad_input_is_refused_with_a_clause_and_changes_nothing() -> None:
    table_ = Table("jokrummy", 2, seed=4)
    before = table_.position.rows.tobytes()
    bad: Sequence[Any] = [
        "fly",
        "put 1C",
        "put 11C",
        "",
        {"verb": "put"},
        {"verb": "put", "card": "XX"},
        10**6,
        -1,
        True,
        [],
    ]
    for said in bad:
        with pytest.raises(IllegalAction) as refusal:
            table_.play(said)
        assert refusal.value.clause == "T4"
    assert table_.position.rows.tobytes() == before
