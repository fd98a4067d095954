"""What questions ask of the rules: entry points of this game's engine, beside those that every game has."""

from .ways import list_ways

ENTRIES = (list_ways,)
