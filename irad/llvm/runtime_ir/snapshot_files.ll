; Made from snapshot_files.c by irad.llvm.runtime_ir.snapshot_files.from_clang.
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

%irad.snapshot_files.Piece = type { ptr, i64 }

@irad.snapshot_files.str = private unnamed_addr constant [1 x i8] zeroinitializer, align 1
@irad.snapshot_files.NAME = internal constant [16 x i8] c"irad-snapshots-\00", align 16
@irad.snapshot_files.str.1 = private unnamed_addr constant [2 x i8] c"/\00", align 1
@irad.snapshot_files.FILE_NAME = internal constant [11 x i8] c"/snapshots\00", align 1
@irad.snapshot_files.str.2 = private unnamed_addr constant [8 x i8] c"-XXXXXX\00", align 1

define i64 @irad_snapshots_checksum(ptr %p, i64 %size, i64 %seed) noinline nounwind {
entry:
  %add.ptr = getelementptr inbounds i8, ptr %p, i64 %size
  %cmp = icmp sgt i64 %size, 31
  br i1 %cmp, label %for.body.preheader, label %entry.if.end_crit_edge

entry.if.end_crit_edge:
  %add = add i64 %seed, 2870177450012600261
  %.pre = ptrtoint ptr %add.ptr to i64
  br label %if.end

for.body.preheader:
  %sub.ptr.lhs.cast = ptrtoint ptr %add.ptr to i64
  %sub = add i64 %seed, 7046029288634856825
  %add3 = add i64 %seed, -4417276706812531889
  %add2 = add i64 %seed, 6983438078262162902
  br label %for.body

for.body:
  %d.0180 = phi i64 [ %mul1.i128, %for.body ], [ %sub, %for.body.preheader ]
  %c.0179 = phi i64 [ %mul1.i123, %for.body ], [ %seed, %for.body.preheader ]
  %b.0178 = phi i64 [ %mul1.i118, %for.body ], [ %add3, %for.body.preheader ]
  %a.0177 = phi i64 [ %mul1.i, %for.body ], [ %add2, %for.body.preheader ]
  %p.addr.0176 = phi ptr [ %add.ptr15, %for.body ], [ %p, %for.body.preheader ]
  %x.0.copyload.i = load i64, ptr %p.addr.0176, align 1
  %mul.i = mul i64 %x.0.copyload.i, -4417276706812531889
  %add.i = add i64 %mul.i, %a.0177
  %or.i.i = call i64 @llvm.fshl.i64(i64 %add.i, i64 %add.i, i64 31)
  %mul1.i = mul i64 %or.i.i, -7046029288634856825
  %add.ptr6 = getelementptr inbounds nuw i8, ptr %p.addr.0176, i64 8
  %x.0.copyload.i114 = load i64, ptr %add.ptr6, align 1
  %mul.i115 = mul i64 %x.0.copyload.i114, -4417276706812531889
  %add.i116 = add i64 %mul.i115, %b.0178
  %or.i.i117 = call i64 @llvm.fshl.i64(i64 %add.i116, i64 %add.i116, i64 31)
  %mul1.i118 = mul i64 %or.i.i117, -7046029288634856825
  %add.ptr9 = getelementptr inbounds nuw i8, ptr %p.addr.0176, i64 16
  %x.0.copyload.i119 = load i64, ptr %add.ptr9, align 1
  %mul.i120 = mul i64 %x.0.copyload.i119, -4417276706812531889
  %add.i121 = add i64 %mul.i120, %c.0179
  %or.i.i122 = call i64 @llvm.fshl.i64(i64 %add.i121, i64 %add.i121, i64 31)
  %mul1.i123 = mul i64 %or.i.i122, -7046029288634856825
  %add.ptr12 = getelementptr inbounds nuw i8, ptr %p.addr.0176, i64 24
  %x.0.copyload.i124 = load i64, ptr %add.ptr12, align 1
  %mul.i125 = mul i64 %x.0.copyload.i124, -4417276706812531889
  %add.i126 = add i64 %mul.i125, %d.0180
  %or.i.i127 = call i64 @llvm.fshl.i64(i64 %add.i126, i64 %add.i126, i64 31)
  %mul1.i128 = mul i64 %or.i.i127, -7046029288634856825
  %add.ptr15 = getelementptr inbounds nuw i8, ptr %p.addr.0176, i64 32
  %sub.ptr.rhs.cast = ptrtoint ptr %add.ptr15 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %cmp4 = icmp sgt i64 %sub.ptr.sub, 31
  br i1 %cmp4, label %for.body, label %for.end

for.end:
  %or.i = call i64 @llvm.fshl.i64(i64 %mul1.i, i64 %mul1.i, i64 1)
  %or.i131 = call i64 @llvm.fshl.i64(i64 %mul1.i118, i64 %mul1.i118, i64 7)
  %add18 = add i64 %or.i131, %or.i
  %or.i134 = call i64 @llvm.fshl.i64(i64 %mul1.i123, i64 %mul1.i123, i64 12)
  %add20 = add i64 %add18, %or.i134
  %or.i137 = call i64 @llvm.fshl.i64(i64 %mul1.i128, i64 %mul1.i128, i64 18)
  %add22 = add i64 %add20, %or.i137
  %mul.i.i = mul i64 %or.i.i, -2381459717836149591
  %or.i.i.i = call i64 @llvm.fshl.i64(i64 %mul.i.i, i64 %mul.i.i, i64 31)
  %mul1.i.i = mul i64 %or.i.i.i, -7046029288634856825
  %xor.i = xor i64 %add22, %mul1.i.i
  %mul.i138 = mul i64 %xor.i, -7046029288634856825
  %add.i139 = add i64 %mul.i138, -8796714831421723037
  %mul.i.i140 = mul i64 %or.i.i117, -2381459717836149591
  %or.i.i.i141 = call i64 @llvm.fshl.i64(i64 %mul.i.i140, i64 %mul.i.i140, i64 31)
  %mul1.i.i142 = mul i64 %or.i.i.i141, -7046029288634856825
  %xor.i143 = xor i64 %add.i139, %mul1.i.i142
  %mul.i144 = mul i64 %xor.i143, -7046029288634856825
  %add.i145 = add i64 %mul.i144, -8796714831421723037
  %mul.i.i146 = mul i64 %or.i.i122, -2381459717836149591
  %or.i.i.i147 = call i64 @llvm.fshl.i64(i64 %mul.i.i146, i64 %mul.i.i146, i64 31)
  %mul1.i.i148 = mul i64 %or.i.i.i147, -7046029288634856825
  %xor.i149 = xor i64 %add.i145, %mul1.i.i148
  %mul.i150 = mul i64 %xor.i149, -7046029288634856825
  %add.i151 = add i64 %mul.i150, -8796714831421723037
  %mul.i.i152 = mul i64 %or.i.i127, -2381459717836149591
  %or.i.i.i153 = call i64 @llvm.fshl.i64(i64 %mul.i.i152, i64 %mul.i.i152, i64 31)
  %mul1.i.i154 = mul i64 %or.i.i.i153, -7046029288634856825
  %xor.i155 = xor i64 %add.i151, %mul1.i.i154
  %mul.i156 = mul i64 %xor.i155, -7046029288634856825
  %add.i157 = add i64 %mul.i156, -8796714831421723037
  br label %if.end

if.end:
  %sub.ptr.lhs.cast29.pre-phi = phi i64 [ %.pre, %entry.if.end_crit_edge ], [ %sub.ptr.lhs.cast, %for.end ]
  %p.addr.1 = phi ptr [ %p, %entry.if.end_crit_edge ], [ %add.ptr15, %for.end ]
  %sum.0 = phi i64 [ %add, %entry.if.end_crit_edge ], [ %add.i157, %for.end ]
  %add27 = add i64 %sum.0, %size
  %sub.ptr.rhs.cast30185 = ptrtoint ptr %p.addr.1 to i64
  %sub.ptr.sub31186 = sub i64 %sub.ptr.lhs.cast29.pre-phi, %sub.ptr.rhs.cast30185
  %cmp32187 = icmp sgt i64 %sub.ptr.sub31186, 7
  br i1 %cmp32187, label %for.body33, label %for.end40

for.body33:
  %sum.1189 = phi i64 [ %add37, %for.body33 ], [ %add27, %if.end ]
  %p.addr.2188 = phi ptr [ %add.ptr39, %for.body33 ], [ %p.addr.1, %if.end ]
  %x.0.copyload.i158 = load i64, ptr %p.addr.2188, align 1
  %mul.i159 = mul i64 %x.0.copyload.i158, -4417276706812531889
  %or.i.i161 = call i64 @llvm.fshl.i64(i64 %mul.i159, i64 %mul.i159, i64 31)
  %mul1.i162 = mul i64 %or.i.i161, -7046029288634856825
  %xor = xor i64 %mul1.i162, %sum.1189
  %or.i165 = call i64 @llvm.fshl.i64(i64 %xor, i64 %xor, i64 27)
  %mul = mul i64 %or.i165, -7046029288634856825
  %add37 = add i64 %mul, -8796714831421723037
  %add.ptr39 = getelementptr inbounds nuw i8, ptr %p.addr.2188, i64 8
  %sub.ptr.rhs.cast30 = ptrtoint ptr %add.ptr39 to i64
  %sub.ptr.sub31 = sub i64 %sub.ptr.lhs.cast29.pre-phi, %sub.ptr.rhs.cast30
  %cmp32 = icmp sgt i64 %sub.ptr.sub31, 7
  br i1 %cmp32, label %for.body33, label %for.end40

for.end40:
  %p.addr.2.lcssa = phi ptr [ %p.addr.1, %if.end ], [ %add.ptr39, %for.body33 ]
  %sum.1.lcssa = phi i64 [ %add27, %if.end ], [ %add37, %for.body33 ]
  %sub.ptr.sub31.lcssa = phi i64 [ %sub.ptr.sub31186, %if.end ], [ %sub.ptr.sub31, %for.body33 ]
  %cmp44 = icmp sgt i64 %sub.ptr.sub31.lcssa, 3
  br i1 %cmp44, label %if.then45, label %if.end53

if.then45:
  %x.0.copyload.i166 = load i32, ptr %p.addr.2.lcssa, align 1
  %conv = zext i32 %x.0.copyload.i166 to i64
  %mul47 = mul i64 %conv, -7046029288634856825
  %xor48 = xor i64 %mul47, %sum.1.lcssa
  %or.i169 = call i64 @llvm.fshl.i64(i64 %xor48, i64 %xor48, i64 23)
  %mul50 = mul i64 %or.i169, -4417276706812531889
  %add51 = add i64 %mul50, 1609587929392839161
  %add.ptr52 = getelementptr inbounds nuw i8, ptr %p.addr.2.lcssa, i64 4
  br label %if.end53

if.end53:
  %p.addr.3 = phi ptr [ %add.ptr52, %if.then45 ], [ %p.addr.2.lcssa, %for.end40 ]
  %sum.2 = phi i64 [ %add51, %if.then45 ], [ %sum.1.lcssa, %for.end40 ]
  %cmp55193 = icmp ult ptr %p.addr.3, %add.ptr
  br i1 %cmp55193, label %for.body57, label %for.end64

for.body57:
  %sum.3195 = phi i64 [ %mul62, %for.body57 ], [ %sum.2, %if.end53 ]
  %p.addr.4194 = phi ptr [ %incdec.ptr, %for.body57 ], [ %p.addr.3, %if.end53 ]
  %0 = load i8, ptr %p.addr.4194, align 1
  %conv58 = zext i8 %0 to i64
  %mul59 = mul i64 %conv58, 2870177450012600261
  %xor60 = xor i64 %mul59, %sum.3195
  %or.i172 = call i64 @llvm.fshl.i64(i64 %xor60, i64 %xor60, i64 11)
  %mul62 = mul i64 %or.i172, -7046029288634856825
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %p.addr.4194, i64 1
  %cmp55 = icmp ult ptr %incdec.ptr, %add.ptr
  br i1 %cmp55, label %for.body57, label %for.end64

for.end64:
  %sum.3.lcssa = phi i64 [ %sum.2, %if.end53 ], [ %mul62, %for.body57 ]
  %shr = lshr i64 %sum.3.lcssa, 33
  %xor65 = xor i64 %shr, %sum.3.lcssa
  %mul66 = mul i64 %xor65, -4417276706812531889
  %shr67 = lshr i64 %mul66, 29
  %xor68 = xor i64 %shr67, %mul66
  %mul69 = mul i64 %xor68, 1609587929392839161
  %shr70 = lshr i64 %mul69, 32
  %xor71 = xor i64 %shr70, %mul69
  ret i64 %xor71
}

define ptr @irad_snapshots_text(ptr %a, ptr %b, ptr %c) noinline nounwind {
entry:
  %call = call i64 @strlen(ptr %a)
  %call1 = call i64 @strlen(ptr %b)
  %call2 = call i64 @strlen(ptr %c)
  %add = add i64 %call, 1
  %add3 = add i64 %add, %call1
  %add4 = add i64 %add3, %call2
  %call5 = call ptr @malloc(i64 %add4)
  %tobool.not = icmp eq ptr %call5, null
  br i1 %tobool.not, label %if.end, label %if.then

if.then:
  %0 = load i8, ptr %a, align 1
  %tobool.not5.i = icmp eq i8 %0, 0
  br i1 %tobool.not5.i, label %append.exit, label %while.body.i

while.body.i:
  %1 = phi i8 [ %2, %while.body.i ], [ %0, %if.then ]
  %text.addr.07.i = phi ptr [ %incdec.ptr.i, %while.body.i ], [ %a, %if.then ]
  %at.addr.06.i = phi ptr [ %incdec.ptr1.i, %while.body.i ], [ %call5, %if.then ]
  %incdec.ptr.i = getelementptr inbounds nuw i8, ptr %text.addr.07.i, i64 1
  %incdec.ptr1.i = getelementptr inbounds nuw i8, ptr %at.addr.06.i, i64 1
  store i8 %1, ptr %at.addr.06.i, align 1
  %2 = load i8, ptr %incdec.ptr.i, align 1
  %tobool.not.i = icmp eq i8 %2, 0
  br i1 %tobool.not.i, label %append.exit, label %while.body.i

append.exit:
  %at.addr.0.lcssa.i = phi ptr [ %call5, %if.then ], [ %incdec.ptr1.i, %while.body.i ]
  store i8 0, ptr %at.addr.0.lcssa.i, align 1
  %3 = load i8, ptr %b, align 1
  %tobool.not5.i14 = icmp eq i8 %3, 0
  br i1 %tobool.not5.i14, label %append.exit22, label %while.body.i15

while.body.i15:
  %4 = phi i8 [ %5, %while.body.i15 ], [ %3, %append.exit ]
  %text.addr.07.i16 = phi ptr [ %incdec.ptr.i18, %while.body.i15 ], [ %b, %append.exit ]
  %at.addr.06.i17 = phi ptr [ %incdec.ptr1.i19, %while.body.i15 ], [ %at.addr.0.lcssa.i, %append.exit ]
  %incdec.ptr.i18 = getelementptr inbounds nuw i8, ptr %text.addr.07.i16, i64 1
  %incdec.ptr1.i19 = getelementptr inbounds nuw i8, ptr %at.addr.06.i17, i64 1
  store i8 %4, ptr %at.addr.06.i17, align 1
  %5 = load i8, ptr %incdec.ptr.i18, align 1
  %tobool.not.i20 = icmp eq i8 %5, 0
  br i1 %tobool.not.i20, label %append.exit22, label %while.body.i15

append.exit22:
  %at.addr.0.lcssa.i21 = phi ptr [ %at.addr.0.lcssa.i, %append.exit ], [ %incdec.ptr1.i19, %while.body.i15 ]
  store i8 0, ptr %at.addr.0.lcssa.i21, align 1
  %6 = load i8, ptr %c, align 1
  %tobool.not5.i23 = icmp eq i8 %6, 0
  br i1 %tobool.not5.i23, label %append.exit31, label %while.body.i24

while.body.i24:
  %7 = phi i8 [ %8, %while.body.i24 ], [ %6, %append.exit22 ]
  %text.addr.07.i25 = phi ptr [ %incdec.ptr.i27, %while.body.i24 ], [ %c, %append.exit22 ]
  %at.addr.06.i26 = phi ptr [ %incdec.ptr1.i28, %while.body.i24 ], [ %at.addr.0.lcssa.i21, %append.exit22 ]
  %incdec.ptr.i27 = getelementptr inbounds nuw i8, ptr %text.addr.07.i25, i64 1
  %incdec.ptr1.i28 = getelementptr inbounds nuw i8, ptr %at.addr.06.i26, i64 1
  store i8 %7, ptr %at.addr.06.i26, align 1
  %8 = load i8, ptr %incdec.ptr.i27, align 1
  %tobool.not.i29 = icmp eq i8 %8, 0
  br i1 %tobool.not.i29, label %append.exit31, label %while.body.i24

append.exit31:
  %at.addr.0.lcssa.i30 = phi ptr [ %at.addr.0.lcssa.i21, %append.exit22 ], [ %incdec.ptr1.i28, %while.body.i24 ]
  store i8 0, ptr %at.addr.0.lcssa.i30, align 1
  br label %if.end

if.end:
  ret ptr %call5
}

define ptr @irad_snapshots_open(ptr %named, ptr %error) noinline nounwind {
entry:
  %call = call ptr @malloc(i64 64)
  store i64 -1, ptr %error, align 8
  %tobool.not = icmp eq ptr %call, null
  br i1 %tobool.not, label %cleanup17, label %if.end

if.end:
  %call2 = call ptr @irad_snapshots_text(ptr %named, ptr @irad.snapshot_files.str, ptr @irad.snapshot_files.str)
  %call3 = call i32 @getpid()
  call void @llvm.memset.p0.i64(ptr align 8 %call, i8 0, i64 32, i1 false)
  %.compoundliteral.sroa.2.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call, i64 32
  store ptr %call2, ptr %.compoundliteral.sroa.2.0..sroa_idx, align 8
  %.compoundliteral.sroa.3.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call, i64 40
  call void @llvm.memset.p0.i64(ptr align 8 %.compoundliteral.sroa.3.0..sroa_idx, i8 0, i64 16, i1 false)
  %.compoundliteral.sroa.321.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call, i64 56
  store i32 -1, ptr %.compoundliteral.sroa.321.0..sroa_idx, align 8
  %.compoundliteral.sroa.4.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call, i64 60
  store i32 %call3, ptr %.compoundliteral.sroa.4.0..sroa_idx, align 4
  %call4 = call ptr @realpath(ptr %named, ptr null)
  %tobool5.not = icmp eq ptr %call4, null
  br i1 %tobool5.not, label %if.then6, label %if.else

if.then6:
  %call7 = call i32 @irad_error_number()
  %conv = sext i32 %call7 to i64
  br label %if.end13.sink.split

if.else:
  %0 = load ptr, ptr %.compoundliteral.sroa.2.0..sroa_idx, align 8
  %tobool9.not = icmp eq ptr %0, null
  br i1 %tobool9.not, label %if.end13, label %if.then10

if.then10:
  call void @irad_snapshots_clean(ptr %call4)
  %call11 = call i64 @irad_snapshots_make(ptr %call, ptr %call4)
  br label %if.end13.sink.split

if.end13.sink.split:
  %call11.sink = phi i64 [ %call11, %if.then10 ], [ %conv, %if.then6 ]
  store i64 %call11.sink, ptr %error, align 8
  br label %if.end13

if.end13:
  call void @free(ptr %call4)
  %1 = load i64, ptr %error, align 8
  %cmp = icmp eq i64 %1, 0
  br i1 %cmp, label %cleanup17, label %if.end16

if.end16:
  %holes.i = getelementptr inbounds nuw i8, ptr %call, i64 8
  %2 = load ptr, ptr %holes.i, align 8
  %tobool.not8.i = icmp eq ptr %2, null
  br i1 %tobool.not8.i, label %free_store.exit, label %for.body.i

for.body.i:
  %h.09.i = phi ptr [ %3, %for.body.i ], [ %2, %if.end16 ]
  %3 = load ptr, ptr %h.09.i, align 8
  call void @free(ptr %h.09.i)
  %tobool.not.i = icmp eq ptr %3, null
  br i1 %tobool.not.i, label %free_store.exit, label %for.body.i

free_store.exit:
  %4 = load ptr, ptr %.compoundliteral.sroa.2.0..sroa_idx, align 8
  call void @free(ptr %4)
  %5 = load ptr, ptr %.compoundliteral.sroa.3.0..sroa_idx, align 8
  call void @free(ptr %5)
  %path.i = getelementptr inbounds nuw i8, ptr %call, i64 48
  %6 = load ptr, ptr %path.i, align 8
  call void @free(ptr %6)
  call void @free(ptr %call)
  br label %cleanup17

cleanup17:
  %retval.1 = phi ptr [ null, %entry ], [ null, %free_store.exit ], [ %call, %if.end13 ]
  ret ptr %retval.1
}

define void @irad_snapshots_clean(ptr %root) noinline nounwind {
entry:
  %call = call ptr @opendir(ptr %root)
  %tobool.not = icmp eq ptr %call, null
  br i1 %tobool.not, label %cleanup31, label %for.cond.preheader

for.cond.preheader:
  %call252 = call ptr @readdir(ptr %call)
  %tobool3.not53 = icmp eq ptr %call252, null
  br i1 %tobool3.not53, label %for.cond.cleanup, label %for.body.lr.ph

for.body.lr.ph:
  %0 = load i32, ptr @irad_name_offset, align 4
  %idx.ext = sext i32 %0 to i64
  %1 = load i32, ptr @irad_open_old, align 4
  br label %for.body

for.cond.cleanup:
  %call30 = call i32 @closedir(ptr %call)
  br label %cleanup31

for.body:
  %call254 = phi ptr [ %call252, %for.body.lr.ph ], [ %call2, %cleanup ]
  %add.ptr = getelementptr inbounds i8, ptr %call254, i64 %idx.ext
  br label %while.cond.i

while.cond.i:
  %text.addr.0.i = phi ptr [ %add.ptr, %for.body ], [ %incdec.ptr.i, %while.body.i ]
  %with.addr.0.idx.i = phi i64 [ 0, %for.body ], [ %with.addr.0.add.i, %while.body.i ]
  %exitcond.i = icmp eq i64 %with.addr.0.idx.i, 15
  br i1 %exitcond.i, label %if.end7, label %while.body.i

while.body.i:
  %with.addr.0.ptr.i = getelementptr inbounds nuw i8, ptr @irad.snapshot_files.NAME, i64 %with.addr.0.idx.i
  %2 = load i8, ptr %with.addr.0.ptr.i, align 1
  %incdec.ptr.i = getelementptr inbounds nuw i8, ptr %text.addr.0.i, i64 1
  %3 = load i8, ptr %text.addr.0.i, align 1
  %with.addr.0.add.i = add nuw nsw i64 %with.addr.0.idx.i, 1
  %cmp.not.i = icmp eq i8 %3, %2
  br i1 %cmp.not.i, label %while.cond.i, label %cleanup

if.end7:
  %call8 = call ptr @irad_snapshots_text(ptr %root, ptr @irad.snapshot_files.str.1, ptr %add.ptr)
  %tobool9.not = icmp eq ptr %call8, null
  br i1 %tobool9.not, label %if.end28, label %cond.end

cond.end:
  %call10 = call ptr @irad_snapshots_text(ptr %call8, ptr @irad.snapshot_files.FILE_NAME, ptr @irad.snapshot_files.str)
  %tobool11.not = icmp eq ptr %call10, null
  br i1 %tobool11.not, label %if.end28, label %if.then12

if.then12:
  %call13 = call i32 (ptr, i32, ...) @open(ptr %call10, i32 %1)
  %cmp = icmp slt i32 %call13, 0
  br i1 %cmp, label %if.then14, label %if.else

if.then14:
  %call15 = call i32 @irad_error_number()
  %cmp16 = icmp eq i32 %call15, 2
  br i1 %cmp16, label %if.then17, label %if.end28

if.then17:
  %call18 = call i32 @rmdir(ptr %call8)
  br label %if.end28

if.else:
  %call20 = call i32 @flock(i32 %call13, i32 6)
  %tobool21.not = icmp eq i32 %call20, 0
  br i1 %tobool21.not, label %if.then22, label %if.end25

if.then22:
  %call23 = call i32 @unlink(ptr %call10)
  %call24 = call i32 @rmdir(ptr %call8)
  br label %if.end25

if.end25:
  %call26 = call i32 @close(i32 %call13)
  br label %if.end28

if.end28:
  %cond51 = phi ptr [ null, %cond.end ], [ %call10, %if.end25 ], [ %call10, %if.then17 ], [ %call10, %if.then14 ], [ null, %if.end7 ]
  call void @free(ptr %cond51)
  call void @free(ptr %call8)
  br label %cleanup

cleanup:
  %call2 = call ptr @readdir(ptr %call)
  %tobool3.not = icmp eq ptr %call2, null
  br i1 %tobool3.not, label %for.cond.cleanup, label %for.body

cleanup31:
  ret void
}

define range(i64 -2147483648, 2147483648) i64 @irad_snapshots_make(ptr %t, ptr %root) noinline nounwind {
entry:
  %digits = alloca [16 x i8], align 16
  call void @llvm.lifetime.start.p0(ptr %digits)
  %call = call ptr @irad_snapshots_text(ptr %root, ptr @irad.snapshot_files.str.1, ptr @irad.snapshot_files.NAME)
  %tobool.not = icmp eq ptr %call, null
  br i1 %tobool.not, label %cond.end.thread, label %cond.true

cond.end.thread:
  call void @free(ptr %call)
  br label %cleanup60

cond.true:
  %owner = getelementptr inbounds nuw i8, ptr %t, i64 60
  %0 = load i32, ptr %owner, align 4
  %incdec.ptr.i = getelementptr inbounds nuw i8, ptr %digits, i64 15
  store i8 0, ptr %incdec.ptr.i, align 1
  br label %do.body.i

do.body.i:
  %n.addr.0.i = phi i32 [ %0, %cond.true ], [ %div.i, %do.body.i ]
  %end.addr.0.i = phi ptr [ %incdec.ptr.i, %cond.true ], [ %incdec.ptr1.i, %do.body.i ]
  %rem.i = urem i32 %n.addr.0.i, 10
  %1 = trunc nuw nsw i32 %rem.i to i8
  %conv.i = or disjoint i8 %1, 48
  %incdec.ptr1.i = getelementptr inbounds i8, ptr %end.addr.0.i, i64 -1
  store i8 %conv.i, ptr %incdec.ptr1.i, align 1
  %div.i = udiv i32 %n.addr.0.i, 10
  %tobool.not.i = icmp ult i32 %n.addr.0.i, 10
  br i1 %tobool.not.i, label %cond.end, label %do.body.i

cond.end:
  %call2 = call ptr @irad_snapshots_text(ptr %call, ptr %incdec.ptr1.i, ptr @irad.snapshot_files.str.2)
  call void @free(ptr %call)
  %tobool3.not = icmp eq ptr %call2, null
  br i1 %tobool3.not, label %cleanup60, label %for.body.lr.ph

for.body.lr.ph:
  %directory = getelementptr inbounds nuw i8, ptr %t, i64 40
  %path = getelementptr inbounds nuw i8, ptr %t, i64 48
  %2 = load i32, ptr @irad_open_new, align 4
  %file = getelementptr inbounds nuw i8, ptr %t, i64 56
  %3 = load i32, ptr @irad_would_block, align 4
  br label %for.body

for.cond:
  %inc = add nuw nsw i32 %k.0101, 1
  %exitcond.not = icmp eq i32 %inc, 100
  br i1 %exitcond.not, label %cleanup60, label %for.body

for.body:
  %k.0101 = phi i32 [ 0, %for.body.lr.ph ], [ %inc, %for.cond ]
  %call4 = call ptr @irad_snapshots_text(ptr %call2, ptr @irad.snapshot_files.str, ptr @irad.snapshot_files.str)
  store ptr %call4, ptr %directory, align 8
  %tobool6.not = icmp eq ptr %call4, null
  br i1 %tobool6.not, label %cleanup60, label %if.end

if.end:
  %call8 = call ptr @mkdtemp(ptr %call4)
  %tobool9.not = icmp eq ptr %call8, null
  br i1 %tobool9.not, label %if.then10, label %if.end12

if.then10:
  %call11 = call i32 @irad_error_number()
  %conv = sext i32 %call11 to i64
  br label %cleanup60

if.end12:
  %4 = load ptr, ptr %directory, align 8
  %call14 = call ptr @irad_snapshots_text(ptr %4, ptr @irad.snapshot_files.FILE_NAME, ptr @irad.snapshot_files.str)
  store ptr %call14, ptr %path, align 8
  %tobool16.not = icmp eq ptr %call14, null
  br i1 %tobool16.not, label %if.else.thread, label %cond.end21

if.else.thread:
  store i32 -1, ptr %file, align 8
  br label %if.end47

cond.end21:
  %call19 = call i32 (ptr, i32, ...) @open(ptr %call14, i32 %2, i32 384)
  store i32 %call19, ptr %file, align 8
  %cmp24 = icmp sgt i32 %call19, -1
  br i1 %cmp24, label %if.then26, label %if.else

if.then26:
  %call28 = call i32 @flock(i32 %call19, i32 6)
  %tobool29.not = icmp eq i32 %call28, 0
  br i1 %tobool29.not, label %land.lhs.true, label %lor.rhs

lor.rhs:
  %call30 = call i32 @irad_error_number()
  %cmp31.not = icmp eq i32 %call30, %3
  br i1 %cmp31.not, label %cleanup.thread, label %land.lhs.true

land.lhs.true:
  %5 = load ptr, ptr %path, align 8
  %call35 = call i32 @access(ptr %5, i32 0)
  %tobool36.not = icmp eq i32 %call35, 0
  br i1 %tobool36.not, label %cleanup60, label %cleanup.thread

cleanup.thread:
  %6 = load i32, ptr %file, align 8
  %call40 = call i32 @close(i32 %6)
  br label %if.end47

if.else:
  %.pr = load ptr, ptr %path, align 8
  %tobool42.not = icmp eq ptr %.pr, null
  br i1 %tobool42.not, label %if.end47, label %if.then43

if.then43:
  %call44 = call i32 @irad_error_number()
  %conv45 = sext i32 %call44 to i64
  br label %if.end47

if.end47:
  %error.2 = phi i64 [ 2, %cleanup.thread ], [ %conv45, %if.then43 ], [ -1, %if.else ], [ -1, %if.else.thread ]
  %7 = load ptr, ptr %directory, align 8
  %call49 = call i32 @rmdir(ptr %7)
  %8 = load ptr, ptr %path, align 8
  call void @free(ptr %8)
  %9 = load ptr, ptr %directory, align 8
  call void @free(ptr %9)
  store ptr null, ptr %directory, align 8
  store ptr null, ptr %path, align 8
  %cmp54.not = icmp eq i64 %error.2, 2
  br i1 %cmp54.not, label %for.cond, label %cleanup60

cleanup60:
  %call2.sink = phi ptr [ null, %cond.end.thread ], [ %call2, %if.then10 ], [ null, %cond.end ], [ %call2, %land.lhs.true ], [ %call2, %if.end47 ], [ %call2, %for.cond ], [ %call2, %for.body ]
  %retval.4 = phi i64 [ -1, %cond.end.thread ], [ %conv, %if.then10 ], [ -1, %cond.end ], [ -1, %for.body ], [ 2, %for.cond ], [ %error.2, %if.end47 ], [ 0, %land.lhs.true ]
  call void @free(ptr %call2.sink)
  call void @llvm.lifetime.end.p0(ptr %digits)
  ret i64 %retval.4
}

define void @irad_snapshots_remove(ptr %t) noinline nounwind {
entry:
  %owner = getelementptr inbounds nuw i8, ptr %t, i64 60
  %0 = load i32, ptr %owner, align 4
  %call = call i32 @getpid()
  %cmp = icmp eq i32 %0, %call
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %path = getelementptr inbounds nuw i8, ptr %t, i64 48
  %1 = load ptr, ptr %path, align 8
  %call1 = call i32 @unlink(ptr %1)
  %directory = getelementptr inbounds nuw i8, ptr %t, i64 40
  %2 = load ptr, ptr %directory, align 8
  %call2 = call i32 @rmdir(ptr %2)
  br label %if.end

if.end:
  %file = getelementptr inbounds nuw i8, ptr %t, i64 56
  %3 = load i32, ptr %file, align 8
  %call3 = call i32 @close(i32 %3)
  %holes.i = getelementptr inbounds nuw i8, ptr %t, i64 8
  %4 = load ptr, ptr %holes.i, align 8
  %tobool.not8.i = icmp eq ptr %4, null
  br i1 %tobool.not8.i, label %free_store.exit, label %for.body.i

for.body.i:
  %h.09.i = phi ptr [ %5, %for.body.i ], [ %4, %if.end ]
  %5 = load ptr, ptr %h.09.i, align 8
  call void @free(ptr %h.09.i)
  %tobool.not.i = icmp eq ptr %5, null
  br i1 %tobool.not.i, label %free_store.exit, label %for.body.i

free_store.exit:
  %named.i = getelementptr inbounds nuw i8, ptr %t, i64 32
  %6 = load ptr, ptr %named.i, align 8
  call void @free(ptr %6)
  %directory.i = getelementptr inbounds nuw i8, ptr %t, i64 40
  %7 = load ptr, ptr %directory.i, align 8
  call void @free(ptr %7)
  %path.i = getelementptr inbounds nuw i8, ptr %t, i64 48
  %8 = load ptr, ptr %path.i, align 8
  call void @free(ptr %8)
  call void @free(ptr %t)
  ret void
}

define i64 @irad_snapshots_take(ptr %t, i64 %size) noinline nounwind {
entry:
  %holes = getelementptr inbounds nuw i8, ptr %t, i64 8
  br label %for.cond

for.cond:
  %at.0 = phi ptr [ %holes, %entry ], [ %0, %for.body ]
  %0 = load ptr, ptr %at.0, align 8
  %tobool.not = icmp eq ptr %0, null
  br i1 %tobool.not, label %for.end, label %for.body

for.body:
  %size1 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %1 = load i64, ptr %size1, align 8
  %cmp = icmp slt i64 %1, %size
  br i1 %cmp, label %for.cond, label %if.end

if.end:
  %size1.le = getelementptr inbounds nuw i8, ptr %0, i64 16
  %offset2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %2 = load i64, ptr %offset2, align 8
  %add = add nsw i64 %2, %size
  store i64 %add, ptr %offset2, align 8
  %sub = sub nsw i64 %1, %size
  store i64 %sub, ptr %size1.le, align 8
  %tobool6.not = icmp eq i64 %1, %size
  br i1 %tobool6.not, label %if.then7, label %return

if.then7:
  %3 = load ptr, ptr %0, align 8
  store ptr %3, ptr %at.0, align 8
  call void @free(ptr %0)
  br label %return

for.end:
  %end = getelementptr inbounds nuw i8, ptr %t, i64 16
  %4 = load i64, ptr %end, align 8
  %add11 = add nsw i64 %4, %size
  store i64 %add11, ptr %end, align 8
  br label %return

return:
  %retval.1 = phi i64 [ %4, %for.end ], [ %2, %if.then7 ], [ %2, %if.end ]
  ret i64 %retval.1
}

define void @irad_snapshots_give(ptr %t, i64 %offset, i64 %size) noinline nounwind {
entry:
  %holes = getelementptr inbounds nuw i8, ptr %t, i64 8
  %0 = load ptr, ptr %holes, align 8
  %tobool.not59 = icmp eq ptr %0, null
  br i1 %tobool.not59, label %for.cond.cleanup, label %for.body

for.cond.cleanup:
  %size.addr.0.lcssa = phi i64 [ %size, %entry ], [ %size.addr.1, %cleanup ]
  %offset.addr.0.lcssa = phi i64 [ %offset, %entry ], [ %offset.addr.2, %cleanup ]
  %add19 = add nsw i64 %offset.addr.0.lcssa, %size.addr.0.lcssa
  %end = getelementptr inbounds nuw i8, ptr %t, i64 16
  %1 = load i64, ptr %end, align 8
  %cmp20 = icmp eq i64 %add19, %1
  br i1 %cmp20, label %if.then22, label %if.end24

for.body:
  %2 = phi ptr [ %6, %cleanup ], [ %0, %entry ]
  %offset.addr.062 = phi i64 [ %offset.addr.2, %cleanup ], [ %offset, %entry ]
  %size.addr.061 = phi i64 [ %size.addr.1, %cleanup ], [ %size, %entry ]
  %at.060 = phi ptr [ %at.1, %cleanup ], [ %holes, %entry ]
  %offset1 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %3 = load i64, ptr %offset1, align 8
  %size2 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %4 = load i64, ptr %size2, align 8
  %add = add nsw i64 %4, %3
  %cmp = icmp eq i64 %add, %offset.addr.062
  %add3 = add nsw i64 %offset.addr.062, %size.addr.061
  %cmp5 = icmp eq i64 %add3, %3
  %or.cond = select i1 %cmp, i1 true, i1 %cmp5
  br i1 %or.cond, label %if.end, label %cleanup

if.end:
  %spec.select = select i1 %cmp, i64 %3, i64 %offset.addr.062
  %add14 = add nsw i64 %4, %size.addr.061
  %5 = load ptr, ptr %2, align 8
  store ptr %5, ptr %at.060, align 8
  call void @free(ptr %2)
  br label %cleanup

cleanup:
  %at.1 = phi ptr [ %at.060, %if.end ], [ %2, %for.body ]
  %size.addr.1 = phi i64 [ %add14, %if.end ], [ %size.addr.061, %for.body ]
  %offset.addr.2 = phi i64 [ %spec.select, %if.end ], [ %offset.addr.062, %for.body ]
  %6 = load ptr, ptr %at.1, align 8
  %tobool.not = icmp eq ptr %6, null
  br i1 %tobool.not, label %for.cond.cleanup, label %for.body

if.then22:
  store i64 %offset.addr.0.lcssa, ptr %end, align 8
  br label %cleanup.cont36

if.end24:
  %call = call ptr @malloc(i64 24)
  %tobool26.not = icmp eq ptr %call, null
  br i1 %tobool26.not, label %cleanup.cont36, label %if.end28

if.end28:
  %7 = load ptr, ptr %holes, align 8
  store ptr %7, ptr %call, align 8
  %.compoundliteral.sroa.2.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call, i64 8
  store i64 %offset.addr.0.lcssa, ptr %.compoundliteral.sroa.2.0..sroa_idx, align 8
  %.compoundliteral.sroa.3.0..sroa_idx = getelementptr inbounds nuw i8, ptr %call, i64 16
  store i64 %size.addr.0.lcssa, ptr %.compoundliteral.sroa.3.0..sroa_idx, align 8
  store ptr %call, ptr %holes, align 8
  br label %cleanup.cont36

cleanup.cont36:
  ret void
}

define range(i64 -2147483648, 2147483648) i64 @irad_snapshots_transfer(i32 %file, i64 %offset, ptr %piece, i64 %count, i32 %writing, ptr writeonly %checksum) noinline nounwind {
entry:
  %part = alloca [16 x %irad.snapshot_files.Piece], align 16
  %moved = alloca [16 x %irad.snapshot_files.Piece], align 16
  %call = call i64 @lseek(i32 %file, i64 %offset, i32 0)
  %cmp = icmp slt i64 %call, 0
  br i1 %cmp, label %if.then, label %for.cond.preheader

for.cond.preheader:
  %cmp2.not141 = icmp sgt i64 %count, 0
  br i1 %cmp2.not141, label %for.body.lr.ph, label %for.end80

for.body.lr.ph:
  %tobool.not = icmp eq i32 %writing, 0
  br label %for.body

if.then:
  %call1 = call i32 @irad_error_number()
  %conv = sext i32 %call1 to i64
  br label %return

for.body:
  %sum.0144 = phi i64 [ 0, %for.body.lr.ph ], [ %sum.3.lcssa, %cleanup ]
  %used.0143 = phi i64 [ 0, %for.body.lr.ph ], [ %spec.select123, %cleanup ]
  %i.0142 = phi i64 [ 0, %for.body.lr.ph ], [ %spec.select, %cleanup ]
  call void @llvm.lifetime.start.p0(ptr %part)
  call void @llvm.lifetime.start.p0(ptr %moved)
  br label %for.body12

for.cond32.preheader:
  %cmp33134 = icmp sgt i32 %n.1, 0
  br i1 %cmp33134, label %for.body36.preheader, label %for.cond.cleanup35

for.body36.preheader:
  %wide.trip.count = zext nneg i32 %n.1 to i64
  br label %for.body36

for.body12:
  %used.1133 = phi i64 [ %used.0143, %for.body ], [ %spec.select123, %if.end23 ]
  %i.1132 = phi i64 [ %i.0142, %for.body ], [ %spec.select, %if.end23 ]
  %room.0131 = phi i64 [ 1048576, %for.body ], [ %sub24, %if.end23 ]
  %n.0130 = phi i32 [ 0, %for.body ], [ %n.1, %if.end23 ]
  %arrayidx = getelementptr inbounds %irad.snapshot_files.Piece, ptr %piece, i64 %i.1132
  %size = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %0 = load i64, ptr %size, align 8
  %sub = sub nsw i64 %0, %used.1133
  %cond = call i64 @llvm.smin.i64(i64 %sub, i64 %room.0131)
  %cmp16 = icmp sgt i64 %sub, 0
  br i1 %cmp16, label %if.then18, label %if.end23

if.then18:
  %inc = add nsw i32 %n.0130, 1
  %idxprom = sext i32 %n.0130 to i64
  %arrayidx19 = getelementptr inbounds %irad.snapshot_files.Piece, ptr %part, i64 %idxprom
  %1 = load ptr, ptr %arrayidx, align 8
  %add.ptr = getelementptr inbounds i8, ptr %1, i64 %used.1133
  store ptr %add.ptr, ptr %arrayidx19, align 16
  %.compoundliteral.sroa.2.0.arrayidx19.sroa_idx = getelementptr inbounds nuw i8, ptr %arrayidx19, i64 8
  store i64 %cond, ptr %.compoundliteral.sroa.2.0.arrayidx19.sroa_idx, align 8
  br label %if.end23

if.end23:
  %n.1 = phi i32 [ %inc, %if.then18 ], [ %n.0130, %for.body12 ]
  %sub24 = sub nsw i64 %room.0131, %cond
  %add = add nsw i64 %cond, %used.1133
  %cmp27 = icmp eq i64 %add, %0
  %inc30 = zext i1 %cmp27 to i64
  %spec.select = add nsw i64 %i.1132, %inc30
  %spec.select123 = select i1 %cmp27, i64 0, i64 %add
  %cmp5 = icmp slt i64 %spec.select, %count
  %cmp7 = icmp slt i32 %n.1, 16
  %or.cond = select i1 %cmp5, i1 %cmp7, i1 false
  %cmp9 = icmp sgt i64 %sub24, 0
  %or.cond85 = select i1 %or.cond, i1 %cmp9, i1 false
  br i1 %or.cond85, label %for.body12, label %for.cond32.preheader

for.cond.cleanup35:
  %sum.1.lcssa = phi i64 [ %sum.0144, %for.cond32.preheader ], [ %sum.2, %for.inc ]
  %call52 = call i64 @irad_snapshots_move(i32 %file, ptr %moved, i32 %n.1, i32 %writing)
  %tobool53.not = icmp eq i64 %call52, 0
  br i1 %tobool53.not, label %for.cond57.preheader, label %cleanup.thread

for.cond57.preheader:
  %2 = and i1 %tobool.not, %cmp33134
  br i1 %2, label %for.body64.preheader, label %cleanup

for.body64.preheader:
  %3 = zext nneg i32 %n.1 to i64
  br label %for.body64

cleanup.thread:
  call void @llvm.lifetime.end.p0(ptr %moved)
  call void @llvm.lifetime.end.p0(ptr %part)
  br label %return

for.body36:
  %indvars.iv = phi i64 [ 0, %for.body36.preheader ], [ %indvars.iv.next, %for.inc ]
  %sum.1135 = phi i64 [ %sum.0144, %for.body36.preheader ], [ %sum.2, %for.inc ]
  %arrayidx38 = getelementptr inbounds nuw %irad.snapshot_files.Piece, ptr %moved, i64 %indvars.iv
  %arrayidx40 = getelementptr inbounds nuw %irad.snapshot_files.Piece, ptr %part, i64 %indvars.iv
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %arrayidx38, ptr align 16 %arrayidx40, i64 16, i1 false)
  br i1 %tobool.not, label %for.inc, label %if.then41

if.then41:
  %4 = load ptr, ptr %arrayidx40, align 16
  %size47 = getelementptr inbounds nuw i8, ptr %arrayidx40, i64 8
  %5 = load i64, ptr %size47, align 8
  %call48 = call i64 @irad_snapshots_checksum(ptr %4, i64 %5, i64 %sum.1135)
  br label %for.inc

for.inc:
  %sum.2 = phi i64 [ %call48, %if.then41 ], [ %sum.1135, %for.body36 ]
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond.cleanup35, label %for.body36

for.body64:
  %indvars.iv149 = phi i64 [ 0, %for.body64.preheader ], [ %indvars.iv.next150, %for.body64 ]
  %sum.3138 = phi i64 [ %sum.1.lcssa, %for.body64.preheader ], [ %call71, %for.body64 ]
  %arrayidx66 = getelementptr inbounds nuw %irad.snapshot_files.Piece, ptr %part, i64 %indvars.iv149
  %6 = load ptr, ptr %arrayidx66, align 16
  %size70 = getelementptr inbounds nuw i8, ptr %arrayidx66, i64 8
  %7 = load i64, ptr %size70, align 8
  %call71 = call i64 @irad_snapshots_checksum(ptr %6, i64 %7, i64 %sum.3138)
  %indvars.iv.next150 = add nuw nsw i64 %indvars.iv149, 1
  %cmp58 = icmp samesign ult i64 %indvars.iv.next150, %3
  br i1 %cmp58, label %for.body64, label %cleanup

cleanup:
  %sum.3.lcssa = phi i64 [ %sum.1.lcssa, %for.cond57.preheader ], [ %call71, %for.body64 ]
  call void @llvm.lifetime.end.p0(ptr %moved)
  call void @llvm.lifetime.end.p0(ptr %part)
  br i1 %cmp5, label %for.body, label %for.end80

for.end80:
  %sum.0.lcssa = phi i64 [ 0, %for.cond.preheader ], [ %sum.3.lcssa, %cleanup ]
  store i64 %sum.0.lcssa, ptr %checksum, align 8
  br label %return

return:
  %retval.4 = phi i64 [ %conv, %if.then ], [ 0, %for.end80 ], [ %call52, %cleanup.thread ]
  ret i64 %retval.4
}

define range(i64 -2147483648, 2147483648) i64 @irad_snapshots_move(i32 %file, ptr %piece, i32 %n, i32 %writing) noinline nounwind {
entry:
  %cmp59 = icmp sgt i32 %n, 0
  br i1 %cmp59, label %while.body.lr.ph, label %return

while.body.lr.ph:
  %tobool.not = icmp eq i32 %writing, 0
  br label %while.body

while.body:
  %piece.addr.061 = phi ptr [ %piece, %while.body.lr.ph ], [ %piece.addr.2, %cleanup25 ]
  %n.addr.060 = phi i32 [ %n, %while.body.lr.ph ], [ %n.addr.2, %cleanup25 ]
  br i1 %tobool.not, label %cond.false, label %cond.true

cond.true:
  %call = call i64 @writev(i32 %file, ptr %piece.addr.061, i32 %n.addr.060)
  br label %cond.end

cond.false:
  %call1 = call i64 @readv(i32 %file, ptr %piece.addr.061, i32 %n.addr.060)
  br label %cond.end

cond.end:
  %cond = phi i64 [ %call, %cond.true ], [ %call1, %cond.false ]
  %cmp2 = icmp slt i64 %cond, 0
  br i1 %cmp2, label %if.then, label %if.end6

if.then:
  %call3 = call i32 @irad_error_number()
  %cmp4 = icmp eq i32 %call3, 4
  br i1 %cmp4, label %cleanup25, label %return.loopexit.split.loop.exit57

if.end6:
  %cmp7 = icmp eq i64 %cond, 0
  br i1 %cmp7, label %if.then9, label %land.rhs

if.then9:
  %cond11 = select i1 %tobool.not, i64 -1, i64 5
  br label %return

land.rhs:
  %moved.055 = phi i64 [ %sub, %for.body ], [ %cond, %if.end6 ]
  %piece.addr.154 = phi ptr [ %incdec.ptr, %for.body ], [ %piece.addr.061, %if.end6 ]
  %n.addr.153 = phi i32 [ %dec, %for.body ], [ %n.addr.060, %if.end6 ]
  %size = getelementptr inbounds nuw i8, ptr %piece.addr.154, i64 8
  %0 = load i64, ptr %size, align 8
  %cmp16.not = icmp slt i64 %moved.055, %0
  br i1 %cmp16.not, label %if.then21, label %for.body

for.body:
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %piece.addr.154, i64 16
  %sub = sub nsw i64 %moved.055, %0
  %dec = add nsw i32 %n.addr.153, -1
  %cmp14 = icmp sgt i32 %n.addr.153, 1
  br i1 %cmp14, label %land.rhs, label %return

if.then21:
  %size.le = getelementptr inbounds nuw i8, ptr %piece.addr.154, i64 8
  %1 = load ptr, ptr %piece.addr.154, align 8
  %add.ptr = getelementptr inbounds nuw i8, ptr %1, i64 %moved.055
  store ptr %add.ptr, ptr %piece.addr.154, align 8
  %sub23 = sub nsw i64 %0, %moved.055
  store i64 %sub23, ptr %size.le, align 8
  br label %cleanup25

cleanup25:
  %n.addr.2 = phi i32 [ %n.addr.153, %if.then21 ], [ %n.addr.060, %if.then ]
  %piece.addr.2 = phi ptr [ %piece.addr.154, %if.then21 ], [ %piece.addr.061, %if.then ]
  %cmp = icmp sgt i32 %n.addr.2, 0
  br i1 %cmp, label %while.body, label %return

return.loopexit.split.loop.exit57:
  %conv.le = sext i32 %call3 to i64
  br label %return

return:
  %retval.3 = phi i64 [ %cond11, %if.then9 ], [ %conv.le, %return.loopexit.split.loop.exit57 ], [ 0, %entry ], [ 0, %for.body ], [ 0, %cleanup25 ]
  ret i64 %retval.3
}
