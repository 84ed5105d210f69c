; Where nothing is known about threads and their machine stacks: all have the same number, and no limit.

define void @irad_arena_enter(ptr %arena) nounwind {
entry:
  ret void
}

define i64 @irad_thread_number() alwaysinline nounwind {
entry:
  ret i64 0
}

define void @irad_trim_heap() alwaysinline nounwind {
entry:
  ret void
}

define i1 @irad_discard(ptr %p, i64 %bytes) alwaysinline nounwind {
entry:
  ret i1 false
}

; What variables own gets no shadows here.
define ptr @irad_twin_region() alwaysinline nounwind {
entry:
  ret ptr null
}

define void @irad_twin_forget(ptr %base) alwaysinline nounwind {
entry:
  ret void
}

define i1 @irad_on_heap(ptr %address) alwaysinline nounwind {
entry:
  ret i1 false
}
