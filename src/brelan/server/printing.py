"""Printable sheets over HTTP."""

from collections.abc import Mapping
from urllib.parse import urlencode

from starlette.responses import HTMLResponse, Response

from ..core.errors import BadSetup
from ..core.text import LANGUAGES
from ..paper import PAPERS, SHEETS, Job, policy
from . import wire
from .facts import known
from .refusal import Refusal, need

ASKED = ("seats", "level", "seed")  # of a sheet; the rest are options of the game
DIGITS = 9  # digits of a number: more than anybody types


def printed(path: Mapping[str, str], query: Mapping[str, str]) -> Response:
    """Return a printable page with links to the others, or refuse."""
    game, sheet, paper, language = known(path["game"]), path["sheet"], path["paper"], path["language"]
    need(sheet in SHEETS and paper in PAPERS and language in LANGUAGES, "unknown")
    options = {name: value for name, value in query.items() if name not in ASKED}
    seats, seed = _number(query.get("seats")), _number(query.get("seed"))

    def address(sheet: str, paper: str, language: str, level: str | None = None) -> str:
        """Of another sheet for the same table."""
        kept = {name: value for name, value in query.items() if name != "level" or sheet == "worksheet"}
        asked = urlencode({**kept, **({} if level is None else {"level": level})}, safe=",")
        there = wire.path("print", game=game.name, sheet=sheet, paper=paper, language=language)
        return f"{there}?{asked}" if asked else there

    try:
        made = Job(game, sheet, paper, language, seats, options, query.get("level"), seed).html(address)
    except BadSetup as error:
        raise Refusal("setup", error.clause, text=str(error)[:200]) from error
    return HTMLResponse(made, headers={"content-security-policy": policy(PAPERS[paper]), "cache-control": "no-store"})


def _number(text: str | None) -> int | None:
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > DIGITS:
        raise Refusal("setup", text="seats and seed must be numbers")
    return int(text)
