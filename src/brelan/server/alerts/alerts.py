"""Who is alerted, and when: the seat whose turn it is, if nobody looks through it, once a turn."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import msgspec

from .. import log, messages
from ..driving import TRIES
from ..hub import Hub
from ..live import Live
from ..refusal import Refusal, need
from ..room import Room
from ..store import Row, Taken, now
from . import entries, sealing, sending

LOGGER = logging.getLogger("brelan.alerts")
AFTER = 8.0  # seconds somebody has to look for themselves
DEVICES = 4  # of a seat
AT_ONCE = 4  # messages on their way
LONGEST = 2_000  # entries of a table
CONTACT = "mailto:nobody@localhost"  # RFC 8292 wants one; a host may say who it is
SECRET = 16  # bytes
POINT = 65


class Alerts:
    """Alerts of all tables; without the package cryptography there are none."""

    def __init__(self, hub: Hub, near: bool = False) -> None:
        self.hub, self.store, self.near = hub, hub.store, near
        self.works = sealing.available()
        self.private = ""
        self.told: dict[str, tuple[int, int, int]] = {}  # the turn a table was alerted about last
        self.posts = ThreadPoolExecutor(AT_ONCE, "alerts")
        hub.heard.append(self.consider)

    async def key(self) -> str | None:
        """The public key browsers subscribe with: made at first, and kept in the database."""
        if not self.works:
            return None
        if not self.private:
            self.private = await asyncio.to_thread(self.store.fact, "vapid", sealing.new_private())
        return sealing.public(self.private)

    async def want(self, table: str, key: str, wanted: messages.WantAlerts) -> None:
        """Note that the browser of a seat wants alerts, or none any more."""
        need(self.works, "not_now")
        live = self.hub.live(table)
        async with live.lock:
            seat = (await self.hub.room(live, fresh=True)).seat_of(key)
        try:
            sending.checked(wanted.endpoint, self.near)
            sealing.sealed(b"", subscriber(wanted.endpoint, wanted.key, wanted.secret))
        except (sending.Refused, ValueError) as error:
            raise Refusal("setup", text=str(error)[:200]) from error
        own = [one for one in await self._wanted(table) if one.seat == seat and one.endpoint != wanted.endpoint]
        need(not wanted.on or len(own) < DEVICES, "limit")
        quiet = (wanted.quiet[0], wanted.quiet[1]) if wanted.quiet else None
        told = (wanted.endpoint, wanted.key, wanted.secret, wanted.language, wanted.on, quiet)
        await self._note(table, entries.Wanted(seat, *told))

    async def mute(self, table: str, endpoint: str) -> None:
        """No more alerts of a table for a browser: its address, which nobody else knows, is proof enough."""
        for one in await self._wanted(table):
            if one.endpoint == endpoint:
                await self._note(table, msgspec.structs.replace(one, on=False, key="", secret=""))

    async def _wanted(self, table: str) -> list[entries.Wanted]:
        """The browsers that want alerts of a table."""
        found: dict[tuple[int, str], entries.Wanted] = {}
        for row in await self.store.read(entries.PREFIX + table):
            one = entries.decode(row.body)
            found[one.seat, one.endpoint] = one
        return [one for one in found.values() if one.on]

    async def _note(self, table: str, entry: entries.Wanted) -> None:
        name = entries.PREFIX + table
        for _ in range(TRIES):
            number = (await self.store.last([name])).get(name, -1) + 1
            need(number < LONGEST, "limit")
            try:
                return await self.store.append(name, [Row(number, None, now(), entries.encode(entry))])
            except Taken:
                continue
        raise Refusal("busy")

    # turns

    def consider(self, live: Live) -> None:
        """Something happened at a table, or somebody went away: perhaps somebody is waited for."""
        room = live.room
        if not self.works or room is None or self.hub.closing or (turn := absent(live, room)) is None:
            return
        if self.told.get(live.id) != turn:
            self.told[live.id] = turn
            self.hub.spawn(self._alert(live, turn))

    async def _alert(self, live: Live, turn: tuple[int, int, int]) -> None:
        wanted = [one for one in await self._wanted(live.id) if one.seat == turn[-1]]
        if not wanted:
            return
        await asyncio.sleep(AFTER)
        async with live.lock:
            room = live.room
            if room is None or self.hub.closing or absent(live, room) != turn:
                if self.told.get(live.id) == turn:
                    del self.told[live.id]  # whoever looks now is told again when they go away
                return
            told = {one.language: said(room, turn[-1], one.language) for one in wanted}
        await asyncio.gather(*(self._send(live.id, one, told[one.language]) for one in wanted))

    async def _send(self, table: str, to: entries.Wanted, told: dict[str, str]) -> None:
        moment = datetime.now(UTC)
        quiet = entries.hushed(to.quiet, moment.hour * 60 + moment.minute)
        message = msgspec.json.encode({**told, "quiet": quiet})
        await self.key()
        try:
            await asyncio.get_running_loop().run_in_executor(self.posts, self._post, table, to, message, quiet)
        except sending.Gone:
            await self._note(table, msgspec.structs.replace(to, on=False, key="", secret=""))
        except Exception as error:
            LOGGER.warning("an alert was not delivered", extra={"table": table, "why": str(error)[:100]})

    def _post(self, table: str, to: entries.Wanted, message: bytes, quiet: bool) -> None:
        headers = {
            "content-encoding": "aes128gcm", "content-type": "application/octet-stream", "ttl": str(sending.KEPT),
            "urgency": "very-low" if quiet else "high", "topic": log.hashed(table)[:32],
            "authorization": sealing.signature(to.endpoint, self.private, CONTACT),
        }  # fmt: skip
        sending.send(
            to.endpoint, sealing.sealed(message, subscriber(to.endpoint, to.key, to.secret)), headers, self.near
        )

    def close(self) -> None:
        """What is on its way may arrive; nothing more is sent."""
        self.posts.shutdown(wait=False, cancel_futures=True)


def subscriber(endpoint: str, key: str, secret: str) -> sealing.Subscriber:
    """A browser as it describes itself; ValueError if it does not."""
    made = sealing.Subscriber(endpoint, sealing.to_bytes(key), sealing.to_bytes(secret))
    if len(made.key) != POINT or len(made.secret) != SECRET:
        raise ValueError("these are no keys of a browser")
    return made


def absent(live: Live, room: Room) -> tuple[int, int, int] | None:
    """The turn of somebody who does not look: the game, the turn, the seat; None if nobody is waited for."""
    if room.table is None or room.over or room.at < 0:
        return None
    chair = room.chairs[room.at]
    return (room.games, room.turn, room.at) if chair.person and room.at not in live.looking else None


def said(room: Room, seat: int, language: str) -> dict[str, str]:
    """What an alert says: whose table it is, and nothing that is on it."""
    words = room.game.words(language)
    others = [chair.name for place, chair in enumerate(room.chairs) if place != seat and chair.person and chair.name]
    body = words("alert.with", name=words("name"), who=", ".join(others)) if others else words("name")
    return {"table": room.id, "title": words("alert.title"), "body": body, "mute": words("alert.mute")}
