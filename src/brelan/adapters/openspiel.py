"""The games as OpenSpiel games: `register()`, then `pyspiel.load_game("brelan_joomo(players=3)")`.

The options of a game are its parameters, numbers or text. A deal is a chance node whose outcome, one of `deals`, is the
seed of the cards. `returns` are those of sitting.py, at the end. The observation tensor is the vector of
lab/observation.py; `resample_from_infostate` guesses what a seat cannot see, as our own bots do.

The information state of a seat is everything it has seen and done since the deal: as text, every change it saw
and every action it took; as a tensor, what it sees now and what it saw and did at its last choices, `recall` of
them in all. With `talk=true`, in a game with signals, actions beyond the game's own are signals, as in gymnasium.py.
"""

from typing import Any

from ..core import dice
from ..core.errors import BadSetup
from ..core.game import Game, game, names
from ..core.options import Option, own
from ..core.position import Position, guess_from
from ..core.table import DEALER, WATCHER
from ..lab.observation import Observer
from ..lab.seating import at_least_one
from .seeing import Seen, SpielMemory, SpielObserver, back
from .sitting import observer_of, returns

try:
    import pyspiel
except ImportError:
    raise ImportError("brelan.adapters.openspiel needs OpenSpiel: pip install 'brelan[adapters]'") from None

DEALS = 1000  # outcomes of a chance node, unless the parameter says otherwise
RECALL = 4  # observations in an information-state tensor, unless the parameter says otherwise
FARTHEST = 32767.0  # no score is beyond: records hold 16 bits


def _parameter(option: Option) -> int | str:
    """Return the default of an option for OpenSpiel: a number or text."""
    return option.default if type(option.default) is int else option.text(option.default)


def kind(found: Game) -> Any:
    """Return what OpenSpiel needs to know about a game before loading it."""
    utility = pyspiel.GameType.Utility
    options = {name: _parameter(option) for name, option in found.options.items()}
    talk = {"talk": False} if hasattr(found.rules, "SIGNALS") else {}
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
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": max(2, found.least), "deals": DEALS, "recall": RECALL, **talk, **options},
    )


def facts(found: Game, seats: int, deals: int, talk: bool) -> Any:
    """Return what OpenSpiel needs to know about a loaded game."""
    farthest, observer = FARTHEST if found.team else 1.0, observer_of(found, talk)
    return pyspiel.GameInfo(
        num_distinct_actions=observer.actions,
        max_chance_outcomes=deals,
        num_players=seats,
        min_utility=-farthest,
        max_utility=farthest,
        utility_sum=None if found.team else 0.0,
        max_game_length=found.rules.LONGEST * (1 + observer.signals),
    )


class SpielGame(pyspiel.Game):
    """A table of a game; `register` makes a subclass for each game."""

    found: Game
    type: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**self.type.parameter_specification, **(params or {})}
        self.seats = self.found.check_seats(chosen.pop("players"))
        self.deals, self.recall = (at_least_one(name, chosen.pop(name)) for name in ("deals", "recall"))
        self.talk = chosen.pop("talk", False)
        self.options = self.found.check_options(self.seats, {name: own(value) for name, value in chosen.items()})
        super().__init__(self.type, facts(self.found, self.seats, self.deals, self.talk), params or {})

    @property
    def observer(self) -> Observer:
        """Make an observer; it is not stored, as OpenSpiel copies everything a game or state holds."""
        return observer_of(self.found, self.talk)

    def information_state_tensor_shape(self) -> list[int]:
        """Return the shape: observations, each with the action chosen."""
        return [self.recall * (self.observer.size + 1)]

    def observation_tensor_shape(self) -> list[int]:
        """Return the shape of the vector."""
        return [self.observer.size]

    def new_initial_state(self) -> "SpielState":
        """Return a table before the first deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver | SpielMemory | None":
        """Return an observer of what a seat sees or, with perfect recall, has seen; there are no other kinds."""
        single = pyspiel.PrivateInfoType.SINGLE_PLAYER
        whole = iig_obs_type is None or (iig_obs_type.public_info and iig_obs_type.private_info == single)
        if not whole:
            return None
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SpielMemory(self.observer, self.recall) if recalls else SpielObserver(self.observer)


class SpielState(pyspiel.State):
    """A game in progress."""

    def __init__(self, table: SpielGame) -> None:
        super().__init__(table)
        self.position: Position | None = None  # before the first deal
        self.said = -1  # the last signal since the last action
        self.past: Seen | None = None

    def current_player(self) -> int:
        """Return the seat to act, or the chance player if something is dealt."""
        if self.position is None or (self.position.count and self.position.seat == DEALER):
            return int(pyspiel.PlayerId.CHANCE)
        return self.position.seat if self.position.count else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        observer = self.get_game().observer
        signals = [observer.first_signal + number for number in observer.may_say(self.position, self.said)]
        return [*(int(action) for action in self.position.actions[: self.position.count]), *signals]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return all deals, equally likely."""
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _apply_action(self, action: int) -> None:
        table, mover = self.get_game(), self.current_player()
        if self.position is None:
            self.position = Position(table.found, table.seats, table.options, dice.new(action))
        elif mover == pyspiel.PlayerId.CHANCE:
            self.position.dice = dice.new(action)  # later deals are chance, too
            self.position.play(int(self.position.actions[0]))
        else:
            self._act(table, action)
        views = tuple(self.position.view(seat) for seat in range(table.seats))
        self.past = Seen(self.past, mover, action, views)

    def _act(self, table: SpielGame, action: int) -> None:
        """Play an action or give a signal."""
        assert self.position is not None
        self.said = max(-1, action - table.observer.first_signal)
        if self.said >= 0:
            table.found.engine.signal(self.position.rows, 0, self.position.seat, self.said)
        else:
            self.position.play(action)

    def information_state_string(self, player: int | None = None) -> str:
        """Return everything a seat has seen and done since the deal: its actions, and the changes it saw."""
        observer, seat = self.get_game().observer, self._of(player)
        past = [
            f"{self._action_to_string(seat, one.action) if one.did(seat) >= 0 else ''} {one.change(seat, observer)}"
            for one in back(self.past, seat)
        ]
        return "\n".join([str(seat), *reversed(past)])

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Return what a seat sees, and what it saw and did at its last choices."""
        table, seat = self.get_game(), self._of(player)
        memory = SpielMemory(table.observer, table.recall)
        memory.set_from(self, seat)
        return memory.tensor.tolist()

    def _of(self, player: int | None) -> int:
        """Return the seat whose information state is wanted; the chance player has none."""
        seat = self.current_player() if player is None else player
        if not 0 <= seat < self.num_players():
            raise BadSetup(f"an information state is a seat's, 0 to {self.num_players() - 1}, not of player {seat}")
        return seat

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        found, first = self.get_game().found.rules, self.get_game().observer.first_signal
        return str(found.ACTIONS.texts[action] if action < first else found.SIGNALS.texts[action - first])

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position is not None and not self.position.count

    def returns(self) -> list[float]:
        """Return the results once the game is over."""
        if self.position is None or self.position.count:
            return [0.0] * int(self.num_players())
        return returns(self.position)

    def __str__(self) -> str:
        """Return what a watcher sees."""
        return SpielObserver(self.get_game().observer).string_from(self, WATCHER)

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """Return a state the seat could be facing: what it sees is kept, the rest and future chance are guessed.

        The other seats' information states begin with the guess: what they really saw before would reveal their cards.
        """
        other: SpielState = self.clone()
        assert other.position is not None
        throws = dice.new(int(sampler() * (1 << 53)))
        other.position.rows = guess_from(other.position.game, other.position.view(player), player, throws)
        other.position.dice = dice.new(int(dice.word(throws)))
        other.position.refresh()
        if self.past is not None:
            views = tuple(other.position.view(seat) for seat in range(self.num_players()))
            only = player if self.past.remembered(player) else WATCHER
            other.past = Seen(self.past.before, self.past.mover, self.past.action, views, only)
        return other


def register() -> list[str]:
    """Register every game with OpenSpiel, once, and return their names there."""
    known = set(pyspiel.registered_names())
    made = []
    for found in map(game, names()):
        type_ = kind(found)
        if type_.short_name not in known:
            table = type(type_.short_name, (SpielGame,), {"found": found, "type": type_, "__module__": __name__})
            globals()[type_.short_name] = table  # pickle looks for it here
            pyspiel.register_game(type_, table)
        made.append(type_.short_name)
    return made
