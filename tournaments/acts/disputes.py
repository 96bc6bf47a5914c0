"""Acts on a dispute: opened, argued, ruled on, appealed against and decided by a committee."""

from __future__ import annotations

from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from matches.models import AppealDecision, ExhibitKind, Settled
from tournaments.models import NoticeCode

from . import _reasons
from ._base import ABSENT, RESULT_FORMS, Absent, Act, EditedForm, Json, Named, OfMatch, Sentence, act
from .results import OfReport


class Sequel(StrEnum):
    """What becomes of the matches that follow from a corrected result."""

    REPLAY = "replay"
    """They are set aside, and what follows now is played."""
    SUBSTITUTE = "substitute"
    """Whoever should have gone on takes the other's place in the match under way."""
    PLACES_ONLY = "places_only"
    """They stay; places, points and prizes follow the corrected result."""


_CORRECTED = {
    Sequel.REPLAY: _("%(subject)s: corrected to %(score)s, played again from here."),
    Sequel.SUBSTITUTE: _("%(subject)s: corrected to %(score)s, the right player takes over."),
    Sequel.PLACES_ONLY: _("%(subject)s: corrected to %(score)s, the matches after it stay."),
}


_RULED = {
    Sequel.REPLAY: _("%(subject)s: ruled %(score)s, played again from here."),
    Sequel.SUBSTITUTE: _("%(subject)s: ruled %(score)s, the right player takes over."),
    Sequel.PLACES_ONLY: _("%(subject)s: ruled %(score)s, the matches after it stay."),
}


@act(
    "disputed",
    _("%(subject)s: the result is disputed."),
    overwrites=RESULT_FORMS,
    lasting=_reasons.FILE,
    tells={NoticeCode.DISPUTED},
)
class ResultDisputed(OfMatch):
    """A side contested a report; `winner` is the winner in both versions, empty if they differ."""

    dispute: str
    report: str
    counter_report: str
    winner: str


@act(
    "stated",
    _("%(subject)s: a statement was added to the dispute."),
    overwrites={EditedForm.RULING},
    lasting=_reasons.FILE,
)
class StatementAdded(OfMatch):
    """A statement was added to a dispute."""

    dispute: str


@act(
    "exhibit_added",
    _("%(subject)s: something was put into the file of the dispute."),
    overwrites={EditedForm.RULING},
    lasting=_reasons.FILE,
)
class ExhibitAdded(OfMatch):
    """A position, clocks, a photo or a record was put into the file of a dispute."""

    dispute: str
    exhibit: str
    kind: ExhibitKind


@act(
    "ruled",
    _("%(subject)s: ruled %(score)s."),
    overwrites=RESULT_FORMS,
    lasting=_reasons.RULED,
    tells={NoticeCode.RULED, NoticeCode.FINAL, NoticeCode.SET_ASIDE},
)
class DisputeRuled(OfReport):
    """A director ruled on a dispute; `follow` is what became of the matches that follow."""

    ruling: str
    dispute: str
    settled: Settled
    follow: Sequel | Absent = ABSENT

    @property
    def sentence(self) -> Sentence:
        """Return the sentence with what became of the matches that follow."""
        return self.words if self.follow is ABSENT else _RULED[self.follow]


@act(
    "corrected",
    _("%(subject)s: corrected to %(score)s."),
    overwrites=RESULT_FORMS,
    tells={NoticeCode.CORRECTED, NoticeCode.FINAL, NoticeCode.SET_ASIDE},
)
class ResultCorrected(OfReport):
    """A director corrected a result; `dispute` is empty where there was none.

    `former` is the report that counted before, `follow` what became of the matches that follow, and `decisions` are
    the decisions on slots of the event before it, each with its pairing, its ruling and whom it sends where.
    """

    ruling: str
    dispute: str
    settled: Settled
    former: str | Absent = ABSENT
    follow: Sequel | Absent = ABSENT
    decisions: tuple[Json, ...] | Absent = ABSENT

    @property
    def sentence(self) -> Sentence:
        """Return the sentence with what became of the matches that follow."""
        return self.words if self.follow is ABSENT else _CORRECTED[self.follow]


@act(
    "correction_undone",
    _("%(subject)s: the correction was undone, %(score)s counts again."),
    overwrites=RESULT_FORMS,
    lasting=_reasons.AGAIN,
    tells={NoticeCode.CORRECTED, NoticeCode.FINAL, NoticeCode.SET_ASIDE},
)
class CorrectionUndone(OfReport):
    """The correction of a result was undone, with all that followed from it."""

    ruling: str
    settled: Settled


@act(
    "appealed",
    _("%(subject)s: an appeal against the ruling."),
    overwrites={EditedForm.RULING},
    lasting=_reasons.FILE,
    tells={NoticeCode.APPEALED},
)
class RulingAppealed(OfMatch):
    """Somebody appealed against a ruling."""

    dispute: str
    appeal: str
    ruling: str


@act(
    "committee_named",
    _("%(subject)s: the committee was named: %(members)s."),
    lasting=_reasons.FILE,
    tells={NoticeCode.ON_COMMITTEE},
)
class CommitteeNamed(Act):
    """The players who judge an appeal were named."""

    members: tuple[str, ...]


@act("vote_cast", _("%(subject)s: %(member)s has voted."), lasting=_reasons.FILE)
class VoteCast(Act):
    """A member of a committee voted; the vote is published with the decision."""

    appeal: str
    member: Named


@act(
    "appeal_decided",
    _("%(subject)s: the committee has decided: %(decision)s."),
    lasting=_reasons.FILE,
    overwrites=RESULT_FORMS,
    tells={NoticeCode.APPEAL_DECIDED},
)
class AppealClosed(Act):
    """The majority of a committee decided; `ruling` is the new ruling, empty if the result stays."""

    appeal: str
    decision: AppealDecision
    ruling: str


@act(
    "appeal_taken_back",
    _("%(subject)s: the appeal was withdrawn."),
    lasting=_reasons.FILE,
    tells={NoticeCode.APPEAL_DECIDED},
)
class AppealWithdrawn(Act):
    """An appeal was taken back before its decision."""

    appeal: str
