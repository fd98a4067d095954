"""Compares a game with its twin, move by move, over random games."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from brelan.core import dice
from brelan.core.game import Game
from brelan.core.position import Position

Facts = dict[str, Any]


class TwinLike(Protocol):
    """What a twin offers: see any twin.py."""

    seat: int
    over: bool

    def legal(self) -> set[str]: ...
    def apply(self, action: str) -> None: ...
    def facts(self) -> dict[str, object]: ...
    def scores(self) -> list[int]: ...


class Chance:
    """The twin's lots and shuffles, from dice thrown exactly as the game throws its own."""

    def __init__(self, throws: dice.Dice) -> None:
        self.dice = throws

    def lot(self, sides: int) -> int:
        return int(dice.below(self.dice, sides))

    def shuffle(self, cards: list[int]) -> list[int]:
        assert cards == sorted(cards)
        order = np.array(cards, np.int16)
        dice.shuffle(self.dice, order, len(order))
        return [int(card) for card in order]


def compare(
    game: Game, seats: int, options: dict[str, Any], seed: int,
    make: Callable[[Chance], TwinLike], facts: Callable[[Position], Facts],
    choose: Callable[[Position, dice.Dice], int] | None = None,
) -> Position:  # fmt: skip
    """Play one game on both sides; every difference is an assertion that says where. Return the end."""
    position = Position(game, seats, game.check_options(seats, options), dice.new(seed))
    twin = make(Chance(dice.new(seed)))
    choice = dice.new(seed + 77)
    texts = game.rules.ACTIONS.texts
    path: list[str] = []
    while True:
        allowed = position.actions[: position.count].tolist()
        where = f"{game.name} seats={seats} options={options} seed={seed} after {path[-4:]} ({len(path)} actions)"
        assert {texts[action] for action in allowed} == twin.legal(), where
        assert twin.over == (not allowed), where
        assert not allowed or position.seat == twin.seat, where
        ours, theirs = facts(position), twin.facts()
        for name, value in ours.items():
            assert value == theirs[name], f"{where}: {name}"
        if not allowed:
            assert position.scores() == twin.scores(), where
            return position
        action = choose(position, choice) if choose else allowed[dice.below(choice, len(allowed))]
        path.append(texts[action])
        position.play(action)
        twin.apply(texts[action])
