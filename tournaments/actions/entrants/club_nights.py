"""A club night, started by one act: the tournament, its event, the players who have come, and the draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from matches.models import Player, name_key
from tournaments.actions.draws import draw
from tournaments.actions.entrants.list_reading import ListedPlayer, read_line
from tournaments.actions.entrants.list_rows import CheckedRow, RowsBefore, RowStatus, check_row
from tournaments.actions.entrants.player_list import ListCheck, enter_rows
from tournaments.actions.events import lifecycle, plans
from tournaments.actions.events.publishing import may_publish
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_player
from tournaments.errors.common import InvalidFields
from tournaments.errors.entrants import NamesUnclear
from tournaments.models import Event, Stage, Tournament, Visibility
from tournaments.plans import NightFormat, night_plan
from tournaments.queries.desk_search import findable_by
from tournaments.queries.events.club_nights import latest_night, regulars
from tournaments.queries.people.names import Candidate, NameIndex

USUAL_LENGTH = 5


@transaction.atomic
def start_club_night(
    *,
    by: Player | None,
    names: Sequence[str],
    length: int = USUAL_LENGTH,
    format: str = NightFormat.SWISS,  # noqa: A002 - the field's word
    name: str = "",
    known: Mapping[str, str] | None = None,
) -> Event:
    """Start a club night of today with these players, and draw its first round; return its event.

    Each of `names` is `name, club, country`, of which the name is enough. Who came to an earlier night of this
    director is the same player; so is the only known player of exactly this name. `known` says who is meant by a
    name like those of known players: the uid of one of them, or nothing for somebody new; without it NamesUnclear is
    raised. Place, time zone and visibility are those of the director's latest night.
    """
    director = require_player(by)
    rows = _checked(director, [replace(read_line(text), line=at) for at, text in enumerate(names, 1)], known)
    title = name.strip() or pgettext("name of a tournament", "Club night")
    tournament = _tournament_of_today(director, title)
    event = plans.create_from_plan(
        tournament,
        by=by,
        plan=night_plan(NightFormat(format), entrants=len(rows), length=length),
        name=title,
        entrants=len(rows),
    )
    enter_rows(lock_event(event), ListCheck(tuple(rows)), by=by)
    main = Stage.objects.select_related("event__tournament").get(event=event, order=0)
    draw.draw(main, by=by, who="all")
    event.refresh_from_db()
    return event


def _tournament_of_today(director: Player, title: str) -> Tournament:
    """Create the tournament, where and as visible as that of the director's latest night."""
    latest = latest_night(director)
    if latest is None:
        today = timezone.localdate(timezone=Tournament().time_zone)
        return lifecycle.create_tournament(
            by=director, name=title, starts_on=today, visibility=Visibility.UNLISTED
        )
    model = latest.tournament
    visibility = Visibility(model.visibility)
    if visibility == Visibility.DRAFT or (visibility == Visibility.PUBLIC and not may_publish(director)):
        visibility = Visibility.UNLISTED
    return lifecycle.create_tournament(
        by=director,
        name=title,
        starts_on=timezone.localdate(timezone=model.time_zone),
        zone=model.zone,
        venue=model.venue,
        city=model.city,
        visibility=visibility,
        desk_enters_slips=model.desk_enters_slips,
    )


def _checked(
    director: Player, listed: Sequence[ListedPlayer], known: Mapping[str, str] | None
) -> list[CheckedRow]:
    """Return each name with its player, or as a new one; raise InvalidFields or NamesUnclear."""
    names = [row.name for row in listed]
    index = NameIndex.around(names, among=findable_by(director))
    came = regulars(director, names)
    rows: list[CheckedRow] = []
    before = RowsBefore()
    for row in listed:
        checked = check_row(row, index=index, player_ids=(), before=before)
        before.add(row)
        rows.append(_decided(checked, came=came.get(name_key(row.name), []), known=known or {}))
    _require_sound(rows)
    return rows


def _decided(row: CheckedRow, *, came: Sequence[Player], known: Mapping[str, str]) -> CheckedRow:
    """Return a row like known players with the player who is meant, where that is clear."""
    if row.status is not RowStatus.SIMILAR:
        return row
    if not row.candidates:
        # Who is typed twice, once with a club, is two players: the line is all that is written of a person.
        return CheckedRow(row.listed, RowStatus.OK)
    if row.listed.name in known:
        uid = known[row.listed.name]
        chosen = tuple(candidate for candidate in row.candidates if candidate.uid == uid)
        status = RowStatus.EXISTS if chosen else RowStatus.OK
        return row if uid and not chosen else CheckedRow(row.listed, status, candidates=chosen)
    regular = [candidate for candidate in row.candidates if candidate.player_id in {one.pk for one in came}]
    fitting = [candidate for candidate in regular if _fits(candidate, row.listed)]
    return CheckedRow(row.listed, RowStatus.EXISTS, candidates=tuple(fitting)) if len(fitting) == 1 else row


def _fits(candidate: Candidate, listed: ListedPlayer) -> bool:
    """Whether club and country of a line are those of the candidate, where the line has them."""
    return (not listed.club or name_key(listed.club) == name_key(candidate.club)) and (
        not listed.country or listed.country == candidate.country
    )


def _require_sound(rows: Iterable[CheckedRow]) -> None:
    """Raise InvalidFields for names that cannot be entered, and NamesUnclear for those like known players."""
    people: dict[int, int] = {}
    faults, unclear = [], []
    for row in rows:
        at = {"line": row.listed.line, "name": row.listed.name}
        if row.status is RowStatus.REFUSED:
            faults.append(_("Line %(line)s, %(name)s: %(why)s") % {**at, "why": row.why})
        elif row.status is RowStatus.SIMILAR:
            unclear.append(row)
        elif row.status is RowStatus.EXISTS:
            key = row.candidates[0].player_id
            if key in people:
                why = _("Line %(line)s of this list has the same player.") % {"line": people[key]}
                faults.append(_("Line %(line)s, %(name)s: %(why)s") % {**at, "why": why})
            people.setdefault(key, row.listed.line)
    if faults:
        raise InvalidFields({"names": faults}, names=[_("names")])
    if unclear:
        raise NamesUnclear(
            [
                {"name": row.listed.name, "candidates": [one.to_dict() for one in row.candidates]}
                for row in unclear
            ]
        )
