"""Adapters to Gymnasium, PettingZoo and OpenSpiel, one file each: `pip install 'brelan[adapters]'`."""
