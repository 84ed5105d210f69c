/* fmod, remainder, drem, remquo, modf, frexp, ldexp, scalbn, scalbln, copysign, nextafter, floor and their kin. */
#define _GNU_SOURCE
#include "check.h"

OWN double fm(double x, double y) { return fmod(x, y); }
OWN double re(double x, double y) { return remainder(x, y); }
OWN double dr(double x, double y) { return drem(x, y); }
OWN double rq(double x, double y) { int q; double r = remquo(x, y, &q); return r * (1 + 0 * q); }
OWN double mo(double x) { double whole; return modf(x, &whole) * x + whole; }
OWN double fr(double x) { int e; double m = frexp(x, &e); return m * m * e; }
OWN double ld(double x, int k) { return ldexp(x * x, k) + scalbn(x, k) + scalbln(x, k); }
OWN double cs(double x, double y) { return copysign(x * x * x, y); }
OWN double na(double x, double y) { return nextafter(x * x, y); }
OWN double ro(double x) { return x * (floor(x) + ceil(x) + trunc(x) + round(x) + rint(x) + nearbyint(x) + lrint(x)); }

typedef struct { double x, y; } pair;
pair __enzyme_autodiff_pair(void *, ...);

int main(void) {
  pair d = __enzyme_autodiff_pair((void *)fm, 7.5, -2.0); /* 7.5 - 3 * 2 */
  CHECK(d.x, 1);
  CHECK(d.y, 3);
  d = __enzyme_autodiff_pair((void *)re, 7.7, 2.0); /* 7.7 - 4 * 2 */
  CHECK(d.x, 1);
  CHECK(d.y, -4);
  d = __enzyme_autodiff_pair((void *)dr, 7.7, 2.0);
  CHECK(d.y, -4);
  d = __enzyme_autodiff_pair((void *)rq, 7.7, 2.0);
  CHECK(d.x, 1);
  CHECK(d.y, -4);
  CHECK(__enzyme_autodiff((void *)mo, 3.25), 2 * 3.25 - 3);
  CHECK(__enzyme_autodiff((void *)fr, 6.0), 3 * 2 * 0.75 / 8);
  CHECK(__enzyme_autodiff((void *)ld, 1.5, 3), 8 * 3.0 + 16);
  CHECK(__enzyme_autodiff((void *)ld, 1.5, -2), 3.0 / 4 + 0.5);
  d = __enzyme_autodiff_pair((void *)cs, 2.0, -1.0);
  CHECK(d.x, -12);
  CHECK(d.y, 0);
  d = __enzyme_autodiff_pair((void *)cs, -2.0, 3.0);
  CHECK(d.x, -12);
  d = __enzyme_autodiff_pair((void *)na, 3.0, 100.0);
  CHECK(d.x, 6);
  CHECK(d.y, 0);
  CHECK(__enzyme_autodiff((void *)ro, 2.6), 2 + 3 + 2 + 3 + 3 + 3 + 3);
  CHECK(__enzyme_fwddiff((void *)fm, 7.5, 1.0, -2.0, 10.0), 31);
  CHECK(__enzyme_fwddiff((void *)fr, 6.0, 1.0), 3 * 2 * 0.75 / 8);
  return wrong;
}
