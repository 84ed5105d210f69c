/* _Complex arithmetic (division and multiplication through the library too), csqrt, cexp, clog, cpow, cabs, carg. */
#include <complex.h>
#include "check.h"

typedef double complex number;

OWN double f(double a, double b, int k) {
  number z = a + b * I, w = 1.5 - 0.5 * I, r = 0;
  switch (k) {
  case 0: r = z * w; break;
  case 1: r = w / z; break;
  case 2: r = z / w; break;
  case 3: r = csqrt(z); break;
  case 4: r = cexp(z); break;
  case 5: r = clog(z); break;
  case 6: r = cpow(z, w); break;
  case 7: r = csin(z); break;
  case 8: r = ccosh(z); break;
  case 9: r = z * z / (z + w); break;
  case 10: r = conj(z) * z * w; break;
  case 11: r = cabs(z) * w; break;
  case 12: r = carg(z) * w; break;
  case 13: r = cpow(w, z); break;
  }
  return creal(r) + 2 * cimag(r);
}

typedef struct { double x, y; } pair;
pair __enzyme_autodiff_pair(void *, ...);

int main(void) {
  double a = 0.8, b = -0.6;
  number z = a + b * I, w = 1.5 - 0.5 * I;
  /* of a holomorphic r: dr/da = r', dr/db = i r' */
  number slope[14] = {w, -w / (z * z), 1 / w, 0.5 / csqrt(z), cexp(z), 1 / z, w * cpow(z, w - 1), ccos(z), csinh(z)};
  slope[9] = (2 * z * (z + w) - z * z) / ((z + w) * (z + w));
  slope[13] = clog(w) * cpow(w, z);
  for (int k = 0; k < 14; k++) {
    number da = slope[k], db = I * slope[k];
    if (k == 10) da = 2 * a * w, db = 2 * b * w;
    if (k == 11) da = a / cabs(z) * w, db = b / cabs(z) * w;
    if (k == 12) da = -b * w, db = a * w; /* |z| = 1 */
    pair d = __enzyme_autodiff_pair((void *)f, a, b, k);
    CHECK(d.x, creal(da) + 2 * cimag(da));
    CHECK(d.y, creal(db) + 2 * cimag(db));
    CHECK(__enzyme_fwddiff((void *)f, a, 1.0, b, 10.0, k), d.x + 10 * d.y);
  }
  return wrong;
}
