"""IR of an adapter: a derivative of a Python function as a function that a call wrapper (irad/pycall/wrapper.py) can call.

Its parameters are those of the annotated call in order: a value, or a value and its shadow.  It checks that shadows have the
shapes and strides of their arrays and that no two arrays overlap; a call for which that does not hold gets the status `OTHER` and
is left to Python code, which has the exact checks.  Then it calls the derivative through its trampoline.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from irad.ir.types import FunctionType
from irad.llvm.runtime_ir.arena_runtime import STATUS
from irad.pycall.signature import ITEM, NATIVE
from irad.pycall.wrapper import OTHER
from irad.runtime.native import layout

ADAPTER, TARGET = "irad.adapter", "irad.target"


@dataclass
class ArrayOperand:
    """An array parameter: the SSA values of its address, sizes and strides (none if it is contiguous)."""

    dtype: str
    data: str
    shape: list[str]
    strides: list[str]

    @property
    def registers(self) -> list[str]:
        return [f"ptr {self.data}", *(f"i64 {r}" for r in (*self.shape, *self.strides))]


@dataclass
class Adapter:
    """Builds the text.  Call the methods in order: the parameters, then `operands`, the results, and `text`."""

    ftype: FunctionType
    lines: list[str] = field(default_factory=list)
    inputs: list[str] = field(default_factory=list)
    arrays: list[ArrayOperand] = field(default_factory=list)
    operands: list[str] = field(default_factory=list)
    frees: list[str] = field(default_factory=list)
    results: list[tuple[str, int]] = field(default_factory=list)  # type, and offset in what the derivative returns
    count: int = 0

    def let(self, value: str) -> str:
        self.count += 1
        self.lines.append(f"  %v{self.count} = {value}")
        return f"%v{self.count}"

    def need(self, condition: str) -> None:
        """Continue if ``condition`` holds, else return the status `OTHER`."""
        self.count += 1
        self.lines += [f"  br i1 {condition}, label %b{self.count}, label %other", f"b{self.count}:"]

    # ---- parameters

    def scalar(self, kind: str) -> str:
        name = f"%p{len(self.inputs)}"
        self.inputs.append(f"{NATIVE[kind]} {name}")
        return f"{NATIVE[kind]} {name}"

    def array(self, dtype: str, ndim: int, strided: bool) -> ArrayOperand:
        names = [f"%p{len(self.inputs) + k}" for k in range(1 + ndim * (2 if strided else 1))]
        self.inputs += [f"ptr {names[0]}", *(f"i64 {n}" for n in names[1:])]
        found = ArrayOperand(dtype, names[0], names[1 : 1 + ndim], names[1 + ndim :])
        self.arrays.append(found)
        return found

    def same_layout(self, a: ArrayOperand, shadow: ArrayOperand) -> None:
        for x, y in zip(a.shape + a.strides, shadow.shape + shadow.strides, strict=True):
            self.need(self.let(f"icmp eq i64 {x}, {y}"))

    def apart(self) -> None:
        """Emit the check that no two arrays overlap, by their bounds."""
        bounds = [self._bounds(a) for a in self.arrays]
        for i, (low, high) in enumerate(bounds):
            for other_low, other_high in bounds[:i]:
                before, behind = self.let(f"icmp ule i64 {high}, {other_low}"), self.let(f"icmp ule i64 {other_high}, {low}")
                self.need(self.let(f"or i1 {before}, {behind}"))

    def _bounds(self, a: ArrayOperand) -> tuple[str, str]:
        low = self.let(f"ptrtoint ptr {a.data} to i64")
        size = self._bytes(a)
        if not a.strides:
            return low, self.let(f"add i64 {low}, {size}")
        high = low
        for n, s in zip(a.shape, a.strides, strict=True):
            reach = self.let(f"mul i64 {self.let(f'sub i64 {n}, 1')}, {self.let(f'mul i64 {s}, {ITEM[a.dtype]}')}")
            back = self.let(f"icmp slt i64 {reach}, 0")
            low = self.let(f"select i1 {back}, i64 {self.let(f'add i64 {low}, {reach}')}, i64 {low}")
            high = self.let(f"select i1 {back}, i64 {high}, i64 {self.let(f'add i64 {high}, {reach}')}")
        empty = self.let(f"icmp eq i64 {size}, 0")
        return low, self.let(f"select i1 {empty}, i64 {low}, i64 {self.let(f'add i64 {high}, {ITEM[a.dtype]}')}")

    def _bytes(self, a: ArrayOperand) -> str:
        size = str(ITEM[a.dtype])
        for n in a.shape:
            size = self.let(f"mul i64 {size}, {n}")
        return size

    def zeros_like(self, a: ArrayOperand) -> str:
        """A shadow for the time of the call, for a contiguous array."""
        size = self.let(f"call i64 @llvm.umax.i64(i64 {self._bytes(a)}, i64 1)")
        found = self.let(f"call ptr @calloc(i64 {size}, i64 1)")
        self.frees.append(found)
        return found

    def text(self) -> str:
        """The module: ``i32 adapter(ptr arena, parameters, a pointer for each result)``."""
        offsets, result, size = layout(self.ftype)
        values = ["ptr %arena", *self.operands]
        self.lines.append("  call void @irad_arena_enter(ptr %arena)")
        for offset, value in zip(offsets, values, strict=True):
            self.lines.append(f"  store {value}, ptr {self.at('%block', offset)}")
        missing = [self.let(f"icmp eq ptr {p}, null") for p in self.frees]
        whole = "true"
        for m in missing:
            whole = self.let(f"select i1 {m}, i1 false, i1 {whole}")
        self.lines += [f"  br i1 {whole}, label %run, label %leave", "run:", f'  call void @"{TARGET}"(ptr %block)']
        stored = self.let(f"load i64, ptr {self.at('%arena', STATUS)}")
        early = self.let(f"icmp ne i64 {stored}, 0")
        first = self.let(f"load i32, ptr {self.at('%block', result)}")
        status = self.let(f"select i1 {early}, i32 {self.let(f'trunc i64 {stored} to i32')}, i32 {first}")
        for i, (t, offset) in enumerate(self.results):
            value = self.let(f"load {t}, ptr {self.at('%block', result + offset)}")
            self.lines.append(f"  store {t} {value}, ptr %r{i}")
        self.lines += ["  br label %leave", "leave:", f"  %status = phi i32 [ {status}, %run ], [ {OTHER}, %{self._last()} ]"]
        self.lines += [f"  call void @free(ptr {p})" for p in self.frees]
        results = [f"ptr %r{i}" for i in range(len(self.results))]
        head = f'define i32 @"{ADAPTER}"({", ".join(["ptr %arena", *self.inputs, *results])}) noinline {{'
        block = f"  %block = alloca [{size} x i8], align 16"
        body = [head, "entry:", block, *self.lines, "  ret i32 %status", "other:", f"  ret i32 {OTHER}", "}"]
        return "\n".join([*body, *_DECLARED]) + "\n"

    def at(self, base: str, offset: int) -> str:
        return base if offset == 0 else self.let(f"getelementptr i8, ptr {base}, i64 {offset}")

    def _last(self) -> str:
        """The block in which the branch to ``run`` stands."""
        labels = [line[:-1] for line in self.lines[: self.lines.index("run:")] if line.endswith(":")]
        return labels[-1] if labels else "entry"


_DECLARED = [
    f'declare void @"{TARGET}"(ptr)',
    "declare void @irad_arena_enter(ptr)",
    "declare i64 @llvm.umax.i64(i64, i64)",
    "declare ptr @calloc(i64, i64)",
    "declare void @free(ptr)",
]
