"""The options left to a director when a correction is refused because a later match has begun."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.errors import DomainError
from matches.models import Dispute, Match, Report
from rules.match import Side
from rules.scoresheet import Outcome
from tournaments.errors import MatchBegun
from tournaments.queries.state import follow_ups

from .ruling_forms import SCORE, UNFINISHED

# The value of `do` that takes back the start of a following match.
TAKE_START_BACK = "take-start-back"
_NOT_KEPT = ("csrfmiddlewaretoken", "do", "foreseen")


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
    refusal: DomainError | None, match: Match, *, reason: str, at: str, post_data: Mapping[str, str]
) -> list[CorrectionOption]:
    """Return the options after a correction refused by MatchBegun, the least drastic first.

    Return an empty list after any other refusal. The option that takes back a start submits `post_data`
    to `at`, so that the page shows the same correction again.
    """
    if not isinstance(refusal, MatchBegun):
        return []
    fields = {name: text for name, text in post_data.items() if name not in _NOT_KEPT}
    return list(_ways(match, reason=reason, at=at, fields=fields))


def _ways(match: Match, *, reason: str, at: str, fields: Mapping[str, str]) -> Iterator[CorrectionOption]:
    later_matches = [follower for follower, has_begun in followers(match) if has_begun]
    with_report = set(Report.objects.filter(match__in=later_matches).values_list("match_id", flat=True))
    for follower in later_matches:
        if follower.pk not in with_report:
            yield CorrectionOption(
                _(
                    "%(match)s was only started, without a report. If nobody has played yet, take its start back and correct this result then."
                )
                % {"match": follower},
                _("Take its start back"),
                at,
                {**fields, "do": TAKE_START_BACK, "follower": follower.uid},
            )
    here = reverse("desk_match", args=[match.uid])
    report = match.accepted_report
    was_played = report is not None and report.outcome == Outcome.PLAYED
    yield CorrectionOption(
        _("The winner stays and only the score changes. Nothing depends on that."),
        _("Correct the score alone"),
        here if was_played else f"{here}?asked=correct#correct",
        _but_the_score(report, reason=reason) if report is not None and was_played else {},
    )
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
        yield CorrectionOption(
            _(
                "Let the two play again outside the bracket, and let %(match)s go to whom it should: by a forfeit while it is open, by a correction once it is over."
            )
            % {"match": follower},
            _("Open that match"),
            reverse("desk_match", args=[follower.uid]),
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
