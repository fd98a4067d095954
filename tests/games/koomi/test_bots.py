"""The policy: it lays the longest ten there is, goes out when it can, and beats chance."""

import pytest

from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position
from brelan.games.koomi.bots import policy
from brelan.games.koomi.ways import longest, ways

from .test_rules import hand, play, table

GAME = game("koomi")
TEXTS = GAME.rules.ACTIONS.texts


def choice(position: Position) -> str:
    view = position.view(position.seat)[0]
    return str(TEXTS[policy(view, position.seat, position.actions, position.count, dice.new(0))])


def turn(position: Position) -> list[str]:
    """What the bot does in a whole making-ten."""
    steps = [choice(play(position))]
    play(position, steps[0])
    while position.state.begun:
        steps.append(choice(position))
        play(position, steps[-1])
    return steps


@pytest.mark.parametrize(
    ("cards", "top", "goes_out"),
    [
        ("+3 +7", "reset", True),
        ("+4 +3 -3 -8 -7 switch", "+8", False),
        ("switch +4 -3 -8 -7", "+8", True),
        ("one +9", "two", True),
        ("green +5", "+8", True),
        ("+2 reset", "+9", False),
        ("reset", "+9", True),
    ],
)
def test_it_goes_out_when_it_can(cards: str, top: str, goes_out: bool) -> None:
    position = table([cards, "+1 +1"], top)
    turn(position)
    assert (position.over == 17) == goes_out


def test_it_plays_a_joker_rather_than_draw_and_a_ten_rather_than_a_joker() -> None:
    assert choice(table(["reset +3 +4", "+1 +1 +1 +1"], "+8")) == "reset"
    assert choice(table(["reset +2 +4", "+1 +1 +1 +1"], "+8")) == "add +2"
    assert choice(table(["+3 +4", "+1 +1 +1 +1"], "+8")) == "draw"


def test_it_swaps_for_a_shorter_hand_and_not_for_a_longer_one() -> None:
    assert choice(table(["swap +3 +4 +5 +5 +5", "+1", "+1 +1 +1 +1"], "+8")) == "swap"
    assert choice(table(["swap +3 +4", "+1 +1 +1 +1 +1", "+1"], "+8")) == "draw"


def test_its_ten_is_a_longest_one() -> None:
    position = Position(GAME, 3, GAME.check_options(3, {}), dice.new(8))
    throws = dice.new(9)
    tens = 0
    for _ in range(400):
        if not position.count:
            position = Position(GAME, 3, GAME.check_options(3, {}), throws)
        found = [] if position.state.begun else list(ways(position.view(position.seat)[0]))
        seat, before = position.seat, len(hand(position, position.seat).split())
        if found and choice(position).split()[0] in ("read", "add", "help", "switch"):
            turn(position)
            assert before - len(hand(position, seat).split()) == len(longest(found)[0].cards)
            tens += 1
        else:
            position.play(int(position.actions[dice.below(throws, position.count)]))
    assert tens > 50


def test_it_beats_chance() -> None:
    throws, wins = dice.new(4), 0
    for number in range(200):
        position = Position(GAME, 2, GAME.check_options(2, {}), throws)
        while position.count:
            if position.seat == number % 2:
                play(position, choice(position))
            else:
                position.play(int(position.actions[dice.below(throws, position.count)]))
        wins += position.scores()[number % 2] == 0
    assert wins > 120  # 140 are to be expected, 100 would be chance
