"""Refusals about entry, qualification, withdrawal and re-entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class RegistrationClosed(DomainError):
    """The event accepts no entrants this way now."""

    message = _("Registration for %(event)s is closed. Ask at the desk.")


class AlreadyEntered(DomainError):
    """The player is already entered in the event."""

    message = _("%(player)s is entered in this event already.")


class WithdrawnByPartner(DomainError):
    """Whoever withdrew a pair or team lets it come back, or the desk."""

    message = _("%(player)s has withdrawn this entry. Ask %(player)s to take part again, or the desk.")


class SimilarPlayers(DomainError):
    """Players with a similar name exist; `candidates` holds them, the closest first."""

    message = _(
        "There are players with a similar name: %(names)s. Choose one of them, or say that this is another person."
    )


class UnclearName(TypedDict):
    """A typed name with the public values of the players who may be meant."""

    name: str
    candidates: list[dict[str, Any]]


class NamesUnclear(DomainError):
    """Typed names are close to those of known players; `unclear` holds each with its candidates."""

    message = _(
        "Known players have nearly these names: %(names)s. Say of each whether it is the known player or somebody new."
    )

    def __init__(self, unclear: Sequence[UnclearName]) -> None:
        self.unclear = tuple(unclear)
        super().__init__(names=", ".join(one["name"] for one in unclear), unclear=list(unclear))


class LateForTheEvening(DomainError):
    """No newcomer can join: the last round is paired, or no place is free."""

    message = _(
        "Nobody can join any more, so %(player)s is not entered. Ask the director for a match beside."
    )


class NobodyIsMeant(DomainError):
    """Somebody arrives without a name."""

    message = _("Type the name of the player who arrives.")
    status = 400


class HasWithdrawn(DomainError):
    """The entrant has left the event."""

    message = _("%(entrant)s has withdrawn from this event. Before the draw an entrant may return.")


class EntryNotAgreed(DomainError):
    """A side whose partner has not agreed is not in the event yet."""

    message = _("A partner of %(entrant)s has not agreed yet. The desk can enter the side at once.")


class NotWithdrawn(DomainError):
    """Only a withdrawn entrant can return."""

    message = _("%(entrant)s has not withdrawn.")


class NotAnAlternate(DomainError):
    """Only an alternate can take a place."""

    message = _("%(entrant)s is not waiting for a place. Choose an alternate.")


class EventIsFull(DomainError):
    """Every place of the event is taken."""

    message = _(
        "All %(capacity)s places are taken. Raise their number, or leave the player among the alternates."
    )


class CapacityTooSmall(DomainError):
    """The capacity is smaller than the number of entrants with a place."""

    message = _("Places taken already: %(entrants)s. Give at least that many.")


class ListTooLarge(DomainError):
    """A player list exceeds the limits."""

    message = _("A list has at most %(rows)s rows and %(kib)s KiB. Split it into several.")
    status = 413


class ListUnreadable(DomainError):
    """A player list has no recognizable column of names."""

    message = _(
        "No names can be found in this list. It needs a heading line with a column called name, and commas, "
        "semicolons or tabs between the columns. Or say which column has the names."
    )
    status = 400


class ListQuoteOpen(ListUnreadable):
    """A quote opens in a `line` of a list and is not closed there."""

    code = "list_quote_open"
    message = _(
        "In line %(line)s of this list a quote is opened and not closed where its cell ends, so that the lines after it "
        "would be lost. Close the quote or take it out."
    )


class ListAnswerUnknown(DomainError):
    """An answer to a list names a `line` that it has not, or somebody who is no candidate of the line."""

    message = _(
        "In line %(line)s of this list nobody like that is asked about. Answer with the id of one of its candidates, "
        "or with “new”."
    )
    status = 400


class NobodyWaits(DomainError):
    """The event has no waiting list, because the next event opens instead."""

    message = _(
        "%(event)s opens the next one when it is full, so there are no alternates. Enter the player: after the last place "
        "it is in the next one."
    )


class NotAnnounced(DomainError):
    """The draw of an event that starts by itself cannot be announced, because its entrants are not known before."""

    code = "starts_by_itself"
    message = _(
        "%(event)s is drawn as soon as it is full, so its entrants cannot be announced first. To "
        "announce the draw, switch the automatic start off."
    )


class QualifyingCircle(DomainError):
    """Events cannot qualify for each other in a circle."""

    message = _(
        "%(target)s qualifies for %(event)s already, directly or through others. Choose an event that does not."
    )


class QualifierOfAnotherKind(DomainError):
    """An event cannot qualify for one of another kind, such as pairs for singles."""

    message = _(
        "%(event)s and %(target)s are not played by the same kind of entrants. Choose an event of the same kind."
    )


class NoTarget(DomainError):
    """The event qualifies for no other event."""

    message = _("%(event)s qualifies for no other event. Choose in its settings which one.")


class QualifierNotComplete(DomainError):
    """The qualifiers are not certain yet."""

    message = _("It is not certain yet who qualifies from %(event)s. Finish its matches first.")


class TiedForQualifying(DomainError):
    """Entrants are tied for the last qualifying places; the director must decide."""

    message = _(
        "In %(event)s %(count)s qualify, and the places %(places)s are shared. Decide the tie by lot, by a playoff or by "
        "hand, or choose who qualifies."
    )


class KeptForQualifiers(DomainError):
    """The free places are reserved for qualifiers; the desk may override this."""

    message = _(
        "The free places of %(event)s are kept for qualifiers: %(kept)s. Let one more in, free the places where the "
        "qualifier is directed, or let the entry wait among the alternates."
    )


class NotEligible(DomainError):
    """The division is closed to a player; `details` has each reason. A director may override this."""

    message = _(
        "The division %(division)s is closed: %(reasons)s Enter another division, or ask a director, who can let in with a "
        "reason."
    )
    can_override = True


class MayEnter(DomainError):
    """The division is open to the entrant, so nobody lets it in."""

    message = _("The division is open to %(entrant)s. There is nothing to decide.")


class InvalidEntryRules(DomainError):
    """The rules of a division have an unknown field, or a value that a field cannot have."""

    message = _("These rules cannot be read: %(why)s. docs/federations.md lists their fields.")
    status = 400


class MoreThanQualify(DomainError):
    """More places would be freed than entrants qualify."""

    message = _("From %(event)s %(places)s qualify. Free at most as many places.")
    status = 400


class InvalidReEntry(DomainError):
    """The re-entry rule is invalid; `details` lists the codes of its faults."""

    code = "invalid_reentry"
    message = _("The rule for coming back is not right. %(problems)s")
    status = 400


class NoReEntry(DomainError):
    """The event has no re-entry."""

    code = "no_reentry"
    message = _(
        "Nobody comes back in %(event)s after a loss. A director can allow it in the rule of the event."
    )


class ReEntryRefused(DomainError):
    """The re-entry rule does not allow this; `details` lists the codes of the reasons."""

    code = "reentry_refused"
    message = _("%(entrant)s cannot come back. %(problems)s")


class PlaysElsewhere(DomainError):
    """The player has begun to play in a stage for losers, so a re-entry is not possible."""

    message = _(
        "%(entrant)s has begun a match in “%(stage)s” and goes on there. Coming back is possible until the first match "
        "there begins."
    )


class HasComeBack(DomainError):
    """The entrant has re-entered as another entrant, which plays on instead."""

    message = _(
        "%(entrant)s is back as %(name)s, and only that entry plays on. Say it for %(name)s, or let that entry leave first."
    )
