"""The rules as they are: only the champion is old."""

from brelan.games.jokrummy.rules import *  # noqa: F403
