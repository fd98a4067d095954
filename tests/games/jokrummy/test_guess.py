"""Hidden cards are guessed uniformly: small endings against all possible worlds."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from evenness import assert_even

from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position, guess_from, view_of
from brelan.games.jokrummy.cards import LAYING, NAMES, TYPES
from brelan.games.jokrummy.programmes import parse

from .test_rules import cards, table

GAME = game("jokrummy")
ID = GAME.rules.ACTIONS.ids
OWN, SEEN, HIDDEN, STOCK = "3C 4C", "KD", "5C 6D", "7H 8S"  # of seat 0; of seat 1, taken from the discards; the rest
TIMES = 600


def ending(pool: str = "", **options: Any) -> Position:
    """Seat 1 holds a card all have seen and two others, the stock two; all other cards lie on the discards."""
    position = table(OWN, "1xS5", other=f"{SEEN} {HIDDEN}", **options)
    s = position.state
    s.known[:], s.known_held[:] = 0, 0
    s.known[1, 0], s.known_held[1] = cards(SEEN)[0], 1
    away = Counter(cards(f"{OWN} {SEEN} {HIDDEN} {STOCK}"))
    lie = [card for card in range(TYPES) for _ in range((4 if card == TYPES - 1 else 2) - away[card])]
    s.discards[:], s.stock[:] = 0, 0
    s.discards[: len(lie)], s.thrown, s.top = lie, len(lie), lie[-1]
    s.stock[:2], s.left = cards(STOCK), 2
    if pool:
        s.turned, s.pool[:] = 1, np.bincount(cards(pool), minlength=TYPES + 1)
    position.refresh()
    return position


def guesses(position: Position) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    throws, views = dice.new(5), position.view(0)
    for _ in range(TIMES):
        s = guess_from(GAME, views, 0, throws)[0]
        yield tuple(s.hands[1, :3].tolist()), tuple(s.stock[:2].tolist())


@pytest.mark.parametrize("pool", ["", "5C 7H 8S"])
def test_every_world_that_can_be_is_guessed_as_often_as_any_other(pool: str) -> None:
    """R21: after the discards were turned over the stock holds only what they were."""
    unseen = cards(f"{HIDDEN} {STOCK}")
    worlds = [
        (tuple(sorted([*cards(SEEN), *(card for card in unseen if card not in stock)])), stock)
        for stock in permutations(cards(pool) if pool else unseen, 2)
    ]
    assert_even(worlds, guesses(ending(pool)))


def test_programmes_not_seen_are_even_and_those_done_are_not_dealt_again() -> None:
    texts = [f"1xK{length}" for length in range(3, 9)] + [f"1xM{length}" for length in range(4, 11)] + ["bonus"]
    position = table(OWN, texts[0], programmes=texts)
    s = position.state
    s.wanted[:14] = [parse(text) for text in texts]
    s.programmes[0, 0], s.kept[:2], s.done[:2] = 0, 1, (1, 2)
    s.finished[0, 0], s.finished[1, :2] = 3, (4, 5)
    s.programmes[1, 0], s.programmes_left = 1, 9
    s.programme_stock[:], s.stock_readers[:] = 0, 0
    s.programme_stock[:9] = [2, 6, 7, 8, 9, 10, 11, 12, 13]
    throws, views = dice.new(5), position.view(0)
    unseen, held, nexts, lasts = [1, 2, *range(6, 14)], [], [], []
    for _ in range(TIMES):
        guessed = guess_from(GAME, views, 0, throws)[0]
        stock = guessed.programme_stock[:9].tolist()
        assert sorted([int(guessed.programmes[1, 0]), *stock]) == unseen
        held.append(int(guessed.programmes[1, 0]))
        nexts.append(stock[0])
        lasts.append(stock[-1])
    assert_even([number for number in unseen if number != 13], held)  # nobody keeps a bonus card
    ordinary = [number for number in nexts if number != 13]
    assert_even([number for number in unseen if number != 13], ordinary)
    for place in (nexts, lasts):
        assert 0.06 < place.count(13) / TIMES < 0.16  # the bonus card is in one of nine places


EIGHTS = ("5C 6C 7C 8C 8H 8D JK JK", "7H 8S 8S")  # of seat 1, in the stock
FOURS = ("8C 8D 8H 8S 5C 6D 9H", "7C 7D 7H")
WILDS = ("8C 5C 6C JK JK JK", "7H 9S 9S")


@pytest.mark.parametrize(
    ("programme", "steps", "where", "more"),
    [
        ("1xS3", ["show 0"], EIGHTS, "5C 7H 8S"),  # seat 1 must hold a run of three now
        ("1xS3", ["show 0"], EIGHTS, ""),
        ("1xK3", ["show 0", "set 8"], EIGHTS, "8S 8S 7H JK"),
        ("1xK3", ["show 0", "set 8", "put JK"], EIGHTS, "8S 8S 7H"),
        ("1xK3", ["show 0", "more", "set 8"], EIGHTS, "8S 8S 7H JK"),
        ("1xK4", ["show 0", "set 8"], FOURS, FOURS[0]),  # cards that it needs are often in the stock
        ("1xK4", ["show 0"], FOURS, FOURS[0]),  # and three sevens with two eights lead no further
        ("1xK3", ["show 0", "set 8", "put JK"], WILDS, ""),  # another joker, and no eight, would not do
    ],
)
def test_whoever_is_laying_can_go_on_in_every_guess_and_the_stock_is_what_it_was_made_of(
    programme: str, steps: list[str], where: tuple[str, str], more: str
) -> None:
    """R21: the stock was made of discards, those it still has and some more, unless it is the first one."""
    own, top, (other, stock) = "9H 9D", "3D", where
    position = table(own, programme, other=other, programmes=[programme] * 14)
    s = position.state
    s.seat, s.phase, s.left = 1, LAYING, 3
    s.stock[:3] = cards(stock)
    s.thrown, s.top, s.discards[0] = 1, NAMES.index(top), NAMES.index(top)
    if more:
        s.turned, s.pool[:] = 1, np.bincount(cards(f"{more} {stock}"), minlength=TYPES + 1)
        away = Counter(cards(f"{own} {top} {stock} {other}"))
        lie = [card for card in range(TYPES) for _ in range((4 if card == TYPES - 1 else 2) - away[card])]
        s.discards[: len(lie) + 1], s.thrown = [*lie, s.top], len(lie) + 1
    position.refresh()
    for step in steps:
        assert position.why_not(ID[step]) == 0
        position.play(ID[step])
    throws, views = dice.new(7), position.view(0)
    for _ in range(100):
        guessed = guess_from(GAME, views, 0, throws)
        assert view_of(GAME, guessed, 0).tobytes() == views.tobytes()
        out = np.zeros(GAME.rules.MOST, np.int16)
        assert GAME.engine.legal(guessed, 0, out) > 0
        if more:
            held = np.bincount(guessed[0].stock[:3], minlength=TYPES + 1)
            assert (held <= position.state.pool).all()
