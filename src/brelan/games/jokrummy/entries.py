"""Additional entry points of this game's engine, for whole moves, plans and
proposals."""

from .hints import plan_programme, propose
from .rows import lay_row
from .unfolding import unfold
from .written import read_programme

ENTRIES = (plan_programme, propose, lay_row, unfold, read_programme)
