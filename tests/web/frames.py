"""How smoothly a trick is taken: the time between frames while it lies and is gathered. A figure, not a test: run it
alone, or before all others: PYTHONPATH=tests chrt -f 50 python tests/web/frames.py [TRICKS] draws frames.svg
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from server.running import Server
from web.conftest import SWITCHES, chromium
from web.tapping import settle, tap
from web.visitor import DESKTOP, Visitor

WATCH = """() => {
  window.taken = [];
  let before = 0, until = 0, began = 0;
  const taking = () => document.querySelector(".line.taken") !== null;
  const frame = (now) => {
    if (taking()) { if (now > until) { began = now; window.taken.push([]); } until = now + 700; }
    if (now < until && before) window.taken.at(-1).push([now - began, now - before]);
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""
TRICKS = 5
FIGURE = Path(__file__).parents[2] / "docs" / "pictures" / "frames.svg"
WIDTH, HEIGHT, LONG, SLOW = 720, 240, 2200, 60  # pixels, and the milliseconds they stand for
LATE = 20  # milliseconds: a frame was left out before it
Trick = list[tuple[float, float]]  # when a frame came, and how long after the one before


def watched(tricks: int) -> list[Trick]:
    """Play Joomo until so many tricks were taken."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=SWITCHES)
        visitor = Visitor(browser, server.address, DESKTOP)
        visitor.page.emulate_media(reduced_motion="no-preference")
        visitor.play_now("joomo")
        visitor.page.evaluate(WATCH)
        found: list[Trick] = []
        while len(found) <= tricks and not visitor.ended:
            visitor.wait()
            visitor.page.locator(".line.taken").wait_for(state="detached")  # a tap would shorten it
            visitor.page.wait_for_timeout(700)
            tap(visitor)
            settle(visitor)
            found = visitor.page.evaluate("taken")
        browser.close()
        server.close()
    return found[:tricks]


def figure(tricks: list[Trick], told: str) -> str:
    """A line a trick, and one where 60 frames a second are."""
    across, down = WIDTH / LONG, HEIGHT / SLOW
    lines = "".join(
        '<polyline fill="none" stroke="#8a5a00" stroke-opacity=".6" points="'
        + " ".join(f"{at * across:.1f},{HEIGHT - min(lasted, SLOW) * down:.1f}" for at, lasted in trick)
        + '"/>'
        for trick in tricks
    )
    sixty = HEIGHT - 1000 / 60 * down
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -30 {WIDTH + 20} {HEIGHT + 60}" '
        'font-family="sans-serif" font-size="13">'
        f'<rect x="-10" y="-30" width="100%" height="100%" fill="#fffaf0"/><text y="-10">{told}</text>'
        f'<path d="M0 0V{HEIGHT}H{WIDTH}" fill="none" stroke="#2a2118"/>'
        f'<path d="M0 {sixty}H{WIDTH}" stroke="#1d6b3a" stroke-dasharray="4 4"/>'
        f'<text x="{WIDTH}" y="{sixty - 4}" text-anchor="end" fill="#1d6b3a">60 a second</text>{lines}'
        f'<text y="{HEIGHT + 18}">the trick lies 1.4 s, then it is gathered ({LONG} ms across, {SLOW} ms up)</text>'
        "</svg>\n"
    )


def main() -> None:
    """Measure, tell and draw."""
    tricks = watched(int(sys.argv[1]) if sys.argv[1:] else TRICKS)
    frames = sorted(lasted for trick in tricks for _, lasted in trick)
    rate, late = 1000 * len(frames) / sum(frames), sum(lasted > LATE for lasted in frames)
    told = (
        f"{len(tricks)} tricks, {len(frames)} frames: {rate:.1f} per second; "
        f"half in {frames[len(frames) // 2]:.1f} ms, {late} later than {LATE} ms, the latest after {frames[-1]:.0f} ms"
    )
    print(told)
    FIGURE.write_text(figure(tricks, told), encoding="utf-8")


if __name__ == "__main__":
    main()
