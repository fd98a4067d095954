"""Pictures of the table for README and docs, taken of real tables: python tests/web/pictures.py

python tests/web/pictures.py SCREEN ..      pictures of these screens alone, on a phone and on a desk, into this folder
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from server.running import Server
from web.conftest import SWITCHES, chromium
from web.screens import address, laid_out
from web.visitor import DESKTOP, PHONE, Visitor

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
PICTURES = (  # file, screen, size, language, light
    ("thegame", "thegame-middle", DESKTOP, "en", "dark"),
    ("thegame-phone", "thegame-five", PHONE, "de", "light"),
    ("joomo", "joomo-six", DESKTOP, "en", "light"),
    ("joomo-phone", "joomo-two", PHONE, "fr", "dark"),
)


def take(server: Server, browser: Browser, screen: str, file: Path, *look: Any) -> None:
    """A picture of a screen."""
    visitor = Visitor(browser, server.address, *look)
    visitor.page.goto(address(server, laid_out(server, screen, "hard")))
    visitor.page.locator(".middle").wait_for()
    visitor.page.wait_for_timeout(500)
    visitor.page.screenshot(path=file)
    visitor.leave()


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
            home = Visitor(browser, server.address, DESKTOP)
            home.home()
            home.page.screenshot(path=FOLDER / "home.png")
            for name, screen, *look in PICTURES:
                take(server, browser, screen, FOLDER / f"{name}.png", *look)
        browser.close()
        server.close()


if __name__ == "__main__":
    main()
