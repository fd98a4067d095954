"""How smoothly a trick is taken: frames a second while it lies and is gathered. A figure, not a test: run it alone.

python tests/web/frames.py [TRICKS]
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
  let before = 0, until = 0;
  const taking = () => document.querySelector(".line.taken, .middle .taken") !== null;
  const frame = (now) => {
    if (taking()) until = now + 600;
    if (now < until && before) window.taken.push(now - before);
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""
TRICKS = 5


def main() -> None:
    """Play Joomo and time the frames around tricks that are taken."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=SWITCHES)
        visitor = Visitor(browser, server.address, DESKTOP)
        visitor.page.emulate_media(reduced_motion="no-preference")
        visitor.play_now("joomo")
        visitor.page.evaluate(WATCH)
        wanted, frames = int(sys.argv[1]) if sys.argv[1:] else TRICKS, list[float]()
        while len(frames) < wanted * 60 and not visitor.ended:
            visitor.wait()
            tap(visitor)
            settle(visitor)
            frames = sorted(visitor.page.evaluate("taken"))
        browser.close()
        server.close()
    middle, worst = frames[len(frames) // 2], frames[int(len(frames) * 0.95)]
    print(
        f"{len(frames)} frames while tricks were taken: {1000 / middle:.0f} a second, 95 of 100 within {worst:.1f} ms"
    )


if __name__ == "__main__":
    main()
