"""PettingZoo's own tests on every game and seat count; also rewards, seeds and forbidden actions.

Its `max_cycles_test` does not apply: a game is ended by its rules, never by a number of cycles.
"""

import random
from typing import Any

import numpy as np
import pettingzoo
import pytest
from adapters.tables import Case, cases, label
from pettingzoo.test import api_test, parallel_api_test, seed_test

from brelan.adapters.pettingzoo import env, parallel_env, raw_env
from brelan.core.errors import BadSetup
from brelan.core.game import game, names

CYCLES = 60  # of all seats: games end sooner or are long


def played(env: raw_env, seed: int) -> tuple[dict[str, float], list[bytes]]:
    """A whole game with random allowed actions: what each agent was given in all, and all that was seen."""
    env.reset(seed=seed)
    earned, told = dict.fromkeys(env.possible_agents, 0.0), []
    for agent in env.possible_agents:
        env.action_space(agent).seed(seed)
    for agent in env.agent_iter():
        seen, reward, over, _, info = env.last()
        earned[agent] += reward
        told.append(seen.tobytes())
        env.step(None if over else env.action_space(agent).sample(info["action_mask"]))
    return earned, told


@pytest.mark.parametrize("case", cases(), ids=label)
def test_pettingzoo_finds_nothing_wrong(case: Case) -> None:
    name, seats, options = case
    api_test(raw_env(name, seats, **options), num_cycles=CYCLES)


@pytest.mark.parametrize("case", cases(), ids=label)
def test_pettingzoo_finds_it_reproducible(case: Case) -> None:
    name, seats, options = case
    seed_test(lambda: raw_env(name, seats, **options), num_cycles=CYCLES)


@pytest.mark.parametrize("case", [case for case in cases() if case[0] != "jokrummy"], ids=label)
def test_every_agent_is_given_what_its_own_seat_earned(case: Case) -> None:
    """Learning from an opponent's reward is the well-known trap."""
    name, seats, options = case
    env = raw_env(name, seats, **options)
    earned, _ = played(env, 3)
    scores = env.sitting.position.scores()
    best = [seat for seat in range(seats) if scores[seat] == max(scores)]
    for seat in range(seats):
        if game(name).team:
            assert earned[f"seat_{seat}"] == scores[seat]
        else:
            assert (earned[f"seat_{seat}"] == max(earned.values())) == (seat in best)
            assert sum(earned.values()) == pytest.approx(0)


@pytest.mark.parametrize("name", names())
def test_an_agent_is_shown_its_own_view_and_no_other(name: str) -> None:
    env = raw_env(name, 3)
    env.reset(seed=2)
    for _ in range(60):
        position = env.sitting.position
        for seat, agent in enumerate(env.possible_agents):
            assert np.array_equal(env.observe(agent), env.observer.numbers(position.view(seat), seat))
            allowed = position.actions[: position.count].tolist() if seat == position.seat else []
            assert np.flatnonzero(env.infos[agent]["action_mask"]).tolist() == allowed
        info = env.last()[4]
        if not info["action_mask"].any():
            break
        env.step(env.action_space(env.agent_selection).sample(info["action_mask"]))


def test_a_seed_fixes_everything_whatever_other_generators_do() -> None:
    told: list[Any] = []
    for noise in (1, 2):
        random.seed(noise)
        np.random.seed(noise)
        told.append(played(raw_env("joomo", 3), 5))
    assert told[0] == told[1]
    assert told[0] != played(raw_env("joomo", 3), 6)


def test_a_forbidden_action_ends_the_game_for_all_and_costs_its_seat() -> None:
    env = raw_env("joomo", 3)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.infos[agent]["action_mask"] == 0)[0]))
    assert all(env.terminations.values())
    assert {other: reward for other, reward in env.rewards.items() if reward} == {agent: -1.0}
    assert env.infos[agent]["refused"] == "T2"
    for seat, other in enumerate(env.possible_agents):  # nobody sees more than before
        assert np.array_equal(env.observe(other), env.observer.numbers(env.sitting.position.view(seat), seat))
    for other in env.agent_iter():
        _, reward, over, _, _ = env.last()
        assert over
        assert reward == (-1.0 if other == agent else 0.0)
        env.step(None)
    assert env.agents == []


def test_the_table_is_drawn_without_anybodys_hand() -> None:
    env = raw_env("thegame", 2, render_mode="ansi")
    env.reset(seed=1)
    shown = {int(word) for word in "".join(c if c.isdigit() else " " for c in env.render() or "").split()}
    hands = {int(card) for hand in env.sitting.position.state.hands[:2] for card in hand if card > 9}
    assert shown
    assert not shown & (hands - {int(env.sitting.position.state.left)})


def test_the_wrapped_and_the_parallel_environment_pass_too() -> None:
    api_test(env("koomi", 3), num_cycles=CYCLES)
    parallel_api_test(parallel_env("koomi", 3), num_cycles=CYCLES)
    assert not env("koomi", 3).metadata["is_parallelizable"]  # seats act one after the other


def test_pettingzoo_makes_them_by_their_ids() -> None:
    made = pettingzoo.make("aec", "brelan/Joomo-v0", seats=3)
    made.reset(seed=1)
    assert made.possible_agents == ["seat_0", "seat_1", "seat_2"]
    assert isinstance(pettingzoo.make("parallel", "brelan/Joomo-v0", seats=3), pettingzoo.ParallelEnv)


def test_what_is_out_of_order_is_an_error_where_it_is_wrapped() -> None:
    made = env("joomo", 2)
    with pytest.raises(AttributeError, match="agent_selection"):
        made.last()
    made.reset(seed=1)
    with pytest.raises(AssertionError, match="action is not in action space"):
        made.step(10**6)
    for action in (2.7, None):
        with pytest.raises(BadSetup, match=r"an action must be a whole number, not "):
            made.unwrapped.step(action)


def test_agents_may_talk() -> None:
    made = raw_env("thegame", 2, talk=True, starter=0)
    made.reset(seed=1)
    agent, first = made.agent_selection, made.observer.first_signal
    signal = int(np.flatnonzero(made.infos[agent]["action_mask"][first:])[0]) + first
    made.step(signal)
    assert made.agent_selection == agent
    assert made.observer.pieces["signals"].of(made.observe("seat_1"))[0].any()
    api_test(raw_env("thegame", 2, talk=True), num_cycles=CYCLES)
