"""A generated season: events of every format and of several plans, played through the actions, with all that goes wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any

import time_machine

from matches.errors import DomainError
from matches.models import Match, Player, name_key
from matches.models.player import store_name_keys
from rules.match import Side
from tests import factories
from tests.flows.season_results import Endings, correct
from tournaments.actions.draws import attendance, draw, progress
from tournaments.actions.entrants import challenges, registration, taking_back
from tournaments.actions.events import lifecycle, rating_terms
from tournaments.actions.events.plans import create_from_plan
from tournaments.actions.federations import clubs, members, merging, sanctions
from tournaments.formats import FORMATS, ByChallenge, Intake
from tournaments.models import Club, Entrant, Event, EventKind, Federation, Merge, Stage
from tournaments.plans import TEMPLATES, problems

FIRST_DAY = datetime(2026, 1, 10, 10, tzinfo=UTC)
_BETWEEN = timedelta(days=7)
_PLANS = ("weekend", "groups", "nordic")
KINDS = (*sorted(FORMATS), "doubles", "teams", "by_cards", *_PLANS)
"""Every format, pairs, teams, a draw made with cards, and plans of several stages."""
_OPTIONS: dict[str, dict[str, str | int]] = {
    "round_robin": {"groups": 2},
    "league": {"divisions": 2},
    "marathon": {"most_matches": 4},
}
_LENGTHS = (1, 3, 5, 7, 9, 11)
# A whole round, or everybody against everybody, for each entrant: these have no more than so many.
_MOST = {"stepladder": 5, "ladder": 12, "teams": 6, "doubles": 16, "round_robin": 24, "league": 24}
_TEAM = 3
_KINDS: dict[str, dict[str, Any]] = {
    "doubles": {"kind": "doubles"},
    "teams": {"kind": "teams", "team_size": _TEAM, "boards": 3},
}


@dataclass(frozen=True, slots=True)
class SeasonSize:
    """How large a season is."""

    people: int
    clubs: int
    events: int
    entrants: int


@dataclass
class Season:
    """A season under way: two federations, the people of their clubs, and the events so far."""

    chance: Random
    endings: Endings
    federations: tuple[Federation, Federation]
    clubs: list[Club]
    people: list[Player]
    again: dict[int, Player] = field(default_factory=dict)
    """The second entry of some people, and the third by the key of the second: they were typed again."""
    events: list[Event] = field(default_factory=list)
    merges: list[Merge] = field(default_factory=list)
    waiting: list[Player] = field(default_factory=list)
    """Who has not played for the longest time, last."""

    @classmethod
    def begin(cls, size: SeasonSize, *, seed: int) -> Season:
        """Two federations whose members are the people, with memberships of which some lapse during the season."""
        chance = Random(seed)
        federations = (factories.federation("NORD"), factories.federation("SUD"))
        season = cls(chance, Endings(chance), federations, [], _players(size.people, "Player"))
        for federation in federations:
            season.clubs += [
                clubs.add_club(federation, by=None, name=f"Club {federation.code} {place}")
                for place in range(size.clubs // 2)
            ]
        for number, player in enumerate(season.people):
            season._join(player, number)
        twice = chance.sample(season.people, max(8, size.people // 15))
        second = _players(len(twice), "Again")
        third = _players(len(twice) // 3, "Once more")
        season.again = dict(zip([one.pk for one in (*twice, *second)], (*second, *third), strict=False))
        # Some people have a second number too.
        for number, player in enumerate((*second[: len(third)], *third)):
            season._join(player, size.people + number, odds=(1, 0))
        return season

    def _join(self, player: Player, number: int, *, odds: tuple[float, float] = (0.85, 0.5)) -> None:
        """Make a person a member of the first federation, of both, or of none; some memberships lapse."""
        for federation, of_federation in zip(self.federations, odds, strict=True):
            if self.chance.random() > of_federation:
                continue
            nearby = [club for club in self.clubs if club.federation_id == federation.pk]
            member = members.give_number(federation, player, by=None, number=f"{federation.code}-{number}")
            club = self.chance.choice([None, *nearby[:3], *nearby])
            last = FIRST_DAY.date() + timedelta(days=self.chance.randrange(20, 300))
            ends_on = last if self.chance.random() < 0.25 else None
            begins = FIRST_DAY.date() - timedelta(days=30)
            members.add_membership(member, by=None, starts_on=begins, ends_on=ends_on, club=club)
            if ends_on is not None and self.chance.random() < 0.4:
                members.add_membership(member, by=None, starts_on=ends_on + timedelta(days=21), club=club)

    def play(self, size: SeasonSize) -> Iterator[Event]:
        """Play so many events, a week apart, and yield each when it is over; results of the last ones are corrected."""
        for number in range(size.events):
            with time_machine.travel(FIRST_DAY + number * _BETWEEN, tick=True) as clock:
                yield self._play_event(KINDS[number % len(KINDS)], clock, entrants=size.entrants)
                self._correct_late()

    def _play_event(self, kind: str, clock: Any, *, entrants: int) -> Event:
        event = _event(kind, self.chance, entrants=entrants)
        self._sanction(event)
        self._enter(event, _count(kind, entrants))
        self.events.append(event)
        first = event.stages.order_by("order")[0]
        lines = _lines(event, self.chance) if kind == "by_cards" else []
        draw.draw(first, by=None, seed="" if lines else f"{self.chance.random()}", lines=lines)
        if isinstance(FORMATS[first.format], ByChallenge):
            self._challenge(first, clock)
        else:
            self._play_rounds(event, clock)
        return event

    def _sanction(self, event: Event) -> None:
        """Let most events be sanctioned by one federation or both; a refusal and a request that waits are between."""
        for federation in self.federations:
            sanction = sanctions.request_sanction(event, federation, by=None)
            match self.chance.randrange(8):
                case 0:
                    sanctions.refuse_sanction(sanction, by=None, reason="Too late.")
                case 1:
                    pass
                case _:
                    event_class = self.chance.choice(("A", "A", "B"))
                    sanctions.grant_sanction(sanction, by=None, event_class=event_class, weight=Decimal(1))

    def _enter(self, event: Event, count: int) -> None:
        """Enter people, half of them those who did not play for the longest time; some by another entry of theirs."""
        size = {EventKind.DOUBLES: 2, EventKind.TEAMS: _TEAM}.get(EventKind(event.kind), 1)
        needed = min(count, len(self.people) // size) * size
        if len(self.waiting) < needed // 2:
            self.waiting = self.chance.sample(self.people, len(self.people))
        rare = [self.waiting.pop() for _ in range(needed // 2)]
        keys = {one.pk for one in rare}
        others = [one for one in self.people if one.pk not in keys]
        rows = [self._entry(one) for one in (*rare, *self.chance.sample(others, needed - len(rare)))]
        for place in range(0, needed, size):
            name = f"Team {place}" if event.kind == EventKind.TEAMS else ""
            registration.enter(event, by=None, players=rows[place : place + size], name=name)

    def _entry(self, one: Player) -> Player:
        """A row of a person; whoever was merged enters as the one who goes on."""
        while one.pk in self.again and self.chance.random() < 0.5:
            one = self.again[one.pk]
        one.refresh_from_db(fields=["merged_into"])
        return one.current

    def _play_rounds(self, event: Event, clock: Any) -> None:
        """Play round by round, some on another day; a stage that waits for its draw is drawn, and somebody may leave."""
        rounds = 0
        while True:
            open_now = [match for stage in event.stages.all() for match in factories.open_matches(stage)]
            if not open_now and not self._draw_next(event):
                return
            for match in open_now:
                self.endings.play(match)
            progress.advance(event)
            rounds += 1
            if rounds == 1 and event.kind == EventKind.SINGLES:
                self._withdraw_one(event)
            clock.shift(timedelta(minutes=90 if self.chance.random() < 0.7 else 24 * 60))

    def _withdraw_one(self, event: Event) -> None:
        """Let a winner leave most events: some have not won after all, and some return."""
        won = Match.objects.filter(pairing__stage__event=event).exclude(winner="").order_by("pk")
        turn = len(self.events) % 4
        if turn == 2 or not won:
            return
        match, director = self.chance.choice(list(won)), factories.owner(event.tournament)
        entrant = Entrant.objects.get(event=event, side=match.side(Side(match.winner)))
        with suppress(DomainError):
            registration.withdraw(entrant, by=director, reason="Ill.")
            if turn == 3:
                taking_back.reinstate(entrant, by=director)
            else:
                correct(match, self.chance)

    def _draw_next(self, event: Event) -> bool:
        """Draw a stage whose feeders are complete; return whether there was one."""
        for stage in event.stages.filter(draws=None).order_by("order"):
            with suppress(DomainError):
                draw.draw(stage, by=None, seed="next")
                return True
        return False

    def _challenge(self, stage: Stage, clock: Any) -> None:
        """Let everybody challenge somebody whom they may, twice."""
        for _ in range(2):
            everybody = list(stage.event.entrants.order_by("pk"))
            for one in self.chance.sample(everybody, k=len(everybody)):
                for other in self.chance.sample(everybody, k=len(everybody)):
                    with suppress(DomainError):
                        challenges.challenge(stage, by=None, challenger=one, challenged=other)
                        break
            self._play_rounds(stage.event, clock)
        attendance.hold(stage, by=None, is_held=True)

    def _correct_late(self) -> None:
        """Turn round results of events that are over, where nothing that follows has begun."""
        recent = [event.pk for event in self.events[-6:]]
        matches = Match.objects.filter(
            pairing__stage__event__in=recent, outcome="played", pairing__stage__event__kind=EventKind.SINGLES
        )
        for match in self.chance.sample(list(matches.order_by("pk")), k=min(2, matches.count())):
            correct(match, self.chance)

    def merge_some(self, count: int) -> None:
        """Merge people's entries, the third into the second before the second into the first; undo some of it."""
        by_key = {one.pk: one for one in (*self.people, *self.again.values())}
        pairs = {player.pk: (player, by_key[key]) for key, player in self.again.items()}
        chains = [
            pairs[one.pk] for player, into in pairs.values() if into.pk in pairs for one in (player, into)
        ]
        others = self.chance.sample(list(pairs.values()), k=len(pairs))
        for player, into in [*chains[: 2 * count], *others[:count]]:
            for federation in self.federations:
                # They are merged already, or one of them is in no event of the federation.
                with suppress(DomainError):
                    self.merges.append(factories.merge(federation, player, into=into))
                    break
        for merge in self.merges[2::4]:
            merge.refresh_from_db()
            if merge.undone_at is None:
                merging.undo_merge(merge, by=None)

    def lapse_some(self, day: date) -> None:
        """End some memberships with a day that is over, and let a club become part of another one."""
        for federation in self.federations:
            for member in federation.members.order_by("pk")[::7]:
                open_now = member.memberships.filter(ends_on=None, starts_on__lt=day).first()
                if open_now is not None:
                    members.change_membership(open_now, by=None, ends_on=day)
            some = Club.objects.filter(federation=federation, merged_into=None).order_by("pk")
            if some.count() > 2:
                clubs.merge_clubs(some[2], some[0], by=None)


def _count(kind: str, entrants: int) -> int:
    """So many entrants, or as many as the plan needs, or fewer where all meet."""
    if kind not in TEMPLATES:
        return min(entrants, _MOST.get(kind, entrants))
    plan = TEMPLATES[kind].plan
    return next(count for count in range(entrants, 129) if not problems(plan, entrants=count))


def _players(count: int, name: str) -> list[Player]:
    rows = [Player(name=f"{name} {number}", name_key=name_key(f"{name} {number}")) for number in range(count)]
    for row in rows:
        row.password = "!"
    created = Player.objects.bulk_create(rows)
    store_name_keys(created)
    return created


def _lines(event: Event, chance: Random) -> Sequence[str | None]:
    """The lines of a bracket as cards gave them."""
    uids: list[str | None] = list(event.entrants.values_list("uid", flat=True))
    size = 1 << (len(uids) - 1).bit_length()
    chance.shuffle(uids)
    # No two byes meet: each of them is below an entrant.
    lines: list[str | None] = []
    for pair in range(size // 2):
        lines += [uids.pop(), None if pair < size - event.entrants.count() else uids.pop()]
    return lines


def _event(kind: str, chance: Random, *, entrants: int) -> Event:
    """A new event of a kind in a tournament of its own, under various terms."""
    today = datetime.now(tz=UTC).date()
    tournament = lifecycle.create_tournament(
        by=factories.director(), name=f"Open {kind}", starts_on=today, ends_on=today + timedelta(days=1)
    )
    about: dict[str, Any] = {
        "profile": chance.choice(("wbgf", "wbgf", "usbgf")),
        "profile_settings": {"clock": "required"} if chance.random() < 0.2 else {},
    }
    if kind in TEMPLATES and kind not in FORMATS:
        event = create_from_plan(
            tournament,
            by=None,
            name=kind,
            plan=TEMPLATES[kind].plan,
            entrants=_count(kind, entrants),
            **about,
        )
    else:
        about |= _KINDS.get(kind, {})
        event = lifecycle.create_event(tournament, by=None, name=kind, **about)
        _add_stages(event, kind, chance)
    terms = chance.random()
    if terms < 0.08:
        return rating_terms.set_rating_terms(event, by=None, is_unrated=True)
    return rating_terms.set_rating_terms(event, by=None, variant="nackgammon") if terms < 0.16 else event


def _add_stages(event: Event, kind: str, chance: Random) -> None:
    code = {"doubles": "swiss", "teams": "round_robin", "by_cards": "single_elimination"}.get(kind, kind)
    length, options = chance.choice(_LENGTHS), _OPTIONS.get(kind, {})
    if FORMATS[code].intake is not Intake.DROPS:
        lifecycle.create_stage(event, by=None, format=code, lengths=[length], options=options)
        return
    lifecycle.create_stage(event, by=None, format="single_elimination", lengths=[length])
    feeds = [{"stage": 0, "take": "losers", "nearest": 1}]
    lifecycle.create_stage(event, by=None, format=code, lengths=[5], feeds=feeds)
