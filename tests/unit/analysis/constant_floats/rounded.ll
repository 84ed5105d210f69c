; A double that is rounded to a float makes one.
define void @f(ptr %x, double %d) { ; uses, makes, reaches
  %s = fptrunc double %d to float
  store float %s, ptr %x
  ret void
}
