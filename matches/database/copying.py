"""Writing many rows at once: by COPY on PostgreSQL, by one statement for many rows on SQLite."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any, TypeAlias

import numpy as np
from django.db import connection, models
from numpy.typing import NDArray

Buffer: TypeAlias = bytes | memoryview

# The types of the columns as COPY names them.
_TYPES: Mapping[str, str] = {
    "BigIntegerField": "int8",
    "BigAutoField": "int8",
    "PositiveIntegerField": "int4",
    "PositiveSmallIntegerField": "int2",
    "BinaryField": "bytea",
    "CharField": "varchar",
}

_WIDTHS: Mapping[str, int] = {"int8": 8, "int4": 4, "int2": 2}
# How a binary COPY begins, without flags, and ends.
_SIGNATURE = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_TRAILER = b"\xff\xff"


def copy_rows(model: type[models.Model], names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """Insert rows of whole numbers, bytes and short texts into the table of a model; constraints of the database hold."""
    about = model._meta  # noqa: SLF001 - the documented way to a model's fields
    fields: list[Any] = [about.get_field(name) for name in names]
    quote = connection.ops.quote_name
    table, columns = quote(about.db_table), ", ".join(quote(field.column) for field in fields)
    if connection.vendor == "postgresql":
        types = [_type_of(field) for field in fields]
        with connection.cursor() as cursor, cursor.copy(_copy_sql(model, fields)) as copy:
            copy.set_types(types)
            write = copy.write_row
            for row in rows:
                write(row)
        return
    table, columns = _quoted(model, fields)
    marks = ", ".join(["%s"] * len(fields))
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", list(rows))  # noqa: S608 - names of fields


def copy_numbers(model: type[models.Model], names: Sequence[str], numbers: NDArray[np.int64]) -> None:
    """Insert rows of whole numbers, a column of `numbers` each; constraints of the database hold."""
    if connection.vendor != "postgresql":
        copy_rows(model, names, map(tuple, numbers.T.tolist()))
        return
    fields = [model._meta.get_field(name) for name in names]  # noqa: SLF001 - the documented way to a model's fields
    _send(model, fields, [_heads(fields, numbers, count=len(fields)).tobytes()])


def copy_slices(
    model: type[models.Model],
    names: Sequence[str],
    numbers: NDArray[np.int64],
    data: Buffer,
    bounds: NDArray[np.int64],
) -> None:
    """Insert rows of whole numbers, a column of `numbers` each, and a slice of `data`, of which `bounds` are the ends.

    On PostgreSQL the bytes of COPY are put together here, because a call for each row takes three times as long.
    """
    if not numbers.shape[1]:
        return
    slices = (data[begin:end] for begin, end in pairwise(bounds.tolist()))
    if connection.vendor != "postgresql":
        copy_rows(model, names, ((*row, part) for row, part in zip(numbers.T.tolist(), slices, strict=True)))
        return
    fields = [model._meta.get_field(name) for name in names]  # noqa: SLF001 - the documented way to a model's fields
    heads = _heads(fields[:-1], numbers, ("width", ">i4"), count=len(fields))
    heads["width"] = np.diff(bounds)
    heads_of_rows = map(bytes, heads.view((np.void, heads.dtype.itemsize)))
    _send(model, fields, chain.from_iterable(zip(heads_of_rows, slices, strict=True)))


def _send(model: type[models.Model], fields: Sequence[Any], parts: Iterable[Buffer]) -> None:
    with connection.cursor() as cursor, cursor.copy(_copy_sql(model, fields)) as copy:
        copy.write(b"".join((_SIGNATURE, *parts, _TRAILER)))


def _copy_sql(model: type[models.Model], fields: Sequence[Any]) -> str:
    table, columns = _quoted(model, fields)
    return f"COPY {table} ({columns}) FROM STDIN (FORMAT BINARY)"


def _quoted(model: type[models.Model], fields: Sequence[Any]) -> tuple[str, str]:
    """Return the names of a table and of columns of it for SQL."""
    quoted = connection.ops.quote_name
    return quoted(model._meta.db_table), ", ".join(quoted(field.column) for field in fields)  # noqa: SLF001


def _heads(
    fields: Sequence[Any], numbers: NDArray[np.int64], *more: tuple[str, str], count: int
) -> NDArray[np.void]:
    """Return numbers as COPY writes them: before each row the number of its fields, before each field its length."""
    widths = [_WIDTHS[_type_of(field)] for field in fields]
    columns = [("count", ">i2")]
    for place, width in enumerate(widths):
        columns += [(f"width{place}", ">i4"), (f"value{place}", f">i{width}")]
    heads = np.empty(numbers.shape[1], dtype=[*columns, *more])
    heads["count"] = count
    for place, (width, column) in enumerate(zip(widths, numbers, strict=True)):
        heads[f"width{place}"], heads[f"value{place}"] = width, column
    return heads


def _type_of(field: Any) -> str:
    target = field.target_field if field.is_relation else field
    return _TYPES[target.get_internal_type()]
