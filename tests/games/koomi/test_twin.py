"""Koomi against its twin."""

from typing import Any

import pytest
from referee import Chance, Facts, compare

from brelan.core import dice
from brelan.core.check import setups
from brelan.core.game import game
from brelan.core.position import Position
from brelan.core.record import HIDDEN
from brelan.games.koomi.actions import STOP
from brelan.games.koomi.bots import policy

from .twin import Twin

GAME = game("koomi")
TOGETHER = [  # options that mean more together
    (2, {"numbers": "no_red", "without": "new,swap,reset", "loose_aids": True}),
    (3, {"numbers": "small_red", "without": "one,two,switch", "open_hands": True}),
    (4, {"numbers": "no_green", "without": "switch,green,red", "loose_aids": True}),
    (2, {"without": "one,two,switch,new,swap,reset,green,red"}),
    (6, {"more_seats": True, "without": "new", "loose_aids": True, "unshuffled": True, "dealt_by": 5}),
    (5, {"more_seats": True, "without": "swap", "open_hands": True, "dealt_by": 4}),
    (3, {"numbers": "no_red", "unshuffled": True, "open_hands": True, "dealt_by": 1}),
]


def cards(counts: Any) -> list[int] | None:
    """The cards of a hand as it is seen; None if it is hidden."""
    return None if (counts == HIDDEN).all() else [card for card, count in enumerate(counts) for _ in range(count)]


def facts(position: Position) -> Facts:
    s, seen = position.state, position.view(-1)[0].hands
    scores = position.scores()
    return {
        "over": bool(position.over),
        "hands": [cards(s.hands[seat]) for seat in range(position.seats)],
        "seen": [cards(seen[seat]) for seat in range(position.seats)],
        "stock": s.stock[: s.left].tolist()[::-1],
        "discards": s.discards[: s.down].tolist(),
        "total": int(s.total),
        "turns": int(s.turns),
        "passes": int(s.passes),
        "winners": [seat for seat in range(position.seats) if position.over and scores[seat] == max(scores)],
    }


def wise(position: Position, throws: dice.Dice) -> int:
    """The game's own policy: it goes out."""
    return int(policy(position.view(position.seat)[0], position.seat, position.actions, position.count, throws))


def hoarding(position: Position, throws: dice.Dice) -> int:
    """Draws nine times of ten: large hands, empty stocks, new stocks and passes."""
    allowed = position.actions[: position.count]
    return int(allowed[0] if dice.below(throws, 10) else allowed[dice.below(throws, len(allowed))])


def wandering(position: Position, throws: dice.Dice) -> int:
    """Goes on where it could stop: long sums, far away from ten."""
    allowed = [action for action in position.actions[: position.count] if action != STOP]
    return int(allowed[dice.below(throws, len(allowed))]) if allowed else int(position.actions[0])


@pytest.mark.parametrize("setup", [*setups(GAME), *TOGETHER], ids=str)
def test_game_and_twin_agree_move_by_move(setup: tuple[int, dict[str, Any]]) -> None:
    seats, chosen = setup
    options = GAME.check_options(seats, chosen)
    for seed in range(3):
        for choose in (None, wise, hoarding, wandering):
            compare(GAME, seats, options, seed, lambda chance: twin(seats, options, chance), facts, choose)


def twin(seats: int, options: dict[str, Any], chance: Chance) -> Twin:
    return Twin(seats, options, chance.lot, chance.shuffle)
