"""Telling a phone of a notice: what goes out, when it waits, and what an answer means."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from hashlib import sha256

from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone, translation

from matches.models import EFFECTIVE, Match, Player, Report, rows_of_person
from tournaments.models import AccessLink, Notice, NoticeCode, PushSubscription, TableUse, Visibility
from tournaments.notices.words import render

from . import client, keys
from .encryption import encrypt
from .endpoints import InvalidEndpoint, NotPublic, PushEndpoint
from .sealing import BrowserKeys, unseal

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Matter:
    """How long a notice is worth telling, and whether it wakes a phone that saves its battery."""

    lasts: timedelta
    is_urgent: bool


MATTERS: Mapping[str, Matter] = {
    NoticeCode.MATCH_ON: Matter(timedelta(minutes=30), is_urgent=True),
    NoticeCode.PLEASE_CONFIRM: Matter(timedelta(hours=1), is_urgent=True),
    NoticeCode.REPORT_DIFFERS: Matter(timedelta(hours=1), is_urgent=True),
    NoticeCode.DISPUTED: Matter(timedelta(hours=4), is_urgent=False),
    NoticeCode.NEXT_OPPONENT: Matter(timedelta(hours=4), is_urgent=False),
}
_CALL = NoticeCode.MATCH_ON
# A browser that is refused so often in a row is forgotten.
_MOST_REFUSALS = 5
_GONE = (404, 410)
_TOO_MANY = 429
# A phone whose owner plays is asked about again after so long.
_WHILE_PLAYING = timedelta(seconds=30)
# The bounds of a pause that a push service asks for, or that grows with the age of the notice.
_LEAST_PAUSE, _LONGEST_PAUSE = timedelta(seconds=5), timedelta(minutes=10)
# Push services take 4,096 bytes, with what encryption adds.
_LONGEST_TEXT = 1000


class PhoneWaits(Exception):
    """The phone is told later: its owner plays, or its push service takes nothing now."""

    def __init__(self, why: str, *, until: datetime) -> None:
        super().__init__(why)
        self.until = until


def tell_phone(notice_id: int, subscription_id: int) -> None:
    """Tell a browser of a notice once; raise PhoneWaits if that has to be later.

    What is read, over, or followed by newer words about the same match is not told any more.
    """
    phone = PushSubscription.objects.select_related("link").filter(pk=subscription_id).first()
    notices = Notice.objects.select_related("recipient", "tournament", "match__one", "match__two")
    notice = notices.filter(pk=notice_id).first()
    if phone is None or notice is None or not keys.is_on() or not _is_worth_it(notice, phone):
        return
    if notice.code != _CALL and _plays(notice.recipient.current, besides=notice.match_id):
        raise PhoneWaits("Its owner plays.", until=timezone.now() + _WHILE_PLAYING)
    browser = unseal(phone.sealed)
    if browser is None:
        phone.delete()
        return
    _send(notice, phone, browser)


def _is_worth_it(notice: Notice, phone: PushSubscription) -> bool:
    """Whether a notice is still news to who holds this browser."""
    matter = MATTERS.get(notice.code)
    now = timezone.now()
    if matter is None or notice.read_at is not None or notice.made_at + matter.lasts < now:
        return False
    if phone.link is not None and not _opens(phone.link, notice, now):
        return False
    if notice.tournament is not None and notice.tournament.visibility == Visibility.DRAFT:
        return False
    if notice.match is None:
        return True
    if notice.match.final_at is not None or notice.match.cancelled_at is not None:
        return False
    newer = Notice.objects.filter(recipient=notice.recipient_id, match=notice.match_id, pk__gt=notice.pk)
    return not newer.filter(code__in=MATTERS).exists()


def _opens(link: AccessLink, notice: Notice, now: datetime) -> bool:
    """Whether a private link is in force and leads to what the notice is about."""
    is_in_force = link.revoked_at is None and link.expires_at > now
    return is_in_force and link.tournament_id == notice.tournament_id


def _plays(player: Player, *, besides: int | None) -> bool:
    """Whether a person sits at another match now: one that is called or begun, and that nobody has reported."""
    rows = rows_of_person(player.person_key)
    own = Q(one__members__player__in=rows) | Q(two__members__player__in=rows)
    at_table = Exists(TableUse.objects.filter(match=OuterRef("pk"), until=None))
    reported = Exists(Report.objects.filter(EFFECTIVE, match=OuterRef("pk")))
    matches = Match.objects.filter(own, final_at=None, cancelled_at=None)
    if besides is not None:
        matches = matches.exclude(pk=besides)
    return matches.filter(at_table | Q(started_at__isnull=False)).exclude(reported).exists()


def _send(notice: Notice, phone: PushSubscription, browser: BrowserKeys) -> None:
    """Send the notice, and learn from the answer."""
    matter = MATTERS[notice.code]
    try:
        endpoint = PushEndpoint.read(browser.endpoint)
        body = encrypt(_payload(notice, phone), point=browser.point, secret=browser.secret)
        left = notice.made_at + matter.lasts - timezone.now()
        headers = {
            "Authorization": keys.authorization(endpoint.origin),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(max(0, int(left.total_seconds()))),
            "Urgency": "high" if matter.is_urgent else "normal",
            "Topic": _topic(notice),
        }
        answer = client.post(endpoint, body, headers=headers)
    except (InvalidEndpoint, NotPublic) as error:
        _count_refusal(phone, str(error))
        return
    except OSError as error:
        raise PhoneWaits(f"{type(error).__name__}: {error}", until=_later(notice)) from error
    _learn(notice, phone, answer)


def _learn(notice: Notice, phone: PushSubscription, answer: client.Answer) -> None:
    """Forget a browser that is gone, wait for a push service that asks for it, count what it refuses."""
    if 200 <= answer.status < 300:
        PushSubscription.objects.filter(pk=phone.pk).update(told_at=timezone.now(), refusals=0)
    elif answer.status in _GONE:
        phone.delete()
    elif answer.status == _TOO_MANY or answer.status >= 500:
        raise PhoneWaits(
            f"The push service answers {answer.status}.", until=_later(notice, retry_after=answer.retry_after)
        )
    else:
        # A redirect is refused like this: nobody who means well moves a browser elsewhere.
        _count_refusal(phone, f"It answers {answer.status}.")


def _count_refusal(phone: PushSubscription, why: str) -> None:
    logger.warning("A phone at %s is not told: %s", phone.host, why)
    PushSubscription.objects.filter(pk=phone.pk).update(refusals=F("refusals") + 1)
    PushSubscription.objects.filter(pk=phone.pk, refusals__gte=_MOST_REFUSALS).delete()


def _later(notice: Notice, *, retry_after: str = "") -> datetime:
    """Return when to try again: as the push service asks, else after the age of the notice, within bounds."""
    now = timezone.now()
    pause = now - notice.made_at
    if retry_after.isascii() and retry_after.isdecimal() and len(retry_after) < 9:
        pause = timedelta(seconds=int(retry_after))
    elif retry_after:
        try:
            pause = parsedate_to_datetime(retry_after) - now
        except (ValueError, TypeError):
            logger.info("A push service asks for a pause that nobody can read.")
    return now + min(max(pause, _LEAST_PAUSE), _LONGEST_PAUSE)


def _payload(notice: Notice, phone: PushSubscription) -> bytes:
    """Return the words of a notice in the language of its reader, and the address of its page."""
    language = notice.recipient.current.language or phone.language
    words = render(notice, language)
    title = words.subject
    if notice.code == _CALL and notice.params.get("table"):
        with translation.override(language):
            title = translation.gettext("Table %(table)s") % {"table": notice.params["table"]}
    content = {
        "title": title,
        "body": words.text[:_LONGEST_TEXT],
        "url": words.url,
        "tag": _topic(notice),
        "lang": language,
        "call": notice.code == _CALL,
    }
    return json.dumps(content, ensure_ascii=False).encode()


def _topic(notice: Notice) -> str:
    """Return the same 32 letters for all words about one match, so that the newest takes the place of the others."""
    about = str(notice.match_id) if notice.match_id is not None else notice.occasion
    return keys.unpadded(sha256(f"{notice.recipient_id} {about}".encode()).digest()[:24])
