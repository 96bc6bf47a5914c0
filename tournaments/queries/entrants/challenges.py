"""The challenges of a ladder, and the entrants that one may challenge."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef
from django.utils import timezone

from matches.models import Match
from tournaments.formats import ByChallenge
from tournaments.models import Challenge, Stage
from tournaments.queries.event_rows import MATCH_BEGUN
from tournaments.queries.state import StageState


@dataclass(frozen=True, slots=True)
class ChallengeLine:
    """A challenge with its match; `winner` is the uid of the winning entrant, empty while it is open."""

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
        """The primary keys of challenger and challenged."""
        return self.challenge.challenger_id, self.challenge.challenged_id

    @property
    def due_at(self) -> datetime | None:
        """The deadline of the challenge."""
        return self.challenge.due_at

    @property
    def is_open(self) -> bool:
        """Whether the challenge is neither decided nor taken back."""
        return self.challenge.taken_back_at is None and not self.is_final

    @property
    def is_overdue(self) -> bool:
        """Whether the deadline of the open challenge has passed."""
        return self.is_open and self.due_at is not None and self.due_at < timezone.now()

    @property
    def may_take_back(self) -> bool:
        """Whether the challenger may take the challenge back."""
        return self.is_open and not self.is_begun


def challenges(stage: Stage) -> tuple[ChallengeLine, ...]:
    """Return the challenges of a ladder, newest first; two queries."""
    rows = Challenge.objects.filter(stage=stage).select_related("challenger__side", "challenged__side")
    is_begun = Exists(Match.objects.filter(MATCH_BEGUN, pk=OuterRef("match_id")))
    rounds = stage.pairings.filter(cancelled_at=None).select_related("match").annotate(is_begun=is_begun)
    pairings = {pairing.round: pairing for pairing in rounds}
    lines = []
    for row in rows.order_by("-number"):
        pairing = pairings.get(row.number)
        match = None if pairing is None else pairing.match
        sides = {"one": row.challenger.uid, "two": row.challenged.uid}
        lines.append(
            ChallengeLine(
                row,
                match=None if match is None else match.uid,
                is_final=match is not None and match.is_final,
                winner="" if match is None else sides.get(match.winner, ""),
                is_begun=pairing is not None and pairing.is_begun,
            )
        )
    return tuple(lines)


def within_reach(state: StageState, entrant: str) -> tuple[str, ...]:
    """Return the uids of the entrants that this one may challenge now, best place first; no query."""
    rules = state.format
    return rules.within_reach(state.state, entrant) if isinstance(rules, ByChallenge) else ()
