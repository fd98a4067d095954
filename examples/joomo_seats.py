"""Where should one sit in Joomo? The share of games won by the distance from the first dealer, for every seat count.

    python examples/joomo_seats.py --games 2000 --seed 1

Every seat is played by the level *medium*. The first dealer is drawn by lot (T5), so that seat numbers say nothing:
what is counted is the place to the dealer's left. An interval holds the true share with a probability of 95 %.
"""

import argparse

import numpy as np

from brelan.bots import player
from brelan.core import dice
from brelan.core.game import game
from brelan.core.outcome import shares as shares_of_win
from brelan.core.position import Position

JOOMO = game("joomo")


def shares(seats: int, seed: int) -> list[float]:
    """One game: what each place won, the first dealer first; winners together share."""
    position = Position(JOOMO, seats, JOOMO.check_options(seats, {}), dice.new(seed))
    dealer, bot, throws = int(position.state.dealer), player(JOOMO, "medium"), dice.new(seed + 1)
    while position.count:
        allowed, seat = position.actions[: position.count].copy(), position.seat
        position.play(int(allowed[0]) if seat < 0 else bot.choose(position.view(seat), seat, allowed, throws))
    won = shares_of_win(position.scores(), position.over, JOOMO.team_wins)
    return [float(won[(dealer + place) % seats]) for place in range(seats)]


class Help(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """The text above as it is, and every option with its default."""


def main() -> None:
    """A line a seat count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=Help)
    parser.add_argument("--games", type=int, default=2000, help="games for each seat count")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the deals")
    given = parser.parse_args()
    print("seats  the first dealer, then the places to the left")
    for seats in range(JOOMO.least, JOOMO.most + 1):
        won = np.array([shares(seats, given.seed * 1_000_003 + number) for number in range(given.games)])
        sure = 1.96 * won.std(axis=0) / len(won) ** 0.5
        cells = (f"{share:6.1%} +- {error:.1%}" for share, error in zip(won.mean(axis=0), sure, strict=True))
        print(f"{seats:>5}  {'   '.join(cells)}")


if __name__ == "__main__":
    main()
