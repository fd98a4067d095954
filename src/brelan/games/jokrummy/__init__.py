"""Jok-R-ummy: two to six seats complete secret programmes of sets and runs."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ...core.game import Game
from ...core.options import Number, Switch
from .programmes import ProgrammeList

FIRST = (  # programmes for a first game: one or two short groups, nothing imposed
    *["bonus"] * 4, *["1xS4"] * 4, *["1xK4"] * 4, *["1xM5"] * 4, *["2xK3"] * 4, *["1xS5"] * 3, *["1xM6"] * 3,
    *["1xK3+1xS3"] * 4, *["1xK3+1xM4"] * 4, *["2xS3"] * 4, *["1xK3+1xS4"] * 4,
)  # fmt: skip


class Rummy(Game):
    """A game whose last option is a list of programmes: the rules see it as several numbers."""

    def codes(self, values: Mapping[str, Any]) -> npt.NDArray[np.int16]:
        *plain, (name, programmes) = self.options.items()
        assert isinstance(programmes, ProgrammeList)
        codes = [option.code(values[key]) for key, option in plain]
        return np.array([*codes, *programmes.codes(values[name])], np.int16)


GAME = Rummy(
    __name__,
    version=2,
    replays=1,
    seats=(2, 6),
    options=[
        Number("swap_after", (0, 2), 0),
        Number("hold", (1, 3), 1),
        Switch("natural_each"),
        ProgrammeList("programmes"),
    ],
    draws_dealer=True,
    one_pack=False,  # the programme cards are shuffled too
    usual=3,
    minutes=45,
    age=10,
    difficulty=4,
    gentle={"programmes": FIRST},
)
