"""Doubles: pairs, partners and substitutes."""

from __future__ import annotations

import pytest
from django.utils import timezone

from matches.errors import OwnReport, PartnerReported
from matches.models import Match, Player
from matches.queries import situation
from tests import factories
from tests.scoresheets import games
from tests.tournaments.results_seen import notices_to
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import arrivals, registration, teams
from tournaments.errors.common import Forbidden, ReasonMissing
from tournaments.errors.entrants import AlreadyEntered, HasWithdrawn, WithdrawnByPartner
from tournaments.errors.teams import (
    NoSubstitutes,
    NotInSide,
    OnePlayerNeeded,
    OwnPartner,
    PairNeeded,
    PartnerUnclear,
    PartnerUnknown,
    PlayedForAnother,
    SamePlayerTwice,
)
from tournaments.models import Entrant, Event, LogEntry, Notice, Pairing, Stage, pairing_of
from tournaments.queries.audit import checks
from tournaments.queries.draws import bracket
from tournaments.queries.draws.next_places import next_places
from tournaments.queries.draws.standings import standings
from tournaments.queries.hall.board import board

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


def _stage(n: int = 4, *, format: str = "single_elimination") -> Stage:  # noqa: A002 - the field's word
    """A stage of `n` pairs, drawn."""
    stage = factories.stage(factories.event(kind="doubles"), format=format)
    factories.entrants(stage.event, n)
    draw.draw(stage, by=None, seed="videau")
    return stage


def _entrant_of(match: Match, side: str = "one") -> Entrant:
    return Entrant.objects.get(seats__pairing__match=match, seats__side=side)


def _players(entrant: Entrant) -> list[Player]:
    return [member.player for member in entrant.side.members.select_related("player")]


def _substitute(entrant: Entrant, *, place: int = 1) -> Player:
    """Let somebody new take the place of a player of the entrant."""
    newcomer = factories.player("Nina Newcomer")
    teams.substitute(entrant, out=_players(entrant)[place], in_=newcomer, by=None, reason="ill")
    return newcomer


def _no_findings(event: Event) -> bool:
    return not [finding for finding in checks.findings(event.tournament) if finding.is_fault]


class TestWhoEnters:
    """An event for doubles takes pairs."""

    def test_one_player_is_no_pair(self) -> None:
        event = factories.event(kind="doubles")
        with pytest.raises(PairNeeded, match="this side has 1"):
            registration.enter(event, by=None, players=[factories.player()])

    @pytest.mark.both_databases
    def test_two_players_are_too_many_for_singles(self) -> None:
        with pytest.raises(OnePlayerNeeded, match="singles"):
            registration.enter(factories.event(), by=None, players=[factories.player(), factories.player()])

    def test_nobody_is_a_pair_with_themselves(self) -> None:
        ann = factories.player("Ann Arbor")
        double = factories.player("A. Arbor")
        double.merged_into = ann
        double.save()
        for other in (ann, double):
            with pytest.raises(SamePlayerTwice, match="Ann Arbor"):
                registration.enter(factories.event(kind="doubles"), by=None, players=[ann, other])

    def test_a_player_is_in_one_pair_of_an_event(self) -> None:
        event = factories.event(kind="doubles")
        pair = factories.entrant(event)
        with pytest.raises(AlreadyEntered):
            registration.enter(event, by=None, players=[factories.player(), _players(pair)[1]])


class TestPartners:
    """A player who registers names the partner."""

    @pytest.mark.both_databases
    def test_the_pair_counts_at_once_and_the_partner_is_told_who_did_it(self) -> None:
        event = factories.event(kind="doubles")
        ann, bob = factories.player("Ann Arbor"), factories.player("Bob Bear")
        pair = registration.register_self(event, by=ann, partners=["bob  BEAR"])
        assert (pair.name, _players(pair)) == ("Ann Arbor / Bob Bear", [ann, bob])
        assert {notice.recipient: notice.code for notice in Notice.objects.all()} == {
            ann: "registered",
            bob: "partnered",
        }

    def test_the_partner_may_withdraw_the_pair(self) -> None:
        event = factories.event(kind="doubles")
        bob = factories.player("Bob Bear")
        pair = registration.register_self(event, by=factories.player("Ann Arbor"), partners=["Bob Bear"])
        assert registration.withdraw(pair, by=bob).withdrawn_at is not None

    def test_a_name_that_nobody_has_is_a_new_player(self) -> None:
        event = factories.event(kind="doubles")
        pair = registration.register_self(event, by=factories.player("Ann Arbor"), partners=["Zoe Zeal"])
        assert Player.objects.get(name="Zoe Zeal") == _players(pair)[1]

    @pytest.mark.both_databases
    def test_a_name_that_two_players_have_is_for_the_desk(self) -> None:
        event = factories.event(kind="doubles")
        for _ in range(2):
            factories.player("Bob Bear")
        with pytest.raises(PartnerUnclear, match="Bob Bear"):
            registration.register_self(event, by=factories.player("Ann Arbor"), partners=["Bob Bear"])

    @pytest.mark.both_databases
    def test_a_withdrawal_by_the_partner_is_taken_back_by_the_partner_or_the_desk_alone(self) -> None:
        event = factories.event(kind="doubles")
        ann, bob = factories.player("Ann Arbor"), factories.player("Bob Bear")
        pair = registration.register_self(event, by=ann, partners=[bob.uid])
        registration.withdraw(pair, by=bob)
        assert "partner_left" in notices_to(ann)
        with pytest.raises(WithdrawnByPartner, match="Bob Bear"):
            registration.register_self(event, by=ann, partners=[bob.uid])
        with pytest.raises(WithdrawnByPartner):
            registration.return_(pair, by=ann)
        assert registration.return_(pair, by=bob).withdrawn_at is None
        registration.withdraw(pair, by=bob)
        assert registration.return_(pair, by=factories.owner(event.tournament)).withdrawn_at is None

    def test_every_return_is_told(self) -> None:
        event = factories.event(kind="doubles")
        ann, bob = factories.player("Ann Arbor"), factories.player("Bob Bear")
        pair = registration.register_self(event, by=ann, partners=[bob.uid])
        for _ in range(2):
            registration.withdraw(pair, by=ann)
            registration.return_(pair, by=ann)
        assert notices_to(bob).count("partnered") == 3

    def test_a_pair_to_which_the_partner_has_not_agreed_keeps_nobody_from_another_one(self) -> None:
        event = factories.event(kind="doubles")
        ann, bob, cleo = (factories.player(name) for name in ("Ann Arbor", "Bob Bear", "Cleo Cox"))
        first = registration.register_self(event, by=ann, partners=[bob.uid])
        second = registration.register_self(event, by=bob, partners=[cleo.uid])
        first.refresh_from_db()
        assert (first.withdrawn_at is None, second.withdrawn_at) == (False, None)
        assert "partner_left" in notices_to(ann)
        # Bob has entered the second pair himself, and so keeps to it.
        with pytest.raises(AlreadyEntered):
            registration.register_self(event, by=bob, partners=["Zoe Zeal"])

    @pytest.mark.parametrize("how", ["desk", "checked in"])
    def test_whoever_the_desk_has_seen_stays_in_the_pair(self, how: str) -> None:
        event = factories.event(kind="doubles")
        ann, bob = factories.player("Ann Arbor"), factories.player("Bob Bear")
        if how == "desk":
            registration.enter(event, by=None, players=[ann, bob])
        else:
            pair = registration.register_self(event, by=ann, partners=[bob.uid])
            arrivals.check_in(pair, by=None)
        with pytest.raises(AlreadyEntered):
            registration.register_self(event, by=bob, partners=["Zoe Zeal"])

    def test_a_partner_is_given_by_an_id(self) -> None:
        event = factories.event(kind="doubles")
        ann, bob = factories.player("Ann Arbor"), factories.player("Bob Bear")
        factories.player("Bob Bear")
        pair = registration.register_self(event, by=ann, partners=[bob.uid])
        assert (pair.name, _players(pair)) == ("Ann Arbor / Bob Bear", [ann, bob])
        assert "partnered" in Notice.objects.filter(recipient=bob).values_list("code", flat=True)

    @pytest.mark.both_databases
    def test_an_id_that_nobody_has_makes_no_player(self) -> None:
        event, ann = factories.event(kind="doubles"), factories.player("Ann Arbor")
        stranger = factories.player("A. Arbor")
        stranger.merged_into = ann
        stranger.save()
        with pytest.raises(PartnerUnknown, match="s3y775wsx62rqj"):
            registration.register_self(event, by=ann, partners=["s3y775wsx62rqj"])
        for own in (ann, stranger):
            with pytest.raises(OwnPartner):
                registration.register_self(event, by=ann, partners=[own.uid])
        assert not Player.objects.filter(name="s3y775wsx62rqj").exists()

    @pytest.mark.both_databases
    def test_nobody_names_themselves(self) -> None:
        event = factories.event(kind="doubles")
        with pytest.raises(OwnPartner):
            registration.register_self(event, by=factories.player("Ann Arbor"), partners=["ANN ARBOR"])

    @pytest.mark.both_databases
    def test_without_a_partner_there_is_no_pair(self) -> None:
        event = factories.event(kind="doubles")
        with pytest.raises(PairNeeded):
            registration.register_self(event, by=factories.player("Ann Arbor"))


class TestEitherPartner:
    """What one of a pair does counts for the pair."""

    @pytest.mark.parametrize("place", [0, 1])
    def test_reports_and_confirms(self, place: int) -> None:
        match = factories.open_matches(_stage(2))[0]
        one, two = (_players(_entrant_of(match, side))[place] for side in ("one", "two"))
        report = results.report(match, by=one, score=(7, 3)).report
        results.confirm(report, by=two)
        match.refresh_from_db()
        assert (match.winner, match.settled) == ("one", "confirmed")

    def test_does_not_confirm_what_the_other_said(self) -> None:
        match = factories.open_matches(_stage(2))[0]
        first, second = _players(_entrant_of(match))
        report = results.report(match, by=first, score=(7, 3)).report
        with pytest.raises(OwnReport):
            results.confirm(report, by=second)

    def test_is_asked_before_replacing_what_the_other_said(self) -> None:
        match = factories.open_matches(_stage(2))[0]
        first, second = _players(_entrant_of(match))
        report = results.report(match, by=first, score=(7, 2)).report
        with pytest.raises(PartnerReported, match="7–2"):
            results.report(match, by=second, score=(7, 3))
        assert situation(match).waiting == report
        assert results.report(match, by=first, score=(7, 4)).report.counted == (7, 4), (
            "the own word is no question"
        )
        newer = results.report(match, by=second, score=(7, 3), insist=True).report
        assert situation(match).waiting == newer

    def test_is_asked_too_where_both_sides_speak_on_one_phone(self) -> None:
        match = factories.open_matches(_stage(2))[0]
        first, second = _players(_entrant_of(match))
        results.report(match, by=first, score=(7, 2))
        with pytest.raises(PartnerReported, match="7–2"):
            results.report(match, by=second, source="together", score=(7, 3))
        results.report(match, by=second, source="together", score=(7, 3), insist=True)
        match.refresh_from_db()
        assert (match.winner, match.settled) == ("one", "together")

    def test_is_asked_nothing_by_the_games_of_what_the_other_said(self) -> None:
        match = factories.open_matches(_stage(2))[0]
        first, second = _players(_entrant_of(match))
        results.report(match, by=first, score=(7, 2))
        fuller = results.report(match, by=second, games=games("1g2 2s2 1b1")).report
        assert (fuller.counted, fuller.has_games) == ((7, 2), True)
        assert situation(match).waiting == fuller

    def test_leaves_for_both(self) -> None:
        stage = _stage(2)
        match = factories.open_matches(stage)[0]
        results.start(match, by=None)
        entrant = _entrant_of(match)
        registration.withdraw(entrant, by=_players(entrant)[1])
        match.refresh_from_db()
        assert (match.winner, match.outcome, match.settled) == ("two", "retired", "own_loss")


class TestSubstitutes:
    """A substitute makes a new side, which plays the matches not yet begun."""

    @pytest.mark.both_databases
    def test_the_substitute_takes_the_place_and_the_entrant_stays(self) -> None:
        event = factories.event(kind="doubles")
        pair = factories.entrant(event, "Ann Arbor")
        before = pair.side
        ann, bob = _players(pair)
        nina = _substitute(pair)
        assert pair.name == "Ann Arbor / Nina Newcomer"
        assert (_players(pair), pair.side == before) == ([ann, nina], False)
        assert set(pair.entrant_players.values_list("player", flat=True)) == {ann.pk, nina.pk}
        assert {notice.recipient for notice in Notice.objects.filter(code="substituted")} == {ann, bob, nina}
        assert LogEntry.objects.filter(code="substituted", subject=pair.uid).count() == 1

    @pytest.mark.both_databases
    def test_a_second_time_changes_nothing(self) -> None:
        pair = factories.entrant(factories.event(kind="doubles"))
        out = _players(pair)[1]
        nina = _substitute(pair)
        side = pair.side
        assert teams.substitute(pair, out=out, in_=nina, by=None, reason="ill").side == side

    def test_whoever_stood_down_may_come_back(self) -> None:
        pair = factories.entrant(factories.event(kind="doubles"))
        first = pair.side
        out = _players(pair)[1]
        nina = _substitute(pair)
        teams.substitute(pair, out=nina, in_=out, by=None, reason="well again")
        assert (pair.name, pair.side != first) == (first.name, True)

    def test_a_match_not_begun_is_the_new_side_s_and_one_begun_stays(self) -> None:
        stage = _stage(4)
        waiting, running = factories.open_matches(stage)
        results.start(running, by=None)
        for match in (waiting, running):
            teams.substitute(
                _entrant_of(match),
                out=_players(_entrant_of(match))[0],
                in_=factories.player(),
                by=None,
                reason="ill",
            )
        for match, follows in ((waiting, True), (running, False)):
            match.refresh_from_db()
            assert (match.one_id == _entrant_of(match).side_id) is follows
        entry = LogEntry.objects.filter(code="substituted").order_by("seq").last()
        assert entry is not None
        assert entry.data["kept"] == [running.uid]

    def test_a_match_begun_is_shown_with_who_plays_it_and_what_comes_after(self) -> None:
        """The new player is not free while the pair still plays, and both outcomes are foreseen all the same."""
        stage = _stage(4)
        _waiting, running = factories.open_matches(stage)
        results.start(running, by=None)
        entrant = _entrant_of(running)
        nina = _substitute(entrant)
        hall_board = board(stage.event.tournament, now=timezone.now())
        assert [one.line.match for one in hall_board.elsewhere] == [running]
        assert nina not in {person.player for person in hall_board.free}
        after = next_places(pairing_of(running), of=running.one)
        assert after is not None
        assert (after.win.is_in, after.loss.is_in) == (True, False)
        results.report(running, by=factories.around(running).director, score=(7, 3))
        assert nina in {person.player for person in board(stage.event.tournament, now=timezone.now()).free}

    @pytest.mark.both_databases
    def test_the_winner_of_a_match_begun_before_goes_on_as_the_new_side(self) -> None:
        stage = _stage(4)
        first, second = factories.open_matches(stage)
        results.start(first, by=None)
        entrant = _entrant_of(first)
        nina = _substitute(entrant)
        for match in (first, second):
            results.report(match, by=factories.around(match).director, score=(7, 3))
        progress.advance(stage.event)
        final = factories.open_matches(stage)[0]
        assert nina in final.one.players.all()
        view = bracket.bracket(stage)
        assert view is not None
        [slot, _other] = view.rounds[0].slots
        assert [(side.entrant, side.score, side.is_winner) for side in (slot.one, slot.two)] == [
            (entrant.uid, 7, True),
            (_entrant_of(first, "two").uid, 3, False),
        ]
        assert _no_findings(stage.event)

    def test_a_final_match_is_corrected_as_it_was_played(self) -> None:
        stage = _stage(4)
        match = factories.open_matches(stage)[0]
        director = factories.around(match).director
        results.report(match, by=director, score=(7, 3))
        entrant = _entrant_of(match)
        old_side = match.one
        _substitute(entrant)
        results.correct(match, by=director, score=(3, 7), reason="other way round")
        match.refresh_from_db()
        assert (match.one, match.winner) == (old_side, "two")
        progress.advance(stage.event)
        assert _no_findings(stage.event)

    def test_the_walkover_goes_to_the_opponent_of_the_new_side(self) -> None:
        stage = _stage(4)
        first, second = factories.open_matches(stage)
        director = factories.around(first).director
        results.report(first, by=director, score=(7, 3))
        entrant = _entrant_of(first)
        nina = _substitute(entrant)
        results.report(second, by=director, score=(7, 3))
        progress.advance(stage.event)
        registration.withdraw(entrant, by=nina)
        final = Pairing.objects.get(stage=stage, round=2).match
        assert final is not None
        assert (final.outcome, final.winner_side) == ("walkover", _entrant_of(final, "two").side)
        assert _no_findings(stage.event)

    @pytest.mark.parametrize("format", ["swiss", "round_robin", "lives"])
    def test_the_standings_are_of_the_entrant(self, format: str) -> None:  # noqa: A002
        stage = _stage(4, format=format)
        match = factories.open_matches(stage)[0]
        results.report(match, by=factories.around(match).director, score=(7, 3))
        progress.advance(stage.event)
        entrant = _entrant_of(match)
        _substitute(entrant)
        view = standings(stage)
        assert view is not None
        line = next(line for line in view.lines if line.entrant == entrant.uid)
        assert (line.wins, line.name) == (1, entrant.name)
        factories.play_open_matches(stage)
        assert _no_findings(stage.event)

    def test_the_new_partner_gives_up_a_match_that_the_old_side_had_begun(self) -> None:
        match = factories.open_matches(_stage(2))[0]
        results.start(match, by=None)
        entrant = _entrant_of(match)
        nina = _substitute(entrant)
        registration.withdraw(entrant, by=nina)
        match.refresh_from_db()
        assert (match.winner, match.outcome, match.settled) == ("two", "retired", "own_loss")

    @pytest.mark.both_databases
    def test_who_has_played_for_one_pair_stands_in_for_no_other(self) -> None:
        stage = _stage(4)
        first, second = factories.open_matches(stage)
        results.start(first, by=None)
        entrant = _entrant_of(first)
        out = _players(entrant)[1]
        _substitute(entrant)
        other = _entrant_of(second)
        with pytest.raises(PlayedForAnother, match=out.name):
            teams.substitute(other, out=_players(other)[0], in_=out, by=None, reason="ill")

    @pytest.mark.both_databases
    def test_refusals(self) -> None:
        event = factories.event(kind="doubles")
        pair, other = factories.entrants(event, 2)
        ann, bob = _players(pair)
        new = factories.player()
        with pytest.raises(NotInSide):
            teams.substitute(pair, out=new, in_=factories.player(), by=None)
        with pytest.raises(SamePlayerTwice):
            teams.substitute(pair, out=ann, in_=bob, by=None)
        with pytest.raises(AlreadyEntered):
            teams.substitute(pair, out=ann, in_=_players(other)[0], by=None)
        with pytest.raises(Forbidden):
            teams.substitute(pair, out=ann, in_=new, by=ann)
        alone = factories.entrant(factories.event())
        with pytest.raises(NoSubstitutes):
            teams.substitute(alone, out=_players(alone)[0], in_=new, by=None)
        registration.withdraw(pair, by=None)
        with pytest.raises(HasWithdrawn):
            teams.substitute(pair, out=ann, in_=new, by=None)

    def test_after_the_draw_a_director_says_why(self) -> None:
        stage = _stage(2)
        entrant = stage.event.entrants.all()[0]
        with pytest.raises(ReasonMissing):
            teams.substitute(entrant, out=_players(entrant)[0], in_=factories.player(), by=None)
