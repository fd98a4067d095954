"""Somebody else's interfaces, one file each: Gymnasium, PettingZoo, OpenSpiel. `pip install 'brelan[adapters]'`."""
