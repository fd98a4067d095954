"""What seats earn: winners share, opponents sum to zero, a team gets its score, a forbidden action is fined."""

import pickle
import subprocess
import sys

import pytest
from adapters.tables import Case, cases, label

from brelan.adapters.sitting import Sitting
from brelan.core import dice
from brelan.core.game import game
from brelan.core.loops.vector import FINE


def finished(case: Case, seed: int) -> Sitting:
    name, seats, options = case
    sitting, choice = Sitting(game(name), seats, options, seed), dice.new(seed)
    while not sitting.over:
        sitting.play(int(sitting.position.actions[dice.below(choice, sitting.position.count)]))
    return sitting


@pytest.mark.parametrize("case", cases(), ids=label)
def test_rivals_share_the_win_and_a_team_its_score(case: Case) -> None:
    sitting = finished(case, 5)
    earned, scores = sitting.returns(), sitting.position.scores()
    if game(case[0]).team:
        assert earned == scores
        return
    winners = [seat for seat in range(case[1]) if scores[seat] == max(scores)]
    assert sum(earned) == pytest.approx(0)
    assert [seat for seat in range(case[1]) if earned[seat] == max(earned)] == winners
    if len(winners) == 1:
        assert earned[winners[0]] == 1
        assert min(earned) == pytest.approx(-1 / (case[1] - 1))


@pytest.mark.parametrize("case", cases(), ids=label)
def test_the_dealer_is_nobody_to_wait_for(case: Case) -> None:
    name, seats, options = case
    sitting, choice = Sitting(game(name), seats, options, 1), dice.new(1)
    for _ in range(300):
        if sitting.over:
            break
        assert 0 <= sitting.seat < seats
        sitting.play(int(sitting.position.actions[dice.below(choice, sitting.position.count)]))


@pytest.mark.parametrize(("action", "clause"), [(-1, "T4"), (10**6, "T4"), (0, "T2")])
def test_a_forbidden_action_ends_the_game_and_is_fined(action: int, clause: str) -> None:
    sitting = Sitting(game("joomo"), 3, game("joomo").check_options(3, {}), 2)
    assert 0 not in sitting.position.actions[: sitting.position.count]
    seat, before = sitting.seat, sitting.position.rows.tobytes()
    sitting.play(action)
    assert (sitting.over, sitting.refused, sitting.seat) == (True, clause, seat)
    assert sitting.returns() == [-FINE if other == seat else 0 for other in range(3)]
    sitting.play(int(sitting.position.actions[0]))
    assert sitting.position.rows.tobytes() == before


def test_a_game_in_play_can_be_pickled() -> None:
    sitting = Sitting(game("koomi"), 2, game("koomi").check_options(2, {}), 3)
    again = pickle.loads(pickle.dumps(sitting.position))
    assert again.rows.tobytes() == sitting.position.rows.tobytes()
    action = int(sitting.position.actions[0])
    assert again.play(action) == sitting.position.play(action)
    assert again.rows.tobytes() == sitting.position.rows.tobytes()


@pytest.mark.parametrize(
    ("adapter", "package"), [("gymnasium", "gymnasium"), ("pettingzoo", "pettingzoo"), ("openspiel", "pyspiel")]
)
def test_a_missing_package_is_named_with_its_extra(adapter: str, package: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; import brelan.adapters.{adapter}"
    tried = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert tried.returncode == 1
    assert tried.stderr.splitlines()[-1].endswith("pip install 'brelan[adapters]'")


def test_nothing_of_them_is_loaded_before_it_is_used() -> None:
    code = (
        "import sys, brelan.cli, brelan.adapters, brelan.bots, brelan.core.game; brelan.core.game.game('joomo').rules;"
        "assert not {'gymnasium', 'pettingzoo', 'pyspiel', 'torch'} & set(sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
