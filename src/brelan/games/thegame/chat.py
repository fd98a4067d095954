"""What may not be said at the table: numbers, in figures or in the words of the three languages (R9).

Small number words, up to ten, are ordinary words in French and German ("un", "sechs Uhr") and are let pass.
"""

import re
import unicodedata

R9 = 9

ENGLISH = (
    "eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|"
    "(?:twen|thir|for|four|fif|six|seven|eigh|nine)ty(?:[- ]?(?:one|two|three|four|five|six|seven|eight|nine))?|hundred"
)
FRENCH = (
    "onze|douze|treize|quatorze|quinze|seize|dix[- ]?(?:sept|huit|neuf)|"
    "(?:vingt|trente|quarante|cinquante|soixante|septante|huitante|octante|nonante)s?(?:[- ].*)?|"
    "quatre[- ]?vingts?|cent"
)
GERMAN = (
    "elf|zwölf|zwoelf|(?:drei|vier|fünf|fuenf|sech|sechs|sieb|sieben|acht|neun)zehn|"
    r"\w*(?:zwanzig|dreißig|dreissig|vierzig|fünfzig|fuenfzig|sechzig|siebzig|achtzig|neunzig)|hundert"
)
WORDS = re.compile(rf"\b(?:{ENGLISH}|{FRENCH}|{GERMAN})\b", re.IGNORECASE)
TALKS: dict[str, dict[str, bool]] = {"signals": {}, "free talk": {"free_talk": True}}  # whose strength is compared


def why_not_say(text: str) -> int:
    """R9 if a text gives a number away, else 0."""
    plain = unicodedata.normalize("NFKC", text)
    bare = "".join(char for char in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(char))
    figures = any(char.isnumeric() for char in text + plain)
    return R9 if figures or WORDS.search(plain) or WORDS.search(bare) else 0
