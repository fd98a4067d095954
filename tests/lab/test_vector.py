"""Tables stepped together equal tables stepped one by one: cards, views, masks, rewards and ends."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from adapters.tables import Case, cases, label
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import brelan.adapters.gymnasium
import brelan.lab
from brelan.adapters.sitting import Sitting, env_id
from brelan.bots import player
from brelan.core import dice
from brelan.core.errors import BadSetup
from brelan.core.game import game, names
from brelan.core.loops.vector import FINE, LUCK
from brelan.core.position import Position
from brelan.lab.vector import VectorEnv

SOME = [case for case in cases() if case[1] in (1, 2, 4)]


class Twin:
    """Table number `place` of an environment again, in plain Python."""

    def __init__(self, env: VectorEnv, place: int) -> None:
        self.env, self.tables, self.place = env, env.tables, place
        self.bots = {code: player(env.game, name, timed=False) for code, name in LEVELS.items()}
        self.number = place
        self.deal()

    def deal(self) -> None:
        key = dice.mix(self.tables.key, np.uint64(self.number))
        self.number += self.env.num_envs
        self.sitting = Sitting.__new__(Sitting)
        throws = np.array([key, 0], np.uint64)
        self.sitting.position = Position(self.env.game, self.env.seats, self.env.options, throws)
        self.sitting.observer, self.sitting.refused, self.sitting.said = self.tables.observer, "", -1
        self.sitting._deal()
        self.luck, self.paid = np.array([dice.mix(key, LUCK), 0], np.uint64), np.zeros(self.env.seats)
        self.seat = self.others(int(np.flatnonzero(self.tables.players[self.place] == -1)[0]))

    def others(self, mover: int) -> int:
        """Let bots play; whose turn it is then, or was at the end."""
        position, codes = self.sitting.position, self.tables.players[self.place]
        while not self.sitting.over and codes[self.sitting.seat] != -1:
            seat, allowed = self.sitting.seat, position.actions[: position.count].copy()
            bot = self.bots[int(codes[seat])]
            choice = bot.choose(position.view(seat), seat, allowed, self.luck) if len(allowed) > 1 else allowed[0]
            self.sitting.play(int(choice))
        return mover if self.sitting.over else self.sitting.seat

    def step(self, action: int) -> tuple[Any, float]:
        """What every seat earned, and the one that moved."""
        mover = self.seat
        self.sitting.play(action)
        self.seat = self.others(mover)
        earned = np.array(self.sitting.returns())
        gains, self.paid = earned - self.paid, earned
        return gains, gains[mover]

    def same(self, seen: Any, mask: Any) -> None:
        """What is shown is what this table shows."""
        assert np.array_equal(seen, self.tables.observer.vector(self.sitting.position, self.seat))
        wanted = np.zeros_like(mask) if self.sitting.over else self.sitting.mask(self.seat)
        assert np.array_equal(mask, wanted)


LEVELS = {-2: "random", 500: "easy", 150: "medium", 0: "hard"}


def lineup(case: Case) -> list[str]:
    """A learner and one of each kind of bot, as far as there are seats."""
    return ["random", "easy", "hard", "learner", "medium"][: case[1] - 1]


@pytest.mark.parametrize("seat", [None, "each"])
@pytest.mark.parametrize("case", SOME, ids=label)
def test_every_table_is_the_same_table_played_alone(case: Case, seat: Any) -> None:
    name, seats, options = case
    env = VectorEnv(name, 3, seats, seat, lineup(case), **options)
    seen, info = env.reset(seed=5)
    twins = [Twin(env, place) for place in range(3)]
    ended = np.zeros(3, bool)
    for _ in range(250):
        for place, twin in enumerate(twins):
            twin.same(seen[place], info["action_mask"][place])
            assert info["seat"][place] == twin.seat
        actions = env.sample()
        seen, rewards, over, truncated, info = env.step(actions)
        assert not truncated.any()
        for place, twin in enumerate(twins):
            if ended[place]:  # the step after the end deals again, whatever the action was
                twin.deal()
                assert (rewards[place], over[place]) == (0, False)
                continue
            gains, reward = twin.step(int(actions[place]))
            assert info["gains"][place] == pytest.approx(gains)
            assert (rewards[place], over[place]) == (pytest.approx(reward), twin.sitting.over)
        ended = over
        if name == "koomi" and seat is None:
            assert abs(float(info["gains"].sum())) < 1e-5  # rivals


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_game_that_ends_is_dealt_again_by_gymnasiums_conventions(mode: AutoresetMode) -> None:
    env = VectorEnv("thegame", 4, 1, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] is mode
    seen, info = env.reset(seed=3)
    down = env.tables.observer.pieces["down"]
    over = np.zeros(4, bool)
    for _ in range(400):
        before = over
        seen, _, over, _, info = env.step(env.sample())
        laid = down.of(seen)
        if mode is AutoresetMode.NEXT_STEP:
            assert np.all(laid[before] == 0)
            assert not (over & before).any()
            assert not info["action_mask"][over].any()
        elif mode is AutoresetMode.SAME_STEP and over.any():
            assert np.all(laid[over] == 0)
            assert info["action_mask"][over].any()
            for place in np.flatnonzero(over):
                assert down.of(info["final_obs"][place]) > 0
            assert np.array_equal(info["_final_obs"], over)
        elif mode is AutoresetMode.DISABLED:
            assert over[before].all()  # it stays over until it is reset
            if over.all():
                kept = seen.copy()
                again, info = env.reset(options={"reset_mask": [True, False, True, False]})
                assert np.all(down.of(again)[[0, 2]] == 0)
                assert np.array_equal(again[[1, 3]], kept[[1, 3]])
                return
    assert mode is not AutoresetMode.DISABLED


@pytest.mark.parametrize("name", ["koomi", "thegame"])
def test_a_final_observation_is_what_its_own_table_showed_at_the_end(name: str) -> None:
    env = VectorEnv(name, 3, 2, None, autoreset_mode="SameStep")
    seen, info = env.reset(seed=6)
    twins = [Twin(env, place) for place in range(3)]
    ended = [0, 0, 0]
    while not all(ended):
        actions = env.sample()
        seen, rewards, over, _, info = env.step(actions)
        for place, twin in enumerate(twins):
            assert rewards[place] == pytest.approx(twin.step(int(actions[place]))[1])
            assert over[place] == twin.sitting.over
            if over[place]:
                last = env.tables.observer.vector(twin.sitting.position, twin.seat)
                assert np.array_equal(info["final_obs"][place], last)
                ended[place] += 1
                twin.deal()
            twin.same(seen[place], info["action_mask"][place])


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_a_forbidden_action_shows_no_more_than_its_seat_sees(mode: str) -> None:
    env = VectorEnv("joomo", 2, 3, None, autoreset_mode=mode)
    _, info = env.reset(seed=1)
    twins = [Twin(env, place) for place in range(2)]
    actions = [int(np.flatnonzero(info["action_mask"][0] == 0)[0]), int(env.sample()[1])]
    seen, _, over, _, info = env.step(np.array(actions))
    assert over.tolist() == [True, False]
    for twin, action in zip(twins, actions, strict=True):
        twin.step(action)
    if mode == "SameStep":
        last = env.tables.observer.vector(twins[0].sitting.position, twins[0].seat)
        assert np.array_equal(info["final_obs"][0], last)
        twins[0].deal()
    for place, twin in enumerate(twins):
        twin.same(seen[place], info["action_mask"][place])


def test_a_forbidden_action_ends_the_game_and_is_fined() -> None:
    env = VectorEnv("joomo", 2, 3, None)
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"][0] == 0)[0])
    right = int(env.sample()[1])
    mover = info["seat"][0]
    _, rewards, over, _, info = env.step(np.array([wrong, right]))
    assert (rewards.tolist(), over.tolist()) == ([-FINE, 0], [True, False])
    assert info["refused"].tolist() == [True, False]
    assert info["gains"][0].tolist() == [-FINE if seat == mover else 0 for seat in range(3)]
    for nonsense in (-1, 10**12):
        env.reset(seed=1)
        assert env.step(np.array([nonsense, right]))[2].tolist() == [True, False]


@pytest.mark.parametrize("name", names())
def test_threads_do_not_change_a_game(name: str) -> None:
    told = []
    for threads in (1, 3):
        env = VectorEnv(name, 800, 2, None, threads=threads)
        assert len(env.tables.lots) == threads
        env.reset(seed=11)
        shown = [env.step(env.sample())[:3] for _ in range(12)]
        told.append((shown[-1][0].tobytes(), *(part.tobytes() for step in shown for part in step[1:])))
    assert told[0] == told[1]


def test_what_was_shown_holds_until_the_step_after_the_next_and_cannot_be_written_to() -> None:
    env = VectorEnv("joomo", 2, 2, None)
    first, info = env.reset(seed=1)
    kept, mask = first.copy(), info["action_mask"].copy()
    env.step(env.sample())
    assert np.array_equal(first, kept)
    assert np.array_equal(info["action_mask"], mask)
    assert first.base is env.tables.shown[0][0]
    with pytest.raises(ValueError, match="read-only"):
        first[0] = 0
    with pytest.raises(ValueError, match="read-only"):
        info["action_mask"][0] = 1


@pytest.mark.parametrize("name", names())
def test_gymnasium_makes_it_and_its_wrappers_take_it(name: str) -> None:
    envs = gymnasium.make_vec(env_id(game(name)), num_envs=5, seats=2, opponents="random")
    assert isinstance(envs.unwrapped, brelan.lab.VectorEnv)
    wrapped = DictInfoToList(RecordEpisodeStatistics(envs))
    seen, infos = wrapped.reset(seed=1)
    for _ in range(300):
        assert envs.observation_space.contains(seen)
        seen, _, over, _, infos = wrapped.step(envs.unwrapped.sample())
        if over.any():
            place = int(np.flatnonzero(over)[0])
            assert infos[place]["episode"]["l"] > 0
            return
    assert name == "jokrummy", "no game ended: nothing was tested"


def test_samples_are_allowed_and_spread() -> None:
    env = VectorEnv("joomo", 600, 2, None)
    env.reset(seed=2)
    seen = set()
    for _ in range(5):
        actions = env.sample()
        assert env.action_masks()[np.arange(600), actions].all()
        seen.update(actions.tolist())
        env.step(actions)
    assert len(seen) > 30  # cards of two seats, and a pass


def test_what_cannot_be_set_up_is_refused() -> None:
    with pytest.raises(BadSetup, match="no seat 3"):
        VectorEnv("joomo", 2, 3, 3)
    with pytest.raises(BadSetup, match="seat must be 0 to 2, None or 'each', not 'all'"):
        VectorEnv("joomo", 2, 3, "all")
    for tables in (0, 2.5):
        with pytest.raises(BadSetup, match="num_envs must be 1 or more"):
            VectorEnv("joomo", tables)  # type: ignore[arg-type]
    with pytest.raises(BadSetup, match="autoreset_mode must be NextStep, SameStep or Disabled, not 'same_step'"):
        VectorEnv("joomo", 2, autoreset_mode="same_step")
    with pytest.raises(BadSetup, match="VectorEnv draws nothing"):
        VectorEnv("joomo", 2, render_mode="ansi")
    with pytest.raises(BadSetup, match="2 other seats need as many opponents, but there are 1"):
        VectorEnv("joomo", 2, 3, 0, ["easy"])
    with pytest.raises(BadSetup, match="not 'champion'"):
        VectorEnv("joomo", 2, 3, 0, "champion")
    with pytest.raises(BadSetup, match="3 tables need as many actions"):
        VectorEnv("joomo", 3, 2).step(np.zeros(2, int))
    with pytest.raises(BadSetup, match=r"opponents are a bot's name, or a list .*, not None"):
        VectorEnv("joomo", 2, 2, opponents=None)  # type: ignore[arg-type]
    with pytest.raises(BadSetup, match="threads must be 1 or more, not 0"):
        VectorEnv("joomo", 2, threads=0)
    with pytest.raises(BadSetup, match="nobody signals in VectorEnv: leave out talk"):
        VectorEnv("thegame", 2, 2, talk=True)
    with pytest.raises(BadSetup, match=r"a seed must be a whole number, not 1\.5"):
        VectorEnv("joomo", 2).reset(seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(BadSetup, match="actions must be whole numbers, not float32"):
        VectorEnv("joomo", 2, 2).step(np.array([0.7, 1.2], np.float32))


def test_tables_must_be_dealt_before_they_are_played() -> None:
    env = VectorEnv("joomo", 2)
    for ask in (lambda: env.step([0, 0]), env.sample, env.action_masks, lambda: env.reset(options=SOME_TABLES)):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            ask()
    env.reset()
    env.step(env.sample())


SOME_TABLES = {"reset_mask": np.array([True, False])}
