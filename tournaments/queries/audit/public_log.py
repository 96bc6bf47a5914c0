"""The log of a tournament as anybody may read it: its entries as they are hashed, without those that tell of a person.

An entry that could tell of a person stands there by its number and its hash alone, so that the chain is whole. Which kinds
of acts everybody may read is a list, because a new kind may say more than its author thought of.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from matches.models import Match, Player, is_uid
from tournaments.acts import ACTS, fields_of
from tournaments.models import Draw, LogEntry, Scores, Tournament, played_for
from tournaments.queries.publicity import public_persons

from .evidence import canonical
from .log_content import VEILED, content_of
from .public_draws import has_own_seed, public_draw

PUBLIC = frozenset(
    {
        "absence_set",
        "alternate_in",
        "announcement_taken_back",
        "appeal_decided",
        "appeal_taken_back",
        "appealed",
        "best_of_changed",
        "boards_dropped",
        "boards_made",
        "boards_opened",
        "bye_lots_set",
        "capacity_set",
        "challenge_taken_back",
        "challenge_void",
        "challenged",
        "check_in_undone",
        "checked_in",
        "clock_jumped",
        "confirmed",
        "corrected",
        "correction_undone",
        "disputed",
        "draw_announced",
        "draw_voided",
        "drawn",
        "entered",
        "entered_late",
        "event_changed",
        "event_closed",
        "event_closed_anyway",
        "event_created",
        "event_reopened",
        "event_started",
        "feeds_changed",
        "finish_rule_changed",
        "home_exchanged",
        "finish_rule_set",
        "forfeited",
        "last_round_set",
        "late_entry_taken_back",
        "length_changed",
        "length_taken_back",
        "list_imported",
        "lots_announced",
        "main_stage_named",
        "match_started",
        "moved_on",
        "moved_to_line",
        "next_opened",
        "obstacle_settled",
        "official_list_fixed",
        "official_list_released",
        "openings_set",
        "options_changed",
        "overdue",
        "paired",
        "paired_by_hand",
        "penalised",
        "penalty_taken_back",
        "plays_on",
        "qualified",
        "qualifier_places_freed",
        "qualifier_set",
        "rating_list_chosen",
        "rating_list_ruled",
        "rating_terms_ruled",
        "rating_terms_set",
        "reentered",
        "reentry_set",
        "registration_set",
        "replaced",
        "reported",
        "result_taken_back",
        "returned",
        "round_held",
        "round_length_changed",
        "round_released",
        "ruled",
        "sealed",
        "season_begun",
        "series_reopened",
        "series_settled",
        "series_went_on",
        "service_stood",
        "stage_changed",
        "stage_completed",
        "stage_created",
        "stage_removed",
        "stage_reopened",
        "start_set",
        "start_taken_back",
        "swapped",
        "table_assigned",
        "table_freed",
        "tables_added",
        "team_reopened",
        "team_settled",
        "tie_decided",
        "tie_settled",
        "tie_taken_back",
        "tournament_changed",
        "tournament_closed",
        "tournament_closed_anyway",
        "tournament_copied",
        "tournament_created",
        "tournament_reopened",
        "undone",
        "waits_again",
        "walkover",
        "withdrawn",
    }
)
"""The codes of the acts that everybody may read.

Left out is what concerns people beside the matches: offices, links, names, money, messages, votes, who is kept apart, who
was let in against the rules, who was looked for in the hall.
"""

FORMAT = 1
"""The version of the file, in its first line."""

_AT_ONCE = 200
_CODE = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_DIGEST = re.compile(r"[0-9a-f]{32,64}")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d(T[0-9:.]+([+-]\d\d:\d\d|Z)?)?")
_DICE = re.compile(r"[1-6]( [1-6])*")
_SHAPES = (_CODE, _DIGEST, _MOMENT, _DICE)
# Keys under which earlier releases, or a director, wrote what they liked.
_TYPED = frozenset({"name"})
_SCORE = frozenset({"score", "winner", "games"})


def public_log(tournament: Tournament) -> Iterator[str]:
    """Yield the lines of the public log as canonical JSON: its head, its entries, and its draws.

    The head is read first, so later entries are not there.
    """
    head = Tournament.objects.values("uid", "log_seq", "log_hash").get(pk=tournament.pk)
    first = {"log": head["uid"], "format": FORMAT, "entries": head["log_seq"], "head": head["log_hash"]}
    yield canonical(first)
    entries = (
        LogEntry.objects.filter(tournament=tournament, seq__lte=head["log_seq"])
        .select_related("by", "event", "link", "token")
        .order_by("seq")
    )
    unseen, drawn = _matches_unseen(tournament), set()
    for batch in _batches(entries.iterator(chunk_size=_AT_ONCE)):
        nameless = _Nameless(batch)
        for entry in batch:
            is_public = _is_public(entry, unseen) and nameless.admits(entry)
            content = content_of(entry) | {"version": entry.version} if is_public else {"seq": entry.seq}
            yield canonical(content | {"hash": entry.hash})
            if is_public and "public" in entry.data:
                drawn.add(entry.data["draw"])
    draws = Draw.objects.filter(stage__event__tournament=tournament).select_related("stage", "commitment")
    for draw in draws.order_by("pk").iterator(chunk_size=_AT_ONCE):
        if draw.uid in drawn and has_own_seed(draw):
            yield canonical(public_draw(draw))


def _is_public(entry: LogEntry, unseen: Collection[str]) -> bool:
    """Whether everybody may read an entry, whomever it names."""
    data: Mapping[str, Any] = entry.data
    if entry.code not in PUBLIC or _TYPED & data.keys():
        return False
    if entry.version < VEILED and data.get("browser"):
        return False
    if "seed" in data and not _DIGEST.fullmatch(str(data["seed"])):
        return False
    if entry.subject in unseen and _SCORE & data.keys():
        return False
    return _is_untyped(entry) and all(map(_is_plain, _texts({**data, "proofs": None})))


def _is_untyped(entry: LogEntry) -> bool:
    """Whether every text of the entry is a uid, whose words the entry proves by a salted digest."""
    kind = ACTS.get(entry.code)
    if kind is None:
        return False
    texts = [entry.data.get(one.key) for one in fields_of(kind) if one.is_text]
    proofs = entry.data.get("proofs") or {}
    return all(text is None or f"text:{text}" in proofs for text in texts)


def _is_plain(text: str) -> bool:
    """Whether a value has the form of a code, a uid, a digest, a moment or dice."""
    return not text or is_uid(text) or any(shape.fullmatch(text) for shape in _SHAPES)


def _texts(value: Any) -> Iterator[str]:
    """Yield every text in JSON, however deep; a key that stands for something typed is no plain text."""
    match value:
        case str():
            yield value
        case Mapping():
            for key, one in value.items():
                yield from ("a text",) if key in _TYPED else _texts(one)
        case list():
            yield from chain.from_iterable(map(_texts, value))


class _Nameless:
    """Which entries of a batch name nobody but persons who are public by their own name."""

    def __init__(self, entries: Sequence[LogEntry]) -> None:
        self._uids = {entry.pk: self._uids_of(entry) for entry in entries}
        every = set().union(*self._uids.values())
        people = set(Player.objects.filter(uid__in=every).order_by().values_list("uid", flat=True))
        by_name = public_persons().filter(uid__in=people, public_name="").order_by()
        self._private = people - set(by_name.values_list("uid", flat=True))

    def admits(self, entry: LogEntry) -> bool:
        """Whether the entry names no other person."""
        return self._uids[entry.pk].isdisjoint(self._private)

    @staticmethod
    def _uids_of(entry: LogEntry) -> frozenset[str]:
        """Return every uid in the entry, and that of who acted where it stands there."""
        proved = (name.partition(":")[2].partition(".")[0] for name in entry.data.get("proofs") or ())
        uids = {entry.subject, *proved, *filter(is_uid, _texts({**entry.data, "proofs": None}))}
        if entry.version < VEILED and entry.by is not None:
            uids.add(entry.by.uid)
        return frozenset(uids)


def _matches_unseen(tournament: Tournament) -> frozenset[str]:
    """Return the matches under way whose score the public does not see yet."""
    pairings = played_for(stage__event__in=tournament.events.exclude(scores=Scores.LIVE))
    return frozenset(Match.objects.filter(pairings, final_at=None).order_by().values_list("uid", flat=True))


def _batches(entries: Iterable[LogEntry]) -> Iterator[list[LogEntry]]:
    rest = iter(entries)
    while batch := list(islice(rest, _AT_ONCE)):
        yield batch
