"""Refusals about results and rulings, beside those of `matches.errors`."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class OwnMatchRuling(DomainError):
    """A director cannot rule on their own match."""

    message = _(
        "Nobody rules on their own match. Settle it with your opponent, on one screen or on a phone each, or ask another "
        "director."
    )
    status = 403


class OwnRuling(DomainError):
    """Whoever gave a ruling does not lead the appeal against it while another director is there."""

    message = _("You gave this ruling. Another director leads the appeal: %(directors)s.")
    status = 403


class MatchNotOpen(DomainError):
    """The match is final or cancelled."""

    message = _("This match is over or was cancelled.")


class ResultStands(DomainError):
    """A result that was not entered by a director alone cannot be taken back, only corrected."""

    message = _(
        "This result was not entered by a director alone, so it cannot be undone. A director can correct it."
    )


class WholeResultStands(DomainError):
    """The result of a board or of a match of a series does not count beside that of the whole match."""

    message = _("%(match)s was entered as a whole. Undo that result first.")


class PaperLineUnreadable(DomainError):
    """A line from paper is no result."""

    message = _("This is no result. Write name, score, name: Almeida 7-4 Costa; or table and score: 12 7-4.")


class PaperNameUnknown(DomainError):
    """A name on paper is nobody's in the event."""

    message = _("Nobody in this event is called %(name)s. Type the name as it stands in the list of players.")


class PaperTableEmpty(DomainError):
    """A line from paper begins with the number of a table at which no match of the event is open."""

    message = _("No match of this event is open at table %(table)s. Write both names: Almeida 7-4 Costa.")


class PaperSeveralFit(DomainError):
    """A line from paper fits several open matches."""

    message = _("Several matches fit: %(matches)s. Type both names, or more of a name.")


class PaperNotPaired(DomainError):
    """Two players of a line from paper are not paired against each other."""

    message = _(
        "%(one)s and %(two)s have no match here. Now open: %(now)s. Enter the earlier results first. If the hall paired "
        "otherwise, pair the round as it was played, then send this line again."
    )
