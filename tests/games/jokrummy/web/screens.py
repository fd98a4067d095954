"""Screens of Jok-R-ummy. A plain rule leads nowhere here: the moves are kept in tables/."""

from web.folders import ALONG, DEALER, Screen

CROWDED = ",".join(["3xK3", "2xK3"] * 30)  # what five of six seats soon lay: twenty groups, the most there can be
SCREENS = {
    "two": Screen(2, 3, 60),
    "ready": Screen(3, 7, 135),
    "twins": Screen(2, 1, 118),
    "six": Screen(6, 5, 176),
    "crowded": Screen(6, 1, 205, options={"programmes": CROWDED}),
    "round": Screen(4, 4, 300, DEALER),
    "end": Screen(2, 3, ALONG),
}
