"""Alerts for players whose turn it is and who are not looking: Web Push, straight from this server.

Nobody needs an account anywhere. A browser names an address of its maker's push service; what is sent there is sealed,
so that only that browser can read it, and holds no card.
"""

from .alerts import Alerts

__all__ = ["Alerts"]
