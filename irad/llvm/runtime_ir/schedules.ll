; Made from schedules.c by irad.llvm.runtime_ir.schedules.from_clang.
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

%struct.Slot = type { i64, i64, i64 }

define linkonce_odr hidden range(i64 -9223372036854775624, 25769803961) i64 @irad_schedule_bytes(i64 %snapshots, i64 %steps) noinline nounwind {
entry:
  %cmp.i = icmp sgt i64 %steps, -1
  br i1 %cmp.i, label %if.then.i, label %if.end.i

if.then.i:
  switch i64 %snapshots, label %if.end4.i.i [
    i64 0, label %for.body.i.i.i
    i64 -1, label %while.cond.i.i.i
  ]

for.body.i.i.i:
  %bit.018.i.i.i = phi i64 [ %div616.i.i.i, %for.body.i.i.i ], [ 1073741824, %if.then.i ]
  %x.017.i.i.i = phi i64 [ %spec.select.i.i.i, %for.body.i.i.i ], [ %snapshots, %if.then.i ]
  %add.i.i.i = add nuw nsw i64 %x.017.i.i.i, %bit.018.i.i.i
  %add1.i.i.i = add nuw nsw i64 %add.i.i.i, 1
  %add3.i.i.i = add nuw nsw i64 %add.i.i.i, 2
  %mul.i.i.i = mul nsw i64 %add1.i.i.i, %add3.i.i.i
  %div15.i.i.i = lshr i64 %mul.i.i.i, 1
  %cmp4.i.i.i = icmp samesign ult i64 %div15.i.i.i, %steps
  %spec.select.i.i.i = select i1 %cmp4.i.i.i, i64 %add.i.i.i, i64 %x.017.i.i.i
  %div616.i.i.i = lshr i64 %bit.018.i.i.i, 1
  %cmp.not.i.i.i = icmp eq i64 %div616.i.i.i, 0
  br i1 %cmp.not.i.i.i, label %cond.true.i, label %for.body.i.i.i

while.cond.i.i.i:
  %bits.0.i.i.i = phi i64 [ %inc.i.i.i, %while.cond.i.i.i ], [ 0, %if.then.i ]
  %cmp.i.i.i = icmp samesign ult i64 %bits.0.i.i.i, 62
  %shl.i.i.i = shl nuw nsw i64 1, %bits.0.i.i.i
  %cmp1.i.i.i = icmp samesign ult i64 %shl.i.i.i, %steps
  %0 = select i1 %cmp.i.i.i, i1 %cmp1.i.i.i, i1 false
  %inc.i.i.i = add nuw nsw i64 %bits.0.i.i.i, 1
  br i1 %0, label %while.cond.i.i.i, label %cond.end.i

if.end4.i.i:
  %1 = call i64 @llvm.umax.i64(i64 %steps, i64 1)
  %cond.i11.i.i = call i64 @llvm.smin.i64(i64 %snapshots, i64 %1)
  br label %cond.end.i

cond.true.i:
  %add7.i.i.i = add nuw nsw i64 %spec.select.i.i.i, 1
  %2 = call i64 @llvm.umin.i64(i64 %steps, i64 4096)
  %cond.i23.i = call i64 @llvm.smax.i64(i64 %add7.i.i.i, i64 %2)
  br label %cond.end.i

cond.end.i:
  %cond.i = phi i64 [ %cond.i23.i, %cond.true.i ], [ %cond.i11.i.i, %if.end4.i.i ], [ %inc.i.i.i, %while.cond.i.i.i ]
  %cond.i24.i = call i64 @llvm.smin.i64(i64 %cond.i, i64 1073741824)
  br label %table.exit

if.end.i:
  switch i64 %snapshots, label %cond.false10.i [
    i64 0, label %table.exit
    i64 -1, label %cond.end14.fold.split.i
  ]

cond.false10.i:
  %cond.i25.i = call i64 @llvm.smin.i64(i64 %snapshots, i64 1073741824)
  br label %table.exit

cond.end14.fold.split.i:
  br label %table.exit

table.exit:
  %retval.0.i = phi i64 [ %cond.i24.i, %cond.end.i ], [ 4096, %if.end.i ], [ %cond.i25.i, %cond.false10.i ], [ 64, %cond.end14.fold.split.i ]
  %mul = mul nsw i64 %retval.0.i, 24
  %add = add nsw i64 %mul, 184
  ret i64 %add
}

define linkonce_odr hidden void @irad_schedule_start(ptr writeonly %s, i64 %steps, i64 %snapshots, i64 %segment, i64 %budget, i64 %state) noinline nounwind {
entry:
  %reverse = getelementptr inbounds nuw i8, ptr %s, i64 72
  %cond.i = call i64 @llvm.smin.i64(i64 %snapshots, i64 1073741824)
  %mode = getelementptr inbounds nuw i8, ptr %s, i64 16
  call void @llvm.memset.p0.i64(ptr align 8 %s, i8 0, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr align 8 %reverse, i8 0, i64 24, i1 false)
  store i64 %cond.i, ptr %mode, align 8
  %total = getelementptr inbounds nuw i8, ptr %s, i64 24
  store i64 %steps, ptr %total, align 8
  %unit = getelementptr inbounds nuw i8, ptr %s, i64 32
  store i64 %segment, ptr %unit, align 8
  %budget1 = getelementptr inbounds nuw i8, ptr %s, i64 40
  store i64 %budget, ptr %budget1, align 8
  %0 = or i64 %segment, %snapshots
  %1 = icmp eq i64 %0, 0
  %conv = zext i1 %1 to i64
  %levels = getelementptr inbounds nuw i8, ptr %s, i64 48
  store i64 %conv, ptr %levels, align 8
  %cond.i46 = call i64 @llvm.smax.i64(i64 %state, i64 1)
  %state4 = getelementptr inbounds nuw i8, ptr %s, i64 56
  store i64 %cond.i46, ptr %state4, align 8
  %tape = getelementptr inbounds nuw i8, ptr %s, i64 64
  store i64 1, ptr %tape, align 8
  %head = getelementptr inbounds nuw i8, ptr %s, i64 96
  %grown = getelementptr inbounds nuw i8, ptr %s, i64 168
  call void @llvm.memset.p0.i64(ptr align 8 %head, i8 -1, i64 16, i1 false)
  %saving = getelementptr inbounds nuw i8, ptr %s, i64 152
  store i64 0, ptr %saving, align 8
  %used = getelementptr inbounds nuw i8, ptr %s, i64 120
  %victim = getelementptr inbounds nuw i8, ptr %s, i64 160
  call void @llvm.memset.p0.i64(ptr align 8 %used, i8 0, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr align 8 %grown, i8 0, i64 16, i1 false)
  store i64 -1, ptr %victim, align 8
  %last = getelementptr inbounds nuw i8, ptr %s, i64 136
  %cond.i47 = call i64 @llvm.smax.i64(i64 %cond.i, i64 1)
  %slots = getelementptr inbounds nuw i8, ptr %s, i64 112
  call void @llvm.memset.p0.i64(ptr align 8 %last, i8 -1, i64 16, i1 false)
  store i64 %cond.i47, ptr %slots, align 8
  %cmp7 = icmp sgt i64 %steps, 0
  %cmp9 = icmp sgt i64 %segment, 0
  %or.cond = and i1 %cmp7, %cmp9
  br i1 %or.cond, label %if.then, label %if.end

if.then:
  %div.i48 = udiv i64 %steps, %segment
  %rem.i49 = urem i64 %steps, %segment
  %cmp.i = icmp ne i64 %rem.i49, 0
  %conv2.i = zext i1 %cmp.i to i64
  %add.i = add nuw nsw i64 %div.i48, %conv2.i
  switch i64 %cond.i, label %if.end4.i [
    i64 0, label %for.body.i.i
    i64 -1, label %while.cond.i.i
  ]

for.body.i.i:
  %bit.018.i.i = phi i64 [ %div616.i.i, %for.body.i.i ], [ 1073741824, %if.then ]
  %x.017.i.i = phi i64 [ %spec.select.i.i, %for.body.i.i ], [ %cond.i, %if.then ]
  %add.i.i = add nuw nsw i64 %x.017.i.i, %bit.018.i.i
  %add1.i.i = add nuw nsw i64 %add.i.i, 1
  %add3.i.i = add nuw nsw i64 %add.i.i, 2
  %mul.i.i = mul nsw i64 %add1.i.i, %add3.i.i
  %div15.i.i = lshr i64 %mul.i.i, 1
  %cmp4.i.i = icmp samesign ult i64 %div15.i.i, %add.i
  %spec.select.i.i = select i1 %cmp4.i.i, i64 %add.i.i, i64 %x.017.i.i
  %div616.i.i = lshr i64 %bit.018.i.i, 1
  %cmp.not.i.i = icmp eq i64 %div616.i.i, 0
  br i1 %cmp.not.i.i, label %sqrt_slots.exit.i, label %for.body.i.i

sqrt_slots.exit.i:
  %add7.i.i = add nuw nsw i64 %spec.select.i.i, 1
  br label %known_slots.exit

while.cond.i.i:
  %bits.0.i.i = phi i64 [ %inc.i.i, %while.cond.i.i ], [ 0, %if.then ]
  %cmp.i.i = icmp samesign ult i64 %bits.0.i.i, 62
  %shl.i.i = shl nuw nsw i64 1, %bits.0.i.i
  %cmp1.i.i = icmp samesign ult i64 %shl.i.i, %add.i
  %2 = select i1 %cmp.i.i, i1 %cmp1.i.i, i1 false
  %inc.i.i = add nuw nsw i64 %bits.0.i.i, 1
  br i1 %2, label %while.cond.i.i, label %known_slots.exit

if.end4.i:
  %3 = call i64 @llvm.umax.i64(i64 %add.i, i64 1)
  %cond.i11.i = call i64 @llvm.smin.i64(i64 %cond.i, i64 %3)
  br label %known_slots.exit

known_slots.exit:
  %retval.0.i = phi i64 [ %add7.i.i, %sqrt_slots.exit.i ], [ %cond.i11.i, %if.end4.i ], [ %inc.i.i, %while.cond.i.i ]
  store i64 %retval.0.i, ptr %slots, align 8
  br label %if.end

if.end:
  ret void
}

define linkonce_odr hidden range(i64 0, 8) i64 @irad_schedule_next(ptr %s, i64 %done, i64 %ended, i64 %bytes) noinline nounwind {
entry:
  %action.i = getelementptr inbounds nuw i8, ptr %s, i64 8
  %0 = load i64, ptr %action.i, align 8
  switch i64 %0, label %report.exit [
    i64 7, label %if.end.thread.i
    i64 1, label %if.end7.i
    i64 4, label %if.end7.i
  ]

if.end.thread.i:
  %position.i = getelementptr inbounds nuw i8, ptr %s, i64 80
  %1 = load i64, ptr %position.i, align 8
  %end.i = getelementptr inbounds nuw i8, ptr %s, i64 88
  store i64 %1, ptr %end.i, align 8
  store i64 -1, ptr %position.i, align 8
  br label %report.exit

if.end7.i:
  %reverse.i = getelementptr inbounds nuw i8, ptr %s, i64 72
  %2 = load i64, ptr %reverse.i, align 8
  %tobool.not.i = icmp eq i64 %2, 0
  br i1 %tobool.not.i, label %if.end12.i, label %cond.end.i

cond.end.i:
  %3 = load i64, ptr %s, align 8
  %position8.i = getelementptr inbounds nuw i8, ptr %s, i64 80
  %4 = load i64, ptr %position8.i, align 8
  %add.i = add nsw i64 %4, %3
  store i64 %add.i, ptr %position8.i, align 8
  br label %report.exit

if.end12.i:
  %position846.i = getelementptr inbounds nuw i8, ptr %s, i64 80
  %5 = load i64, ptr %position846.i, align 8
  %add47.i = add nsw i64 %5, %done
  store i64 %add47.i, ptr %position846.i, align 8
  %cmp14.i = icmp eq i64 %0, 4
  br i1 %cmp14.i, label %land.lhs.true15.i, label %if.end22.i

land.lhs.true15.i:
  %unit.i = getelementptr inbounds nuw i8, ptr %s, i64 32
  %6 = load i64, ptr %unit.i, align 8
  %cmp16.i = icmp eq i64 %6, 0
  br i1 %cmp16.i, label %if.then17.i, label %if.then20.i

if.then17.i:
  %budget.i.i = getelementptr inbounds nuw i8, ptr %s, i64 40
  %7 = load i64, ptr %budget.i.i, align 8
  %cond.i.i.i = call i64 @llvm.smax.i64(i64 %bytes, i64 1)
  %div.i.i = sdiv i64 %7, %cond.i.i.i
  %cond.i44.i.i = call i64 @llvm.smax.i64(i64 %div.i.i, i64 1)
  %head.i.i = getelementptr inbounds nuw i8, ptr %s, i64 96
  store i64 %done, ptr %head.i.i, align 8
  store i64 %cond.i44.i.i, ptr %unit.i, align 8
  %tape.i.i = getelementptr inbounds nuw i8, ptr %s, i64 64
  store i64 %cond.i.i.i, ptr %tape.i.i, align 8
  %total.i.i = getelementptr inbounds nuw i8, ptr %s, i64 24
  %8 = load i64, ptr %total.i.i, align 8
  %cmp.i.i = icmp eq i64 %8, -1
  br i1 %cmp.i.i, label %if.then.i.i, label %if.end4.i.i

if.then.i.i:
  %levels.i.i = getelementptr inbounds nuw i8, ptr %s, i64 48
  %9 = load i64, ptr %levels.i.i, align 8
  %tobool.not.i.i = icmp eq i64 %9, 0
  br i1 %tobool.not.i.i, label %if.end22.i, label %if.then3.i.i

if.then3.i.i:
  %slots.i.i = getelementptr inbounds nuw i8, ptr %s, i64 112
  store i64 4096, ptr %slots.i.i, align 8
  br label %if.end22.i

if.end4.i.i:
  %cmp6.i.i = icmp sgt i64 %8, %cond.i44.i.i
  br i1 %cmp6.i.i, label %if.then7.i.i, label %if.end10.i.i

if.then7.i.i:
  %sub.i.i = add nsw i64 %cond.i44.i.i, -1
  %10 = call i64 @llvm.umax.i64(i64 %sub.i.i, i64 1)
  store i64 %10, ptr %unit.i, align 8
  br label %if.end10.i.i

if.end10.i.i:
  %11 = phi i64 [ %10, %if.then7.i.i ], [ %cond.i44.i.i, %if.end4.i.i ]
  %levels11.i.i = getelementptr inbounds nuw i8, ptr %s, i64 48
  %12 = load i64, ptr %levels11.i.i, align 8
  %tobool12.not.i.i = icmp eq i64 %12, 0
  br i1 %tobool12.not.i.i, label %if.else.i.i, label %if.then13.i.i

if.then13.i.i:
  %sub15.i.i = sub nsw i64 %8, %done
  %cond.i47.i.i = call i64 @llvm.smax.i64(i64 %sub15.i.i, i64 1)
  call void @irad_schedule_lengthen(ptr %s, i64 %cond.i47.i.i)
  br label %if.end22.i

if.else.i.i:
  %mode.i.i = getelementptr inbounds nuw i8, ptr %s, i64 16
  %13 = load i64, ptr %mode.i.i, align 8
  %sub18.i.i = sub nsw i64 %8, %done
  %cond.i48.i.i = call i64 @llvm.smax.i64(i64 %sub18.i.i, i64 1)
  %div.i.i.i = udiv i64 %cond.i48.i.i, %11
  %rem.i.i.i = urem i64 %cond.i48.i.i, %11
  %cmp.i.i.i = icmp ne i64 %rem.i.i.i, 0
  %conv2.i.i.i = zext i1 %cmp.i.i.i to i64
  %add.i.i.i = add nuw nsw i64 %div.i.i.i, %conv2.i.i.i
  switch i64 %13, label %if.end4.i.i.i [
    i64 0, label %for.body.i.i.i.i
    i64 -1, label %while.cond.i.i.i.i
  ]

for.body.i.i.i.i:
  %bit.018.i.i.i.i = phi i64 [ %div616.i.i.i.i, %for.body.i.i.i.i ], [ 1073741824, %if.else.i.i ]
  %x.017.i.i.i.i = phi i64 [ %spec.select.i.i.i.i, %for.body.i.i.i.i ], [ %13, %if.else.i.i ]
  %add.i.i.i.i = add nuw nsw i64 %x.017.i.i.i.i, %bit.018.i.i.i.i
  %add1.i.i.i.i = add nuw nsw i64 %add.i.i.i.i, 1
  %add3.i.i.i.i = add nuw nsw i64 %add.i.i.i.i, 2
  %mul.i.i.i.i = mul nsw i64 %add1.i.i.i.i, %add3.i.i.i.i
  %div15.i.i.i.i = lshr i64 %mul.i.i.i.i, 1
  %cmp4.i.i.i.i = icmp samesign ult i64 %div15.i.i.i.i, %add.i.i.i
  %spec.select.i.i.i.i = select i1 %cmp4.i.i.i.i, i64 %add.i.i.i.i, i64 %x.017.i.i.i.i
  %div616.i.i.i.i = lshr i64 %bit.018.i.i.i.i, 1
  %cmp.not.i.i.i.i = icmp eq i64 %div616.i.i.i.i, 0
  br i1 %cmp.not.i.i.i.i, label %sqrt_slots.exit.i.i.i, label %for.body.i.i.i.i

sqrt_slots.exit.i.i.i:
  %add7.i.i.i.i = add nuw nsw i64 %spec.select.i.i.i.i, 1
  br label %known_slots.exit.i.i

while.cond.i.i.i.i:
  %bits.0.i.i.i.i = phi i64 [ %inc.i.i.i.i, %while.cond.i.i.i.i ], [ 0, %if.else.i.i ]
  %cmp.i.i.i.i = icmp samesign ult i64 %bits.0.i.i.i.i, 62
  %shl.i.i.i.i = shl nuw nsw i64 1, %bits.0.i.i.i.i
  %cmp1.i.i.i.i = icmp samesign ult i64 %shl.i.i.i.i, %add.i.i.i
  %14 = select i1 %cmp.i.i.i.i, i1 %cmp1.i.i.i.i, i1 false
  %inc.i.i.i.i = add nuw nsw i64 %bits.0.i.i.i.i, 1
  br i1 %14, label %while.cond.i.i.i.i, label %known_slots.exit.i.i

if.end4.i.i.i:
  %15 = call i64 @llvm.umax.i64(i64 %add.i.i.i, i64 1)
  %cond.i11.i.i.i = call i64 @llvm.smin.i64(i64 %13, i64 %15)
  br label %known_slots.exit.i.i

known_slots.exit.i.i:
  %retval.0.i.i.i = phi i64 [ %add7.i.i.i.i, %sqrt_slots.exit.i.i.i ], [ %cond.i11.i.i.i, %if.end4.i.i.i ], [ %inc.i.i.i.i, %while.cond.i.i.i.i ]
  %slots22.i.i = getelementptr inbounds nuw i8, ptr %s, i64 112
  store i64 %retval.0.i.i.i, ptr %slots22.i.i, align 8
  br label %if.end22.i

if.then20.i:
  %tail.i = getelementptr inbounds nuw i8, ptr %s, i64 104
  store i64 %done, ptr %tail.i, align 8
  br label %if.end22.i

if.end22.i:
  %tobool23.not.i = icmp eq i64 %ended, 0
  br i1 %tobool23.not.i, label %report.exit, label %if.then24.i

if.then24.i:
  %16 = load i64, ptr %position846.i, align 8
  %total.i = getelementptr inbounds nuw i8, ptr %s, i64 24
  store i64 %16, ptr %total.i, align 8
  br label %report.exit

report.exit:
  %reverse = getelementptr inbounds nuw i8, ptr %s, i64 72
  %17 = load i64, ptr %reverse, align 8
  %tobool.not = icmp eq i64 %17, 0
  br i1 %tobool.not, label %cond.false, label %cond.true

cond.true:
  %tail.i5 = getelementptr inbounds nuw i8, ptr %s, i64 104
  %18 = load i64, ptr %tail.i5, align 8
  %cmp.not.i = icmp eq i64 %18, -1
  br i1 %cmp.not.i, label %if.end.i, label %if.then.i

if.then.i:
  %end.i6 = getelementptr inbounds nuw i8, ptr %s, i64 88
  %19 = load i64, ptr %end.i6, align 8
  %sub.i = sub nsw i64 %19, %18
  store i64 %sub.i, ptr %end.i6, align 8
  store i64 -1, ptr %tail.i5, align 8
  store i64 6, ptr %action.i, align 8
  store i64 0, ptr %s, align 8
  br label %cond.end

if.end.i:
  %head.i = getelementptr inbounds nuw i8, ptr %s, i64 96
  %20 = load i64, ptr %head.i, align 8
  %cmp3.not.i = icmp eq i64 %20, -1
  %end12.phi.trans.insert.i = getelementptr inbounds nuw i8, ptr %s, i64 88
  %.pre.i = load i64, ptr %end12.phi.trans.insert.i, align 8
  %cmp6.not.i = icmp sgt i64 %.pre.i, %20
  %or.cond88.i = select i1 %cmp3.not.i, i1 true, i1 %cmp6.not.i
  br i1 %or.cond88.i, label %if.end11.i, label %if.then7.i

if.then7.i:
  store i64 0, ptr %end12.phi.trans.insert.i, align 8
  store i64 -1, ptr %head.i, align 8
  store i64 6, ptr %action.i, align 8
  store i64 0, ptr %s, align 8
  br label %cond.end

if.end11.i:
  %cmp13.i = icmp eq i64 %.pre.i, 0
  br i1 %cmp13.i, label %if.then14.i, label %while.cond.preheader.i

while.cond.preheader.i:
  %slot.i = getelementptr inbounds nuw i8, ptr %s, i64 184
  %last.i = getelementptr inbounds nuw i8, ptr %s, i64 136
  %last.promoted.i = load i64, ptr %last.i, align 8
  %arrayidx74.i = getelementptr inbounds %struct.Slot, ptr %slot.i, i64 %last.promoted.i
  %21 = load i64, ptr %arrayidx74.i, align 8
  %cmp18.not75.i = icmp slt i64 %21, %.pre.i
  br i1 %cmp18.not75.i, label %while.end.i, label %while.body.lr.ph.i

while.body.lr.ph.i:
  %free.i.i = getelementptr inbounds nuw i8, ptr %s, i64 144
  %used.i.i = getelementptr inbounds nuw i8, ptr %s, i64 120
  br label %while.body.i

if.then14.i:
  %total.i10 = getelementptr inbounds nuw i8, ptr %s, i64 24
  %22 = load i64, ptr %total.i10, align 8
  store i64 0, ptr %action.i, align 8
  store i64 %22, ptr %s, align 8
  br label %cond.end

while.body.i:
  %arrayidx76.i = phi ptr [ %arrayidx74.i, %while.body.lr.ph.i ], [ %arrayidx.i, %take_off.exit.i ]
  %23 = phi i64 [ %last.promoted.i, %while.body.lr.ph.i ], [ %26, %take_off.exit.i ]
  %behind.i.i = getelementptr inbounds nuw i8, ptr %arrayidx76.i, i64 16
  %24 = load i64, ptr %behind.i.i, align 8
  %cmp.i.i7 = icmp eq i64 %24, -1
  %before.i.i = getelementptr inbounds nuw i8, ptr %arrayidx76.i, i64 8
  %25 = load i64, ptr %before.i.i, align 8
  br i1 %cmp.i.i7, label %if.then.i.i9, label %if.else.i.i8

if.then.i.i9:
  store i64 %25, ptr %last.i, align 8
  br label %take_off.exit.i

if.else.i.i8:
  %arrayidx.i.i = getelementptr inbounds %struct.Slot, ptr %slot.i, i64 %24
  %before5.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i.i, i64 8
  store i64 %25, ptr %before5.i.i, align 8
  br label %take_off.exit.i

take_off.exit.i:
  %26 = phi i64 [ %25, %if.then.i.i9 ], [ %23, %if.else.i.i8 ]
  %arrayidx9.i.i = getelementptr inbounds %struct.Slot, ptr %slot.i, i64 %25
  %behind10.i.i = getelementptr inbounds nuw i8, ptr %arrayidx9.i.i, i64 16
  store i64 %24, ptr %behind10.i.i, align 8
  %27 = load i64, ptr %free.i.i, align 8
  store i64 %27, ptr %behind.i.i, align 8
  store i64 %23, ptr %free.i.i, align 8
  %28 = load i64, ptr %used.i.i, align 8
  %dec.i.i = add nsw i64 %28, -1
  store i64 %dec.i.i, ptr %used.i.i, align 8
  %arrayidx.i = getelementptr inbounds %struct.Slot, ptr %slot.i, i64 %26
  %29 = load i64, ptr %arrayidx.i, align 8
  %cmp18.not.i = icmp slt i64 %29, %.pre.i
  br i1 %cmp18.not.i, label %while.end.i, label %while.body.i

while.end.i:
  %.lcssa73.i = phi i64 [ %last.promoted.i, %while.cond.preheader.i ], [ %26, %take_off.exit.i ]
  %.lcssa.i = phi i64 [ %21, %while.cond.preheader.i ], [ %29, %take_off.exit.i ]
  %position24.i = getelementptr inbounds nuw i8, ptr %s, i64 80
  %30 = load i64, ptr %position24.i, align 8
  %cmp25.not.i = icmp sge i64 %30, %.lcssa.i
  %cmp29.i = icmp slt i64 %30, %.pre.i
  %or.cond.i = and i1 %cmp25.not.i, %cmp29.i
  br i1 %or.cond.i, label %if.then30.i, label %if.end33.i

if.then30.i:
  %call32.i = call i64 @irad_schedule_approach(ptr %s, i64 %.pre.i)
  br label %cond.end

if.end33.i:
  store i64 %.lcssa.i, ptr %position24.i, align 8
  store i64 3, ptr %action.i, align 8
  store i64 %.lcssa73.i, ptr %s, align 8
  br label %cond.end

cond.false:
  %position.i11 = getelementptr inbounds nuw i8, ptr %s, i64 80
  %31 = load i64, ptr %position.i11, align 8
  %total.i12 = getelementptr inbounds nuw i8, ptr %s, i64 24
  %32 = load i64, ptr %total.i12, align 8
  %cmp.i = icmp eq i64 %31, %32
  br i1 %cmp.i, label %if.then.i23, label %if.end.i13

if.then.i23:
  store i64 1, ptr %reverse, align 8
  %end.i.i = getelementptr inbounds nuw i8, ptr %s, i64 88
  store i64 %31, ptr %end.i.i, align 8
  %mode.i.i24 = getelementptr inbounds nuw i8, ptr %s, i64 16
  %33 = load i64, ptr %mode.i.i24, align 8
  %cmp.i.i25 = icmp eq i64 %33, -1
  br i1 %cmp.i.i25, label %land.lhs.true.i.i, label %turn.exit.i

land.lhs.true.i.i:
  %unit.i.i = getelementptr inbounds nuw i8, ptr %s, i64 32
  %34 = load i64, ptr %unit.i.i, align 8
  %cmp1.i.i = icmp sgt i64 %34, 0
  br i1 %cmp1.i.i, label %if.then.i.i26, label %turn.exit.i

if.then.i.i26:
  %slots.i.i27 = getelementptr inbounds nuw i8, ptr %s, i64 112
  %35 = load i64, ptr %slots.i.i27, align 8
  %div.i.i.i28 = sdiv i64 %31, %34
  %rem.i.i.i29 = srem i64 %31, %34
  %cmp.i.i.i30 = icmp ne i64 %rem.i.i.i29, 0
  %conv2.i.i.i31 = zext i1 %cmp.i.i.i30 to i64
  %add.i.i.i32 = add nsw i64 %div.i.i.i28, %conv2.i.i.i31
  br label %while.cond.i.i.i

while.cond.i.i.i:
  %bits.0.i.i.i = phi i64 [ 0, %if.then.i.i26 ], [ %inc.i.i.i, %while.cond.i.i.i ]
  %cmp.i18.i.i = icmp samesign ult i64 %bits.0.i.i.i, 62
  %shl.i.i.i = shl nuw nsw i64 1, %bits.0.i.i.i
  %cmp1.i.i.i = icmp slt i64 %shl.i.i.i, %add.i.i.i32
  %36 = select i1 %cmp.i18.i.i, i1 %cmp1.i.i.i, i1 false
  %inc.i.i.i = add nuw nsw i64 %bits.0.i.i.i, 1
  br i1 %36, label %while.cond.i.i.i, label %log2_above.exit.i.i

log2_above.exit.i.i:
  %cond.i.i.i33 = call i64 @llvm.smax.i64(i64 %35, i64 %inc.i.i.i)
  store i64 %cond.i.i.i33, ptr %slots.i.i27, align 8
  br label %turn.exit.i

turn.exit.i:
  store i64 0, ptr %action.i, align 8
  store i64 %31, ptr %s, align 8
  br label %cond.end

if.end.i13:
  %cmp2.i = icmp eq i64 %32, -1
  br i1 %cmp2.i, label %if.then3.i, label %if.end5.i

if.then3.i:
  %used.i.i16 = getelementptr inbounds nuw i8, ptr %s, i64 120
  %37 = load i64, ptr %used.i.i16, align 8
  %cmp.i18.i = icmp eq i64 %37, 0
  br i1 %cmp.i18.i, label %if.then.i33.i, label %if.end.i.i

if.then.i33.i:
  %call.i.i = call i64 @irad_schedule_save(ptr %s)
  br label %cond.end

if.end.i.i:
  %unit.i19.i = getelementptr inbounds nuw i8, ptr %s, i64 32
  %38 = load i64, ptr %unit.i19.i, align 8
  %cmp1.i20.i = icmp eq i64 %38, 0
  br i1 %cmp1.i20.i, label %if.then2.i.i, label %if.end4.i.i17

if.then2.i.i:
  store i64 4, ptr %action.i, align 8
  store i64 1, ptr %s, align 8
  br label %cond.end

if.end4.i.i17:
  %head.i.i18 = getelementptr inbounds nuw i8, ptr %s, i64 96
  %39 = load i64, ptr %head.i.i18, align 8
  %cmp5.not.i.i = icmp eq i64 %39, -1
  %tail15105.i.i = getelementptr inbounds nuw i8, ptr %s, i64 104
  %40 = load i64, ptr %tail15105.i.i, align 8
  %cmp16.not106.i.i = icmp eq i64 %40, -1
  br i1 %cmp5.not.i.i, label %if.end14.thread.i.i, label %land.lhs.true.i21.i

land.lhs.true.i21.i:
  br i1 %cmp16.not106.i.i, label %land.lhs.true7.i.i, label %if.then17.i.i

land.lhs.true7.i.i:
  %cmp9.i.i = icmp slt i64 %31, %38
  br i1 %cmp9.i.i, label %if.then10.i.i, label %if.then23.i.i

if.then10.i.i:
  %sub.i.i19 = sub nsw i64 %38, %31
  store i64 4, ptr %action.i, align 8
  store i64 %sub.i.i19, ptr %s, align 8
  br label %cond.end

if.end14.thread.i.i:
  br i1 %cmp16.not106.i.i, label %if.end26.i.i, label %if.then17.i.i

if.then17.i.i:
  store i64 -1, ptr %tail15105.i.i, align 8
  store i64 5, ptr %action.i, align 8
  store i64 0, ptr %s, align 8
  br label %cond.end

if.then23.i.i:
  store i64 -1, ptr %head.i.i18, align 8
  store i64 5, ptr %action.i, align 8
  store i64 0, ptr %s, align 8
  br label %cond.end

if.end26.i.i:
  %levels.i.i20 = getelementptr inbounds nuw i8, ptr %s, i64 48
  %41 = load i64, ptr %levels.i.i20, align 8
  %tobool.not.i.i21 = icmp eq i64 %41, 0
  br i1 %tobool.not.i.i21, label %if.end29.i.i, label %if.then27.i.i

if.then27.i.i:
  %call28.i.i = call i64 @irad_schedule_unit(ptr %s)
  br label %cond.end

if.end29.i.i:
  %div.i.i22 = sdiv i64 %31, %38
  %saving.i.i = getelementptr inbounds nuw i8, ptr %s, i64 152
  %42 = load i64, ptr %saving.i.i, align 8
  %cmp32.i.i = icmp eq i64 %42, 0
  br i1 %cmp32.i.i, label %if.then33.i.i, label %if.end34.i.i

if.then33.i.i:
  call void @irad_schedule_plan(ptr %s)
  %.pre.i.i = load i64, ptr %saving.i.i, align 8
  br label %if.end34.i.i

if.end34.i.i:
  %43 = phi i64 [ %.pre.i.i, %if.then33.i.i ], [ %42, %if.end29.i.i ]
  %cmp36.i.i = icmp eq i64 %div.i.i22, %43
  br i1 %cmp36.i.i, label %if.then37.i.i, label %if.end49.i.i

if.then37.i.i:
  %mode.i22.i = getelementptr inbounds nuw i8, ptr %s, i64 16
  %44 = load i64, ptr %mode.i22.i, align 8
  %cmp38.i.i = icmp eq i64 %44, -1
  br i1 %cmp38.i.i, label %if.then39.i.i, label %if.end43.i.i

if.then39.i.i:
  %slots.i23.i = getelementptr inbounds nuw i8, ptr %s, i64 112
  %45 = load i64, ptr %slots.i23.i, align 8
  br label %while.cond.i.i24.i

while.cond.i.i24.i:
  %bits.0.i.i25.i = phi i64 [ 0, %if.then39.i.i ], [ %inc.i.i29.i, %while.cond.i.i24.i ]
  %cmp.i.i26.i = icmp samesign ult i64 %bits.0.i.i25.i, 62
  %shl.i.i27.i = shl nuw nsw i64 1, %bits.0.i.i25.i
  %cmp1.i.i28.i = icmp slt i64 %shl.i.i27.i, %div.i.i22
  %46 = select i1 %cmp.i.i26.i, i1 %cmp1.i.i28.i, i1 false
  %inc.i.i29.i = add nuw nsw i64 %bits.0.i.i25.i, 1
  br i1 %46, label %while.cond.i.i24.i, label %log2_above.exit.i30.i

log2_above.exit.i30.i:
  %cond.i.i31.i = call i64 @llvm.smax.i64(i64 %45, i64 %inc.i.i29.i)
  store i64 %cond.i.i31.i, ptr %slots.i23.i, align 8
  br label %if.end43.i.i

if.end43.i.i:
  %victim.i.i = getelementptr inbounds nuw i8, ptr %s, i64 160
  %47 = load i64, ptr %victim.i.i, align 8
  %cmp44.not.i.i = icmp eq i64 %47, -1
  br i1 %cmp44.not.i.i, label %if.end47.i.i, label %if.then45.i.i

if.then45.i.i:
  %slot1.i.i.i = getelementptr inbounds nuw i8, ptr %s, i64 184
  %add.ptr.i.i.i = getelementptr inbounds %struct.Slot, ptr %slot1.i.i.i, i64 %47
  %behind.i.i.i = getelementptr inbounds nuw i8, ptr %add.ptr.i.i.i, i64 16
  %48 = load i64, ptr %behind.i.i.i, align 8
  %cmp.i102.i.i = icmp eq i64 %48, -1
  %before.i.i.i = getelementptr inbounds nuw i8, ptr %add.ptr.i.i.i, i64 8
  %49 = load i64, ptr %before.i.i.i, align 8
  br i1 %cmp.i102.i.i, label %if.then.i.i.i, label %if.else.i.i.i

if.then.i.i.i:
  %last.i.i.i = getelementptr inbounds nuw i8, ptr %s, i64 136
  store i64 %49, ptr %last.i.i.i, align 8
  br label %take_off.exit.i.i

if.else.i.i.i:
  %arrayidx.i.i.i = getelementptr inbounds %struct.Slot, ptr %slot1.i.i.i, i64 %48
  %before5.i.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i.i.i, i64 8
  store i64 %49, ptr %before5.i.i.i, align 8
  br label %take_off.exit.i.i

take_off.exit.i.i:
  %arrayidx9.i.i.i = getelementptr inbounds %struct.Slot, ptr %slot1.i.i.i, i64 %49
  %behind10.i.i.i = getelementptr inbounds nuw i8, ptr %arrayidx9.i.i.i, i64 16
  store i64 %48, ptr %behind10.i.i.i, align 8
  %free.i.i.i = getelementptr inbounds nuw i8, ptr %s, i64 144
  %50 = load i64, ptr %free.i.i.i, align 8
  store i64 %50, ptr %behind.i.i.i, align 8
  store i64 %47, ptr %free.i.i.i, align 8
  %51 = load i64, ptr %used.i.i16, align 8
  %dec.i.i.i = add nsw i64 %51, -1
  store i64 %dec.i.i.i, ptr %used.i.i16, align 8
  br label %if.end47.i.i

if.end47.i.i:
  %call48.i.i = call i64 @irad_schedule_save(ptr %s)
  call void @irad_schedule_plan(ptr %s)
  br label %cond.end

if.end49.i.i:
  %cmp50.i.i = icmp slt i64 %div.i.i22, 10
  br i1 %cmp50.i.i, label %cond.true.i.i, label %cond.false.i.i

cond.true.i.i:
  %52 = load i64, ptr %unit.i19.i, align 8
  store i64 4, ptr %action.i, align 8
  store i64 %52, ptr %s, align 8
  br label %cond.end

cond.false.i.i:
  %sub54.i.i = sub nsw i64 %43, %div.i.i22
  %53 = load i64, ptr %unit.i19.i, align 8
  %mul.i.i = mul nsw i64 %53, %sub54.i.i
  store i64 1, ptr %action.i, align 8
  store i64 %mul.i.i, ptr %s, align 8
  br label %cond.end

if.end5.i:
  %unit.i14 = getelementptr inbounds nuw i8, ptr %s, i64 32
  %54 = load i64, ptr %unit.i14, align 8
  %cmp6.i = icmp eq i64 %54, 0
  br i1 %cmp6.i, label %cond.true.i, label %cond.false.i

cond.true.i:
  store i64 4, ptr %action.i, align 8
  store i64 1, ptr %s, align 8
  br label %cond.end

cond.false.i:
  %call9.i = call i64 @irad_schedule_approach(ptr %s, i64 %32)
  br label %cond.end

cond.end:
  %cond = phi i64 [ 3, %if.end33.i ], [ 6, %if.then.i ], [ 6, %if.then7.i ], [ 0, %if.then14.i ], [ %call32.i, %if.then30.i ], [ 0, %turn.exit.i ], [ %call9.i, %cond.false.i ], [ 4, %cond.true.i ], [ %call.i.i, %if.then.i33.i ], [ 4, %if.then2.i.i ], [ 4, %if.then10.i.i ], [ 5, %if.then17.i.i ], [ 5, %if.then23.i.i ], [ %call28.i.i, %if.then27.i.i ], [ %call48.i.i, %if.end47.i.i ], [ 4, %cond.true.i.i ], [ 1, %cond.false.i.i ]
  ret i64 %cond
}

define linkonce_odr hidden void @irad_schedule_lengthen(ptr %s, i64 %n) noinline nounwind {
entry:
  %total = getelementptr inbounds nuw i8, ptr %s, i64 24
  %0 = load i64, ptr %total, align 8
  %cmp.i = icmp sgt i64 %0, -1
  br i1 %cmp.i, label %for.body.i.i.i, label %table.exit

for.body.i.i.i:
  %bit.018.i.i.i = phi i64 [ %div616.i.i.i, %for.body.i.i.i ], [ 1073741824, %entry ]
  %x.017.i.i.i = phi i64 [ %spec.select.i.i.i, %for.body.i.i.i ], [ 0, %entry ]
  %add.i.i.i = add nuw nsw i64 %x.017.i.i.i, %bit.018.i.i.i
  %add1.i.i.i = add nuw nsw i64 %add.i.i.i, 1
  %add3.i.i.i = add nuw nsw i64 %add.i.i.i, 2
  %mul.i.i.i = mul nsw i64 %add1.i.i.i, %add3.i.i.i
  %div15.i.i.i = lshr i64 %mul.i.i.i, 1
  %cmp4.i.i.i = icmp samesign ult i64 %div15.i.i.i, %0
  %spec.select.i.i.i = select i1 %cmp4.i.i.i, i64 %add.i.i.i, i64 %x.017.i.i.i
  %div616.i.i.i = lshr i64 %bit.018.i.i.i, 1
  %cmp.not.i.i.i = icmp eq i64 %div616.i.i.i, 0
  br i1 %cmp.not.i.i.i, label %cond.true.i, label %for.body.i.i.i

cond.true.i:
  %add7.i.i.i = add nuw nsw i64 %spec.select.i.i.i, 1
  %1 = call i64 @llvm.umin.i64(i64 %0, i64 4096)
  %cond.i23.i = call i64 @llvm.smax.i64(i64 %add7.i.i.i, i64 %1)
  %2 = call i64 @llvm.umin.i64(i64 %cond.i23.i, i64 1073741824)
  br label %table.exit

table.exit:
  %retval.0.i = phi i64 [ %2, %cond.true.i ], [ 4096, %entry ]
  %unit = getelementptr inbounds nuw i8, ptr %s, i64 32
  %3 = load i64, ptr %unit, align 8
  %sub = add nsw i64 %3, -1
  %sub133 = sub nsw i64 %n, %sub
  %cmp34 = icmp sgt i64 %sub133, 1
  br i1 %cmp34, label %while.body, label %while.end

while.body:
  %sub137 = phi i64 [ %sub1, %if.end ], [ %sub133, %table.exit ]
  %low.036 = phi i64 [ %low.1, %if.end ], [ %sub, %table.exit ]
  %high.035 = phi i64 [ %high.1, %if.end ], [ %n, %table.exit ]
  %div30 = lshr i64 %sub137, 1
  %add = add nsw i64 %div30, %low.036
  %div3 = sdiv i64 %n, %add
  %rem = srem i64 %n, %add
  %cmp4 = icmp ne i64 %rem, 0
  %conv5 = zext i1 %cmp4 to i64
  %add6 = add nsw i64 %div3, %conv5
  %cmp7 = icmp sgt i64 %add6, %retval.0.i
  br i1 %cmp7, label %if.end, label %lor.lhs.false

lor.lhs.false:
  %call9 = call i32 @irad_schedule_crowded(ptr %s, i64 %add6, i64 %add)
  %tobool.not = icmp eq i32 %call9, 0
  %spec.select = select i1 %tobool.not, i64 %add, i64 %high.035
  %spec.select31 = select i1 %tobool.not, i64 %low.036, i64 %add
  br label %if.end

if.end:
  %high.1 = phi i64 [ %high.035, %while.body ], [ %spec.select, %lor.lhs.false ]
  %low.1 = phi i64 [ %add, %while.body ], [ %spec.select31, %lor.lhs.false ]
  %sub1 = sub nsw i64 %high.1, %low.1
  %cmp = icmp sgt i64 %sub1, 1
  br i1 %cmp, label %while.body, label %while.end

while.end:
  %high.0.lcssa = phi i64 [ %n, %table.exit ], [ %high.1, %if.end ]
  %cond.i = call i64 @llvm.smax.i64(i64 %high.0.lcssa, i64 1)
  store i64 %cond.i, ptr %unit, align 8
  %div.i = sdiv i64 %n, %cond.i
  %rem.i = srem i64 %n, %cond.i
  %cmp.i32 = icmp ne i64 %rem.i, 0
  %conv2.i = zext i1 %cmp.i32 to i64
  %add.i = add nsw i64 %div.i, %conv2.i
  %slots = getelementptr inbounds nuw i8, ptr %s, i64 112
  store i64 %add.i, ptr %slots, align 8
  ret void
}

define linkonce_odr hidden range(i32 0, 2) i32 @irad_schedule_crowded(ptr %s, i64 %snapshots, i64 %unit) noinline nounwind {
entry:
  %tape = getelementptr inbounds nuw i8, ptr %s, i64 64
  %0 = load i64, ptr %tape, align 8
  %cmp.i = icmp slt i64 %unit, 1073741824
  %cmp1.i = icmp slt i64 %0, 1073741824
  %or.cond.i = and i1 %cmp.i, %cmp1.i
  br i1 %or.cond.i, label %scaled.exit, label %if.end.i

if.end.i:
  %div3.i = sdiv i64 4611686018427387904, %0
  %cmp4.not.i = icmp slt i64 %unit, %div3.i
  br i1 %cmp4.not.i, label %scaled.exit, label %scaled.exit.thread

scaled.exit.thread:
  %state20 = getelementptr inbounds nuw i8, ptr %s, i64 56
  %1 = load i64, ptr %state20, align 8
  %.fr21 = freeze i64 %1
  br label %if.end.i8

scaled.exit:
  %retval.0.i = mul nsw i64 %0, %unit
  %cond.i = call i64 @llvm.smax.i64(i64 %retval.0.i, i64 8388608)
  %state = getelementptr inbounds nuw i8, ptr %s, i64 56
  %2 = load i64, ptr %state, align 8
  %.fr = freeze i64 %2
  %cmp1.i6 = icmp slt i64 %retval.0.i, 1073741824
  br i1 %cmp1.i6, label %if.then.i14, label %if.end.i8

if.then.i14:
  %div.i = sdiv i64 %cond.i, %.fr
  br label %scaled.exit16

if.end.i8:
  %.fr24 = phi i64 [ %.fr21, %scaled.exit.thread ], [ %.fr, %scaled.exit ]
  %cond.i23 = phi i64 [ 4611686018427387904, %scaled.exit.thread ], [ %cond.i, %scaled.exit ]
  %3 = add i64 %.fr24, 1
  %4 = icmp ult i64 %3, 3
  %div2.i = select i1 %4, i64 %.fr24, i64 0
  %div3.i917 = udiv i64 4611686018427387904, %cond.i23
  %cmp4.not.i10 = icmp slt i64 %div2.i, %div3.i917
  br i1 %cmp4.not.i10, label %cond.false.i12, label %scaled.exit16

cond.false.i12:
  %mul5.i13 = mul nsw i64 %div2.i, %cond.i23
  %rem.i = srem i64 1, %.fr24
  %mul6.i = mul nuw nsw i64 %rem.i, %cond.i23
  %div7.i = sdiv i64 %mul6.i, %.fr24
  %add.i = add nsw i64 %div7.i, %mul5.i13
  br label %scaled.exit16

scaled.exit16:
  %retval.0.i11 = phi i64 [ %div.i, %if.then.i14 ], [ %add.i, %cond.false.i12 ], [ 4611686018427387904, %if.end.i8 ]
  %cmp = icmp sgt i64 %snapshots, %retval.0.i11
  %cmp3 = icmp sgt i64 %snapshots, 1
  %5 = and i1 %cmp3, %cmp
  %land.ext = zext i1 %5 to i32
  ret i32 %land.ext
}

define linkonce_odr hidden range(i64 0, 8) i64 @irad_schedule_approach(ptr %s, i64 %end) noinline nounwind {
entry:
  %position = getelementptr inbounds nuw i8, ptr %s, i64 80
  %0 = load i64, ptr %position, align 8
  %sub = sub nsw i64 %end, %0
  %unit = getelementptr inbounds nuw i8, ptr %s, i64 32
  %1 = load i64, ptr %unit, align 8
  %cmp.not = icmp sgt i64 %sub, %1
  br i1 %cmp.not, label %if.end, label %if.then

if.then:
  %reverse = getelementptr inbounds nuw i8, ptr %s, i64 72
  %2 = load i64, ptr %reverse, align 8
  %tobool.not = icmp eq i64 %2, 0
  %conv = select i1 %tobool.not, i64 4, i64 7
  %action1.i = getelementptr inbounds nuw i8, ptr %s, i64 8
  store i64 %conv, ptr %action1.i, align 8
  store i64 %sub, ptr %s, align 8
  br label %cleanup

if.end:
  %used = getelementptr inbounds nuw i8, ptr %s, i64 120
  %3 = load i64, ptr %used, align 8
  %cmp1 = icmp eq i64 %3, 0
  br i1 %cmp1, label %if.then10, label %lor.lhs.false

lor.lhs.false:
  %slots = getelementptr inbounds nuw i8, ptr %s, i64 112
  %4 = load i64, ptr %slots, align 8
  %cmp4 = icmp slt i64 %3, %4
  br i1 %cmp4, label %land.lhs.true, label %if.end12

land.lhs.true:
  %slot = getelementptr inbounds nuw i8, ptr %s, i64 184
  %last = getelementptr inbounds nuw i8, ptr %s, i64 136
  %5 = load i64, ptr %last, align 8
  %arrayidx = getelementptr inbounds %struct.Slot, ptr %slot, i64 %5
  %6 = load i64, ptr %arrayidx, align 8
  %cmp8.not = icmp eq i64 %6, %0
  br i1 %cmp8.not, label %if.end12, label %if.then10

if.then10:
  %call11 = call i64 @irad_schedule_save(ptr %s)
  br label %cleanup

if.end12:
  %div.i = sdiv i64 %sub, %1
  %rem.i = srem i64 %sub, %1
  %cmp.i = icmp ne i64 %rem.i, 0
  %conv2.i = zext i1 %cmp.i to i64
  %add.i = add nsw i64 %div.i, %conv2.i
  %sub16 = sub nsw i64 %4, %3
  %add = add nsw i64 %sub16, 1
  %cmp.i41 = icmp eq i64 %4, %3
  br i1 %cmp.i41, label %if.then.i, label %for.cond.i

if.then.i:
  %sub.i = add nsw i64 %add.i, -1
  br label %split.exit

for.cond.i:
  %reach.0.i = phi i64 [ %retval.0.i.i, %scaled.exit.i ], [ 1, %if.end12 ]
  %r.0.i = phi i64 [ %inc.i, %scaled.exit.i ], [ 1, %if.end12 ]
  %add.i42 = add nsw i64 %r.0.i, %add
  %cmp.i.i = icmp slt i64 %reach.0.i, 1073741824
  %cmp1.i.i = icmp slt i64 %add.i42, 1073741824
  %or.cond.i.i = and i1 %cmp.i.i, %cmp1.i.i
  br i1 %or.cond.i.i, label %if.then.i.i, label %if.end.i.i

if.then.i.i:
  %mul.i.i = mul nsw i64 %add.i42, %reach.0.i
  %div.i.i = sdiv i64 %mul.i.i, %r.0.i
  br label %scaled.exit.i

if.end.i.i:
  %div2.i.i = sdiv i64 %reach.0.i, %r.0.i
  %rem.i.i = srem i64 %reach.0.i, %r.0.i
  %div3.i.i = sdiv i64 4611686018427387904, %add.i42
  %cmp4.not.i.i = icmp slt i64 %div2.i.i, %div3.i.i
  br i1 %cmp4.not.i.i, label %cond.false.i.i, label %scaled.exit.i

cond.false.i.i:
  %mul5.i.i = mul nsw i64 %div2.i.i, %add.i42
  %mul6.i.i = mul nsw i64 %rem.i.i, %add.i42
  %div7.i.i = sdiv i64 %mul6.i.i, %r.0.i
  %add.i.i = add nsw i64 %div7.i.i, %mul5.i.i
  br label %scaled.exit.i

scaled.exit.i:
  %retval.0.i.i = phi i64 [ %div.i.i, %if.then.i.i ], [ %add.i.i, %cond.false.i.i ], [ 4611686018427387904, %if.end.i.i ]
  %cmp1.i = icmp slt i64 %retval.0.i.i, %add.i
  %inc.i = add nuw nsw i64 %r.0.i, 1
  br i1 %cmp1.i, label %for.cond.i, label %for.cond.cleanup.i

for.cond.cleanup.i:
  %sub3.i = add i64 %r.0.i, %sub16
  %cmp1.i18.i = icmp slt i64 %sub16, 1073741823
  %or.cond.i19.i = and i1 %cmp1.i18.i, %cmp.i.i
  br i1 %or.cond.i19.i, label %if.then.i31.i, label %if.end.i20.i

if.then.i31.i:
  %mul.i32.i = mul nsw i64 %reach.0.i, %add
  %div.i33.i = sdiv i64 %mul.i32.i, %sub3.i
  br label %scaled.exit34.i

if.end.i20.i:
  %div2.i21.i = sdiv i64 %reach.0.i, %sub3.i
  %rem.i27.i = srem i64 %reach.0.i, %sub3.i
  %div3.i22.i = sdiv i64 4611686018427387904, %add
  %cmp4.not.i23.i = icmp slt i64 %div2.i21.i, %div3.i22.i
  br i1 %cmp4.not.i23.i, label %cond.false.i25.i, label %scaled.exit34.i

cond.false.i25.i:
  %mul5.i26.i = mul nsw i64 %div2.i21.i, %add
  %mul6.i28.i = mul nsw i64 %rem.i27.i, %add
  %div7.i29.i = sdiv i64 %mul6.i28.i, %sub3.i
  %add.i30.i = add nsw i64 %div7.i29.i, %mul5.i26.i
  br label %scaled.exit34.i

scaled.exit34.i:
  %retval.0.i24.i = phi i64 [ %div.i33.i, %if.then.i31.i ], [ %add.i30.i, %cond.false.i25.i ], [ 4611686018427387904, %if.end.i20.i ]
  %sub5.i = sub nsw i64 %add.i, %retval.0.i24.i
  %cond.i.i = call i64 @llvm.smin.i64(i64 %reach.0.i, i64 %sub5.i)
  br label %split.exit

split.exit:
  %retval.0.i = phi i64 [ %sub.i, %if.then.i ], [ %cond.i.i, %scaled.exit34.i ]
  %sub18.neg = sub i64 %retval.0.i, %add.i
  %mul.neg = mul i64 %sub18.neg, %1
  %sub20 = add i64 %mul.neg, %sub
  %action1.i43 = getelementptr inbounds nuw i8, ptr %s, i64 8
  store i64 1, ptr %action1.i43, align 8
  store i64 %sub20, ptr %s, align 8
  br label %cleanup

cleanup:
  %retval.0 = phi i64 [ %conv, %if.then ], [ %call11, %if.then10 ], [ 1, %split.exit ]
  ret i64 %retval.0
}

define linkonce_odr hidden range(i64 0, 8) i64 @irad_schedule_save(ptr %s) noinline nounwind {
entry:
  %free = getelementptr inbounds nuw i8, ptr %s, i64 144
  %0 = load i64, ptr %free, align 8
  %cmp = icmp eq i64 %0, -1
  br i1 %cmp, label %if.then, label %if.else

if.then:
  %fresh = getelementptr inbounds nuw i8, ptr %s, i64 128
  %1 = load i64, ptr %fresh, align 8
  %inc = add nsw i64 %1, 1
  store i64 %inc, ptr %fresh, align 8
  br label %if.end

if.else:
  %arrayidx = getelementptr %struct.Slot, ptr %s, i64 %0
  %behind = getelementptr i8, ptr %arrayidx, i64 200
  %2 = load i64, ptr %behind, align 8
  store i64 %2, ptr %free, align 8
  br label %if.end

if.end:
  %k.0 = phi i64 [ %1, %if.then ], [ %0, %if.else ]
  %slot2 = getelementptr inbounds nuw i8, ptr %s, i64 184
  %arrayidx3 = getelementptr inbounds %struct.Slot, ptr %slot2, i64 %k.0
  %position4 = getelementptr inbounds nuw i8, ptr %s, i64 80
  %3 = load i64, ptr %position4, align 8
  %last = getelementptr inbounds nuw i8, ptr %s, i64 136
  %4 = load i64, ptr %last, align 8
  store i64 %3, ptr %arrayidx3, align 8
  %.compoundliteral.sroa.2.0.arrayidx3.sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx3, i64 8
  store i64 %4, ptr %.compoundliteral.sroa.2.0.arrayidx3.sroa_idx, align 8
  %.compoundliteral.sroa.3.0.arrayidx3.sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx3, i64 16
  store i64 -1, ptr %.compoundliteral.sroa.3.0.arrayidx3.sroa_idx, align 8
  %used = getelementptr inbounds nuw i8, ptr %s, i64 120
  %5 = load i64, ptr %used, align 8
  %cmp6 = icmp sgt i64 %5, 0
  br i1 %cmp6, label %if.then7, label %if.end12

if.then7:
  %6 = load i64, ptr %last, align 8
  %arrayidx10 = getelementptr inbounds %struct.Slot, ptr %slot2, i64 %6
  %behind11 = getelementptr inbounds nuw i8, ptr %arrayidx10, i64 16
  store i64 %k.0, ptr %behind11, align 8
  br label %if.end12

if.end12:
  store i64 %k.0, ptr %last, align 8
  %inc15 = add nsw i64 %5, 1
  store i64 %inc15, ptr %used, align 8
  %action1.i = getelementptr inbounds nuw i8, ptr %s, i64 8
  store i64 2, ptr %action1.i, align 8
  store i64 %k.0, ptr %s, align 8
  ret i64 2
}

define linkonce_odr hidden range(i64 0, 8) i64 @irad_schedule_unit(ptr %s) noinline nounwind {
entry:
  %unit = getelementptr inbounds nuw i8, ptr %s, i64 32
  %0 = load i64, ptr %unit, align 8
  %cmp45 = icmp slt i64 %0, 1152921504606846976
  br i1 %cmp45, label %land.rhs.lr.ph, label %while.end

land.rhs.lr.ph:
  %used = getelementptr inbounds nuw i8, ptr %s, i64 120
  %slots = getelementptr inbounds nuw i8, ptr %s, i64 112
  br label %land.rhs

land.rhs:
  %1 = phi i64 [ %0, %land.rhs.lr.ph ], [ %4, %while.body ]
  %2 = load i64, ptr %used, align 8
  %3 = load i64, ptr %slots, align 8
  %cmp1 = icmp eq i64 %2, %3
  br i1 %cmp1, label %while.body, label %lor.rhs

lor.rhs:
  %add = add nsw i64 %2, 1
  %call = call i32 @irad_schedule_crowded(ptr %s, i64 %add, i64 %1)
  %tobool.not = icmp eq i32 %call, 0
  br i1 %tobool.not, label %while.end, label %while.body

while.body:
  call void @irad_schedule_thin(ptr %s)
  %4 = load i64, ptr %unit, align 8
  %cmp = icmp slt i64 %4, 1152921504606846976
  br i1 %cmp, label %land.rhs, label %while.end

while.end:
  %.lcssa = phi i64 [ %0, %entry ], [ %4, %while.body ], [ %1, %lor.rhs ]
  %position = getelementptr inbounds nuw i8, ptr %s, i64 80
  %5 = load i64, ptr %position, align 8
  %rem = srem i64 %5, %.lcssa
  %cmp5.not = icmp eq i64 %rem, 0
  br i1 %cmp5.not, label %if.end, label %if.then

if.then:
  %sub = sub nsw i64 %.lcssa, %rem
  %action1.i = getelementptr inbounds nuw i8, ptr %s, i64 8
  store i64 1, ptr %action1.i, align 8
  store i64 %sub, ptr %s, align 8
  br label %return

if.end:
  %slot = getelementptr inbounds nuw i8, ptr %s, i64 184
  %last = getelementptr inbounds nuw i8, ptr %s, i64 136
  %6 = load i64, ptr %last, align 8
  %arrayidx = getelementptr inbounds %struct.Slot, ptr %slot, i64 %6
  %7 = load i64, ptr %arrayidx, align 8
  %cmp13.not = icmp eq i64 %7, %5
  br i1 %cmp13.not, label %if.end16, label %if.then14

if.then14:
  %call15 = call i64 @irad_schedule_save(ptr %s)
  br label %return

if.end16:
  %mul = mul nsw i64 %.lcssa, 10
  %cmp19 = icmp slt i64 %5, %mul
  %conv = select i1 %cmp19, i64 4, i64 1
  %action1.i44 = getelementptr inbounds nuw i8, ptr %s, i64 8
  store i64 %conv, ptr %action1.i44, align 8
  store i64 %.lcssa, ptr %s, align 8
  br label %return

return:
  %retval.0 = phi i64 [ 1, %if.then ], [ %call15, %if.then14 ], [ %conv, %if.end16 ]
  ret i64 %retval.0
}

define linkonce_odr hidden void @irad_schedule_plan(ptr %s) noinline nounwind {
entry:
  %costs.i = alloca [2 x i64], align 16
  %position = getelementptr inbounds nuw i8, ptr %s, i64 80
  %0 = load i64, ptr %position, align 8
  %unit = getelementptr inbounds nuw i8, ptr %s, i64 32
  %1 = load i64, ptr %unit, align 8
  %div = sdiv i64 %0, %1
  %mode = getelementptr inbounds nuw i8, ptr %s, i64 16
  %2 = load i64, ptr %mode, align 8
  %cmp = icmp eq i64 %2, 0
  br i1 %cmp, label %if.end, label %if.end.thread

if.end:
  %used = getelementptr inbounds nuw i8, ptr %s, i64 120
  %3 = load i64, ptr %used, align 8
  %mul = shl nsw i64 %3, 1
  %cond.i = call i64 @llvm.smin.i64(i64 %mul, i64 4096)
  %slots = getelementptr inbounds nuw i8, ptr %s, i64 112
  store i64 %cond.i, ptr %slots, align 8
  %victim = getelementptr inbounds nuw i8, ptr %s, i64 160
  store i64 -1, ptr %victim, align 8
  %div2 = sdiv i64 4611686018427387904, %1
  %saving = getelementptr inbounds nuw i8, ptr %s, i64 152
  store i64 %div2, ptr %saving, align 8
  %cmp5 = icmp slt i64 %3, %cond.i
  br i1 %cmp5, label %if.end.i, label %if.else.thread

if.end.thread:
  %victim85 = getelementptr inbounds nuw i8, ptr %s, i64 160
  store i64 -1, ptr %victim85, align 8
  %div286 = sdiv i64 4611686018427387904, %1
  %saving87 = getelementptr inbounds nuw i8, ptr %s, i64 152
  store i64 %div286, ptr %saving87, align 8
  %used388 = getelementptr inbounds nuw i8, ptr %s, i64 120
  %4 = load i64, ptr %used388, align 8
  %slots489 = getelementptr inbounds nuw i8, ptr %s, i64 112
  %5 = load i64, ptr %slots489, align 8
  %cmp590 = icmp slt i64 %4, %5
  br i1 %cmp590, label %if.then.i, label %if.else

if.then.i:
  %add.i = add nsw i64 %div, 1
  br label %filling.exit

if.end.i:
  %cmp1.i = icmp slt i64 %3, 2049
  br i1 %cmp1.i, label %if.then2.i, label %if.end6.i

if.then2.i:
  %mul5.i = mul nsw i64 %3, %3
  br label %filling.exit

if.end6.i:
  %sub.i = sub nsw i64 %cond.i, %3
  %cmp8.i = icmp sgt i64 %sub.i, 128
  br i1 %cmp8.i, label %cond.true.i, label %cond.false.i

cond.true.i:
  %add9.i = add nsw i64 %div, 4096
  br label %filling.exit

cond.false.i:
  %div1.i.i = sdiv i64 %div, 64
  br label %for.body.i.i.i

for.body.i.i.i:
  %bit.018.i.i.i = phi i64 [ 1073741824, %cond.false.i ], [ %div616.i.i.i, %for.body.i.i.i ]
  %x.017.i.i.i = phi i64 [ 0, %cond.false.i ], [ %spec.select.i.i.i, %for.body.i.i.i ]
  %add.i.i.i = add nuw nsw i64 %x.017.i.i.i, %bit.018.i.i.i
  %add1.i.i.i = add nuw nsw i64 %add.i.i.i, 1
  %add3.i.i.i = add nuw nsw i64 %add.i.i.i, 2
  %mul.i.i.i = mul nsw i64 %add1.i.i.i, %add3.i.i.i
  %div15.i.i.i = lshr i64 %mul.i.i.i, 1
  %cmp4.i.i.i = icmp slt i64 %div15.i.i.i, %div1.i.i
  %spec.select.i.i.i = select i1 %cmp4.i.i.i, i64 %add.i.i.i, i64 %x.017.i.i.i
  %div616.i.i.i = lshr i64 %bit.018.i.i.i, 1
  %cmp.not.i.i.i = icmp eq i64 %div616.i.i.i, 0
  br i1 %cmp.not.i.i.i, label %closest.exit.i, label %for.body.i.i.i

closest.exit.i:
  %mul.i.i = shl nuw nsw i64 %cond.i, 3
  %div.i.i = sdiv i64 %div, %mul.i.i
  %add7.i.i.i = add nuw nsw i64 %spec.select.i.i.i, 1
  %cond.i.i.i = call i64 @llvm.smin.i64(i64 %div.i.i, i64 %add7.i.i.i)
  %cond.i5.i.i = call range(i64 1, -9223372036854775808) i64 @llvm.smax.i64(i64 %cond.i.i.i, i64 1)
  %add10.i = add nsw i64 %cond.i5.i.i, %div
  br label %filling.exit

filling.exit:
  %victim93102 = phi ptr [ %victim85, %if.then.i ], [ %victim, %if.then2.i ], [ %victim, %cond.true.i ], [ %victim, %closest.exit.i ]
  %saving97100 = phi ptr [ %saving87, %if.then.i ], [ %saving, %if.then2.i ], [ %saving, %cond.true.i ], [ %saving, %closest.exit.i ]
  %6 = phi i64 [ %5, %if.then.i ], [ %cond.i, %if.then2.i ], [ %cond.i, %cond.true.i ], [ %cond.i, %closest.exit.i ]
  %retval.0.i = phi i64 [ %add.i, %if.then.i ], [ %mul5.i, %if.then2.i ], [ %add9.i, %cond.true.i ], [ %add10.i, %closest.exit.i ]
  store i64 %retval.0.i, ptr %saving97100, align 8
  br label %if.end17

if.else:
  %cmp10 = icmp sgt i64 %5, 1
  br i1 %cmp10, label %land.lhs.true, label %if.end17

if.else.thread:
  %cmp10125 = icmp sgt i64 %3, 0
  br i1 %cmp10125, label %if.then15, label %cleanup29

land.lhs.true:
  %cmp12 = icmp sgt i64 %2, 0
  br i1 %cmp12, label %land.lhs.true13, label %if.then15

land.lhs.true13:
  %grown.i = getelementptr inbounds nuw i8, ptr %s, i64 168
  %grown.promoted.i = load i64, ptr %grown.i, align 8
  %cmp.not44.i = icmp eq i64 %grown.promoted.i, -1
  br i1 %cmp.not44.i, label %if.then15, label %while.body.lr.ph.i

while.body.lr.ph.i:
  %last.i = getelementptr inbounds nuw i8, ptr %s, i64 136
  %7 = load i64, ptr %last.i, align 8
  %slot.i.i = getelementptr inbounds nuw i8, ptr %s, i64 184
  %depth.i = getelementptr inbounds nuw i8, ptr %s, i64 176
  %sub.i56 = add nuw i64 %5, 1
  br label %while.body.i

while.body.i:
  %8 = phi i64 [ %grown.promoted.i, %while.body.lr.ph.i ], [ %9, %cleanup.i ]
  %arrayidx.i = getelementptr %struct.Slot, ptr %s, i64 %8
  %behind.i = getelementptr i8, ptr %arrayidx.i, i64 200
  %9 = load i64, ptr %behind.i, align 8
  %cmp2.i = icmp eq i64 %9, %7
  br i1 %cmp2.i, label %cleanup.thread48.i, label %if.else.i

cleanup.thread48.i:
  store i64 -1, ptr %grown.i, align 8
  br label %if.then15

if.else.i:
  %arrayidx.i.i = getelementptr inbounds %struct.Slot, ptr %slot.i.i, i64 %8
  %arrayidx2.i.i = getelementptr inbounds %struct.Slot, ptr %slot.i.i, i64 %9
  %10 = load i64, ptr %arrayidx2.i.i, align 8
  %11 = load i64, ptr %arrayidx.i.i, align 8
  %sub.i.i = sub nsw i64 %10, %11
  %div.i.i54 = sdiv i64 %sub.i.i, %1
  %behind.i37.i = getelementptr inbounds nuw i8, ptr %arrayidx2.i.i, i64 16
  %12 = load i64, ptr %behind.i37.i, align 8
  %arrayidx2.i38.i = getelementptr inbounds %struct.Slot, ptr %slot.i.i, i64 %12
  %13 = load i64, ptr %arrayidx2.i38.i, align 8
  %sub.i39.i = sub nsw i64 %13, %10
  %div.i41.i = sdiv i64 %sub.i39.i, %1
  %add.i55 = add nsw i64 %div.i41.i, %div.i.i54
  %14 = load i64, ptr %depth.i, align 8
  %add6.i = sub i64 %sub.i56, %14
  %cmp7.i = icmp sgt i64 %add.i55, %add6.i
  br i1 %cmp7.i, label %cleanup.i, label %plan_growth.exit

cleanup.i:
  store i64 %9, ptr %grown.i, align 8
  %inc.i = add nsw i64 %14, 1
  store i64 %inc.i, ptr %depth.i, align 8
  %cmp.not.i57 = icmp eq i64 %9, -1
  br i1 %cmp.not.i57, label %if.then15, label %while.body.i

plan_growth.exit:
  store i64 %9, ptr %victim85, align 8
  %mul.i = shl nsw i64 %5, 3
  %div.i = sdiv i64 %div, %mul.i
  %cond.i.i = call i64 @llvm.smax.i64(i64 %div.i, i64 2)
  %add14.i = add nsw i64 %cond.i.i, %div
  store i64 %add14.i, ptr %saving87, align 8
  br label %if.end17

if.then15:
  %15 = phi i64 [ %cond.i, %if.else.thread ], [ %5, %land.lhs.true ], [ %5, %cleanup.thread48.i ], [ %5, %land.lhs.true13 ], [ %5, %cleanup.i ]
  %saving96126135 = phi ptr [ %saving, %if.else.thread ], [ %saving87, %land.lhs.true ], [ %saving87, %cleanup.thread48.i ], [ %saving87, %land.lhs.true13 ], [ %saving87, %cleanup.i ]
  %div294127134 = phi i64 [ %div2, %if.else.thread ], [ %div286, %land.lhs.true ], [ %div286, %cleanup.thread48.i ], [ %div286, %land.lhs.true13 ], [ %div286, %cleanup.i ]
  %victim92128133 = phi ptr [ %victim, %if.else.thread ], [ %victim85, %land.lhs.true ], [ %victim85, %cleanup.thread48.i ], [ %victim85, %land.lhs.true13 ], [ %victim85, %cleanup.i ]
  call void @llvm.lifetime.start.p0(ptr %costs.i)
  %call.i = call fastcc i64 @irad_schedule_cheapest(ptr %s, ptr %costs.i)
  %div1.i.i58 = sdiv i64 %div, 64
  br label %for.body.i.i.i59

for.body.i.i.i59:
  %bit.018.i.i.i60 = phi i64 [ 1073741824, %if.then15 ], [ %div616.i.i.i69, %for.body.i.i.i59 ]
  %x.017.i.i.i61 = phi i64 [ 0, %if.then15 ], [ %spec.select.i.i.i68, %for.body.i.i.i59 ]
  %add.i.i.i62 = add nuw nsw i64 %x.017.i.i.i61, %bit.018.i.i.i60
  %add1.i.i.i63 = add nuw nsw i64 %add.i.i.i62, 1
  %add3.i.i.i64 = add nuw nsw i64 %add.i.i.i62, 2
  %mul.i.i.i65 = mul nsw i64 %add1.i.i.i63, %add3.i.i.i64
  %div15.i.i.i66 = lshr i64 %mul.i.i.i65, 1
  %cmp4.i.i.i67 = icmp slt i64 %div15.i.i.i66, %div1.i.i58
  %spec.select.i.i.i68 = select i1 %cmp4.i.i.i67, i64 %add.i.i.i62, i64 %x.017.i.i.i61
  %div616.i.i.i69 = lshr i64 %bit.018.i.i.i60, 1
  %cmp.not.i.i.i70 = icmp eq i64 %div616.i.i.i69, 0
  br i1 %cmp.not.i.i.i70, label %closest.exit.i71, label %for.body.i.i.i59

closest.exit.i71:
  %mul.i.i72 = shl nsw i64 %15, 3
  %div.i.i73 = sdiv i64 %div, %mul.i.i72
  %add7.i.i.i74 = add nuw nsw i64 %spec.select.i.i.i68, 1
  %cond.i.i.i75 = call i64 @llvm.smin.i64(i64 %div.i.i73, i64 %add7.i.i.i74)
  %cond.i5.i.i76 = call range(i64 1, -9223372036854775808) i64 @llvm.smax.i64(i64 %cond.i.i.i75, i64 1)
  %div2.i = sdiv i64 %div294127134, 4
  %cmp47.i = icmp slt i64 %cond.i5.i.i76, %div2.i
  br i1 %cmp47.i, label %land.rhs.i.preheader, label %while.end.i

land.rhs.i.preheader:
  %call4.i108 = call fastcc i64 @irad_schedule_replaced(ptr %s, i64 %cond.i5.i.i76, i64 %call.i, ptr %costs.i)
  %cmp5.i109 = icmp eq i64 %call4.i108, -1
  br i1 %cmp5.i109, label %while.body.i83, label %while.end.i

land.rhs.i:
  %call4.i = call fastcc i64 @irad_schedule_replaced(ptr %s, i64 %mul.i84, i64 %call.i, ptr %costs.i)
  %cmp5.i = icmp eq i64 %call4.i, -1
  br i1 %cmp5.i, label %while.body.i83, label %while.end.i

while.body.i83:
  %high.048.i110 = phi i64 [ %mul.i84, %land.rhs.i ], [ %cond.i5.i.i76, %land.rhs.i.preheader ]
  %mul.i84 = shl nuw nsw i64 %high.048.i110, 1
  %cmp.i = icmp slt i64 %mul.i84, %div2.i
  br i1 %cmp.i, label %land.rhs.i, label %while.body.i83.while.end.i.loopexit_crit_edge

while.body.i83.while.end.i.loopexit_crit_edge:    ; preds = %while.body.i83
  br label %while.end.i

while.end.i:
  %high.0.lcssa.i = phi i64 [ %cond.i5.i.i76, %closest.exit.i71 ], [ %cond.i5.i.i76, %land.rhs.i.preheader ], [ %mul.i84, %while.body.i83.while.end.i.loopexit_crit_edge ], [ %mul.i84, %land.rhs.i ]
  %low.0.lcssa.i = phi i64 [ %cond.i5.i.i76, %closest.exit.i71 ], [ %cond.i5.i.i76, %land.rhs.i.preheader ], [ %high.048.i110, %while.body.i83.while.end.i.loopexit_crit_edge ], [ %high.048.i110, %land.rhs.i ]
  %sub55.i = sub nsw i64 %high.0.lcssa.i, %low.0.lcssa.i
  %cmp756.i = icmp sgt i64 %sub55.i, 1
  br i1 %cmp756.i, label %while.body8.i, label %plan_replacement.exit

while.body8.i:
  %sub59.i = phi i64 [ %sub.i81, %while.body8.i ], [ %sub55.i, %while.end.i ]
  %low.158.i = phi i64 [ %add.low.1.i, %while.body8.i ], [ %low.0.lcssa.i, %while.end.i ]
  %high.157.i = phi i64 [ %high.1.add.i, %while.body8.i ], [ %high.0.lcssa.i, %while.end.i ]
  %div1046.i = lshr i64 %sub59.i, 1
  %add.i80 = add nuw nsw i64 %div1046.i, %low.158.i
  %call12.i = call fastcc i64 @irad_schedule_replaced(ptr %s, i64 %add.i80, i64 %call.i, ptr %costs.i)
  %cmp13.i = icmp eq i64 %call12.i, -1
  %high.1.add.i = select i1 %cmp13.i, i64 %high.157.i, i64 %add.i80
  %add.low.1.i = select i1 %cmp13.i, i64 %add.i80, i64 %low.158.i
  %sub.i81 = sub nsw i64 %high.1.add.i, %add.low.1.i
  %cmp7.i82 = icmp sgt i64 %sub.i81, 1
  br i1 %cmp7.i82, label %while.body8.i, label %plan_replacement.exit

plan_replacement.exit:
  %high.1.lcssa.i = phi i64 [ %high.0.lcssa.i, %while.end.i ], [ %high.1.add.i, %while.body8.i ]
  %call16.i = call fastcc i64 @irad_schedule_replaced(ptr %s, i64 %high.1.lcssa.i, i64 %call.i, ptr %costs.i)
  store i64 %call16.i, ptr %victim92128133, align 8
  %cmp18.i = icmp eq i64 %call16.i, -1
  %add21.i = add nsw i64 %high.1.lcssa.i, %div
  %spec.select.i = select i1 %cmp18.i, i64 %div294127134, i64 %add21.i
  store i64 %spec.select.i, ptr %saving96126135, align 8
  call void @llvm.lifetime.end.p0(ptr %costs.i)
  br label %if.end17

if.end17:
  %16 = phi i64 [ %div286, %if.else ], [ %add14.i, %plan_growth.exit ], [ %spec.select.i, %plan_replacement.exit ], [ %retval.0.i, %filling.exit ]
  %17 = phi i64 [ %5, %if.else ], [ %5, %plan_growth.exit ], [ %15, %plan_replacement.exit ], [ %6, %filling.exit ]
  %saving95 = phi ptr [ %saving87, %if.else ], [ %saving87, %plan_growth.exit ], [ %saving96126135, %plan_replacement.exit ], [ %saving97100, %filling.exit ]
  %victim91 = phi ptr [ %victim85, %if.else ], [ %victim85, %plan_growth.exit ], [ %victim92128133, %plan_replacement.exit ], [ %victim93102, %filling.exit ]
  %cmp19.not = icmp eq i64 %2, -1
  br i1 %cmp19.not, label %if.end21, label %cleanup29

if.end21:
  %sub = add nsw i64 %17, -1
  %shl = shl nuw i64 1, %sub
  %cmp24.not = icmp sgt i64 %16, %shl
  br i1 %cmp24.not, label %if.end26, label %cleanup29

if.end26:
  %add = add nuw nsw i64 %shl, 1
  store i64 %add, ptr %saving95, align 8
  store i64 -1, ptr %victim91, align 8
  br label %cleanup29

cleanup29:
  ret void
}

define linkonce_odr hidden void @irad_schedule_thin(ptr %s) noinline nounwind {
entry:
  %unit = getelementptr inbounds nuw i8, ptr %s, i64 32
  %0 = load i64, ptr %unit, align 8
  %mul = shl nsw i64 %0, 1
  store i64 %mul, ptr %unit, align 8
  %slot = getelementptr inbounds nuw i8, ptr %s, i64 184
  %behind = getelementptr inbounds nuw i8, ptr %s, i64 200
  %1 = load i64, ptr %behind, align 8
  %cmp.not17 = icmp eq i64 %1, -1
  br i1 %cmp.not17, label %for.cond.cleanup, label %for.body.lr.ph

for.body.lr.ph:
  %last.i = getelementptr inbounds nuw i8, ptr %s, i64 136
  %free.i = getelementptr inbounds nuw i8, ptr %s, i64 144
  %used.i = getelementptr inbounds nuw i8, ptr %s, i64 120
  br label %for.body

for.cond.cleanup:
  ret void

for.body:
  %k.018 = phi i64 [ %1, %for.body.lr.ph ], [ %2, %for.inc ]
  %arrayidx3 = getelementptr inbounds %struct.Slot, ptr %slot, i64 %k.018
  %behind4 = getelementptr inbounds nuw i8, ptr %arrayidx3, i64 16
  %2 = load i64, ptr %behind4, align 8
  %3 = load i64, ptr %arrayidx3, align 8
  %4 = load i64, ptr %unit, align 8
  %rem = srem i64 %3, %4
  %cmp8.not = icmp eq i64 %rem, 0
  br i1 %cmp8.not, label %for.inc, label %if.then

if.then:
  %cmp.i = icmp eq i64 %2, -1
  %before.i = getelementptr inbounds nuw i8, ptr %arrayidx3, i64 8
  %5 = load i64, ptr %before.i, align 8
  br i1 %cmp.i, label %if.then.i, label %if.else.i

if.then.i:
  store i64 %5, ptr %last.i, align 8
  br label %take_off.exit

if.else.i:
  %arrayidx.i = getelementptr inbounds %struct.Slot, ptr %slot, i64 %2
  %before5.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 8
  store i64 %5, ptr %before5.i, align 8
  br label %take_off.exit

take_off.exit:
  %arrayidx9.i = getelementptr inbounds %struct.Slot, ptr %slot, i64 %5
  %behind10.i = getelementptr inbounds nuw i8, ptr %arrayidx9.i, i64 16
  store i64 %2, ptr %behind10.i, align 8
  %6 = load i64, ptr %free.i, align 8
  store i64 %6, ptr %behind4, align 8
  store i64 %k.018, ptr %free.i, align 8
  %7 = load i64, ptr %used.i, align 8
  %dec.i = add nsw i64 %7, -1
  store i64 %dec.i, ptr %used.i, align 8
  br label %for.inc

for.inc:
  %cmp.not = icmp eq i64 %2, -1
  br i1 %cmp.not, label %for.cond.cleanup, label %for.body
}

define linkonce_odr hidden i64 @irad_schedule_cheapest(ptr %s, ptr writeonly %costs) noinline nounwind {
entry:
  %slots = getelementptr inbounds nuw i8, ptr %s, i64 112
  %0 = load i64, ptr %slots, align 8
  %last = getelementptr inbounds nuw i8, ptr %s, i64 136
  %1 = load i64, ptr %last, align 8
  %cmp.not151 = icmp eq i64 %1, 0
  br i1 %cmp.not151, label %entry.for.cond.cleanup_crit_edge, label %for.body.lr.ph

entry.for.cond.cleanup_crit_edge:
  %unit.i.phi.trans.insert = getelementptr inbounds nuw i8, ptr %s, i64 32
  %.pre = load i64, ptr %unit.i.phi.trans.insert, align 8
  %.pre171 = sdiv i64 576460752303423488, %0
  br label %for.cond.cleanup

for.body.lr.ph:
  %slot.i85 = getelementptr inbounds nuw i8, ptr %s, i64 184
  %unit.i89 = getelementptr inbounds nuw i8, ptr %s, i64 32
  %2 = load i64, ptr %unit.i89, align 8
  %div.i92 = sdiv i64 576460752303423488, %0
  %.pre170 = load i64, ptr %slot.i85, align 8
  br label %for.body

for.cond.cleanup:
  %div.i84.pre-phi = phi i64 [ %.pre171, %entry.for.cond.cleanup_crit_edge ], [ %div.i92, %for.body ]
  %3 = phi i64 [ %.pre, %entry.for.cond.cleanup_crit_edge ], [ %2, %for.body ]
  %later.0.lcssa = phi i64 [ 0, %entry.for.cond.cleanup_crit_edge ], [ %add5, %for.body ]
  %now.0.lcssa = phi i64 [ 0, %entry.for.cond.cleanup_crit_edge ], [ %add, %for.body ]
  %slot.i = getelementptr inbounds nuw i8, ptr %s, i64 184
  %behind.i = getelementptr i8, ptr %s, i64 200
  %4 = load i64, ptr %behind.i, align 8
  %arrayidx2.i = getelementptr inbounds %struct.Slot, ptr %slot.i, i64 %4
  %5 = load i64, ptr %arrayidx2.i, align 8
  %6 = load i64, ptr %slot.i, align 8
  %sub.i = sub nsw i64 %5, %6
  %div.i = sdiv i64 %sub.i, %3
  %add8 = add nsw i64 %0, 1
  %call1.i = call i64 @irad_schedule_extra(i64 %div.i, i64 %add8, i64 %div.i84.pre-phi)
  %cmp16.not160 = icmp eq i64 %4, %1
  br i1 %cmp16.not160, label %for.cond.cleanup17, label %for.body18.preheader

for.body18.preheader:
  %cond.i.i = call i64 @llvm.smin.i64(i64 %div.i, i64 %div.i84.pre-phi)
  %7 = add i64 %call1.i, %cond.i.i
  %sub = sub i64 %later.0.lcssa, %7
  br label %for.body18

for.body:
  %8 = phi i64 [ %.pre170, %for.body.lr.ph ], [ %10, %for.body ]
  %now.0155 = phi i64 [ 0, %for.body.lr.ph ], [ %add, %for.body ]
  %k.0154 = phi i64 [ 0, %for.body.lr.ph ], [ %9, %for.body ]
  %free.0153 = phi i64 [ %0, %for.body.lr.ph ], [ %dec, %for.body ]
  %later.0152 = phi i64 [ 0, %for.body.lr.ph ], [ %add5, %for.body ]
  %arrayidx.i = getelementptr inbounds %struct.Slot, ptr %slot.i85, i64 %k.0154
  %behind.i86 = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 16
  %9 = load i64, ptr %behind.i86, align 8
  %arrayidx2.i87 = getelementptr inbounds %struct.Slot, ptr %slot.i85, i64 %9
  %10 = load i64, ptr %arrayidx2.i87, align 8
  %sub.i88 = sub nsw i64 %10, %8
  %div.i90 = sdiv i64 %sub.i88, %2
  %cond.i.i93 = call i64 @llvm.smin.i64(i64 %div.i90, i64 %div.i92)
  %call1.i94 = call i64 @irad_schedule_extra(i64 %div.i90, i64 %free.0153, i64 %div.i92)
  %add.i95 = add i64 %call1.i94, %now.0155
  %add = add i64 %add.i95, %cond.i.i93
  %add3 = add nsw i64 %free.0153, 1
  %call1.i106 = call i64 @irad_schedule_extra(i64 %div.i90, i64 %add3, i64 %div.i92)
  %add.i107 = add i64 %cond.i.i93, %later.0152
  %add5 = add i64 %add.i107, %call1.i106
  %dec = add nsw i64 %free.0153, -1
  %cmp.not = icmp eq i64 %9, %1
  br i1 %cmp.not, label %for.cond.cleanup, label %for.body

for.cond.cleanup17:
  %found.0.lcssa = phi i64 [ -1, %for.cond.cleanup ], [ %spec.select, %for.body18 ]
  %best.0.lcssa = phi i64 [ 4611686018427387904, %for.cond.cleanup ], [ %spec.select83, %for.body18 ]
  store i64 %now.0.lcssa, ptr %costs, align 8
  %arrayidx39 = getelementptr inbounds nuw i8, ptr %costs, i64 8
  store i64 %best.0.lcssa, ptr %arrayidx39, align 8
  ret i64 %found.0.lcssa

for.body18:
  %11 = phi i64 [ %14, %for.body18 ], [ %5, %for.body18.preheader ]
  %12 = phi i64 [ %11, %for.body18 ], [ %6, %for.body18.preheader ]
  %k10.0167 = phi i64 [ %13, %for.body18 ], [ %4, %for.body18.preheader ]
  %a.0166 = phi i64 [ %k10.0167, %for.body18 ], [ 0, %for.body18.preheader ]
  %best.0165 = phi i64 [ %spec.select83, %for.body18 ], [ 4611686018427387904, %for.body18.preheader ]
  %before.0164 = phi i64 [ %add31, %for.body18 ], [ 0, %for.body18.preheader ]
  %free.1163 = phi i64 [ %dec36, %for.body18 ], [ %0, %for.body18.preheader ]
  %found.0162 = phi i64 [ %spec.select, %for.body18 ], [ -1, %for.body18.preheader ]
  %later.1161 = phi i64 [ %sub21, %for.body18 ], [ %sub, %for.body18.preheader ]
  %arrayidx.i109 = getelementptr inbounds %struct.Slot, ptr %slot.i, i64 %k10.0167
  %behind.i110 = getelementptr inbounds nuw i8, ptr %arrayidx.i109, i64 16
  %13 = load i64, ptr %behind.i110, align 8
  %arrayidx2.i111 = getelementptr inbounds %struct.Slot, ptr %slot.i, i64 %13
  %14 = load i64, ptr %arrayidx2.i111, align 8
  %sub.i112 = sub nsw i64 %14, %11
  %div.i114 = sdiv i64 %sub.i112, %3
  %cond.i.i117 = call i64 @llvm.smin.i64(i64 %div.i114, i64 %div.i84.pre-phi)
  %call1.i118 = call i64 @irad_schedule_extra(i64 %div.i114, i64 %free.1163, i64 %div.i84.pre-phi)
  %15 = add i64 %call1.i118, %cond.i.i117
  %sub21 = sub i64 %later.1161, %15
  %arrayidx.i121 = getelementptr inbounds %struct.Slot, ptr %slot.i, i64 %a.0166
  %behind.i122 = getelementptr inbounds nuw i8, ptr %arrayidx.i121, i64 16
  %16 = load i64, ptr %behind.i122, align 8
  %arrayidx2.i123 = getelementptr inbounds %struct.Slot, ptr %slot.i, i64 %16
  %17 = load i64, ptr %arrayidx2.i123, align 8
  %sub.i124 = sub nsw i64 %17, %12
  %div.i126 = sdiv i64 %sub.i124, %3
  %add24 = add nsw i64 %div.i126, %div.i114
  %cond.i.i136 = call i64 @llvm.smin.i64(i64 %add24, i64 %div.i84.pre-phi)
  %call1.i137 = call i64 @irad_schedule_extra(i64 %add24, i64 %free.1163, i64 %div.i84.pre-phi)
  %add.i138 = add i64 %sub21, %before.0164
  %add26 = add i64 %add.i138, %call1.i137
  %add27 = add i64 %add26, %cond.i.i136
  %cmp28 = icmp slt i64 %add27, %best.0165
  %spec.select = select i1 %cmp28, i64 %k10.0167, i64 %found.0162
  %spec.select83 = call i64 @llvm.smin.i64(i64 %add27, i64 %best.0165)
  %cond.i.i148 = call i64 @llvm.smin.i64(i64 %div.i126, i64 %div.i84.pre-phi)
  %call1.i149 = call i64 @irad_schedule_extra(i64 %div.i126, i64 %free.1163, i64 %div.i84.pre-phi)
  %add.i150 = add i64 %cond.i.i148, %before.0164
  %add31 = add i64 %add.i150, %call1.i149
  %dec36 = add nsw i64 %free.1163, -1
  %cmp16.not = icmp eq i64 %13, %1
  br i1 %cmp16.not, label %for.cond.cleanup17, label %for.body18
}

define linkonce_odr hidden i64 @irad_schedule_replaced(ptr %s, i64 %n, i64 %cheapest, ptr %costs) noinline nounwind {
entry:
  %slots = getelementptr inbounds nuw i8, ptr %s, i64 112
  %0 = load i64, ptr %slots, align 8
  %used = getelementptr inbounds nuw i8, ptr %s, i64 120
  %1 = load i64, ptr %used, align 8
  %sub = sub nsw i64 %0, %1
  %add = add nsw i64 %sub, 1
  %last = getelementptr inbounds nuw i8, ptr %s, i64 136
  %2 = load i64, ptr %last, align 8
  %arrayidx = getelementptr %struct.Slot, ptr %s, i64 %2
  %before = getelementptr i8, ptr %arrayidx, i64 192
  %3 = load i64, ptr %before, align 8
  %slot.i = getelementptr inbounds nuw i8, ptr %s, i64 184
  %arrayidx.i = getelementptr inbounds %struct.Slot, ptr %slot.i, i64 %3
  %behind.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 16
  %4 = load i64, ptr %behind.i, align 8
  %arrayidx2.i = getelementptr inbounds %struct.Slot, ptr %slot.i, i64 %4
  %5 = load i64, ptr %arrayidx2.i, align 8
  %6 = load i64, ptr %arrayidx.i, align 8
  %sub.i = sub nsw i64 %5, %6
  %unit.i = getelementptr inbounds nuw i8, ptr %s, i64 32
  %7 = load i64, ptr %unit.i, align 8
  %div.i = sdiv i64 %sub.i, %7
  %8 = load i64, ptr %costs, align 8
  %add2 = add nsw i64 %n, 1
  %div.i56 = sdiv i64 576460752303423488, %0
  %cond.i.i = call i64 @llvm.smin.i64(i64 %add2, i64 %div.i56)
  %call1.i = call i64 @irad_schedule_extra(i64 %add2, i64 %add, i64 %div.i56)
  %add.i = add i64 %call1.i, %8
  %add4 = add i64 %add.i, %cond.i.i
  %arrayidx5 = getelementptr inbounds nuw i8, ptr %costs, i64 8
  %9 = load i64, ptr %arrayidx5, align 8
  %add6 = add nsw i64 %sub, 2
  %cond.i.i59 = call i64 @llvm.smin.i64(i64 %n, i64 %div.i56)
  %call1.i60 = call i64 @irad_schedule_extra(i64 %n, i64 %add6, i64 %div.i56)
  %add.i61 = add i64 %9, %cond.i.i59
  %add8 = add i64 %add.i61, %call1.i60
  %cond.i.i64 = call i64 @llvm.smin.i64(i64 %div.i56, i64 1)
  %call1.i65 = call i64 @irad_schedule_extra(i64 1, i64 %add, i64 %div.i56)
  %add.i66 = add nsw i64 %call1.i65, %cond.i.i64
  %add10 = add nsw i64 %add8, %add.i66
  %cond.i.i69 = call i64 @llvm.smin.i64(i64 %div.i, i64 %div.i56)
  %call1.i70 = call i64 @irad_schedule_extra(i64 %div.i, i64 %add6, i64 %div.i56)
  %add15 = add nsw i64 %div.i, %n
  %cond.i.i74 = call i64 @llvm.smin.i64(i64 %add15, i64 %div.i56)
  %call1.i75 = call i64 @irad_schedule_extra(i64 %add15, i64 %add6, i64 %div.i56)
  %10 = add i64 %8, %cond.i.i74
  %11 = add i64 %cond.i.i69, %call1.i70
  %sub14 = sub i64 %10, %11
  %add18 = add i64 %sub14, %call1.i75
  %add20 = add nsw i64 %add18, %add.i66
  %cmp.not = icmp eq i64 %cheapest, -1
  %cmp21 = icmp sge i64 %add10, %add4
  %or.cond.not82 = select i1 %cmp.not, i1 true, i1 %cmp21
  %cmp23.not = icmp sgt i64 %add8, %add18
  %or.cond55 = select i1 %or.cond.not82, i1 true, i1 %cmp23.not
  %cmp24 = icmp slt i64 %add20, %add4
  %spec.select = select i1 %cmp24, i64 %2, i64 -1
  %retval.0 = select i1 %or.cond55, i64 %spec.select, i64 %cheapest
  ret i64 %retval.0
}

define linkonce_odr hidden range(i64 -9223372036854775808, 576460752303423489) i64 @irad_schedule_extra(i64 %n, i64 %k, i64 range(i64 -576460752303423488, 576460752303423489) %limit) noinline nounwind {
entry:
  %cmp = icmp eq i64 %k, 1
  br i1 %cmp, label %if.then, label %for.cond.preheader

for.cond.preheader:
  %cmp226 = icmp sgt i64 %n, 1
  %cmp327 = icmp sgt i64 %limit, 0
  %0 = and i1 %cmp226, %cmp327
  br i1 %0, label %for.body, label %for.cond.cleanup

if.then:
  %cmp1 = icmp slt i64 %n, 2147483648
  br i1 %cmp1, label %cond.true, label %return

cond.true:
  %sub = add nsw i64 %n, -1
  %mul = mul nsw i64 %sub, %n
  %div = sdiv i64 %mul, 2
  %cond.i = call i64 @llvm.smin.i64(i64 %div, i64 %limit)
  br label %return

for.cond.cleanup:
  %sum.0.lcssa = phi i64 [ 0, %for.cond.preheader ], [ %add, %scaled.exit ]
  %cond.i24 = call i64 @llvm.smin.i64(i64 %sum.0.lcssa, i64 %limit)
  br label %return

for.body:
  %r.030 = phi i64 [ %inc, %scaled.exit ], [ 1, %for.cond.preheader ]
  %reach.029 = phi i64 [ %retval.0.i, %scaled.exit ], [ 1, %for.cond.preheader ]
  %sum.028 = phi i64 [ %add, %scaled.exit ], [ 0, %for.cond.preheader ]
  %sub4 = sub nsw i64 %n, %reach.029
  %cond.i25 = call i64 @llvm.smin.i64(i64 %sub4, i64 %limit)
  %add = add nsw i64 %cond.i25, %sum.028
  %add6 = add nsw i64 %r.030, %k
  %cmp.i = icmp slt i64 %reach.029, 1073741824
  %cmp1.i = icmp slt i64 %add6, 1073741824
  %or.cond.i = and i1 %cmp.i, %cmp1.i
  br i1 %or.cond.i, label %if.then.i, label %if.end.i

if.then.i:
  %mul.i = mul nsw i64 %add6, %reach.029
  %div.i = sdiv i64 %mul.i, %r.030
  br label %scaled.exit

if.end.i:
  %div2.i = sdiv i64 %reach.029, %r.030
  %rem.i = srem i64 %reach.029, %r.030
  %div3.i = sdiv i64 4611686018427387904, %add6
  %cmp4.not.i = icmp slt i64 %div2.i, %div3.i
  br i1 %cmp4.not.i, label %cond.false.i, label %scaled.exit

cond.false.i:
  %mul5.i = mul nsw i64 %div2.i, %add6
  %mul6.i = mul nsw i64 %rem.i, %add6
  %div7.i = sdiv i64 %mul6.i, %r.030
  %add.i = add nsw i64 %div7.i, %mul5.i
  br label %scaled.exit

scaled.exit:
  %retval.0.i = phi i64 [ %div.i, %if.then.i ], [ %add.i, %cond.false.i ], [ 4611686018427387904, %if.end.i ]
  %inc = add nuw nsw i64 %r.030, 1
  %cmp2 = icmp slt i64 %retval.0.i, %n
  %cmp3 = icmp slt i64 %add, %limit
  %1 = select i1 %cmp2, i1 %cmp3, i1 false
  br i1 %1, label %for.body, label %for.cond.cleanup

return:
  %retval.0 = phi i64 [ %cond.i24, %for.cond.cleanup ], [ %cond.i, %cond.true ], [ %limit, %if.then ]
  ret i64 %retval.0
}
