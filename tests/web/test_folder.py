"""A game is one folder: a new one gets a generated table, and the guide's toy has its own."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from server.running import Server
from web.tapping import play
from web.test_screens import complete
from web.visitor import DESKTOP, PHONE, SOON, Visitor

import hatch_build
from brelan.template import lay_out

TOY = Path(__file__).parents[1] / "toy" / "games"


def served(folder: Path, **environment: str) -> Iterator[Server]:
    """A server with other games, whose rules nobody has compiled."""
    made = Server(folder, slow=SOON / 1000, environment={**environment, "BRELAN_MODE": "interpreted"}).start()
    yield made
    made.close()
    assert not made.traces()


@pytest.fixture(scope="module")
def new(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server in whose folder somebody said `brelan new sums`."""
    folder = tmp_path_factory.mktemp("new")
    lay_out("sums", folder)
    yield from served(folder, BRELAN_GAMES=str(folder / "games"))


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose page was built with the toy's folder."""
    folder = tmp_path_factory.mktemp("toy")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRELAN_GAMES", str(TOY))
        hatch_build.generate(folder / "generated")
        hatch_build.bundle(folder / "page", folder / "generated")
    yield from served(folder, BRELAN_GAMES=str(TOY), BRELAN_PAGE=str(folder / "page"))


@pytest.mark.parametrize(("language", "light"), [("en", "light"), ("fr", "dark"), ("de", "dark")])
def test_a_new_game_is_played_to_its_end(browser: Browser, new: Server, language: str, light: str) -> None:
    visitor = Visitor(browser, new.address, PHONE, language, light)
    visitor.play_now("sums")
    assert visitor.faults() == []
    assert visitor.page.locator(".middle th[scope=col]").all_inner_texts() == {
        "en": ["Played", "Points"], "fr": ["Posées", "Points"], "de": ["Gelegt", "Punkte"],
    }[language]  # fmt: skip
    hand = visitor.hand
    visitor.page.locator(f".held[data-card='{hand[0]}']").click()
    button = {"en": f"Play {hand[0]}", "fr": f"Poser {hand[0]}", "de": f"{hand[0]} legen"}[language]
    expect(visitor.page.locator(".actions .button")).to_have_text(button)
    play(visitor)
    assert visitor.page.locator("dialog .board li").count() == 2
    expect(visitor.page.locator("dialog .proof.fair")).to_be_visible()
    assert complete(visitor.words())
    assert visitor.overflow() <= 0
    assert visitor.errors == []
    visitor.leave()


def test_a_game_without_a_face_borrows_none(browser: Browser, new: Server) -> None:
    visitor = Visitor(browser, new.address, DESKTOP)
    visitor.home()
    assert visitor.tile("sums").locator(".fan .card.back").count() == 3
    assert visitor.tile("sums").locator(".learn").count() == 0
    assert [tile.get_attribute("data-world") for tile in visitor.page.locator(".tile").all()][-1] == "sums"
    visitor.play_now("sums")
    assert visitor.page.locator(".held .card svg:not(.figures)").count() == 0
    visitor.leave()


def test_the_toy_has_a_table_of_its_own(browser: Browser, toy: Server) -> None:
    visitor = Visitor(browser, toy.address, PHONE, "de")
    visitor.play_now("brim")
    expect(visitor.page.locator(".cup")).to_contain_text("0 von 30")
    assert visitor.faults() == []
    play(visitor)
    assert visitor.errors == []
    visitor.leave()


def test_the_toys_table_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRELAN_GAMES", str(TOY))
    generated = tmp_path / "generated"
    hatch_build.generate(generated)
    page = Path(os.path.relpath(hatch_build.SOURCE, tmp_path)).as_posix()
    settings = {
        "extends": f"{page}/tsconfig.json",
        "compilerOptions": {
            "paths": {"$page/*": [f"{page}/src/*"], "$generated/*": ["./generated/*"]},
            "types": [f"{page}/node_modules/{name}" for name in ("svelte", "vite/client")],
        },
        "include": [f"{Path(os.path.relpath(TOY, tmp_path)).as_posix()}/*/web", "generated"],
    }
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings))
    hatch_build.npm("run", "--silent", "check", "--", "--tsconfig", str(tmp_path / "tsconfig.json"))
