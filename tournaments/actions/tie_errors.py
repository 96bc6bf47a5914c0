"""Why a shared place cannot be decided so."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class TieNotOpen(DomainError):
    """These entrants share no place on which something depends."""

    code = "tie_not_open"
    message = _("These entrants share no place on which anything depends now. Look at the standings again.")


class TieOrderIncomplete(DomainError):
    """An order by hand names each of the tied once."""

    code = "tie_order_incomplete"
    message = _("Order all players who share the place, each once.")


class TieDecided(DomainError):
    """A playoff for this place is under way."""

    code = "playoff_under_way"
    message = _("A playoff decides these places. Let it be played, or take the decision back first.")


class TieIsUsed(DomainError):
    """Another stage was drawn after the decision."""

    code = "tie_is_used"
    message = _("“%(stage)s” was drawn with this decision. Void that draw first.")


class NoSuchDecision(DomainError):
    """There is no decision on these entrants."""

    code = "tie_not_decided"
    message = _("There is no decision on these entrants.")
