"""OpenSpiel's information-set search as one of our bots: `brelan arena joomo benchmarks/spiel_bot.py:IsMcts medium`.

It is OpenSpiel's own Python search with random rollouts, SIMULATIONS a choice, on the state that a view allows.
"""

import os
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from brelan.adapters import openspiel
from brelan.core.dice import Dice, word
from brelan.core.game import Game
from brelan.core.position import Position, guess_from

SIMULATIONS = int(os.environ.get("BRELAN_SIMULATIONS", "50"))
openspiel.register()


class Rollout(mcts.Evaluator):  # type: ignore[misc, unused-ignore]
    """Random play to the end, in the engine."""

    def __init__(self, random: np.random.RandomState) -> None:
        self.random = random

    def evaluate(self, state: Any) -> Any:
        """What the seats earn."""
        other = state.position.copy()
        throws = np.array([self.random.randint(1 << 62), 0], np.uint64)
        other.game.engine.playout(other.rows, 0, throws, np.zeros(other.game.rules.MOST, np.int16))
        other.refresh()
        return np.array(openspiel.returns(other))

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Every action is as likely."""
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class IsMcts:
    """A bot is given the game once, and then views."""

    def __init__(self, game: Game) -> None:
        self.game, self.tables = game, dict[int, Any]()

    def choose(self, view: Any, seat: int, allowed: Any, dice: Dice) -> int:
        """What the search prefers."""
        seats = int(view["seats"][0])
        if seats not in self.tables:
            self.tables[seats] = pyspiel.load_game(f"brelan_{self.game.name}(players={seats})")
        table, random = self.tables[seats], np.random.RandomState(int(word(dice)) % (1 << 32))
        state = table.new_initial_state()
        rows = guess_from(self.game, view, seat, dice)
        state.position = Position.of(self.game, seats, table.options, dice, rows)
        bot = ismcts.ISMCTSBot(
            game=table, evaluator=Rollout(random), uct_c=2.0, max_simulations=SIMULATIONS, random_state=random,
            use_observation_string=True, allow_inconsistent_action_sets=True,
        )  # fmt: skip
        return int(bot.step(state))
