"""A list of members in the office: each row is checked first, and the list is taken on the second button."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import access
from tournaments.actions.entrants.list_reading import LARGEST_LIST
from tournaments.actions.federations import member_list
from tournaments.actions.federations.member_list import MemberListCheck
from tournaments.web.desk.pages import status_of
from tournaments.web.desk.refusals import is_done
from tournaments.web.frame.kept_files import KeptFileForm
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

from .office import office_page

# So many refused rows and warnings of a list are shown.
_MOST_SHOWN = 200


class MemberListForm(KeptFileForm):
    """A form for a list of members."""

    largest = LARGEST_LIST


@require_page_or_form
def import_members(request: HttpRequest, uid: str) -> HttpResponse:
    """Check each row of a list of members, and take those that are accepted on the second button."""
    visitor = visitor_of(request)
    federation = access.federation_to_register(visitor, uid)
    form = MemberListForm(request.POST or None, request.FILES or None)
    is_check = request.POST.get("do") != "import"
    take = member_list.read_member_list if is_check else member_list.import_members
    checks: list[MemberListCheck] = []
    is_read = request.method == "POST" and is_done(
        form, lambda _data: checks.append(take(federation, by=visitor.account, data=form.data_of_file))
    )
    if is_read and not is_check:
        messages.success(request, _stored_words(checks[0]))
        if not checks[0].refused:
            return redirect("office_members", federation.uid)
    check = checks[0] if checks else None
    context = {
        "form": form,
        "check": check,
        "accepted": check.new + check.known if check else 0,
        "is_imported": bool(check) and not is_check,
        "refused": check.refused[:_MOST_SHOWN] if check else (),
        "warnings": check.warnings[:_MOST_SHOWN] if check else (),
        "keeps": form.keeps if check and is_check and check.new + check.known else {},
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


def _stored_words(check: MemberListCheck) -> str:
    count = check.new + check.known
    return ngettext(
        "%(number)s member of the list is here.", "%(number)s members of the list are here.", count
    ) % {"number": count}
