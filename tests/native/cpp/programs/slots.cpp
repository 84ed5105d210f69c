// Words that hold a pointer at one time and a number at another, moved in blocks whose size is not known.
#include <cstdlib>
#include <cstring>
#include "derivative.h"

union Slot {
  double value;
  double *place;
};

__attribute__((noinline)) static void move(Slot *to, const Slot *from, long n) { std::memmove(to, from, n * sizeof(Slot)); }

__attribute__((noinline)) static void move_one(Slot *to, const Slot *from) { std::memcpy(to, from, sizeof(Slot)); }

static double f(double x) {
  long n = x > -100 ? 6 : 3;
  double squared = x * x;
  Slot *a = (Slot *)std::malloc((n + 2) * sizeof(Slot));
  Slot *b = (Slot *)std::malloc((n + 2) * sizeof(Slot));
  for (long i = 0; i < n; i++) b[i].place = &squared;
  for (long i = 0; i < n; i++)
    if (i % 2) a[i].value = x * (double)i;
    else a[i].place = &squared;
  a[2].value = squared * x;  // a number where a pointer was
  b[1].value = 7 * x;
  move(b, a, n);
  move(b + 1, b, n - 1);  // overlapping
  a[4].value = 3 * x;     // once more, and moved alone
  move_one(&b[5], &a[4]);
  double s = 0;
  for (long i = 0; i < n; i++) {  // x^2 twice, then x, x^3, 3 x, 3 x
    bool number = i >= 2;
    s += (number ? b[i].value : *b[i].place) * (double)(i + 1);
  }
  std::free(a);
  std::free(b);
  return s;
}

PRINT_DERIVATIVES(f)
