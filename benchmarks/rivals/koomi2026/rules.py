"""The rules as they are: only the bots are old."""

from brelan.games.koomi.rules import *  # noqa: F403
