"""The options left to a director when a correction is refused because a later match has begun."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.errors import DomainError
from matches.models import Dispute, Match, Report
from rules.match import Side
from rules.scoresheet import Outcome
from tournaments.acts.disputes import Sequel
from tournaments.errors.draws import MatchBegun, NobodyToReplace
from tournaments.models import pairing_of
from tournaments.queries.draws.follow_ups import follow_ups
from tournaments.web.desk.impact import shown_first

from .ruling_forms import SCORE, UNFINISHED

# The value of `do` that takes back the start of a following match.
TAKE_START_BACK = "take-start-back"
# The field that says what becomes of the matches that follow.
SEQUEL = "follow"
_NOT_KEPT = ("csrfmiddlewaretoken", "foreseen", SEQUEL)
SEQUEL_WORDS: Mapping[Sequel, Any] = {
    Sequel.REPLAY: gettext_lazy(
        "Play again from here. Matches played since stay results of their players, but no longer "
        "count in the draw."
    ),
    Sequel.SUBSTITUTE: gettext_lazy(
        "The rightful winner takes over the match under way. Its start and its score are kept."
    ),
    Sequel.PLACES_ONLY: gettext_lazy(
        "Leave the matches as they are. Only places, points and prizes follow the right result."
    ),
}
_LABELS: Mapping[Sequel, Any] = {
    Sequel.REPLAY: gettext_lazy("Play again from here"),
    Sequel.SUBSTITUTE: gettext_lazy("Take over the match"),
    Sequel.PLACES_ONLY: gettext_lazy("Correct places only"),
}


@dataclass(frozen=True, slots=True)
class CorrectionOption:
    """An option in words; `label` links to the page `at`, or submits `fields` to it."""

    words: str
    label: str
    at: str
    fields: Mapping[str, str] = field(default_factory=dict)


def followers(match: Match) -> Sequence[tuple[Match, bool]]:
    """Return the matches that follow from a result, each with whether it has begun."""
    pairings = {follow_up.pairing.match_id: follow_up.is_begun for follow_up in follow_ups(match)}
    matches = Match.objects.filter(pk__in=[key for key in pairings if key]).select_related("one", "two")
    return [(follower, pairings[follower.pk]) for follower in matches]


def ways_left(
    refusal: DomainError | None,
    match: Match,
    *,
    reason: str,
    at: str,
    post_data: Mapping[str, str],
) -> list[CorrectionOption]:
    """Return the options after a correction refused by MatchBegun, the least drastic first.

    Return an empty list after any other refusal. The ways are those that the refusal names as possible. The options
    that go on with the correction submit `post_data` to `at`, as does the option that takes back a start.
    """
    if not isinstance(refusal, MatchBegun | NobodyToReplace):
        return []
    fields = {name: text for name, text in post_data.items() if name not in _NOT_KEPT}
    return list(_ways(match, _sequels(refusal, at, fields), reason=reason, at=at, fields=fields))


def sequels_left(
    refusal: DomainError | None, *, at: str, post_data: Mapping[str, str]
) -> list[CorrectionOption]:
    """Return only the options that go on with a correction refused by MatchBegun."""
    if not isinstance(refusal, MatchBegun | NobodyToReplace):
        return []
    fields = {name: text for name, text in post_data.items() if name not in _NOT_KEPT}
    return list(_sequels(refusal, at, fields))


def sequel_in(post_data: Mapping[str, str]) -> str | None:
    """Return what is to become of the matches that follow, as a form says; None without a known value."""
    sequel = post_data.get(SEQUEL, "")
    return sequel if sequel in set(Sequel) else None


def sequel_words(post_data: Mapping[str, str]) -> str:
    """Return what is to become of the matches that follow in words; empty if the form does not say."""
    sequel = sequel_in(post_data)
    return "" if sequel is None else str(SEQUEL_WORDS[Sequel(sequel)])


def ruling_shown_first(
    request: HttpRequest, match: Match, act: Callable[[], Any], *, back_to: str
) -> HttpResponse | None:
    """Return the preview of a ruling by which other matches change; None without any, or once it is confirmed."""
    return shown_first(
        request,
        pairing_of(match).stage.event,
        act,
        tab="control",
        back_to=back_to,
        but=match,
        is_always=sequel_in(request.POST) is not None,
        words=sequel_words(request.POST),
    )


def _sequels(refusal: DomainError, at: str, fields: Mapping[str, str]) -> Iterator[CorrectionOption]:
    """Yield the possible ways that go on with the correction; each leads to its consequences first."""
    named = refusal.data.get("ways")
    possible = named if isinstance(named, list) else list(Sequel)
    for sequel, words in SEQUEL_WORDS.items():
        if sequel in possible:
            yield CorrectionOption(str(words), str(_LABELS[sequel]), at, {**fields, SEQUEL: sequel.value})


def _ways(
    match: Match,
    sequels: Iterator[CorrectionOption],
    *,
    reason: str,
    at: str,
    fields: Mapping[str, str],
) -> Iterator[CorrectionOption]:
    later_matches = [follower for follower, has_begun in followers(match) if has_begun]
    with_report = set(Report.objects.filter(match__in=later_matches).values_list("match_id", flat=True))
    here = reverse("desk_match", args=[match.uid])
    report = match.accepted_report
    was_played = report is not None and report.outcome == Outcome.PLAYED
    yield CorrectionOption(
        _("Let play stand: the winner stays, and only the score is corrected. Nothing depends on that."),
        _("Correct the score alone"),
        here if was_played else f"{here}?asked=correct#correct",
        _but_the_score(report, reason=reason) if report is not None and was_played else {},
    )
    yield from sequels
    if report is not None and reason.strip():
        yield CorrectionOption(
            _(
                "The result stays as it is, and what you have written is kept beside it for both sides to read."
            ),
            _("Keep it with my reason"),
            here,
            _as_it_stands(report, reason=reason),
        )
    for follower in later_matches:
        if follower.pk not in with_report:
            yield CorrectionOption(
                _(
                    "%(match)s was only started, without a report. If nobody has played yet, undo "
                    "its start, then correct this result."
                )
                % {"match": follower},
                _("Undo start"),
                at,
                {**fields, "do": TAKE_START_BACK, "follower": follower.uid},
            )
    dispute = Dispute.objects.filter(match=match).order_by("pk").last()
    if dispute is not None:
        yield CorrectionOption(
            _(
                "A committee that you are not on judges the ruling, and says what is to be done about the matches after it."
            ),
            _("Open the dispute"),
            reverse("desk_dispute", args=[dispute.uid]),
        )


def _but_the_score(report: Report, *, reason: str) -> dict[str, str]:
    """Return the fields of the current result without the loser's points, which the page requests."""
    fields = _as_it_stands(report, reason=reason)
    return {name: value for name, value in fields.items() if name != "correct-loser_points"}


def _as_it_stands(report: Report, *, reason: str) -> dict[str, str]:
    """Return the fields of a correction that keeps the result and adds a reason."""
    fields = {"do": "correct", "correct-reason": reason, "correct-winner": report.winner}
    one, two = report.score
    if report.outcome == Outcome.PLAYED:
        loser = two if report.winner == Side.ONE else one
        return fields | {"correct-stands": SCORE, "correct-loser_points": str(loser)}
    return fields | {
        "correct-stands": UNFINISHED,
        "correct-outcome": report.outcome,
        "correct-points_one": str(one),
        "correct-points_two": str(two),
    }
