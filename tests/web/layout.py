"""Layout errors of the current screen: overlapping parts, parts outside the screen, truncated text."""

from pathlib import Path

from web.visitor import Visitor

SIZES = ((360, 640), (360, 740), (740, 360), (820, 1180), (1180, 820), (1440, 900), (1920, 1080))

SCRIPT = Path(__file__).with_name("layout.js").read_text(encoding="utf-8")


def faults(visitor: Visitor) -> list[str]:
    """What is wrong with the screen as it is."""
    found: list[str] = visitor.page.evaluate(SCRIPT)
    return found


def resize(visitor: Visitor, size: tuple[int, int]) -> None:
    """Give the window another size, and let the page lay itself out."""
    visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
    frames = (
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))"
    )
    visitor.page.evaluate(frames)


def walk(visitor: Visitor) -> list[str]:
    """What is wrong at any of the sizes."""
    found: list[str] = []
    for size in SIZES:
        resize(visitor, size)
        found += [f"{size[0]}x{size[1]} {fault}" for fault in faults(visitor)]
    return found
