; A block is rare if only a rare side of a branch leads to it, with what that dominates; not where ways meet again.
define double @f(double %x, i1 %c, i1 %d, i1 %e) {
entry:
  br i1 %c, label %often, label %seldom, !prof !0
often:
  br i1 %d, label %half, label %join, !prof !1
half:
  br i1 %e, label %last, label %join, !prof !2
seldom: ; rare
  br label %loop
loop: ; rare
  br i1 %d, label %loop, label %left
left: ; rare
  br label %join
last: ; rare
  br label %join
join:
  ret double %x
}
!0 = !{!"branch_weights", i32 1000, i32 1}
!1 = !{!"branch_weights", i32 1, i32 499}
!2 = !{!"branch_weights", !"expected", i32 1, i32 2000}
