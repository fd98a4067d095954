"""Gymnasium's own checker on every game and seat count; also rewards, seeds and forbidden actions."""

import copy
import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from adapters.tables import Case, cases, label
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from brelan.adapters.gymnasium import SeatEnv
from brelan.adapters.sitting import env_id
from brelan.core.errors import BadSetup
from brelan.core.game import game, names


def episode(env: SeatEnv, seed: int) -> tuple[list[Any], float]:
    """A game with random allowed actions: all that was seen, and the sum of the rewards."""
    seen, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    told, earned, over = [seen], 0.0, False
    while not over:
        seen, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        told.append(seen)
        earned += reward
    return told, earned


@pytest.mark.parametrize("case", cases(), ids=label)
def test_gymnasium_finds_nothing_wrong(case: Case) -> None:
    name, seats, options = case
    check_env(gymnasium.make(env_id(game(name)), seats=seats, opponents="random", **options).unwrapped)


@pytest.mark.parametrize("name", names())
def test_a_seat_is_shown_its_own_view_and_no_other(name: str) -> None:
    for seat in range(3):
        env = SeatEnv(name, seats=3, seat=seat, opponents="random")
        seen, info = env.reset(seed=seat)
        for _ in range(60):
            assert np.array_equal(seen, env.observer.numbers(env.sitting.position.view(seat), seat))
            if not info["action_mask"].any():
                break
            seen, _, _, _, info = env.step(env.action_space.sample(info["action_mask"]))
        seen = env.step(-1)[0]  # the end by an action that is not allowed reveals nothing either
        assert np.array_equal(seen, env.observer.numbers(env.sitting.position.view(seat), seat))


@pytest.mark.parametrize("seat", range(3))
def test_the_reward_is_that_of_the_seat_itself(seat: int) -> None:
    """Learning from an opponent's reward is the well-known trap."""
    won = lost = 0
    for seed in range(6):
        env = SeatEnv("joomo", seats=3, seat=seat, opponents="random")
        _, earned = episode(env, seed)
        scores = env.sitting.position.scores()
        best = [other for other in range(3) if scores[other] == max(scores)]
        won, lost = won + (best == [seat]), lost + (seat not in best)
        assert earned == pytest.approx(1 / len(best) - (1 - 1 / len(best)) / 2 if seat in best else -1 / 2)
    assert won + lost, "nobody ever won alone: nothing was tested"


def test_alone_every_card_laid_is_a_reward() -> None:
    env = SeatEnv("thegame", seats=1)
    _, earned = episode(env, 4)
    assert earned == int(env.sitting.position.state.down) > 0


def test_opponents_sit_where_they_are_put() -> None:
    asked: list[int] = []

    class Witness:
        def __init__(self, seat: int) -> None:
            self.seat = seat

        def choose(self, view: Any, seat: int, allowed: Any, dice: Any) -> int:
            assert seat == self.seat
            asked.append(seat)
            return int(allowed[0])

    episode(SeatEnv("joomo", seats=4, seat=1, opponents=[Witness(0), Witness(2), Witness(3)]), 1)
    assert set(asked) == {0, 2, 3}


@pytest.mark.parametrize("name", ["thegame", "joomo", "koomi"])
def test_a_seed_fixes_everything_whatever_other_generators_do(name: str) -> None:
    told = []
    for noise in (1, 2):
        random.seed(noise)
        np.random.seed(noise)
        told.append(episode(SeatEnv(name, seats=2, opponents="easy"), 9))
    assert told[0][1] == told[1][1]
    assert np.array_equal(np.stack(told[0][0]), np.stack(told[1][0]))
    other, _ = episode(SeatEnv(name, seats=2, opponents="easy"), 10)
    assert not np.array_equal(other[0], told[0][0][0])


def test_a_forbidden_action_ends_the_episode_and_says_why() -> None:
    env = SeatEnv("thegame", seats=1)
    _, info = env.reset(seed=1)
    end = game("thegame").rules.ACTIONS.parse("end")
    assert not info["action_mask"][end]
    _, reward, over, truncated, info = env.step(np.int64(end))
    assert (reward, over, truncated, info["refused"]) == (-1.0, True, False, "R4")
    assert not info["action_mask"].any(), "the game is over, so nothing is allowed"


def test_a_table_must_be_dealt_before_it_is_played() -> None:
    env = SeatEnv("joomo")
    for ask in (lambda: env.step(0), env.action_masks):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            ask()


@pytest.mark.parametrize("level", ["random", "easy", "hard", "champion"])
@pytest.mark.parametrize("name", names())
def test_a_copy_goes_on_by_itself_and_alike(name: str, level: str) -> None:
    """Searches copy their environments."""
    env = SeatEnv(name, seats=2, opponents=level)
    env.reset(seed=5)
    other = copy.deepcopy(env)
    told: list[list[Any]] = [[], []]
    for one, seen in zip((env, other), told, strict=True):
        while len(seen) < (2 if level == "champion" else 12) and one.action_masks().any():
            seen.append(one.step(int(np.flatnonzero(one.action_masks())[0]))[0])
    assert np.array_equal(told[0], told[1])


def test_the_table_is_drawn_as_the_seat_sees_it() -> None:
    env = SeatEnv("thegame", seats=2, render_mode="ansi")
    env.reset(seed=1)
    picture = env.render() or ""
    assert all(str(card) in picture for card in env.sitting.position.state.hands[0] if card)


def test_what_cannot_be_set_up_is_refused() -> None:
    with pytest.raises(BadSetup, match="no seat 3"):
        SeatEnv("joomo", seats=3, seat=3)
    with pytest.raises(BadSetup, match="2 other seats need as many opponents, but there are 1"):
        SeatEnv("joomo", seats=3, opponents=["easy"])
    with pytest.raises(BadSetup, match="opponents are a bot's name, or a list with a bot for each other seat, not 3"):
        SeatEnv("joomo", opponents=3)  # type: ignore[arg-type]


@pytest.mark.parametrize("action", [2.7, "3", None, np.float32(1)])
def test_an_action_is_a_whole_number(action: Any) -> None:
    env = SeatEnv("joomo", seats=2)
    env.reset(seed=1)
    with pytest.raises(BadSetup, match=r"an action must be a whole number, not "):
        env.step(action)
    for whole in (np.int64(0), np.array(0), 0):
        env.reset(seed=1)
        assert env.step(whole)[4]["refused"] == "T2"


def test_an_opponent_that_plays_what_is_not_allowed_is_named() -> None:
    class Cheat:
        def choose(self, view: Any, seat: int, allowed: Any, dice: Any) -> int:
            return -1

    with pytest.raises(BadSetup, match="the opponent at seat 1 chose -1"):
        episode(SeatEnv("joomo", seats=2, opponents=[Cheat()]), 1)


def test_masks_are_given_as_sb3_asks_for_them() -> None:
    env = gymnasium.make("brelan/Joomo-v0", seats=2)
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    position = env.unwrapped.sitting.position
    assert np.flatnonzero(masks).tolist() == position.actions[: position.count].tolist()
    assert np.array_equal(masks, info["action_mask"])


def test_every_game_has_an_id_by_its_name() -> None:
    assert [env_id(game(name)) for name in ("joomo", "thegame", "koomi", "jokrummy")] == [
        "brelan/Joomo-v0", "brelan/TheGame-v0", "brelan/Koomi-v0", "brelan/Jok-R-ummy-v0",
    ]  # fmt: skip
    assert gymnasium.make("brelan/Koomi-v0").unwrapped.game.name == "koomi"


def test_signals_are_given_before_the_action_and_seen_by_all() -> None:
    env = SeatEnv("thegame", seats=2, opponents="random", talk=True)
    seen, info = env.reset(seed=2)
    signals, first = game("thegame").rules.SIGNALS, env.observer.first_signal
    assert env.action_space.n == first + len(signals)
    hold = first + signals.parse("signal 2 hold")
    assert info["action_mask"][hold]
    down = env.observer.pieces["down"].of(seen)
    seen, reward, over, _, info = env.step(hold)
    assert (reward, over) == (0, False)
    assert env.observer.pieces["signals"].of(seen)[0].tolist() == [0, 0, 1, 0]
    assert env.observer.pieces["down"].of(seen) == down  # it is still this seat's turn
    assert not info["action_mask"][first : hold + 1].any()  # in ascending order, so that talk ends
    assert info["action_mask"][:first].any()
    other = env.sitting.position.view(1)
    assert other["signals"][0, 0].tolist() == [0, 0, 1, 0]
    env.step(first + signals.parse("signal 0 gentle"))
    assert env.sitting.refused == "T4"


def test_bots_talk_where_there_is_talk() -> None:
    said = 0
    for seed in range(6):
        env = SeatEnv("thegame", seats=3, opponents="hard", talk=True)
        seen, info = env.reset(seed=seed)
        for _ in range(20):
            said += int(env.observer.pieces["signals"].of(seen)[1:3].any())
            actions = info["action_mask"][: env.observer.first_signal]
            seen, _, over, _, info = env.step(int(np.flatnonzero(actions)[0]))
            if over:
                break
    assert said
    with pytest.raises(BadSetup, match="joomo has no signals"):
        SeatEnv("joomo", talk=True)
