"""Forms of pairs and teams: players, partners, substitutes and line-ups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.models import Player
from tournaments.actions.entrants.list_reading import ListedPlayer, read_line
from tournaments.models import Entrant, Event, EventKind, Tournament
from tournaments.queries.desk_search import findable_at
from tournaments.queries.people.names import Candidate, similar_players
from tournaments.requests.sides import RegistrationRequest, SubstitutionRequest
from tournaments.web.frame.form_fields import field_of, offer

NEW = "new"
_PAIR = 2


def players_of_a_side(event: Event) -> tuple[int, int]:
    """Return the minimum and the maximum number of players of a side of this event."""
    match event.kind:
        case EventKind.DOUBLES:
            return _PAIR, _PAIR
        case EventKind.TEAMS:
            return event.boards or 1, event.team_size or 1
    return 1, 1


class SideForm(forms.Form):
    """The players of a pair or team, one line each; a name similar to a known player's must be confirmed."""

    at_once = forms.BooleanField(label=_("Check in at once"), required=False)

    def __init__(self, data: Any = None, *, event: Event, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.tournament = event.tournament
        self.is_team = event.kind == EventKind.TEAMS
        if self.is_team:
            self.fields["name"] = _team_name()
        least, most = players_of_a_side(event)
        self.numbers = range(1, most + 1)
        for number in self.numbers:
            self._ask(number, is_needed=number <= least)
        self.order_fields(["name", *self._in_order(), "at_once"])

    def players(self) -> Iterator[Player | ListedPlayer]:
        """Yield the players in order: known players, and new ones as typed."""
        for number in self.numbers:
            line = self.cleaned_data[f"player_{number}"]
            who = self.cleaned_data.get(f"who_{number}", NEW)
            if line:
                yield read_line(line) if who == NEW else Player.objects.get(uid=who)

    def _ask(self, number: int, *, is_needed: bool) -> None:
        is_captain = self.is_team and number == 1
        label = gettext("Captain") if is_captain else gettext("Player %(number)s") % {"number": number}
        self.fields[f"player_{number}"] = forms.CharField(
            label=label,
            max_length=200,
            required=is_needed,
            widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
            help_text=_("Name, club, country") if number == 1 else "",
        )
        line = str(self.data.get(f"player_{number}", "")) if self.is_bound else ""
        candidates = _similar(read_line(line), self.tournament) if line.strip() else ()
        if candidates:
            self.fields[f"who_{number}"] = forms.ChoiceField(
                label=gettext("Who is %(name)s?") % {"name": read_line(line).name},
                choices=[*map(_choice, candidates), (NEW, _("New player"))],
                widget=forms.RadioSelect,
                error_messages={"required": _("Say who it is, so that nobody has two histories.")},
            )

    def _in_order(self) -> Iterator[str]:
        for number in self.numbers:
            yield f"player_{number}"
            yield f"who_{number}"


class PartnersForm(forms.Form):
    """The partner of a registering player, or the team and its name."""

    def __init__(self, data: Any = None, *, event: Event) -> None:
        super().__init__(data)
        least, most = players_of_a_side(event)
        if event.kind == EventKind.TEAMS:
            self.fields["team"] = _team_name()
        for number in range(2, most + 1):
            is_pair = event.kind == EventKind.DOUBLES
            self.fields[f"partner_{number}"] = field_of(
                RegistrationRequest,
                "partners",
                label=_("Your partner") if is_pair else _("Player %(number)s") % {"number": number},
                required=number <= least,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
                help_text=_("They are asked, and you are both entered once they agree.") if is_pair else "",
            )

    @property
    def partners(self) -> list[str]:
        """Return the names of the partners."""
        return [value for name, value in self.cleaned_data.items() if name.startswith("partner_") and value]

    @property
    def team(self) -> str:
        """Return the name of the team, empty for a pair."""
        return str(self.cleaned_data.get("team", ""))


class SubstituteForm(forms.Form):
    """The player to replace, the substitute, and the reason."""

    out = forms.ChoiceField(label=_("Who stands down?"))
    substitute = forms.CharField(
        label=_("Who plays instead?"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=_("Name, club, country"),
    )
    reason = field_of(SubstitutionRequest, "reason", label=_("Reason"), help_text=_("Needed after the draw."))

    def __init__(
        self, data: Any = None, *, entrant: Entrant, players: Sequence[Player], may_join: bool, **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        nobody = [("", _("Nobody: a player joins the team"))] if may_join else []
        offer(self, "out", [*((player.uid, player.name) for player in players), *nobody])
        self.fields["out"].required = not may_join
        self.fields["out"].initial = players[0].uid
        line = str(self.data.get(self.add_prefix("substitute"), "")) if self.is_bound else ""
        tournament = entrant.event.tournament
        candidates = _similar(read_line(line), tournament) if line.strip() else ()
        if candidates:
            self.fields["who"] = forms.ChoiceField(
                label=gettext("Who is %(name)s?") % {"name": read_line(line).name},
                choices=[*map(_choice, candidates), (NEW, _("New player"))],
                widget=forms.RadioSelect,
                error_messages={"required": _("Say who it is, so that nobody has two histories.")},
            )
            self.order_fields(["out", "substitute", "who", "reason"])

    @property
    def newcomer(self) -> Player | ListedPlayer:
        """Return the substitute: a known player, or a new one as typed."""
        who = self.cleaned_data.get("who", NEW)
        return read_line(self.cleaned_data["substitute"]) if who == NEW else Player.objects.get(uid=who)


class LineupForm(forms.Form):
    """The player at each board of a team match."""

    def __init__(
        self, data: Any = None, *, members: Sequence[Player], boards: int, lineup: Sequence[Player] | None
    ) -> None:
        super().__init__(data)
        self.members = {player.uid: player for player in members}
        players = lineup or members
        for number in range(1, boards + 1):
            self.fields[f"board_{number}"] = forms.ChoiceField(
                label=_("Board %(number)s") % {"number": number},
                choices=[(player.uid, player.name) for player in members],
                initial=players[number - 1].uid,
            )

    @property
    def lineup(self) -> list[Player]:
        """Return the players in the order of the boards."""
        return [self.members[uid] for uid in self.cleaned_data.values()]


def _team_name() -> forms.Field:
    return field_of(RegistrationRequest, "name", label=_("Name of the team"), required=True)


def _similar(person: ListedPlayer, tournament: Tournament) -> tuple[Candidate, ...]:
    among = findable_at(tournament)
    return similar_players(person.name, club=person.club, country=person.country, among=among)


def _choice(candidate: Candidate) -> tuple[str, str]:
    about = ", ".join(part for part in (candidate.club, candidate.country) if part)
    return candidate.uid, f"{candidate.name} ({about})" if about else candidate.name
