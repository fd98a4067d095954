"""How long a champion thinks in Chromium, at tables of the page's own where all seats are champions.

    python benchmarks/champion_page.py --seconds 30 [--write benchmarks/RESULTS.md]      so long for each game

Timed from one update to the next: the choice, the move, its row written to the device's storage, and the scene.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "tests")]

from equal_page import section  # type: ignore[import-not-found]  # noqa: E402
from faults import where  # type: ignore[import-not-found]  # noqa: E402
from web.conftest import SWITCHES, chromium  # noqa: E402
from web.test_pocket import Host  # noqa: E402

from brelan import site  # noqa: E402
from brelan.core.game import game, names  # noqa: E402

TITLE = "## A champion's move in Chromium"
PLAY = """async ([address, game, seats, seconds]) => {
  const worker = new Worker(address, { type: "module" });
  const waiting = new Map();
  let number = 0, last = 0, hear = () => {};
  const times = [];
  const call = (name, ...given) => new Promise((tell) => {
    waiting.set((number += 1), tell);
    worker.postMessage({ number, call: name, given });
  });
  worker.onmessage = ({ data }) => {
    if (data.number) waiting.get(data.number)(data.found);
    else if (data.answer?.kind === "update") hear(data.answer);
  };
  const people = Array.from({ length: seats }, () => "champion");
  const end = performance.now() + 1000 * seconds;
  while (performance.now() < end) {
    const { table } = await call("make", { game, name: "", people });
    await new Promise((over) => {
      hear = ({ scene, entries }) => {
        const now = performance.now();
        if (last && entries.some(({ what }) => what === "moved")) times.push(now - last);
        last = now;
        if (scene.end || now > end) over();
        else if (scene.at < 0) {
          last = 0;
          call("send", table, String(number), { kind: "go_on", turn: scene.turn });
        }
      };
      last = 0;
      call("open", table, 0);
    });
    await call("forget", table);
  }
  worker.terminate();
  return times;
}"""


def timed(page: Page, name: str, seconds: float) -> list[float]:
    """Milliseconds of every action, ascending."""
    worker = next(file.name for file in (site.PAGE / "assets").glob("worker-*.js"))
    found: list[float] = page.evaluate(PLAY, [f"./assets/{worker}", name, game(name).usual, seconds])
    return sorted(found)


def main() -> None:
    """Play, print, record."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    lines = ["| game | seats | actions | median | p99 | longest |", "|---|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site.write(Path(folder) / "brelan")
        host = Host(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(SWITCHES))
        page = browser.new_page()
        page.goto(f"{host.address}/brelan/")
        for name in names():
            times = timed(page, name, given.seconds)
            middle, late = times[len(times) // 2], times[len(times) * 99 // 100]
            spread = f"{middle:.0f} ms | {late:.0f} ms | {times[-1]:.0f} ms"
            lines.append(f"| {name} | {game(name).usual} | {len(times)} | {spread} |")
            print(lines[-1], flush=True)
        text = f"Chromium {browser.version}, {where()}.\n\n" + "\n".join(lines)
        browser.close()
        host.close()
    if given.write:
        section(given.write, TITLE, f"{text}\n\n`python benchmarks/champion_page.py --seconds {given.seconds:.0f}`")


if __name__ == "__main__":
    main()
