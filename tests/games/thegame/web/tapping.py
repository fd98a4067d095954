"""A turn of The Game in a browser, and a bit of its lesson."""

from web.learner import held
from web.tapping import BUTTON, CAN, PRIMARY, Acts
from web.visitor import Visitor


def tap(visitor: Visitor, act: Acts) -> None:
    """Lay a card that goes, until nothing is owed any more; say how gladly one starts."""
    page = visitor.page
    if page.locator(CAN).count() and not page.locator(PRIMARY).count():
        act(visitor, CAN)
        act(visitor, ".takes .place")
    else:
        act(visitor, BUTTON)


def follow(visitor: Visitor, said: list[str], act: Acts) -> None:
    """Do what the lesson says."""
    verb, *fields = said
    if verb == "lay":
        act(visitor, held(int(fields[0])))
        act(visitor, f".pile[data-drop='{fields[1]}'] .place")
    else:
        act(visitor, PRIMARY if verb == "end" else ".actions .button:nth-child(3)")
