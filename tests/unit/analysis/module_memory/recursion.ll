; Functions that call each other share a graph: whatever @f is called with is one object in @g.
define internal void @f(ptr %p, i64 %n) {
  %c = icmp eq i64 %n, 0
  br i1 %c, label %end, label %more
more:
  %m = sub i64 %n, 1
  call void @g(ptr %p, i64 %m)
  br label %end
end:
  ret void
}
define internal void @g(ptr %q, i64 %n) {
  store double 1.0, ptr %q ; %q: double
  call void @f(ptr %q, i64 %n)
  ret void
}
define void @h(ptr %x) {
  call void @f(ptr %x, i64 3)
  %v = load double, ptr %x ; %x: double
  ret void
}
