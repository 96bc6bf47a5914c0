"""Whether two descriptions mean one person: the same, perhaps, or another person."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from matches.models import is_near, name_words

# So many pieces of evidence against it, and it is another person.
_ENOUGH_AGAINST = 2


class Identity(StrEnum):
    """What two descriptions of persons are to each other."""

    SAME = "same"
    """The same person: nothing speaks against it."""
    PERHAPS = "perhaps"
    """Somebody has to say it."""
    OTHER = "other"
    """Another person."""


@dataclass(frozen=True, slots=True)
class PersonWords:
    """What is written of a person, in a list or here; what is not known is empty.

    `emails` are folded, and `numbers` are those of federations.
    """

    name: str
    club: str = ""
    country: str = ""
    emails: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()


def identity(one: PersonWords, two: PersonWords) -> Identity:
    """Return whether two descriptions mean one person.

    A number in common decides for names that are similar, an e-mail address in common for those that are the same.
    Else the same name is the same person, one difference makes it a question, and two make it another person; for
    similar names the question stays until there are two.
    """
    words_one, words_two = name_words(one.name), name_words(two.name)
    is_same_name = words_one == words_two
    if not is_same_name and not is_near(words_one, words_two):
        return Identity.PERHAPS if one.numbers & two.numbers else Identity.OTHER
    if one.numbers & two.numbers or (is_same_name and one.emails & two.emails):
        return Identity.SAME
    against = differences(one, two)
    if against >= _ENOUGH_AGAINST:
        return Identity.OTHER
    return Identity.SAME if is_same_name and not against else Identity.PERHAPS


def differences(one: PersonWords, two: PersonWords) -> int:
    """Return how many of country, club, e-mail and number are known of both and differ."""
    return (
        bool(one.country and two.country and one.country != two.country)
        + _are_other_clubs(one.club, two.club)
        + _are_other(one.emails, two.emails)
        + _are_other(one.numbers, two.numbers)
    )


def is_confirmed(one: PersonWords, two: PersonWords) -> bool:
    """Whether an e-mail address or a number is the same."""
    return bool(one.emails & two.emails or one.numbers & two.numbers)


def _are_other(one: frozenset[str], two: frozenset[str]) -> bool:
    return bool(one and two and not one & two)


def _are_other_clubs(one: str, two: str) -> bool:
    """Whether two clubs differ; a club is not another one for a word that is left out (`Lyon`, `BC Lyon`)."""
    words_one, words_two = set(name_words(one)), set(name_words(two))
    return bool(words_one and words_two) and not (words_one <= words_two or words_two <= words_one)
