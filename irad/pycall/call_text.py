"""Builder of the IR of a call wrapper (`irad.pycall.wrapper`)."""

from __future__ import annotations

HEAD = object.__basicsize__
TYPE = HEAD - 8  # ob_type is the last word of the head, in free-threaded builds as well
ITEMS = tuple.__basicsize__  # where the items of a tuple begin


class CallText:
    """IR, line by line; ``check`` branches to a new block or to the slow path."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: list[str] = []
        self.slots: list[str] = []
        self.count = 0
        self.same = 0
        self.containers = 0
        self.changeable = 0  # containers that other threads may change, around the value that is read now
        self.held: list[str] = []  # arrays in such containers, which must stay alive while the function runs
        self.arrays: list[str] = []  # the array objects that were read
        self.given = "%args"  # where the arguments lie, in the order of the parameters
        self.current = ""

    def __call__(self, line: str) -> None:
        self.lines.append("  " + line)

    def let(self, value: str) -> str:
        self.count += 1
        self.lines.append(f"  %v{self.count} = {value}")
        return f"%v{self.count}"

    def slot(self, t: str) -> str:
        """Stack memory for this call, allocated in the entry block."""
        self.count += 1
        self.slots.append(f"  %v{self.count} = alloca {t}")
        return f"%v{self.count}"

    def block(self, name: str) -> None:
        self.lines.append(f"{name}:")
        self.current = name

    def fresh(self) -> str:
        self.count += 1
        return f"b{self.count}"

    def check(self, condition: str) -> None:
        ok = self.fresh()
        self(f"br i1 {condition}, label %{ok}, label %slow, !prof !0")
        self.block(ok)

    def at(self, base: str, offset: int) -> str:
        return base if offset == 0 else self.let(f"getelementptr i8, ptr {base}, i64 {offset}")

    def load(self, t: str, base: str, offset: int = 0) -> str:
        return self.let(f"load {t}, ptr {self.at(base, offset)}")

    def next_container(self) -> int:
        """The number of the next container (`irad.pycall.signature.Signature.objects`)."""
        self.containers += 1
        return self.containers - 1

    def next_same(self) -> str:
        """The symbol of the next object that must be there (`irad.pycall.signature.Same`)."""
        self.same += 1
        return f'@"{self.name}.same{self.same - 1}"'
