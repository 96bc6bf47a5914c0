"""Acts on the result of a match: begun, reported, confirmed, forfeited, taken back, and what a director changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from matches.models import Settled, Source
from rules.scoresheet import Outcome
from tournaments.models import NoticeCode

from . import _reasons
from ._base import (
    ABSENT,
    RESULT_FORMS,
    Absent,
    Act,
    Concern,
    EditedForm,
    NamedSide,
    OfMatch,
    Score,
    Sentence,
    act,
)

_FORFEITED_TO = _("%(subject)s: %(outcome)s, %(winner)s wins.")
_FINAL = frozenset({NoticeCode.OPPONENT_REPORTED, NoticeCode.FINAL, NoticeCode.FORFEITED})


class ReportSum(TypedDict, total=False):
    """The fields of `OfReport` that say how the score adds up."""

    length: int
    games: tuple[tuple[int, int], ...]
    added: tuple[int, int]


class ReportFields(ReportSum):
    """The fields of `OfReport`."""

    report: str
    source: Source
    outcome: Outcome
    winner: str
    score: tuple[int, int]
    overrides: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfReport(OfMatch):
    """An act about a report on a match: its uid, its source, and the result in codes.

    The act that first writes the report says how its score adds up: the `length` in force, the points of its `games`, and
    those `added` by head starts and penalties.
    """

    report: str
    source: Source
    outcome: Outcome
    winner: NamedSide
    score: Score
    overrides: tuple[str, ...]
    length: int | Absent = ABSENT
    games: tuple[Score, ...] | Absent = ABSENT
    added: Score | Absent = ABSENT


@act("match_started", _("%(subject)s began."), overwrites={EditedForm.CALL}, concerns=Concern.MATCH)
class MatchStarted(OfMatch):
    """A match began."""


@act("start_taken_back", _("%(subject)s has not begun: the start was undone."), concerns=Concern.MATCH)
class StartTakenBack(OfMatch):
    """The start of a match was withdrawn, because it was recorded by mistake."""


@act(
    "reported",
    _("%(subject)s: %(score)s reported."),
    overwrites=RESULT_FORMS,
    concerns=Concern.MATCH,
    tells={*_FINAL, NoticeCode.PLEASE_CONFIRM, NoticeCode.REPORT_DIFFERS, NoticeCode.DISPUTED},
)
class ResultReported(OfReport):
    """A side or a director reported a result; `settled` is empty unless it is final."""

    state: str
    settled: str


@act(
    "confirmed",
    _("%(subject)s: %(score)s confirmed."),
    overwrites=RESULT_FORMS,
    concerns=Concern.MATCH,
    tells=_FINAL,
)
class ResultConfirmed(OfReport):
    """The opponent confirmed a report, or a director accepted it."""

    settled: Settled


@act(
    "overdue",
    _("%(subject)s: %(score)s counts, because nobody objected in time."),
    overwrites=RESULT_FORMS,
    concerns=Concern.MATCH,
    lasting=_reasons.RULED,
    tells={NoticeCode.FINAL},
)
class ResultOverdue(OfReport):
    """A report became final, because nobody objected in time."""

    settled: Settled


@act("forfeited", _("%(subject)s: %(outcome)s."), overwrites=RESULT_FORMS, tells={NoticeCode.FORFEITED})
class MatchForfeited(OfReport):
    """A match was forfeited, by a side or by a director."""

    settled: Settled

    @property
    def sentence(self) -> Sentence:
        """Return the sentence with the winner; a double forfeit has none."""
        return _FORFEITED_TO if self.winner else self.words


@act(
    "walkover",
    _("%(subject)s: %(outcome)s, after a withdrawal."),
    overwrites=RESULT_FORMS,
    lasting=_reasons.BY_ITSELF,
    follows=True,
    by_service=True,
    tells={NoticeCode.FORFEITED},
)
class WalkoverGiven(Act):
    """A match is not played, because the entrants in `left` have left."""

    outcome: Outcome
    winner: str
    left: tuple[str, ...]


@act(
    "team_settled",
    _("%(subject)s: %(score)s by its boards."),
    overwrites=RESULT_FORMS,
    lasting=_reasons.BY_ITSELF,
    follows=True,
    tells={NoticeCode.FINAL},
)
class TeamSettled(OfReport):
    """The result of a team match followed from its boards."""

    settled: Settled


@act(
    "series_settled",
    _("%(subject)s: %(score)s in matches."),
    overwrites=RESULT_FORMS,
    lasting=_reasons.BY_ITSELF,
    follows=True,
    tells={NoticeCode.FINAL},
)
class SeriesSettled(OfReport):
    """The result of a series followed from its matches."""

    settled: Settled


@act(
    "series_reopened",
    _("%(subject)s goes on: neither side has won enough matches."),
    overwrites=RESULT_FORMS,
    lasting=_reasons.BY_ITSELF,
    follows=True,
)
class SeriesReopened(OfMatch):
    """A series is open again, because one of its matches was corrected."""


@act(
    "team_reopened",
    _("%(subject)s goes on."),
    overwrites=RESULT_FORMS,
    lasting=_reasons.BY_ITSELF,
    follows=True,
)
class TeamReopened(OfMatch):
    """A match of several is open again, because its result or that of a board was taken back; `boards` came back."""

    boards: tuple[str, ...] | Absent = ABSENT


@act(
    "series_went_on",
    _("%(subject)s: match %(number)s follows."),
    lasting=_reasons.BY_ITSELF,
    follows=True,
)
class SeriesWentOn(OfMatch):
    """The next match of a series was made; `table` is where it is played on."""

    match: str
    number: int
    table: str | Absent = ABSENT


@act("result_taken_back", _("%(subject)s: the result %(score)s was undone."), overwrites=RESULT_FORMS)
class ResultTakenBack(Act):
    """A result that a director had entered by mistake was withdrawn, and the match reopened."""

    report: str
    outcome: Outcome
    score: Score


@act(
    "penalised",
    ngettext_lazy(
        "%(subject)s: a penalty of %(points)s point.",
        "%(subject)s: a penalty of %(points)s points.",
        "points",
    ),
    overwrites=RESULT_FORMS,
)
class PenaltyGiven(OfMatch):
    """A side was given penalty points, counted before a game."""

    penalty: str
    to: str
    points: int
    before_game: int


@act("penalty_taken_back", _("%(subject)s: a penalty was removed."), overwrites=RESULT_FORMS)
class PenaltyTakenBack(OfMatch):
    """A penalty was voided before a result was reported."""

    penalty: str


@act(
    "length_changed",
    ngettext_lazy(
        "%(subject)s: to %(length)s point instead of %(before)s.",
        "%(subject)s: to %(length)s points instead of %(before)s.",
        "length",
    ),
    overwrites=RESULT_FORMS,
)
class LengthChanged(OfMatch):
    """A match was given another length, from a game on."""

    before: int
    length: int
    before_game: int


@act(
    "length_taken_back",
    ngettext_lazy(
        "%(subject)s: the change to %(length)s point was removed.",
        "%(subject)s: the change to %(length)s points was removed.",
        "length",
    ),
    overwrites=RESULT_FORMS,
)
class LengthTakenBack(OfMatch):
    """A change of length was voided before a result was reported."""

    length: int
    before_game: int
