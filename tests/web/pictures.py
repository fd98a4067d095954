"""Pictures of the table for README and docs, taken of real tables: python tests/web/pictures.py"""

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
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


def main() -> None:
    """Take all of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=SWITCHES)
        home = Visitor(browser, server.address, DESKTOP)
        home.home()
        home.page.screenshot(path=FOLDER / "home.png")
        for name, screen, size, language, light in PICTURES:
            visitor = Visitor(browser, server.address, size, language, light)
            visitor.page.goto(address(server, laid_out(server, screen, "hard")))
            visitor.page.locator(".middle").wait_for()
            visitor.page.wait_for_timeout(500)
            visitor.page.screenshot(path=FOLDER / f"{name}.png")
        browser.close()
        server.close()


if __name__ == "__main__":
    main()
