"""What is refused to a desk that corrects the name of a player."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class NamedByThemselves(DomainError):
    """A desk corrects what desks wrote; whoever has an account says themselves what they are called."""

    code = "named_by_themselves"
    message = _(
        "%(player)s has an account, and changes name, club and country on the page of the own profile."
    )


class PlaysAtOtherDesks(DomainError):
    """What is corrected is so in every tournament of the player, so somebody of each has to agree."""

    code = "plays_at_other_desks"
    message = _(
        "%(player)s plays in tournaments at whose desk you do not work, under the same name. "
        "Ask the operator of this installation to correct it."
    )
