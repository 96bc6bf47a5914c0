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
from ._base import RESULT_FORMS, Act, Concern, Form, NamedSide, OfMatch, Score, Sentence, act

_FORFEITED_TO = _("%(subject)s: %(outcome)s, %(winner)s wins.")
_FINAL = frozenset({NoticeCode.OPPONENT_REPORTED, NoticeCode.FINAL, NoticeCode.FORFEITED})


class ReportFields(TypedDict):
    """The fields of `OfReport`."""

    report: str
    source: Source
    outcome: Outcome
    winner: str
    score: tuple[int, int]
    overrides: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfReport(OfMatch):
    """An act about a report on a match: its uid, its source, and the result in codes."""

    report: str
    source: Source
    outcome: Outcome
    winner: NamedSide
    score: Score
    overrides: tuple[str, ...]


@act("match_started", _("%(subject)s began."), overwrites={Form.CALL}, concerns=Concern.MATCH)
class MatchStarted(OfMatch):
    """A match began."""


@act("start_taken_back", _("%(subject)s has not begun: the start was taken back."), concerns=Concern.MATCH)
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
    _("%(subject)s: %(outcome)s, because somebody left."),
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
    tells={NoticeCode.FINAL},
)
class TeamSettled(OfReport):
    """The result of a team match followed from its boards."""

    settled: Settled


@act("result_taken_back", _("%(subject)s: the result %(score)s was taken back."), overwrites=RESULT_FORMS)
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


@act("penalty_taken_back", _("%(subject)s: a penalty was taken back."), overwrites=RESULT_FORMS)
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
