"""What the competition refuses about events that start when full, and about qualifiers."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class PlacesNeeded(DomainError):
    """Without a number of places an event is never full."""

    code = "places_needed"
    message = _("Only an event with a number of places can start when it is full. Set the places first.")


class CannotStartByItself(DomainError):
    """The setup cannot be drawn with every place taken; `details` lists the codes of what is wrong."""

    code = "cannot_start_by_itself"
    message = _("With %(capacity)s places this event could not be drawn when it is full. %(problems)s")


class HasStarted(DomainError):
    """The event is drawn, so it cannot be told any more when it starts."""

    code = "has_started"
    message = _("%(event)s has started, so this can no longer be changed.")


class NobodyWaits(DomainError):
    """An alternate is asked for where the next event opens instead."""

    code = "nobody_waits"
    message = _(
        "%(event)s opens the next one when it is full, so there are no alternates. Enter the player: after the last place "
        "it is in the next one."
    )


class NotAnnounced(DomainError):
    """The draw of an event that starts by itself is to be announced."""

    code = "starts_by_itself"
    message = _(
        "%(event)s is drawn in the moment in which it is full, so nobody knows beforehand who is in the draw. Let it not "
        "start by itself if the draw is to be announced."
    )


class QualifyingCircle(DomainError):
    """Events that qualify for each other in a circle."""

    code = "qualifying_circle"
    message = _(
        "%(target)s qualifies for %(event)s already, directly or through others. Choose an event that does not."
    )


class QualifierOfAnotherKind(DomainError):
    """Pairs cannot qualify for singles."""

    code = "qualifier_of_another_kind"
    message = _(
        "%(event)s and %(target)s are not played by the same kind of entrants. Choose an event of the same kind."
    )


class NoTarget(DomainError):
    """The event qualifies for nothing."""

    code = "no_target"
    message = _("%(event)s qualifies for no other event. Choose in its settings which one.")


class QualifierNotComplete(DomainError):
    """It is not certain yet who qualifies."""

    code = "qualifier_not_complete"
    message = _("It is not certain yet who qualifies from %(event)s. Finish its matches first.")


class TiedForQualifying(DomainError):
    """The places on the line are shared, so nobody but the director can say who qualifies."""

    code = "tied_for_qualifying"
    message = _(
        "In %(event)s %(count)s qualify, and the places %(places)s are shared. Decide the tie by lot, by a playoff or by "
        "hand, or choose who qualifies."
    )


class KeptForQualifiers(DomainError):
    """The places left are kept for qualifiers; the desk may give one of them away."""

    code = "kept_for_qualifiers"
    message = _(
        "The free places of %(event)s are kept for qualifiers: %(kept)s. Let one more in, free the places where the "
        "qualifier is directed, or let the entry wait among the alternates."
    )


class MoreThanQualify(DomainError):
    """More places would be freed than are kept."""

    code = "more_than_qualify"
    message = _("From %(event)s %(places)s qualify. Free at most as many places.")
    status = 400
