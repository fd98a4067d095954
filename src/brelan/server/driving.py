"""What the server does on its own at a table: bots move, deals go on without slow devices, votes take effect."""

import asyncio
import random
import secrets
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from . import log, messages, tempo
from .live import Live
from .refusal import Refusal
from .room import Room
from .store import Taken

if TYPE_CHECKING:
    from .hub import Hub

AGAIN = 1.0  # seconds before a bot retries a failed write
GRACE = 20.0  # seconds for somebody who was voted out to return, through any process
SLOW = 2.0  # seconds a deal waits for devices to commit
LATE = 10.0  # seconds it waits for a committed number
LOOK = 0.1  # seconds between checks
TRIES = 3  # how often to retry after losing a race to another writer


def asked_about(room: Room) -> set[int]:
    """Return the seats whose owners open votes claim to be away."""
    return {whom for about, whom in room.votes if about == "bot" and whom is not None}


class Driver:
    """Keeps a hub's tables moving."""

    def __init__(self, hub: "Hub") -> None:
        self.hub = hub

    def go_on(self, live: Live) -> None:
        """Let a bot or the dealer take the next step."""
        room = live.room
        if self.hub.closing or room is None:
            return
        self._mind_votes(live, room)
        if live.bots is not None and not live.bots.done():
            return
        if self._turn_of_bot(live, room) is not None:
            live.bots = self.hub.spawn(self._let_bots_play(live))
        elif room.wanted:
            live.bots = self.hub.spawn(self._deal_without_the_slow(live))

    async def _deal_without_the_slow(self, live: Live) -> None:
        """Continue a deal even if a device is slow; if all are on time, bots need not wait."""
        while not self.hub.closing and await self._hurry(live):
            pass
        live.bots = None
        self.go_on(live)

    async def _hurry(self, live: Live) -> bool:
        """Wait for the devices a deal needs, then go on without them; return whether there were any."""
        try:
            async with live.lock:
                room = await self.hub.settle(live)
            if not room.wanted:
                return False
            stage = room.stage
            until = time.monotonic() + (LATE if stage[-1] else SLOW)
            while time.monotonic() < until and (live.room is None or live.room.stage == stage):
                await asyncio.sleep(min(SLOW, LOOK))
            async with live.lock:
                room = await self.hub.room(live, fresh=True)
                await self.hub.settle(live, hurry=room.stage == stage)
        except Refusal as refusal:
            if refusal.error != "busy":
                raise
            await asyncio.sleep(AGAIN)  # a failed write: retry, as people would
        return True

    def _turn_of_bot(self, live: Live, room: Room) -> str | None:
        """Return the level of the bot to act. The dealer counts as one if no person is asked to go on."""
        people = any(chair.person for chair in room.chairs)
        if room.table is None or room.over or not (people or live.visitors):
            return None
        if room.waits:
            return None if people and room.table.history else "dealer"
        return room.chairs[room.at].level

    async def _let_bots_play(self, live: Live) -> None:
        while not self.hub.closing:
            begun = time.monotonic()
            async with live.lock:
                room = await self.hub.room(live)
                level = self._turn_of_bot(live, room)
                if level is None or room.table is None:
                    break
                seat, turn, position = room.at, room.turn, room.table.position.copy()
            if level == "dealer":
                action = int(position.actions[0])
            else:
                action = await self.hub.thinkers.ask(live.id, position, level, secrets.randbits(64))
            cards = 0 if seat < 0 else tempo.held(position.state, seat)
            until = begun + tempo.wait(self.hub.pace, seat, cards, random.random())  # forced actions take as long
            await asyncio.sleep(max(0.0, until - time.monotonic()))
            async with live.lock:
                room = await self.hub.room(live)
                if room.turn != turn or self.hub.closing:
                    continue
                move = messages.Play(secrets.token_urlsafe(12), turn, [room.game.rules.ACTIONS.texts[action]])
                try:
                    await self.hub.carry_out(live, room, [move], seat)
                except Taken:
                    continue
                except Refusal as refusal:
                    if refusal.error != "busy":
                        raise
            if live.room is None:  # a failed write: the bot retries, as people would
                await asyncio.sleep(AGAIN)
        live.bots = None
        self.go_on(live)  # another game may have been requested meanwhile

    # votes about who is away

    def _mind_votes(self, live: Live, room: Room) -> None:
        """Object to votes about somebody who is present; let those that passed take effect in time.

        Each process speaks for its own visitors, in the log: nobody is voted out because processes cannot communicate.
        """
        if asked_about(room) & set(live.own):
            self.hub.spawn(self._object(live))
        if room.voted_out() and (live.verdict is None or live.verdict.done()):
            live.verdict = self.hub.spawn(self._replace(live))

    async def _object(self, live: Live) -> None:
        await self._say(live, lambda room: [log.Here(seat) for seat in asked_about(room) if seat in live.own])

    async def _replace(self, live: Live) -> None:
        """Let bots play for those who were voted out and did not return."""
        await asyncio.sleep(GRACE)
        await self._say(live, lambda room: [log.Left(seat) for seat in room.voted_out() if seat not in live.looking])
        live.verdict = None
        self.go_on(live)

    async def _say(self, live: Live, what: Callable[[Room], Sequence[log.AnyEntry]]) -> None:
        """Write an entry of the server's own, unless another process was first."""
        async with live.lock:
            for _ in range(TRIES):
                room = await self.hub.room(live, fresh=True)
                entries = what(room)
                try:
                    if entries and not self.hub.closing:
                        await self.hub.carry_out(live, room, entries)
                    return
                except Taken:
                    continue
