"""Laws of Jok-R-ummy, by Hypothesis."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from brelan.bots import player
from brelan.core import dice
from brelan.core.check import setups
from brelan.core.game import game
from brelan.core.position import Position, guess_from
from brelan.games.jokrummy.cards import SAME_RANK, SUIT, WILD
from brelan.games.jokrummy.groups import on_table
from brelan.games.jokrummy.programmes import written

from . import twin

GAME = game("jokrummy")


@st.composite
def games(draw: st.DrawFn) -> tuple[Position, dice.Dice]:
    """A table, and dice by which somebody plays who mostly lays what can be laid."""
    seats, options = draw(st.sampled_from(setups(GAME)))
    seed = draw(st.integers(0, 10**9))
    return Position(GAME, seats, options, dice.new(seed)), dice.new(seed + 1)


def step(position: Position, throws: dice.Dice) -> None:
    allowed = position.actions[: position.count].copy()
    wise = position.seat >= 0 and dice.below(throws, 3) > 0
    bot = player(GAME, "hard" if wise else "random")
    position.play(bot.choose(position.view(max(position.seat, 0)), position.seat, allowed, throws))


@settings(max_examples=25)
@given(games())
def test_what_lies_satisfies_the_card_and_never_changes(game_: tuple[Position, dice.Dice]) -> None:
    position, throws = game_
    for _ in range(400):
        if not position.count:
            break
        before = position.copy()
        step(position, throws)
        old, new = on_table(before.state), on_table(position.state)
        if position.state.down > before.state.down:  # R17: what lay, lies where it lay
            for i, group in enumerate(old):
                assert new[i].what == group.what
                assert all(card in new[i].cards for card in group.cards)
        if before.state.shown >= 0 and position.state.shown < 0:
            wanted = twin.parse(written(before.state.wanted[before.state.shown]))
            laid = new[-len(wanted) :]
            for group, want in zip(laid, wanted, strict=True):
                assert satisfies(group.what, group.cards, want)
            naturals = [any(SUIT[card] != WILD for card, _ in group.cards) for group in laid]
            assert all(naturals) if position.options["natural_each"] else any(naturals)  # R9


def satisfies(what: int, cards: list[tuple[int, int]], want: twin.Wanted) -> bool:
    """Whether a group that lies is what the card asks for, judged with the twin's eyes."""
    suit = twin.ANY if what > 3 else what
    first = cards[0][1]
    named = twin.Named(want.kind, len(cards), suit, first)
    places = [named.place(i) for i in range(len(cards))]
    return (
        len(cards) >= want.length  # R9
        and (want.kind == "K") == (what == SAME_RANK)
        and named in twin.namings(twin.Wanted(want.kind, len(cards), want.imposed))
        and [place for _, place in cards] == places
        and all(twin.fits(named, place, card) for card, place in cards)
    )


@settings(max_examples=15)
@given(games())
def test_cards_are_conserved_and_a_guess_is_a_table_the_seat_could_face(game_: tuple[Position, dice.Dice]) -> None:
    position, throws = game_
    pack, found = np.zeros(200, np.int16), np.zeros(200, np.int16)
    size = GAME.rules.pack(position.seats, GAME.codes(position.options), pack)
    for number in range(200):
        if not position.count:
            break
        step(position, throws)
        count = GAME.rules.cards(position.state, found)
        assert sorted(found[:count].tolist()) == pack[:size].tolist()
        seat = number % position.seats
        guessed: Any = guess_from(GAME, position.view(seat), seat, throws)[0]
        s = position.state
        assert guessed.hands[seat].tolist() == s.hands[seat].tolist()
        assert guessed.log.tolist() == s.log.tolist()
        for other in range(position.seats):
            hand = guessed.hands[other, : guessed.held[other]].tolist()
            for card in s.known[other, : s.known_held[other]].tolist():
                hand.remove(card)  # what was seen to be taken is there
            for programme in guessed.programmes[other, : guessed.kept[other]]:
                assert guessed.wanted[programme, 0] != 0  # nobody keeps a bonus card
        if s.turned > 0:  # R21: the stock is made of what was turned over
            stock = np.bincount(guessed.stock[: guessed.left], minlength=54)
            assert (stock <= s.pool).all()


@settings(max_examples=10)
@given(games())
def test_hands_are_sorted_and_counts_are_true(game_: tuple[Position, dice.Dice]) -> None:
    position, throws = game_
    for _ in range(300):
        if not position.count:
            break
        step(position, throws)
        s = position.state
        for seat in range(position.seats):
            hand = s.hands[seat, : s.held[seat]].tolist()
            assert hand == sorted(hand)
            assert not s.hands[seat, s.held[seat] :].any()
        assert s.top == (s.discards[s.thrown - 1] if s.thrown else -1)
        assert s.down == sum(len(group.cards) for group in on_table(s))
