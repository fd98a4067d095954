"""OpenSpiel's own simulation, playthroughs and information-set search on our games."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from adapters.tables import Case, cases, label
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from snippets import blocks

from brelan.adapters import openspiel
from brelan.adapters.seeing import Seen
from brelan.bots import player
from brelan.core import dice
from brelan.core.errors import BadSetup
from brelan.core.game import game, names
from brelan.core.table import WATCHER

openspiel.register()
if not flags.FLAGS.is_parsed():
    flags.FLAGS.mark_as_parsed()


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Options that make a random game short: Jok-R-ummy with easy programmes."""
    file: Path = tmp_path_factory.mktemp("programmes") / "easy.toml"
    file.write_text("duplicates = true\nprogrammes = [\n" + '"1xK3",\n' * 60 + "]\n", encoding="utf-8")
    return {"jokrummy": {"programmes": str(file)}}


def loaded(case: Case, quick: dict[str, Any], deals: int = 20) -> Any:
    name, seats, options = case
    given = {option: game(name).options[option].text(value) for option, value in options.items()}
    numbers = {option: value for option, value in options.items() if type(value) is int}
    return pyspiel.load_game(
        f"brelan_{name}", {"players": seats, "deals": deals, **given, **numbers, **quick.get(name, {})}
    )


def some_way(table: Any, steps: int, seed: int) -> Any:
    """A state in which a seat has a choice, some random steps after the deal."""
    state, luck = table.new_initial_state(), np.random.default_rng(seed)
    while steps > 0 or state.is_chance_node() or len(state.legal_actions()) < 2:
        actions = (
            [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        )
        state.apply_action(int(luck.choice(actions)))
        steps -= 1
    return state


@pytest.mark.parametrize("case", cases(), ids=label)
def test_openspiel_simulates_it(case: Case, quick: dict[str, Any]) -> None:
    pyspiel.random_sim_test(loaded(case, quick), num_sims=1, serialize=case[0] in ("thegame", "koomi"), verbose=False)


@pytest.mark.parametrize("case", [case for case in cases() if case[1] == 2], ids=label)
def test_a_seat_is_paid_what_it_earned(case: Case, quick: dict[str, Any]) -> None:
    state, luck = loaded(case, quick).new_initial_state(), np.random.default_rng(2)
    while not state.is_terminal():
        assert state.returns() == [0, 0]
        actions = [one for one, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(luck.choice(actions)))
    mine, yours = state.position.scores()
    assert state.returns() == ([mine, yours] if game(case[0]).team else [np.sign(mine - yours), np.sign(yours - mine)])


@pytest.mark.parametrize("case", cases(), ids=label)
def test_a_state_is_cloned_and_written_down_and_read(case: Case, quick: dict[str, Any]) -> None:
    table = loaded(case, quick)
    state = some_way(table, 8, 1)
    for again in (state.clone(), pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(table, state))[1]):
        assert again.position.rows.tobytes() == state.position.rows.tobytes()
        assert again.legal_actions() == state.legal_actions()
        again.apply_action(again.legal_actions()[0])
        assert again.position.rows.tobytes() != state.position.rows.tobytes()


def line_of_medium(spelled: str, name: str) -> list[str]:
    """A whole game of our bots: shorter than a random one."""
    state, bot, throws = pyspiel.load_game(spelled).new_initial_state(), player(game(name), "hard"), dice.new(1)
    line = []
    while not state.is_terminal():
        seat, action = state.current_player(), 1
        if seat >= 0:
            allowed = np.array(state.legal_actions(), np.int16)
            action = bot.choose(state.position.view(seat), seat, allowed, throws)
        line.append(state.action_to_string(seat, action))
        state.apply_action(action)
    return line


@pytest.mark.parametrize("name", names())
def test_a_playthrough_is_the_same_when_played_again(name: str, quick: dict[str, Any], tmp_path: Path) -> None:
    more = "".join(f",{option}={value}" for option, value in quick.get(name, {}).items())
    spelled = f"brelan_{name}(players=2,deals=3{more})"
    text = generate_playthrough.playthrough(spelled, line_of_medium(spelled, name), seed=7)
    file = tmp_path / "playthrough.txt"
    file.write_text(text, encoding="utf-8")
    first, again = generate_playthrough.replay(str(file))
    assert first == again
    assert text.count("# Apply action") > 10


@pytest.mark.parametrize("case", [case for case in cases() if case[1] in (1, 3)], ids=label)
def test_a_guessed_state_looks_the_same_to_its_seat(case: Case, quick: dict[str, Any]) -> None:
    different = 0
    for seed in range(4):
        state = some_way(loaded(case, quick), 6, seed)
        seat = state.current_player()
        assert not any(state.legal_actions(other) for other in range(case[1]) if other != seat)
        for luck in (0.2, 0.7):
            other = state.resample_from_infostate(seat, lambda luck=luck: luck)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.legal_actions() == state.legal_actions()
            different += other.position.rows.tobytes() != state.position.rows.tobytes()
    assert different


@pytest.mark.parametrize("name", names())
def test_openspiels_own_search_plays_it(name: str, quick: dict[str, Any]) -> None:
    seats = max(2, game(name).least)
    table = loaded((name, seats, game(name).check_options(seats, {})), quick)
    luck = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=table, evaluator=FewSteps(), uct_c=1.4, max_simulations=12, random_state=luck,
        use_observation_string=True, allow_inconsistent_action_sets=True,
    )  # fmt: skip
    state = some_way(table, 4, 2)
    for _ in range(3):
        if state.is_terminal() or state.is_chance_node():
            break
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


@pytest.mark.parametrize("given", ["deals=0", "recall=0"])
def test_what_makes_no_game_is_refused(given: str) -> None:
    with pytest.raises(BadSetup, match=f"{given[:-2]} must be 1 or more, not 0"):
        pyspiel.load_game(f"brelan_joomo({given})")


class FewSteps(mcts.Evaluator):  # type: ignore[misc, unused-ignore]
    """Values everything alike: what is tested is that the search finds its way."""

    def evaluate(self, state: Any) -> Any:
        return np.zeros(state.num_players())

    def prior(self, state: Any) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


TOY = Path(__file__).parents[1] / "toy" / "games"
GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "teach-a-machine.md"


def test_openspiels_mccfr_and_exploitability_take_a_small_game() -> None:
    """The toy game, as the guide shows: small enough to be solved, and information states must be right for it."""
    (shown,) = (block.code for block in blocks(GUIDE) if "external_sampling_mccfr" in block.code)
    environment = {**os.environ, "BRELAN_GAMES": str(TOY), "BRELAN_MODE": "interpreted"}
    code = f"{shown}print('information states:', len(solver._infostates))"
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    before, after, states = (float(line.split(": ")[1]) for line in run.stdout.splitlines())
    assert 0 <= after < before / 3
    assert states > 20


@pytest.mark.parametrize("case", [case for case in cases() if case[1] == 2], ids=label)
def test_an_information_state_is_what_a_seat_has_seen_and_done(case: Case, quick: dict[str, Any]) -> None:
    table = loaded(case, quick)
    state, luck = table.new_initial_state(), np.random.default_rng(3)
    texts: list[set[str]] = [set(), set()]
    for _ in range(60):
        if state.is_terminal():
            break
        actions = [one for one, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(luck.choice(actions)))
        for seat in range(2):
            text = state.information_state_string(seat)
            assert all(text.startswith(before) for before in texts[seat]), "what was seen is never forgotten"
            texts[seat] = {text}
            tensor = state.information_state_tensor(seat)
            assert len(tensor) == table.information_state_tensor_size()
            assert tensor[1 : 1 + table.observation_tensor_size()] == state.observation_tensor(seat)
    seat = state.current_player() if not state.is_terminal() and not state.is_chance_node() else 0
    other = state.resample_from_infostate(seat, lambda: 0.3)
    assert other.information_state_string(seat) == state.information_state_string(seat)
    assert other.information_state_tensor(seat) == state.information_state_tensor(seat)


@pytest.mark.parametrize("case", [case for case in cases() if case[1] == 3], ids=label)
def test_a_guessed_state_has_nothing_of_what_others_really_saw(case: Case, quick: dict[str, Any]) -> None:
    """Two worlds that look the same to a seat: guessed alike, they are the same to everybody, the past included."""
    table, different = loaded(case, quick), 0
    for seed in range(3):
        state = some_way(table, 6, seed)
        seat = state.current_player()
        truth = state.resample_from_infostate(seat, lambda: 0.9)
        truth.past = Seen(state.past.before, state.past.mover, state.past.action, views_of(truth))
        states = [one.resample_from_infostate(seat, lambda: 0.2) for one in (state, truth)]
        for other in set(range(3)) - {seat}:
            different += state.information_state_tensor(other) != truth.information_state_tensor(other)
            for told in ("information_state_string", "information_state_tensor"):
                first, second = (getattr(one, told)(other) for one in states)
                assert first == second
            now = states[0].observation_tensor(other)
            assert states[0].information_state_tensor(other)[1 : 1 + len(now)] == now
        for one in states:
            one.apply_action(one.legal_actions()[0])
        assert states[0].information_state_string(seat).startswith(state.information_state_string(seat))
    assert different, "the worlds were the same: nothing was tested"


@pytest.mark.parametrize("case", [case for case in cases() if case[1] == 2], ids=label)
def test_a_state_as_text_is_what_a_watcher_sees(case: Case, quick: dict[str, Any]) -> None:
    table = loaded(case, quick)
    state = some_way(table, 6, 1)
    told = dict(line.split(" ", 1) for line in str(state).splitlines())
    seen = table.observer.numbers(state.position.view(WATCHER), WATCHER).astype(int)
    for name, piece in table.observer.pieces.items():
        values = piece.of(seen).ravel().tolist()
        assert told.get(name) == (None if set(values) == {-1} else " ".join(map(str, values)))


def views_of(state: Any) -> tuple[Any, ...]:
    """What every seat sees."""
    return tuple(state.position.view(seat) for seat in range(state.num_players()))


def test_nobody_but_a_seat_has_an_information_state() -> None:
    state = pyspiel.load_game("brelan_joomo(players=2)").new_initial_state()
    for told in (state.information_state_string, state.information_state_tensor):
        for seat in ([], [-1], [2]):
            with pytest.raises(BadSetup, match="an information state is a seat's, 0 to 1, not of player"):
                told(*seat)


class Memory:
    """What a seat has seen and done, kept by the seat itself: its views and its own actions, and nothing of others."""

    def __init__(self, seat: int, table: Any) -> None:
        self.seat, self.table = seat, table
        self.lines, self.choices = [str(seat)], list[tuple[int, list[float]]]()
        self.now = [0.0] * table.observation_tensor_size()

    def note(self, state: Any, mover: int, action: int) -> None:
        """Note an action that has just been played."""
        if mover == self.seat:
            self.choices.append((action, self.now))
        said = game(self.table.found.name).rules.ACTIONS.texts[action] if mover == self.seat else ""
        seen = self.table.observer.numbers(state.position.view(self.seat), self.seat).tolist()
        changes = [f"{k}={new:.0f}" for k, (new, old) in enumerate(zip(seen, self.now, strict=True)) if new != old]
        self.lines.append(f"{said} {' '.join(changes)}")
        self.now = seen

    def tensor(self) -> list[float]:
        """The current view, then the views before its last actions with these; -1 before the first."""
        rows = [(-1, self.now), *reversed(self.choices)][: self.table.recall]
        told = [number for action, seen in rows for number in (action, *seen)]
        return told + [-1.0] * (self.table.information_state_tensor_size() - len(told))


@pytest.mark.parametrize("case", [case for case in cases() if case[1] in (2, 3)], ids=label)
def test_an_information_state_has_nothing_of_other_seats(case: Case, quick: dict[str, Any]) -> None:
    table = loaded(case, quick)
    state, luck = table.new_initial_state(), np.random.default_rng(4)
    memories = [Memory(seat, table) for seat in range(case[1])]
    for _ in range(40):
        if state.is_terminal():
            break
        actions = [one for one, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        mover, action = state.current_player(), int(luck.choice(actions))
        state.apply_action(action)
        for seat, memory in enumerate(memories):
            memory.note(state, mover, action)
            assert state.information_state_string(seat) == "\n".join(memory.lines)
            assert state.information_state_tensor(seat) == memory.tensor()
    assert all(memory.choices for memory in memories)


def test_a_seat_may_talk_in_openspiel() -> None:
    table = pyspiel.load_game("brelan_thegame(players=2,deals=3,talk=true,starter=0)")
    state = table.new_initial_state()
    state.apply_action(1)
    signals = [action for action in state.legal_actions() if action >= len(game("thegame").rules.ACTIONS)]
    assert state.action_to_string(0, signals[1]) == "signal 0 gentle"
    state.apply_action(signals[1])
    assert state.current_player() == 0
    assert state.position.state.signals[0, 0] == 2
    assert signals[1] not in state.legal_actions()
    pyspiel.random_sim_test(table, num_sims=1, serialize=True, verbose=False)
