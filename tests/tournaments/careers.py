"""Players with results over several tournaments, of which not all are public."""

from __future__ import annotations

from dataclasses import dataclass

from matches.models import Match, Player
from tests import factories
from tests.remembered import remembered
from tests.tournaments.team_matches import play as play_boards
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration
from tournaments.actions.feed import writing
from tournaments.models import Event, Stage
from tournaments.queries.careers.career import career

NAMES = ("Ada Almeida", "Béla Brandt", "Cleo Çelik", "Dan Dupuis")


@dataclass(frozen=True, slots=True)
class Careers:
    """Four people with a public profile, somebody typed by a desk, and the events that they played."""

    people: tuple[Player, ...]
    walk_in: Player
    cup: Event
    secret: Event

    @property
    def rival(self) -> Player:
        """Somebody of them who met the one typed by a desk, which the draw decides."""
        return next(
            person
            for person in self.people
            if any(match.opponent == self.walk_in.pk for match in career(person))
        )


def careers() -> Careers:
    """Two cups, pairs, a team match and a draft; one result is corrected, and one match forfeited."""
    known = _careers()
    writing.write_all()
    return known


@remembered
def _careers() -> Careers:
    people = tuple(factories.player(name, email=f"{name.split()[0].lower()}@example.org") for name in NAMES)
    Player.objects.filter(pk__in=[one.pk for one in people]).update(club="Nantes", country="FR")
    people = tuple(Player.objects.filter(pk__in=[one.pk for one in people]).order_by("pk"))
    walk_in = factories.player("Tim Typed")
    cup = _played([*people], name="Cup")
    other = _played([*people[:3], walk_in], name="Open", length=5)
    secret = _played([*people], name="Secret", visibility="draft")
    correct(Match.objects.filter(pairing__stage__event=other).order_by("-pk")[0])
    _pairs(people)
    _teams(people)
    _forfeit(people[0], people[1])
    return Careers(people, walk_in, cup, secret)


def correct(match: Match) -> None:
    """Turn the result of a match round, where nothing follows from it yet or the director says so."""
    director = factories.director_of(match)
    score = (2, match.length) if match.winner == "one" else (match.length, 2)
    results.correct(match, by=director, score=score, reason="The slip says otherwise.")


def _stage(event: Event, *, length: int = 7) -> Stage:
    stage = factories.stage(event, lengths=(length,))
    draw.draw(stage, by=None, seed="videau")
    return stage


def _played(players: list[Player], *, name: str, length: int = 7, visibility: str = "public") -> Event:
    event = factories.event(factories.tournament(name=f"{name} of Nantes", visibility=visibility), name=name)
    for player in players:
        registration.enter(event, by=None, players=[player])
    stage = _stage(event, length=length)
    factories.play_open_matches(stage)
    factories.play_open_matches(stage)
    event.refresh_from_db()
    return event


def _pairs(people: tuple[Player, ...]) -> None:
    event = factories.event(name="Pairs", kind="doubles")
    registration.enter(event, by=None, players=[people[0], people[2]])
    registration.enter(event, by=None, players=[people[1], people[3]])
    factories.play_open_matches(_stage(event))


def _teams(people: tuple[Player, ...]) -> None:
    event = factories.event(name="Teams", kind="teams", boards=1, team_size=2)
    registration.enter(event, by=None, players=[*people[:2]], name="Reds")
    registration.enter(event, by=None, players=[*people[2:]], name="Blues")
    play_boards(factories.open_matches(_stage(event))[0], "two")


def _forfeit(one: Player, two: Player) -> None:
    event = factories.event(name="Late")
    for player in (one, two):
        registration.enter(event, by=None, players=[player])
    [match] = factories.open_matches(_stage(event))
    director = factories.director_of(match)
    results.report(match, by=director, outcome="forfeit", winner="one", reason="Did not come.")
