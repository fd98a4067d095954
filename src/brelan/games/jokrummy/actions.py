"""All actions, with their encoders and decoders."""

import numpy as np

from ...core.actions import Actions, Verb
from .cards import GROUPS, HIGH_END, HOLD_MOST, LAST_RANK, LOW_END, NAMES, RANKS, SET_RANKS, SUITS

RANK_NAMES = {rank: RANKS[rank] for rank in SET_RANKS}
ACTIONS = Actions(
    Verb("deal", reveals=True),
    Verb("swap", reveals=True),
    Verb("keep", reveals=True),
    Verb("stock", reveals=True),
    Verb("take"),
    Verb("show", slot=range(HOLD_MOST)),
    Verb("more"),
    Verb("set", rank=RANK_NAMES),
    Verb("run", suit=dict(enumerate([*SUITS, "*"])), low={rank: RANKS[rank] for rank in range(1, LAST_RANK + 1)}),
    Verb("put", card=dict(enumerate(NAMES))),
    Verb("extend", group=range(GROUPS), end={LOW_END: "low", HIGH_END: "high"}),
    Verb("group", rank=RANK_NAMES),
    Verb("discard", card=dict(enumerate(NAMES))),
)
VERB, SLOT_OF, RANK_OF, SUIT_OF, LOW_OF, CARD, GROUP, END = (
    ACTIONS.column(field).astype(np.int64) for field in ("verb", "slot", "rank", "suit", "low", "card", "group", "end")
)
DO_DEAL, DO_SWAP, DO_KEEP, DO_STOCK, DO_TAKE, DO_SHOW, DO_MORE, DO_SET, DO_RUN, DO_PUT = (
    ACTIONS.verb(verb.name) for verb in ACTIONS.verbs[:10]
)
DO_EXTEND, DO_GROUP, DO_DISCARD = (ACTIONS.verb(verb) for verb in ("extend", "group", "discard"))
DEAL, SWAP, KEEP, STOCK, TAKE = (ACTIONS.table(verb) for verb in ("deal", "swap", "keep", "stock", "take"))
SHOW, MORE, NAME_SET, NAME_RUN, PUT = (ACTIONS.table(verb) for verb in ("show", "more", "set", "run", "put"))
EXTEND, NEW_SET, DISCARD = (ACTIONS.table(verb) for verb in ("extend", "group", "discard"))
