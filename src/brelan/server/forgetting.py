"""Somebody wants to be forgotten: their name, their words and their key leave the tables they sat at."""

import msgspec

from . import log, messages
from .alerts import entries as alerts
from .hub import Hub
from .live import Live
from .refusal import Refusal
from .room import Room
from .store import Row

NOBODY = "…"  # the name of somebody who was here


async def forget(hub: Hub, ticket: messages.Ticket) -> None:
    """Forget whoever holds a seat; a table at which nobody else sat is erased."""
    live = hub.live(ticket.table)
    async with live.lock:
        room = await hub.room(live, fresh=True)
        seat = room.seat_of(ticket.key)
        if not any(chair.key is not None for place, chair in enumerate(room.chairs) if place != seat):
            await _erase(hub, live)
            return
        await _leave(hub, live, room, seat)
        await hub.store.rewrite(live.id, [row for old in await hub.store.read(live.id) if (row := without(old, seat))])
        name = alerts.PREFIX + live.id
        await hub.store.rewrite(name, [row for old in await hub.store.read(name) if (row := muted(old, seat))])
        live.room = None
        hub.bus.tell(live.id)
    await _show(hub, live)


async def _erase(hub: Hub, live: Live) -> None:
    hub.drop(live.id)
    await hub.store.erase([live.id, alerts.PREFIX + live.id])
    hub.bus.tell(live.id)


async def _leave(hub: Hub, live: Live, room: Room, seat: int) -> None:
    """Go by no name, with a key that nobody has, and let a bot play on: so the others hear of it."""
    said: list[log.AnyEntry] = [log.Sat(seat, NOBODY, log.hashed(log.new_key()))]
    if room.chairs[seat].person and room.table is not None and not room.over:
        said.append(log.Left(seat))
    await hub.carry_out(live, room, said)


async def _show(hub: Hub, live: Live) -> None:
    async with live.lock:
        try:
            await hub.room(live)
        except Refusal:
            return
    hub.driver.go_on(live)


def without(row: Row, seat: int) -> Row | None:
    """A row without what tells of the person at a seat; None if it tells nothing."""
    entry = log.decode(row.body)
    if getattr(entry, "seat", None) != seat:
        return None
    match entry:
        case log.Sat():
            entry = log.Sat(seat, NOBODY, log.hashed(log.new_key()))
        case log.Named():
            entry = log.Named(seat, NOBODY)
        case log.Said():
            entry = log.Said(seat, NOBODY)
        case _:
            return None
    return row._replace(body=log.encode(entry))


def muted(row: Row, seat: int) -> Row | None:
    """A row of a table's alerts without the browser of a seat."""
    one = alerts.decode(row.body)
    if one.seat != seat:
        return None
    gone = msgspec.structs.replace(one, endpoint="", key="", secret="", on=False)
    return row._replace(body=alerts.encode(gone))
