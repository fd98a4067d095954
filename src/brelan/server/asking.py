"""Questions: for a hint, or to a game's own help (help.py of its folder); from a seat's view, or without a table."""

import asyncio
import secrets
from typing import Any

from ..core.game import Game
from ..core.lesson import LEARNER
from . import messages
from .hub import Hub
from .lessons import view_at
from .live import Live
from .refusal import Refusal


async def asked(hub: Hub, who: str, live: Live, seat: int, command: messages.AskHint | messages.Ask) -> Any:
    """The answer to what a seat asks; `who` asks in turn with others."""
    if isinstance(command, messages.AskHint):
        return await hint(hub, who, live, seat, command)
    return await at_table(hub, who, live, seat, command)


async def hint(hub: Hub, who: str, live: Live, seat: int, command: messages.AskHint) -> messages.Hint:
    """What a strong player would do at this seat."""
    async with live.lock:
        room = await hub.room(live)
        if room.at != seat or room.table is None:
            raise Refusal("not_yours", "T1")
        turn, position = room.turn, room.table.position.copy()
    found = await hub.thinkers.advise(who, position, command.language, secrets.randbits(64))
    if found is None:
        raise Refusal("busy")
    found.pop("seat")
    return messages.Hint(id=command.id, turn=turn, **found)


async def at_table(hub: Hub, who: str, live: Live, seat: int, command: messages.Ask) -> messages.Told:
    """The answer to a seat. Nothing changes, and it need not be its turn."""
    async with live.lock:
        room = await hub.room(live)
        if room.table is None:
            raise Refusal("not_now")
        game, turn, view = room.game, room.turn, room.table.position.view(seat).tobytes()
    return messages.Told(command.id, turn, await _answer(hub, who, game, view, seat, command.question))


async def at_home(hub: Hub, who: str, game: Game, wanted: messages.Question) -> dict[str, Any]:
    """The answer to somebody who sits at no table, or is in a lesson."""
    if wanted.at is None:
        return await _answer(hub, who, game, None, -1, wanted.question)
    view = await asyncio.to_thread(view_at, game.name, wanted.at)
    return await _answer(hub, who, game, view, LEARNER, wanted.question)


async def _answer(
    hub: Hub, who: str, game: Game, view: bytes | None, seat: int, question: dict[str, Any]
) -> dict[str, Any]:
    if game.part("help") is None:
        raise Refusal("not_now")
    found = await hub.thinkers.answer(who, game.name, view, seat, question)
    if found is None:
        raise Refusal("busy")
    if found[0] is None:
        raise Refusal("not_now")
    return found[0]
