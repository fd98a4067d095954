"""The cards of Joomo: how many there are, and the kinds among them."""

import numpy as np

SEATS, HAND, CARDS = 6, 10, 70  # R1 R2
ASIDE = 10  # R2
FIVES = range(5, CARDS, 10)  # R10
BOTH = 55  # R11: double and five
NOBODY = -1
DEALER = -1  # whose turn it is between two rounds, and after the last

DOUBLE = np.array([card % 11 == 0 for card in range(CARDS)])  # R9
FIVE = np.array([card in FIVES for card in range(CARDS)])  # R10
TEN = np.array([1 if card % 10 == 0 else 0 for card in range(CARDS)], np.int16)  # R12
