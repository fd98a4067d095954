"""What a request brings: a body as a message, and the key of a seat."""

import asyncio
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request

from .refusal import Refusal

BODY = 20.0  # seconds a body may take to come
Body = TypeVar("Body")


async def body_of(request: Request, kind: type[Body], most: int) -> Body:
    """The request's body as a message."""
    size, parts = 0, []
    try:
        async with asyncio.timeout(BODY):
            async for part in request.stream():
                size += len(part)
                if size > most:
                    raise Refusal("bad_message")
                parts.append(part)
        return msgspec.json.decode(b"".join(parts), type=kind)
    except (ClientDisconnect, TimeoutError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("bad_message", text=str(error)[:200]) from error


def bearer(request: Request) -> str | None:
    """The key of a seat, if one was shown."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key if scheme.lower() == "bearer" and key else None
