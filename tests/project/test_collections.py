"""A garbage collection that lets a process stand still stands in the log."""

from __future__ import annotations

import gc
import logging

import pytest

from tournaments.project.observability import logs


def test_a_collection_that_takes_long_is_logged_with_its_thread(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "_LONG_COLLECTION", -1.0)
    log = logs.CollectionLog()
    gc.callbacks.append(log)
    try:
        with caplog.at_level(logging.WARNING):
            gc.collect()
    finally:
        gc.callbacks.remove(log)
    assert "A garbage collection of generation 2 took 0." in caplog.text
    assert "in MainThread." in caplog.text


def test_a_quick_one_is_not(caplog: pytest.LogCaptureFixture) -> None:
    log = logs.CollectionLog()
    log("start", {"generation": 0})
    log("stop", {"generation": 0})
    assert caplog.text == ""
