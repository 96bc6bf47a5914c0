"""The phones in the pockets of a hall, as plain HTTP clients: they ask for what an open page asks for, and report as it does.

They hold a private link in a session, renew the own matches with the ETag of what they have, and send a report to the API
with a key of its own, as the page's outbox does.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from html import unescape
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

_TOGETHER = 8
_PATIENCE = 60


@dataclass(frozen=True, slots=True)
class Score:
    """A result as it was fed in: both names, and the points of each."""

    one: str
    two: str
    points: tuple[int, int]

    @property
    def by_name(self) -> dict[str, int]:
        """The points of each name, whichever side it is on."""
        return dict(zip((self.one, self.two), self.points, strict=True))

    @property
    def winner(self) -> str:
        """Who has won."""
        return self.one if self.points[0] > self.points[1] else self.two


@dataclass(slots=True)
class Tally:
    """The test's own record: who is stronger, and the result of every match by its uid.

    `aside` are matches that the story tells, which the phones leave alone.
    """

    strongest_first: Sequence[str] = ()
    results: dict[str, Score] = field(default_factory=dict)
    aside: set[str] = field(default_factory=set)

    def score(self, one: str, two: str, *, length: int) -> Score:
        """The stronger one wins, by a score that both names make."""
        rank = self.strongest_first.index
        points = (rank(one) * 7 + rank(two) * 3) % length
        return Score(one, two, (length, points) if rank(one) < rank(two) else (points, length))


class Pocket:
    """A phone of one player, with the pages of a browser that nobody looks at."""

    def __init__(self, base: str, name: str) -> None:
        self.base, self.name = base, name
        self._jar = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._jar))
        self._known: dict[str, tuple[str, str]] = {}

    def open(self, path: str) -> str:
        """Return a page, from the cache where the service answers 304."""
        tag, page = self._known.get(path, ("", ""))
        status, body, headers = self._ask(path, headers={"If-None-Match": tag} if tag else {})
        if status == 304:
            self._known[path] = (headers["ETag"], page)
            return page
        assert status == 200, f"{self.name}: {path} answers {status}"
        if "ETag" in headers:
            self._known[path] = (headers["ETag"], body)
        return body

    def send(self, path: str, **fields: str) -> str:
        """A form, and the page it leads to."""
        form = urlencode(fields | {"csrfmiddlewaretoken": self._token}).encode()
        status, page, _headers = self._ask(path, form)
        assert status == 200, f"{self.name}: {path} answers {status}: {page[:2000]}"
        return page

    def report(self, match: str, points: Sequence[int], **values: object) -> str:
        """Report through the API, as the outbox does; return the state of the match."""
        body = json.dumps({"score": list(points), **values}).encode()
        headers = {
            "Content-Type": "application/json",
            "Idempotency-Key": secrets.token_hex(16),
            "X-CSRFToken": self._token,
        }
        status, answer, _headers = self._ask(f"/api/v1/matches/{match}/reports/", body, headers=headers)
        assert status == 201, f"{self.name}: {status} {answer}"
        return str(json.loads(answer)["state"])

    def register(self, link: str) -> None:
        """Scan the code at the door and type the name."""
        path = re.search(r'action="(/e/\w+/register/)"', self.open(link))
        assert path is not None
        assert "You are registered." in self.send(path[1], name=self.name, agrees="on")

    def join(self, event: str) -> None:
        """Enter one more event with a tap."""
        self.open(f"/e/{event}/register/")
        self.send(f"/e/{event}/register/")

    def open_matches(self) -> list[str]:
        """The uids of the own matches that are not over."""
        return re.findall(r'data-card="(\w+)"', self.open("/me/live/"))

    def match(self, uid: str) -> tuple[str, str, int] | None:
        """Both names and the length, from the page of a match; None when it does not wait for a result any more."""
        page = self.open(f"/m/{uid}/")
        length = re.search(r'data-length="(\d+)"', page)
        if length is None:
            return None
        one, two = (unescape(name).strip() for name in re.findall(r'data-won="\w+">([^<]+)<', page))
        return one, two, int(length[1])

    def linked(self, path: str, kind: str) -> str:
        """The uid of the first report (`r`) or dispute (`d`) that a page leads to."""
        match = re.search(rf"/{kind}/(\w+)/", self.open(path))
        assert match is not None, f"{path} leads to no /{kind}/"
        return match[1]

    def play(self, tally: Tally) -> int:
        """Report or confirm every open match; in every fifth match the winner reports first, else the loser."""
        count = 0
        for uid in self.open_matches():
            if uid in tally.aside:
                continue
            page = self.open(f"/m/{uid}/live/")
            answer = re.search(r'action="(/r/\w+/confirm/)"', page)
            if answer is not None:
                self.send(answer[1])
                count += 1
            elif "data-won" in page and (meeting := self.match(uid)) is not None:
                one, two, length = meeting
                score = tally.score(one, two, length=length)
                speaks_as_winner = sum(score.points) % 5 == 0
                if (self.name == score.winner) == speaks_as_winner:
                    tally.results[uid] = score
                    self.report(uid, score.points)
                    count += 1
        return count

    @property
    def _token(self) -> str:
        return next((cookie.value or "" for cookie in self._jar if cookie.name == "csrftoken"), "")

    def _ask(
        self, path: str, body: bytes | None = None, *, headers: dict[str, str] | None = None
    ) -> tuple[int, str, dict[str, str]]:
        address = f"{self.base}{path}"
        request = Request(address, data=body, headers=headers or {})  # noqa: S310 - the service under test
        try:
            with self._opener.open(request, timeout=_PATIENCE) as answer:
                return answer.status, answer.read().decode(), dict(answer.headers)
        except HTTPError as refused:
            with refused:
                return refused.code, refused.read().decode(), dict(refused.headers)


@dataclass(slots=True)
class Crowd:
    """All phones of the hall; `looking` are addresses that those who do not play keep open."""

    players: list[Pocket]
    watching: list[tuple[Pocket, str]] = field(default_factory=list)

    def each(self, act: Callable[[Pocket], object]) -> None:
        """Let every player do the same, several at once."""
        with ThreadPoolExecutor(_TOGETHER) as hands:
            list(hands.map(act, self.players))

    def play(self, tally: Tally, *, settle: Callable[[], None]) -> None:
        """Play until nobody has anything to do; `settle` waits for what follows from what was done."""
        with ThreadPoolExecutor(_TOGETHER) as hands:
            count = 1
            while count:
                settle()
                views = [hands.submit(phone.open, path) for phone, path in self.watching]
                count = sum(hands.map(lambda phone: phone.play(tally), self.players))
                for look in views:
                    look.result()
