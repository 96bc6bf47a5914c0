"""Acts on game records: uploaded, checked and analysed."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from . import _reasons
from ._base import Act, Form, OfMatch, act


@act(
    "record_uploaded",
    _("%(subject)s: a game record was added."),
    overwrites={Form.RULING},
    lasting=_reasons.RECORD,
)
class RecordUploaded(OfMatch):
    """A record of a match was kept; `sha256` is the digest of its bytes."""

    record: str
    sha256: str
    size: int


@act("record_checked", _("%(subject)s: a game record was checked."), lasting=_reasons.RECORD)
class RecordChecked(Act):
    """The check of a record came to a verdict."""

    record: str
    verdict: str


@act("record_check_failed", _("%(subject)s: the check of a game record failed."), lasting=_reasons.RECORD)
class RecordCheckFailed(Act):
    """The check of a record broke off."""

    record: str


@act("record_check_asked", _("%(subject)s: a game record is to be checked again."), lasting=_reasons.RECORD)
class RecordCheckRequested(OfMatch):
    """A record whose check broke off is to be checked once more."""

    record: str


@act("record_analysed", _("%(subject)s: a game record was analysed."), lasting=_reasons.RECORD)
class RecordAnalysed(Act):
    """The analysis of a record is there."""

    record: str
