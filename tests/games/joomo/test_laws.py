"""Laws of Joomo, by Hypothesis."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from steps import steps

from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position, guess_from

GAME = game("joomo")
DEALER = -1


@st.composite
def positions(draw: st.DrawFn, most: int = 150) -> Position:
    """A table some way into a game of somebody's choices."""
    seats = draw(st.integers(2, 6))
    options = GAME.check_options(seats, {"second_may_pass": draw(st.booleans())})
    position = Position(GAME, seats, options, dice.new(draw(st.integers(0, 10**9))))
    for choice in draw(st.lists(st.integers(0, 24), max_size=most)):
        if not position.count:
            break
        position.play(int(position.actions[choice % position.count]))
    return position


def after(position: Position, action: int) -> Position:
    played = position.copy()
    played.play(action)
    return played


def tens(cards: Any) -> int:
    return sum(1 for card in cards if int(card) % 10 == 0)


def play_round(position: Position, choices: list[int]) -> int:
    """To the end of the round, by these choices over and over; return how many tricks it had."""
    tricks = 0
    for step in steps(lambda: position.seat != DEALER):
        gone = int(position.state.gone)
        position.play(int(position.actions[choices[step % len(choices)] % position.count]))
        tricks += int(position.state.gone > gone)
    return tricks


@settings(max_examples=200)
@given(positions(most=0), st.lists(st.integers(0, 24), min_size=1, max_size=40))
def test_points_of_a_round_are_tricks_and_tens_laid_and_one_marker(position: Position, choices: list[int]) -> None:
    for _ in steps(lambda: position.count):
        before = sum(position.scores())
        tricks = play_round(position, choices)
        s = position.state
        laid, kept = tens(s.taken[: s.gone]), sum(tens(s.hands[seat, : s.held[seat]]) for seat in range(position.seats))
        assert sum(s.won) == tricks + laid
        assert sum(position.scores()) - before == tricks + laid + 1 - kept
        if position.count:
            position.play(int(position.actions[0]))  # the next deal


@settings(max_examples=200)
@given(positions())
def test_a_limit_only_ever_changes_by_a_five_on_top(position: Position) -> None:
    s = position.state
    if s.limited < 2:
        return
    for action in position.actions[: position.count].tolist():
        new, said = after(position, action).state, GAME.rules.ACTIONS.describe(action)
        if new.limited < 2:
            continue  # the trick was taken
        for place, name in enumerate(("first", "second")):
            if said["verb"] == "cap" and said["place"] == name:
                assert (int(new.limits[place]), said["card"] % 10) == (said["card"], 5)
            else:
                assert new.limits[place] == s.limits[place]


@settings(max_examples=200)
@given(positions())
def test_nobody_lays_twice_in_a_row_nor_after_a_pass_nor_without_cards(position: Position) -> None:
    s = position.state
    if s.seat != DEALER:
        assert s.last != s.seat
        assert not s.passed[s.seat]
        assert s.held[s.seat] > 0


@settings(max_examples=200)
@given(positions())
def test_the_gap_only_narrows_but_for_55(position: Position) -> None:
    s = position.state
    for action in position.actions[: position.count].tolist():
        new, said = after(position, action).state, GAME.rules.ACTIONS.describe(action)
        if s.limited == 2 and new.limited == 2 and said.get("card") != 55:
            assert min(s.limits) <= min(new.limits)
            assert max(new.limits) <= max(s.limits)


@settings(max_examples=200)
@given(positions())
def test_a_trick_is_worth_one_and_its_tens(position: Position) -> None:
    s = position.state
    assert s.worth == (1 + tens(s.trick[: s.lying]) if s.lying else 0)


@settings(max_examples=100)
@given(positions(), st.integers(0, 10**6))
def test_a_guess_is_a_table_the_seat_could_face(position: Position, seed: int) -> None:
    s = position.state
    seen = {*s.taken[: s.gone].tolist(), *s.trick[: s.lying].tolist()}
    for seat in range(position.seats):
        guessed: Any = guess_from(GAME, position.view(seat), seat, dice.new(seed))[0]
        hands = [guessed.hands[other, : guessed.held[other]].tolist() for other in range(position.seats)]
        assert hands[seat] == s.hands[seat, : s.held[seat]].tolist()
        hidden = [card for hand in hands for card in hand] + guessed.aside[:10].tolist()
        assert sorted([*hidden, *seen]) == list(range(10 * position.seats + 10))


@settings(max_examples=60)
@given(positions(most=0), st.lists(st.integers(0, 24), min_size=1, max_size=40), st.integers(0, 10**6))
def test_once_a_round_is_scored_a_guess_keeps_the_tens_of_every_hand(
    position: Position, choices: list[int], seed: int
) -> None:
    play_round(position, choices)
    for seat in range(-1, position.seats):
        guessed: Any = guess_from(GAME, position.view(seat), seat, dice.new(seed))[0]
        kept = [tens(guessed.hands[other, : guessed.held[other]]) for other in range(position.seats)]
        assert kept == position.state.tens[: position.seats].tolist()


def test_a_guess_concludes_nothing_from_a_pass() -> None:
    position = Position(GAME, 3, GAME.check_options(3, {}), dice.new(3))
    leader, passer = position.seat, (position.seat + 2) % 3
    for place in (0, position.count - 1):  # the lowest card, then the highest of the next hand
        position.play(int(position.actions[place]))
    position.play(GAME.rules.ACTIONS.ids["pass"])
    low, high = sorted(position.state.limits.tolist())
    fitting = 0
    for seed in range(20):
        guessed: Any = guess_from(GAME, position.view(leader), leader, dice.new(seed))[0]
        fitting += any(low < card < high for card in guessed.hands[passer].tolist())
    assert position.state.passed[passer]
    assert fitting > 0
