; Made from schedules.c by irad.llvm.runtime_ir.schedules.from_clang.
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

%struct.Slot = type { i64, i64, i64 }

define linkonce_odr hidden range(i64 -9223372036854775520, 25769804065) i64 @irad_schedule_bytes(i64 %snapshots, i64 %steps, i64 %state, i64 %memory) noinline nounwind {
entry:
  %cmp.i = icmp sgt i64 %snapshots, 0
  %cmp1.i = icmp eq i64 %snapshots, -1
  %or.cond.i = or i1 %cmp.i, %cmp1.i
  %cmp2.i = icmp slt i64 %steps, 0
  br i1 %or.cond.i, label %if.then.i, label %if.end.i

if.then.i:
  %or.cond28.i = and i1 %cmp1.i, %cmp2.i
  br i1 %or.cond28.i, label %table.exit, label %cond.false.i

cond.false.i:
  br i1 %cmp2.i, label %cond.end.i, label %cond.false6.i

cond.false6.i:
  switch i64 %snapshots, label %if.end4.i.i [
    i64 0, label %for.body.i.i.i
    i64 -1, label %while.cond.i.i.i
  ]

for.body.i.i.i:
  %bit.018.i.i.i = phi i64 [ %div616.i.i.i, %for.body.i.i.i ], [ 1073741824, %cond.false6.i ]
  %x.017.i.i.i = phi i64 [ %spec.select.i.i.i, %for.body.i.i.i ], [ %snapshots, %cond.false6.i ]
  %add.i.i.i = add nuw nsw i64 %x.017.i.i.i, %bit.018.i.i.i
  %add1.i.i.i = add nuw nsw i64 %add.i.i.i, 1
  %add3.i.i.i = add nuw nsw i64 %add.i.i.i, 2
  %mul.i.i.i = mul nsw i64 %add1.i.i.i, %add3.i.i.i
  %div15.i.i.i = lshr i64 %mul.i.i.i, 1
  %cmp4.i.i.i = icmp samesign ult i64 %div15.i.i.i, %steps
  %spec.select.i.i.i = select i1 %cmp4.i.i.i, i64 %add.i.i.i, i64 %x.017.i.i.i
  %div616.i.i.i = lshr i64 %bit.018.i.i.i, 1
  %cmp.not.i.i.i = icmp eq i64 %div616.i.i.i, 0
  br i1 %cmp.not.i.i.i, label %sqrt_slots.exit.i.i, label %for.body.i.i.i

sqrt_slots.exit.i.i:
  %add7.i.i.i = add nuw nsw i64 %spec.select.i.i.i, 1
  br label %cond.end.i

while.cond.i.i.i:
  %bits.0.i.i.i = phi i64 [ %inc.i.i.i, %while.cond.i.i.i ], [ 0, %cond.false6.i ]
  %cmp.i.i.i = icmp samesign ult i64 %bits.0.i.i.i, 62
  %shl.i.i.i = shl nuw nsw i64 1, %bits.0.i.i.i
  %cmp1.i.i.i = icmp samesign ult i64 %shl.i.i.i, %steps
  %0 = select i1 %cmp.i.i.i, i1 %cmp1.i.i.i, i1 false
  %inc.i.i.i = add nuw nsw i64 %bits.0.i.i.i, 1
  br i1 %0, label %while.cond.i.i.i, label %cond.end.i

if.end4.i.i:
  %1 = call i64 @llvm.umax.i64(i64 %steps, i64 1)
  %2 = call i64 @llvm.umin.i64(i64 %snapshots, i64 %1)
  br label %cond.end.i

cond.end.i:
  %cond.i = phi i64 [ %snapshots, %cond.false.i ], [ %add7.i.i.i, %sqrt_slots.exit.i.i ], [ %2, %if.end4.i.i ], [ %inc.i.i.i, %while.cond.i.i.i ]
  %cond.i.i = call i64 @llvm.smin.i64(i64 %cond.i, i64 1073741824)
  br label %table.exit

if.end.i:
  br i1 %cmp2.i, label %cond.end17.i, label %for.body.i.i41.i

for.body.i.i41.i:
  %bit.018.i.i42.i = phi i64 [ %div616.i.i51.i, %for.body.i.i41.i ], [ 1073741824, %if.end.i ]
  %x.017.i.i43.i = phi i64 [ %spec.select.i.i50.i, %for.body.i.i41.i ], [ 0, %if.end.i ]
  %add.i.i44.i = add nuw nsw i64 %x.017.i.i43.i, %bit.018.i.i42.i
  %add1.i.i45.i = add nuw nsw i64 %add.i.i44.i, 1
  %add3.i.i46.i = add nuw nsw i64 %add.i.i44.i, 2
  %mul.i.i47.i = mul nsw i64 %add1.i.i45.i, %add3.i.i46.i
  %div15.i.i48.i = lshr i64 %mul.i.i47.i, 1
  %cmp4.i.i49.i = icmp samesign ult i64 %div15.i.i48.i, %steps
  %spec.select.i.i50.i = select i1 %cmp4.i.i49.i, i64 %add.i.i44.i, i64 %x.017.i.i43.i
  %div616.i.i51.i = lshr i64 %bit.018.i.i42.i, 1
  %cmp.not.i.i52.i = icmp eq i64 %div616.i.i51.i, 0
  br i1 %cmp.not.i.i52.i, label %known_slots.exit56.i, label %for.body.i.i41.i

known_slots.exit56.i:
  %add7.i.i54.i = add nuw nsw i64 %spec.select.i.i50.i, 1
  %3 = call i64 @llvm.umin.i64(i64 %steps, i64 4096)
  %cond.i58.i = call i64 @llvm.smax.i64(i64 %add7.i.i54.i, i64 %3)
  %4 = call i64 @llvm.umin.i64(i64 %cond.i58.i, i64 1073741824)
  br label %cond.end17.i

cond.end17.i:
  %cond18.i = phi i64 [ %4, %known_slots.exit56.i ], [ 4096, %if.end.i ]
  %cmp19.i = icmp sgt i64 %memory, 0
  br i1 %cmp19.i, label %cond.true20.i, label %table.exit

cond.true20.i:
  %div40.i = lshr i64 %memory, 1
  %cond.i60.i = call i64 @llvm.smax.i64(i64 %state, i64 1)
  %add.i = add nuw nsw i64 %cond.i60.i, 48
  %div2263.i = udiv i64 %div40.i, %add.i
  %5 = call i64 @llvm.umin.i64(i64 %cond18.i, i64 %div2263.i)
  %6 = call i64 @llvm.umax.i64(i64 %5, i64 1)
  br label %table.exit

table.exit:
  %retval.0.i = phi i64 [ 64, %if.then.i ], [ %cond.i.i, %cond.end.i ], [ %6, %cond.true20.i ], [ %cond18.i, %cond.end17.i ]
  %mul = mul nsw i64 %retval.0.i, 24
  %add = add nsw i64 %mul, 288
  ret i64 %add
}

define linkonce_odr hidden void @irad_schedule_start(ptr writeonly %s, i64 %steps, i64 %snapshots, i64 %segment, i64 %budget, i64 %state, i64 %memory) noinline nounwind {
entry:
  %reverse = getelementptr inbounds nuw i8, ptr %s, i64 88
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
  %cmp2 = icmp eq i64 %segment, 0
  %0 = or i64 %segment, %snapshots
  %1 = icmp eq i64 %0, 0
  %conv = zext i1 %1 to i64
  %levels = getelementptr inbounds nuw i8, ptr %s, i64 48
  store i64 %conv, ptr %levels, align 8
  %cond.i69 = call i64 @llvm.smax.i64(i64 %state, i64 1)
  %state4 = getelementptr inbounds nuw i8, ptr %s, i64 56
  store i64 %cond.i69, ptr %state4, align 8
  %tape = getelementptr inbounds nuw i8, ptr %s, i64 64
  store i64 1, ptr %tape, align 8
  %cond = select i1 %1, i64 %memory, i64 0
  %memory6 = getelementptr inbounds nuw i8, ptr %s, i64 72
  store i64 %cond, ptr %memory6, align 8
  %cmp.i = icmp sgt i64 %snapshots, 0
  %cmp1.i = icmp eq i64 %snapshots, -1
  %or.cond.i = or i1 %cmp.i, %cmp1.i
  %cmp2.i = icmp slt i64 %steps, 0
  br i1 %or.cond.i, label %if.then.i, label %if.end.i

if.then.i:
  %or.cond28.i = and i1 %cmp2.i, %cmp1.i
  br i1 %or.cond28.i, label %table.exit, label %cond.false.i

cond.false.i:
  br i1 %cmp2.i, label %cond.end.i, label %cond.false6.i

cond.false6.i:
  switch i64 %cond.i, label %if.end4.i.i [
    i64 0, label %for.body.i.i.i
    i64 -1, label %while.cond.i.i.i
  ]

for.body.i.i.i:
  %bit.018.i.i.i = phi i64 [ %div616.i.i.i, %for.body.i.i.i ], [ 1073741824, %cond.false6.i ]
  %x.017.i.i.i = phi i64 [ %spec.select.i.i.i, %for.body.i.i.i ], [ %cond.i, %cond.false6.i ]
  %add.i.i.i = add nuw nsw i64 %x.017.i.i.i, %bit.018.i.i.i
  %add1.i.i.i = add nuw nsw i64 %add.i.i.i, 1
  %add3.i.i.i = add nuw nsw i64 %add.i.i.i, 2
  %mul.i.i.i = mul nsw i64 %add1.i.i.i, %add3.i.i.i
  %div15.i.i.i = lshr i64 %mul.i.i.i, 1
  %cmp4.i.i.i = icmp samesign ult i64 %div15.i.i.i, %steps
  %spec.select.i.i.i = select i1 %cmp4.i.i.i, i64 %add.i.i.i, i64 %x.017.i.i.i
  %div616.i.i.i = lshr i64 %bit.018.i.i.i, 1
  %cmp.not.i.i.i = icmp eq i64 %div616.i.i.i, 0
  br i1 %cmp.not.i.i.i, label %sqrt_slots.exit.i.i, label %for.body.i.i.i

sqrt_slots.exit.i.i:
  %add7.i.i.i = add nuw nsw i64 %spec.select.i.i.i, 1
  br label %cond.end.i

while.cond.i.i.i:
  %bits.0.i.i.i = phi i64 [ %inc.i.i.i, %while.cond.i.i.i ], [ 0, %cond.false6.i ]
  %cmp.i.i.i = icmp samesign ult i64 %bits.0.i.i.i, 62
  %shl.i.i.i = shl nuw nsw i64 1, %bits.0.i.i.i
  %cmp1.i.i.i = icmp samesign ult i64 %shl.i.i.i, %steps
  %2 = select i1 %cmp.i.i.i, i1 %cmp1.i.i.i, i1 false
  %inc.i.i.i = add nuw nsw i64 %bits.0.i.i.i, 1
  br i1 %2, label %while.cond.i.i.i, label %cond.end.i

if.end4.i.i:
  %3 = call i64 @llvm.umax.i64(i64 %steps, i64 1)
  %4 = call i64 @llvm.umin.i64(i64 %cond.i, i64 %3)
  br label %cond.end.i

cond.end.i:
  %cond.i70 = phi i64 [ %cond.i, %cond.false.i ], [ %add7.i.i.i, %sqrt_slots.exit.i.i ], [ %4, %if.end4.i.i ], [ %inc.i.i.i, %while.cond.i.i.i ]
  %cond.i.i = call i64 @llvm.smin.i64(i64 %cond.i70, i64 1073741824)
  br label %table.exit

if.end.i:
  br i1 %cmp2.i, label %cond.end17.i, label %for.body.i.i41.i

for.body.i.i41.i:
  %bit.018.i.i42.i = phi i64 [ %div616.i.i51.i, %for.body.i.i41.i ], [ 1073741824, %if.end.i ]
  %x.017.i.i43.i = phi i64 [ %spec.select.i.i50.i, %for.body.i.i41.i ], [ 0, %if.end.i ]
  %add.i.i44.i = add nuw nsw i64 %x.017.i.i43.i, %bit.018.i.i42.i
  %add1.i.i45.i = add nuw nsw i64 %add.i.i44.i, 1
  %add3.i.i46.i = add nuw nsw i64 %add.i.i44.i, 2
  %mul.i.i47.i = mul nsw i64 %add1.i.i45.i, %add3.i.i46.i
  %div15.i.i48.i = lshr i64 %mul.i.i47.i, 1
  %cmp4.i.i49.i = icmp samesign ult i64 %div15.i.i48.i, %steps
  %spec.select.i.i50.i = select i1 %cmp4.i.i49.i, i64 %add.i.i44.i, i64 %x.017.i.i43.i
  %div616.i.i51.i = lshr i64 %bit.018.i.i42.i, 1
  %cmp.not.i.i52.i = icmp eq i64 %div616.i.i51.i, 0
  br i1 %cmp.not.i.i52.i, label %known_slots.exit56.i, label %for.body.i.i41.i

known_slots.exit56.i:
  %add7.i.i54.i = add nuw nsw i64 %spec.select.i.i50.i, 1
  %5 = call i64 @llvm.umin.i64(i64 %steps, i64 4096)
  %cond.i58.i = call i64 @llvm.smax.i64(i64 %add7.i.i54.i, i64 %5)
  %6 = call i64 @llvm.umin.i64(i64 %cond.i58.i, i64 1073741824)
  br label %cond.end17.i

cond.end17.i:
  %cond18.i = phi i64 [ %6, %known_slots.exit56.i ], [ 4096, %if.end.i ]
  %cmp19.i = icmp sgt i64 %cond, 0
  br i1 %cmp19.i, label %cond.true20.i, label %table.exit

cond.true20.i:
  %div40.i = lshr i64 %cond, 1
  %add.i = add nuw nsw i64 %cond.i69, 48
  %div2263.i = udiv i64 %div40.i, %add.i
  %7 = call i64 @llvm.umin.i64(i64 %cond18.i, i64 %div2263.i)
  %8 = call i64 @llvm.umax.i64(i64 %7, i64 1)
  br label %table.exit

table.exit:
  %retval.0.i = phi i64 [ 64, %if.then.i ], [ %cond.i.i, %cond.end.i ], [ %8, %cond.true20.i ], [ %cond18.i, %cond.end17.i ]
  %room = getelementptr inbounds nuw i8, ptr %s, i64 80
  store i64 %retval.0.i, ptr %room, align 8
  %head = getelementptr inbounds nuw i8, ptr %s, i64 112
  %grown = getelementptr inbounds nuw i8, ptr %s, i64 272
  call void @llvm.memset.p0.i64(ptr align 8 %head, i8 -1, i64 16, i1 false)
  %saving = getelementptr inbounds nuw i8, ptr %s, i64 168
  store i64 0, ptr %saving, align 8
  %used = getelementptr inbounds nuw i8, ptr %s, i64 136
  %trial = getelementptr inbounds nuw i8, ptr %s, i64 216
  %victim = getelementptr inbounds nuw i8, ptr %s, i64 176
  call void @llvm.memset.p0.i64(ptr align 8 %used, i8 0, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr align 8 %trial, i8 0, i64 24, i1 false)
  call void @llvm.memset.p0.i64(ptr align 8 %grown, i8 0, i64 16, i1 false)
  store i64 -1, ptr %victim, align 8
  %last = getelementptr inbounds nuw i8, ptr %s, i64 152
  %conv12 = zext i1 %cmp2 to i64
  %measures = getelementptr inbounds nuw i8, ptr %s, i64 184
  call void @llvm.memset.p0.i64(ptr align 8 %last, i8 -1, i64 16, i1 false)
  store i64 %conv12, ptr %measures, align 8
  %goal = getelementptr inbounds nuw i8, ptr %s, i64 192
  store i64 0, ptr %goal, align 8
  %probe = getelementptr inbounds nuw i8, ptr %s, i64 200
  store i64 2, ptr %probe, align 8
  %probing = getelementptr inbounds nuw i8, ptr %s, i64 208
  store i64 0, ptr %probing, align 8
  %cond.i71 = call i64 @llvm.smax.i64(i64 %cond.i, i64 1)
  %slots = getelementptr inbounds nuw i8, ptr %s, i64 128
  store i64 %cond.i71, ptr %slots, align 8
  %cmp15 = icmp sgt i64 %steps, 0
  %cmp17 = icmp sgt i64 %segment, 0
  %or.cond = and i1 %cmp15, %cmp17
  br i1 %or.cond, label %if.then, label %if.end

if.then:
  %div.i76 = udiv i64 %steps, %segment
  %rem.i77 = urem i64 %steps, %segment
  %cmp.i72 = icmp ne i64 %rem.i77, 0
  %conv2.i = zext i1 %cmp.i72 to i64
  %add.i73 = add nuw nsw i64 %div.i76, %conv2.i
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
  %cmp4.i.i = icmp samesign ult i64 %div15.i.i, %add.i73
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
  %cmp1.i.i = icmp samesign ult i64 %shl.i.i, %add.i73
  %9 = select i1 %cmp.i.i, i1 %cmp1.i.i, i1 false
  %inc.i.i = add nuw nsw i64 %bits.0.i.i, 1
  br i1 %9, label %while.cond.i.i, label %known_slots.exit

if.end4.i:
  %10 = call i64 @llvm.umax.i64(i64 %add.i73, i64 1)
  %cond.i11.i = call i64 @llvm.smin.i64(i64 %cond.i, i64 %10)
  br label %known_slots.exit

known_slots.exit:
  %retval.0.i74 = phi i64 [ %add7.i.i, %sqrt_slots.exit.i ], [ %cond.i11.i, %if.end4.i ], [ %inc.i.i, %while.cond.i.i ]
  store i64 %retval.0.i74, ptr %slots, align 8
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
  %position.i = getelementptr inbounds nuw i8, ptr %s, i64 96
  %1 = load i64, ptr %position.i, align 8
  %end.i = getelementptr inbounds nuw i8, ptr %s, i64 104
  store i64 %1, ptr %end.i, align 8
  store i64 -1, ptr %position.i, align 8
  br label %report.exit

if.end7.i:
  %reverse.i = getelementptr inbounds nuw i8, ptr %s, i64 88
  %2 = load i64, ptr %reverse.i, align 8
  %tobool.not.i = icmp eq i64 %2, 0
  br i1 %tobool.not.i, label %if.end12.i, label %cond.end.i

cond.end.i:
  %3 = load i64, ptr %s, align 8
  %position8.i = getelementptr inbounds nuw i8, ptr %s, i64 96
  %4 = load i64, ptr %position8.i, align 8
  %add.i = add nsw i64 %4, %3
  store i64 %add.i, ptr %position8.i, align 8
  br label %report.exit

if.end12.i:
  %position879.i = getelementptr inbounds nuw i8, ptr %s, i64 96
  %5 = load i64, ptr %position879.i, align 8
  %add80.i = add nsw i64 %5, %done
  store i64 %add80.i, ptr %position879.i, align 8
  %cmp14.i = icmp eq i64 %0, 4
  br i1 %cmp14.i, label %if.then15.i, label %if.end29.i

if.then15.i:
  %unit.i = getelementptr inbounds nuw i8, ptr %s, i64 32
  %6 = load i64, ptr %unit.i, align 8
  %cmp16.i = icmp eq i64 %6, 0
  br i1 %cmp16.i, label %if.then17.i, label %if.else.i

if.then17.i:
  %budget.i.i = getelementptr inbounds nuw i8, ptr %s, i64 40
  %7 = load i64, ptr %budget.i.i, align 8
  %cond.i.i.i = call i64 @llvm.smax.i64(i64 %bytes, i64 1)
  %div.i.i = sdiv i64 %7, %cond.i.i.i
  %cond.i110.i.i = call i64 @llvm.smax.i64(i64 %div.i.i, i64 1)
  %head.i.i = getelementptr inbounds nuw i8, ptr %s, i64 112
  store i64 %done, ptr %head.i.i, align 8
  store i64 %cond.i110.i.i, ptr %unit.i, align 8
  %tape.i.i = getelementptr inbounds nuw i8, ptr %s, i64 64
  store i64 %cond.i.i.i, ptr %tape.i.i, align 8
  %memory.i.i = getelementptr inbounds nuw i8, ptr %s, i64 72
  %8 = load i64, ptr %memory.i.i, align 8
  %cmp.i.i = icmp sgt i64 %8, 0
  br i1 %cmp.i.i, label %if.then.i.i, label %if.end.i.i

if.then.i.i:
  %sub.i.i = sub nsw i64 %8, %bytes
  %cond.i112.i.i = call i64 @llvm.smax.i64(i64 %sub.i.i, i64 1)
  store i64 %cond.i112.i.i, ptr %memory.i.i, align 8
  br label %if.end.i.i

if.end.i.i:
  %9 = phi i64 [ %cond.i112.i.i, %if.then.i.i ], [ %8, %if.then17.i ]
  %levels.i.i = getelementptr inbounds nuw i8, ptr %s, i64 48
  %10 = load i64, ptr %levels.i.i, align 8
  %tobool.not.i.i = icmp eq i64 %10, 0
  br i1 %tobool.not.i.i, label %if.end11.i.i, label %if.then6.i.i

if.then6.i.i:
  %cmp.i.i.i = icmp sgt i64 %9, 0
  br i1 %cmp.i.i.i, label %cond.true.i.i.i, label %longest.exit.i.i

cond.true.i.i.i:
  %div5.i.i.i = lshr i64 %9, 1
  %div2.i126.i.i = udiv i64 %div5.i.i.i, %cond.i.i.i
  %11 = call i64 @llvm.umax.i64(i64 %div2.i126.i.i, i64 1)
  br label %longest.exit.i.i

longest.exit.i.i:
  %cond.i113.i.i = phi i64 [ %11, %cond.true.i.i.i ], [ 1152921504606846976, %if.then6.i.i ]
  %12 = call i64 @llvm.umin.i64(i64 %cond.i110.i.i, i64 %cond.i113.i.i)
  store i64 %12, ptr %unit.i, align 8
  br label %if.end11.i.i

if.end11.i.i:
  %13 = phi i64 [ %12, %longest.exit.i.i ], [ %cond.i110.i.i, %if.end.i.i ]
  %total.i.i = getelementptr inbounds nuw i8, ptr %s, i64 24
  %14 = load i64, ptr %total.i.i, align 8
  %cmp12.i.i = icmp eq i64 %14, -1
  %cmp13.i.i = icmp eq i64 %bytes, 0
  %or.cond.i.i = or i1 %cmp13.i.i, %cmp12.i.i
  br i1 %or.cond.i.i, label %if.end18.i.i, label %if.end26.i.i

if.end18.i.i:
  %15 = call i64 @llvm.umin.i64(i64 %13, i64 1024)
  store i64 %15, ptr %unit.i, align 8
  br i1 %cmp12.i.i, label %if.then21.i.i, label %if.end26.i.i

if.then21.i.i:
  br i1 %tobool.not.i.i, label %if.end29.i, label %if.then24.i.i

if.then24.i.i:
  %room.i.i = getelementptr inbounds nuw i8, ptr %s, i64 80
  %16 = load i64, ptr %room.i.i, align 8
  br label %cleanup.sink.split.i.i

if.end26.i.i:
  %17 = phi i64 [ %13, %if.end11.i.i ], [ %15, %if.end18.i.i ]
  %18 = call i64 @llvm.umin.i64(i64 %cond.i110.i.i, i64 %17)
  %cmp30.i.i = icmp sgt i64 %14, %18
  br i1 %cmp30.i.i, label %if.then31.i.i, label %if.end37.i.i

if.then31.i.i:
  %19 = call i64 @llvm.umax.i64(i64 %18, i64 2)
  %cond.i117.i.i = add nsw i64 %19, -1
  %20 = call i64 @llvm.umin.i64(i64 %17, i64 %cond.i117.i.i)
  store i64 %20, ptr %unit.i, align 8
  br label %if.end37.i.i

if.end37.i.i:
  %21 = phi i64 [ %20, %if.then31.i.i ], [ %17, %if.end26.i.i ]
  br i1 %tobool.not.i.i, label %if.else.i.i, label %if.then40.i.i

if.then40.i.i:
  %sub42.i.i = sub nsw i64 %14, %done
  %cond.i119.i.i = call i64 @llvm.smax.i64(i64 %sub42.i.i, i64 1)
  call void @irad_schedule_lengthen(ptr %s, i64 %cond.i119.i.i)
  %22 = load i64, ptr %memory.i.i, align 8
  %cmp45.i.i = icmp sgt i64 %22, 0
  %cmp46.i.i = icmp sgt i64 %sub42.i.i, 64
  %or.cond64.i.i = and i1 %cmp46.i.i, %cmp45.i.i
  br i1 %or.cond64.i.i, label %land.lhs.true47.i.i, label %if.end29.i

land.lhs.true47.i.i:
  %23 = load i64, ptr %unit.i, align 8
  %cmp49.not.i.i = icmp slt i64 %23, %cond.i119.i.i
  br i1 %cmp49.not.i.i, label %if.end29.i, label %land.lhs.true50.i.i

land.lhs.true50.i.i:
  %24 = load i64, ptr %tape.i.i, align 8
  %cmp.i120.i.i = icmp samesign ult i64 %sub42.i.i, 1073741824
  %cmp1.i.i.i = icmp slt i64 %24, 1073741824
  %or.cond.i.i.i = and i1 %cmp.i120.i.i, %cmp1.i.i.i
  br i1 %or.cond.i.i.i, label %if.then.i.i.i, label %if.end.i.i.i

if.then.i.i.i:
  %mul.i.i.i = mul nsw i64 %24, %cond.i119.i.i
  br label %scaled.exit.i.i

if.end.i.i.i:
  %div3.i.i.i = sdiv i64 4611686018427387904, %24
  %cmp4.not.i.i.i = icmp slt i64 %cond.i119.i.i, %div3.i.i.i
  %mul5.i.i.i = mul nsw i64 %24, %cond.i119.i.i
  %spec.select.i.i = select i1 %cmp4.not.i.i.i, i64 %mul5.i.i.i, i64 4611686018427387904
  br label %scaled.exit.i.i

scaled.exit.i.i:
  %retval.0.i.i.i = phi i64 [ %mul.i.i.i, %if.then.i.i.i ], [ %spec.select.i.i, %if.end.i.i.i ]
  %state.i.i = getelementptr inbounds nuw i8, ptr %s, i64 56
  %25 = load i64, ptr %state.i.i, align 8
  %add.i.i = add nsw i64 %25, %retval.0.i.i.i
  %cmp54.not.i.i = icmp sgt i64 %add.i.i, %22
  br i1 %cmp54.not.i.i, label %if.end29.i, label %cleanup.sink.split.i.i

if.else.i.i:
  %mode.i.i = getelementptr inbounds nuw i8, ptr %s, i64 16
  %26 = load i64, ptr %mode.i.i, align 8
  %sub58.i.i = sub nsw i64 %14, %done
  %cond.i122.i.i = call i64 @llvm.smax.i64(i64 %sub58.i.i, i64 1)
  %div.i.i.i = udiv i64 %cond.i122.i.i, %21
  %rem.i.i.i = urem i64 %cond.i122.i.i, %21
  %cmp.i123.i.i = icmp ne i64 %rem.i.i.i, 0
  %conv2.i.i.i = zext i1 %cmp.i123.i.i to i64
  %add.i.i.i = add nuw nsw i64 %div.i.i.i, %conv2.i.i.i
  switch i64 %26, label %if.end4.i.i.i [
    i64 0, label %for.body.i.i.i.i
    i64 -1, label %while.cond.i.i.i.i
  ]

for.body.i.i.i.i:
  %bit.018.i.i.i.i = phi i64 [ %div616.i.i.i.i, %for.body.i.i.i.i ], [ 1073741824, %if.else.i.i ]
  %x.017.i.i.i.i = phi i64 [ %spec.select.i.i.i.i, %for.body.i.i.i.i ], [ %26, %if.else.i.i ]
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
  br label %cleanup.sink.split.i.i

while.cond.i.i.i.i:
  %bits.0.i.i.i.i = phi i64 [ %inc.i.i.i.i, %while.cond.i.i.i.i ], [ 0, %if.else.i.i ]
  %cmp.i.i.i.i = icmp samesign ult i64 %bits.0.i.i.i.i, 62
  %shl.i.i.i.i = shl nuw nsw i64 1, %bits.0.i.i.i.i
  %cmp1.i.i.i.i = icmp samesign ult i64 %shl.i.i.i.i, %add.i.i.i
  %27 = select i1 %cmp.i.i.i.i, i1 %cmp1.i.i.i.i, i1 false
  %inc.i.i.i.i = add nuw nsw i64 %bits.0.i.i.i.i, 1
  br i1 %27, label %while.cond.i.i.i.i, label %cleanup.sink.split.i.i

if.end4.i.i.i:
  %28 = call i64 @llvm.umax.i64(i64 %add.i.i.i, i64 1)
  %cond.i11.i.i.i = call i64 @llvm.smin.i64(i64 %26, i64 %28)
  br label %cleanup.sink.split.i.i

cleanup.sink.split.i.i:
  %.sink.i.i = phi i64 [ 216, %scaled.exit.i.i ], [ 128, %if.then24.i.i ], [ 128, %if.end4.i.i.i ], [ 128, %sqrt_slots.exit.i.i.i ], [ 128, %while.cond.i.i.i.i ]
  %retval.0.i124.sink.i.i = phi i64 [ 1, %scaled.exit.i.i ], [ %16, %if.then24.i.i ], [ %cond.i11.i.i.i, %if.end4.i.i.i ], [ %add7.i.i.i.i, %sqrt_slots.exit.i.i.i ], [ %inc.i.i.i.i, %while.cond.i.i.i.i ]
  %slots62.i.i = getelementptr inbounds nuw i8, ptr %s, i64 %.sink.i.i
  store i64 %retval.0.i124.sink.i.i, ptr %slots62.i.i, align 8
  br label %if.end29.i

if.else.i:
  %trial.i = getelementptr inbounds nuw i8, ptr %s, i64 216
  %29 = load i64, ptr %trial.i, align 8
  %cmp18.i = icmp eq i64 %29, 1
  br i1 %cmp18.i, label %if.then19.i, label %if.else20.i

if.then19.i:
  call void @irad_schedule_piece(ptr %s, i64 %done, i64 %bytes)
  br label %if.end29.i

if.else20.i:
  %measures.i = getelementptr inbounds nuw i8, ptr %s, i64 184
  %30 = load i64, ptr %measures.i, align 8
  %tobool21.not.i = icmp eq i64 %30, 0
  br i1 %tobool21.not.i, label %if.end23.i, label %if.then22.i

if.then22.i:
  %cond.i.i60.i = call i64 @llvm.smax.i64(i64 %done, i64 1)
  %div.i61.i = sdiv i64 %bytes, %cond.i.i60.i
  %tape.i62.i = getelementptr inbounds nuw i8, ptr %s, i64 64
  %31 = load i64, ptr %tape.i62.i, align 8
  %cmp.not.i.i = icmp sgt i64 %div.i61.i, %31
  br i1 %cmp.not.i.i, label %if.end.i63.i, label %if.end23.i

if.end.i63.i:
  %budget.i64.i = getelementptr inbounds nuw i8, ptr %s, i64 40
  %32 = load i64, ptr %budget.i64.i, align 8
  %cmp.i.i66.i = icmp slt i64 %6, 1073741824
  %cmp1.i.i67.i = icmp slt i64 %31, 1073741824
  %or.cond.i.i68.i = and i1 %cmp.i.i66.i, %cmp1.i.i67.i
  br i1 %or.cond.i.i68.i, label %if.then.i.i76.i, label %if.end.i.i69.i

if.then.i.i76.i:
  %mul.i.i77.i = mul nsw i64 %31, %6
  br label %scaled.exit.i74.i

if.end.i.i69.i:
  %div3.i.i70.i = sdiv i64 4611686018427387904, %31
  %cmp4.not.i.i71.i = icmp slt i64 %6, %div3.i.i70.i
  %mul5.i.i72.i = mul nsw i64 %31, %6
  %spec.select.i73.i = select i1 %cmp4.not.i.i71.i, i64 %mul5.i.i72.i, i64 4611686018427387904
  br label %scaled.exit.i74.i

scaled.exit.i74.i:
  %retval.0.i.i75.i = phi i64 [ %mul.i.i77.i, %if.then.i.i76.i ], [ %spec.select.i73.i, %if.end.i.i69.i ]
  %cond.i23.i.i = call i64 @llvm.smax.i64(i64 %32, i64 %retval.0.i.i75.i)
  %div4.i.i = sdiv i64 %cond.i23.i.i, %div.i61.i
  store i64 %div.i61.i, ptr %tape.i62.i, align 8
  %cmp7.not.i.i = icmp slt i64 %div4.i.i, %6
  br i1 %cmp7.not.i.i, label %if.end9.i.i, label %if.end23.i

if.end9.i.i:
  %cond.i24.i.i = call i64 @llvm.smax.i64(i64 %div4.i.i, i64 1)
  store i64 %cond.i24.i.i, ptr %unit.i, align 8
  %saving.i.i = getelementptr inbounds nuw i8, ptr %s, i64 168
  store i64 0, ptr %saving.i.i, align 8
  br label %if.end23.i

if.end23.i:
  %probing.i = getelementptr inbounds nuw i8, ptr %s, i64 208
  %33 = load i64, ptr %probing.i, align 8
  %tobool24.not.i = icmp eq i64 %33, 0
  br i1 %tobool24.not.i, label %if.then25.i, label %if.end29.i

if.then25.i:
  %tail.i = getelementptr inbounds nuw i8, ptr %s, i64 120
  store i64 %done, ptr %tail.i, align 8
  br label %if.end29.i

if.end29.i:
  %tobool30.not.i = icmp eq i64 %ended, 0
  br i1 %tobool30.not.i, label %report.exit, label %if.then31.i

if.then31.i:
  %34 = load i64, ptr %position879.i, align 8
  %total.i = getelementptr inbounds nuw i8, ptr %s, i64 24
  store i64 %34, ptr %total.i, align 8
  br label %report.exit

report.exit:
  %reverse = getelementptr inbounds nuw i8, ptr %s, i64 88
  %35 = load i64, ptr %reverse, align 8
  %tobool.not = icmp eq i64 %35, 0
  br i1 %tobool.not, label %cond.false, label %cond.true

cond.true:
  %pieces.i = getelementptr inbounds nuw i8, ptr %s, i64 224
  %36 = load i64, ptr %pieces.i, align 8
  %cmp.i = icmp sgt i64 %36, 0
  br i1 %cmp.i, label %if.then.i, label %if.end.i

if.then.i:
  %piece.i = getelementptr inbounds nuw i8, ptr %s, i64 240
  %dec.i = add nsw i64 %36, -1
  store i64 %dec.i, ptr %pieces.i, align 8
  %arrayidx.i = getelementptr inbounds nuw i64, ptr %piece.i, i64 %dec.i
  %37 = load i64, ptr %arrayidx.i, align 8
  %end.i7 = getelementptr inbounds nuw i8, ptr %s, i64 104
  %38 = load i64, ptr %end.i7, align 8
  %sub.i = sub nsw i64 %38, %37
  store i64 %sub.i, ptr %end.i7, align 8
  store i64 6, ptr %action.i, align 8
  store i64 0, ptr %s, align 8
  br label %cond.end

if.end.i:
  %tail.i5 = getelementptr inbounds nuw i8, ptr %s, i64 120
  %39 = load i64, ptr %tail.i5, align 8
  %cmp2.not.i = icmp eq i64 %39, -1
  br i1 %cmp2.not.i, label %if.end9.i, label %if.then3.i

if.then3.i:
  %end5.i = getelementptr inbounds nuw i8, ptr %s, i64 104
  %40 = load i64, ptr %end5.i, align 8
  %sub6.i = sub nsw i64 %40, %39
  store i64 %sub6.i, ptr %end5.i, align 8
  store i64 -1, ptr %tail.i5, align 8
  store i64 6, ptr %action.i, align 8
  store i64 0, ptr %s, align 8
  br label %cond.end

if.end9.i:
  %head.i = getelementptr inbounds nuw i8, ptr %s, i64 112
  %41 = load i64, ptr %head.i, align 8
  %cmp10.not.i = icmp eq i64 %41, -1
  %end19.phi.trans.insert.i = getelementptr inbounds nuw i8, ptr %s, i64 104
  %.pre.i = load i64, ptr %end19.phi.trans.insert.i, align 8
  %cmp13.not.i = icmp sgt i64 %.pre.i, %41
  %or.cond107.i = select i1 %cmp10.not.i, i1 true, i1 %cmp13.not.i
  br i1 %or.cond107.i, label %if.end18.i, label %if.then14.i

if.then14.i:
  store i64 0, ptr %end19.phi.trans.insert.i, align 8
  store i64 -1, ptr %head.i, align 8
  store i64 6, ptr %action.i, align 8
  store i64 0, ptr %s, align 8
  br label %cond.end

if.end18.i:
  %cmp20.i = icmp eq i64 %.pre.i, 0
  br i1 %cmp20.i, label %if.then21.i, label %while.cond.preheader.i

while.cond.preheader.i:
  %slot.i = getelementptr inbounds nuw i8, ptr %s, i64 288
  %last.i = getelementptr inbounds nuw i8, ptr %s, i64 152
  %42 = load i64, ptr %last.i, align 8
  %arrayidx2490.i = getelementptr inbounds %struct.Slot, ptr %slot.i, i64 %42
  %43 = load i64, ptr %arrayidx2490.i, align 8
  %cmp26.not91.i = icmp slt i64 %43, %.pre.i
  br i1 %cmp26.not91.i, label %while.end.i, label %while.body.i

if.then21.i:
  %total.i6 = getelementptr inbounds nuw i8, ptr %s, i64 24
  %44 = load i64, ptr %total.i6, align 8
  store i64 0, ptr %action.i, align 8
  store i64 %44, ptr %s, align 8
  br label %cond.end

while.body.i:
  %45 = phi i64 [ %46, %while.body.i ], [ %42, %while.cond.preheader.i ]
  call void @irad_schedule_take_off(ptr %s, i64 %45)
  %46 = load i64, ptr %last.i, align 8
  %arrayidx24.i = getelementptr inbounds %struct.Slot, ptr %slot.i, i64 %46
  %47 = load i64, ptr %arrayidx24.i, align 8
  %48 = load i64, ptr %end19.phi.trans.insert.i, align 8
  %cmp26.not.i = icmp slt i64 %47, %48
  br i1 %cmp26.not.i, label %while.end.i, label %while.body.i

while.end.i:
  %.lcssa89.i = phi i64 [ %42, %while.cond.preheader.i ], [ %46, %while.body.i ]
  %.lcssa88.i = phi i64 [ %43, %while.cond.preheader.i ], [ %47, %while.body.i ]
  %.lcssa.i = phi i64 [ %.pre.i, %while.cond.preheader.i ], [ %48, %while.body.i ]
  %position32.i = getelementptr inbounds nuw i8, ptr %s, i64 96
  %49 = load i64, ptr %position32.i, align 8
  %cmp33.not.i = icmp sge i64 %49, %.lcssa88.i
  %cmp37.i = icmp slt i64 %49, %.lcssa.i
  %or.cond.i = and i1 %cmp33.not.i, %cmp37.i
  br i1 %or.cond.i, label %if.then38.i, label %if.end41.i

if.then38.i:
  %call40.i = call i64 @irad_schedule_approach(ptr %s, i64 %.lcssa.i)
  br label %cond.end

if.end41.i:
  store i64 %.lcssa88.i, ptr %position32.i, align 8
  store i64 3, ptr %action.i, align 8
  store i64 %.lcssa89.i, ptr %s, align 8
  br label %cond.end

cond.false:
  %probing.i8 = getelementptr inbounds nuw i8, ptr %s, i64 208
  %50 = load i64, ptr %probing.i8, align 8
  %tobool.not.i9 = icmp eq i64 %50, 0
  br i1 %tobool.not.i9, label %if.end.i13, label %if.then.i10

if.then.i10:
  store i64 0, ptr %probing.i8, align 8
  store i64 5, ptr %action.i, align 8
  store i64 0, ptr %s, align 8
  br label %cond.end

if.end.i13:
  %trial.i14 = getelementptr inbounds nuw i8, ptr %s, i64 216
  %51 = load i64, ptr %trial.i14, align 8
  %cmp.i15 = icmp eq i64 %51, 2
  br i1 %cmp.i15, label %if.then2.i, label %if.end9.i16

if.then2.i:
  %pieces.i39 = getelementptr inbounds nuw i8, ptr %s, i64 224
  %52 = load i64, ptr %pieces.i39, align 8
  %dec.i40 = add nsw i64 %52, -1
  store i64 %dec.i40, ptr %pieces.i39, align 8
  %cmp3.i = icmp sgt i64 %52, 0
  br i1 %cmp3.i, label %if.then4.i, label %if.end9.thread.i

if.then4.i:
  store i64 5, ptr %action.i, align 8
  store i64 0, ptr %s, align 8
  br label %cond.end

if.end9.i16:
  %position.i17 = getelementptr inbounds nuw i8, ptr %s, i64 96
  %53 = load i64, ptr %position.i17, align 8
  %total.i18 = getelementptr inbounds nuw i8, ptr %s, i64 24
  %54 = load i64, ptr %total.i18, align 8
  %cmp10.i = icmp eq i64 %53, %54
  br i1 %cmp10.i, label %if.then11.i, label %if.end13.i

if.end9.thread.i:
  %position89.i = getelementptr inbounds nuw i8, ptr %s, i64 96
  call void @llvm.memset.p0.i64(ptr align 8 %trial.i14, i8 0, i64 16, i1 false)
  %55 = load i64, ptr %position89.i, align 8
  %total90.i = getelementptr inbounds nuw i8, ptr %s, i64 24
  %56 = load i64, ptr %total90.i, align 8
  %cmp1091.i = icmp eq i64 %55, %56
  br i1 %cmp1091.i, label %if.then11.i, label %if.end22.i

if.then11.i:
  %57 = phi i64 [ %55, %if.end9.thread.i ], [ %53, %if.end9.i16 ]
  store i64 1, ptr %reverse, align 8
  %end.i.i = getelementptr inbounds nuw i8, ptr %s, i64 104
  store i64 %57, ptr %end.i.i, align 8
  %mode.i.i29 = getelementptr inbounds nuw i8, ptr %s, i64 16
  %58 = load i64, ptr %mode.i.i29, align 8
  %cmp.i.i30 = icmp eq i64 %58, -1
  br i1 %cmp.i.i30, label %land.lhs.true.i.i, label %turn.exit.i

land.lhs.true.i.i:
  %unit.i.i = getelementptr inbounds nuw i8, ptr %s, i64 32
  %59 = load i64, ptr %unit.i.i, align 8
  %cmp1.i.i = icmp sgt i64 %59, 0
  br i1 %cmp1.i.i, label %if.then.i.i31, label %turn.exit.i

if.then.i.i31:
  %slots.i.i = getelementptr inbounds nuw i8, ptr %s, i64 128
  %60 = load i64, ptr %slots.i.i, align 8
  %div.i.i.i32 = sdiv i64 %57, %59
  %rem.i.i.i33 = srem i64 %57, %59
  %cmp.i.i.i34 = icmp ne i64 %rem.i.i.i33, 0
  %conv2.i.i.i35 = zext i1 %cmp.i.i.i34 to i64
  %add.i.i.i36 = add nsw i64 %div.i.i.i32, %conv2.i.i.i35
  br label %while.cond.i.i.i

while.cond.i.i.i:
  %bits.0.i.i.i = phi i64 [ 0, %if.then.i.i31 ], [ %inc.i.i.i, %while.cond.i.i.i ]
  %cmp.i18.i.i = icmp samesign ult i64 %bits.0.i.i.i, 62
  %shl.i.i.i = shl nuw nsw i64 1, %bits.0.i.i.i
  %cmp1.i.i.i37 = icmp slt i64 %shl.i.i.i, %add.i.i.i36
  %61 = select i1 %cmp.i18.i.i, i1 %cmp1.i.i.i37, i1 false
  %inc.i.i.i = add nuw nsw i64 %bits.0.i.i.i, 1
  br i1 %61, label %while.cond.i.i.i, label %log2_above.exit.i.i

log2_above.exit.i.i:
  %cond.i.i.i38 = call i64 @llvm.smax.i64(i64 %60, i64 %inc.i.i.i)
  store i64 %cond.i.i.i38, ptr %slots.i.i, align 8
  br label %turn.exit.i

turn.exit.i:
  store i64 0, ptr %action.i, align 8
  store i64 %57, ptr %s, align 8
  br label %cond.end

if.end13.i:
  %tobool15.not.i = icmp eq i64 %51, 0
  br i1 %tobool15.not.i, label %if.end22.i, label %if.then16.i

if.then16.i:
  %used.i = getelementptr inbounds nuw i8, ptr %s, i64 136
  %62 = load i64, ptr %used.i, align 8
  %cmp17.i = icmp eq i64 %62, 0
  br i1 %cmp17.i, label %cond.true.i, label %cond.false.i

cond.true.i:
  %call18.i = call i64 @irad_schedule_save(ptr %s)
  br label %cond.end

cond.false.i:
  %slot.i.i = getelementptr inbounds nuw i8, ptr %s, i64 288
  %63 = load i64, ptr %slot.i.i, align 8
  %sub.i.i19 = sub nsw i64 %54, %63
  %pieces.i.i = getelementptr inbounds nuw i8, ptr %s, i64 224
  %64 = load i64, ptr %pieces.i.i, align 8
  %sub1.i.i = sub nsw i64 3, %64
  %shr.i.i = ashr i64 %sub.i.i19, %sub1.i.i
  %add.i.i20 = sub i64 %63, %53
  %sub.i21 = add i64 %add.i.i20, %shr.i.i
  store i64 4, ptr %action.i, align 8
  store i64 %sub.i21, ptr %s, align 8
  br label %cond.end

if.end22.i:
  %position9295.i = phi ptr [ %position.i17, %if.end13.i ], [ %position89.i, %if.end9.thread.i ]
  %65 = phi i64 [ %53, %if.end13.i ], [ %55, %if.end9.thread.i ]
  %66 = phi i64 [ %54, %if.end13.i ], [ %56, %if.end9.thread.i ]
  %goal.i = getelementptr inbounds nuw i8, ptr %s, i64 192
  %67 = load i64, ptr %goal.i, align 8
  %cmp24.i = icmp slt i64 %65, %67
  br i1 %cmp24.i, label %if.then25.i28, label %if.end27.i

if.then25.i28:
  %call26.i = call i64 @irad_schedule_head(ptr %s)
  br label %cond.end

if.end27.i:
  %cmp29.not.i = icmp eq i64 %66, -1
  br i1 %cmp29.not.i, label %cond.true36.i, label %land.lhs.true.i

land.lhs.true.i:
  %unit.i23 = getelementptr inbounds nuw i8, ptr %s, i64 32
  %68 = load i64, ptr %unit.i23, align 8
  %cmp30.i = icmp eq i64 %68, 0
  br i1 %cmp30.i, label %if.then31.i26, label %cond.false38.i

if.then31.i26:
  store i64 4, ptr %action.i, align 8
  store i64 1, ptr %s, align 8
  br label %cond.end

cond.true36.i:
  %call37.i = call i64 @irad_schedule_go_on(ptr %s)
  br label %cond.end41.i

cond.false38.i:
  %call40.i24 = call i64 @irad_schedule_approach(ptr %s, i64 %66)
  br label %cond.end41.i

cond.end41.i:
  %cond42.i = phi i64 [ %call37.i, %cond.true36.i ], [ %call40.i24, %cond.false38.i ]
  %cmp43.not.i = icmp eq i64 %cond42.i, 1
  br i1 %cmp43.not.i, label %if.end45.i, label %cond.end

if.end45.i:
  %69 = load i64, ptr %position9295.i, align 8
  %70 = load i64, ptr %s, align 8
  %add.i25 = add nsw i64 %70, %69
  store i64 %add.i25, ptr %goal.i, align 8
  %call48.i = call i64 @irad_schedule_head(ptr %s)
  br label %cond.end

cond.end:
  %cond = phi i64 [ 3, %if.end41.i ], [ 6, %if.then.i ], [ 6, %if.then3.i ], [ 6, %if.then14.i ], [ 0, %if.then21.i ], [ %call40.i, %if.then38.i ], [ 5, %if.then.i10 ], [ 5, %if.then4.i ], [ 0, %turn.exit.i ], [ 4, %cond.false.i ], [ %call26.i, %if.then25.i28 ], [ 4, %if.then31.i26 ], [ %call18.i, %cond.true.i ], [ %call48.i, %if.end45.i ], [ %cond42.i, %cond.end41.i ]
  ret i64 %cond
}

define linkonce_odr hidden void @irad_schedule_piece(ptr %s, i64 %done, i64 %bytes) noinline nounwind {
entry:
  %taped = getelementptr inbounds nuw i8, ptr %s, i64 232
  %0 = load i64, ptr %taped, align 8
  %total = getelementptr inbounds nuw i8, ptr %s, i64 24
  %1 = load i64, ptr %total, align 8
  %slot = getelementptr inbounds nuw i8, ptr %s, i64 288
  %2 = load i64, ptr %slot, align 8
  %sub = sub nsw i64 %1, %2
  %piece = getelementptr inbounds nuw i8, ptr %s, i64 240
  %pieces = getelementptr inbounds nuw i8, ptr %s, i64 224
  %3 = load i64, ptr %pieces, align 8
  %inc = add nsw i64 %3, 1
  store i64 %inc, ptr %pieces, align 8
  %arrayidx1 = getelementptr inbounds i64, ptr %piece, i64 %3
  store i64 %done, ptr %arrayidx1, align 8
  %4 = load i64, ptr %taped, align 8
  %add = add nsw i64 %4, %bytes
  store i64 %add, ptr %taped, align 8
  %5 = load i64, ptr %pieces, align 8
  %cmp66 = icmp slt i64 %5, 4
  br i1 %cmp66, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:
  %cmp6 = icmp sgt i64 %5, 1
  %mul = shl nsw i64 %0, 1
  %cond.i = call i64 @llvm.smax.i64(i64 %mul, i64 %add)
  %cond.i56 = call i64 @llvm.smax.i64(i64 %0, i64 1)
  %spec.select = select i1 %cmp6, i64 %cond.i, i64 2
  %spec.select69 = select i1 %cmp6, i64 %cond.i56, i64 1
  %cmp1.i = icmp slt i64 %spec.select, 1073741824
  br label %for.body

for.cond.cleanup:
  %whole.0.lcssa = phi i64 [ %add, %entry ], [ %retval.0.i, %scaled.exit ]
  %cmp18 = icmp eq i64 %5, 4
  br i1 %cmp18, label %cleanup, label %lor.lhs.false

for.body:
  %k.068 = phi i64 [ %5, %for.body.lr.ph ], [ %inc16, %scaled.exit ]
  %whole.067 = phi i64 [ %add, %for.body.lr.ph ], [ %retval.0.i, %scaled.exit ]
  %cmp.i = icmp slt i64 %whole.067, 1073741824
  %or.cond.i = and i1 %cmp.i, %cmp1.i
  br i1 %or.cond.i, label %if.then.i, label %if.end.i

if.then.i:
  %mul.i = mul nsw i64 %spec.select, %whole.067
  %div.i = sdiv i64 %mul.i, %spec.select69
  br label %scaled.exit

if.end.i:
  %div2.i = sdiv i64 %whole.067, %spec.select69
  %rem.i = srem i64 %whole.067, %spec.select69
  %div3.i = sdiv i64 4611686018427387904, %spec.select
  %cmp4.not.i = icmp slt i64 %div2.i, %div3.i
  br i1 %cmp4.not.i, label %cond.false.i, label %scaled.exit

cond.false.i:
  %mul5.i = mul nsw i64 %div2.i, %spec.select
  %mul6.i = mul nsw i64 %rem.i, %spec.select
  %div7.i = sdiv i64 %mul6.i, %spec.select69
  %add.i = add nsw i64 %div7.i, %mul5.i
  br label %scaled.exit

scaled.exit:
  %retval.0.i = phi i64 [ %div.i, %if.then.i ], [ %add.i, %cond.false.i ], [ 4611686018427387904, %if.end.i ]
  %inc16 = add nsw i64 %k.068, 1
  %exitcond.not = icmp eq i64 %inc16, 4
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body

lor.lhs.false:
  %state = getelementptr inbounds nuw i8, ptr %s, i64 56
  %6 = load i64, ptr %state, align 8
  %add19 = add nsw i64 %6, %whole.0.lcssa
  %memory = getelementptr inbounds nuw i8, ptr %s, i64 72
  %7 = load i64, ptr %memory, align 8
  %cmp20.not = icmp sgt i64 %add19, %7
  br i1 %cmp20.not, label %if.end, label %cleanup

if.end:
  %trial = getelementptr inbounds nuw i8, ptr %s, i64 216
  store i64 2, ptr %trial, align 8
  %tape = getelementptr inbounds nuw i8, ptr %s, i64 64
  %8 = load i64, ptr %tape, align 8
  %div = sdiv i64 %whole.0.lcssa, %sub
  %cond.i57 = call i64 @llvm.smax.i64(i64 %8, i64 %div)
  store i64 %cond.i57, ptr %tape, align 8
  %budget = getelementptr inbounds nuw i8, ptr %s, i64 40
  %9 = load i64, ptr %budget, align 8
  %div24 = sdiv i64 %9, %cond.i57
  %cond.i58 = call i64 @llvm.smax.i64(i64 %div24, i64 1)
  %cmp.i59 = icmp sgt i64 %7, 0
  br i1 %cmp.i59, label %cond.true.i, label %longest.exit

cond.true.i:
  %div5.i = lshr i64 %7, 1
  %div2.i61 = sdiv i64 %div5.i, %cond.i57
  %cond.i.i = call i64 @llvm.smax.i64(i64 %div2.i61, i64 1)
  br label %longest.exit

longest.exit:
  %cond.i60 = phi i64 [ %cond.i.i, %cond.true.i ], [ 1152921504606846976, %if.end ]
  %10 = call i64 @llvm.umin.i64(i64 %cond.i58, i64 %cond.i60)
  %unit = getelementptr inbounds nuw i8, ptr %s, i64 32
  store i64 %10, ptr %unit, align 8
  call void @irad_schedule_lengthen(ptr %s, i64 %sub)
  br label %cleanup

cleanup:
  ret void
}

define linkonce_odr hidden void @irad_schedule_lengthen(ptr %s, i64 %n) noinline nounwind {
entry:
  %room = getelementptr inbounds nuw i8, ptr %s, i64 80
  %0 = load i64, ptr %room, align 8
  %unit = getelementptr inbounds nuw i8, ptr %s, i64 32
  %1 = load i64, ptr %unit, align 8
  %memory = getelementptr inbounds nuw i8, ptr %s, i64 72
  %2 = load i64, ptr %memory, align 8
  %cmp = icmp sgt i64 %2, 0
  br i1 %cmp, label %land.lhs.true, label %if.end13

land.lhs.true:
  %tape = getelementptr inbounds nuw i8, ptr %s, i64 64
  %3 = load i64, ptr %tape, align 8
  %cmp.i = icmp slt i64 %n, 1073741824
  %cmp1.i = icmp slt i64 %3, 1073741824
  %or.cond.i = and i1 %cmp.i, %cmp1.i
  br i1 %or.cond.i, label %if.then.i, label %if.end.i

if.then.i:
  %mul.i = mul nsw i64 %3, %n
  br label %if.end

if.end.i:
  %div3.i = sdiv i64 4611686018427387904, %3
  %cmp4.not.i = icmp slt i64 %n, %div3.i
  %mul5.i = mul nsw i64 %3, %n
  %spec.select171 = select i1 %cmp4.not.i, i64 %mul5.i, i64 4611686018427387904
  br label %if.end

if.end:
  %retval.0.i = phi i64 [ %mul.i, %if.then.i ], [ %spec.select171, %if.end.i ]
  %cmp2.not = icmp sgt i64 %retval.0.i, %2
  %spec.select = select i1 %cmp2.not, i64 %1, i64 %n
  %cmp8 = icmp slt i64 %spec.select, %n
  br i1 %cmp8, label %longest.exit, label %if.end13

longest.exit:
  %div5.i = lshr i64 %2, 1
  %div2.i = sdiv i64 %div5.i, %3
  %cond.i.i = call i64 @llvm.smax.i64(i64 %div2.i, i64 1)
  %cond.i120 = call i64 @llvm.smin.i64(i64 %n, i64 %cond.i.i)
  %cond.i121 = call i64 @llvm.smax.i64(i64 %spec.select, i64 %cond.i120)
  br label %if.end13

if.end13:
  %low.0170.in = phi i64 [ %spec.select, %longest.exit ], [ %spec.select, %if.end ], [ %1, %entry ]
  %high.0 = phi i64 [ %cond.i121, %longest.exit ], [ %n, %if.end ], [ %n, %entry ]
  %low.0170 = add nsw i64 %low.0170.in, -1
  %sub14173 = sub nsw i64 %high.0, %low.0170
  %cmp15174 = icmp sgt i64 %sub14173, 1
  br i1 %cmp15174, label %while.body, label %while.end

while.body:
  %sub14177 = phi i64 [ %sub14, %if.end26 ], [ %sub14173, %if.end13 ]
  %low.1176 = phi i64 [ %low.2, %if.end26 ], [ %low.0170, %if.end13 ]
  %high.1175 = phi i64 [ %high.2, %if.end26 ], [ %high.0, %if.end13 ]
  %div116 = lshr i64 %sub14177, 1
  %add17 = add nsw i64 %div116, %low.1176
  %div18 = sdiv i64 %n, %add17
  %rem = srem i64 %n, %add17
  %cmp19 = icmp ne i64 %rem, 0
  %conv20 = zext i1 %cmp19 to i64
  %add21 = add nsw i64 %div18, %conv20
  %cmp22 = icmp sgt i64 %add21, %0
  br i1 %cmp22, label %if.end26, label %lor.lhs.false

lor.lhs.false:
  %call24 = call i32 @irad_schedule_crowded(ptr %s, i64 %add21, i64 %add17)
  %tobool.not = icmp eq i32 %call24, 0
  %spec.select117 = select i1 %tobool.not, i64 %add17, i64 %high.1175
  %spec.select118 = select i1 %tobool.not, i64 %low.1176, i64 %add17
  br label %if.end26

if.end26:
  %high.2 = phi i64 [ %high.1175, %while.body ], [ %spec.select117, %lor.lhs.false ]
  %low.2 = phi i64 [ %add17, %while.body ], [ %spec.select118, %lor.lhs.false ]
  %sub14 = sub nsw i64 %high.2, %low.2
  %cmp15 = icmp sgt i64 %sub14, 1
  br i1 %cmp15, label %while.body, label %while.end

while.end:
  %high.1.lcssa = phi i64 [ %high.0, %if.end13 ], [ %high.2, %if.end26 ]
  %cond.i122 = call i64 @llvm.smax.i64(i64 %high.1.lcssa, i64 1)
  store i64 %cond.i122, ptr %unit, align 8
  %div.i = sdiv i64 %n, %cond.i122
  %rem.i = srem i64 %n, %cond.i122
  %cmp.i123 = icmp ne i64 %rem.i, 0
  %conv2.i = zext i1 %cmp.i123 to i64
  %add.i = add nsw i64 %div.i, %conv2.i
  %add30 = add nsw i64 %add.i, 16
  %cond.i124 = call i64 @llvm.smin.i64(i64 %0, i64 %add30)
  %slots = getelementptr inbounds nuw i8, ptr %s, i64 128
  store i64 %cond.i124, ptr %slots, align 8
  %cmp33 = icmp eq i64 %2, 0
  %cmp37 = icmp eq i64 %cond.i122, %n
  %or.cond = or i1 %cmp33, %cmp37
  br i1 %or.cond, label %cleanup, label %lor.lhs.false39

lor.lhs.false39:
  %cmp41.not = icmp sgt i64 %add.i, %0
  br i1 %cmp41.not, label %if.end49, label %land.lhs.true43

land.lhs.true43:
  %call46 = call i32 @irad_schedule_crowded(ptr %s, i64 %add.i, i64 %cond.i122)
  %tobool47.not = icmp eq i32 %call46, 0
  br i1 %tobool47.not, label %cleanup, label %if.end49

if.end49:
  %budget = getelementptr inbounds nuw i8, ptr %s, i64 40
  %4 = load i64, ptr %budget, align 8
  %tape50 = getelementptr inbounds nuw i8, ptr %s, i64 64
  %5 = load i64, ptr %tape50, align 8
  %div51 = sdiv i64 %4, %5
  %cond.i137 = call i64 @llvm.smax.i64(i64 %div51, i64 1)
  br i1 %cmp, label %cond.true.i141, label %longest.exit146

cond.true.i141:
  %div5.i142 = lshr i64 %2, 1
  %div2.i144 = sdiv i64 %div5.i142, %5
  %cond.i.i145 = call i64 @llvm.smax.i64(i64 %div2.i144, i64 1)
  br label %longest.exit146

longest.exit146:
  %cond.i140 = phi i64 [ %cond.i.i145, %cond.true.i141 ], [ 1152921504606846976, %if.end49 ]
  %6 = call i64 @llvm.umin.i64(i64 %cond.i137, i64 %cond.i140)
  store i64 %6, ptr %unit, align 8
  %cmp.i148 = icmp samesign ult i64 %6, 1073741824
  %cmp1.i149 = icmp slt i64 %5, 1073741824
  %or.cond.i150 = and i1 %cmp1.i149, %cmp.i148
  br i1 %or.cond.i150, label %if.then.i160, label %if.end.i151

if.then.i160:
  %mul.i161 = mul nsw i64 %6, %5
  br label %scaled.exit163

if.end.i151:
  %div3.i153 = sdiv i64 4611686018427387904, %5
  %cmp4.not.i154 = icmp slt i64 %6, %div3.i153
  %mul5.i157 = mul nsw i64 %6, %5
  %spec.select172 = select i1 %cmp4.not.i154, i64 %mul5.i157, i64 4611686018427387904
  br label %scaled.exit163

scaled.exit163:
  %retval.0.i155 = phi i64 [ %mul.i161, %if.then.i160 ], [ %spec.select172, %if.end.i151 ]
  %sub60 = sub nsw i64 %2, %retval.0.i155
  %state = getelementptr inbounds nuw i8, ptr %s, i64 56
  %7 = load i64, ptr %state, align 8
  %div61 = sdiv i64 %sub60, %7
  %cond.i164 = call i64 @llvm.smin.i64(i64 %0, i64 %div61)
  %cond.i165 = call i64 @llvm.smax.i64(i64 %cond.i164, i64 1)
  store i64 %cond.i165, ptr %slots, align 8
  br label %cleanup

cleanup:
  ret void
}

define linkonce_odr hidden range(i32 0, 2) i32 @irad_schedule_crowded(ptr %s, i64 %snapshots, i64 %unit) noinline nounwind {
entry:
  %memory = getelementptr inbounds nuw i8, ptr %s, i64 72
  %0 = load i64, ptr %memory, align 8
  %cmp = icmp sgt i64 %0, 0
  br i1 %cmp, label %land.lhs.true, label %cond.end

land.lhs.true:
  %total = getelementptr inbounds nuw i8, ptr %s, i64 24
  %1 = load i64, ptr %total, align 8
  %cmp1 = icmp eq i64 %1, -1
  br i1 %cmp1, label %longest.exit, label %cond.end

longest.exit:
  %div5.i = lshr i64 %0, 1
  %tape.i = getelementptr inbounds nuw i8, ptr %s, i64 64
  %2 = load i64, ptr %tape.i, align 8
  %div2.i = sdiv i64 %div5.i, %2
  %cond.i.i = call i64 @llvm.smax.i64(i64 %div2.i, i64 1)
  br label %cond.end

cond.end:
  %cond = phi i64 [ %cond.i.i, %longest.exit ], [ %unit, %land.lhs.true ], [ %unit, %entry ]
  %tape2 = getelementptr inbounds nuw i8, ptr %s, i64 64
  %3 = load i64, ptr %tape2, align 8
  %cmp.i27 = icmp slt i64 %cond, 1073741824
  %cmp1.i = icmp slt i64 %3, 1073741824
  %or.cond.i = and i1 %cmp.i27, %cmp1.i
  br i1 %or.cond.i, label %if.then.i, label %if.end.i

if.then.i:
  %mul.i = mul nsw i64 %3, %cond
  br label %scaled.exit

if.end.i:
  %div3.i = sdiv i64 4611686018427387904, %3
  %cmp4.not.i = icmp slt i64 %cond, %div3.i
  %mul5.i = mul nsw i64 %3, %cond
  %spec.select = select i1 %cmp4.not.i, i64 %mul5.i, i64 4611686018427387904
  br label %scaled.exit

scaled.exit:
  %retval.0.i = phi i64 [ %mul.i, %if.then.i ], [ %spec.select, %if.end.i ]
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %cmp7 = icmp sgt i64 %retval.0.i, %0
  br i1 %cmp7, label %cleanup, label %lor.rhs

lor.rhs:
  %sub = sub nsw i64 %0, %retval.0.i
  %state = getelementptr inbounds nuw i8, ptr %s, i64 56
  %4 = load i64, ptr %state, align 8
  %div = sdiv i64 %sub, %4
  %cmp9 = icmp sgt i64 %snapshots, %div
  br label %cleanup

if.end:
  %cond.i29 = call i64 @llvm.smax.i64(i64 %retval.0.i, i64 8388608)
  %state11 = getelementptr inbounds nuw i8, ptr %s, i64 56
  %5 = load i64, ptr %state11, align 8
  %div12 = sdiv i64 %cond.i29, %5
  %cmp13 = icmp sgt i64 %snapshots, %div12
  %cmp14 = icmp sgt i64 %snapshots, 1
  %6 = and i1 %cmp14, %cmp13
  br label %cleanup

cleanup:
  %retval.0.shrunk = phi i1 [ %6, %if.end ], [ true, %if.then ], [ %cmp9, %lor.rhs ]
  %retval.0 = zext i1 %retval.0.shrunk to i32
  ret i32 %retval.0
}

define linkonce_odr hidden void @irad_schedule_take_off(ptr %s, i64 %k) noinline nounwind {
entry:
  %slot1 = getelementptr inbounds nuw i8, ptr %s, i64 288
  %add.ptr = getelementptr inbounds %struct.Slot, ptr %slot1, i64 %k
  %behind = getelementptr inbounds nuw i8, ptr %add.ptr, i64 16
  %0 = load i64, ptr %behind, align 8
  %cmp = icmp eq i64 %0, -1
  %before = getelementptr inbounds nuw i8, ptr %add.ptr, i64 8
  %1 = load i64, ptr %before, align 8
  br i1 %cmp, label %if.then, label %if.else

if.then:
  %last = getelementptr inbounds nuw i8, ptr %s, i64 152
  store i64 %1, ptr %last, align 8
  br label %if.end

if.else:
  %arrayidx = getelementptr inbounds %struct.Slot, ptr %slot1, i64 %0
  %before5 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  store i64 %1, ptr %before5, align 8
  br label %if.end

if.end:
  %arrayidx9 = getelementptr inbounds %struct.Slot, ptr %slot1, i64 %1
  %behind10 = getelementptr inbounds nuw i8, ptr %arrayidx9, i64 16
  store i64 %0, ptr %behind10, align 8
  %free = getelementptr inbounds nuw i8, ptr %s, i64 160
  %2 = load i64, ptr %free, align 8
  store i64 %2, ptr %behind, align 8
  store i64 %k, ptr %free, align 8
  %used = getelementptr inbounds nuw i8, ptr %s, i64 136
  %3 = load i64, ptr %used, align 8
  %dec = add nsw i64 %3, -1
  store i64 %dec, ptr %used, align 8
  ret void
}

define linkonce_odr hidden range(i64 0, 8) i64 @irad_schedule_approach(ptr %s, i64 %end) noinline nounwind {
entry:
  %position = getelementptr inbounds nuw i8, ptr %s, i64 96
  %0 = load i64, ptr %position, align 8
  %sub = sub nsw i64 %end, %0
  %unit = getelementptr inbounds nuw i8, ptr %s, i64 32
  %1 = load i64, ptr %unit, align 8
  %cmp.not = icmp sgt i64 %sub, %1
  br i1 %cmp.not, label %if.end, label %if.then

if.then:
  %reverse = getelementptr inbounds nuw i8, ptr %s, i64 88
  %2 = load i64, ptr %reverse, align 8
  %tobool.not = icmp eq i64 %2, 0
  %conv = select i1 %tobool.not, i64 4, i64 7
  %action1.i = getelementptr inbounds nuw i8, ptr %s, i64 8
  store i64 %conv, ptr %action1.i, align 8
  store i64 %sub, ptr %s, align 8
  br label %cleanup

if.end:
  %used = getelementptr inbounds nuw i8, ptr %s, i64 136
  %3 = load i64, ptr %used, align 8
  %cmp1 = icmp eq i64 %3, 0
  br i1 %cmp1, label %if.then10, label %lor.lhs.false

lor.lhs.false:
  %slots = getelementptr inbounds nuw i8, ptr %s, i64 128
  %4 = load i64, ptr %slots, align 8
  %cmp4 = icmp slt i64 %3, %4
  br i1 %cmp4, label %land.lhs.true, label %if.end12

land.lhs.true:
  %slot = getelementptr inbounds nuw i8, ptr %s, i64 288
  %last = getelementptr inbounds nuw i8, ptr %s, i64 152
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
  %free = getelementptr inbounds nuw i8, ptr %s, i64 160
  %0 = load i64, ptr %free, align 8
  %cmp = icmp eq i64 %0, -1
  br i1 %cmp, label %if.then, label %if.else

if.then:
  %fresh = getelementptr inbounds nuw i8, ptr %s, i64 144
  %1 = load i64, ptr %fresh, align 8
  %inc = add nsw i64 %1, 1
  store i64 %inc, ptr %fresh, align 8
  br label %if.end

if.else:
  %arrayidx = getelementptr %struct.Slot, ptr %s, i64 %0
  %behind = getelementptr i8, ptr %arrayidx, i64 304
  %2 = load i64, ptr %behind, align 8
  store i64 %2, ptr %free, align 8
  br label %if.end

if.end:
  %k.0 = phi i64 [ %1, %if.then ], [ %0, %if.else ]
  %slot2 = getelementptr inbounds nuw i8, ptr %s, i64 288
  %arrayidx3 = getelementptr inbounds %struct.Slot, ptr %slot2, i64 %k.0
  %position4 = getelementptr inbounds nuw i8, ptr %s, i64 96
  %3 = load i64, ptr %position4, align 8
  %last = getelementptr inbounds nuw i8, ptr %s, i64 152
  %4 = load i64, ptr %last, align 8
  store i64 %3, ptr %arrayidx3, align 8
  %.compoundliteral.sroa.2.0.arrayidx3.sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx3, i64 8
  store i64 %4, ptr %.compoundliteral.sroa.2.0.arrayidx3.sroa_idx, align 8
  %.compoundliteral.sroa.3.0.arrayidx3.sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx3, i64 16
  store i64 -1, ptr %.compoundliteral.sroa.3.0.arrayidx3.sroa_idx, align 8
  %used = getelementptr inbounds nuw i8, ptr %s, i64 136
  %5 = load i64, ptr %used, align 8
  %cmp6 = icmp sgt i64 %5, 0
  br i1 %cmp6, label %if.then7, label %if.end12

if.then7:
  %arrayidx10 = getelementptr inbounds %struct.Slot, ptr %slot2, i64 %4
  %behind11 = getelementptr inbounds nuw i8, ptr %arrayidx10, i64 16
  store i64 %k.0, ptr %behind11, align 8
  %.pre = load i64, ptr %used, align 8
  br label %if.end12

if.end12:
  %6 = phi i64 [ %.pre, %if.then7 ], [ %5, %if.end ]
  store i64 %k.0, ptr %last, align 8
  %inc15 = add nsw i64 %6, 1
  store i64 %inc15, ptr %used, align 8
  %action1.i = getelementptr inbounds nuw i8, ptr %s, i64 8
  store i64 2, ptr %action1.i, align 8
  store i64 %k.0, ptr %s, align 8
  ret i64 2
}

define linkonce_odr hidden range(i64 1, 5) i64 @irad_schedule_head(ptr %s) noinline nounwind {
entry:
  %measures = getelementptr inbounds nuw i8, ptr %s, i64 184
  %0 = load i64, ptr %measures, align 8
  %tobool.not = icmp eq i64 %0, 0
  br i1 %tobool.not, label %entry.if.then_crit_edge, label %lor.lhs.false

entry.if.then_crit_edge:
  %goal1.phi.trans.insert = getelementptr inbounds nuw i8, ptr %s, i64 192
  %.pre = load i64, ptr %goal1.phi.trans.insert, align 8
  br label %if.then

lor.lhs.false:
  %probe = getelementptr inbounds nuw i8, ptr %s, i64 200
  %1 = load i64, ptr %probe, align 8
  %goal = getelementptr inbounds nuw i8, ptr %s, i64 192
  %2 = load i64, ptr %goal, align 8
  %cmp.not = icmp slt i64 %1, %2
  br i1 %cmp.not, label %if.end, label %if.then

if.then:
  %3 = phi i64 [ %.pre, %entry.if.then_crit_edge ], [ %2, %lor.lhs.false ]
  %position = getelementptr inbounds nuw i8, ptr %s, i64 96
  %4 = load i64, ptr %position, align 8
  %sub = sub nsw i64 %3, %4
  br label %return

if.end:
  %position2 = getelementptr inbounds nuw i8, ptr %s, i64 96
  %5 = load i64, ptr %position2, align 8
  %cmp4 = icmp slt i64 %5, %1
  br i1 %cmp4, label %if.then5, label %while.body

if.then5:
  %sub8 = sub nsw i64 %1, %5
  br label %return

while.body:
  %6 = phi i64 [ %mul, %while.body ], [ %1, %if.end ]
  %mul = shl nsw i64 %6, 1
  %cmp13.not = icmp sgt i64 %mul, %5
  br i1 %cmp13.not, label %while.end, label %while.body

while.end:
  store i64 %mul, ptr %probe, align 8
  %probing = getelementptr inbounds nuw i8, ptr %s, i64 208
  store i64 1, ptr %probing, align 8
  br label %return

return:
  %.sink38 = phi i64 [ 4, %while.end ], [ 1, %if.then5 ], [ 1, %if.then ]
  %.sink = phi i64 [ 1, %while.end ], [ %sub8, %if.then5 ], [ %sub, %if.then ]
  %action1.i34 = getelementptr inbounds nuw i8, ptr %s, i64 8
  store i64 %.sink38, ptr %action1.i34, align 8
  store i64 %.sink, ptr %s, align 8
  ret i64 %.sink38
}

define linkonce_odr hidden range(i64 0, 8) i64 @irad_schedule_go_on(ptr %s) noinline nounwind {
entry:
  %used = getelementptr inbounds nuw i8, ptr %s, i64 136
  %0 = load i64, ptr %used, align 8
  %cmp = icmp eq i64 %0, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call = call i64 @irad_schedule_save(ptr %s)
  br label %return

if.end:
  %unit = getelementptr inbounds nuw i8, ptr %s, i64 32
  %1 = load i64, ptr %unit, align 8
  %cmp1 = icmp eq i64 %1, 0
  br i1 %cmp1, label %if.then2, label %if.end4

if.then2:
  %action1.i = getelementptr inbounds nuw i8, ptr %s, i64 8
  store i64 4, ptr %action1.i, align 8
  store i64 1, ptr %s, align 8
  br label %return

if.end4:
  %head = getelementptr inbounds nuw i8, ptr %s, i64 112
  %2 = load i64, ptr %head, align 8
  %cmp5.not = icmp eq i64 %2, -1
  %tail15104 = getelementptr inbounds nuw i8, ptr %s, i64 120
  %3 = load i64, ptr %tail15104, align 8
  %cmp16.not105 = icmp eq i64 %3, -1
  br i1 %cmp5.not, label %if.end14.thread, label %land.lhs.true

land.lhs.true:
  br i1 %cmp16.not105, label %land.lhs.true7, label %if.then17

land.lhs.true7:
  %position = getelementptr inbounds nuw i8, ptr %s, i64 96
  %4 = load i64, ptr %position, align 8
  %cmp9 = icmp slt i64 %4, %1
  %action1.i99 = getelementptr inbounds nuw i8, ptr %s, i64 8
  br i1 %cmp9, label %if.then10, label %if.then23

if.then10:
  %sub = sub nsw i64 %1, %4
  store i64 4, ptr %action1.i99, align 8
  store i64 %sub, ptr %s, align 8
  br label %return

if.end14.thread:
  br i1 %cmp16.not105, label %if.end26, label %if.then17

if.then17:
  store i64 -1, ptr %tail15104, align 8
  %action1.i100 = getelementptr inbounds nuw i8, ptr %s, i64 8
  store i64 5, ptr %action1.i100, align 8
  store i64 0, ptr %s, align 8
  br label %return

if.then23:
  store i64 -1, ptr %head, align 8
  store i64 5, ptr %action1.i99, align 8
  store i64 0, ptr %s, align 8
  br label %return

if.end26:
  %levels = getelementptr inbounds nuw i8, ptr %s, i64 48
  %5 = load i64, ptr %levels, align 8
  %tobool.not = icmp eq i64 %5, 0
  br i1 %tobool.not, label %if.end29, label %if.then27

if.then27:
  %call28 = call i64 @irad_schedule_unit(ptr %s)
  br label %return

if.end29:
  %position30 = getelementptr inbounds nuw i8, ptr %s, i64 96
  %6 = load i64, ptr %position30, align 8
  %div = sdiv i64 %6, %1
  %saving = getelementptr inbounds nuw i8, ptr %s, i64 168
  %7 = load i64, ptr %saving, align 8
  %cmp32 = icmp eq i64 %7, 0
  br i1 %cmp32, label %if.then33, label %if.end34

if.then33:
  call void @irad_schedule_plan(ptr %s)
  %.pre = load i64, ptr %saving, align 8
  br label %if.end34

if.end34:
  %8 = phi i64 [ %.pre, %if.then33 ], [ %7, %if.end29 ]
  %cmp36 = icmp eq i64 %div, %8
  br i1 %cmp36, label %if.then37, label %if.end49

if.then37:
  %mode = getelementptr inbounds nuw i8, ptr %s, i64 16
  %9 = load i64, ptr %mode, align 8
  %cmp38 = icmp eq i64 %9, -1
  br i1 %cmp38, label %if.then39, label %if.end43

if.then39:
  %slots = getelementptr inbounds nuw i8, ptr %s, i64 128
  %10 = load i64, ptr %slots, align 8
  br label %while.cond.i

while.cond.i:
  %bits.0.i = phi i64 [ 0, %if.then39 ], [ %inc.i, %while.cond.i ]
  %cmp.i = icmp samesign ult i64 %bits.0.i, 62
  %shl.i = shl nuw nsw i64 1, %bits.0.i
  %cmp1.i = icmp slt i64 %shl.i, %div
  %11 = select i1 %cmp.i, i1 %cmp1.i, i1 false
  %inc.i = add nuw nsw i64 %bits.0.i, 1
  br i1 %11, label %while.cond.i, label %log2_above.exit

log2_above.exit:
  %cond.i = call i64 @llvm.smax.i64(i64 %10, i64 %inc.i)
  store i64 %cond.i, ptr %slots, align 8
  br label %if.end43

if.end43:
  %victim = getelementptr inbounds nuw i8, ptr %s, i64 176
  %12 = load i64, ptr %victim, align 8
  %cmp44.not = icmp eq i64 %12, -1
  br i1 %cmp44.not, label %if.end47, label %if.then45

if.then45:
  call void @irad_schedule_take_off(ptr %s, i64 %12)
  br label %if.end47

if.end47:
  %call48 = call i64 @irad_schedule_save(ptr %s)
  call void @irad_schedule_plan(ptr %s)
  br label %return

if.end49:
  %cmp50 = icmp slt i64 %div, 10
  br i1 %cmp50, label %cond.true, label %cond.false

cond.true:
  %13 = load i64, ptr %unit, align 8
  %action1.i102 = getelementptr inbounds nuw i8, ptr %s, i64 8
  store i64 4, ptr %action1.i102, align 8
  store i64 %13, ptr %s, align 8
  br label %return

cond.false:
  %sub54 = sub nsw i64 %8, %div
  %14 = load i64, ptr %unit, align 8
  %mul = mul nsw i64 %14, %sub54
  %action1.i103 = getelementptr inbounds nuw i8, ptr %s, i64 8
  store i64 1, ptr %action1.i103, align 8
  store i64 %mul, ptr %s, align 8
  br label %return

return:
  %retval.1 = phi i64 [ %call, %if.then ], [ 4, %if.then2 ], [ 4, %if.then10 ], [ 5, %if.then17 ], [ 5, %if.then23 ], [ %call28, %if.then27 ], [ %call48, %if.end47 ], [ 4, %cond.true ], [ 1, %cond.false ]
  ret i64 %retval.1
}

define linkonce_odr hidden range(i64 0, 8) i64 @irad_schedule_unit(ptr %s) noinline nounwind {
entry:
  %used = getelementptr inbounds nuw i8, ptr %s, i64 136
  %slots = getelementptr inbounds nuw i8, ptr %s, i64 128
  %unit = getelementptr inbounds nuw i8, ptr %s, i64 32
  %memory.i = getelementptr inbounds nuw i8, ptr %s, i64 72
  %tape.i = getelementptr inbounds nuw i8, ptr %s, i64 64
  br label %while.cond

while.cond:
  %0 = load i64, ptr %used, align 8
  %1 = load i64, ptr %slots, align 8
  %cmp = icmp eq i64 %0, %1
  %.pre = load i64, ptr %unit, align 8
  br i1 %cmp, label %while.body, label %lor.rhs

lor.rhs:
  %add = add nsw i64 %0, 1
  %call = call i32 @irad_schedule_crowded(ptr %s, i64 %add, i64 %.pre)
  %tobool.not = icmp eq i32 %call, 0
  br i1 %tobool.not, label %while.end, label %while.body

while.body:
  %mul = shl nsw i64 %.pre, 1
  %2 = load i64, ptr %memory.i, align 8
  %cmp.i = icmp sgt i64 %2, 0
  br i1 %cmp.i, label %cond.true.i, label %longest.exit

cond.true.i:
  %div5.i = lshr i64 %2, 1
  %3 = load i64, ptr %tape.i, align 8
  %div2.i = sdiv i64 %div5.i, %3
  %cond.i.i = call i64 @llvm.smax.i64(i64 %div2.i, i64 1)
  br label %longest.exit

longest.exit:
  %cond.i = phi i64 [ %cond.i.i, %cond.true.i ], [ 1152921504606846976, %while.body ]
  %cmp4 = icmp sgt i64 %mul, %cond.i
  br i1 %cmp4, label %if.then, label %if.end

if.then:
  %levels = getelementptr inbounds nuw i8, ptr %s, i64 48
  store i64 0, ptr %levels, align 8
  store i64 %0, ptr %slots, align 8
  %mode = getelementptr inbounds nuw i8, ptr %s, i64 16
  store i64 %0, ptr %mode, align 8
  %grown = getelementptr inbounds nuw i8, ptr %s, i64 272
  store i64 -1, ptr %grown, align 8
  %call7 = call i64 @irad_schedule_go_on(ptr %s)
  br label %return

if.end:
  call void @irad_schedule_thin(ptr %s)
  br label %while.cond

while.end:
  %position = getelementptr inbounds nuw i8, ptr %s, i64 96
  %4 = load i64, ptr %position, align 8
  %rem = srem i64 %4, %.pre
  %cmp9.not = icmp eq i64 %rem, 0
  br i1 %cmp9.not, label %if.end16, label %if.then10

if.then10:
  %sub = sub nsw i64 %.pre, %rem
  %action1.i = getelementptr inbounds nuw i8, ptr %s, i64 8
  store i64 1, ptr %action1.i, align 8
  store i64 %sub, ptr %s, align 8
  br label %return

if.end16:
  %slot = getelementptr inbounds nuw i8, ptr %s, i64 288
  %last = getelementptr inbounds nuw i8, ptr %s, i64 152
  %5 = load i64, ptr %last, align 8
  %arrayidx = getelementptr inbounds %struct.Slot, ptr %slot, i64 %5
  %6 = load i64, ptr %arrayidx, align 8
  %cmp19.not = icmp eq i64 %6, %4
  br i1 %cmp19.not, label %if.end22, label %if.then20

if.then20:
  %call21 = call i64 @irad_schedule_save(ptr %s)
  br label %return

if.end22:
  %mul25 = mul nsw i64 %.pre, 10
  %cmp26 = icmp slt i64 %4, %mul25
  %conv = select i1 %cmp26, i64 4, i64 1
  %action1.i57 = getelementptr inbounds nuw i8, ptr %s, i64 8
  store i64 %conv, ptr %action1.i57, align 8
  store i64 %.pre, ptr %s, align 8
  br label %return

return:
  %retval.0 = phi i64 [ %call7, %if.then ], [ 1, %if.then10 ], [ %call21, %if.then20 ], [ %conv, %if.end22 ]
  ret i64 %retval.0
}

define linkonce_odr hidden void @irad_schedule_plan(ptr %s) noinline nounwind {
entry:
  %costs.i = alloca [2 x i64], align 16
  %position = getelementptr inbounds nuw i8, ptr %s, i64 96
  %0 = load i64, ptr %position, align 8
  %unit = getelementptr inbounds nuw i8, ptr %s, i64 32
  %1 = load i64, ptr %unit, align 8
  %div = sdiv i64 %0, %1
  %mode = getelementptr inbounds nuw i8, ptr %s, i64 16
  %2 = load i64, ptr %mode, align 8
  %cmp = icmp eq i64 %2, 0
  br i1 %cmp, label %if.end8.thread, label %if.end

if.end:
  %cmp2 = icmp eq i64 %2, -1
  %slots4 = getelementptr inbounds nuw i8, ptr %s, i64 128
  %3 = load i64, ptr %slots4, align 8
  br i1 %cmp2, label %while.cond.i, label %if.end8

while.cond.i:
  %bits.0.i = phi i64 [ %inc.i, %while.cond.i ], [ 0, %if.end ]
  %cmp.i = icmp samesign ult i64 %bits.0.i, 62
  %shl.i = shl nuw nsw i64 1, %bits.0.i
  %cmp1.i = icmp slt i64 %shl.i, %div
  %4 = select i1 %cmp.i, i1 %cmp1.i, i1 false
  %inc.i = add nuw nsw i64 %bits.0.i, 1
  br i1 %4, label %while.cond.i, label %log2_above.exit

log2_above.exit:
  %cond.i66 = call i64 @llvm.smax.i64(i64 %3, i64 %inc.i)
  store i64 %cond.i66, ptr %slots4, align 8
  br label %if.end8

if.end8:
  %5 = phi i64 [ %cond.i66, %log2_above.exit ], [ %3, %if.end ]
  %victim = getelementptr inbounds nuw i8, ptr %s, i64 176
  store i64 -1, ptr %victim, align 8
  %div10 = sdiv i64 4611686018427387904, %1
  %saving = getelementptr inbounds nuw i8, ptr %s, i64 168
  store i64 %div10, ptr %saving, align 8
  %used11 = getelementptr inbounds nuw i8, ptr %s, i64 136
  %6 = load i64, ptr %used11, align 8
  %cmp13 = icmp slt i64 %6, %5
  br i1 %cmp13, label %if.then.i, label %if.else

if.end8.thread:
  %used = getelementptr inbounds nuw i8, ptr %s, i64 136
  %7 = load i64, ptr %used, align 8
  %mul = shl nsw i64 %7, 1
  %cond.i = call i64 @llvm.smin.i64(i64 %mul, i64 4096)
  %slots = getelementptr inbounds nuw i8, ptr %s, i64 128
  store i64 %cond.i, ptr %slots, align 8
  %victim105 = getelementptr inbounds nuw i8, ptr %s, i64 176
  store i64 -1, ptr %victim105, align 8
  %div10106 = sdiv i64 4611686018427387904, %1
  %saving107 = getelementptr inbounds nuw i8, ptr %s, i64 168
  store i64 %div10106, ptr %saving107, align 8
  %cmp13110 = icmp slt i64 %7, %cond.i
  br i1 %cmp13110, label %if.end.i, label %if.else.thread

if.then.i:
  %add.i = add nsw i64 %div, 1
  store i64 %add.i, ptr %saving, align 8
  br i1 %cmp2, label %if.end29, label %cleanup38

if.end.i:
  %cmp1.i67 = icmp slt i64 %7, 2049
  br i1 %cmp1.i67, label %filling.exit, label %if.end6.i

if.end6.i:
  %sub.i = sub nsw i64 %cond.i, %7
  %cmp8.i = icmp sgt i64 %sub.i, 128
  br i1 %cmp8.i, label %cond.true.i, label %cond.false.i

cond.true.i:
  %add9.i = add nsw i64 %div, 4096
  store i64 %add9.i, ptr %saving107, align 8
  br label %cleanup38

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
  store i64 %add10.i, ptr %saving107, align 8
  br label %cleanup38

filling.exit:
  %mul5.i = mul nsw i64 %7, %7
  store i64 %mul5.i, ptr %saving107, align 8
  br label %cleanup38

if.else:
  %cmp18 = icmp sgt i64 %5, 1
  br i1 %cmp18, label %land.lhs.true, label %if.end25

if.else.thread:
  %cmp18134 = icmp sgt i64 %7, 0
  br i1 %cmp18134, label %if.then23, label %cleanup38

land.lhs.true:
  %cmp20 = icmp sgt i64 %2, 0
  br i1 %cmp20, label %land.lhs.true21, label %if.then23

land.lhs.true21:
  %grown.i = getelementptr inbounds nuw i8, ptr %s, i64 272
  %grown.promoted.i = load i64, ptr %grown.i, align 8
  %cmp.not44.i = icmp eq i64 %grown.promoted.i, -1
  br i1 %cmp.not44.i, label %if.then23, label %while.body.lr.ph.i

while.body.lr.ph.i:
  %last.i = getelementptr inbounds nuw i8, ptr %s, i64 152
  %8 = load i64, ptr %last.i, align 8
  %slot.i.i = getelementptr inbounds nuw i8, ptr %s, i64 288
  %depth.i = getelementptr inbounds nuw i8, ptr %s, i64 280
  %sub.i71 = add nuw i64 %5, 1
  br label %while.body.i

while.body.i:
  %9 = phi i64 [ %grown.promoted.i, %while.body.lr.ph.i ], [ %10, %cleanup.i ]
  %arrayidx.i = getelementptr %struct.Slot, ptr %s, i64 %9
  %behind.i = getelementptr i8, ptr %arrayidx.i, i64 304
  %10 = load i64, ptr %behind.i, align 8
  %cmp2.i = icmp eq i64 %10, %8
  br i1 %cmp2.i, label %cleanup.thread48.i, label %if.else.i

cleanup.thread48.i:
  store i64 -1, ptr %grown.i, align 8
  br label %if.then23

if.else.i:
  %arrayidx.i.i = getelementptr inbounds %struct.Slot, ptr %slot.i.i, i64 %9
  %arrayidx2.i.i = getelementptr inbounds %struct.Slot, ptr %slot.i.i, i64 %10
  %11 = load i64, ptr %arrayidx2.i.i, align 8
  %12 = load i64, ptr %arrayidx.i.i, align 8
  %sub.i.i = sub nsw i64 %11, %12
  %div.i.i69 = sdiv i64 %sub.i.i, %1
  %behind.i37.i = getelementptr inbounds nuw i8, ptr %arrayidx2.i.i, i64 16
  %13 = load i64, ptr %behind.i37.i, align 8
  %arrayidx2.i38.i = getelementptr inbounds %struct.Slot, ptr %slot.i.i, i64 %13
  %14 = load i64, ptr %arrayidx2.i38.i, align 8
  %sub.i39.i = sub nsw i64 %14, %11
  %div.i41.i = sdiv i64 %sub.i39.i, %1
  %add.i70 = add nsw i64 %div.i41.i, %div.i.i69
  %15 = load i64, ptr %depth.i, align 8
  %add6.i = sub i64 %sub.i71, %15
  %cmp7.i = icmp sgt i64 %add.i70, %add6.i
  br i1 %cmp7.i, label %cleanup.i, label %plan_growth.exit

cleanup.i:
  store i64 %10, ptr %grown.i, align 8
  %inc.i72 = add nsw i64 %15, 1
  store i64 %inc.i72, ptr %depth.i, align 8
  %cmp.not.i73 = icmp eq i64 %10, -1
  br i1 %cmp.not.i73, label %if.then23, label %while.body.i

plan_growth.exit:
  store i64 %10, ptr %victim, align 8
  %mul.i = shl nsw i64 %5, 3
  %div.i = sdiv i64 %div, %mul.i
  %cond.i.i = call i64 @llvm.smax.i64(i64 %div.i, i64 2)
  %add14.i = add nsw i64 %cond.i.i, %div
  store i64 %add14.i, ptr %saving, align 8
  br i1 %cmp2, label %if.end29, label %cleanup38

if.then23:
  %div10117137147 = phi i64 [ %div10106, %if.else.thread ], [ %div10, %land.lhs.true ], [ %div10, %land.lhs.true21 ], [ %div10, %cleanup.thread48.i ], [ %div10, %cleanup.i ]
  %cmp2103112140146 = phi i1 [ false, %if.else.thread ], [ %cmp2, %land.lhs.true ], [ %cmp2, %land.lhs.true21 ], [ %cmp2, %cleanup.thread48.i ], [ %cmp2, %cleanup.i ]
  %victim115139 = phi ptr [ %victim105, %if.else.thread ], [ %victim, %land.lhs.true ], [ %victim, %land.lhs.true21 ], [ %victim, %cleanup.thread48.i ], [ %victim, %cleanup.i ]
  %saving119136 = phi ptr [ %saving107, %if.else.thread ], [ %saving, %land.lhs.true ], [ %saving, %land.lhs.true21 ], [ %saving, %cleanup.thread48.i ], [ %saving, %cleanup.i ]
  %16 = phi i64 [ %cond.i, %if.else.thread ], [ %5, %land.lhs.true ], [ %5, %land.lhs.true21 ], [ %5, %cleanup.thread48.i ], [ %5, %cleanup.i ]
  call void @llvm.lifetime.start.p0(ptr %costs.i)
  %call.i = call i64 @irad_schedule_cheapest(ptr %s, ptr %costs.i)
  %div1.i.i74 = sdiv i64 %div, 64
  br label %for.body.i.i.i75

for.body.i.i.i75:
  %bit.018.i.i.i76 = phi i64 [ 1073741824, %if.then23 ], [ %div616.i.i.i85, %for.body.i.i.i75 ]
  %x.017.i.i.i77 = phi i64 [ 0, %if.then23 ], [ %spec.select.i.i.i84, %for.body.i.i.i75 ]
  %add.i.i.i78 = add nuw nsw i64 %x.017.i.i.i77, %bit.018.i.i.i76
  %add1.i.i.i79 = add nuw nsw i64 %add.i.i.i78, 1
  %add3.i.i.i80 = add nuw nsw i64 %add.i.i.i78, 2
  %mul.i.i.i81 = mul nsw i64 %add1.i.i.i79, %add3.i.i.i80
  %div15.i.i.i82 = lshr i64 %mul.i.i.i81, 1
  %cmp4.i.i.i83 = icmp slt i64 %div15.i.i.i82, %div1.i.i74
  %spec.select.i.i.i84 = select i1 %cmp4.i.i.i83, i64 %add.i.i.i78, i64 %x.017.i.i.i77
  %div616.i.i.i85 = lshr i64 %bit.018.i.i.i76, 1
  %cmp.not.i.i.i86 = icmp eq i64 %div616.i.i.i85, 0
  br i1 %cmp.not.i.i.i86, label %closest.exit.i87, label %for.body.i.i.i75

closest.exit.i87:
  %mul.i.i88 = shl nsw i64 %16, 3
  %div.i.i89 = sdiv i64 %div, %mul.i.i88
  %add7.i.i.i90 = add nuw nsw i64 %spec.select.i.i.i84, 1
  %cond.i.i.i91 = call i64 @llvm.smin.i64(i64 %div.i.i89, i64 %add7.i.i.i90)
  %cond.i5.i.i92 = call range(i64 1, -9223372036854775808) i64 @llvm.smax.i64(i64 %cond.i.i.i91, i64 1)
  %div2.i = sdiv i64 %div10117137147, 4
  %cmp47.i = icmp slt i64 %cond.i5.i.i92, %div2.i
  br i1 %cmp47.i, label %land.rhs.i.preheader, label %while.end.i

land.rhs.i.preheader:
  %call4.i154 = call i64 @irad_schedule_replaced(ptr %s, i64 %cond.i5.i.i92, i64 %call.i, ptr %costs.i)
  %cmp5.i155 = icmp eq i64 %call4.i154, -1
  br i1 %cmp5.i155, label %while.body.i99, label %while.end.i

land.rhs.i:
  %call4.i = call i64 @irad_schedule_replaced(ptr %s, i64 %mul.i100, i64 %call.i, ptr %costs.i)
  %cmp5.i = icmp eq i64 %call4.i, -1
  br i1 %cmp5.i, label %while.body.i99, label %while.end.i

while.body.i99:
  %high.048.i156 = phi i64 [ %mul.i100, %land.rhs.i ], [ %cond.i5.i.i92, %land.rhs.i.preheader ]
  %mul.i100 = shl nuw nsw i64 %high.048.i156, 1
  %cmp.i101 = icmp slt i64 %mul.i100, %div2.i
  br i1 %cmp.i101, label %land.rhs.i, label %while.body.i99.while.end.i.loopexit_crit_edge

while.body.i99.while.end.i.loopexit_crit_edge:    ; preds = %while.body.i99
  br label %while.end.i

while.end.i:
  %high.0.lcssa.i = phi i64 [ %cond.i5.i.i92, %closest.exit.i87 ], [ %cond.i5.i.i92, %land.rhs.i.preheader ], [ %mul.i100, %while.body.i99.while.end.i.loopexit_crit_edge ], [ %mul.i100, %land.rhs.i ]
  %low.0.lcssa.i = phi i64 [ %cond.i5.i.i92, %closest.exit.i87 ], [ %cond.i5.i.i92, %land.rhs.i.preheader ], [ %high.048.i156, %while.body.i99.while.end.i.loopexit_crit_edge ], [ %high.048.i156, %land.rhs.i ]
  %sub55.i = sub nsw i64 %high.0.lcssa.i, %low.0.lcssa.i
  %cmp756.i = icmp sgt i64 %sub55.i, 1
  br i1 %cmp756.i, label %while.body8.i, label %plan_replacement.exit

while.body8.i:
  %sub59.i = phi i64 [ %sub.i97, %while.body8.i ], [ %sub55.i, %while.end.i ]
  %low.158.i = phi i64 [ %add.low.1.i, %while.body8.i ], [ %low.0.lcssa.i, %while.end.i ]
  %high.157.i = phi i64 [ %high.1.add.i, %while.body8.i ], [ %high.0.lcssa.i, %while.end.i ]
  %div1046.i = lshr i64 %sub59.i, 1
  %add.i96 = add nuw nsw i64 %div1046.i, %low.158.i
  %call12.i = call i64 @irad_schedule_replaced(ptr %s, i64 %add.i96, i64 %call.i, ptr %costs.i)
  %cmp13.i = icmp eq i64 %call12.i, -1
  %high.1.add.i = select i1 %cmp13.i, i64 %high.157.i, i64 %add.i96
  %add.low.1.i = select i1 %cmp13.i, i64 %add.i96, i64 %low.158.i
  %sub.i97 = sub nsw i64 %high.1.add.i, %add.low.1.i
  %cmp7.i98 = icmp sgt i64 %sub.i97, 1
  br i1 %cmp7.i98, label %while.body8.i, label %plan_replacement.exit

plan_replacement.exit:
  %high.1.lcssa.i = phi i64 [ %high.0.lcssa.i, %while.end.i ], [ %high.1.add.i, %while.body8.i ]
  %call16.i = call i64 @irad_schedule_replaced(ptr %s, i64 %high.1.lcssa.i, i64 %call.i, ptr %costs.i)
  store i64 %call16.i, ptr %victim115139, align 8
  %cmp18.i = icmp eq i64 %call16.i, -1
  %add21.i = add nsw i64 %high.1.lcssa.i, %div
  %spec.select.i = select i1 %cmp18.i, i64 %div10117137147, i64 %add21.i
  store i64 %spec.select.i, ptr %saving119136, align 8
  call void @llvm.lifetime.end.p0(ptr %costs.i)
  br i1 %cmp2103112140146, label %if.end29, label %cleanup38

if.end25:
  br i1 %cmp2, label %if.end29, label %cleanup38

if.end29:
  %17 = phi i64 [ %add14.i, %plan_growth.exit ], [ %div10, %if.end25 ], [ %spec.select.i, %plan_replacement.exit ], [ %add.i, %if.then.i ]
  %victim114151 = phi ptr [ %victim, %plan_growth.exit ], [ %victim, %if.end25 ], [ %victim115139, %plan_replacement.exit ], [ %victim, %if.then.i ]
  %saving118150 = phi ptr [ %saving, %plan_growth.exit ], [ %saving, %if.end25 ], [ %saving119136, %plan_replacement.exit ], [ %saving, %if.then.i ]
  %18 = phi i64 [ %5, %plan_growth.exit ], [ %5, %if.end25 ], [ %16, %plan_replacement.exit ], [ %5, %if.then.i ]
  %sub = add nsw i64 %18, -1
  %shl = shl nuw i64 1, %sub
  %cmp33.not = icmp sgt i64 %17, %shl
  br i1 %cmp33.not, label %if.end35, label %cleanup38

if.end35:
  %add31 = add nuw nsw i64 %shl, 1
  store i64 %add31, ptr %saving118150, align 8
  store i64 -1, ptr %victim114151, align 8
  br label %cleanup38

cleanup38:
  ret void
}

define linkonce_odr hidden void @irad_schedule_thin(ptr %s) noinline nounwind {
entry:
  %unit = getelementptr inbounds nuw i8, ptr %s, i64 32
  %0 = load i64, ptr %unit, align 8
  %mul = shl nsw i64 %0, 1
  store i64 %mul, ptr %unit, align 8
  %slot = getelementptr inbounds nuw i8, ptr %s, i64 288
  %behind = getelementptr inbounds nuw i8, ptr %s, i64 304
  %1 = load i64, ptr %behind, align 8
  %cmp.not17 = icmp eq i64 %1, -1
  br i1 %cmp.not17, label %for.cond.cleanup, label %for.body

for.cond.cleanup:
  ret void

for.body:
  %k.018 = phi i64 [ %2, %for.inc ], [ %1, %entry ]
  %arrayidx3 = getelementptr inbounds %struct.Slot, ptr %slot, i64 %k.018
  %behind4 = getelementptr inbounds nuw i8, ptr %arrayidx3, i64 16
  %2 = load i64, ptr %behind4, align 8
  %3 = load i64, ptr %arrayidx3, align 8
  %4 = load i64, ptr %unit, align 8
  %rem = srem i64 %3, %4
  %cmp8.not = icmp eq i64 %rem, 0
  br i1 %cmp8.not, label %for.inc, label %if.then

if.then:
  call void @irad_schedule_take_off(ptr %s, i64 %k.018)
  br label %for.inc

for.inc:
  %cmp.not = icmp eq i64 %2, -1
  br i1 %cmp.not, label %for.cond.cleanup, label %for.body
}

define linkonce_odr hidden i64 @irad_schedule_cheapest(ptr %s, ptr writeonly %costs) noinline nounwind {
entry:
  %slots = getelementptr inbounds nuw i8, ptr %s, i64 128
  %0 = load i64, ptr %slots, align 8
  %last = getelementptr inbounds nuw i8, ptr %s, i64 152
  %1 = load i64, ptr %last, align 8
  %cmp.not151 = icmp eq i64 %1, 0
  br i1 %cmp.not151, label %entry.for.cond.cleanup_crit_edge, label %for.body.lr.ph

entry.for.cond.cleanup_crit_edge:
  %unit.i.phi.trans.insert = getelementptr inbounds nuw i8, ptr %s, i64 32
  %.pre = load i64, ptr %unit.i.phi.trans.insert, align 8
  %.pre171 = sdiv i64 576460752303423488, %0
  br label %for.cond.cleanup

for.body.lr.ph:
  %slot.i85 = getelementptr inbounds nuw i8, ptr %s, i64 288
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
  %slot.i = getelementptr inbounds nuw i8, ptr %s, i64 288
  %behind.i = getelementptr i8, ptr %s, i64 304
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
  %slots = getelementptr inbounds nuw i8, ptr %s, i64 128
  %0 = load i64, ptr %slots, align 8
  %used = getelementptr inbounds nuw i8, ptr %s, i64 136
  %1 = load i64, ptr %used, align 8
  %sub = sub nsw i64 %0, %1
  %add = add nsw i64 %sub, 1
  %last = getelementptr inbounds nuw i8, ptr %s, i64 152
  %2 = load i64, ptr %last, align 8
  %arrayidx = getelementptr %struct.Slot, ptr %s, i64 %2
  %before = getelementptr i8, ptr %arrayidx, i64 296
  %3 = load i64, ptr %before, align 8
  %slot.i = getelementptr inbounds nuw i8, ptr %s, i64 288
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
