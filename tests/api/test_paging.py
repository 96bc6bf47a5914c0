"""Every list that comes in pages is walked to its end, one row a page, and has the rows of the whole list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import product
from typing import Any

import pytest
from django.utils import timezone

from matches.models import Player
from tests import factories
from tests.api import world
from tests.api.client import Caller
from tests.api.world import Who, World
from tests.tournaments.whole_federation import larger_federation
from tournaments.actions import checkpoints, results
from tournaments.actions.federations import merging
from tournaments.actions.lists import comparisons, publishing, uploading, variations
from tournaments.actions.people import claims
from tournaments.api.pagination import LARGEST_PAGE
from tournaments.api.reads import READS
from tournaments.models import Federation, MergeProposal, OfficialRow, RatingList, Recomputation
from tournaments.queries.ratings.variations import VariationTerms

pytestmark = pytest.mark.django_db

PAGED = [read.path for read in READS if read.order is not None]
# Lists with fewer than two rows here, each with the reason.
SHORT = {
    "lists/<slug:uid>/players/<slug:player>/": "nobody of a list has played, and a page of theirs is walked elsewhere",
}
# What an address asks for beside its ids.
QUERIES = {"lists/<slug:uid>/compare/lines/": "with={other}"}


@dataclass(frozen=True, slots=True)
class Known:
    """The ids that there are by the first part of an address, and who reads."""

    ids: dict[str, list[str]]
    root: Caller
    player: Caller

    def addresses(self, path: str) -> Iterator[str]:
        """Yield every address of a path with these ids."""
        first = path.split("/", maxsplit=1)[0]
        places = [self.ids.get(first, [])] if "<slug:uid>" in path else []
        places += [self.ids["players"]] if "<slug:player>" in path else []
        for one, *more in product(*places) if places else [("",)]:
            address = path.replace("<slug:uid>", one).replace("<slug:player>", (more or [""])[0])
            address = address.replace("<int:number>", "2")
            query = QUERIES.get(path, "")
            yield f"{address}?{query.format(other=self.ids['compared'][0])}&" if query else f"{address}?"

    def reader(self, path: str) -> Caller:
        """Who reads a list: the player what is the player's, and whoever runs the installation all others."""
        return self.player if path.startswith("me/") else self.root

    def longest(self, path: str) -> str:
        """The address of a path whose list has the most rows."""
        return max(self.addresses(path), key=lambda address: len(self.whole(path, address)))

    def whole(self, path: str, address: str) -> list[Any]:
        """The rows of a list in one page; none where there is no such list."""
        answer = self.reader(path).get(f"{address}page_size={LARGEST_PAGE}")
        assert answer.status < 500, (address, answer.body)
        if answer.status != 200:
            return []
        assert answer.body["next"] is None, address
        rows: list[Any] = answer.body["results"]
        return rows

    def one_by_one(self, path: str, address: str) -> list[Any]:
        """The rows of a list, a page for each."""
        rows: list[Any] = []
        following: str | None = f"{address}page_size=1"
        while following is not None:
            answer = self.reader(path).get(following)
            assert answer.status == 200, (following, answer.body)
            assert len(answer.body["results"]) == 1, (following, answer.body)
            rows += answer.body["results"]
            following = answer.body["next"]
            assert len(rows) <= LARGEST_PAGE, address
        return rows


@pytest.fixture
def known(run_jobs: Callable[[], int]) -> Known:
    """A world with one of everything, a larger federation, and a second row where one was alone."""
    there, federation = world.make(), larger_federation("BGF")
    run_jobs()
    _second_rows(there, federation)
    run_jobs()
    ids = {kind: [uid] for kind, uid in there.ids.items()}
    for kind, uids in _more_ids(federation).items():
        ids[kind] = list(dict.fromkeys([*uids, *ids.get(kind, [])]))
    return Known(ids, there.callers[Who.SUPERUSER], there.callers[Who.PLAYER])


def _second_rows(there: World, federation: Federation) -> None:
    """A second dispute, a second proposal of a merge, two claims, and more of a list."""
    for one in factories.open_matches(factories.drawn_stage(4, of=factories.event(there.tournament))):
        match = factories.around(one)
        report = results.report(one, by=match.one, score=(7, 5)).report
        results.dispute(report, by=match.two, reason="It was 7-6.")
    for _number in range(2):
        _claim(federation)
        pair = [factories.player() for _ in range(2)]
        MergeProposal.objects.create(federation=federation, player=pair[0], into=pair[1])
        twins = [factories.member(federation, factories.player("Tim Twin")).player for _ in range(2)]
        merging.tell_apart(federation, twins[0], other=twins[1], by=None)
    national = RatingList.objects.get(federation=federation, name="National")
    publishing.publish_list(national, by=None, day=date(2026, 2, 28))
    variations.ask_variation(national, by=None, terms=VariationTerms(formula="elo"))
    for number in (1, 2):
        Recomputation.objects.create(
            list=national, number=number, causes={"late": 1}, moved=0, touched=1, moves=b""
        )
    partner = RatingList.objects.get(federation=federation, name="Partner")
    numbers = federation.members.filter(is_former=False).order_by("pk").values_list("number", flat=True)[:3]
    rows = "".join(f"{number};1600;100\n" for number in numbers)
    data = f"number;rating;experience\n{rows}".encode()
    uploading.upload_list(partner, by=None, data=data, day=date(2026, 2, 28), source="february.csv")
    comparisons.ask_comparison(national, by=None, other=partner.uid)
    stage = factories.drawn_stage(4)
    while factories.open_matches(stage):
        factories.play_open_matches(stage)
    Player.objects.filter(entries__event=stage.event).update(has_profile=True)
    checkpoints.publish(timezone.now())


def _claim(federation: Federation) -> None:
    """Somebody of the federation who has claimed a walk-in."""
    account = factories.member(federation, factories.director("Cleo Claims")).player
    event = factories.event()
    walk_in = factories.entrant(event, "Cleo C.").side.players.get()
    _row, code = claims.make_code(event.tournament, walk_in, by=None)
    claims.claim_player(claims.find(code), by=account)


def _more_ids(federation: Federation) -> dict[str, Sequence[str]]:
    """The ids of the larger federation, with the people of its official list."""
    lists = federation.rating_lists.order_by("pk")
    rows = OfficialRow.objects.filter(official__list__in=lists).values_list("uid", flat=True)
    Player.objects.filter(uid__in=rows).update(has_profile=True)
    return {
        "federations": [federation.uid],
        "lists": [one.uid for one in lists],
        "compared": [one.uid for one in lists.filter(name="Partner")],
        "variations": list(federation.variations.values_list("uid", flat=True)),
        "archives": [one.uid for one in federation.archives.order_by("-pk")],
        "changes": list(Recomputation.objects.values_list("uid", flat=True)),
        "players": [*rows, *Player.objects.filter(has_profile=True).values_list("uid", flat=True)],
    }


def test_every_list_in_pages_is_walked_to_its_end(known: Known) -> None:
    lengths = {}
    assert len(PAGED) > 30
    for path in PAGED:
        address = known.longest(path)
        whole = known.whole(path, address)
        if whole:
            assert known.one_by_one(path, address) == whole, address
        lengths[path] = len(whole)
    assert sorted(path for path, length in lengths.items() if length < 2) == sorted(SHORT)
