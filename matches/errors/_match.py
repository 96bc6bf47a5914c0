"""What is refused about one match, whoever asks."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from ._base import DomainError


class NotYourMatch(DomainError):
    """Somebody who does not play the match speaks for one of its sides."""

    message = _("Only the players of this match report its result. Ask them, or the director.")
    status = 403


class DirectorOnly(DomainError):
    """A director's decision, asked for by somebody else."""

    message = _("Only a director decides this. Ask the director of the tournament.")
    status = 403


class SlipNeedsDirector(DomainError):
    """A signed slip entered by somebody else than a director."""

    message = _(
        "A slip signed by both sides is entered by a director. Bring it to the desk, or report yourself."
    )
    status = 403


class OwnReport(DomainError):
    """A side answers its own report."""

    message = _("This is what your own side reported; the opponent answers it. To change it, report again.")


class MatchAlreadyFinal(DomainError):
    """The match counts officially."""

    message = _("This match is final: %(result)s. If that is wrong, a director can correct it.")


class MatchNotFinal(DomainError):
    """There is no final result that could be corrected."""

    message = _("This match is not final, so there is nothing to correct. Enter its result instead.")


class MatchCancelled(DomainError):
    """The pairing was cancelled before the match began."""

    message = _("This match was cancelled. Look at your matches for the one that replaces it.")


class DifferentReport(DomainError):
    """The opponent reported another result; `other` is the uid of that report.

    `theirs` and `yours` are both results in words, `is_same_winner` says that
    only the score differs, so that the winner goes on whatever the director
    decides about it.
    """

    message = _(
        "Your opponent reported %(theirs)s, and you report %(yours)s. Agree by confirming the opponent's report, or "
        "insist on yours: then the director decides."
    )


class PartnerReported(DifferentReport):
    """Somebody else of the own side reported another result: a question, before anything is replaced."""

    code = "partner_reported"
    message = _(
        "Your partner reported %(theirs)s, and you report %(yours)s. Ask your partner first; if yours is right, send it again "
        "to replace it."
    )


class TeamReported(PartnerReported):
    """The captain and the player of a board reported different results."""

    code = "team_reported"
    message = _(
        "Your team reported %(theirs)s, and you report %(yours)s. Ask who reported it first; if yours is right, send it "
        "again to replace it."
    )


class ReportReplaced(DomainError):
    """The side has sent a newer report since."""

    message = _("This report was replaced by a newer one of the same side. Look at the match again.")


class ReportWaits(DomainError):
    """A report waits for its answer, so the conditions of the match stay as they were when it was made."""

    message = _(
        "A result is reported already, so the match stays as it was then, with its start, penalties and length. "
        "Enter the right result yourself."
    )


class NothingToDispute(DomainError):
    """The disputed report and the other side's own say the same."""

    message = _("Your result is the one reported: there is nothing to dispute. Confirm the report instead.")


class DisputeIsOpen(DomainError):
    """The director has to rule first."""

    message = _(
        "A dispute about this match is open. Add what you have to say to it; the director's ruling ends it."
    )


class DisputeClosed(DomainError):
    """The dispute was ruled on, or settled by agreement."""

    message = _("This dispute is closed. A director can still correct the result of the match.")


class InvalidPenalty(DomainError):
    """Penalty points that cannot be: none, or more than the length has."""

    message = _(
        "A penalty is 1 to %(most)s points before a game of this match, not %(points)s before game %(game)s. Points "
        "beyond half the length lose the match already (M5, P3)."
    )
    status = 422


class InvalidLength(DomainError):
    """A length that cannot be: even, out of range, or at or below a score."""

    message = _(
        "The length cannot be %(length)s from game %(game)s on: it is an odd number from 1 to %(longest)s, above "
        "the score (M1, M5a)."
    )
    status = 422


class TextTooLong(DomainError):
    """A reason or statement beyond what is stored."""

    message = _("This text is too long: write at most %(most)s characters.")
    status = 422


class RecordTooLarge(DomainError):
    """A game record beyond the limit; `record` is the uid under which its beginning is kept for the director."""

    message = _(
        "This file has %(size)s bytes, and a game record at most %(most)s. Its beginning is kept for the director; "
        "upload the record of this one match."
    )
    status = 413


class RecordEmpty(DomainError):
    """A file without a single byte."""

    message = _("This file is empty. Choose the game record of this match.")
    status = 422


class TooManyRecords(DomainError):
    """The match has as many records as anybody can look through."""

    message = _("This match has %(most)s records already. Ask the director which of them counts.")


class MatchSuspended(DomainError):
    """The match is broken off, so nobody is called to it and no player reports it."""

    message = _("This match is suspended. A director resumes it first, and can also enter its result.")


class NotSuspended(DomainError):
    """The match is not broken off."""

    message = _("This match is not suspended.")


class InvalidSuspension(DomainError):
    """What was noted about a match that is broken off cannot be; `field` names where, `reason` says why."""

    message = _("The match cannot have stood like this. %(reason)s")
    status = 422
