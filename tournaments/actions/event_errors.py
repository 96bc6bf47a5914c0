"""What the competition refuses about the settings of an event."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class UnknownProfile(DomainError):
    """There is no rule profile with this code."""

    code = "unknown_profile"
    message = _("There is no rule profile called %(profile)s. Choose one of: %(known)s.")
    status = 400


class InvalidRules(DomainError):
    """A setting of the rules that does not exist, or that cannot have this value; `settings` are their names."""

    code = "invalid_rules"
    message = _("These settings of the rules cannot be: %(names)s. Leave them out to play by the profile.")
    status = 400
