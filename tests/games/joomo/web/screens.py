"""Screens of Joomo."""

from web.folders import ALONG, DEALER, Screen

SCREENS = {
    "two": Screen(2, 3, 7),
    "middle": Screen(4, 8, 30),
    "six": Screen(6, 3, 20),
    "pad": Screen(4, 8, 40, DEALER),
    "end": Screen(3, 4, ALONG),
}
