"""The commitment to a draw: the text that is hashed and announced, and the check of the draw against it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from tournaments.models import Commitment, Draw, DrawInput, Entrant


def announced_text(draw_input: Mapping[str, Any], *, format: str, version: int, secret: str) -> str:  # noqa: A002 - the field's word
    """Return the text that is hashed: a line of JSON with the draw's input, then a line with the secret.

    The JSON is canonical: sorted keys, no blanks, ASCII only, and no apostrophe, so that it can be quoted in a shell.
    """
    content = {"format": format, "version": version, "input": draw_input}
    line = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return line.replace("'", "\\u0027") + f"\n{secret}\n"


def announced_version(commitment: Commitment) -> int:
    """Return the version of the format stored in the commitment."""
    return int(json.loads(commitment.text.splitlines()[0])["version"])


def digest_of(text: str) -> str:
    """Return the SHA-256 of a text in hex, as `sha256sum` prints it."""
    return hashlib.sha256(text.encode()).hexdigest()


def is_kept(draw: Draw, commitment: Commitment) -> bool:
    """Whether the draw matches its commitment: the digest, the input and the seed are the announced ones."""
    text = announced_text(
        draw.input, format=draw.format, version=draw.format_version, secret=commitment.secret
    )
    return digest_of(text) == commitment.digest and draw.seed == rolled_seed(commitment.secret, draw.dice)


def rolled_seed(secret: str, dice: str) -> str:
    """Return the seed of an announced draw: the secret, or the SHA-256 of the secret and the dice."""
    return digest_of(f"{secret}\n{dice}") if dice else secret


def changes(announced: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Return the names of the entrants added since the announcement, and of those removed."""
    before, after = (set(DrawInput.from_dict(content).by_uid) for content in (announced, now))
    names = dict(Entrant.objects.filter(uid__in=before ^ after).values_list("uid", "side__name"))
    arrivals, departures = (sorted(names[uid] for uid in uids) for uids in (after - before, before - after))
    return arrivals, departures
