"""Acts on people and their private links."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.models import Purpose

from . import _reasons
from ._base import ABSENT, Absent, Act, Form, act


@act(
    "player_corrected",
    _("Name, club or country of %(subject)s was corrected."),
    overwrites={Form.NAMES},
    lasting=_reasons.SETTING,
)
class PlayerCorrected(Act):
    """A desk corrected the name, club or country of a player."""


@act("link_made", _("A private link was made."))
class LinkMade(Act):
    """A private link was made, for a player or for an event."""

    purpose: Purpose
    player: str | Absent = ABSENT


@act("link_revoked", _("A private link was revoked."), lasting=_reasons.AGAIN)
class LinkRevoked(Act):
    """A private link was revoked."""
