"""The verdicts on the rows of the feed: new rows in order, and earlier ones again when a body says something else."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone

from matches.models import Player
from tournaments.actions.federations import log
from tournaments.actions.federations.rights import require_right
from tournaments.actions.lists.renewing import ask_of
from tournaments.acts.federations import CountingRulesSet
from tournaments.errors.federations import OtherFederation, WrongCountingRules
from tournaments.models import Club, CountingRule, Federation, FeedRow, FeedVerdict, Right
from tournaments.queries.feed.verdicts import rows_about, verdicts_on
from tournaments.queue import Job, enqueue
from tournaments.ratings.counting import CountingRules, CountingVerdict, InvalidCountingRules

# Rows per transaction, so that the lock of the rules is held shortly.
_AT_ONCE = 1000


@transaction.atomic
def set_counting_rules(
    federation: Federation,
    *,
    by: Player | None,
    rules: Mapping[str, object],
    club: Club | None = None,
    name: str = "",
) -> CountingRule:
    """Put a new version of counting rules in force; the same rules again are the same version.

    Rules of a club stand on top of those of its federation. Rules with a name rate beside those in force, as a trial.
    Raise WrongCountingRules for rules that cannot be read.
    """
    require_right(federation, by, Right.RATE)
    if club is not None and club.federation_id != federation.pk:
        raise OtherFederation
    data = data_of(rules, of=club or federation)
    log.lock(federation)
    versions = CountingRule.objects.filter(federation=federation, club=club, name=name)
    before = versions.order_by("-version").first()
    if before is not None and before.ended_at is None and before.data == data:
        return before
    if before is not None and before.ended_at is None:
        before.ended_at = timezone.now()
        before.save(update_fields=["ended_at"])
    rule = CountingRule.objects.create(
        federation=federation, club=club, name=name, version=before.version + 1 if before else 1, data=data
    )
    act = CountingRulesSet(rule.uid, version=rule.version, club=club.uid if club else "")
    log.append(act, of=federation, by=by, rows=[rule, *([before] if before else [])])
    enqueue(Job.JUDGE)
    if club is None and not name:
        # The rules of clubs stand on top of these.
        enqueue(Job.JUDGE, federation_id=federation.pk)
    # After the verdicts, because a list waits for those on all that it has.
    ask_of(federation)
    return rule


def data_of(rules: Mapping[str, object], *, of: Club | Federation) -> dict[str, object]:
    """Return rules of a body with every field as they are stored; raise WrongCountingRules where they cannot be read."""
    try:
        terms = CountingRules.from_dict({**rules, "body": of.uid})
    except InvalidCountingRules as error:
        raise WrongCountingRules(why=str(error), field=error.field) from error
    return {key: value for key, value in terms.to_dict().items() if key != "body"}


def judge_all() -> int:
    """Give every verdict that rules in force have not given yet; return their number. Idempotent."""
    last = FeedRow.objects.aggregate(last=Max("number"))["last"] or 0
    # Rules that lack nothing need no lock: a merge asks for as many judges as it has players.
    rules = CountingRule.objects.filter(ended_at=None, judged__lt=last).order_by("pk")
    return sum(_judge(key) for key in list(rules.values_list("pk", flat=True)))


def judge_again(
    *, events: Collection[int] = (), players: Collection[int] = (), federations: Collection[int] = ()
) -> int:
    """Give the verdicts again on rows of these events and players, and all of these federations; return the changes."""
    count = 0
    for key in list(CountingRule.objects.filter(ended_at=None).order_by("pk").values_list("pk", flat=True)):
        with transaction.atomic():
            # A judge at work has read what holds no more; its verdicts are there once the lock is free.
            rule = _locked(key)
        about = Q() if rule.federation_id in federations else rows_about(events=events, players=players)
        last = 0
        while True:
            numbers = list(
                FeedRow.objects.filter(about, number__gt=last, number__lte=rule.judged)
                .order_by("number")
                .values_list("number", flat=True)[:_AT_ONCE]
            )
            if not numbers:
                break
            count += _judge_rows_again(rule.pk, numbers)
            last = numbers[-1]
    return count


def _judge(key: int) -> int:
    count = 0
    while some := _judge_next(key):
        count += some
    return count


@transaction.atomic
def _judge_next(key: int) -> int:
    """Give the verdicts on the next rows; the lock of the rules makes one judge at a time."""
    rule = _locked(key)
    rows = list(_rows().filter(number__gt=rule.judged).order_by("number")[:_AT_ONCE])
    if not rows:
        return 0
    FeedVerdict.objects.bulk_create(_verdicts(rule, rows))
    CountingRule.objects.filter(pk=key).update(judged=rows[-1].number)
    return len(rows)


@transaction.atomic
def _judge_rows_again(key: int, numbers: Sequence[int]) -> int:
    rule = _locked(key)
    now = _verdicts(rule, list(_rows().filter(number__in=numbers).order_by("number")))
    before_by_row = {one.row_id: one for one in FeedVerdict.objects.filter(rule=rule, row__in=numbers)}
    changes = []
    for one in now:
        before = before_by_row[one.row_id]
        if (before.reason, before.body) != (one.reason, one.body):
            before.reason, before.body = one.reason, one.body
            changes.append(before)
    if changes:
        FeedVerdict.objects.bulk_update(changes, ["reason", "body"])
        CountingRule.objects.filter(pk=key).update(revision=F("revision") + 1)
    return len(changes)


def _rows() -> QuerySet[FeedRow]:
    return FeedRow.objects.select_related("federation")


def _locked(key: int) -> CountingRule:
    rows = CountingRule.objects.select_for_update(no_key=True, of=("self",))
    return rows.select_related("federation", "club").get(pk=key)


def _verdicts(rule: CountingRule, rows: Sequence[FeedRow]) -> list[FeedVerdict]:
    verdicts: list[CountingVerdict] = verdicts_on(rows, rule)
    return [
        FeedVerdict(rule=rule, row=row, reason=one.reason or "", body=one.body)
        for row, one in zip(rows, verdicts, strict=True)
    ]
