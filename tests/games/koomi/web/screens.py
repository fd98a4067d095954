"""Screens of Koomi."""

from web.folders import ALONG, Screen

SCREENS = {
    "start": Screen(3, 4, 0),
    "read": Screen(2, 10, 1),
    "sum": Screen(2, 5, 9),
    "open": Screen(4, 8, 30, options={"open_hands": True, "numbers": "small_red"}),
    "six": Screen(6, 3, 24, options={"more_seats": True}),
    "end": Screen(3, 4, ALONG),
}
