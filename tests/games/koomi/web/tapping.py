"""A turn of Koomi in a browser, and a bit of its lesson."""

from web.learner import held
from web.tapping import BUTTON, CAN, PRIMARY, Acts
from web.visitor import Visitor

CARDS = [*(f"{value:+d}" for value in range(-9, 10) if value), "one", "two", "switch", "new"]
LIGHTS = ".actions .button[aria-pressed=false]"


def tap(visitor: Visitor, act: Acts) -> None:
    """Say stop, read or draw where that is the main thing; else lay what is lit, and its partner."""
    page = visitor.page
    if page.locator(LIGHTS).count():
        act(visitor, LIGHTS)  # what leads to ten is shown to whoever wants it
    if page.locator(PRIMARY).count():
        act(visitor, PRIMARY)
    elif page.locator(CAN).count():
        act(visitor, CAN)
        if page.locator(PRIMARY).count():
            act(visitor, PRIMARY)
        elif page.locator(f"{CAN}:not(.chosen)").count():
            act(visitor, f"{CAN}:not(.chosen)")  # any green, any red: with a card of that colour
    else:
        act(visitor, BUTTON)


def follow(visitor: Visitor, said: list[str], act: Acts) -> None:
    """Do what the lesson says."""
    verb, *fields = said
    if verb in ("draw", "stop"):
        return act(visitor, ".actions .button:not(.round)")
    if verb == "read":
        return act(visitor, PRIMARY)  # the one way that leads to ten
    card = {"help": "one"}.get(verb) or (fields[0] if fields else verb)
    act(visitor, held(CARDS.index(card)))
    return act(visitor, PRIMARY)
