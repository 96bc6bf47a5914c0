"""What the next season of a league refuses."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class NotALeague(DomainError):
    """The stage has no seasons."""

    code = "not_a_league"
    message = _("Only a league has a next season. Make a new event instead.")
    status = 400


class SeasonNotComplete(DomainError):
    """Matches of the season are still to be played."""

    code = "season_not_complete"
    message = _(
        "The season is not complete: %(matches)s matches have no result yet. Enter their results, or give them as "
        "forfeits."
    )


class SeasonFollowed(DomainError):
    """The next season exists already."""

    code = "season_followed"
    message = _("The next season exists already: %(event)s.")
