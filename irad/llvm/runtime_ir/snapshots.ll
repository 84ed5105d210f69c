; Made from snapshots.c by irad.llvm.runtime_ir.snapshot_files.from_clang.
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare ptr @malloc(i64)
declare ptr @realloc(ptr, i64)
declare void @free(ptr)
declare i64 @strlen(ptr)
declare i32 @strcmp(ptr, ptr)
declare ptr @strerror(i32)
declare ptr @getenv(ptr)
declare ptr @realpath(ptr, ptr)
declare ptr @mkdtemp(ptr)
declare i32 @open(ptr, i32, ...)
declare i32 @close(i32)
declare i32 @access(ptr, i32)
declare i32 @unlink(ptr)
declare i32 @rmdir(ptr)
declare i32 @flock(i32, i32)
declare i32 @getpid()
declare i64 @lseek(i32, i64, i32)
declare i64 @readv(i32, ptr, i32)
declare i64 @writev(i32, ptr, i32)
declare i64 @write(i32, ptr, i64)
declare ptr @opendir(ptr)
declare ptr @readdir(ptr)
declare i32 @closedir(ptr)

%irad.snapshots.Slot = type { i64, i64, i64, i64, [2 x i64] }
%irad.snapshots.Move = type { ptr, ptr, i64 }
%irad.snapshots.Piece = type { ptr, i64 }

@irad.snapshots.str = private unnamed_addr constant [1 x i8] zeroinitializer, align 1
@irad.snapshots.str.1 = private unnamed_addr constant [63 x i8] c"a snapshot is cut off: the file was changed while the loop ran\00", align 1
@irad.snapshots.str.2 = private unnamed_addr constant [75 x i8] c"a snapshot is not what was stored: the file was changed while the loop ran\00", align 1
@irad.snapshots.str.3 = private unnamed_addr constant [53 x i8] c"the snapshots are those of the process before a fork\00", align 1
@irad.snapshots.str.4 = private unnamed_addr constant [63 x i8] c"the tape of a loop with snapshots on disk can be reversed once\00", align 1
@irad.snapshots.str.5 = private unnamed_addr constant [26 x i8] c"irad: snapshots on disk: \00", align 1
@irad.snapshots.str.6 = private unnamed_addr constant [3 x i8] c": \00", align 1
@irad.snapshots.str.7 = private unnamed_addr constant [2 x i8] c"\0A\00", align 1
@irad.snapshots.str.8 = private unnamed_addr constant [7 x i8] c"TMPDIR\00", align 1
@irad.snapshots.str.9 = private unnamed_addr constant [5 x i8] c"/tmp\00", align 1
@switch.table.irad_snapshots_leave = private unnamed_addr constant [4 x ptr] [ptr @irad.snapshots.str.1, ptr @irad.snapshots.str.2, ptr @irad.snapshots.str.3, ptr @irad.snapshots.str.4], align 8

define ptr @irad_snapshots_begin(ptr %arena, ptr %directory, ptr %frame) noinline nounwind {
entry:
  %call = call ptr @irad_snapshots_control(ptr %arena)
  %call1 = call ptr @malloc(i64 96)
  %tobool.not = icmp eq ptr %call1, null
  br i1 %tobool.not, label %if.then, label %if.end

if.then:
  %arena.i = getelementptr inbounds nuw i8, ptr %call, i64 8
  %0 = load ptr, ptr %arena.i, align 8
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %0, i64 64
  call void @irad_out_of_memory(ptr %add.ptr.i)
  unreachable

if.end:
  %sessions = getelementptr inbounds nuw i8, ptr %call, i64 24
  %1 = load ptr, ptr %sessions, align 8
  store ptr %1, ptr %call1, align 8
  %.compoundliteral.sroa.3.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call1, i64 8
  store ptr %call, ptr %.compoundliteral.sroa.3.0..sroa_idx, align 8
  %.compoundliteral.sroa.4.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call1, i64 16
  call void @llvm.memset.p0.i64(ptr align 8 %.compoundliteral.sroa.4.0..sroa_idx, i8 0, i64 16, i1 false)
  %.compoundliteral.sroa.414.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call1, i64 32
  store ptr %frame, ptr %.compoundliteral.sroa.414.0..sroa_idx, align 8
  %.compoundliteral.sroa.5.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call1, i64 40
  call void @llvm.memset.p0.i64(ptr align 8 %.compoundliteral.sroa.5.0..sroa_idx, i8 0, i64 56, i1 false)
  %tobool4.not = icmp eq ptr %directory, null
  br i1 %tobool4.not, label %if.end12, label %if.then5

if.then5:
  %call6 = call ptr @irad_snapshots_text(ptr %directory, ptr @irad.snapshots.str, ptr @irad.snapshots.str)
  %directory7 = getelementptr inbounds nuw i8, ptr %call1, i64 24
  store ptr %call6, ptr %directory7, align 8
  %tobool9.not = icmp eq ptr %call6, null
  br i1 %tobool9.not, label %if.then10, label %if.end12

if.then10:
  call void @free(ptr %call1)
  %arena.i26 = getelementptr inbounds nuw i8, ptr %call, i64 8
  %2 = load ptr, ptr %arena.i26, align 8
  %add.ptr.i27 = getelementptr inbounds nuw i8, ptr %2, i64 64
  call void @irad_out_of_memory(ptr %add.ptr.i27)
  unreachable

if.end12:
  store ptr %call1, ptr %sessions, align 8
  ret ptr %call1
}

define ptr @irad_snapshots_control(ptr %arena) noinline nounwind {
entry:
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %arena, i64 184
  %0 = load ptr, ptr %add.ptr.i, align 8
  %tobool.not = icmp eq ptr %0, null
  br i1 %tobool.not, label %if.end, label %cleanup

if.end:
  %call1 = call ptr @malloc(i64 48)
  %tobool2.not = icmp eq ptr %call1, null
  br i1 %tobool2.not, label %if.then3, label %if.end4

if.then3:
  %add.ptr = getelementptr inbounds nuw i8, ptr %arena, i64 64
  call void @irad_out_of_memory(ptr %add.ptr)
  unreachable

if.end4:
  store ptr @irad_snapshots_close, ptr %call1, align 8
  %.compoundliteral.sroa.2.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call1, i64 8
  store ptr %arena, ptr %.compoundliteral.sroa.2.0..sroa_idx, align 8
  %.compoundliteral.sroa.3.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call1, i64 16
  store ptr null, ptr %.compoundliteral.sroa.3.0..sroa_idx, align 8
  %.compoundliteral.sroa.4.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call1, i64 24
  store ptr null, ptr %.compoundliteral.sroa.4.0..sroa_idx, align 8
  %.compoundliteral.sroa.5.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call1, i64 32
  store ptr null, ptr %.compoundliteral.sroa.5.0..sroa_idx, align 8
  %.compoundliteral.sroa.6.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call1, i64 40
  store ptr null, ptr %.compoundliteral.sroa.6.0..sroa_idx, align 8
  store ptr %call1, ptr %add.ptr.i, align 8
  br label %cleanup

cleanup:
  %retval.0 = phi ptr [ %call1, %if.end4 ], [ %0, %entry ]
  ret ptr %retval.0
}

define void @irad_snapshots_end(ptr %s) noinline nounwind {
entry:
  %control = getelementptr inbounds nuw i8, ptr %s, i64 8
  %0 = load ptr, ptr %control, align 8
  %sessions = getelementptr inbounds nuw i8, ptr %0, i64 24
  br label %while.cond

while.cond:
  %at.0 = phi ptr [ %sessions, %entry ], [ %1, %while.cond ]
  %1 = load ptr, ptr %at.0, align 8
  %cmp.not = icmp eq ptr %1, %s
  br i1 %cmp.not, label %while.end, label %while.cond

while.end:
  %2 = load ptr, ptr %s, align 8
  store ptr %2, ptr %at.0, align 8
  %store = getelementptr inbounds nuw i8, ptr %s, i64 16
  %3 = load ptr, ptr %store, align 8
  %tobool.not = icmp eq ptr %3, null
  br i1 %tobool.not, label %if.end10, label %if.then

if.then:
  %count = getelementptr inbounds nuw i8, ptr %s, i64 48
  %4 = load i64, ptr %count, align 8
  %cmp234 = icmp sgt i64 %4, 0
  br i1 %cmp234, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:
  %slot = getelementptr inbounds nuw i8, ptr %s, i64 40
  br label %for.body

for.cond.cleanup:
  %sessions.i = getelementptr inbounds nuw i8, ptr %3, i64 24
  %5 = load i64, ptr %sessions.i, align 8
  %dec.i = add nsw i64 %5, -1
  store i64 %dec.i, ptr %sessions.i, align 8
  %cmp.i = icmp sgt i64 %5, 1
  br i1 %cmp.i, label %if.end10, label %if.end.i

if.end.i:
  %stores.i = getelementptr inbounds nuw i8, ptr %0, i64 32
  br label %while.cond.i

while.cond.i:
  %at.0.i = phi ptr [ %stores.i, %if.end.i ], [ %6, %while.cond.i ]
  %6 = load ptr, ptr %at.0.i, align 8
  %cmp1.not.i = icmp eq ptr %6, %3
  br i1 %cmp1.not.i, label %while.end.i, label %while.cond.i

while.end.i:
  %7 = load ptr, ptr %3, align 8
  store ptr %7, ptr %at.0.i, align 8
  call void @irad_snapshots_remove(ptr %3)
  br label %if.end10

for.body:
  %dec35.in = phi i64 [ %4, %for.body.lr.ph ], [ %dec35, %if.end ]
  %dec35 = add nsw i64 %dec35.in, -1
  %8 = load ptr, ptr %slot, align 8
  %arrayidx = getelementptr inbounds %irad.snapshots.Slot, ptr %8, i64 %dec35
  %9 = load i64, ptr %arrayidx, align 8
  %cmp3.not = icmp eq i64 %9, -1
  br i1 %cmp3.not, label %if.end, label %if.then4

if.then4:
  %size = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %10 = load i64, ptr %size, align 8
  call void @irad_snapshots_give(ptr %3, i64 %9, i64 %10)
  br label %if.end

if.end:
  %cmp2 = icmp samesign ugt i64 %dec35.in, 1
  br i1 %cmp2, label %for.body, label %for.cond.cleanup

if.end10:
  %directory = getelementptr inbounds nuw i8, ptr %s, i64 24
  %11 = load ptr, ptr %directory, align 8
  call void @free(ptr %11)
  %slot11 = getelementptr inbounds nuw i8, ptr %s, i64 40
  %12 = load ptr, ptr %slot11, align 8
  call void @free(ptr %12)
  %path = getelementptr inbounds nuw i8, ptr %s, i64 88
  %13 = load ptr, ptr %path, align 8
  call void @free(ptr %13)
  call void @free(ptr %s)
  ret void
}

define void @irad_snapshots_close(ptr %arena) noinline nounwind {
entry:
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %arena, i64 184
  %0 = load ptr, ptr %add.ptr.i, align 8
  store ptr null, ptr %add.ptr.i, align 8
  %sessions = getelementptr inbounds nuw i8, ptr %0, i64 24
  %1 = load ptr, ptr %sessions, align 8
  %tobool.not8 = icmp eq ptr %1, null
  br i1 %tobool.not8, label %while.end, label %while.body

while.body:
  %2 = phi ptr [ %3, %while.body ], [ %1, %entry ]
  call void @irad_snapshots_end(ptr %2)
  %3 = load ptr, ptr %sessions, align 8
  %tobool.not = icmp eq ptr %3, null
  br i1 %tobool.not, label %while.end, label %while.body

while.end:
  %failed = getelementptr inbounds nuw i8, ptr %0, i64 16
  %4 = load ptr, ptr %failed, align 8
  call void @free(ptr %4)
  call void @free(ptr %0)
  ret void
}

define void @irad_snapshots_drop(ptr %arena, ptr %stack, ptr %mark) noinline nounwind {
entry:
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %arena, i64 184
  %0 = load ptr, ptr %add.ptr.i, align 8
  %sessions = getelementptr inbounds nuw i8, ptr %0, i64 24
  %tobool.not = icmp eq ptr %0, null
  br i1 %tobool.not, label %while.end, label %land.lhs.true.preheader

land.lhs.true.preheader:
  %1 = load ptr, ptr %sessions, align 8
  %tobool1.not9 = icmp eq ptr %1, null
  br i1 %tobool1.not9, label %while.end, label %land.rhs

land.rhs:
  %2 = phi ptr [ %5, %while.body ], [ %1, %land.lhs.true.preheader ]
  %frame = getelementptr inbounds nuw i8, ptr %2, i64 32
  %3 = load ptr, ptr %frame, align 8
  %call3 = call i1 @irad_is_newer(ptr %stack, ptr %mark, ptr %3)
  br i1 %call3, label %while.body, label %while.end

while.body:
  %4 = load ptr, ptr %sessions, align 8
  call void @irad_snapshots_end(ptr %4)
  %5 = load ptr, ptr %sessions, align 8
  %tobool1.not = icmp eq ptr %5, null
  br i1 %tobool1.not, label %while.end, label %land.rhs

while.end:
  ret void
}

define void @irad_snapshots_guard(ptr %arena, ptr %g) noinline nounwind {
entry:
  %call = call ptr @irad_snapshots_control(ptr %arena)
  %guards = getelementptr inbounds nuw i8, ptr %call, i64 40
  %0 = load ptr, ptr %guards, align 8
  store ptr %0, ptr %g, align 8
  store ptr %g, ptr %guards, align 8
  ret void
}

define void @irad_snapshots_unguard(ptr %arena, ptr %g) noinline nounwind {
entry:
  %0 = load ptr, ptr %g, align 8
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %arena, i64 184
  %1 = load ptr, ptr %add.ptr.i, align 8
  %guards = getelementptr inbounds nuw i8, ptr %1, i64 40
  store ptr %0, ptr %guards, align 8
  ret void
}

define ptr @irad_snapshots_reason(i64 %wrong, i64 %error) noinline nounwind {
entry:
  %switch.tableidx = add i64 %wrong, -4
  %0 = icmp ult i64 %switch.tableidx, 4
  br i1 %0, label %switch.lookup, label %if.end9

if.end9:
  %conv = trunc i64 %error to i32
  %call = call ptr @strerror(i32 %conv)
  br label %return

switch.lookup:
  %switch.gep = getelementptr inbounds nuw ptr, ptr @switch.table.irad_snapshots_leave, i64 %switch.tableidx
  %switch.load = load ptr, ptr %switch.gep, align 8
  br label %return

return:
  %retval.0 = phi ptr [ %call, %if.end9 ], [ %switch.load, %switch.lookup ]
  ret ptr %retval.0
}

define void @irad_snapshots_turn(ptr %arena, ptr %s) noinline nounwind {
entry:
  %tobool.not = icmp eq ptr %s, null
  br i1 %tobool.not, label %if.then, label %lor.lhs.false

lor.lhs.false:
  %wrong = getelementptr inbounds nuw i8, ptr %s, i64 80
  %0 = load i64, ptr %wrong, align 8
  %tobool1.not = icmp eq i64 %0, 0
  br i1 %tobool1.not, label %if.end, label %if.then

if.then:
  call void @irad_snapshots_leave(ptr %arena, ptr %s)
  unreachable

if.end:
  %reversing = getelementptr inbounds nuw i8, ptr %s, i64 64
  store i64 1, ptr %reversing, align 8
  ret void
}

define void @irad_snapshots_leave(ptr %arena, ptr %s) noinline nounwind {
entry:
  %call = call ptr @irad_snapshots_control(ptr %arena)
  %guards = getelementptr inbounds nuw i8, ptr %call, i64 40
  %g.098 = load ptr, ptr %guards, align 8
  %tobool.not99 = icmp eq ptr %g.098, null
  br i1 %tobool.not99, label %for.cond.cleanup, label %for.cond1.preheader

for.cond.loopexit:
  %g.0 = load ptr, ptr %g.0100, align 8
  %tobool.not = icmp eq ptr %g.0, null
  br i1 %tobool.not, label %for.cond.cleanup, label %for.cond1.preheader

for.cond1.preheader:
  %g.0100 = phi ptr [ %g.0, %for.cond.loopexit ], [ %g.098, %entry ]
  %count = getelementptr inbounds nuw i8, ptr %g.0100, i64 8
  %0 = load i64, ptr %count, align 8
  %cmp96 = icmp sgt i64 %0, 0
  br i1 %cmp96, label %for.body3.lr.ph, label %for.cond.loopexit

for.body3.lr.ph:
  %move = getelementptr inbounds nuw i8, ptr %g.0100, i64 16
  br label %for.body3

for.cond.cleanup:
  store ptr null, ptr %guards, align 8
  %add.ptr = getelementptr inbounds nuw i8, ptr %arena, i64 8
  %tobool11.not = icmp eq ptr %s, null
  br i1 %tobool11.not, label %cond.end23.thread, label %if.then

for.body3:
  %k.097 = phi i64 [ 0, %for.body3.lr.ph ], [ %inc, %for.body3 ]
  %arrayidx = getelementptr inbounds nuw %irad.snapshots.Move, ptr %move, i64 %k.097
  %1 = load ptr, ptr %arrayidx, align 8
  %from = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %2 = load ptr, ptr %from, align 8
  %size = getelementptr inbounds nuw i8, ptr %arrayidx, i64 16
  %3 = load i64, ptr %size, align 8
  call void @llvm.memmove.p0.p0.i64(ptr align 1 %1, ptr align 1 %2, i64 %3, i1 false)
  %inc = add nuw nsw i64 %k.097, 1
  %4 = load i64, ptr %count, align 8
  %cmp = icmp slt i64 %inc, %4
  br i1 %cmp, label %for.body3, label %for.cond.loopexit

cond.end23.thread:
  store i64 0, ptr %add.ptr, align 8
  %arrayidx1887 = getelementptr inbounds nuw i8, ptr %arena, i64 16
  store i64 7, ptr %arrayidx1887, align 8
  br label %if.end

if.then:
  %error = getelementptr inbounds nuw i8, ptr %s, i64 72
  %5 = load i64, ptr %error, align 8
  store i64 %5, ptr %add.ptr, align 8
  %wrong = getelementptr inbounds nuw i8, ptr %s, i64 80
  %6 = load i64, ptr %wrong, align 8
  %arrayidx18 = getelementptr inbounds nuw i8, ptr %arena, i64 16
  store i64 %6, ptr %arrayidx18, align 8
  %path21 = getelementptr inbounds nuw i8, ptr %s, i64 88
  %7 = load ptr, ptr %path21, align 8
  store ptr null, ptr %path21, align 8
  br label %if.end

if.end:
  %cond2492 = phi ptr [ null, %cond.end23.thread ], [ %7, %if.then ]
  %arrayidx188891 = phi ptr [ %arrayidx1887, %cond.end23.thread ], [ %arrayidx18, %if.then ]
  %sessions = getelementptr inbounds nuw i8, ptr %call, i64 24
  %8 = load ptr, ptr %sessions, align 8
  %tobool27.not101 = icmp eq ptr %8, null
  br i1 %tobool27.not101, label %while.end, label %while.body

while.body:
  %9 = phi ptr [ %10, %while.body ], [ %8, %if.end ]
  call void @irad_snapshots_end(ptr %9)
  %10 = load ptr, ptr %sessions, align 8
  %tobool27.not = icmp eq ptr %10, null
  br i1 %tobool27.not, label %while.end, label %while.body

while.end:
  %failed = getelementptr inbounds nuw i8, ptr %call, i64 16
  %11 = load ptr, ptr %failed, align 8
  call void @free(ptr %11)
  store ptr %cond2492, ptr %failed, align 8
  %12 = ptrtoint ptr %cond2492 to i64
  %arrayidx30 = getelementptr inbounds nuw i8, ptr %arena, i64 24
  store i64 %12, ptr %arrayidx30, align 8
  %add.ptr31 = getelementptr inbounds nuw i8, ptr %arena, i64 48
  %13 = load i64, ptr %add.ptr31, align 8
  %tobool32.not = icmp eq i64 %13, 0
  br i1 %tobool32.not, label %if.then33, label %if.end39

if.then33:
  %call.i = call i64 @strlen(ptr @irad.snapshots.str.5)
  %call1.i = call i64 @write(i32 2, ptr @irad.snapshots.str.5, i64 %call.i)
  %tobool.not.i = icmp eq ptr %cond2492, null
  br i1 %tobool.not.i, label %say.exit, label %if.then.i

if.then.i:
  %call.i71 = call i64 @strlen(ptr %cond2492)
  %call1.i72 = call i64 @write(i32 2, ptr %cond2492, i64 %call.i71)
  br label %say.exit

say.exit:
  %cond35 = phi ptr [ @irad.snapshots.str, %if.then33 ], [ @irad.snapshots.str.6, %if.then.i ]
  %call.i75 = call i64 @strlen(ptr %cond35)
  %call1.i76 = call i64 @write(i32 2, ptr %cond35, i64 %call.i75)
  %14 = load i64, ptr %arrayidx188891, align 8
  %switch.tableidx = add i64 %14, -4
  %15 = icmp ult i64 %switch.tableidx, 4
  br i1 %15, label %switch.lookup, label %irad_snapshots_reason.exit

irad_snapshots_reason.exit:
  %16 = load i64, ptr %add.ptr, align 8
  %conv.i = trunc i64 %16 to i32
  %call.i77 = call ptr @strerror(i32 %conv.i)
  %tobool.not.i78 = icmp eq ptr %call.i77, null
  br i1 %tobool.not.i78, label %say.exit82, label %if.then.i79

switch.lookup:
  %switch.gep = getelementptr inbounds nuw ptr, ptr @switch.table.irad_snapshots_leave, i64 %switch.tableidx
  %switch.load = load ptr, ptr %switch.gep, align 8
  br label %if.then.i79

if.then.i79:
  %retval.0.i95 = phi ptr [ %call.i77, %irad_snapshots_reason.exit ], [ %switch.load, %switch.lookup ]
  %call.i80 = call i64 @strlen(ptr %retval.0.i95)
  %call1.i81 = call i64 @write(i32 2, ptr %retval.0.i95, i64 %call.i80)
  br label %say.exit82

say.exit82:
  %call.i84 = call i64 @strlen(ptr @irad.snapshots.str.7)
  %call1.i85 = call i64 @write(i32 2, ptr @irad.snapshots.str.7, i64 %call.i84)
  br label %if.end39

if.end39:
  call void @irad_leave(ptr %arena, i32 -6)
  unreachable
}

define void @irad_snapshots_save(ptr %s, i64 %k, ptr %piece, i64 %first, i64 %rest) noinline nounwind {
entry:
  %wrong = getelementptr inbounds nuw i8, ptr %s, i64 80
  %0 = load i64, ptr %wrong, align 8
  %tobool.not = icmp eq i64 %0, 0
  br i1 %tobool.not, label %if.end, label %return

if.end:
  %store = getelementptr inbounds nuw i8, ptr %s, i64 16
  %1 = load ptr, ptr %store, align 8
  %tobool1.not = icmp eq ptr %1, null
  br i1 %tobool1.not, label %if.then2, label %if.end12

if.then2:
  %call = call ptr @irad_snapshots_store(ptr %s)
  store ptr %call, ptr %store, align 8
  %tobool5.not = icmp eq ptr %call, null
  br i1 %tobool5.not, label %if.then6, label %if.end10

if.then6:
  %reversing = getelementptr inbounds nuw i8, ptr %s, i64 64
  %2 = load i64, ptr %reversing, align 8
  %tobool7.not = icmp eq i64 %2, 0
  br i1 %tobool7.not, label %return, label %if.then8

if.then8:
  %control = getelementptr inbounds nuw i8, ptr %s, i64 8
  %3 = load ptr, ptr %control, align 8
  %arena = getelementptr inbounds nuw i8, ptr %3, i64 8
  %4 = load ptr, ptr %arena, align 8
  call void @irad_snapshots_leave(ptr %4, ptr %s)
  unreachable

if.end10:
  %sessions = getelementptr inbounds nuw i8, ptr %call, i64 24
  %5 = load i64, ptr %sessions, align 8
  %inc = add nsw i64 %5, 1
  store i64 %inc, ptr %sessions, align 8
  %.pre = load ptr, ptr %store, align 8
  br label %if.end12

if.end12:
  %6 = phi ptr [ %.pre, %if.end10 ], [ %1, %if.end ]
  %owner = getelementptr inbounds nuw i8, ptr %6, i64 60
  %7 = load i32, ptr %owner, align 4
  %call14 = call i32 @getpid()
  %cmp.not = icmp eq i32 %7, %call14
  %8 = load ptr, ptr %store, align 8
  br i1 %cmp.not, label %if.end16, label %if.then15

if.then15:
  %path.i = getelementptr inbounds nuw i8, ptr %8, i64 48
  %9 = load ptr, ptr %path.i, align 8
  call void @irad_snapshots_fail(ptr %s, i64 6, i64 0, ptr %9)
  %reversing.i = getelementptr inbounds nuw i8, ptr %s, i64 64
  %10 = load i64, ptr %reversing.i, align 8
  %tobool.not.i = icmp eq i64 %10, 0
  br i1 %tobool.not.i, label %return, label %if.then.i

if.then.i:
  %control.i = getelementptr inbounds nuw i8, ptr %s, i64 8
  %11 = load ptr, ptr %control.i, align 8
  %arena.i = getelementptr inbounds nuw i8, ptr %11, i64 8
  %12 = load ptr, ptr %arena.i, align 8
  call void @irad_snapshots_leave(ptr %12, ptr %s)
  unreachable

if.end16:
  %file18 = getelementptr inbounds nuw i8, ptr %8, i64 56
  %13 = load i32, ptr %file18, align 8
  %add = add nsw i64 %rest, %first
  %cmp4.i = icmp sgt i64 %add, 0
  br i1 %cmp4.i, label %for.body.i, label %sum.exit

for.body.i:
  %i.06.i = phi i64 [ %inc.i, %for.body.i ], [ 0, %if.end16 ]
  %total.05.i = phi i64 [ %add.i, %for.body.i ], [ 0, %if.end16 ]
  %arrayidx.i = getelementptr inbounds nuw %irad.snapshots.Piece, ptr %piece, i64 %i.06.i
  %size.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 8
  %14 = load i64, ptr %size.i, align 8
  %add.i = add nsw i64 %14, %total.05.i
  %inc.i = add nuw nsw i64 %i.06.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %add
  br i1 %exitcond.not.i, label %sum.exit.loopexit, label %for.body.i

sum.exit.loopexit:
  %15 = add nsw i64 %add.i, 4095
  %16 = sdiv i64 %15, 4096
  %17 = shl nsw i64 %16, 12
  br label %sum.exit

sum.exit:
  %total.0.lcssa.i = phi i64 [ 0, %if.end16 ], [ %17, %sum.exit.loopexit ]
  %count.i = getelementptr inbounds nuw i8, ptr %s, i64 48
  %18 = load i64, ptr %count.i, align 8
  %cmp.not.i = icmp slt i64 %k, %18
  br i1 %cmp.not.i, label %entry.if.end8_crit_edge.i, label %if.then.i77

entry.if.end8_crit_edge.i:
  %slot10.phi.trans.insert.i = getelementptr inbounds nuw i8, ptr %s, i64 40
  %.pre.i = load ptr, ptr %slot10.phi.trans.insert.i, align 8
  br label %if.end8.i

if.then.i77:
  %mul.i = shl nsw i64 %k, 1
  %add.i78 = add nsw i64 %mul.i, 8
  %slot.i = getelementptr inbounds nuw i8, ptr %s, i64 40
  %19 = load ptr, ptr %slot.i, align 8
  %mul1.i = mul i64 %add.i78, 48
  %call.i = call ptr @realloc(ptr %19, i64 %mul1.i)
  %tobool.not.i79 = icmp eq ptr %call.i, null
  br i1 %tobool.not.i79, label %if.then2.i, label %if.end.i

if.then2.i:
  %control.i85 = getelementptr inbounds nuw i8, ptr %s, i64 8
  %20 = load ptr, ptr %control.i85, align 8
  %arena.i.i = getelementptr inbounds nuw i8, ptr %20, i64 8
  %21 = load ptr, ptr %arena.i.i, align 8
  %add.ptr.i.i = getelementptr inbounds nuw i8, ptr %21, i64 64
  call void @irad_out_of_memory(ptr %add.ptr.i.i)
  unreachable

if.end.i:
  %22 = load i64, ptr %count.i, align 8
  %cmp440.i = icmp slt i64 %22, %add.i78
  br i1 %cmp440.i, label %for.body.i81, label %for.cond.cleanup.i

for.cond.cleanup.i:
  store ptr %call.i, ptr %slot.i, align 8
  store i64 %add.i78, ptr %count.i, align 8
  br label %if.end8.i

for.body.i81:
  %i.041.i = phi i64 [ %inc.i83, %for.body.i81 ], [ %22, %if.end.i ]
  %arrayidx.i82 = getelementptr inbounds %irad.snapshots.Slot, ptr %call.i, i64 %i.041.i
  store i64 -1, ptr %arrayidx.i82, align 8
  %.compoundliteral.sroa.2.0.arrayidx.sroa_idx.i = getelementptr inbounds nuw i8, ptr %arrayidx.i82, i64 8
  store i64 0, ptr %.compoundliteral.sroa.2.0.arrayidx.sroa_idx.i, align 8
  %.compoundliteral.sroa.3.0.arrayidx.sroa_idx.i = getelementptr inbounds nuw i8, ptr %arrayidx.i82, i64 16
  store i64 9223372036854775807, ptr %.compoundliteral.sroa.3.0.arrayidx.sroa_idx.i, align 8
  %.compoundliteral.sroa.4.0.arrayidx.sroa_idx.i = getelementptr inbounds nuw i8, ptr %arrayidx.i82, i64 24
  store i64 0, ptr %.compoundliteral.sroa.4.0.arrayidx.sroa_idx.i, align 8
  %.compoundliteral.sroa.5.0.arrayidx.sroa_idx.i = getelementptr inbounds nuw i8, ptr %arrayidx.i82, i64 32
  call void @llvm.memset.p0.i64(ptr align 8 %.compoundliteral.sroa.5.0.arrayidx.sroa_idx.i, i8 0, i64 16, i1 false)
  %inc.i83 = add nsw i64 %i.041.i, 1
  %exitcond.not.i84 = icmp eq i64 %inc.i83, %add.i78
  br i1 %exitcond.not.i84, label %for.cond.cleanup.i, label %for.body.i81

if.end8.i:
  %23 = phi ptr [ %.pre.i, %entry.if.end8_crit_edge.i ], [ %call.i, %for.cond.cleanup.i ]
  %add.ptr.i = getelementptr inbounds %irad.snapshots.Slot, ptr %23, i64 %k
  %24 = load i64, ptr %add.ptr.i, align 8
  %cmp12.i = icmp eq i64 %24, -1
  br i1 %cmp12.i, label %if.then13.i, label %slot_for.exit

if.then13.i:
  %size16.i = getelementptr inbounds nuw i8, ptr %add.ptr.i, i64 8
  store i64 %total.0.lcssa.i, ptr %size16.i, align 8
  %25 = load ptr, ptr %store, align 8
  %call18.i = call i64 @irad_snapshots_take(ptr %25, i64 %total.0.lcssa.i)
  store i64 %call18.i, ptr %add.ptr.i, align 8
  br label %slot_for.exit

slot_for.exit:
  %saves = getelementptr inbounds nuw i8, ptr %s, i64 56
  %26 = load i64, ptr %saves, align 8
  %inc21 = add nsw i64 %26, 1
  store i64 %inc21, ptr %saves, align 8
  %sequence = getelementptr inbounds nuw i8, ptr %add.ptr.i, i64 16
  store i64 %inc21, ptr %sequence, align 8
  %cmp4.i86 = icmp sgt i64 %first, 0
  br i1 %cmp4.i86, label %for.body.i89, label %sum.exit97

for.body.i89:
  %i.06.i90 = phi i64 [ %inc.i95, %for.body.i89 ], [ 0, %slot_for.exit ]
  %total.05.i91 = phi i64 [ %add.i94, %for.body.i89 ], [ 0, %slot_for.exit ]
  %arrayidx.i92 = getelementptr inbounds nuw %irad.snapshots.Piece, ptr %piece, i64 %i.06.i90
  %size.i93 = getelementptr inbounds nuw i8, ptr %arrayidx.i92, i64 8
  %27 = load i64, ptr %size.i93, align 8
  %add.i94 = add nsw i64 %27, %total.05.i91
  %inc.i95 = add nuw nsw i64 %i.06.i90, 1
  %exitcond.not.i96 = icmp eq i64 %inc.i95, %first
  br i1 %exitcond.not.i96, label %sum.exit97, label %for.body.i89

sum.exit97:
  %total.0.lcssa.i88 = phi i64 [ 0, %slot_for.exit ], [ %add.i94, %for.body.i89 ]
  %rest23 = getelementptr inbounds nuw i8, ptr %add.ptr.i, i64 24
  store i64 %total.0.lcssa.i88, ptr %rest23, align 8
  %28 = load i64, ptr %add.ptr.i, align 8
  %checksum = getelementptr inbounds nuw i8, ptr %add.ptr.i, i64 32
  %call24 = call i64 @irad_snapshots_transfer(i32 %13, i64 %28, ptr %piece, i64 %first, i32 1, ptr %checksum)
  %tobool25.not = icmp eq i64 %call24, 0
  br i1 %tobool25.not, label %if.end34, label %if.then36

if.end34:
  %29 = load i64, ptr %add.ptr.i, align 8
  %30 = load i64, ptr %rest23, align 8
  %add29 = add nsw i64 %30, %29
  %add.ptr = getelementptr inbounds %irad.snapshots.Piece, ptr %piece, i64 %first
  %add.ptr32 = getelementptr inbounds nuw i8, ptr %add.ptr.i, i64 40
  %call33 = call i64 @irad_snapshots_transfer(i32 %13, i64 %add29, ptr %add.ptr, i64 %rest, i32 1, ptr %add.ptr32)
  %tobool35.not = icmp eq i64 %call33, 0
  br i1 %tobool35.not, label %if.else, label %if.then36

if.then36:
  %error.0109 = phi i64 [ %call33, %if.end34 ], [ %call24, %sum.exit97 ]
  %31 = load ptr, ptr %store, align 8
  %path.i99 = getelementptr inbounds nuw i8, ptr %31, i64 48
  %32 = load ptr, ptr %path.i99, align 8
  call void @irad_snapshots_fail(ptr %s, i64 2, i64 %error.0109, ptr %32)
  %reversing.i100 = getelementptr inbounds nuw i8, ptr %s, i64 64
  %33 = load i64, ptr %reversing.i100, align 8
  %tobool.not.i101 = icmp eq i64 %33, 0
  br i1 %tobool.not.i101, label %return, label %if.then.i102

if.then.i102:
  %control.i103 = getelementptr inbounds nuw i8, ptr %s, i64 8
  %34 = load ptr, ptr %control.i103, align 8
  %arena.i104 = getelementptr inbounds nuw i8, ptr %34, i64 8
  %35 = load ptr, ptr %arena.i104, align 8
  call void @irad_snapshots_leave(ptr %35, ptr %s)
  unreachable

if.else:
  %size = getelementptr inbounds nuw i8, ptr %add.ptr.i, i64 8
  %36 = load i64, ptr %size, align 8
  %cmp37 = icmp sgt i64 %36, 262143
  br i1 %cmp37, label %if.then38, label %return

if.then38:
  %37 = load i64, ptr %add.ptr.i, align 8
  call void @irad_write_behind(i32 %13, i64 %37, i64 %36)
  br label %return

return:
  ret void
}

define ptr @irad_snapshots_store(ptr %s) noinline nounwind {
entry:
  %error = alloca i64, align 8
  %control = getelementptr inbounds nuw i8, ptr %s, i64 8
  %0 = load ptr, ptr %control, align 8
  %directory = getelementptr inbounds nuw i8, ptr %s, i64 24
  %1 = load ptr, ptr %directory, align 8
  %tobool.not = icmp eq ptr %1, null
  br i1 %tobool.not, label %cond.end, label %lor.lhs.false

cond.end:
  %call = call ptr @getenv(ptr @irad.snapshots.str.8)
  %tobool2.not = icmp eq ptr %call, null
  br i1 %tobool2.not, label %if.then, label %lor.lhs.false

lor.lhs.false:
  %cond45 = phi ptr [ %call, %cond.end ], [ %1, %entry ]
  %2 = load i8, ptr %cond45, align 1
  %tobool3.not = icmp eq i8 %2, 0
  br i1 %tobool3.not, label %if.then, label %if.end

if.then:
  br label %if.end

if.end:
  %named.0 = phi ptr [ %cond45, %lor.lhs.false ], [ @irad.snapshots.str.9, %if.then ]
  %stores = getelementptr inbounds nuw i8, ptr %0, i64 32
  br label %for.cond

for.cond:
  %t.0.in = phi ptr [ %stores, %if.end ], [ %t.0, %for.body ]
  %t.0 = load ptr, ptr %t.0.in, align 8
  %tobool4.not = icmp eq ptr %t.0, null
  br i1 %tobool4.not, label %for.end, label %for.body

for.body:
  %named5 = getelementptr inbounds nuw i8, ptr %t.0, i64 32
  %3 = load ptr, ptr %named5, align 8
  %call6 = call i32 @strcmp(ptr %3, ptr %named.0)
  %tobool7.not = icmp eq i32 %call6, 0
  br i1 %tobool7.not, label %cleanup23, label %for.cond

for.end:
  call void @llvm.lifetime.start.p0(ptr %error)
  %call11 = call ptr @irad_snapshots_open(ptr %named.0, ptr %error)
  %tobool12.not = icmp eq ptr %call11, null
  br i1 %tobool12.not, label %if.else, label %if.then13

if.then13:
  %4 = load ptr, ptr %stores, align 8
  store ptr %4, ptr %call11, align 8
  store ptr %call11, ptr %stores, align 8
  br label %if.end20

if.else:
  %5 = load i64, ptr %error, align 8
  %cmp = icmp slt i64 %5, 0
  br i1 %cmp, label %if.then17, label %if.else18

if.then17:
  %arena.i = getelementptr inbounds nuw i8, ptr %0, i64 8
  %6 = load ptr, ptr %arena.i, align 8
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %6, i64 64
  call void @irad_out_of_memory(ptr %add.ptr.i)
  unreachable

if.else18:
  call void @irad_snapshots_fail(ptr %s, i64 1, i64 %5, ptr %named.0)
  br label %if.end20

if.end20:
  call void @llvm.lifetime.end.p0(ptr %error)
  br label %cleanup23

cleanup23:
  %retval.1 = phi ptr [ %call11, %if.end20 ], [ %t.0, %for.body ]
  ret ptr %retval.1
}

define void @irad_snapshots_restore(ptr %s, i64 %k, ptr %piece, i64 %count, i64 %part) noinline nounwind {
entry:
  %checksum = alloca i64, align 8
  %slot1 = getelementptr inbounds nuw i8, ptr %s, i64 40
  %0 = load ptr, ptr %slot1, align 8
  %add.ptr = getelementptr inbounds %irad.snapshots.Slot, ptr %0, i64 %k
  %store = getelementptr inbounds nuw i8, ptr %s, i64 16
  %1 = load ptr, ptr %store, align 8
  %file2 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %2 = load i32, ptr %file2, align 8
  call void @llvm.lifetime.start.p0(ptr %checksum)
  store i64 0, ptr %checksum, align 8
  %owner = getelementptr inbounds nuw i8, ptr %1, i64 60
  %3 = load i32, ptr %owner, align 4
  %call = call i32 @getpid()
  %cmp.not = icmp eq i32 %3, %call
  br i1 %cmp.not, label %if.end, label %if.then

if.then:
  %4 = load ptr, ptr %store, align 8
  %path.i = getelementptr inbounds nuw i8, ptr %4, i64 48
  %5 = load ptr, ptr %path.i, align 8
  call void @irad_snapshots_fail(ptr %s, i64 6, i64 0, ptr %5)
  %reversing.i = getelementptr inbounds nuw i8, ptr %s, i64 64
  %6 = load i64, ptr %reversing.i, align 8
  %tobool.not.i = icmp eq i64 %6, 0
  br i1 %tobool.not.i, label %if.end, label %if.then.i

if.then.i:
  %control.i = getelementptr inbounds nuw i8, ptr %s, i64 8
  %7 = load ptr, ptr %control.i, align 8
  %arena.i = getelementptr inbounds nuw i8, ptr %7, i64 8
  %8 = load ptr, ptr %arena.i, align 8
  call void @irad_snapshots_leave(ptr %8, ptr %s)
  unreachable

if.end:
  %9 = load i64, ptr %add.ptr, align 8
  %tobool.not = icmp eq i64 %part, 0
  br i1 %tobool.not, label %cond.end, label %cond.true

cond.true:
  %rest = getelementptr inbounds nuw i8, ptr %add.ptr, i64 24
  %10 = load i64, ptr %rest, align 8
  br label %cond.end

cond.end:
  %cond = phi i64 [ %10, %cond.true ], [ 0, %if.end ]
  %add = add nsw i64 %cond, %9
  %call4 = call i64 @irad_snapshots_transfer(i32 %2, i64 %add, ptr %piece, i64 %count, i32 0, ptr %checksum)
  %tobool5.not = icmp eq i64 %call4, 0
  br i1 %tobool5.not, label %if.end15, label %if.then6

if.then6:
  %cmp7 = icmp slt i64 %call4, 0
  %conv = select i1 %cmp7, i64 4, i64 3
  %cond14 = select i1 %cmp7, i64 5, i64 %call4
  %11 = load ptr, ptr %store, align 8
  %path.i78 = getelementptr inbounds nuw i8, ptr %11, i64 48
  %12 = load ptr, ptr %path.i78, align 8
  call void @irad_snapshots_fail(ptr %s, i64 range(i64 2, 7) %conv, i64 %cond14, ptr %12)
  %reversing.i79 = getelementptr inbounds nuw i8, ptr %s, i64 64
  %13 = load i64, ptr %reversing.i79, align 8
  %tobool.not.i80 = icmp eq i64 %13, 0
  br i1 %tobool.not.i80, label %if.end15, label %if.then.i81

if.then.i81:
  %control.i82 = getelementptr inbounds nuw i8, ptr %s, i64 8
  %14 = load ptr, ptr %control.i82, align 8
  %arena.i83 = getelementptr inbounds nuw i8, ptr %14, i64 8
  %15 = load ptr, ptr %arena.i83, align 8
  call void @irad_snapshots_leave(ptr %15, ptr %s)
  unreachable

if.end15:
  %16 = load i64, ptr %checksum, align 8
  %checksum16 = getelementptr inbounds nuw i8, ptr %add.ptr, i64 32
  %arrayidx = getelementptr inbounds i64, ptr %checksum16, i64 %part
  %17 = load i64, ptr %arrayidx, align 8
  %cmp17.not = icmp eq i64 %16, %17
  br i1 %cmp17.not, label %if.end20, label %if.then19

if.then19:
  %18 = load ptr, ptr %store, align 8
  %path.i86 = getelementptr inbounds nuw i8, ptr %18, i64 48
  %19 = load ptr, ptr %path.i86, align 8
  call void @irad_snapshots_fail(ptr %s, i64 5, i64 5, ptr %19)
  %reversing.i87 = getelementptr inbounds nuw i8, ptr %s, i64 64
  %20 = load i64, ptr %reversing.i87, align 8
  %tobool.not.i88 = icmp eq i64 %20, 0
  br i1 %tobool.not.i88, label %if.end20, label %if.then.i89

if.then.i89:
  %control.i90 = getelementptr inbounds nuw i8, ptr %s, i64 8
  %21 = load ptr, ptr %control.i90, align 8
  %arena.i91 = getelementptr inbounds nuw i8, ptr %21, i64 8
  %22 = load ptr, ptr %arena.i91, align 8
  call void @irad_snapshots_leave(ptr %22, ptr %s)
  unreachable

if.end20:
  br i1 %tobool.not, label %cleanup, label %lor.lhs.false

lor.lhs.false:
  %size = getelementptr inbounds nuw i8, ptr %add.ptr, i64 8
  %23 = load i64, ptr %size, align 8
  %cmp22 = icmp slt i64 %23, 262144
  br i1 %cmp22, label %cleanup, label %if.end25

if.end25:
  %24 = load ptr, ptr %slot1, align 8
  %count28 = getelementptr inbounds nuw i8, ptr %s, i64 48
  %25 = load i64, ptr %count28, align 8
  %add.ptr29.idx = mul nsw i64 %25, 48
  %add.ptr29 = getelementptr inbounds i8, ptr %24, i64 %add.ptr29.idx
  %cmp3093 = icmp sgt i64 %25, 0
  br i1 %cmp3093, label %for.body.lr.ph, label %cleanup

for.body.lr.ph:
  %sequence32 = getelementptr inbounds nuw i8, ptr %add.ptr, i64 16
  %26 = load i64, ptr %sequence32, align 8
  br label %for.body

for.cond.cleanup:
  %tobool43.not = icmp eq ptr %before.1, null
  br i1 %tobool43.not, label %cleanup, label %if.then44

for.body:
  %other.095 = phi ptr [ %24, %for.body.lr.ph ], [ %incdec.ptr, %for.inc ]
  %before.094 = phi ptr [ null, %for.body.lr.ph ], [ %before.1, %for.inc ]
  %sequence = getelementptr inbounds nuw i8, ptr %other.095, i64 16
  %27 = load i64, ptr %sequence, align 8
  %cmp33 = icmp slt i64 %27, %26
  br i1 %cmp33, label %land.lhs.true, label %for.inc

land.lhs.true:
  %tobool35.not = icmp eq ptr %before.094, null
  br i1 %tobool35.not, label %if.then41, label %lor.lhs.false36

lor.lhs.false36:
  %sequence38 = getelementptr inbounds nuw i8, ptr %before.094, i64 16
  %28 = load i64, ptr %sequence38, align 8
  %cmp39 = icmp sgt i64 %27, %28
  br i1 %cmp39, label %if.then41, label %for.inc

if.then41:
  br label %for.inc

for.inc:
  %before.1 = phi ptr [ %other.095, %if.then41 ], [ %before.094, %lor.lhs.false36 ], [ %before.094, %for.body ]
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %other.095, i64 48
  %cmp30 = icmp ult ptr %incdec.ptr, %add.ptr29
  br i1 %cmp30, label %for.body, label %for.cond.cleanup

if.then44:
  %29 = load i64, ptr %before.1, align 8
  %size46 = getelementptr inbounds nuw i8, ptr %before.1, i64 8
  %30 = load i64, ptr %size46, align 8
  call void @irad_read_ahead(i32 %2, i64 %29, i64 %30)
  br label %cleanup

cleanup:
  call void @llvm.lifetime.end.p0(ptr %checksum)
  ret void
}

define void @irad_snapshots_fail(ptr writeonly %s, i64 range(i64 1, 7) %wrong, i64 %error, ptr %path) noinline nounwind {
entry:
  %wrong1 = getelementptr inbounds nuw i8, ptr %s, i64 80
  store i64 %wrong, ptr %wrong1, align 8
  %error2 = getelementptr inbounds nuw i8, ptr %s, i64 72
  store i64 %error, ptr %error2, align 8
  %call = call ptr @irad_snapshots_text(ptr %path, ptr @irad.snapshots.str, ptr @irad.snapshots.str)
  %path3 = getelementptr inbounds nuw i8, ptr %s, i64 88
  store ptr %call, ptr %path3, align 8
  ret void
}
