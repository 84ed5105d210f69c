; Where nothing is known about threads and their machine stacks: all have the same number, and no limit.

define void @irad_arena_enter(ptr %arena) nounwind {
entry:
  ret void
}

define i64 @irad_thread_number() alwaysinline nounwind {
entry:
  ret i64 0
}
