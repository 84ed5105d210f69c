"""The text of a compilation: linkage, and attributes with facts about parameters and the memory behind them."""

from __future__ import annotations

import re

from llvmlite import ir

from irad.frontends.python.core.code_writer import integer_tag
from irad.frontends.python.core.compilation import Compilation, Instance
from irad.frontends.python.core.python_values import I64, ITEM, leaf_types
from irad.frontends.python.sources.dtypes import DTYPES
from irad.frontends.python.sources.joined_types import Choice, Selected
from irad.frontends.python.sources.python_types import (
    Array,
    Known,
    List,
    Optional,
    Reference,
    Scalar,
    SharedList,
    Tuple,
    Ty,
)

CAUGHT = ".caught"  # the end of the symbol of a function whose errors may be caught
_INTEGER = re.compile(r"(?<=[ (])(i64(?: range\([^)]*\))?) %")


def finished(compiler: Compilation, root: Instance | None, text: str, entry: str) -> str:
    """The text of a compilation with linkage and attributes; only ``entry`` is visible."""
    text = re.sub("^define ", "define internal ", text, flags=re.M)
    text = text.replace(f'define internal i32 @"{entry}"(', f'define i32 @"{entry}"(')
    text = _with_attributes(text, _facts(root) if root is not None else {})
    for instance in compiler.instances.values():
        text = _with_parameters(text, instance, instance.symbol)
    if root is not None and entry != root.symbol:
        text = _with_parameters(text, root, entry)
    return text


def _with_attributes(text: str, facts: dict[str, str]) -> str:
    """Functions that take the arena return a status; the entry's arrays have known elements.

    "irad-status" says that nothing is reversed after an error: not so for functions whose errors may be caught.
    """
    lines = []
    for line in text.split("\n"):
        if line.startswith("define "):
            if line.startswith("define i32"):
                for name, known in facts.items():
                    line = line.replace(f'ptr %"{name}"', f'ptr {known} %"{name}"')
            line = line.replace('(ptr %"arena"', '(ptr "irad-arena" %"arena"', 1)
            if '(ptr "irad-arena"' in line:
                line += " nounwind" if f'{CAUGHT}"(' in line else ' nounwind "irad-status"'
        lines.append(line)
    return "\n".join(lines)


def _with_parameters(text: str, instance: Instance, symbol: str) -> str:
    """Attributes of parameters: memory for results is ``noalias``; sizes are not negative, and arrays have at most 2^63 bytes."""
    found = re.search(rf'^define (?:internal )?i32 @"{re.escape(symbol)}"\(.*$', text, re.M)
    if found is None:
        return text
    line = found[0]
    for name, integers in zip(_result_names(instance), _integer_words(instance.returned_type), strict=True):
        words = 'noalias "irad-result"' if line.startswith("define internal") else '"irad-result"'
        words += f' "irad-integers"="{integers}"' if integers else ""  # what calls the entry is not ours
        line = line.replace(f' %"{name}"', f' {words} %"{name}"')
    for name, item in _sizes(instance).items():
        limit = 2**63 // item if item > 1 else -(2**63)  # as a signed number
        line = line.replace(f'i64 %"{name}"', f'i64 range(i64 0, {limit}) %"{name}"')
    line = _INTEGER.sub(r'\1 "irad-number" %', line)
    return text[: found.start()] + line + text[found.end() :]


def _facts(root: Instance) -> dict[str, str]:
    """Facts about the memory behind pointers: the type of its elements; how many sizes follow, and an element's bytes."""
    out: dict[str, str] = {}
    for name, k, ty in _arrays(root):
        sizes = f' "irad-sizes"="{ty.ndim}:{ITEM[ty.dtype]}"' if ty.layout == "C" else ""
        out[_leaf(name, k)] = f'"irad-element"="{DTYPES[ty.dtype].memory}"{sizes}'
    results = root.result.items if isinstance(root.result, Tuple) else (root.result,)
    if all(isinstance(ty, Scalar) for ty in results):
        kinds = [part.kind for ty in results if isinstance(ty, Scalar) for part in ty.parts]
        out |= {n: f'"irad-sizes"="0:{ITEM[kind]}"' for n, kind in zip(_result_names(root), kinds, strict=True)}
    return out


def _result_names(instance: Instance) -> list[str]:
    """The parameters for results, which are the last."""
    args = instance.fn.args
    return [a.name for a in args[len(args) - instance.count_results(instance.returned_type) :]]


def _integer_words(ty: Ty | None) -> list[str]:
    """For each result the words of its memory that are integers, from the first one to before the last: sizes and strides."""
    if isinstance(ty, Tuple):
        return [w for t in ty.items for w in _integer_words(t)]
    if isinstance(ty, List):
        return ["0:1" if t == I64 else "" for t in leaf_types(ty)]
    if isinstance(ty, (Reference, SharedList)):
        return [""]
    if isinstance(ty, (Choice, Selected)):
        return ["0:1"]
    if isinstance(ty, Optional):
        return ["", *_integer_words(ty.item)]
    if isinstance(ty, Array):
        return [f"1:{1 + 2 * ty.ndim}"]
    return ["0:1" if ty.is_integer and ty.dtype.bits == 64 else ""] * len(ty.parts) if isinstance(ty, Scalar) else []


def _sizes(instance: Instance) -> dict[str, int]:
    """The parameters that are sizes of arrays, with the bytes of an element."""
    return {_leaf(name, k + 1 + axis): ITEM[ty.dtype] for name, k, ty in _arrays(instance) for axis in range(ty.ndim)}


def _leaf(name: str, k: int) -> str:
    """Parameter ``k`` of those that an argument is passed as."""
    return name if k == 0 else f"{name}.{k}"


def _arrays(instance: Instance) -> list[tuple[str, int, Array]]:
    """The arrays in the arguments: the argument, where its parameters for the array begin, the array's type."""
    out: list[tuple[str, int, Array]] = []

    def walk(ty: Ty, name: str, k: int) -> int:
        if isinstance(ty, Array):
            out.append((name, k, ty))
        if isinstance(ty, Tuple):
            for t in ty.items:
                k = walk(t, name, k)
            return k
        return k + len(leaf_types(ty))

    for ty, name in [*zip(instance.types, instance.arg_names, strict=True), *((t, n) for _, t, n in instance.captures)]:
        if not isinstance(ty, Known):
            walk(ty, name, 0)
    return out


def integer_nodes() -> list[str]:
    """The metadata that `CodeWriter.typed` refers to, by the numbers that it has in each function."""
    module = ir.Module("nodes")
    integer_tag(module)
    return [line for line in str(module).split("\n") if line.startswith("!")]


def calling(root: Instance, name: str) -> str:
    """A function that only calls the root."""
    params = [f'{a.type} %"{a.name}"' for a in root.fn.args]
    call = f'  %".status" = call i32 @"{root.symbol}"({", ".join(params)})'
    return f'define i32 @"{name}"({", ".join(params)})\n{{\nentry:\n{call}\n  ret i32 %".status"\n}}\n'
