"""The documented protocol is the actual protocol."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute

from brelan.server import messages, protocol
from brelan.server.app import App
from brelan.server.doorkeeper import Doorkeeper, Settings
from brelan.server.store import address_of
from brelan.server.wire import CLASS_SOCKET, CLOSE, ERRORS, FINAL, ROUTES, SOCKET, path

from .running import Server

ROOT = Path(__file__).parents[2]
PAGES = ("/", "/t/{table}", "/class", "/class/{code}")
SOURCES = sorted((ROOT / "src" / "brelan").rglob("*.py"))


@pytest.mark.parametrize("place", sorted(protocol.FILES))
def test_what_is_written_out_is_fresh(place: str) -> None:
    made = {str(name): make for name, make in protocol.FILES.items()}[place]()
    assert (ROOT / place).read_text(encoding="utf-8") == made, "run `python -m brelan.server.protocol`"


def test_every_message_is_described() -> None:
    page = protocol.page()
    of_class = (*protocol.CLASS_COMMANDS, *protocol.CLASS_ANSWERS, *protocol.CLASS_PARTS)
    for kind in (*protocol.COMMANDS, *protocol.ANSWERS, *protocol.PARTS, *protocol.HTTP, *of_class):
        assert f"**{kind.__name__}** " in page
        assert kind.__doc__
    for error in ERRORS:
        assert f"`{error}`" in page


def test_types_name_nothing_that_is_not_there() -> None:
    text = protocol.types()
    names = {line.split()[2] for line in text.splitlines() if line.startswith("export interface")}
    for kind in ("Scene", "Entry", "Person", "Poll", "End", "Play", "Update", "Seated"):
        assert kind in names
    assert "unknown;" not in text.replace("Record<string, unknown>", "").replace("unknown[]", "").replace(
        "default: unknown;", ""
    )


# the list and what follows from it


def live(folder: Path) -> list[Any]:
    """The routes of an app as it runs."""
    app = App(Settings(address_of(folder / "t.db")))
    keeper = app.asgi()
    app.store.close()
    assert isinstance(keeper, Doorkeeper)
    assert isinstance(keeper.app, Starlette)
    return keeper.app.routes


def test_the_app_has_the_routes_of_the_list_and_no_others(tmp_path: Path) -> None:
    routes = live(tmp_path)
    served = {(r.path, *((r.methods or set()) - {"HEAD"})) for r in routes if isinstance(r, Route)}
    pages = {(page, "GET") for page in PAGES if (ROOT / "src/brelan/web/index.html").exists()}
    assert served == {(route.path, route.method.upper()) for route in ROUTES} | pages
    assert [route.path for route in routes if isinstance(route, WebSocketRoute)] == [SOCKET, CLASS_SOCKET]


def test_the_description_for_programs_has_every_live_route(tmp_path: Path) -> None:
    description = protocol.openapi()
    for route in live(tmp_path):
        if isinstance(route, Route) and route.path not in PAGES:
            operation = description["paths"][route.path]
            assert {method.lower() for method in (route.methods or set()) - {"HEAD"}} == set(operation)
    assert "MakeTable" in description["components"]["schemas"]


BODIES: dict[str, Any] = {
    "want_alerts": messages.WantAlerts("https://push.example/1", "x", "y"),
    "mute_alerts": messages.MuteAlerts("https://push.example/1"),
    "hand_over": messages.HandOver("abc"),
    "take_over": messages.TakeOver(),
    "forget": messages.Mine([]),
    "open_class": messages.OpenClass("thegame"),
    "join_class": messages.JoinClass("Ben"),
    "attempt": messages.Attempt(messages.LessonPlace(0)),
    "make": messages.MakeTable("thegame", "Ada", [None, "easy"]),
    "mine": messages.Mine([]),
    "sit": messages.TakeSeat("x" * 32, "Ben"),
}


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_a_live_route_answers_as_the_list_says(server: Server, route: Any) -> None:
    """With what there is, what there is not, and nonsense."""
    for parts in ({"game": "thegame", "language": "en"}, {}):
        given = {part: {"number": "0", "seat": "0", **parts}.get(part, "nowhere") for part in route.parts}
        for body in (BODIES[route.name], b"nonsense") if route.body else (None,):
            status, headers, told = server.request(route.method.upper(), path(route.name, **given), body)
            assert status in (route.status, *route.refusals)
            if status == route.status:
                assert headers["content-type"].startswith(route.kind)
                assert route.answer is None or msgspec.json.decode(told, type=route.answer) is not None
            else:
                assert ERRORS[msgspec.json.decode(told, type=messages.Failure).error].status in (status, 400)
    assert route.errors or status == route.status


def test_every_refusal_is_of_the_list_and_every_one_of_the_list_is_used() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in SOURCES if file.name != "wire.py")
    said = set(re.findall(r"""(?:Refusal\(|need\([^\n]*, )"(\w+)\"""", code))
    assert said == set(ERRORS)


def test_every_close_code_has_one_meaning_and_only_what_stays_so_is_final() -> None:
    assert len({close.code for close in CLOSE.values()}) == len(CLOSE)
    assert {error.close for error in ERRORS.values()} <= set(CLOSE)
    assert FINAL == (4401, 4404, 4410, 4426)


@pytest.mark.parametrize("place", ["src", "web/src"])
def test_codes_and_paths_stand_in_the_list_alone(place: str) -> None:
    for file in sorted((ROOT / place).rglob("*")):
        if file.suffix in (".py", ".ts", ".svelte") and file.name not in ("wire.py", "protocol.ts"):
            text = file.read_text(encoding="utf-8")
            assert not re.search(r"\b44\d\d\b", text), file
            assert not re.search(r"[\"'`]/api/\w+", text), file
