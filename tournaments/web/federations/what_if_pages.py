"""The page on which a player of a list asks what matches to come would change in the rating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from matches.errors import DomainError
from tournaments import access
from tournaments.models import Event, RatingList, SanctionState, Visibility
from tournaments.queries.ratings.questions import (
    ListAnswer,
    PersonOfList,
    SupposedMatch,
    SupposedResult,
    answer_of,
    people_named,
    people_of_event,
    people_of_list,
)
from tournaments.ratings.what_if import MOST_MATCHES, WinOutlook
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.wording.ratings import change_words, percent_words, rating_words

from .list_questions import FoundPerson, question_page

# People that a search shows.
_MOST_FOUND = 12
_MOST_EVENTS = 30
_USUAL_LENGTH = 7
_LENGTHS = range(1, 26, 2)
_RESULTS = (
    (SupposedResult.OPEN, pgettext_lazy("result of a match", "open")),
    (SupposedResult.WON, gettext_lazy("won")),
    (SupposedResult.LOST, gettext_lazy("lost")),
)


@dataclass(frozen=True, slots=True)
class _WhatIfQuestion:
    """What the address asks: a person, matches in their order, perhaps a number of wins, a search and an event."""

    player: str
    matches: tuple[SupposedMatch, ...]
    wins: str
    words: str
    event: str

    @classmethod
    def of(cls, query: QueryDict) -> Self:
        """Read the parameters of an address; raise UnevenMatches or TooManyMatches for matches that cannot be."""
        columns = [query.getlist(name) for name in ("opponent", "length", "result")]
        return cls(
            query.get("player", ""),
            tuple(SupposedMatch.many(*columns)),
            query.get("wins", ""),
            query.get("q", ""),
            query.get("event", ""),
        )

    @property
    def query(self) -> str:
        """The parameters of the same question, without a search and an event."""
        values = [("player", self.player)] if self.player else []
        for match in self.matches:
            values += [
                ("opponent", match.opponent),
                ("length", str(match.length)),
                ("result", match.result.value),
            ]
        return "?" + urlencode([*values, *([("wins", self.wins)] if self.wins else [])])

    @property
    def usual_length(self) -> int:
        """The length of a new match: that of the last one."""
        return self.matches[-1].length if self.matches else _USUAL_LENGTH

    def without(self, place: int) -> str:
        """The parameters without one of the matches."""
        return replace(self, matches=self.matches[:place] + self.matches[place + 1 :]).query

    def also(self, *opponents: str) -> str:
        """The parameters with matches against others, as many as there may be."""
        new = [SupposedMatch(opponent, self.usual_length) for opponent in opponents]
        return replace(self, matches=(*self.matches, *new)[:MOST_MATCHES]).query

    def by(self, player: str) -> str:
        """The parameters of the question of another person."""
        return replace(self, player=player, matches=()).query


@dataclass(frozen=True, slots=True)
class WinsLine:
    """What a number of wins would change, in words."""

    wins: int
    chance: str
    worst: str
    expected: str
    best: str
    is_goal: bool = False


@require_safe
def what_if(request: HttpRequest, uid: str) -> HttpResponse:
    """Show what matches to come would change for a person on the list; nobody needs an account to ask."""
    visitor = visitor_of(request)
    rating_list = access.list_to_see(visitor, uid)
    context: dict[str, Any] = {"lengths": _LENGTHS, "results": _RESULTS, "most": MOST_MATCHES}
    status = 200
    try:
        question = _WhatIfQuestion.of(request.GET)
        context |= _answer(rating_list, question)
        context |= _choices(rating_list, question, context.get("answer"))
        if not question.player and visitor.account is not None:
            context["own"] = _own(rating_list, question, visitor.account.current.uid)
    except DomainError as refusal:
        status = refusal.status
        context["refusal"] = str(refusal)
    return question_page(
        request, rating_list, "lists/what_if.html", context, heading=_("What if"), status=status
    )


def _answer(rating_list: RatingList, question: _WhatIfQuestion) -> dict[str, Any]:
    """Return what the page shows of the answer; nothing without a person."""
    if not question.player:
        return {"question": question}
    answer = answer_of(rating_list, question.player, question.matches)
    lines = [_line(line, question.wins) for line in answer.outlook.lines]
    whole = answer.outlook.lines[0] if len(answer.outlook.lines) == 1 and answer.matches else None
    return {
        "question": question,
        "answer": answer,
        "person": answer.person.player.shown_name,
        "rating": rating_words(answer.person.rated.rating),
        "rows": list(_rows(question, answer)),
        "wins": lines if whole is None else [],
        "goal": next((line for line in lines if line.is_goal), None),
        "expected": change_words(answer.outlook.expected),
        "exact": None if whole is None else change_words(whole.best),
        "after": None if whole is None else rating_words(answer.person.rated.rating + whole.best),
    }


def _rows(question: _WhatIfQuestion, answer: ListAnswer) -> Sequence[Mapping[str, Any]]:
    rows = zip(answer.opponents, answer.matches, answer.outlook.matches, strict=True)
    return [
        {
            "number": place + 1,
            "uid": match.opponent,
            "name": opponent.player.shown_name,
            "rating": rating_words(opponent.rated.rating),
            "length": match.length,
            "lengths": sorted({*_LENGTHS, match.length}),
            "result": match.result,
            "chance": percent_words(effect.chance),
            "gain": change_words(effect.gain),
            "loss": change_words(effect.loss),
            "without": question.without(place),
        }
        for place, (opponent, match, effect) in enumerate(rows)
    ]


def _line(line: WinOutlook, question: str) -> WinsLine:
    return WinsLine(
        line.wins,
        percent_words(line.chance),
        change_words(line.worst),
        change_words(line.expected),
        change_words(line.best),
        is_goal=question == str(line.wins),
    )


def _choices(rating_list: RatingList, question: _WhatIfQuestion, answer: ListAnswer | None) -> dict[str, Any]:
    """Return whom a search or an event offers, and the events to choose from."""
    persons = [
        FoundPerson(
            one.player.shown_name,
            rating_words(one.rated.rating),
            question.also(one.player.uid) if answer is not None else question.by(one.player.uid),
        )
        for one in people_named(rating_list, question.words, most=_MOST_FOUND)
        if one.player.uid != question.player
    ]
    events = _events(rating_list) if answer is not None else []
    choice = next((event for event in events if event.uid == question.event), None)
    inside: list[PersonOfList] = []
    if choice is not None:
        names = {question.player, *(match.opponent for match in question.matches)}
        everybody = people_of_event(rating_list, choice, most=MOST_MATCHES + len(names))
        inside = [one for one in everybody if one.player.uid not in names]
    return {
        "found": persons,
        "is_full": len(question.matches) >= MOST_MATCHES,
        "events": events,
        "chosen": choice,
        "inside": [one.player.shown_name for one in inside[: MOST_MATCHES - len(question.matches)]],
        "everybody": question.also(*(one.player.uid for one in inside)),
    }


def _events(rating_list: RatingList) -> list[Event]:
    """Return the public events to come or under way that the federation sanctioned."""
    today = timezone.now().astimezone(rating_list.federation.time_zone).date()
    events = Event.objects.filter(
        sanctions__federation=rating_list.federation_id,
        sanctions__state=SanctionState.GRANTED,
        tournament__visibility=Visibility.PUBLIC,
        tournament__ends_on__gte=today,
    )
    return list(events.select_related("tournament").order_by("tournament__starts_on", "pk")[:_MOST_EVENTS])


def _own(rating_list: RatingList, question: _WhatIfQuestion, uid: str) -> FoundPerson | None:
    """Return the visitor as a person who can ask; None where the visitor is not on the list or not public."""
    try:
        one = people_of_list(rating_list, [uid])[uid]
    except DomainError:
        return None
    return FoundPerson(one.player.shown_name, rating_words(one.rated.rating), question.by(uid))
