"""Refusals of pairing by hand: what cannot be, and never what only breaks a rule."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class NotPairedByHand(DomainError):
    """The rounds of the stage are not paired one by one."""

    message = _(
        "The rounds of this stage are not paired one by one. In a bracket, move players on the page of the draw."
    )


class RoundIsOver(DomainError):
    """A later round of the stage is paired already, or the stage has fewer rounds."""

    code = "round_not_to_come"
    message = _("Round %(round)s cannot be paired by hand. Choose the round under way or a later one.")


class TwiceInRound(DomainError):
    """An entrant would sit twice in a round."""

    message = _("%(entrant)s has only one place in a round. Remove the other pair by hand first.")


class NotInRound(DomainError):
    """An entrant does not take part in a round."""

    message = _(
        "%(entrant)s does not play in round %(round)s. End the absence or bring the player back first."
    )


class OutBeforeRound(NotInRound):
    """An entrant is out of the stage before a round."""

    code = "out_before_round"
    message = _(
        "%(entrant)s was out before round %(round)s. Is a result wrong? Correct it first: then the player is in again."
    )


class PairUnderWay(DomainError):
    """A match of the round that would be broken off has begun."""

    message = _("%(match)s has begun. It is set aside if you say so: then it counts for these two alone.")


class NoSuchLine(DomainError):
    """The bracket has no line with this number."""

    message = _("This bracket has lines 1 to %(size)s. Choose one of them.")
    status = 400


class NotByLines(DomainError):
    """The stage is no bracket whose lines the draw has filled."""

    message = _("Players stand on lines in a bracket alone. Here, pair the next round by hand.")


class NotKeptApart(DomainError):
    """Nobody keeps these two apart."""

    message = _("%(first)s and %(second)s are not kept apart. Look at the page again.")
