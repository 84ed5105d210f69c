; Made from argument_checks.c by irad.llvm.runtime_ir.argument_checks.from_clang.
declare i32 @snprintf(ptr, i64, ptr, ...)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare { i64, i1 } @llvm.smul.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.abs.i64(i64, i1)

%struct.Piece = type { ptr, ptr, ptr, i64, i64, i64, i64, i64, ptr, ptr, ptr, ptr }
%struct.Term = type { i64, i64 }

@.str = private unnamed_addr constant [55 x i8] c"ValueError: %s(): %s%s is %lld: a size is not negative\00", align 1
@.str.1 = private unnamed_addr constant [54 x i8] c"ValueError: %s(): the array %s is NULL, but not empty\00", align 1
@.str.2 = private unnamed_addr constant [55 x i8] c"ValueError: %s(): the array %s%s is larger than memory\00", align 1
@.str.3 = private unnamed_addr constant [7 x i8] c"_n%lld\00", align 1
@irad_error_text = external thread_local global [512 x i8], align 16
@.str.4 = private unnamed_addr constant [29 x i8] c"the place for %s overlaps %s\00", align 1
@.str.5 = private unnamed_addr constant [24 x i8] c"AliasingError: %s(): %s\00", align 1
@.str.6 = private unnamed_addr constant [39 x i8] c"the shadow of %s overlaps the array %s\00", align 1
@.str.7 = private unnamed_addr constant [56 x i8] c"the shadows of %s and %s overlap, but the arrays do not\00", align 1
@.str.8 = private unnamed_addr constant [55 x i8] c"the places for %s and for the derivative of %s overlap\00", align 1
@.str.9 = private unnamed_addr constant [63 x i8] c"%s and %s share memory that is written to, and have no shadows\00", align 1
@.str.10 = private unnamed_addr constant [51 x i8] c"%s and %s share memory, but are of different types\00", align 1
@.str.11 = private unnamed_addr constant [78 x i8] c"%s and %s share memory, but their shadows do not share theirs in the same way\00", align 1
@.str.12 = private unnamed_addr constant [90 x i8] c"%s has no shadow, but shares memory with %s, which has one, and the function writes to it\00", align 1

define hidden range(i32 0, 6) i32 @irad_check_arguments(ptr %pieces, i64 %count, i64 %flags, ptr %function, ptr %found) noinline nounwind {
entry:
  %said.i218.i = alloca [256 x i8], align 16
  %said.i97.i.i = alloca [256 x i8], align 16
  %said.i94.i.i = alloca [256 x i8], align 16
  %said.i91.i.i = alloca [256 x i8], align 16
  %said.i.i.i = alloca [256 x i8], align 16
  %said.i.i52 = alloca [256 x i8], align 16
  %said.i.i = alloca [256 x i8], align 16
  %where.i145.i = alloca [24 x i8], align 16
  %where.i143.i = alloca [24 x i8], align 16
  %where.i141.i = alloca [24 x i8], align 16
  %where.i.i = alloca [24 x i8], align 16
  %arrayidx = getelementptr inbounds nuw i8, ptr %found, i64 8
  %cmp134 = icmp sgt i64 %count, 0
  call void @llvm.memset.p0.i64(ptr align 8 %found, i8 0, i64 16, i1 false)
  br i1 %cmp134, label %for.body, label %return

for.body:
  %i.0135 = phi i64 [ %inc, %for.inc ], [ 0, %entry ]
  %add.ptr = getelementptr inbounds nuw %struct.Piece, ptr %pieces, i64 %i.0135
  %item.i = getelementptr inbounds nuw i8, ptr %add.ptr, i64 24
  %0 = load i64, ptr %item.i, align 8
  %axes.i = getelementptr inbounds nuw i8, ptr %add.ptr, i64 56
  %1 = load i64, ptr %axes.i, align 8
  %cmp.not156.i = icmp sgt i64 %1, 0
  br i1 %cmp.not156.i, label %for.body.lr.ph.i, label %for.end.thread.i

for.end.thread.i:
  %low170.i = getelementptr inbounds nuw i8, ptr %add.ptr, i64 80
  call void @llvm.memset.p0.i64(ptr align 8 %low170.i, i8 0, i64 16, i1 false)
  br label %lor.lhs.false.i

for.body.lr.ph.i:
  %sizes.i = getelementptr inbounds nuw i8, ptr %add.ptr, i64 64
  %2 = load ptr, ptr %sizes.i, align 8
  br label %for.body.i

for.body.i:
  %empty.0158.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %or.i, %if.end.i ]
  %k.0157.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %if.end.i ]
  %arrayidx.i = getelementptr inbounds nuw i64, ptr %2, i64 %k.0157.i
  %3 = load i64, ptr %arrayidx.i, align 8
  %cmp1.i = icmp slt i64 %3, 0
  br i1 %cmp1.i, label %if.then.i, label %if.end.i

if.then.i:
  %4 = load ptr, ptr %add.ptr, align 8
  call void @llvm.lifetime.start.p0(ptr %where.i.i)
  call void @llvm.memset.p0.i64(ptr align 16 %where.i.i, i8 0, i64 24, i1 false)
  %call.i.i = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %where.i.i, i64 24, ptr @.str.3, i64 %k.0157.i)
  %5 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @irad_error_text)
  %call3.i.i = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %5, i64 512, ptr @.str, ptr %function, ptr %4, ptr %where.i.i, i64 range(i64 -9223372036854775808, 1) %3)
  call void @llvm.lifetime.end.p0(ptr %where.i.i)
  br label %return

if.end.i:
  %cmp6.i = icmp eq i64 %3, 0
  %conv7.i = zext i1 %cmp6.i to i64
  %or.i = or i64 %empty.0158.i, %conv7.i
  %inc.i = add nuw nsw i64 %k.0157.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %1
  br i1 %exitcond.not.i, label %for.end.i, label %for.body.i

for.end.i:
  %6 = icmp eq i64 %or.i, 0
  %low.i = getelementptr inbounds nuw i8, ptr %add.ptr, i64 80
  call void @llvm.memset.p0.i64(ptr align 8 %low.i, i8 0, i64 16, i1 false)
  br i1 %6, label %lor.lhs.false.i, label %if.end

lor.lhs.false.i:
  %low172.i = phi ptr [ %low170.i, %for.end.thread.i ], [ %low.i, %for.end.i ]
  %high171.i = getelementptr inbounds nuw i8, ptr %add.ptr, i64 88
  %data.i = getelementptr inbounds nuw i8, ptr %add.ptr, i64 8
  %7 = load ptr, ptr %data.i, align 8
  %tobool8.not.i = icmp eq ptr %7, null
  br i1 %tobool8.not.i, label %land.lhs.true.i, label %if.end18.i

land.lhs.true.i:
  %role.i = getelementptr inbounds nuw i8, ptr %add.ptr, i64 40
  %8 = load i64, ptr %role.i, align 8
  %cmp9.i = icmp sgt i64 %8, 1
  br i1 %cmp9.i, label %if.end, label %if.then15.i

if.then15.i:
  %9 = load ptr, ptr %add.ptr, align 8
  call void @llvm.lifetime.start.p0(ptr %where.i141.i)
  call void @llvm.memset.p0.i64(ptr align 16 %where.i141.i, i8 0, i64 24, i1 false)
  %10 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @irad_error_text)
  %call3.i142.i = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %10, i64 512, ptr @.str.1, ptr %function, ptr %9, ptr %where.i141.i, i64 0)
  call void @llvm.lifetime.end.p0(ptr %where.i141.i)
  br label %return

if.end18.i:
  %sizes26.i = getelementptr inbounds nuw i8, ptr %add.ptr, i64 64
  %strides.i = getelementptr inbounds nuw i8, ptr %add.ptr, i64 72
  br label %for.cond21.i

for.cond21.i:
  %k19.0.i = phi i64 [ %1, %if.end18.i ], [ %dec.i, %cond.end.i ]
  %up.0.i = phi i64 [ 0, %if.end18.i ], [ %up.1.i, %cond.end.i ]
  %down.0.i = phi i64 [ 0, %if.end18.i ], [ %down.1.i, %cond.end.i ]
  %reach.0.i = phi i64 [ %0, %if.end18.i ], [ %reach.1.i, %cond.end.i ]
  %dec.i = add nsw i64 %k19.0.i, -1
  %cmp22.i = icmp slt i64 %k19.0.i, 1
  br i1 %cmp22.i, label %for.end57.i, label %for.body25.i

for.body25.i:
  %11 = load ptr, ptr %sizes26.i, align 8
  %arrayidx27.i = getelementptr inbounds i64, ptr %11, i64 %dec.i
  %12 = load i64, ptr %arrayidx27.i, align 8
  %sub.i = add nsw i64 %12, -1
  %13 = load ptr, ptr %strides.i, align 8
  %tobool28.not.i = icmp eq ptr %13, null
  br i1 %tobool28.not.i, label %if.else.i, label %if.then29.i

if.then29.i:
  %arrayidx31.i = getelementptr inbounds i64, ptr %13, i64 %dec.i
  %14 = load i64, ptr %arrayidx31.i, align 8
  %15 = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %14, i64 %0)
  %16 = extractvalue { i64, i1 } %15, 0
  br label %if.end37.i

if.else.i:
  %17 = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %reach.0.i, i64 %12)
  %18 = extractvalue { i64, i1 } %17, 0
  br label %if.end37.i

if.end37.i:
  %step.0.i = phi i64 [ %16, %if.then29.i ], [ %reach.0.i, %if.else.i ]
  %.pn.i = phi { i64, i1 } [ %15, %if.then29.i ], [ %17, %if.else.i ]
  %reach.1.i = phi i64 [ %reach.0.i, %if.then29.i ], [ %18, %if.else.i ]
  %failed.0.in.i = extractvalue { i64, i1 } %.pn.i, 1
  %19 = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %step.0.i, i64 %sub.i)
  %20 = extractvalue { i64, i1 } %19, 1
  %21 = extractvalue { i64, i1 } %19, 0
  %or39138.i = or i1 %failed.0.in.i, %20
  %cmp40.i = icmp slt i64 %21, 0
  br i1 %cmp40.i, label %cond.true.i, label %cond.false.i

cond.true.i:
  %22 = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %down.0.i, i64 %21)
  %23 = extractvalue { i64, i1 } %22, 0
  br label %cond.end.i

cond.false.i:
  %24 = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %up.0.i, i64 %21)
  %25 = extractvalue { i64, i1 } %24, 0
  br label %cond.end.i

cond.end.i:
  %up.1.i = phi i64 [ %up.0.i, %cond.true.i ], [ %25, %cond.false.i ]
  %down.1.i = phi i64 [ %23, %cond.true.i ], [ %down.0.i, %cond.false.i ]
  %.pn139.i = phi { i64, i1 } [ %22, %cond.true.i ], [ %24, %cond.false.i ]
  %cond.in.i = extractvalue { i64, i1 } %.pn139.i, 1
  %or44140.i = or i1 %or39138.i, %cond.in.i
  br i1 %or44140.i, label %cleanup55.i, label %for.cond21.i

cleanup55.i:
  %26 = load ptr, ptr %add.ptr, align 8
  call void @llvm.lifetime.start.p0(ptr %where.i143.i)
  call void @llvm.memset.p0.i64(ptr align 16 %where.i143.i, i8 0, i64 24, i1 false)
  %27 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @irad_error_text)
  %call3.i144.i = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %27, i64 512, ptr @.str.2, ptr %function, ptr %26, ptr %where.i143.i, i64 0)
  call void @llvm.lifetime.end.p0(ptr %where.i143.i)
  br label %return

for.end57.i:
  %28 = ptrtoint ptr %7 to i64
  %add.i = add i64 %down.0.i, %28
  %add61.i = add i64 %0, %28
  %add63.i = add i64 %add61.i, %up.0.i
  %cmp64.i = icmp ugt i64 %add.i, %28
  %cmp67.i = icmp ult i64 %add63.i, %28
  %or.cond.i = select i1 %cmp64.i, i1 true, i1 %cmp67.i
  br i1 %or.cond.i, label %if.then69.i, label %if.end72.i

if.then69.i:
  %29 = load ptr, ptr %add.ptr, align 8
  call void @llvm.lifetime.start.p0(ptr %where.i145.i)
  call void @llvm.memset.p0.i64(ptr align 16 %where.i145.i, i8 0, i64 24, i1 false)
  %30 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @irad_error_text)
  %call3.i146.i = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %30, i64 512, ptr @.str.2, ptr %function, ptr %29, ptr %where.i145.i, i64 0)
  call void @llvm.lifetime.end.p0(ptr %where.i145.i)
  br label %return

if.end72.i:
  %31 = inttoptr i64 %add.i to ptr
  store ptr %31, ptr %low172.i, align 8
  %32 = inttoptr i64 %add63.i to ptr
  store ptr %32, ptr %high171.i, align 8
  br label %if.end

if.end:
  %33 = phi ptr [ %32, %if.end72.i ], [ null, %land.lhs.true.i ], [ null, %for.end.i ]
  %role = getelementptr inbounds nuw i8, ptr %add.ptr, i64 40
  %34 = load i64, ptr %role, align 8
  %cmp2 = icmp eq i64 %34, 0
  br i1 %cmp2, label %land.lhs.true, label %for.inc

land.lhs.true:
  %shadow = getelementptr inbounds nuw i8, ptr %add.ptr, i64 16
  %35 = load ptr, ptr %shadow, align 8
  %tobool3.not = icmp ne ptr %35, null
  %tobool5.not = icmp eq ptr %33, null
  %or.cond = select i1 %tobool3.not, i1 true, i1 %tobool5.not
  br i1 %or.cond, label %for.inc, label %if.then6

if.then6:
  %low = getelementptr inbounds nuw i8, ptr %add.ptr, i64 80
  %36 = load ptr, ptr %low, align 8
  %sub.ptr.lhs.cast = ptrtoint ptr %33 to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %36 to i64
  %sub.ptr.sub = add i64 %sub.ptr.lhs.cast, 15
  %add = sub i64 %sub.ptr.sub, %sub.ptr.rhs.cast
  %div = sdiv i64 %add, 16
  %mul = shl nsw i64 %div, 4
  %37 = load i64, ptr %found, align 8
  %add9 = add nsw i64 %mul, %37
  store i64 %add9, ptr %found, align 8
  br label %for.inc

for.inc:
  %inc = add nuw nsw i64 %i.0135, 1
  %exitcond.not = icmp eq i64 %inc, %count
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  %and = and i64 %flags, 2
  %tobool14.not = icmp eq i64 %and, 0
  br i1 %tobool14.not, label %if.end16, label %return

if.end16:
  %add.ptr.idx.i = mul nuw nsw i64 %count, 96
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %pieces, i64 %add.ptr.idx.i
  br label %for.cond1.preheader.i

for.cond1.preheader.i:
  %p.054.i = phi ptr [ %incdec.ptr16.i, %for.inc15.i ], [ %pieces, %if.end16 ]
  %role.i47 = getelementptr inbounds nuw i8, ptr %p.054.i, i64 40
  %38 = load i64, ptr %role.i47, align 8
  %cmp2.i = icmp eq i64 %38, 3
  br i1 %cmp2.i, label %for.body6.lr.ph.i, label %for.inc15.i

for.body6.lr.ph.i:
  %low.i48 = getelementptr inbounds nuw i8, ptr %p.054.i, i64 80
  %high.i.i = getelementptr inbounds nuw i8, ptr %p.054.i, i64 88
  %strides.i.i = getelementptr inbounds nuw i8, ptr %p.054.i, i64 72
  br label %for.body6.i

for.body6.i:
  %q.052.i = phi ptr [ %pieces, %for.body6.lr.ph.i ], [ %incdec.ptr.i, %for.inc.i ]
  %role.i.i = getelementptr inbounds nuw i8, ptr %q.052.i, i64 40
  %39 = load i64, ptr %role.i.i, align 8
  %cmp.i.i = icmp sgt i64 %39, 1
  br i1 %cmp.i.i, label %lor.lhs.false.i50, label %land.lhs.true10.i

lor.lhs.false.i50:
  %cmp8.i = icmp eq i64 %39, 3
  %cmp9.i51 = icmp ult ptr %q.052.i, %p.054.i
  %or.cond38.i = and i1 %cmp9.i51, %cmp8.i
  br i1 %or.cond38.i, label %land.lhs.true10.i, label %for.inc.i

land.lhs.true10.i:
  %40 = load ptr, ptr %low.i48, align 8
  %low11.i = getelementptr inbounds nuw i8, ptr %q.052.i, i64 80
  %41 = load ptr, ptr %low11.i, align 8
  %42 = load ptr, ptr %high.i.i, align 8
  %tobool.not.i.i = icmp eq ptr %42, null
  br i1 %tobool.not.i.i, label %for.inc.i, label %lor.lhs.false.i.i

lor.lhs.false.i.i:
  %high1.i.i = getelementptr inbounds nuw i8, ptr %q.052.i, i64 88
  %43 = load ptr, ptr %high1.i.i, align 8
  %tobool2.not.i.i = icmp eq ptr %43, null
  br i1 %tobool2.not.i.i, label %for.inc.i, label %if.end.i.i

if.end.i.i:
  %sub.ptr.lhs.cast8.i.i = ptrtoint ptr %43 to i64
  %sub.ptr.rhs.cast9.i.i = ptrtoint ptr %41 to i64
  %sub.ptr.sub10.i.i = sub i64 %sub.ptr.lhs.cast8.i.i, %sub.ptr.rhs.cast9.i.i
  %add.ptr11.i.i = getelementptr inbounds i8, ptr %41, i64 %sub.ptr.sub10.i.i
  %cmp.not.i.i = icmp ugt ptr %42, %41
  %cmp13.not.i.i = icmp ugt ptr %43, %40
  %or.cond.i.i = select i1 %cmp.not.i.i, i1 %cmp13.not.i.i, i1 false
  br i1 %or.cond.i.i, label %if.end15.i.i, label %for.inc.i

if.end15.i.i:
  %44 = load ptr, ptr %strides.i.i, align 8
  %tobool16.not.i.i = icmp eq ptr %44, null
  br i1 %tobool16.not.i.i, label %land.lhs.true.i.i, label %share.exit.i

land.lhs.true.i.i:
  %strides17.i.i = getelementptr inbounds nuw i8, ptr %q.052.i, i64 72
  %45 = load ptr, ptr %strides17.i.i, align 8
  %tobool18.not.i.i = icmp eq ptr %45, null
  br i1 %tobool18.not.i.i, label %check_results.exit.thread, label %share.exit.i

share.exit.i:
  %call.i.i49 = call i32 @irad_share(ptr %p.054.i, ptr %40, ptr %q.052.i, ptr %add.ptr11.i.i)
  %tobool13.not.i = icmp eq i32 %call.i.i49, 0
  br i1 %tobool13.not.i, label %for.inc.i, label %check_results.exit.thread

for.inc.i:
  %incdec.ptr.i = getelementptr inbounds nuw i8, ptr %q.052.i, i64 96
  %cmp4.i = icmp ult ptr %incdec.ptr.i, %add.ptr.i
  br i1 %cmp4.i, label %for.body6.i, label %for.inc15.i

for.inc15.i:
  %incdec.ptr16.i = getelementptr inbounds nuw i8, ptr %p.054.i, i64 96
  %cmp.i = icmp ult ptr %incdec.ptr16.i, %add.ptr.i
  br i1 %cmp.i, label %for.cond1.preheader.i, label %check_results.exit

check_results.exit.thread:
  call void @llvm.lifetime.start.p0(ptr %said.i.i)
  %46 = load ptr, ptr %p.054.i, align 8
  %47 = load ptr, ptr %q.052.i, align 8
  %call.i39.i = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %said.i.i, i64 256, ptr @.str.4, ptr %46, ptr %47)
  %48 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @irad_error_text)
  %call4.i.i = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %48, i64 512, ptr @.str.5, ptr %function, ptr %said.i.i)
  call void @llvm.lifetime.end.p0(ptr %said.i.i)
  br label %return

check_results.exit:
  %and20 = and i64 %flags, 1
  %tobool21.not = icmp eq i64 %and20, 0
  br i1 %tobool21.not, label %return, label %for.body5.lr.ph.i

for.body5.lr.ph.i:
  %p.0272.i = phi ptr [ %incdec.ptr65.i, %for.inc64.i ], [ %pieces, %check_results.exit ]
  %shadow.i = getelementptr inbounds nuw i8, ptr %p.0272.i, i64 16
  %role.i55 = getelementptr inbounds nuw i8, ptr %p.0272.i, i64 40
  %low.i.i = getelementptr inbounds nuw i8, ptr %p.0272.i, i64 80
  %data.i.i = getelementptr inbounds nuw i8, ptr %p.0272.i, i64 8
  %high.i.i56 = getelementptr inbounds nuw i8, ptr %p.0272.i, i64 88
  %strides.i.i57 = getelementptr inbounds nuw i8, ptr %p.0272.i, i64 72
  %kind19100.i.i = getelementptr inbounds nuw i8, ptr %p.0272.i, i64 32
  %written42.i.i = getelementptr inbounds nuw i8, ptr %p.0272.i, i64 48
  %.pre.i = load ptr, ptr %shadow.i, align 8
  br label %for.body5.i

for.body5.i:
  %49 = phi ptr [ %.pre.i, %for.body5.lr.ph.i ], [ %118, %for.inc.i75 ]
  %q.0270.i = phi ptr [ %pieces, %for.body5.lr.ph.i ], [ %incdec.ptr.i76, %for.inc.i75 ]
  %tobool.not.i = icmp eq ptr %49, null
  br i1 %tobool.not.i, label %if.end.i74, label %land.lhs.true.i58

land.lhs.true.i58:
  %role.i.i59 = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 40
  %50 = load i64, ptr %role.i.i59, align 8
  %cmp.i.i60 = icmp sgt i64 %50, 1
  br i1 %cmp.i.i60, label %if.end.i74, label %land.lhs.true7.i

land.lhs.true7.i:
  %51 = load i64, ptr %role.i55, align 8
  %cmp8.not.i = icmp eq i64 %51, 3
  br i1 %cmp8.not.i, label %if.end.i74, label %land.lhs.true9.i

land.lhs.true9.i:
  %52 = load ptr, ptr %low.i.i, align 8
  %53 = load ptr, ptr %data.i.i, align 8
  %sub.ptr.lhs.cast.i.i = ptrtoint ptr %52 to i64
  %sub.ptr.rhs.cast.i.i = ptrtoint ptr %53 to i64
  %sub.ptr.sub.i.i = sub i64 %sub.ptr.lhs.cast.i.i, %sub.ptr.rhs.cast.i.i
  %add.ptr.i.i = getelementptr inbounds i8, ptr %49, i64 %sub.ptr.sub.i.i
  %low.i61 = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 80
  %54 = load ptr, ptr %low.i61, align 8
  %55 = load ptr, ptr %high.i.i56, align 8
  %tobool.not.i.i62 = icmp eq ptr %55, null
  br i1 %tobool.not.i.i62, label %if.end.i74, label %lor.lhs.false.i.i63

lor.lhs.false.i.i63:
  %high1.i.i64 = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 88
  %56 = load ptr, ptr %high1.i.i64, align 8
  %tobool2.not.i.i65 = icmp eq ptr %56, null
  br i1 %tobool2.not.i.i65, label %if.end.i74, label %if.end.i.i66

if.end.i.i66:
  %sub.ptr.lhs.cast.i116.i = ptrtoint ptr %55 to i64
  %sub.ptr.sub.i118.i = sub i64 %sub.ptr.lhs.cast.i116.i, %sub.ptr.lhs.cast.i.i
  %add.ptr.i119.i = getelementptr inbounds i8, ptr %add.ptr.i.i, i64 %sub.ptr.sub.i118.i
  %sub.ptr.lhs.cast8.i.i67 = ptrtoint ptr %56 to i64
  %sub.ptr.rhs.cast9.i.i68 = ptrtoint ptr %54 to i64
  %sub.ptr.sub10.i.i69 = sub i64 %sub.ptr.lhs.cast8.i.i67, %sub.ptr.rhs.cast9.i.i68
  %add.ptr11.i.i70 = getelementptr inbounds i8, ptr %54, i64 %sub.ptr.sub10.i.i69
  %cmp.not.i.i71 = icmp ugt ptr %add.ptr.i119.i, %54
  %cmp13.not.i.i72 = icmp ugt ptr %56, %add.ptr.i.i
  %or.cond.i.i73 = and i1 %cmp.not.i.i71, %cmp13.not.i.i72
  br i1 %or.cond.i.i73, label %if.end15.i.i80, label %if.end.i74

if.end15.i.i80:
  %57 = load ptr, ptr %strides.i.i57, align 8
  %tobool16.not.i.i81 = icmp eq ptr %57, null
  br i1 %tobool16.not.i.i81, label %land.lhs.true.i.i86, label %share.exit.i82

land.lhs.true.i.i86:
  %strides17.i.i87 = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 72
  %58 = load ptr, ptr %strides17.i.i87, align 8
  %tobool18.not.i.i88 = icmp eq ptr %58, null
  br i1 %tobool18.not.i.i88, label %if.then.i84, label %share.exit.i82

share.exit.i82:
  %call.i.i83 = call i32 @irad_share(ptr %p.0272.i, ptr %add.ptr.i.i, ptr %q.0270.i, ptr %add.ptr11.i.i70)
  %tobool12.not.i = icmp eq i32 %call.i.i83, 0
  br i1 %tobool12.not.i, label %if.end.i74, label %if.then.i84

if.then.i84:
  call void @llvm.lifetime.start.p0(ptr %said.i.i52)
  %59 = load ptr, ptr %p.0272.i, align 8
  %60 = load ptr, ptr %q.0270.i, align 8
  %call.i120.i = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %said.i.i52, i64 256, ptr @.str.6, ptr %59, ptr %60)
  %61 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @irad_error_text)
  %call4.i.i85 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %61, i64 512, ptr @.str.5, ptr %function, ptr %said.i.i52)
  call void @llvm.lifetime.end.p0(ptr %said.i.i52)
  br label %return

if.end.i74:
  %cmp14.not.i = icmp ult ptr %q.0270.i, %p.0272.i
  br i1 %cmp14.not.i, label %lor.lhs.false.i78, label %for.inc.i75

lor.lhs.false.i78:
  %62 = load i64, ptr %role.i55, align 8
  %cmp16.i = icmp eq i64 %62, 2
  br i1 %cmp16.i, label %land.lhs.true17.i, label %if.end21.i

land.lhs.true17.i:
  %role18.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 40
  %63 = load i64, ptr %role18.i, align 8
  %cmp19.i = icmp eq i64 %63, 2
  br i1 %cmp19.i, label %for.inc.i75, label %if.end21.i

if.end21.i:
  br i1 %tobool.not.i, label %land.end.i, label %land.rhs.i

land.rhs.i:
  %shadow24.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 16
  %64 = load ptr, ptr %shadow24.i, align 8
  %tobool25.i = icmp ne ptr %64, null
  br label %land.end.i

land.end.i:
  %65 = phi i1 [ false, %if.end21.i ], [ %tobool25.i, %land.rhs.i ]
  %cmp.i122.i = icmp sgt i64 %62, 1
  br i1 %cmp.i122.i, label %if.else.i79, label %land.lhs.true28.i

land.lhs.true28.i:
  %role.i124.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 40
  %66 = load i64, ptr %role.i124.i, align 8
  %cmp.i125.i = icmp sgt i64 %66, 1
  br i1 %cmp.i125.i, label %if.else.i79, label %land.lhs.true31.i

land.lhs.true31.i:
  %67 = load ptr, ptr %low.i.i, align 8
  %low33.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 80
  %68 = load ptr, ptr %low33.i, align 8
  %69 = load ptr, ptr %high.i.i56, align 8
  %tobool.not.i128.i = icmp eq ptr %69, null
  br i1 %tobool.not.i128.i, label %if.else.i79, label %lor.lhs.false.i129.i

lor.lhs.false.i129.i:
  %high1.i130.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 88
  %70 = load ptr, ptr %high1.i130.i, align 8
  %tobool2.not.i131.i = icmp eq ptr %70, null
  br i1 %tobool2.not.i131.i, label %if.else.i79, label %if.end.i132.i

if.end.i132.i:
  %sub.ptr.lhs.cast8.i139.i = ptrtoint ptr %70 to i64
  %sub.ptr.rhs.cast9.i140.i = ptrtoint ptr %68 to i64
  %sub.ptr.sub10.i141.i = sub i64 %sub.ptr.lhs.cast8.i139.i, %sub.ptr.rhs.cast9.i140.i
  %add.ptr11.i142.i = getelementptr inbounds i8, ptr %68, i64 %sub.ptr.sub10.i141.i
  %cmp.not.i143.i = icmp ugt ptr %69, %68
  %cmp13.not.i144.i = icmp ugt ptr %70, %67
  %or.cond.i145.i = select i1 %cmp.not.i143.i, i1 %cmp13.not.i144.i, i1 false
  br i1 %or.cond.i145.i, label %if.end15.i147.i, label %if.else.i79

if.end15.i147.i:
  %71 = load ptr, ptr %strides.i.i57, align 8
  %tobool16.not.i149.i = icmp eq ptr %71, null
  br i1 %tobool16.not.i149.i, label %land.lhs.true.i152.i, label %share.exit155.i

land.lhs.true.i152.i:
  %strides17.i153.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 72
  %72 = load ptr, ptr %strides17.i153.i, align 8
  %tobool18.not.i154.i = icmp eq ptr %72, null
  br i1 %tobool18.not.i154.i, label %if.then36.i, label %share.exit155.i

share.exit155.i:
  %call.i151.i = call i32 @irad_share(ptr %p.0272.i, ptr %67, ptr %q.0270.i, ptr %add.ptr11.i142.i)
  %tobool35.not.i = icmp eq i32 %call.i151.i, 0
  br i1 %tobool35.not.i, label %if.else.i79, label %if.then36.i

if.then36.i:
  store i64 1, ptr %arrayidx, align 8
  %73 = load ptr, ptr %shadow.i, align 8
  %tobool.not.i157.i = icmp eq ptr %73, null
  br i1 %tobool.not.i157.i, label %land.lhs.true.i163.i, label %if.end18.thread.i.i

land.lhs.true.i163.i:
  %shadow1.i.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 16
  %74 = load ptr, ptr %shadow1.i.i, align 8
  %tobool2.not.i164.i = icmp eq ptr %74, null
  br i1 %tobool2.not.i164.i, label %if.then.i.i, label %if.end18.i.i

if.then.i.i:
  %75 = load i64, ptr %role.i55, align 8
  %cmp.i166.i = icmp eq i64 %75, 0
  br i1 %cmp.i166.i, label %land.lhs.true3.i.i, label %lor.lhs.false.i167.i

land.lhs.true3.i.i:
  %76 = load i64, ptr %role.i124.i, align 8
  %cmp5.i.i = icmp eq i64 %76, 0
  br i1 %cmp5.i.i, label %land.rhs.i.i, label %lor.lhs.false.i167.i

land.rhs.i.i:
  %77 = load i64, ptr %kind19100.i.i, align 8
  %kind6.i.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 32
  %78 = load i64, ptr %kind6.i.i, align 8
  %cmp7.i.i = icmp eq i64 %77, %78
  br i1 %cmp7.i.i, label %for.inc.i75, label %lor.lhs.false.i167.i

lor.lhs.false.i167.i:
  %79 = load i64, ptr %written42.i.i, align 8
  %written9.i.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 48
  %80 = load i64, ptr %written9.i.i, align 8
  %or.i.i = or i64 %80, %79
  %tobool10.not.i.i = icmp eq i64 %or.i.i, 0
  br i1 %tobool10.not.i.i, label %for.inc.i75, label %lor.lhs.false11.i.i

lor.lhs.false11.i.i:
  %81 = load i64, ptr %kind19100.i.i, align 8
  %cmp13.i.i = icmp sgt i64 %81, 1
  br i1 %cmp13.i.i, label %for.inc.i75, label %lor.lhs.false14.i.i

lor.lhs.false14.i.i:
  %kind15.i.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 32
  %82 = load i64, ptr %kind15.i.i, align 8
  %cmp16.i.i = icmp sgt i64 %82, 1
  br i1 %cmp16.i.i, label %for.inc.i75, label %if.end.i168.i

if.end.i168.i:
  call void @llvm.lifetime.start.p0(ptr %said.i.i.i)
  %83 = load ptr, ptr %q.0270.i, align 8
  %84 = load ptr, ptr %p.0272.i, align 8
  %call.i.i.i = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %said.i.i.i, i64 256, ptr @.str.9, ptr %83, ptr %84)
  %85 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @irad_error_text)
  %call4.i.i.i = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %85, i64 512, ptr @.str.5, ptr %function, ptr %said.i.i.i)
  call void @llvm.lifetime.end.p0(ptr %said.i.i.i)
  br label %return

if.end18.i.i:
  %86 = load i64, ptr %kind19100.i.i, align 8
  %kind20.i.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 32
  %87 = load i64, ptr %kind20.i.i, align 8
  %cmp21.not.i.i = icmp eq i64 %86, %87
  br i1 %cmp21.not.i.i, label %if.end41.i.i, label %if.then22.i.i

if.end18.thread.i.i:
  %88 = load i64, ptr %kind19100.i.i, align 8
  %kind20101.i.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 32
  %89 = load i64, ptr %kind20101.i.i, align 8
  %cmp21.not102.i.i = icmp eq i64 %88, %89
  br i1 %cmp21.not102.i.i, label %land.lhs.true27.i.i, label %if.then22.i.i

if.then22.i.i:
  call void @llvm.lifetime.start.p0(ptr %said.i91.i.i)
  %90 = load ptr, ptr %q.0270.i, align 8
  %91 = load ptr, ptr %p.0272.i, align 8
  %call.i92.i.i = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %said.i91.i.i, i64 256, ptr @.str.10, ptr %90, ptr %91)
  %92 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @irad_error_text)
  %call4.i93.i.i = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %92, i64 512, ptr @.str.5, ptr %function, ptr %said.i91.i.i)
  call void @llvm.lifetime.end.p0(ptr %said.i91.i.i)
  br label %return

land.lhs.true27.i.i:
  %shadow28.i.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 16
  %93 = load ptr, ptr %shadow28.i.i, align 8
  %tobool29.not.i.i = icmp eq ptr %93, null
  br i1 %tobool29.not.i.i, label %if.end41.i.i, label %if.then30.i.i

if.then30.i.i:
  %94 = load ptr, ptr %data.i.i, align 8
  %sub.ptr.lhs.cast.i160.i = ptrtoint ptr %73 to i64
  %sub.ptr.rhs.cast.i161.i = ptrtoint ptr %94 to i64
  %sub.ptr.sub.i162.i = sub i64 %sub.ptr.lhs.cast.i160.i, %sub.ptr.rhs.cast.i161.i
  %data33.i.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 8
  %95 = load ptr, ptr %data33.i.i, align 8
  %sub.ptr.lhs.cast34.i.i = ptrtoint ptr %93 to i64
  %sub.ptr.rhs.cast35.i.i = ptrtoint ptr %95 to i64
  %sub.ptr.sub36.i.i = sub i64 %sub.ptr.lhs.cast34.i.i, %sub.ptr.rhs.cast35.i.i
  %cmp37.i.i = icmp eq i64 %sub.ptr.sub.i162.i, %sub.ptr.sub36.i.i
  br i1 %cmp37.i.i, label %for.inc.i75, label %if.end39.i.i

if.end39.i.i:
  call void @llvm.lifetime.start.p0(ptr %said.i94.i.i)
  %96 = load ptr, ptr %q.0270.i, align 8
  %97 = load ptr, ptr %p.0272.i, align 8
  %call.i95.i.i = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %said.i94.i.i, i64 256, ptr @.str.11, ptr %96, ptr %97)
  %98 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @irad_error_text)
  %call4.i96.i.i = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %98, i64 512, ptr @.str.5, ptr %function, ptr %said.i94.i.i)
  call void @llvm.lifetime.end.p0(ptr %said.i94.i.i)
  br label %return

if.end41.i.i:
  %99 = load i64, ptr %written42.i.i, align 8
  %written43.i.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 48
  %100 = load i64, ptr %written43.i.i, align 8
  %or44.i.i = or i64 %100, %99
  %tobool45.not.i.i = icmp eq i64 %or44.i.i, 0
  br i1 %tobool45.not.i.i, label %for.inc.i75, label %if.end47.i.i

if.end47.i.i:
  %cond.i.i = select i1 %tobool.not.i157.i, ptr %p.0272.i, ptr %q.0270.i
  %cond55.i.i = select i1 %tobool.not.i157.i, ptr %q.0270.i, ptr %p.0272.i
  call void @llvm.lifetime.start.p0(ptr %said.i97.i.i)
  %101 = load ptr, ptr %cond.i.i, align 8
  %102 = load ptr, ptr %cond55.i.i, align 8
  %call.i98.i.i = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %said.i97.i.i, i64 256, ptr @.str.12, ptr %101, ptr %102)
  %103 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @irad_error_text)
  %call4.i99.i.i = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %103, i64 512, ptr @.str.5, ptr %function, ptr %said.i97.i.i)
  call void @llvm.lifetime.end.p0(ptr %said.i97.i.i)
  br label %return

if.else.i79:
  br i1 %65, label %land.lhs.true42.i, label %for.inc.i75

land.lhs.true42.i:
  %104 = load ptr, ptr %low.i.i, align 8
  %105 = load ptr, ptr %data.i.i, align 8
  %sub.ptr.lhs.cast.i172.i = ptrtoint ptr %104 to i64
  %sub.ptr.rhs.cast.i173.i = ptrtoint ptr %105 to i64
  %sub.ptr.sub.i174.i = sub i64 %sub.ptr.lhs.cast.i172.i, %sub.ptr.rhs.cast.i173.i
  %add.ptr.i175.i = getelementptr inbounds i8, ptr %49, i64 %sub.ptr.sub.i174.i
  %shadow.i176.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 16
  %106 = load ptr, ptr %shadow.i176.i, align 8
  %low.i177.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 80
  %107 = load ptr, ptr %low.i177.i, align 8
  %data.i178.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 8
  %108 = load ptr, ptr %data.i178.i, align 8
  %sub.ptr.lhs.cast.i179.i = ptrtoint ptr %107 to i64
  %sub.ptr.rhs.cast.i180.i = ptrtoint ptr %108 to i64
  %sub.ptr.sub.i181.i = sub i64 %sub.ptr.lhs.cast.i179.i, %sub.ptr.rhs.cast.i180.i
  %add.ptr.i182.i = getelementptr inbounds i8, ptr %106, i64 %sub.ptr.sub.i181.i
  %109 = load ptr, ptr %high.i.i56, align 8
  %tobool.not.i184.i = icmp eq ptr %109, null
  br i1 %tobool.not.i184.i, label %for.inc.i75, label %lor.lhs.false.i185.i

lor.lhs.false.i185.i:
  %high1.i186.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 88
  %110 = load ptr, ptr %high1.i186.i, align 8
  %tobool2.not.i187.i = icmp eq ptr %110, null
  br i1 %tobool2.not.i187.i, label %for.inc.i75, label %if.end.i188.i

if.end.i188.i:
  %sub.ptr.lhs.cast.i190.i = ptrtoint ptr %109 to i64
  %sub.ptr.sub.i192.i = sub i64 %sub.ptr.lhs.cast.i190.i, %sub.ptr.lhs.cast.i172.i
  %add.ptr.i193.i = getelementptr inbounds i8, ptr %add.ptr.i175.i, i64 %sub.ptr.sub.i192.i
  %sub.ptr.lhs.cast8.i195.i = ptrtoint ptr %110 to i64
  %sub.ptr.sub10.i197.i = sub i64 %sub.ptr.lhs.cast8.i195.i, %sub.ptr.lhs.cast.i179.i
  %add.ptr11.i198.i = getelementptr inbounds i8, ptr %add.ptr.i182.i, i64 %sub.ptr.sub10.i197.i
  %cmp.not.i199.i = icmp ugt ptr %add.ptr.i193.i, %add.ptr.i182.i
  %cmp13.not.i200.i = icmp ugt ptr %add.ptr11.i198.i, %add.ptr.i175.i
  %or.cond.i201.i = select i1 %cmp.not.i199.i, i1 %cmp13.not.i200.i, i1 false
  br i1 %or.cond.i201.i, label %if.end15.i203.i, label %for.inc.i75

if.end15.i203.i:
  %111 = load ptr, ptr %strides.i.i57, align 8
  %tobool16.not.i205.i = icmp eq ptr %111, null
  br i1 %tobool16.not.i205.i, label %land.lhs.true.i208.i, label %share.exit211.i

land.lhs.true.i208.i:
  %strides17.i209.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 72
  %112 = load ptr, ptr %strides17.i209.i, align 8
  %tobool18.not.i210.i = icmp eq ptr %112, null
  br i1 %tobool18.not.i210.i, label %if.then47.i, label %share.exit211.i

share.exit211.i:
  %call.i207.i = call i32 @irad_share(ptr %p.0272.i, ptr %add.ptr.i175.i, ptr %q.0270.i, ptr %add.ptr11.i198.i)
  %tobool46.not.i = icmp eq i32 %call.i207.i, 0
  br i1 %tobool46.not.i, label %for.inc.i75, label %if.then47.i

if.then47.i:
  br i1 %cmp.i122.i, label %cleanup59.thread238.i, label %land.rhs50.i

land.rhs50.i:
  %role.i215.i = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 40
  %113 = load i64, ptr %role.i215.i, align 8
  %cmp.i216.i = icmp sgt i64 %113, 1
  %114 = select i1 %cmp.i216.i, ptr @.str.8, ptr @.str.7
  br label %cleanup59.thread238.i

cleanup59.thread238.i:
  %cond.i = phi ptr [ @.str.8, %if.then47.i ], [ %114, %land.rhs50.i ]
  call void @llvm.lifetime.start.p0(ptr %said.i218.i)
  %115 = load ptr, ptr %q.0270.i, align 8
  %116 = load ptr, ptr %p.0272.i, align 8
  %call.i219.i = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %said.i218.i, i64 256, ptr %cond.i, ptr %115, ptr %116)
  %117 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @irad_error_text)
  %call4.i220.i = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %117, i64 512, ptr @.str.5, ptr %function, ptr %said.i218.i)
  call void @llvm.lifetime.end.p0(ptr %said.i218.i)
  br label %return

for.inc.i75:
  %118 = phi ptr [ %73, %if.end41.i.i ], [ null, %lor.lhs.false.i167.i ], [ null, %lor.lhs.false11.i.i ], [ null, %lor.lhs.false14.i.i ], [ %73, %if.then30.i.i ], [ null, %land.rhs.i.i ], [ %49, %if.end.i188.i ], [ %49, %lor.lhs.false.i185.i ], [ %49, %land.lhs.true42.i ], [ %49, %share.exit211.i ], [ %49, %if.else.i79 ], [ %49, %if.end.i74 ], [ %49, %land.lhs.true17.i ]
  %incdec.ptr.i76 = getelementptr inbounds nuw i8, ptr %q.0270.i, i64 96
  %cmp3.not.i = icmp ult ptr %incdec.ptr.i76, %add.ptr.i
  br i1 %cmp3.not.i, label %for.body5.i, label %for.inc64.i

for.inc64.i:
  %incdec.ptr65.i = getelementptr inbounds nuw i8, ptr %p.0272.i, i64 96
  %cmp.i77 = icmp ult ptr %incdec.ptr65.i, %add.ptr.i
  br i1 %cmp.i77, label %for.body5.lr.ph.i, label %return

return:
  %retval.4 = phi i32 [ 5, %if.then69.i ], [ 0, %for.end ], [ 5, %if.then15.i ], [ 0, %check_results.exit ], [ 4, %check_results.exit.thread ], [ 4, %if.then.i84 ], [ 4, %cleanup59.thread238.i ], [ 4, %if.end.i168.i ], [ 4, %if.end47.i.i ], [ 4, %if.end39.i.i ], [ 4, %if.then22.i.i ], [ 0, %entry ], [ 5, %cleanup55.i ], [ 5, %if.then.i ], [ 0, %for.inc64.i ]
  ret i32 %retval.4
}

define hidden void @irad_give_shadows(ptr %pieces, i64 %count, ptr %memory, i64 %bytes) noinline nounwind {
entry:
  call void @llvm.memset.p0.i64(ptr align 1 %memory, i8 0, i64 %bytes, i1 false)
  %cmp146 = icmp sgt i64 %count, 0
  br i1 %cmp146, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:
  %add.ptr.idx = mul nuw nsw i64 %count, 96
  %add.ptr = getelementptr inbounds nuw i8, ptr %pieces, i64 %add.ptr.idx
  br label %for.body

for.cond.cleanup:
  ret void

for.body:
  %i.0148 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.inc79 ]
  %memory.addr.0147 = phi ptr [ %memory, %for.body.lr.ph ], [ %memory.addr.1, %for.inc79 ]
  %arrayidx = getelementptr inbounds nuw %struct.Piece, ptr %pieces, i64 %i.0148
  %role = getelementptr inbounds nuw i8, ptr %arrayidx, i64 40
  %0 = load i64, ptr %role, align 8
  %cmp1.not = icmp eq i64 %0, 0
  br i1 %cmp1.not, label %lor.lhs.false, label %for.inc79

lor.lhs.false:
  %shadow = getelementptr inbounds nuw i8, ptr %arrayidx, i64 16
  %1 = load ptr, ptr %shadow, align 8
  %tobool.not = icmp eq ptr %1, null
  br i1 %tobool.not, label %if.end, label %for.inc79

if.end:
  %high = getelementptr inbounds nuw i8, ptr %arrayidx, i64 88
  %2 = load ptr, ptr %high, align 8
  %tobool4.not = icmp eq ptr %2, null
  br i1 %tobool4.not, label %if.then5, label %if.end8

if.then5:
  store ptr %memory.addr.0147, ptr %shadow, align 8
  br label %for.inc79

if.end8:
  %low10 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 80
  %3 = load ptr, ptr %low10, align 8
  br label %for.body21

for.cond14.loopexit:
  %tobool15.not = icmp eq i32 %grown.3, 0
  br i1 %tobool15.not, label %for.body54.lr.ph, label %for.body21.backedge

for.body54.lr.ph:
  %sub.ptr.rhs.cast = ptrtoint ptr %low.3 to i64
  br label %for.body54

for.body21:
  %p.0139 = phi ptr [ %pieces, %if.end8 ], [ %p.0139.be, %for.body21.backedge ]
  %grown.1138 = phi i32 [ 0, %if.end8 ], [ %grown.1138.be, %for.body21.backedge ]
  %high11.1137 = phi ptr [ %2, %if.end8 ], [ %high11.2, %for.body21.backedge ]
  %low.1136 = phi ptr [ %3, %if.end8 ], [ %low.3, %for.body21.backedge ]
  %role22 = getelementptr inbounds nuw i8, ptr %p.0139, i64 40
  %4 = load i64, ptr %role22, align 8
  %cmp23.not = icmp eq i64 %4, 0
  br i1 %cmp23.not, label %lor.lhs.false24, label %for.inc

lor.lhs.false24:
  %shadow25 = getelementptr inbounds nuw i8, ptr %p.0139, i64 16
  %5 = load ptr, ptr %shadow25, align 8
  %tobool26.not = icmp eq ptr %5, null
  br i1 %tobool26.not, label %lor.lhs.false27, label %for.inc

lor.lhs.false27:
  %high28 = getelementptr inbounds nuw i8, ptr %p.0139, i64 88
  %6 = load ptr, ptr %high28, align 8
  %tobool29.not = icmp ne ptr %6, null
  %cmp32.not = icmp ugt ptr %6, %low.1136
  %or.cond = select i1 %tobool29.not, i1 %cmp32.not, i1 false
  br i1 %or.cond, label %lor.lhs.false33, label %for.inc

lor.lhs.false33:
  %low34 = getelementptr inbounds nuw i8, ptr %p.0139, i64 80
  %7 = load ptr, ptr %low34, align 8
  %cmp35.not = icmp ugt ptr %high11.1137, %7
  br i1 %cmp35.not, label %if.end37, label %for.inc

if.end37:
  %cmp39 = icmp ult ptr %7, %low.1136
  %spec.select = select i1 %cmp39, ptr %7, ptr %low.1136
  %cmp44 = icmp ugt ptr %6, %high11.1137
  %spec.select133 = select i1 %cmp44, ptr %6, ptr %high11.1137
  %8 = select i1 %cmp44, i1 true, i1 %cmp39
  %spec.select134 = select i1 %8, i32 1, i32 %grown.1138
  br label %for.inc

for.inc:
  %low.3 = phi ptr [ %low.1136, %for.body21 ], [ %low.1136, %lor.lhs.false24 ], [ %low.1136, %lor.lhs.false27 ], [ %low.1136, %lor.lhs.false33 ], [ %spec.select, %if.end37 ]
  %high11.2 = phi ptr [ %high11.1137, %for.body21 ], [ %high11.1137, %lor.lhs.false24 ], [ %high11.1137, %lor.lhs.false27 ], [ %high11.1137, %lor.lhs.false33 ], [ %spec.select133, %if.end37 ]
  %grown.3 = phi i32 [ %grown.1138, %for.body21 ], [ %grown.1138, %lor.lhs.false24 ], [ %grown.1138, %lor.lhs.false27 ], [ %grown.1138, %lor.lhs.false33 ], [ %spec.select134, %if.end37 ]
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %p.0139, i64 96
  %cmp19 = icmp ult ptr %incdec.ptr, %add.ptr
  br i1 %cmp19, label %for.body21.backedge, label %for.cond14.loopexit

for.body21.backedge:
  %p.0139.be = phi ptr [ %incdec.ptr, %for.inc ], [ %pieces, %for.cond14.loopexit ]
  %grown.1138.be = phi i32 [ %grown.3, %for.inc ], [ 0, %for.cond14.loopexit ]
  br label %for.body21

for.cond.cleanup53:
  %sub.ptr.lhs.cast75 = ptrtoint ptr %high11.2 to i64
  %reass.sub = sub i64 %sub.ptr.lhs.cast75, %sub.ptr.rhs.cast
  %add = add i64 %reass.sub, 15
  %div = sdiv i64 %add, 16
  %mul = shl nsw i64 %div, 4
  %add.ptr78 = getelementptr inbounds i8, ptr %memory.addr.0147, i64 %mul
  br label %for.inc79

for.body54:
  %p49.0145 = phi ptr [ %pieces, %for.body54.lr.ph ], [ %incdec.ptr73, %for.inc72 ]
  %role55 = getelementptr inbounds nuw i8, ptr %p49.0145, i64 40
  %9 = load i64, ptr %role55, align 8
  %cmp56 = icmp eq i64 %9, 0
  br i1 %cmp56, label %land.lhs.true, label %for.inc72

land.lhs.true:
  %shadow57 = getelementptr inbounds nuw i8, ptr %p49.0145, i64 16
  %10 = load ptr, ptr %shadow57, align 8
  %tobool58.not = icmp eq ptr %10, null
  br i1 %tobool58.not, label %land.lhs.true59, label %for.inc72

land.lhs.true59:
  %high60 = getelementptr inbounds nuw i8, ptr %p49.0145, i64 88
  %11 = load ptr, ptr %high60, align 8
  %tobool61.not = icmp eq ptr %11, null
  br i1 %tobool61.not, label %for.inc72, label %land.lhs.true62

land.lhs.true62:
  %low63 = getelementptr inbounds nuw i8, ptr %p49.0145, i64 80
  %12 = load ptr, ptr %low63, align 8
  %cmp64.not = icmp ult ptr %12, %low.3
  %cmp67.not = icmp ugt ptr %11, %high11.2
  %or.cond132 = select i1 %cmp64.not, i1 true, i1 %cmp67.not
  br i1 %or.cond132, label %for.inc72, label %if.then68

if.then68:
  %data = getelementptr inbounds nuw i8, ptr %p49.0145, i64 8
  %13 = load ptr, ptr %data, align 8
  %sub.ptr.lhs.cast = ptrtoint ptr %13 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %add.ptr69 = getelementptr inbounds i8, ptr %memory.addr.0147, i64 %sub.ptr.sub
  store ptr %add.ptr69, ptr %shadow57, align 8
  br label %for.inc72

for.inc72:
  %incdec.ptr73 = getelementptr inbounds nuw i8, ptr %p49.0145, i64 96
  %cmp52 = icmp ult ptr %incdec.ptr73, %add.ptr
  br i1 %cmp52, label %for.body54, label %for.cond.cleanup53

for.inc79:
  %memory.addr.1 = phi ptr [ %memory.addr.0147, %for.body ], [ %memory.addr.0147, %lor.lhs.false ], [ %add.ptr78, %for.cond.cleanup53 ], [ %memory.addr.0147, %if.then5 ]
  %inc = add nuw nsw i64 %i.0148, 1
  %exitcond.not = icmp eq i64 %inc, %count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

define hidden range(i32 0, 2) i32 @irad_share(ptr %p, ptr %low, ptr %q, ptr %behind) noinline nounwind {
entry:
  %terms = alloca [64 x %struct.Term], align 16
  %rest = alloca [65 x i64], align 16
  %work = alloca i32, align 4
  %axes = getelementptr inbounds nuw i8, ptr %p, i64 56
  %0 = load i64, ptr %axes, align 8
  %axes1 = getelementptr inbounds nuw i8, ptr %q, i64 56
  %1 = load i64, ptr %axes1, align 8
  %add = add nsw i64 %1, %0
  %cmp = icmp sgt i64 %add, 62
  br i1 %cmp, label %return, label %if.end

if.end:
  call void @llvm.lifetime.start.p0(ptr %terms)
  call void @llvm.lifetime.start.p0(ptr %rest)
  %strides.i = getelementptr inbounds nuw i8, ptr %p, i64 72
  %2 = load ptr, ptr %strides.i, align 8
  %tobool.not.i = icmp eq ptr %2, null
  br i1 %tobool.not.i, label %if.then.i, label %for.cond.preheader.i

for.cond.preheader.i:
  %cmp54.i = icmp sgt i64 %0, 0
  %item.i = getelementptr inbounds nuw i8, ptr %p, i64 24
  br i1 %cmp54.i, label %for.body.lr.ph.i, label %for.cond.preheader.i.for.cond.cleanup.i_crit_edge

for.cond.preheader.i.for.cond.cleanup.i_crit_edge: ; preds = %for.cond.preheader.i
  %.pre = load i64, ptr %item.i, align 8
  br label %for.cond.cleanup.i

for.body.lr.ph.i:
  %sizes.i = getelementptr inbounds nuw i8, ptr %p, i64 64
  %3 = load i64, ptr %item.i, align 8
  %4 = load ptr, ptr %sizes.i, align 8
  br label %for.body.i

if.then.i:
  %high.i = getelementptr inbounds nuw i8, ptr %p, i64 88
  %5 = load ptr, ptr %high.i, align 8
  %low.i = getelementptr inbounds nuw i8, ptr %p, i64 80
  %6 = load ptr, ptr %low.i, align 8
  %sub.ptr.lhs.cast.i = ptrtoint ptr %5 to i64
  %sub.ptr.rhs.cast.i = ptrtoint ptr %6 to i64
  %7 = xor i64 %sub.ptr.rhs.cast.i, -1
  %sub.i = add i64 %7, %sub.ptr.lhs.cast.i
  store i64 1, ptr %terms, align 16
  br label %return.sink.split.i

for.cond.cleanup.i:
  %8 = phi i64 [ %.pre, %for.cond.preheader.i.for.cond.cleanup.i_crit_edge ], [ %3, %if.end18.i ]
  %n.addr.0.lcssa.i = phi i64 [ 0, %for.cond.preheader.i.for.cond.cleanup.i_crit_edge ], [ %n.addr.1.i, %if.end18.i ]
  %cmp21.i = icmp sgt i64 %8, 1
  br i1 %cmp21.i, label %if.then22.i, label %add_terms.exit

for.body.i:
  %n.addr.056.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %n.addr.1.i, %if.end18.i ]
  %k.055.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc19.i, %if.end18.i ]
  %arrayidx3.i = getelementptr inbounds nuw i64, ptr %2, i64 %k.055.i
  %9 = load i64, ptr %arrayidx3.i, align 8
  %mul.i = mul nsw i64 %3, %9
  %arrayidx4.i = getelementptr inbounds nuw i64, ptr %4, i64 %k.055.i
  %10 = load i64, ptr %arrayidx4.i, align 8
  %cmp5.i = icmp sgt i64 %10, 1
  %cmp6.i = icmp ne i64 %mul.i, 0
  %or.cond.i = select i1 %cmp5.i, i1 %cmp6.i, i1 false
  br i1 %or.cond.i, label %if.then7.i, label %if.end18.i

if.then7.i:
  %inc8.i = add nsw i64 %n.addr.056.i, 1
  %arrayidx9.i = getelementptr inbounds %struct.Term, ptr %terms, i64 %n.addr.056.i
  %cond.i = call i64 @llvm.abs.i64(i64 %mul.i, i1 true)
  %sub17.i = add nsw i64 %10, -1
  store i64 %cond.i, ptr %arrayidx9.i, align 16
  %.compoundliteral10.sroa.2.0.arrayidx9.sroa_idx.i = getelementptr inbounds nuw i8, ptr %arrayidx9.i, i64 8
  store i64 %sub17.i, ptr %.compoundliteral10.sroa.2.0.arrayidx9.sroa_idx.i, align 8
  br label %if.end18.i

if.end18.i:
  %n.addr.1.i = phi i64 [ %inc8.i, %if.then7.i ], [ %n.addr.056.i, %for.body.i ]
  %inc19.i = add nuw nsw i64 %k.055.i, 1
  %exitcond.not = icmp eq i64 %inc19.i, %0
  br i1 %exitcond.not, label %for.cond.cleanup.i, label %for.body.i

if.then22.i:
  %arrayidx24.i = getelementptr inbounds %struct.Term, ptr %terms, i64 %n.addr.0.lcssa.i
  %sub29.i = add nsw i64 %8, -1
  store i64 1, ptr %arrayidx24.i, align 16
  br label %return.sink.split.i

return.sink.split.i:
  %sub29.sink.i = phi i64 [ %sub29.i, %if.then22.i ], [ %sub.i, %if.then.i ]
  %retval.0.ph.in.i = phi i64 [ %n.addr.0.lcssa.i, %if.then22.i ], [ 0, %if.then.i ]
  %11 = getelementptr inbounds %struct.Term, ptr %terms, i64 %retval.0.ph.in.i
  %retval.0.ph.i = add nsw i64 %retval.0.ph.in.i, 1
  %.compoundliteral25.sroa.2.0.arrayidx24.sroa_idx.i = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i64 %sub29.sink.i, ptr %.compoundliteral25.sroa.2.0.arrayidx24.sroa_idx.i, align 8
  br label %add_terms.exit

add_terms.exit:
  %retval.0.i = phi i64 [ %n.addr.0.lcssa.i, %for.cond.cleanup.i ], [ %retval.0.ph.i, %return.sink.split.i ]
  %strides.i26 = getelementptr inbounds nuw i8, ptr %q, i64 72
  %12 = load ptr, ptr %strides.i26, align 8
  %tobool.not.i27 = icmp eq ptr %12, null
  br i1 %tobool.not.i27, label %if.then.i67, label %for.cond.preheader.i28

for.cond.preheader.i28:
  %cmp54.i30 = icmp sgt i64 %1, 0
  %item.i45 = getelementptr inbounds nuw i8, ptr %q, i64 24
  br i1 %cmp54.i30, label %for.body.lr.ph.i44, label %for.cond.preheader.i28.for.cond.cleanup.i31_crit_edge

for.cond.preheader.i28.for.cond.cleanup.i31_crit_edge: ; preds = %for.cond.preheader.i28
  %.pre91 = load i64, ptr %item.i45, align 8
  br label %for.cond.cleanup.i31

for.body.lr.ph.i44:
  %sizes.i46 = getelementptr inbounds nuw i8, ptr %q, i64 64
  %13 = load i64, ptr %item.i45, align 8
  %14 = load ptr, ptr %sizes.i46, align 8
  br label %for.body.i47

if.then.i67:
  %arrayidx.i = getelementptr inbounds %struct.Term, ptr %terms, i64 %retval.0.i
  %high.i68 = getelementptr inbounds nuw i8, ptr %q, i64 88
  %15 = load ptr, ptr %high.i68, align 8
  %low.i69 = getelementptr inbounds nuw i8, ptr %q, i64 80
  %16 = load ptr, ptr %low.i69, align 8
  %sub.ptr.lhs.cast.i70 = ptrtoint ptr %15 to i64
  %sub.ptr.rhs.cast.i71 = ptrtoint ptr %16 to i64
  %17 = xor i64 %sub.ptr.rhs.cast.i71, -1
  %sub.i72 = add i64 %17, %sub.ptr.lhs.cast.i70
  store i64 1, ptr %arrayidx.i, align 16
  br label %return.sink.split.i39

for.cond.cleanup.i31:
  %18 = phi i64 [ %.pre91, %for.cond.preheader.i28.for.cond.cleanup.i31_crit_edge ], [ %13, %if.end18.i56 ]
  %n.addr.0.lcssa.i32 = phi i64 [ %retval.0.i, %for.cond.preheader.i28.for.cond.cleanup.i31_crit_edge ], [ %n.addr.1.i57, %if.end18.i56 ]
  %cmp21.i34 = icmp sgt i64 %18, 1
  br i1 %cmp21.i34, label %if.then22.i36, label %add_terms.exit73

for.body.i47:
  %n.addr.056.i48 = phi i64 [ %retval.0.i, %for.body.lr.ph.i44 ], [ %n.addr.1.i57, %if.end18.i56 ]
  %k.055.i49 = phi i64 [ 0, %for.body.lr.ph.i44 ], [ %inc19.i58, %if.end18.i56 ]
  %arrayidx3.i50 = getelementptr inbounds nuw i64, ptr %12, i64 %k.055.i49
  %19 = load i64, ptr %arrayidx3.i50, align 8
  %mul.i51 = mul nsw i64 %13, %19
  %arrayidx4.i52 = getelementptr inbounds nuw i64, ptr %14, i64 %k.055.i49
  %20 = load i64, ptr %arrayidx4.i52, align 8
  %cmp5.i53 = icmp sgt i64 %20, 1
  %cmp6.i54 = icmp ne i64 %mul.i51, 0
  %or.cond.i55 = select i1 %cmp5.i53, i1 %cmp6.i54, i1 false
  br i1 %or.cond.i55, label %if.then7.i60, label %if.end18.i56

if.then7.i60:
  %inc8.i61 = add nsw i64 %n.addr.056.i48, 1
  %arrayidx9.i62 = getelementptr inbounds %struct.Term, ptr %terms, i64 %n.addr.056.i48
  %cond.i63 = call i64 @llvm.abs.i64(i64 %mul.i51, i1 true)
  %sub17.i64 = add nsw i64 %20, -1
  store i64 %cond.i63, ptr %arrayidx9.i62, align 16
  %.compoundliteral10.sroa.2.0.arrayidx9.sroa_idx.i65 = getelementptr inbounds nuw i8, ptr %arrayidx9.i62, i64 8
  store i64 %sub17.i64, ptr %.compoundliteral10.sroa.2.0.arrayidx9.sroa_idx.i65, align 8
  br label %if.end18.i56

if.end18.i56:
  %n.addr.1.i57 = phi i64 [ %inc8.i61, %if.then7.i60 ], [ %n.addr.056.i48, %for.body.i47 ]
  %inc19.i58 = add nuw nsw i64 %k.055.i49, 1
  %exitcond88.not = icmp eq i64 %inc19.i58, %1
  br i1 %exitcond88.not, label %for.cond.cleanup.i31, label %for.body.i47

if.then22.i36:
  %arrayidx24.i37 = getelementptr inbounds %struct.Term, ptr %terms, i64 %n.addr.0.lcssa.i32
  %sub29.i38 = add nsw i64 %18, -1
  store i64 1, ptr %arrayidx24.i37, align 16
  br label %return.sink.split.i39

return.sink.split.i39:
  %sub29.sink.i40 = phi i64 [ %sub29.i38, %if.then22.i36 ], [ %sub.i72, %if.then.i67 ]
  %retval.0.ph.in.i41 = phi i64 [ %n.addr.0.lcssa.i32, %if.then22.i36 ], [ %retval.0.i, %if.then.i67 ]
  %21 = getelementptr inbounds %struct.Term, ptr %terms, i64 %retval.0.ph.in.i41
  %retval.0.ph.i42 = add nsw i64 %retval.0.ph.in.i41, 1
  %.compoundliteral25.sroa.2.0.arrayidx24.sroa_idx.i43 = getelementptr inbounds nuw i8, ptr %21, i64 8
  store i64 %sub29.sink.i40, ptr %.compoundliteral25.sroa.2.0.arrayidx24.sroa_idx.i43, align 8
  br label %add_terms.exit73

add_terms.exit73:
  %retval.0.i35 = phi i64 [ %n.addr.0.lcssa.i32, %for.cond.cleanup.i31 ], [ %retval.0.ph.i42, %return.sink.split.i39 ]
  %cmp59.i = icmp sgt i64 %retval.0.i35, 0
  br i1 %cmp59.i, label %for.body.i75, label %order.exit.thread

order.exit.thread:
  store i64 0, ptr %rest, align 16
  br label %for.cond.cleanup

for.body.i75:
  %kept.061.i = phi i64 [ %kept.1.i, %cleanup.i ], [ 0, %add_terms.exit73 ]
  %i.060.i = phi i64 [ %inc25.i, %cleanup.i ], [ 0, %add_terms.exit73 ]
  %arrayidx.i76 = getelementptr inbounds nuw %struct.Term, ptr %terms, i64 %i.060.i
  %t.sroa.0.0.copyload.i = load i64, ptr %arrayidx.i76, align 16
  %t.sroa.6.0.arrayidx.sroa_idx.i = getelementptr inbounds nuw i8, ptr %arrayidx.i76, i64 8
  %t.sroa.6.0.copyload.i = load i64, ptr %t.sroa.6.0.arrayidx.sroa_idx.i, align 8
  %cmp155.i = icmp sgt i64 %kept.061.i, 0
  br i1 %cmp155.i, label %land.rhs.i, label %if.end.i

land.rhs.i:
  %j.056.i = phi i64 [ %dec.i, %while.body.i ], [ %kept.061.i, %for.body.i75 ]
  %22 = getelementptr %struct.Term, ptr %terms, i64 %j.056.i
  %arrayidx2.i = getelementptr i8, ptr %22, i64 -16
  %23 = load i64, ptr %arrayidx2.i, align 16
  %cmp4.i = icmp ult i64 %23, %t.sroa.0.0.copyload.i
  br i1 %cmp4.i, label %while.body.i, label %land.lhs.true.i

while.body.i:
  %dec.i = add nsw i64 %j.056.i, -1
  %cmp1.i = icmp sgt i64 %j.056.i, 1
  br i1 %cmp1.i, label %land.rhs.i, label %if.end.i

land.lhs.true.i:
  %cmp10.i = icmp eq i64 %23, %t.sroa.0.0.copyload.i
  br i1 %cmp10.i, label %if.then.i77, label %if.end.i

if.then.i77:
  %most13.i = getelementptr i8, ptr %22, i64 -8
  %24 = load i64, ptr %most13.i, align 8
  %add.i = add i64 %24, %t.sroa.6.0.copyload.i
  store i64 %add.i, ptr %most13.i, align 8
  br label %cleanup.i

if.end.i:
  %j.053.i = phi i64 [ %j.056.i, %land.lhs.true.i ], [ %kept.061.i, %for.body.i75 ], [ 0, %while.body.i ]
  %inc.i = add nsw i64 %kept.061.i, 1
  %cmp1557.i = icmp sgt i64 %kept.061.i, %j.053.i
  br i1 %cmp1557.i, label %for.body17.i, label %for.cond.cleanup16.i

for.cond.cleanup16.i:
  %arrayidx22.i = getelementptr inbounds %struct.Term, ptr %terms, i64 %j.053.i
  store i64 %t.sroa.0.0.copyload.i, ptr %arrayidx22.i, align 16
  %t.sroa.6.0.arrayidx22.sroa_idx.i = getelementptr inbounds nuw i8, ptr %arrayidx22.i, i64 8
  store i64 %t.sroa.6.0.copyload.i, ptr %t.sroa.6.0.arrayidx22.sroa_idx.i, align 8
  br label %cleanup.i

for.body17.i:
  %k.058.i = phi i64 [ %dec21.i, %for.body17.i ], [ %kept.061.i, %if.end.i ]
  %arrayidx18.i = getelementptr inbounds %struct.Term, ptr %terms, i64 %k.058.i
  %arrayidx20.i = getelementptr i8, ptr %arrayidx18.i, i64 -16
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %arrayidx18.i, ptr align 16 %arrayidx20.i, i64 16, i1 false)
  %dec21.i = add nsw i64 %k.058.i, -1
  %cmp15.i = icmp sgt i64 %dec21.i, %j.053.i
  br i1 %cmp15.i, label %for.body17.i, label %for.cond.cleanup16.i

cleanup.i:
  %kept.1.i = phi i64 [ %kept.061.i, %if.then.i77 ], [ %inc.i, %for.cond.cleanup16.i ]
  %inc25.i = add nuw nsw i64 %i.060.i, 1
  %exitcond.not.i = icmp eq i64 %inc25.i, %retval.0.i35
  br i1 %exitcond.not.i, label %order.exit, label %for.body.i75

order.exit:
  %arrayidx = getelementptr inbounds i64, ptr %rest, i64 %kept.1.i
  store i64 0, ptr %arrayidx, align 8
  %cmp782 = icmp sgt i64 %kept.1.i, 0
  br i1 %cmp782, label %for.body, label %for.cond.cleanup

for.cond.cleanup:
  %kept.0.lcssa.i103 = phi i64 [ 0, %order.exit.thread ], [ %kept.1.i, %order.exit ], [ %kept.1.i, %for.body ]
  call void @llvm.lifetime.start.p0(ptr %work)
  store i32 10000, ptr %work, align 4
  %add.ptr = getelementptr inbounds i8, ptr %behind, i64 -1
  %sub.ptr.lhs.cast = ptrtoint ptr %add.ptr to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %low to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %call16 = call i32 @irad_search(ptr %terms, ptr %rest, i64 %kept.0.lcssa.i103, i64 %sub.ptr.sub, ptr %work)
  call void @llvm.lifetime.end.p0(ptr %work)
  call void @llvm.lifetime.end.p0(ptr %rest)
  call void @llvm.lifetime.end.p0(ptr %terms)
  br label %return

for.body:
  %25 = phi i64 [ %add12, %for.body ], [ 0, %order.exit ]
  %i.083 = phi i64 [ %dec, %for.body ], [ %kept.1.i, %order.exit ]
  %dec = add nsw i64 %i.083, -1
  %arrayidx10 = getelementptr inbounds %struct.Term, ptr %terms, i64 %dec
  %26 = load i64, ptr %arrayidx10, align 16
  %most = getelementptr inbounds nuw i8, ptr %arrayidx10, i64 8
  %27 = load i64, ptr %most, align 8
  %mul = mul i64 %27, %26
  %add12 = add i64 %mul, %25
  %arrayidx13 = getelementptr inbounds i64, ptr %rest, i64 %dec
  store i64 %add12, ptr %arrayidx13, align 8
  %cmp7 = icmp samesign ugt i64 %i.083, 1
  br i1 %cmp7, label %for.body, label %for.cond.cleanup

return:
  %retval.0 = phi i32 [ %call16, %for.cond.cleanup ], [ 1, %entry ]
  ret i32 %retval.0
}

define hidden range(i32 0, 2) i32 @irad_search(ptr %terms, ptr %rest, i64 %n, i64 %target, ptr %work) noinline nounwind {
entry:
  %0 = load i64, ptr %rest, align 8
  %cmp = icmp ugt i64 %target, %0
  br i1 %cmp, label %return, label %if.end

if.end:
  %cmp1 = icmp eq i64 %n, 0
  br i1 %cmp1, label %return, label %if.end3

if.end3:
  %1 = load i32, ptr %work, align 4
  %dec = add nsw i32 %1, -1
  store i32 %dec, ptr %work, align 4
  %cmp4 = icmp slt i32 %1, 1
  br i1 %cmp4, label %return, label %if.end6

if.end6:
  %2 = load i64, ptr %terms, align 8
  %div = udiv i64 %target, %2
  %most7 = getelementptr inbounds nuw i8, ptr %terms, i64 8
  %3 = load i64, ptr %most7, align 8
  %spec.select = call i64 @llvm.umin.i64(i64 %div, i64 %3)
  %arrayidx12 = getelementptr inbounds nuw i8, ptr %rest, i64 8
  %4 = load i64, ptr %arrayidx12, align 8
  %cmp13 = icmp ugt i64 %target, %4
  br i1 %cmp13, label %if.then14, label %if.end20

if.then14:
  %sub = add i64 %target, -1
  %add = add i64 %sub, %2
  %sub17 = sub i64 %add, %4
  %div19 = udiv i64 %sub17, %2
  br label %if.end20

if.end20:
  %least.0 = phi i64 [ %div19, %if.then14 ], [ 0, %if.end6 ]
  %add21 = add i64 %spec.select, 1
  %add.ptr = getelementptr inbounds nuw i8, ptr %terms, i64 16
  %sub25 = add nsw i64 %n, -1
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ %add21, %if.end20 ], [ %dec22, %for.body ]
  %cmp23.not = icmp ugt i64 %k.0, %least.0
  br i1 %cmp23.not, label %for.body, label %cleanup

for.body:
  %dec22 = add i64 %k.0, -1
  %5 = load i64, ptr %terms, align 8
  %mul = mul i64 %5, %dec22
  %sub27 = sub i64 %target, %mul
  %call = call i32 @irad_search(ptr %add.ptr, ptr %arrayidx12, i64 %sub25, i64 %sub27, ptr %work)
  %tobool.not = icmp eq i32 %call, 0
  br i1 %tobool.not, label %for.cond, label %cleanup

cleanup:
  %spec.select50 = zext i1 %cmp23.not to i32
  br label %return

return:
  %retval.2 = phi i32 [ %spec.select50, %cleanup ], [ 0, %entry ], [ 1, %if.end ], [ 1, %if.end3 ]
  ret i32 %retval.2
}
