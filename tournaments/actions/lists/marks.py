"""What a list depends on but the rows of the feed: its rules, its settings and the merges, and what differs of it."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from matches.models import Player
from tournaments.models import (
    CountingRule,
    LatePolicy,
    ListState,
    OfficialList,
    OpeningRating,
    RatingList,
)
from tournaments.queries.ratings.rated_rows import FeedWindow, persons
from tournaments.ratings.base import START
from tournaments.ratings.lists import ListedPlayers, ints

# It grows with the form in which histories are stored, so that every list is computed again.
_FORM = 3


@dataclass(frozen=True, slots=True)
class ListMark:
    """What a list depends on but the feed; `merges` packs the keys of each merged player and of whom they became."""

    rule: int
    revision: int
    basis: str
    window: str
    merges: bytes
    uncertainty: str = ""
    """How certain ratings are found beside the list, which changes none of them."""

    @classmethod
    def of(cls, rating_list: RatingList, rule: CountingRule, window: FeedWindow | None) -> ListMark:
        """Return the mark of a list now."""
        merges = Player.objects.exclude(merged_into=None).order_by("pk").values_list("pk", "merged_into")
        return cls(
            rule=rule.pk,
            revision=rule.revision,
            basis=sha256(basis_of(rating_list).encode()).hexdigest(),
            window="" if window is None else f"{window.number} {window.covered}",
            merges=ints(list(merges)).astype("<i8").tobytes(),
            uncertainty=rating_list.uncertainty,
        )

    @property
    def digest(self) -> str:
        """The digest of all of it."""
        values = (_FORM, self.rule, self.revision, self.basis, self.window, self.merges, self.uncertainty)
        return sha256(repr(values).encode()).hexdigest()

    def store(self, state: ListState) -> None:
        """Note on a state what its list was computed from."""
        state.mark = self.digest
        state.rule, state.revision, state.basis = self.rule, self.revision, self.basis
        state.window, state.merges = self.window, self.merges


def merges_in(data: bytes | memoryview) -> dict[int, int]:
    """Return the packed merges: of each merged player the one who goes on."""
    table = np.frombuffer(data, dtype="<i8").reshape(-1, 2)
    return dict(zip(table[:, 0].tolist(), table[:, 1].tolist(), strict=True))


def live_window(rating_list: RatingList) -> FeedWindow | None:
    """Return the feed that the live list reads: as published, where late results count in the next official list."""
    if rating_list.late != LatePolicy.ADJUST:
        return None
    last = OfficialList.objects.filter(list=rating_list).order_by("-number").first()
    return None if last is None else FeedWindow(last.feed, last.day)


def basis_of(rating_list: RatingList) -> str:
    """Return in words what every change of a list depends on."""
    values = (
        rating_list.formula,
        sorted(rating_list.parameters.items()),
        str(rating_list.order),
        rating_list.starts_on,
        sorted(_openings(rating_list).items()),
        # Only where it is another, so that lists of earlier releases stay computed.
        *([rating_list.start_rating] if rating_list.start != START else []),
    )
    return repr(values)


def opening_players(rating_list: RatingList) -> ListedPlayers:
    """Return the players before the first match of a list."""
    return ListedPlayers.newcomers(_openings(rating_list), rating_list.start_rating)


def _openings(rating_list: RatingList) -> dict[int, tuple[int, int]]:
    """Return the opening ratings by person; of two of one person, that of the player who goes on."""
    rows = list(
        OpeningRating.objects.filter(list=rating_list)
        .order_by("pk")
        .values_list("player_id", "rating", "experience")
    )
    person = persons(ints([player for player, _rating, _experience in rows])).tolist()
    openings: dict[int, tuple[int, int]] = {}
    for one, (player, rating, experience) in zip(person, rows, strict=True):
        if one == player or one not in openings:
            openings[one] = rating, experience
    return openings
