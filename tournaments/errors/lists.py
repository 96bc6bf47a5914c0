"""What is refused about lists: their variations, their comparisons, and questions to them."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class VariationUnderWay(DomainError):
    """A federation has one variation computed at a time."""

    message = _("A variation of %(list)s is being computed. Wait until it is done, then ask again.")
    status = 409


class NothingVaried(DomainError):
    """A variation differs from the list in something."""

    message = _("This is the list as it is. Change a rule, the formula, the first day or the events.")
    status = 400


class UnknownEvents(DomainError):
    """Events that a variation leaves out have results in the feed."""

    message = _("No results are known of these events: %(events)s. Name events of the list.")
    status = 400


class TooManyEvents(DomainError):
    """A variation leaves out a limited number of events."""

    message = _("A variation leaves out at most %(most)s events. Choose the counting rules for more.")
    status = 400


class NotOnList(DomainError):
    """A question names people of a list who have a public profile."""

    message = _(
        "No player with the id %(id)s and a public profile is on %(list)s. Choose a player of the list."
    )
    status = 400


class NoUncertainty(DomainError):
    """A list shows how certain its ratings are where its federation wishes it, once it is computed."""

    message = _(
        "%(list)s does not show how certain its ratings are. Its federation chooses periods for it, and computes it."
    )


class UnevenMatches(DomainError):
    """Every match of a question has an opponent, a length and a result."""

    message = _(
        "Give each opponent a length from 1 to %(most)s and a result: open, won or lost. They follow each other."
    )
    status = 400


class TooManyMatches(DomainError):
    """A question has a limited number of matches."""

    message = _("A question has at most %(most)s matches. Take some away.")
    status = 400


class NotComparable(DomainError):
    """A list is compared with a list or an official list of its own federation."""

    message = _(
        "%(list)s is compared with a list or an official list of the same federation. Name one by its id."
    )
    status = 400


class NotCompared(DomainError):
    """Lists are read side by side once a rating officer has asked for it."""

    message = _("%(list)s and %(other)s have not been compared. A rating officer asks for it.")
    status = 409


class NoRatingsYet(DomainError):
    """An uploaded list has ratings from its first official list on."""

    message = _("%(list)s has no official list of that day yet. Upload one first.")
