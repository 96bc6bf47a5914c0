"""Acts on the log and the clock of the service itself."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.models import NoticeCode

from . import _reasons
from ._base import ABSENT, Absent, Act, act


@act("undone", _("Undone: entry %(seq)s."), lasting=_reasons.AGAIN)
class ActUndone(Act):
    """The entry `seq`, with the act code `code_`, was undone; `first` is the first entry written by that."""

    seq: int
    code_: str
    first: int


@act("sealed", _("Data of earlier releases was sealed in the log."), lasting=_reasons.BY_ITSELF)
class LogSealed(Act):
    """What was stored before entries proved rows is proved from here on, up to a scope; of the first releases it was 1."""

    scope: int | Absent = ABSENT


@act(
    "clock_jumped",
    ngettext_lazy(
        "The clock of the service jumped by %(minutes)s minutes: %(count)s result keeps the time that was left to "
        "object to it.",
        "The clock of the service jumped by %(minutes)s minutes: %(count)s results keep the time that was left to "
        "object to them.",
        "count",
    ),
    lasting=_reasons.BY_ITSELF,
    tells={NoticeCode.CLOCK_JUMPED},
)
class ClockJumped(Act):
    """The clock was set, and waiting reports keep their remaining time."""

    minutes: int
    count: int
    reports: tuple[str, ...]


@act(
    "service_stood",
    ngettext_lazy(
        "The service stood still for %(minutes)s minutes: there is time again to object to %(count)s result.",
        "The service stood still for %(minutes)s minutes: there is time again to object to %(count)s results.",
        "count",
    ),
    lasting=_reasons.BY_ITSELF,
    tells={NoticeCode.SERVICE_STOOD},
)
class ServiceStood(Act):
    """The service was down, so the confirmation time of waiting reports begins again."""

    minutes: int
    count: int
    reports: tuple[str, ...]
