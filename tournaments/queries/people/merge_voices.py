"""In which tournaments a merge lets one person act for two."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from matches.models import Player, SideMember, rows_of_persons
from tournaments.models import (
    AccessLink,
    EntrantPlayer,
    Event,
    MergeAgreement,
    MergeProposal,
    Pairing,
    Tournament,
)


def tournaments_given_a_voice(player: Player, into: Player) -> list[Tournament]:
    """Return the tournaments with an event that is not over, in which a merge would give one a voice for the other.

    The player who goes on acts for the duplicate wherever that one plays, and by a link of the duplicate also where
    both are known.
    """
    keys = _plays_in(player) | (_plays_in(into) & _known_in(player))
    return list(Tournament.objects.filter(pk__in=keys).order_by("pk"))


def tournaments_to_ask(proposal: MergeProposal) -> list[Tournament]:
    """Return the tournaments for which nobody has agreed to a merge yet."""
    agreed = set(_agreements(proposal).values_list("tournament", flat=True))
    return [one for one in tournaments_given_a_voice(proposal.player, proposal.into) if one.pk not in agreed]


def waits_for_account(proposal: MergeProposal) -> bool:
    """Whether the merge goes into an account that has not agreed; what the service itself merges asks nobody."""
    has_account = proposal.into.email is not None or proposal.into.has_usable_password()
    return (
        has_account and proposal.by is not None and not _agreements(proposal).filter(tournament=None).exists()
    )


def _agreements(proposal: MergeProposal) -> QuerySet[MergeAgreement]:
    return MergeAgreement.objects.filter(proposal=proposal.pk)


def _plays_in(player: Player) -> set[int]:
    """Return the tournaments with an event that is not over, which a person entered or in which they have a match.

    Who has withdrawn may come back, and whoever was substituted speaks for the matches before.
    """
    events = Event.objects.filter(Q(stages=None) | Q(stages__completed_at=None))
    rows = rows_of_persons([player.pk])
    entries = EntrantPlayer.objects.filter(player__in=rows, event__in=events)
    sides = SideMember.objects.filter(player__in=rows).values("side")
    pairings = Pairing.objects.filter(
        Q(match__one__in=sides) | Q(match__two__in=sides), stage__event__in=events
    )
    return {
        *entries.values_list("event__tournament", flat=True),
        *pairings.values_list("stage__event__tournament", flat=True),
    }


def _known_in(player: Player) -> set[int]:
    """Return the tournaments in which a person has an entry or a private link."""
    rows = rows_of_persons([player.pk])
    entries = EntrantPlayer.objects.filter(player__in=rows).values_list("event__tournament", flat=True)
    links = AccessLink.objects.filter(player__in=rows).values_list("tournament", flat=True)
    return {*entries, *links}
