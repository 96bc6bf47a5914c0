"""The office of a federation: the frame of its pages, and the dashboard of what waits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.models import Federation, Right, Submission
from tournaments.queries.federations.agenda import FIRST_FILES, Agenda, agenda_of
from tournaments.web.desk.bar import NavLink
from tournaments.web.desk.log_lines import log_lines
from tournaments.web.frame.pages import Crumb
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.wording.result_files import counts_in_words

# The lines of each kind on the dashboard; the page of the kind has all of them.
_MOST_LINES = FIRST_FILES

_Page: TypeAlias = tuple[str, str | Promise, Right]
_TABS: tuple[tuple[str | Promise, tuple[_Page, ...]], ...] = (
    (gettext_lazy("Overview"), (("office", gettext_lazy("Overview"), Right.READ),)),
    (
        gettext_lazy("Results"),
        (
            ("office_sanctions", gettext_lazy("Sanctions"), Right.READ),
            ("office_submissions", gettext_lazy("Result files"), Right.READ),
            ("office_archives", gettext_lazy("Archives"), Right.READ),
        ),
    ),
    (
        gettext_lazy("Rankings"),
        (
            ("office_lists", gettext_lazy("Rating lists"), Right.READ),
            ("office_rules", gettext_lazy("Counting rules"), Right.READ),
            ("office_seasons", gettext_lazy("Seasons"), Right.READ),
            ("office_variations", gettext_lazy("What if"), Right.READ),
            ("office_signals", gettext_lazy("Fair play"), Right.RATE),
        ),
    ),
    (
        pgettext_lazy("a tab of a federation", "People"),
        (
            ("office_members", gettext_lazy("Members"), Right.READ),
            ("office_clubs", gettext_lazy("Clubs"), Right.READ),
            ("office_duplicates", gettext_lazy("Duplicates"), Right.REGISTER),
        ),
    ),
    (
        pgettext_lazy("a tab of a federation", "Federation"),
        (
            ("office_officers", gettext_lazy("Officers"), Right.READ),
            ("office_settings", gettext_lazy("Settings"), Right.MANAGE),
            ("office_log", gettext_lazy("Log"), Right.READ),
        ),
    ),
)
"""The tabs of the office, each with its pages by the names of their addresses and the right that opens them."""


@dataclass(frozen=True, slots=True)
class AgendaLine:
    """One thing that waits, and where it is decided."""

    label: str
    note: str
    url: str


@dataclass(frozen=True, slots=True)
class AgendaCard:
    """A kind of things that wait; `lines` are the first of `count`."""

    heading: str
    count: int
    lines: Sequence[AgendaLine]
    url: str
    action: str


@require_safe
def office(request: HttpRequest, uid: str) -> HttpResponse:
    """Show an officer what waits in the federation."""
    federation = access.federation_to_read(visitor_of(request), uid)
    agenda = agenda_of(federation, rights=access.rights_in(visitor_of(request), federation))
    context = {"cards": [card for card in _cards(federation, agenda) if card.count]}
    return office_page(request, federation, "federations/office.html", context, tab="office")


def _cards(federation: Federation, agenda: Agenda) -> Iterator[AgendaCard]:
    card = partial(_card, federation)
    yield card(
        _("Events submitted for sanction"),
        agenda.sanctions,
        lambda one: (one.event.name, one.event.tournament.name),
        pages=("office_sanction", "office_sanctions"),
        action=_("All sanctions"),
    )
    yield card(
        _("Result files to decide on"),
        agenda.submissions,
        lambda one: (one.event_name, _of_file(one, agenda)),
        pages=("office_submission", "office_submissions"),
        action=_("All result files"),
    )
    yield card(
        _("Corrected after they were sent"),
        agenda.outdated,
        lambda one: (one.event_name, _("The director has to send the results again.")),
        pages=("office_submission", "office_submissions"),
        action=_("All result files"),
    )
    yield card(
        _("Archives to import"),
        agenda.archives,
        lambda one: (one.source, str(one.get_kind_display())),
        pages=("office_archive", "office_archives"),
        action=_("All archives"),
    )
    yield _duplicate_card(federation, agenda)
    yield _correction_card(agenda)


def _of_file(row: Submission, agenda: Agenda) -> str:
    counts = agenda.counts.get(row.pk)
    return row.tournament_name if counts is None else f"{row.tournament_name} · {counts_in_words(counts)}"


def _card(
    federation: Federation,
    heading: str,
    rows: Sequence[Any],
    words: Callable[[Any], tuple[str, str]],
    *,
    pages: tuple[str, str],
    action: str,
) -> AgendaCard:
    """Return the card of some rows; `words` are label and note of a row, `pages` those of one row and of all."""
    of_row, of_all = pages
    lines = [
        AgendaLine(*words(one), reverse(of_row, args=[federation.uid, one.uid])) for one in rows[:_MOST_LINES]
    ]
    return AgendaCard(heading, len(rows), lines, reverse(of_all, args=[federation.uid]), action)


def _duplicate_card(federation: Federation, agenda: Agenda) -> AgendaCard:
    url = reverse("office_duplicates", args=[federation.uid])
    lines = [
        AgendaLine(f"{pair.one.name} · {pair.two.name}", pair.one.club or pair.two.club, url)
        for pair in agenda.duplicates[:_MOST_LINES]
    ]
    return AgendaCard(_("Likely duplicates"), len(agenda.duplicates), lines, url, _("All likely duplicates"))


def _correction_card(agenda: Agenda) -> AgendaCard:
    entries = agenda.corrections[:_MOST_LINES]
    lines = [
        AgendaLine(line.text, entry.event.name, reverse("event", args=[entry.event.uid]))
        for entry, line in zip(entries, log_lines(entries), strict=True)
        if entry.event is not None
    ]
    return AgendaCard(_("Results corrected in the last 30 days"), len(agenda.corrections), lines, "", "")


def office_page(
    request: HttpRequest,
    federation: Federation,
    template: str,
    context: Mapping[str, Any],
    *,
    tab: str,
    here: str = "",
    status: int = 200,
) -> HttpResponse:
    """Render a page of the office with its tabs, in the time zone of the federation.

    `tab` is the name of the current page, and `here` the breadcrumb of a page below it.
    """
    rights = access.rights_in(visitor_of(request), federation)
    tabs, pages = _tabs(federation, rights, current=tab)
    crumbs = [
        Crumb(federation.code, reverse("federation", args=[federation.uid])),
        Crumb(pgettext("of a federation", "Office"), reverse("office", args=[federation.uid])),
        *(Crumb(one.label, one.url if here else "") for one in pages if one.is_current),
    ]
    shared = {
        "federation": federation,
        "tabs": tabs,
        "tab_pages": pages,
        "may_manage": Right.MANAGE in rights,
        "may_register": Right.REGISTER in rights,
        "may_rate": Right.RATE in rights,
        "crumbs": [*crumbs, Crumb(here)] if here else [*crumbs[:-1], Crumb(crumbs[-1].label)],
    }
    with timezone.override(federation.time_zone):
        return render(request, template, {**shared, **context}, status=status)


def _tabs(
    federation: Federation, rights: Collection[Right], *, current: str
) -> tuple[list[NavLink], list[NavLink]]:
    """Return the tabs of the office, and the pages of the current one where it has several."""
    tabs: list[NavLink] = []
    pages_of_tab: list[NavLink] = []
    for label, pages in _TABS:
        links = [
            NavLink(str(words), reverse(name, args=[federation.uid]), is_current=name == current)
            for name, words, right in pages
            if right in rights
        ]
        if not links:
            continue
        is_current = any(link.is_current for link in links)
        tabs.append(NavLink(str(label), links[0].url, is_current=is_current))
        if is_current and len(pages) > 1:
            pages_of_tab = links
    return tabs, pages_of_tab


def within(row: Any, federation: Federation) -> None:
    """Raise 404 for a row of another federation than that of the address."""
    if row.federation_id != federation.pk:
        raise Http404
