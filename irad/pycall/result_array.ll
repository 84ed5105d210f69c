; A NumPy array of an array result: a view of an owner if it lies in the memory of one, else a copy.  A copy keeps the strides
; (as a view of a copy of all bytes from the first to the last one), since later views and copies depend on them.
;
; A large array that has memory of its own in the arena is not copied: NumPy gets the memory, and the functions that free it.
;
; %arena: null where the memory must stay, as what is made of one result may be changed before the next one is read.
; %result: ptr data, %ndim sizes, %ndim strides in elements.  %owners: %count array objects (any number of axes).
; $DATA, $NDIM ...: offsets in PyArrayObject_fields, numbers once the head of an object is known.

define ptr @irad.result.array(ptr %result, i64 %ndim, ptr %descr, i64 %item, ptr %owners, i64 %count, ptr %arena) noinline {
entry:
  %bytes = alloca [64 x i64]
  %low.at = alloca i64
  %high.at = alloca i64
  %ndim.32 = trunc i64 %ndim to i32
  %data = load ptr, ptr %result
  %shape = getelementptr i64, ptr %result, i64 1
  %strides = getelementptr i64, ptr %shape, i64 %ndim
  %start = ptrtoint ptr %data to i64
  br label %axis
axis:
  %k = phi i64 [ 0, %entry ], [ %k.next, %measure ]
  %size = phi i64 [ %item, %entry ], [ %size.next, %measure ]
  %k.more = icmp ult i64 %k, %ndim
  br i1 %k.more, label %measure, label %measured
measure:
  %n.at = getelementptr i64, ptr %shape, i64 %k
  %n = load i64, ptr %n.at
  %s.at = getelementptr i64, ptr %strides, i64 %k
  %s = load i64, ptr %s.at
  %b = mul i64 %s, %item
  %b.at = getelementptr i64, ptr %bytes, i64 %k
  store i64 %b, ptr %b.at
  %size.next = mul i64 %size, %n
  %k.next = add i64 %k, 1
  br label %axis
measured:
  %empty = icmp eq i64 %size, 0
  br i1 %empty, label %new, label %look
look:
  call void @irad.result.bounds(i64 %start, i64 %ndim, ptr %shape, ptr %bytes, i64 %item, ptr %low.at, ptr %high.at)
  %low = load i64, ptr %low.at
  %high = load i64, ptr %high.at
  br label %owner
owner:
  %i = phi i64 [ 0, %look ], [ %i.next, %other ]
  %i.more = icmp ult i64 %i, %count
  br i1 %i.more, label %try, label %copy
try:
  %array.at = getelementptr ptr, ptr %owners, i64 %i
  %array = load ptr, ptr %array.at
  %inside = call i1 @irad.result.inside(ptr %array, i64 %low, i64 %high)
  br i1 %inside, label %view, label %other
other:
  %i.next = add i64 %i, 1
  br label %owner

view:
  call void @Py_IncRef(ptr %descr)
  %flags.at = getelementptr i8, ptr %array, i64 $FLAGS
  %flags = load i32, ptr %flags.at
  %writable = and i32 %flags, 1024
  %seen = call ptr @irad.np.NewFromDescr(ptr @irad.np.ndarray, ptr %descr, i32 %ndim.32, ptr %shape, ptr %bytes, ptr %data, i32 %writable, ptr null)
  %no.view = icmp eq ptr %seen, null
  br i1 %no.view, label %failed, label %own
own:
  call void @Py_IncRef(ptr %array)
  %bad = call i32 @irad.np.SetBaseObject(ptr %seen, ptr %array)
  %unowned = icmp ne i32 %bad, 0
  br i1 %unowned, label %drop, label %viewed
drop:
  call void @Py_DecRef(ptr %seen)
  ret ptr null
viewed:
  ret ptr %seen

copy:
  ; Contiguous, but for axes of length 1?
  br label %back
back:
  %j = phi i64 [ %ndim, %copy ], [ %j.before, %compare ]
  %step = phi i64 [ %item, %copy ], [ %step.next, %compare ]
  %first = icmp eq i64 %j, 0
  br i1 %first, label %new, label %compare
compare:
  %j.before = sub i64 %j, 1
  %m.at = getelementptr i64, ptr %shape, i64 %j.before
  %m = load i64, ptr %m.at
  %c.at = getelementptr i64, ptr %bytes, i64 %j.before
  %c = load i64, ptr %c.at
  %fits = icmp eq i64 %c, %step
  %single = icmp eq i64 %m, 1
  %fine = or i1 %fits, %single
  %step.next = mul i64 %step, %m
  br i1 %fine, label %back, label %strided

new:
  %made = call ptr @irad.result.filled(ptr %descr, i32 %ndim.32, ptr %shape, ptr %data, i64 %size, ptr %arena)
  ret ptr %made

strided:
  %span = sub i64 %high, %low
  %repeats = icmp ult i64 %span, %size
  br i1 %repeats, label %repeated, label %whole
whole:
  %items = udiv i64 %span, %item
  store i64 %items, ptr %low.at
  %source = inttoptr i64 %low to ptr
  %base = call ptr @irad.result.filled(ptr %descr, i32 1, ptr %low.at, ptr %source, i64 %span, ptr %arena)
  %no.base = icmp eq ptr %base, null
  br i1 %no.base, label %failed, label %based
based:
  %base.data.at = getelementptr i8, ptr %base, i64 $DATA
  %base.data = load ptr, ptr %base.data.at
  %ahead = sub i64 %start, %low
  %first.item = getelementptr i8, ptr %base.data, i64 %ahead
  call void @Py_IncRef(ptr %descr)
  %part = call ptr @irad.np.NewFromDescr(ptr @irad.np.ndarray, ptr %descr, i32 %ndim.32, ptr %shape, ptr %bytes, ptr %first.item, i32 1024, ptr null)
  %no.part = icmp eq ptr %part, null
  br i1 %no.part, label %drop.base, label %own.base
drop.base:
  call void @Py_DecRef(ptr %base)
  ret ptr null
own.base:
  %not.owned = call i32 @irad.np.SetBaseObject(ptr %part, ptr %base)
  %lost = icmp ne i32 %not.owned, 0
  br i1 %lost, label %drop.part, label %parted
drop.part:
  call void @Py_DecRef(ptr %part)
  ret ptr null
parted:
  ret ptr %part

repeated:
  call void @Py_IncRef(ptr %descr)
  %there = call ptr @irad.np.NewFromDescr(ptr @irad.np.ndarray, ptr %descr, i32 %ndim.32, ptr %shape, ptr %bytes, ptr %data, i32 0, ptr null)
  %not.there = icmp eq ptr %there, null
  br i1 %not.there, label %failed, label %copied
copied:
  %result.copy = call ptr @irad.np.NewCopy(ptr %there, i32 2)
  call void @Py_DecRef(ptr %there)
  ret ptr %result.copy
failed:
  ret ptr null
}

; A contiguous array of %size bytes: the memory at %source itself if it can be handed over, else a copy.
define internal ptr @irad.result.filled(ptr %descr, i32 %ndim, ptr %shape, ptr %source, i64 %size, ptr %arena) {
entry:
  call void @Py_IncRef(ptr %descr)
  %large = icmp uge i64 %size, 262144
  %known = icmp ne ptr %arena, null
  %possible = and i1 %large, %known
  br i1 %possible, label %apart, label %fresh
apart:
  %handed = call i1 @irad_hand_over(ptr %arena, ptr %source, i64 %size)
  br i1 %handed, label %keep, label %fresh
keep:
  %kept = call ptr @irad.np.NewFromDescr(ptr @irad.np.ndarray, ptr %descr, i32 %ndim, ptr %shape, ptr null, ptr %source, i32 1024, ptr null)
  %not.kept = icmp eq ptr %kept, null
  br i1 %not.kept, label %lose, label %possess
lose:
  call void @irad.result.free(ptr null, ptr %source, i64 %size)
  ret ptr null
possess:
  %flags.at = getelementptr i8, ptr %kept, i64 $FLAGS
  %flags = load i32, ptr %flags.at
  %owning = or i32 %flags, 4
  store i32 %owning, ptr %flags.at
  call void @Py_IncRef(ptr @irad.np.handler)
  %handler.at = getelementptr i8, ptr %kept, i64 $HANDLER
  store ptr @irad.np.handler, ptr %handler.at
  ret ptr %kept
fresh:
  %made = call ptr @irad.np.NewFromDescr(ptr @irad.np.ndarray, ptr %descr, i32 %ndim, ptr %shape, ptr null, ptr null, i32 0, ptr null)
  %none = icmp eq ptr %made, null
  br i1 %none, label %failed, label %fill
fill:
  %target.at = getelementptr i8, ptr %made, i64 $DATA
  %target = load ptr, ptr %target.at
  call void @llvm.memcpy.p0.p0.i64(ptr %target, ptr %source, i64 %size, i1 false)
  ret ptr %made
failed:
  ret ptr null
}

; The first byte of an array that is not empty, and the one behind its last.
define internal void @irad.result.bounds(i64 %start, i64 %ndim, ptr %shape, ptr %strides, i64 %item, ptr %low.at, ptr %high.at) {
entry:
  br label %axis
axis:
  %k = phi i64 [ 0, %entry ], [ %k.next, %extend ]
  %low = phi i64 [ %start, %entry ], [ %low.next, %extend ]
  %high = phi i64 [ %start, %entry ], [ %high.next, %extend ]
  %more = icmp ult i64 %k, %ndim
  br i1 %more, label %extend, label %done
extend:
  %n.at = getelementptr i64, ptr %shape, i64 %k
  %n = load i64, ptr %n.at
  %s.at = getelementptr i64, ptr %strides, i64 %k
  %s = load i64, ptr %s.at
  %last = sub i64 %n, 1
  %reach = mul i64 %last, %s
  %down = call i64 @llvm.smin.i64(i64 %reach, i64 0)
  %up = call i64 @llvm.smax.i64(i64 %reach, i64 0)
  %low.next = add i64 %low, %down
  %high.next = add i64 %high, %up
  %k.next = add i64 %k, 1
  br label %axis
done:
  %end = add i64 %high, %item
  store i64 %low, ptr %low.at
  store i64 %end, ptr %high.at
  ret void
}

; Does an array object share bytes with those from %low on, before %high?  (Judged by the array's first and last byte.)
define internal i1 @irad.result.inside(ptr %array, i64 %low, i64 %high) {
entry:
  %a.low = alloca i64
  %a.high = alloca i64
  %data.at = getelementptr i8, ptr %array, i64 $DATA
  %data = load i64, ptr %data.at
  %ndim.at = getelementptr i8, ptr %array, i64 $NDIM
  %ndim.32 = load i32, ptr %ndim.at
  %ndim = sext i32 %ndim.32 to i64
  %shape.at = getelementptr i8, ptr %array, i64 $SHAPE
  %shape = load ptr, ptr %shape.at
  %strides.at = getelementptr i8, ptr %array, i64 $STRIDES
  %strides = load ptr, ptr %strides.at
  ; The last byte of the last item is not needed: what overlaps begins within the array, or before it.
  call void @irad.result.bounds(i64 %data, i64 %ndim, ptr %shape, ptr %strides, i64 1, ptr %a.low, ptr %a.high)
  %from = load i64, ptr %a.low
  %to = load i64, ptr %a.high
  %before = icmp ult i64 %low, %to
  %behind = icmp ugt i64 %high, %from
  %both = and i1 %before, %behind
  br label %axis
axis:
  %k = phi i64 [ 0, %entry ], [ %k.next, %size ]
  %more = icmp ult i64 %k, %ndim
  br i1 %more, label %size, label %done
size:
  %n.at = getelementptr i64, ptr %shape, i64 %k
  %n = load i64, ptr %n.at
  %k.next = add i64 %k, 1
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %axis
done:
  ret i1 %both
out:
  ret i1 false
}

declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i64 @llvm.umin.i64(i64, i64)
declare ptr @malloc(i64)
declare void @free(ptr)
declare i1 @irad_hand_over(ptr, ptr, i64)
@irad.np.handler = external global i8

; The functions of NumPy's PyDataMem_Handler for such memory: it has a head of 64 bytes as chunks of an arena (runtime.ll).
define ptr @irad.result.malloc(ptr %context, i64 %bytes) {
entry:
  %padded = add i64 %bytes, 127
  %raw = call ptr @malloc(i64 %padded)
  %none = icmp eq ptr %raw, null
  br i1 %none, label %out, label %fill
fill:
  %data = getelementptr i8, ptr %raw, i64 64
  %size = add i64 %bytes, 64
  %size.at = getelementptr i8, ptr %raw, i64 8
  store i64 %size, ptr %size.at
  %raw.at = getelementptr i8, ptr %raw, i64 16
  store ptr %raw, ptr %raw.at
  ret ptr %data
out:
  ret ptr null
}

define ptr @irad.result.calloc(ptr %context, i64 %count, i64 %item) {
entry:
  %product = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %count, i64 %item)
  %bytes = extractvalue { i64, i1 } %product, 0
  %over = extractvalue { i64, i1 } %product, 1
  br i1 %over, label %out, label %get
get:
  %data = call ptr @irad.result.malloc(ptr null, i64 %bytes)
  %none = icmp eq ptr %data, null
  br i1 %none, label %out, label %clear
clear:
  call void @llvm.memset.p0.i64(ptr %data, i8 0, i64 %bytes, i1 false)
  ret ptr %data
out:
  ret ptr null
}

define void @irad.result.free(ptr %context, ptr %data, i64 %bytes) {
entry:
  %none = icmp eq ptr %data, null
  br i1 %none, label %done, label %give
give:
  %raw.at = getelementptr i8, ptr %data, i64 -48
  %raw = load ptr, ptr %raw.at
  call void @free(ptr %raw)
  br label %done
done:
  ret void
}

define ptr @irad.result.realloc(ptr %context, ptr %data, i64 %bytes) {
entry:
  %new = call ptr @irad.result.malloc(ptr null, i64 %bytes)
  %none = icmp eq ptr %new, null
  %nothing = icmp eq ptr %data, null
  %no.copy = or i1 %none, %nothing
  br i1 %no.copy, label %done, label %copy
copy:
  %size.at = getelementptr i8, ptr %data, i64 -56
  %size = load i64, ptr %size.at
  %before = sub i64 %size, 64
  %common = call i64 @llvm.umin.i64(i64 %before, i64 %bytes)
  call void @llvm.memcpy.p0.p0.i64(ptr %new, ptr %data, i64 %common, i1 false)
  call void @irad.result.free(ptr null, ptr %data, i64 0)
  br label %done
done:
  ret ptr %new
}

declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
