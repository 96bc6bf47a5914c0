"""A list of members in the office: each row is checked first, and the list is taken on the second button."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.models import NameOrder
from tournaments import access
from tournaments.actions.entrants.list_reading import LARGEST_LIST
from tournaments.actions.lists import member_list
from tournaments.actions.lists.member_list import ListBeginning, MemberListCheck
from tournaments.models import Federation, ListOrigin, RatingList, Right
from tournaments.requests.federations import MemberListRequest
from tournaments.web.desk.pages import status_of
from tournaments.web.desk.refusals import is_done
from tournaments.web.frame.files import KeptFileForm
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

from .office import office_page

_OF_RATINGS = ("list", "as_of", "source")
# So many refused rows and warnings of a list are shown.
_MOST_SHOWN = 200


class MemberListForm(KeptFileForm):
    """A form for a list of members, and for the rating list that begins with its ratings."""

    largest = LARGEST_LIST

    list = forms.ModelChoiceField(
        RatingList.objects.none(),
        label=gettext_lazy("Ratings"),
        help_text=gettext_lazy("The rating list that begins with the ratings of the file."),
        empty_label=gettext_lazy("Take no ratings"),
        to_field_name="uid",
        required=False,
    )
    as_of = field_of(
        MemberListRequest,
        "as_of",
        label=gettext_lazy("Ratings as of"),
        help_text=gettext_lazy("Empty: the first day of the rating list, or today where it has none."),
    )
    source = field_of(
        MemberListRequest,
        "source",
        label=gettext_lazy("Source of the ratings"),
        help_text=gettext_lazy("The system that they come from."),
    )

    field_order = ("file", "list", "as_of", "source")

    def __init__(self, *args: Any, lists: QuerySet[RatingList], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["list"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - narrows the type for mypy
        field.queryset = lists
        if not lists.exists():
            for name in _OF_RATINGS:
                del self.fields[name]

    @property
    def opening(self) -> ListBeginning | None:
        """The rating list that takes the ratings of the cleaned form, with their day and source."""
        values = self.cleaned_data
        if values.get("list") is None:
            return None
        return ListBeginning(values["list"], values["as_of"], values["source"])

    @property
    def kept_fields(self) -> dict[str, str]:
        """The hidden fields of the checked form; none where the page cannot keep the file."""
        names = [name for name in _OF_RATINGS if name in self.fields and self.keeps]
        return self.keeps | {name: str(self.data.get(name, "")) for name in names}


@require_page_or_form
def import_members(request: HttpRequest, uid: str) -> HttpResponse:
    """Check each row of a list of members, and take those that are accepted on the second button."""
    visitor = visitor_of(request)
    federation = access.federation_to_register(visitor, uid)
    lists = _lists_to_begin(federation)
    if Right.RATE not in access.rights_in(visitor, federation):
        lists = lists.none()
    form = MemberListForm(request.POST or None, request.FILES or None, lists=lists)
    is_check = request.POST.get("do") != "import"
    take = member_list.read_member_list if is_check else member_list.import_members
    checks: list[MemberListCheck] = []
    is_read = request.method == "POST" and is_done(
        form,
        lambda _data: checks.append(
            take(federation, by=visitor.account, data=form.data_of_file, opening=form.opening)
        ),
    )
    if is_read and not is_check:
        messages.success(request, _stored_words(checks[0]))
        if not checks[0].refused:
            return redirect("office_members", federation.uid)
    check = checks[0] if checks else None
    is_left = check is not None and check.has_ratings and check.opening is None
    context = {
        # The next file is chosen in an empty form.
        "form": form if is_check else MemberListForm(lists=lists),
        "check": check,
        "of_ratings": _of_ratings_left(visitor, federation) if is_left else "",
        "accepted": check.new + check.known if check else 0,
        "is_imported": bool(check) and not is_check,
        "refused": check.refused[:_MOST_SHOWN] if check else (),
        "warnings": check.warnings[:_MOST_SHOWN] if check else (),
        "keeps": form.kept_fields if check and is_check and check.new + check.known else {},
    }
    return office_page(
        request,
        federation,
        "federations/office_import_members.html",
        context,
        tab="office_members",
        here=_("List of members"),
        status=status_of(form),
    )


def _of_ratings_left(visitor: access.Visitor, federation: Federation) -> str:
    """Return who takes the ratings of a file, or what is missing."""
    if not _lists_to_begin(federation).exists():
        return _("The ratings are left out: the federation has no computed rating list yet.")
    if Right.RATE in access.rights_in(visitor, federation):
        return _("The ratings are left out: choose the rating list that begins with them.")
    return _("The ratings are left out: the president takes them, or a registrar who is rating officer too.")


def _lists_to_begin(federation: Federation) -> QuerySet[RatingList]:
    return federation.rating_lists.filter(origin=ListOrigin.COMPUTED).order_by(NameOrder("name"), "pk")


def _stored_words(check: MemberListCheck) -> str:
    count = check.new + check.known
    return ngettext(
        "%(number)s member of the list is here.", "%(number)s members of the list are here.", count
    ) % {"number": count}
