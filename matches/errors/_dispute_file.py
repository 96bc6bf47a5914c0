"""What is refused about the file of a dispute: its exhibits, and the appeal against its ruling."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from ._base import DomainError


class InvalidExhibit(DomainError):
    """What is to be put into the file cannot be; `field` names where, `reason` says why."""

    message = _("This cannot be put into the file. %(reason)s")
    status = 422


class PhotoTooLarge(DomainError):
    """The photo has more bytes than a file keeps."""

    message = _("This photo is too large. The most is %(most)s MiB: send a smaller copy.")
    status = 413


class TooManyExhibits(DomainError):
    """The file of the dispute holds as much as it can."""

    message = _("The file holds %(most)s exhibits, the most there can be. Say the rest in a statement.")


class FileClosed(DomainError):
    """The dispute is ruled on and nobody has appealed."""

    message = _(
        "The dispute is closed, so nothing is added to its file. An appeal against the ruling opens it again."
    )


class NoRulingToAppeal(DomainError):
    """There is no ruling yet, or a newer decision has replaced it."""

    message = _(
        "There is no ruling that an appeal could be against: either nobody has ruled yet, or the result was"
        " decided anew since."
    )


class NotAppealed(DomainError):
    """Nobody has appealed in this dispute."""

    message = _("Nobody has appealed against this ruling.")


class AppealTooLate(DomainError):
    """A match that follows from the ruling has begun."""

    message = _(
        "%(match)s follows from this ruling and has begun, so a player can no longer appeal."
        " A director can still open an appeal."
    )


class AlreadyAppealed(DomainError):
    """A ruling is appealed against once."""

    message = _("There was an appeal against this ruling already. A ruling is appealed against once.")


class AppealDecided(DomainError):
    """The appeal is over."""

    message = _("This appeal is decided or was withdrawn.")


class InvalidCommittee(DomainError):
    """These people cannot decide this appeal; `reason` says why."""

    message = _("These people cannot be the committee. %(reason)s")
    status = 422


class ClubMatesOnCommittee(DomainError):
    """Somebody of the committee is of the club of a player of the match; a director may insist."""

    message = _(
        "%(names)s: same club as a player of the match. Name others, or confirm that they sit anyway."
    )
    can_override = True


class VotesBegun(DomainError):
    """The committee stays as it is once somebody has voted."""

    message = _("A vote is cast already, so the committee stays unchanged.")


class NotOnCommittee(DomainError):
    """Only the members of the committee vote."""

    message = _("Only the members of the committee vote, or a director enters their votes.")
    status = 403


class NoMajority(DomainError):
    """Not enough votes are given for either side."""

    message = _("There is no majority yet. Equal votes needed: %(needed)s.")


class NothingToChange(DomainError):
    """The committee lets the ruling stand, so there is no other result."""

    message = _("The committee lets the ruling stand, so its result stays. Leave the other result away.")
    status = 422
