// Recursion, tail calls, function pointers, large results, static locals, pure and const functions, restrict, nonnull.
double exp(double);
typedef double (*map)(double);
static double square(double x) { return x * x; }
static double negate(double x) { return -x; }
static map const maps[] = {square, negate, exp};
double apply(int k, double x) { return maps[k % 3](x); }
long fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
long accumulate(long n, long s) { return n ? accumulate(n - 1, s + n) : s; }
static int odd(int);
__attribute__((noinline)) static int even(int n) { return n == 0 || odd(n - 1); }
__attribute__((noinline)) static int odd(int n) { return n != 0 && even(n - 1); }
int parity(int n) { return even(n); }
int must(int n) {
  if (n > 10) __attribute__((musttail)) return parity(n - 1);
  return n;
}
__attribute__((pure)) double pure_sum(const double *p, int n);
__attribute__((const)) double const_map(double);
double uses(const double *p, int n, double x) { return pure_sum(p, n) * const_map(x) + const_map(x); }
int next(void) {
  static int state = 1;
  return state = state * 1103515245 + 12345;
}
__attribute__((returns_nonnull)) int *checked(int *restrict p __attribute__((nonnull)), int *restrict q) {
  *p = *q + 1;
  return p;
}
void each(void (*f)(void *, int), void *context, int n) {
  for (int i = 0; i < n; i++) f(context, i);
}
void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
void free(void *);
double *fresh(int n) {
  double *p = malloc(n * sizeof *p), *q = calloc(n, 8);
  if (!p || !q) return 0;
  for (int i = 0; i < n; i++) p[i] = q[i] + i;
  free(q);
  return p;
}
inline int inlined(int x) { return x + 1; }
extern int inlined(int);
__attribute__((always_inline)) static inline int always(int x) { return x * 3; }
int wrap(int x) { return always(inlined(x)); }
