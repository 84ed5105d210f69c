"""The mutable model of LLVM IR: constants, instructions, blocks, functions, modules.

Contract
--------
* One class `Instruction` for all opcodes.  ``operands`` holds every value operand in LLVM's order (block operands of
  terminators included); what is not a value (predicate, flags, indices, source element type ...) is in ``attrs``.
  `opcodes.py` says for each opcode which attrs it has.
* Use lists are kept by `Instruction.set_operand`, `Value.replace_all_uses_with`, `Block.append/insert` and
  `Instruction.erase`; never assign to ``operands`` directly.
* Function bodies are parsed lazily: `Module.function(name)` reads the body on first access; until then it stays text.
* Names are without sigil, and unnamed values have name ``""`` until printed.

Follows the LLVM Language Reference, https://llvm.org/docs/LangRef.html (LLVM 22).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar

from irad.ir.attribute_set import AttributeSet
from irad.ir.types import LABEL, PTR, FunctionType, Type


class Value:
    """Anything an operand can be.  ``uses`` maps each user to how many of its operands are this value."""

    __slots__ = ("name", "type", "uses")

    def __init__(self, type: Type, name: str = "") -> None:
        self.type = type
        self.name = name
        self.uses: dict[Instruction, int] = {}

    def users(self) -> list[Instruction]:
        """The instructions that use this value, each once, in order of first use."""
        return list(self.uses)

    def replace_all_uses_with(self, other: Value) -> None:
        for user in list(self.uses):
            for i, op in enumerate(user.operands):
                if op is self:
                    user.set_operand(i, other)


class Constant(Value):
    """Base of constants.  Constants are immutable values; equal ones need not be the same object."""

    __slots__ = ()


class ConstantInt(Constant):
    """``value`` is the signed reading for iN (i1 true is 1)."""

    __slots__ = ("value",)

    def __init__(self, type: Type, value: int) -> None:
        super().__init__(type)
        self.value = value


class ConstantFP(Constant):
    """``text`` is LLVM's own spelling (``1.000000e+00``, ``0x7FF8000000000000``), ``value`` the nearest Python float."""

    __slots__ = ("text", "value")

    def __init__(self, type: Type, text: str, value: float) -> None:
        super().__init__(type)
        self.text = text
        self.value = value


class ConstantSimple(Constant):
    """``null``, ``undef``, ``poison``, ``zeroinitializer``, ``none``: ``kind`` is that word."""

    __slots__ = ("kind",)

    def __init__(self, type: Type, kind: str) -> None:
        super().__init__(type)
        self.kind = kind


class ConstantAggregate(Constant):
    """A struct, array or vector constant; ``elements`` are constants.  ``splat (T x)`` is expanded."""

    __slots__ = ("elements",)

    def __init__(self, type: Type, elements: tuple[Constant, ...]) -> None:
        super().__init__(type)
        self.elements = elements


class ConstantString(Constant):
    """``c"..."``: ``data`` are the bytes."""

    __slots__ = ("data",)

    def __init__(self, type: Type, data: bytes) -> None:
        super().__init__(type)
        self.data = data


class ConstantExpr(Constant):
    """A constant expression: the same ``opcode``/``operands``/``attrs`` as an `Instruction`, operands constant."""

    __slots__ = ("attrs", "opcode", "operands")

    def __init__(self, type: Type, opcode: str, operands: tuple[Constant, ...], attrs: dict[str, Any]) -> None:
        super().__init__(type)
        self.opcode = opcode
        self.operands = operands
        self.attrs = attrs


class ConstantText(Constant):
    """A constant irad only carries (``blockaddress(...)``, ``dso_local_equivalent``, ``ptrauth``...): its text."""

    __slots__ = ("text",)

    def __init__(self, type: Type, text: str) -> None:
        super().__init__(type)
        self.text = text


class InlineAsm(Constant):
    """``asm "..." , "..."``: only a callee."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        super().__init__(PTR)
        self.text = text


class MetadataOperand(Value):
    """``metadata ...`` operand of an intrinsic call: text, never differentiated."""

    __slots__ = ("text",)

    def __init__(self, type: Type, text: str) -> None:
        super().__init__(type)
        self.text = text


class Argument(Value):
    """A parameter; ``attrs`` is its attribute text (``noundef nonnull``), ``index`` its position."""

    __slots__ = ("attrs", "function", "index")

    def __init__(self, type: Type, name: str, index: int, attrs: str = "") -> None:
        super().__init__(type, name)
        self.index = index
        self.attrs = attrs
        self.function: Function | None = None

    @property
    def attributes(self) -> AttributeSet:
        """``attrs`` as a set."""
        return AttributeSet.parse(self.attrs)


class Instruction(Value):
    """One instruction.  ``block`` is its parent (None while detached), ``metadata`` its attachments by kind."""

    __slots__ = ("attrs", "block", "metadata", "opcode", "operands")

    shown: ClassVar[Callable[[Instruction], str]] = object.__repr__  # `printer.py` puts LLVM's text here

    def __init__(
        self,
        opcode: str,
        type: Type,
        operands: Iterable[Value] = (),
        attrs: dict[str, Any] | None = None,
        name: str = "",
        metadata: dict[str, str] | None = None,
    ) -> None:
        super().__init__(type, name)
        self.opcode = opcode
        self.operands: list[Value] = []
        self.attrs: dict[str, Any] = attrs if attrs is not None else {}
        self.metadata: dict[str, str] = metadata if metadata is not None else {}
        self.block: Block | None = None
        for op in operands:
            self.add_operand(op)

    def add_operand(self, value: Value) -> None:
        self.operands.append(value)
        value.uses[self] = value.uses.get(self, 0) + 1

    def set_operand(self, index: int, value: Value) -> None:
        self._drop_use(self.operands[index])
        self.operands[index] = value
        value.uses[self] = value.uses.get(self, 0) + 1

    def remove_operand(self, index: int) -> None:
        self._drop_use(self.operands.pop(index))

    def _drop_use(self, value: Value) -> None:
        left = value.uses[self] - 1
        if left:
            value.uses[self] = left
        else:
            del value.uses[self]

    def drop_operands(self) -> None:
        while self.operands:
            self.remove_operand(len(self.operands) - 1)

    def erase(self) -> None:
        """Remove from the block and from all use lists.  Its own uses must be gone."""
        self.drop_operands()
        if self.block is not None:
            self.block.instructions.remove(self)
            self.block = None

    @property
    def is_terminator(self) -> bool:
        return self.opcode in TERMINATORS

    @property
    def function(self) -> Function:
        assert self.block is not None and self.block.function is not None
        return self.block.function

    @property
    def callee(self) -> Value:
        """Of call/invoke/callbr: the called operand (always the last operand)."""
        return self.operands[-1]

    @property
    def args(self) -> list[Value]:
        """Of call/invoke: the arguments, without callee, destinations and bundle operands."""
        return self.operands[: self.attrs["nargs"]]

    def incoming(self) -> list[tuple[Value, Block]]:
        """Of a phi: (value, predecessor) pairs.  Operands alternate value, block."""
        ops = self.operands
        return [(ops[i], ops[i + 1]) for i in range(0, len(ops), 2)]  # type: ignore[misc]

    def __repr__(self) -> str:
        try:
            return type(self).shown(self)
        except Exception:  # a half-built instruction must still be inspectable
            return f"<{self.opcode} {self.type}>"


TERMINATORS = frozenset("ret br switch indirectbr invoke callbr resume unreachable cleanupret catchret catchswitch".split())


class Block(Value):
    """A basic block; a value of type ``label`` so that terminators and phis can use it."""

    __slots__ = ("function", "instructions")

    def __init__(self, name: str = "") -> None:
        super().__init__(LABEL, name)
        self.instructions: list[Instruction] = []
        self.function: Function | None = None

    def append(self, inst: Instruction) -> Instruction:
        inst.block = self
        self.instructions.append(inst)
        return inst

    def insert(self, index: int, inst: Instruction) -> Instruction:
        inst.block = self
        self.instructions.insert(index, inst)
        return inst

    @property
    def terminator(self) -> Instruction:
        return self.instructions[-1]

    def phis(self) -> list[Instruction]:
        out = []
        for i in self.instructions:
            if i.opcode != "phi":
                break
            out.append(i)
        return out

    def successors(self) -> list[Block]:
        """Successors in operand order, duplicates kept (a switch may name one block twice)."""
        return [op for op in self.terminator.operands if isinstance(op, Block)] if self.instructions else []

    def predecessors(self) -> list[Block]:
        """Predecessors, each once."""
        out: dict[Block, None] = {}
        for user in self.uses:
            if user.is_terminator and user.block is not None:
                out[user.block] = None
        return list(out)

    def incoming_edges(self) -> list[Block]:
        """The predecessor of each edge: a switch counts once per case, as the phis of this block do."""
        return [p for p in self.predecessors() for s in p.successors() if s is self]

    def __repr__(self) -> str:
        return f"<block {self.name}>"


LOCAL = frozenset(("internal", "private"))


class GlobalValue(Constant):
    """Function, variable, alias or ifunc: a constant of type ptr named ``@name``.

    ``linkage`` ("" is external), ``visibility`` ("", hidden, protected), ``runtime`` (other words about the symbol:
    dso_local, dllexport ...), ``unnamed_addr`` ("", unnamed_addr, local_unnamed_addr), ``comdat`` (the name of its group, ""
    if it is in none), ``section`` and ``partition`` (quoted, "" if not given), ``metadata``: attachments by kind.
    """

    __slots__ = ("comdat", "linkage", "metadata", "module", "partition", "runtime", "section", "unnamed_addr", "visibility")

    def __init__(self, name: str, type: Type = PTR) -> None:
        super().__init__(type, name)
        self.module: Module | None = None
        self.linkage = self.visibility = self.runtime = self.unnamed_addr = ""
        self.comdat = self.section = self.partition = ""
        self.metadata: dict[str, str] = {}

    @property
    def is_local(self) -> bool:
        """Whether the linkage is local: no other module sees the name."""
        return self.linkage in LOCAL


class GlobalVariable(GlobalValue):
    """``value_type``, ``constant`` (is it `constant`), ``initializer`` (None = external), ``align`` in bytes (None: not given).

    ``thread_local``: "" or the words that say so; ``rest``: what else follows the initialiser, as text.
    """

    __slots__ = ("align", "constant", "externally_initialized", "initializer", "rest", "thread_local", "value_type")

    def __init__(self, name: str, value_type: Type, type: Type = PTR) -> None:
        super().__init__(name, type)
        self.value_type = value_type
        self.constant = False
        self.thread_local = ""
        self.externally_initialized = False
        self.initializer: Constant | None = None
        self.align: int | None = None
        self.rest = ""


class GlobalAlias(GlobalValue):
    """An alias or ifunc (``kind``); ``target`` is the aliasee constant."""

    __slots__ = ("kind", "target", "thread_local", "value_type")

    def __init__(self, name: str, value_type: Type, type: Type = PTR) -> None:
        super().__init__(name, type)
        self.value_type = value_type
        self.kind = "alias"
        self.thread_local = ""
        self.target: Constant | None = None


class Function(GlobalValue):
    """A function.  ``ftype`` its type; ``blocks`` empty for a declaration.

    ``attributes`` are those of the function (groups resolved), ``cc`` the calling convention ("" is C's), ``personality`` the
    function that handles exceptions, ``rest`` what else stands behind the attributes (align, gc, prefix, prologue), as text.

    A body that has not been read is text, ``body``: the lines between the braces.  Analyses see such a function as a declaration
    (``blocks`` is empty); it is printed verbatim.  ``made_as_text``: its definition stands in `Module.fragments`.
    """

    __slots__ = ("args", "attributes", "blocks", "body", "cc", "ftype", "made_as_text", "personality", "rest", "ret_attrs")

    def __init__(self, name: str, ftype: FunctionType) -> None:
        super().__init__(name)
        self.ftype = ftype
        self.args: list[Argument] = []
        self.blocks: list[Block] = []
        self.body: str | None = None
        self.made_as_text = False
        self.cc = ""
        self.ret_attrs = ""
        self.attributes = AttributeSet()
        self.personality: Constant | None = None
        self.rest = ""
        for i, p in enumerate(ftype.params):
            arg = Argument(p, "", i)
            arg.function = self
            self.args.append(arg)

    @property
    def is_declaration(self) -> bool:
        """Whether the function has no body that was read."""
        return not self.blocks

    @property
    def has_body(self) -> bool:
        """Whether the function has a body, read or not."""
        return bool(self.blocks) or self.body is not None

    @property
    def entry(self) -> Block:
        return self.blocks[0]

    def append_block(self, name: str = "", after: Block | None = None) -> Block:
        block = Block(name)
        block.function = self
        if after is None:
            self.blocks.append(block)
        else:
            self.blocks.insert(self.blocks.index(after) + 1, block)
        return block

    def instructions(self) -> Iterator[Instruction]:
        for block in self.blocks:
            yield from block.instructions

    def __repr__(self) -> str:
        return f"<function @{self.name}>"


class Module:
    """A module: named types, globals, functions, metadata and attribute groups.

    ``functions``, ``globals_`` and ``named_types`` are in the order of the text.  ``metadata`` maps ``!7`` and
    ``!llvm.loop``-like names to their text; ``attribute_groups`` maps ``#3`` to its attributes.  ``header`` keeps the
    datalayout/triple/source_filename/module asm lines verbatim.  ``fragments`` is IR text of irad's own that LLVM reads with the
    module: functions that are not analysed.  ``rules`` are those that the program registers for its functions, by name
    (`irad.rules`), ``inactive`` the variables that it declares to have no derivative, ``shadows`` maps its variables to those
    that it declares for their derivatives.  ``constant_floats``: no value of type ``float`` has a derivative.
    """

    def __init__(self) -> None:
        self.header: list[str] = []
        self.named_types: dict[str, Type] = {}
        self.comdats: dict[str, str] = {}
        self.globals_: dict[str, GlobalVariable] = {}
        self.aliases: dict[str, GlobalAlias] = {}
        self.functions: dict[str, Function] = {}
        self.attribute_groups: dict[str, AttributeSet] = {}
        self.fragments: list[str] = []
        self.metadata: dict[str, str] = {}
        self.rules: dict[str, Any] = {}
        self.inactive: frozenset[str] = frozenset()
        self.shadows: dict[str, str] = {}
        self.constant_floats = False
        self._next_node: int | None = None
        self._nodes: dict[str, str] = {}  # metadata nodes that are not distinct, by their text

    def add_metadata(self, text: str, *parts: str) -> str:
        """A new metadata node; in ``text`` {0} stands for itself (for nodes that are distinct) and {1} ... for ``parts``."""
        if self._next_node is None:
            self._next_node = 1 + max((int(n[1:]) for n in self.metadata if n[1:].isdigit()), default=-1)
        name = f"!{self._next_node}"
        self._next_node += 1
        self.metadata[name] = text.format(name, *parts) if parts else text
        return name

    def unique_metadata(self, text: str) -> str:
        """The node with this text: the one that is there, or a new one."""
        if not self._nodes:
            self._nodes = {node: name for name, node in self.metadata.items() if name[1:].isdigit()}
        found = self._nodes.get(text)
        if found is None:
            found = self._nodes[text] = self.add_metadata(text)
        return found

    def get(self, name: str) -> GlobalValue | None:
        return self.functions.get(name) or self.globals_.get(name) or self.aliases.get(name)

    def add_function(self, name: str, ftype: FunctionType) -> Function:
        fn = Function(name, ftype)
        fn.module = self
        self.functions[name] = fn
        return fn
