; What LLVM knows of names, around ten functions that no derivative needs: each value is checked by main.
target triple = "x86_64-pc-linux-gnu"
$group = comdat any
$whole = comdat any
$odr = comdat any

@table = private unnamed_addr global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@third = internal alias i32, getelementptr inbounds ([4 x i32], ptr @table, i64 0, i64 2)
@third.again = alias i32, ptr @third
@local = internal thread_local global i32 9
@local.alias = thread_local alias i32, ptr @local
@member = linkonce_odr global i32 6, comdat($group)
@guarded = linkonce global i32 7, comdat($whole), align 4
@holder = internal constant { ptr, ptr } { ptr @u1.alias, ptr @chosen }
@state = weak global i32 0
@labels = internal constant [2 x ptr] [ptr blockaddress(@u8, %one), ptr blockaddress(@u8, %two)]
@numbers = appending global [1 x i32] [i32 1], section "llvm.metadata"
@copy = available_externally constant i32 5
@llvm.used = appending global [2 x ptr] [ptr @u5, ptr @u1.alias], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] [ptr @third], section "llvm.metadata"
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @start, ptr null }]

@u1.alias = alias i32 (i32), ptr @u1
@u1.alias.alias = internal alias i32 (i32), ptr @u1.alias
@u1.weak = weak alias i32 (i32), ptr @u1
@chosen = ifunc i32 (i32), ptr @choose
@square.alias = hidden alias double (double), ptr @square

define internal ptr @choose() { ret ptr @u2 }
define internal void @start() {
  store i32 40, ptr @state
  ret void
}
define i32 @u1(i32 %a) {
  %r = add i32 %a, 1
  ret i32 %r
}
define internal i32 @u2(i32 %a) {
  %t = load i32, ptr @third.again
  %r = add i32 %a, %t
  ret i32 %r
}
define linkonce_odr i32 @group(i32 %a) comdat {
  %t = load i32, ptr @member
  %r = add i32 %a, %t
  ret i32 %r
}
define linkonce i32 @whole(i32 %a) section ".text.whole" comdat align 32 {
  %t = load i32, ptr @guarded
  %r = add i32 %a, %t
  ret i32 %r
}
define weak_odr hidden i32 @odr(i32 %a) #0 comdat prefix i32 17 {
  %r = add i32 %a, 100
  ret i32 %r
}
define weak i32 @u3(i32 %a) {
  %r = call i32 @u1.alias.alias(i32 %a)
  ret i32 %r
}
define private i32 @u4(i32 %a) {
  %p = call ptr @llvm.threadlocal.address.p0(ptr @local.alias)
  %t = load i32, ptr %p
  %r = add i32 %a, %t
  ret i32 %r
}
define internal i32 @u5(i32 %a) {
  %f = load ptr, ptr getelementptr inbounds ({ ptr, ptr }, ptr @holder, i64 0, i32 1)
  %r = call i32 %f(i32 %a)
  ret i32 %r
}
define available_externally i32 @abs(i32 %a) {
  %n = sub i32 0, %a
  %c = icmp slt i32 %a, 0
  %r = select i1 %c, i32 %n, i32 %a
  ret i32 %r
}
define i32 @u6(i32 %a) {
  %r = call i32 @abs(i32 %a)
  ret i32 %r
}
define i32 @u7(i32 %a) {
  %p = ptrtoint ptr @third to i64
  %q = ptrtoint ptr @table to i64
  %d = sub i64 %p, %q
  %d32 = trunc i64 %d to i32
  %r = add i32 %a, %d32
  ret i32 %r
}
define i32 @u8(i32 %a) {
  %i = and i32 %a, 1
  %w = zext i32 %i to i64
  %e = getelementptr [2 x ptr], ptr @labels, i64 0, i64 %w
  %l = load ptr, ptr %e
  indirectbr ptr %l, [label %one, label %two]
one:
  ret i32 1
two:
  ret i32 2
}
define internal fastcc i32 @u9(i32 %a) {
  %r = load i32, ptr @state
  ret i32 %r
}

define double @square(double %x) {
  %r = fmul double %x, %x
  ret double %r
}
define internal double @f(double %x) {
  %s = call double @square.alias(double %x)
  %i = load i32, ptr @third
  %d = sitofp i32 %i to double
  %r = fmul double %s, %d
  ret double %r
}
declare double @__enzyme_autodiff(ptr, ...)
declare ptr @llvm.threadlocal.address.p0(ptr)

define internal i32 @check(i32 %value, i32 %expected, i32 %bit, i32 %so.far) {
  %same = icmp eq i32 %value, %expected
  %b = shl i32 1, %bit
  %with = or i32 %so.far, %b
  %r = select i1 %same, i32 %so.far, i32 %with
  ret i32 %r
}
define i32 @main() {
  %v1 = call i32 @u1.weak(i32 1)
  %w1 = call i32 @check(i32 %v1, i32 2, i32 0, i32 0)
  %v2 = call i32 @u5(i32 4)
  %w2 = call i32 @check(i32 %v2, i32 7, i32 1, i32 %w1)
  %v3 = call i32 @group(i32 1)
  %w3 = call i32 @check(i32 %v3, i32 7, i32 2, i32 %w2)
  %v4 = call i32 @whole(i32 1)
  %w4 = call i32 @check(i32 %v4, i32 8, i32 3, i32 %w3)
  %v5 = call i32 @u3(i32 8)
  %w5 = call i32 @check(i32 %v5, i32 9, i32 4, i32 %w4)
  %v6 = call i32 @u4(i32 1)
  %w6 = call i32 @check(i32 %v6, i32 10, i32 5, i32 %w5)
  %v7 = call i32 @u6(i32 -3)
  %w7 = call i32 @check(i32 %v7, i32 3, i32 6, i32 %w6)
  %v8 = call i32 @u7(i32 1)
  %w8 = call i32 @check(i32 %v8, i32 9, i32 7, i32 %w7)
  %v9 = call i32 @u8(i32 3)
  %w9 = call i32 @check(i32 %v9, i32 2, i32 8, i32 %w8)
  %v10 = call fastcc i32 @u9(i32 0)
  %w10 = call i32 @check(i32 %v10, i32 40, i32 9, i32 %w9)
  %v11 = call i32 @odr(i32 1)
  %w11 = call i32 @check(i32 %v11, i32 101, i32 10, i32 %w10)
  %d = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 2.0)
  %di = fptosi double %d to i32
  %w12 = call i32 @check(i32 %di, i32 12, i32 11, i32 %w11)
  %bad = icmp ne i32 %w12, 0
  %r = zext i1 %bad to i32
  ret i32 %w12
}
attributes #0 = { noinline }
