"""Files from elsewhere: result files, submissions and directories of installations, and archives of old results."""

from __future__ import annotations

from typing import Any

from tournaments.models import ArchiveKind, Confidence

from .fields import Maybe, Request, choice, file, flag, text, uid


class ResultFileRequest(Request):
    """The federation for which a result file is made."""

    federation: str = uid("The id of the federation.")


class ResultsRequest(ResultFileRequest):
    """The federation here to which the results of an event are sent."""

    answer: Maybe[str] = text(
        "Needed where the results were asked back and are as they were.", max_length=500
    )


class SubmissionRequest(Request):
    """A result file, as a form with one file."""

    file: Any = file(allow_empty_file=True, max_length=200, use_url=False)
    answer: Maybe[str] = text("The director's answer where this file was asked back.", max_length=500)


class AnswerRequest(Request):
    """What is said to the reason for which a file was asked back."""

    answer: Maybe[str] = text(
        "Needed where the file was asked back, and is sent again as it is.", max_length=500
    )


class PersonRequest(Request):
    """Who a person of a result file is here."""

    person: str = text("The id of the person in the file.", max_length=20)
    player: Maybe[str] = uid("The id of the player here; somebody new when absent.")


class AskingBackRequest(Request):
    """Why another result file is needed."""

    reason: str = text("The director reads it.", max_length=500)


class RefusalOfResultsRequest(Request):
    """Why a result file is refused."""

    reason: str = text("The director reads it.", max_length=500)


class DirectoryRequest(Request):
    """A directory file, as a form with one file; a proposed person is named by number and player."""

    file: Any = file(allow_empty_file=True, max_length=200, use_url=False)
    is_check: Maybe[bool] = flag("Only say what the import would do, and store nothing.")
    number: Maybe[str] = text("The number of a proposed person.", max_length=20)
    player: Maybe[str] = uid("The id of the player here to whom that number belongs.")


class ArchiveCheckRequest(Request):
    """A table of old results to be checked, as a form with one file."""

    file: Any = file(allow_empty_file=True, max_length=200, use_url=False)
    kind: str = choice("What a line is.", choices=ArchiveKind.choices)


class ArchiveRequest(Request):
    """A table of old results, as a form with one file."""

    file: Any = file(allow_empty_file=True, max_length=200, use_url=False)
    kind: str = choice("What a line is.", choices=ArchiveKind.choices)
    source: str = text("Where the results come from, for everybody to read.", max_length=200)
    confidence: Maybe[str] = choice(
        "How far the source is trusted; probable when absent.", choices=Confidence.choices
    )
    event_class: Maybe[str] = text("The class in which the events count as sanctioned.", max_length=40)


class ArchivePersonRequest(Request):
    """Who a person of an archive is here."""

    person: str = text("The `key` of the person: # and the number, or the name.", max_length=140)
    player: Maybe[str] = uid("The id of the player here; somebody new when absent.")
