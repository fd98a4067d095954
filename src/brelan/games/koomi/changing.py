"""How the steps of a turn change the record. Compiled with the rules."""

from typing import Any

from ...core.dice import shuffle_top_last
from ...core.rule import rule
from .actions import CARD, COUNTS, PARTNER, PLAY_NEW, PLAY_SWAP, TO_ADD_TURNED, TO_SWITCH, VERB
from .asking import top
from .cards import CARDS, COPIES, LAST_TURN, NONE, NUMBERED, TYPES, VALUE
from .sight import DREW_SEEN, GIVEN, LAID_ONE, NOBODY, SEATS, sees_stock


@rule
def mix(s: Any, dice: Any) -> None:
    """Shuffle the cards counted in `mixed` into a new stock."""
    n = 0
    for i in range(COPIES * TYPES):  # a GPU is slow with much code, and loops of unknown length are unrolled
        if i % COPIES < s.mixed[i // COPIES]:
            s.stock[n] = i // COPIES
            n += 1
    shuffle_top_last(dice, s.stock, n)
    s.left = n


@rule
def forget(s: Any) -> None:
    """Forget what was done with the hands last: the discards have been turned over, or the hands have moved."""
    for seat in range(SEATS):
        s.began[seat] = s.done[seat] = 0


@rule
def refill(s: Any, dice: Any) -> None:
    """Refill an empty stock from what is under the top (R16)."""
    if s.left > 0 or s.down == 1:
        return
    for card in range(TYPES):
        s.mixed[card] = 0
    on_top = top(s)
    for i in range(CARDS):
        if i < s.down:
            s.mixed[s.discards[i]] += 1
            if i < s.down - 1:
                s.stock[s.down - 2 - i] = s.discards[i]  # turned over, the first card laid is the next to draw
            s.discards[i] = 0
    s.mixed[on_top] -= 1
    s.remade += 1
    if s.unshuffled:
        s.left = s.down - 1
    else:
        mix(s, dice)
    s.discards[0] = on_top
    s.down = 1
    forget(s)


@rule
def turn_up(s: Any, dice: Any) -> None:
    """Turn cards up until a numbered one shows (R4 R11)."""
    numbered = False
    while not numbered:
        refill(s, dice)
        s.left -= 1
        card = s.stock[s.left]
        s.mixed[card] -= 1
        s.discards[s.down] = card
        s.down += 1
        numbered = NUMBERED[card]


@rule
def draw(s: Any, seat: Any) -> None:
    """Move the top of the stock to a hand; those who saw it open know it there."""
    s.left -= 1
    card = s.stock[s.left]
    if sees_stock(s):
        s.known[seat, card] = DREW_SEEN[s.known[seat, card]]
    s.hands[seat, card] += 1
    s.held[seat] += 1


@rule
def lay(s: Any, card: Any) -> None:
    """Move a card from the acting seat's hand to the discards."""
    s.hands[s.seat, card] -= 1
    s.known[s.seat, card] = LAID_ONE[s.known[s.seat, card]]  # R14
    s.held[s.seat] -= 1
    s.discards[s.down] = card
    s.down += 1
    s.laid += 1


@rule
def begin(s: Any) -> None:
    """Begin a turn: nothing is read, laid or turned."""
    s.total = s.renewed = s.begun = s.start = s.laid = s.waits = s.turned = 0


@rule
def finish(s: Any, passed: Any) -> None:
    """End a turn and perhaps the game."""
    s.turns += 1
    s.passes = s.passes + 1 if passed else 0  # R18
    s.began[s.seat], s.done[s.seat] = s.down - s.laid, s.down
    begin(s)
    if s.held[s.seat] == 0:
        s.ended = 17
    elif s.passes == s.seats or s.turns == LAST_TURN:
        s.ended = 18
    else:
        s.seat = s.seat + 1 if s.seat + 1 < s.seats else 0  # R4


@rule
def start_from(s: Any, value: Any) -> None:
    """Begin a making-ten."""
    s.begun = 1
    s.start = s.total = value


@rule
def lay_in_ten(s: Any, action: Any) -> None:
    """Lay a card of a making-ten; the last card of a hand ends the turn automatically (R17)."""
    if not s.begun:
        start_from(s, VALUE[top(s)])
    lay(s, CARD[action])
    s.total += COUNTS[action]
    if VERB[action] == TO_SWITCH:
        s.waits = 1
    elif VERB[action] == TO_ADD_TURNED:
        s.waits, s.turned = 0, 1 + s.laid
    if s.held[s.seat] == 0:
        finish(s, False)


@rule
def given(code: Any, held: Any) -> Any:
    """Return the code of a type of card in a hand that is given away."""
    return GIVEN[code, held] if held > 0 else NOBODY


@rule
def swap(s: Any) -> None:
    """Move every hand to the seat before; whoever gave it away knows it (R14)."""
    last = s.seats - 1
    for card in range(TYPES):
        first, code = s.hands[0, card], given(s.known[0, card], s.hands[0, card])
        for seat in range(SEATS - 1):
            if seat < last:
                s.known[seat, card] = given(s.known[seat + 1, card], s.hands[seat + 1, card])
                s.hands[seat, card] = s.hands[seat + 1, card]
        s.hands[last, card], s.known[last, card] = first, code
    held = s.held[0]
    for seat in range(SEATS - 1):
        if seat < last:
            s.held[seat] = s.held[seat + 1]
    s.held[last] = held


@rule
def play(s: Any, action: Any, dice: Any) -> None:
    """Play a joker or a loose aid, and end the turn unless it is a new card."""
    lay(s, CARD[action])
    if PARTNER[action] != NONE:
        lay(s, PARTNER[action])  # R12
    if s.held[s.seat] > 0 and action == PLAY_SWAP:  # R17: the win comes first
        swap(s)
    if s.held[s.seat] > 0 and action == PLAY_NEW:
        turn_up(s, dice)
        s.renewed, s.laid = 1, 0  # R11
    else:
        finish(s, False)
    if action == PLAY_SWAP:
        forget(s)
