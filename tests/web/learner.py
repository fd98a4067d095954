"""Somebody in a first lesson: what the lesson wants, by tap or by keyboard alone."""

from playwright.sync_api import expect
from web.tapping import PRIMARY, Acts, settle
from web.visitor import Visitor

from brelan.core.game import game
from brelan.core.lesson import Lesson, lesson

KOOMI = [*(f"{value:+d}" for value in range(-9, 10) if value), "one", "two", "switch", "new"]
LIMITS = {"first": "1st", "second": "2nd"}
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")


def lesson_of(name: str) -> Lesson:
    """A game's lesson."""
    found = lesson(game(name))
    assert found is not None
    return found


def begin(visitor: Visitor, name: str) -> None:
    """From the home page into a lesson."""
    visitor.home()
    visitor.tile(name).locator(".learn").click()
    visitor.page.locator(".near").wait_for()


def at_step(visitor: Visitor, number: int, name: str) -> None:
    """Until a step is shown, counted from 0."""
    count = len(lesson_of(name).steps)
    expect(visitor.page.locator("progress")).to_have_attribute("value", str(number + 1))
    expect(visitor.page.locator("progress")).to_have_attribute("max", str(count))


def do_step(visitor: Visitor, name: str, number: int, act: Acts) -> None:
    """Do what a step wants."""
    moves = lesson_of(name).steps[number].moves
    if not moves:
        return act(visitor, ".explanation .next")
    if visitor.page.locator(".explanation .fold").is_visible():
        act(visitor, ".explanation .fold")  # it lies over the table where there is little room
    for bit in moves[0].split("; "):
        BITS[name](visitor, bit.split(), act)
        settle(visitor)
    return None


def held(card: int) -> str:
    """A card in hand."""
    return f".held[data-card='{card}']:not(.chosen):not([inert])"


def the_game(visitor: Visitor, said: list[str], act: Acts) -> None:
    verb, *fields = said
    if verb == "lay":
        act(visitor, held(int(fields[0])))
        act(visitor, f".pile[data-drop='{fields[1]}'] .place")
    else:
        act(visitor, PRIMARY if verb == "end" else ".near .buttons .button:nth-child(3)")


def joomo(visitor: Visitor, said: list[str], act: Acts) -> None:
    verb, *fields = said
    if verb == "pass":
        return act(visitor, PRIMARY)
    act(visitor, held(int(fields[0])))
    return act(visitor, PRIMARY if verb == "lay" else f".limit.lit[aria-label^='{LIMITS[fields[1]]}']")


def koomi(visitor: Visitor, said: list[str], act: Acts) -> None:
    verb, *fields = said
    if verb in ("draw", "stop"):
        return act(visitor, ".near .buttons .button:not(.round)")
    if verb == "read":
        return act(visitor, PRIMARY)  # the one way that leads to ten
    card = {"help": "one"}.get(verb) or (fields[0] if fields else verb)
    act(visitor, held(KOOMI.index(card)))
    return act(visitor, PRIMARY)


def jokrummy(visitor: Visitor, said: list[str], act: Acts) -> None:
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


BITS = {"thegame": the_game, "joomo": joomo, "koomi": koomi, "jokrummy": jokrummy}
