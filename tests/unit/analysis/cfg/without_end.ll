; What runs for ever has no postdominator, and is on no way from other blocks to the end.
define void @f(i1 %c) {
entry: ; ipdom exit
  br i1 %c, label %ever, label %exit
ever: ; idom entry, loop ever of depth 1, latch
  br label %ever
exit: ; idom entry
  ret void
}
