"""Check the public log of a tournament, with nothing but Python.

    python3 verify.py [LOG] [--checkpoint FILE] [--growth FILE] [--key KEY]

LOG and the checkpoint are from the page "Proof": who has kept a checkpoint sees later whether anything before it was changed.
A growth proves that an older checkpoint is the beginning of a newer one. KEY is the public key of the service. What could tell
of a person is given by its hash alone. Ends with 0 if all is right, with 1 if not, with 2 if a file is none of these.
"""

from __future__ import annotations

import argparse
import json
import sys
from base64 import b64decode
from collections.abc import Iterable, Sequence
from hashlib import sha256, sha512
from typing import Any

Line = dict[str, Any]
# The curve of Ed25519 (RFC 8032): its field, its order and its constant.
_P = 2**255 - 19
_Q = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P


def canonical(content: Any) -> str:
    """Return JSON with sorted keys and no blanks."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(text: str) -> str:
    """Return the SHA-256 of a text in hex."""
    return sha256(text.encode()).hexdigest()


def by_chance(uids: Iterable[str], seed: str, number: int, purpose: str) -> list[str]:
    """Return the entrants in the order of their digests."""
    return sorted(uids, key=lambda uid: digest(f"{seed}\n{number}\n{purpose}\n{uid}"))


def bracket_lines(draw: Line, seeded: list[str], rest: dict[str, Line]) -> list[str | None]:
    """Return who stands on each line of a bracket before anybody is kept apart."""
    winners, count = draw["options"].get("play_down", 1), len(draw["entries"])
    size = winners << (-(-count // winners) - 1).bit_length()
    ranks = list(range(1, winners + 1))
    while len(ranks) < size:
        ranks = [one for rank in ranks for one in (rank, 2 * len(ranks) + 1 - rank)]
    if draw["options"].get("order") == "pots":
        pots = seeded[:2]
        while len(pots) < len(seeded):
            pots += by_chance(seeded[len(pots) : 2 * len(pots)], draw["seed"], 1, "pot")
        seeded = pots
    empty = {line for line, rank in enumerate(ranks) if rank > count}
    if draw["options"].get("byes") == "grouped" and size >= 4 * winners:
        slots = sorted(range(size // 4), key=lambda slot: min(ranks[4 * slot : 4 * slot + 4]))
        pairs = [pair for slot in slots for pair in (2 * slot, 2 * slot + 1)][: size - count]
        empty = {max((2 * pair, 2 * pair + 1), key=ranks.__getitem__) for pair in pairs}
    standing = sorted(set(range(size)) - empty, key=ranks.__getitem__)
    free = standing[len(seeded) :]
    byes = [line for line in free if line ^ 1 in empty]
    turns = {}
    for uid, entry in rest.items():
        texts = [uid, *(f"{uid}\n{lot}" for lot in range(2, entry["lots"] + 1))]
        first = min(digest(f"{draw['seed']}\n1\nbye\n{text}") for text in texts)
        turns[uid] = (not entry["lots"], entry["late"], first)
    order = sorted(rest, key=turns.__getitem__)
    others = by_chance(order[len(byes) :], draw["seed"], 1, "line")
    places = [*standing[: len(seeded)], *byes, *(line for line in free if line ^ 1 not in empty)]
    by_line = dict(zip(places, [*seeded, *order[: len(byes)], *others], strict=True))
    return [by_line.get(line) for line in range(size)]


def _add(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    one, two = (a[1] - a[0]) * (b[1] - b[0]), (a[1] + a[0]) * (b[1] + b[0])
    three, four = 2 * a[3] * b[3] * _D, 2 * a[2] * b[2]
    e, f, g, h = two - one, four - three, four + three, two + one
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(scalar: int, point: tuple[int, ...]) -> tuple[int, ...]:
    double = _times(scalar >> 1, _add(point, point)) if scalar else (0, 1, 1, 0)
    return _add(double, point) if scalar & 1 else double


def _point(data: bytes) -> tuple[int, ...]:
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & ((1 << 255) - 1)
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    x = x if x * x % _P == square else x * pow(2, (_P - 1) // 4, _P) % _P
    if y >= _P or x * x % _P != square or (not x and sign):
        raise ValueError("no point of the curve")
    return (x := x if x & 1 == sign else _P - x), y, 1, x * y % _P


def is_signed(key: bytes, text: bytes, signature: bytes) -> bool:
    """Whether this is the Ed25519 signature of a text (RFC 8032)."""
    scalar = int.from_bytes(signature[32:], "little")
    try:
        base, a, r = map(_point, ((4 * pow(5, -1, _P) % _P).to_bytes(32, "little"), key, signature[:32]))
    except ValueError:
        return False
    k = int.from_bytes(sha512(signature[:32] + key + text).digest(), "little") % _Q
    u, v = _times(scalar, base), _add(r, _times(k, a))
    return len(signature) == 64 and scalar < _Q and not any((u[i] * v[2] - v[i] * u[2]) % _P for i in (0, 1))


def leaf_hash(log: str, seq: int, head: str) -> bytes:
    """Return the hash of a leaf of the tree: the hash of an entry that was the head of its log."""
    return sha256(b"\0" + canonical({"hash": head, "log": log, "seq": seq}).encode()).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node of the tree (RFC 9162, 2.1.1)."""
    return sha256(b"\1" + left + right).digest()


def climb(start: bytes, index: int, last: int, path: Sequence[str]) -> tuple[bytes, bytes] | None:
    """Return the hashes to which the steps from the left, and all, lead; None if the path does not fit (RFC 9162, 2.1)."""
    old = new = start
    for step in map(bytes.fromhex, path):
        if not last:
            return None
        is_right = bool(index & 1) or index == last
        old = node_hash(step, old) if is_right else old
        new = node_hash(step, new) if is_right else node_hash(new, step)
        shift = (index & -index).bit_length() if is_right else 1
        index, last = index >> shift, last >> shift
    return None if last or index else (old, new)


def is_consistent(first: int, second: int, roots: Sequence[bytes], path: Sequence[str]) -> bool:
    """Whether the larger tree has the smaller one at its beginning (RFC 9162, 2.1.4.2)."""
    steps = [roots[0].hex(), *path] if first & (first - 1) == 0 else [*path]
    if not (0 < first < second and steps):
        return first == second and roots[0] == roots[1] and not path
    shift = (first & -first).bit_length() - 1
    return climb(bytes.fromhex(steps[0]), first - 1 >> shift, second - 1 >> shift, steps[1:]) == tuple(roots)


class LogCheck:
    """What was checked, as sentences, and what is wrong."""

    def __init__(self, lines: Sequence[Line] = (), key: str = "") -> None:
        self.lines, self.key = lines, key
        self.checked, self.faults = list[str](), list[str]()

    def require(self, is_right: bool, fault: str) -> bool:  # noqa: FBT001 - it reads as a sentence
        """Note the fault unless it is right."""
        self.faults += [] if is_right else [fault]
        return is_right

    def check_chain(self) -> None:
        """Check that each entry follows from the one before, up to the head in the first line."""
        count, previous = 0, ""
        entries = [line for line in self.lines if "seq" in line]
        for number, line in enumerate(entries, start=1):
            self.require(line["seq"] == number, f"entry {number} is missing, {line['seq']} stands there")
            content = {key: value for key, value in line.items() if key not in ("hash", "version")}
            is_hidden = content.keys() == {"seq"}
            is_right = is_hidden or digest(f"{previous}\n{canonical(content)}") == line["hash"]
            self.require(is_right, f"entry {number} was changed: its hash is another one")
            previous, count = line["hash"], count + is_hidden
        is_whole = (self.lines[0]["entries"], self.lines[0]["head"]) == (len(entries), previous)
        self.require(is_whole, "the last entry is not the head of the log")
        self.checked.append(f"chain: {len(entries)} entries, {count} by their hash alone, head {previous}")

    def check_draw(self, draw: Line) -> str:
        """Repeat a draw; return `whole`, `part` where exchanges kept entrants apart, or `none` where it was by hand."""
        name, lines = f"draw {draw['draw']}", draw["lines"]
        entries = {entry["entrant"]: entry for entry in draw["entries"]}
        self.require(sorted(filter(None, lines)) == sorted(entries), f"{name}: somebody has no line, or two")
        is_rolled = not draw["dice"] or draw["seed"] == digest(f"{draw['secret']}\n{draw['dice']}")
        self.require(is_rolled, f"{name}: the seed is not made of the secret and the dice")
        if draw["by_hand"]:
            return "none"
        seeds = {uid: entry["seed"] for uid, entry in entries.items() if entry["seed"] is not None}
        seeded = sorted(seeds, key=seeds.__getitem__) if draw["options"].get("seeding") == "seeded" else []
        rest = {uid: entry for uid, entry in entries.items() if uid not in seeded}
        is_part = not draw["is_of_numbers"] and draw["is_kept_apart"]
        numbers = [*seeded, *by_chance(rest, draw["seed"], 0, "line")]
        expected = numbers if draw["is_of_numbers"] else bracket_lines(draw, seeded, rest)
        if is_part:
            # Exchanges leave the seeds and the empty lines where they are.
            fixed = {*seeded, None}
            expected, lines = ([uid if uid in fixed else "" for uid in one] for one in (expected, lines))
        self.require(expected == lines, f"{name}: its seed gives other lines")
        return "part" if is_part else "whole"

    def check_draws(self) -> None:
        """Check every draw that the log proves."""
        proved = {line["data"]["draw"]: line["data"] for line in self.lines if line.get("code") == "drawn"}
        count = {"whole": 0, "part": 0, "none": 0}
        for line in (line for line in self.lines if "draw" in line):
            is_proved = proved.get(line["draw"], {}).get("public") == digest(canonical(line))
            if self.require(is_proved, f"draw {line['draw']} is not the one in the log"):
                count[self.check_draw(line)] += 1
        words = "{whole} repeated, {part} in part as some are kept apart, {none} made by hand"
        self.checked.append(f"draws: {words.format(**count)}")

    def check_lots(self) -> None:
        """Check that every link of a chain of lots leads to the one before, and the first to the anchor."""
        chains, count = dict[str, tuple[int, str]](), 0
        for line in self.lines:
            data = line.get("data", {})
            if line.get("code") == "lots_announced":
                chains[line["subject"]] = (0, data["anchor"])
            elif line.get("code") == "paired" and "link" in data and line["subject"] in chains:
                last, known = chains[line["subject"]]
                value = data["link"]
                for _ in range(min(data["number"] - last, 10_000)):
                    value = digest(value)
                is_right = data["number"] > last and value == known
                self.require(is_right, f"entry {line['seq']}: the link does not follow from its chain")
                chains[line["subject"]], count = (data["number"], data["link"]), count + 1
        self.checked.append(f"lots: {count} links of {len(chains)} chains")

    def check_scores(self) -> None:
        """Check that games add up to their score, the winner has won, and later entries repeat the report."""
        known, sums = dict[str, list[Any]](), 0
        named = {"report", "winner", "score"}
        for line in (one for one in self.lines if named <= one.get("data", {}).keys()):
            data, place = line["data"], f"entry {line['seq']}"
            result = [data["outcome"], data["winner"], data["score"]]
            is_same = known.setdefault(data["report"], result) == result
            self.require(is_same, f"{place}: the report said otherwise")
            if "length" in data and data["outcome"] == "played" and not data["overrides"]:
                score = data["score"] if data["winner"] == "one" else data["score"][::-1]
                self.require(score[0] >= data["length"] > score[1], f"{place}: nobody has won {score}")
            if "games" in data and not data["overrides"]:
                total = [sum(points) for points in zip(data["added"], *data["games"], strict=True)]
                self.require(total == data["score"], f"{place}: the games add up to {total}")
                sums += 1
        self.checked.append(f"scores: {len(known)} reports, {sums} added up from their games")

    def read_note(self, note: str, signer: str) -> tuple[int, bytes]:
        """Check who has signed a note; return the size and the root of its tree."""
        text, _blank, seal = note.partition("\n\n")
        self.require(self.key in ("", signer), f"the checkpoint is signed with another key, {signer}")
        is_right = is_signed(b64decode(signer), f"{text}\n".encode(), b64decode(seal.split()[-1])[4:])
        self.require(is_right, "the signature of the checkpoint is wrong")
        return int(text.split("\n")[1]), b64decode(text.split("\n")[2])

    def check_checkpoint(self, old: Line) -> None:
        """Check that a checkpoint is signed, that its tree has a head of this log, and that the log still goes through it."""
        size, root = self.read_note(old["note"], old["key"])
        end = climb(leaf_hash(old["log"], old["seq"], old["hash"]), old["index"], size - 1, old["path"])
        self.require(end is not None and end[1] == root, "the tree of the checkpoint does not have this head")
        self.require(old["log"] == self.lines[0]["log"], "the checkpoint is that of another log")
        now = {line["seq"]: line["hash"] for line in self.lines if "seq" in line}.get(old["seq"])
        self.require(now == old["hash"], f"the past was changed: entry {old['seq']} was another one")
        self.checked.append(f"checkpoint: entry {old['seq']}, signed with {old['key']}")

    def check_growth(self, growth: Line, old: Line | None) -> None:
        """Check that the tree of the older checkpoint is the beginning of the tree of the newer one."""
        first, start = self.read_note(growth["first"], growth["first_key"])
        second, end = self.read_note(growth["second"], growth["second_key"])
        is_right = is_consistent(first, second, [start, end], growth["path"])
        self.require(is_right, f"the past was changed: {first} heads are not the beginning of {second}")
        self.require(not old or old["note"] in growth.values(), "the growth is that of other checkpoints")
        self.checked.append(f"growth: the first {first} of {second} heads are the same")


def check(lines: list[Line], old: Line | None = None, key: str = "", growth: Line | None = None) -> LogCheck:
    """Check a log, whether it still is what a checkpoint says, and whether the tree of all logs has only grown."""
    report = LogCheck(lines, key)
    if lines or not growth:
        for part in (report.check_chain, report.check_draws, report.check_lots, report.check_scores):
            part()
        if old:
            report.check_checkpoint(old)
    if growth:
        report.check_growth(growth, old)
    return report


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the files of the command line, and print what was found."""
    parser = argparse.ArgumentParser(description="Check the public log of a tournament.")
    for name in ("log", "--checkpoint", "--growth"):
        parser.add_argument(name, type=argparse.FileType(encoding="utf-8"), nargs="?")
    parser.add_argument("--key", default="", help="the public key of the service")
    options = parser.parse_args(arguments)
    try:
        lines = [json.loads(line) for line in options.log or () if line.strip()]
        old, growth = (json.load(file) if file else None for file in (options.checkpoint, options.growth))
        report = check(lines, old, options.key, growth)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        sys.stdout.write(f"This is no log, checkpoint or growth: {error!r}\n")
        return 2
    sys.stdout.write(
        "".join(f"{line}\n" for line in [*report.checked, *map("WRONG: {}".format, report.faults)])
    )
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
