"""Makes docs/rules-api.md from the docstrings: `python -m tests.rules.api_page` writes it anew."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import rules

PAGE = Path(rules.__file__).parent.parent / "docs" / "rules-api.md"
# Modules whose public names are used as `rules.module.name`, beside what `rules` itself exports.
MODULES = (
    "annotations",
    "bearoff",
    "diagram",
    "equity",
    "notation",
    "notation.fibs",
    "notation.match_id",
    "notation.position_id",
    "notation.xgid",
    "perft",
    "scoresheet",
    "text_board",
    "words",
)

_INTRODUCTION = """\
# The `rules` package: reference

What the package promises, made from its docstrings by `python -m tests.rules.api_page` and held to them by a test.
Whatever is not on this page may change without notice. [The README](../rules/README.md) shows it at work, [the
clauses](rules.md) such as B7 are those of the game.

Installed as the wheel `videau-rules`, the package is called `videau_rules`.
"""


def page() -> str:
    """The whole page."""
    parts = [_INTRODUCTION]
    names_by_module: dict[str, list[str]] = {}
    for name in rules.__all__:
        names_by_module.setdefault(_home(rules, name).__name__, []).append(name)
    for home, names in sorted(names_by_module.items()):
        parts += _section(import_module(home), names, "rules")
    for name in MODULES:
        module = import_module(f"rules.{name}")
        parts += _section(module, public_names(module), module.__name__)
    return "\n".join(parts)


def _home(module: ModuleType, name: str) -> ModuleType:
    """The module that defines a name which another one exports."""
    if name in _definitions(module):
        return module
    home = getattr(getattr(module, name), "__module__", None)
    if home is not None and name in _definitions(import_module(home)):
        return import_module(home)
    # A constant does not know where it was made.
    candidates = (value for _, value in sorted(vars(module).items()) if inspect.ismodule(value))
    return next(value for value in candidates if name in _definitions(value))


def public_names(module: ModuleType) -> list[str]:
    public = getattr(module, "__all__", None)
    return public or [name for name in _definitions(module) if not name.startswith("_")]


@cache
def _definitions(module: ModuleType) -> dict[str, tuple[ast.stmt, str]]:
    """The top-level definitions of a module, each with its docstring."""
    return dict(_defined_in(ast.parse(inspect.getsource(module)).body))


def _defined_in(body: list[ast.stmt]) -> Iterator[tuple[str, tuple[ast.stmt, str]]]:
    for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name, (node, ast.get_docstring(node) or "")
            continue
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(target, ast.Name):
            text = (
                after.value.value
                if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                else ""
            )
            yield target.id, (node, inspect.cleandoc(str(text)))


def _section(module: ModuleType, names: Iterable[str], prefix: str) -> list[str]:
    parts = [f"\n## {module.__name__.removeprefix('rules.')}\n", f"{inspect.getdoc(module)}\n"]
    for name in names:
        node, text = _definitions(_home(module, name))[name]
        parts += _entry(node, text, f"{prefix}.{name}")
    return parts


def _entry(node: ast.stmt, text: str, name: str) -> list[str]:
    if isinstance(node, ast.ClassDef):
        return [f"### `{name}`\n", _about_class(node), _with_examples(text) + "\n", *_members(node)]
    if isinstance(node, ast.FunctionDef):
        return [f"### `{name}`\n", _code(_signature(node, name)), _with_examples(text) + "\n"]
    annotation = f": {ast.unparse(node.annotation)}" if isinstance(node, ast.AnnAssign) else ""
    return [f"### `{name}{annotation}`\n", *([text + "\n"] if text else [])]


def _code(text: str) -> str:
    return f"```python\n{text}\n```\n"


def _with_examples(text: str) -> str:
    """The text of a docstring with each of its examples as a block of code."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(
        f"```pycon\n{paragraph}\n```" if paragraph.startswith(">>> ") else paragraph
        for paragraph in paragraphs
    )


def _about_class(node: ast.ClassDef) -> str:
    """What it is made from: its bases and its fields."""
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    fields = [f"    {ast.unparse(item)}" for item in node.body if isinstance(item, ast.AnnAssign)]
    head = f"class {node.name}({bases})" if bases else f"class {node.name}"
    return _code("\n".join([f"{head}:", *fields]) if fields else head)


def _members(node: ast.ClassDef) -> list[str]:
    codes: list[tuple[str, str]] = []
    others: list[tuple[str, str]] = []
    for name, (item, text) in _defined_in(node.body):
        if isinstance(item, ast.Assign):
            codes.append((f"`{name}`", text))
        elif isinstance(item, ast.FunctionDef) and not name.startswith("_"):
            others.append((f"`{_call(item, node.name)}`", text))
    parts = []
    if any(text for _, text in codes):
        others = [*codes, *others]
    elif codes:
        parts.append(", ".join(name for name, _ in codes) + "\n")
    if others:
        parts += [
            f"* {name}: {_indented(_with_examples(text))}" if text else f"* {name}" for name, text in others
        ]
        parts.append("")
    return parts


def _call(node: ast.FunctionDef, owner: str) -> str:
    decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
    if "property" in decorators:
        return f"{node.name}: {ast.unparse(node.returns)}" if node.returns else node.name
    return _signature(node, f"{owner}.{node.name}" if "classmethod" in decorators else node.name)


def _signature(node: ast.FunctionDef, name: str) -> str:
    arguments = node.args
    defaults = [None] * (len(arguments.args) - len(arguments.defaults)) + arguments.defaults
    words = [_argument(*pair) for pair in zip(arguments.args, defaults, strict=True)]
    words = words[1:] if words and words[0] in {"self", "cls"} else words
    if arguments.kwonlyargs:
        words += ["*" if arguments.vararg is None else f"*{_argument(arguments.vararg, None)}"]
        words += [_argument(*pair) for pair in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    if arguments.kwarg:
        words.append(f"**{_argument(arguments.kwarg, None)}")
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{name}({', '.join(words)}){returns}"


def _argument(argument: ast.arg, default: ast.expr | None) -> str:
    text = argument.arg
    if argument.annotation:
        text += f": {ast.unparse(argument.annotation)}"
    return text if default is None else f"{text} = {ast.unparse(default)}"


def _indented(text: str) -> str:
    return text.replace("\n", "\n  ")


if __name__ == "__main__":
    PAGE.write_text(page())
