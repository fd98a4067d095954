"""Laws of The Game, by Hypothesis."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position, guess_from

GAME = game("thegame")


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A table some way into a game of somebody's choices."""
    seats = draw(st.integers(1, 5))
    options = GAME.check_options(seats, {"three_cards": draw(st.booleans()), "one_card_fewer": draw(st.booleans())})
    position = Position(GAME, seats, options, dice.new(draw(st.integers(0, 10**9))))
    for choice in draw(st.lists(st.integers(0, 32), max_size=60)):
        if not position.count:
            break
        position.play(int(position.actions[choice % position.count]))
    return position


@settings(max_examples=200)
@given(positions())
def test_a_pile_moves_on_or_exactly_ten_back(position: Position) -> None:
    for action in position.actions[: position.count].tolist():
        after = position.copy()
        after.play(action)
        fields = GAME.rules.ACTIONS.describe(action)
        for pile in range(4):
            old, new = int(position.state.tops[pile]), int(after.state.tops[pile])
            if fields["verb"] == "lay" and fields["pile"] == pile:
                ahead = new - old if pile < 2 else old - new
                assert ahead > 0 or ahead == -10
            else:
                assert old == new


@settings(max_examples=200)
@given(positions())
def test_hands_are_full_while_the_stock_lasts_except_in_the_running_turn(position: Position) -> None:
    s = position.state
    for seat in range(position.seats):
        if s.left > 0 and seat != s.seat:
            assert s.held[seat] == s.hand_size


@settings(max_examples=100)
@given(positions(), st.integers(0, 10**6))
def test_a_guess_is_a_table_the_seat_could_face(position: Position, seed: int) -> None:
    for seat in range(position.seats):
        guessed: Any = guess_from(GAME, position.view(seat), seat, dice.new(seed))[0]
        assert guessed.hands[seat].tolist() == position.state.hands[seat].tolist()
        unseen = sorted(
            int(c) for row in range(position.seats) if row != seat for c in guessed.hands[row, : guessed.held[row]]
        )
        unseen += guessed.stock[98 - int(guessed.left) :].tolist()
        assert not set(unseen) & set(position.state.laid[: position.state.down].tolist())
        assert len(set(unseen)) == len(unseen)
