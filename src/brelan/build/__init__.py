"""Building engines ahead of time for every platform: `brelan build`, which needs `brelan[build]`.

numba infers types of rules and loops and emits LLVM's language (writing.py, entries.py). This is linked into one
module per game, optimised, and compiled to an object for each platform (targets.py); zig links that with runtime.c
(linking.py). engines.py does all this for several games in parallel.
"""
