"""Official lists in the office: what would be published is shown first, and files of ratings are checked first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.models import Player
from tournaments.actions.lists import publishing, uploading
from tournaments.actions.lists.publishing import OfficialPreview, PlacedRow
from tournaments.models import OfficialStatus, RatingList
from tournaments.ratings import UNITS
from tournaments.web.desk.pages import status_of
from tournaments.web.desk.refusals import is_done
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

from .list_forms import OpeningsForm, PublicationForm, RatingUploadForm
from .list_pages import TAB, list_of
from .office import office_page

# So many rows of a list to come are shown, and so many refused rows of a file.
_MOST_ROWS = 20
_MOST_REFUSED = 200


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """A person of a list to come; `change` is from the last official list, None for a player new in it."""

    name: str
    place: int | None
    rating: Decimal
    change: Decimal | None
    status: str


@dataclass(frozen=True, slots=True)
class ListPreview:
    """An official list to come: how many people it has, the best, and who moved most."""

    plan: OfficialPreview
    best: Sequence[PreviewLine]
    moved: Sequence[PreviewLine]
    newcomers: int


@require_page_or_form
def publish_list(request: HttpRequest, uid: str, rating_list: str) -> HttpResponse:
    """Show what would be published as of the day of the address; publish it on POST."""
    row = list_of(request, uid, rating_list)
    by, is_post = visitor_of(request).account, request.method == "POST"
    form = PublicationForm(request.POST if is_post else request.GET or None)
    preview: list[ListPreview] = []
    is_complete = is_done(
        form,
        lambda data: (
            publishing.publish_list(row, by=by, day=data["as_of"])
            if is_post
            else preview.append(_preview(publishing.preview_list(row, by=by, day=data["as_of"])))
        ),
    )
    if is_post and is_complete:
        messages.success(request, _("The official list is published. It stays as it is."))
        return redirect("office_list", row.federation.uid, row.uid)
    context = {"list": row, "form": form, "preview": preview[0] if preview else None}
    return office_page(
        request,
        row.federation,
        "federations/office_publish_list.html",
        context,
        tab=TAB,
        here=row.name,
        status=status_of(form),
    )


@require_page_or_form
def upload_ratings(request: HttpRequest, uid: str, rating_list: str) -> HttpResponse:
    """Check a file of ratings, and store it: the next official list, or the opening ratings of a computed list."""
    row = list_of(request, uid, rating_list)
    form_class = OpeningsForm if row.is_computed else RatingUploadForm
    form = form_class(request.POST or None, request.FILES or None)
    results: list[uploading.RatingUpload] = []
    is_check = request.POST.get("do") != "store"
    if request.method == "POST" and is_done(
        form, lambda data: results.append(_upload(request, row, form, data, is_check=is_check))
    ):
        upload = results[0]
        if not is_check and not upload.refused:
            messages.success(request, _stored_words(upload))
            return redirect("office_list", row.federation.uid, row.uid)
    upload_shown = results[0] if results else None
    context = {
        "list": row,
        "form": form,
        "upload": upload_shown,
        "refused": upload_shown.refused[:_MOST_REFUSED] if upload_shown else (),
        "keeps": _kept_fields(form) if upload_shown and not upload_shown.refused else {},
    }
    return office_page(
        request,
        row.federation,
        "federations/office_upload_ratings.html",
        context,
        tab=TAB,
        here=row.name,
        status=422 if upload_shown and upload_shown.refused else status_of(form),
    )


def _upload(
    request: HttpRequest, row: RatingList, form: RatingUploadForm, data: dict[str, Any], *, is_check: bool
) -> uploading.RatingUpload:
    by, content = visitor_of(request).account, form.data_of_file
    if is_check:
        return uploading.check_ratings(row, by=by, day=data["as_of"], data=content)
    if row.is_computed:
        return uploading.set_openings(row, by=by, day=data["as_of"], data=content, source=data["source"])
    return uploading.upload_list(row, by=by, day=data["as_of"], data=content, source=form.file_name)


def _stored_words(upload: uploading.RatingUpload) -> str:
    return ngettext("%(number)s rating is stored.", "%(number)s ratings are stored.", upload.count) % {
        "number": upload.count
    }


def _kept_fields(form: RatingUploadForm) -> dict[str, str]:
    """Return the hidden fields of a checked form; none where the page cannot keep the file."""
    fields = form.keeps
    names = [name for name in ("as_of", "source") if name in form.fields and fields]
    return fields | {name: str(form.data.get(name, "")) for name in names}


def _preview(plan: OfficialPreview) -> ListPreview:
    best = [row for row in plan.rows if row.place is not None][:_MOST_ROWS]
    by_change = sorted(
        (row for row in plan.rows if row.uid in plan.before and row.rating != plan.before[row.uid]),
        key=lambda row: -abs(row.rating - plan.before[row.uid]),
    )[:_MOST_ROWS]
    uids = {row.uid for row in (*best, *by_change)}
    names = dict(Player.objects.filter(uid__in=uids).values_list("uid", "name"))
    newcomers = sum(row.uid not in plan.before for row in plan.rows)
    return ListPreview(
        plan,
        [_line(row, plan, names) for row in best],
        [_line(row, plan, names) for row in by_change],
        newcomers if plan.before else 0,
    )


def _line(row: PlacedRow, plan: OfficialPreview, names: dict[str, str]) -> PreviewLine:
    before = plan.before.get(row.uid)
    return PreviewLine(
        names.get(row.uid, row.uid),
        row.place,
        _points(row.rating),
        None if before is None else _points(row.rating - before),
        "" if row.status == OfficialStatus.RANKED else str(OfficialStatus(row.status).label),
    )


def _points(billionths: int) -> Decimal:
    """Return points to two places for a reader."""
    return round(Decimal(billionths) / UNITS, 2)
