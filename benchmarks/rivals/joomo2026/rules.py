"""The rules as they are: only the bots are old."""

from brelan.games.joomo.rules import *  # noqa: F403
