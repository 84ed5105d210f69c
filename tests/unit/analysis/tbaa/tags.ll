; What clang says of accesses: a double, a pointer, the member of a structure, and a char, which may be anything.
define void @f(ptr %p) {
  %d = load double, ptr %p, !tbaa !0 ; double
  %q = load ptr, ptr %p, !tbaa !4 ; ptr
  %i = load i64, ptr %p, !tbaa !6 ; int, member
  %c = load i8, ptr %p, !tbaa !9
  %n = load i64, ptr %p
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"double", !2, i64 0}
!2 = !{!"omnipotent char", !3, i64 0}
!3 = !{!"Simple C/C++ TBAA"}
!4 = !{!5, !5, i64 0}
!5 = !{!"p1 double", !2, i64 0}
!6 = !{!7, !8, i64 8}
!7 = !{!"pair", !1, i64 0, !8, i64 8}
!8 = !{!"long", !2, i64 0}
!9 = !{!2, !2, i64 0}
