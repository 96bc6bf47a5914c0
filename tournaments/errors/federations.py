"""What is refused about federations: offices, clubs, numbers, memberships and sanctions."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class NotAnOfficer(DomainError):
    """The person has no office of the federation that allows it."""

    message = _("Only officers of %(federation)s with the right to %(right)s may do this. Ask its president.")
    status = 403


class LastPresident(DomainError):
    """A federation always has a president."""

    message = _("%(federation)s always has a president. Name another president first.")


class OfficeHeld(DomainError):
    """The person holds this office already."""

    message = _("%(player)s holds this office already.")


class OtherFederation(DomainError):
    """Two things that belong to different federations."""

    message = _("These do not belong together: they are of different federations.")
    status = 400


class ClubMerged(DomainError):
    """A club that has become part of another one is not changed any more."""

    message = _("%(club)s has become part of another club. Change that one, or part them again.")


class SameClub(DomainError):
    """A club cannot become part of itself."""

    message = _("%(club)s cannot become part of itself. Choose another club.")
    status = 400


class ClubNotMerged(DomainError):
    """Only a club that has become part of another one can be parted from it."""

    message = _("%(club)s is not part of another club.")


class NumberTaken(DomainError):
    """A number belongs to one person of a federation."""

    message = _("The number %(number)s belongs to another player. Choose another, or look for duplicates.")


class HasNumber(DomainError):
    """A person has one number in a federation."""

    message = _("%(player)s has the number %(number)s already. Correct that one instead.")


class MembershipsOverlap(DomainError):
    """The memberships of a member do not overlap."""

    message = _("%(player)s is a member from %(start)s already. End that membership first.")


class PlayerMerged(DomainError):
    """A player who has been merged into another one is not used any more."""

    message = _("%(player)s has been merged with another entry of the same person. Use that one.")


class SanctionDecided(DomainError):
    """Only the federation changes what it has decided."""

    message = _("%(federation)s has decided on this event already. Ask its officers.")


class SanctionOpen(DomainError):
    """An event is submitted to a federation once."""

    message = _("This event has been submitted to %(federation)s already.")


class SanctionNotAsked(DomainError):
    """A federation decides on what a director has submitted."""

    message = _(
        "%(event)s has been withdrawn from %(federation)s by its director, who can submit it again. "
        "You decide on it then."
    )


class OwnCase(DomainError):
    """An officer never decides on themself alone."""

    message = _("This concerns you. Ask another officer of %(federation)s.")
    status = 403


class SamePlayer(DomainError):
    """A player cannot be a duplicate of themself."""

    message = _("These are one entry of %(player)s already. Choose another one.")
    status = 400


class BothPlayed(DomainError):
    """Two who both played in one event are two people."""

    message = _("%(one)s and %(two)s both played in %(event)s, so they are two people.")


class BothEntered(DomainError):
    """One person has one entry in an event that is not over."""

    message = _("%(one)s and %(two)s are both in %(event)s. Withdraw one of the two entries first.")


class AccountStays(DomainError):
    """Who signs in goes on; the other entry is merged into that one."""

    message = _("%(player)s has an account. Merge the other entry into this one.")


class NotInFederation(DomainError):
    """A federation merges players who are its members or have played in its events."""

    message = _("%(player)s is neither a member of %(federation)s nor has entered one of its events.")


class MergeOver(DomainError):
    """A merge is undone once."""

    message = _("This merge has been undone already.")


class BothNumbered(DomainError):
    """A person has one number in a federation: where two are merged, one of their numbers goes on."""

    message = _(
        "%(one)s has the number %(first)s and %(two)s the number %(second)s. Say which number goes on."
    )


class BothNumberedElsewhere(DomainError):
    """A federation alone decides which of its numbers goes on."""

    message = _("%(one)s and %(two)s both have a number of %(federation)s. Ask %(federation)s to merge them.")


class NumberedElsewhere(DomainError):
    """The federation of a person's first number alone corrects the name, or lets another entry go on."""

    message = _(
        "%(player)s has a number of %(federation)s, which had them first. Ask a registrar of %(federation)s, or the operator "
        "of this installation."
    )


class NumberOfNeither(DomainError):
    """The number that goes on is one of those of the two who are merged."""

    message = _("Neither %(one)s nor %(two)s has the number %(number)s. Choose one of theirs.")
    status = 400


class NumberNeedsConsent(DomainError):
    """A number follows from an entry in a sanctioned event, or the person accepts it."""

    message = _(
        "%(player)s has entered no event that %(federation)s sanctioned. Invite the person to accept the number."
    )


class InvitationNotValid(DomainError):
    """An invitation is accepted once, while it is valid and whoever made it may still invite."""

    message = _("This invitation is not valid any more. Ask for a new one.")
    status = 404


class FormerNumber(DomainError):
    """What is new is added to the number that goes on."""

    message = _("%(number)s is a former number of %(player)s. Use %(current)s.")


class MergeAlreadyWaits(DomainError):
    """A player is asked about one merge of a federation at a time."""

    message = _("A merge of %(player)s into %(into)s waits for an answer. Withdraw that one first.")


class MergeNotWaiting(DomainError):
    """A merge is agreed to or declined while it waits."""

    message = _("This merge waits for no answer any more. Its page says what was decided.")


class MergeOutdated(DomainError):
    """What was agreed to is the merge of two entries as they were when the federation asked."""

    message = _(
        "Since %(federation)s asked, one of the two has got an account or was merged with another entry. "
        "Decline; the federation can ask again."
    )


class NoCountingRules(DomainError):
    """A list is computed by counting rules that are in force."""

    message = _("%(list)s has no counting rules in force. Set the rules of the federation first.")


class CountingNameTaken(DomainError):
    """Rules of a list's own have its name, so no other counting rules in force have it."""

    message = _(
        "Counting rules of the name %(name)s are in force. Use them in place of rules of its own, or give the list "
        "another name."
    )


class UnknownFormula(DomainError):
    """The formula of a list is one that there is."""

    message = _("There is no formula %(formula)s. The formulas are %(formulas)s.")
    status = 400


class FormulaByPeriod(DomainError):
    """A list is computed match by match, so its formula rates matches."""

    message = _("%(formula)s rates periods, and a list is computed match by match. Choose another formula.")
    status = 400


class WrongParameters(DomainError):
    """The parameters of a formula are those that it has."""

    message = _("The parameters do not fit the formula: %(reason)s.")
    status = 400


class ListOfOtherOrigin(DomainError):
    """A computed list is published, and an uploaded one is uploaded."""

    message = _(
        "This is not done with %(list)s: computed lists have a formula and are published, others are uploaded."
    )


class DayTooEarly(DomainError):
    """Official lists follow each other in time."""

    message = _("Official list %(number)s is as of %(day)s. Choose a later day.")


class DayTooLate(DomainError):
    """An official list is as of a day that has come."""

    message = _("This day has not come yet.")


class RatingsTooLarge(DomainError):
    """A file of ratings exceeds the limits."""

    message = _("A file of ratings has at most %(rows)s rows and %(mib)s MiB.")
    status = 413


class RatingsUnreadable(DomainError):
    """A file of ratings has no recognizable columns."""

    message = _(
        "No ratings can be found in this file. It needs a heading line with a column called number or "
        "uid and one called rating. Commas, semicolons or tabs stand between the columns."
    )
    status = 400


class RatingsQuoteOpen(RatingsUnreadable):
    """A quote opens in a `line` of a file of ratings and is not closed there."""

    code = "ratings_quote_open"
    message = _(
        "In line %(line)s of this file a quote is opened and not closed where its cell ends, so that the lines after it "
        "would be lost. Close the quote or take it out."
    )


class WrongCountingRules(DomainError):
    """Counting rules have an unknown field, or a value that a field cannot have."""

    message = _("These counting rules cannot be read: %(why)s. docs/ratings.md lists their fields.")
    status = 400


class InvalidTerms(DomainError):
    """The scheme or the classes of a season are not what they must be."""

    message = _(
        "The terms of the season cannot be read at %(place)s (%(fault)s). Correct that and send it again."
    )
    status = 400


class PointsSeasonBegun(DomainError):
    """A season is changed only before it begins."""

    message = _("%(season)s has begun, so its terms are fixed. Set up another season.")


class PointsSeasonRunning(DomainError):
    """A final table is published after the last day."""

    message = _("%(season)s runs until %(day)s. Publish its final table after that day.")


class PointsSeasonOver(DomainError):
    """A season with a final table is not changed any more."""

    message = _("The final table of %(season)s is published already and stays as it is.")
