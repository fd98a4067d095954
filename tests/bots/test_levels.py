"""Levels for people: they make beginners' mistakes, never absurd ones."""

import numpy as np
import pytest

from brelan.bots import LEVELS, player
from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position
from brelan.lab.arena import Match, play_deal

CARELESS = [name for name, level in LEVELS.items() if level.overlooks]
RUMMY, THEGAME = game("jokrummy"), game("thegame")


@pytest.mark.parametrize("level", CARELESS)
def test_no_wild_is_thrown_away_and_no_complete_programme_kept(level: str) -> None:
    actions, bot, throws = RUMMY.rules.ACTIONS, player(RUMMY, level), dice.new(1)
    discards = shows = 0
    for seed in range(4):
        position = Position(RUMMY, 3, RUMMY.check_options(3, {}), dice.new(seed))
        for _ in range(400):
            if not position.count:
                break
            allowed, seat = position.actions[: position.count].copy(), position.seat
            if seat < 0 or len(allowed) == 1:
                position.play(int(allowed[0]))
                continue
            chosen = bot.choose(position.view(seat), seat, allowed, throws)
            texts = [actions.texts[action] for action in allowed]
            if any(text.startswith("show") for text in texts):
                assert actions.texts[chosen].startswith("show")
                shows += 1
            if actions.texts[chosen].startswith("discard"):
                assert not is_wild(actions.texts[chosen]) or all(is_wild(text) for text in texts)
                discards += 1
            position.play(chosen)
    assert discards > 50
    assert shows > 2


def is_wild(discard: str) -> bool:
    """Whether a text is that of throwing a joker or a two away."""
    return discard.startswith("discard") and (discard.endswith("JK") or discard.split()[1].startswith("2"))


def test_nobody_overlooks_that_a_turn_may_end() -> None:
    engine, end, kept = THEGAME.engine, THEGAME.rules.END, np.zeros(THEGAME.rules.MOST, np.int16)
    position = Position(THEGAME, 2, THEGAME.check_options(2, {"starter": 0}), dice.new(3))
    position.state.owed = 0
    position.refresh()
    allowed, view = position.actions[: position.count].copy(), position.view(0)
    assert end in allowed
    careful = engine.policy(view, 0, allowed, len(allowed), dice.new(1))
    for seed in range(40):
        assert engine.careless(view, 0, allowed, 900, dice.new(seed), kept) in (end, careful)


def test_a_beginner_is_a_partner() -> None:
    options = THEGAME.check_options(2, {})
    match = Match("thegame", THEGAME.version, 2, options, ["easy", "medium"], 24, 11)
    left = np.array([98 - scores[0] for number in range(24) for scores in play_deal(match, number).scores])
    assert left.mean() < 25


@pytest.mark.parametrize("name", ["joomo", "koomi", "jokrummy", "thegame"])
def test_a_level_that_sees_nothing_but_the_absurd_still_moves(name: str) -> None:
    found = game(name)
    seats = max(2, found.least)
    position = Position(found, seats, found.check_options(seats, {}), dice.new(2))
    kept = np.zeros(found.rules.MOST, np.int16)
    for seed in range(30):
        allowed, seat = position.actions[: position.count].copy(), position.seat
        chosen = allowed[0]
        if seat >= 0:
            chosen = found.engine.careless(position.view(seat), seat, allowed, 1000, dice.new(seed), kept)
        assert chosen in allowed
        position.play(int(chosen))
        if not position.count:
            break
