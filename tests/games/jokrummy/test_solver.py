"""The solver against the twin's brute force, and what it proposes."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from steps import steps

from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position
from brelan.games.jokrummy import solver
from brelan.games.jokrummy.cards import HAND, LAYING, NAMES, SUIT, WILD, WILD_RANK
from brelan.games.jokrummy.hints import ALL_CARDS, FEWEST_WILDS, Proposal, plan, proposal
from brelan.games.jokrummy.laying import asks, hand_of
from brelan.games.jokrummy.levels import SET, insert, kind_of
from brelan.games.jokrummy.programmes import MOST_CARDS, load, parse, written
from brelan.games.jokrummy.solver import (
    CARD_UNIT,
    CHOICE_BITS,
    CHOICE_MASK,
    EMPTY,
    EVERY,
    NO,
    ZERO,
    arrange,
    missing,
    next_naming,
    plus,
    take,
    whole,
)

from . import twin

GAME = game("jokrummy")
WILDS = [card for card in range(53) if SUIT[card] == WILD] * 2 + [52, 52]
NATURALS = [card for card in range(52) if card % 13 + 1 != WILD_RANK] * 2


@st.composite
def hands(draw: st.DrawFn) -> list[int]:
    """Hands of up to fourteen cards, often with many wilds and naturals close together."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    wilds = draw(st.integers(0, 9))
    low, width = draw(st.integers(0, 8)), draw(st.sampled_from([4, 6, 13]))
    near = [card for card in NATURALS if low <= card % 13 < low + width or card % 13 == 0]
    count = min(len(near), draw(st.integers(1, HAND - wilds)))
    return sorted(chance.sample(WILDS, wilds) + chance.sample(near, count))


@st.composite
def programmes(draw: st.DrawFn) -> str:
    """Any programme of up to fourteen cards."""
    groups: list[str] = []
    left = MOST_CARDS
    while left >= 3 and (not groups or draw(st.booleans())):
        length = draw(st.integers(3, min(left, 14)))
        kind = draw(st.sampled_from(["K", "S", "M", "K=", "S?"]))
        group = f"{kind[0]}{length}"
        if kind == "K=":
            group += "=" + draw(st.sampled_from(["A", "3", "7", "10", "K"]))
        elif kind == "S?":
            group += draw(st.sampled_from("CDHS"))
        groups.append(f"1x{group}")
        left -= length
    return "+".join(groups)


def position(hand: list[int], programme: str, each: bool = False) -> Position:
    """Seat 0 has drawn, holds these cards and this programme."""
    made = Position(GAME, 2, GAME.check_options(2, {"natural_each": each}), dice.new(1))
    s = made.state
    s.seat, s.phase, s.kept[0], s.programmes[0, 0], s.wanted[0] = 0, LAYING, 1, 0, parse(programme)
    s.hands[0], s.held[0] = 0, len(hand)
    s.hands[0, : len(hand)] = hand
    made.refresh()
    return made


@pytest.mark.parametrize("programme", ["4xK3", "2xS3+2xK3", "1xS3+1xM3+1xK3=7+1xK3", "2xM3+2xK3=7", "1xS3C+1xS3H+1xM3"])
@pytest.mark.parametrize(
    "naturals", ["7H", "3C 7H", "3C 5D 7H", "3C 5D 7H 9S", "3C 4C 5C 7H", "7C 7C 7D 7D", "7H 7H 7S 8H", "AC KD 7S 7H"]
)
def test_with_wilds_for_everything_else_each_group_needs_a_natural_card_of_its_own(
    naturals: str, programme: str
) -> None:
    held = [NAMES.index(name) for name in naturals.split()]
    hand = sorted([*held, *[52] * (HAND - len(held))])
    s = position(hand, programme, each=True).state
    expected = twin.can_lay(tuple(hand), tuple(twin.parse(programme)), each=True)
    assert whole(hand_of(s, 0), asks(s, 0, 0)) == expected


@pytest.mark.parametrize(
    ("naturals", "wilds", "programme", "lacking"),
    [
        ("7H 7S", 7, "3xK3=7", 1),  # two sevens for two of the sets, one for the third
        ("7H 7S", 5, "3xK3=7", 2),
        ("7H", 8, "3xK3=7", 2),
        ("7H 7S KD", 7, "2xK3=7+1xK3", 0),
        ("3C 7H", 7, "1xS3C+2xK3=7", 1),
    ],
)
def test_with_natural_each_what_is_missing_may_be_a_natural_card(
    naturals: str, wilds: int, programme: str, lacking: int
) -> None:
    hand = sorted([*(NAMES.index(name) for name in naturals.split()), *[52] * wilds])
    s = position(hand, programme, each=True).state
    assert missing(hand_of(s, 0), asks(s, np.int64(0), np.int64(0))) == lacking


@pytest.mark.parametrize("rank", ["A", "3", "10", "Q", "K"])
@pytest.mark.parametrize("programme", ["1xK3+1xK4", "1xK3+1xK5", "1xS3+1xK3+1xK4", "1xM4+1xK3+1xK4"])
def test_a_set_beside_a_longer_one_may_be_of_any_rank(rank: str, programme: str) -> None:
    names = [f"{rank}{suit}" for suit in "CDH"] + ["7C", "7D", "7H", "7S", "7S", "4H", "5H", "6H", "7H"]
    hand = sorted(map(NAMES.index, names))
    s = position(hand, programme).state
    assert whole(hand_of(s, 0), asks(s, 0, 0))
    assert twin.can_lay(tuple(hand), tuple(twin.parse(programme)))


@settings(max_examples=600)
@given(hands(), programmes(), st.booleans())
def test_a_programme_can_be_laid_exactly_if_brute_force_finds_a_way(
    hand: list[int], programme: str, each: bool
) -> None:
    s = position(hand, programme, each).state
    expected = twin.can_lay(tuple(hand), tuple(twin.parse(programme)), each=each)
    assert whole(hand_of(s, 0), asks(s, 0, 0)) == expected


@settings(max_examples=150)
@given(hands(), programmes(), st.booleans())
def test_missing_is_how_many_cards_would_do_if_they_were_the_best(hand: list[int], programme: str, each: bool) -> None:
    hand = hand[: HAND - 1]
    s = position(hand, programme, each).state
    packed, levels = hand_of(s, 0), asks(s, np.int64(0), np.int64(0))
    lacking = int(missing(packed, levels))
    assert (lacking == 0) == twin.can_lay(tuple(hand), tuple(twin.parse(programme)), each=each)
    after = [int(missing(plus(packed, SUIT[card], CARD_UNIT[card]), levels)) for card in range(53)]
    assert min(after) == max(lacking - 1, 0)


@settings(max_examples=200)
@given(hands(), programmes(), st.booleans(), st.integers(0, 10**6))
def test_every_step_of_laying_leads_to_the_end(hand: list[int], programme: str, each: bool, seed: int) -> None:
    made, chance = position(hand, programme, each), random.Random(seed)
    texts = GAME.rules.ACTIONS.texts
    if "show 0" not in [texts[action] for action in made.actions[: made.count]]:
        return
    made.play(GAME.rules.ACTIONS.ids["show 0"])
    for _ in steps(lambda: made.state.shown >= 0):
        assert made.count > 0
        made.play(int(made.actions[chance.randrange(made.count)]))
    assert made.state.done[0] == 1


@settings(max_examples=100)
@given(hands(), programmes(), st.booleans())
def test_proposals_are_moves_the_rules_allow_and_fewest_is_least(hand: list[int], programme: str, each: bool) -> None:
    made = position(hand, programme, each)
    view = made.view(0)
    few, many = (proposal(view, 0, how) for how in (FEWEST_WILDS, ALL_CARDS))
    assert bool(few) == bool(many) == bool(whole(hand_of(made.state, 0), asks(made.state, 0, 0)))
    if few is None or many is None:
        return
    wanted, naturals = tuple(twin.parse(programme)), [card for card in hand if SUIT[card] != WILD]
    for found in (few, many):
        left = list(hand)
        for card in cards_of(found):
            left.remove(card)
        assert len(found.groups) >= len(wanted)
    spent = sum(SUIT[card] == WILD for card in cards_of(few))
    assert spent == 0 or not twin.can_lay(tuple(sorted([*naturals, *[52] * (spent - 1)])), wanted, each=each)
    assert len(cards_of(many)) >= len(cards_of(few))


def cards_of(found: Proposal) -> list[int]:
    laid = [card for group in found.groups for card in group.cards if card is not None]
    return [*laid, *(card for _, _, card, _ in found.added)]


@pytest.mark.parametrize("text", load().texts)
def test_every_programme_of_ours_is_written_as_it_is_read(text: str) -> None:
    assert written(parse(text)) == text


def test_a_plan_says_which_cards_are_missing() -> None:
    hand = sorted(NAMES.index(card) for card in ["5D", "6D", "9D", "KC", "KD", "QH", "JK"])
    [run, kings] = plan(hand, parse("1xS5+1xK3"), False)
    cards = [None if card is None else NAMES[card] for group in (run, kings) for card in group.cards]
    assert (cards[:5].count(None), cards.count(None)) == (1, 2)
    assert cards[5:7] == ["KC", "KD"]
    [queens] = plan([52, 52, 52], parse("1xK3=Q"), False)  # wilds alone will not do
    assert queens.cards.count(None) == 1
    for each in (False, True):  # R9: a natural card in the programme, or in every group
        planned = plan(sorted([12, 25, 38, 52, 52, 52]), parse("1xK3=K+1xK3=7"), each)
        assert sum(group.cards.count(None) for group in planned) == each


@settings(max_examples=150)
@given(hands(), programmes(), st.booleans())
def test_a_plan_lacks_what_the_solver_says_and_no_card_is_planned_twice(
    hand: list[int], programme: str, each: bool
) -> None:
    s = position(hand, programme, each).state
    planned = [card for group in plan(hand, parse(programme), each) for card in group.cards]
    lacking = int(missing(hand_of(s, 0), asks(s, np.int64(0), np.int64(0))))
    assert planned.count(None) == lacking
    left = list(hand)
    for card in filter(lambda card: card is not None, planned):
        left.remove(card)  # type: ignore[arg-type]


def arrangements(hand: tuple[np.int64, ...], words: list[int]) -> list[tuple[int, ...]]:
    """All that `arrange` finds, taken up again after each: the namings of the groups."""
    levels = ZERO
    for word in words:
        levels = insert(levels, np.int64(word))
    found, choices = list[tuple[int, ...]](), int(arrange(hand, levels, ZERO, EVERY))
    while choices != NO:
        assert len(found) < 1_000
        found.append(tuple(choices >> CHOICE_BITS * i & CHOICE_MASK for i in range(len(words))))
        choices = int(arrange(hand, levels, np.int64(choices + (1 << CHOICE_BITS * (len(words) - 1))), EVERY))
    return found


def test_all_suits_and_ends_of_one_run_are_enumerated() -> None:
    clubs = sum(1 << 4 * rank for rank in range(3, 14))
    hand = tuple(map(np.int64, (clubs, 0, 0, 0, 2)))
    assert arrangements(hand, [parse("1xS11")[0]]) == [(1,), (2,), (3,), (4,)]  # from A 2 3 .. J to 4 .. A


@pytest.mark.parametrize(
    "programme", ["2xK3", "1xS3+1xK3", "1xM4+1xK3", "1xS3D+1xM3", "1xK3+1xK4", "2xS3", "1xS3+2xK3"]
)
@pytest.mark.parametrize(
    "cards", ["3D 4D 5D 5C 5H KC KD KH JK", "3D 4D 5D 5C 6D 7D KC KD JK JK", "AC AD 3C 3D 3H QS KS AS JK"]
)
def test_taking_up_the_search_misses_no_arrangement(cards: str, programme: str) -> None:
    """Every way to name all groups with a natural card each, in the solver's order of groups, by trying all."""
    hand = EMPTY
    for card in cards.split():
        hand = plus(hand, SUIT[NAMES.index(card)], CARD_UNIT[NAMES.index(card)])
    words = sorted(word for word in parse(programme) if word)

    def ways(left: tuple[np.int64, ...], depth: int, before: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if depth == len(words):
            yield before
            return
        group = np.int64(words[depth])
        for naming in range(CHOICE_MASK):
            if next_naming(left, group, np.int64(naming), np.int64(1)) == naming:
                less = take(left, group, np.int64(naming))
                ordered = depth and words[depth] == words[depth - 1] and kind_of(group) != SET and naming < before[-1]
                if less[WILD] >= 0 and not ordered:  # of equal runs the order does not matter
                    yield from ways(less, depth + 1, (*before, naming))

    assert arrangements(hand, words) == sorted(ways(hand, 0, ()))


WORST = (  # found by climbing from random hands and programmes for some minutes
    ("1xS4+1xM3+1xS3+1xM4", [1, 7, 18, 27, 27, 27, 32, 40, 43, 52, 52, 52, 52], False),
    ("1xS3+1xM3+1xM4+1xM4", [5, 9, 11, 14, 15, 21, 23, 33, 37, 40, 40, 40, 46, 52], True),
)


@pytest.mark.parametrize(("programme", "cards", "each"), WORST)
def test_the_worst_hands_known_are_far_from_the_bound_of_a_search(
    programme: str, cards: list[int], each: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = list[int]()

    def counted(*given: Any) -> Any:
        steps.append(1)
        return next_naming(*given)

    s = position(cards, programme, each).state
    monkeypatch.setattr(solver, "next_naming", counted)  # from here on: interpreted, a position asks the solver, too
    assert arrange(hand_of(s, 0), asks(s, 0, 0), ZERO, EVERY) == NO
    assert 4_000 < len(steps) < solver.STEPS / 3


def test_a_search_ends_after_so_many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    s = position([2, 3, 4, 15, 16, 17, 28, 29, 30], "3xS3").state
    hand, levels = hand_of(s, 0), asks(s, 0, 0)
    assert arrange(hand, levels, ZERO, EVERY) != NO
    monkeypatch.setattr(solver, "STEPS", 2)
    assert arrange(hand, levels, ZERO, EVERY) == NO
