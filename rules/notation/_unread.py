"""Files of backgammon programs that are known and not read, told by how they begin, so that they are called by name.

Each signature is what no match text and no letter has in its first lines; a doubtful one is no signature.
"""

from __future__ import annotations

import re

# A signature stands at the head of a file, below a greeting at most.
_HEAD = 4000
_NAME = r"[^\n]{1,60}?"
_FIBS_PLAY = r"[XO]: \([1-6] [1-6]\) "
_BKG_PLAY = r"(?:Black|White) [^\s\w][1-6][^\w][1-6][^\w]"
_SIGNATURES: tuple[tuple[str, str], ...] = (
    ("FIBS log without score and names", rf"^{_FIBS_PLAY}[^\n]*\n(?:[XO]: [^\n]*\n){{0,3}}?{_FIBS_PLAY}"),
    ("FIBS board line", r"\Aboard:[^:\n]{1,60}:[^:\n]{1,60}:(?: *-?\d{1,5}:){20}"),
    (
        "GamesGrid (.sgg)",
        rf"^[ \t]*{_NAME} vs\. {_NAME}\n(?:[^\n]*\n){{0,30}}?Game \d{{1,4}}\.\d{{1,5}}\*?-\d{{1,5}}",
    ),
    ("BKG (.bkg)", rf"^{_BKG_PLAY}[^\n]*\n\s{{0,4}}(?:{_BKG_PLAY}|(?:Black|White) Doubles)"),
    ("TrueMoneyGames (.tmg)", r"^MatchID:[^\n]*\n(?:\w{1,20}:[^\n]*\n){0,20}?Player[12]:"),
    ("PartyGammon (.gam)", r"^(?:boardid=[^\n]*\ncreator=|GAME_\d{1,4}_(?:PLAYER_1|GAMEPLAY|SCORE1)=)"),
    ("BackGammon Room (.bgf)", r"\Abgf version\b"),
    ("BGBlitz (.bgf)", r'\A\{\s*"format"\s*:\s*"BGF"'),
    ("bgammon.org (.match)", r"\Abgammon-replay \d{8}\b"),
    (
        "OGID",
        r"\A(?:OGID=)?[0-9a-z]{1,15}:[0-9a-z]{1,15}:[NWB]\d[A-Z]:(?:[1-6]{2})?:[WB]?:[A-Z]{0,3}(?::|\s|\Z)",
    ),
    ("GNU Backgammon, HTML", r"\A<[\s\S]*?<meta name=.generator. content=.GNU Backgammon"),
    ("GNU Backgammon, text", r"^[ \t]*The score \(after \d{1,4} games?\) is: "),
    ("GNU Backgammon, position", r"\bPosition ID\s{0,3}: ?[A-Za-z0-9+/]{14}\b"),
)
_KNOWN = tuple((name, re.compile(pattern, re.MULTILINE | re.IGNORECASE)) for name, pattern in _SIGNATURES)


def unread_kind(text: str) -> str:
    """The program and the kind of file of a text that is known and not read; empty for any other."""
    head = text[:_HEAD].lstrip()
    return next((name for name, pattern in _KNOWN if pattern.search(head)), "")
