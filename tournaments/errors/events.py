"""Refusals about tournaments, events, stages and their plans."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class TooManyDrafts(DomainError):
    """The owner has reached the maximum of unpublished tournaments."""

    message = _(
        "You own %(most)s drafts already. Publish one of them, or change one that is not needed into the new one."
    )


class UnknownFormat(DomainError):
    """There is no format with this code."""

    message = _("There is no format called %(format)s. Choose one of: %(known)s.")
    status = 400


class PlaysToItsEnd(DomainError):
    """Only stages in which everybody plays every round can end after any of them."""

    message = _(
        "%(event)s is played to its end: a last round can be set only where everybody plays every round, as in a Swiss. "
        "Shorten the matches instead."
    )


class FinishRuleInUse(DomainError):
    """The event has results, so another rule of finishing positions needs a reason."""

    message = _(
        "%(event)s has results, and how its places are counted is chosen before play. Keep it, or say why it changes."
    )


class RatingTermsInUse(DomainError):
    """A match of the event has begun, so another variant or declaration needs a reason."""

    message = _(
        "%(event)s has begun, and rated matches are announced before play. Keep the choice, or give "
        "the reason for the change."
    )


class RatingListInUse(DomainError):
    """The event has kept an official list, so another one needs a reason."""

    message = _(
        "%(event)s goes by the list %(list)s as of %(day)s, which holds for the whole event. Keep it, or say why it "
        "changes."
    )


class ListOfNoFederation(DomainError):
    """The list belongs to a federation that was not asked to sanction the event."""

    message = _(
        "%(list)s is a list of %(federation)s, to which %(event)s was not submitted. Submit the event first, or choose a "
        "list of another federation."
    )


class NoOfficialList(DomainError):
    """The event has no official list from which it could be seeded."""

    message = _(
        "%(event)s has no official list for its first day. Choose a rating list in its settings, or give the seeds by hand."
    )


class InvalidOptions(DomainError):
    """The options do not fit the format; `details` lists the codes of the faults."""

    message = _("The options do not fit this format. %(problems)s")
    status = 400


class OptionsFixed(DomainError):
    """Options of a stage under way cannot change so; `details` lists the codes of the reasons."""

    message = _(
        "Play cannot go on with these options. %(problems)s To end the stage before it is played out, close it; to change "
        "everything, void the draw while no match has begun."
    )


class InvalidFeeds(DomainError):
    """The feeds of a stage are invalid; `details` lists the codes of the faults."""

    message = _("The entrants cannot come from there. %(problems)s")
    status = 400


class InvalidPlan(DomainError):
    """The plan of an event is invalid; `details` lists the problems, each with the path of its field."""

    message = _("The event cannot be played so. %(problems)s")
    status = 400


class StageIsNeeded(DomainError):
    """A stage that feeds another one cannot be removed."""

    message = _("Entrants come from this stage into “%(stage)s”. Change that first, or take that stage out.")
    status = 409


class InvalidLengths(DomainError):
    """A match length is invalid (M1)."""

    message = _(
        "A match is to an odd number of points from 1 to %(longest)s (M1). Give one length, or several with the "
        "final first."
    )
    status = 400


class UnknownProfile(DomainError):
    """There is no rule profile with this code."""

    message = _("There is no rule profile called %(profile)s. Choose one of: %(known)s.")
    status = 400


class InvalidRules(DomainError):
    """A rule setting does not exist or has an invalid value; `settings` are their names."""

    message = _("These settings of the rules cannot be: %(names)s. Leave them out to play by the profile.")
    status = 400


class PlacesNeeded(DomainError):
    """An event that starts when full needs a number of places."""

    message = _("Only an event with a number of places can start when it is full. Set the places first.")


class CannotStartByItself(DomainError):
    """The event could not be drawn with every place taken; `details` lists the codes of the problems."""

    message = _("With %(capacity)s places this event could not be drawn when it is full. %(problems)s")


class HasStarted(DomainError):
    """The event is drawn, so its start can no longer be set."""

    message = _("%(event)s has started, so this can no longer be changed.")


class NotALeague(DomainError):
    """The stage has no seasons."""

    message = _("Only a league has a next season. Make a new event instead.")
    status = 400


class SeasonNotComplete(DomainError):
    """Matches of the season are not finished."""

    message = _(
        "The season is not complete. Matches without a result: %(matches)s. Enter each result, or give the match as a "
        "forfeit."
    )


class SeasonFollowed(DomainError):
    """The next season already exists."""

    message = _("The next season exists already: %(event)s.")


class EventIsClosed(DomainError):
    """The event is closed, so it takes no more entries, draws or reports."""

    message = _(
        "%(event)s is closed. A director still corrects its results; for everything else a director reopens it first."
    )


class TournamentIsClosed(DomainError):
    """The tournament is closed, so it takes no more events."""

    message = _("%(tournament)s is closed. Reopen it first: its closing page has the button.")


class StillOpen(DomainError):
    """Something is open, so closing needs a reason; `details` lists the codes."""

    message = _("%(name)s is not finished: %(matters)s Settle it first, or close anyway and say why.")


class AppealsAreOver(DomainError):
    """The period of appeals and records after the closing of the event has passed."""

    message = _(
        "%(event)s was closed, and its appeals and records were taken until %(until)s. Ask the director, who can "
        "still correct a result."
    )


class NobodyToMail(DomainError):
    """No player of the event has an address, and none was typed."""

    message = _(
        "Nobody in %(event)s has an e-mail address. Type one, or print the final page and hang it on the wall."
    )


class NotClosed(DomainError):
    """The event is open, so its places are not final."""

    message = _("%(event)s is not closed, so its places can still change. Close the event first.")


class NoSuchTime(DomainError):
    """The clocks of the zone are put forward past this time of day."""

    message = _(
        "%(clock)s is skipped on %(day)s, when the clocks of %(zone)s are put forward. Choose a time before or after."
    )
    status = 400


class TimeComesTwice(DomainError):
    """The clocks of the zone are put back, so that this time of day comes twice."""

    message = _(
        "%(clock)s comes twice on %(day)s, when the clocks of %(zone)s are put back. Choose a time before or after."
    )
    status = 400
