"""Games by the million: counts, figures, contracts."""
