"""A name that stays: a profile on its device, on another one by a code, in a file, and gone."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from server.running import Server
from web.conftest import Opens
from web.screens import address, laid_out
from web.test_home import visit
from web.visitor import DESKTOP, PHONE, Visitor

KEPT = "() => Object.keys(localStorage).filter((name) => name.startsWith('brelan.') && name !== 'brelan.alone')"


def profile(visitor: Visitor) -> None:
    """Go to the profile, from home."""
    visitor.home()
    visitor.page.locator("footer .me").click()
    visitor.page.get_by_role("heading", name=re.compile("profil", re.IGNORECASE)).first.wait_for()


def test_a_profile_moves_to_another_device_by_its_code_once(visits: Opens, server: Server) -> None:
    old, new, late = visits(size=DESKTOP), visits(size=PHONE), visits(size=PHONE)
    visit(old, server, "koomi-end", "hard")
    going = visit(old, server, "joomo-middle", "easy")
    profile(old)
    old.page.get_by_label("Your name").fill("Anna")
    old.page.get_by_role("button", name="Face 3").click()
    expect(old.page.locator("li", has_text="Koomi")).to_have_count(1)
    assert old.faults() == []
    sent: list[str] = []
    old.page.on("request", lambda request: sent.append(request.post_data or ""))
    old.page.locator(".move").click()
    link = old.page.get_by_label("Link", exact=True).input_value()
    assert old.page.get_by_role("img", name="QR").count() or old.page.locator("dialog svg[role=img]").count()
    assert not any("Anna" in body for body in sent), "the server reads nothing"
    assert link.rpartition(".")[2] not in "".join(sent)

    new.page.goto(link)
    new.page.locator(".receive").click()
    expect(new.page.get_by_label("Your name")).to_have_value("Anna")
    expect(new.page.get_by_role("button", name="Face 3")).to_have_attribute("aria-pressed", "true")
    expect(new.page.locator("li", has_text="Koomi")).to_have_count(1)
    new.home()
    expect(new.page.locator(".on")).to_have_attribute("data-world", "joomo")
    new.page.locator(".on .button.primary").click()
    new.page.wait_for_url(going)
    new.wait_for_table()

    late.page.goto(link)
    late.page.locator(".receive").click()
    expect(late.page.locator(".toast")).to_contain_text("already been used")
    assert late.page.evaluate(KEPT) == []
    late.errors.clear()  # the browser itself complains of what is not there


def test_games_played_can_be_looked_back_at(visits: Opens, server: Server) -> None:
    visitor = visits(size=DESKTOP)
    visit(visitor, server, "koomi-end", "hard")
    profile(visitor)
    visitor.page.get_by_role("button", name="Review the game").click()
    visitor.page.locator(".steps").wait_for()


def test_everything_is_saved_as_a_file_and_deleted_here_and_on_the_server(visits: Opens, server: Server) -> None:
    visitor = visits(size=PHONE)
    made = laid_out(server, "joomo-middle", "easy")
    visitor.page.goto(address(server, made))
    visitor.wait_for_table()
    profile(visitor)
    visitor.page.get_by_label("Your name").fill("Quetzal")
    with visitor.page.expect_download() as download:
        visitor.page.locator(".export").click()
    saved = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert saved["stored"]["settings"]["name"] == "Quetzal"
    assert made.table in saved["stored"]["seats"]
    visitor.page.locator(".erase").click()
    visitor.page.locator(".gone").click()
    expect(visitor.tile("joomo").get_by_role("heading")).not_to_be_empty()
    assert visitor.page.evaluate(KEPT) == []
    assert server.rows(made.table) == [], "nobody else sat there"


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_profile_fits_every_screen(visits: Opens, language: str) -> None:
    visitor = visits(size=PHONE, language=language)
    profile(visitor)
    assert visitor.overflow() <= 0
    assert visitor.faults() == []
