"""Acts on the files that installations exchange."""

from __future__ import annotations

from typing import ClassVar

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.models import NoticeCode

from . import _reasons
from ._base import ABSENT, Absent, Act, Named, Sentence, act


@act(
    "result_file_made",
    _("Result file number %(number)s was made for %(federation)s."),
    lasting=_reasons.SENT,
)
class ResultFileMade(Act):
    """A director made a result file of an event; the subject is the file."""

    federation: Named
    number: int
    digest: str


@act(
    "results_submitted", _("Result file number %(number)s of an event was submitted."), lasting=_reasons.SENT
)
class ResultsSubmitted(Act):
    """A federation received a result file; the subject is the submission."""

    event: str
    number: int
    digest: str


@act("person_named", _("%(player)s was identified in a result file."), lasting=_reasons.EXISTS)
class PersonNamed(Act):
    """An officer said which player a person of a result file is; the subject is the submission."""

    player: Named


@act(
    "results_accepted",
    ngettext_lazy(
        "A result file was accepted: %(matches)s match.",
        "A result file was accepted: %(matches)s matches.",
        "matches",
    ),
    lasting=_reasons.DECIDED,
    tells={NoticeCode.EVENT_RATED},
)
class ResultsAccepted(Act):
    """An officer accepted a result file; the subject is the submission.

    `is_own_case` says that the officer takes part in the event, and that no other officer could decide.
    """

    OWN: ClassVar[Sentence] = ngettext_lazy(
        "A result file was accepted by an officer whose own event it is, because no other one could: %(matches)s match.",
        "A result file was accepted by an officer whose own event it is, because no other one could: %(matches)s matches.",
        "matches",
    )

    event: str
    matches: int
    is_own_case: bool | Absent = ABSENT

    @property
    def sentence(self) -> Sentence:
        """Return the sentence, which says so if it was an own case."""
        return self.words if self.is_own_case is ABSENT else self.OWN


@act("results_asked_back", _("A result file was asked back."), lasting=_reasons.DECIDED)
class ResultsAskedBack(Act):
    """An officer asked for another result file; the reason stands on the submission."""

    event: str


@act("results_refused", _("A result file was refused."), lasting=_reasons.DECIDED)
class ResultsRefused(Act):
    """An officer refused a result file; the reason stands on the submission, and `is_own_case` is as of an acceptance."""

    OWN: ClassVar[Sentence] = _(
        "A result file was refused by an officer whose own event it is, because no other one could."
    )

    event: str
    is_own_case: bool | Absent = ABSENT

    @property
    def sentence(self) -> Sentence:
        """Return the sentence, which says so if it was an own case."""
        return self.words if self.is_own_case is ABSENT else self.OWN


@act(
    "directory_exported",
    ngettext_lazy(
        "A directory of %(members)s member was exported.",
        "A directory of %(members)s members was exported.",
        "members",
    ),
    lasting=_reasons.EXISTS,
)
class DirectoryExported(Act):
    """An officer exported the directory of the federation, with this digest."""

    members: int
    digest: str


@act(
    "directory_imported",
    ngettext_lazy(
        "A directory of %(members)s member was imported.",
        "A directory of %(members)s members was imported.",
        "members",
    ),
    lasting=_reasons.EXISTS,
)
class DirectoryImported(Act):
    """The directory of a federation was brought to this installation."""

    members: int
    digest: str


@act("archive_entered", _("An archive of %(lines)s old results was entered."), lasting=_reasons.SENT)
class ArchiveEntered(Act):
    """A federation entered a table of old results, with this digest; the subject is the archive."""

    lines: int
    digest: str


@act(
    "people_named",
    _("People with one namesake here were identified in an archive: %(named)s; new: %(added)s."),
    lasting=_reasons.EXISTS,
)
class PeopleNamed(Act):
    """An officer accepted what is clear of the people of an archive, and added the others; the subject is the archive."""

    named: int
    added: int


@act(
    "archive_imported",
    _("An archive was imported: %(lines)s results."),
    lasting=_("An archive has an act of its own that undoes its import."),
)
class ArchiveImported(Act):
    """An archive was brought into the feed; the subject is the archive.

    `is_own_case` says that the officer stands in it, as all who could decide.
    """

    OWN: ClassVar[Sentence] = _(
        "An archive was imported by an officer who stands in it, because no other one could: %(lines)s results."
    )

    lines: int
    digest: str
    is_own_case: bool | Absent = ABSENT

    @property
    def sentence(self) -> Sentence:
        """Return the sentence, which says so if it was an own case."""
        return self.words if self.is_own_case is ABSENT else self.OWN


@act("archive_undone", _("An archive was undone."), lasting=_reasons.DECIDED)
class ArchiveUndone(Act):
    """An archive was taken back, or put aside before its import; the subject is the archive."""

    digest: str
