"""The page on which officers read signals of fair play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.fair_play import SignalKind
from tournaments.queries.people.fair_play import FairPlaySignal, fair_play_signals
from tournaments.web.frame.visitors import visitor_of

from .office import office_page

_ROWS_PER_PAGE = 50
_KIND_WORDS = {
    SignalKind.FREQUENT_PAIR: gettext_lazy("The same pair often"),
    SignalKind.LOSS_BEFORE_CAP: gettext_lazy("Losses before a cap"),
    SignalKind.FAST_MATCH: gettext_lazy("Very short matches"),
    SignalKind.BATCH: gettext_lazy("Many reports at once"),
    SignalKind.BYE_ON_RETURN: gettext_lazy("Byes after coming back"),
}


@dataclass(frozen=True, slots=True)
class SignalLine:
    """A signal as the page shows it: its kind, its players, its sentence and how rare it is."""

    kind: Any
    names: str
    words: str
    rate: str


@require_safe
def signal_page(request: HttpRequest, uid: str) -> HttpResponse:
    """List what is rare among the events that the federation sanctioned, each with its base rate."""
    federation = access.federation_to_rate(visitor_of(request), uid)
    lines = list(_lines(fair_play_signals(federation)))
    context = {"page": Paginator(lines, _ROWS_PER_PAGE).get_page(request.GET.get("page"))}
    return office_page(request, federation, "federations/office_signals.html", context, tab="office_signals")


def _lines(rows: Iterable[FairPlaySignal]) -> Iterator[SignalLine]:
    for row in rows:
        signal = row.signal
        yield SignalLine(
            _KIND_WORDS[signal.observation.kind],
            " · ".join(player.name for player in row.players),
            row.words,
            _rate_words(signal.reached, signal.population),
        )


def _rate_words(reached: int, population: int) -> str:
    """Return how many of all reach the value, with the share in per cent."""
    words = ngettext(
        "%(reached)s of %(population)s reaches this: %(percent)s %%",
        "%(reached)s of %(population)s reach this: %(percent)s %%",
        reached,
    )
    percent = number_format(100 * reached / population, 2)
    return words % {"reached": reached, "population": population, "percent": percent}
