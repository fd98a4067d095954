"""A turn of brim in a browser: a card that is tapped is laid."""

from web.tapping import CAN, Acts
from web.visitor import Visitor


def tap(visitor: Visitor, act: Acts) -> None:
    """Lay a card that fits."""
    act(visitor, CAN)
