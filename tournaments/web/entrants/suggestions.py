"""The answers of the search box of an event's desk, with the action of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from matches.models import name_key
from tournaments.actions.entrants.list_reading import read_line
from tournaments.models import Event, EventKind
from tournaments.queries.eligibility import closed_to, closed_to_newcomer, refusal_words
from tournaments.queries.hall import desk
from tournaments.queries.hall.desk import EntrantLine, EntrantList
from tournaments.queries.people.identity import PersonWords, differences

# The largest number of known players among the answers.
_MOST = 8
_FEWEST_LETTERS = 2


class AnswerKind(StrEnum):
    """The action of an answer."""

    ENTER = "enter"
    CHECK_IN = "check_in"
    WALK_IN = "walk_in"
    NOTHING = "nothing"
    """The entrant is checked in already."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One answer; `uid` is a player's for ENTER, and an entrant's for CHECK_IN and NOTHING.

    `closed` are the reasons why the division is closed to somebody who is not in the event.
    """

    act: AnswerKind
    name: str
    club: str = ""
    country: str = ""
    uid: str = ""
    has_withdrawn: bool = False
    is_alternate: bool = False
    closed: tuple[str, ...] = ()
    is_other: bool = False
    """Whether the club or the country that is typed is not that of the player."""

    @property
    def value(self) -> str:
        """Return the value that the button of the answer submits."""
        return f"{self.act}:{self.uid}" if self.uid else str(self.act)


@dataclass(frozen=True, slots=True)
class Suggestions:
    """The answers to the input, in the order of the list."""

    words: str
    suggestions: tuple[Suggestion, ...]

    @property
    def default(self) -> Suggestion | None:
        """Return the answer that Enter chooses.

        It is None if that would add a new player although a checked-in entrant matches.
        """
        fitting = [one for one in self.suggestions if not one.is_other]
        likely = next((one for one in fitting if one.act is not AnswerKind.NOTHING), None)
        is_new = likely is not None and likely.act is AnswerKind.WALK_IN
        return None if is_new and len(fitting) > 1 else likely

    @property
    def offers(self) -> bool:
        """Whether an answer has an action."""
        return any(one.act is not AnswerKind.NOTHING for one in self.suggestions)


def suggestions(event: Event, words: str, entrants: EntrantList) -> Suggestions:
    """Return the answers to the words typed at the desk; two queries besides the entrants, more where a division has rules.

    Known players come first, so that nobody is entered twice by mistake, and exact matches
    of the name come first among these; those of another club or country than the typed one come last.
    """
    new = read_line(words)
    if len(name_key(new.name).replace(" ", "")) < _FEWEST_LETTERS:
        return Suggestions(words, ())
    known = (
        replace(one, is_other=differences(PersonWords(one.name, one.club, one.country), new.words) > 0)
        for one in _known(event, new.name, entrants)
    )
    choices = sorted(known, key=lambda one: (one.is_other, name_key(one.name) != name_key(new.name)))
    if event.kind != EventKind.SINGLES:
        # One name is no pair and no team, so only entrants are found.
        return Suggestions(words, tuple(one for one in choices if one.act is not AnswerKind.ENTER)[:_MOST])
    refusals = tuple(map(refusal_words, closed_to_newcomer(event)))
    walk_in = Suggestion(AnswerKind.WALK_IN, new.name, new.club, new.country, closed=refusals)
    choices = choices[:_MOST]
    is_likely = bool(choices) and not choices[0].is_other
    return Suggestions(words, (*choices, walk_in) if is_likely else (walk_in, *choices))


def _known(event: Event, name: str, entrants: EntrantList) -> Iterator[Suggestion]:
    lines = {line.uid: line for line in (*entrants.placed, *entrants.alternates, *entrants.withdrawn)}
    results = desk.search(name, event=event)
    refusals = closed_to(event, [result.player for result in results])
    for result in results:
        player = result.player
        line = lines.get(result.entrant or "")
        if line is None or line.has_withdrawn:
            yield Suggestion(
                AnswerKind.ENTER,
                player.name,
                player.club,
                player.country,
                player.uid,
                has_withdrawn=line is not None,
                closed=tuple(map(refusal_words, refusals.get(player.pk, ()))),
            )
        else:
            yield _present(line, player.club, player.country)


def _present(line: EntrantLine, club: str, country: str) -> Suggestion:
    return Suggestion(
        AnswerKind.NOTHING if line.is_checked_in else AnswerKind.CHECK_IN,
        line.name,
        club,
        country,
        line.uid,
        is_alternate=line.entrant.is_alternate,
    )
