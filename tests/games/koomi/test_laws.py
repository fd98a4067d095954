"""Laws of Koomi, by Hypothesis."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from brelan.core import dice
from brelan.core.errors import BadSetup
from brelan.core.game import game
from brelan.core.position import Position, guess_from
from brelan.core.record import HIDDEN
from brelan.core.table import tell
from brelan.games.koomi.actions import DRAW, PLAY_NEW
from brelan.games.koomi.asking import top
from brelan.games.koomi.cards import ALL, IS_AID, NAMES, NO_GREEN, NO_RED, VALUE
from brelan.games.koomi.line import terms
from brelan.games.koomi.sums import BITS, NEAR, TEN, goals_of, hand_of, reach

GAME = game("koomi")
RULES = GAME.rules


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A table some way into a game of somebody's choices, who draws often or never."""
    seats = draw(st.integers(2, 6))
    options = {
        "numbers": draw(st.sampled_from(["all", "all", "no_red", "small_red", "no_green"])),
        "open_hands": draw(st.booleans()),
        "without": draw(st.lists(st.sampled_from(GAME.options["without"].values), max_size=3)),
        "loose_aids": draw(st.booleans()),
        "more_seats": True,
        "unshuffled": draw(st.booleans()),
        "dealt_by": draw(st.integers(0, seats - 1)),
    }
    try:
        checked = GAME.check_options(seats, options)
    except BadSetup:  # too few cards for so many
        checked = GAME.check_options(seats, {**options, "numbers": "all"})
    position = Position(GAME, seats, checked, dice.new(draw(st.integers(0, 10**9))))
    draws, choice = draw(st.integers(0, 9)), dice.new(draw(st.integers(0, 10**9)))
    for _ in range(draw(st.integers(0, 250))):
        if not position.count:
            break
        drawing = dice.below(choice, 10) < draws and position.actions[0] == DRAW
        position.play(int(position.actions[0 if drawing else dice.below(choice, position.count)]))
    return position


def targets(position: Position) -> set[int]:
    return {"all": {10, -10}, "no_green": {-10}}.get(position.options["numbers"], {10})


def everything(position: Position) -> list[int]:
    found = np.zeros(128, np.int16)
    return sorted(found[: RULES.cards(position.state, found)].tolist())


@settings(max_examples=200)
@given(positions())
def test_a_made_ten_sums_to_ten(position: Position) -> None:
    for action in position.actions[: position.count].tolist():
        after = position.copy()
        after.play(action)
        for event in tell(position, action, after):
            if event.name == "made":
                sum_, _, total = event.public["sum"].partition(" = ")
                assert eval(sum_) == int(total) == event.public["total"]
                assert event.public["total"] in targets(position)


@settings(max_examples=200)
@given(positions())
def test_a_new_stock_is_told_exactly_where_one_is_made(position: Position) -> None:
    s, kind = position.state, "turned_over" if position.options["unshuffled"] else "mixed"
    for action in {DRAW, PLAY_NEW} & set(position.allowed()):
        after = position.copy()
        after.play(action)
        made = bool(after.state.remade > s.remade)
        assert action != DRAW or made == (s.left == 0 and s.down > 1)
        told = [event.name for event in tell(position, action, after)]
        assert [name for name in told if name in ("mixed", "turned_over")] == [kind] * made
        if kind == "turned_over" or not made:
            assert after.dice[1] == position.dice[1]
        else:
            assert after.dice[1] > position.dice[1] or s.down <= 2  # a stock of one card throws no dice


@settings(max_examples=200)
@given(positions())
def test_the_sum_written_out_is_the_total(position: Position) -> None:
    if position.state.begun:
        assert sum(terms(position.state)) == position.state.total


@settings(max_examples=200)
@given(positions(), st.integers(0, 10**6))
def test_cards_are_conserved_through_swaps_and_new_stocks(position: Position, seed: int) -> None:
    pack = np.zeros(128, np.int16)
    size = RULES.pack(position.seats, GAME.codes(position.options), pack)
    assert everything(position) == pack[:size].tolist()
    for action in position.actions[: position.count].tolist():
        after = position.copy()
        after.play(action)
        assert everything(after) == pack[:size].tolist()


@settings(max_examples=150)
@given(positions(), st.integers(0, 10**6))
def test_no_step_leads_into_a_dead_end(position: Position, seed: int) -> None:
    throws = dice.new(seed)
    for action in position.actions[: position.count].tolist():
        after = position.copy()
        after.play(action)
        steps = 0
        while after.state.begun:
            assert after.count > 0
            after.play(int(after.actions[dice.below(throws, after.count)]))
            steps += 1
        assert steps <= 2 + int(position.state.held[position.seat])


@settings(max_examples=100)
@given(positions(), st.integers(0, 10**6))
def test_a_step_is_allowed_just_if_some_choice_of_cards_makes_ten(position: Position, seed: int) -> None:
    s = position.state
    if s.waits or (s.laid == 0 and IS_AID[top(s)]) or not position.count:
        return
    cards = [card for card in range(18) for _ in range(s.hands[s.seat, card])]
    total = int(s.total) if s.begun else int(VALUE[top(s)])
    allowed = {RULES.ACTIONS.texts[action] for action in position.actions[: position.count]}
    for card in set(cards):
        rest = list(cards)
        rest.remove(card)
        sums = {total + int(VALUE[card])}
        for other in rest:
            sums |= {one + int(VALUE[other]) for one in sums}
        assert (f"add {NAMES[card]}" in allowed) == bool(sums & targets(position))


@settings(max_examples=150)
@given(positions(), st.integers(0, 10**6))
def test_a_guess_is_a_table_the_seat_could_face(position: Position, seed: int) -> None:
    for seat in range(position.seats):
        view: Any = position.view(seat)
        guessed: Any = guess_from(GAME, view, seat, dice.new(seed))[0]
        assert guessed.hands[seat].tolist() == position.state.hands[seat].tolist()
        for other in range(position.seats):
            assert guessed.hands[other].sum() == guessed.held[other]
            assert (guessed.hands[other] >= view[0].known[other]).all()
        stock = Counter(guessed.stock[: guessed.left].tolist())
        if position.options["unshuffled"] and position.state.remade > 0:
            assert guessed.stock[: guessed.left].tolist() == position.state.stock[: guessed.left].tolist()
        assert all(count <= guessed.mixed[card] for card, count in stock.items())


@settings(max_examples=150)
@given(positions())
def test_what_a_seat_is_said_to_know_is_so(position: Position) -> None:
    s = position.state
    for seat in range(position.seats):
        view: Any = position.view(seat)[0]
        for other in range(position.seats):
            assert (view.known[other] <= s.hands[other]).all()
        stock = s.stock[: s.left].tolist()
        assert all(Counter(stock)[card] <= view.mixed[card] for card in range(26))
        seen = position.options["unshuffled"] and s.remade > 0  # R16: it lay open before it was turned over
        assert view.stock[: s.left].tolist() == (stock if seen else [HIDDEN] * len(stock))


def apart(value: int, greens: int, reds: int, sums: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The sums of all greens and reds up to a value, of which no part weighs as much as a part of the other colour."""
    if value == 0:
        yield sums
        return
    yield from apart(value - 1, greens, reds, sums)
    more = greens
    for count in range(1, 4):
        more |= more << value
        if more & reds == 1:
            yield from apart(value - 1, more, reds, (sums[0] + count * value, sums[1]))
    more = reds
    for count in range(1, 4) if greens > 1 else ():  # the same with the colours exchanged
        more |= more << value
        if greens & more == 1:
            yield from apart(value - 1, greens, more, (sums[0], sums[1] + count * value))


def test_one_word_is_enough_for_totals_that_are_near() -> None:
    most = max(max(sums) for sums in apart(9, 1, 1, (0, 0)) if abs(sums[0] - sums[1]) <= NEAR + TEN)
    assert most == 59 < BITS


few = st.dictionaries(st.integers(0, 17), st.integers(1, 3), max_size=3)
many = st.dictionaries(st.integers(0, 17), st.integers(1, 3), min_size=4)


@example(dict.fromkeys(range(18), 3), (ALL, {10, -10}))  # sums beyond two words
@settings(max_examples=200)
@given(st.one_of(few, many), st.sampled_from([(ALL, {10, -10}), (NO_RED, {10}), (NO_GREEN, {-10})]))
def test_a_total_is_reached_if_some_cards_make_the_difference(
    hand: dict[int, int], targets: tuple[int, set[int]]
) -> None:
    sums = {0}
    for card, count in hand.items():
        sums = {known + k * int(VALUE[card]) for known in sums for k in range(count + 1)}
    state = RULES.State.rows(1)[0]
    state.numbers, wanted = targets
    for card, count in hand.items():
        state.hands[0, card] = count
    cards, goals = hand_of(state), goals_of(state)
    for total in range(-146, 147):
        assert reach(cards, total, goals) == any(goal - total in sums for goal in wanted), total
