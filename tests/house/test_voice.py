"""What no text of a page has: the patterns of docs/voice.md are at zero in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import polib
import pytest

from rules.words import en, fr
from tests.postgres_plugin import ROOT

CATALOGUE = ROOT / "tournaments" / "locale" / "fr" / "LC_MESSAGES" / "django.po"
BANNED = {
    "en": (
        r"\bwho(m)?ever\b",
        r"\bthose who\b",
        r"\bso many\b",
        r"\bsomebody else\b",
        r"\b(is|are|was|were) there\b(?! (any|a|an|no)\b)",
        r"\b(is|was) said\b",
        r"\b(take|takes|taken|took)( (it|them|its \w+|the \w+))? back\b",
        r"\bby (itself|themselves)\b",
        r"\ball the same\b",
        r"\bnothing of it\b",
        # A score has a dash: 7–5.
        r"_one\)s-%\(",
    ),
    "fr": (
        r"\bquiconque\b",
        r"\bceux qui\b",
        r"\bcelui qui (gagne|perd|joue|part|vient)\b",
        r"\bexemptions?\b",
        r"\bfeuilles? de match\b",
        r"\bvictoires? sans jouer\b",
        r"\bil est dit\b",
        r"\bd’elles?-mêmes?\b",
        r"_one\)s-%\(",
        # Nobody knows whether a player is a man or a woman.
        r"\bvous (n’)?êtes (pas |plus |déjà )?\w+é\b",
        (
            r"(^|[.:>]\s)%\((player|entrant|former|name|one|first)\)s (s’est|est|est déjà) "
            r"(inscrit|revenu|parti|arrivé|pointé|éliminé|qualifié|passé|classé|nommé|absent|présent|adhérent)\b"
        ),
    ),
}


def _rules_texts(language: str) -> Iterator[str]:
    """Yield the words of the command line of the rules."""
    for value in vars(en if language == "en" else fr).values():
        if isinstance(value, dict):
            yield from (text for text in value.values() if isinstance(text, str))


def _texts(language: str) -> set[str]:
    texts = set(_rules_texts(language))
    for entry in polib.pofile(str(CATALOGUE)):
        if language == "en":
            texts |= {entry.msgid, entry.msgid_plural}
        else:
            texts |= {entry.msgstr, *entry.msgstr_plural.values()}
    return texts


@pytest.mark.parametrize("language", sorted(BANNED))
def test_no_text_has_a_pattern_that_no_director_speaks(language: str) -> None:
    texts = _texts(language)
    assert len(texts) > 4000
    for pattern in BANNED[language]:
        assert sorted(text for text in texts if re.search(pattern, text, re.IGNORECASE)) == [], pattern


# One may be counted of each of these: the text has a form for it, or stands without a noun behind the number.
COUNTS = ("count", "matches", "members", "needed", "players", "record", "refused", "results", "addresses")
BEHIND_A_COUNT = re.compile(rf"%\(({'|'.join(COUNTS)})\)s (?!wins\b)(\w+ )?(\w+[^s\W]s|people)\b")
# A series has three matches or more, and equals without their names are more than eight.
NEVER_ONE = {
    "best of %(matches)s matches",
    "Level with %(count)s others in all that counts",
    "The first to win %(needed)s matches takes the series.",
}


def test_a_text_about_one_thing_has_a_form_for_it() -> None:
    texts = {entry.msgid for entry in polib.pofile(str(CATALOGUE)) if not entry.msgid_plural}
    assert {text for text in texts if BEHIND_A_COUNT.search(text)} == NEVER_ONE


def test_the_document_shows_thirty_pairs_and_each_first_one_has_left_the_texts() -> None:
    table = (ROOT / "docs" / "voice.md").read_text().partition("## Thirty pairs")[2].partition("\n## ")[0]
    pairs = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(pairs) == 30
    texts = _texts("en") | _texts("fr")
    assert [old for old, _new in pairs if old in texts] == []
    assert sum(any(new in text for text in texts) for _old, new in pairs) > 15
