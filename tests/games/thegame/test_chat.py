"""R9: chat gives away no number."""

import pytest

from brelan.games.thegame.chat import why_not_say

GIVEN_AWAY = [
    "I have 44", "4 4", "forty-four", "Forty four!", "I hold ninety", "eleven", "nineteen please", "a hundred",
    "j'ai quarante-quatre", "soixante-dix", "septante", "quatre-vingt-trois", "quatre vingts", "dix-sept", "onze",
    "vierundvierzig", "ich habe Dreißig", "dreissig", "zwölf", "ZWOELF", "elf", "siebzehn", "hundert", "fünfzig",
    "XLII", "I have xlii", "LIV", "Xxiv", "X L I I", "f o r t y", "F.O.R.T.Y", "q-u-a-r-a-n-t-e", "e l f",
    "４４", "٤٤", "Ⅻ", "½", "④",
]  # fmt: skip
FINE = [
    "please not on the left one", "a small step would be fine", "no big jump here", "one of us should start",
    "s'il te plaît, pas ici", "un petit pas", "deux d'entre nous", "il est temps", "le centre", "cinq minutes",
    "bitte nicht hier", "ein kleiner Schritt", "acht geben!", "sechs Leute", "Helfen", "das passt mir", "Zehnkampf",
    "Liv", "Xi", "Li", "I", "mix", "I see", "a b c", "X", "Kim L", "dix minutes", "VIP",
    "often", "weight", "tennis", "I am content", "récent", "accent",
]  # fmt: skip


@pytest.mark.parametrize("text", GIVEN_AWAY)
def test_r09_numbers_are_refused(text: str) -> None:
    assert why_not_say(text) == 9


@pytest.mark.parametrize("text", FINE)
def test_r09_everything_else_is_said(text: str) -> None:
    assert why_not_say(text) == 0
