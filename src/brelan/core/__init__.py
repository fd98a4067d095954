"""The core: everything that knows no particular game."""
