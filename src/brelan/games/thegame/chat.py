"""What may not be said at the table: numbers, as digits, Roman numerals or words in any of the three languages (R9).

Number words up to ten are ordinary words in French and German ("un", "sechs Uhr") and are allowed.
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


SPELT = re.compile(r"(?<=\b\w)[\W_]+(?=\w\b)")  # separators between single letters
ROMAN = re.compile(r"\b(?:(?:XC|L?X{1,3}|XL|L)(?:IX|IV|V?I{0,3}))\b", re.IGNORECASE)  # 11 to 99, and 10 and 50
SHORT = 4  # letters of a Roman numeral; shorter ones are also names: Liv, Xi


def why_not_say(text: str) -> int:
    """Return 9 (for R9) if a text gives away a number, otherwise 0."""
    plain = unicodedata.normalize("NFKC", text)
    bare = "".join(char for char in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(char))
    figures = any(char.isnumeric() for char in text + plain)
    words = any(WORDS.search(SPELT.sub("", said) if spelt else said) for said in (plain, bare) for spelt in (0, 1))
    return R9 if figures or words or _roman(bare) or _roman(SPELT.sub("", bare)) else 0


def _roman(text: str) -> bool:
    found = [match[0] for match in ROMAN.finditer(text)]
    return any(len(number) >= SHORT or (len(number) > 1 and not number.istitle()) for number in found)
