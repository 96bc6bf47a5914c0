"""The log of a tournament in words: the sentence of each entry, with names in place of uids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from django.db import models
from django.db.models import F, Value
from django.db.models.functions import Concat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from matches.models import Match, Player
from matches.models.match import OUTCOME_CHOICES
from rules.match import Side
from rules.scoresheet import Outcome
from tournaments.acts import ABSENT, Act, ActField, Sentence, Show, fields_of, readable
from tournaments.acts.draws import RoundChoice
from tournaments.acts.service import ActUndone
from tournaments.acts.stages import MainStageNamed, StageCompleted, StageReopened
from tournaments.formats import How
from tournaments.models import (
    Actor,
    Archive,
    Club,
    Entrant,
    Event,
    Federation,
    FederationEntry,
    LogEntry,
    LogText,
    PointsSeason,
    RatingList,
    Stage,
    Submission,
    Table,
)
from tournaments.queries.draws.winners import main_stage
from tournaments.web.templatetags.videau import stage_name
from tournaments.web.wording.standings import HOW_WORDS

_OF_STAGES = (StageCompleted, StageReopened, MainStageNamed)
# The choices of a director for a round that cannot be paired by the rules.
CHOICE_WORDS: Mapping[str, Any] = {
    RoundChoice.ALLOW_REMATCHES.value: gettext_lazy("second meetings are allowed, as few as possible"),
    RoundChoice.SIT_OUT.value: gettext_lazy("nobody meets again, as few as possible sit out"),
}
# The words of enumerations without labels.
_WORDS_OF: Mapping[type[Enum], Mapping[str, Any]] = {
    How: HOW_WORDS,
    Outcome: dict(OUTCOME_CHOICES),
    RoundChoice: CHOICE_WORDS,
}
_NOBODY = pgettext_lazy("a name that is not known", "somebody")
_NOTHING = "–"


@dataclass(frozen=True, slots=True)
class LogLine:
    """A log entry in words; `actor` is the name of the person or process.

    `is_after_closing` says that a director did it although the event was closed.
    """

    entry: LogEntry | FederationEntry
    actor: str
    text: str
    is_after_closing: bool = False


def log_lines(entries: Sequence[LogEntry]) -> list[LogLine]:
    """Return these entries in words; one query each for names, stages and undone entries.

    An entry that this release cannot read is shown as its code; the audit reports it.
    """
    targets = _undone(entries)
    everything = [*entries, *targets.values()]
    acts = {entry.pk: readable(entry) for entry in everything}
    stages = _stages([entry for entry in everything if isinstance(acts[entry.pk], _OF_STAGES)])
    names = _names([act for act in acts.values() if act is not None])
    names |= {uid: stage_name(stage) for uid, stage in stages.items()}
    lines = []
    for entry in entries:
        text = _text(entry, acts[entry.pk], names, stages)
        if entry.pk in targets:
            former = targets[entry.pk]
            text = _("Undone: %(entry)s") % {"entry": _text(former, acts[former.pk], names, stages)}
        is_late = getattr(acts[entry.pk], "is_after_closing", ABSENT) is True
        lines.append(LogLine(entry, _actor(entry), text, is_after_closing=is_late))
    return lines


def federation_log_lines(entries: Sequence[FederationEntry]) -> list[LogLine]:
    """Return these entries of the log of a federation in words; one query for names."""
    acts = [readable(entry) for entry in entries]
    names = _names([act for act in acts if act is not None])
    return [
        LogLine(entry, _actor(entry), _text(entry, act, names, {}))
        for entry, act in zip(entries, acts, strict=True)
    ]


def _undone(entries: Sequence[LogEntry]) -> dict[int, LogEntry]:
    """Return the entry that each undoing entry has undone, by the key of the latter."""
    undoing = [(entry, act) for entry in entries if isinstance(act := readable(entry), ActUndone)]
    if not undoing:
        return {}
    seqs = [act.seq for _entry, act in undoing]
    rows = LogEntry.objects.filter(tournament=undoing[0][0].tournament_id, seq__in=seqs)
    by_seq = {row.seq: row for row in rows}
    return {entry.pk: by_seq[act.seq] for entry, act in undoing if act.seq in by_seq}


def _stages(entries: Sequence[LogEntry]) -> dict[str, Stage]:
    """Return the stages of the events of these entries, by uid."""
    events = {entry.event_id for entry in entries}
    if not events:
        return {}
    return {stage.uid: stage for stage in Stage.objects.filter(event__in=events).order_by("order")}


def _text(
    entry: LogEntry | FederationEntry,
    act: Act | None,
    names: Mapping[str, str],
    stages: Mapping[str, Stage],
) -> str:
    if act is None:
        return entry.code.replace("_", " ")
    sentence = act.sentence
    if isinstance(act, StageCompleted) and act.champion:
        sentence = _completion(stages.get(act.subject), stages)
    return str(sentence % _Places(act, names))


def _completion(stage: Stage | None, stages: Mapping[str, Stage]) -> Sentence:
    """Return the sentence of a completed stage: champion in the main stage, winner in others, none in divisions."""
    if stage is None or stage.options.get("divisions", 1) > 1:
        return StageCompleted.words
    of_event = [other for other in stages.values() if other.event_id == stage.event_id]
    return StageCompleted.DECIDED if main_stage(of_event) == stage else StageCompleted.WON


class _Places(dict[str, str | int]):
    """The values of a sentence's placeholders; a missing value becomes a dash."""

    def __init__(self, act: Act, names: Mapping[str, str]) -> None:
        super().__init__(subject=names.get(act.subject) or str(_NOBODY))
        for field, value in _values(act):
            self[field.key] = _value(field, value, act, names)

    def __missing__(self, key: str) -> str:
        return _NOTHING


def _values(act: Act) -> Iterator[tuple[ActField, Any]]:
    """Yield the fields present in the entry, with their values."""
    for field in fields_of(type(act)):
        value = getattr(act, field.name)
        if value is not ABSENT:
            yield field, value


def _value(field: ActField, value: Any, act: Act, names: Mapping[str, str]) -> str | int:
    """Return a value in words, as its field or its type defines."""
    if value is None:
        return _("no limit") if field.show is Show.LIMIT else _NOTHING
    match field.show:
        case Show.NAME:
            return names.get(value) or str(_NOBODY)
        case Show.SIDE:
            return names.get(_name_of_side(act, value)) or str(_NOBODY)
        case Show.TEXT:
            return names.get(value, str(value))
        case Show.SCORE:
            return _NOTHING.join(map(str, value))
        case Show.COUNT:
            return str(len(value))
    return _plain(value, names)


def _plain(value: Any, names: Mapping[str, str]) -> str | int:
    match value:
        case models.Choices():
            return str(value.label)
        case Enum() if type(value) in _WORDS_OF:
            return str(_WORDS_OF[type(value)][value.value])
        case int():
            # An integer stays one, since it selects the plural form.
            return value
        case tuple():
            return ", ".join(names.get(str(one), str(one)) for one in value)
        case datetime():
            return value.isoformat()
    return str(value)


def _name_of_side(act: Act, side: str) -> str:
    """Return the key of a side of the subject match in the mapping of names."""
    return f"{act.subject}.{side}"


def _actor(entry: LogEntry | FederationEntry) -> str:
    if entry.by is not None and entry.actor == Actor.LINK:
        return _("%(name)s, by a private link") % {"name": entry.by.name}
    if entry.by is not None and entry.actor == Actor.TOKEN:
        return _("%(name)s, by an API token") % {"name": entry.by.name}
    return entry.by.name if entry.by is not None else str(Actor(entry.actor).label)


def _names(acts: Sequence[Act]) -> dict[str, str]:
    """Return the names for the uids of these entries."""
    uids = set().union(*map(_uids, acts))
    sources: list[tuple[Any, Any, Any]] = [
        (Player, F("uid"), F("name")),
        (Entrant, F("uid"), F("side__full_name")),
        (Event, F("uid"), F("name")),
        (Table, F("uid"), F("name")),
        (LogText, F("uid"), F("text")),
        (Club, F("uid"), F("name")),
        (Federation, F("uid"), F("code")),
        (PointsSeason, F("uid"), F("name")),
        (RatingList, F("uid"), F("name")),
        (Submission, F("uid"), F("event_name")),
        (Archive, F("uid"), F("source")),
        (Match, F("uid"), Concat("one__full_name", Value(" – "), "two__full_name")),
        (Match, Concat("uid", Value(f".{Side.ONE}")), F("one__full_name")),
        (Match, Concat("uid", Value(f".{Side.TWO}")), F("two__full_name")),
    ]
    first, *others = (
        kind.objects.filter(uid__in=uids).order_by().values_list(uid, name) for kind, uid, name in sources
    )
    return dict(first.union(*others, all=True))


def _uids(act: Act) -> set[str]:
    """Return every value of an entry that may have a name."""
    uids = {act.subject}
    for field, value in _values(act):
        match field.show:
            case Show.NAME | Show.TEXT if value is not None:
                uids.add(value)
            case Show.SIDE:
                uids.add(_name_of_side(act, value))
            case None if isinstance(value, tuple):
                uids.update(one for one in value if isinstance(one, str))
    return uids
