"""Views of the desk for an appeal: committee, votes and decision."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.database.conditions import among
from matches.errors import ClubMatesOnCommittee, DomainError
from matches.models import Appeal, AppealDecision, CommitteeMember, Dispute, Player, Report, SideMember, Vote
from matches.queries import length_in_force, majority
from tournaments import access
from tournaments.access import tournament_of
from tournaments.actions.disputes import appeals
from tournaments.models import EntrantPlayer, Role, pairing_of
from tournaments.web.desk.pages import UNPROCESSABLE, act, event_page
from tournaments.web.desk.refusals import overridable, put_into
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.results.correction_options import ruling_shown_first, sequel_in, sequels_left
from tournaments.web.templatetags.videau import result_words

from .file_forms import CommitteeForm, DecisionForm
from .file_page import newest_reports


@require_page_or_form
def committee(request: HttpRequest, uid: str) -> HttpResponse:
    """Name the three or five members of the appeal committee."""
    dispute, appeal = _appeal(request, uid)
    seated = [seat.player for seat in appeal.committee.select_related("player")]
    form = CommitteeForm(
        request.POST if request.method == "POST" else None,
        candidates=list(_candidates(appeal)),
        seated=seated,
    )
    insists = False
    status = 200
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            try:
                appeals.name_committee(
                    appeal,
                    by=visitor_of(request).account,
                    members=form.members,
                    overrides=request.POST.getlist("overrides"),
                )
            except DomainError as refusal:
                put_into(form, refusal)
                insists, status = isinstance(refusal, ClubMatesOnCommittee), refusal.status
            else:
                messages.success(request, _("The committee is named and told."))
                return redirect("desk_dispute", uid)
    context = {"form": form, "insists": insists, "appeal": appeal}
    return _page(request, dispute, "desk/committee.html", context, here=_("Committee"), status=status)


@require_POST
def votes(request: HttpRequest, uid: str) -> HttpResponse:
    """Store the committee members' votes that a director enters."""
    _found, appeal = _appeal(request, uid)
    ballots = {seat.player: request.POST.get(seat.player.uid, "") for seat in _seats(appeal)}

    def done() -> None:
        for member, cast in ballots.items():
            if cast in Vote.values:
                appeals.vote(appeal, by=visitor_of(request).account, member=member, vote=cast)

    return act(request, done, message=_("The votes are kept."), back_to=reverse("desk_decision", args=[uid]))


@require_page_or_form
def decision(request: HttpRequest, uid: str) -> HttpResponse:
    """Enter the committee's decision, with a new result if it overturned the ruling."""
    dispute, appeal = _appeal(request, uid)
    form = _decision_form(request, appeal)
    if request.method != "POST":
        return _decision_page(request, dispute, appeal, form)
    if not form.is_valid():
        return _decision_page(request, dispute, appeal, form, status=UNPROCESSABLE)
    result = form.result

    def decide() -> None:
        _found, current = _appeal(request, uid)
        appeals.decide(
            current,
            by=visitor_of(request).account,
            reason=form.cleaned_data["reason"],
            overrides=request.POST.getlist("overrides"),
            follow=sequel_in(request.POST),
            **result,
        )

    try:
        follows = ruling_shown_first(
            request, dispute.match, decide, back_to=reverse("desk_decision", args=[uid])
        )
        if follows is not None:
            return follows
        decide()
    except DomainError as refusal:
        put_into(form, refusal)
        return _decision_page(request, dispute, appeal, form, status=refusal.status, refusal=refusal)
    messages.success(request, _("The decision is kept, and both sides are told."))
    return redirect("desk_dispute", uid)


def _decision_form(request: HttpRequest, appeal: Appeal) -> DecisionForm:
    match = appeal.ruling.match
    counts = match.accepted_report
    others: dict[str, Report] = {}
    for report in newest_reports(match):
        if counts is None or (report.winner, report.counted) != (counts.winner, counts.counted):
            others.setdefault(result_words(report, match), report)
    return DecisionForm(
        request.POST if request.method == "POST" else None,
        is_overturned=majority(appeal) == AppealDecision.OVERTURNED,
        match=match,
        length=length_in_force(match),
        reports=[(report, words) for words, report in others.items()],
    )


def _decision_page(
    request: HttpRequest,
    dispute: Dispute,
    appeal: Appeal,
    form: forms.Form,
    *,
    status: int = 200,
    refusal: DomainError | None = None,
) -> HttpResponse:
    context = {
        "form": form,
        "appeal": appeal,
        "seats": _seats(appeal),
        "outcome": majority(appeal),
        "choices": Vote.choices,
        "overridable": overridable(refusal) if refusal else (),
        "is_refused": refusal is not None,
        "ways": sequels_left(refusal, at=request.path, post_data=request.POST.dict()),
    }
    return _page(request, dispute, "desk/decision.html", context, here=_("Decision"), status=status)


def _seats(appeal: Appeal) -> QuerySet[CommitteeMember]:
    return appeal.committee.select_related("player").order_by("pk")


def _appeal(request: HttpRequest, uid: str) -> tuple[Dispute, Appeal]:
    """Return a dispute and its newest appeal for a director; raise 404 without an appeal."""
    dispute = access.dispute_to_rule(visitor_of(request), uid)
    appeal = dispute.appeals.select_related("ruling__report", "ruling__by", "by").order_by("pk").last()
    if appeal is None:
        raise Http404
    appeal.ruling.match = dispute.match
    return dispute, appeal


def _candidates(appeal: Appeal) -> QuerySet[Player]:
    """Return the tournament's players and officers, except the match's players and the official who ruled."""
    match = appeal.ruling.match
    tournament = tournament_of(match)
    own = SideMember.objects.filter(side__in=[match.one_id, match.two_id]).values("player")
    entered = EntrantPlayer.objects.filter(event__tournament=tournament).order_by().values("player")
    officers = Role.objects.filter(tournament=tournament).order_by().values("player")
    seated = appeal.committee.order_by().values("player")
    unfit = Q(pk__in=own) | Q(pk=appeal.ruling.by_id)
    return (
        Player.objects.filter(among(entered.union(officers, seated)))
        .exclude(unfit)
        .order_by("name_key", "name", "pk")
    )


def _page(
    request: HttpRequest,
    dispute: Dispute,
    template: str,
    context: dict[str, object],
    *,
    here: str,
    status: int = 200,
) -> HttpResponse:
    event = pairing_of(dispute.match).stage.event
    shared = {"dispute": dispute, "match": dispute.match} | context
    return event_page(request, event, template, shared, tab="control", here=here, status=status)
