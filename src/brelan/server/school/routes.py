"""Classes over HTTP."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ...core.text import LANGUAGES
from .. import messages
from ..doorkeeper import address, answer
from ..limits import Bucket, Limits
from ..reading import bearer, body_of
from ..refusal import Refusal, need
from .register import Register
from .school import School
from .sheet import rows, sheet


class ClassRoutes:
    """The routes of classes."""

    def __init__(self, school: School, limits: Limits) -> None:
        self.school, self.limits = school, limits
        self.opened = Bucket(*limits.classes_of_address)
        self.guessed = Bucket(*limits.guesses_of_address)

    @contextlib.contextmanager
    def guessing(self, scope: Any) -> Iterator[None]:
        """Refuse an address that asks for too many classes there are not."""
        try:
            yield
        except Refusal as refusal:
            if refusal.error == "unknown" and not self.guessed.allows(address(scope)):
                raise Refusal("limit") from refusal
            raise

    async def open_class(self, request: Request) -> Response:
        """Open a class."""
        if not self.opened.allows(address(request.scope)):
            raise Refusal("limit")
        return answer(await self.school.open(await body_of(request, messages.OpenClass, self.limits.body)), 201)

    async def find_class(self, request: Request) -> Response:
        """Whether there is a class."""
        with self.guessing(request.scope):
            return answer(await self.school.find(request.path_params["code"]))

    async def join_class(self, request: Request) -> Response:
        """Join a class."""
        wanted = await body_of(request, messages.JoinClass, self.limits.body)
        with self.guessing(request.scope):
            return answer(await self.school.join(request.path_params["code"], wanted))

    async def class_sheet(self, request: Request) -> Response:
        """What a class did, to print."""
        return await self._noted(request, sheet, "text/html")

    async def class_rows(self, request: Request) -> Response:
        """What a class did, for a spreadsheet."""
        return await self._noted(request, rows, "text/csv")

    async def _noted(self, request: Request, made: Callable[[Register, str], str], kind: str) -> Response:
        language = request.path_params["language"]
        with self.guessing(request.scope):
            register = await self.school.for_teacher(request.path_params["code"], bearer(request) or "")
        need(language in LANGUAGES, "unknown")
        return Response(made(register, language), headers={"cache-control": "no-store"}, media_type=kind)
