"""From the laptop to the list: directories taken along, result files made, submitted and decided on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from matches.models import Match, Player
from tests import factories
from tests.exchange.examples import ADA, BEN, RESULTS, files_of, packed
from tests.tournaments.audits import is_clean
from tests.tournaments.test_winners import event_at_end
from tournaments.actions import results
from tournaments.actions.exchange import result_files, submissions
from tournaments.actions.federations import log, members, sanctions, setup
from tournaments.actions.feed import judging
from tournaments.errors.common import Forbidden, ReasonMissing
from tournaments.errors.exchange import (
    AnswerMissing,
    MatchOfAnotherEvent,
    NothingToSend,
    NotSanctioned,
    OlderFile,
    PackageRefused,
    RowsRefused,
    SubmissionOver,
)
from tournaments.errors.federations import NotAnOfficer, OtherFederation, OwnCase
from tournaments.exchange import EventResults, read_results, write_results
from tournaments.models import (
    AcceptedMatch,
    Event,
    Federation,
    FederationEntry,
    LogEntry,
    OfficeKind,
    ResultFile,
    Submission,
    SubmissionState,
)
from tournaments.queries.audit.evidence_checks import findings_of_federation
from tournaments.queries.exchange.results import file_status
from tournaments.web.desk.log_lines import federation_log_lines

pytestmark = pytest.mark.django_db
TODAY = date(2099, 1, 1)
RATING = OfficeKind.RATING_OFFICER


@pytest.fixture
def federation() -> Federation:
    """A federation with its president."""
    return factories.federation()


@pytest.fixture
def officer(federation: Federation) -> Player:
    """Its rating officer."""
    return factories.officer(federation, OfficeKind.RATING_OFFICER)


def played_event(n: int = 4) -> Event:
    """An event whose first round is played."""
    stage = factories.drawn_stage(n)
    factories.play_open_matches(stage)
    return stage.event


def file_of(event: Event, federation: Federation) -> ResultFile:
    """The result file as it is now."""
    return result_files.make_result_file(event, federation, by=factories.owner(event.tournament))


def read_file(file: ResultFile) -> EventResults:
    return read_results(bytes(file.content), today=TODAY).results


def correct_one(event: Event) -> Match:
    """Turn round the result of one match."""
    match = Match.objects.filter(pairing__stage__event=event, final_at__isnull=False).order_by("pk").last()
    assert match is not None
    assert match.accepted_report is not None
    score = match.accepted_report.score[::-1]
    results.correct(match, by=factories.owner(event.tournament), score=score, reason="the wrong way round")
    return match


def _sent(
    federation: Federation, file: EventResults, *, named: list[Player], event: str = "", number: int = 1
) -> Submission:
    """A file of the federation that waits, its people named in their order."""
    head = replace(file.head, federation=federation.uid, federation_code=federation.code, number=number)
    file = replace(file, head=replace(head, event=event or head.event))
    submission = submissions.submit_results(federation, by=None, data=write_results(file))
    for person, player in zip(file.people, named, strict=True):
        submission = submissions.name_person(submission, by=None, person=person.player, player=player)
    return submission


def _without_ada(file: EventResults) -> EventResults:
    """The file with somebody else in the place of Ada."""
    eve = replace(ADA, player="player-eve", number="", name="Eve")

    def renamed(players: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(eve.player if player == ADA.player else player for player in players)

    return replace(
        file,
        people=(eve, BEN),
        matches=tuple(
            replace(row, winner=renamed(row.winner), loser=renamed(row.loser)) for row in file.matches
        ),
        positions=tuple(replace(row, players=renamed(row.players)) for row in file.positions),
    )


class TestFiles:
    """The result file of an event, and what must be sent again."""

    def test_it_holds_people_matches_and_positions(self, federation: Federation) -> None:
        event = event_at_end("weekend")
        ada = event.entrants.order_by("pk")[0].side.players.get()
        members.give_number(federation, ada, by=None, number="FR-1")
        package = read_file(file_of(event, federation))
        final = Match.objects.filter(pairing__stage__event=event, final_at__isnull=False, cancelled_at=None)
        assert {row.match for row in package.matches} == {match.uid for match in final}
        assert {person.player: person.number for person in package.people}[ada.uid] == "FR-1"
        assert sum(row.wins for row in package.positions) == len(package.matches)
        assert [row.position for row in package.positions] == sorted(
            row.position for row in package.positions
        )
        assert package.head.number == 1
        assert all(row.is_rated is None for row in package.matches), "the federation has no rules"

    def test_the_same_again_is_the_same_file(self, federation: Federation) -> None:
        event = played_event()
        file = file_of(event, federation)
        assert file_of(event, federation) == file
        assert LogEntry.objects.filter(code="result_file_made").count() == 1
        assert not file_status(event, federation).changes

    def test_after_a_correction_it_says_what_must_be_sent_again(self, federation: Federation) -> None:
        event = played_event()
        first = file_of(event, federation)
        match = correct_one(event)
        assert file_status(event, federation).changes.changed == (match.uid,)
        second = file_of(event, federation)
        package = read_file(second)
        assert (package.head.number, package.head.supersedes) == (2, first.digest)
        assert {row.match: row.supersedes for row in package.matches if row.supersedes} == {match.uid: 1}
        correct_one(event)
        assert {row.supersedes for row in read_file(file_of(event, federation)).matches} == {None, 2}
        assert is_clean(event.tournament)

    def test_nothing_is_sent_before_the_first_result(self, federation: Federation) -> None:
        with pytest.raises(NothingToSend):
            file_of(factories.drawn_stage(4).event, federation)

    def test_only_a_director_makes_it(self, federation: Federation) -> None:
        event = played_event()
        with pytest.raises(Forbidden):
            result_files.make_result_file(event, federation, by=factories.clerk(event.tournament))

    @pytest.mark.parametrize("code", ["groups", "nordic", "league", "jackpot"])
    def test_every_plan_can_be_written_and_read(self, federation: Federation, code: str) -> None:
        file = file_of(event_at_end(code), federation)
        assert read_results(bytes(file.content), today=TODAY).faults == ()


class TestSubmissions:
    """The way from submitted to accepted, asked back or refused."""

    def test_nothing_is_in_force_before_it_is_accepted(self, federation: Federation, officer: Player) -> None:
        event = played_event()
        data = bytes(file_of(event, federation).content)
        submission = submissions.submit_results(federation, by=officer, data=data)
        assert submissions.submit_results(federation, by=officer, data=data) == submission
        assert not AcceptedMatch.objects.exists()
        row = submissions.accept_results(submission, by=officer)
        assert row.state == SubmissionState.ACCEPTED
        assert AcceptedMatch.objects.count() == 2
        with pytest.raises(SubmissionOver):
            submissions.accept_results(submission, by=officer)
        assert log.verify(federation) == []
        assert list(findings_of_federation(federation)) == []

    @pytest.mark.both_databases
    def test_a_later_file_takes_the_place_of_the_earlier_one(
        self, federation: Federation, officer: Player
    ) -> None:
        event = played_event()
        first = submissions.submit_results(
            federation, by=officer, data=bytes(file_of(event, federation).content)
        )
        submissions.accept_results(first, by=officer)
        match = correct_one(event)
        before = AcceptedMatch.objects.get(match_uid=match.uid)
        second = submissions.submit_results(
            federation, by=officer, data=bytes(file_of(event, federation).content)
        )
        assert submissions.check_of(second).changes.changed == (match.uid,)
        first.refresh_from_db()
        assert first.state == SubmissionState.ACCEPTED, "what was accepted holds until the next is"
        submissions.accept_results(second, by=officer)
        first.refresh_from_db()
        assert first.state == SubmissionState.REPLACED
        after = AcceptedMatch.objects.get(match_uid=match.uid)
        assert (after.winner, after.loser) == (before.loser, before.winner)
        assert AcceptedMatch.objects.count() == 2
        assert list(findings_of_federation(federation)) == []

    def test_an_older_file_is_refused(self, federation: Federation, officer: Player) -> None:
        event = played_event()
        first = file_of(event, federation)
        correct_one(event)
        submissions.submit_results(federation, by=officer, data=bytes(file_of(event, federation).content))
        with pytest.raises(OlderFile):
            submissions.submit_results(federation, by=officer, data=bytes(first.content))

    def test_asked_back_and_refused_with_a_reason(self, federation: Federation, officer: Player) -> None:
        event = played_event()
        first = submissions.submit_results(
            federation, by=officer, data=bytes(file_of(event, federation).content)
        )
        with pytest.raises(ReasonMissing):
            submissions.ask_back_results(first, by=officer, reason=" ")
        first_again = submissions.ask_back_results(first, by=officer, reason="Who is Ben?")
        assert (first_again.state, first_again.reason) == (SubmissionState.ASKED_BACK, "Who is Ben?")
        with pytest.raises(SubmissionOver):
            submissions.accept_results(first, by=officer)
        correct_one(event)
        second = submissions.submit_results(
            federation, by=officer, data=bytes(file_of(event, federation).content)
        )
        first.refresh_from_db()
        assert first.state == SubmissionState.REPLACED
        second_again = submissions.refuse_results(second, by=officer, reason="Not sanctioned.")
        assert second_again.state == SubmissionState.REFUSED
        assert not AcceptedMatch.objects.exists()
        assert list(findings_of_federation(federation)) == []

    def test_a_newcomer_of_two_files_is_one_player(self, federation: Federation, officer: Player) -> None:
        first = replace(RESULTS, head=replace(RESULTS.head, federation=federation.uid))
        second = replace(
            first,
            head=replace(first.head, event="event-00002"),
            matches=tuple(replace(row, match=f"{row.match}-b") for row in first.matches),
        )
        files = [
            submissions.submit_results(federation, by=officer, data=write_results(one))
            for one in (first, second)
        ]
        for file in files:
            for person in (ADA, BEN, BEN):
                submissions.name_person(file, by=officer, person=person.player)
            submissions.accept_results(file, by=officer)
        names = Player.objects.filter(uid__in=[ADA.player, BEN.player]).values_list("name", flat=True)
        assert sorted(names) == [ADA.name, BEN.name]
        assert not Player.objects.get(uid=BEN.player).has_usable_password()
        assert AcceptedMatch.objects.count() == 4
        assert list(findings_of_federation(federation)) == []

    def test_who_was_named_for_a_file_is_named_for_the_next_one_of_the_event(
        self, federation: Federation, officer: Player
    ) -> None:
        """A number that the federation has given meanwhile decides before."""
        results = replace(RESULTS, head=replace(RESULTS.head, federation=federation.uid))
        file = submissions.submit_results(federation, by=officer, data=write_results(results))
        ada, ben = factories.player("Ada Here"), factories.player("Ben Here")
        for person, player in ((ADA, ada), (BEN, ben)):
            submissions.name_person(file, by=officer, person=person.player, player=player)
        submissions.accept_results(file, by=officer)
        other = members.give_number(federation, factories.player("Ben Lee"), by=None, number="FR-77")
        rows = tuple(
            replace(row, number=other.number) if row.player == BEN.player else replace(row, number="")
            for row in results.people
        )
        later = replace(results, head=replace(results.head, number=2), people=rows)
        data = write_results(later)
        assert submissions.check_results(federation, data, by=officer).unknown == ()
        again = submissions.submit_results(federation, by=officer, data=data)
        assert again.people == {ADA.player: ada.uid, BEN.player: other.player.uid}

    def test_a_file_asked_back_comes_again_as_it_was_with_an_answer(
        self, federation: Federation, officer: Player
    ) -> None:
        event = played_event()
        file = file_of(event, federation)
        row = submissions.submit_results(federation, by=officer, data=bytes(file.content))
        submissions.ask_back_results(row, by=officer, reason="Who is Ben?")
        for answer in ("", "  "):
            with pytest.raises(AnswerMissing, match="asked this file back: “Who is Ben\\?”"):
                submissions.submit_results(federation, by=officer, data=bytes(file.content), answer=answer)
        again = submissions.submit_results(
            federation, by=officer, data=bytes(file.content), answer=" He plays at Brest. "
        )
        assert (again.pk, again.state, again.decided_at) == (row.pk, SubmissionState.SUBMITTED, None)
        assert (again.reason, again.answer) == ("Who is Ben?", "He plays at Brest.")
        # Once more changes nothing, and one that waits is decided on as any other.
        assert submissions.submit_results(federation, by=officer, data=bytes(file.content)) == again
        accepted = submissions.accept_results(again, by=officer)
        assert submissions.submit_results(federation, by=officer, data=bytes(file.content)) == accepted
        assert (log.verify(federation), list(findings_of_federation(federation))) == ([], [])

    def test_a_file_that_was_refused_or_replaced_does_not_come_again(
        self, federation: Federation, officer: Player
    ) -> None:
        event = played_event()
        file = file_of(event, federation)
        row = submissions.submit_results(federation, by=officer, data=bytes(file.content))
        submissions.refuse_results(row, by=officer, reason="Not sanctioned.")
        with pytest.raises(SubmissionOver, match="Only a later file of the event changes that"):
            submissions.submit_results(federation, by=officer, data=bytes(file.content), answer="Please.")

    def test_nobody_decides_on_their_own_matches(self, federation: Federation) -> None:
        event = played_event()
        player = event.entrants.order_by("pk")[0].side.players.get()
        setup.give_office(federation, player, by=None, kind=OfficeKind.RATING_OFFICER)
        submission = submissions.submit_results(
            federation, by=player, data=bytes(file_of(event, federation).content)
        )
        with pytest.raises(OwnCase):
            submissions.accept_results(submission, by=player)

    @pytest.mark.parametrize("way", ["directs", "named otherwise", "results of before"])
    def test_nobody_decides_on_a_file_of_their_own_event(
        self, federation: Federation, officer: Player, way: str
    ) -> None:
        event = played_event()
        players = [entrant.side.players.get() for entrant in event.entrants.order_by("pk")]
        if way == "directs":
            officer = factories.owner(event.tournament)
            setup.give_office(federation, officer, by=None, kind=RATING)
            submission = _sent(federation, RESULTS, event=event.uid, named=players[:2])
        else:
            submission = _sent(federation, RESULTS, named=[officer, players[1]])
        if way == "named otherwise":
            with pytest.raises(OwnCase):
                submissions.name_person(submission, by=officer, person=ADA.player, player=players[2])
        if way == "results of before":
            submissions.accept_results(submission, by=None)
            submission = _sent(federation, _without_ada(RESULTS), number=2, named=players[2:])
        with pytest.raises(OwnCase):
            submissions.refuse_results(submission, by=officer, reason="Late.")
        with pytest.raises(OwnCase):
            submissions.accept_results(submission, by=officer)

    def test_where_all_officers_took_part_one_accepts_and_the_log_says_so(self) -> None:
        president = factories.director("Paula President")
        federation = factories.federation("OWN", president=president)
        officer = factories.officer(federation, RATING)
        submission = _sent(federation, RESULTS, named=[president, officer])
        submissions.accept_results(submission, by=officer)
        [entry] = FederationEntry.objects.filter(federation=federation, code="results_accepted")
        assert entry.data["is_own_case"] is True
        assert "whose own event it is" in federation_log_lines([entry])[0].text

    def test_only_officers_with_the_right_decide(self, federation: Federation) -> None:
        event = played_event()
        data = bytes(file_of(event, federation).content)
        auditor = factories.officer(federation, OfficeKind.AUDITOR)
        with pytest.raises(NotAnOfficer):
            submissions.submit_results(federation, by=auditor, data=data)
        with pytest.raises(NotAnOfficer):
            submissions.check_results(federation, data, by=auditor)
        submission = submissions.submit_results(federation, by=None, data=data)
        with pytest.raises(NotAnOfficer):
            submissions.accept_results(submission, by=auditor)
        with pytest.raises(NotAnOfficer):
            submissions.refuse_results(submission, by=auditor, reason="no")
        with pytest.raises(NotAnOfficer):
            submissions.ask_back_results(submission, by=auditor, reason="no")
        with pytest.raises(NotAnOfficer):
            submissions.name_person(submission, by=auditor, person="x")

    def test_a_director_submits_a_sanctioned_event_here(self, federation: Federation) -> None:
        event = played_event()
        director, file = factories.owner(event.tournament), file_of(event, federation)
        sanction = sanctions.request_sanction(event, federation, by=director)
        with pytest.raises(NotSanctioned):
            result_files.submit_file(file, by=director)
        sanctions.grant_sanction(sanction, by=None)
        submission = result_files.submit_file(file, by=director)
        assert (submission.event_uid, submission.sent_by) == (event.uid, director)

    def test_results_are_sent_in_one_act_with_what_is_rated_and_who_has_a_number(
        self, federation: Federation
    ) -> None:
        stage = factories.drawn_stage(4)
        event, director = stage.event, factories.owner(stage.event.tournament)
        first = factories.open_matches(stage)[0]
        results.forfeit(first, by=director, loser="two", reason="Nobody came.")
        for _round in range(2):
            factories.play_open_matches(stage)
        judging.set_counting_rules(federation, by=None, rules={"version": 1, "membership": "nobody"})
        members.give_number(federation, first.one.players.get(), by=None, number="FR-1")
        sanction = sanctions.request_sanction(event, federation, by=director)
        with pytest.raises(NotSanctioned):
            result_files.send_results(event, federation, by=director)
        assert not ResultFile.objects.exists()
        sanctions.grant_sanction(sanction, by=None)
        submission, counts = result_files.send_results(event, federation, by=director)
        assert (counts.matches, counts.rated, counts.people, counts.numbered) == (3, 2, 4, 1)
        assert [(reason.value, count) for reason, count in counts.not_rated] == [("forfeit", 1)]
        again, _counts = result_files.send_results(event, federation, by=director)
        assert again == submission

    def test_a_match_belongs_to_one_event(self, federation: Federation, officer: Player) -> None:
        event = played_event()
        file = file_of(event, federation)
        submissions.accept_results(
            submissions.submit_results(federation, by=officer, data=bytes(file.content)), by=officer
        )
        package = read_file(file)
        other = replace(package, head=replace(package.head, event="another-event"))
        with pytest.raises(MatchOfAnotherEvent):
            submissions.submit_results(federation, by=officer, data=write_results(other))

    @pytest.mark.parametrize(
        ("spoil", "refusal"),
        [
            (lambda files: files | {"people.csv": b"x"}, PackageRefused),
            (lambda files: files | {"people.csv": files["people.csv"] + b"!,,X,,\n"}, RowsRefused),
        ],
    )
    def test_what_is_wrong_is_refused_whole(
        self,
        federation: Federation,
        spoil: Callable[[dict[str, bytes]], dict[str, bytes]],
        refusal: type[Exception],
    ) -> None:
        data = bytes(file_of(played_event(), federation).content)
        with pytest.raises(refusal):
            submissions.submit_results(federation, by=None, data=packed(spoil(files_of(data))))
        other = factories.federation("DBGV")
        with pytest.raises(OtherFederation):
            submissions.submit_results(other, by=None, data=data)
        assert not Submission.objects.exists()
