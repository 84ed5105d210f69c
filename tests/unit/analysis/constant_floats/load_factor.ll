; A float of a constant in memory: none is made of anything that could have a derivative.
define void @f(ptr %x) { ; uses, reaches
  store float 1.0, ptr %x
  ret void
}
