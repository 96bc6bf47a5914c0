"""The content of a federation's rows that its log proves."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.models import (
    Club,
    Federation,
    LogText,
    Member,
    Membership,
    Merge,
    NoDuplicate,
    Officer,
    Sanction,
)

from .evidence import ProvedRow, fields, of_text, uid_of

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
        [name.name, name.name_key, name.federation_id == club.federation_id] for name in club.names.all()
    )
    columns = fields(club, ("kind", "made_at")) | {
        "federation": club.federation.uid,
        "merged_into": uid_of(club.merged_into),
    }
    return ProvedRow(
        "club", club.uid, fields(club, ("name", "city")) | {"names": names}, columns, scope=_SCOPE
    )


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
    return ProvedRow("merge", merge.uid, None, columns, scope=_SCOPE)


def of_no_duplicate(pair: NoDuplicate) -> ProvedRow:
    """Return the proved columns of a pair of different people."""
    columns = {"federation": pair.federation.uid, "one": pair.one.uid, "two": pair.two.uid}
    return ProvedRow("no_duplicate", pair.uid, None, columns, scope=_SCOPE)


def texts_of(federation: Federation) -> Iterator[ProvedRow]:
    """Yield the free texts of the federation's log."""
    yield from map(of_text, LogText.objects.filter(federation=federation))
