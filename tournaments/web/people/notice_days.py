"""A player's notices by day, with one line for each matter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import notices
from tournaments.models import Notice, NoticeCode
from tournaments.models.dates import date_words
from tournaments.notices import RenderedNotice

_MATCH = "dice"
_ICONS: Mapping[str, str] = {
    NoticeCode.PLEASE_CONFIRM: "clock",
    NoticeCode.LINEUP_MISSING: "clock",
    NoticeCode.CHALLENGE_DUE: "clock",
    NoticeCode.REPORT_DIFFERS: "flag",
    NoticeCode.DISPUTED: "flag",
    NoticeCode.APPEALED: "flag",
    NoticeCode.FINAL: "check",
    NoticeCode.OPPONENT_REPORTED: "check",
    NoticeCode.RULED: "check",
    NoticeCode.APPEAL_DECIDED: "check",
    NoticeCode.CHAMPION: "cup",
    NoticeCode.EVENT_FINISHED: "cup",
}


@dataclass(frozen=True, slots=True)
class NoticeLine:
    """A notice with its words in the reader's language, and the name of its icon."""

    notice: Notice
    words: RenderedNotice
    icon: str


@dataclass(slots=True)
class NoticeMatter:
    """The newest notice about a match, or about no match, with the earlier ones about the same match."""

    newest: NoticeLine
    earlier: list[NoticeLine] = field(default_factory=list)

    @property
    def is_unread(self) -> bool:
        """Whether any of them is unread."""
        return any(line.notice.read_at is None for line in (self.newest, *self.earlier))


@dataclass(frozen=True, slots=True)
class NoticeDay:
    """The matters whose newest notice was made on this day, newest first; `words` names it."""

    day: date
    words: str
    matters: Sequence[NoticeMatter]


def notice_days(page: Iterable[Notice], language: str) -> Sequence[NoticeDay]:
    """Return the notices of a page, newest first, by matter and day; days are those of the tournament's place."""
    matters: dict[tuple[str, int], NoticeMatter] = {}
    for notice in page:
        line = NoticeLine(notice, notices.render(notice, language), _icon_of(notice))
        key = ("notice", notice.pk) if notice.match_id is None else ("match", notice.match_id)
        if key in matters:
            matters[key].earlier.append(line)
        else:
            matters[key] = NoticeMatter(line)
    by_day = groupby(matters.values(), key=lambda matter: _day_of(matter.newest.notice))
    return [NoticeDay(day, words, tuple(group)) for (day, words), group in by_day]


def _day_of(notice: Notice) -> tuple[date, str]:
    zone = ZoneInfo(notice.tournament.zone) if notice.tournament else None
    day, today = timezone.localdate(notice.made_at, zone), timezone.localdate(None, zone)
    if day == today:
        return day, _("Today")
    if day == today - timedelta(days=1):
        return day, _("Yesterday")
    return day, date_words(day, "DATE_FORMAT")


def _icon_of(notice: Notice) -> str:
    return _ICONS.get(notice.code, "bell" if notice.match_id is None else _MATCH)
