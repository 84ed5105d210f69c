/* Functions with variable arguments: active numbers among them, counts, a function that passes them on. */
#include <stdarg.h>
#include "check.h"

OWN double sum(int n, ...) {
  va_list list;
  va_start(list, n);
  double s = 0;
  for (int i = 0; i < n; i++) s += va_arg(list, double) * (i + 1);
  va_end(list);
  return s;
}

OWN double mixed(const char *kinds, ...) {
  va_list list, again;
  va_start(list, kinds);
  va_copy(again, list);
  double s = 0;
  for (const char *k = kinds; *k; k++) switch (*k) {
    case 'd': s += va_arg(list, double); break;
    case 'i': s *= va_arg(list, int); break;
    case 'p': s += *va_arg(list, double *); break;
    }
  if (*kinds == 'd') s *= va_arg(again, double);
  va_end(list);
  va_end(again);
  return s;
}

OWN double from_list(int n, va_list list) { return n ? va_arg(list, double) * from_list(n - 1, list) : 1; }

OWN double product(int n, ...) {
  va_list list;
  va_start(list, n);
  double r = from_list(n, list);
  va_end(list);
  return r;
}

OWN void note(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}

OWN double h(double x, int n) {
  note("h(%g, %d)\n", x, n);
  double r = product(3, x, x + 1, x * x) * product(1, x);
  note("is %g for %s\n", r, "x");
  return r;
}

OWN double f(const double *x) { return sum(2, x[0] * x[0], x[1]) * sum(3, x[1], x[2], 4.0); }
OWN double g(const double *x) {
  double t = x[1] * x[1];
  return mixed("didp", x[0], 3, x[2], &t) + mixed("pd", x, x[1]);
}

int main(void) {
  double x[3] = {2, 3, 5}, d[3] = {0}, t[3] = {1, 1, 1};
  double a = 4 + 6, b = 3 + 10 + 12;
  __enzyme_autodiff((void *)f, x, d);
  CHECK(d[0], 4 * b);
  CHECK(d[1], 2 * b + a);
  CHECK(d[2], 2 * a);
  CHECK(__enzyme_fwddiff((void *)f, x, t), d[0] + d[1] + d[2]);
  memset(d, 0, sizeof d);
  __enzyme_autodiff((void *)g, x, d); /* (3 x0 + x2 + x1^2) x0 + x0 + x1 */
  CHECK(d[0], 6 * x[0] + x[2] + x[1] * x[1] + 1);
  CHECK(d[1], 2 * x[1] * x[0] + 1);
  CHECK(d[2], x[0]);
  CHECK(__enzyme_autodiff((void *)h, 2.0, 1), 5 * 16 + 4 * 8); /* x^5 + x^4 */
  CHECK(__enzyme_fwddiff((void *)h, 2.0, 1.0, 1), 5 * 16 + 4 * 8);
  return wrong;
}
