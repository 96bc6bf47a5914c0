"""Result files of an event: made by its director, and submitted to the federation."""

from __future__ import annotations

from django.db import transaction

from matches.models import Player
from tournaments.actions import log
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_director
from tournaments.acts.exchange import ResultFileMade
from tournaments.errors.exchange import NothingToSend, NotSanctioned
from tournaments.exchange import changes_between, digest_of, write_results
from tournaments.models import Event, Federation, ResultFile, Sanction, SanctionState, Submission
from tournaments.queries.exchange.results import ResultCounts, content_of, counts_of, next_file, read_content

from .submissions import receive


@transaction.atomic
def make_result_file(event: Event, federation: Federation, *, by: Player | None) -> ResultFile:
    """Return the result file of an event for a federation; a new one where anything has changed since the last.

    Raise NothingToSend while no match is final.
    """
    require_director(event.tournament, by)
    event = lock_event(event)
    last = ResultFile.objects.filter(event=event, federation=federation).order_by("-number").first()
    results = next_file(event, federation, last)
    if not results.matches and last is None:
        raise NothingToSend(event=event.name)
    if last is not None and not changes_between(content_of(last), results):
        return last
    content = write_results(results)
    file = ResultFile.objects.create(
        event=event,
        federation=federation,
        number=results.head.number,
        digest=digest_of(content),
        content=content,
        made_by=by,
    )
    act = ResultFileMade(file.uid, federation=federation.uid, number=file.number, digest=file.digest)
    log.append(act, of=event.tournament, by=by, event=event)
    return file


@transaction.atomic
def submit_file(file: ResultFile, *, by: Player | None, answer: str = "") -> Submission:
    """Submit a result file to a federation on this installation; raise NotSanctioned without its sanction.

    A file that was asked back is sent again as it is with the answer to the reason.
    """
    require_director(file.event.tournament, by)
    sanction = Sanction.objects.filter(event=file.event, federation=file.federation)
    if not sanction.filter(state=SanctionState.GRANTED).exists():
        raise NotSanctioned(event=file.event.name, federation=file.federation.name)
    return receive(file.federation, bytes(file.content), by=by, answer=answer)


@transaction.atomic
def send_results(
    event: Event, federation: Federation, *, by: Player | None, answer: str = ""
) -> tuple[Submission, ResultCounts]:
    """Make the result file of an event and submit it to a federation here; return its counts too.

    Raise as `make_result_file` and `submit_file`.
    """
    file = make_result_file(event, federation, by=by)
    submission = submit_file(file, by=by, answer=answer)
    return submission, counts_of(read_content(file))
