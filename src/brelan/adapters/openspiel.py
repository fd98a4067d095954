"""The games as OpenSpiel games: `register()`, then `pyspiel.load_game("brelan_joomo(players=3)")`.

The options of a game are its parameters, numbers or text. A deal is a chance node: its outcome, one of `deals`, is the
seed of the cards. `returns` are those of sitting.py, at the end. The observation tensor is the vector of
observation.py; `resample_from_infostate` guesses what a seat cannot see, as our own bots do.
"""

import functools
from typing import Any

import numpy as np

from ..core import dice
from ..core.game import Game, game, names
from ..core.options import Option
from ..core.position import Position, guess_from
from ..core.record import HIDDEN
from ..core.table import DEALER, WATCHER
from .observation import Observer
from .sitting import returns

try:
    import pyspiel
except ImportError:
    raise ImportError("brelan.adapters.openspiel needs OpenSpiel: pip install 'brelan[adapters]'") from None

DEALS = 1000  # different deals a chance node knows, unless the parameter says otherwise
FARTHEST = 32767.0  # no score is beyond: records hold 16 bits


def _parameter(option: Option) -> int | str:
    """The default of an option as OpenSpiel holds it: a number, or text."""
    return option.default if type(option.default) is int else option.text(option.default)


def kind(found: Game) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    utility = pyspiel.GameType.Utility
    options = {name: _parameter(option) for name, option in found.options.items()}
    return pyspiel.GameType(
        short_name=f"brelan_{found.name}",
        long_name=f"Brelan {found.words()('name')}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.IDENTICAL if found.team else utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=found.most,
        min_num_players=found.least,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": max(2, found.least), "deals": DEALS, **options},
    )


def facts(found: Game, seats: int, deals: int) -> Any:
    """What OpenSpiel wants to know of a loaded game."""
    farthest = FARTHEST if found.team else 1.0
    return pyspiel.GameInfo(
        num_distinct_actions=len(found.rules.ACTIONS),
        max_chance_outcomes=deals,
        num_players=seats,
        min_utility=-farthest,
        max_utility=farthest,
        utility_sum=None if found.team else 0.0,
        max_game_length=found.rules.LONGEST,
    )


_observer = functools.cache(Observer)  # OpenSpiel copies all that a game or a state holds


class SpielGame(pyspiel.Game):
    """A table of a game; `register` makes a class of its own for each game."""

    found: Game
    type: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**self.type.parameter_specification, **(params or {})}
        self.seats = self.found.check_seats(chosen.pop("players"))
        self.deals = chosen.pop("deals")
        self.options = self.found.check_options(self.seats, chosen)
        super().__init__(self.type, facts(self.found, self.seats, self.deals), params or {})

    def new_initial_state(self) -> "SpielState":
        """A table before the first deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver | None":
        """What a seat sees; other kinds of observation are not offered."""
        whole = iig_obs_type is None or (
            iig_obs_type.public_info
            and not iig_obs_type.perfect_recall
            and iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        )
        return SpielObserver(_observer(self.found)) if whole else None


class SpielState(pyspiel.State):
    """A game in play."""

    def __init__(self, table: SpielGame) -> None:
        super().__init__(table)
        self.position: Position | None = None  # before the first deal

    def current_player(self) -> int:
        """Whose turn it is; chance where something is dealt."""
        if self.position is None or (self.position.count and self.position.seat == DEALER):
            return int(pyspiel.PlayerId.CHANCE)
        return self.position.seat if self.position.count else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        return [int(action) for action in self.position.actions[: self.position.count]]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal is as likely."""
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _apply_action(self, action: int) -> None:
        table = self.get_game()
        if self.position is None:
            self.position = Position(table.found, table.seats, table.options, dice.new(action))
        elif self.position.seat == DEALER:
            self.position.dice = dice.new(action)  # this deal is chance, too
            self.position.play(int(self.position.actions[0]))
        else:
            self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return str(self.get_game().found.rules.ACTIONS.texts[action])

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position is not None and not self.position.count

    def returns(self) -> list[float]:
        """The results, once it is over."""
        if self.position is None or self.position.count:
            return [0.0] * int(self.num_players())
        return returns(self.position)

    def __str__(self) -> str:
        """What a watcher sees."""
        return SpielObserver(_observer(self.get_game().found)).string_from(self, WATCHER)

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A state that a seat could be facing: what it sees is kept, the rest is guessed, also the luck to come."""
        other: SpielState = self.clone()
        assert other.position is not None
        throws = dice.new(int(sampler() * (1 << 53)))
        other.position.rows = guess_from(other.position.game, other.position.view(player), player, throws)
        other.position.dice = dice.new(int(dice.word(throws)))
        other.position.refresh()
        return other


class SpielObserver:
    """The vector of observation.py, whole as `tensor` and piece by piece in `dict`."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer
        self.tensor = np.zeros(observer.size, np.float32)
        self.dict = {name: piece.of(self.tensor) for name, piece in observer.pieces.items()}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a seat sees; nothing before the first deal."""
        self.tensor[:] = 0 if state.position is None else self.observer.vector(state.position, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text: every piece that is not hidden."""
        if state.position is None:
            return "before the deal"
        vector = self.observer.vector(state.position, player).astype(int).tolist()
        parts = ((name, vector[piece.first : piece.first + piece.size]) for name, piece in self.observer.pieces.items())
        return "\n".join(f"{name} {' '.join(map(str, part))}" for name, part in parts if any(n != HIDDEN for n in part))


def register() -> list[str]:
    """Make every game known to OpenSpiel, once; their names there."""
    known = set(pyspiel.registered_names())
    made = []
    for found in map(game, names()):
        type_ = kind(found)
        if type_.short_name not in known:
            table = type(type_.short_name, (SpielGame,), {"found": found, "type": type_, "__module__": __name__})
            globals()[type_.short_name] = table  # where pickle looks for it
            pyspiel.register_game(type_, table)
        made.append(type_.short_name)
    return made
