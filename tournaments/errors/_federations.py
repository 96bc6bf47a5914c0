"""What is refused about federations: offices, clubs, numbers, memberships and sanctions."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class NotAnOfficer(DomainError):
    """The person has no office of the federation that allows it."""

    code = "not_an_officer"
    message = _("Only officers of %(federation)s with the right to %(right)s may do this. Ask its president.")
    status = 403


class LastPresident(DomainError):
    """A federation always has a president."""

    code = "last_president"
    message = _("%(federation)s always has a president. Make somebody else president first.")


class OfficeHeld(DomainError):
    """The person holds this office already."""

    code = "office_held"
    message = _("%(player)s holds this office already.")


class OtherFederation(DomainError):
    """Two things that belong to different federations."""

    code = "other_federation"
    message = _("These do not belong together: they are of different federations.")
    status = 400


class ClubMerged(DomainError):
    """A club that has become part of another one is not changed any more."""

    code = "club_merged"
    message = _("%(club)s has become part of another club. Change that one, or part them again.")


class SameClub(DomainError):
    """A club cannot become part of itself."""

    code = "same_club"
    message = _("%(club)s cannot become part of itself. Choose another club.")
    status = 400


class ClubNotMerged(DomainError):
    """Only a club that has become part of another one can be parted from it."""

    code = "club_not_merged"
    message = _("%(club)s is not part of another club.")


class NumberTaken(DomainError):
    """A number belongs to one person of a federation."""

    code = "number_taken"
    message = _("The number %(number)s belongs to somebody else. Give another one, or look for duplicates.")


class HasNumber(DomainError):
    """A person has one number in a federation."""

    code = "has_number"
    message = _("%(player)s has the number %(number)s already. Correct that one instead.")


class MembershipsOverlap(DomainError):
    """The memberships of a member do not overlap."""

    code = "memberships_overlap"
    message = _("%(player)s is a member from %(start)s already. End that membership first.")


class PlayerMerged(DomainError):
    """A player who has been merged into another one is not used any more."""

    code = "player_merged"
    message = _("%(player)s has been merged with another entry of the same person. Use that one.")


class SanctionDecided(DomainError):
    """Only the federation changes what it has decided."""

    code = "sanction_decided"
    message = _("%(federation)s has decided on this event already. Ask its officers.")


class SanctionOpen(DomainError):
    """An event is submitted to a federation once."""

    code = "sanction_open"
    message = _("This event has been submitted to %(federation)s already.")


class OwnCase(DomainError):
    """An officer never decides on themself alone."""

    code = "own_case"
    message = _("This concerns you. Ask another officer of %(federation)s.")
    status = 403


class SamePlayer(DomainError):
    """A player cannot be a duplicate of themself."""

    code = "same_player"
    message = _("These are one entry of %(player)s already. Choose another one.")
    status = 400


class BothPlayed(DomainError):
    """Two who both played in one event are two people."""

    code = "both_played"
    message = _("%(one)s and %(two)s both played in %(event)s, so they are two people.")


class BothEntered(DomainError):
    """One person has one entry in an event that is not over."""

    code = "both_entered"
    message = _("%(one)s and %(two)s are both in %(event)s. Withdraw one of the two entries first.")


class AccountStays(DomainError):
    """Who signs in goes on; the other entry is merged into that one."""

    code = "account_stays"
    message = _("%(player)s has an account. Merge the other entry into this one.")


class NotInFederation(DomainError):
    """A federation merges those who are its members or have played in its events."""

    code = "not_in_federation"
    message = _("%(player)s is neither a member of %(federation)s nor has entered one of its events.")


class MergeOver(DomainError):
    """A merge is undone once."""

    code = "merge_over"
    message = _("This merge has been undone already.")
