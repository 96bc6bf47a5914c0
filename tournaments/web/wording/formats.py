"""Words of formats: names, options, feeds, and columns of standings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from typing import Any, get_type_hints

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from tournaments.formats import (
    FORMATS,
    OF_PLACES,
    WORDS,
    Feed,
    Options,
    Take,
    option_words,
    parts_of_a_point,
    tiebreak_of,
    value_words,
)
from tournaments.models.wording import format_name, in_words, lazily
from tournaments.queries.draws.standing_words import points_words

# The entrants that a feed takes from another stage.
TAKE_WORDS: Mapping[Take, Any] = {
    Take.FIRST_LOSS: _("first-match losers (byes do not count)"),
    Take.LOSERS: _("losers there"),
    Take.TOP: _("the best of its standings"),
    Take.GROUP_TOP: _("the best of each group"),
    Take.BEST_OF_PLACE: _("the best at one place of all groups"),
    Take.REST: _("all but the best"),
    Take.NEXT_SEASON: _("everybody, after promotion and relegation"),
}
_WITHOUT_THE_END: Mapping[int, Any] = {
    1: _("but for the final"),
    2: _("but for the last two rounds"),
    3: _("but for the last three rounds"),
}
OF_LOSSES = (Take.FIRST_LOSS, Take.LOSERS)


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a format for a form field; `values` are its choices, empty for a checkbox or number."""

    format: str
    name: str
    kind: type
    default: object
    minimum: int | None
    maximum: int | None

    @property
    def label(self) -> Any:
        """Return the name of the option."""
        return lazily(option_words(self.format, self.name)[0])

    @property
    def help(self) -> Any:
        """Return a short description of the option."""
        return lazily(option_words(self.format, self.name)[1])

    @property
    def values(self) -> list[tuple[str, Any]]:
        """Return the possible codes, each with its words."""
        if not issubclass(self.kind, StrEnum):
            return []
        return [(value.value, lazily(value_words(self.format, value))) for value in self.kind]


def format_what(code: str) -> str:
    """Return a short description of a format."""
    return in_words(WORDS[code].sentence) if code in WORDS else ""


def format_sentence(code: str) -> str:
    """Return the name of a format with a short description."""
    if code not in WORDS:
        return format_name(code)
    words = pgettext("a format and what it is", "%(format)s: %(sentence)s")
    return words % {"format": format_name(code), "sentence": format_what(code)}


def options_of_format(code: str) -> Iterator[Option]:
    """Yield every option of a format, in the order of its class."""
    rules: type[Options] = FORMATS[code].options
    kinds = get_type_hints(rules)
    for option in fields(rules):
        if option.default is MISSING:
            raise AssertionError(f"{rules.__name__}.{option.name} has no default")
        bounds = option.metadata
        yield Option(
            code,
            option.name,
            kinds[option.name],
            option.default,
            bounds.get("minimum"),
            bounds.get("maximum"),
        )


def chosen_options(code: str, values: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    """Return the options of a stage that differ from their defaults, each with its value in words."""
    rows = []
    for option in options_of_format(code):
        value = values.get(option.name, option.default)
        if value != option.default:
            rows.append((option.label, _said(option, value)))
    return rows


def feed_words(feed: Feed, *, feeder: str) -> str:
    """Return a feed in words, as in `Main: who loses a match there (rounds 1 to 3)`."""
    colon = pgettext("between a label and its value", ":")
    if feed.take is Take.TIED:
        return f"{feeder}{colon} {_('who share a place that this playoff decides')}"
    words = f"{feeder}{colon} {TAKE_WORDS[feed.take]}"
    if feed.take is Take.BEST_OF_PLACE:
        best = _("the best %(count)s of place %(place)s in each group")
        return f"{feeder}{colon} {best % {'count': feed.count, 'place': feed.place}}"
    if feed.take in OF_PLACES:
        return f"{words} ({feed.count})"
    if feed.farthest == 0:
        return f"{words} ({_('the final')})"
    if feed.nearest:
        words = f"{words}, {_WITHOUT_THE_END.get(feed.nearest, _WITHOUT_THE_END[3])}"
    if feed.first_round == 1 and feed.last_round is None:
        return words
    places = {"first": feed.first_round, "last": feed.last_round}
    rounds = _("from round %(first)s") if feed.last_round is None else _("rounds %(first)s to %(last)s")
    return f"{words} ({rounds % places})"


def tiebreak_heading(code: str) -> str:
    """Return the heading of a tiebreak in standings."""
    record = tiebreak_of(code)
    return _plain(code) if record is None else in_words(record.heading)


def tiebreak_value(code: str, value: int | None) -> str:
    """Return the value of a tiebreak in its unit, or a dash for None."""
    return "–" if value is None else points_words(value, of=parts_of_a_point(code))


def _said(option: Option, value: Any) -> Any:
    if issubclass(option.kind, StrEnum):
        return in_words(value_words(option.format, option.kind(value)))
    if option.kind is bool:
        return pgettext("an option", "yes") if value else pgettext("an option", "no")
    return value


def _plain(code: str) -> str:
    """Return readable words for a code without a heading."""
    return code.replace("_", " ").capitalize()
