"""A turn of Joomo in a browser, and a bit of its lesson."""

from web.learner import held
from web.tapping import BUTTON, CAN, PRIMARY, Acts, click
from web.visitor import Visitor

GHOST = ".ghost.chosen"  # the card where it would lie: over the gap, and not for the keyboard
LIMITS = {"first": "1st", "second": "2nd"}


def tap(visitor: Visitor, act: Acts) -> None:
    """Lay a card that goes, else pass."""
    if visitor.page.locator(CAN).count():
        act(visitor, CAN)
        act(visitor, GHOST if act is click and visitor.page.locator(GHOST).count() else ".place.lit")
    else:
        act(visitor, BUTTON)


def follow(visitor: Visitor, said: list[str], act: Acts) -> None:
    """Do what the lesson says."""
    verb, *fields = said
    if verb == "pass":
        return act(visitor, PRIMARY)
    act(visitor, held(int(fields[0])))
    return act(visitor, PRIMARY if verb == "lay" else f".limit.lit[aria-label^='{LIMITS[fields[1]]}']")
