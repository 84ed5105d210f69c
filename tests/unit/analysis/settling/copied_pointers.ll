; A copy of bytes copies the pointers among them: what %y leads to afterwards is what %x leads to.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @f(ptr %x, ptr %y) {
  %p = load ptr, ptr %x ; %x: ptr
  store double 1.0, ptr %p ; %p: double
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 8, i1 false)
  %q = load ptr, ptr %y ; %y: ptr
  %v = load double, ptr %q ; %p: double
  ret void
}
