/* Arrays of complex numbers: a discrete Fourier transform by recursion, and float complex. */
#include <complex.h>
#include "check.h"

OWN void transform(double complex *x, int n, int stride, double complex *out) {
  if (n == 1) {
    out[0] = x[0];
    return;
  }
  transform(x, n / 2, 2 * stride, out);
  transform(x + stride, n / 2, 2 * stride, out + n / 2);
  for (int k = 0; k < n / 2; k++) {
    double complex e = out[k], o = out[k + n / 2] * cexp(-2 * M_PI * I * k / n);
    out[k] = e + o;
    out[k + n / 2] = e - o;
  }
}

OWN double power(double complex *x, int n, int k) {
  double complex out[n];
  transform(x, n, 1, out);
  return creal(out[k]) * creal(out[k]) + cimag(out[k]) * cimag(out[k]);
}

OWN float single(float a, float b) {
  float complex z = a + b * I;
  z = z * z / (z + 1);
  return crealf(z);
}

typedef struct { double a, b; } floats;
floats __enzyme_autodiff_floats(void *, ...);

int main(void) {
  enum { N = 8 };
  double complex x[N], d[N] = {0}, X = 0;
  int k = 3;
  for (int i = 0; i < N; i++) x[i] = sin(i + 1) + cos(2 * i) * I;
  for (int i = 0; i < N; i++) X += x[i] * cexp(-2 * M_PI * I * k * i / N);
  __enzyme_autodiff((void *)power, x, d, N, k); /* dF/dRe x_i + i dF/dIm x_i = 2 X conj(w_i) */
  for (int i = 0; i < N; i++) {
    double complex want = 2 * X * cexp(2 * M_PI * I * k * i / N);
    CHECK(creal(d[i]), creal(want));
    CHECK(cimag(d[i]), cimag(want));
  }
  double complex z = 0.5 + 0.25 * I, slope = (2 * z * (z + 1) - z * z) / ((z + 1) * (z + 1));
  floats e = __enzyme_autodiff_floats((void *)single, 0.5f, 0.25f);
  CHECK_FLOAT(e.a, creal(slope));
  CHECK_FLOAT(e.b, -cimag(slope));
  return wrong;
}
