"""Classes: a teacher opens one, children join it by a code, and all that was noted of them goes away with it.

Nothing here knows a game. A class belongs to a game that has exercises, which the children's own devices set and judge;
what they do is told to the server in the game's own short texts.
"""

from .school import School

__all__ = ["School"]
