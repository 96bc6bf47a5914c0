"""A tournament of today in which each player's page is in another state: what a phone says now."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from matches.models import Match, Player
from tests import factories
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.actions.people import naming
from tournaments.models import Event, Table, Tournament

# Names as they are written on a list of entrants; the longest ones wrap on a small phone.
_NAMES = (
    "Maximiliane von Hohenstaufen-Wittelsbach",
    "Jean-Sébastien de La Rochefoucauld",
    "Rose Delacroix-Montmorency",
    "Lin Wu",
    "Katarzyna Renaud",
    "Mathilde Perrin",
    "Lucas Fontanella-Beauregard",
    "Oliver Grant",
)

# A report that waits for its answer does so for as long as any run takes.
_LASTING = 720


@transaction.atomic
def prepare_cards(*, director: Player) -> tuple[Tournament, dict[str, Player]]:
    """Return the tournament, and a player for each state of the card."""
    tournament = factories.tournament(by=director, name="Open International de la Loire")
    today = timezone.localdate()
    lifecycle.change_tournament(tournament, by=None, starts_on=today, ends_on=today)
    tables = lifecycle.add_tables(tournament, by=director, names=["6", "7"])
    people = _main(tournament, tables=tables, director=director) | _small(tournament, director=director)
    return tournament, people


def _main(tournament: Tournament, *, tables: list[Table], director: Player) -> dict[str, Player]:
    """Four matches of a first round: called, reported, final and under way."""
    event = factories.event(tournament, name="Championnat principal", grace_minutes=_LASTING)
    called, reported, final, playing = _draw(event, _NAMES, director=director)
    # The names that take most room stand in the card with most words.
    _rename(reported, _NAMES[:2], director=director)
    calling.assign(called, by=director, table=tables[1])
    calling.assign(playing, by=director, table=tables[0])
    results.start(playing, by=director)
    one = factories.around(reported)
    results.report(reported, by=one.one, score=(7, 4))
    over = factories.around(final)
    results.report(final, by=director, score=(7, 2))
    return {
        "called": factories.around(called).one,
        "waits for the answer": one.one,
        "answers": one.two,
        "waits for an opponent": over.one,
        "out, a consolation to come": over.two,
        "plays": factories.around(playing).one,
    }


def _small(tournament: Tournament, *, director: Player) -> dict[str, Player]:
    """Matches of two: one that is not called, one that is disputed and one that is over."""
    players: dict[str, Player] = {}
    for state in ("not called", "disputed", "out with a place"):
        event = factories.event(tournament, name=f"Jackpot {len(players) + 1}", grace_minutes=_LASTING)
        [match] = _draw(event, _NAMES[:2], director=director, with_consolation=False)
        people = factories.around(match)
        if state == "disputed":
            report = results.report(match, by=people.one, score=(7, 5)).report
            results.dispute(report, by=people.two, reason="It was 7-5 for me.")
        if state == "out with a place":
            results.report(match, by=director, score=(7, 5))
        players[state] = people.two
    return players


def _rename(match: Match, names: tuple[str, ...], *, director: Player) -> None:
    """Give the two players of a match these names; who had them gets another one."""
    people = factories.around(match)
    for player in Player.objects.filter(name__in=names).exclude(pk__in=[people.one.pk, people.two.pk]):
        naming.correct_everywhere(player, by=director, name="Zoé Zimmermann")
    for player, name in zip((people.one, people.two), names, strict=True):
        naming.correct_everywhere(player, by=director, name=name)


def _draw(
    event: Event, names: tuple[str, ...], *, director: Player, with_consolation: bool = True
) -> list[Match]:
    """Draw an event of new players, with a consolation that is still to be drawn."""
    main = lifecycle.create_stage(event, by=None, name="Main", lengths=(7,))
    if with_consolation:
        feeds = [{"stage": 0, "take": "first_loss"}]
        lifecycle.create_stage(event, by=None, name="Consolation", lengths=(5,), feeds=feeds)
    for name in names:
        factories.entrant(event, name)
    draw.draw(main, by=director, seed="videau", who="all")
    return factories.open_matches(main)
