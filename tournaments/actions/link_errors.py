"""Why a private link cannot be sent."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class NoMailAddress(DomainError):
    """The player has given no address to which a private link could go."""

    code = "no_mail_address"
    message = _("%(player)s has given no e-mail address. Make a link and let its code be scanned.")
