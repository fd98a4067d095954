"""A turn of Jok-R-ummy in a browser, and a bit of its lesson."""

from web.learner import held
from web.tapping import CAN, PRIMARY, Acts
from web.visitor import Visitor

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")


def tap(visitor: Visitor, act: Acts) -> None:
    """Draw, take the proposal and lay it; then add what fits; then discard."""
    page = visitor.page
    if page.locator(PRIMARY).count():
        act(visitor, PRIMARY)
    elif page.locator(CAN).count():
        act(visitor, CAN)
        act(visitor, ".group .place")
    elif page.locator(".held:not([inert])").count():
        act(visitor, ".held:not([inert])")
        act(visitor, PRIMARY)


def follow(visitor: Visitor, said: list[str], act: Acts) -> None:
    """Do what the lesson says."""
    verb, *fields = said
    if verb in ("stock", "take"):
        return act(visitor, f".pile:nth-child({1 if verb == 'stock' else 2})")
    for name in fields[1:] if verb == "add" else fields:
        card = 52 if name == "JK" else "CDHS".index(name[-1]) * 13 + RANKS.index(name[:-1])
        act(visitor, held(card))
    if verb == "add":
        return act(visitor, ".group .place")
    if verb != "discard":
        act(visitor, ".row .place")
        visitor.page.locator(".row.whole").wait_for()
    return act(visitor, PRIMARY)
