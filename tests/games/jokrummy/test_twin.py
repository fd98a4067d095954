"""Jok-R-ummy against its twin."""

from typing import Any

import pytest
from referee import Chance, Facts, compare

from brelan.bots import player
from brelan.core import dice
from brelan.core.check import setups
from brelan.core.game import game
from brelan.core.position import Position
from brelan.games.jokrummy.groups import on_table
from brelan.games.jokrummy.programmes import load

from .twin import Twin

GAME = game("jokrummy")
ODD = ["1xM5+1xS4", "1xS3+1xM3+1xK3", "1xK5+1xK3+1xK4", "2xS3+2xK3", "1xK3=7+1xS5", "1xS14", "1xM14", "4xS3", "bonus"]


def facts(position: Position) -> Facts:
    s, seats = position.state, range(position.seats)
    done = [int(s.done[seat]) for seat in seats]
    return {
        "over": bool(position.over),
        "dealer": int(s.dealer),
        "hands": [s.hands[seat, : s.held[seat]].tolist() for seat in seats],
        "stock": s.stock[: s.left][::-1].tolist(),
        "discards": s.discards[: s.thrown].tolist(),
        "programmes": [s.programmes[seat, : s.kept[seat]].tolist() for seat in seats],
        "programme_stock": s.programme_stock[: s.programmes_left].tolist(),
        "done": done,
        "laid": [bool(s.laid[seat]) for seat in seats],
        "groups": [[list(card) for card in group.cards] for group in on_table(s)],
        "round": int(s.rounds),
        "turns": int(s.turns),
        "winners": [seat for seat in seats if done[seat] == max(done)] if position.over else [],
    }


HARD = player(GAME, "hard")


def wandering(position: Position, throws: dice.Dice) -> int:
    """The hard bot with occasional whims, so that programmes are laid, sometimes in odd ways."""
    allowed = position.actions[: position.count].copy()
    if position.seat < 0 or dice.below(throws, 4) == 0:
        return int(allowed[dice.below(throws, len(allowed))])
    return HARD.choose(position.view(position.seat), position.seat, allowed, throws)


def twin(seats: int, options: dict[str, Any], chance: Chance) -> Twin:
    texts = list(load().texts) if options.get("programmes", "house") == "house" else list(options["programmes"])
    plain = {name: value for name, value in options.items() if name != "programmes"}
    return Twin(seats, plain, chance.lot, chance.shuffle, texts)


TOGETHER = [  # options that mean more together
    (2, {"natural_each": True, "hold": 3}),
    (4, {"natural_each": True, "swap_after": 2}),
    (3, {"natural_each": True, "hold": 3, "programmes": ODD * 7}),
]


@pytest.mark.parametrize("setup", [*setups(GAME), *TOGETHER], ids=lambda setup: str(setup)[:80])
def test_game_and_twin_agree_move_by_move(setup: tuple[int, dict[str, Any]]) -> None:
    seats, options = setup
    for seed in range(3):
        compare(GAME, seats, options, seed, lambda chance: twin(seats, options, chance), facts, wandering)


@pytest.mark.parametrize("seats", [2, 6])
def test_game_and_twin_agree_on_purely_random_games(seats: int) -> None:
    compare(GAME, seats, {}, 5, lambda chance: twin(seats, {}, chance), facts)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_game_and_twin_agree_on_an_odd_list_of_programmes(seats: int) -> None:
    options = {"programmes": ODD * 7, "swap_after": 2}
    for seed in range(2):
        compare(GAME, seats, options, seed, lambda chance: twin(seats, options, chance), facts, wandering)
