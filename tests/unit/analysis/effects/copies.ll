declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @f(ptr %x, ptr %y) {
  call void @llvm.memcpy.p0.p0.i64(ptr %x, ptr %y, i64 8, i1 false) ; reads %y; writes %x
  call void @llvm.memset.p0.i64(ptr %y, i8 0, i64 8, i1 false) ; writes %y
  ret void
}
