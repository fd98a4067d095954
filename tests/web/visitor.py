"""A person with a browser: what they see, tap and type."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PHONE, LYING, TABLET, DESKTOP = (360, 740), (740, 360), (820, 1180), (1440, 900)
LOCALES = {"en": "en-GB", "fr": "fr-FR", "de": "de-DE"}
LONG = 60_000  # milliseconds: bots that think, on a machine that has other work too
SOON = 10_000
ALONE = """try { localStorage.setItem("brelan.alone", '"server"') } catch {}"""
OFFLINE = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "WebSocket connection", "Service Worker registration")


expect.set_options(timeout=SOON)


class Visitor:
    """One browser at one table."""

    def __init__(
        self, browser: Browser, address: str, size: tuple[int, int] = PHONE, language: str = "en", light: str = "dark",
        touch: bool = False, forced: bool = False, pocket: bool = False,
    ) -> None:  # fmt: skip
        self.address = address
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale=LOCALES[language],
            color_scheme="dark" if light == "dark" else "light", reduced_motion="reduce", has_touch=touch,
            forced_colors="active" if forced else "none", service_workers="allow" if pocket else "block",
        )  # fmt: skip
        if not pocket:  # alone, too, one plays at the server then
            self.context.add_init_script(ALONE)
        self.frames: list[str] = []
        self.errors: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(SOON)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._heard)
        self.page.on("request", lambda request: self._asked(request.url))
        self.page.on("websocket", lambda line: line.on("framereceived", lambda frame: self.frames.append(str(frame))))

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning") and not any(word in message.text for word in OFFLINE):
            self.errors.append(message.text)

    def _asked(self, url: str) -> None:
        if not url.startswith((self.address, self.address.replace("http", "ws", 1))):
            self.errors.append(f"asked another origin: {url}")

    def leave(self) -> None:
        """Close the browser."""
        self.context.close()

    # from link to play

    def home(self) -> None:
        """Open the home page."""
        self.page.goto(self.address)
        expect(self.tile("thegame").get_by_role("heading")).not_to_be_empty()

    def tile(self, game: str) -> Locator:
        """A game on the home page."""
        return self.page.locator(f".tile[data-world={game}]")

    def door(self, game: str, which: str) -> Locator:
        """One of a tile's doors, `friends`, `learn`, `practise`, `rules`; where there is little room it opens first."""
        door = self.tile(game).locator(f".doors .{which}")
        if not door.is_visible():
            self.tile(game).locator(".whom").click()
        return door

    def play_now(self, game: str) -> None:
        """One tap from home to a table of bots."""
        self.home()
        self.tile(game).locator(".button.primary").click()
        self.wait_for_table()

    def wait_for_table(self) -> None:
        """Until the cards are dealt."""
        self.page.locator(".say").wait_for()

    def wait_for_screen(self, name: str) -> None:
        """Until all of a screen is there; a game's end comes over its table."""
        self.page.locator(".middle").wait_for()
        self.page.locator("[aria-busy=true]").wait_for(state="detached")
        if name.endswith("-end"):
            self.page.locator("dialog.end[open]").wait_for()

    # at the table

    @property
    def mine(self) -> bool:
        """Whether it is this player's turn."""
        return self.page.locator(".say.mine").count() > 0

    @property
    def ended(self) -> bool:
        """Whether the end is shown."""
        return self.page.locator("dialog.end").count() > 0

    @property
    def hand(self) -> list[int]:
        """The cards in hand, as they lie."""
        return [
            int(card)
            for card in self.page.locator(".held:not([inert])").evaluate_all("all => all.map(x => x.dataset.card)")
        ]

    def wait(self) -> None:
        """Until something is asked of this player, or the game is over."""
        buttons = ".say.mine, dialog.end, .actions .button.primary:not([disabled])"
        self.page.locator(buttons).first.wait_for()

    def tab_to(self, selector: str, most: int = 60) -> None:
        """Press Tab until an element has the focus."""
        for _ in range(most):
            if self.page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {selector}")

    # what is right

    def faults(self) -> list[str]:
        """What axe finds on the screen as it is."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        script = "async rules => (await axe.run(document, { runOnly: rules })).violations"
        found: list[dict[str, Any]] = self.page.evaluate(script, RULES)
        return [f"{fault['id']}: {node['html'][:200]}" for fault in found for node in fault["nodes"]]

    def overflow(self) -> int:
        """By how many pixels the page is wider than the screen."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))

    def words(self) -> str:
        """All text on the screen."""
        return re.sub(r"\s+", " ", self.page.locator("body").inner_text())
