; Shadows of memory that variables owned before a derivative was asked for (irad/transform/shadows/static_shadows.py, runtime.md).
;
; table:    0 ptr first region list, 8 i64 number of variables, 16 ptr variables, 24 i64 number of pointers given, 32 those
; variable: 0 ptr itself (or a function), 8 ptr its shadow, 16 i64 size, 24 i64 lane (-1: all), 32 i64 may it own memory?
; given:    0 ptr what a derivative was called with, beside a shadow, 8 i64 how many bytes are known to lie there
; regions:  0 ptr next, 8 i64 lane, 16 64 times ptr: the shadow of the k-th 4 TiB of memory, or null

declare ptr @calloc(i64, i64)
declare ptr @irad_twin_region()
declare void @irad_twin_forget(ptr)
declare i1 @irad_on_heap(ptr)
declare void @irad_no_shadow(ptr)

; The shadow of a pointer is about to be loaded from %place.  If it is null, one is made, or the call ends with an error.
define void @irad_find_shadow(ptr %arena, ptr %primal, ptr %place, ptr %table) alwaysinline nounwind {
entry:
  %shadow = load ptr, ptr %place, align 1
  %none = icmp eq ptr %shadow, null
  %some = icmp ne ptr %primal, null
  %lost = and i1 %none, %some
  br i1 %lost, label %find, label %done, !prof !20
find:
  %found = call ptr @irad_twin(ptr %primal, ptr %place, ptr %table)
  %lacks = icmp eq ptr %found, null
  br i1 %lacks, label %fail, label %keep
fail:
  call void @irad_no_shadow(ptr %arena)
  unreachable
keep:
  store ptr %found, ptr %place, align 1
  br label %done
done:
  ret void
}

; Where a derivative begins: the k-th pointer that was given with a shadow, and how much lies behind it.
define void @irad_given(ptr %table, i64 %k, ptr %pointer, i64 %size) alwaysinline nounwind {
entry:
  %n.at = getelementptr i8, ptr %table, i64 24
  %n = add i64 %k, 1
  store i64 %n, ptr %n.at, align 8
  %at = getelementptr {ptr, i64}, ptr %table, i64 %n
  %here = getelementptr i8, ptr %at, i64 16
  store ptr %pointer, ptr %here, align 8
  %size.at = getelementptr i8, ptr %at, i64 24
  store i64 %size, ptr %size.at, align 8
  ret void
}

; Nothing is given, and all twins are zero again.
define void @irad_forget_twins(ptr %table) nounwind {
entry:
  %n.at = getelementptr i8, ptr %table, i64 24
  store i64 0, ptr %n.at, align 8
  br label %lists
lists:
  %list.at = phi ptr [ %table, %entry ], [ %list, %list.end ]
  %list = load ptr, ptr %list.at, align 8
  %last = icmp eq ptr %list, null
  br i1 %last, label %done, label %regions
regions:
  %k = phi i64 [ 0, %lists ], [ %k.next, %next ]
  %base.at = getelementptr i8, ptr %list, i64 16
  %at = getelementptr ptr, ptr %base.at, i64 %k
  %base = load ptr, ptr %at, align 8
  %no = icmp eq ptr %base, null
  br i1 %no, label %next, label %clear
clear:
  call void @irad_twin_forget(ptr %base)
  br label %next
next:
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, 64
  br i1 %more, label %regions, label %list.end
list.end:
  br label %lists
done:
  ret void
}

; Does a shadow pointer lead to a twin?  Such memory is not given back.
define i1 @irad_is_twin(ptr %table, ptr %shadow) nounwind {
entry:
  %lane = call i64 @irad_twin_lane(ptr %table, ptr %shadow)
  %is = icmp sge i64 %lane, 0
  ret i1 %is
}

; The memory of a twin cannot be resized.
define void @irad_refuse_twin(ptr %arena, ptr %table, ptr %shadow) nounwind {
entry:
  %is = call i1 @irad_is_twin(ptr %table, ptr %shadow)
  br i1 %is, label %fail, label %done
fail:
  call void @irad_no_shadow(ptr %arena)
  unreachable
done:
  ret void
}

; The lane of the twin in which a place lies, -1 if it is none.
define i64 @irad_twin_lane(ptr %table, ptr %place) nounwind {
entry:
  %p = ptrtoint ptr %place to i64
  br label %lists
lists:
  %list.at = phi ptr [ %table, %entry ], [ %list, %list.end ]
  %list = load ptr, ptr %list.at, align 8
  %last = icmp eq ptr %list, null
  br i1 %last, label %no, label %regions
regions:
  %k = phi i64 [ 0, %lists ], [ %k.next, %next ]
  %base.at = getelementptr i8, ptr %list, i64 16
  %at = getelementptr ptr, ptr %base.at, i64 %k
  %base = load ptr, ptr %at, align 8
  %b = ptrtoint ptr %base to i64
  %distance = sub i64 %p, %b
  %near = icmp ult i64 %distance, 4398046511104
  %there = icmp ne ptr %base, null
  %inside = and i1 %near, %there
  br i1 %inside, label %yes, label %next
next:
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, 64
  br i1 %more, label %regions, label %list.end
list.end:
  br label %lists
yes:
  %lane.at = getelementptr i8, ptr %list, i64 8
  %lane = load i64, ptr %lane.at, align 8
  ret i64 %lane
no:
  ret i64 -1
}

; The first variable that (or, with %shadows, in whose shadow) an address lies in: of one lane, or of any if %lane is -1.
define ptr @irad_variable_of(ptr %table, ptr %address, i64 %lane, i1 %shadows) nounwind {
entry:
  %n.at = getelementptr i8, ptr %table, i64 8
  %n = load i64, ptr %n.at, align 8
  %first.at = getelementptr i8, ptr %table, i64 16
  %first = load ptr, ptr %first.at, align 8
  %p = ptrtoint ptr %address to i64
  %field = select i1 %shadows, i64 8, i64 0
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  %over = icmp eq i64 %k, %n
  br i1 %over, label %no, label %look
look:
  %var = getelementptr [5 x i64], ptr %first, i64 %k
  %start.at = getelementptr i8, ptr %var, i64 %field
  %start = load i64, ptr %start.at, align 8
  %size.at = getelementptr i8, ptr %var, i64 16
  %size = load i64, ptr %size.at, align 8
  %lane.at = getelementptr i8, ptr %var, i64 24
  %own = load i64, ptr %lane.at, align 8
  %distance = sub i64 %p, %start
  %inside = icmp ult i64 %distance, %size
  %same = icmp eq i64 %own, %lane
  %every = icmp eq i64 %own, -1
  %any = icmp eq i64 %lane, -1
  %same.or.every = or i1 %same, %every
  %fits = or i1 %same.or.every, %any
  %is = and i1 %inside, %fits
  br i1 %is, label %yes, label %next
next:
  %k.next = add i64 %k, 1
  br label %loop
yes:
  ret ptr %var
no:
  ret ptr null
}

; The shadow of what the pointer at the place of a shadow leads to: of a variable, a twin, or null where that may not be.
define ptr @irad_twin(ptr %primal, ptr %place, ptr %table) noinline cold nounwind {
entry:
  %lane.twin = call i64 @irad_twin_lane(ptr %table, ptr %place)
  %nested = icmp sge i64 %lane.twin, 0
  br i1 %nested, label %owned, label %variable
variable:
  %owner = call ptr @irad_variable_of(ptr %table, ptr %place, i64 -1, i1 true)
  %nobody = icmp eq ptr %owner, null
  br i1 %nobody, label %no, label %owner.found
owner.found:
  %lane.at = getelementptr i8, ptr %owner, i64 24
  %lane.variable = load i64, ptr %lane.at, align 8
  %owns.at = getelementptr i8, ptr %owner, i64 32
  %owns = load i64, ptr %owns.at, align 8
  %may = icmp ne i64 %owns, 0
  br i1 %may, label %owned, label %no
owned:
  %lane = phi i64 [ %lane.twin, %entry ], [ %lane.variable, %owner.found ]
  %target = call ptr @irad_variable_of(ptr %table, ptr %primal, i64 %lane, i1 false)
  %given = call i1 @irad_is_given(ptr %table, ptr %primal, ptr %target)
  br i1 %given, label %no, label %free
free:
  %known = icmp ne ptr %target, null
  br i1 %known, label %inside, label %outside
inside:
  %p = ptrtoint ptr %primal to i64
  %start = load i64, ptr %target, align 8
  %offset = sub i64 %p, %start
  %shadow.at = getelementptr i8, ptr %target, i64 8
  %shadow = load ptr, ptr %shadow.at, align 8
  %here = getelementptr i8, ptr %shadow, i64 %offset
  ret ptr %here
outside:
  %heap = call i1 @irad_on_heap(ptr %primal)
  br i1 %heap, label %make, label %no
make:
  %made = call ptr @irad_twin_address(ptr %table, ptr %primal, i64 %lane)
  ret ptr %made
no:
  ret ptr null
}

; Was this memory given with a shadow?  Then a twin would be the second one.  %variable: in which it lies, or null.
define i1 @irad_is_given(ptr %table, ptr %address, ptr %variable) noinline cold nounwind {
entry:
  %n.at = getelementptr i8, ptr %table, i64 24
  %n = load i64, ptr %n.at, align 8
  %a = ptrtoint ptr %address to i64
  %in = icmp ne ptr %variable, null
  br i1 %in, label %bounds, label %loop
bounds:
  %start.in = load i64, ptr %variable, align 8
  %size.in.at = getelementptr i8, ptr %variable, i64 16
  %size.in = load i64, ptr %size.in.at, align 8
  br label %loop
loop:
  %start = phi i64 [ 0, %entry ], [ %start.in, %bounds ], [ %start, %next ]
  %extent = phi i64 [ 0, %entry ], [ %size.in, %bounds ], [ %extent, %next ]
  %k = phi i64 [ 0, %entry ], [ 0, %bounds ], [ %k.next, %next ]
  %over = icmp eq i64 %k, %n
  br i1 %over, label %no, label %look
look:
  %k.next = add i64 %k, 1
  %at = getelementptr {ptr, i64}, ptr %table, i64 %k.next
  %given.at = getelementptr i8, ptr %at, i64 16
  %given = load ptr, ptr %given.at, align 8
  %size.at = getelementptr i8, ptr %at, i64 24
  %size = load i64, ptr %size.at, align 8
  %g = ptrtoint ptr %given to i64
  %distance = sub i64 %a, %g
  %same = icmp eq i64 %distance, 0
  %inside = icmp ult i64 %distance, %size
  %from.start = sub i64 %g, %start
  %beside = icmp ult i64 %from.start, %extent
  %hit.1 = or i1 %same, %inside
  %hit = or i1 %hit.1, %beside
  br i1 %hit, label %yes, label %words
words:
  %w = phi i64 [ 0, %look ], [ %w.next, %word ]
  %w.next = add i64 %w, 8
  %whole = icmp ule i64 %w.next, %size
  br i1 %whole, label %word, label %next
word:
  %word.at = getelementptr i8, ptr %given, i64 %w
  %value = load i64, ptr %word.at, align 1
  %leads = icmp eq i64 %value, %a
  br i1 %leads, label %yes, label %words
next:
  br label %loop
yes:
  ret i1 true
no:
  ret i1 false
}

; Where the twin of an address lies: as far from the twins of others as the address is from them.
define ptr @irad_twin_address(ptr %table, ptr %address, i64 %lane) noinline cold nounwind {
entry:
  %a = ptrtoint ptr %address to i64
  %region = lshr i64 %a, 42
  %far = icmp ugt i64 %region, 63
  br i1 %far, label %no, label %lists
lists:
  %list.at = phi ptr [ %table, %entry ], [ %list, %other ]
  %list = load ptr, ptr %list.at, align 8
  %last = icmp eq ptr %list, null
  br i1 %last, label %add, label %compare
compare:
  %lane.at = getelementptr i8, ptr %list, i64 8
  %own = load i64, ptr %lane.at, align 8
  %same = icmp eq i64 %own, %lane
  br i1 %same, label %found, label %other
other:
  br label %lists
add:
  %new = call ptr @calloc(i64 66, i64 8)
  %full = icmp eq ptr %new, null
  br i1 %full, label %no, label %link
link:
  %new.lane = getelementptr i8, ptr %new, i64 8
  store i64 %lane, ptr %new.lane, align 8
  store ptr %new, ptr %list.at, align 8
  br label %found
found:
  %regions = phi ptr [ %list, %compare ], [ %new, %link ]
  %bases = getelementptr i8, ptr %regions, i64 16
  %base.at = getelementptr ptr, ptr %bases, i64 %region
  %base = load ptr, ptr %base.at, align 8
  %missing = icmp eq ptr %base, null
  br i1 %missing, label %map, label %here
map:
  %mapped = call ptr @irad_twin_region()
  %failed = icmp eq ptr %mapped, null
  br i1 %failed, label %no, label %keep
keep:
  store ptr %mapped, ptr %base.at, align 8
  br label %here
here:
  %start = phi ptr [ %base, %found ], [ %mapped, %keep ]
  %offset = and i64 %a, 4398046511103
  %twin = getelementptr i8, ptr %start, i64 %offset
  ret ptr %twin
no:
  ret ptr null
}

!20 = !{!"branch_weights", i32 1, i32 1048575}
