"""A changed past is found without trusting who runs the service."""

from __future__ import annotations

import json
import subprocess
import sys
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

import tournaments.proof.verify
from tests import factories
from tournaments import tasks
from tournaments.actions import chain, checkpoints, log, results
from tournaments.actions.events import lifecycle
from tournaments.models import LogEntry, Tournament, TreeHead, TreeLeaf, TreeNode
from tournaments.models.append_only import create_triggers, drop_triggers
from tournaments.proof import tree
from tournaments.proof.tree import public_key
from tournaments.proof.verify import check, climb, is_consistent, is_signed, leaf_hash
from tournaments.queries.audit import trees
from tournaments.queries.audit.public_log import public_log

# The leaves and roots by which implementations of Certificate Transparency are tried.
_LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
_ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


def _leaf(data: bytes) -> bytes:
    return sha256(b"\0" + data).digest()


def _plain_root(leaves: Sequence[bytes]) -> bytes:
    """The definition of RFC 9162, 2.1.1, word by word, over hashes of leaves."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    return sha256(b"\1" + _plain_root(leaves[:k]) + _plain_root(leaves[k:])).digest()


def _plain_path(m: int, leaves: Sequence[bytes]) -> list[bytes]:
    """PATH of 2.1.3.1."""
    if len(leaves) == 1:
        return []
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    if m < k:
        return [*_plain_path(m, leaves[:k]), _plain_root(leaves[k:])]
    return [*_plain_path(m - k, leaves[k:]), _plain_root(leaves[:k])]


def _plain_subproof(m: int, leaves: Sequence[bytes], *, b: bool) -> list[bytes]:
    """SUBPROOF of 2.1.4.1."""
    if m == len(leaves):
        return [] if b else [_plain_root(leaves)]
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    if m <= k:
        return [*_plain_subproof(m, leaves[:k], b=b), _plain_root(leaves[k:])]
    return [*_plain_subproof(m - k, leaves[k:], b=False), _plain_root(leaves[:k])]


def _grown(batches: Sequence[Sequence[bytes]]) -> tree.Node:
    """A tree that has grown by these batches, which keeps its whole parts and nothing else."""
    parts: dict[tree.Place, bytes] = {}
    size = 0
    for batch in batches:
        edge = {place: parts[place] for place in tree.edge(size)}
        for place, value in tree.growth(size, batch, tree.by_place(edge)):
            assert place not in parts
            parts[place] = value
        size += len(batch)
    return tree.by_place(parts)


def _run(*arguments: object) -> tuple[int, str]:
    """Run `verify.py` alone; return how it ends and what it prints."""
    process = subprocess.run(  # noqa: S603 - the file under test
        [sys.executable, "-I", "-S", tournaments.proof.verify.__file__, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )
    return process.returncode, process.stdout


def _end(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """Return the root to which a path leads, None if it does not fit."""
    ends = climb(leaf, index, size - 1, [step.hex() for step in path])
    return None if ends is None else ends[1]


class TestTheTree:
    def test_the_known_roots(self) -> None:
        leaves = [_leaf(bytes.fromhex(data)) for data in _LEAVES]
        node = _grown([[leaf] for leaf in leaves])
        assert [tree.root(size, node).hex() for size in range(9)] == _ROOTS

    @given(sizes=st.lists(st.integers(1, 20), min_size=1, max_size=6), data=st.data())
    def test_it_is_that_of_the_definition_however_it_has_grown(
        self, sizes: list[int], data: st.DataObject
    ) -> None:
        count = sum(sizes)
        leaves = [_leaf(bytes([number])) for number in range(count)]
        starts = [sum(sizes[:number]) for number in range(len(sizes))]
        node = _grown([leaves[start : start + size] for start, size in zip(starts, sizes, strict=True)])
        size = data.draw(st.integers(1, count))
        index, first = data.draw(st.integers(0, size - 1)), data.draw(st.integers(1, size))
        root = _plain_root(leaves[:size])
        assert tree.root(size, node) == root
        path = tree.inclusion(index, size, node)
        assert path == _plain_path(index, leaves[:size])
        assert _end(leaves[index], index, size, path) == root
        steps = tree.consistency(first, size, node)
        hexes = [step.hex() for step in steps]
        assert steps == _plain_subproof(first, leaves[:size], b=True)
        roots = [_plain_root(leaves[:first]), root]
        assert is_consistent(first, size, roots, hexes)
        # Another leaf, another place, another path and another past are refused.
        other = _leaf(b"another")
        assert _end(other, index, size, path) != root
        assert _end(leaves[index], index, size, [*path, other]) != root
        if path:
            assert _end(leaves[index], index, size, path[:-1]) != root
        past = _plain_root([*leaves[: first - 1], other])
        assert not is_consistent(first, size, [past, root], hexes)
        assert not is_consistent(first, size, roots, [*hexes, other.hex()])
        assert not is_consistent(0, size, [b"", root], hexes)

    @given(count=st.integers(1, 5000), data=st.data())
    def test_a_path_needs_few_stored_parts(self, count: int, data: st.DataObject) -> None:
        index = data.draw(st.integers(0, count - 1))
        places = tree.places_of(lambda node: tree.inclusion(index, count, node))
        assert len(places) <= count.bit_length() ** 2
        assert all((place + 1) << level <= count for level, place in places)


def _lines(tournament: Tournament) -> list[dict[str, Any]]:
    return [json.loads(line) for line in public_log(tournament)]


def _checkpoint(tournament: Tournament) -> dict[str, Any]:
    place = trees.place_of(Tournament.objects.get(pk=tournament.pk))
    assert place is not None
    return asdict(place)


def _rewrite(tournament: Tournament, seq: int) -> None:
    """Change an entry, and every hash after it, as whoever has the database can."""
    drop_triggers(connection)
    previous = ""
    for entry in LogEntry.objects.filter(tournament=tournament).order_by("seq"):
        if entry.seq == seq:
            entry.data = {**entry.data, "grace_minutes": 99}
        entry.hash = previous = chain.entry_hash(entry, previous=previous)
        entry.save_base(raw=True)
    Tournament.objects.filter(pk=tournament.pk).update(log_hash=previous)
    create_triggers(connection)


@pytest.mark.django_db
class TestACheckpoint:
    @pytest.mark.both_databases
    def test_it_finds_a_past_that_was_changed_with_every_hash_after_it(self) -> None:
        game = factories.open_match()
        tournament = game.stage.event.tournament
        checkpoints.publish(timezone.now())
        old = _checkpoint(tournament)
        results.report(game.match, by=game.two, score=(7, 3))
        assert check(_lines(tournament), old).faults == []
        _rewrite(tournament, 2)
        # The chain is whole, and the service itself would say so.
        assert check(_lines(tournament)).faults == []
        assert check(_lines(tournament), old).faults == [
            f"the past was changed: entry {old['seq']} was another one"
        ]
        assert log.verify(tournament) == [f"checkpoint {old['seq']}"]
        # Nor does a new checkpoint hide it: the tree keeps what it had.
        checkpoints.publish(timezone.now() + timedelta(hours=1))
        assert check(_lines(tournament), old).faults != []

    def test_it_is_signed_with_the_key_of_the_installation(self) -> None:
        factories.tournament()
        head = checkpoints.publish(timezone.now())
        text, _blank, seal = head.note.partition("\n\n")
        assert text.splitlines()[:3] == ["videau", "1", text.splitlines()[2]]
        assert b64decode(text.splitlines()[2]).hex() == head.root
        signature = b64decode(seal.split()[-1])[4:]
        assert head.key == public_key(b64decode(settings.CHECKPOINT_KEY))
        assert is_signed(b64decode(head.key), f"{text}\n".encode(), signature)
        assert not is_signed(b64decode(head.key), f"{text}!\n".encode(), signature)

    def test_one_that_was_forged_is_found(self) -> None:
        tournament = factories.tournament()
        checkpoints.publish(timezone.now())
        lines, old = _lines(tournament), _checkpoint(tournament)
        assert check(lines, old, key=old["key"]).faults == []
        assert len(check(lines, old, key="another").faults) == 1
        assert (
            len(check(lines, {**old, "note": old["note"].replace("videau\n1\n", "videau\n2\n")}).faults) > 0
        )
        assert (
            "the tree of the checkpoint does not have this head"
            in check(lines, {**old, "hash": "0" * 64}).faults
        )
        other = factories.tournament()
        assert check(_lines(other), old).faults != []

    def test_the_tree_only_grows_and_every_head_is_a_leaf(self) -> None:
        now = timezone.now()
        factories.federation()
        first, _second = factories.tournament(), factories.tournament()
        small = checkpoints.publish(now)
        assert small.size == 3
        lifecycle.change_tournament(first, by=None, city="Nantes")
        for _ in range(4):
            factories.tournament()
        large = checkpoints.publish(now + timedelta(hours=1))
        assert large.size == small.size + 5
        leaves = [leaf_hash(leaf.log, leaf.seq, leaf.hash) for leaf in TreeLeaf.objects.order_by("number")]
        assert _plain_root(leaves).hex() == large.root
        assert _plain_root(leaves[: small.size]).hex() == small.root
        growth = trees.growth_between(small, large)
        roots = [bytes.fromhex(one.root) for one in (small, large)]
        assert is_consistent(small.size, large.size, roots, growth.path)
        for tournament in Tournament.objects.all():
            assert check(_lines(tournament), _checkpoint(tournament)).faults == []
        assert TreeNode.objects.filter(level=0).count() == large.size

    def test_two_checkpoints_prove_that_the_older_is_the_beginning_of_the_newer(self, tmp_path: Path) -> None:
        """Of the files alone, with a log or without; another past, another order and another key are found."""
        now = timezone.now()
        tournament = factories.tournament()
        small = checkpoints.publish(now)
        old = _checkpoint(tournament)
        for _ in range(3):
            factories.tournament()
        large = checkpoints.publish(now + timedelta(hours=1))
        growth = asdict(trees.growth_between(small, large))
        assert check(_lines(tournament), old, growth=growth).faults == []
        path = tmp_path / "growth.json"
        path.write_text(json.dumps(growth))
        words = f"growth: the first {small.size} of {large.size} heads are the same\n"
        assert _run("--growth", path, "--key", small.key) == (0, words)
        assert _run("--growth", path, "--key", "another")[0] == 1
        assert _run()[0] == 2
        changed = f"the past was changed: {small.size} heads are not the beginning of {large.size}"
        assert changed in check([], growth={**growth, "path": growth["path"][:-1]}).faults
        turned = {**growth, "first": growth["second"], "second": growth["first"]}
        assert check([], growth=turned).faults
        forged = {**growth, "first": growth["first"].replace(f"\n{small.size}\n", f"\n{small.size + 1}\n")}
        assert "the signature of the checkpoint is wrong" in check([], growth=forged).faults
        later = asdict(trees.growth_between(large, checkpoints.publish(now + timedelta(hours=2))))
        assert (
            "the growth is that of other checkpoints" in check(_lines(tournament), old, growth=later).faults
        )

    def test_one_an_hour_by_the_sweep_with_or_without_news(self) -> None:
        factories.tournament()
        now = timezone.now() - timedelta(hours=1)
        assert checkpoints.publish_due(now) is not None
        assert checkpoints.publish_due(now + timedelta(minutes=59)) is None
        assert checkpoints.publish_due(now + timedelta(minutes=60)) is not None
        assert TreeHead.objects.values_list("size", flat=True).distinct().get() == 1
        TreeHead.objects.all()
        tasks.request_sweep()
        tasks.run_due()
        assert TreeHead.objects.count() == 2

    def test_a_log_that_the_tree_does_not_have_yet_has_no_place(self) -> None:
        tournament = factories.tournament()
        assert trees.place_of(tournament) is None
        checkpoints.publish(timezone.now())
        assert trees.place_of(factories.tournament()) is None
        place = trees.place_of(tournament)
        assert place is not None
        assert (place.log, place.seq, place.index, place.path) == (tournament.uid, 1, 0, [])
