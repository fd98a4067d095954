"""What can be said for a move, and against it: true things that the seat itself can see."""

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.hint import Phrase
from ...core.sentences import NUMBER, Sentence, Sentences, many
from .rules import ACTIONS, CARDS, HOLD, PILES, STEP_BACK, fits

NEAR = 4  # steps a card that are called only few
FAR = 6  # steps from which the nearest card is called far away
MOST_LAID = 3  # cards of a move that is compared with all others
FOREVER = 1000

PHRASES = {
    "steps": Sentences(
        Sentence("glad", how=NUMBER),
        Sentence("lay", card=many(NUMBER), pile=NUMBER, count=NUMBER),
        Sentence("end"),
    ),
    "reasons": Sentences(
        Sentence("beats"),
        Sentence("only"),
        Sentence("back", card=NUMBER),
        Sentence("leaves", pile=NUMBER),
        Sentence("keeps_back", card=NUMBER, pile=NUMBER),
        Sentence("no_more"),
        Sentence("start", count=NUMBER),
        Sentence("near", count=NUMBER),
        Sentence("least", count=NUMBER),
        Sentence("far", count=NUMBER),
    ),
    "warnings": Sentences(Sentence("strands"), Sentence("asked", pile=NUMBER)),
}


def steps(view: Any, seat: int, actions: Sequence[int]) -> list[Phrase]:
    """What the move is."""
    found: list[Phrase] = []
    for fields in map(ACTIONS.describe, actions):
        verb = fields.pop("verb")
        if verb != "lay":
            found.append(Phrase(verb, fields))
        elif found and found[-1].fields.get("pile") == fields["pile"]:  # cards for one pile in one breath
            found[-1].fields["card"].append(fields["card"])
            found[-1].fields["count"] += 1
        else:
            found.append(Phrase("lay", {"card": [fields["card"]], "pile": fields["pile"], "count": 1}))
    return found


def reasons(view: Any, seat: int, actions: Sequence[int]) -> list[Phrase]:
    """What is good about a move, the strongest first."""
    lays = _lays(actions)
    hand = _hand(view, seat)
    if not lays:
        return _start(hand, view.tops.tolist()) if view.asked < view.seats else list(_stops(view, seat, hand, lays))
    if view.down + len(lays) == CARDS:
        return [Phrase("beats", {})]  # R15
    return [*_alone(view, hand), *_spent(view, seat, lays), *_spared(view, seat, lays), *_stops(view, seat, hand, lays)]


def warnings(view: Any, seat: int, actions: Sequence[int]) -> list[Phrase]:
    """What is bad about a move: it strands the team though another would not (R13), or somebody asked otherwise."""
    lays = _lays(actions)
    if not lays:
        return []
    hand, tops, owed = _hand(view, seat), view.tops.tolist(), _owed(view)
    could, left = can_finish(hand, tops, owed), _without(hand, lays)
    found = [Phrase("asked", {"pile": pile}) for pile in _held_by_others(view, seat) if pile in dict(lays).values()]
    if could and not can_finish(left, _tops_after(tops, lays), max(owed - len(lays), 0)):
        found.insert(0, Phrase("strands", {}))
    return found


def can_finish(hand: list[int], tops: list[int], owed: int) -> bool:
    """Whether a hand can lay all that a turn owes."""
    if owed == 0 or not hand:
        return True
    return any(
        can_finish(_without(hand, [(card, pile)]), _tops_after(tops, [(card, pile)]), owed - 1)
        for card, pile in _fitting(hand, tops)
    )


def least(hand: list[int], tops: list[int], count: int) -> int:
    """How far the piles move at least if a hand lays so many cards; FOREVER if it cannot."""
    if count == 0:
        return 0
    return min(
        (
            _distance(tops[pile], card, pile)
            + least(_without(hand, [(card, pile)]), _tops_after(tops, [(card, pile)]), count - 1)
            for card, pile in _fitting(hand, tops)
        ),
        default=FOREVER,
    )


def _hand(view: Any, seat: int) -> list[int]:
    return [int(card) for card in view.hands[seat, : view.held[seat]]]


def _owed(view: Any) -> int:
    """What the turn owes; who says last how gladly it starts may go on at once (R3)."""
    return int(view.owed if view.asked == view.seats else view.minimum)


def _lays(actions: Sequence[int]) -> list[tuple[int, int]]:
    """The cards that are laid, each with its pile."""
    described = [ACTIONS.describe(action) for action in actions]
    return [(fields["card"], fields["pile"]) for fields in described if fields["verb"] == "lay"]


def _without(hand: list[int], lays: Sequence[tuple[int, int]]) -> list[int]:
    laid = {card for card, _ in lays}
    return [card for card in hand if card not in laid]


def _tops_after(tops: list[int], lays: Sequence[tuple[int, int]]) -> list[int]:
    after = list(tops)
    for card, pile in lays:
        after[pile] = card
    return after


def _fitting(hand: list[int], tops: list[int]) -> list[tuple[int, int]]:
    return [(card, pile) for card in hand for pile in range(PILES) if fits(tops[pile], card, pile)]


def _distance(top: int, card: int, pile: int) -> int:
    """How far a card moves a pile; a step back is -10."""
    return card - top if pile < 2 else top - card


def _held_by_others(view: Any, seat: int) -> list[int]:
    others = [other for other in range(int(view.seats)) if other != seat]
    return [pile for pile in range(PILES) if any(view.signals[other, pile] == HOLD for other in others)]


def _start(hand: list[int], tops: list[int]) -> list[Phrase]:
    """How far the two nearest cards are, which says how gladly one starts (R3)."""
    near = sorted(min(card - tops[0], tops[2] - card) for card in hand)
    return [Phrase("start", {"count": sum(near[:2])})]


def _alone(view: Any, hand: list[int]) -> Iterator[Phrase]:
    if len(_fitting(hand, view.tops.tolist())) == 1 and _owed(view) > 0:
        yield Phrase("only", {})


def _spent(view: Any, seat: int, lays: list[tuple[int, int]]) -> Iterator[Phrase]:
    """Steps back, and how far all the piles move."""
    tops = view.tops.tolist()
    total = 0
    for card, pile in lays:
        distance = _distance(tops[pile], card, pile)
        if distance == -STEP_BACK:
            yield Phrase("back", {"card": card})  # R7
        total += distance
        tops[pile] = card
    if 0 < total <= NEAR * len(lays):
        yield Phrase("near", {"count": total})
    elif len(lays) <= MOST_LAID and 0 < total == least(_hand(view, seat), view.tops.tolist(), len(lays)):
        yield Phrase("least", {"count": total})


def _spared(view: Any, seat: int, lays: list[tuple[int, int]]) -> Iterator[Phrase]:
    """A pile left alone as somebody asked (R9), though a card of the move fits it; a step back kept for later."""
    tops = view.tops.tolist()
    for pile in _held_by_others(view, seat):
        if pile not in dict(lays).values() and any(fits(tops[pile], card, pile) for card, _ in lays):
            yield Phrase("leaves", {"pile": pile})
    after = _tops_after(tops, lays)
    for card, pile in _fitting(_without(_hand(view, seat), lays), after):
        if _distance(after[pile], card, pile) == -STEP_BACK:
            yield Phrase("keeps_back", {"card": card, "pile": pile})


def _stops(view: Any, seat: int, hand: list[int], lays: list[tuple[int, int]]) -> Iterator[Phrase]:
    """Why not one card more, once nothing is owed."""
    left, tops = _without(hand, lays), _tops_after(view.tops.tolist(), lays)
    if not left or len(lays) < _owed(view):
        return
    fitting = _fitting(left, tops)
    near = min((_distance(tops[pile], card, pile) for card, pile in fitting), default=0)
    if not fitting:
        yield Phrase("no_more", {})
    elif near >= FAR:
        yield Phrase("far", {"count": near})
