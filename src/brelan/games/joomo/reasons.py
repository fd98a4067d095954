"""What can be said for a move: true things that the seat itself can see. A move is one action here."""

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.hint import Phrase
from ...core.sentences import NUMBER, Sentence, Sentences, many
from .cards import ASIDE, HAND, NOBODY, is_double, tens_of
from .rules import ACTIONS, PASS, PLACE, why_not_lay

NARROW = 4  # numbers in a gap that is called narrow
FEW = 2  # cards in hand with which the marker is near
EDGE = 5  # a fifth of the cards at either side lies far out

PHRASES = {
    "steps": Sentences(
        Sentence("lead", card=NUMBER),
        Sentence("limit", card=NUMBER),
        Sentence("lay", card=NUMBER),
        Sentence("double", card=NUMBER),
        Sentence("cap", card=NUMBER, covered=NUMBER),
        Sentence("pass"),
        Sentence("deal"),
    ),
    "reasons": Sentences(
        Sentence("nothing_fits"),
        Sentence("saves_doubles", card=many(NUMBER), count=NUMBER),
        Sentence("cheap"),
        Sentence("contested", count=NUMBER),
        Sentence("takes", count=NUMBER),
        Sentence("marker"),
        Sentence("sheds_ten"),
        Sentence("closes"),
        Sentence("narrow", count=NUMBER),
        Sentence("shrinks", count=NUMBER, before=NUMBER),
        Sentence("race", count=NUMBER),
        Sentence("far_out"),
        Sentence("follows", count=NUMBER),
        Sentence("keeps_doubles", card=many(NUMBER), count=NUMBER),
        Sentence("one_rival"),
    ),
}


def steps(view: Any, seat: int, actions: Sequence[int]) -> list[Phrase]:
    """What the move is."""
    fields = ACTIONS.describe(actions[0])
    verb = fields.pop("verb")
    if verb == "lay":
        fits = min(view.limits) < fields["card"] < max(view.limits)  # R6
        return [Phrase(("lead", "limit", "lay" if fits else "double")[int(view.limited)], fields)]
    if verb == "cap":
        fields["covered"] = int(view.limits[PLACE(actions[0])])
        del fields["place"]
    return [Phrase(verb, fields)]


def reasons(view: Any, seat: int, actions: Sequence[int]) -> list[Phrase]:
    """What is good about a move, the strongest first."""
    if actions[0] == PASS:
        return list(_passing(view, seat))
    fields = ACTIONS.describe(actions[0])
    card = int(fields["card"])
    limits = _limits_after(view, card, str(fields.get("place", "")))
    rest = [other for other in _hand(view, seat) if other != card]
    found = [*_won(view, seat, card), *_goes_out(view, rest), *_ten(card), *_gap(view, limits), *_race(view, rest)]
    return [*found, *_far_out(view, card), *_follows(limits, rest), *_kept(card, rest), *_answered(view, seat)]


def _hand(view: Any, seat: int) -> list[int]:
    return [int(card) for card in view.hands[seat, : view.held[seat]]]


def _others(view: Any, seat: int) -> list[int]:
    """The other seats that still have a turn in this trick (R7)."""
    everybody = range(int(view.seats))
    return [other for other in everybody if other != seat and not view.passed[other] and view.held[other]]


def _limits_after(view: Any, card: int, place: str) -> list[int]:
    """The limits in force after a card was laid, fewer than two if it leads."""
    limits = [int(limit) for limit in view.limits[: view.limited]]
    if place:
        limits[("first", "second").index(place)] = card  # R10 R11
    return limits if len(limits) == 2 else [*limits, card]  # R4 R5


def _passing(view: Any, seat: int) -> Iterator[Phrase]:
    fitting = [card for card in _hand(view, seat) if not why_not_lay(view, card)]
    if not fitting:
        yield Phrase("nothing_fits", {})
        return
    if all(is_double(card) for card in fitting):
        yield Phrase("saves_doubles", {"card": fitting, "count": len(fitting)})  # R9
    if view.worth == 1:
        yield Phrase("cheap", {})
    if _others(view, seat):
        yield Phrase("contested", {"count": len(_others(view, seat))})


def _won(view: Any, seat: int, card: int) -> Iterator[Phrase]:
    if not _others(view, seat):
        yield Phrase("takes", {"count": max(int(view.worth), 1) + int(tens_of(card))})  # R8


def _goes_out(view: Any, rest: list[int]) -> Iterator[Phrase]:
    if not rest and view.marker == NOBODY:
        yield Phrase("marker", {})  # R13


def _ten(card: int) -> Iterator[Phrase]:
    if tens_of(card):
        yield Phrase("sheds_ten", {})  # R15


def _gap(view: Any, limits: list[int]) -> Iterator[Phrase]:
    """How narrow the gap is, where this card made one of its limits."""
    if len(limits) < 2 or limits == view.limits.tolist():
        return
    width, before = (max(pair) - min(pair) - 1 for pair in (limits, view.limits.tolist()))
    if width == 0:
        yield Phrase("closes", {})
    elif width <= NARROW:
        yield Phrase("narrow", {"count": width})
    elif view.limited == 2 and width < before:
        yield Phrase("shrinks", {"count": width, "before": before})


def _follows(limits: list[int], rest: list[int]) -> Iterator[Phrase]:
    fitting = [card for card in rest if min(limits) < card < max(limits)]  # R6; after a lead there is no gap
    if fitting:
        yield Phrase("follows", {"count": len(fitting)})


def _race(view: Any, rest: list[int]) -> Iterator[Phrase]:
    if 0 < len(rest) <= FEW and view.marker == NOBODY:
        yield Phrase("race", {"count": len(rest)})  # R13


def _far_out(view: Any, card: int) -> Iterator[Phrase]:
    """A first limit at the edge of the cards: it would seldom fit into a gap."""
    count = HAND * int(view.seats) + ASIDE
    if view.limited == 0 and min(card, count - 1 - card) < count // EDGE:
        yield Phrase("far_out", {})


def _kept(card: int, rest: list[int]) -> Iterator[Phrase]:
    doubles = [other for other in rest if is_double(other)]
    if doubles and not is_double(card):
        yield Phrase("keeps_doubles", {"card": doubles, "count": len(doubles)})  # R9


def _answered(view: Any, seat: int) -> Iterator[Phrase]:
    """Whether only one of several others can still lay after this card."""
    if len(_others(view, seat)) == 1 and view.seats > 2:
        yield Phrase("one_rival", {})
