"""Who is public, and by what name."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from bench.lists import explained
from matches.models import Audience, Player, PublicAs, Side, initials, public_name_of_side, shown_to
from tests import factories
from tests.tournaments import team_matches
from tournaments.actions import log
from tournaments.actions.entrants import registration
from tournaments.actions.federations import merging
from tournaments.actions.people import accounts, links, naming, publicity
from tournaments.actions.people.publicity import Publicity
from tournaments.errors.common import Forbidden, InvalidFields, WrongTournament
from tournaments.errors.people import (
    ChoiceStands,
    ChosenByThemselves,
    NotBornYet,
    PseudonymTaken,
    PseudonymTells,
)
from tournaments.models import Entrant, LogEntry, Merge, Origin, OutboxJob, Tournament
from tournaments.queries.publicity import names_of_entrants, public_persons, with_page
from tournaments.tasks import run_due

pytestmark = pytest.mark.django_db


@pytest.mark.postgres
def test_whose_names_lead_to_a_page_is_asked_of_themselves_alone() -> None:
    """Everybody with a page was looked up for the page of any entrants: 11 ms at 36,000 players."""
    factories.crowd(3000)
    public, typed = factories.director(), factories.player()
    with explained() as plans:
        assert with_page([public.pk, typed.pk]) == {public.pk}
    [plan] = plans
    assert "Seq Scan on matches_player" not in plan, plan


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Jane Doe", "J. D."),
        ("jean-luc o'neil", "J. L. O."),
        ("Zoé  van der Berg", "Z. V. D. B."),
        ("E\u0301mile", "É."),
        ("Ståle (the great)", "S. T. G."),
        ("!", "?"),
    ],
)
def test_initials(name: str, letters: str) -> None:
    assert initials(name) == letters


@pytest.mark.parametrize(
    ("full_name", "players", "public_name"),
    [
        ("Jane Doe", [("Jane Doe", "")], ""),
        ("Jane Doe", [("Jane Doe", "J. D.")], "J. D."),
        ("Jane Doe (2)", [("Jane Doe", "Fox")], "Fox (2)"),
        ("Jane Doe (Paris)", [("Jane Doe", "Fox")], "Fox"),
        ("Jane Former", [("Jane Doe", "Fox")], "Fox"),
        ("Jane Doe / Bob Roe", [("Jane Doe", "Fox"), ("Bob Roe", "")], "Fox / Bob Roe"),
        ("Jane Doe / Bob Former", [("Jane Doe", ""), ("Bob Roe", "B. R.")], "Jane Doe / B. R."),
        ("Lyon", [("Jane Doe", "Fox"), ("Bob Roe", "")], ""),
        ("The Does", [("Jane Doe", "Fox"), ("Bob Roe", "")], ""),
        ("Doe & friends", [("Jane Doe", "Fox"), ("Bob Roe", "")], "Fox / Bob Roe"),
    ],
)
def test_the_public_name_of_a_side(full_name: str, players: list[tuple[str, str]], public_name: str) -> None:
    assert public_name_of_side(full_name, players) == public_name


@pytest.mark.both_databases
def test_a_name_is_that_of_the_audience() -> None:
    entrant = factories.entrant(factories.event(), "Jane Doe")
    entrant.side.public_name = "J. D."
    entrant.side.save()
    assert entrant.name == "Jane Doe"
    assert names_of_entrants([entrant.uid]) == {entrant.uid: "Jane Doe"}
    with shown_to(Audience.EVERYBODY):
        assert entrant.name == "J. D."
        assert names_of_entrants([entrant.uid]) == {entrant.uid: "J. D."}


@pytest.mark.both_databases
def test_public_persons_are_those_with_an_account_who_are_no_minors_unless_they_said_otherwise() -> None:
    def person(name: str, email: str = "", **fields: object) -> Player:
        player = factories.player(name, email=email)
        Player.objects.filter(pk=player.pk).update(**fields)
        return player

    account = person("Ann Account", email="a@example.org")
    walk_in = person("Tim Typed")
    consenter = person("Ada Agreed", has_profile=True)
    refuser = person("Rob Refused", email="r@example.org", has_profile=False)
    minor = person("Max Minor", email="m@example.org", birth_year=2400)
    by_guardian = person("Mia Minor", email="g@example.org", birth_year=2400, has_profile=True)
    adult = person("Old Enough", email="o@example.org", birth_year=1980)
    typed_twice = person("Twin Typed", has_profile=False)
    twin = person("Twin Account", email="t@example.org")
    Player.objects.filter(pk=typed_twice.pk).update(merged_into=twin)
    assert {walk_in, refuser, minor, twin, typed_twice}.isdisjoint(public_persons())
    assert set(public_persons()) >= {account, consenter, by_guardian, adult}
    assert PublicAs.values == ["name", "initials", "pseudonym"]


def _everybody_reads(entrant: Entrant) -> str:
    with shown_to(Audience.EVERYBODY):
        return Entrant.objects.select_related("side").get(pk=entrant.pk).name


def _same_as_derived_anew() -> bool:
    """Whether every stored public name is the one that a slow reading of the choices gives."""
    names = {}
    for row in Player.objects.all():
        person = row.current
        rows = [one for one in Player.objects.order_by("pk") if one.current == person]
        choices = [one for one in rows if one.public_as] if not person.public_as else [person]
        strictest = max(choices, key=lambda one: list(PublicAs.values).index(one.public_as), default=None)
        public_as = strictest.public_as if strictest is not None else "name"
        pseudonym = strictest.pseudonym if strictest is not None else ""
        names[row.pk] = {"name": "", "initials": initials(person.name), "pseudonym": pseudonym}[public_as]
    return all(row.public_name == names[row.pk] for row in Player.objects.all()) and all(
        side.public_name
        == public_name_of_side(
            side.full_name,
            [(one.player.name, names[one.player_id]) for one in side.members.select_related("player")],
        )
        for side in Side.objects.all()
    )


class TestTheChoice:
    """What a person chooses holds at once, for the past and for what is to come."""

    def test_it_holds_in_every_event_and_each_log_says_that_it_has_changed(self) -> None:
        jane = factories.player("Jane Doe", email="jane@example.org")
        events = [factories.event(), factories.event()]
        entrants = [registration.enter(event, by=None, players=[jane]) for event in events]
        numbers = [Tournament.objects.get(pk=event.tournament_id).log_seq for event in events]
        publicity.choose(jane, Publicity(PublicAs.PSEUDONYM, "  Red   Fox "), by=jane)
        assert [_everybody_reads(one) for one in entrants] == ["Red Fox", "Red Fox"]
        assert [one.name for one in entrants] == ["Jane Doe", "Jane Doe"]
        heads = [Tournament.objects.get(pk=event.tournament_id) for event in events]
        assert [head.log_seq for head in heads] == [number + 1 for number in numbers]
        entry = LogEntry.objects.filter(tournament=heads[0]).latest("seq")
        assert (entry.code, entry.subject) == ("public_name_changed", jane.uid)
        assert "Fox" not in str(entry.data)
        assert [log.verify(head) for head in heads] == [[], []]
        later = registration.enter(factories.event(), by=None, players=[Player.objects.get(pk=jane.pk)])
        assert _everybody_reads(later) == "Red Fox"
        assert _same_as_derived_anew()

    def test_who_changes_the_name_changes_the_initials_and_keeps_the_pseudonym(self) -> None:
        entrant = factories.entrant(factories.event(), "Jane Doe")
        jane = entrant.side.players.get()
        publicity.choose(jane, Publicity(PublicAs.INITIALS), by=jane)
        naming.correct_everywhere(Player.objects.get(pk=jane.pk), by=None, name="Zoe Doe")
        assert _everybody_reads(entrant) == "Z. D."
        publicity.choose(jane, Publicity(PublicAs.PSEUDONYM, "Fox"), by=jane)
        naming.correct_everywhere(Player.objects.get(pk=jane.pk), by=None, name="Ann Doe")
        assert _everybody_reads(entrant) == "Fox"
        publicity.choose(jane, Publicity(PublicAs.NAME), by=jane)
        assert _everybody_reads(entrant) == "Ann Doe"
        assert _same_as_derived_anew()

    @pytest.mark.parametrize("pseudonym", ["Doe", "jané", "Fox Doe", "TheJaneDoe", "doe-fox"])
    def test_a_pseudonym_tells_no_part_of_the_name(self, pseudonym: str) -> None:
        jane = factories.player("Jane Doe")
        with pytest.raises(PseudonymTells):
            publicity.choose(jane, Publicity(PublicAs.PSEUDONYM, pseudonym), by=jane)

    def test_a_pseudonym_belongs_to_one_person_and_is_nobody_elses_public_name(self) -> None:
        jane, other = factories.player("Jane Doe"), factories.player("Bob Roe")
        publicity.choose(other, Publicity(PublicAs.PSEUDONYM, "Fox"), by=other)
        factories.player("Known Name")
        for pseudonym in ("fox", "FÓX", "known name"):
            with pytest.raises(PseudonymTaken):
                publicity.choose(jane, Publicity(PublicAs.PSEUDONYM, pseudonym), by=jane)
        # The name of somebody who hides it is not told by a refusal.
        publicity.choose(jane, Publicity(PublicAs.PSEUDONYM, "Bob Roe"), by=jane)

    def test_a_pseudonym_is_needed_where_it_is_chosen(self) -> None:
        jane = factories.player("Jane Doe")
        with pytest.raises(InvalidFields):
            publicity.choose(jane, Publicity(PublicAs.PSEUDONYM, " "), by=jane)
        with pytest.raises(NotBornYet):
            publicity.choose(jane, Publicity(birth_year=2999), by=jane)

    def test_who_changes_the_own_name_is_named_so_in_the_team_at_once(self) -> None:
        _match, boards = team_matches.match_with_boards()
        jane = boards[1].one.players.get()
        accounts.change_profile(jane, name="Jane Roe", contact_email="", language="en")
        assert LogEntry.objects.filter(code="public_name_changed", subject=jane.uid).count() == 1

    def test_partners_are_named_each_as_they_chose(self) -> None:
        jane, bob = factories.player("Jane Doe"), factories.player("Bob Roe")
        event = factories.event(kind="doubles")
        entrant = registration.enter(event, by=None, players=[jane, bob])
        publicity.choose(jane, Publicity(PublicAs.INITIALS), by=jane)
        assert _everybody_reads(entrant) == "J. D. / Bob Roe"
        publicity.choose(bob, Publicity(PublicAs.PSEUDONYM, "Fox"), by=bob)
        assert _everybody_reads(entrant) == "J. D. / Fox"
        assert _same_as_derived_anew()


class TestAtTheDesk:
    """A desk writes down what a player without an account says."""

    def test_it_chooses_for_its_players_without_an_account(self) -> None:
        event = factories.event()
        owner = factories.owner(event.tournament)
        entrant = factories.entrant(event, "Jane Doe")
        jane = entrant.side.players.get()
        publicity.choose_for(jane, event.tournament, Publicity(PublicAs.INITIALS), by=owner)
        assert _everybody_reads(entrant) == "J. D."
        with pytest.raises(Forbidden):
            publicity.choose_for(
                jane, event.tournament, Publicity(), by=factories.player(email="x@example.org")
            )
        elsewhere = factories.event().tournament
        with pytest.raises(WrongTournament):
            publicity.choose_for(jane, elsewhere, Publicity(), by=factories.owner(elsewhere))

    def test_who_has_an_account_chooses_alone(self) -> None:
        event = factories.event()
        ann = factories.player("Ann Account", email="ann@example.org")
        registration.enter(event, by=None, players=[ann])
        with pytest.raises(ChosenByThemselves):
            publicity.choose_for(
                ann, event.tournament, Publicity(PublicAs.INITIALS), by=factories.owner(event.tournament)
            )

    def test_it_opens_nothing_that_was_chosen_at_another_desk(self) -> None:
        here, there = factories.event(), factories.event()
        jane = factories.player("Jane Doe")
        for event in (here, there):
            registration.enter(event, by=None, players=[jane])
        owner = factories.owner(here.tournament)
        stricter = Publicity(PublicAs.INITIALS, birth_year=2015)
        publicity.choose_for(jane, here.tournament, stricter, by=owner)
        for wish in (
            Publicity(PublicAs.NAME, birth_year=2015),
            Publicity(PublicAs.INITIALS),
            Publicity(PublicAs.INITIALS, birth_year=1990),
            Publicity(PublicAs.INITIALS, has_profile=True, birth_year=2015),
        ):
            with pytest.raises(ChoiceStands):
                publicity.choose_for(jane, here.tournament, wish, by=owner)
        publicity.choose_for(
            jane, here.tournament, Publicity(PublicAs.PSEUDONYM, "Fox", birth_year=2015), by=owner
        )
        assert Player.objects.get(pk=jane.pk).public_name == "Fox"


class TestByLink:
    """Whoever opens a tournament enters anybody in it, and makes a private link for them."""

    def test_a_link_opens_nothing_that_was_chosen_at_another_desk_unless_it_was_mailed(self) -> None:
        here, there = factories.event(), factories.event()
        jane = factories.player("Jane Doe")
        Player.objects.filter(pk=jane.pk).update(contact_email="jane@example.org")
        for event in (here, there):
            registration.enter(event, by=None, players=[jane])
        publicity.choose_for(jane, here.tournament, Publicity(PublicAs.INITIALS), by=None)
        jane.refresh_from_db()
        owner, opener = factories.owner(here.tournament), Publicity(PublicAs.NAME)
        link, _token = links.make_player_link(here.tournament, jane, by=owner)
        with pytest.raises(ChoiceStands):
            publicity.choose(jane, opener, by=jane, origin=Origin(link))
        publicity.choose(jane, Publicity(PublicAs.PSEUDONYM, "Fox"), by=jane, origin=Origin(link))
        jane.refresh_from_db()
        mailed = links.mail_player_link(here.tournament, jane, by=owner, address=str)
        assert publicity.choose(jane, opener, by=jane, origin=Origin(mailed)).public_name == ""

    def test_a_link_opens_what_was_chosen_at_desks_of_the_same_person(self) -> None:
        """A club has a tournament for each of its evenings."""
        here = factories.event()
        owner = factories.owner(here.tournament)
        there = factories.event(factories.tournament(by=owner))
        jane = factories.player("Jane Doe")
        for event in (here, there):
            registration.enter(event, by=None, players=[jane])
        publicity.choose_for(jane, here.tournament, Publicity(PublicAs.INITIALS), by=None)
        jane.refresh_from_db()
        link, _token = links.make_player_link(there.tournament, jane, by=owner)
        choice = publicity.choose(jane, Publicity(PublicAs.NAME), by=jane, origin=Origin(link))
        assert choice.public_name == ""


class TestMerges:
    """The choice of the person who goes on holds; while there is none, the stricter one."""

    def test_undoing_a_merge_restores_every_public_name(self) -> None:
        federation = factories.federation()
        entrants = [factories.entrant(factories.event(), name) for name in ("Jane Doe", "J. Doe-Roe")]
        walk_in, account = (entrant.side.players.get() for entrant in entrants)
        for one in (walk_in, account):
            factories.member(federation, one)
        publicity.choose(walk_in, Publicity(PublicAs.INITIALS), by=None)
        before = [(_everybody_reads(one)) for one in entrants]
        merge = factories.merge(federation, walk_in, into=account)
        assert [_everybody_reads(one) for one in entrants] == ["J. D. R.", "J. D. R."]
        assert _same_as_derived_anew()
        publicity.choose(walk_in, Publicity(PublicAs.NAME), by=None)
        assert Player.objects.get(pk=account.pk).public_as == "name"
        assert [_everybody_reads(one) for one in entrants] == ["Jane Doe", "J. Doe-Roe"]
        publicity.choose(account, Publicity(PublicAs.PSEUDONYM, "Fox"), by=None)
        assert [_everybody_reads(one) for one in entrants] == ["Fox", "Fox"]
        merging.undo_merge(Merge.objects.get(pk=merge.pk), by=None)
        assert [_everybody_reads(one) for one in entrants] == [before[0], "Fox"]
        assert _same_as_derived_anew()


@pytest.mark.both_databases
def test_a_newcomer_chooses_while_registering() -> None:
    event = factories.event()
    link, _token = links.make_registration_link(event, by=factories.owner(event.tournament))
    wish = Publicity(PublicAs.PSEUDONYM, "Fox", birth_year=2015)
    entrant = registration.register_by_link(link, name="Jane Doe", wish=wish, agrees=True)
    assert (entrant.name, _everybody_reads(entrant)) == ("Jane Doe", "Fox")
    assert entrant.side.players.get().birth_year == 2015
    assert _same_as_derived_anew()


@pytest.mark.both_databases
def test_a_side_that_was_begun_with_the_former_name_is_found_a_minute_later() -> None:
    entrant = factories.entrant(factories.event(), "Jane Doe")
    jane = entrant.side.players.get()
    publicity.choose(jane, Publicity(PublicAs.INITIALS), by=jane)
    Side.objects.filter(pk=entrant.side_id).update(public_name="")
    assert _everybody_reads(entrant) == "Jane Doe"
    job = OutboxJob.objects.get(name="public_name")
    assert timedelta(0) < job.due_at - timezone.now() <= timedelta(minutes=1)
    OutboxJob.objects.filter(pk=job.pk).update(due_at=timezone.now())
    run_due()
    assert _everybody_reads(entrant) == "J. D."
    assert LogEntry.objects.filter(code="public_name_changed").count() == 2
