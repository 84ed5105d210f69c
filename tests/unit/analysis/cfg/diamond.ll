; Two ways that meet again: neither side dominates the join, the join postdominates all.
define void @f(i1 %c) {
entry: ; ipdom join
  br i1 %c, label %left, label %right
left: ; idom entry, ipdom join
  br label %join
right: ; idom entry, ipdom join
  br label %join
join: ; idom entry
  ret void
}
