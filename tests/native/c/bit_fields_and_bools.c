/* Bit fields, bools, enums and small integers beside active data; flags that decide. */
#include <stdbool.h>
#include <stdint.h>
#include "check.h"

enum kind { LINEAR, SQUARE, SKIP };
struct flags { unsigned kind : 2; bool negate : 1; int shift : 5; };
struct term { struct flags flags; uint8_t times; bool active[2]; double weight; };

OWN double f(const struct term *terms, int n, double x) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    struct term t = terms[i];
    if (t.flags.kind == SKIP || !t.active[i & 1]) continue;
    double v = t.flags.kind == SQUARE ? x * x : x;
    for (uint8_t k = 0; k < t.times; k++) v += t.weight;
    s += (t.flags.negate ? -v : v) * (1 << t.flags.shift);
  }
  return s;
}

int main(void) {
  struct term t[4] = {{{SQUARE, true, 2}, 3, {true, false}, 10}, {{LINEAR, false, 1}, 1, {false, true}, 20},
                      {{SKIP, true, 4}, 9, {true, true}, 30}, {{LINEAR, true, 0}, 5, {true, false}, 40}};
  struct term d[4];
  memset(d, 0, sizeof d);
  double x = 1.5; /* -4 (x^2 + 3 w0) + 2 (x + w1) */
  CHECK(__enzyme_autodiff((void *)f, t, d, 4, x), -8 * x + 2);
  CHECK(d[0].weight, -12);
  CHECK(d[1].weight, 2);
  CHECK(d[2].weight, 0);
  CHECK(d[3].weight, 0);
  return wrong;
}
