; What clang does not give for the other programs: one function per idea.
%pair = type { i32, double }
%packed = type <{ i8, i64 }>
%recursive = type { ptr, [2 x %pair], %packed }
%"odd, name" = type { <4 x i1>, half, bfloat, x86_fp80, fp128 }
%opaque = type opaque
$group = comdat any
$"other group" = comdat largest
@0 = private unnamed_addr constant [3 x i8] c"a\00\22", align 1
@1 = global ptr @0
@"odd \22name\22" = global i32 1, comdat($group), align 4
@2 = global i32 0, comdat($"other group")
@elsewhere = external addrspace(1) global i32
@tls = thread_local(initialexec) global double 0x7FF8000000000001
@imported = external dllimport global i32
@weak = extern_weak global i8
@common = common global [4 x i32] zeroinitializer, align 16
@nested = constant { i32, [2 x { ptr, i64 }], <2 x float>, <{ i8, half }> } { i32 -1, [2 x { ptr, i64 }] [{ ptr, i64 } { ptr @1, i64 poison }, { ptr, i64 } { ptr null, i64 undef }], <2 x float> splat (float 0x3FB99999A0000000), <{ i8, half }> <{ i8 7, half 0xH3C00 }> }
@expressions = global [5 x i64] [i64 ptrtoint (ptr getelementptr inbounds nuw (i8, ptr @common, i64 8) to i64), i64 sub (i64 ptrtoint (ptr @1 to i64), i64 ptrtoint (ptr @common to i64)), i64 xor (i64 ptrtoint (ptr @binary to i64), i64 5), i64 trunc (i128 ptrtoint (ptr @1 to i128) to i64), i64 add nuw nsw (i64 ptrtoint (ptr @1 to i64), i64 1)]
@spaced = global ptr addrspacecast (ptr addrspace(1) @elsewhere to ptr)
@ranged = global ptr getelementptr inbounds inrange(-8, 8) (i8, ptr @common, i64 8)
@position = global i32 trunc (i64 sub (i64 ptrtoint (ptr dso_local_equivalent @binary to i64), i64 ptrtoint (ptr @position to i64)) to i32)
@no_cfi = global ptr no_cfi @binary
@wide = global [3 x i129] [i129 -1, i129 340282366920938463463374607431768211455, i129 0]
@floats = global %"odd, name" { <4 x i1> <i1 true, i1 false, i1 undef, i1 true>, half 0xH7C01, bfloat 0xR3F80, x86_fp80 0xK3FFF8000000000000000, fp128 0xL00000000000000003FFF000000000000 }
@"llvm.used" = appending global [1 x ptr] [ptr @tls], section "llvm.metadata"
@sectioned = global i32 0, section "a,b \22c\22", partition "p", align 8, !custom !5
@alias = weak alias i32, ptr @"odd \22name\22"
@alias.2 = internal alias [2 x i32], getelementptr inbounds (i8, ptr @common, i64 8)
@resolved = ifunc double (double), ptr @resolver

declare void @variadic(i32, ...)
declare token @llvm.call.preallocated.setup(i32)
declare void @llvm.assume(i1 noundef)
declare i1 @llvm.type.test(ptr, metadata)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare i64 @llvm.read_register.i64(metadata)
declare <vscale x 2 x double> @llvm.sqrt.nxv2f64(<vscale x 2 x double>)
declare i32 @__gxx_personality_v0(...)
declare "cc-attr"="x y" i32 @odd.declaration(ptr byval(%pair) align 8, ptr nocapture noalias, i32 range(i32 0, 5) returned, ...) "a"="b=c" "d"

define internal ptr @resolver() { ret ptr @binary }

define double @binary(double %"a b", i32 %"5 ") #0 prefix i32 3 prologue i8 7 {
"the entry":
  %"x\01y" = fadd reassoc nnan ninf nsz arcp contract afn double %"a b", 0xFFF0000000000000
  %0 = frem fast double %"x\01y", 1.0
  %1 = add nuw nsw i32 %"5 ", -2147483648
  %2 = shl nuw i32 %1, 3
  %3 = lshr exact i32 %2, 1
  %4 = sdiv exact i32 %3, 3
  %or = or disjoint i32 %4, 1
  %u = udiv exact i32 %or, 5
  %z = zext nneg i32 %u to i64
  %t = trunc nuw nsw i64 %z to i8
  %f = uitofp nneg i8 %t to double
  %n = fneg nsz double %f
  %e = fptrunc contract double %n to float
  %c = icmp samesign ult i32 %u, 7
  %o = fcmp nnan ueq double %n, %0
  %s = select nnan i1 %c, double %n, double %0, !prof !2
  %fr = freeze i1 %o
  call void @llvm.assume(i1 true) [ "align"(ptr @common, i64 16), "nonnull"(ptr @1), "cold"() ]
  ret double %s
}

define i32 @memory(ptr addrspace(1) %p, ptr %q) gc "statepoint-example" {
  %a = alloca inalloca i32, align 4
  %b = alloca %pair, i32 3, align 32
  %s = alloca swifterror ptr, align 8
  %1 = load atomic volatile i32, ptr addrspace(1) %p syncscope("agent") acquire, align 4
  %2 = load i32, ptr %q, align 1, !range !6, !noundef !7, !tbaa !3
  store atomic i32 %2, ptr %a monotonic, align 4
  store volatile i32 %1, ptr addrspace(1) %p, align 4, !nontemporal !8
  fence syncscope("singlethread") release
  fence seq_cst
  %3 = atomicrmw volatile uinc_wrap ptr %q, i32 %1 syncscope("agent") seq_cst, align 4
  %4 = atomicrmw fmaximum ptr %q, float 1.0 monotonic, align 4
  %5 = atomicrmw xchg ptr %q, ptr null acq_rel, align 8
  %6 = cmpxchg weak volatile ptr %q, i32 %1, i32 %2 syncscope("agent") seq_cst monotonic, align 8
  %7 = extractvalue { i32, i1 } %6, 0
  %8 = getelementptr inbounds nuw %recursive, ptr %q, i64 0, i32 1, i64 1, i32 1
  %9 = getelementptr nusw i8, ptr %8, <2 x i64> <i64 1, i64 2>
  %10 = getelementptr i8, <2 x ptr> %9, i64 3
  %11 = addrspacecast ptr addrspace(1) %p to ptr
  %12 = va_arg ptr %11, double
  %13 = va_arg ptr %11, { i32, ptr }
  ret i32 %7
}

define <vscale x 2 x double> @scalable(<vscale x 2 x double> %v, ptr %p) vscale_range(1,16) {
  %w = fadd <vscale x 2 x double> %v, splat (double 2.0)
  %c = fcmp olt <vscale x 2 x double> %w, zeroinitializer
  %s = select <vscale x 2 x i1> %c, <vscale x 2 x double> %v, <vscale x 2 x double> %w
  %l = load <vscale x 2 x i64>, ptr %p, align 16
  %g = getelementptr double, ptr %p, <vscale x 2 x i64> %l
  %sh = shufflevector <vscale x 2 x double> %s, <vscale x 2 x double> poison, <vscale x 2 x i32> zeroinitializer
  %r = call <vscale x 2 x double> @llvm.sqrt.nxv2f64(<vscale x 2 x double> %sh)
  %i = insertelement <vscale x 2 x double> %r, double 1.0, i64 0
  ret <vscale x 2 x double> %i
}

define fastcc noundef i32 @calls(i32 %n, ptr byval(%pair) align 8 %p, ptr %f) noinline personality ptr @__gxx_personality_v0 {
  call void (i32, ...) @variadic(i32 noundef %n, double 1.0, ptr nonnull align 8 dereferenceable(8) @common), !srcloc !4
  %1 = tail call fastcc noundef signext i32 %f(i32 inreg %n, ptr byval(%pair) align 8 %p) #1
  %2 = call cc 10 range(i32 0, 9) i32 %f(i32 zeroext %1) [ "deopt"(i32 1, ptr %p), "custom \22bundle\22"(i32 %n) ]
  %3 = notail call fast double @binary(double nofpclass(nan inf) 2.0, i32 3) "attr"="value" nounwind
  %4 = call double @llvm.experimental.constrained.fadd.f64(double %3, double 1.0, metadata !"round.dynamic", metadata !"fpexcept.strict") #1
  call void @llvm.experimental.noalias.scope.decl(metadata !9)
  %5 = call i64 @llvm.read_register.i64(metadata !10)
  %6 = call i1 @llvm.type.test(ptr %p, metadata !"a type")
  %7 = call i32 asm sideeffect inteldialect unwind "mov $0, \22x\22 $1 \5C", "=r,r,~{memory}"(i32 %n)
  call void null()
  %8 = call addrspace(0) ptr @resolver()
  %9 = musttail call fastcc noundef i32 @calls(i32 %n, ptr byval(%pair) align 8 %p, ptr %f)
  ret i32 %9
}

define void @control(i128 %n, ptr %p) personality ptr @__gxx_personality_v0 {
entry:
  switch i128 %n, label %none [
  ]
none:
  switch i128 %n, label %goto [
    i128 -170141183460469231731687303715884105728, label %goto
    i128 99999999999999999999, label %jump
  ], !prof !11
goto:
  %phi = phi i128 [ 5, %none ], [ 5, %none ]
  callbr void asm sideeffect "# $0 $1", "r,!i,~{memory}"(i128 %phi)
          to label %jump [label %again]
jump:
  indirectbr ptr %p, []
again:
  %call = invoke fastcc { ptr, i32 } %p(i32 1) #1 [ "clang.arc"(ptr @1) ]
          to label %done unwind label %pad
pad:
  %lp = landingpad { ptr, i32 }
          cleanup
          catch ptr @1
          filter [2 x ptr] [ptr @1, ptr null]
          filter [0 x ptr] zeroinitializer
  br i1 undef, label %resume, label %done, !llvm.loop !12
resume:
  resume { ptr, i32 } %lp
done:
  %agg = phi { ptr, i32 } [ %call, %again ], [ zeroinitializer, %pad ]
  %0 = insertvalue [2 x { ptr, i32 }] poison, { ptr, i32 } %agg, 1
  %1 = extractvalue [2 x { ptr, i32 }] %0, 1, 0
  ret void
}

define void @kinds(<2 x ptr> %v, target("spirv.Sampler") %t) {
  ret void
}

attributes #0 = { nounwind memory(argmem: readwrite, inaccessiblemem: write) "no-builtins" "a b"="c \22d\22" alignstack=16 }
attributes #1 = { nounwind allockind("alloc,zeroed") "alloc-family"="mine" memory(none) strictfp }

!llvm.module.flags = !{!0}
!odd\20name = !{!0, !1}
!0 = !{i32 1, !"wchar_size", i32 4}
!1 = distinct !{!1, !"a \22string\22, with }", null}
!2 = !{!"branch_weights", i32 1, i32 1000}
!3 = !{!13, !13, i64 0}
!4 = !{i64 77}
!5 = !{double 1.0, ptr @common}
!6 = !{i32 0, i32 100}
!7 = !{}
!8 = !{i32 1}
!9 = !{!14}
!10 = !{!"rsp"}
!11 = !{!"branch_weights", i32 1, i32 2, i32 3}
!12 = distinct !{!12}
!13 = !{!"int", !15}
!14 = distinct !{!14, !16}
!15 = !{!"root"}
!16 = distinct !{!16}
