"""The text by which a draw is announced, and whether a draw keeps to what was announced."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from tournaments.models import Commitment, Draw, DrawInput, Entrant


def announced_text(seen: Mapping[str, Any], *, format: str, version: int, secret: str) -> str:  # noqa: A002 - the field's word
    """What is hashed: one line of JSON with everything that the draw will see, then one line with the secret.

    The JSON is canonical: sorted keys, no blanks, ASCII alone, and no apostrophe, so that a shell takes it in quotes.
    """
    said = {"format": format, "version": version, "input": seen}
    line = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return line.replace("'", "\\u0027") + f"\n{secret}\n"


def announced_version(commitment: Commitment) -> int:
    """The version of the format by which a draw was announced; it is drawn and played by the same."""
    return int(json.loads(commitment.text.splitlines()[0])["version"])


def digest_of(text: str) -> str:
    """The SHA-256 of a text, as `sha256sum` prints it."""
    return hashlib.sha256(text.encode()).hexdigest()


def is_kept(draw: Draw, commitment: Commitment) -> bool:
    """Whether an announced draw saw what was announced: the text has the digest, and says the draw's input and seed."""
    text = announced_text(
        draw.input, format=draw.format, version=draw.format_version, secret=commitment.secret
    )
    return digest_of(text) == commitment.digest and draw.seed == rolled_seed(commitment.secret, draw.dice)


def rolled_seed(secret: str, dice: str) -> str:
    """The seed of an announced draw: its secret, and with dice the SHA-256 of two lines, the last without a line feed."""
    return digest_of(f"{secret}\n{dice}") if dice else secret


def changes(announced: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """The names of those who came since a draw was announced, and of those who left."""
    before, after = (set(DrawInput.from_dict(seen).by_uid) for seen in (announced, now))
    names = dict(Entrant.objects.filter(uid__in=before ^ after).values_list("uid", "side__name"))
    came, left = (sorted(names[uid] for uid in uids) for uids in (after - before, before - after))
    return came, left
