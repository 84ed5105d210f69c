; Made from container_bodies.c by irad.llvm.runtime_ir.container_bodies.from_clang.
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define linkonce_odr hidden void @_ZNSt8__detail15_List_node_base7_M_hookEPS0_(ptr %self, ptr %position) noinline nounwind {
entry:
  store ptr %position, ptr %self, align 8
  %prev = getelementptr inbounds nuw i8, ptr %position, i64 8
  %0 = load ptr, ptr %prev, align 8
  %prev1 = getelementptr inbounds nuw i8, ptr %self, i64 8
  store ptr %0, ptr %prev1, align 8
  %1 = load ptr, ptr %prev, align 8
  store ptr %self, ptr %1, align 8
  store ptr %self, ptr %prev, align 8
  ret void
}

define linkonce_odr hidden void @_ZNSt8__detail15_List_node_base9_M_unhookEv(ptr %self) noinline nounwind {
entry:
  %0 = load ptr, ptr %self, align 8
  %prev = getelementptr inbounds nuw i8, ptr %self, i64 8
  %1 = load ptr, ptr %prev, align 8
  store ptr %0, ptr %1, align 8
  %2 = load ptr, ptr %self, align 8
  %prev4 = getelementptr inbounds nuw i8, ptr %2, i64 8
  store ptr %1, ptr %prev4, align 8
  ret void
}

define linkonce_odr hidden void @_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(ptr %self, ptr %first, ptr %last) noinline nounwind {
entry:
  %cmp = icmp eq ptr %self, %last
  %cmp1 = icmp eq ptr %first, %last
  %or.cond = or i1 %cmp, %cmp1
  br i1 %or.cond, label %return, label %if.end

if.end:
  %prev = getelementptr inbounds nuw i8, ptr %first, i64 8
  %0 = load ptr, ptr %prev, align 8
  %prev2 = getelementptr inbounds nuw i8, ptr %last, i64 8
  %1 = load ptr, ptr %prev2, align 8
  %prev3 = getelementptr inbounds nuw i8, ptr %self, i64 8
  %2 = load ptr, ptr %prev3, align 8
  store ptr %last, ptr %0, align 8
  store ptr %0, ptr %prev2, align 8
  store ptr %first, ptr %2, align 8
  store ptr %2, ptr %prev, align 8
  store ptr %self, ptr %1, align 8
  store ptr %1, ptr %prev3, align 8
  br label %return

return:
  ret void
}

define linkonce_odr hidden void @_ZNSt8__detail15_List_node_base10_M_reverseEv(ptr %self) noinline nounwind {
entry:
  br label %do.body

do.body:
  %at.0 = phi ptr [ %self, %entry ], [ %0, %do.body ]
  %0 = load ptr, ptr %at.0, align 8
  %prev = getelementptr inbounds nuw i8, ptr %at.0, i64 8
  %1 = load ptr, ptr %prev, align 8
  store ptr %1, ptr %at.0, align 8
  store ptr %0, ptr %prev, align 8
  %cmp.not = icmp eq ptr %0, %self
  br i1 %cmp.not, label %do.end, label %do.body

do.end:
  ret void
}

define linkonce_odr hidden void @_ZNSt8__detail15_List_node_base4swapERS0_S1_(ptr %a, ptr %b) noinline nounwind {
entry:
  %0 = load ptr, ptr %a, align 8
  %prev = getelementptr inbounds nuw i8, ptr %a, i64 8
  %1 = load ptr, ptr %prev, align 8
  %2 = load ptr, ptr %b, align 8
  %prev2 = getelementptr inbounds nuw i8, ptr %b, i64 8
  %3 = load ptr, ptr %prev2, align 8
  %cmp = icmp eq ptr %0, %a
  %cmp3 = icmp eq ptr %2, %b
  %cond = select i1 %cmp3, ptr %a, ptr %2
  store ptr %cond, ptr %a, align 8
  %cond10 = select i1 %cmp3, ptr %a, ptr %3
  store ptr %cond10, ptr %prev, align 8
  %cond16 = select i1 %cmp, ptr %b, ptr %0
  store ptr %cond16, ptr %b, align 8
  %cond22 = select i1 %cmp, ptr %b, ptr %1
  store ptr %cond22, ptr %prev2, align 8
  %4 = load ptr, ptr %a, align 8
  %prev25 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store ptr %a, ptr %prev25, align 8
  %5 = load ptr, ptr %prev, align 8
  store ptr %a, ptr %5, align 8
  %6 = load ptr, ptr %b, align 8
  %prev29 = getelementptr inbounds nuw i8, ptr %6, i64 8
  store ptr %b, ptr %prev29, align 8
  %7 = load ptr, ptr %prev2, align 8
  store ptr %b, ptr %7, align 8
  ret void
}

define linkonce_odr hidden ptr @_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(ptr %x) noinline nounwind {
entry:
  %right = getelementptr inbounds nuw i8, ptr %x, i64 24
  %0 = load ptr, ptr %right, align 8
  %tobool.not = icmp eq ptr %0, null
  br i1 %tobool.not, label %while.cond4, label %while.cond

while.cond:
  %x.addr.0 = phi ptr [ %1, %while.cond ], [ %0, %entry ]
  %left = getelementptr inbounds nuw i8, ptr %x.addr.0, i64 16
  %1 = load ptr, ptr %left, align 8
  %tobool2.not = icmp eq ptr %1, null
  br i1 %tobool2.not, label %return, label %while.cond

while.cond4:
  %x.addr.1 = phi ptr [ %up.0, %while.cond4 ], [ %x, %entry ]
  %up.0.in = getelementptr inbounds nuw i8, ptr %x.addr.1, i64 8
  %up.0 = load ptr, ptr %up.0.in, align 8
  %right5 = getelementptr inbounds nuw i8, ptr %up.0, i64 24
  %2 = load ptr, ptr %right5, align 8
  %cmp = icmp eq ptr %x.addr.1, %2
  br i1 %cmp, label %while.cond4, label %while.end8

while.end8:
  %right9 = getelementptr inbounds nuw i8, ptr %x.addr.1, i64 24
  %3 = load ptr, ptr %right9, align 8
  %cmp10.not = icmp eq ptr %3, %up.0
  %cond = select i1 %cmp10.not, ptr %x.addr.1, ptr %up.0
  br label %return

return:
  %retval.0 = phi ptr [ %cond, %while.end8 ], [ %x.addr.0, %while.cond ]
  ret ptr %retval.0
}

define linkonce_odr hidden ptr @_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(ptr %x) noinline nounwind {
entry:
  %call = call ptr @_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(ptr %x)
  ret ptr %call
}

define linkonce_odr hidden ptr @_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(ptr %x) noinline nounwind {
entry:
  %0 = load i32, ptr %x, align 8, !tbaa !0
  %cmp = icmp eq i32 %0, 0
  br i1 %cmp, label %land.lhs.true, label %if.end

land.lhs.true:
  %parent = getelementptr inbounds nuw i8, ptr %x, i64 8
  %1 = load ptr, ptr %parent, align 8
  %parent1 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %2 = load ptr, ptr %parent1, align 8
  %cmp2 = icmp eq ptr %2, %x
  br i1 %cmp2, label %if.then, label %if.end

if.then:
  %right = getelementptr inbounds nuw i8, ptr %x, i64 24
  %3 = load ptr, ptr %right, align 8
  br label %return

if.end:
  %left = getelementptr inbounds nuw i8, ptr %x, i64 16
  %4 = load ptr, ptr %left, align 8
  %tobool.not = icmp eq ptr %4, null
  br i1 %tobool.not, label %while.cond10, label %while.cond

while.cond:
  %x.addr.0 = phi ptr [ %5, %while.cond ], [ %4, %if.end ]
  %right5 = getelementptr inbounds nuw i8, ptr %x.addr.0, i64 24
  %5 = load ptr, ptr %right5, align 8
  %tobool6.not = icmp eq ptr %5, null
  br i1 %tobool6.not, label %return, label %while.cond

while.cond10:
  %x.addr.1 = phi ptr [ %up.0, %while.cond10 ], [ %x, %if.end ]
  %up.0.in = getelementptr inbounds nuw i8, ptr %x.addr.1, i64 8
  %up.0 = load ptr, ptr %up.0.in, align 8
  %left11 = getelementptr inbounds nuw i8, ptr %up.0, i64 16
  %6 = load ptr, ptr %left11, align 8
  %cmp12 = icmp eq ptr %x.addr.1, %6
  br i1 %cmp12, label %while.cond10, label %return

return:
  %retval.0 = phi ptr [ %3, %if.then ], [ %up.0, %while.cond10 ], [ %x.addr.0, %while.cond ]
  ret ptr %retval.0
}

define linkonce_odr hidden ptr @_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(ptr %x) noinline nounwind {
entry:
  %call = call ptr @_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(ptr %x)
  ret ptr %call
}

define linkonce_odr hidden void @_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(i1 %left, ptr %x, ptr %parent, ptr %header) noinline nounwind {
entry:
  %parent1 = getelementptr inbounds nuw i8, ptr %x, i64 8
  store ptr %parent, ptr %parent1, align 8
  %left2 = getelementptr inbounds nuw i8, ptr %x, i64 16
  store i32 0, ptr %x, align 8, !tbaa !0
  call void @llvm.memset.p0.i64(ptr align 8 %left2, i8 0, i64 16, i1 false)
  br i1 %left, label %if.then, label %if.else12

if.then:
  %left3 = getelementptr inbounds nuw i8, ptr %parent, i64 16
  store ptr %x, ptr %left3, align 8
  %cmp = icmp eq ptr %parent, %header
  br i1 %cmp, label %if.then4, label %if.else

if.then4:
  %parent5 = getelementptr inbounds nuw i8, ptr %header, i64 8
  store ptr %x, ptr %parent5, align 8
  %right6 = getelementptr inbounds nuw i8, ptr %header, i64 24
  store ptr %x, ptr %right6, align 8
  br label %if.end19

if.else:
  %left7 = getelementptr inbounds nuw i8, ptr %header, i64 16
  %0 = load ptr, ptr %left7, align 8
  %cmp8 = icmp eq ptr %parent, %0
  br i1 %cmp8, label %if.then9, label %if.end19

if.then9:
  store ptr %x, ptr %left7, align 8
  br label %if.end19

if.else12:
  %right13 = getelementptr inbounds nuw i8, ptr %parent, i64 24
  store ptr %x, ptr %right13, align 8
  %right14 = getelementptr inbounds nuw i8, ptr %header, i64 24
  %1 = load ptr, ptr %right14, align 8
  %cmp15 = icmp eq ptr %parent, %1
  br i1 %cmp15, label %if.then16, label %if.end19

if.then16:
  store ptr %x, ptr %right14, align 8
  br label %if.end19

if.end19:
  %parent20 = getelementptr inbounds nuw i8, ptr %header, i64 8
  %2 = load ptr, ptr %parent20, align 8
  %cmp21.not119 = icmp eq ptr %x, %2
  br i1 %cmp21.not119, label %while.end, label %land.rhs

land.rhs:
  %x.addr.0120 = phi ptr [ %5, %if.then35 ], [ %x, %if.end19 ]
  %parent22 = getelementptr inbounds nuw i8, ptr %x.addr.0120, i64 8
  %3 = load ptr, ptr %parent22, align 8
  %4 = load i32, ptr %3, align 8, !tbaa !0
  %cmp24 = icmp eq i32 %4, 0
  br i1 %cmp24, label %while.body, label %while.end

while.body:
  %parent26 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %5 = load ptr, ptr %parent26, align 8
  %left27 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %6 = load ptr, ptr %left27, align 8
  %cmp28 = icmp eq ptr %3, %6
  br i1 %cmp28, label %cond.true, label %cond.end

cond.true:
  %right31 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %7 = load ptr, ptr %right31, align 8
  br label %cond.end

cond.end:
  %cond = phi ptr [ %7, %cond.true ], [ %6, %while.body ]
  %tobool.not = icmp eq ptr %cond, null
  br i1 %tobool.not, label %if.end39, label %land.lhs.true

land.lhs.true:
  %8 = load i32, ptr %cond, align 8, !tbaa !0
  %cmp34 = icmp eq i32 %8, 0
  br i1 %cmp34, label %if.then35, label %if.end39

if.then35:
  store i32 1, ptr %3, align 8, !tbaa !0
  store i32 1, ptr %cond, align 8, !tbaa !0
  store i32 0, ptr %5, align 8, !tbaa !0
  %cmp21.not = icmp eq ptr %5, %2
  br i1 %cmp21.not, label %while.end, label %land.rhs

if.end39:
  br i1 %cmp28, label %if.then41, label %if.else48

if.then41:
  %right42 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %9 = load ptr, ptr %right42, align 8
  %cmp43 = icmp eq ptr %x.addr.0120, %9
  br i1 %cmp43, label %if.then44, label %if.end45

if.then44:
  call void @irad.tree.rotate_left(ptr %3, ptr %header)
  br label %if.end45

if.end45:
  %up.0 = phi ptr [ %x.addr.0120, %if.then44 ], [ %3, %if.then41 ]
  store i32 1, ptr %up.0, align 8, !tbaa !0
  store i32 0, ptr %5, align 8, !tbaa !0
  call void @irad.tree.rotate_right(ptr %5, ptr %header)
  br label %while.end

if.else48:
  %left49 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %10 = load ptr, ptr %left49, align 8
  %cmp50 = icmp eq ptr %x.addr.0120, %10
  br i1 %cmp50, label %if.then51, label %if.end52

if.then51:
  call void @irad.tree.rotate_right(ptr %3, ptr %header)
  br label %if.end52

if.end52:
  %up.1 = phi ptr [ %x.addr.0120, %if.then51 ], [ %3, %if.else48 ]
  store i32 1, ptr %up.1, align 8, !tbaa !0
  store i32 0, ptr %5, align 8, !tbaa !0
  call void @irad.tree.rotate_left(ptr %5, ptr %header)
  br label %while.end

while.end:
  %parent20115 = getelementptr inbounds nuw i8, ptr %header, i64 8
  %11 = load ptr, ptr %parent20115, align 8
  store i32 1, ptr %11, align 8, !tbaa !0
  ret void
}

define linkonce_odr hidden void @irad.tree.rotate_left(ptr %x, ptr %header) noinline nounwind {
entry:
  %right = getelementptr inbounds nuw i8, ptr %x, i64 24
  %0 = load ptr, ptr %right, align 8
  %left = getelementptr inbounds nuw i8, ptr %0, i64 16
  %1 = load ptr, ptr %left, align 8
  store ptr %1, ptr %right, align 8
  %tobool.not = icmp eq ptr %1, null
  br i1 %tobool.not, label %if.end, label %if.then

if.then:
  %parent = getelementptr inbounds nuw i8, ptr %1, i64 8
  store ptr %x, ptr %parent, align 8
  br label %if.end

if.end:
  %parent4 = getelementptr inbounds nuw i8, ptr %x, i64 8
  %2 = load ptr, ptr %parent4, align 8
  %parent5 = getelementptr inbounds nuw i8, ptr %0, i64 8
  store ptr %2, ptr %parent5, align 8
  %3 = load ptr, ptr %parent4, align 8
  %parent1.i = getelementptr inbounds nuw i8, ptr %header, i64 8
  %4 = load ptr, ptr %parent1.i, align 8
  %cmp.i = icmp eq ptr %x, %4
  br i1 %cmp.i, label %if.then.i, label %if.else.i

if.then.i:
  store ptr %0, ptr %parent1.i, align 8
  br label %replace.exit

if.else.i:
  %left.i = getelementptr inbounds nuw i8, ptr %3, i64 16
  %5 = load ptr, ptr %left.i, align 8
  %cmp3.i = icmp eq ptr %x, %5
  br i1 %cmp3.i, label %if.then4.i, label %if.else6.i

if.then4.i:
  store ptr %0, ptr %left.i, align 8
  br label %replace.exit

if.else6.i:
  %right.i = getelementptr inbounds nuw i8, ptr %3, i64 24
  store ptr %0, ptr %right.i, align 8
  br label %replace.exit

replace.exit:
  store ptr %x, ptr %left, align 8
  store ptr %0, ptr %parent4, align 8
  ret void
}

define linkonce_odr hidden void @irad.tree.rotate_right(ptr %x, ptr %header) noinline nounwind {
entry:
  %left = getelementptr inbounds nuw i8, ptr %x, i64 16
  %0 = load ptr, ptr %left, align 8
  %right = getelementptr inbounds nuw i8, ptr %0, i64 24
  %1 = load ptr, ptr %right, align 8
  store ptr %1, ptr %left, align 8
  %tobool.not = icmp eq ptr %1, null
  br i1 %tobool.not, label %if.end, label %if.then

if.then:
  %parent = getelementptr inbounds nuw i8, ptr %1, i64 8
  store ptr %x, ptr %parent, align 8
  br label %if.end

if.end:
  %parent4 = getelementptr inbounds nuw i8, ptr %x, i64 8
  %2 = load ptr, ptr %parent4, align 8
  %parent5 = getelementptr inbounds nuw i8, ptr %0, i64 8
  store ptr %2, ptr %parent5, align 8
  %3 = load ptr, ptr %parent4, align 8
  %parent1.i = getelementptr inbounds nuw i8, ptr %header, i64 8
  %4 = load ptr, ptr %parent1.i, align 8
  %cmp.i = icmp eq ptr %x, %4
  br i1 %cmp.i, label %if.then.i, label %if.else.i

if.then.i:
  store ptr %0, ptr %parent1.i, align 8
  br label %replace.exit

if.else.i:
  %left.i = getelementptr inbounds nuw i8, ptr %3, i64 16
  %5 = load ptr, ptr %left.i, align 8
  %cmp3.i = icmp eq ptr %x, %5
  br i1 %cmp3.i, label %if.then4.i, label %if.else6.i

if.then4.i:
  store ptr %0, ptr %left.i, align 8
  br label %replace.exit

if.else6.i:
  %right.i = getelementptr inbounds nuw i8, ptr %3, i64 24
  store ptr %0, ptr %right.i, align 8
  br label %replace.exit

replace.exit:
  store ptr %x, ptr %right, align 8
  store ptr %0, ptr %parent4, align 8
  ret void
}

define linkonce_odr hidden ptr @_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(ptr %z, ptr %header) noinline nounwind {
entry:
  %0 = load i32, ptr %z, align 8, !tbaa !0
  %left = getelementptr inbounds nuw i8, ptr %z, i64 16
  %1 = load ptr, ptr %left, align 8
  %tobool.not = icmp eq ptr %1, null
  %right32 = getelementptr inbounds nuw i8, ptr %z, i64 24
  %2 = load ptr, ptr %right32, align 8
  br i1 %tobool.not, label %cond.end, label %land.lhs.true

land.lhs.true:
  %tobool2.not = icmp eq ptr %2, null
  br i1 %tobool2.not, label %cond.end, label %while.cond

while.cond:
  %y.0 = phi ptr [ %3, %while.cond ], [ %2, %land.lhs.true ]
  %left4 = getelementptr inbounds nuw i8, ptr %y.0, i64 16
  %3 = load ptr, ptr %left4, align 8
  %tobool5.not = icmp eq ptr %3, null
  br i1 %tobool5.not, label %while.end, label %while.cond

while.end:
  %left4.le = getelementptr inbounds nuw i8, ptr %y.0, i64 16
  %4 = load i32, ptr %y.0, align 8, !tbaa !0
  %right8 = getelementptr inbounds nuw i8, ptr %y.0, i64 24
  %5 = load ptr, ptr %right8, align 8
  %cmp = icmp eq ptr %y.0, %2
  br i1 %cmp, label %if.end19, label %if.else

if.else:
  %parent = getelementptr inbounds nuw i8, ptr %y.0, i64 8
  %6 = load ptr, ptr %parent, align 8
  %left11 = getelementptr inbounds nuw i8, ptr %6, i64 16
  store ptr %5, ptr %left11, align 8
  %tobool12.not = icmp eq ptr %5, null
  br i1 %tobool12.not, label %if.end, label %if.then13

if.then13:
  %parent14 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store ptr %6, ptr %parent14, align 8
  br label %if.end

if.end:
  store ptr %2, ptr %right8, align 8
  %7 = load ptr, ptr %right32, align 8
  %parent18 = getelementptr inbounds nuw i8, ptr %7, i64 8
  store ptr %y.0, ptr %parent18, align 8
  br label %if.end19

if.end19:
  %up.0 = phi ptr [ %6, %if.end ], [ %y.0, %while.end ]
  %8 = load ptr, ptr %left, align 8
  store ptr %8, ptr %left4.le, align 8
  %9 = load ptr, ptr %left, align 8
  %parent23 = getelementptr inbounds nuw i8, ptr %9, i64 8
  store ptr %y.0, ptr %parent23, align 8
  %parent.i = getelementptr inbounds nuw i8, ptr %z, i64 8
  %10 = load ptr, ptr %parent.i, align 8
  %parent1.i = getelementptr inbounds nuw i8, ptr %header, i64 8
  %11 = load ptr, ptr %parent1.i, align 8
  %cmp.i = icmp eq ptr %z, %11
  br i1 %cmp.i, label %if.then.i, label %if.else.i

if.then.i:
  store ptr %y.0, ptr %parent1.i, align 8
  br label %replace.exit

if.else.i:
  %left.i = getelementptr inbounds nuw i8, ptr %10, i64 16
  %12 = load ptr, ptr %left.i, align 8
  %cmp3.i = icmp eq ptr %z, %12
  br i1 %cmp3.i, label %if.then4.i, label %if.else6.i

if.then4.i:
  store ptr %y.0, ptr %left.i, align 8
  br label %replace.exit

if.else6.i:
  %right.i = getelementptr inbounds nuw i8, ptr %10, i64 24
  store ptr %y.0, ptr %right.i, align 8
  br label %replace.exit

replace.exit:
  %13 = load ptr, ptr %parent.i, align 8
  %parent25 = getelementptr inbounds nuw i8, ptr %y.0, i64 8
  store ptr %13, ptr %parent25, align 8
  store i32 %0, ptr %y.0, align 8, !tbaa !0
  br label %if.end74

cond.end:
  %cond = phi ptr [ %1, %land.lhs.true ], [ %2, %entry ]
  %parent33 = getelementptr inbounds nuw i8, ptr %z, i64 8
  %14 = load ptr, ptr %parent33, align 8
  %tobool34.not = icmp eq ptr %cond, null
  br i1 %tobool34.not, label %if.end37, label %if.then35

if.then35:
  %parent36 = getelementptr inbounds nuw i8, ptr %cond, i64 8
  store ptr %14, ptr %parent36, align 8
  br label %if.end37

if.end37:
  %15 = load ptr, ptr %parent33, align 8
  %parent1.i143 = getelementptr inbounds nuw i8, ptr %header, i64 8
  %16 = load ptr, ptr %parent1.i143, align 8
  %cmp.i144 = icmp eq ptr %z, %16
  br i1 %cmp.i144, label %if.then.i151, label %if.else.i145

if.then.i151:
  store ptr %cond, ptr %parent1.i143, align 8
  br label %replace.exit152

if.else.i145:
  %left.i146 = getelementptr inbounds nuw i8, ptr %15, i64 16
  %17 = load ptr, ptr %left.i146, align 8
  %cmp3.i147 = icmp eq ptr %z, %17
  br i1 %cmp3.i147, label %if.then4.i150, label %if.else6.i148

if.then4.i150:
  store ptr %cond, ptr %left.i146, align 8
  br label %replace.exit152

if.else6.i148:
  %right.i149 = getelementptr inbounds nuw i8, ptr %15, i64 24
  store ptr %cond, ptr %right.i149, align 8
  br label %replace.exit152

replace.exit152:
  %left38 = getelementptr inbounds nuw i8, ptr %header, i64 16
  %18 = load ptr, ptr %left38, align 8
  %cmp39 = icmp eq ptr %18, %z
  br i1 %cmp39, label %while.cond41, label %if.end54

while.cond41:
  %least.0 = phi ptr [ %19, %land.rhs ], [ %cond, %replace.exit152 ]
  %tobool42.not = icmp eq ptr %least.0, null
  br i1 %tobool42.not, label %while.end47, label %land.rhs

land.rhs:
  %left43 = getelementptr inbounds nuw i8, ptr %least.0, i64 16
  %19 = load ptr, ptr %left43, align 8
  %tobool44.not = icmp eq ptr %19, null
  br i1 %tobool44.not, label %while.end47, label %while.cond41

while.end47:
  %cond52 = phi ptr [ %14, %while.cond41 ], [ %least.0, %land.rhs ]
  store ptr %cond52, ptr %left38, align 8
  br label %if.end54

if.end54:
  %right55 = getelementptr inbounds nuw i8, ptr %header, i64 24
  %20 = load ptr, ptr %right55, align 8
  %cmp56 = icmp eq ptr %20, %z
  br i1 %cmp56, label %while.cond58, label %if.end74

while.cond58:
  %most.0 = phi ptr [ %21, %land.rhs60 ], [ %cond, %if.end54 ]
  %tobool59.not = icmp eq ptr %most.0, null
  br i1 %tobool59.not, label %while.end66, label %land.rhs60

land.rhs60:
  %right61 = getelementptr inbounds nuw i8, ptr %most.0, i64 24
  %21 = load ptr, ptr %right61, align 8
  %tobool62.not = icmp eq ptr %21, null
  br i1 %tobool62.not, label %while.end66, label %while.cond58

while.end66:
  %cond71 = phi ptr [ %14, %while.cond58 ], [ %most.0, %land.rhs60 ]
  store ptr %cond71, ptr %right55, align 8
  br label %if.end74

if.end74:
  %x.0 = phi ptr [ %5, %replace.exit ], [ %cond, %while.end66 ], [ %cond, %if.end54 ]
  %up.1 = phi ptr [ %up.0, %replace.exit ], [ %14, %while.end66 ], [ %14, %if.end54 ]
  %color.0 = phi i32 [ %4, %replace.exit ], [ %0, %while.end66 ], [ %0, %if.end54 ]
  %cmp75 = icmp eq i32 %color.0, 1
  br i1 %cmp75, label %if.then76, label %if.end77

if.then76:
  call void @irad.tree.restore(ptr %x.0, ptr %up.1, ptr %header)
  br label %if.end77

if.end77:
  ret ptr %z
}

define linkonce_odr hidden void @irad.tree.restore(ptr %x, ptr %up, ptr %header) noinline nounwind {
entry:
  %parent = getelementptr inbounds nuw i8, ptr %header, i64 8
  %0 = load ptr, ptr %parent, align 8
  %cmp.not159 = icmp eq ptr %x, %0
  br i1 %cmp.not159, label %while.end, label %land.rhs

land.rhs:
  %x.addr.0161 = phi ptr [ %up.addr.0160, %while.cond.backedge ], [ %x, %entry ]
  %up.addr.0160 = phi ptr [ %up.addr.0.be, %while.cond.backedge ], [ %up, %entry ]
  %tobool.not.i = icmp eq ptr %x.addr.0161, null
  br i1 %tobool.not.i, label %while.body, label %lor.rhs.i

lor.rhs.i:
  %1 = load i32, ptr %x.addr.0161, align 8, !tbaa !0
  %cmp.i = icmp eq i32 %1, 1
  br i1 %cmp.i, label %while.body, label %while.end

while.body:
  %left = getelementptr inbounds nuw i8, ptr %up.addr.0160, i64 16
  %2 = load ptr, ptr %left, align 8
  %cmp1 = icmp eq ptr %x.addr.0161, %2
  br i1 %cmp1, label %if.then, label %if.else

if.then:
  %right = getelementptr inbounds nuw i8, ptr %up.addr.0160, i64 24
  %3 = load ptr, ptr %right, align 8
  %4 = load i32, ptr %3, align 8, !tbaa !0
  %cmp2 = icmp eq i32 %4, 0
  br i1 %cmp2, label %if.then3, label %if.end

if.then3:
  store i32 1, ptr %3, align 8, !tbaa !0
  store i32 0, ptr %up.addr.0160, align 8, !tbaa !0
  call void @irad.tree.rotate_left(ptr %up.addr.0160, ptr %header)
  %5 = load ptr, ptr %right, align 8
  br label %if.end

if.end:
  %w.0 = phi ptr [ %5, %if.then3 ], [ %3, %if.then ]
  %left7 = getelementptr inbounds nuw i8, ptr %w.0, i64 16
  %6 = load ptr, ptr %left7, align 8
  %tobool.not.i129 = icmp eq ptr %6, null
  br i1 %tobool.not.i129, label %land.lhs.true, label %lor.rhs.i130

lor.rhs.i130:
  %7 = load i32, ptr %6, align 8, !tbaa !0
  %cmp.i131 = icmp eq i32 %7, 1
  br i1 %cmp.i131, label %land.lhs.true, label %if.end14

land.lhs.true:
  %right9 = getelementptr inbounds nuw i8, ptr %w.0, i64 24
  %8 = load ptr, ptr %right9, align 8
  %tobool.not.i133 = icmp eq ptr %8, null
  br i1 %tobool.not.i133, label %while.cond.backedge, label %lor.rhs.i134

lor.rhs.i134:
  %9 = load i32, ptr %8, align 8, !tbaa !0
  %cmp.i135 = icmp eq i32 %9, 1
  br i1 %cmp.i135, label %while.cond.backedge, label %if.end14

while.cond.backedge:
  %w.0.sink = phi ptr [ %w31.0, %lor.rhs.i146 ], [ %w31.0, %land.lhs.true42 ], [ %w.0, %land.lhs.true ], [ %w.0, %lor.rhs.i134 ]
  store i32 0, ptr %w.0.sink, align 8, !tbaa !0
  %up.addr.0.be.in = getelementptr inbounds nuw i8, ptr %up.addr.0160, i64 8
  %up.addr.0.be = load ptr, ptr %up.addr.0.be.in, align 8
  %10 = load ptr, ptr %parent, align 8
  %cmp.not = icmp eq ptr %up.addr.0160, %10
  br i1 %cmp.not, label %while.end, label %land.rhs

if.end14:
  %right15 = getelementptr inbounds nuw i8, ptr %w.0, i64 24
  %11 = load ptr, ptr %right15, align 8
  %tobool.not.i137 = icmp eq ptr %11, null
  br i1 %tobool.not.i137, label %if.then17, label %lor.rhs.i138

lor.rhs.i138:
  %12 = load i32, ptr %11, align 8, !tbaa !0
  %cmp.i139 = icmp eq i32 %12, 1
  br i1 %cmp.i139, label %if.then17, label %if.end22

if.then17:
  store i32 1, ptr %6, align 8, !tbaa !0
  store i32 0, ptr %w.0, align 8, !tbaa !0
  call void @irad.tree.rotate_right(ptr %w.0, ptr %header)
  %13 = load ptr, ptr %right, align 8
  br label %if.end22

if.end22:
  %w.1 = phi ptr [ %13, %if.then17 ], [ %w.0, %lor.rhs.i138 ]
  %14 = load i32, ptr %up.addr.0160, align 8, !tbaa !0
  store i32 %14, ptr %w.1, align 8, !tbaa !0
  store i32 1, ptr %up.addr.0160, align 8, !tbaa !0
  %right26 = getelementptr inbounds nuw i8, ptr %w.1, i64 24
  %15 = load ptr, ptr %right26, align 8
  %tobool.not = icmp eq ptr %15, null
  br i1 %tobool.not, label %if.end30, label %if.then27

if.then27:
  store i32 1, ptr %15, align 8, !tbaa !0
  br label %if.end30

if.end30:
  call void @irad.tree.rotate_left(ptr %up.addr.0160, ptr %header)
  br label %if.end73

if.else:
  %16 = load i32, ptr %2, align 8, !tbaa !0
  %cmp34 = icmp eq i32 %16, 0
  br i1 %cmp34, label %if.then35, label %if.end39

if.then35:
  store i32 1, ptr %2, align 8, !tbaa !0
  store i32 0, ptr %up.addr.0160, align 8, !tbaa !0
  call void @irad.tree.rotate_right(ptr %up.addr.0160, ptr %header)
  %17 = load ptr, ptr %left, align 8
  br label %if.end39

if.end39:
  %w31.0 = phi ptr [ %17, %if.then35 ], [ %2, %if.else ]
  %left40 = getelementptr inbounds nuw i8, ptr %w31.0, i64 16
  %18 = load ptr, ptr %left40, align 8
  %tobool.not.i141 = icmp eq ptr %18, null
  br i1 %tobool.not.i141, label %land.lhs.true42, label %lor.rhs.i142

lor.rhs.i142:
  %19 = load i32, ptr %18, align 8, !tbaa !0
  %cmp.i143 = icmp eq i32 %19, 1
  br i1 %cmp.i143, label %land.lhs.true42, label %lor.rhs.i150

land.lhs.true42:
  %right43 = getelementptr inbounds nuw i8, ptr %w31.0, i64 24
  %20 = load ptr, ptr %right43, align 8
  %tobool.not.i145 = icmp eq ptr %20, null
  br i1 %tobool.not.i145, label %while.cond.backedge, label %lor.rhs.i146

lor.rhs.i146:
  %21 = load i32, ptr %20, align 8, !tbaa !0
  %cmp.i147 = icmp eq i32 %21, 1
  br i1 %cmp.i147, label %while.cond.backedge, label %if.end48

if.end48:
  br i1 %tobool.not.i141, label %if.then51, label %lor.rhs.i150

lor.rhs.i150:
  %22 = load i32, ptr %18, align 8, !tbaa !0
  %cmp.i151 = icmp eq i32 %22, 1
  br i1 %cmp.i151, label %if.then51, label %if.end56

if.then51:
  %right52 = getelementptr inbounds nuw i8, ptr %w31.0, i64 24
  %23 = load ptr, ptr %right52, align 8
  store i32 1, ptr %23, align 8, !tbaa !0
  store i32 0, ptr %w31.0, align 8, !tbaa !0
  call void @irad.tree.rotate_left(ptr %w31.0, ptr %header)
  %24 = load ptr, ptr %left, align 8
  br label %if.end56

if.end56:
  %w31.1 = phi ptr [ %24, %if.then51 ], [ %w31.0, %lor.rhs.i150 ]
  %25 = load i32, ptr %up.addr.0160, align 8, !tbaa !0
  store i32 %25, ptr %w31.1, align 8, !tbaa !0
  store i32 1, ptr %up.addr.0160, align 8, !tbaa !0
  %left60 = getelementptr inbounds nuw i8, ptr %w31.1, i64 16
  %26 = load ptr, ptr %left60, align 8
  %tobool61.not = icmp eq ptr %26, null
  br i1 %tobool61.not, label %if.end65, label %if.then62

if.then62:
  store i32 1, ptr %26, align 8, !tbaa !0
  br label %if.end65

if.end65:
  call void @irad.tree.rotate_right(ptr %up.addr.0160, ptr %header)
  br label %if.end73

while.end:
  %x.addr.0.lcssa = phi ptr [ %x, %entry ], [ %x.addr.0161, %lor.rhs.i ], [ %up.addr.0160, %while.cond.backedge ]
  %tobool70.not = icmp eq ptr %x.addr.0.lcssa, null
  br i1 %tobool70.not, label %if.end73, label %if.then71

if.then71:
  store i32 1, ptr %x.addr.0.lcssa, align 8, !tbaa !0
  br label %if.end73

if.end73:
  ret void
}

!0 = !{!3, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"irad containers"}
!3 = !{!"node", !1, i64 0}
