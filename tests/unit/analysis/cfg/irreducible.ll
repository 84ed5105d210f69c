; A cycle that is entered at two places is no natural loop: neither of its blocks dominates the other one.
define void @f(i1 %c, i1 %d) { ; irreducible: b -> a
entry: ; ipdom b
  br i1 %c, label %a, label %b
a: ; idom entry, ipdom b
  br label %b
b: ; idom entry, ipdom exit
  br i1 %d, label %a, label %exit
exit: ; idom b
  ret void
}
