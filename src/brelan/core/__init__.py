"""What knows no game."""
