"""Files between installations: made, submitted, decided on, and directories exported and imported."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from matches.models import Player
from tournaments import access
from tournaments.actions.exchange import directories, result_files, submissions
from tournaments.api.naming import named
from tournaments.api.operation import Invocation, Operation, operation
from tournaments.api.responses.exchange import (
    DirectoryFileResponse,
    DirectoryPlanResponse,
    ResultFileResponse,
    SentResultsResponse,
    SubmissionCheckResponse,
    SubmissionResponse,
)
from tournaments.exchange import LARGEST_PACKAGE, digest_of
from tournaments.models import Event, Federation, ResultFile, Submission
from tournaments.queries.exchange.results import ResultCounts
from tournaments.requests.exchange import (
    AnswerRequest,
    AskingBackRequest,
    DirectoryRequest,
    PersonRequest,
    RefusalOfResultsRequest,
    ResultFileRequest,
    ResultsRequest,
    SubmissionRequest,
)
from tournaments.requests.fields import ABSENT, Maybe, NothingRequest


@operation(
    "POST events/<slug:uid>/result-files/",
    access.event_to_direct,
    result_files.make_result_file,
    ResultFileResponse,
    status=201,
)
def event_make_result_file(use: Invocation[Event, ResultFileRequest]) -> ResultFile:
    """Make the result file of the event for a federation; the last one where nothing has changed since."""
    federation = named(Federation.objects.all(), use.body.federation, field="federation")
    return result_files.make_result_file(use.row, federation, by=use.by)


@operation(
    "POST result-files/<slug:uid>/submit/",
    access.result_file_to_direct,
    result_files.submit_file,
    SubmissionResponse,
    status=201,
)
def result_file_submit(use: Invocation[ResultFile, AnswerRequest]) -> Submission:
    """Submit the file to its federation on this installation, which has sanctioned the event."""
    return result_files.submit_file(use.row, by=use.by, answer=_answer(use.body.answer))


@operation(
    "POST events/<slug:uid>/submissions/",
    access.event_to_direct,
    result_files.send_results,
    SentResultsResponse,
    status=201,
)
def event_send_results(use: Invocation[Event, ResultsRequest]) -> tuple[Submission, ResultCounts]:
    """Send the results of the event to a federation here that has sanctioned it; the same again is one submission."""
    federation = named(Federation.objects.all(), use.body.federation, field="federation")
    return result_files.send_results(use.row, federation, by=use.by, answer=_answer(use.body.answer))


def _answer(answer: Maybe[str]) -> str:
    return "" if answer is ABSENT else answer


@operation(
    "POST federations/<slug:uid>/submissions/",
    access.federation_to_rate,
    submissions.submit_results,
    SubmissionResponse,
    status=201,
    is_form=True,
    others=(submissions.receive,),
)
def federation_submit_results(use: Invocation[Federation, SubmissionRequest]) -> Submission:
    """Enter a result file that a director sent; the same file again is the same submission."""
    return submissions.submit_results(
        use.row,
        by=use.by,
        data=use.body.file.read(LARGEST_PACKAGE + 1),
        answer=_answer(use.body.answer),
    )


@operation(
    "POST federations/<slug:uid>/submissions/check/",
    access.federation_to_rate,
    submissions.check_results,
    SubmissionCheckResponse,
    is_form=True,
)
def federation_check_results(
    use: Invocation[Federation, SubmissionRequest],
) -> submissions.SubmissionCheck:
    """Say what a result file holds, and store nothing."""
    return submissions.check_results(use.row, use.body.file.read(LARGEST_PACKAGE + 1), by=use.by)


@operation(
    "POST submissions/<slug:uid>/people/",
    access.submission_to_rate,
    submissions.name_person,
    SubmissionResponse,
)
def submission_name_person(use: Invocation[Submission, PersonRequest]) -> Submission:
    """Identify a person of the file as a known player, or as a new one."""
    uid = use.body.player
    player = None if uid is ABSENT else named(Player.objects.all(), uid, field="player")
    return submissions.name_person(use.row, by=use.by, person=use.body.person, player=player)


submission_accept = Operation(
    "submission_accept",
    "POST submissions/<slug:uid>/accept/",
    access.submission_to_rate,
    submissions.accept_results,
    NothingRequest,
    SubmissionResponse,
    "Accept the file: its matches are in force, and those of an earlier file of the event no more.",
)
submission_ask_back = Operation(
    "submission_ask_back",
    "POST submissions/<slug:uid>/ask-back/",
    access.submission_to_rate,
    submissions.ask_back_results,
    AskingBackRequest,
    SubmissionResponse,
    "Ask the director for another file, with a reason.",
)
submission_refuse = Operation(
    "submission_refuse",
    "POST submissions/<slug:uid>/refuse/",
    access.submission_to_rate,
    submissions.refuse_results,
    RefusalOfResultsRequest,
    SubmissionResponse,
    "Refuse the file for good, with a reason.",
)


@operation(
    "POST federations/<slug:uid>/directory/",
    access.federation_to_rate,
    directories.export_directory,
    DirectoryFileResponse,
)
def federation_export_directory(use: Invocation[Federation, NothingRequest]) -> dict[str, str]:
    """Export the numbers and memberships of the federation for a laptop; the log notes the digest."""
    data = directories.export_directory(use.row, by=use.by)
    return {
        "file_name": f"{use.row.code}-directory.zip",
        "digest": digest_of(data),
        "content": b64encode(data).decode(),
    }


@operation(
    "POST directories/",
    access.account_to_found,
    directories.import_directory,
    DirectoryPlanResponse,
    is_form=True,
    others=(directories.plan_directory,),
)
def directory_import(use: Invocation[Player, DirectoryRequest]) -> dict[str, Any]:
    """Bring the directory of a federation to a laptop, or say what that would do."""
    body, data = use.body, use.body.file.read(LARGEST_PACKAGE + 1)
    plan = directories.plan_directory(data, by=use.by)
    federation = None
    if body.is_check is not True:
        same = {}
        if body.number is not ABSENT and body.player is not ABSENT:
            same[body.number] = named(Player.objects.all(), body.player, field="player")
        federation = directories.import_directory(by=use.by, data=data, same=same).uid
    return {
        "federation": federation,
        "known": sorted(plan.known),
        "added": [row.number for row in plan.added],
        "proposed": [{"number": number, "candidates": players} for number, players in plan.proposed.items()],
    }


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    event_make_result_file,
    result_file_submit,
    event_send_results,
    federation_submit_results,
    federation_check_results,
    submission_name_person,
    submission_accept,
    submission_ask_back,
    submission_refuse,
    federation_export_directory,
    directory_import,
)
