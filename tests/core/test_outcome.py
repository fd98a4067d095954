"""Who won: alone, together, or as a team."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brelan.core.outcome import list_best, share, shares, winners
from brelan.core.table import Table

SCORES = st.lists(st.integers(-30, 30), min_size=1, max_size=6)


@given(SCORES, st.integers(1, 20), st.sampled_from([0, 15]))
def test_all_ways_to_ask_who_won_agree(scores: list[int], over: int, team_wins: int) -> None:
    parts, points = shares(scores, over, team_wins), np.array(scores)
    assert [float(share(points, seat, over, team_wins)) for seat in range(len(scores))] == parts.tolist()
    assert [seat for seat, part in enumerate(parts) if part > 0] == winners(scores, over, team_wins)
    assert parts.sum() in ((0, len(scores)) if team_wins else (pytest.approx(1),))
    many = shares([scores, scores], [over, over + 1], team_wins)
    assert many.tolist() == [parts.tolist(), shares(scores, over + 1, team_wins).tolist()]


@given(SCORES)
def test_a_story_lists_those_who_won(scores: list[int]) -> None:
    out = np.zeros(10, np.int16)
    end = list_best(np.array(scores), len(scores), out, 2)
    assert out[2:end].tolist() == [len(winners(scores, 0, 0)), *winners(scores, 0, 0)]


def test_those_tied_share_by_a_clause_of_its_own() -> None:
    table = Table("joomo", 3, seed=1)
    table.position.state.points[:3] = (21, 4, 21)
    outcome = table.shared_outcome
    assert (outcome.winners, outcome.clause, outcome.shared) == ([0, 2], "R17", True)
    assert table.outcome is None


def test_a_table_made_again_is_the_same_deal() -> None:
    table = Table("thegame", 2, seed=7, starter=0)
    table.play("lay 15 0")
    again = table.again()
    assert not again.history
    again.replay(table.history)
    assert again.position.rows.tobytes() == table.position.rows.tobytes()
