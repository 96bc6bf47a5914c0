"""The table of operations: each row is whole, and no two are one."""

from __future__ import annotations

import dataclasses

import pytest
from django.core.exceptions import ImproperlyConfigured

from tournaments.api.operations import OPERATIONS, table
from tournaments.api.urls import READS, addresses


def test_two_operations_on_one_method_and_address_are_refused_by_name() -> None:
    first = OPERATIONS[0]
    second = dataclasses.replace(first, name="another_one")
    with pytest.raises(ImproperlyConfigured, match=rf"{first.path}.*{first.name}.*another_one"):
        table((first, second))


def test_two_operations_of_one_name_are_refused() -> None:
    first = OPERATIONS[0]
    second = dataclasses.replace(first, path="elsewhere/")
    with pytest.raises(ImproperlyConfigured, match=first.name):
        table((first, second))


def test_an_operation_where_a_view_answers_already_is_refused() -> None:
    taken = dataclasses.replace(OPERATIONS[0], method="GET", path=READS[-1][0])
    with pytest.raises(ImproperlyConfigured, match=taken.name):
        addresses(READS, [taken])
