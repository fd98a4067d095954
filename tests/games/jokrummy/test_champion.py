"""Jok-R-ummy's champion samples future draws, saves its wilds for going out, and gives the next seat nothing."""

from typing import Any

import numpy as np
import pytest

from brelan.bots import ChampionPlayer, player
from brelan.core import dice
from brelan.core.game import game
from brelan.core.position import Position
from brelan.games.jokrummy.cards import CARDS, JOKER, NAMES, SUIT
from brelan.games.jokrummy.champion import LITTLE, OUT, stakes
from brelan.games.jokrummy.laying import hand_of
from brelan.games.jokrummy.outlook import AHEAD, deal_ahead, draws_to_out, draws_to_ready, gather, stuck, stuck_in_all
from brelan.games.jokrummy.programmes import parse
from brelan.games.jokrummy.solver import CARD_UNIT
from brelan.games.jokrummy.wishes import SIGNS, wish
from brelan.lab.arena import Match, run, standings

from .test_bots import drawing
from .test_rules import cards, laid, table

GAME = game("jokrummy")


def choice(position: Position) -> str:
    seat = position.seat
    view, allowed = position.view(seat), position.actions[: position.count].copy()
    return str(GAME.rules.ACTIONS.texts[player(GAME, "champion").choose(view, seat, allowed, dice.new(0))])


def in_order(names: str) -> list[int]:
    """Cards as they are named, not as they lie in a hand."""
    return [cards(name)[0] for name in names.split()]


def sequence(names: str) -> Any:
    """What draws of these cards would bring, one a turn."""
    drawn = np.zeros((AHEAD, 5), np.int64)
    for turn, card in enumerate(in_order(names), 1):
        drawn[turn:, SUIT[card]] += CARD_UNIT[card]
    return drawn


def wishes(position: Position, names: str) -> list[float]:
    view = position.view(0)[0]
    return [float(wish(view, 0, card, np.zeros(SIGNS))) for card in in_order(names)]


@pytest.mark.parametrize(
    ("hand", "programme", "chosen"),
    [
        ("5D 6D 7D 8D 9D KC", "1xS5", "show 0"),
        ("KC KD KH QS QD 7H", "2xK3", "discard 7H"),
        ("3S 4S 5S 9H JK JK", "1xS7", "discard 9H"),
    ],
)
def test_it_works_towards_its_programme(hand: str, programme: str, chosen: str) -> None:
    assert choice(table(hand, programme)) == chosen


@pytest.mark.parametrize(("top", "chosen"), [("9D", "take"), ("KH", "stock"), ("JK", "take"), ("2C", "take")])
def test_it_takes_the_top_discard_if_that_brings_it_nearer(top: str, chosen: str) -> None:
    assert choice(drawing("5D 6D 7D 8D KC", "1xS5", top)) == chosen


def test_it_keeps_its_wilds_until_they_are_enough_to_go_out() -> None:
    assert choice(laid("JK 4H 6C 8D QH")).startswith("discard")
    assert choice(laid("JK 4H 4C")) == "group 4"
    assert choice(laid("JK JK 4H 6C")) in ("group 4", "group 6")
    assert choice(laid("JK 4H")).startswith("extend")
    assert choice(laid("10S JK 4H 6C 8D QH")) == "extend 0 high"  # a natural card that fits is no loss


@pytest.mark.parametrize(
    ("hand", "left"),
    [
        ("10S JS KH", 1),  # a run grows on and on
        ("4H 4C 4D 6C", 1),
        ("4H 4C 6C", 3),
        ("4H 4C JK 6C", 1),  # a pair and a wild
        ("4H JK 2C 6C 8D", 2),  # a single card and two wilds
        ("4H 4C 6C 6D JK 2C 2D", 0),
        ("JK 4H", 1),
        ("10S 10H 10C 4H", 1),  # a set first, as 10S fits the run too
    ],
)
def test_what_cannot_be_laid_is_counted(hand: str, left: int) -> None:
    position = laid(hand)
    assert stuck(position.state, hand_of(position.state, 0)) == left


@pytest.mark.parametrize(
    ("hand", "programme", "left"),
    [
        ("5D 6D 7D 8D 9D 10D KC", "1xS5", 1),  # the run takes more cards than asked
        ("5D 6D 7D KC KD KH KS", "1xK3", 3),
        ("7D 7C 7H 8D 9D 10D JD", "1xS4", 0),  # not the run from 7D to 10D: then two sevens would remain
        ("4C 5D 6H 7S 8C 8D 8H", "1xM4", 0),
        ("5D 6D 7D JK 9C 9H", "1xS4", 2),
        ("KC KD QS", "1xK3", CARDS),
    ],
)
def test_what_the_programme_leaves_is_counted_for_the_best_way_to_lay_it(hand: str, programme: str, left: int) -> None:
    position = table(hand, programme)
    assert stuck_in_all(position.state, 0, hand_of(position.state, 0)) == left


def test_a_complete_programme_is_kept_back_until_it_wins_or_goes_out_or_somebody_lays() -> None:
    position = table("5D 6D 7D 8D 9D KC JH 3S", "1xS5")
    assert choice(position) in ("discard KC", "discard JH", "discard 3S")
    position.state.done[0] = 6
    assert choice(position) == "show 0"
    position.state.done[0], position.state.laid[1] = 0, 1
    assert choice(position) == "show 0"
    assert choice(table("5D 6D 7D 8D 9D KC KH KD 3S", "1xS5")) == "show 0"
    assert choice(table("5D 6D 7D 8D 9D KC JH 3S", "1xS5", seats=3)) == "show 0"


def certainty(position: Position) -> bool | None:
    best = player(GAME, "champion")
    best.choose(position.view(0), 0, position.actions[: position.count].copy(), dice.new(0))
    return best.certain  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize(
    ("hand", "programme", "top", "sure"),
    [
        ("5D 6D 7D 8D KC", "1xS5", "9D", True),
        ("5D 6D 7D 8D KC QC", "1xS5", "KH", True),
        ("5D 6D 7D 9C KC QC 3H", "2xK3", "KH", False),  # kings are a long way from a set
    ],
)
def test_it_is_certain_of_a_draw_by_a_margin(hand: str, programme: str, top: str, sure: bool) -> None:
    assert certainty(drawing(hand, programme, top)) == sure


@pytest.mark.parametrize(
    ("hand", "programme", "sure"),
    [
        ("5D 6D 7D 8D KC", "1xS5", True),
        ("5D 6D 7D 8D KC QS", "1xS5", False),  # one is as useless as the other
        ("5D 6D 7D 8D 9D KC", "1xS5", None),  # a programme is laid without weighing
    ],
)
def test_it_is_certain_of_a_discard_by_a_margin(hand: str, programme: str, sure: bool | None) -> None:
    assert certainty(table(hand, programme)) == sure


@pytest.mark.parametrize(
    ("laid", "done", "goals"),
    [
        ((0, 0), (5, 5), (1, OUT)),
        ((0, 1), (5, 5), (1, 0)),  # its programme ends the round
        ((0, 0), (6, 6), (1, 0)),  # its programme wins
        ((0, 0), (5, 6), (LITTLE, OUT)),  # the other seat's would win, unless it goes out before
        ((1, 0), (5, 5), (0, 1)),
    ],
)
def test_the_score_says_what_counts(laid: tuple[int, int], done: tuple[int, int], goals: tuple[float, float]) -> None:
    s = table("5D 6D 7D").state
    s.laid[:2], s.done[:2] = laid, done
    assert stakes(s, 0) == goals


def test_of_three_programmes_the_one_that_leaves_the_fewest_cards_is_laid() -> None:
    position = table("KC KD KH 5D 6D 7D 8D 3S", "1xK3", hold=3)
    s = position.state
    s.wanted[1], s.kept[0], s.programmes[0, 1] = parse("1xS4"), 2, 1
    position.refresh()
    assert choice(position) == "show 1"


def test_a_set_is_laid_before_an_addition_that_would_break_it() -> None:
    assert choice(laid("10S 10H 10C 4H 6C")) == "group 10"
    assert choice(laid("10S 10H JS 4H 6C")) == "extend 0 high"


def test_a_group_is_named_so_that_the_fewest_cards_remain() -> None:
    position = table("7D 7C 7H 8D 9D 10D JD", "1xS4")
    position.play(GAME.rules.ACTIONS.ids["show 0"])
    assert choice(position) == "run D 8"


def test_turns_are_counted_until_the_programme_lies_or_the_hand_is_empty() -> None:
    position = table("5D 6D 7D KC", "1xS5")
    hand = hand_of(position.state, 0)
    assert [
        draws_to_ready(position.state, 0, hand, sequence(names)) for names in ("9D 8D", "KH KD 4D 8D", "JK JK", "KH")
    ] == [2, 4, 2, AHEAD]
    position = laid("4H 6C 8D")
    hand = hand_of(position.state, 0)
    assert [draws_to_out(position.state, 0, hand, sequence(names), 0) for names in ("10S JS QS", "4C 4D", "JK JK")] == [
        3, 2, 2,
    ]  # fmt: skip
    assert draws_to_out(position.state, 0, hand, sequence("10S JS QS"), 1) == 2
    position = table("5D 6D 7D 8D KC KD 3S", "1xS5")
    hand = hand_of(position.state, 0)
    futures = [sequence(names) for names in ("9D KH", "KH JH QH 4D", "JK QH 9D")]
    assert [draws_to_out(position.state, 0, hand, drawn, 0) for drawn in futures] == [2, 4, 3]


def test_only_cards_it_has_not_seen_are_dealt_ahead() -> None:
    position = table("5D 5D 6D JK JK JK")
    view, room, drawn = position.view(0)[0], np.zeros(CARDS, np.int64), np.zeros((AHEAD, 5), np.int64)
    count = gather(view, 0, room)
    counts = np.bincount(room[:count], minlength=JOKER + 1)
    top = int(view.top)
    assert [counts[card] + (card == top) for card in in_order("5D 6D JK 7D")] == [0, 1, 1, 2]
    assert count == 108 - 6 - 1
    before = sorted(room[:count])
    deal_ahead(room, count, dice.new(1), drawn)
    assert sorted(room[:count]) == before
    expected = sequence(" ".join(NAMES[card] for card in room[: AHEAD - 1]))
    assert np.array_equal(drawn, expected)


def test_the_next_seat_wants_what_it_collects_and_not_what_it_let_lie() -> None:
    position = table("KH 6C 9D")
    s = position.state
    s.known_held[1], s.known[1, 0] = 1, cards("6D")[0]
    s.thrown, s.discards[:2], s.top = 2, cards("9D JH"), cards("JH")[0]
    six, king, other_nine, nine = wishes(position, "6C KH 9C 9D")
    assert six > king > other_nine > 2 * nine > 0  # 9D itself lies in the discards
    assert wishes(position, "JK 2C") == [1, 1]
    other = laid("10S KH")
    other.state.laid[1] = 1
    sure, unlikely = wishes(other, "10S KH")  # 10S fits the run that lies
    assert sure == 1 > 0.5 > unlikely


@pytest.mark.parametrize("options", [{}, {"hold": 3}, {"swap_after": 2}], ids=str)
def test_it_answers_what_it_was_asked_also_when_half_is_hidden(options: dict[str, Any]) -> None:
    throws, bot = dice.new(5), player(GAME, "champion")
    position = Position(GAME, 3, GAME.check_options(3, options), throws)
    for _ in range(600):
        if not position.count:
            return
        allowed: Any = position.actions[: position.count].copy()
        allowed = np.array([action for action in allowed if dice.below(throws, 2)] or allowed, np.int16)
        seat = position.seat
        chosen = allowed[0] if seat < 0 else bot.choose(position.view(seat), seat, allowed, throws)
        assert chosen in allowed
        position.play(int(chosen))


def test_the_champion_is_better_than_the_policy() -> None:
    assert isinstance(player(GAME, "champion"), ChampionPlayer)  # it tries no moves out
    match = Match("jokrummy", GAME.version, 2, GAME.check_options(2, {}), ["champion", "hard"], 40, 1)
    first = standings(match, run(match))[0]
    assert first.bot == "champion"
    assert first.won > 0.52
