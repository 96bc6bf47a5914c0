"""Archives of old results: checked with every refused row, imported whole or not at all, and undone by one act."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from matches.models import Player
from tests import factories
from tests.exchange.test_archives import table
from tests.tournaments.test_feed_verdicts import rate
from tournaments.actions.exchange import archives
from tournaments.actions.federations import log, members, merging, setup
from tournaments.actions.lists import computing, keeping
from tournaments.errors.exchange import (
    ArchiveOver,
    PeopleUnnamed,
    RowsRefused,
    TableRefused,
    UnknownPersonOfFile,
)
from tournaments.errors.federations import BothPlayed, NotAnOfficer, OwnCase
from tournaments.models import (
    Archive,
    ArchivePosition,
    ArchiveState,
    Federation,
    FeedRow,
    FeedVerdict,
    OfficeKind,
    RatingHistory,
)
from tournaments.queries.audit.evidence_checks import findings_of_federation
from tournaments.queries.feed.facts import FeedFacts
from tournaments.queries.ratings.histories import unpacked
from tournaments.tasks import run_due

pytestmark = pytest.mark.django_db

HEADING = "winner,winner_number,loser,length,day,event,winner_score,loser_score"
OLD = (
    "Ada Löv,FR-1,Ben,7,1998-05-02,Open de Nantes,7,3",
    "Ben,,Cyd,5,1998-05-03,Open de Nantes,,",
    "Ben,,Cyd,5,1998-05-03,Open de Nantes,,",
    "Cyd,,Ben,9,1999-05-01,Open de Nantes,10,0",
)


@pytest.fixture
def federation() -> Federation:
    """A federation in which Ada has a number, with a player called Ben."""
    federation = factories.federation()
    members.give_number(federation, factories.player("Ada Other"), by=None, number="FR-1")
    factories.player("Ben")
    return federation


def enter(federation: Federation, *rows: str, kind: str = "matches", heading: str = HEADING) -> Archive:
    return archives.enter_archive(
        federation, by=None, data=table(*rows, heading=heading), kind=kind, source="The club's book"
    )


def imported(federation: Federation, *rows: str) -> Archive:
    archive = archives.name_everybody(enter(federation, *rows), by=None)
    return archives.import_archive(archive, by=None)


def refused(refusal: RowsRefused) -> list[tuple[int, str]]:
    """The refused rows by line and code."""
    rows: Any = refusal.data["rows"]
    return [(row["line"], row["code"]) for row in rows]


def chains(federation: Federation) -> list[list[str]]:
    """What became of each match, in the order in which the matches came."""
    by_match: dict[str, list[str]] = {}
    for row in FeedRow.objects.filter(federation=federation).order_by("number"):
        by_match.setdefault(row.match_uid, []).append(row.change)
    return list(by_match.values())


class TestCheck:
    @pytest.mark.both_databases
    def test_a_dry_run_names_every_refused_row_and_stores_nothing(self, federation: Federation) -> None:
        rows = (
            *OLD,
            "Ada,,Ada,7,1998-05-02,Open,,",
            "Ada,,Ben,6,1998-05-02,Open,,",
            "Ada,,Ben,7,soon,Open,,",
        )
        data = table(*rows, heading=HEADING)
        check = archives.check_archive(federation, data, by=None, kind="matches")
        assert (check.lines, check.events, check.named) == (4, 1, 1)
        assert [(fault.line, fault.code.value) for fault in check.faults] == [
            (6, "same_player"),
            (7, "bad_length"),
            (8, "bad_day"),
        ]
        assert [(one.key, [player.name for player in one.candidates]) for one in check.unnamed] == [
            ("Ben", ["Ben"]),
            ("Cyd", []),
        ]
        with pytest.raises(RowsRefused) as refusal:
            enter(federation, *rows)
        assert [line for line, _code in refused(refusal.value)] == [6, 7, 8]
        assert not Archive.objects.exists()
        assert Player.objects.filter(name="Cyd").count() == 0

    @pytest.mark.parametrize(
        "data", [b"PK\x03\x04" + b"\0" * 100, b"," * 1_000_000, b"x" * (8 * 1024 * 1024 + 1), b"\xff\xfe"]
    )
    def test_what_is_no_table_is_refused_whole(self, federation: Federation, data: bytes) -> None:
        with pytest.raises(TableRefused):
            archives.check_archive(federation, data, by=None, kind="matches")

    def test_only_who_rates_may(self, federation: Federation) -> None:
        auditor = factories.officer(federation, OfficeKind.AUDITOR)
        archive = enter(federation, *OLD)
        for act in (archives.name_everybody, archives.import_archive, archives.undo_archive):
            with pytest.raises(NotAnOfficer):
                act(archive, by=auditor)
        with pytest.raises(NotAnOfficer):
            archives.check_archive(federation, b"", by=auditor, kind="matches")

    def test_matches_from_before_a_list_begins_are_told_of(self, federation: Federation) -> None:
        begins = date(1998, 5, 3)
        for name, first in (("National", begins), ("Later", date(2020, 1, 1)), ("Open", None)):
            keeping.create_list(federation, by=None, name=name, formula="fibs", starts_on=first)
        check = archives.check_archive(federation, table(*OLD, heading=HEADING), by=None, kind="matches")
        assert [(one.list.name, one.matches) for one in check.later] == [("Later", 4), ("National", 1)]
        assert "1 match was played before National begins on 3 May 1998." in check.later[1].words
        assert "4 matches were played before Later begins" in check.later[0].words
        assert archives.check_of_archive(enter(federation, *OLD)).later == check.later


class TestImport:
    def test_an_officer_names_who_has_no_number(self, federation: Federation) -> None:
        archive = enter(federation, *OLD)
        assert enter(federation, *OLD) == archive, "the same table is the same archive"
        assert list(archive.people) == ["#FR-1"]
        with pytest.raises(PeopleUnnamed, match="Ben, Cyd"):
            archives.import_archive(archive, by=None)
        namesake = factories.player("Ben")
        archive = archives.name_everybody(archive, by=None)
        assert set(archive.people) == {"#FR-1", "Cyd"}, "of two namesakes nobody is chosen"
        with pytest.raises(UnknownPersonOfFile):
            archives.name_in_archive(archive, by=None, person="Dee")
        archive = archives.name_in_archive(archive, by=None, person="Ben", player=namesake)
        archives.import_archive(archive, by=None)
        assert FeedRow.objects.filter(two=namesake).count() == 2
        assert Player.objects.get(name="Cyd").has_profile is None
        assert (log.verify(federation), list(findings_of_federation(federation))) == ([], [])

    def test_rows_have_the_source_and_count_in_their_order(self, federation: Federation) -> None:
        rule = rate(federation, must_be_sanctioned=True, membership="nobody")
        archive = imported(federation, *OLD)
        rows = list(FeedRow.objects.order_by("day", "event_uid", "slot"))
        assert {row.source for row in rows} == {f"archive:{archive.uid}"}
        assert [(row.day, row.length, row.score_one, row.score_two) for row in rows] == [
            (date(1998, 5, 2), 7, 7, 3),
            (date(1998, 5, 3), 5, 5, 0),
            (date(1998, 5, 3), 5, 5, 0),
            (date(1999, 5, 1), 9, 10, 0),
        ]
        assert len({row.event_uid for row in rows}) == 2, "the same name a year later is another event"
        assert len({row.match_uid for row in rows}) == 4, "two may meet twice on a day"
        facts = [FeedFacts.from_dict(row.facts).archived for row in rows]
        assert [one and (one.event, one.confidence, one.has_score) for one in facts] == [
            ("Open de Nantes", "probable", has_score) for has_score in (True, False, False, True)
        ]
        run_due()
        verdicts = FeedVerdict.objects.filter(rule=rule)
        assert list(verdicts.values_list("reason", flat=True)) == [""] * 4
        theirs = rate(factories.federation("BGF"))
        assert set(FeedVerdict.objects.filter(rule=theirs).values_list("reason", flat=True)) == {
            "not_accepted"
        }

    def test_undoing_restores_the_list_and_the_table_may_come_again(self, federation: Federation) -> None:
        rate(federation)
        rating_list = keeping.create_list(federation, by=None, name="National", formula="fibs")
        imported(federation, "Ada,FR-1,Ben,7,1990-01-01,Cup,7,0")
        run_due()
        before = computing.compute(rating_list).digest
        archive = imported(federation, *OLD)
        run_due()
        assert computing.compute(rating_list).digest != before
        archive = archives.undo_archive(archive, by=None)
        run_due()
        assert computing.compute(rating_list).digest == before
        rows = RatingHistory.objects.filter(list=rating_list).values_list("bucket", "matches")
        assert len({match.player for row in rows for match in unpacked(*row)}) == 2
        assert chains(federation) == [["final"], *[["final", "cancelled"]] * 4]
        with pytest.raises(ArchiveOver):
            archives.undo_archive(archive, by=None)
        again = imported(federation, *OLD)
        assert again != archive
        assert chains(federation) == [["final"], *[["final", "cancelled", "final"]] * 4]
        assert (log.verify(federation), list(findings_of_federation(federation))) == ([], [])

    def test_a_match_of_another_archive_and_one_against_oneself_refuse_the_whole(
        self, federation: Federation
    ) -> None:
        imported(federation, *OLD)
        other = archives.name_everybody(enter(federation, "Dee,,Ben,7,1998-05-02,Cup,,", *OLD[:1]), by=None)
        with pytest.raises(RowsRefused) as refusal:
            archives.import_archive(other, by=None)
        assert refused(refusal.value) == [(3, "in_another_archive")]
        ben = Player.objects.get(name="Ben")
        archive = enter(federation, "Eve,,Ben,7,2001-05-02,Cup,,", "Ben,,Ada,7,2001-05-02,Cup,,")
        archive = archives.name_in_archive(archive, by=None, person="Eve", player=ben)
        archive = archives.name_everybody(archive, by=None)
        with pytest.raises(RowsRefused) as refusal:
            archives.import_archive(archive, by=None)
        assert refused(refusal.value) == [(2, "same_player")]
        archive.refresh_from_db()
        assert (archive.state, FeedRow.objects.count()) == (ArchiveState.WAITING, 4)

    def test_two_who_met_in_an_archive_are_two_people(self, federation: Federation) -> None:
        """Merged before, they refuse the import; imported, they refuse the merge."""
        players = [factories.player(name) for name in ("Ben Bold", "Ben Boldt")]
        for number, player in enumerate(players):
            members.give_number(federation, player, by=None, number=f"B-{number}")
        archive = enter(
            federation,
            "Ben Bold,B-0,Ben Boldt,7,2001-05-02,Cup,,",
            "Ben Bold,B-0,Zoe,7,2001-05-02,Cup,,",
        )
        archive = archives.name_in_archive(archive, by=None, person="Ben Boldt", player=players[1])
        archive = archives.name_everybody(archive, by=None)
        merge = factories.merge(federation, players[1], into=players[0], number="B-0")
        with pytest.raises(RowsRefused) as refusal:
            archives.import_archive(archive, by=None)
        assert refused(refusal.value) == [(2, "same_player")]
        merging.undo_merge(merge, by=None)
        archive = archives.import_archive(archive, by=None)
        with pytest.raises(BothPlayed, match="both played in Cup"):
            factories.merge(federation, players[1], into=players[0], number="B-0")
        archives.undo_archive(archive, by=None)
        factories.merge(federation, players[1], into=players[0], number="B-0")

    def test_an_officer_who_played_does_not_import_alone(self, federation: Federation) -> None:
        officer = Player.objects.get(name="Ben")
        setup.give_office(federation, officer, by=None, kind=OfficeKind.RATING_OFFICER)
        archive = archives.enter_archive(
            federation, by=officer, data=table(*OLD, heading=HEADING), kind="matches", source="Book"
        )
        archive = archives.name_everybody(archive, by=officer)
        with pytest.raises(OwnCase):
            archives.import_archive(archive, by=officer)
        archives.import_archive(archive, by=factories.officer(federation, OfficeKind.RATING_OFFICER))
        assert FeedRow.objects.count() == 4

    def test_an_officer_names_no_results_of_another_one_s_table_as_their_own_and_imports_it(
        self, federation: Federation
    ) -> None:
        other, officer = (factories.officer(federation, OfficeKind.RATING_OFFICER) for _ in range(2))
        archive = archives.enter_archive(
            federation, by=other, data=table("Otto,Ida,7,1998-05-02,Open"), kind="matches", source="Book"
        )
        for person, player in (("Otto", officer), ("Ida", other)):
            archive = archives.name_in_archive(archive, by=officer, person=person, player=player)
        with pytest.raises(OwnCase):
            archives.name_in_archive(archive, by=officer, person="Otto", player=None)
        president = Player.objects.get(name="Paula President")
        with pytest.raises(OwnCase):
            archives.import_archive(archive, by=officer)
        archives.import_archive(archive, by=president)


@pytest.mark.both_databases
def test_positions_are_readable_and_never_rated(federation: Federation) -> None:
    rows = ("1,Ben,,1998-05-03,Open", "2,Ada,FR-1,1998-05-03,Open")
    archive = enter(federation, *rows, kind="positions", heading="position,player,number,day,event")
    archives.import_archive(archives.name_everybody(archive, by=None), by=None)
    places = ArchivePosition.objects.order_by("position").values_list("position", "player__name")
    assert list(places) == [(1, "Ben"), (2, "Ada Other")]
    assert not FeedRow.objects.exists()
    assert archives.check_of_archive(archive).lines == 2
    assert archives.undo_archive(archive, by=None).state == ArchiveState.UNDONE
    assert list(findings_of_federation(federation)) == []
