"""The commands of `brelan`, a module a kind: each command's function, options, help and examples stand together.

Nothing heavy is imported before a command needs it: `brelan --help` answers at once.
"""
