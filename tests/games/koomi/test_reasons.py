"""Reasons of Koomi: each holds in its position, and each is given at least once."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np
from told import Told, moves, texts

from brelan.core.table import Table
from brelan.games.koomi.cards import NAMES, VALUES
from brelan.games.koomi.reasons import tens
from brelan.games.koomi.ways import openness, unseen_numbers

NUMBERS = range(18)


def top(s: Any) -> str:
    return NAMES[int(s.discards[s.down - 1])]


def readings(s: Any) -> list[int]:
    """The values the top may start from."""
    sizes = {"one": 1, "two": 2}
    if top(s) in sizes:
        return [sizes[top(s)], -sizes[top(s)]]
    return [0 if top(s) in ("swap", "reset") else int(top(s))]


def all_tens(s: Any) -> Iterator[int]:
    """The number of cards of every way to make ten, by trying every choice of cards."""
    hand = {NAMES[card]: int(s.hands[s.seat, card]) for card in range(26)}
    targets = {0: (10, -10), 1: (10,), 2: (10,), 3: (-10,)}[int(s.numbers)]
    firsts = [0] if s.renewed else [0, *((1, -1) if hand["one"] else ()), *((2, -2) if hand["two"] else ())]
    for counts in product(*(range(int(s.hands[s.seat, card]) + 1) for card in NUMBERS)):
        total, cards = sum(n * v for n, v in zip(counts, VALUES, strict=True)), sum(counts)
        for start in readings(s):
            for first in firsts:
                if cards + (first != 0) and start + first + total in targets:
                    yield cards + (first != 0)
            if hand["switch"] and not s.renewed:
                turns = [start, *(value for n, value in zip(counts, VALUES, strict=True) if n)]
                yield from (cards + 1 for value in turns if start + total - 2 * value in targets)


def laid(move: Told) -> list[str]:
    """The cards that were laid, the last one last."""
    down = int(move.new.down)
    return [NAMES[card] for card in move.new.discards[down - int(move.old.held[move.seat] - held(move)) : down]]


def held(move: Told) -> int:
    return int(move.new.held[move.seat])


def hardest(move: Told, card: str) -> bool:
    unseen = unseen_numbers(move.before.view(move.seat)[0], move.seat)
    numbers = [name for name in laid(move) if name[0] in "+-"]
    return openness(card, unseen) == min(openness(name, unseen) for name in numbers) and top(move.new) == card


def harder(move: Told, card: str) -> bool:
    """Whether a top is harder for the next seat than every number in the hand."""
    unseen = unseen_numbers(move.before.view(move.seat)[0], move.seat)
    own = [NAMES[number] for number in range(18) if move.old.hands[move.seat, number]]
    return all(openness(name, unseen) > openness(card, unseen) for name in own)


def hundredths(move: Told, *verbs: str) -> int:
    """The chance of winning with the best allowed action of some verbs, as the policy's net sees it."""
    position, seat = move.before, move.seat
    said = position.game.rules.ACTIONS.texts
    actions = [action for action in position.actions[: position.count] if said[action].split()[0] in verbs]
    told = position.game.engine.chance(position.view(seat), seat, np.array(actions, np.int16), len(actions))
    return int(100 * told + 0.5)


TRUE: dict[str, Callable[..., bool]] = {
    "wins": lambda move: move.happened("won") and move.new.ended == 17,
    "only_way": lambda move: len(list(all_tens(move.old))) == 1,
    "longest": lambda move, count: max(all_tens(move.old)) == count == len(laid(move)),
    "hard_top": lambda move, card: move.happened("made") and hardest(move, card),
    "keeps": lambda move, card: (
        card == [name for name in NAMES[18:] if move.new.hands[move.seat, NAMES.index(name)] > 0]
    ),
    "no_ten": lambda move: not any(all_tens(move.old)),
    "zero": lambda move: top(move.new) == "reset",
    "new_top": lambda move: move.happened("turned_up"),
    "two_cards": lambda move: held(move) == move.old.held[move.seat] - 2,
    "likelier": lambda move, count, other: (
        (count, other) == (hundredths(move, "draw"), hundredths(move, "read", "add", "help", "switch"))
        and count > other
    ),
    "stays": lambda move, card: top(move.new) == top(move.old) == card and harder(move, card),
    "small_hand": lambda move, count: held(move) == count < move.old.held[move.seat] - 1,
}


def test_every_reason_is_true_and_every_reason_is_given() -> None:
    seen = set()
    for seed in range(24):
        numbers = ("all", "all", "no_red", "small_red", "no_green")[seed % 5]
        table = Table("koomi", seed % 3 + 2, seed=seed, numbers=numbers, loose_aids=seed % 4 == 2)
        for move in moves(table, "hard" if seed % 3 else "random", most=60):
            for key, fields in move.reasons:
                assert TRUE[key](move, **fields), (seed, move.actions, key, fields)
            keys = {key for key, _ in move.reasons}
            if move.happened("made") and held(move):  # a longest way is always praised as one
                assert bool(keys & {"longest", "only_way"}) == (max(all_tens(move.old)) == len(laid(move)))
            seen |= keys
    assert seen == TRUE.keys() == texts(table, "reasons")


def test_a_making_ten_is_told_with_its_sum() -> None:
    made = 0
    for move in (move for seed in range(4) for move in moves(Table("koomi", 2, seed=seed), "hard")):
        sums = [event.public["sum"] for event in move.events if event.name == "made"]
        if sums:
            assert move.steps == [("make", {"card": laid(move), "sum": sums[0]})]
            made += 1
    assert made > 3


def test_after_a_new_card_no_aid_makes_the_way_longer() -> None:
    s = Table("koomi", 2, seed=1).position.state
    s.hands[1] = 0
    for card in ("+1", "+2", "one"):
        s.hands[1, NAMES.index(card)] = 1
    s.discards[0], s.down = NAMES.index("+8"), 1
    assert tens(s, 1)[1] == 3  # 8 - 1 + 1 + 2, the aid first
    s.renewed = 1
    assert tens(s, 1)[1] == 1  # 8 + 2: R11
