"""Result files in the office and at the desk: sent, looked through, decided on; and directories on a laptop."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.models import Player
from tests import factories
from tests.exchange.examples import BEN, DIRECTORY, RESULTS
from tests.tournaments.test_exchange import correct_one, played_event
from tests.web.browsing import Visitor
from tournaments.actions.exchange import submissions
from tournaments.actions.federations import members, sanctions
from tournaments.actions.feed import judging, writing
from tournaments.exchange import EventResults, write_directory, write_results
from tournaments.models import (
    AcceptedMatch,
    Federation,
    Member,
    OfficeKind,
    ResultFile,
    Submission,
    SubmissionState,
)

pytestmark = pytest.mark.django_db


def _rater(federation: Federation) -> Visitor:
    return Visitor(factories.officer(federation, OfficeKind.RATING_OFFICER))


def _file(data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("FFBG-open.zip", data, "application/zip")


def _results(federation: Federation, **changes: Any) -> EventResults:
    """The results of a laptop for this federation."""
    return replace(RESULTS, head=replace(RESULTS.head, federation=federation.uid, **changes))


def test_a_mailed_file_is_looked_at_entered_named_and_accepted() -> None:
    federation = factories.federation()
    ada = factories.player("Ada Löv")
    members.give_number(federation, ada, by=None, number="FR-1")
    bea = members.give_number(federation, factories.player("Bea Sand"), by=None, number="FR-2").player
    rater, address = _rater(federation), f"/f/{federation.uid}/office/results/upload/"
    page = rater.post(
        "office_upload_results", federation.uid, do="check", file=_file(write_results(_results(federation)))
    )
    assert "You will be asked who these people are: Ben O’Hara" in page
    assert "Ada Löv 8–5 Ben O’Hara" in page
    assert not Submission.objects.exists()
    fields_of_file = next(fields for at, fields in page.forms if at == address and fields.get("kept"))
    page = rater.send("office_upload_results", federation.uid, **fields_of_file, do="store")
    row = Submission.objects.get()
    assert "Who is this?" in page
    assert "Accept the file" not in page
    # The officer looks for a member by number, and says that it is this one.
    page = rater.open("office_submission", federation.uid, row.uid, person=BEN.player, q="fr-2")
    assert "Bea Sand FR-2" in page
    page = rater.send("office_name_person", federation.uid, row.uid, person=BEN.player, player=bea.uid)
    assert "Who is this?" not in page
    page = rater.send("office_submission", federation.uid, row.uid, do="accept")
    assert "Its matches are in force." in page
    assert set(AcceptedMatch.objects.values_list("winner", "loser")) == {(ada.uid, bea.uid)}
    assert "Nothing waits" in rater.open("office", federation.uid)


def test_somebody_new_is_added_with_the_name_of_the_file() -> None:
    federation = factories.federation()
    row = submissions.submit_results(federation, by=None, data=write_results(_results(federation)))
    rater = _rater(federation)
    assert "Open Nantes 2026 · " in rater.open("office", federation.uid)
    rater.send("office_name_person", federation.uid, row.uid, person=BEN.player)
    assert Player.objects.get(uid=BEN.player).name == BEN.name
    unknown = rater.send("office_name_person", federation.uid, row.uid, person="nobody")
    assert "Nobody in this file has this id." in unknown


def test_a_later_file_shows_what_differs_from_the_one_in_force() -> None:
    federation = factories.federation()
    rater = _rater(federation)
    first = submissions.submit_results(federation, by=None, data=write_results(_results(federation)))
    for person in RESULTS.people:
        submissions.name_person(first, by=None, person=person.player)
    submissions.accept_results(first, by=None)
    second = _results(federation, number=2, supersedes=first.digest)
    reverse = replace(RESULTS.matches[0], winner=RESULTS.matches[0].loser, loser=RESULTS.matches[0].winner)
    later = submissions.submit_results(
        federation, by=None, data=write_results(replace(second, matches=(reverse,)))
    )
    page = rater.open("office_submission", federation.uid, later.uid)
    assert "Ben O’Hara 8–5 Ada Löv before: Ada Löv 8–5 Ben O’Hara changed" in page
    assert "Ada Löv 8–5 Ben O’Hara gone" in page
    page = rater.post("office_submission", federation.uid, later.uid, do="ask_back")
    assert page.status == 422
    fields = {"back-reason": "Which is right?"}
    page = rater.send("office_submission", federation.uid, later.uid, do="ask_back", **fields)
    assert "Which is right?" in page
    page = rater.send(
        "office_submission", federation.uid, later.uid, do="refuse", **{"refusal-reason": "Never mind."}
    )
    later.refresh_from_db()
    assert (later.state, later.reason) == (SubmissionState.REFUSED, "Never mind.")


def test_a_wrong_file_names_every_row_and_enters_nothing() -> None:
    federation = factories.federation()
    rater = _rater(federation)
    rows = tuple(replace(row, length=120) for row in RESULTS.matches)
    data = write_results(replace(_results(federation), matches=rows))
    for do in ("check", "store"):
        page = rater.post("office_upload_results", federation.uid, do=do, file=_file(data))
        assert page.status == 422
        assert "2 matches.csv" in page
        assert "3 matches.csv" in page
    page = rater.post("office_upload_results", federation.uid, do="check", file=_file(b"no zip"))
    assert "This is not a file made by Videau" in page
    assert not Submission.objects.exists()


def test_a_mailed_file_that_was_asked_back_is_entered_again_with_the_answer() -> None:
    federation = factories.federation()
    rater, data = _rater(federation), write_results(_results(federation))
    row = submissions.submit_results(federation, by=None, data=data)
    submissions.ask_back_results(row, by=None, reason="Who is Ben?")
    page = rater.post("office_upload_results", federation.uid, do="store", file=_file(data))
    assert (page.status, "asked this file back: “Who is Ben?”" in page) == (422, True)
    page = rater.post(
        "office_upload_results", federation.uid, do="check", file=_file(data), answer="At Brest."
    )
    again = next(fields for _at, fields in page.forms if fields.get("kept"))
    rater.send("office_upload_results", federation.uid, **again, do="store")
    row.refresh_from_db()
    assert (row.state, row.answer) == (SubmissionState.SUBMITTED, "At Brest.")


def test_the_directory_is_downloaded_by_the_rating_officer_and_noted() -> None:
    federation = factories.federation()
    factories.member(federation)
    rater = _rater(federation)
    answer = rater.client.post(f"/f/{federation.uid}/office/results/directory/")
    assert answer["Content-Disposition"] == 'attachment; filename="FFBG-directory.zip"'
    assert answer.content.startswith(b"PK")
    assert "directory" in rater.open("office_log", federation.uid).words.lower()


def test_a_director_makes_submits_and_sends_again_what_was_corrected() -> None:
    federation = factories.federation()
    event = played_event()
    director = Visitor(factories.owner(event.tournament))
    director.send("desk_sanctions", event.uid, federation=federation.uid)
    sanctions.grant_sanction(event.sanctions.get(), by=None)
    page = director.open("desk_sanctions", event.uid)
    assert "No file is made yet." in page
    page = director.send("desk_send_results", event.uid, federation=federation.uid)
    assert "Sent to Federation FFBG: 2 matches · 0 of 4 players have a number." in page
    file = ResultFile.objects.get()
    assert director.client.get(f"/desk/files/{file.uid}/").content == bytes(file.content)
    assert "File 1, made" in page
    assert "Send results" not in page
    assert "submitted" in page
    row = Submission.objects.get()
    submissions.accept_results(row, by=None)
    rater = _rater(federation)
    correct_one(event)
    writing.write_all()
    page = director.open("desk_sanctions", event.uid)
    assert "1 match has changed since. Send the results again." in page
    assert "Corrected after they were sent" in rater.open("office", federation.uid)
    page = director.send("desk_send_results", event.uid, federation=federation.uid)
    assert "has changed since" not in page
    submissions.ask_back_results(Submission.objects.get(number=2), by=None, reason="Who is Ben?")
    page = director.open("desk_sanctions", event.uid)
    assert "asked back Who is Ben?" in page
    assert "Send results" not in page, "it would be the same file"
    again = {"federation": federation.uid}
    assert "asked this file back" in director.send("desk_send_results", event.uid, **again)
    page = director.send("desk_send_results", event.uid, **again, answer="He plays at Brest.")
    assert "submitted Who is Ben? Your answer: He plays at Brest." in page
    waiting = Submission.objects.get(number=2)
    page = rater.open("office_submission", federation.uid, waiting.uid)
    assert "Answer of the director He plays at Brest." in page
    assert "Answer: He plays at Brest." in rater.open("office_submissions", federation.uid)
    clerk = Visitor(factories.clerk(event.tournament))
    assert clerk.post("desk_make_file", event.uid, federation=federation.uid).status == 403
    assert clerk.post("desk_send_results", event.uid, federation=federation.uid).status == 403
    assert clerk.open("desk_result_file", file.uid).status == 403


def test_who_sends_results_reads_why_matches_are_not_rated() -> None:
    federation, stage = factories.federation(), factories.drawn_stage(2)
    factories.play_open_matches(stage)
    judging.set_counting_rules(
        federation, by=None, rules={"version": 1, "membership": "nobody", "shortest": 9}
    )
    factories.sanction(stage.event, federation)
    director = Visitor(factories.owner(stage.event.tournament))
    page = director.send("desk_send_results", stage.event.uid, federation=federation.uid)
    assert "1 match: 0 rated, 1 not · 0 of 2 players have a number. 1: " in page
    assert "9 points" in page
    officer = _rater(federation)
    assert "1 match: 0 rated, 1 not · 0 of 2 players" in officer.open("office", federation.uid)
    page = officer.open("office_submission", federation.uid, Submission.objects.get().uid)
    assert "1: Matches under 9 points do not count." in page


def test_the_operator_of_a_laptop_imports_a_directory_and_says_who_is_who() -> None:
    operator = Visitor(factories.player("Lara", email="lara@example.org", is_superuser=True))
    namesake = factories.player(DIRECTORY.members[0].name)
    data = write_directory(DIRECTORY)
    page = operator.post("desk_directories", do="check", file=_file(data))
    assert "These have the name of a player here." in page
    assert not Federation.objects.exists()
    fields = page.form("/desk/directories/")
    name = f"same_{DIRECTORY.members[0].number}"
    assert fields[name] == ""
    page = operator.send("desk_directories", **fields | {name: namesake.uid, "do": "import"})
    assert "The directory of Fédération is imported." in page
    assert Member.objects.get(number=DIRECTORY.members[0].number).player == namesake
    assert Visitor(factories.player("Ada", email="a@example.org")).open("desk_directories").status == 403


def test_a_submission_of_many_people_takes_as_many_queries_as_one_of_few() -> None:
    federation = factories.federation()
    rater = _rater(federation)
    few, many = _results(federation), _results(federation, event="event-00002")
    people = tuple(replace(BEN, player=f"player-{n}", name=f"Ben {n}") for n in range(30))
    matches = tuple(
        replace(
            RESULTS.matches[0],
            match=f"match-1{n:04}",
            winner=(people[n].player,),
            loser=(people[n + 1].player,),
        )
        for n in range(29)
    )
    many = replace(many, people=people, matches=matches, positions=())
    counts = []
    for results in (few, many):
        row = submissions.submit_results(federation, by=None, data=write_results(results))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert rater.open("office_submission", federation.uid, row.uid).status == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 15
