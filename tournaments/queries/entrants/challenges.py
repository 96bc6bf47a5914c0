"""A ladder as its page and the API show it: who stands where, what is open, and whom one may challenge."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef
from django.utils import timezone

from matches.models import Match
from tournaments.formats import ByChallenge
from tournaments.models import Challenge, Stage
from tournaments.queries.state import MATCH_BEGUN, StageState


@dataclass(frozen=True, slots=True)
class ChallengeLine:
    """A challenge with its match: `winner` is the uid of the entrant who won it, empty while it is open."""

    challenge: Challenge
    match: str | None
    is_final: bool
    winner: str
    is_begun: bool

    @property
    def uid(self) -> str:
        """The uid of the challenge."""
        return self.challenge.uid

    @property
    def entrants(self) -> tuple[int, int]:
        """The primary keys of both entrants."""
        return self.challenge.challenger_id, self.challenge.challenged_id

    @property
    def due_at(self) -> datetime | None:
        """Until when it is to be played."""
        return self.challenge.due_at

    @property
    def is_open(self) -> bool:
        """Whether it is still to be played."""
        return self.challenge.taken_back_at is None and not self.is_final

    @property
    def is_overdue(self) -> bool:
        """Whether it should have been played by now."""
        return self.is_open and self.due_at is not None and self.due_at < timezone.now()

    @property
    def may_take_back(self) -> bool:
        """Whether the challenger can take it back."""
        return self.is_open and not self.is_begun


def challenges(stage: Stage) -> tuple[ChallengeLine, ...]:
    """The challenges of a ladder, the newest first; two queries."""
    rows = Challenge.objects.filter(stage=stage).select_related("challenger__side", "challenged__side")
    is_begun = Exists(Match.objects.filter(MATCH_BEGUN, pk=OuterRef("match_id")))
    made = stage.pairings.filter(cancelled_at=None).select_related("match").annotate(is_begun=is_begun)
    pairings = {pairing.round: pairing for pairing in made}
    found = []
    for row in rows.order_by("-number"):
        pairing = pairings.get(row.number)
        match = None if pairing is None else pairing.match
        sides = {"one": row.challenger.uid, "two": row.challenged.uid}
        found.append(
            ChallengeLine(
                row,
                match=None if match is None else match.uid,
                is_final=match is not None and match.is_final,
                winner="" if match is None else sides.get(match.winner, ""),
                is_begun=pairing is not None and pairing.is_begun,
            )
        )
    return tuple(found)


def within_reach(state: StageState, entrant: str) -> tuple[str, ...]:
    """The uids of those whom an entrant may challenge now, the best placed first; no query."""
    rules = state.format
    return rules.within_reach(state.state, entrant) if isinstance(rules, ByChallenge) else ()
