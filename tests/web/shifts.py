"""How much moves by itself during whole games, as browsers count it: without what follows a tap within half a second.
Bots take the time they take with people. A figure, not a test, for it lasts a quarter of an hour:
PYTHONPATH=tests python tests/web/shifts.py [GAME ..] prints a table
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright
from server.running import Server
from web.conftest import SWITCHES, chromium
from web.tapping import settle, tap
from web.visitor import DESKTOP, LONG, PHONE, Visitor

from brelan.core.game import names

PACE, AFTER = 0.7, 700  # seconds a bot thinks, as served; milliseconds a person waits, longer than browsers forgive
MOST = 1200  # taps: no game lasts so long
WATCH = """() => {
  window.shifts = [];
  const add = (list) => list.getEntries().forEach(({ value, hadRecentInput }) => hadRecentInput || shifts.push(value));
  new PerformanceObserver(add).observe({ type: "layout-shift" });
}"""


def moved(browser: Browser, server: Server, game: str, size: tuple[int, int]) -> tuple[int, float, float]:
    """Play a game; return how many taps it took, the sum of all shifts, and the largest."""
    visitor = Visitor(browser, server.address, size, "de")
    visitor.page.set_default_timeout(LONG)
    visitor.page.emulate_media(reduced_motion="no-preference")
    visitor.play_now(game)
    visitor.page.evaluate(WATCH)
    visitor.wait()
    taps = 0
    while not visitor.ended:
        assert taps < MOST, f"{game} does not end"
        visitor.page.wait_for_timeout(AFTER)
        tap(visitor)
        settle(visitor)
        expect(visitor.page.locator("[aria-busy=true]")).to_have_count(0, timeout=LONG)
        visitor.wait()
        taps += 1
    shifts: list[float] = visitor.page.evaluate("shifts")
    visitor.leave()
    return taps, sum(shifts), max(shifts, default=0.0)


def main() -> None:
    """Measure, and print a line per game and size."""
    print("| game | screen | taps | sum | largest |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), pace=PACE).start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=SWITCHES)
        for game in sys.argv[1:] or names():
            for size in (PHONE, DESKTOP):
                taps, total, largest = moved(browser, server, game, size)
                print(f"| {game} | {size[0]} x {size[1]} | {taps} | {total:.4f} | {largest:.4f} |", flush=True)
        browser.close()
        server.close()


if __name__ == "__main__":
    main()
