"""Engines built from games, ahead of time, for every platform: `brelan build`. It needs `brelan[build]`.

numba types the rules and loops and writes LLVM's language (writing.py, entries.py). What it wrote is linked into one
module a game, optimised, and made into an object for each platform (targets.py); zig links that with runtime.c
(linking.py). engines.py does all that for the games there are, side by side.
"""
