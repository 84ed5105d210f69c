; A loop in a loop: the inner one's blocks count as the outer one's, but belong to the inner one.
define void @f(i1 %c, i1 %d) {
entry: ; ipdom outer
  br label %outer
outer: ; idom entry, ipdom inner, loop outer of depth 1
  br label %inner
inner: ; idom outer, ipdom after, loop inner of depth 2, latch
  br i1 %c, label %inner, label %after
after: ; idom inner, ipdom exit, loop outer of depth 1, latch
  br i1 %d, label %outer, label %exit
exit: ; idom after
  ret void
}
