; Two edges back to one header are one loop.
define void @f(i1 %c, i1 %d) {
entry: ; ipdom head
  br label %head
head: ; idom entry, ipdom two, loop head of depth 1
  br i1 %c, label %one, label %two
one: ; idom head, ipdom head, loop head of depth 1, latch
  br label %head
two: ; idom head, ipdom exit, loop head of depth 1, latch
  br i1 %d, label %head, label %exit
exit: ; idom two
  ret void
}
