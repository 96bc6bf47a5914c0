"""Submitted result files: received, and accepted, asked back or refused by an officer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from matches.models import Player
from tournaments.actions.federations import log
from tournaments.actions.federations.rights import (
    is_among,
    is_own_event,
    own_case,
    require_nobody_among,
    require_right,
)
from tournaments.actions.feed.writing import write_file
from tournaments.actions.fields import check_fields
from tournaments.actions.permissions import require_reason
from tournaments.acts import Absent, Act
from tournaments.acts.exchange import (
    PersonNamed,
    ResultsAccepted,
    ResultsAskedBack,
    ResultsRefused,
    ResultsSubmitted,
)
from tournaments.errors.exchange import (
    AnswerMissing,
    MatchOfAnotherEvent,
    OlderFile,
    OnePersonTwice,
    PackageRefused,
    PeopleUnnamed,
    RowsRefused,
    SubmissionOver,
    UnknownPersonOfFile,
)
from tournaments.errors.federations import OtherFederation
from tournaments.exchange import (
    PACKAGE_WORDS,
    ROW_WORDS,
    BrokenPackage,
    EventResults,
    MatchRow,
    PersonRow,
    ResultChanges,
    ResultsReading,
    RowFault,
    changes_between,
    read_results,
)
from tournaments.models import (
    AcceptedMatch,
    Event,
    Federation,
    Right,
    Submission,
    SubmissionState,
)
from tournaments.models.wording import in_words
from tournaments.queries.exchange.people import UnknownPerson, known_people, persons_of, unknown_people
from tournaments.queries.exchange.results import latest_day, results_in
from tournaments.queries.feed.file_rows import AcceptedFile
from tournaments.queries.ratings.later_lists import LaterList, later_lists
from tournaments.queue import Job, enqueue

_WAITING = (SubmissionState.SUBMITTED, SubmissionState.ASKED_BACK)


@dataclass(frozen=True, slots=True)
class SubmissionCheck:
    """What a result file holds for a federation: who is unknown, and what differs from what is in force.

    `later` are the lists that begin after some of its matches.
    """

    results: EventResults
    unknown: tuple[UnknownPerson, ...]
    changes: ResultChanges
    in_force: Submission | None
    later: tuple[LaterList, ...]


def check_results(federation: Federation, data: bytes, *, by: Player | None) -> SubmissionCheck:
    """Check a result file as `receive` would, and write nothing."""
    require_right(federation, by, Right.RATE)
    reading = _read(federation, data)
    return _check(federation, reading.results, known_people(federation, reading.results))


def check_of(submission: Submission) -> SubmissionCheck:
    """Return what a received file holds, with who is still unknown."""
    return _check(submission.federation, results_in(submission), submission.people)


@transaction.atomic
def submit_results(federation: Federation, *, by: Player | None, data: bytes, answer: str = "") -> Submission:
    """Enter a result file that a director sent to the federation, with the answer to why it was asked back."""
    require_right(federation, by, Right.RATE)
    return receive(federation, data, by=by, answer=answer)


def receive(federation: Federation, data: bytes, *, by: Player | None, answer: str = "") -> Submission:
    """Store a result file; the same file again is the same submission.

    One that was asked back waits again with an answer. Files of the same event that wait are replaced by it. Raise
    PackageRefused, RowsRefused, OtherFederation, OlderFile, MatchOfAnotherEvent, AnswerMissing, or SubmissionOver for a
    file that was refused or replaced; nothing is stored then.
    """
    log.lock(federation)
    reading = _read(federation, data)
    same = Submission.objects.filter(federation=federation, digest=reading.digest).first()
    if same is not None:
        return _sent_again(same, by=by, answer=answer.strip())
    head = reading.results.head
    of_event = Submission.objects.filter(federation=federation, event_uid=head.event)
    if of_event.filter(number__gte=head.number).exists():
        raise OlderFile(number=head.number)
    _require_own_matches(federation, reading.results)
    waiting = list(of_event.filter(state__in=_WAITING))
    of_event.filter(state__in=_WAITING).update(state=SubmissionState.REPLACED)
    submission = Submission.objects.create(
        federation=federation,
        event_uid=head.event,
        event_name=head.event_name,
        tournament_name=head.tournament_name,
        number=head.number,
        digest=reading.digest,
        supersedes=head.supersedes,
        content=data,
        people=known_people(federation, reading.results),
        sent_by=by,
    )
    act = ResultsSubmitted(submission.uid, event=head.event, number=head.number, digest=reading.digest)
    log.append(act, of=federation, by=by, rows=[submission, *waiting])
    return submission


def _sent_again(submission: Submission, *, by: Player | None, answer: str) -> Submission:
    """Return the submission of a file that came again; one that was asked back waits with the answer."""
    if submission.state in (SubmissionState.SUBMITTED, SubmissionState.ACCEPTED):
        return submission
    if submission.state != SubmissionState.ASKED_BACK:
        raise SubmissionOver(state=SubmissionState(submission.state).label)
    if not answer:
        raise AnswerMissing(federation=submission.federation.name, reason=submission.reason)
    submission.state, submission.answer = SubmissionState.SUBMITTED, answer
    submission.decided_at = submission.decided_by = None
    check_fields(submission, only=("answer",))
    submission.save(update_fields=["state", "answer", "decided_at", "decided_by"])
    act = ResultsSubmitted(
        submission.uid, event=submission.event_uid, number=submission.number, digest=submission.digest
    )
    log.append(act, of=submission.federation, by=by, rows=[submission])
    return submission


@transaction.atomic
def name_person(
    submission: Submission, *, by: Player | None, person: str, player: Player | None = None
) -> Submission:
    """Identify a person of the file: as a player here, or without `player` as a new one with the uid of the file.

    A person who came with another file, or is identified again, is the same player. Raise OwnCase for an officer who
    would give the own results to somebody else.
    """
    require_right(submission.federation, by, Right.RATE)
    submission = _waiting(submission)
    rows = {row.player: row for row in results_in(submission).people}
    if person not in rows:
        raise UnknownPersonOfFile
    if player is None:
        player = _newcomer(rows[person])
    before = submission.people.get(person)
    if before is not None and before != player.uid:
        require_nobody_among(submission.federation, by, [before])
    submission.people = {**submission.people, person: player.uid}
    submission.save(update_fields=["people"])
    act = PersonNamed(submission.uid, player=player.uid)
    log.append(act, of=submission.federation, by=by, rows=[submission])
    return submission


@transaction.atomic
def accept_results(submission: Submission, *, by: Player | None) -> Submission:
    """Accept a result file: its matches are in force, and those of an earlier file of the event no more.

    Raise PeopleUnnamed while somebody is unknown, OnePersonTwice where both sides of a match are one person, and OwnCase
    for an officer who takes part in the event, now or by a file that is in force, while another one does not.
    """
    require_right(submission.federation, by, Right.RATE)
    submission = _waiting(submission, states=(SubmissionState.SUBMITTED,))
    results = results_in(submission)
    unnamed = [person.name for person in results.people if person.player not in submission.people]
    if unnamed:
        raise PeopleUnnamed(names=", ".join(unnamed[:5]), count=len(unnamed))
    _require_two_sides(submission, results)
    is_own_case = _own_case(submission, by)
    _require_own_matches(submission.federation, results)
    earlier = list(_in_force(submission))
    before = AcceptedMatch.objects.filter(submission__in=earlier)
    matches = {*before.values_list("match_uid", flat=True), *(row.match for row in results.matches)}
    before.delete()
    Submission.objects.filter(pk__in=[row.pk for row in earlier]).update(state=SubmissionState.REPLACED)
    AcceptedMatch.objects.bulk_create(_accepted(submission, row) for row in results.matches)
    now = timezone.now()
    write_file(AcceptedFile(submission, results, submission.people, now), sorted(matches))
    act = ResultsAccepted(
        submission.uid,
        event=submission.event_uid,
        matches=len(results.matches),
        is_own_case=is_own_case,
    )
    enqueue(Job.EVENT_RATED, submission_id=submission.pk)
    return _decide(submission, act, SubmissionState.ACCEPTED, by=by, others=earlier, at=now)


@transaction.atomic
def ask_back_results(submission: Submission, *, by: Player | None, reason: str) -> Submission:
    """Ask the director for another file, with a reason; this one waits again when it is sent with an answer."""
    text = require_reason(reason)
    require_right(submission.federation, by, Right.RATE)
    submission = _waiting(submission, states=(SubmissionState.SUBMITTED,))
    act = ResultsAskedBack(submission.uid, event=submission.event_uid)
    return _decide(submission, act, SubmissionState.ASKED_BACK, by=by, reason=text)


@transaction.atomic
def refuse_results(submission: Submission, *, by: Player | None, reason: str) -> Submission:
    """Refuse a result file for good, with a reason; raise OwnCase as `accept_results`."""
    text = require_reason(reason)
    require_right(submission.federation, by, Right.RATE)
    submission = _waiting(submission)
    is_own_case = _own_case(submission, by)
    act = ResultsRefused(submission.uid, event=submission.event_uid, is_own_case=is_own_case)
    return _decide(submission, act, SubmissionState.REFUSED, by=by, reason=text)


def _decide(
    submission: Submission,
    act: Act,
    state: SubmissionState,
    *,
    by: Player | None,
    reason: str = "",
    others: Sequence[Submission] = (),
    at: datetime | None = None,
) -> Submission:
    submission.state, submission.reason = state, reason
    submission.decided_at, submission.decided_by = at or timezone.now(), by
    submission.save(update_fields=["state", "reason", "decided_at", "decided_by"])
    log.append(act, of=submission.federation, by=by, rows=[submission, *others])
    return submission


def _in_force(submission: Submission) -> QuerySet[Submission]:
    """Return the accepted file of the event of a submission."""
    return Submission.objects.filter(
        federation=submission.federation, event_uid=submission.event_uid, state=SubmissionState.ACCEPTED
    )


def _own_case(submission: Submission, by: Player | None) -> Literal[True] | Absent:
    """Return whether `by` decides on a file of an own event, as `own_case`; raise OwnCase.

    Who played says the file, or the one in force, whose results it would replace; who directs, an event that is here.
    """
    people = {uid for one in (submission, *_in_force(submission)) for uid in one.people.values()}
    event = Event.objects.filter(uid=submission.event_uid).first()

    def is_own(person: Player) -> bool:
        return is_among(person, people) or (event is not None and is_own_event(event, person))

    return own_case(submission.federation, by, Right.RATE, is_own)


def _waiting(submission: Submission, *, states: Sequence[SubmissionState] = _WAITING) -> Submission:
    """Return the submission under the lock of its federation; raise SubmissionOver in another state."""
    log.lock(submission.federation)
    submission = Submission.objects.select_related("federation").get(pk=submission.pk)
    if submission.state not in states:
        raise SubmissionOver(state=SubmissionState(submission.state).label)
    return submission


def _newcomer(row: PersonRow) -> Player:
    """Return the player with the uid of the file, who is added the first time."""
    fields = {"name": row.name, "club": row.club, "country": row.country, "password": make_password(None)}
    player, _is_new = Player.objects.get_or_create(uid=row.player, defaults=fields)
    return player


def _read(federation: Federation, data: bytes) -> ResultsReading:
    try:
        reading = read_results(data, today=latest_day())
    except BrokenPackage as broken:
        raise PackageRefused(
            reason=in_words(PACKAGE_WORDS[broken.code]), package_code=broken.code, file=broken.file
        ) from broken
    if reading.faults:
        raise refused_rows(reading.faults)
    if reading.results.head.federation != federation.uid:
        raise OtherFederation
    return reading


def refused_rows(faults: Sequence[RowFault]) -> RowsRefused:
    """Return the refusal of these rows, which names the first of them in words."""
    first = faults[0]
    return RowsRefused(
        count=len(faults),
        file=first.file,
        line=first.line,
        why=in_words(ROW_WORDS[first.code]),
        rows=[{"file": fault.file, "line": fault.line, "code": fault.code.value} for fault in faults],
    )


def _check(federation: Federation, results: EventResults, known: dict[str, str]) -> SubmissionCheck:
    in_force = Submission.objects.filter(
        federation=federation, event_uid=results.head.event, state=SubmissionState.ACCEPTED
    ).first()
    before = None if in_force is None else results_in(in_force)
    return SubmissionCheck(
        results,
        unknown_people(results, known),
        changes_between(before, results),
        in_force,
        later_lists(federation, [row.played_on for row in results.matches]),
    )


def _require_two_sides(submission: Submission, results: EventResults) -> None:
    """Raise OnePersonTwice if a person stands on both sides of a match, after everybody was named and merged."""
    persons = persons_of(submission.people.values())
    people = {one: persons[uid] for one, uid in submission.people.items()}
    for row in results.matches:
        if {people[one] for one in row.winner} & {people[two] for two in row.loser}:
            raise OnePersonTwice(match=row.match)


def _require_own_matches(federation: Federation, results: EventResults) -> None:
    """Raise MatchOfAnotherEvent if a match was accepted with another event."""
    others = AcceptedMatch.objects.filter(
        federation=federation, match_uid__in=[row.match for row in results.matches]
    ).exclude(submission__event_uid=results.head.event)
    if (match := others.first()) is not None:
        raise MatchOfAnotherEvent(match=match.match_uid)


def _accepted(submission: Submission, row: MatchRow) -> AcceptedMatch:
    return AcceptedMatch(
        submission=submission,
        federation=submission.federation,
        match_uid=row.match,
        played_on=row.played_on,
        stage=row.stage,
        round=row.round,
        length=row.length,
        winner="+".join(submission.people[player] for player in row.winner),
        loser="+".join(submission.people[player] for player in row.loser),
        winner_score=row.winner_score,
        loser_score=row.loser_score,
        outcome=row.outcome,
    )
