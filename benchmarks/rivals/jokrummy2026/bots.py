"""The policy as it is: only the champion is old."""

from brelan.games.jokrummy.bots import *  # noqa: F403
