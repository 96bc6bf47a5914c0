"""What is refused about the files that installations exchange."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class PackageRefused(DomainError):
    """The file cannot be read as a whole; `package_code` says why."""

    message = _("%(reason)s Nothing was stored; ask for the file again.")
    status = 400


class TableRefused(DomainError):
    """The table cannot be read as a whole; `package_code` says why, `missing` and `unknown` name columns."""

    message = _("%(reason)s Nothing was stored. Correct the table, and send it again.")
    status = 400


class RowsRefused(DomainError):
    """Rows of the file cannot be; `rows` lists each by its file, line and code."""

    message = _(
        "Rows refused: %(count)s, the first in line %(line)s of %(file)s: %(why)s. Nothing was stored; have the rows "
        "corrected and the file made again."
    )
    status = 400


class NothingToSend(DomainError):
    """A result file has one final match at least."""

    message = _("%(event)s has no final match yet. Make the file after the first result.")


class NotSanctioned(DomainError):
    """Results are submitted once the event is sanctioned."""

    message = _("%(federation)s has not sanctioned %(event)s. Submit the event first.")


class OlderFile(DomainError):
    """A later file of the event is here already."""

    message = _("File %(number)s of this event, or a later one, is here already. Send the newest one.")


class MatchOfAnotherEvent(DomainError):
    """A match belongs to one event."""

    message = _("The match %(match)s was accepted with another event. Refuse one of the two files.")


class PeopleUnnamed(DomainError):
    """A result file is accepted once everybody in it is known."""

    message = _("Not identified yet (%(count)s): %(names)s. Identify everybody first.")


class OnePersonTwice(DomainError):
    """Two people of a file who met are two players here."""

    message = _("Both sides of the match %(match)s were named as one player. Name one of them otherwise.")


class UnknownPersonOfFile(DomainError):
    """Nobody in the file has this id."""

    message = _("Nobody in this file has this id. Choose a person of the file.")
    status = 400


class SubmissionOver(DomainError):
    """A file that was decided on or replaced is not decided on again."""

    message = _("This file is %(state)s. Only a later file of the event changes that.")


class AnswerMissing(DomainError):
    """A file that was asked back comes again as it was only with an answer."""

    message = _(
        "%(federation)s asked this file back: “%(reason)s”. Answer that, and send it again as it is; or correct the "
        "results, and make a new file."
    )


class FederationHere(DomainError):
    """A federation that keeps its members here has no directory imported."""

    message = _("%(federation)s keeps its members on this installation. Nothing has to be imported.")


class ArchiveOver(DomainError):
    """An archive is named and imported once, and undone once."""

    message = _("This archive cannot be changed so: %(state)s. Enter the table again after it was undone.")
