// Constructors that are aliases, templates instantiated in two files, statics of inline functions, variables with constructors.
#include "shared.hpp"

Point::Point(double v) : x(v) {}
Point::~Point() { x = 0; }
double Point::square() const { return x * x; }
template struct Box<double>;
template struct Box<int>;
template struct Box<float>;

static int made = 0;
Noisy::Noisy(int n) : id(n) { made += n; }
Noisy::~Noisy() { made -= id; }
static Noisy first(5);
thread_local Noisy second(7);

#define UNNEEDED(n) __attribute__((noinline)) int u##n(int a) { static int t = n; return a * n + ++t; }
UNNEEDED(1) UNNEEDED(2) UNNEEDED(3) UNNEEDED(4) UNNEEDED(5) UNNEEDED(6) UNNEEDED(7) UNNEEDED(8) UNNEEDED(9) UNNEEDED(10)
__attribute__((weak)) int replaced(int) { return -1; }
__attribute__((weak)) int kept(int a) { return a + 1; }
static __attribute__((used)) int hidden_one(int a) { return a + 2; }
__attribute__((constructor)) static void begin() { made += 100; }
extern int whole[4];
int whole[4] = {1, 2, 3, 4};
extern __attribute__((alias("whole"))) int same[4];
extern "C" double cube(double x) { return x * x * x; }
extern "C" double cube_too(double) __attribute__((alias("cube")));
extern "C" __attribute__((weak, alias("cube"))) double cube_weak(double);

static int steps(int n) {  // a table of addresses of labels
  static const void *const table[] = {&&up, &&down, &&out};
  int v = 0, i = 0;
next:
  if (i >= n) goto *table[2];
  goto *table[i++ % 2];
up: v += 3; goto next;
down: v -= 1; goto next;
out: return v;
}
double other(double x);

static double f(double x) {
  Point p(x);
  Box<double> b(x);
  return p.square() + b.get() + twice(x);
}
static double g(double x) { return cube_too(x) + cube_weak(x); }

int main() {
  int k = u1(1) + u2(1) + u3(1) + u4(1) + u5(1) + u6(1) + u7(1) + u8(1) + u9(1) + u10(1);  // 55 + 55 + 10
  Point p(3);
  Box<int> i(4);
  Box<float> *s = new Box<float>(2.5f);
  same[1] = 20;
  int wrong = k != 120 || replaced(4) != 44 || kept(4) != 5 || steps(5) != 7 || whole[1] != 20 || second.id != 7 || made != 112;
  wrong |= p.square() != 9 || i.get() != 16 || s->get() != 6.25f || counter(3) != 4 || total != 1 || other(2) != 4 + 4 + 16;
  delete s;
  double df = __enzyme_autodiff((void *)f, 3.0), dg = __enzyme_autodiff((void *)g, 2.0);
  if (wrong || df != 4 * 3.0 + 2 || dg != 6 * 4.0) printf("%d %g %g, k %d made %d total %d\n", wrong, df, dg, k, made, total);
  return wrong || df != 14 || dg != 24;
}
