"""The lists of a federation by a slow twin: facts from the tables, reasons from a page, ratings in decimals."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from hashlib import sha256

from matches.models import Player
from tests.flows.season_facts import SeasonFacts, SeenMatch
from tests.ratings import decimals
from tests.ratings.counting_twin import PAGE, documented_reasons, reasons_by_data
from tests.ratings.decimals import Certainty
from tournaments.models import Club, CountingRule, OpeningRating, RatingList

_DEFAULTS = json.loads(re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[0])


@dataclass(frozen=True, slots=True)
class TwinRow:
    """Somebody of a list: what its digest has, by the uid of the person."""

    rating: int
    experience: int
    matches: int
    wins: int
    last_day: int

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers in the order of the digest."""
        return self.rating, self.experience, self.matches, self.wins, self.last_day


def digest_of(rows: Mapping[str, Iterable[int]]) -> str:
    """The digest of rows by uid: SHA-256 of a line for each, in the order of the uids."""
    lines = [f"{uid} {' '.join(str(number) for number in rows[uid])}\n" for uid in sorted(rows)]
    return sha256("".join(lines).encode()).hexdigest()


class ListTwin:
    """A computed list as it should be now."""

    def __init__(self, rating_list: RatingList, facts: SeasonFacts) -> None:
        self.list, self.facts = rating_list, facts
        self.rules = rules_in_force(rating_list)
        self.uids = dict(Player.objects.values_list("pk", "uid"))
        first = rating_list.starts_on or date.min
        rated = [one for one in facts.matches if verdict(one, self.rules) == ("", "")]
        self.matches = [one for one in rated if len(one.people) == 2 and one.day >= first]

    def _ordered(self) -> list[SeenMatch]:
        if self.list.order == "matches":
            return sorted(self.matches, key=lambda one: (one.day, one.event, one.place))
        last: dict[str, date] = {}
        for one in self.matches:
            last[one.event] = max(last.get(one.event, one.day), one.day)
        return sorted(self.matches, key=lambda one: (last[one.event], one.event, one.day, one.place))

    def _openings(self) -> dict[int, TwinRow]:
        """Where people begin; of two rows of one person that of the player who goes on counts."""
        rows = {}
        for one in OpeningRating.objects.filter(list=self.list).order_by("pk"):
            person = self.facts.person[one.player_id]
            if person == one.player_id or person not in rows:
                rows[person] = TwinRow(one.rating, one.experience, 0, 0, 0)
        return rows

    def rows(self, until: date = date.max) -> dict[str, TwinRow]:
        """Everybody after the matches up to a day, by uid."""
        people = self._openings()
        change = decimals.CHANGES[self.list.formula]
        event, start = "", dict(people)
        nobody = TwinRow(*decimals.NEW, 0, 0, 0)
        for one in self._ordered():
            if one.day > until:
                continue
            if self.list.order == "matches" or one.event != event:
                event, start = one.event, dict(people)
            winner, loser = one.people if one.winner == 0 else one.people[::-1]
            before = [start.get(who, nobody) for who in (winner, loser)]
            changes = change(
                before[0].rating, before[1].rating, before[0].experience, before[1].experience, one.length
            )
            for who, more in zip((winner, loser), changes, strict=True):
                now = people.get(who, nobody)
                people[who] = TwinRow(
                    now.rating + more,
                    now.experience + one.length,
                    now.matches + 1,
                    now.wins + (who == winner),
                    max(now.last_day, one.day.toordinal()),
                )
        return {self.uids[person]: row for person, row in people.items()}

    def official(self, day: date) -> dict[str, tuple[str, int | None, TwinRow]]:
        """Status, place and numbers of everybody in an official list as of a day, by uid."""
        rows = self.rows(until=day)
        status = {uid: self._status(row, day) for uid, row in rows.items()}
        ranked = [row.rating for uid, row in rows.items() if status[uid] == "ranked"]
        return {
            uid: (
                status[uid],
                1 + sum(rating > row.rating for rating in ranked) if status[uid] == "ranked" else None,
                row,
            )
            for uid, row in rows.items()
        }

    def _status(self, row: TwinRow, day: date) -> str:
        if row.experience < self.list.provisional_below:
            return "provisional"
        months = self.list.inactive_after
        if months is None:
            return "ranked"
        year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
        same = day.day
        while True:
            try:
                oldest = date(year, month + 1, same)
                break
            except ValueError:
                # The month has no such day.
                same -= 1
        return "inactive" if row.last_day < oldest.toordinal() else "ranked"

    def certainties(self) -> dict[str, Certainty]:
        """Glicko-2 over the same matches, after every period of the calendar up to that of the last match."""
        if not self.list.uncertainty or not self.matches:
            return {}
        games: dict[tuple[int, int], list[SeenMatch]] = defaultdict(list)
        for one in self.matches:
            games[self._period(one.day)].append(one)
        first, last = (bound(one.day for one in self.matches) for bound in (min, max))
        days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
        people: dict[int, Certainty] = {}
        for period in dict.fromkeys(map(self._period, days)):
            played: dict[int, list[tuple[Certainty, bool]]] = {person: [] for person in people}
            for one in games[period]:
                for side in (0, 1):
                    opponent = people.get(one.people[1 - side], decimals.NOBODY_YET)
                    played.setdefault(one.people[side], []).append((opponent, one.winner == side))
            people = {
                person: decimals.glicko_period(people.get(person, decimals.NOBODY_YET), of_person)
                for person, of_person in played.items()
            }
        return {self.uids[person]: row for person, row in people.items()}

    def _period(self, day: date) -> tuple[int, int]:
        year, week, _weekday = day.isocalendar()
        return (year, week) if self.list.uncertainty == "weeks" else (day.year, day.month)


def rules_in_force(rating_list: RatingList) -> list[dict[str, object]]:
    """The rules of a list with what the page says of absent fields; those of a federation before those of its club."""
    rows = CountingRule.objects.filter(federation=rating_list.federation, name="", ended_at=None)
    bodies: list[tuple[Club | None, str]] = [(None, rating_list.federation.uid)]
    if rating_list.club is not None:
        bodies.append((rating_list.club, rating_list.club.uid))
    return [{**_DEFAULTS, **rows.get(club=club).data, "body": uid} for club, uid in bodies]


def verdict(one: SeenMatch, rules: list[dict[str, object]]) -> tuple[str, str]:
    """Why a match is not rated, and the body that says so; both empty for a rated one."""
    by_body = [(str(rule["body"]), reasons_by_data(one.facts, rule)) for rule in rules]
    never = dict.fromkeys(documented_reasons()[:9], "")
    for reason in documented_reasons():
        for body, reasons in by_body:
            if reason in reasons:
                return reason, never.get(reason, body)
    return "", ""
