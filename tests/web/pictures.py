"""Pictures of the page, taken of real tables.

python tests/web/pictures.py                for README and docs, and the sheets of every screen at every size
python tests/web/pictures.py SCREEN ..      these screens alone, on a phone and on a desk, into this folder
"""

import base64
import itertools
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from server.running import Server
from web.conftest import SWITCHES, chromium
from web.layout import SIZES, resize
from web.screens import SCREENS, address, laid_out
from web.visitor import DESKTOP, LONG, PHONE, Visitor

from brelan.core.game import names

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
PICTURES = (  # file, screen, size, language, light
    ("thegame", "thegame-middle", DESKTOP, "en", "dark"),
    ("thegame-phone", "thegame-five", PHONE, "de", "light"),
    ("joomo", "joomo-six", DESKTOP, "en", "light"),
    ("joomo-phone", "joomo-two", PHONE, "fr", "dark"),
    ("jokrummy", "jokrummy-six", DESKTOP, "en", "light"),
    ("koomi", "koomi-sum", DESKTOP, "en", "dark"),
)
LANGUAGES, LIGHTS = ("en", "de", "fr"), ("dark", "light")
DOORS = {  # what is tapped on the way
    "hint": (".tools [aria-pressed=false]:not(.sound, .log-door)",), "log": (".log-door",), "menu": (".bar .button",),
    "why": (".tools [aria-pressed=false]:not(.sound, .log-door)", ".say .why"),
    "settings": ("footer button:not(.me)",), "friends": (".tile .whom", ".tile .friends"),
}  # fmt: skip
STATES = ("thegame-middle", "joomo-middle", "jokrummy-two", "koomi-sum")
HEIGHT = 150  # of a picture on a sheet, in pixels
STYLE = """<style>
  body { margin: 8px; background: #fffaf0; font: 12px sans-serif; width: 1580px; }
  p { margin: 6px 0 2px; } div { display: flex; gap: 6px; } img { height: %dpx; border-radius: 3px; }
</style>"""


def shown(server: Server, browser: Browser, place: str, *look: Any) -> Visitor:
    """Somebody before a table, at a finished one after so many moves (`joomo-end@30`), or on another page; then one tap
    further (`joomo-middle+hint`)."""
    visitor = Visitor(browser, server.address, *look)
    place, _, door = place.partition("+")
    table, _, moves = place.partition("@")
    made = laid_out(server, table, None if moves else "hard") if table in SCREENS else None
    if made and moves:
        visitor.page.goto(f"{server.address}/t/{made.table}#review=1&at={moves}")
    else:
        visitor.page.goto(address(server, made) if made else f"{server.address}/{place}")
    visitor.page.locator(".middle" if made else "h1").first.wait_for()
    visitor.page.locator("[aria-busy=true]").wait_for(state="detached")
    if door:
        for tapped in DOORS[door]:
            visitor.page.locator(tapped).first.click()
        visitor.page.locator("dialog, .sheet, .say.lit").first.wait_for(timeout=LONG)
    visitor.page.wait_for_timeout(500)  # faces and fonts
    return visitor


def take(server: Server, browser: Browser, screen: str, file: Path, *look: Any) -> None:
    """A picture of a screen."""
    visitor = shown(server, browser, screen, *look)
    visitor.page.screenshot(path=file)
    visitor.leave()


def row(server: Server, browser: Browser, place: str, language: str, light: str) -> str:
    """One screen at all sizes, as a row of a sheet."""
    visitor = shown(server, browser, place, PHONE, language, light)
    images = []
    for size in SIZES:
        resize(visitor, size)
        image = base64.b64encode(visitor.page.screenshot(type="jpeg", quality=70)).decode()
        images.append(f'<img src="data:image/jpeg;base64,{image}">')
    visitor.leave()
    return f"<p>{place or 'home'}, {language}, {light}</p><div>{''.join(images)}</div>"


def sheet(server: Server, browser: Browser, name: str, places: list[str], turn: int) -> None:
    """A sheet of screens at all sizes, reduced: by lamp and by day, in another language each time."""
    looks = enumerate(itertools.product(places, LIGHTS), turn)
    rows = [row(server, browser, place, LANGUAGES[number % 3], light) for number, (place, light) in looks]
    page = browser.new_page(viewport={"width": 1600, "height": 800})
    page.set_content(STYLE % HEIGHT + "".join(rows))
    page.screenshot(path=FOLDER / f"sheet-{name}.jpg", type="jpeg", quality=55, full_page=True)
    page.close()


def main() -> None:
    """Take all of them, or those that are named."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=SWITCHES)
        for screen in sys.argv[1:]:
            take(server, browser, screen, Path(f"{screen}-phone.png"), PHONE, "de", "dark")
            take(server, browser, screen, Path(f"{screen}.png"), DESKTOP, "en", "light")
        if not sys.argv[1:]:
            take(server, browser, "", FOLDER / "home.png", DESKTOP)
            for name, screen, *look in PICTURES:
                take(server, browser, screen, FOLDER / f"{name}.png", *look)
            for turn, game in enumerate(names()):
                sheet(server, browser, game, [one for one in SCREENS if one.startswith(f"{game}-")], turn)
            pages = ["", "+settings", "+friends", "#practise=koomi", "#profile", "class"]
            pages += [f"#{page}={game}" for game in names() for page in ("learn", "rules")]
            sheet(server, browser, "pages", pages, 0)
            states = [f"{table}+{door}" for table in STATES for door in ("hint", "log")]
            states += ["joomo-middle+menu", "koomi-sum+why"]
            sheet(server, browser, "states", states + [f"{game}-end@30" for game in names()], 0)
        browser.close()
        server.close()


if __name__ == "__main__":
    main()
