"""Validation of model fields and constraints before saving."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from matches.database.conditions import holds
from matches.models import check_line
from tournaments.errors.common import InvalidFields

# Uids are random, so only the database checks that they are unique.
_DRAWN = "uid"
_LONGEST_LINE = 200


def check_fields(row: models.Model, *, only: Collection[str] = ()) -> None:
    """Validate a row against its fields and constraints; raise InvalidFields with every fault.

    Queries are reduced: cached relations are not checked, because foreign keys guard them, and all check
    constraints take one query. `only` are the changed fields, if other fields are unchanged.
    """
    about = row._meta  # noqa: SLF001 - the documented way to a model's fields
    relations = [field for field in about.concrete_fields if isinstance(field, models.ForeignKey)]
    cached = {field.name for field in relations if field.is_cached(row)}
    same = {field.name for field in about.concrete_fields if only and field.name not in only}
    faults: dict[str, list[ValidationError]] = {}
    checks: Sequence[Callable[[], None]] = (
        lambda: row.clean_fields(exclude=cached | same),
        lambda: _check_lines(row, exclude={*same, *faults}),
        row.clean,
        lambda: row.validate_unique(exclude={_DRAWN, *same, *faults}),
        lambda: _check_constraints(row, exclude={*same, *faults} - {NON_FIELD_ERRORS}),
    )
    for check in checks:
        try:
            check()
        except ValidationError as error:
            error.update_error_dict(faults)
    if not faults:
        return
    fields = {
        name: [_words(fault) for fault in every] for name, every in ValidationError(faults).error_dict.items()
    }
    raise InvalidFields(
        {"" if name == NON_FIELD_ERRORS else name: messages for name, messages in fields.items()},
        names=[_field_name(row, name) for name in fields],
    )


def require_line(text: str, *, field: str, name: str) -> None:
    """Raise InvalidFields for a text of one line, by its field and its name for the reader, that is none."""
    try:
        check_line(text)
    except ValidationError as error:
        raise InvalidFields({field: error.messages}, names=[name]) from error


def _check_lines(row: models.Model, *, exclude: Collection[str]) -> None:
    """Raise ValidationError for each text of one line with characters that break it or reverse its direction."""
    faults: dict[str, ValidationError] = {}
    for field in row._meta.concrete_fields:  # noqa: SLF001 - the documented way to a model's fields
        if field.name in exclude or not isinstance(field, models.CharField):
            continue
        # Reasons and statements are longer, and may have lines.
        if (field.max_length or 0) > _LONGEST_LINE:
            continue
        try:
            check_line(getattr(row, field.attname) or "")
        except ValidationError as error:
            faults[field.name] = error
    if faults:
        raise ValidationError(faults)


def _words(fault: ValidationError) -> str:
    """Return what is wrong; a value that must be unique has words of its own."""
    if fault.code == "unique":
        return str(_("This is taken already. Choose another one."))
    [message] = fault.messages
    return str(message)


def _check_constraints(row: models.Model, *, exclude: Collection[str]) -> None:
    """Validate all check constraints in one query; on failure validate each separately to name it."""
    constraints = row._meta.constraints  # noqa: SLF001 - the documented way to a model's constraints
    conditions = [one.condition for one in constraints if isinstance(one, models.CheckConstraint)]
    others = [one for one in constraints if not isinstance(one, models.CheckConstraint)]
    if conditions and not exclude:
        try:
            if not holds(row, models.Q(*conditions)):
                _validate_each(row, exclude=())
            for constraint in (one for one in others if not _is_about_nothing(one, row)):
                # A signed-in account is a lazy object whose type has no fields.
                constraint.validate(row._meta.model, row)  # noqa: SLF001 - the documented way to a row's model
        except ValidationError:
            _validate_each(row, exclude=())
        return
    _validate_each(row, exclude=exclude)


def _validate_each(row: models.Model, *, exclude: Collection[str]) -> None:
    """Validate each constraint; a fault is that of the field that the constraint names first."""
    faults: dict[str, list[ValidationError]] = {}
    for constraint in row._meta.constraints:  # noqa: SLF001 - the documented way to a model's constraints
        try:
            constraint.validate(row._meta.model, row, exclude={*exclude})  # noqa: SLF001 - the way to a row's model
        except ValidationError as error:
            faults.setdefault(_first_field(row, constraint), []).extend(error.error_list)
    if faults:
        raise ValidationError(faults)


def _first_field(row: models.Model, constraint: models.BaseConstraint) -> str:
    """Return the field that a constraint names first; that of the whole row if it names none."""
    known = {field.name for field in row._meta.concrete_fields}  # noqa: SLF001 - the documented way to fields
    names = _names_in(getattr(constraint, "condition", None))
    if isinstance(constraint, models.UniqueConstraint):
        parts = [one for one in constraint.expressions if isinstance(one, models.Func)]
        sources = [source for one in parts for source in one.get_source_expressions()]
        names = [*constraint.fields[-1:], *(getattr(source, "name", "") for source in sources)]
    return next((name for name in names if name in known), NON_FIELD_ERRORS)


def _names_in(condition: object) -> list[str]:
    """Return the names of the fields in a condition, in their order."""
    if isinstance(condition, models.Q):
        return [name for child in condition.children for name in _names_in(child)]
    return [str(condition[0]).split("__")[0]] if isinstance(condition, tuple) else []


def _is_about_nothing(constraint: models.BaseConstraint, row: models.Model) -> bool:
    """Whether a constraint says that something is unique in small letters, which the row lacks."""
    if not isinstance(constraint, models.UniqueConstraint) or constraint.condition is not None:
        return False
    of_names = [one for one in constraint.expressions if isinstance(one, Lower)]
    sources = [source for one in of_names for source in one.get_source_expressions()]
    names = [getattr(source, "name", "") for source in sources]
    return any(name and getattr(row, name) is None for name in names)


def _field_name(row: models.Model, name: str) -> str:
    """Return the verbose name of a field, or of the model for a fault without a field."""
    about = row._meta  # noqa: SLF001 - the documented way to a model's words
    if name == NON_FIELD_ERRORS:
        return str(about.verbose_name)
    return str(getattr(about.get_field(name), "verbose_name", name))
