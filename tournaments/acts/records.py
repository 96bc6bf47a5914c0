"""Acts on game records: uploaded, checked and analysed."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from . import _reasons
from ._base import Act, EditedForm, OfMatch, act


@act(
    "record_uploaded",
    _("%(subject)s: a game record was added."),
    overwrites={EditedForm.RULING},
    lasting=_reasons.RECORD,
)
class RecordUploaded(OfMatch):
    """A game record was uploaded; `sha256` is the digest of its bytes."""

    record: str
    sha256: str
    size: int


@act("record_checked", _("%(subject)s: a game record was checked."), lasting=_reasons.RECORD)
class RecordChecked(Act):
    """The check of a record was completed with a verdict."""

    record: str
    verdict: str


@act("record_check_failed", _("%(subject)s: the check of a game record failed."), lasting=_reasons.RECORD)
class RecordCheckFailed(Act):
    """The check of a record failed with an error."""

    record: str


@act("record_check_asked", _("%(subject)s: a game record is to be checked again."), lasting=_reasons.RECORD)
class RecordCheckRequested(OfMatch):
    """Another check of a record was requested, because the last one failed."""

    record: str


@act("record_analysed", _("%(subject)s: a game record was analysed."), lasting=_reasons.RECORD)
class RecordAnalysed(Act):
    """The analysis of a record was completed."""

    record: str
