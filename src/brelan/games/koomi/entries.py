"""What questions ask of the rules: entry points of this game's engine, beside those that every game has."""

from .exercises import draw_exercise, shortest_way, try_ten
from .ways import list_ways

ENTRIES = (list_ways, draw_exercise, shortest_way, try_ten)
