"""Earlier champions as players for the arena: `brelan arena joomo champion benchmarks/rivals/players.py:Joomo2026`.

Each is a game's folder with the bots of its time. `BRELAN_GAMES=benchmarks/rivals brelan build joomo2026` makes one as
fast as it was.
"""

import os
from pathlib import Path

from brelan.bots import ChampionPlayer, PolicyPlayer, SearchPlayer
from brelan.core.game import Game, game

os.environ["BRELAN_GAMES"] = str(Path(__file__).parent)


class Joomo2026(SearchPlayer):
    """The champion of November 2026: 4,000 trials, played on by hand-tuned weights to the end of the round."""

    def __init__(self, _: Game) -> None:
        super().__init__(game("joomo2026"), 4000)


class Joomo2026Hard(PolicyPlayer):
    """Its weights without a search."""

    def __init__(self, _: Game) -> None:
        super().__init__(game("joomo2026"))


class Jokrummy2026(ChampionPlayer):
    """The champion of November 2026: it laid its programme at once, and had no plan for its other cards."""

    def __init__(self, _: Game) -> None:
        super().__init__(game("jokrummy2026"))


class Koomi2026(SearchPlayer):
    """The champion of November 2026: 1,000 trials to the next turn, in worlds that only fit the cards."""

    def __init__(self, _: Game) -> None:
        super().__init__(game("koomi2026"), 1000)
