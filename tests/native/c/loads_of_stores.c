/* Loops that read what earlier ones have stored, in the same order or in another, and what may have happened in between. */
#include "check.h"

enum { N = 6, T = 3 };
typedef double routine(const double *x, double *a, double *b, int n);

/* The same places in the same order, over and over; what is read is needed in the reverse sweep. */
OWN double plain(const double *x, double *a, double *b, int n) {
  double s = 0;
  for (int t = 0; t < T; t++) {
    for (int i = 0; i < n; i++) a[i] = exp(x[i] * (t + 1)) / 8;
    for (int i = 0; i < n; i++) b[i] = b[i] * 0.5 + a[i] * a[i];
    for (int i = 0; i < n; i++) s += sin(a[i]) * b[i];
  }
  return s;
}
/* Written in between: by a loop, by one store, by a copy. */
OWN double changed(const double *x, double *a, double *b, int n) {
  double s = 0;
  for (int t = 0; t < T; t++) {
    for (int i = 0; i < n; i++) a[i] = sin(x[i] * (t + 1));
    for (int i = 1; i < n; i += 2) a[i] = x[i] * x[0] + t;
    for (int i = 0; i < n; i++) s += a[i] * a[i] * x[i];
    for (int i = 0; i < n; i++) b[i] = cos(x[i] + t);
    b[t] = x[0] * x[1];
    for (int i = 0; i < n; i++) s += b[i] * b[i] * b[i];
    for (int i = 0; i < n; i++) b[i] = x[i] + 0.5 * t;
    memcpy(b, a, 2 * sizeof *b);
    for (int i = 0; i < n; i++) s += exp(b[i] * x[i]);
  }
  return s;
}
/* Other places: one further, from the end, every second one, fewer. */
OWN double elsewhere(const double *x, double *a, double *b, int n) {
  double s = 0;
  for (int t = 0; t < T; t++) {
    for (int i = 0; i < n; i++) a[i] = sin(x[i] * (t + 1) + 0.1 * s);
    for (int i = 0; i < n; i++) b[i] = a[n - 1 - i] * a[n - 1 - i];
    for (int i = 0; i < n; i++) s += b[(i + 1) % n] * exp(a[i] * 0.25);
    for (int i = 0; i + 1 < n; i++) s += a[i + 1] * a[i] * b[i] * 0.1;
    for (int i = 0; i < n / 2; i++) b[2 * i] = a[2 * i + 1] * x[i];
    for (int i = 0; i < n / 2; i++) s += sin(b[2 * i] * b[2 * i]);
    for (int i = 0; i < n - 1; i++) s += cos(b[i] * a[i]);
  }
  return s;
}
/* Longer than the first one, or one place behind it. */
OWN double behind(const double *x, double *a, double *b, int n) {
  double s = 0;
  for (int t = 0; t < T; t++) {
    for (int i = 0; i < n - 1; i++) a[i] = exp(x[i] * (t + 1) * 0.3);
    for (int i = 0; i < n; i++) s += sin(a[i]) * x[i];
    for (int i = 0; i < n - 1; i++) b[i + 1] = exp(x[i] * 0.2 * (t + 1));
    for (int i = 0; i < n - 1; i++) s += sin(b[i]) * x[i];
    a[n - 1] += x[0];
  }
  return s;
}
/* Longer than the first one, both sure to run. */
OWN double longer(const double *x, double *a, double *b, int n) {
  double s = 0;
  for (int t = 0; t < T; t++) {
    int i = 0, j = 0;
    do a[i] = exp(x[i] * (t + 1) * 0.3);
    while (++i < n - 1);
    do s += sin(a[j]) * x[j];
    while (++j < n);
    a[n - 1] += x[0] * s * 0.1;
  }
  return s;
}
/* In the second loop itself: before the load, behind it, at the next place. */
OWN double inside(const double *x, double *a, double *b, int n) {
  double s = 0;
  for (int t = 0; t < T; t++) {
    for (int i = 0; i < n; i++) a[i] = exp(0.3 * x[i]) + 0.1 * t;
    for (int i = 0; i < n; i++) {
      s += a[i] * a[i];
      a[i] = sin(0.05 * s) * a[i];
    }
    for (int i = 0; i < n; i++) b[i] = a[i] * x[i];
    for (int i = 0; i < n; i++) {
      b[i] *= 2;
      s += b[i] * b[i];
    }
    for (int i = 0; i < n; i++) b[i] = cos(x[i] * (t + 1));
    for (int i = 0; i < n; i++) {
      s += b[i] * b[i] * x[i];
      if (i + 1 < n) b[i + 1] = sin(s * 0.02);
    }
  }
  return s;
}
/* Stored on a condition, or twice. */
OWN double sometimes(const double *x, double *a, double *b, int n) {
  double s = 0;
  for (int t = 0; t < T; t++) {
    for (int i = 0; i < n; i++)
      if ((i + t) % 2) a[i] = exp(x[i] * (t + 1) * 0.3);
    for (int i = 0; i < n; i++) s += 0.1 * a[i] * a[i] * exp(a[i]);
    for (int i = 0; i < n; i++) {
      b[i] = x[i] * (t + 1);
      s += sin(b[i]);
      b[i] = b[i] * cos(0.05 * s);
    }
    for (int i = 0; i < n; i++) s += cos(b[i] * b[i]) * 0.5;
  }
  return s;
}
/* Parts of one array, and rows; the second loop is inside of another one. */
OWN double parts(const double *x, double *a, double *b, int n) {
  double s = 0, *g = malloc(3 * n * sizeof *g), *f = g, *h = g + n, *k = g + 2 * n;
  for (int t = 0; t < T; t++) {
    for (int i = 0; i < n; i++) {
      f[i] = exp(x[i] * 0.5) + s * 0.01;
      h[i] = sin(x[i] + t);
      k[i] = 1 / (1 + exp(-x[i]));
    }
    for (int i = 0; i < n; i++) b[i] = b[i] * f[i] + h[i] * k[i];
    for (int j = 0; j < 2; j++)
      for (int i = 0; i < n; i++) s += f[i] * k[i] * b[i] * (j + 1);
    for (int i = 0; i < n; i++) s += h[i] * tanh(b[i]);
  }
  free(g);
  return s + a[0];
}
/* A sum that runs, floats that are converted, a loop that ends early. */
OWN double running(const double *x, double *a, double *b, int n) {
  double s = 0;
  float z[N];
  for (int t = 0; t < T; t++) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += x[i] * (t + 1);
      a[i] = sum;
      z[i] = x[i];
    }
    for (int i = 0; i < n; i++) s += sin(a[i]) * x[i] + (double)z[i] * z[i] * 0;
    for (int i = 0; i < n; i++) {
      b[i] = exp(0.1 * s) * x[i];
      if (b[i] > 2.5) break;
    }
    for (int i = 0; i < n; i++) s += b[i] * b[i] * 0.01;
  }
  return s;
}

#define VALUE(f) \
  static double f##_of(const double *x, int n) { \
    double a[N] = {0}, b[N]; \
    for (int i = 0; i < n; i++) b[i] = x[i] * 0.5; \
    return f(x, a, b, n); \
  }
/* Two arrays that may be one. */
OWN double same(const double *x, double *a, double *b, int n) {
  double s = 0;
  for (int t = 0; t < T; t++) {
    for (int i = 0; i < n; i++) a[i] = sin(x[i] * (t + 1));
    for (int i = 0; i < n; i++) b[i] = x[i] * x[i];
    for (int i = 0; i < n; i++) s += exp(a[i]) * b[i];
  }
  return s;
}
static double same_of(const double *x, int n) {
  double a[N] = {0};
  return same(x, a, a, n);
}
#define ALL(go) go(plain) go(changed) go(elsewhere) go(behind) go(longer) go(inside) go(sometimes) go(parts) go(running)
ALL(VALUE)

#define TEST(f) \
  { \
    double d[N] = {0}; \
    __enzyme_autodiff((void *)f##_of, enzyme_dup, x, d, enzyme_const, N); \
    for (int i = 0; i < N; i++) { \
      double up[N], down[N], h = 1e-5; \
      memcpy(up, x, sizeof up); \
      memcpy(down, x, sizeof down); \
      up[i] += h; \
      down[i] -= h; \
      compare(#f, d[i], (f##_of(up, N) - f##_of(down, N)) / (2 * h), 1e-6, i); \
    } \
  }

int main(void) {
  const double x[N] = {0.3, 0.7, -0.4, 1.1, 0.9, 0.2};
  ALL(TEST)
  TEST(same)
  return wrong;
}
