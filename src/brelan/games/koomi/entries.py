"""Additional entry points of this game's engine, for its questions."""

from .exercises import draw_exercise, shortest_way, try_ten
from .ways import list_ways

ENTRIES = (list_ways, draw_exercise, shortest_way, try_ten)
