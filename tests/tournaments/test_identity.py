"""Whether two descriptions mean one person: one rule for the desk, for lists and for the API."""

from __future__ import annotations

import pytest

from matches.models import Player
from tests import factories
from tournaments.actions.federations import members
from tournaments.queries.people.identity import Identity, PersonWords, identity
from tournaments.queries.people.names import NameIndex

_ADDRESS, _OTHER = frozenset({"a@example.org"}), frozenset({"b@example.org"})
_NUMBER, _OTHER_NUMBER = frozenset({"FR-1"}), frozenset({"FR-2"})
_ALICE = PersonWords("Alice Martin", "BC Marseille", "FR", _ADDRESS, _NUMBER)


@pytest.mark.parametrize(
    ("person", "verdict"),
    [
        (PersonWords("Alice Martin"), "same"),
        (PersonWords("Martin, Alice"), "perhaps"),
        (PersonWords("Alice Martin", "Marseille"), "same"),
        (PersonWords("Alice Martin", "BC Lyon"), "perhaps"),
        (PersonWords("Alice Martin", country="DE"), "perhaps"),
        (PersonWords("Alice Martin", emails=_OTHER), "perhaps"),
        (PersonWords("Alice Martin", numbers=_OTHER_NUMBER), "perhaps"),
        (PersonWords("Alice Martin", "BC Lyon", emails=_OTHER), "other"),
        (PersonWords("Alice Martin", "BC Lyon", "DE"), "other"),
        (PersonWords("Alice Martin", "BC Lyon", "DE", _ADDRESS), "same"),
        (PersonWords("Alice Martn", "BC Lyon", "DE", numbers=_NUMBER), "same"),
        (PersonWords("Alice Martn"), "perhaps"),
        (PersonWords("Alice Martn", emails=_ADDRESS), "perhaps"),
        (PersonWords("Alice Martn", "BC Lyon"), "perhaps"),
        (PersonWords("Alice Martn", "BC Lyon", "DE"), "other"),
        (PersonWords("Zoe Weber", "BC Marseille", "FR", _ADDRESS), "other"),
        (PersonWords("Zoe Weber", numbers=_NUMBER), "perhaps"),
    ],
)
def test_club_country_address_and_number_are_evidence(person: PersonWords, verdict: str) -> None:
    assert identity(_ALICE, person) is Identity(verdict)
    assert identity(person, _ALICE) is Identity(verdict)


@pytest.mark.django_db
@pytest.mark.both_databases
class TestNumbers:
    """A number of a federation finds its person, also after a merge; one that nobody has here says nothing."""

    def _same(self, name: str, number: str) -> Player | None:
        person = PersonWords(name, numbers=frozenset({number}))
        same = NameIndex.around([name], numbers=[number]).meaning(person).same
        return None if same is None else Player.objects.get(pk=same.player_id)

    def test_of_two_namesakes_the_number_decides(self) -> None:
        federation = factories.federation()
        one, two = factories.player("Ann Arbor"), factories.player("Ann Arbor")
        for player, number in ((one, "FR-1"), (two, "FR-2")):
            members.give_number(federation, player, by=None, number=number)
        assert [self._same("Ann Arbor", number) for number in ("FR-1", "FR-2", "FR-3")] == [one, two, None]

    def test_a_number_goes_on_with_whom_its_player_was_merged_into(self) -> None:
        double, person = factories.player("Ann Arbour"), factories.player("Ann Arbor")
        members.give_number(factories.federation(), double, by=None, number="FR-1")
        double.merged_into = person
        double.save()
        assert self._same("Ann Arbor", "FR-1") == person
