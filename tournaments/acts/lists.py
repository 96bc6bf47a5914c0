"""Acts of a federation about its rating lists."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from . import _reasons
from ._base import ABSENT, Absent, Act, act


@act("list_created", _("The list %(subject)s was added."), lasting=_reasons.EXISTS)
class ListCreated(Act):
    """A list was added to the federation."""


@act("list_changed", _("The list %(subject)s was changed."), lasting=_reasons.SETTING)
class ListChanged(Act):
    """Settings of a list were changed."""


@act("list_published", _("Official list %(number)s of %(subject)s was published."), lasting=_reasons.OFFICIAL)
class ListPublished(Act):
    """A live list was published as official, with the digest of its ratings; the subject is the list."""

    number: int
    day: str
    digest: str


@act("list_uploaded", _("Official list %(number)s of %(subject)s was uploaded."), lasting=_reasons.OFFICIAL)
class ListUploaded(Act):
    """An official list of another system was uploaded, with the digest of its ratings; the subject is the list."""

    number: int
    day: str
    digest: str


@act("openings_set", _("The opening ratings of %(subject)s were set: %(count)s."), lasting=_reasons.SETTING)
class OpeningsSet(Act):
    """The opening ratings of a list were replaced or completed by those of a file.

    `digest` is that of all its opening ratings from then on; earlier releases stored none.
    """

    count: int
    digest: str | Absent = ABSENT
