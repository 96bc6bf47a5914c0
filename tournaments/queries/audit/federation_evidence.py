"""The content of a federation's rows that its log proves."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from matches.models import name_key, without_accents
from tournaments.models import (
    Archive,
    Club,
    ClubName,
    CountingRule,
    Federation,
    FinalTable,
    LogText,
    Member,
    Membership,
    Merge,
    MergeAgreement,
    MergeProposal,
    NoDuplicate,
    Officer,
    OfficialList,
    PointsSeason,
    RatingList,
    Sanction,
    Submission,
)
from tournaments.ratings.base import START

from .evidence import ProvedRow, fields, of_text, uid_of

_ACCEPTED = (
    "match_uid",
    "played_on",
    "stage",
    "round",
    "length",
    "winner",
    "loser",
    "winner_score",
    "loser_score",
    "outcome",
)
_FEDERATION = ("code", "country", "zone", "made_at")
# Logs of federations begin with this scope.
_SCOPE = 3


def of_federation(federation: Federation) -> ProvedRow:
    """Return the proved content of a federation."""
    words = fields(federation, ("name", "site"))
    return ProvedRow("federation", federation.uid, words, fields(federation, _FEDERATION), scope=_SCOPE)


def of_officer(officer: Officer) -> ProvedRow:
    """Return the proved columns of an officer: who holds which office, and for how long."""
    columns = fields(officer, ("kind", "since", "ended_at")) | {
        "federation": officer.federation.uid,
        "player": officer.player.uid,
    }
    return ProvedRow("officer", officer.uid, None, columns, scope=_SCOPE)


def of_club(club: Club) -> ProvedRow:
    """Return the proved content of a club with all its names."""
    names = sorted(
        [name.name, _proved_key(name), name.federation_id == club.federation_id] for name in club.names.all()
    )
    columns = fields(club, ("kind", "made_at")) | {
        "federation": club.federation.uid,
        "merged_into": uid_of(club.merged_into),
    }
    words = fields(club, ("name", "city")) | {"names": names}
    if club.region:
        # Clubs of before the column have digests without it.
        words["region"] = club.region
    return ProvedRow("club", club.uid, words, columns, scope=_SCOPE)


def _proved_key(name: ClubName) -> str:
    """Return the key of a name as it is proved: folded less far, as in the releases whose proofs stand."""
    return without_accents(name.name) if name.name_key == name_key(name.name) else name.name_key


def of_member(member: Member) -> ProvedRow:
    """Return the proved content of a member: the person and the number."""
    columns = {"federation": member.federation.uid, "player": member.player.uid}
    return ProvedRow("member", member.uid, {"number": member.number}, columns, scope=_SCOPE)


def of_membership(membership: Membership) -> ProvedRow:
    """Return the proved columns of a membership."""
    columns = {
        "kind": membership.kind,
        "member": membership.member.uid,
        "club": uid_of(membership.club),
        "starts_on": membership.starts_on.isoformat(),
        "ends_on": membership.ends_on.isoformat() if membership.ends_on else None,
    }
    return ProvedRow("membership", membership.uid, None, columns, scope=_SCOPE)


def of_sanction(sanction: Sanction) -> ProvedRow:
    """Return the proved columns of a sanction."""
    columns = fields(sanction, ("state", "event_class", "requested_at")) | {
        "event": sanction.event.uid,
        "federation": sanction.federation.uid,
        "weight": f"{sanction.weight:.3f}",
    }
    return ProvedRow("sanction", sanction.uid, None, columns, scope=_SCOPE)


def of_merge(merge: Merge) -> ProvedRow:
    """Return the proved columns of a merge."""
    columns = fields(merge, ("at", "undone_at")) | {
        "federation": merge.federation.uid,
        "player": merge.player.uid,
        "into": merge.into.uid,
        "by": uid_of(merge.by),
    }
    # Merges of earlier releases kept no number, and are proved without.
    if merge.keeps is not None:
        columns["keeps"] = merge.keeps.uid
    return ProvedRow("merge", merge.uid, None, columns, scope=_SCOPE)


def of_proposal(proposal: MergeProposal) -> ProvedRow:
    """Return the proved columns of the proposal of a merge."""
    columns = fields(proposal, ("at", "ended_at")) | {
        "federation": proposal.federation.uid,
        "player": proposal.player.uid,
        "into": proposal.into.uid,
        "keeps": uid_of(proposal.keeps),
        "by": uid_of(proposal.by),
        "merge": uid_of(proposal.merge),
    }
    return ProvedRow("merge_proposal", proposal.uid, None, columns, scope=_SCOPE)


def of_agreement(agreement: MergeAgreement) -> ProvedRow:
    """Return the proved columns of an agreement to a merge."""
    columns = fields(agreement, ("at",)) | {
        "proposal": agreement.proposal.uid,
        "tournament": uid_of(agreement.tournament),
        "by": agreement.by.uid,
    }
    return ProvedRow("merge_agreement", agreement.uid, None, columns, scope=_SCOPE)


def of_counting_rule(rule: CountingRule) -> ProvedRow:
    """Return the proved columns of a version of counting rules."""
    columns = fields(rule, ("name", "version", "data", "made_at", "ended_at")) | {
        "federation": rule.federation.uid,
        "club": uid_of(rule.club),
    }
    return ProvedRow("counting_rule", rule.uid, None, columns, scope=_SCOPE)


def of_no_duplicate(pair: NoDuplicate) -> ProvedRow:
    """Return the proved columns of a pair of different people."""
    columns = {"federation": pair.federation.uid, "one": pair.one.uid, "two": pair.two.uid}
    return ProvedRow("no_duplicate", pair.uid, None, columns, scope=_SCOPE)


def of_submission(submission: Submission) -> ProvedRow:
    """Return the proved content of a submitted result file: its names, its digest, and the matches in force of it."""
    words = fields(submission, ("event_name", "tournament_name", "reason"))
    # Files of earlier releases have no answer, and are proved without.
    if submission.answer:
        words |= fields(submission, ("answer",))
    columns = fields(
        submission,
        ("event_uid", "number", "digest", "supersedes", "people", "state", "sent_at", "decided_at"),
    ) | {
        "federation": submission.federation.uid,
        "sent_by": uid_of(submission.sent_by),
        "decided_by": uid_of(submission.decided_by),
        "content": sha256(bytes(submission.content)).hexdigest(),
        "matches": sorted(
            [
                *(str(getattr(match, name)) for name in _ACCEPTED),
                match.federation_id == submission.federation_id,
            ]
            for match in submission.matches.all()
        ),
    }
    return ProvedRow("submission", submission.uid, words, columns, scope=_SCOPE)


def of_archive(archive: Archive) -> ProvedRow:
    """Return the proved content of an archive with its positions; its digest proves the table."""
    names = ("kind", "confidence", "event_class", "digest", "people", "state")
    columns = fields(archive, (*names, "sent_at", "imported_at", "undone_at")) | {
        "federation": archive.federation.uid,
        "sent_by": uid_of(archive.sent_by),
        "imported_by": uid_of(archive.imported_by),
        "content": sha256(bytes(archive.content)).hexdigest(),
        "positions": [
            [one.uid, one.line, one.day.isoformat(), one.event, one.position, one.player.uid]
            for one in sorted(archive.positions.all(), key=lambda one: one.line)
        ],
    }
    return ProvedRow("archive", archive.uid, fields(archive, ("source",)), columns, scope=_SCOPE)


def of_list(rating_list: RatingList) -> ProvedRow:
    """Return the proved content of a rating list."""
    names = (
        "origin",
        "formula",
        "parameters",
        "rules",
        "order",
        "late",
        "provisional_below",
        "inactive_after",
        "made_at",
    )
    columns = fields(rating_list, names) | {
        "federation": rating_list.federation.uid,
        "club": uid_of(rating_list.club),
        "starts_on": rating_list.starts_on.isoformat() if rating_list.starts_on else None,
    }
    if rating_list.uncertainty:
        # Lists of before a column have digests without it.
        columns["uncertainty"] = rating_list.uncertainty
    if rating_list.start != START:
        columns["start"] = rating_list.start_text
    words = fields(rating_list, ("name", "opening_source"))
    return ProvedRow("rating_list", rating_list.uid, words, columns, scope=_SCOPE)


def of_official(official: OfficialList) -> ProvedRow:
    """Return the proved content of an official list; its digest proves the rows."""
    columns = fields(official, ("number", "published_at", "feed", "players", "digest")) | {
        "list": official.list.uid,
        "day": official.day.isoformat(),
        "by": uid_of(official.by),
    }
    words = fields(official, ("source",))
    return ProvedRow("official", official.uid, words, columns, scope=_SCOPE)


def of_points_season(season: PointsSeason) -> ProvedRow:
    """Return the proved content of a season with its terms."""
    columns = fields(season, ("scheme", "terms", "made_at")) | {
        "federation": season.federation.uid,
        "starts_on": season.starts_on.isoformat(),
        "ends_on": season.ends_on.isoformat(),
    }
    return ProvedRow("season", season.uid, fields(season, ("name",)), columns, scope=_SCOPE)


def of_final_table(table: FinalTable) -> ProvedRow:
    """Return the proved content of a final table."""
    columns = fields(table, ("lines", "digest", "made_at")) | {"season": table.season.uid}
    return ProvedRow("final_table", table.season.uid, None, columns, scope=_SCOPE)


def texts_of(federation: Federation) -> Iterator[ProvedRow]:
    """Yield the free texts of the federation's log."""
    yield from map(of_text, LogText.objects.filter(federation=federation))
