"""Archives of many matches are read one match at a time, and damage is a member that says so."""

from __future__ import annotations

import io
import tarfile
import tracemalloc
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules import check
from rules.annotations import archive, members, split
from tests.rules.records import DATA, DROPPED, game, mat

ONE = mat(game(*DROPPED), length=1, header='; [Event "Final"]')
SGF = (DATA / "gnubg" / "m004_07pt_s1004_n0.0.sgf").read_bytes()


def zipped(path: Path, files: dict[str, bytes]) -> Path:
    """A `.zip` of these files."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        target.mkdir("folder")
        for name, data in files.items():
            target.writestr(name, data)
    return path


def tarred(path: Path, files: Iterator[tuple[str, bytes]]) -> Path:
    """A `.tar.gz` of these files, and of a folder."""
    with tarfile.open(path, "w:gz", compresslevel=1) as target:
        folder = tarfile.TarInfo("folder")
        folder.type = tarfile.DIRTYPE
        target.addfile(folder)
        for name, data in files:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            target.addfile(info, io.BytesIO(data))
    return path


@pytest.mark.parametrize("kind", ["file", "folder", "zip", "tar"])
def test_every_match_of_a_source_comes_once(kind: str, tmp_path: Path) -> None:
    files = {"a.mat": ONE * 3, "b.sgf": SGF * 2, "c.txt": b"Dear director"}
    if kind == "file":
        source, files = tmp_path / "a.mat", {"a.mat": ONE * 3}
        source.write_bytes(ONE * 3)
    elif kind == "folder":
        source = tmp_path
        (tmp_path / "inside").mkdir()
        for name, data in files.items():
            (tmp_path / "inside" / name).write_bytes(data)
    elif kind == "zip":
        source = zipped(tmp_path / "all.zip", files)
    else:
        source = tarred(tmp_path / "all.tar.gz", iter(files.items()))
    found = list(members(source))
    assert [(member.name, member.number) for member in found if member.name == "a.mat"] == [
        ("a.mat", n) for n in (1, 2, 3)
    ]
    assert all(member.data == ONE for member in found if member.name == "a.mat")
    if kind != "file":
        assert [member.data for member in found if member.name == "b.sgf"] == [SGF, SGF]
        assert [member.data for member in found if member.name == "c.txt"] == [b"Dear director"]


def test_comments_above_a_length_belong_to_its_match() -> None:
    parts = list(split((ONE + b"\n\n" + ONE).splitlines(keepends=True)))
    assert len(parts) == 2
    assert all(check(part).transcript == check(ONE).transcript for part in parts) or parts[1].lstrip() == ONE
    assert list(split([])) == []


def test_damage_and_size_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = zipped(tmp_path / "broken.zip", {"a.mat": ONE * 20, "b.mat": ONE})
    data = bytearray(broken.read_bytes())
    data[120:140] = bytes(20)
    broken.write_bytes(bytes(data))
    found = list(members(broken))
    assert [(member.name, member.problem) for member in found if member.problem] == [
        ("a.mat", "damaged_file")
    ]
    assert found[-1].data == ONE
    whole = tarred(tmp_path / "cut.tar.gz", iter([("a.mat", ONE), ("b.mat", ONE * 500)]))
    whole.write_bytes(whole.read_bytes()[:-60])
    assert list(members(whole))[-1].problem == "damaged_file"
    monkeypatch.setattr(archive, "LARGEST", 50)
    large = tmp_path / "large.mat"
    large.write_bytes(ONE)
    assert [(member.data, member.problem) for member in members(large)] == [(b"", "too_many_problems")]
    with pytest.raises(OSError, match="nothing"):
        list(members(tmp_path / "nothing.mat"))


def test_memory_stays_flat(tmp_path: Path) -> None:
    path = tarred(tmp_path / "many.tar.gz", ((f"{number:06}.mat", ONE) for number in range(4000)))
    stream = members(path)
    for _ in range(200):
        next(stream)
    tracemalloc.start()
    later = [tracemalloc.get_traced_memory()[0] for _ in stream]
    tracemalloc.stop()
    assert len(later) == 3800
    # The buffers of the archive are there after some members, and nothing comes to them.
    assert max(later[1900:]) - max(later[:1900]) < 64 << 10
