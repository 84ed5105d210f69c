; With two ends nothing but the block itself postdominates the branch.
define void @f(i1 %c) {
entry:
  br i1 %c, label %one, label %two
one: ; idom entry
  ret void
two: ; idom entry
  unreachable
}
