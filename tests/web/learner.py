"""A learner in a first lesson, who does what it asks for by tap or by keyboard alone."""

from playwright.sync_api import expect
from web.folders import part
from web.tapping import Acts, settle
from web.visitor import Visitor

from brelan.core.game import game
from brelan.core.lesson import Lesson, lesson


def lesson_of(name: str) -> Lesson:
    """A game's lesson."""
    found = lesson(game(name))
    assert found is not None
    return found


def begin(visitor: Visitor, name: str) -> None:
    """From the home page into a lesson."""
    visitor.home()
    visitor.door(name, "learn").click()
    visitor.page.locator(".say").wait_for()


def at_step(visitor: Visitor, number: int, name: str) -> None:
    """Until a step is shown, counted from 0."""
    count = len(lesson_of(name).steps)
    expect(visitor.page.locator("progress")).to_have_attribute("value", str(number + 1))
    expect(visitor.page.locator("progress")).to_have_attribute("max", str(count))


def do_step(visitor: Visitor, name: str, number: int, act: Acts) -> None:
    """Do what a step wants."""
    moves, own = lesson_of(name).steps[number].moves, part(name, "tapping")
    assert own is not None
    if not moves:
        return act(visitor, ".actions .next")
    for bit in moves[0].split("; "):
        own.follow(visitor, bit.split(), act)
        settle(visitor)
    return None


def held(card: int) -> str:
    """A card in hand."""
    return f".held[data-card='{card}']:not(.chosen):not([inert])"
