"""Similar names share a stored key; merged players lead to the remaining one."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.models import (
    NameKey,
    Player,
    is_near,
    name_key,
    name_order,
    name_words,
    near_keys,
    without_accents,
)
from tests import factories
from tests.effort import examples
from tournaments.actions.entrants import player_list, registration
from tournaments.actions.people import accounts, naming
from tournaments.errors.common import InvalidFields
from tournaments.queries.entrants import reception
from tournaments.queries.hall import desk
from tournaments.queries.people.names import similar_players

_TYPED_ELSEWHERE = [
    ("Bjørn Sørensen", "Bjorn Sorensen"),
    ("Łukasz Wałęsa", "Lukasz Walesa"),
    ("Işık Yıldız", "ISIK YILDIZ"),
    ("Þórður Guðmundsson", "Thordur Gudmundsson"),
    ("Đorđe Đukić", "Dorde Dukic"),
    ("Kjær Œuvre Groß", "Kjaer Oeuvre Gross"),
    ("Ħaż-Żebbuġ Ŧŋĸə", "Haz-Zebbug Tnqe"),
    ("José Núñez", "Jose\u0301 Nunez"),
]
_NAMES = st.text(alphabet="abcde fé-'", min_size=1, max_size=12).filter(name_words)


def _letters_aside(name: str) -> str:
    return " ".join(sorted(name_words(name)))


def _one_slip(text: str) -> set[str]:
    """Every text one slip of the pen away, by brute force."""
    letters = "abcdef "
    cuts = [(text[:at], text[at:]) for at in range(len(text) + 1)]
    return (
        {head + letter + tail for head, tail in cuts for letter in letters}
        | {head + tail[1:] for head, tail in cuts}
        | {head + letter + tail[1:] for head, tail in cuts if tail for letter in letters}
        | {head + tail[1] + tail[0] + tail[2:] for head, tail in cuts if len(tail) > 1}
    )


class TestFolding:
    @pytest.mark.parametrize(("name", "elsewhere"), _TYPED_ELSEWHERE)
    def test_a_name_is_the_same_on_every_keyboard(self, name: str, elsewhere: str) -> None:
        assert name_key(name) == name_key(elsewhere)
        assert name_words(name) == name_words(elsewhere)

    @pytest.mark.parametrize("name", ["æ" * 120, "þ" * 120, "ß" * 120])
    def test_a_folded_name_has_a_place_in_its_column(self, name: str) -> None:
        assert len(name_key(name)) <= (Player._meta.get_field("name_key").max_length or 0)

    def test_names_are_in_the_order_of_their_plain_letters_and_then_as_written(self) -> None:
        names = ["Ødegaard", "Zoe", "Łukasz", "Odegaard", "Lukasz", "Æbelø", "Adam"]
        in_order = ["Adam", "Æbelø", "Lukasz", "Łukasz", "Odegaard", "Ødegaard", "Zoe"]
        assert sorted(names, key=name_order) == in_order


class TestNearNames:
    @pytest.mark.parametrize(
        ("one", "two"),
        [
            ("Jean Dupont", "Dupont Jean"),
            ("Jean Dupont", "Jean Dupond"),
            ("Jean Dupont", "Jean Dupnot"),
            ("Jean Dupont", "J. Dupont"),
            ("Jean Dupont", "Jean Dup"),
            ("Jean Pierre Dupont", "J P Dupont"),
            ("Zoë Müller", "zoe mueller"),
            ("Bo", "Boo"),
            ("Lars Jørgensen", "Lars Joergensen"),
            ("Lars Jorgensen", "Lars Joergensen"),
            ("Åse Kjær", "Kjaer Aase"),
            ("Jürgen Müller", "Juergen Mueller"),
        ],
    )
    def test_a_slip_another_order_or_a_beginning_is_near(self, one: str, two: str) -> None:
        assert is_near(name_words(one), name_words(two))
        assert near_keys(one) & near_keys(two)

    @pytest.mark.parametrize(
        ("one", "two"),
        [("Jean Dupont", "Jean Martin"), ("Jean Dupont", "J D"), ("Jean Dupont", "Paul Dupont")],
    )
    def test_half_a_name_in_common_is_not(self, one: str, two: str) -> None:
        assert not is_near(name_words(one), name_words(two))

    @settings(max_examples=examples(2_000), deadline=None)
    @given(one=_NAMES, two=_NAMES)
    def test_near_names_share_a_key_whatever_they_are(self, one: str, two: str) -> None:
        if is_near(name_words(one), name_words(two)):
            assert near_keys(one) & near_keys(two)

    @settings(max_examples=examples(300), deadline=None)
    @given(name=_NAMES)
    def test_whatever_is_one_slip_away_is_near_and_shares_a_key(self, name: str) -> None:
        own = name_words(name)
        for other in _one_slip(_letters_aside(name)):
            # A slip at the first letter of a word may put it elsewhere in the order of words.
            if _letters_aside(other) == other and name_words(other):
                assert is_near(own, name_words(other))
                assert near_keys(name) & near_keys(other)


@pytest.mark.django_db
class TestKeysOfPlayers:
    def test_a_walk_in_asks_for_those_of_nearly_this_name_alone(self) -> None:
        dupont = factories.player("Jean Dupont")
        for number in range(20):
            factories.player(f"Somebody Else {number}")
        with CaptureQueriesContext(connection) as queries:
            assert [one.player_id for one in similar_players("Jean Dupond", among=Player.objects.all())] == [
                dupont.pk
            ]
        assert len(queries) == 1
        assert NameKey.objects.filter(player=dupont).count() == len(near_keys("Jean Dupont"))

    def test_a_corrected_name_is_known_by_its_new_letters_alone(self) -> None:
        event = factories.event()
        entrant = registration.walk_in(event, by=None, name="Jaen Dupont")
        player = entrant.side.players.get()
        naming.correct(
            player, tournament=event.tournament, by=factories.owner(event.tournament), name="Marc Petit"
        )
        assert similar_players("Jean Dupont", among=Player.objects.all()) == ()
        assert [one.player_id for one in similar_players("Marc Petitt", among=Player.objects.all())] == [
            player.pk
        ]

    def test_players_of_a_list_are_known_from_then_on(self) -> None:
        event = factories.event()
        player_list.import_players(event, by=None, data=b"name\nNina New\nOle Old\n")
        assert [one.name for one in similar_players("Nina Neu", among=Player.objects.all())] == ["Nina New"]


@pytest.mark.django_db
class TestKeysOfBefore:
    """The keys that earlier releases folded less far are renewed by the migrations."""

    def test_a_player_of_before_is_known_by_another_keyboard(self) -> None:
        bjorn, anna = factories.player("Bjørn Sørensen"), factories.player("Anna Keller")
        Player.objects.filter(pk=bjorn.pk).update(name_key="bjørn sørensen")
        NameKey.objects.filter(player=bjorn).delete()
        NameKey.objects.create(player=bjorn, key="14<bjørn s")
        migration = import_module("matches.migrations.0011_letters_with_strokes")
        # A second time there is nothing left to do.
        for _time in range(2):
            migration.renew_keys(apps, None)
            bjorn.refresh_from_db()
            assert bjorn.name_key == "bjorn sorensen"
            assert set(bjorn.name_keys.values_list("key", flat=True)) == near_keys("Bjørn Sørensen")
            assert set(anna.name_keys.values_list("key", flat=True)) == near_keys("Anna Keller")

    def test_of_two_pseudonyms_that_are_one_now_the_later_keeps_its_key(self) -> None:
        one, two = factories.player("Ann Arbor"), factories.player("Bob Bear")
        for player, pseudonym in ((one, "Søren"), (two, "Soren")):
            player.pseudonym = pseudonym
            player.save()
            Player.objects.filter(pk=player.pk).update(pseudonym_key=without_accents(pseudonym))
        import_module("matches.migrations.0011_letters_with_strokes").renew_keys(apps, None)
        for player in (one, two):
            player.refresh_from_db()
            player.save()
        assert (one.pseudonym_key, two.pseudonym_key) == ("søren", "soren")


@pytest.mark.django_db
class TestSearch:
    def test_names_that_begin_so_come_before_names_that_hold_it(self) -> None:
        event = factories.event()
        tournament = event.tournament
        inside = factories.player("Anna Delarenne")
        begins = factories.player("Paul Renaud")
        with_hyphen = factories.player("Zoe Petit-Renard")
        assert [one.player for one in desk.search("ren", event=event)] == [begins, with_hyphen, inside]
        assert [one.player for one in reception.people("ren", tournament=tournament)] == [
            begins,
            with_hyphen,
            inside,
        ]

    def test_of_names_that_begin_so_those_entered_here_come_first(self) -> None:
        event = factories.event()
        registration.enter(event, by=None, players=[factories.player("Anna Delarenne")])
        factories.player("Alma Renaud")
        here = factories.player("Paul Renaud")
        registration.enter(event, by=None, players=[here])
        people = [one.player.name for one in reception.people("ren", tournament=event.tournament)]
        assert people == ["Paul Renaud", "Alma Renaud", "Anna Delarenne"]


@pytest.mark.django_db
class TestMerges:
    def test_of_three_merged_in_a_row_the_last_one_is_entered(self) -> None:
        first, second, last = (factories.player(f"Ann Arbor {number}") for number in range(3))
        for double, original in ((first, second), (second, last)):
            double.merged_into = original
            double.save()
        entrant = registration.enter(factories.event(), by=None, players=[Player.objects.get(pk=first.pk)])
        assert entrant.side.players.get() == last

    def test_a_merged_name_leads_to_the_end_of_its_merges(self) -> None:
        tournament = factories.event().tournament
        first, second, last = (factories.player(name) for name in ("Ann Arbor", "Ann Other", "Zoe Last"))
        for double, original in ((first, second), (second, last)):
            double.merged_into = original
            double.save()
        [person] = reception.people("arbor", tournament=tournament)
        assert (person.player, person.once) == (last, "Ann Arbor")

    @pytest.mark.parametrize("length", [1, 2, 3])
    def test_the_database_refuses_a_circle(self, length: int) -> None:
        players = [factories.player(f"Ann Arbor {number}") for number in range(length)]
        for double, original in pairwise(players):
            double.merged_into = original
            double.save()
        players[-1].merged_into = players[0]
        with pytest.raises(DatabaseError, match="circle"), transaction.atomic():
            players[-1].save()
        assert Player.objects.get(pk=players[-1].pk).merged_into is None


@pytest.mark.django_db
class TestNamesThatCanBeSeen:
    @pytest.mark.parametrize("name", ["\u200b\u200d", "\u00ad", "\u3164", "\u2800 \u2800"])
    def test_a_name_of_which_nothing_is_seen_is_refused_everywhere(self, name: str) -> None:
        event = factories.event()
        with pytest.raises(InvalidFields, match="can be seen"):
            registration.walk_in(event, by=None, name=name, even_if_similar=True)
        check = player_list.read_player_list(event, f"name\n{name}\nNina New".encode())
        assert [row.code for row in check.refused] == ["name_invisible"]

    @pytest.mark.parametrize("name", ["Ann \u202egnorw", "Ann \u2066Bob", "Ann\x07"])
    def test_a_name_that_turns_its_line_round_is_refused(self, name: str) -> None:
        event = factories.event()
        with pytest.raises(InvalidFields, match="direction"):
            registration.walk_in(event, by=None, name=name, even_if_similar=True)
        player = factories.player("Ann Arbor")
        with pytest.raises(InvalidFields, match="direction"):
            accounts.change_profile(player, name=name, contact_email="", language="en")

    @pytest.mark.parametrize("name", ["علی\u200cرضا", "李小龍", "Zoë O’Neill-Petit", "X Æ A-12"])
    def test_names_of_every_script_are_taken(self, name: str) -> None:
        assert registration.walk_in(factories.event(), by=None, name=name).name == name

    def test_a_team_is_called_by_something_that_is_seen(self) -> None:
        event = factories.event(kind="doubles")
        ann, bob = factories.player("Ann Arbor"), factories.player("Bob Bear")
        with pytest.raises(InvalidFields):
            registration.enter(event, by=None, players=[ann, bob], name="\u202ereht")
