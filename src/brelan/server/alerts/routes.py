"""Alerts over HTTP."""

from starlette.requests import Request
from starlette.responses import Response

from .. import messages
from ..doorkeeper import address, answer
from ..limits import Bucket, Limits
from ..reading import bearer, body_of
from ..refusal import need
from .alerts import Alerts


class AlertRoutes:
    """The routes of alerts."""

    def __init__(self, alerts: Alerts, limits: Limits) -> None:
        self.own, self.limits = alerts, limits
        self.asked = Bucket(*limits.commands_of_seat)

    async def alerts(self, _: Request) -> Response:
        """What a browser needs to subscribe."""
        return answer(messages.AlertKey(await self.own.key()))

    async def want_alerts(self, request: Request) -> Response:
        """Be alerted at a seat, or no more."""
        need(self.asked.allows(address(request.scope)), "limit")
        wanted = await body_of(request, messages.WantAlerts, self.limits.body)
        await self.own.want(request.path_params["table"], bearer(request) or "", wanted)
        return answer(messages.AlertKey(await self.own.key()))

    async def mute_alerts(self, request: Request) -> Response:
        """No more alerts of a table."""
        need(self.asked.allows(address(request.scope)), "limit")
        wanted = await body_of(request, messages.MuteAlerts, self.limits.body)
        await self.own.mute(request.path_params["table"], wanted.endpoint)
        return answer(messages.AlertKey(await self.own.key()))
