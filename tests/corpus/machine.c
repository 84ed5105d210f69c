// Varargs, atomics, inline assembly (also with goto), volatile and thread-local storage, setjmp, sections, aliases.
typedef __builtin_va_list va_list;
int printf(const char *, ...);
int vprintf(const char *, va_list);
extern int other __attribute__((weak));
_Thread_local int counter = 3;
static __thread double cached;
volatile int flag;
__attribute__((section(".data.mine"), used)) static int placed = 7;
__attribute__((visibility("hidden"))) int hidden_value[3];

double sum(int n, ...) {
  va_list ap;
  double s = 0;
  __builtin_va_start(ap, n);
  for (int i = 0; i < n; i++) s += i & 1 ? __builtin_va_arg(ap, double) : __builtin_va_arg(ap, int);
  __builtin_va_end(ap);
  return s;
}
int forward(const char *f, ...) {
  va_list ap, copy;
  __builtin_va_start(ap, f);
  __builtin_va_copy(copy, ap);
  int n = vprintf(f, copy) + printf("%d %f\n", 3, 2.5f);
  __builtin_va_end(ap);
  return n;
}
long atomics(long *p, long v) {
  long r = __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST) + __atomic_fetch_xor(p, v, __ATOMIC_RELAXED);
  r += __atomic_exchange_n(p, v, __ATOMIC_ACQ_REL) + __atomic_load_n(p, __ATOMIC_ACQUIRE);
  __atomic_store_n(p, r, __ATOMIC_RELEASE);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __atomic_signal_fence(__ATOMIC_ACQUIRE);
  while (!__atomic_compare_exchange_n(p, &r, v, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) v++;
  return __atomic_fetch_max(p, r, __ATOMIC_RELAXED);
}
double atomic_double(_Atomic double *p, double v) { return *p += v; }
int once(_Atomic int *p) { return (*p)++; }
unsigned long assembled(unsigned long x) {
  unsigned long r;
  __asm__("mov %1, %0\n\t# \"quoted\" \\ %%" : "=r"(r) : "r"(x) : "cc");
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("# %0" : "+m"(x));
  return r + x;
}
int assembled_goto(int x) {
  __asm__ goto("# %0 %l1" : : "r"(x) : : away);
  return 1;
away:
  return 2;
}
int spin(void) {
  while (flag) flag = flag - 1;
  return counter++ + placed + hidden_value[1];
}
double *thread(void) { return &cached; }
int weakly(void) { return &other ? other : -1; }
static void *buffer[5];
int jumped(void) { return __builtin_setjmp(buffer); }
void jump(void) { __builtin_longjmp(buffer, 1); }
__attribute__((noinline, cold)) static int renamed(int x) { return x * 2; }
int also(int) __attribute__((alias("also_target")));
int also_target(int x) { return renamed(x) + 1; }
__attribute__((constructor)) static void begin(void) { counter = 1; }
__attribute__((noreturn)) void halt(void) { for (;;) __builtin_trap(); }
int loud(int x, int *out) {
  __builtin_assume(x > 0);
  __builtin_prefetch(out);
  int *aligned = __builtin_assume_aligned(out, 32);
  *aligned = x;
  return __builtin_constant_p(x) + (int)__builtin_object_size(out, 0) + (int)(long)__builtin_frame_address(0);
}
