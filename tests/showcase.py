"""The demonstration with one of everything that has an address, and the same installation with much in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import cycle

from django.utils import timezone

from matches.models import Appeal, Dispute, Exhibit, GameRecord, Match, Player, Report
from rules.match import Side
from tests import factories
from tests.analyses import analyse
from tests.postgres_plugin import ROOT
from tournaments.actions import invitations, results
from tournaments.actions.disputes import appeals, exhibits
from tournaments.actions.draws import draw, match_days, progress
from tournaments.actions.entrants import arrivals, challenges, registration, teams
from tournaments.actions.events import lifecycle, reentry_rule
from tournaments.actions.exchange import archives, result_files, submissions
from tournaments.actions.federations import clubs, merging, points_seasons, sanctions
from tournaments.actions.feed import judging, writing
from tournaments.actions.hall import announcements, calling
from tournaments.actions.lists import comparisons, computing, keeping, publishing, variations
from tournaments.actions.money import ledger
from tournaments.actions.people import claims, links
from tournaments.actions.records import uploads
from tournaments.management import demo
from tournaments.models import (
    CashBox,
    CountingRule,
    Entrant,
    Event,
    Federation,
    FeeKind,
    ListVariation,
    Means,
    OfficeKind,
    OfficialList,
    RoleKind,
    Stage,
    StoredMatchDay,
    Tournament,
    Visibility,
)
from tournaments.points import SCHEMES
from tournaments.queries.entrants.teams import members_of
from tournaments.queries.ratings.variations import VariationTerms

Samples = dict[str, dict[str, str]]
"""The rows to look at, by the first part of their address and the state that they show."""

_PHOTO = ROOT / "tournaments/web/static/videau/icon-512.png"
_RECORD = ROOT / "tests/data/records/gnubg/m004_07pt_s1004_n0.0.mat"
_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10"
_EVENTS = {"finished": "Masters", "running": "Open", "to come": "Speedgammon"}
_OTHERS = ("Ladder", "Nations Cup", "Doubles", "Last Chance")


@dataclass(frozen=True, slots=True)
class Showcase:
    """The demonstration as it was loaded, and where everything in it is."""

    demonstration: demo.Loaded
    director: Player
    samples: Samples


def show() -> Showcase:
    """Load the demonstration, and beside it a tournament with the rooms that it has not."""
    demonstration = demo.load()
    director = Player.objects.get_by_natural_key(demonstration.email)
    own = Entrant.objects.filter(entrant_players__player=demonstration.player).latest("pk")
    take_money(own)
    samples = _samples(demonstration.tournament) | {
        "x": {"own": own.uid},
        "players": {"own": demonstration.player.uid},
    }
    samples["m"]["own"] = samples["m"]["reported"]
    analyse(GameRecord.objects.get(uid=samples["g"]["checked"]))
    _add(samples, _other_rooms(director))
    _add(samples, _federation(Event.objects.get(uid=samples["e"]["finished"]), president=director))
    _, calendar = links.make_calendar_link(demonstration.tournament, demonstration.player, by=director)
    _add(samples, {"c": {"": calendar}})
    walk_in = Player.objects.filter(email=None, entries__event__tournament=demonstration.tournament).latest(
        "pk"
    )
    _, code = claims.make_code(demonstration.tournament, walk_in, by=None)
    _add(samples, {"claim": {"": code}})
    return Showcase(demonstration, director, samples)


def take_money(entrant: Entrant) -> None:
    """Fees, a side pool and prizes of an event, and one entrant who has paid a part."""
    event = entrant.event
    ledger.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
    ledger.set_fee(event, by=None, kind=FeeKind.SIDE_POOL, name="Pool 20", amount=20_00, is_optional=True)
    ledger.set_payout(event, by=None, payout={"structure": "main_4", "percent": 90, "added": 100_00})
    ledger.add_box(event.tournament, by=None, name="Desk")
    ledger.pay(entrant, by=None, amount=30_00)


def _add(samples: Samples, more: Mapping[str, Mapping[str, str]]) -> None:
    for kind, states in more.items():
        samples.setdefault(kind, {}).update(states)


def _samples(tournament: Tournament) -> Samples:
    """Where the rows of the demonstration are."""
    matches = Match.objects.filter(pairing__stage__event__tournament=tournament).order_by("pk")
    waiting = Report.objects.get(match__in=matches, confirm_by__isnull=False, match__disputes=None)
    playing = matches.filter(started_at__isnull=False, final_at=None, reports=None)
    states = {
        "reported": waiting.match,
        "disputed": matches.get(disputes__isnull=False),
        "final": matches.filter(final_at__isnull=False)[0],
        "playing": playing[0],
    }
    stages = Stage.objects.filter(event__tournament=tournament).select_related("event")
    of_event = {stage.event.name: stage for stage in stages}
    return {
        "t": {"": tournament.uid},
        "b": {"": CashBox.objects.get(tournament=tournament).uid},
        "e": {state: of_event[name].event.uid for state, name in _EVENTS.items()},
        "s": {state: of_event[name].uid for state, name in _EVENTS.items()},
        "p": {"reported": waiting.match.pairing.uid},
        "m": {state: match.uid for state, match in states.items()},
        "r": {"waiting": waiting.uid},
        "d": {"open": Dispute.objects.get(match__in=matches).uid},
        "g": {"checked": GameRecord.objects.get(match__in=matches).uid},
    }


def _other_rooms(director: Player) -> Samples:
    """A second tournament: a ladder, teams, doubles, and a ruling under appeal."""
    today = timezone.localdate()
    tournament = lifecycle.create_tournament(
        by=director,
        name="Open de Nantes",
        starts_on=today,
        ends_on=today + timedelta(days=1),
        city="Nantes",
        visibility=Visibility.PUBLIC,
    )
    ladder, team_stage, doubles, last = (
        factories.stage(factories.event(tournament, name=name, **kind), format=form)  # type: ignore[arg-type]
        for name, kind, form in zip(
            _OTHERS,
            ({}, {"kind": "teams", "boards": 3, "team_size": 4}, {"kind": "doubles"}, {}),
            ("ladder", "single_elimination", "single_elimination", "single_elimination"),
            strict=True,
        )
    )
    samples: Samples = {
        "e": {"ladder": ladder.event.uid, "teams": team_stage.event.uid, "doubles": doubles.event.uid},
        "s": {"ladder": ladder.uid, "teams": team_stage.uid},
    }
    _add(samples, _ladder(ladder))
    _add(samples, _team_match(team_stage))
    _add(samples, _league(tournament, 4))
    factories.entrant(doubles.event)
    _add(samples, _appeals(last, director=director))
    return samples


def _federation(event: Event, *, president: Player) -> Samples:
    """A federation with clubs and officers that sanctioned the finished event, and to which another was submitted."""
    federation = factories.federation(president=president)
    registrar = factories.officer(federation)
    auditor = factories.officer(federation, OfficeKind.AUDITOR)
    for name, city in (("Backgammon Nantes", "Nantes"), ("Club de la Rade", "Brest")):
        club = clubs.add_club(federation, by=None, name=name, city=city)
    sanction = sanctions.request_sanction(event, federation, by=None)
    sanctions.grant_sanction(sanction, by=None, event_class="Main")
    other = event.tournament.events.exclude(pk=event.pk)[0]
    waiting = sanctions.request_sanction(other, federation, by=None)
    member = factories.member(federation, factories.player("Amélie Guérin"))
    masters = [entrant.side.players.get() for entrant in event.entrants.order_by("pk")[:2]]
    number = factories.member(federation, president).number
    duplicate = factories.member(federation, factories.player("Amélie Guerrin")).player
    proposal = merging.merge_players(federation, duplicate, into=president, by=registrar, number=number)
    variation = _variation(federation)
    season = points_seasons.create_season(
        federation,
        by=None,
        name="2026",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        terms={"scheme": SCHEMES["neu-isenburg"].to_dict()},
        scheme="neu-isenburg",
    )
    file = result_files.make_result_file(event, federation, by=None)
    submission = submissions.submit_results(federation, by=None, data=bytes(file.content))
    archive = archives.enter_archive(
        federation,
        by=None,
        data="winner,loser,length,day,event\nAmélie Guérin,Ben Old,7,1998-05-02,Open de Nantes\n".encode(),
        kind="matches",
        source="The club’s book",
    )
    _claim, code = claims.make_code(event.tournament, masters[1], by=president)
    invitation, office_code = invitations.invite_to_office(
        federation, by=president, kind=OfficeKind.REGISTRAR, address=str
    )
    return {
        "f": {"": federation.uid},
        "clubs": {"": club.uid},
        "members": {"": member.uid},
        "periods": {"": member.memberships.get().uid},
        "officers": {"": auditor.offices.get().uid},
        "sanctions": {"": waiting.uid},
        "what-if": {"": variation.uid},
        "lists": {"": variation.list.uid},
        "officials": {"": OfficialList.objects.get(list=variation.list).uid},
        "players": {"": masters[0].uid},
        "against": {"": masters[1].uid},
        "changes": {"": "1"},
        "rules": {"": CountingRule.objects.get(federation=federation, ended_at=None).uid},
        "seasons": {"": season.uid},
        "results": {"": submission.uid},
        "archives": {"": archive.uid},
        "files": {"": file.uid},
        "claim": {"": code},
        "one-person": {"": proposal.uid},
        "invitations": {"": office_code},
        "revoke-invitation": {"": invitation.uid},
    }


def _variation(federation: Federation) -> ListVariation:
    """A list that was published, and what it would be with longer matches alone."""
    rating_list = keeping.create_list(
        federation, by=None, name="By length", formula="elo", uncertainty="months"
    )
    writing.write_all()
    # The list changes with the second rules.
    for shortest in (9, 1):
        rules = {"version": 1, "must_be_sanctioned": True, "shortest": shortest}
        judging.set_counting_rules(federation, by=None, rules=rules)
        judging.judge_all()
        computing.compute(rating_list)
    official = publishing.publish_list(rating_list, by=None, day=timezone.localdate())
    comparison = comparisons.ask_comparison(rating_list, by=None, other=official.uid)
    comparisons.compute_comparison(comparison.pk)
    terms = VariationTerms(rules={"shortest": 5})
    variation = variations.ask_variation(rating_list, by=None, terms=terms)
    variations.compute_variation(variation.pk)
    return variation


def _ladder(stage: Stage) -> Samples:
    """Six on a ladder, and the challenge of the fourth to the second."""
    entrants = factories.entrants(stage.event, 6)
    draw.draw(stage, by=None, seeds={entrant.uid: place for place, entrant in enumerate(entrants, start=1)})
    challenge = challenges.challenge(stage, challenger=entrants[3], challenged=entrants[1], by=None)
    return {"k": {"": challenge.uid}}


def _league(tournament: Tournament, size: int) -> Samples:
    """A league of teams on match days, whose first encounter is moved and has one line-up."""
    event = factories.event(
        tournament, name=f"Regional league of {size}", kind="teams", boards=3, team_size=4
    )
    lifecycle.change_event(event, by=None, starts_at=timezone.now() + timedelta(days=2), board_order="listed")
    stage = factories.stage(event, format="league", options={"dates": "match_day"})
    entrants = [factories.entrant(event, f"Club {number}") for number in range(1, size + 1)]
    draw.draw(stage, by=None, seed="videau")
    moved = StoredMatchDay(1, 0, at=timezone.now() + timedelta(days=3), venue="Rezé")
    match_days.set_match_days(stage, by=None, days=[StoredMatchDay(1, venue="Nantes"), moved])
    match = factories.open_matches(stage)[0]
    teams.name_lineup(match, by=None, players=members_of(match, Side.ONE)[:3], side="one")
    return {"e": {"league": event.uid}, "s": {"match days": stage.uid}, "x": {"match days": entrants[0].uid}}


def _team_match(stage: Stage) -> Samples:
    """Two matches of teams: the line-ups of the first are known, those of the second are not."""
    entrants = [factories.entrant(stage.event, name) for name in ("Lyon", "Marseille", "London", "Dublin")]
    draw.draw(stage, by=None, seed="videau")
    first, second = factories.open_matches(stage)
    teams.open_boards(first, by=None)
    return {"m": {"teams": first.uid, "lineup": second.uid}, "x": {"team": entrants[0].uid}}


def _appeals(stage: Stage, *, director: Player) -> Samples:
    """A ruling that is appealed against, with a position and a photo in its file, and votes of the committee."""
    factories.entrants(stage.event, 8)
    draw.draw(stage, by=None, seed="videau")
    matches = factories.open_matches(stage)
    fresh, contested_match = (factories.around(match) for match in matches[:2])
    with_committee = _appeal(contested_match, director=director)
    without_committee = _appeal(fresh, director=director)
    others = list(Player.objects.filter(entries__event=stage.event).order_by("pk"))
    members = [player for player in others if player not in {contested_match.one, contested_match.two}][:3]
    appeals.name_committee(with_committee, by=director, members=members)
    for member, vote in zip(members, ("overturn", "overturn", "uphold"), strict=True):
        appeals.vote(with_committee, by=member, member=member, vote=vote)
    photo = Exhibit.objects.get(dispute=with_committee.dispute, kind="photo")
    return {
        "d": {"appealed": without_committee.dispute.uid, "voted": with_committee.dispute.uid},
        "exhibit": {"": photo.uid},
        "m": {"appealed": contested_match.match.uid},
    }


def _appeal(game: factories.OpenMatch, *, director: Player) -> Appeal:
    """The match is reported, contested, ruled and the ruling appealed against."""
    report = results.report(game.match, by=game.one, score=(7, 5)).report
    dispute = results.dispute(report, by=game.two, reason="The last game is missing.", score=(6, 7))
    exhibits.add(dispute, by=game.one, kind="position", xgid=_XGID, note="Before the last roll")
    exhibits.add(dispute, by=game.two, kind="clocks", clocks=(125, 40))
    exhibits.add(dispute, by=game.two, kind="photo", photo=_PHOTO.read_bytes(), note="The board at the end")
    results.rule(dispute, by=director, reason="The slip is signed by both.", clause="TR 5.2", score=(7, 5))
    dispute = Dispute.objects.get(pk=dispute.pk)
    return appeals.appeal(dispute, by=game.two, reason="Nobody has looked at the photo.")


def crowd(showcase: Showcase, size: int = 24) -> Samples:
    """Fill the installation; the samples with a large event in place of each small one.

    There are many of everything that pages list. These are entrants with money, matches in every state,
    statements, exhibits, records, announcements, officers, links and the player's own entries.
    """
    tournament, director = showcase.demonstration.tournament, showcase.director
    running = factories.event(tournament, name="Crowd", grace_minutes=240)
    stage = factories.stage(running, lengths=(9, 7, 5))
    _lists(tournament, director=director, size=size // 4)
    _fill(running, size)
    registration.enter(running, by=director, players=[showcase.demonstration.player])
    draw.draw(stage, by=director, seed="videau")
    tables = lifecycle.add_tables(tournament, by=director, names=[f"T{number}" for number in range(size)])
    for match, table in zip(factories.open_matches(stage), tables, strict=False):
        calling.assign(match, by=director, table=table)
    states = _play(stage, director=director)
    coming = factories.event(tournament, name="Tomorrow", capacity=size)
    upcoming = factories.stage(coming)
    _fill(coming, size + 5)
    _busy(showcase.demonstration.player, tournament, times=6)
    around = factories.around(states["disputed"])
    league = _league(tournament, size // 3)
    return showcase.samples | {
        "x": {**showcase.samples["x"], **league["x"]},
        "e": {**showcase.samples["e"], "running": running.uid, "to come": coming.uid},
        "s": {**showcase.samples["s"], "running": stage.uid, "to come": upcoming.uid, **league["s"]},
        "p": {"reported": states["disputed"].pairing.uid},
        "m": {**showcase.samples["m"], **{state: match.uid for state, match in states.items()}},
        "d": {**showcase.samples["d"], "open": _thick_file(around)},
    }


def _lists(tournament: Tournament, *, director: Player, size: int) -> None:
    """Many announcements, officers, cash boxes and links."""
    for number in range(size):
        announcements.announce(tournament, by=director, text=f"Lunch at {number}")
        lifecycle.appoint(
            tournament, factories.director(f"Officer {number}"), kind=RoleKind.DESK, by=director
        )
        ledger.add_box(tournament, by=director, name=f"Box {number}")


def _fill(event: Event, size: int) -> None:
    """Many entrants who owe, have paid, are here or wait."""
    ledger.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
    ledger.set_fee(event, by=None, kind=FeeKind.SIDE_POOL, name="Pool", amount=20_00, is_optional=True)
    ledger.set_payout(event, by=None, payout={"structure": "main_4", "percent": 90, "added": 100_00})
    reentry_rule.set_rule(event, by=None, rule={"most": 2})
    for entrant, pays, is_here in zip(
        factories.entrants(event, size), cycle((True, False, True)), cycle((True, False)), strict=False
    ):
        if pays and not entrant.is_alternate:
            ledger.pay(entrant, by=None, amount=50_00, means=Means.CARD)
        if is_here:
            arrivals.check_in(entrant, by=None)


def _play(stage: Stage, *, director: Player) -> dict[str, Match]:
    """Matches in every state; the last of each state is answered."""
    matches: dict[str, Match] = {}
    ways = ("final", "reported", "disputed", "playing")
    for match, way in zip(factories.open_matches(stage), cycle(ways), strict=False):
        game = factories.around(match)
        score = (match.length, 2)
        if way == "final":
            results.report(match, by=director, score=score)
        elif way == "playing":
            results.start(match, by=director)
        else:
            report = results.report(match, by=game.one, score=score).report
            if way == "disputed":
                results.dispute(report, by=game.two, reason="No.", score=(2, match.length))
        matches[way] = match
    progress.advance(stage.event)
    return matches


def _thick_file(game: factories.OpenMatch) -> str:
    """A dispute with many statements, exhibits and records."""
    dispute = Dispute.objects.get(match=game.match)
    for number in range(6):
        results.add_statement(dispute, by=game.one, text=f"Statement {number}")
        exhibits.add(dispute, by=game.two, kind="position", xgid=_XGID, note=f"Roll {number}")
        data = _RECORD.read_bytes() + b"\n" * number
        record = uploads.upload(game.match, by=game.one, file_name=f"{number}.mat", data=data)
        uploads.check(record.pk)
    return dispute.uid


def _busy(player: Player, tournament: Tournament, *, times: int) -> None:
    """The player stands in many drawn stages: in events of the tournament, and in others."""
    for number in range(times):
        of = tournament if number % 2 else factories.tournament()
        event = factories.event(of, name=f"Side {number}")
        factories.entrants(event, 4)
        registration.enter(event, by=None, players=[player])
        draw.draw(factories.stage(event), by=None, seed="videau")
