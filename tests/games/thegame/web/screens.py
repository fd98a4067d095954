"""Screens of The Game, and a plain player: the smallest step, then the end of the turn."""

from web.folders import ALONG, Screen

from brelan import Table

SCREENS = {
    "start": Screen(2, 7, 0),
    "alone": Screen(1, 3, 9),
    "middle": Screen(3, 5, 26, options={"free_talk": True}),
    "five": Screen(5, 11, 60),
    "end": Screen(3, 5, ALONG),
}
SIGNALS = {"middle": [(1, "signal 0 hold"), (2, "signal 2 back")]}  # who asks what, in the end


def step(table: Table, number: int) -> str:
    """What a plain player does."""
    allowed = table.allowed()
    if "end" in allowed and number % 3:
        return "end"
    tops: list[int] = table.view(0)["tops"]

    def stride(text: str) -> int:
        verb, *fields = text.split()
        if verb != "lay":
            return 100
        card, pile = map(int, fields)
        return card - tops[pile] if pile < 2 else tops[pile] - card

    return min(allowed, key=stride)
