; Which shadows of heap memory end with the allocation that they belong to.  docs/dev/runtime.md describes it.
;
; table (of an arena, at 120):  0 i64 number of places - 1, 8 i64 places that are not empty, 16 i64 shadows in it; places from 24 on
; place:  0 empty, 1 taken out; else the address of a shadow, with bit 0 set when the primal has given its memory back
;
; Half of the places are empty at least, so that a search ends.

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @irad_shadow_begin(ptr %arena, ptr %shadow) noinline nounwind {
entry:
  %none = icmp eq ptr %shadow, null
  br i1 %none, label %done, label %look
look:
  %table.at = getelementptr i8, ptr %arena, i64 120
  %table = load ptr, ptr %table.at, align 8
  %missing = icmp eq ptr %table, null
  br i1 %missing, label %make, label %measure
measure:
  %last = load i64, ptr %table, align 8
  %used.at = getelementptr i8, ptr %table, i64 8
  %used = load i64, ptr %used.at, align 8
  %twice = shl i64 %used, 1
  %full = icmp ugt i64 %twice, %last
  br i1 %full, label %make, label %put
make:
  %made = call ptr @irad_shadow_table(ptr %table)
  %bad = icmp eq ptr %made, null
  br i1 %bad, label %done, label %keep
keep:
  store ptr %made, ptr %table.at, align 8
  br label %put
put:
  %in = phi ptr [ %table, %measure ], [ %made, %keep ]
  %word = ptrtoint ptr %shadow to i64
  call void @irad_shadow_put(ptr %in, i64 %word)
  br label %done
done:
  ret void
}

define void @irad_shadow_freed(ptr %arena, ptr %shadow) noinline nounwind {
entry:
  %place = call ptr @irad_shadow_find(ptr %arena, ptr %shadow)
  %none = icmp eq ptr %place, null
  br i1 %none, label %done, label %mark
mark:
  %word = load i64, ptr %place, align 8
  %marked = or i64 %word, 1
  store i64 %marked, ptr %place, align 8
  br label %done
done:
  ret void
}

; Takes a shadow out: has the primal given its memory back?
define i8 @irad_shadow_end(ptr %arena, ptr %shadow) noinline nounwind {
entry:
  %place = call ptr @irad_shadow_find(ptr %arena, ptr %shadow)
  %none = icmp eq ptr %place, null
  br i1 %none, label %unknown, label %take
take:
  %word = load i64, ptr %place, align 8
  %table.at = getelementptr i8, ptr %arena, i64 120
  %table = load ptr, ptr %table.at, align 8
  %live.at = getelementptr i8, ptr %table, i64 16
  %live = load i64, ptr %live.at, align 8
  %fewer = sub i64 %live, 1
  store i64 %fewer, ptr %live.at, align 8
  ; The end of a chain becomes empty again.
  %places = getelementptr i8, ptr %table, i64 24
  %p = ptrtoint ptr %place to i64
  %q = ptrtoint ptr %places to i64
  %bytes = sub i64 %p, %q
  %index = lshr i64 %bytes, 3
  %after = add i64 %index, 1
  %last = load i64, ptr %table, align 8
  %next = and i64 %after, %last
  %next.at = getelementptr i64, ptr %places, i64 %next
  %behind = load i64, ptr %next.at, align 8
  %end = icmp eq i64 %behind, 0
  br i1 %end, label %empty, label %hold
empty:
  %used.at = getelementptr i8, ptr %table, i64 8
  %used = load i64, ptr %used.at, align 8
  %less = sub i64 %used, 1
  store i64 %less, ptr %used.at, align 8
  store i64 0, ptr %place, align 8
  br label %out
hold:
  store i64 1, ptr %place, align 8
  br label %out
out:
  %low = trunc i64 %word to i8
  %bit = and i8 %low, 1
  ret i8 %bit
unknown:
  ret i8 0
}

; The place of a shadow, null if it is in no table.
define ptr @irad_shadow_find(ptr %arena, ptr %shadow) nounwind {
entry:
  %table.at = getelementptr i8, ptr %arena, i64 120
  %table = load ptr, ptr %table.at, align 8
  %missing = icmp eq ptr %table, null
  %none = icmp eq ptr %shadow, null
  %never = or i1 %missing, %none
  br i1 %never, label %unknown, label %look
look:
  %word = ptrtoint ptr %shadow to i64
  %place = call ptr @irad_shadow_place(ptr %table, i64 %word)
  %found = load i64, ptr %place, align 8
  %empty = icmp eq i64 %found, 0
  %known = select i1 %empty, ptr null, ptr %place
  ret ptr %known
unknown:
  ret ptr null
}

; The place where a shadow is, or where it would be put.  Neighbours in memory are neighbours here: they are asked for together.
define ptr @irad_shadow_place(ptr %table, i64 %word) nounwind {
entry:
  %last = load i64, ptr %table, align 8
  %places = getelementptr i8, ptr %table, i64 24
  %page = lshr i64 %word, 12
  %mixed = mul i64 %page, -7046029254386353131
  %high = lshr i64 %mixed, 32
  %short = lshr i64 %word, 5
  %inside = and i64 %short, 127
  %start = add i64 %high, %inside
  br label %loop
loop:
  %at = phi i64 [ %start, %entry ], [ %next, %on ]
  %index = and i64 %at, %last
  %place = getelementptr i64, ptr %places, i64 %index
  %there = load i64, ptr %place, align 8
  %empty = icmp eq i64 %there, 0
  %address = and i64 %there, -2
  %same = icmp eq i64 %address, %word
  %stop = or i1 %empty, %same
  br i1 %stop, label %out, label %on
on:
  %next = add i64 %index, 1
  br label %loop
out:
  ret ptr %place
}

define void @irad_shadow_put(ptr %table, i64 %word) nounwind {
entry:
  %address = and i64 %word, -2
  %place = call ptr @irad_shadow_place(ptr %table, i64 %address)
  %there = load i64, ptr %place, align 8
  store i64 %word, ptr %place, align 8
  %new = icmp eq i64 %there, 0
  br i1 %new, label %count, label %done
count:
  %used.at = getelementptr i8, ptr %table, i64 8
  %used = load i64, ptr %used.at, align 8
  %used.more = add i64 %used, 1
  store i64 %used.more, ptr %used.at, align 8
  %live.at = getelementptr i8, ptr %table, i64 16
  %live = load i64, ptr %live.at, align 8
  %live.more = add i64 %live, 1
  store i64 %live.more, ptr %live.at, align 8
  br label %done
done:
  ret void
}

; A table with room for more than is in %old (which may be null, and goes back); null if there is no memory for it.
define ptr @irad_shadow_table(ptr %old) noinline cold nounwind {
entry:
  %first = icmp eq ptr %old, null
  br i1 %first, label %size, label %measure
measure:
  %live.at = getelementptr i8, ptr %old, i64 16
  %live = load i64, ptr %live.at, align 8
  %last = load i64, ptr %old, align 8
  %most = add i64 %last, 1
  br label %size
size:
  %inside = phi i64 [ 0, %entry ], [ %live, %measure ]
  %before = phi i64 [ 0, %entry ], [ %most, %measure ]
  %need = shl i64 %inside, 2
  br label %double
double:
  %room = phi i64 [ 64, %size ], [ %more, %double ]
  %more = shl i64 %room, 1
  %fits = icmp uge i64 %room, %need
  br i1 %fits, label %make, label %double
make:
  %bytes = shl i64 %room, 3
  %all = add i64 %bytes, 24
  %table = call ptr @malloc(i64 %all)
  %bad = icmp eq ptr %table, null
  br i1 %bad, label %fail, label %fill
fill:
  call void @llvm.memset.p0.i64(ptr align 8 %table, i8 0, i64 %all, i1 false)
  %mask = sub i64 %room, 1
  store i64 %mask, ptr %table, align 8
  %places = getelementptr i8, ptr %old, i64 24
  br label %loop
loop:
  %i = phi i64 [ 0, %fill ], [ %i.next, %on ]
  %over = icmp eq i64 %i, %before
  br i1 %over, label %drop, label %look
look:
  %place = getelementptr i64, ptr %places, i64 %i
  %word = load i64, ptr %place, align 8
  %some = icmp ugt i64 %word, 1
  br i1 %some, label %put, label %on
put:
  call void @irad_shadow_put(ptr %table, i64 %word)
  br label %on
on:
  %i.next = add i64 %i, 1
  br label %loop
drop:
  call void @free(ptr %old)
  ret ptr %table
fail:
  ret ptr null
}
