"""The subcommands of `brelan`, one module per kind, each with its options, help and examples.

Commands import what they need when they run, so that `brelan --help` responds at once.
"""
